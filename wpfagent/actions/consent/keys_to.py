"""What keys do where they arrive: which of them delete, type, choose or press there, as far as UI Automation tells."""

from __future__ import annotations

from wpfagent.actions.consent import saying
from wpfagent.actions.doing import Doing
from wpfagent.core.errors import Unsupported
from wpfagent.core.model import Control
from wpfagent.desktops.base import Conditions
from wpfagent.safety import destructive

TAKING_LETTERS = destructive.LOSING_A_CHARACTER | {"List", "ListItem"}
SEARCHED_BY_LETTERS = frozenset({"Tree", "TreeItem"})
"""Where a letter alone presses no access key: it is typed, or chooses an item."""
ITEM_IN = {"ComboBox": "ListItem", "List": "ListItem", "Tree": "TreeItem", "Tab": "TabItem"}
ARROWS = frozenset({"Up", "Down", "Left", "Right"})
MOVING = ARROWS | {"Home", "End", "PageUp", "PageDown"}
"""Keys that choose another item, where an item or what holds items has the focus. Letters do as well."""
LEADING = (("Alt",), ("F10",))
"""Chords that lead into a menu, or show the key tips of a ribbon."""
PASTING = frozenset({"Ctrl+V", "Shift+Insert"})
TAKING = frozenset({"Enter", "F4", "Tab", "Alt+Up", "Alt+Down"})
"""Keys that close the list of a combo box and take the item on which the pointer rests; Enter carries others out."""
UPRIGHT = frozenset({"Up", "Down", "PageUp", "PageDown"}) | PASTING | TAKING
"""Keys that choose another item from within a field, too."""


def lose_a_character(doing: Doing, focused: Control | None) -> bool:
    """Whether the Delete key deletes a character where it has the focus; anywhere else it may delete data."""
    if focused is None or focused.control_type not in destructive.LOSING_A_CHARACTER or focused.can("GridItem"):
        return False
    if focused.control_type == "Pane":  # the editors of some frameworks; a drawing shows no text cursor
        return shows_caret(doing, focused) if focused.focused else doing.framework(focused) != "WPF"
    is_list = focused.control_type == "ComboBox" and focused.read_only is not False
    return saying.takes_text(doing, focused) if is_list else focused.read_only is not True


def shows_caret(doing: Doing, control: Control) -> bool:
    """Whether a text cursor stands in an element."""
    caret, rect = doing.desktop.caret(), control.bounding_rect
    return caret is not None and rect is not None and rect.contains(*caret.center)


def press_native(doing: Doing, button: Control) -> bool:
    """Whether Enter, where the focus is, may press a native button that has not the focus itself."""
    try:
        doing.verb(button, "ask_default")
    except Unsupported:
        return False
    return True


def menu_bar_item(doing: Doing, focused: Control | None) -> Control | None:
    """Return the item of a menu bar that gets the keys while the focus is told to be elsewhere: after Alt, F10."""
    if focused is not None and focused.control_type == "MenuItem":
        return None
    return next((c for c in doing.find_all(Conditions(control_type="MenuItem"), limit=saying.EVERY) if c.focused), None)


def go_to_tips(doing: Doing) -> bool:
    """Whether a menu or the head of a ribbon has the focus: its key tips take letters, whatever gets the focus next."""
    focused = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    return focused is not None and focused.control_type in ("Header", "MenuItem")


def lead_elsewhere(doing: Doing) -> bool:
    """Whether a menu or a list is open, which takes the keys; a tool tip that shows does not."""
    popups = {w.hwnd for w in doing.windows() if w.popup}
    return bool(popups) and not popups <= {tip.hwnd for tip in doing.find_all(Conditions(control_type="ToolTip"))}


def holder_of_items(doing: Doing, focused: Control, key: str) -> tuple[Control | None, str]:
    """What holds the items among which keys choose, and their kind; None where keys choose nothing."""
    kind = ITEM_IN.get(focused.control_type)
    if kind is not None:
        return focused, kind
    if focused.control_type == "Edit" and key in UPRIGHT:
        combo = doing.desktop.parent(focused, timeout_s=doing.left_s)
        return combo if combo is not None and combo.control_type == "ComboBox" else None, "ListItem"
    if focused.control_type == "RadioButton":
        return doing.desktop.parent(focused, timeout_s=doing.left_s), "RadioButton"
    kind = focused.control_type
    above: Control | None = focused if kind in ITEM_IN.values() else None
    while above is not None and above.control_type in (kind, "Group"):
        above = doing.desktop.parent(above, timeout_s=doing.left_s)
    return above, kind


def press_item(item: Control, letter: str) -> bool:
    """Whether a letter alone presses an item of an open menu: its access key; without one, its first letter."""
    return (item.access_key.replace(" ", "").split("+")[-1] or item.name[:1]).upper() == letter


def are_letters_for(doing: Doing, focused: Control) -> bool:
    """Whether a letter is typed, or chooses an item, where it arrives."""
    if focused.control_type == "Pane":
        return lose_a_character(doing, focused)
    is_native_tree = focused.control_type in SEARCHED_BY_LETTERS and doing.framework(focused) != "WPF"
    return is_native_tree or focused.control_type in TAKING_LETTERS
