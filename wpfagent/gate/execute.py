"""The one gate: every action of every entry passes here.

In this order: validate arguments -> policy -> resolve the selector with auto-wait -> actionability -> evidence before
-> act -> watch the effect -> subscribers. A refused action leaves the application untouched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.actions import expect, get_action
from wpfagent.actions.album import Album
from wpfagent.actions.base import Action, Performed
from wpfagent.actions.consent import consenting, renewed
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import effect, inner_windows
from wpfagent.actions.expect import Expectation, Verdict
from wpfagent.actions.input import reaching
from wpfagent.core import shapes, wait
from wpfagent.core.errors import AppExited, AppNotResponding, InvalidArgument, StaleRef, WpfAgentError
from wpfagent.core.model import Control, Snapshot
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.locating.locate import Found
from wpfagent.desktops.refs import RefBook
from wpfagent.desktops.target import Target
from wpfagent.desktops.turn import our_turn
from wpfagent.gate import admission, secrets
from wpfagent.gate.clipboard import Clipboard
from wpfagent.gate.events import Source, Store, Subscriber, combined
from wpfagent.gate.last_seen import LastSeen
from wpfagent.gate.passage import CheckKind, Passage
from wpfagent.gate.replying import Replying
from wpfagent.gate.request import Remark, Reply, Request
from wpfagent.gate.targets import Targets
from wpfagent.profiles.profile import Profile, ProfileTimeouts
from wpfagent.safety.covering import Cover
from wpfagent.safety.masking import Masks
from wpfagent.safety.policy import Guard, Policy, element_key

REFUSED = 4
"""The exit code of every error that says no."""
JUDGE_MS = 2_000
"""How long the reads of a check that does not wait may take."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a caller waits."""

    timeout_ms: int | None = shapes.key(None, least=0, most=wait.LONGEST_MS)


