"""What WPF's controls do when their state changes, whoever changes it: user, automation or code-behind."""

from __future__ import annotations

from collections.abc import Iterator

from wpfagent.core.errors import Unsupported
from wpfagent.core.model import Rect
from wpfagent.desktops.simulated import layout
from wpfagent.desktops.simulated.editing import close_editor, is_editor, put_cell
from wpfagent.desktops.simulated.elements import VIRTUALISING, Element, row_of

_TEXT_EVENTS = {
    "TextBox": "TextChanged",
    "RichTextBox": "TextChanged",
    "PasswordBox": "PasswordChanged",
    "DatePicker": "SelectedDateChanged",
}
_EXTENDED = ("DataGrid", "ListView")


def raise_event(element: Element, event: str) -> object:
    """Call the element's handler for this event."""
    return element.window.application.raise_event(element, event)


# -- text, marks, values --------------------------------------------------------------------------------------------


def put_text(element: Element, text: str) -> None:
    """Set a text or caption; boxes tell it at once, as TextBox.Text does."""
    if element.kind in ("DataGridCell", "GridViewCell"):
        put_cell(element, text)
        return
    if element.text == text:
        return
    element.text = text
    if element.kind == "ComboBox":
        for item in element.children:
            if item.selected is not (item.name == text):
                item.selected = not item.selected
                item.touch()
    if event := _TEXT_EVENTS.get(element.kind):
        raise_event(element, event)


def put_checked(element: Element, checked: bool | None) -> None:
    """Set a check mark; a radio button clears the others of its group."""
    if element.checked is checked:
        return
    if element.kind == "RadioButton" and checked:
        for other in _group_of(element):
            if other is not element and other.checked:
                other.checked = False
                other.touch()
                raise_event(other, "Unchecked")
    element.checked = checked
    element.touch()
    raise_event(element, "Indeterminate" if checked is None else "Checked" if checked else "Unchecked")


def _group_of(radio: Element) -> Iterator[Element]:
    group = radio.attributes.get("GroupName", "")
    pool = radio.window.root.all_below() if group else iter(radio.parent.children if radio.parent else [])
    return (e for e in pool if e.kind == "RadioButton" and e.attributes.get("GroupName", "") == group)


def put_value(element: Element, value: float) -> None:
    """Set a slider or progress bar, within its limits."""
    value = min(max(value, element.minimum), element.maximum)
    if value != element.value:
        element.value = value
        element.touch()
        raise_event(element, "ValueChanged")


# -- selection ------------------------------------------------------------------------------------------------------


def put_items(element: Element, items: list[str]) -> None:
    """Replace the items of a list or combo box; the selection is gone with the old ones."""
    had = selected_index(element) >= 0
    element.children = []
    for text in items:
        item = Element(f"{element.kind}Item", element.window, element)
        item.text = text
        element.children.append(item)
    element.offset = 0
    element.window.changed(of=element)
    if had:
        if element.kind == "ComboBox":
            element.text = ""
        raise_event(element, "SelectionChanged")


def selected_index(element: Element) -> int:
    """Return the index of the first selected item or row; -1 is none."""
    if element.table is not None:
        return element.table.selected[0] if element.table.selected else -1
    return next((i for i, e in enumerate(element.children) if e.selected), -1)


def selected_text(element: Element) -> str:
    """Return the text of the selected item; '' is none."""
    if element.kind == "ComboBox" and element.editable:
        return element.text
    pool = tree_items(element) if element.kind == "TreeView" else iter(element.children)
    return next((e.name for e in pool if e.selected), "")


def put_selected_index(element: Element, index: int) -> None:
    """Select one item or row by its index; below 0 selects none."""
    if element.table is not None:
        _change(element, [index] if 0 <= index < len(element.table.data) else [])
    else:
        _change(element, [index] if 0 <= index < len(element.children) else [])


def put_selected_text(element: Element, text: str) -> None:
    """Select the item with this text; an unknown text selects none."""
    if element.kind == "TreeView":
        if item := next((e for e in tree_items(element) if e.name == text), None):
            select(item)
        return
    put_selected_index(element, next((i for i, e in enumerate(element.children) if e.name == text), -1))


def tree_items(tree: Element) -> Iterator[Element]:
    """Yield all items of a tree, closed branches too."""
    return (e for e in tree.all_below() if e.kind == "TreeViewItem")


