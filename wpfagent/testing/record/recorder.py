"""What is kept of each action: the evidence before and after, the record's line, the oracles' findings.

A gate hands over each action when it has ended, however it ended. Trees and pictures stay in memory until a mode or a
failure asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from wpfagent.actions import effect, pictures
from wpfagent.actions.doing import Doing
from wpfagent.core.errors import AppFailed, AppNotResponding, WpfAgentError
from wpfagent.core.model import Control, Liveness, Picture, Rect, Snapshot, Usage, WindowInfo, iso_time
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target
from wpfagent.gate.events import Call, Subscriber
from wpfagent.gate.execute import REFUSED, Gate
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Request
from wpfagent.profiles.profile import Profile
from wpfagent.testing.oracles.base import Finding, Observation
from wpfagent.testing.record.second_look import LiveSecondLook
from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.record.trail import Entry, FailureEvent, Moment, Trail
from wpfagent.testing.wording.subjects import subject_of

if TYPE_CHECKING:
    from wpfagent.testing.oracles.judging import Judge

Report = Callable[[FailureEvent], None]
Screenshots = Literal["never", "on_failure", "each_step", "around_actions"]
LOOK_MS = 2_000
"""What reading the evidence after an action may take."""
TESTS = ("scenario", "replay")
"""Callers whose steps somebody promised to be possible."""
PICTURE_HOLDS_S = 2.0
"""So long a picture stands for a window whose tree has not changed."""
BUSY_SHOWN_MS = 200
"""From when on the record says how long the UI thread was busy."""


class Recorder(Subscriber):
    """Keeps what passes one gate.

    Args:
        gate: what it subscribes to.
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
        gate: Gate,
        *,
        session: SessionWriter | None = None,
        screenshots: Screenshots = "never",
        take_pictures: bool = True,
        judge: Judge | None = None,
    ) -> None:
        self.desktop = gate.desktop
        self.session = session
        self.screenshots: Screenshots = screenshots
        self.take_pictures = take_pictures and session is not None
        self.judge = judge
        self.on_incident: Report | None = None
        self.trail = Trail()
        self.usage: Usage | None = None
        self.found: list[Finding] = []
        self.masks = gate.masks
        self._look = gate.reading
        self._refs = gate.refs
        self._windows: dict[str, frozenset[int]] = {}
        self._last_picture: Picture | None = None
        self._left: Moment | None = None
        self._left_at = 0.0
        self._monitors: tuple[Rect, ...] | None = None
        gate.subscribers.append(self)

    @property
    def folder(self) -> str | None:
        """The session's folder; None where none is kept."""
        return self.session.folder if self.session is not None else None

    def log(self, text: str) -> None:
        """Add a line to the session's log, where one is kept."""
        if self.session is not None:
            self.session.log(text)

    @property
    def active(self) -> bool:
        """Whether anything is kept or judged."""
        return self.session is not None or self.judge is not None

    def before(self, passage: Passage) -> None:
        """Keep how the application is before an act, with a picture where one will be asked for.

        A tree that the last action left, and that still counts, comes with the picture that was taken then; so does one
        that was read again and is the same.
        """
        if passage.before is None or passage.doing is None:
            return
        left, self._left = self._left, None
        is_fresh = self.desktop.clock.now() - self._left_at <= PICTURE_HOLDS_S
        if left is not None and left.picture is not None and is_fresh and _is_same(left.snapshot, passage.before):
            passage.kept[self] = replace(left, time=iso_time())
            return
        picture = self._picture(passage.doing, passage.before.windows) if self.take_pictures else None
        passage.kept[self] = Moment(iso_time(), passage.before, picture)

    def after(self, passage: Passage) -> tuple[Finding, ...]:
        """Judge and record what has ended; return what was found and not reported before."""
        return self._conclude(passage)

    def failed(self, passage: Passage) -> tuple[Finding, ...]:
        """Judge and record what could not be done."""
        return self._conclude(passage)

    def refused(self, passage: Passage) -> tuple[Finding, ...]:
        """Record what was not let through."""
        return self._conclude(passage)

    def close(self) -> None:
        """End the session, where its owner has not ended it."""
        if self.session is not None:
            self.session.close()

    def called(self, call: Call) -> None:
        """Record that an application was started or asked to end."""
        if self.session is None:
            return
        fields: dict[str, Any] = {"action": call.action, "args": dict(call.args)}
        fields |= {"subject": call.action.replace("_", " "), **call.came}
        if call.error is not None:
            fields |= _error_fields(call.error)
        if call.target is not None:
            fields["target"] = {"process": call.target.process, "title": call.target.title}
        self.session.step({**fields, "elapsed_ms": call.elapsed_ms})

    def _conclude(self, passage: Passage) -> tuple[Finding, ...]:
        """Judge and record what has ended, however it ended.

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
        busy_ms = self._busy_ms(passage, liveness)
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
                before=passage.before,
                after=after,
                windows=windows,
                liveness=liveness,
                usage=usage,
                monitors=self._screens(),
                error=passage.error,
                verdict=passage.verdict,
                check=passage.check,
                busy_ms=busy_ms,
                freeze_ms=passage.freeze_ms,
                is_test=passage.caller in TESTS and passage.request.place.get("phase") != "teardown",
                is_exploring=passage.caller == "random",
                stderr_path=self._stderr_path(target),
                logs=_logs(passage.profile),
                time_s=self.desktop.clock.now(),
                second_look=self._second_look(target) if after is not None else None,
            )  # fmt: skip
            found = tuple(map(self._masked, self.trail.fresh(target, self.judge.judge(observation))))
            self.found += found
        if passage.is_look and not found:
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
            self.on_incident(FailureEvent(failures[0], rest, entry, cause, moment, target))
        return found

    def _subject(self, passage: Passage, selector: Selector | None) -> str:
        """What a finding came after, in words: the last action, where this one was not begun and the program failed."""
        last = self.trail.last_act
        by_itself = passage.request.action == "glance" or isinstance(passage.error, AppFailed)
        return last.subject if by_itself and not passage.acted and last is not None else subject_of(passage, selector)

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

    def attached(self, app: Target, profile: Profile | None = None) -> None:
        """Take note of an application: what it shows and has logged already is nobody's finding."""
        if app.identity in self._windows or self.judge is None:
            return
        windows = tuple(self.desktop.windows(app.pid))
        self._windows[app.identity] = frozenset(w.hwnd for w in windows)
        usage, stderr_path = self.desktop.usage(app.pid), self._stderr_path(app)
        self.judge.begin(app.identity, windows=windows, logs=_logs(profile), stderr_path=stderr_path, usage=usage)

    @contextmanager
    def reporting_to(
        self, subscriber: Callable[[FailureEvent], None] | None
    ) -> Iterator[Callable[[FailureEvent], None] | None]:
        """Report failures to somebody else meanwhile, None to nobody; yields who is reported to otherwise."""
        otherwise, self.on_incident = self.on_incident, subscriber
        try:
            yield otherwise
        finally:
            self.on_incident = otherwise

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

    def _busy_ms(self, passage: Passage, liveness: Liveness) -> int:
        """How long the UI thread was busy; a thread that missed a short deadline gets as long as freezing takes."""
        doing = passage.doing
        if doing is None or doing.target is None:
            return 0
        if isinstance(passage.error, AppNotResponding) and liveness.running:
            clock = self.desktop.clock
            left_s = passage.started + passage.freeze_ms / 1000 - clock.now()
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
                subject_of(passage, selector),
                fields,
                passage.control,
                passage.acted,
                passage.kept.get(self),
                after,
                found,
            )
            self.trail.add(entry)
            if self.session is not None:
                if self._shows(passage, failed=failed):
                    fields |= self._evidence(self.session, passage.kept.get(self), after)
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
        fields: dict[str, Any] = {"subject": subject_of(passage, selector)}
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
            fields |= {"begun": False} if passage.came_too_late else {}
            fields |= _error_fields(error)
        fields.setdefault("elapsed_ms", round((self.desktop.clock.now() - passage.started) * 1000))
        return fields | dict(request.place)

    def _args(self, request: Request) -> dict[str, Any]:
        """The arguments as they may be kept: no refs."""
        args = {k: v for k, v in request.args.items() if v is not None}
        for key, value in args.items():
            if isinstance(value, Mapping) and "ref" in value:
                args[key] = self._refs.durable(Selector.parse(value)).to_dict()
        return args


