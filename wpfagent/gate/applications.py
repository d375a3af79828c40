"""Starting, ending and listing applications, under a gate's policy; its subscribers are notified.

Launching an application that runs already brings it to the front. Quitting asks nicely, as the X of its window does,
and reports the question that the program answers with ("Save changes?") instead of forcing anything; ending it at once
is always destructive, and so is quitting a program that was not launched here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from wpfagent.core import wait
from wpfagent.core.errors import (
    AppExited,
    AppNotResponding,
    ForegroundDenied,
    InvalidArgument,
    NotRunning,
    TargetNotFound,
    WpfAgentError,
)
from wpfagent.core.model import WindowInfo
from wpfagent.desktops.base import Act, Budget
from wpfagent.desktops.target import Target, TargetSpec, main_window
from wpfagent.gate.events import Call
from wpfagent.gate.execute import Gate
from wpfagent.safety.destructive import Reason
from wpfagent.safety.policy import Consent, fingerprint

FRONT_S = 3.0
"""How long an application that runs already may take to come to the front."""
END_S = 5.0
"""How long a process that is ended at once may take to be gone."""
DIALOG_BUDGET = Budget(elements=80, time_s=0.8)
TITLE_BUTTONS = frozenset({"Minimize", "Maximize", "Restore", "Close", "最小化", "最大化", "元に戻す", "閉じる"})


@dataclass(frozen=True, slots=True)
class Launched:
    """An application that runs now, and whether it did before."""

    target: Target
    was_already_running: bool
    in_front: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "target_id": self.target.target_id,
            "pid": self.target.pid,
            "name": self.target.process,
            "title": self.target.title,
            "was_already_running": self.was_already_running,
            "handed_over": self.target.how == "handed_over",
            "in_front": self.in_front,
        }


@dataclass(frozen=True, slots=True)
class Quit:
    """What asking an application to end came to.

    Args:
        exited: whether its process has ended.
        exit_code: its code, where it is known.
        dialog: the question that it answers with: title, text, buttons.
        windows: the titles of the windows that are left when it neither ended nor asked.
    """

    exited: bool
    exit_code: int | None = None
    dialog: Mapping[str, Any] | None = None
    windows: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {"exited": self.exited, "exit_code": self.exit_code, "dialog": self.dialog}
        return made if self.exited or self.dialog else {**made, "windows": list(self.windows)}


@dataclass(frozen=True, slots=True)
class Application:
    """An application that has a window. `hidden`: all its windows are minimised."""

    name: str
    exe: str
    pid: int
    title: str
    hidden: bool
    elevated: bool | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return asdict(self)


@dataclass(slots=True)
class Applications:
    """Applications under one gate.

    Args:
        gate: its policy decides, its subscribers are notified.
        launched: identities of the processes that were started here; shared by whoever shares the session.
    """

    gate: Gate
    launched: set[str] = field(default_factory=set)

    # -- launching ----------------------------------------------------------------------------------------------------

    def launch(
        self,
        *,
        exe: str | None = None,
        profile: str | None = None,
        args: Sequence[str] = (),
        cwd: str | None = None,
    ) -> Launched:
        """Start an application and wait for its first usable window; one that runs already is brought to the front.

        Args:
            exe: its executable's path or name.
            profile: or a profile that says how it is started.
            args: its command line, with `exe`.
            cwd: its working directory, with `exe`.

        Raises:
            AppNotFound, LaunchFailed: it could not be started.
            LaunchNotAllowed, RefusedOutsideTarget: the policy says no.
            TargetAmbiguous: several run already; details list them.
        """
        if (exe is None) == (profile is None):
            raise InvalidArgument("launch_application needs `exe` or `profile`, one of them.")
        given = {"exe": exe, "profile": profile, "args": list(args), "cwd": cwd}
        with _Called(self.gate, "launch_application", {k: v for k, v in given.items() if v}) as record:
            self.gate.policy.check_enabled("launch_application")
            begun = time.time()
            target = self.gate.targets.open(TargetSpec(exe=exe, profile=profile, args=tuple(args), cwd=cwd))
            ours = target.was_started_since(begun)
            if ours:
                self.launched.add(target.identity)
            already = target.how == "attached" or not ours
            made = Launched(target, already, in_front=self._to_front(target) if already else True)
            record.ends(target, method="Process", effect="confirmed", evidence=made.to_dict())
            return made

    def _to_front(self, target: Target) -> bool:
        """Bring an application's main window to the front; False where Windows does not let it come."""
        window = main_window(target.windows(self.gate.desktop))
        if window is None:
            return False
        try:
            self.gate.desktop.set_foreground(window.hwnd, timeout_s=FRONT_S)
        except (ForegroundDenied, AppNotResponding):
            return False
        return True

    # -- quitting -----------------------------------------------------------------------------------------------------

    def find(self, *, pid: int | None = None, name: str | None = None) -> Target:
        """Return the running application with this pid or name. Raises NotRunning, TargetAmbiguous."""
        try:
            return self.gate.targets.resolve(TargetSpec(pid=pid, process=name))
        except (TargetNotFound, AppExited) as error:
            raise NotRunning(error.message, hint="list_applications shows what runs.", details=error.details) from error

    def quit(
        self, target: Target, *, force: bool = False, consent: Consent | None = None, timeout_ms: int | None = None
    ) -> Quit:
        """Ask an application to end; report the question that it asks instead of ending.

        Args:
            target: which.
            force: end its process at once.
            consent: needed with `force`, and for a program that was not launched here.
            timeout_ms: how long it may take, 10 000 by default.

        Raises:
            NotRunning: it has ended already.
            RefusedDestructive, ConfirmationRequired, TokenExpired: consent is missing.
            AppNotResponding: it hangs.
        """
        with _Called(self.gate, "quit_application", {"force": force}, target) as record:
            self.gate.policy.check_enabled("quit_application")
            if not self.gate.desktop.liveness(target.pid).running:
                raise NotRunning(f"{target.process} (pid {target.pid}) does not run.")
            if force or target.identity not in self.launched:
                self._check_consent(target, consent or Consent(), force=force)
            made = self._end(target) if force else self._ask(target, timeout_ms)
            method = "TerminateProcess" if force else "WM_CLOSE"
            record.ends(target, method=method, effect="confirmed" if made.exited else "unverifiable",
                        evidence=made.to_dict())  # fmt: skip
            return made

    def _check_consent(self, target: Target, consent: Consent, *, force: bool) -> None:
        gate = self.gate
        policy = gate.targets.policy_for(target)
        policy.check_fence(target)
        how = "ending its process at once" if force else "quitting a program that was not launched here"
        windows = gate.desktop.windows(target.pid)
        bound = fingerprint("quit_application", {"force": force}, target, windows)
        gate.guard.check_consent(policy, Reason("end the program", how), consent, lambda: bound)

    def _end(self, target: Target) -> Quit:
        desktop = self.gate.desktop
        desktop.terminate(target.pid)
        waited = wait.until(lambda: not desktop.liveness(target.pid).running, desktop.clock, timeout_s=END_S)
        return self._exited(target) if waited.ok else Quit(False, windows=self._titles(target))

    def _ask(self, target: Target, timeout_ms: int | None) -> Quit:
        """Ask its windows to close, the main one first, until the process has ended, asks, or the time is up."""
        desktop = self.gate.desktop
        timeout_s = timeout_ms / 1000 if timeout_ms is not None else wait.DEFAULT_TIMEOUT_S
        deadline = desktop.clock.now() + timeout_s
        while desktop.clock.now() < deadline:
            windows = [w for w in desktop.windows(target.pid) if not w.popup]
            main = main_window(windows)
            if main is None:  # its windows are gone: the process follows, or stays behind
                wait.until(lambda: not desktop.liveness(target.pid).running, desktop.clock,
                           timeout_s=max(0.0, deadline - desktop.clock.now()))  # fmt: skip
                break
            if not main.enabled:
                return self._asks(target, windows, main)
            act = self._close(target, main, deadline)
            if (question := self._wait_closed(target, windows, main, act, deadline)) is not None:
                return question
            if not desktop.liveness(target.pid).running:
                break
        if not desktop.liveness(target.pid).running:
            return self._exited(target)
        return Quit(False, windows=self._titles(target))

    def _close(self, target: Target, window: WindowInfo, deadline: float) -> Act | None:
        desktop = self.gate.desktop
        left_s = max(0.5, deadline - desktop.clock.now())
        try:
            root = desktop.snapshot((window,), budget=Budget(elements=1, depth=0), timeout_s=left_s).controls
        except AppExited:
            return None
        return desktop.act(root[0], "close") if root else None

    def _wait_closed(
        self, target: Target, before: Sequence[WindowInfo], main: WindowInfo, act: Act | None, deadline: float
    ) -> Quit | None:
        """Wait until the window has closed; return the question where one is asked instead."""
        desktop = self.gate.desktop
        known = {w.hwnd for w in before}
        asked: list[WindowInfo] = []

        def settled() -> bool:
            if act is not None and act.done() and (error := act.error()) is not None:
                raise error
            now = [w for w in desktop.windows(target.pid) if not w.popup]
            here = next((w for w in now if w.hwnd == main.hwnd), None)
            if here is None:
                return True
            if not here.enabled and any(w.hwnd not in known for w in now):
                asked.extend(now)
                return True
            return not desktop.liveness(target.pid).running

        wait.until(settled, desktop.clock, timeout_s=max(0.0, deadline - desktop.clock.now()))
        if asked:
            return self._asks(target, asked, main)
        if desktop.liveness(target.pid).running and not desktop.liveness(target.pid).responding:
            raise AppNotResponding(
                f"{target.process} (pid {target.pid}) does not answer.", hint="Wait for it, or quit it with force."
            )
        return None

    def _asks(self, target: Target, windows: Sequence[WindowInfo], main: WindowInfo) -> Quit:
        """The dialog that stands in the way, with its text and its buttons."""
        dialog = next((w for w in windows if w.hwnd != main.hwnd and w.enabled and not w.popup), main)
        texts: list[str] = []
        buttons: list[str] = []
        try:
            for control in self.gate.desktop.snapshot((dialog,), budget=DIALOG_BUDGET, timeout_s=2.0):
                if control.control_type in ("Text", "Document") and control.text:
                    texts.append(control.text)
                elif control.control_type == "Button" and control.name and control.name not in TITLE_BUTTONS:
                    buttons.append(control.name)
        except WpfAgentError:
            pass  # the dialog's title alone tells what stands in the way
        text = "\n".join(t for t in dict.fromkeys(texts) if t not in buttons)
        return Quit(False, dialog={"title": dialog.title, "text": text, "buttons": buttons})

    def _exited(self, target: Target) -> Quit:
        self.launched.discard(target.identity)
        return Quit(True, self.gate.desktop.liveness(target.pid).exit_code)

    def _titles(self, target: Target) -> tuple[str, ...]:
        return tuple(w.title or w.class_name for w in self.gate.desktop.windows(target.pid) if not w.popup)

    # -- listing ------------------------------------------------------------------------------------------------------

    def running(self) -> list[Application]:
        """Return the applications that have a window, topmost first; behind a fence only those of its profiles."""
        desktop = self.gate.desktop
        processes = {p.pid: p for p in desktop.processes()}
        windows: dict[int, list[WindowInfo]] = {}
        for window in desktop.windows():
            if not window.popup and window.pid != os.getpid():
                windows.setdefault(window.pid, []).append(window)
        allowed = self.gate.targets.inside()
        found = []
        for pid, own in windows.items():
            process, main = processes.get(pid), main_window(own)
            if main is None or (allowed is not None and pid not in allowed):
                continue
            name = process.name if process is not None else main.process
            elevated = process.elevated if process is not None else main.elevated
            exe = process.exe if process is not None else ""
            found.append(Application(name, exe, pid, main.title, all(w.minimized for w in own), elevated))
        return found


@dataclass
class _Called:
    """One call of which the gate's subscribers are notified, also when it fails."""

    gate: Gate
    action: str
    args: Mapping[str, Any]
    target: Target | None = None
    came: Mapping[str, Any] = field(default_factory=dict)
    start: float = 0.0

    def __enter__(self) -> _Called:
        self.start = self.gate.desktop.clock.now()
        return self

    def ends(self, target: Target, **came: Any) -> None:
        """Say what it came to."""
        self.target, self.came = target, came

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if not (error is None or isinstance(error, WpfAgentError)):
            return
        if error is not None:
            self.gate.masks.error(error)
        elapsed_ms = round((self.gate.desktop.clock.now() - self.start) * 1000)
        call = Call(self.action, self.args, self.target, elapsed_ms, self.came, error)
        for subscriber in self.gate.subscribers:
            subscriber.called(call)
