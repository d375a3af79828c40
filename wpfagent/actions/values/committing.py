"""Committing what was entered: the program receives it when its field loses the focus, or its cell is left.

WPF's TextBox binding updates on LostFocus by default: a value that only was set reads back, and the program never
received it. A commit proves itself: the field had the focus, and has lost it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain

from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import keyboard, pointing
from wpfagent.actions.values import in_place
from wpfagent.core.captions import NEW_ITEM
from wpfagent.core.errors import ElementNotEnabled, StaleRef, Unsupported
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.desktops.locating import items

NOT_COMMITTED = "not committed: the program may not have received it yet"
IN_DETAILS = "the field was left; in the details of a row the program may receive it only when the row is committed"
COMMITTED_S = 1.0
"""How long a grid that is idle again may take to show a cell that was committed."""
OPENED_S = 0.3
"""How long a cell may take to open its field."""
LEFT_S = 0.3
"""How long a field may take to lose the focus that another element was given."""
ONE_LINE_PIXELS = 60
"""A field that is higher than this holds several lines, and may take a Tab as text."""
SET_BY_CLICKS = ("Slider", "ScrollBar")
"""What hands over each value at once, and would take another one from the click that gives it the focus."""
QUIET_TYPES = ("Edit", "CheckBox", "Button", "Slider", "ComboBox", "Document", "Hyperlink")
"""What the focus can move to without choosing or opening anything. (Focusing a tab or a list item selects it.)"""
SCOPES = ("ToolBar", "Menu", "MenuBar", "MenuItem", "TitleBar", "DataGrid", "List", "Tree", "ScrollBar")
"""Focus scopes of their own (moving there commits nothing), and containers whose items select on focus."""
NEIGHBOURS = 2
DETAILS_DEPTH = 8
"""How many elements may stand between the details of a row and a field in them."""
FIELD_DEPTH = 3
"""How many elements may stand between a cell and the field in it: a date picker's text is a part of the picker."""


def commit(doing: Doing, control: Control, *, named: str = "", entered: str = "") -> bool:
    """Let the program receive what was entered into a field; return whether it was seen to.

    An editor keeps the focus where its framework asks for no more. Others lose it to a quiet element of the same
    window, by Tab where that is no text of theirs, or by a click into another field; what notifies its program of each
    change counts as received anyway.

    Args:
        doing: the action's context.
        control: the field.
        named: the name that a grid cell gets only when it is committed.
        entered: the text; one of several lines is never left by Tab.
    """
    if in_place.is_edited_in_place(doing, control):
        return in_place.take_over(doing, control)
    if in_place.takes_value_at_once(doing, control):
        return True
    if cell_around(doing, control) is not None:
        is_taken = _commit_cell(doing, control, named)
        if not is_taken:
            _enter_as_typed(doing, control, entered)
        return is_taken
    if is_in_row_details(doing, control):
        _leave(doing, control, entered)
        return False
    if control.control_type in SET_BY_CLICKS or (_is_editor(control) and not _commits_when_left(doing, control)):
        return True
    return _leave(doing, control, entered) or framework_of(doing.framework(control)).takes_value_at_once


def _is_editor(control: Control) -> bool:
    return control.control_type == "Document"


def _commits_when_left(doing: Doing, editor: Control) -> bool:
    """Whether an editor hands its text over when it is left: a native one does as the framework that holds it."""
    parent = doing.desktop.parent(editor, timeout_s=doing.left_s)
    around = (editor,) if parent is None else (editor, parent)
    return any(framework_of(doing.framework(c)).editor_commits_when_left for c in around)


def _leave(doing: Doing, control: Control, entered: str) -> bool:
    """Take the focus out of a field; return whether it had it and lost it."""
    if not _holds_focus(doing, control):
        return False
    for other in _quiet_neighbours(doing, control, QUIET_TYPES):
        try:
            doing.verb(other, "focus")
        except (StaleRef, Unsupported, ElementNotEnabled):  # what was typed may have disabled it
            continue
        if doing.until(lambda: not _still_focused(doing, control), LEFT_S).ok:
            doing.handing[:] = [control, other]
            return True
    rect = control.bounding_rect
    is_low = rect is None or rect.height <= ONE_LINE_PIXELS
    is_one_line = is_low and "\n" not in entered and not _is_editor(control)
    if doing.policy.input == "never":
        return False
    if is_one_line:
        doing.bring_to_front(control)
        keyboard.press(doing, [("Tab",)])
    elif fields := _quiet_neighbours(doing, control, ("Edit",)):
        pointing.click(doing, fields[0])
    return doing.until(lambda: not _still_focused(doing, control), LEFT_S).ok


