"""What is kept of each action: the evidence before and after, the record's line, the oracles' findings.

A gate hands over each action when it has ended, however it ended. Trees and pictures stay in memory until a mode or a
failure asks for them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import effect, pictures, sight
from wpfagent.core.errors import AppFailed, AppNotResponding, HandlerThrew, WpfAgentError
from wpfagent.core.model import Liveness, Picture, Rect, Snapshot, Usage, WindowInfo, iso_time
from wpfagent.core.selector import Selector
from wpfagent.desktops.target import Target
from wpfagent.gate import secrets
from wpfagent.gate.events import Call, Subscriber
from wpfagent.gate.execute import Gate
from wpfagent.gate.passage import Passage
from wpfagent.profiles.profile import Profile
from wpfagent.testing.oracles.base import Finding, Observation
from wpfagent.testing.record.line import error_fields, evidence_of, line_of, masked
from wpfagent.testing.record.modes import Screenshots, shows_evidence, wants_picture
from wpfagent.testing.record.second_look import LiveSecondLook
from wpfagent.testing.record.session import STDERR, SessionWriter
from wpfagent.testing.record.trail import Entry, FailureEvent, Moment, Trail
from wpfagent.testing.runtime.facts import Inside, step_fields
from wpfagent.testing.runtime.light import Light
from wpfagent.testing.wording.subjects import subject_of

if TYPE_CHECKING:
    from wpfagent.testing.oracles.judging import Judge

Report = Callable[[FailureEvent], None]
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
        runtime: what asks the runtimes of the programs; None asks none.

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
        runtime: Light | None = None,
    ) -> None:
        self.desktop = gate.desktop
        self.runtime = runtime
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
        self._policy_for = gate.targets.policy_for
        self._windows: dict[str, frozenset[int]] = {}
        self._last_picture: Picture | None = None
        self._left: Moment | None = None
        self._left_at = 0.0
        self._monitors: tuple[Rect, ...] | None = None
        gate.subscribers.append(self)
        if runtime is not None:
            gate.sources.append(runtime)

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
        if self.runtime is not None:
            self.runtime.naming = self.masks.text(subject_of(passage, passage.selector))
        if passage.before is None or passage.doing is None:
            return
        left, self._left = self._left, None
        is_fresh = self.desktop.clock.now() - self._left_at <= PICTURE_HOLDS_S
        if left is not None and left.picture is not None and is_fresh and left.shows(passage.before):
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
        if self.runtime is not None:
            self.runtime.close()
        if self.session is not None:
            self.session.close()

    def called(self, call: Call) -> None:
        """Record that an application was started or asked to end."""
        if self.session is None:
            return
        fields: dict[str, Any] = {"action": call.action, "args": dict(call.args)}
        fields |= {"subject": call.action.replace("_", " "), **call.came}
        if call.error is not None:
            fields |= error_fields(call.error)
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
        secrets.hide_kept(self.masks, passage)  # of the tree that was read now, too
        inside = self._inside(passage, target, liveness)
        busy_ms = max(busy_ms, inside.stuck_ms if inside is not None else 0)
        found: tuple[Finding, ...] = ()
        if self.judge is not None:
            seen = self._observed(passage, selector, target, windows, liveness, after, busy_ms, inside)
            fresh = self.trail.fresh(target, self.judge.judge(seen))
            found = tuple(masked(finding, self.masks) for finding in fresh)
            self.found += found
        if passage.is_look and not found:
            return ()
        failures = [f for f in found if f.severity == "failure"]
        picture = None
        if self.take_pictures and liveness.running and wants_picture(self.screenshots, passage, failed=bool(failures)):
            # a failure may have been waited for: other windows may be there by now
            picture = self._picture(self._look(target, LOOK_MS), None if failures else windows)
        moment = self._left = Moment(iso_time(), after, picture, missing)
        self._left_at = self.desktop.clock.now()
        entry = self._keep(passage, selector, found, moment, busy_ms=busy_ms, failed=bool(failures), inside=inside)
        for of_before in (True, False):  # what showed late has a cause of its own
            first = next((f for f in failures if f.of_action_before == of_before), None)
            if first is not None and self.on_incident is not None:
                rest = tuple(f for f in found if f is not first and f.of_action_before == of_before)
                cause = self.trail.cause_of(first, entry)
                self.on_incident(FailureEvent(first, rest, entry, cause, moment, target))
        return found

    def _observed(
        self,
        passage: Passage,
        selector: Selector | None,
        target: Target,
        windows: tuple[WindowInfo, ...],
        liveness: Liveness,
        after: Snapshot | None,
        busy_ms: int,
        inside: Inside | None,
    ) -> Observation:
        """What the oracles are told of a passage."""
        usage = self.desktop.usage(target.pid) if passage.acted and liveness.running else None
        look = LiveSecondLook(self.desktop, lambda: self._look(target, LOOK_MS), self.runtime)
        self.usage = usage or self.usage
        return Observation(
            target=target,
            action="expect" if passage.check else passage.request.action,
            subject=self.masks.mask(self._subject(passage, selector)),
            earlier=self.masks.mask(self.trail.last_act.subject) if self.trail.last_act is not None else "",
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
            logs=passage.profile.logs if passage.profile is not None else (),
            time_s=self.desktop.clock.now(),
            second_look=look if after is not None else None,
            inside=inside,
        )  # fmt: skip

    def _subject(self, passage: Passage, selector: Selector | None) -> str:
        """What a finding came after, in words: the last action, where this one was not begun and the program failed."""
        last = self.trail.last_act
        by_itself = passage.request.action == "glance" or isinstance(passage.error, AppFailed)
        return last.subject if by_itself and not passage.acted and last is not None else subject_of(passage, selector)

    def _inside(self, passage: Passage, target: Target, liveness: Liveness) -> Inside | None:
        """Return what the program's runtime told; one that does not answer is sampled now, if it was not before."""
        if self.runtime is None:
            return None
        silent = not liveness.responding or isinstance(passage.error, AppNotResponding)
        reply = passage.reply
        showed = reply.evidence.get("reason") != effect.NOTHING_VISIBLE if passage.acted and reply is not None else None
        return self.runtime.inside(
            target,
            hangs=liveness.running and silent,
            showed=showed if liveness.running else None,
            freeze_ms=passage.freeze_ms,
            hurried=passage.caller in effect.HURRIED,
            threw=isinstance(passage.error, HandlerThrew),
        )

    def _screens(self) -> tuple[Rect, ...]:
        """The rectangles of the screens, asked for once."""
        if self._monitors is None:
            self._monitors = tuple(Rect(*m["rect"]) for m in self.desktop.environment().get("monitors", ()))
        return self._monitors

    def _stderr_path(self, target: Target) -> str | None:
        """What the program writes to stderr, where this session launched it."""
        return f"{self.session.folder}/{STDERR}" if self.session and target.how != "attached" else None

    def attached(self, app: Target, profile: Profile | None = None) -> None:
        """Take note of an application: what it shows and has logged already is nobody's finding."""
        if self.runtime is not None:
            self.runtime.begin(app, self._policy_for(app))
        if app.identity in self._windows or self.judge is None:
            return
        windows = tuple(self.desktop.windows(app.pid))
        self._windows[app.identity] = frozenset(w.hwnd for w in windows)
        usage, stderr_path = self.desktop.usage(app.pid), self._stderr_path(app)
        if usage is not None and not usage.handles:  # no process has none
            self.log("This system does not count the handles of a process: handle_growth cannot see them.")
        logs = profile.logs if profile is not None else ()
        self.judge.begin(app.identity, windows=windows, logs=logs, stderr_path=stderr_path, usage=usage)

    def start_over(self) -> None:
        """Forget what was done before: a new run of the application begins."""
        self.trail, self.usage = Trail(), None

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
            passage.after = sight.look(looking, windows)
        except WpfAgentError as error:
            return None, error.message
        passage.read_at, passage.read_s = self.desktop.clock.now(), looking.read_s
        return passage.after, ""

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
        inside: Inside | None = None,
    ) -> Entry:
        """Write the line of an action or check, with the evidence that the mode or a failure asks for."""
        fields = line_of(passage, selector, self._refs, self.desktop)
        if busy_ms >= BUSY_SHOWN_MS:
            fields["busy_ms"] = busy_ms
        if passage.acted:
            fields |= step_fields(inside, self.usage)
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
                if shows_evidence(self.screenshots, passage, failed=failed):
                    fields |= evidence_of(self.session, passage.kept.get(self), after)
                self.session.step(fields)
        return entry


def recorder_of(gate: Gate) -> Recorder:
    """Return the recorder that subscribes to a gate; one that keeps nothing where there is none yet."""
    found = next((s for s in gate.subscribers if isinstance(s, Recorder)), None)
    return found if found is not None else Recorder(gate)
