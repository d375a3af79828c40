"""Items that are edited in place: their editor is opened, typed into and closed, so that the program takes the value.

A cell opens its editor as it is invoked and takes the value over on Ctrl+Enter; a property does where its value is
clicked, and on Enter; a tree's item that can be renamed where it is clicked once more, after the time of a double
click, and on Enter; a list's item where its list is told to edit the label. No key is sent that the editor does not
get: before the first one it has the focus, and it stands in what holds the item, at its place.
"""

from __future__ import annotations

from collections.abc import Callable

from wpfagent.actions.consent import consenting, renewed
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import EDITED_IN_PLACE, framework_of
from wpfagent.actions.input import keyboard, pointing, wheeling
from wpfagent.actions.values import dates
from wpfagent.core import wait
from wpfagent.core.captions import ITEMS, NULL
from wpfagent.core.errors import HandlerThrew, InvalidArgument, Unsupported
from wpfagent.core.model import Control
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating.composites import is_cell

OPENED_S = 1.0
"""How long an editor may take to have the focus, and to let it go."""
VALUE_PLACE = {"x": 0.8, "y": 0.5}
"""Where a property shows its value, beside its name."""
LIST_VIEW = "SysListView32"
LABEL_PLACES = (None, {"x": 0.1, "y": 0.5})
"""Where a list view's item is clicked: in a list of short labels its middle may lie beside its label."""
FOCUSED_S = 0.3
"""How long an item that was clicked may take to have the focus."""


def is_told_by_name(doing: Doing, control: Control) -> bool:
    """Return whether what a cell without a value shows is its name."""
    return is_cell(control) or takes_value_at_once(doing, control)


def takes_value_at_once(doing: Doing, control: Control) -> bool:
    """Return whether this is a cell whose value its program receives as it is set."""
    return control.can("GridItem") and framework_of(doing.framework(control)).cells_take_value_at_once


def is_edited_in_place(doing: Doing, control: Control) -> bool:
    """Return whether a value is to be entered by the item's own editor."""
    if is_renamed(doing, control):
        return True
    if control.control_type not in EDITED_IN_PLACE or not control.can("Value") or control.read_only:
        return False
    return control.control_type in framework_of(doing.framework(control)).edited_in_place


def is_renamed(doing: Doing, control: Control) -> bool:
    """Return whether this is an item of a native list view without a value of its own: its label may be edited."""
    if control.control_type != "ListItem" or control.can("Value"):
        return False
    if not framework_of(doing.framework(control)).labels_edited:
        return False
    holder, _ = wheeling.holder_of(doing, control)
    return holder is not None and LIST_VIEW in holder.class_name


def enter(doing: Doing, item: Control, text: str, *, append: bool) -> str:
    """Open an item's editor and type into it; return the method.

    Raises:
        Unsupported: it opens no editor; no text was typed.
        InvalidArgument: its editor is a date field, and does not take this date; it is left.
    """
    keyboard.check_allowed(doing)
    consenting.of_typing(doing, item, text)
    holder, _ = wheeling.holder_of(doing, item)
    _open(doing, item, lambda: _editor(doing, holder))
    editor = doing.until(lambda: _editor(doing, holder), OPENED_S).value
    if editor is None:
        editor = _opened_when_clicked_again(doing, item, holder)
    if editor is None:
        raise Unsupported(f"{item.describe()} opened no field to type into.", hint="It may be read-only.")
    if not _stands_at(doing.read(item), doing.read(editor)):
        raise Unsupported(
            f"{item.describe()} opened no field to type into: another one is still edited, and is not left.",
            hint="What was entered there may be refused: enter what it takes, or send_keys Esc.",
        )
    if dates.is_date_field(editor):
        try:
            dates.enter_as_shown(doing, editor, text)
        except InvalidArgument:
            keyboard.press(doing, [("Esc",)], control=item, is_judged=True)
            raise
        return "keyboard"
    # No key that moves the caret: an editor of which all is selected, or that is empty, leaves it to its grid.
    doing.verb(editor, "select_text", "end" if append else "all")
    holds_text = item.value not in ("", NULL, None) or (item.value is None and item.name != "")
    if not append and not text and holds_text:
        keyboard.press(doing, (("Delete",),), control=item, is_judged=True)
    keyboard.type_text(doing, text, item)
    doing.desktop.wait_idle(doing.app.pid, doing.left_s)
    if item.control_type != "TreeItem":
        return "keyboard"
    now = renewed.as_it_is(doing, item)  # some properties have all others shown anew
    return _turn(doing, now, text) if now.value not in (item.value, text) else "keyboard"


def _turn(doing: Doing, item: Control, text: str) -> str:
    """Turn an item to a value of its list, of which each letter that was typed took the next one that begins so.

    Source: System.Windows.Forms, PropertyGridView.FilterReadOnlyEditKeyPress.
    """
    seen: list[str | None] = []
    while (now := doing.read(item).value) not in seen:
        if now == text:
            return "keyboard"
        seen.append(now)
        keyboard.type_text(doing, text[:1], item)
        doing.until(lambda was=now: doing.read(item).value != was, wait.SETTLE_S)  # type: ignore[misc]
    raise Unsupported(f"{item.describe()} is chosen from a list.", hint="Use select_combo.")