def _is_same(left: Snapshot | None, now: Snapshot) -> bool:
    """Whether nothing has changed since; `is` first: comparing hundreds of controls takes its time."""
    return left is now or (left is not None and left.windows == now.windows and left.controls == now.controls)


def _logs(profile: Profile | None) -> tuple[str, ...]:
    return profile.logs if profile is not None else ()


def _error_fields(error: WpfAgentError) -> dict[str, Any]:
    """Return an error as the record keeps it: whoever reads it must not be able to consent."""
    made = error.to_dict()
    token = error.details.get("confirm_token")
    if token is not None:
        kept = {k: v for k, v in error.details.items() if k != "confirm_token"}
        made["error"] |= {"details": kept, "hint": error.hint.replace(repr(token), "that was given")}
    return {**({"effect": "refused"} if error.exit_code == REFUSED else {}), **made}


def element_of(control: Control) -> dict[str, Any]:
    """Return what the record says about an element: how it was at that moment."""
    shown = control.to_dict()
    keys = ("automation_id", "name", "control_type", "class_name", "enabled", "visible", "bounding_rect")
    return {k: shown[k] for k in keys}


def recording_gate(
    desktop: Desktop,
    session: SessionWriter,
    *,
    judge: Judge | None = None,
    screenshots: Screenshots = "never",
    take_pictures: bool = True,
    **settings: Any,
) -> Gate:
    """Return a gate whose acts are kept in a session and judged.

    Args:
        desktop: where.
        session: the record.
        judge: the oracles; None asks none.
        screenshots: when pictures are written.
        take_pictures: False takes none at all, not even for a failure.
        **settings: the gate's own.
    """
    gate = Gate(desktop, store=session, cover=session.cover, **settings)
    Recorder(gate, session=session, judge=judge, screenshots=screenshots, take_pictures=take_pictures)
    return gate


def recorder_of(gate: Gate) -> Recorder:
    """Return the recorder that subscribes to a gate; one that keeps nothing where there is none yet."""
    found = next((s for s in gate.subscribers if isinstance(s, Recorder)), None)
    return found if found is not None else Recorder(gate)
