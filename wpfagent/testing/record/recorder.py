"""What is kept of each action: the evidence before and after, the record's line, the oracles' findings.

A gate hands over each action when it has ended, however it ended. Trees and pictures stay in memory until a mode or a
failure asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from wpfagent.actions import ACTIONS, effect, pictures
from wpfagent.actions.doing import Doing
from wpfagent.actions.expect import Verdict
from wpfagent.core.errors import AppFailed, AppNotResponding, WpfAgentError
from wpfagent.core.model import Control, Liveness, Picture, Rect, Snapshot, Usage, WindowInfo, iso_time
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.locate import RefBook
from wpfagent.desktops.target import Target
from wpfagent.gate.request import Reply, Request
from wpfagent.testing.oracles.base import CheckKind, Finding, Observation
from wpfagent.testing.record.masking import Masks
from wpfagent.testing.record.second_look import LiveSecondLook
from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.record.trail import Entry, Incident, Moment, Trail

if TYPE_CHECKING:
    from wpfagent.testing.oracles.judging import Judge

Screenshots = Literal["never", "on_failure", "each_step", "around_actions"]
LOOK_MS = 2_000
"""What reading the evidence after an action may take."""
PICTURE_HOLDS_S = 2.0
"""So long a picture stands for a window whose tree has not changed."""
BUSY_SHOWN_MS = 200
"""From when on the record says how long the UI thread was busy."""


@dataclass(slots=True)
class Passage:
    """One action's or check's way through the gate, as far as it came.

    Args:
        request: what was asked.
        started: on the desktop's clock.
        check: which kind of check it is; '' for an action.
        expected: a check's expectation in JSON form.
        selector: which element, as it was given.
        doing: the context, once there was one.
        control: the element, once it was found.
        item: the menu item that the action's path led to.
        acted: whether the program may have been changed.
        consented: whether something destructive was consented to.
        before: how the application was before.
        after: the tree where the effect was read, or that was read when it had ended.
        read_at: when that was, on the desktop's clock.
        read_s: how long reading it took.
        windows: those that were there when the effect was seen, where they were listed after it.
        reply: what it came to.
        verdict: what a check came to.
        error: what it raised.
    """

    request: Request
    started: float
    check: CheckKind = ""
    expected: Mapping[str, Any] = field(default_factory=dict)
    selector: Selector | None = None
    doing: Doing | None = None
    control: Control | None = None
    item: Control | None = None
    acted: bool = False
    consented: bool = False
    before: Moment | None = None
    after: Snapshot | None = None
    read_at: float = 0.0
    read_s: float = 0.0
    windows: tuple[WindowInfo, ...] = ()
    reply: Reply | None = None
    verdict: Verdict | None = None
    error: WpfAgentError | None = None

    @property
    def effect(self) -> str | None:
        """Its effect, where it acted."""
        return self.reply.effect if self.reply is not None else None

    @property
    def came_too_late(self) -> bool:
        """Whether the application had failed before an action began that might have changed it."""
        what = ACTIONS.get(self.request.action)
        return isinstance(self.error, AppFailed) and not self.acted and what is not None and not what.reads

    def describe(self, selector: Selector | None) -> str:
        """Return it in words: `click Button 'Card' (automation_id CardButton)`, `check text_equals 'Saved' of …`."""
        if self.check:
            words = ", ".join(f"{k} {v!r}" for k, v in self.expected.items() if k != "selector")
            return f"check {words}" + (f" of {selector.describe()}" if selector is not None else "")
        name = self.request.action
        if name == "glance":
            return "look at the program once more"
        if self.control is not None:
            return f"{name} {self.control.describe()}"
        if selector is not None:
            return f"{name} {selector.describe()}"
        texts = (" > ".join(v) if isinstance(v, list | tuple) else v for v in self.request.args.values() if _is_text(v))
        text = next(texts, None)
        return f"{name} {text!r}" if text is not None else name


class Recorder:
    """Keeps what one gate does.

    Args:
        desktop: where.
        look: gives a context that only looks at a target, for so many milliseconds.
        refs: the refs that were given out.
        session: the record; None keeps none.
        screenshots: when pictures are written: `never` (but for a failure), `on_failure` (also of what could not be
            done), `each_step`, `around_actions` that changed something.
        take_pictures: False takes none at all, not even for a failure.
        judge: the oracles; None asks none.

    Attributes:
        on_incident: hears of each failure that was not reported before, once it is in the record.
        found: all that the oracles have found so far.
        usage: what the process held after the last action that was judged.
    """

    def __init__(
        self,
        desktop: Desktop,
        look: Callable[[Target, int], Doing],
        refs: RefBook,
        *,
        session: SessionWriter | None = None,
        screenshots: Screenshots = "never",
        take_pictures: bool = True,
        judge: Judge | None = None,
    ) -> None:
        self.desktop = desktop
        self.session = session
        self.screenshots: Screenshots = screenshots
        self.take_pictures = take_pictures and session is not None
        self.judge = judge
        self.on_incident: Callable[[Incident], None] | None = None
        self.trail = Trail()
        self.usage: Usage | None = None
        self.found: list[Finding] = []
        self.masks = session.masks if session is not None else Masks()
        self._look = look
        self._refs = refs
        self._windows: dict[str, frozenset[int]] = {}
        self._last_picture: Picture | None = None
        self._left: Moment | None = None
        self._left_at = 0.0
        self._monitors: tuple[Rect, ...] | None = None

    @property
    def active(self) -> bool:
        """Whether anything is kept or judged."""
        return self.session is not None or self.judge is not None

    def before(self, doing: Doing, snapshot: Snapshot) -> Moment:
        """Return how the application is before an action, with a picture where one will be asked for.

        A tree that the last action left, and that still counts, comes with the picture that was taken then; so does one
        that was read anew and is the same.
        """
        left, self._left = self._left, None
        is_fresh = self.desktop.clock.now() - self._left_at <= PICTURE_HOLDS_S
        if left is not None and left.picture is not None and is_fresh and _is_same(left.snapshot, snapshot):
            return replace(left, time=iso_time())
        return Moment(iso_time(), snapshot, self._picture(doing, snapshot.windows) if self.take_pictures else None)

    def conclude(
        self,
        passage: Passage,
        *,
        freeze_ms: int,
        is_test: bool,
        is_exploring: bool = False,
        logs: tuple[str, ...] = (),
        only_findings: bool = False,
    ) -> tuple[Finding, ...]:
        """Judge and record what has ended; return what was found and not reported before.

        Raises:
            StorageFailed: the record cannot be written any more.
        """
        if not self.active:
            return ()
        target = passage.request.target
        selector = self._refs.durable(passage.selector) if passage.selector is not None else None
        if target is None:
            self._keep(passage, selector, ())
            return ()
        windows = passage.windows or tuple(self.desktop.windows(target.pid))
        liveness = self.desktop.liveness(target.pid, shown=windows or None)
        busy_ms = self._busy_ms(passage, liveness, freeze_ms)
        after, missing = self._tree(passage, target, windows, liveness)
        found: tuple[Finding, ...] = ()
        if self.judge is not None:
            usage = self.desktop.usage(target.pid) if passage.acted and liveness.running else None
            self.usage = usage or self.usage
            observation = Observation(
                target=target,
                action="expect" if passage.check else passage.request.action,
                subject=self.masks.mask(self._subject(passage, selector)),
                args=self.masks.mask(dict(passage.request.args)),
                effect=passage.effect,
                selector=selector,
                control=passage.control,
                item=passage.item,
                before=passage.before.snapshot if passage.before is not None else None,
                after=after,
                windows=windows,
                liveness=liveness,
                usage=usage,
                monitors=self._screens(),
                error=passage.error,
                verdict=passage.verdict,
                check=passage.check,
                busy_ms=busy_ms,
                freeze_ms=freeze_ms,
                is_test=is_test,
                is_exploring=is_exploring,
                stderr_path=self._stderr_path(target),
                logs=logs,
                time_s=self.desktop.clock.now(),
                second_look=self._second_look(target) if after is not None else None,
            )  # fmt: skip
            found = tuple(map(self._masked, self.trail.fresh(target, self.judge.judge(observation))))
            self.found += found
        if only_findings and not found:
            return ()
        failures = [f for f in found if f.severity == "failure"]
        picture = None
        if self._wants_picture(passage, bool(failures)) and liveness.running:
            # a failure may have been waited for: other windows may be there by now
            picture = self._picture(self._look(target, LOOK_MS), None if failures else windows)
        moment = self._left = Moment(iso_time(), after, picture, missing)
        self._left_at = self.desktop.clock.now()
        entry = self._keep(passage, selector, found, moment, busy_ms=busy_ms, failed=bool(failures))
        if failures and self.on_incident is not None:
            rest = tuple(f for f in found if f is not failures[0])
            cause = self.trail.cause_of(failures[0], entry)
            self.on_incident(Incident(failures[0], rest, entry, cause, moment, target))
        return found

    def _subject(self, passage: Passage, selector: Selector | None) -> str:
        """What a finding came after, in words: the last action, where this one was not begun and the program failed."""
        last = self.trail.last_act
        by_itself = passage.request.action == "glance" or isinstance(passage.error, AppFailed)
        return last.subject if by_itself and not passage.acted and last is not None else passage.describe(selector)

    def _second_look(self, target: Target) -> LiveSecondLook:
        return LiveSecondLook(self.desktop, lambda: self._look(target, LOOK_MS))

    def _screens(self) -> tuple[Rect, ...]:
        """The rectangles of the screens, asked for once."""
        if self._monitors is None:
            self._monitors = tuple(Rect(*m["rect"]) for m in self.desktop.environment().get("monitors", ()))
        return self._monitors

    def _stderr_path(self, target: Target) -> str | None:
        """What the program writes to stderr, where this session launched it."""
        return f"{self.session.folder}/app.stderr.log" if self.session and target.how != "attached" else None

    def attached(self, target: Target, logs: tuple[str, ...] = ()) -> None:
        """Take note of a target: what it shows and has logged already is nobody's finding."""
        if target.identity in self._windows or self.judge is None:
            return
        windows = tuple(self.desktop.windows(target.pid))
        self._windows[target.identity] = frozenset(w.hwnd for w in windows)
        usage, stderr_path = self.desktop.usage(target.pid), self._stderr_path(target)
        self.judge.begin(target.identity, windows=windows, logs=logs, stderr_path=stderr_path, usage=usage)

    def start_over(self) -> None:
        """Forget what was done before: a new run of the application begins."""
        self.trail, self.usage = Trail(), None

    def _masked(self, finding: Finding) -> Finding:
        masks, exception = self.masks, finding.exception
        if not masks.version:
            return finding
        if exception is not None:
            text, message = masks.text(exception.text), masks.text(exception.message)
            exception = replace(exception, text=text, message=message)
        return replace(
            finding,
            title=masks.text(finding.title),
            actual=masks.text(finding.actual),
            expected=masks.text(finding.expected),
            details=masks.mask(dict(finding.details)),
            exception=exception,
        )

    # -- reading ------------------------------------------------------------------------------------------------------

    def _busy_ms(self, passage: Passage, liveness: Liveness, freeze_ms: int) -> int:
        """How long the UI thread was busy; a thread that missed a short deadline gets as long as freezing takes."""
        doing = passage.doing
        if doing is None or doing.target is None:
            return 0
        if isinstance(passage.error, AppNotResponding) and liveness.running:
            clock = self.desktop.clock
            left_s = passage.started + freeze_ms / 1000 - clock.now()
            if left_s > 0:
                self.desktop.wait_idle(doing.target.pid, left_s)
            return round((clock.now() - passage.started) * 1000)
        return round(doing.busy_s * 1000)

    def _tree(
        self, passage: Passage, target: Target, windows: tuple[WindowInfo, ...], liveness: Liveness
    ) -> tuple[Snapshot | None, str]:
        """Return the tree afterwards: as the effect was read, or read now where something may have changed."""
        known, now = self._windows.get(target.identity), frozenset(w.hwnd for w in windows)
        self._windows[target.identity] = now
        if not liveness.running:
            return None, "the process has ended"
        if not liveness.responding or isinstance(passage.error, AppNotResponding):
            return None, "the program does not answer"
        if passage.after is not None:
            return passage.after, ""
        failed = passage.error is not None and passage.error.exit_code in (3, 5)
        bad = passage.verdict is not None and not passage.verdict.ok
        asked = self.judge is not None and self.judge.suspects and passage.request.action == "glance"
        if not (passage.acted or failed or bad or asked or (known is not None and now - known)):
            return None, ""
        try:
            looking = self._look(target, LOOK_MS)
            passage.after = effect.look(looking, windows)
        except WpfAgentError as error:
            return None, error.message
        passage.read_at, passage.read_s = self.desktop.clock.now(), looking.read_s
        return passage.after, ""

    def _wants_picture(self, passage: Passage, failed: bool) -> bool:
        if not self.take_pictures:
            return False
        reached = passage.error is None or passage.error.exit_code in (3, 5)
        return (
            failed
            or (self.screenshots == "each_step" and reached)
            or (self.screenshots == "around_actions" and passage.effect == "confirmed")
            or (self.screenshots != "never" and passage.error is not None and reached)
        )

    def _picture(self, doing: Doing, windows: tuple[WindowInfo, ...] | None) -> Picture | None:
        try:
            picture = pictures.take(doing, windows=windows)
        except WpfAgentError:
            return None  # a picture that cannot be taken must not stop the action
        if picture != self._last_picture:  # an equal one is kept once: pixels are large
            self._last_picture = picture
        return self._last_picture

    # -- the record ---------------------------------------------------------------------------------------------------

    def _keep(
        self,
        passage: Passage,
        selector: Selector | None,
        found: tuple[Finding, ...],
        after: Moment | None = None,
        *,
        busy_ms: int = 0,
        failed: bool = False,
    ) -> Entry:
        """Write the line of an action or check, with the evidence that the mode or a failure asks for."""
        fields = self._line(passage, selector)
        if busy_ms >= BUSY_SHOWN_MS:
            fields["busy_ms"] = busy_ms
        if found:
            fields["findings"] = [f.to_dict() for f in found]
        with self.session.lock if self.session is not None else nullcontext():  # the lanes of a server share a session
            entry = Entry(
                self.session.next_number if self.session is not None else 0,
                passage.describe(selector),
                fields,
                passage.control,
                passage.acted,
                passage.before,
                after,
                found,
            )
            self.trail.add(entry)
            if self.session is not None:
                if self._shows(passage, failed=failed):
                    fields |= self._evidence(self.session, passage.before, after)
                self.session.step(fields)
        return entry

    def _shows(self, passage: Passage, *, failed: bool) -> bool:
        """Whether the evidence of an action is written: a failure's always, else as the mode says."""
        mode = self.screenshots
        not_done = passage.error is not None and passage.error.exit_code in (3, 5)
        changed = passage.effect == "confirmed"
        return failed or mode == "each_step" or (mode == "around_actions" and changed) or (mode != "never" and not_done)

    def _evidence(self, session: SessionWriter, before: Moment | None, after: Moment | None) -> dict[str, Any]:
        """Write trees and pictures; return where they lie."""
        screens: dict[str, str] = {}
        rects: dict[str, list[int]] = {}
        trees: dict[str, str] = {}
        for name, moment in (("before", before), ("after", after)):
            if moment is None:
                continue
            if moment.picture is not None:
                screens[name] = session.screen(f"{session.next_number:04d}-{name}", moment.picture, moment.snapshot)
                rects[name] = list(moment.picture.rect)
            if moment.snapshot is not None:
                trees[name] = session.tree(moment.snapshot)
        made = {"screen": screens, "screen_rects": rects, "uia": trees}
        return {k: v for k, v in made.items() if v}

    def _line(self, passage: Passage, selector: Selector | None) -> dict[str, Any]:
        request, error = passage.request, passage.error
        fields: dict[str, Any] = {"subject": passage.describe(selector)}
        if passage.check:
            fields |= {"check": passage.check, **passage.expected}
            if passage.verdict is not None:
                fields["verdict"] = passage.verdict.to_dict()
        else:
            fields |= {"action": request.action, "args": self._args(request)}
        if passage.reply is not None:
            fields |= {k: v for k, v in passage.reply.to_dict().items() if k not in ("target", "findings")}
        if "selector" not in fields and selector is not None:
            fields["selector"] = selector.to_dict()
        if request.target is not None:
            fields["target"] = {"process": request.target.process, "title": request.target.title}
        if passage.control is not None:
            fields["element"] = element_of(passage.control)
        if request.note:
            fields["note"] = request.note
        if passage.consented:
            fields["confirmed_by_caller"] = True
        if error is not None:
            fields |= {"effect": "refused"} if error.exit_code == 4 else {}
            fields |= {"begun": False} if passage.came_too_late else {}
            fields |= without_token(error)
        fields.setdefault("elapsed_ms", round((self.desktop.clock.now() - passage.started) * 1000))
        return fields | dict(request.place)

    def _args(self, request: Request) -> dict[str, Any]:
        """The arguments as they may be kept: no refs."""
        args = {k: v for k, v in request.args.items() if v is not None}
        for key, value in args.items():
            if isinstance(value, Mapping) and "ref" in value:
                args[key] = self._refs.durable(Selector.parse(value)).to_dict()
        return args


def _is_text(value: Any) -> bool:
    """Whether an argument is a text, or the captions of a path."""
    return isinstance(value, str) or (isinstance(value, list | tuple) and all(isinstance(v, str) for v in value))


def _is_same(left: Snapshot | None, now: Snapshot) -> bool:
    """Whether nothing has changed since; `is` first: comparing hundreds of controls takes its time."""
    return left is now or (left is not None and left.windows == now.windows and left.controls == now.controls)


def without_token(error: WpfAgentError) -> dict[str, Any]:
    """Return an error as the record keeps it: whoever reads it must not be able to consent."""
    made = error.to_dict()
    token = error.details.get("confirm_token")
    if token is not None:
        kept = {k: v for k, v in error.details.items() if k != "confirm_token"}
        made["error"] |= {"details": kept, "hint": error.hint.replace(repr(token), "that was given")}
    return made


def element_of(control: Control) -> dict[str, Any]:
    """Return what the record says about an element: how it was at that moment."""
    shown = control.to_dict()
    keys = ("automation_id", "name", "control_type", "class_name", "enabled", "visible", "bounding_rect")
    return {k: shown[k] for k in keys}