def _open(doing: Doing, item: Control, opened: Callable[[], Control | None]) -> None:
    """Open an item's editor as a user does; `opened` finds the editor, which a click may have opened already."""
    if item.control_type == "ListItem":
        _edit_label(doing, item)
    elif not _is_cell(item):
        pointing.click(doing, item, at=VALUE_PLACE)
    else:
        pointing.click(doing, item)
        if not (doing.until(opened, FOCUSED_S).ok or begin_edit(doing, item)):
            keyboard.press(doing, [("F2",)], control=item)


def begin_edit(doing: Doing, cell: Control) -> bool:
    """Put a cell that is not edited into edit mode without a key, of which a program may make use: F2 is one.

    Source: dotnet/wpf, DataGridCellItemAutomationPeer.Invoke begins to edit the cell; dotnet/winforms,
    DataGridViewCellAccessibleObject.DoDefaultAction does, or ends it. WPF's cell throws where its grid begins no edit.
    """
    facts = framework_of(doing.framework(cell))
    is_edited = cell.control_type in facts.edited_in_place | facts.cells_keep_choice
    if not (cell.can("Invoke") and (is_edited or cell.class_name == "DataGridCell")):
        return False
    try:
        doing.verb(cell, "invoke")
    except Unsupported:
        return False
    except HandlerThrew as error:
        if cell.class_name != "DataGridCell":
            raise
        raise HandlerThrew(
            f"The grid of {cell.describe()} refuses to edit it ({error.details['hresult']}).",
            hint="Another of its cells may be in error: press Escape twice there, then give it a value that fits.",
            details=error.details,
        ) from error
    return True


def _edit_label(doing: Doing, item: Control) -> None:
    """Choose an item of a list view, and let the list open the editor of its label."""
    try:
        doing.verb(item, "edit_label", "ask")
    except Unsupported as error:
        raise no_text(item) from error

    def opened() -> bool:
        try:
            doing.verb(item, "edit_label")
        except Unsupported:
            return False
        return True

    if doing.read(item).selected:  # a click would open the editor by itself, later
        keyboard.take_focus(doing, item)
        if opened():
            return
    for place in LABEL_PLACES:
        pointing.click(doing, item, at=place)
        if doing.until(opened, FOCUSED_S).ok:
            return
    doing.verb(item, "edit_label")


def no_text(control: Control) -> Unsupported:
    """Return the error of an element that takes no text."""
    if control.control_type not in ITEMS:
        hint = "Name the field itself; send_keys presses keys in what can take the focus."
    else:
        hint = (
            "An item is renamed where its list allows it; else type_text in the field that F2 or one more click opens."
        )
    return Unsupported(f"{control.describe()} takes no text.", hint=hint)


def _is_cell(item: Control) -> bool:
    """Whether an item is a cell: a row of properties tells its place in a table as well, where it is sorted by name."""
    return item.can("GridItem") and item.control_type != "TreeItem"


def _opened_when_clicked_again(doing: Doing, item: Control, holder: Control | None) -> Control | None:
    """Click an item of a tree that was just chosen by a click, as a person does who renames it; return its editor."""
    if item.control_type != "TreeItem" or not doing.read(item).selected:
        return None
    pointing.click(doing, item)
    return doing.until(lambda: _editor(doing, holder), 2 * OPENED_S).value


def _editor(doing: Doing, holder: Control | None) -> Control | None:
    """The text field that has the focus, where it stands in what holds the item: any other one is no editor of it."""
    field = focused_field(doing)
    above = field
    for _ in range(wheeling.FAR):
        if above is None or holder is None:
            break
        if above.ref == holder.ref:
            return field
        above = doing.desktop.parent(above, timeout_s=doing.left_s)
    return field if holder is None else None


def _stands_at(item: Control, editor: Control) -> bool:
    """Whether an editor is this item's: it lies over a cell, and beside or over the label of any other item."""
    around, place = item.bounding_rect, editor.bounding_rect
    if around is None or place is None:
        return True
    x, y = place.center
    return around.contains(x if _is_cell(item) else around.center[0], y)


def part_of_cell(doing: Doing, cell: Control, fits: Callable[[Control], bool]) -> Control:
    """Return the one such control that a cell's template shows; the cell itself where its own value is set."""
    if fits(cell) or not cell.can("GridItem", "TableItem") or cell.value:
        return cell
    inner = [c for c in doing.desktop.children(cell, limit=10, timeout_s=doing.left_s) if fits(c)]
    return inner[0] if len(inner) == 1 else cell


def keeps_choice(doing: Doing, control: Control) -> bool:
    """Return whether this is a cell that keeps what is chosen in it to itself until it hands it over."""
    if not control.can("GridItem") or control.read_only:
        return False
    return control.control_type in framework_of(doing.framework(control)).cells_keep_choice


