"""Mouse and keyboard: what a click or a key does where it lands, as WPF's controls react."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wpfagent.desktops.base import MouseButton
from wpfagent.desktops.simulated import acts, behaviour
from wpfagent.desktops.simulated.editing import close_editor, is_editor, open_editor
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.layout import TITLE_BAR
from wpfagent.desktops.simulated.windows import Screen, Window

_PRESSED = frozenset(("Button", "RepeatButton", "Hyperlink", "DataGridColumnHeader", "GridViewColumnHeader"))
_TOGGLED = frozenset(("CheckBox", "ToggleButton"))
_ITEMS = frozenset(("ListBoxItem", "ListViewItem", "GridViewRow", "DataGridRow", "DataGridCell"))
_OPENED = frozenset(("ComboBox", "ComboBoxItem", "TreeViewItem", "TabItem", "MenuItem", "Expander"))
_TYPED = frozenset(("TextBox", "PasswordBox", "RichTextBox", "DatePicker"))
_ACTORS = _PRESSED | _TOGGLED | _ITEMS | _OPENED | _TYPED | {"RadioButton", "Slider"}
_STEPS = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -1_000_000, "End": 1_000_000}
_BUTTON_WIDTH = 46


def window_at(screen: Screen, x: int, y: int) -> Window | None:
    """Return the topmost window under a point."""
    for window in screen.order:
        window.arrange()
        if window.owner is not None and window.popup:
            window.owner.arrange()
        if not window.minimized and window.rect.contains(x, y):
            return window
    return None


def element_at(window: Window, x: int, y: int) -> Element:
    """Return the deepest element of a window under a point; the window itself where there is nothing else."""
    top = window.anchor if window.popup and window.anchor is not None else window.root
    found = top
    for element, _ in top.walk():
        if element.clip.contains(x, y) and (window.popup or not _in_popup(element)):
            found = element
    return found


def _in_popup(element: Element) -> bool:
    kinds = ("ComboBox", "MenuItem")
    return any(e.kind in kinds and e.expanded for e in element.ancestors()) and not element.is_part


# -- mouse ----------------------------------------------------------------------------------------------------------


def click(screen: Screen, x: int, y: int, button: MouseButton, count: int) -> None:
    """Click `count` times at a point of the screen."""
    screen.pointer = (x, y)
    window = window_at(screen, x, y)
    if window is not None:
        window.application.post(lambda: _click(screen, window, (x, y), button, count))


def _click(screen: Screen, window: Window, at: tuple[int, int], button: MouseButton, count: int) -> None:
    if not window.is_open or not window.enabled:
        return
    popups = window.application.popups()
    target = element_at(window, *at)
    if popups and not window.popup and not any(p.anchor in (target, *target.ancestors()) for p in popups):
        window.application.close_popups()
        return
    screen.raise_window(acts._framed(window))
    if not window.popup and at[1] < window.rect.y + TITLE_BAR:
        _click_title_bar(window, at[0])
        return
    actor = next((e for e in (target, *target.ancestors()) if e.kind in _ACTORS), None)
    if actor is not None and not actor.is_enabled:
        return
    if actor is not None:
        behaviour.focus(actor)
    if button == "right":
        if actor is not None and actor.kind in _ITEMS:
            behaviour.select(_row_of(actor))
        behaviour.open_context_menu(target, *at)
        return
    if button == "left" and actor is not None:
        for number in range(count):
            if actor.is_alive:
                _left(actor, at, number)
    if button == "left" and count > 1:
        _double(target)
        if actor is not None and actor.is_alive and actor.window.enabled:
            _edit_cell(actor)


def _click_title_bar(window: Window, x: int) -> None:
    right = window.rect.right
    if x >= right - _BUTTON_WIDTH:
        acts.close(window)
    elif window.root.kind == "Window" and x >= right - 3 * _BUTTON_WIDTH:
        larger = "normal" if window.maximized else "maximized"
        acts.set_window_state(window, larger if x >= right - 2 * _BUTTON_WIDTH else "minimized")


def _left(actor: Element, at: tuple[int, int], number: int) -> None:
    kind = actor.kind
    if kind in _PRESSED:
        behaviour.press(actor)
    elif kind in _TOGGLED or kind == "RadioButton":
        _mark(actor)
    elif kind == "ComboBox":
        (behaviour.collapse if actor.expanded else behaviour.expand)(actor)
    elif kind == "ComboBoxItem":
        behaviour.select(actor)
        if actor.parent is not None:
            behaviour.collapse(actor.parent)
    elif kind in _ITEMS:
        behaviour.select(_row_of(actor))
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


def _mark(actor: Element) -> None:
    if actor.kind == "RadioButton":
        behaviour.put_checked(actor, True)
    else:
        behaviour.toggle(actor)
    behaviour.raise_event(actor, "Click")


def _edit_cell(cell: Element) -> Element | None:
    """Start to edit a cell with all its text selected."""
    editor = open_editor(cell)
    if editor is not None:
        behaviour.focus(editor)
        editor.select_all = True
    return editor


def _leave_cell(editor: Element, *, commit: bool) -> None:
    cell = editor.parent
    if commit and cell is not None:
        behaviour.focus(cell)
        return
    close_editor(editor, commit=False)
    if cell is not None:
        behaviour.focus(cell)


def _double(target: Element) -> None:
    chain = [target, *target.ancestors()]
    if holder := next((e for e in chain if "MouseDoubleClick" in e.handlers), None):
        behaviour.raise_event(holder, "MouseDoubleClick")


def _row_of(item: Element) -> Element:
    return item.parent if item.kind in ("DataGridCell", "GridViewCell") and item.parent is not None else item


def wheel(screen: Screen, x: int, y: int, notches: int) -> None:
    """Turn the wheel over a point; three items or 48 pixels a notch."""
    window = window_at(screen, x, y)
    if window is not None and window.enabled:
        window.application.post(lambda: _wheel(element_at(window, x, y), notches))


def _wheel(target: Element, notches: int) -> None:
    for element in (target, *target.ancestors()):
        if "Scroll" in element.patterns() and element.kind not in _TYPED:
            step = 48 if element.kind in ("ScrollViewer", "TreeView") else 3
            behaviour.scroll_to(element, behaviour.scroll_offset(element) - notches * step)
            return


def drag(screen: Screen, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Press at one point and release at another: moves a slider's thumb, and a window by its title bar."""
    window = window_at(screen, *start)
    screen.pointer = end
    if window is None or not window.enabled:
        return
    if not window.popup and start[1] < window.rect.y + TITLE_BAR:
        dx, dy = end[0] - start[0], end[1] - start[1]
        window.rect = window.restored = window.rect._replace(x=window.rect.x + dx, y=window.rect.y + dy)
        window.changed()
        return
    target = element_at(window, *start)
    if target.kind == "Slider" and target.is_enabled:
        behaviour.focus(target)
        _left(target, end, 0)
    elif target is element_at(window, *end):
        click(screen, *end, "left", 1)


