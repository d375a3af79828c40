"""Waiting for a state of an element, or for an expectation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.actions.base import WHOLE, Performed, action, arg
from wpfagent.actions.doing import Doing
from wpfagent.actions.expect import Expectation, hold
from wpfagent.actions.input import keyboard
from wpfagent.core.errors import InvalidArgument, TimedOut
from wpfagent.core.selector import nearest

STATES: Mapping[str, Mapping[str, Any]] = {
    "exists": {"exists": True},
    "gone": {"exists": False},
    "enabled": {"enabled": True},
    "disabled": {"enabled": False},
    "visible": {"visible": True},
}


@dataclass(frozen=True, slots=True)
class WaitForArgs:
    """Arguments of wait_for."""

    until: str | Mapping[str, Any] = arg(
        "exists, gone, enabled, disabled, visible, idle, or an expectation object", "exists"
    )

    def __post_init__(self) -> None:
        if isinstance(self.until, Mapping):
            Expectation.parse(self.until)
        elif self.until not in (*STATES, "idle"):
            near = nearest(self.until, (*STATES, "idle")) or [*STATES, "idle"]
            raise InvalidArgument(f"until cannot be {self.until!r}.", hint=f"Nearest: {', '.join(near)}.")


@action(risk="read", returns={"waited_ms": WHOLE})
def wait_focus(doing: Doing, _args: Any) -> Performed:
    """Wait until an element, or something inside of it, has the keyboard focus."""
    assert doing.control is not None
    control = doing.control
    start = doing.desktop.clock.now()
    if not doing.until(lambda: keyboard.has_focus(doing, control)).ok:
        focused = doing.desktop.focused(doing.app.pid)
        where = focused.describe() if focused is not None else "elsewhere"
        raise TimedOut(
            f"{control.describe()} did not get the keyboard focus; it is on {where}.",
            hint="Raise timeout_ms, or focus it by click.",
        )
    return Performed(result={"waited_ms": round((doing.desktop.clock.now() - start) * 1000)})


@action(risk="read", selector="optional", args=WaitForArgs, resolves=False, returns={"waited_ms": WHOLE, "seen": {}})
def wait_for(doing: Doing, args: WaitForArgs) -> Performed:
    """Wait until an element exists, is gone, enabled, disabled or visible, the program idle, or an expectation true."""
    if args.until == "idle":
        start = doing.desktop.clock.now()
        if not doing.desktop.wait_idle(doing.app.pid, doing.left_s):
            doing.check_alive()
            raise TimedOut(f"{doing.app.process} is still busy.", hint="Raise timeout_ms, or look with screenshot.")
        return Performed(result={"waited_ms": round((doing.desktop.clock.now() - start) * 1000)})
    given = args.until if isinstance(args.until, Mapping) else STATES[args.until]
    verdict = hold(Expectation.parse(given), doing, doing.selector)
    if not verdict.ok:
        on = f" of {doing.selector.describe()}" if doing.selector else ""
        raise TimedOut(
            f"Waited {verdict.elapsed_ms / 1000:.1f} s for {verdict.expected}{on}; seen: {verdict.actual}.",
            hint="Raise timeout_ms, or look at the window with screenshot or list_controls.",
            details=verdict.to_dict(),
        )
    return Performed(result={"waited_ms": verdict.elapsed_ms, "seen": verdict.actual})
