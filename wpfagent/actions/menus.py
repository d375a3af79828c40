"""Menus by path: the menu bar's and an element's context menu."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.actions import dropped
from wpfagent.actions.base import PRESSABLE, Performed, action, arg
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import pointing, pressing, under_pointer
from wpfagent.core import wait
from wpfagent.core.captions import ITEMS, folded
from wpfagent.core.errors import ElementNotEnabled, ElementNotFound, InvalidArgument, Unsupported, WpfAgentError
from wpfagent.core.model import Control
from wpfagent.core.selector import Selector, nearest
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating.composites import opens_more

BARS = Conditions(control_types=("Menu", "MenuBar"))
SYSTEM_BAR = "SystemMenuBar"
"""The AutomationId of the bar with a window's own menu."""
PRESSED = frozenset({"Button", "SplitButton"})
"""What may show a menu when it is pressed."""
HOLDING_ITEMS = frozenset({"Menu", "MenuBar", "ToolBar", *PRESSED})
"""What is, or drops down, a menu itself."""
DROPPED_S = 1.0
"""How long a menu may take to show below a button that was pressed."""
CLOSED_S = 0.5
"""How long a menu may take to close once an item of it was ticked."""
OPENING_S = 3.0
"""How long a context menu may take to show."""


@dataclass(frozen=True, slots=True)
class MenuArgs:
    """Arguments of menu and context_menu."""

    path: Sequence[str] | str = arg(
        'the captions (or AutomationIds) from the top: ["File", "Save as..."] or "File > Save"'
    )

    def __post_init__(self) -> None:
        if not split_path(self.path):
            raise InvalidArgument("The menu path is empty.", hint='For example ["File", "Save"].')


def split_path(path: Sequence[str] | str) -> list[str]:
    """Return the parts of a menu path."""
    parts = re.split(r"\s*(?:>|→)\s*", path) if isinstance(path, str) else list(path)
    return [p.strip() for p in parts if p.strip()]


@action(selector="optional", args=MenuArgs, able=("ExpandCollapse", "Invoke", "Toggle"))
def menu(doing: Doing, args: MenuArgs) -> Performed:
    """Choose a command of a menu bar by its path.

    Without a selector it is the window's; a selector names a menu bar, a tool bar, or what drops choices down.
    The path may begin with a button that does: of the row that is named, or of a window without such a menu.
    """
    path = split_path(args.path)
    consenting.of_path(doing, path)
    known = {w.hwnd for w in doing.windows()}
    if (button := _button_with(doing, path)) is not None:
        path, items = path[1:], _items_of(doing, button)
    else:
        button = dropped.opener_at(doing, doing.control) if doing.control is not None else None
        items = _top_items(doing) if button is None else _items_of(doing, button)
    try:
        return _walk(doing, path, items, "ExpandCollapsePattern, InvokePattern")
    finally:
        if button is not None and opens_more(button):
            dropped.close(doing, button, known)


@action(risk="input", args=MenuArgs, able=PRESSABLE, rare=True)
def context_menu(doing: Doing, args: MenuArgs) -> Performed:
    """Choose a command of an element's context menu by its path; it is opened with a right click."""
    assert doing.control is not None
    path = split_path(args.path)
    consenting.of_path(doing, path)
    known, windows = _known(doing)
    pointing.click(doing, doing.control, "right")
    # Asking for items keeps the program's thread from handling the click: first the pop-up, which costs it nothing.
    doing.until(lambda: any(w.hwnd not in windows for w in doing.windows()), OPENING_S)
    items = _come(doing, doing.control, known, windows, OPENING_S)
    if not items:
        raise ElementNotFound(
            f"{doing.control.describe()} opened no context menu.", hint="Right-click another element."
        )
    return _walk(doing, path, items, "mouse, InvokePattern")


def _button_with(doing: Doing, path: Sequence[str]) -> Control | None:
    """Return the button that a path begins with: in a row, or in a window whose menu bar, if any, has no such item."""
    control = doing.control
    has_menu = control is not None and (control.can("ExpandCollapse") or control.control_type in HOLDING_ITEMS)
    if len(path) < 2 or has_menu or (control is None and _is_in_bar(doing, path[0])):
        return None
    search = replace(doing.search(), root=control or doing.search().root, able=())

    def button() -> Control | None:
        with suppress(ElementNotFound):
            return search.one(Selector(name=path[0], control_type="Button")).control
        return None

    return button() or (under_pointer.shown(doing, control, button) if control is not None else None)


