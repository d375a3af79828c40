"""Opening and closing: expanders, combo boxes, branches of trees, menu items."""

from __future__ import annotations

from typing import Any, Literal

from wpfagent.actions import consenting, keyboard, pressing
from wpfagent.actions.base import Performed, action
from wpfagent.actions.doing import Doing
from wpfagent.core import wait
from wpfagent.core.errors import InvalidArgument, Unsupported
from wpfagent.core.model import Control
from wpfagent.desktops import items


@action(able=("ExpandCollapse",))
def expand(doing: Doing, _args: Any) -> Performed:
    """Open an expander, combo box, tree item or menu item."""
    return _expand_collapse(doing, "expand")


@action(able=("ExpandCollapse",))
def collapse(doing: Doing, _args: Any) -> Performed:
    """Close an expander, combo box, tree item or menu item."""
    return _expand_collapse(doing, "collapse")


def _expand_collapse(doing: Doing, verb: Literal["expand", "collapse"]) -> Performed:
    assert doing.control is not None
    around = items.item_of(doing.desktop, doing.control, "ExpandCollapse", timeout_s=doing.left_s)
    control = around if around is not None else _expander_of(doing, doing.control)
    wanted = "expanded" if verb == "expand" else "collapsed"
    if not control.can("ExpandCollapse"):
        raise Unsupported(f"{control.describe()} cannot {verb}.", hint="get_state shows what it can do.")
    if control.expanded == "leaf":
        raise InvalidArgument(f"{control.describe()} is a leaf: there is nothing to {verb}.")
    if control.expanded == wanted:
        return Performed("none", unneeded={"expanded": wanted}, subject=control)

    def check(now: Control) -> dict[str, Any] | None:
        return {"expanded": wanted} if now.expanded == wanted else None

    if verb == "expand" and pressing.is_invoked(control):
        consenting.of_press(doing, control, doing.read(control))  # of some frameworks' buttons Expand is a press
    if verb == "expand" and pressing.expands_by_press(doing, control):
        return Performed(pressing.open_drop_down(doing, control).method, subject=control)
    doing.verb(control, verb)
    by_key = control.control_type == "TreeItem" and doing.policy.input != "never" and doing.pending is None
    if by_key and not doing.until(lambda: check(doing.read(control)), wait.SETTLE_S).ok:
        return Performed(_expand_by_key(doing, control, verb), check=check, subject=control)
    return Performed("ExpandCollapsePattern", check=check, subject=control)


def open_branch(doing: Doing, item: Control) -> None:
    """Open a branch of a tree; where its pattern does nothing, by the arrow key."""
    doing.verb(item, "expand")
    if not doing.until(lambda: doing.read(item).expanded == "expanded", wait.SETTLE_S).ok:
        _expand_by_key(doing, item, "expand")


def _expander_of(doing: Doing, control: Control) -> Control:
    """Return the expander whose header this button is; the control itself elsewhere."""
    if control.control_type != "Button" or not control.can("Toggle"):
        return control
    parent = doing.desktop.parent(control, timeout_s=doing.left_s)
    is_header = parent is not None and parent.control_type == "Group" and parent.can("ExpandCollapse")
    return parent if parent is not None and is_header else control


def _expand_by_key(doing: Doing, control: Control, verb: Literal["expand", "collapse"]) -> str:
    """Open or close a branch whose pattern did nothing as a user does: with the arrow keys."""
    if not keyboard.take_focus(doing, control):
        return "ExpandCollapsePattern"
    doing.desktop.press_keys(("Right" if verb == "expand" else "Left",))
    return "ExpandCollapsePattern, keyboard"