def select(item: Element, mode: str = "only") -> None:
    """Select an item, row, tab or radio button: `only` it, or `add` or `remove` it."""
    if item.kind == "RadioButton":
        put_checked(item, True)
        return
    if item.kind == "DataGridCell" and item.parent is not None:
        item = item.parent
    if item.kind == "TreeViewItem":
        _select_branch(item, selected=mode != "remove")
        return
    owner = item.parent
    if owner is None:
        return
    index = item.row if item.row >= 0 else owner.children.index(item)
    now = _indices(owner)
    if mode == "only":
        wanted = [index]
    elif mode == "add":
        wanted = now if index in now else [*now, index]
    else:
        wanted = [i for i in now if i != index]
    if len(wanted) > 1 and not _many(owner):
        raise Unsupported(
            f"This {owner.kind} selects one item only.", hint="Select it instead of adding it to the selection."
        )
    if owner.kind == "TabControl" and not wanted:
        raise Unsupported("A tab cannot be unselected.", hint="Select another tab.")
    _change(owner, wanted)


def takes_many(item: Element) -> bool:
    """Return whether the list of an item lets several be selected."""
    return item.parent is not None and _many(item.parent)


def _many(owner: Element) -> bool:
    default = "Extended" if owner.kind in _EXTENDED else "Single"
    return owner.kind in ("ListBox", *_EXTENDED) and owner.attributes.get("SelectionMode", default) != "Single"


def _indices(owner: Element) -> list[int]:
    if owner.table is not None:
        return list(owner.table.selected)
    return [i for i, e in enumerate(owner.children) if e.selected]


def _change(owner: Element, indices: list[int]) -> None:
    if _indices(owner) == indices:
        return
    if owner.table is not None:
        owner.table.selected = list(indices)
    else:
        for i, item in enumerate(owner.children):
            item.selected = i in indices
        if owner.kind == "ComboBox":
            owner.text = owner.children[indices[0]].name if indices else ""
    owner.window.changed(layout=owner.kind == "TabControl", of=owner)
    raise_event(owner, "SelectionChanged")


def _select_branch(item: Element, *, selected: bool) -> None:
    tree = next(e for e in item.ancestors() if e.kind == "TreeView")
    if item.selected == selected:
        return
    for other in tree_items(tree):
        other.selected = False
    item.selected = selected
    item.window.changed(layout=False, of=tree)
    raise_event(tree, "SelectedItemChanged")


# -- pressing, opening, scrolling -----------------------------------------------------------------------------------


def press(element: Element) -> None:
    """Do what a click on a button, link, menu item or column header does."""
    window, application = element.window, element.window.application
    if window.root.kind == "Dialog":
        application.answer(window, element.text)
        return
    if element.kind == "MenuItem":
        application.close_popups()
        if element.checkable:
            put_checked(element, not element.checked)
    elif element.kind in ("DataGridColumnHeader", "GridViewColumnHeader"):
        _sort(element)
    raise_event(element, "Click")
    if element.attributes.get("IsCancel", "").lower() == "true" and window.modal and window.is_open:
        application.close_window(window, result=False)


def toggle(element: Element) -> None:
    """Go to the next state: off, on and, where there are three, indeterminate. The pattern raises no Click."""
    if element.three_state:
        put_checked(element, {False: True, True: None, None: False}[element.checked])
    else:
        put_checked(element, not element.checked)


def _sort(header: Element) -> None:
    grid = header.parent.parent if header.parent else None
    if grid is None or grid.kind != "DataGrid" or grid.table is None:
        return
    table, column = grid.table, header.column
    chosen = [table.data[i] for i in table.selected]
    ordered = sorted(table.data, key=lambda r: r[column])
    table.data = ordered[::-1] if ordered == table.data else ordered
    table.selected = [i for i, row in enumerate(table.data) if any(row is c for c in chosen)]
    table.rows.clear()
    grid.window.changed(of=grid)


def expand(element: Element) -> None:
    """Open a drop-down, menu, branch or expander."""
    if element.expanded or (element.kind == "TreeViewItem" and not element.children):
        return
    application = element.window.application
    if element.kind in ("ComboBox", "MenuItem"):
        above = {id(e) for e in element.ancestors()}
        keep = [p for p in application.popups() if p is element.window or id(p.anchor) in above]
        application.close_popups(keep=keep)
    element.expanded = element.realized = True
    if element.kind in ("ComboBox", "MenuItem"):
        application.open_popup(element.window, element)
    element.window.changed(of=element)
    raise_event(element, "DropDownOpened" if element.kind == "ComboBox" else "Expanded")


