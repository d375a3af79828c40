"""The keyboard: typing, chords, access keys and the order of the focus, as in WPF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wpfagent.core.keys import SIGNS
from wpfagent.desktops.simulated import acts, behaviour
from wpfagent.desktops.simulated.editing import is_editor
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Frame, Screen
from wpfagent.desktops.simulated.gestures import (
    ITEMS,
    PRESSED,
    TOGGLED,
    TYPED,
    edit_cell,
    in_open_list,
    leave_cell,
    left,
    mark,
    row_of,
)

_TAKING_LETTERS = TYPED | ITEMS | {"ComboBox", "DataGrid", "ListBox", "ListView"}
_TAKING = ("Enter", "F4", "Alt+Down", "Alt+Up")
"""What closes the list of a combo box and takes the item that has the focus, or on which the pointer rests."""
_STEPS = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -1_000_000, "End": 1_000_000}


def type_text(screen: Screen[Element], text: str) -> None:
    """Type characters into what has the keyboard."""
    for char in text:
        key = {"\n": "Enter", "\t": "Tab", " ": "Space"}.get(char, "")
        _post(screen, (key,) if key else (), char)


def press_keys(screen: Screen[Element], keys: Sequence[str]) -> None:
    """Press a chord."""
    sign = SIGNS.get(keys[-1], keys[-1])
    char = sign.lower() if len(keys) == 1 and len(sign) == 1 else " " if keys == ("Space",) else ""
    if len(keys) == 2 and keys[0] == "Shift" and len(keys[1]) == 1:
        char = keys[1]
    _post(screen, tuple(keys), char)


def _post(screen: Screen[Element], keys: tuple[str, ...], char: str) -> None:
    window = screen.foreground
    if window is None:
        return

    def act() -> None:
        if window.is_open and window.enabled:
            _key(window, keys, char)

    window.application.post(act)


def _key(window: Frame[Element], keys: tuple[str, ...], char: str) -> None:
    focus = window.focus if window.focus is not None and window.focus.is_alive else None
    chord = "+".join(keys)
    if chord == "Alt+F4":
        acts.close(window)
    elif keys[:1] == ("Alt",) and len(chord) == 5:
        _access_key(window, chord)
    elif chord in ("Tab", "Shift+Tab"):
        _move_focus(window, focus, -1 if chord == "Shift+Tab" else 1)
    elif chord == "Esc" and focus is not None and is_editor(focus):
        leave_cell(focus, commit=False)
    elif chord == "Esc":
        _escape(window)
    elif chord in _TAKING and (item := in_open_list(focus)) is not None:
        behaviour.select(item)
        behaviour.collapse(next(item.ancestors()))
    elif chord in ("Menu", "Shift+F10") and focus is not None:
        behaviour.open_context_menu(focus, focus.rect.x + 4, focus.rect.bottom)
    elif len(char) == 1 and char.isalnum() and not _takes_letters(window, focus):
        _access_key(window, f"Alt+{char.upper()}")
    elif chord == "Enter":
        _enter(window, focus)
    elif focus is not None and focus.is_enabled:
        _key_on(focus, chord, char)


def _takes_letters(window: Frame[Element], focus: Element | None) -> bool:
    """Whether a letter alone presses no access key: it is typed, or chooses an item."""
    is_menu_open = bool(window.application.popups())
    return focus is not None and focus.kind in (TYPED if is_menu_open else _TAKING_LETTERS)


def _key_on(focus: Element, chord: str, char: str) -> None:
    kind = focus.kind
    if kind in TYPED or (kind == "ComboBox" and focus.editable and chord not in _STEPS):
        _edit(focus, chord, char)
    elif kind == "DataGridCell" and (chord == "F2" or (char and chord != "Space")):
        editor = edit_cell(focus)
        if editor is not None and char:
            _edit(editor, "", char)
    elif chord == "Space":
        if kind in PRESSED:
            behaviour.press(focus)
        elif kind in TOGGLED or kind == "RadioButton":
            mark(focus)
        elif kind in ITEMS:
            behaviour.select(row_of(focus))
    elif kind == "ComboBox" and chord in ("F4", "Alt+Down", "Alt+Up"):
        (behaviour.collapse if focus.expanded else behaviour.expand)(focus)
    elif kind == "Slider" and chord in ("Left", "Right", *_STEPS):
        step = {"Left": -1, "Right": 1, "Up": 1, "Down": -1}.get(chord, _STEPS.get(chord, 0))
        behaviour.put_value(focus, focus.value + step * focus.step)
    elif kind == "TabItem" and chord in ("Left", "Right") and focus.parent is not None:
        _step(focus.parent, focus, 1 if chord == "Right" else -1)
    elif kind == "TreeViewItem" and chord in ("Left", "Right", "Up", "Down"):
        _tree_key(focus, chord)
    elif chord in _STEPS:
        owner = focus if kind in ("ComboBox", "DataGrid") else row_of(focus).parent
        if owner is not None and owner.kind in ("ComboBox", "DataGrid", "ListBox", "ListView"):
            _step(owner, focus, _STEPS[chord])


def _edit(box: Element, chord: str, char: str) -> None:
    if chord in ("Ctrl+A", "Ctrl+Shift+Home", "Ctrl+Shift+End"):  # the caret has no place of its own: all is selected
        box.select_all = True
    elif chord in ("Home", "End", "Left", "Right", "Ctrl+Home", "Ctrl+End"):
        box.select_all = False
    elif box.read_only:
        return
    elif chord in ("Delete", "Backspace"):
        rest = box.text[:-1] if chord == "Backspace" else box.text
        behaviour.put_text(box, "" if box.select_all else rest)
        box.select_all = False
    elif char:
        before, box.select_all = ("" if box.select_all else box.text), False
        behaviour.put_text(box, before + char)


def _step(owner: Element, focus: Element, step: int) -> None:
    count = len(owner.table.data) if owner.table is not None else len(owner.children)
    if not count:
        return
    index = max(0, min(behaviour.selected_index(owner) + step, count - 1))
    behaviour.put_selected_index(owner, index)
    if owner.table is not None:
        behaviour.show_index(owner, index)
        return
    item = owner.children[index]
    if focus is not owner and item.is_alive:
        behaviour.scroll_into_view(item)
        behaviour.focus(item)


def _tree_key(item: Element, chord: str) -> None:
    if chord in ("Left", "Right"):
        (behaviour.expand if chord == "Right" else behaviour.collapse)(item)
        return
    tree = next(e for e in item.ancestors() if e.kind == "TreeView")
    shown = [e for e, _ in tree.walk() if e.kind == "TreeViewItem" and not e.clip.is_empty]
    if item in shown:
        index = max(0, min(shown.index(item) + (1 if chord == "Down" else -1), len(shown) - 1))
        behaviour.focus(shown[index])
        behaviour.select(shown[index])


def _enter(window: Frame[Element], focus: Element | None) -> None:
    if focus is not None and focus.is_enabled:
        if focus.kind in PRESSED:
            behaviour.press(focus)
            return
        if is_editor(focus):
            leave_cell(focus, commit=True)
            return
        if focus.kind == "ComboBox" and focus.expanded:
            behaviour.collapse(focus)
            return
        if focus.kind == "RichTextBox" or focus.attributes.get("AcceptsReturn", "").lower() == "true":
            _edit(focus, "", "\n")
            return
    if button := _button(window, "IsDefault"):
        behaviour.press(button)


def _escape(window: Frame[Element]) -> None:
    if window.application.popups():
        window.application.close_popups()
    elif window.root.kind == "Dialog":
        acts.close(window)
    elif button := _button(window, "IsCancel"):
        behaviour.press(button)


def _button(window: Frame[Element], flag: str) -> Element | None:
    return next(
        (
            e
            for e, _ in window.root.walk()
            if e.kind == "Button" and e.attributes.get(flag, "").lower() == "true" and e.is_enabled
        ),
        None,
    )


def _access_key(window: Frame[Element], chord: str) -> None:
    for element in _reachable(window):
        if element.access_key != chord or not element.is_enabled:
            continue
        if element.kind in PRESSED:
            behaviour.press(element)
        elif element.kind in TOGGLED or element.kind == "RadioButton":
            behaviour.focus(element)
            mark(element)
        elif element.kind in ("MenuItem", "TabItem"):
            left(element, element.rect.center, 0)
        elif element.labels is not None:
            behaviour.focus(element.labels)
        else:
            continue
        return


def _reachable(window: Frame[Element]) -> Iterator[Element]:
    """Yield what an access key can mean: the items of the top menu while one is open, else the whole window."""
    popups = window.application.popups()
    top = popups[0].anchor if popups and popups[0].anchor is not None else window.root
    yield from (e for e, _ in top.walk())


def _move_focus(window: Frame[Element], focus: Element | None, step: int) -> None:
    stops = [e for e, _ in window.root.walk() if _is_tab_stop(e)]
    if not stops:
        return
    at = stops.index(focus) if focus in stops else -1 if step > 0 else 0
    if focus is not None and focus not in stops and focus.kind in ITEMS:
        owner = row_of(focus).parent
        at = next((i for i, e in enumerate(stops) if e is owner or e.parent is owner), at)
    behaviour.focus(stops[(at + step) % len(stops)])


def _is_tab_stop(element: Element) -> bool:
    if not element.focusable or not element.is_enabled:
        return False
    if element.attributes.get("IsTabStop", "").lower() == "false":
        return False
    if element.kind in ("DataGridCell", "ComboBoxItem"):
        return False
    if element.kind == "TabItem":
        return element.selected
    if element.kind in (*ITEMS, "TreeViewItem") and element.parent is not None:
        chosen = behaviour.selected_index(element.parent) if element.kind != "TreeViewItem" else -1
        if chosen >= 0 and element.is_selected:
            return True
        first = next((e for e in element.parent.exposed() if e.kind == element.kind), None)
        return chosen < 0 and element is first and element.parent.kind != "TreeViewItem"
    return True
