"""What one click or key press does on one control; mouse and keyboard share it."""

from __future__ import annotations

from wpfagent.desktops.simulated import behaviour
from wpfagent.desktops.simulated.editing import close_editor, open_editor
from wpfagent.desktops.simulated.elements import Element

PRESSED = frozenset(("Button", "RepeatButton", "Hyperlink", "DataGridColumnHeader", "GridViewColumnHeader"))
TOGGLED = frozenset(("CheckBox", "ToggleButton"))
ITEMS = frozenset(("ListBoxItem", "ListViewItem", "GridViewRow", "DataGridRow", "DataGridCell"))
OPENED = frozenset(("ComboBox", "ComboBoxItem", "TreeViewItem", "TabItem", "MenuItem", "Expander"))
TYPED = frozenset(("TextBox", "PasswordBox", "RichTextBox", "DatePicker"))
ACTORS = PRESSED | TOGGLED | ITEMS | OPENED | TYPED | {"RadioButton", "Slider"}


def left(actor: Element, at: tuple[int, int], number: int, *, adds: bool = False) -> None:
    """Do what the left button does on a control.

    Args:
        actor: the control.
        at: where.
        number: counts the clicks of a double click from 0.
        adds: whether Ctrl is held: an item is added to those that are selected, or taken from them.
    """
    kind = actor.kind
    if kind in PRESSED:
        behaviour.press(actor)
    elif kind in TOGGLED or kind == "RadioButton":
        mark(actor)
    elif kind == "ComboBox":
        (behaviour.collapse if actor.expanded else behaviour.expand)(actor)
    elif kind == "ComboBoxItem":
        behaviour.select(actor)
        if actor.parent is not None:
            behaviour.collapse(actor.parent)
    elif kind in ITEMS:
        row = row_of(actor)
        behaviour.select(row, ("remove" if row.selected else "add") if adds and behaviour.takes_many(row) else "only")
    elif kind == "TabItem":
        if actor.rect.contains(*at):
            behaviour.select(actor)
    elif kind == "TreeViewItem":
        behaviour.select(actor)
        if at[0] < actor.rect.x + 16 or number == 1:
            (behaviour.collapse if actor.expanded else behaviour.expand)(actor)
    elif kind == "MenuItem":
        if actor.children:
            (behaviour.collapse if actor.expanded else behaviour.expand)(actor)
        else:
            behaviour.press(actor)
    elif kind == "Expander" and at[1] < actor.rect.y + 28:
        (behaviour.collapse if actor.expanded else behaviour.expand)(actor)
    elif kind == "Slider" and actor.rect.width > 0:
        share = (at[0] - actor.rect.x) / actor.rect.width
        behaviour.put_value(actor, round(actor.minimum + share * (actor.maximum - actor.minimum), 3))


def mark(actor: Element) -> None:
    """Click a check box, toggle button or radio button."""
    if actor.kind == "RadioButton":
        behaviour.put_checked(actor, True)
    else:
        behaviour.toggle(actor)
    behaviour.raise_event(actor, "Click")


def edit_cell(cell: Element) -> Element | None:
    """Start to edit a cell with all its text selected."""
    editor = open_editor(cell)
    if editor is not None:
        behaviour.focus(editor)
        editor.select_all = True
    return editor


def leave_cell(editor: Element, *, commit: bool) -> None:
    """End the editing of a cell; the keyboard goes back to the cell."""
    cell = editor.parent
    if commit and cell is not None:
        behaviour.focus(cell)
        return
    close_editor(editor, commit=False)
    if cell is not None:
        behaviour.focus(cell)


def in_open_list(element: Element | None) -> Element | None:
    """Return the item of an open combo box that an element is, or stands in."""
    around = (element, *element.ancestors()) if element is not None else ()
    item = next((e for e in around if e.kind == "ComboBoxItem"), None)
    return item if item is not None and item.parent is not None and item.parent.expanded else None


def row_of(item: Element) -> Element:
    """Return a cell's row; an item itself."""
    return item.parent if item.kind in ("DataGridCell", "GridViewCell") and item.parent is not None else item
