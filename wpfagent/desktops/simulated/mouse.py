"""The mouse: what lies under a point, and what clicks, the wheel and dragging do there."""

from __future__ import annotations

from wpfagent.desktops.base import MouseButton
from wpfagent.desktops.simulated import acts, behaviour
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.gestures import ACTORS, ITEMS, TYPED, edit_cell, left, row_of
from wpfagent.desktops.simulated.layout import TITLE_BAR
from wpfagent.desktops.simulated.windows import Screen, Window

_BUTTON_WIDTH = 46


def window_at(screen: Screen, x: int, y: int) -> Window | None:
    """Return the topmost window under a point."""
    for window in screen.order:
        window.arrange()
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
    screen.raise_window(acts.framed(window))
    if not window.popup and at[1] < window.rect.y + TITLE_BAR:
        _click_title_bar(window, at[0])
        return
    actor = next((e for e in (target, *target.ancestors()) if e.kind in ACTORS), None)
    if actor is not None and not actor.is_enabled:
        return
    if actor is not None:
        behaviour.focus(actor)
    if button == "right":
        if actor is not None and actor.kind in ITEMS:
            behaviour.select(row_of(actor))
        behaviour.open_context_menu(target, *at)
        return
    if button == "left" and actor is not None:
        for number in range(count):
            if actor.is_alive:
                left(actor, at, number)
    if button == "left":
        _raise_on(target, "MouseLeftButtonUp")
    if button == "left" and count > 1:
        _raise_on(target, "MouseDoubleClick")
        if actor is not None and actor.is_alive and actor.window.enabled:
            edit_cell(actor)


def _click_title_bar(window: Window, x: int) -> None:
    right = window.rect.right
    if x >= right - _BUTTON_WIDTH:
        acts.close(window)
    elif window.root.kind == "Window" and x >= right - 3 * _BUTTON_WIDTH:
        larger = "normal" if window.maximized else "maximized"
        acts.set_window_state(window, larger if x >= right - 2 * _BUTTON_WIDTH else "minimized")


def _raise_on(target: Element, event: str) -> None:
    """Raise an event that bubbles on the first element that handles it."""
    if holder := next((e for e in (target, *target.ancestors()) if event in e.handlers), None):
        behaviour.raise_event(holder, event)


def wheel(screen: Screen, x: int, y: int, notches: int) -> None:
    """Turn the wheel over a point; three items or 48 pixels a notch."""
    window = window_at(screen, x, y)
    if window is not None and window.enabled:
        window.application.post(lambda: _wheel(element_at(window, x, y), notches))


def _wheel(target: Element, notches: int) -> None:
    for element in (target, *target.ancestors()):
        if "Scroll" in element.patterns() and element.kind not in TYPED:
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
        left(target, end, 0)
    elif target is element_at(window, *end):
        click(screen, *end, "left", 1)