# -- keyboard -------------------------------------------------------------------------------------------------------


def type_text(screen: Screen, text: str) -> None:
    """Type characters into what has the keyboard."""
    for char in text:
        key = {"\n": "Enter", "\t": "Tab", " ": "Space"}.get(char, "")
        _post(screen, (key,) if key else (), char)


def press_keys(screen: Screen, keys: Sequence[str]) -> None:
    """Press a chord."""
    char = keys[-1].lower() if len(keys) == 1 and len(keys[0]) == 1 else " " if keys == ("Space",) else ""
    if len(keys) == 2 and keys[0] == "Shift" and len(keys[1]) == 1:
        char = keys[1]
    _post(screen, tuple(keys), char)


def _post(screen: Screen, keys: tuple[str, ...], char: str) -> None:
    window = screen.foreground
    if window is None:
        return

    def act() -> None:
        if window.is_open and window.enabled:
            _key(window, keys, char)

    window.application.post(act)


def _key(window: Window, keys: tuple[str, ...], char: str) -> None:
    focus = window.focus if window.focus is not None and window.focus.is_alive else None
    chord = "+".join(keys)
    if chord == "Alt+F4":
        acts.close(window)
    elif keys[:1] == ("Alt",) and len(chord) == 5:
        _access_key(window, chord)
    elif chord in ("Tab", "Shift+Tab"):
        _move_focus(window, focus, -1 if chord == "Shift+Tab" else 1)
    elif chord == "Esc" and focus is not None and is_editor(focus):
        _leave_cell(focus, commit=False)
    elif chord == "Esc":
        _escape(window)
    elif chord in ("Menu", "Shift+F10") and focus is not None:
        behaviour.open_context_menu(focus, focus.rect.x + 4, focus.rect.bottom)
    elif window.application.popups() and len(char) == 1 and char.isalnum() and not (focus and focus.kind in _TYPED):
        _access_key(window, f"Alt+{char.upper()}")
    elif chord == "Enter":
        _enter(window, focus)
    elif focus is not None and focus.is_enabled:
        _key_on(focus, chord, char)