def _is_in_bar(doing: Doing, part: str) -> bool:
    with suppress(ElementNotFound):
        return bool(_pick((part,), part, _top_items(doing)))
    return False


def _known(doing: Doing) -> tuple[set[str], set[int]]:
    """The entries of menus and the windows that show already."""
    return {c.ref for c in _menu_items(doing)}, {w.hwnd for w in doing.windows()}


def _come(doing: Doing, opener: Control, known: set[str], windows: set[int], timeout_s: float) -> list[Control]:
    """Return what has come by an opener: the entries of a menu, or what a pop-up holds that is made like one.

    A menu that tells no items would lie over the program: it is closed.

    Raises:
        Unsupported: there was one.
    """
    items = doing.until(lambda: _entries(doing, known) or dropped.shown_by(doing, windows), timeout_s)
    if not items.ok and any(w.popup and w.hwnd not in windows for w in doing.windows()):
        _dismiss(doing)
        raise Unsupported(
            f"{opener.describe()} opened a menu that tells nothing of its items; it was closed again.",
            hint="Use the menu bar, a tool bar or the command's keys.",
        )
    return items.value or []


def _walk(doing: Doing, path: Sequence[str], items: Sequence[Control], method: str) -> Performed:
    try:
        for depth, part in enumerate(path):
            item = _pick(path, part, items)
            if not item.enabled:
                raise ElementNotEnabled(f"The menu item {part!r} of {' > '.join(path)} is disabled.")
            if depth == len(path) - 1:
                return _choose(doing, item, method)
            known = {c.ref for c in _menu_items(doing)}
            if item.expanded != "expanded":
                doing.verb(item, "expand")
            items = _submenu(doing, item, known)
    except WpfAgentError:
        _dismiss(doing)
        raise
    raise InvalidArgument("The menu path is empty.")


def _choose(doing: Doing, item: Control, method: str) -> Performed:
    consenting.of_control(doing, item)
    pressed = pressing.press_item(doing, item) if item.control_type in ITEMS else pressing.press(doing, item)
    if pressed.sets_own_state:
        toggled = _toggled(doing, item)
        _dismiss(doing)
        why = "the pattern set the mark; the item's handlers may not have run"
        return Performed(pressed.method, unverifiable=f"{why}: {toggled}", item=item)
    shown = None
    if item.can("Toggle"):
        shown = doing.until(lambda: _toggled(doing, item), wait.SETTLE_S).value
        if shown and not doing.until(lambda: not _still_shows(doing, item), CLOSED_S).ok:
            _dismiss(doing)  # it stays for more ticks, and would lie over what is done next
    elif doing.pending is None:
        shown = _toggled(doing, item)
    return Performed(method if pressed.method == "InvokePattern" else pressed.method, confirmed=shown, item=item)


def _still_shows(doing: Doing, item: Control) -> bool:
    """Whether the pop-up that an item stands in is open."""
    return any(w.popup and w.hwnd == item.hwnd for w in doing.windows())


def _toggled(doing: Doing, item: Control) -> dict[str, Any] | None:
    """Return how an item's tick changed; where its framework takes the pattern away, there is none."""
    try:
        none = "off" if framework_of(doing.framework(item)).ticked_items_toggle else None
        now = doing.read(item) if none or item.can("Toggle") else item
    except WpfAgentError:
        return None
    states = [item.toggle_state or none, now.toggle_state or none]
    return {"toggle_state": states} if None not in states and states[0] != states[1] else None


def _top_items(doing: Doing) -> list[Control]:
    """The items of the menu bars, those of the topmost enabled window first."""
    windows = [w for w in doing.windows() if w.enabled and not w.popup]
    for window in windows:
        bars = doing.desktop.find(BARS, windows=(window,), limit=5, timeout_s=doing.left_s)
        items = [i for bar in bars if bar.automation_id != SYSTEM_BAR for i in _children(doing, bar)]
        if items:
            return items
    raise ElementNotFound("The target's top window has no menu bar.", hint="Use context_menu, or list the controls.")


