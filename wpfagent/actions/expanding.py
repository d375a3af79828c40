"""Opening and closing: expanders, combo boxes, branches of trees, menu items."""

from __future__ import annotations

from typing import Any, Literal

from wpfagent.actions.base import Performed, action
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import keyboard, pointing, pressing
from wpfagent.actions.items import item_places, revealing
from wpfagent.core import wait
from wpfagent.core.captions import is_telling
from wpfagent.core.errors import InvalidArgument, Unsupported
from wpfagent.core.model import ROW_TYPES, Control
from wpfagent.desktops.base import Budget
from wpfagent.desktops.locating import items
from wpfagent.desktops.locating.composites import is_cell, opens_more

MOST_PARTS = 60
"""So much of a row is read for the arrow that opens it."""


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
    control = around if around is not None else items.opened_by(doing.desktop, doing.control, doing.left_s)
    wanted = "expanded" if verb == "expand" else "collapsed"
    if not control.can("ExpandCollapse") and (arrow := _arrow_of(doing, control)) is not None:
        return _turn_arrow(doing, arrow, "on" if verb == "expand" else "off")
    if opens_more(control):
        return _turn_arrow(doing, control, "on" if verb == "expand" else "off")
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
    consenting.of_opening(doing, control)
    if verb == "expand" and pressing.expands_by_press(doing, control):
        return Performed(pressing.open_drop_down(doing, control).method, subject=control)
    if _turned_by_mouse(doing, control, wanted):
        return Performed("mouse", check=check, subject=control)
    if verb == "expand" and item_places.is_property(doing, control):
        _choose_row(doing, control)
    doing.verb(control, verb)
    by_key = control.control_type == "TreeItem" and doing.policy.input != "never" and doing.pending is None
    if by_key and not doing.until(lambda: check(doing.read(control)), wait.SETTLE_S).ok:
        return Performed(_expand_by_key(doing, control, verb), check=check, subject=control)
    return Performed("ExpandCollapsePattern", check=check, subject=control)


def _choose_row(doing: Doing, row: Control) -> None:
    """Choose a property's row; a first click may only close what another row has dropped down.

    Raises:
        Unsupported: another row stays chosen, whose value would be changed.
    """
    keyboard.check_allowed(doing)
    for _ in range(2):
        if keyboard.has_focus(doing, row):
            return
        pointing.click(doing, row)
        doing.until(lambda: keyboard.has_focus(doing, row), keyboard.FOCUSED_S)
    if not keyboard.has_focus(doing, row):
        raise Unsupported(f"{row.describe()} could not be chosen: another row still is.", hint="Try send_keys Esc.")


def _turned_by_mouse(doing: Doing, branch: Control, wanted: str) -> bool:
    """Open or close a branch by the sign beside it where the pattern does not notify the program; whether it was."""
    if branch.control_type != "TreeItem" or doing.policy.input == "never":
        return False
    if not framework_of(doing.framework(branch)).branches_told_once:
        return False
    shown = revealing.reveal(doing, branch)
    point = doing.desktop.sign_place(shown, timeout_s=doing.left_s)
    around = items.ancestors(doing.desktop, shown, MOST_PARTS, doing.left_s) if point is not None else ()
    tree = next((c for c in around if c.control_type == "Tree"), None)
    corner = tree.bounding_rect if tree is not None else None
    if point is None or tree is None or corner is None or not corner.contains(*point):
        return False
    pointing.click(doing, tree, at={"dx": point[0] - corner.x, "dy": point[1] - corner.y})
    return doing.until(lambda: doing.read(branch).expanded == wanted, wait.SETTLE_S).ok


def _arrow_of(doing: Doing, row: Control) -> Control | None:
    """Return the one arrow that a row, or a cell of it, has before its first words: a grid that shows a tree has it."""
    if row.control_type not in ROW_TYPES and not is_cell(row):
        return None
    inside = doing.snapshot(within=row, budget=Budget(MOST_PARTS))
    words = (c.bounding_rect.x for c in inside if c.control_type == "Text" and c.bounding_rect and is_telling(c.name))
    first = min(words, default=None)
    found = [
        c for c in inside
        if c.control_type == "Button" and c.can("Toggle") and c.visible and not is_telling(c.name)
        and c.bounding_rect is not None and first is not None and c.bounding_rect.x < first
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _turn_arrow(doing: Doing, arrow: Control, state: str) -> Performed:
    def check(now: Control) -> dict[str, Any] | None:
        return {"toggle_state": state} if now.toggle_state == state else None

    if arrow.toggle_state == state:
        return Performed("none", unneeded={"toggle_state": state}, subject=arrow)
    return Performed(pressing.press(doing, arrow).method, check=check, subject=arrow)


def open_branch(doing: Doing, item: Control) -> None:
    """Open a branch of a tree so that its program is told; where its pattern does nothing, by the arrow key."""
    consenting.of_opening(doing, item)
    if _turned_by_mouse(doing, item, "expanded"):
        return
    doing.verb(item, "expand")
    if not doing.until(lambda: doing.read(item).expanded == "expanded", wait.SETTLE_S).ok:
        _expand_by_key(doing, item, "expand")


def _expand_by_key(doing: Doing, control: Control, verb: Literal["expand", "collapse"]) -> str:
    """Open or close a branch whose pattern did nothing as a user does: with the arrow keys."""
    if doing.policy.input == "never":
        return "ExpandCollapsePattern"
    keyboard.ensure_focus(doing, control)
    doing.desktop.press_keys(("Right" if verb == "expand" else "Left",))
    return "ExpandCollapsePattern, keyboard"