def _key_on(focus: Element, chord: str, char: str) -> None:
    kind = focus.kind
    if kind in _TYPED or (kind == "ComboBox" and focus.editable and chord not in _STEPS):
        _edit(focus, chord, char)
    elif kind == "DataGridCell" and (chord == "F2" or (char and chord != "Space")):
        editor = _edit_cell(focus)
        if editor is not None and char:
            _edit(editor, "", char)
    elif chord == "Space":
        if kind in _PRESSED:
            behaviour.press(focus)
        elif kind in _TOGGLED or kind == "RadioButton":
            _mark(focus)
        elif kind in _ITEMS:
            behaviour.select(_row_of(focus))
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
        owner = focus if kind in ("ComboBox", "DataGrid") else _row_of(focus).parent
        if owner is not None and owner.kind in ("ComboBox", "DataGrid", "ListBox", "ListView"):
            _step(owner, focus, _STEPS[chord])


def _edit(box: Element, chord: str, char: str) -> None:
    if chord == "Ctrl+A":
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
        behaviour._show_index(owner, index)
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


def _enter(window: Window, focus: Element | None) -> None:
    if focus is not None and focus.is_enabled:
        if focus.kind in _PRESSED:
            behaviour.press(focus)
            return
        if is_editor(focus):
            _leave_cell(focus, commit=True)
            return
        if focus.kind == "ComboBox" and focus.expanded:
            behaviour.collapse(focus)
            return
        if focus.kind == "RichTextBox" or focus.attributes.get("AcceptsReturn", "").lower() == "true":
            _edit(focus, "", "\n")
            return
    if button := _button(window, "IsDefault"):
        behaviour.press(button)


def _escape(window: Window) -> None:
    if window.application.popups():
        window.application.close_popups()
    elif window.root.kind == "Dialog":
        acts.close(window)
    elif button := _button(window, "IsCancel"):
        behaviour.press(button)


def _button(window: Window, flag: str) -> Element | None:
    return next(
        (
            e
            for e, _ in window.root.walk()
            if e.kind == "Button" and e.attributes.get(flag, "").lower() == "true" and e.is_enabled
        ),
        None,
    )


def _access_key(window: Window, chord: str) -> None:
    for element in _reachable(window):
        if element.access_key != chord or not element.is_enabled:
            continue
        if element.kind in _PRESSED:
            behaviour.press(element)
        elif element.kind in _TOGGLED or element.kind == "RadioButton":
            behaviour.focus(element)
            _mark(element)
        elif element.kind in ("MenuItem", "TabItem"):
            _left(element, element.rect.center, 0)
        elif element.labels is not None:
            behaviour.focus(element.labels)
        else:
            continue
        return


def _reachable(window: Window) -> Iterator[Element]:
    """Yield what an access key can mean: the items of the top menu while one is open, else the whole window."""
    popups = window.application.popups()
    top = popups[0].anchor if popups and popups[0].anchor is not None else window.root
    yield from (e for e, _ in top.walk())


def _move_focus(window: Window, focus: Element | None, step: int) -> None:
    stops = [e for e, _ in window.root.walk() if _is_tab_stop(e)]
    if not stops:
        return
    at = stops.index(focus) if focus in stops else -1 if step > 0 else 0
    if focus is not None and focus not in stops and focus.kind in _ITEMS:
        owner = _row_of(focus).parent
        at = next((i for i, e in enumerate(stops) if e is owner or e.parent is owner), at)
    behaviour.focus(stops[(at + step) % len(stops)])


def _is_tab_stop(element: Element) -> bool:
    if not (element.peer and element.peer.focusable) or not element.is_enabled:
        return False
    if element.attributes.get("IsTabStop", "").lower() == "false":
        return False
    if element.kind in ("DataGridCell", "ComboBoxItem"):
        return False
    if element.kind == "TabItem":
        return element.selected
    if element.kind in (*_ITEMS, "TreeViewItem") and element.parent is not None:
        chosen = behaviour.selected_index(element.parent) if element.kind != "TreeViewItem" else -1
        if chosen >= 0 and element.is_selected:
            return True
        first = next((e for e in element.parent.exposed() if e.kind == element.kind), None)
        return chosen < 0 and element is first and element.parent.kind != "TreeViewItem"
    return True