def _items_of(doing: Doing, control: Control) -> list[Control]:
    """The first items of a menu bar or tool bar, or of what drops a menu down, which is opened."""
    is_pressed = not control.can("ExpandCollapse")
    if is_pressed and (control.control_type in BARS.control_types or control.control_type == "ToolBar"):
        return _children(doing, control)
    if is_pressed and control.control_type not in PRESSED:
        raise Unsupported(
            f"{control.describe()} has no menu of its own.",
            hint="Name a menu bar or what drops a menu down; without a selector it is the window's menu bar.",
        )
    known, windows = _known(doing)
    consenting.of_control(doing, control)
    if is_pressed:
        return _dropped(doing, control, known, windows)
    if control.expanded != "expanded" and pressing.expands_by_press(doing, control):
        pressing.open_drop_down(doing, control)
    elif control.expanded != "expanded":
        try:
            doing.verb(control, "expand")
        except Unsupported as error:
            if not pressing.is_empty(doing, control, error):
                raise
            return _dropped(doing, control, known, windows)
    return _submenu(doing, control, known, windows)


def _dropped(doing: Doing, button: Control, known: set[str], windows: set[int]) -> list[Control]:
    """Press a button that drops a menu of its own down, or a list or buttons, and return what is in that."""
    if button.toggle_state == "on" and (items := dropped.shown_by(doing, ())):  # it is down already
        return items
    pressing.press(doing, button)
    if items := _come(doing, button, known, windows, DROPPED_S):
        return items
    raise ElementNotFound(
        f"{button.describe()} was pressed and dropped no menu down.",
        hint="Name what does: often a small button with an arrow beside it.",
    )


def _children(doing: Doing, control: Control) -> list[Control]:
    found = doing.desktop.children(control, limit=200, timeout_s=doing.left_s)
    return [c for c in found if c.control_type == "MenuItem"]


def _menu_items(doing: Doing) -> list[Control]:
    return doing.find_all(Conditions(control_type="MenuItem"), limit=300)


def _entries(doing: Doing, known: set[str]) -> list[Control]:
    return [c for c in _menu_items(doing) if c.ref not in known]


def _submenu(doing: Doing, item: Control, known: set[str], windows: Collection[int] | None = None) -> list[Control]:
    """A submenu's items stand below its item or in a pop-up; what is no menu drops others down, not in `windows`."""

    def shown() -> list[Control]:
        listed = _children(doing, item) or _entries(doing, known)
        return listed or (dropped.shown_by(doing, windows) if windows is not None else [])

    waited = doing.until(shown, min(3.0, doing.left_s))
    if not waited.ok:
        raise ElementNotFound(
            f"The menu {item.name!r} opened without items.", hint="Try again when the program is idle."
        )
    return waited.value


def _pick(path: Sequence[str], part: str, items: Sequence[Control]) -> Control:
    for key in (lambda c: c.name, lambda c: _plain(c.name), lambda c: c.automation_id):
        found = [c for c in items if key(c) in (part, _plain(part))]
        if found:
            return found[0]
    names = [c.name for c in items if c.name]
    near = nearest(part, names) or names
    raise ElementNotFound(
        f"The menu {' > '.join(path)} has no item {part!r}.",
        hint=f"Nearest: {', '.join(map(repr, near))}.",
        details={"nearest": {"names": near}},
    )


def _plain(caption: str) -> str:
    """A caption as people say it: without access key marks, shortcut, dots."""
    bare = re.sub(r"\(&?\w\)|（&?\w）|[_&]", "", caption.split("\t", maxsplit=1)[0])
    return folded(bare.strip().rstrip(".…"))


def _dismiss(doing: Doing) -> None:
    """Close what was opened: the application is left as it was."""
    for _ in range(4):
        if not any(w.popup for w in doing.desktop.windows(doing.app.pid)):
            return
        opened = [c for c in _menu_items(doing) if c.expanded == "expanded"]
        if opened:
            doing.verb(opened[0], "collapse")
        elif doing.policy.input != "never":
            doing.desktop.press_keys(("Esc",))
        doing.until(lambda: not any(w.popup for w in doing.desktop.windows(doing.app.pid)), 0.5)