class Gate:
    """Performs actions on one desktop under one policy, and notifies its subscribers.

    Args:
        policy: what the caller may do; a profile's safety is added when its target is resolved.
        store: where pictures and what launched programs write may be kept; None keeps nothing.
        cover: what is secret, and how it is painted over in pictures.
        guard: the memory of tokens and repeats.
        refs: the refs that were given out before.
        base_dir: where a scenario's relative paths start.
        update_baselines: whether `screenshot_diff` writes its baselines.
        timeout_ms: how long an action may take where neither it nor a profile says so.

    Attributes:
        targets: the applications that were resolved.
        last_seen: what was seen of each of them last.
        subscribers: whoever is notified, in this order.
        sources: whoever gives evidence beside the desktop.
    """

    def __init__(
        self,
        desktop: Desktop,
        *,
        policy: Policy | None = None,
        profiles: Mapping[str, Profile] | None = None,
        store: Store | None = None,
        cover: Cover | None = None,
        guard: Guard | None = None,
        refs: RefBook | None = None,
        base_dir: str = ".",
        update_baselines: bool = False,
        timeout_ms: int | None = None,
    ) -> None:
        self.desktop = desktop
        self.store = store
        self.cover = cover or Cover()
        self.targets = Targets(desktop, policy or Policy(), profiles or {}, store, self.cover.masks)
        self.guard = guard or Guard()
        self.refs = refs or RefBook()
        self.base_dir = base_dir
        self.update_baselines = update_baselines
        self.timeout_ms = timeout_ms
        self.marks: dict[tuple[str, str], Snapshot] = {}
        self.album = Album()
        self.last_seen = LastSeen(desktop.clock.now)
        self.subscribers: list[Subscriber] = []
        self.sources: list[Source] = [Clipboard()]
        self._replying = Replying(desktop, self.refs, self.cover, store)

    @property
    def policy(self) -> Policy:
        """What the caller may do."""
        return self.targets.policy

    @policy.setter
    def policy(self, policy: Policy) -> None:
        self.targets.policy = policy

    @property
    def masks(self) -> Masks:
        """What must not be written down or shown."""
        return self.cover.masks

    # -- actions ------------------------------------------------------------------------------------------------------

    def execute(self, request: Request) -> Reply:
        """Perform one action and return what it came to; subscribers know of refusals and failures before they rise."""
        passage = self._passage(request)
        try:
            what = get_action(request.action)
            args, passage.selector = admission.validated(what, request)
            passage.doing = self._doing(what, passage)
            reply = self._perform(what, args, passage, passage.doing)
        except Exception as error:
            if passage.control is None:
                passage.request = secrets.hide_untyped(self.masks, request, self.refs, passage.doing)
            if passage.doing is not None and isinstance(error, WpfAgentError):
                secrets.hide_read(self.masks, passage.doing, error.details, request.args.get("until"))
            self.masks.error(error)
            if isinstance(error, WpfAgentError):
                passage.error = error
                self._conclude(passage)
            raise
        finally:
            our_turn().leave()
        passage.reply = reply
        return replace(reply, findings=self._conclude(passage))

    def expect(
        self,
        expectation: Expectation,
        app: Target,
        *,
        selector: Selector | None = None,
        timeout_ms: int | None = None,
        check: CheckKind = "expected",
        place: Mapping[str, Any] | None = None,
    ) -> Verdict:
        """Wait until an expectation holds or the time is up, and return the verdict.

        Args:
            expectation: what is expected.
            app: of which application.
            selector: the element, where the expectation names none.
            timeout_ms: how long it may take to hold.
            check: what it is for. An invariant is recorded only when it does not hold.
            place: where it stands in a scenario, for the record.

        Raises:
            AppExited, AppNotResponding: the application cannot be asked any more.
        """
        passage = self._passage(Request("expect", {}, selector, app, timeout_ms, place=place or {}))
        passage.check, passage.expected = check, expectation.to_dict()
        passage.selector = expectation.selector or selector
        try:
            doing = self.reading(app, timeout_ms)
            doing.check_alive()
            verdict = self._shown(expect.hold(expectation, doing, selector), doing, expectation)
            passage.control = doing.control
        except WpfAgentError as error:
            passage.error = error
            self._conclude(passage)
            raise
        passage.verdict = verdict
        passage.is_look = check == "invariant" and verdict.ok
        self._conclude(passage)
        return verdict

    def report(self, expectation: Expectation, app: Target, verdict: Verdict, *, place: Mapping[str, Any]) -> None:
        """Let subscribers know of a condition that must not hold and does."""
        passage = self._passage(Request("expect", target=app, place=place))
        passage.check, passage.expected = "failure", expectation.to_dict()
        passage.selector, passage.verdict = expectation.selector, verdict
        self._conclude(passage)

    def give_up(self, request: Request, error: WpfAgentError) -> WpfAgentError:
        """Let subscribers know of an action that is not tried any more; return the error that says why."""
        passage = self._passage(request)
        passage.selector = Selector.parse(request.selector) if request.selector is not None else None
        passage.error = error
        self._conclude(passage)
        return error

    def glance(self, app: Target, *, late_s: float = 0.0) -> tuple[Remark, ...]:
        """Let subscribers look at an application between actions, and return what they find.

        One that does not answer is given as long as freezing takes.

        Args:
            app: the application.
            late_s: so long the last action's effect may take: a window that opens or closes, an end, a hang.
        """
        windows = {w.hwnd for w in self.desktop.windows(app.pid)}

        def changed() -> bool:
            state = self.desktop.liveness(app.pid)
            works = state.running and state.responding
            return not works or {w.hwnd for w in self.desktop.windows(app.pid)} != windows

        if late_s:
            wait.until(changed, self.desktop.clock, timeout_s=late_s)
        passage = self._passage(Request("glance", target=app))
        passage.is_look = True
        looking = self.reading(app, self.timeouts_of(app).freeze_ms)
        try:
            effect.rest(looking)
        except AppNotResponding as error:
            passage.error, passage.doing = error, looking
        except AppExited:
            pass  # the subscribers see it by themselves
        return self._conclude(passage)

    def is_true_now(self, expectation: Expectation, app: Target) -> Verdict:
        """Return the verdict of this moment, of which nobody is notified. Raises AppExited, AppNotResponding."""
        doing = self.reading(app, JUDGE_MS)
        doing.check_alive()
        return self._shown(expect.judge(expectation, doing), doing, expectation)

    def look(self, app: Target, timeout_ms: int) -> Snapshot:
        """Return what an application shows to a caller who chooses the next action by it.

        Raises:
            AppExited, AppNotResponding: it cannot be read.
        """
        return self.last_seen.look(self.reading(app, timeout_ms))

    def _passage(self, request: Request) -> Passage:
        return Passage(
            request,
            self.desktop.clock.now(),
            caller=self.policy.caller,
            profile=self.targets.profile_of(request.target),
            freeze_ms=self.timeouts_of(request.target).freeze_ms,
        )

    def _shown(self, verdict: Verdict, doing: Doing, expectation: Expectation) -> Verdict:
        """A verdict without secrets: it goes into replies, reports and annotations."""
        masks = self.masks
        secrets.hide_read(masks, doing, verdict.details, expectation.to_dict())
        return replace(
            verdict,
            expected=masks.text(verdict.expected),
            actual=masks.text(verdict.actual),
            details=masks.mask(dict(verdict.details)),
        )

    def _doing(self, what: Action[Any], passage: Passage) -> Doing:
        request, selector = passage.request, passage.selector
        policy = self.targets.policy_for(request.target)
        if not what.reads:
            self.desktop.person.watch(policy.stop_key)
        admission.check(what, request, selector, policy, self.desktop)
        doing = self._context(request.target, policy, passage.started + self._timeout_s(request))
        doing.selector = selector
        doing.permit = admission.consent_of(passage, policy, self.guard, self.desktop)
        doing.patient, doing.able, doing.reads = request.timeout_ms is not None, what.able, what.reads
        return doing

    def _timeout_s(self, request: Request) -> float:
        if (given := shapes.read(Patience, {"timeout_ms": request.timeout_ms}, what=request.action,
                                 error=InvalidArgument).timeout_ms) is not None:  # fmt: skip
            return given / 1000
        if (profile := self.targets.profile_of(request.target)) is not None:
            return profile.timeouts.action_ms / 1000
        return self.timeout_ms / 1000 if self.timeout_ms is not None else wait.DEFAULT_TIMEOUT_S

    def _perform(self, what: Action[Any], args: Any, passage: Passage, doing: Doing) -> Reply:
        request = passage.request
        if doing.target is not None:
            self.masks.add_rules(passage.profile.record.redact if passage.profile is not None else ())
            for subscriber in self.subscribers:
                subscriber.attached(doing.target, passage.profile)
        if not what.reads:
            self.last_seen.let_take_in(doing, what.name)
        found = (None if what.reads else self.last_seen.element(doing)) or self._find(what, doing)
        doing.control = passage.control = found.control if found else None
        secrets.hide(self.masks, doing, request)
        if what.reads:
            try:
                performed = what.perform(doing, args)
            finally:
                self.guard.note_read()  # a wait that ended in vain tells what was seen, too
            secrets.hide_read(self.masks, doing, performed.result, request.args.get("until"))
            return self._replying.reply(what, doing, found, performed, passage)
        key = element_key(doing.control, doing.selector)
        self.guard.check_repeat(doing.policy, what.name, dict(request.args), doing.app, key)
        if what.activates and doing.control is not None:
            self._check_press(doing, doing.control, healed=found is not None and found.healed)
        performed, seen = self._act(what, args, passage, doing)
        secrets.hide_kept(self.masks, passage)
        self.guard.note_act(what.name, dict(request.args), doing.app, key, confirmed=seen.effect == "confirmed")
        return self._replying.reply(what, doing, found, performed, passage, seen)

    def _check_press(self, doing: Doing, control: Control, *, healed: bool = False) -> None:
        """Ask for consent where pressing an element is destructive; never for one that only stands in its place."""
        if healed and consenting.reason_of(doing, control) is not None:
            raise StaleRef(
                f"The element behind the ref is gone; {control.describe()} stands in its place.",
                details={"candidates": [control.to_dict()]},
            )
        consenting.of_control(doing, control, doing.before)

    def _act(self, what: Action[Any], args: Any, passage: Passage, doing: Doing) -> tuple[Performed, effect.Seen]:
        """Perform the act between its evidence before and after."""
        changing = self.last_seen.self_changing(doing.app)
        before = doing.before = passage.before = inner_windows.seen_in_front(doing, self.last_seen.before(doing))
        doing.over = changing.rest(before)
        for subscriber in self.subscribers:
            subscriber.before(passage)
        for source in self.sources:
            source.before(doing)
        if doing.control is not None:
            doing.control = doing.show(doing.control)
        passage.acted = True
        try:
            performed = renewed.perform(doing, lambda: what.perform(doing, args), self._check_press)
            passage.item = performed.item
            self.last_seen.entered(doing.app, performed, doing.control)
            seen = effect.watch(doing, doing.before or before, performed, changing)
        except AppExited as error:
            if error.details.get("exit_code") == 0:
                return Performed("none"), effect.Seen("confirmed", {"exited": 0})
            raise
        except StaleRef:
            effect.rest(doing)  # of a program that hangs every element may seem to be gone
            raise
        others = ((source.name, source.after(doing, performed)) for source in self.sources)
        seen = combined(seen, {name: other for name, other in others if other is not None})
        changing.leave(before, seen.after)
        passage.after, passage.windows = seen.after, seen.windows
        passage.read_at, passage.read_s = self.desktop.clock.now(), doing.read_s
        return performed, seen

    def _find(self, what: Action[Any], doing: Doing) -> Found | None:
        if (selector := doing.selector) is None or not what.resolves:
            return None
        return doing.find(selector) if what.reads else reaching.find_for_act(doing, selector)

    def reading(self, app: Target, timeout_ms: int | None = None) -> Doing:
        """Return a context that only looks: for expectations and searches outside an action."""
        timeout_s = self._timeout_s(Request("wait_for", target=app, timeout_ms=timeout_ms))
        return self._context(app, self.targets.policy_for(app), self.desktop.clock.now() + timeout_s)

    def _context(self, app: Target | None, policy: Policy, deadline: float) -> Doing:
        """Return the context of an action; nothing destructive is permitted in it yet."""
        return Doing(
            desktop=self.desktop,
            target=app,
            policy=policy,
            refs=self.refs,
            deadline=deadline,
            permit=admission.permit_nothing,
            resolve=self.targets.resolve,
            marks=self.marks,
            album=self.album,
            base_dir=self.base_dir,
            update_baselines=self.update_baselines,
            keep_picture=self.store.picture if self.store is not None else None,
            cover=self._replying.cover_picture if self.masks.version else None,
        )

    def timeouts_of(self, app: Target | None) -> ProfileTimeouts:
        """Return the timeouts of an application's profile; the defaults where it has none."""
        profile = self.targets.profile_of(app)
        return profile.timeouts if profile is not None else ProfileTimeouts()

    def _conclude(self, passage: Passage) -> tuple[Remark, ...]:
        """Notify the subscribers of what has ended, and return what they say of it."""
        if passage.reply is None or passage.after is None:  # else it was done before the reply was made
            secrets.hide_kept(self.masks, passage)
        is_refused = passage.error is not None and passage.error.exit_code == REFUSED
        ending = "after" if passage.error is None else "refused" if is_refused else "failed"
        remarks = [remark for subscriber in self.subscribers for remark in getattr(subscriber, ending)(passage)]
        app = passage.request.target
        if app is not None and passage.after is not None and passage.error is None:
            self.last_seen.leave(app, passage.after, passage.read_at, passage.read_s)
        return tuple(remarks)
