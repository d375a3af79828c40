"""What is in the way of using an element, said at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wpfagent.actions import actionability
from wpfagent.actions.base import FLAG, OBJECT, OBJECTS, TEXT, Performed, action
from wpfagent.actions.doing import Doing
from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.model import Control
from wpfagent.desktops.locating.locate import window_of


@action(
    risk="read",
    resolves=False,
    returns={"exists": FLAG, "states": OBJECT, "patterns": {"type": "array", "items": TEXT}, "in_the_way": OBJECTS},
)
def why(doing: Doing, _args: Any) -> Performed:
    """Say what is in the way of using an element: not there, disabled, blocked, off screen, covered. Never waits."""
    if doing.selector is None:
        raise InvalidArgument("why needs a selector.", hint="For example automation_id, or name.")
    try:
        control = doing.search().one(doing.selector).control
    except WpfAgentError as error:
        return Performed(result={"exists": False, "in_the_way": [_said(error)]})
    found = [failed for failed in map(_failed, _checks(doing, control)) if failed is not None]
    return Performed(
        result={
            "exists": True,
            "states": control.states(),
            "patterns": list(control.patterns),
            "in_the_way": [_said(failed) for failed in found],
        }
    )


def _checks(doing: Doing, control: Control) -> tuple[Callable[[], object], ...]:
    windows = doing.windows()

    def hit() -> None:
        point = actionability.input_point(control, window_of(control, windows), doing.desktop.screen_rect())
        actionability.check_hit(control, point, doing.desktop, doing.app.pid, doing.left_s)

    def shown_and_hit() -> None:
        actionability.check_shown(control)
        hit()

    return (
        lambda: actionability.check_enabled(control),
        lambda: actionability.check_not_blocked(control, windows),
        shown_and_hit,
    )


def _failed(check: Callable[[], object]) -> WpfAgentError | None:
    try:
        check()
    except WpfAgentError as error:
        return error
    return None


def _said(error: WpfAgentError) -> dict[str, Any]:
    return {"code": error.code, "message": error.message, "hint": error.hint}