def take_back(doing: Doing) -> None:
    """Give the focus back to the field that the action before took it from, where nothing else has got it since.

    Keys that are sent without an element after a text go where the text was typed: Enter presses the default button.
    """
    if doing.control is None and doing.handed:
        field, other = doing.handed
        with suppress(StaleRef, Unsupported, ElementNotEnabled):
            if keyboard.has_focus(doing, other):
                doing.verb(field, "focus")


def _holds_focus(doing: Doing, control: Control) -> bool:
    """Whether the field has the focus, which it is given where it has not: only then can it lose it."""
    try:
        if keyboard.has_focus(doing, control):
            return True
        if doing.policy.input != "never":
            keyboard.ensure_focus(doing, control)
        return keyboard.has_focus(doing, control)
    except (StaleRef, Unsupported):  # another field keeps it
        return False


def _commit_cell(doing: Doing, control: Control, named: str) -> bool:
    """Press Ctrl+Enter where the focus is in the cell: commits it and its row, and stays there.

    A cell that is edited reads back the new value already; `named` is the name that it gets only when it is committed,
    or another one where the program formats what is entered.
    """
    if doing.policy.input == "never":
        return False
    doing.bring_to_front(control)
    if not doing.until(lambda: _focus_is_in_a_cell(doing), 0.5).ok:
        return False
    _open_again(doing, control)
    if not _focus_is_in_a_cell(doing):  # the program did something else: no key of ours goes there
        return False
    _press_commit(doing)
    field = in_place.focused_field(doing)
    cell = cell_around(doing, field) if field is not None else None
    if cell is not None and cell.focusable and cell != field:
        # The field took the keys for itself, as a date picker's does: the cell itself hands them to the grid.
        doing.verb(cell, "focus")
        _press_commit(doing)
    return not named or doing.until(lambda: _has_other_name(doing, control), COMMITTED_S).ok


def _enter_as_typed(doing: Doing, cell: Control, entered: str) -> None:
    """Enter anew by its editor what a cell refused and shows no more: as typed text, which a right one replaces.

    What it refused by its pattern would keep its row in error, whatever is entered later.

    Source: dotnet/wpf, DataGrid.SetCellAutomationValue: what refused the value stays in the row's binding group.
    """
    if cell.class_name != "DataGridCell" or doing.policy.input == "never" or "" in (cell.value, entered):
        return
    with suppress(StaleRef):
        if doing.read(cell).value or not _focus_is_in_a_cell(doing):
            return
        keyboard.press(doing, [("Esc",)], is_judged=True)  # the grid takes it, as it edits this row
        if not doing.until(lambda: doing.read(cell).value == cell.value, COMMITTED_S).ok:
            return
        open_cell(doing, cell)
        field = doing.until(lambda: in_place.focused_field(doing), COMMITTED_S).value
        if field is not None and cell_around(doing, field) is not None:
            doing.verb(field, "set_value", entered)
            _press_commit(doing)


def is_set_by_value(doing: Doing, cell: Control) -> bool:
    """Return whether a cell takes a text by its own value, and not by the field that it opens, or has open."""
    return not _is_of_new_row(doing, cell) and not _is_open(doing, cell)


def _is_open(doing: Doing, cell: Control) -> bool:
    """Return whether a cell is edited now, and shows a text that it refused."""
    shows_it = cell.name == cell.value
    focused = None if shows_it else doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    around = cell_around(doing, focused) if focused is not None and focused.control_type == "Edit" else None
    return around is not None and around.bounding_rect == cell.bounding_rect


def _is_of_new_row(doing: Doing, cell: Control) -> bool:
    """Return whether a cell stands in the row that takes a new item: its own value belongs to no item yet."""
    row = None if cell.value else doing.desktop.grid_row(cell, timeout_s=doing.left_s)
    return row is not None and NEW_ITEM in (row.name, row.own_name)


def _press_commit(doing: Doing) -> None:
    keyboard.press(doing, [("Ctrl", "Enter")], is_judged=True)  # the grid takes it: no default button gets it


