"""The one gate: every action of every entry passes here.

In this order: validate arguments -> policy -> resolve the selector with auto-wait -> actionability -> evidence before
-> act -> watch the effect -> oracles -> record. A refused action leaves the application untouched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wpfagent.actions import actionability, consenting, effect, expect, get_action
from wpfagent.actions.base import Action, Performed
from wpfagent.actions.doing import LISTED_S, Doing
from wpfagent.actions.expect import Expectation, Verdict
from wpfagent.actions.texting import resolve_secret
from wpfagent.core import wait
from wpfagent.core.errors import (
    AppExited,
    AppNotResponding,
    ElementNotEnabled,
    InvalidArgument,
    RefusedDestructive,
    RefusedOutsideTarget,
    StaleRef,
    ToolDisabled,
    WpfAgentError,
)
from wpfagent.core.model import Control, Picture, Snapshot
from wpfagent.core.selector import Selector, durable
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.locate import Found, RefBook, Search
from wpfagent.desktops.target import Target
from wpfagent.gate.request import Reply, Request
from wpfagent.gate.targets import Targets
from wpfagent.profiles.profile import Profile, ProfileTimeouts
from wpfagent.safety.destructive import Reason
from wpfagent.safety.policy import Guard, Policy, element_key, fingerprint
from wpfagent.testing.oracles.base import CheckKind, Finding
from wpfagent.testing.record.recorder import Passage, Recorder, Screenshots
from wpfagent.testing.record.secret_names import is_secret_field
from wpfagent.testing.record.session import SessionWriter

if TYPE_CHECKING:
    from wpfagent.testing.oracles.judging import Judge

TESTS = ("scenario", "replay")
"""Callers whose steps somebody promised to be possible."""
JUDGE_MS = 2_000
"""How long the reads of a check that does not wait may take."""


class Gate(Targets):
    """Performs actions on one desktop under one policy, and records them.

    Args:
        desktop: where.
        policy: what the caller may do; a profile's safety is added when its target is resolved.
        profiles: the profiles by name.
        session: the record; None records nothing.
        screenshots: when pictures are written to the record.
        guard: the memory of tokens and repeats.
        refs: the refs that were given out before.
        base_dir: where a scenario's relative paths start.
        update_baselines: whether `screenshot_diff` writes its baselines.
        timeout_ms: how long an action may take where neither it nor a profile says so.
        judge: the oracles that look at each action; None asks none.
        take_pictures: False takes none at all, not even for a failure.
    """

    def __init__(
        self,
        desktop: Desktop,
        *,
        policy: Policy | None = None,
        profiles: Mapping[str, Profile] | None = None,
        session: SessionWriter | None = None,
        screenshots: Screenshots = "never",
        guard: Guard | None = None,
        refs: RefBook | None = None,
        base_dir: str = ".",
        update_baselines: bool = False,
        timeout_ms: int | None = None,
        judge: Judge | None = None,
        take_pictures: bool = True,
    ) -> None:
        super().__init__(desktop, policy or Policy(), profiles or {}, session)
        self.guard = guard or Guard()
        self.refs = refs or RefBook()
        self.base_dir = base_dir
        self.update_baselines = update_baselines
        self.timeout_ms = timeout_ms
        self.marks: dict[tuple[str, str], Snapshot] = {}
        self.restless: dict[str, effect.Restless] = {}
        self._left: dict[str, effect.Look] = {}
        self._looked: dict[str, effect.Look] = {}
        self.recorder = Recorder(
            desktop,
            self.reading,
            self.refs,
            session=session,
            screenshots=screenshots,
            take_pictures=take_pictures,
            judge=judge,
        )

    # -- actions ------------------------------------------------------------------------------------------------------

    def execute(self, request: Request) -> Reply:
        """Perform one action and return what it came to; refusals and failures are recorded, then raised."""
        passage = Passage(request, self.desktop.clock.now())
        try:
            what = get_action(request.action)
            args, passage.selector = self._validate(what, request)
            passage.doing = self._doing(what, passage)
            reply = self._perform(what, args, passage, passage.doing)
        except WpfAgentError as error:
            masks = self.recorder.masks
            if passage.control is None:
                self._hide_untyped(request)
            error.message, error.details = masks.text(error.message), masks.mask(error.details)
            passage.error = error
            self._conclude(passage)
            raise
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
        """Wait until an expectation holds or the time is up, and return the verdict; both are judged and recorded.

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
        request = Request("expect", {}, selector, app, timeout_ms, place=place or {})
        on = expectation.selector or selector
        passage = Passage(request, self.desktop.clock.now(), check, expectation.to_dict(), on)
        try:
            doing = self.reading(app, timeout_ms)
            doing.check_alive()
            verdict = self._shown(expect.hold(expectation, doing, selector))
        except WpfAgentError as error:
            passage.error = error
            self._conclude(passage)
            raise
        passage.verdict = verdict
        self._conclude(passage, only_findings=check == "invariant" and verdict.ok)
        return verdict

    def report(self, expectation: Expectation, app: Target, verdict: Verdict, *, place: Mapping[str, Any]) -> None:
        """Record and judge a condition that must not hold and does."""
        passage = Passage(Request("expect", target=app, place=place), self.desktop.clock.now(), "failure",
                          expectation.to_dict(), expectation.selector, verdict=verdict)  # fmt: skip
        self._conclude(passage)

    def give_up(self, request: Request, error: WpfAgentError) -> WpfAgentError:
        """Record and judge an action that is not tried any more; return the error that says why."""
        selector = Selector.parse(request.selector) if request.selector is not None else None
        self._conclude(Passage(request, self.desktop.clock.now(), selector=selector, error=error))
        return error

    def glance(self, app: Target, *, late_s: float = 0.0) -> tuple[Finding, ...]:
        """Let the oracles look at an application between actions; only what they find is recorded.

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
        passage = Passage(Request("glance", target=app), self.desktop.clock.now())
        looking = self.reading(app, self.timeouts_of(app).freeze_ms)
        try:
            effect.rest(looking)
        except AppNotResponding as error:
            passage.error, passage.doing = error, looking
        except AppExited:
            pass  # the oracles see it by themselves
        return self._conclude(passage, only_findings=True)

    def is_true_now(self, expectation: Expectation, app: Target) -> Verdict:
        """Return the verdict of this moment, without a record. Raises AppExited, AppNotResponding."""
        doing = self.reading(app, JUDGE_MS)
        doing.check_alive()
        return self._shown(expect.judge(expectation, doing))

    def _shown(self, verdict: Verdict) -> Verdict:
        """A verdict without secrets: it goes into replies, reports and annotations."""
        masks = self.recorder.masks
        if not masks.version:
            return verdict
        details = masks.mask(dict(verdict.details))
        return replace(
            verdict, expected=masks.text(verdict.expected), actual=masks.text(verdict.actual), details=details
        )

    def _validate(self, what: Action[Any], request: Request) -> tuple[Any, Selector | None]:
        selector = Selector.parse(request.selector) if request.selector is not None else None
        if selector is None and what.selector == "required":
            raise InvalidArgument(f"{what.name} needs a selector.", hint="For example automation_id, or name.")
        if selector is not None and what.selector == "none":
            raise InvalidArgument(f"{what.name} takes no selector.", hint=what.summary)
        if request.target is None and what.target == "required":
            raise InvalidArgument(f"{what.name} needs a target.", hint="Give target_id, window_query or target_spec.")
        timeout_ms: Any = request.timeout_ms  # whoever calls from Python may pass anything
        whole = isinstance(timeout_ms, int) and not isinstance(timeout_ms, bool)
        if timeout_ms is not None and (not whole or timeout_ms < 0):
            raise InvalidArgument(f"timeout_ms cannot be {timeout_ms!r}.", hint="A whole number, 0 or more.")
        return what.make_args(request.args), selector

    def _doing(self, what: Action[Any], passage: Passage) -> Doing:
        request, selector = passage.request, passage.selector
        policy = self.policy_for(request.target)
        if what.name in policy.disabled:
            raise ToolDisabled(f"{what.name} is switched off here.")
        policy.check_mode(what.name, what.risk)
        if selector is not None and selector.bounding_rect is not None and not _has_other_rung(selector):
            policy.check_mode(f"{what.name} by bounding_rect", "coordinates")
        if policy.input != "never":
            self.desktop.check_interactive()
        if request.target is None and policy.fence is not None and what.target == "optional":
            raise RefusedOutsideTarget(
                f"{what.name} without a target shows the whole desktop, and this server is fenced.",
                hint=f"Name a target: one of the profiles {', '.join(sorted(policy.fence))}.",
            )
        if request.target is not None:
            policy.check_fence(request.target)
            request.target.check_running(self.desktop)
        granted: set[str] = set()

        def permit(reason: Reason, control: Control | None) -> None:
            assert request.target is not None
            if granted:
                return
            bound = fingerprint(
                what.name, dict(request.args), request.target, self.desktop.windows(request.target.pid), control
            )
            self.guard.check_consent(policy, reason, request.consent, bound)
            granted.add(bound)
            passage.consented = True

        return Doing(
            desktop=self.desktop,
            target=request.target,
            policy=policy,
            refs=self.refs,
            deadline=passage.started + self._timeout_s(request),
            permit=permit,
            resolve=self.resolve,
            marks=self.marks,
            selector=selector,
            base_dir=self.base_dir,
            update_baselines=self.update_baselines,
            keep_picture=self.session.picture if self.session is not None else None,
            cover=self._cover if self.recorder.masks.version else None,
        )

    def _timeout_s(self, request: Request) -> float:
        if request.timeout_ms is not None:
            return request.timeout_ms / 1000
        if (profile := self._profile_of(request.target)) is not None:
            return profile.timeouts.action_ms / 1000
        return self.timeout_ms / 1000 if self.timeout_ms is not None else wait.DEFAULT_TIMEOUT_S

    def _perform(self, what: Action[Any], args: Any, passage: Passage, doing: Doing) -> Reply:
        request = passage.request
        if doing.target is not None:
            profile = self._profile_of(doing.target)
            self.recorder.masks.add_rules(profile.record.redact if profile is not None else ())
            self.recorder.attached(doing.target, self._logs(doing.target))
        found = self._just_seen(what, doing) or self._find(what, doing)
        doing.control = passage.control = found.control if found else None
        self._hide_secret(doing, request)
        if what.reads:
            try:
                performed = what.perform(doing, args)
            finally:
                self.guard.note_read()  # a wait that ended in vain tells what was seen, too
            return self._reply(what, doing, found, performed, passage)
        key = element_key(doing.control, doing.selector)
        self.guard.check_repeat(doing.policy, what.name, dict(request.args), doing.app, key)
        if what.activates and doing.control is not None:
            if found is not None and found.healed and consenting.reason_of(doing, doing.control) is not None:
                raise StaleRef(
                    f"The element behind the ref is gone; {doing.control.describe()} stands in its place.",
                    details={"candidates": [doing.control.to_dict()]},
                )
            consenting.of_control(doing, doing.control, doing.before)
        restless = self._restless(doing.app)
        before = doing.before = self._before(doing)
        restless.rest(before)
        passage.before = self.recorder.before(doing, before)
        if doing.control is not None:
            doing.control = doing.show(doing.control)
        passage.acted = True
        try:
            performed = what.perform(doing, args)
            passage.item = performed.item
            seen = effect.watch(doing, before, performed, restless.refs())
            restless.last = passage.after = seen.after
            passage.windows = seen.windows
            passage.read_at, passage.read_s = self.desktop.clock.now(), doing.read_s
        except AppExited as error:
            if error.details.get("exit_code") != 0:
                raise
            performed, seen = Performed("none"), effect.Seen("confirmed", {"exited": 0})
        except StaleRef:
            effect.rest(doing)  # of a program that hangs every element may seem to be gone
            raise
        self.guard.note_act(what.name, dict(request.args), doing.app, key, confirmed=seen.effect == "confirmed")
        return self._reply(what, doing, found, performed, passage, seen)

    def look(self, app: Target, timeout_ms: int) -> Snapshot:
        """Return what an application shows to a caller who chooses the next action by it.

        Right after an action this may be how that action left it; an action that follows at once takes it as its
        evidence before. Either only while the windows are the same and little time has passed.

        Raises:
            AppExited, AppNotResponding: it cannot be read.
        """
        doing, clock = self.reading(app, timeout_ms), self.desktop.clock
        windows, listed_at = doing.windows(), clock.now()
        left = self._left.pop(app.identity, None)
        anew = self._restless(app).wants_look() or left is None or not left.holds(windows, listed_at)
        if anew or left is None:
            snapshot = effect.look(doing, windows)
            looked = effect.Look(snapshot, clock.now(), doing.read_s)
        else:
            looked = left
        self._looked[app.identity] = replace(looked, listed_at=listed_at)
        return looked.snapshot

    def seen_at(self, app: Target) -> float:
        """Return when what `look` returned last had been read, on the desktop's clock."""
        looked = self._looked.get(app.identity)
        return looked.at if looked is not None else self.desktop.clock.now()

    def _before(self, doing: Doing) -> Snapshot:
        """Return how the application is now: as the caller has just seen it, or read anew."""
        self._left.pop(doing.app.identity, None)
        looked = self._looked.pop(doing.app.identity, None)
        if doing.before is not None:
            return doing.before
        windows = doing.found_among()
        if looked is not None and looked.holds(windows, self.desktop.clock.now()):
            return looked.snapshot
        return effect.look(doing, windows)

    def _just_seen(self, what: Action[Any], doing: Doing) -> Found | None:
        """Return the element behind a ref as the caller has just seen it, where it can be used as it stands there.

        What was seen is `doing.before` then. None: the element is to be found, and may be waited for.
        """
        ref = doing.selector.ref if doing.selector is not None else None
        looked = self._looked.get(doing.target.identity) if doing.target is not None else None
        if what.reads or looked is None or ref is None or doing.selector != Selector(ref=ref):
            return None
        seen, now = looked.snapshot, self.desktop.clock.now()
        control = next((c for c in seen.controls if c.ref == ref), None)
        windows = seen.windows if now - looked.listed_at <= LISTED_S else doing.windows()
        if control is None or not looked.holds(windows, now):
            return None
        try:
            actionability.check_not_blocked(control, windows)
            actionability.check_enabled(control)
        except ElementNotEnabled:
            return None
        doing.before = seen
        return Found(control, "ref")

    def _restless(self, app: Target) -> effect.Restless:
        return self.restless.setdefault(app.identity, effect.Restless())

    def _hide_secret(self, doing: Doing, request: Request) -> None:
        """Let nothing that follows show the text of a secret, or of a password field."""
        if (name := request.args.get("secret")) is not None:
            self.recorder.masks.add(resolve_secret(name), name)
        text = request.args.get("text")
        if self.policy.caller in ("random", "replay"):
            return  # what the dice make is nobody's secret; what is one stands in a replay file by its name
        if doing.control is not None and doing.control.is_password and isinstance(text, str) and text:
            self.recorder.masks.add(text, "PASSWORD")

    def _hide_untyped(self, request: Request) -> None:
        """Hide a text that was meant for a field that nobody saw, where the selector sounds like a password's."""
        given = request.selector
        selector: Mapping[str, Any] = given if isinstance(given, Mapping) else given.to_dict() if given else {}
        named = [selector.get(key) for key in ("automation_id", "name", "label")]
        text = request.args.get("text")
        if isinstance(text, str) and any(isinstance(name, str) and is_secret_field(name) for name in named):
            self.recorder.masks.add(text, "PASSWORD")

    def _find(self, what: Action[Any], doing: Doing) -> Found | None:
        if doing.selector is None or not what.resolves:
            return None
        if what.reads:
            return doing.find(doing.selector)
        return doing.find_enabled(doing.selector)

    def _reply(
        self,
        what: Action[Any],
        doing: Doing,
        found: Found | None,
        performed: Performed,
        passage: Passage,
        seen: effect.Seen | None = None,
    ) -> Reply:
        masks = self.recorder.masks
        result = masks.mask(dict(performed.result))
        picture = performed.picture
        if picture is not None and self.session is not None:
            picture = self._cover(doing, picture)
            name = f"{self.session.next_number:04d}-{what.name}"
            path = self.session.picture(name, picture.png)
            result = {"screenshot_id": f"{self.session.session_id}/{name}", "path": path, **result}
        return Reply(
            action=what.name,
            target=doing.target,
            selector=self._durable(doing, found, passage),
            matched_by=found.matched_by if found else "",
            method=performed.method,
            effect=seen.effect if seen else None,
            evidence=masks.mask(dict(seen.evidence)) if seen else {},
            elapsed_ms=round((self.desktop.clock.now() - passage.started) * 1000),
            result=result,
            healed=found.healed if found else False,
            control=found.control if found else None,
            picture=picture,
            desktop=self.desktop.name,
        )

    def _cover(self, doing: Doing, picture: Picture) -> Picture:
        """Paint over what must not be seen; what hangs is covered as far as it is known."""
        if self.session is None:
            return picture
        try:
            shown = effect.look(doing) if doing.target is not None else None
        except WpfAgentError:
            shown = None
        return self.session.covered(picture, shown)

    def _durable(self, doing: Doing, found: Found | None, passage: Passage) -> Selector | None:
        """The selector to record: every rung that is known; by ref, what tells the element from its equals."""
        given = doing.selector
        if found is None or given is None:
            return self.refs.durable(given) if given is not None else None
        if given.ref is not None and given.row is None:
            before = passage.before.snapshot if passage.before is not None else None
            if before is None:
                return doing.search().unique(found.control)
            search = Search(self.desktop, before.windows, self.refs, doing.deadline, doing.policy.extended)
            return replace(search, known=before).unique(found.control)
        if given.row is not None or given.label is not None or given.index is not None or given.within is not None:
            return self.refs.durable(given)
        return durable(found.control)

    def reading(self, app: Target, timeout_ms: int | None = None) -> Doing:
        """Return a context that only looks: for expectations and searches outside an action."""
        return Doing(
            desktop=self.desktop,
            target=app,
            policy=self.policy_for(app),
            refs=self.refs,
            deadline=self.desktop.clock.now() + self._timeout_s(Request("wait_for", target=app, timeout_ms=timeout_ms)),
            permit=_permit_nothing,
            resolve=self.resolve,
            marks=self.marks,
            base_dir=self.base_dir,
            update_baselines=self.update_baselines,
            keep_picture=self.session.picture if self.session is not None else None,
            cover=self._cover if self.recorder.masks.version else None,
        )

    def timeouts_of(self, app: Target | None) -> ProfileTimeouts:
        """Return the timeouts of an application's profile; the defaults where it has none."""
        profile = self._profile_of(app)
        return profile.timeouts if profile is not None else ProfileTimeouts()

    # -- the record ---------------------------------------------------------------------------------------------------

    def _conclude(self, passage: Passage, *, only_findings: bool = False) -> tuple[Finding, ...]:
        """Let the oracles judge what has ended, and keep it."""
        app = passage.request.target
        is_test = self.policy.caller in TESTS and passage.request.place.get("phase") != "teardown"
        found = self.recorder.conclude(
            passage,
            freeze_ms=self.timeouts_of(app).freeze_ms,
            is_test=is_test,
            is_exploring=self.policy.caller == "random",
            logs=self._logs(app),
            only_findings=only_findings,
        )
        if app is not None and passage.after is not None and passage.error is None:
            self._left[app.identity] = effect.Look(passage.after, passage.read_at, passage.read_s)
        return found

    def _profile_of(self, app: Target | None) -> Profile | None:
        return self.profiles.get(app.spec.profile or "") if app is not None else None

    def _logs(self, app: Target | None) -> tuple[str, ...]:
        profile = self._profile_of(app)
        return profile.logs if profile is not None else ()


def _permit_nothing(reason: Reason, _control: Control | None) -> None:
    raise RefusedDestructive(f"This only looks, and it would be destructive ({reason}).")


def _has_other_rung(selector: Selector) -> bool:
    return selector.automation_id is not None or selector.name is not None
