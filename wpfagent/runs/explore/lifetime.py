"""One life of the application after the other: started by its profile, ended by the exploration's last steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wpfagent.core.errors import StorageFailed, WpfAgentError
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.runs.application import Opened, close_application, last_look, open_application
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.reset import reset_application
from wpfagent.safety.policy import Consent, Policy
from wpfagent.testing.record.recorder import recorder_of

LAST_MS = 10_000
"""How long a step at the end of a run may take where it does not say so itself."""
MOST_DIALOGS = 4
"""So many dialogs are closed at most before the last steps."""
ENDING_S = 2.0
"""How long the effect of the last step may take while a window is still open."""


class Lifetimes:
    """Starts and ends the application.

    Args:
        gate: what performs the last steps.
        spec: the application.
        exploration: its last steps.
        policy: as it was given: the last steps have a consent of their own.
        launching: hears of each start, with its number and its command line.
    """

    def __init__(
        self,
        gate: Gate,
        spec: TargetSpec,
        exploration: Exploration,
        policy: Policy,
        launching: Callable[[int, str], None],
    ) -> None:
        self.gate = gate
        self.spec = spec
        self.exploration = exploration
        self.policy = policy
        self.count = 0
        self.attached: Target | None = None
        self.was_attached = False
        self._launching = launching

    def open(self) -> Opened:
        """Start the application; one that ran before is taken, and taken again while it runs. Raises WpfAgentError."""
        self.count += 1
        recorder_of(self.gate).start_over()
        spec = self.spec if self.count == 1 or self._is_attached() else replace(self.spec, mode="launch")
        profile = self.gate.targets.profiles.get(spec.profile or "")
        if profile is not None:
            reset_application(profile)
        opened = open_application(self.gate, spec, lambda line: self._launching(self.count, line))
        recorder_of(self.gate).attached(opened.target, profile)
        self.attached = None if opened.launched else opened.target
        if self.attached is not None:
            self.was_attached = True
            self._log(f"run {self.count}: attached to process {opened.target.pid}, which was running before")
        return opened

    def can_go_on(self) -> bool:
        """Return whether there can be another run: it is launched, or what was attached to still answers."""
        profile = self.gate.targets.profiles.get(self.spec.profile or "")
        is_launchable = bool(self.spec.exe) or (profile is not None and profile.launch is not None)
        return self.attached is None or self._is_attached() or (is_launchable and self.spec.mode != "attach")

    def _is_attached(self) -> bool:
        if self.attached is None:
            return False
        alive = self.gate.desktop.liveness(self.attached.pid)
        return alive.running and alive.responding

    def finish(self, opened: Opened) -> None:
        """Perform the last steps, give the program its time to end, and let the oracles look once more.

        Raises:
            StorageFailed: the record cannot be written any more.
        """
        if not self.exploration.at_end or not self.gate.desktop.liveness(opened.target.pid).running:
            return
        tight, self.gate.policy = self.gate.policy, self.policy
        try:
            self._perform_last(opened.target)
            last_look(self.gate, opened.target, late_s=ENDING_S)
        except StorageFailed:
            raise
        except WpfAgentError as error:
            self._log(f"run {self.count} at_end: {error.message}")
        finally:
            self.gate.policy = tight

    def _perform_last(self, target: Target) -> None:
        """The rest of the steps is left where one cannot be done: the program may have ended before."""
        place = {"run": self.count, "strategy": "at_end"}
        closing = Request("close_window", {}, None, target, LAST_MS, place=place)
        try:
            for _ in range(MOST_DIALOGS):
                if not self._is_blocked(target):
                    break
                self.gate.execute(closing)
            for step in self.exploration.at_end:
                self.gate.execute(Request(step.action, step.args, step.selector, target, step.timeout_ms or LAST_MS,
                                          Consent(confirm=step.confirm), step.note, place))  # fmt: skip
        except StorageFailed:
            raise
        except WpfAgentError as error:
            self._log(f"run {self.count} at_end: {error.message}")

    def _is_blocked(self, target: Target) -> bool:
        """Whether a dialog stands above another window: the last steps are done without it."""
        windows = [w for w in self.gate.desktop.windows(target.pid) if not w.popup and not w.minimized]
        return any(w.enabled for w in windows) and not all(w.enabled for w in windows)

    def close(self, opened: Opened, *, at_once: bool) -> None:
        """Close what was launched; `at_once` ends it as it is. What comes of that is nobody's finding."""
        if not opened.launched:
            return
        desktop, pid = self.gate.desktop, opened.target.pid
        hand_on, recorder_of(self.gate).on_incident = recorder_of(self.gate).on_incident, None
        try:
            if not at_once:
                close_application(self.gate, opened.target)
                return
            if desktop.liveness(pid).running:
                desktop.terminate(pid)
            desktop.forget(pid)
        finally:
            recorder_of(self.gate).on_incident = hand_on

    def _log(self, text: str) -> None:
        recorder_of(self.gate).log(text)