def _open_again(doing: Doing, cell: Control) -> None:
    """Open the field of a cell whose value was set: the program was told of the end of editing with the old text in it.

    Source: dotnet/wpf, DataGrid.SetCellAutomationValue. A program that reads the field gets the new one now.
    """
    if is_named_by_its_text(doing, cell):
        open_cell(doing, cell)
        doing.until(lambda: in_place.focused_field(doing) is not None, OPENED_S)


def open_cell(doing: Doing, cell: Control) -> None:
    """Put a cell into edit mode; by a key only where nothing else does: a program may have its own use for F2."""
    if not in_place.begin_edit(doing, cell):
        keyboard.press(doing, [("F2",)])


def is_named_by_its_text(doing: Doing, cell: Control) -> bool:
    """Whether a cell shows plain text: then it has the text as its name, but for the time that it is edited."""
    inner = doing.desktop.children(cell, limit=10, timeout_s=doing.left_s)
    return cell.class_name == "DataGridCell" and {c.control_type for c in inner} <= {"Text"}


def _has_other_name(doing: Doing, cell: Control) -> bool:
    """Whether a cell has got a name; while it is edited it has none."""
    try:
        return doing.read(cell).name not in ("", cell.name)
    except StaleRef:
        return True


def _focus_is_in_a_cell(doing: Doing) -> bool:
    focused = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    return focused is not None and cell_around(doing, focused) is not None


def _still_focused(doing: Doing, control: Control) -> bool:
    try:
        return keyboard.has_focus(doing, control)
    except StaleRef:
        return False


def cell_around(doing: Doing, control: Control) -> Control | None:
    """Return the cell of a grid that a field is, or stands in, be it as a part of what the cell shows."""
    around = chain([control], items.ancestors(doing.desktop, control, FIELD_DEPTH, doing.left_s))
    return next((above for above in around if above.class_name == "DataGridCell"), None)


def is_in_row_details(doing: Doing, control: Control) -> bool:
    """Whether a field stands in the details of a grid's row: by default they hand over only when the row is committed.

    Source: dotnet/wpf, DataGridRow.BindingGroup, and BindingExpression.SetDefaultValues: in a group it is Explicit.
    """
    around = items.ancestors(doing.desktop, control, DETAILS_DEPTH, doing.left_s)
    ends = ("DataGridDetailsPresenter", "DataGridRow", "Window")
    return next((above.class_name for above in around if above.class_name in ends), "") == ends[0]


def _quiet_neighbours(doing: Doing, control: Control, kinds: Sequence[str]) -> Sequence[Control]:
    """The elements that can take the focus quietly, the nearest after the field first."""
    window = next((w for w in doing.windows() if w.hwnd == control.hwnd), None)
    if window is None:
        return ()
    snapshot = _tree_around(doing, control, window)
    at = snapshot.index_of(control.ref) or 0
    order = [*range(at + 1, len(snapshot)), *range(at - 1, -1, -1)]
    own = next((a.ref for a in snapshot.ancestors(at) if _is_bar(a)), None)
    if own is not None:  # leaving a bar itself takes the keyboard from the field, but the bar's own focus stays there
        place = snapshot.index_of(own) or 0
        inside = range(place, place + len(snapshot.subtree(place)))
        order = [*(i for i in order if i in inside), *(i for i in order if i not in inside)]
    found = []
    for index in order:
        other = snapshot.controls[index]
        if (
            other.control_type in kinds
            and other.focusable
            and other.enabled
            and other.visible
            and other.ref != control.ref
            and not any(_shuts_out(a, own) or a.ref == control.ref for a in snapshot.ancestors(index))
        ):
            found.append(other)
            if len(found) == NEIGHBOURS:
                break
    return found


def _is_bar(control: Control) -> bool:
    """Whether this is a focus scope of WPF's that fields may stand in."""
    return control.control_type == "ToolBar" or control.class_name == "Ribbon"


def _shuts_out(around: Control, own: str | None) -> bool:
    return around.control_type in SCOPES and around.ref != own


def _tree_around(doing: Doing, control: Control, window: WindowInfo) -> Snapshot:
    """The tree of a control's window: as it was read before acting, where the control stands in it, else read now."""
    before = doing.before
    if before is not None and any(c.ref == control.ref for c in before.controls):
        return Snapshot(tuple(c for c in before.controls if c.hwnd == window.hwnd), (window,))
    return doing.desktop.snapshot((window,), timeout_s=doing.left_s)