def collapse(element: Element) -> None:
    """Close it again."""
    if not element.expanded:
        return
    application = element.window.application
    if element.kind in ("ComboBox", "MenuItem"):
        below = {id(element), *(id(e) for e in element.all_below())}
        application.close_popups(keep=[p for p in application.popups() if id(p.anchor) not in below])
        return
    element.expanded = False
    element.window.changed(of=element)
    raise_event(element, "Collapsed")


def open_context_menu(element: Element, x: int, y: int) -> bool:
    """Open the context menu of an element or of what it is part of; False when there is none."""
    holder = next((e for e in (element, *element.ancestors()) if e.context_menu is not None), None)
    if holder is None or holder.context_menu is None:
        return False
    holder.window.application.close_popups()
    menu = holder.context_menu
    width, height = layout.Pass(holder.window).menu_size(menu)
    holder.window.application.open_popup(holder.window, menu, Rect(x, y, width, height))
    return True


def focus(element: Element) -> None:
    """Give an element the keyboard; the one that loses it commits what was typed."""
    window = element.window.owner if element.window.popup and element.window.owner else element.window
    before = window.focus
    if before is element or not element.focusable or not element.is_enabled:
        return
    window.focus = element
    element.select_all = False
    element.touch()
    if before is not None:
        before.touch()
    if before is not None and before.is_alive:
        raise_event(before, "LostFocus")
        if is_editor(before):
            close_editor(before, commit=True)
    if window.is_open:
        raise_event(element, "GotFocus")
    if element.kind in ("TabItem", "TreeViewItem") and not element.is_selected and element.is_alive:
        select(element)  # as their OnGotKeyboardFocus and OnGotFocus do


def scroll_range(element: Element) -> tuple[int, int]:
    """Return (extent, viewport) of what scrolls, in its own units: items, rows or pixels."""
    element.window.arrange()
    if element.table is not None:
        return len(element.table.data), element.table.in_view
    if element.kind in VIRTUALISING:
        return len(element.children), element.in_view
    return element.extent, max(1, element.rect.height)


def scroll_to(element: Element, offset: int) -> None:
    """Scroll vertically to an offset in the element's own units."""
    extent, viewport = scroll_range(element)
    offset = max(0, min(offset, extent - viewport))
    if element.table is not None:
        element.table.offset = offset
    else:
        element.offset = offset
    element.window.changed(of=element)


def scrolled_percent(element: Element) -> float | None:
    """Return how far an element is scrolled down; None where all of it shows."""
    extent, viewport = scroll_range(element)
    return 100.0 * scroll_offset(element) / (extent - viewport) if extent > viewport else None


def scroll_offset(element: Element) -> int:
    """Return the vertical offset in the element's own units."""
    return element.table.offset if element.table is not None else element.offset


def scroll_into_view(element: Element) -> None:
    """Scroll every container around an element until it shows."""
    element.window.arrange()
    below = element
    for above in element.ancestors():
        index = below.row if below.row >= 0 else -1
        if above.kind in VIRTUALISING and above.table is None and below in above.children:
            index = above.children.index(below)
        if index >= 0:
            show_index(above, index)
        elif above.kind in ("ScrollViewer", "TreeView") and element.rect.height:
            view = above.rect
            if element.rect.y < view.y:
                scroll_to(above, above.offset - (view.y - element.rect.y))
            elif element.rect.bottom > view.bottom:
                scroll_to(above, above.offset + min(element.rect.bottom - view.bottom, element.rect.y - view.y) + 4)
        if above.kind == "TreeViewItem" and not above.expanded:
            expand(above)
        above.window.arrange()
        below = above


def show_index(container: Element, index: int) -> None:
    """Scroll a container until its item or row with this index is in view."""
    offset, (_, viewport) = scroll_offset(container), scroll_range(container)
    if index < offset:
        scroll_to(container, index)
    elif index >= offset + viewport:
        scroll_to(container, index - viewport + 1)


def cell_at(grid: Element, row: int, column: int) -> Element | None:
    """Return a grid's cell, also one of a row out of view; None outside."""
    table = grid.table
    if table is None or not (0 <= row < len(table.data) and 0 <= column < len(table.columns)):
        return None
    return row_of(grid, row).children[column]
