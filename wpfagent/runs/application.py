"""The application of a scenario: opened before, pictured and closed after. Only what was launched here is closed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from wpfagent.actions.evidence import pictures
from wpfagent.core import wait
from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.base import Budget
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.testing.oracles.process_survives import SETTLE_MS

CLOSE_S = 3.0
"""How long an application may take to close when it is asked to, before it is ended."""
PICTURE_MS = 3_000
CLOSED_S = SETTLE_MS / 1000 + 0.5
"""How long a program that has closed its last window is given to end, before the oracles look."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A target, and whether this run started it."""

    target: Target
    launched: bool


def open_application(gate: Gate, spec: TargetSpec, on_launch: Callable[[str], None]) -> Opened:
    """Return the application: attached to if it runs, else launched; `on_launch` is called with the command line first.

    Raises:
        TargetNotFound, TargetAmbiguous, AppNotFound, LaunchFailed: it was not reached.
        LaunchNotAllowed, RefusedOutsideTarget: the policy says no.
    """
    before = time.time()
    gate.targets.watch(spec.profile)
    target = gate.targets.open(spec, on_launch=lambda what: on_launch(gate.masks.text(what.command_line())))
    return Opened(target, launched=target.was_started_since(before))


def picture_of(gate: Gate, target: Target) -> bytes | None:
    """Return a PNG of the target's top window; None when there is none to take."""
    try:
        return pictures.take(gate.reading(target, PICTURE_MS)).png
    except WpfAgentError:
        return None  # it has ended, hangs or is minimised: the record does without


def last_look(gate: Gate, target: Target, *, late_s: float = 0.0) -> None:
    """Let the oracles look once more at the end of a run.

    A program that has closed its last window is given the time that its process may take to end.

    Args:
        gate: what the run went through.
        target: the application.
        late_s: how long the last action's effect may take otherwise.
    """
    closed = not gate.desktop.windows(target.pid)
    gate.glance(target, late_s=CLOSED_S if closed else late_s)


def close_application(gate: Gate, target: Target) -> None:
    """Ask an application that this run launched to close, dialogs first; end it when it does not.

    Where a person pressed the stop key, it is left as it is.
    """
    desktop = gate.desktop
    if desktop.person.is_stopped:
        return
    try:
        waited = wait.until(lambda: _ask(gate, target), desktop.clock, timeout_s=CLOSE_S)
        if not waited.ok:
            desktop.terminate(target.pid)
    except WpfAgentError:
        if desktop.liveness(target.pid).running:
            desktop.terminate(target.pid)
    desktop.forget(target.pid)


def _ask(gate: Gate, target: Target) -> bool:
    """Ask its topmost usable window to close; return whether the process has ended."""
    desktop = gate.desktop
    if not desktop.liveness(target.pid).running:
        return True
    window = next((w for w in desktop.windows(target.pid) if w.is_usable), None)
    if window is None:
        return False
    root = desktop.snapshot((window,), budget=Budget(elements=1, depth=0), timeout_s=1.0).controls
    if root:
        desktop.act(root[0], "close").wait(0.5)
    return not desktop.liveness(target.pid).running