def is_chosen(doing: Doing, cell: Control) -> bool:
    """Return whether a cell's value is chosen from a list of its own: set, it is taken for the key of a choice.

    Source: dotnet/winforms, DataGridViewCellAccessibleObject.Value asks DataGridViewComboBoxCell.GetFormattedValue for
    the text of what is set, which raises DataError; where the program has no handler, a dialog opens.
    """
    return cell.control_type == "ComboBox" and doing.policy.input != "never" and keeps_choice(doing, cell)


def open_choice(doing: Doing, cell: Control) -> Control:
    """Open a cell's combo box and return it.

    Raises:
        Unsupported: the cell opens none.
    """
    keyboard.check_allowed(doing)
    _open(doing, cell, lambda: _combo_box(doing))
    opened = doing.until(lambda: _combo_box(doing), OPENED_S).value
    if opened is None:
        raise Unsupported(f"{cell.describe()} opened no list to choose from.", hint="It may be read-only.")
    return opened


def opened_choice(doing: Doing, cell: Control) -> Control | None:
    """Open a cell without a value of its own; return the combo box of its template, None where that is another editor.

    Source: dotnet/wpf, DataGridTemplateColumn: its cells have no value, and the focus stays on an opened cell itself.
    """
    keyboard.check_allowed(doing)
    _open(doing, cell, lambda: choice_in(doing, cell))
    return doing.until(lambda: choice_in(doing, cell), OPENED_S).value


def choice_in(doing: Doing, cell: Control) -> Control | None:
    """Return the combo box that a cell shows; None where it shows none, or several."""
    found = doing.find_all(Conditions(control_type="ComboBox"), within=cell, limit=2)
    return found[0] if len(found) == 1 else None


def holds_key(doing: Doing, cell: Control) -> bool:
    """Return whether a cell's own value is not what its list of choices shows: a key, which nobody types.

    Source: dotnet/wpf, DataGridComboBoxColumn with SelectedValueBinding: the cell takes any text as such a key.
    """
    if not (is_cell(cell) and cell.value):
        return False
    choice = choice_in(doing, cell)
    return choice is not None and choice.value not in (None, "", cell.value)


def hand_over(doing: Doing, holder: Control) -> bool:
    """Let the program take over what was chosen in a cell; return whether the keys went to what holds it."""
    if doing.policy.input == "never":
        return False
    doing.bring_to_front(holder)
    if not doing.until(lambda: keyboard.has_focus(doing, holder), OPENED_S).ok:
        return False
    keyboard.press(doing, [("Ctrl", "Enter")], control=holder, is_judged=True)  # the grid takes it: no default button
    return True


def give_up(doing: Doing, holder: Control) -> None:
    """Leave a cell's editor without a change."""
    if keyboard.has_focus(doing, holder):
        keyboard.press(doing, [("Esc",)], control=holder, is_judged=True)


def take_over(doing: Doing, item: Control) -> bool:
    """Let the program take over what was entered; return whether it did: a cell that refuses it keeps its editor."""
    is_cell, holder = _is_cell(item), wheeling.holder_of(doing, item)[0]
    if _editor(doing, holder) is None:
        return False
    chord = ("Ctrl", "Enter") if is_cell else ("Enter",)
    keyboard.press(doing, [chord], control=item, is_judged=True)  # the editor takes it: no default button gets it
    return not is_cell or doing.until(lambda: _editor(doing, holder) is None, OPENED_S).ok


def opened_by_click(doing: Doing, shown: Control) -> Control:
    """Click the text that stands behind a label, as a property's value does, and return the field that opens there.

    Raises:
        Unsupported: this is nothing of that kind, or no field opened.
    """
    if (opened := _opened_at(doing, shown, focused_field)) is None:
        raise no_text(shown)
    return opened


def choice_opened_by_click(doing: Doing, shown: Control) -> Control:
    """Return the combo box that opens so in the place of a text; the control itself elsewhere."""
    return _opened_at(doing, shown, _combo_box) or shown


def _opened_at(doing: Doing, shown: Control, editor: Callable[[Doing], Control | None]) -> Control | None:
    def opened() -> Control | None:
        focused, here = editor(doing), shown.bounding_rect
        place = focused.bounding_rect if focused is not None else None
        return focused if here is not None and place is not None and place.contains(*here.center) else None

    is_value = shown.control_type == "Text" and doing.selector is not None and doing.selector.label is not None
    if not is_value or doing.policy.input == "never":
        return None
    consenting.of_control(doing, shown)
    pointing.click(doing, shown)
    return doing.until(opened, OPENED_S).value


def focused_field(doing: Doing) -> Control | None:
    """Return the text or date field that has the focus; None where none has."""
    focused = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    if focused is None or not (focused.control_type in keyboard.TEXT_TYPES or dates.is_date_field(focused)):
        return None
    return focused


def _combo_box(doing: Doing) -> Control | None:
    """The combo box that has the focus, which is no cell itself; None where none has."""
    focused = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    if focused is not None and focused.control_type in keyboard.TEXT_TYPES:
        focused = doing.desktop.parent(focused, timeout_s=doing.left_s)
    if focused is None or focused.control_type != "ComboBox" or focused.can("GridItem"):
        return None
    return focused
