"""The mouse: what lies under a point, and what clicks, the wheel and dragging do there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from wpfagent.desktops.base import Keys, MouseButton
from wpfagent.desktops.simulated import acts, behaviour, tips
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Frame, Screen
from wpfagent.desktops.simulated.gestures import ACTORS, ITEMS, TYPED, edit_cell, in_open_list, left, row_of
from wpfagent.desktops.simulated.layout import TITLE_BAR

_BUTTON_WIDTH = 46
REPEAT_AFTER_MS, REPEAT_EVERY_MS = 500, 33
"""When a RepeatButton that is held presses itself. Source: RepeatButton.Delay and Interval, by the keyboard's."""


def window_at(screen: Screen[Element], x: int, y: int) -> Frame[Element] | None:
    """Return the topmost window under a point."""
    for window in screen.order:
        window.arrange()
        if not window.minimized and window is not screen.tip and window.rect.contains(x, y):
            return window
    return None


def element_at(window: Frame[Element], x: int, y: int) -> Element:
    """Return the deepest element of a window under a point; the window itself where there is nothing else."""
    top = window.anchor if window.popup and window.anchor is not None else window.root
    found = top
    for element, _ in top.walk():
        if element.clip.contains(x, y) and (window.popup or not _in_popup(element)):
            found = element
    return found


def _panel_at(element: Element, x: int, y: int) -> Element | None:
    """Return the deepest panel below an element under a point: it is not in the tree, and takes the mouse."""
    for child in reversed(element.children):
        if (found := _panel_at(child, x, y)) is not None:
            return found
        if child.peer is None and child.clip.contains(x, y):
            return child
    return None


def _in_popup(element: Element) -> bool:
    kinds = ("ComboBox", "MenuItem")
    return any(e.kind in kinds and e.expanded for e in element.ancestors()) and not element.is_part


def move(screen: Screen[Element], x: int, y: int) -> None:
    """Move the pointer to a point of the screen; on an item of an open combo box the focus goes with it."""
    screen.pointer = (x, y)
    window = window_at(screen, x, y)
    hit = element_at(window, x, y) if window is not None and window.enabled else None
    tips.rest(screen, hit)
    if window is not None and (item := in_open_list(hit)) is not None:
        window.application.post(lambda: behaviour.focus(item))


def click(
    screen: Screen[Element], x: int, y: int, button: MouseButton, count: int, keys: Keys = (), *, done: int = 0
) -> None:
    """Click `count` times at a point of the screen, with keys held down; so many of the clicks were `done` already."""
    move(screen, x, y)
    tips.dismiss(screen)
    window = window_at(screen, x, y)
    if window is not None:
        with held(screen, tuple(keys), None):
            window.application.post(lambda: _click(screen, window, (x, y), button, count, done=done))


def _click(
    screen: Screen[Element],
    window: Frame[Element],
    at: tuple[int, int],
    button: MouseButton,
    count: int,
    *,
    is_down: bool = False,
    done: int = 0,
) -> None:
    """Click; `is_down`: the press was seen already; `done`: so many of the clicks were."""
    if not window.is_open or not window.enabled:
        return
    popups = window.application.popups()
    target = element_at(window, *at)
    if popups and not window.popup and not any(p.anchor in (target, *target.ancestors()) for p in popups):
        window.application.close_popups()
        return
    screen.raise_window(acts.framed(window))
    if part := frame_part(window, *at):
        _click_frame(window, part)
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
    hit = _panel_at(target, *at) or target
    if button == "left" and not is_down:
        _raise_on(hit, "PreviewMouseLeftButtonDown")
    if button == "left" and actor is not None:
        for number in range(done, count):
            if actor.is_alive:
                left(actor, at, number, adds="Ctrl" in screen.held)
    if button == "left":
        _raise_on(hit, "MouseLeftButtonUp")
    if button == "left" and count > 1:
        _raise_on(target, "MouseDoubleClick")
        if actor is not None and actor.is_alive and actor.window.enabled:
            edit_cell(actor)


@contextmanager
def held(screen: Screen[Element], keys: tuple[str, ...], at: tuple[int, int] | None) -> Iterator[None]:
    """Keep keys, or the left button pressed at a point, down: a RepeatButton repeats, anything else is clicked after.

    What is held has seen the press; its handlers of the click run when the button is let go over it.
    """
    before, screen.held = screen.held, (*screen.held, *keys)
    held_on = _press_down(screen, at) if at is not None else None
    is_down = [True]
    if held_on is not None and held_on.kind == "RepeatButton":
        _repeat(held_on, is_down, REPEAT_AFTER_MS)
    try:
        yield
    finally:
        is_down[0] = False
        screen.held = before
    if at is not None and held_on is not None and held_on.is_alive:
        if held_on.kind == "RepeatButton":
            _raise_on(held_on, "MouseLeftButtonUp")
        else:
            _let_go(screen, held_on, screen.pointer)


def _let_go(screen: Screen[Element], held_on: Element, at: tuple[int, int]) -> None:
    """Let the button go: over what it was pressed on that is a click."""
    window = window_at(screen, *at)
    if window is not None and held_on in ((target := element_at(window, *at)), *target.ancestors()):
        window.application.post(lambda: _click(screen, window, at, "left", 1, is_down=True))


def _press_down(screen: Screen[Element], at: tuple[int, int]) -> Element | None:
    """Press the left button down; return what is held, None where nothing takes the press."""
    move(screen, *at)
    tips.dismiss(screen)
    window = window_at(screen, *at)
    if window is None or not window.enabled:
        return None
    screen.raise_window(acts.framed(window))
    if frame_part(window, *at):
        return window.root
    target = element_at(window, *at)
    actor = next((e for e in (target, *target.ancestors()) if e.kind in ACTORS), None)
    if actor is None or not actor.is_enabled:
        return None
    behaviour.focus(actor)
    window.application.post(lambda: _raise_on(target, "PreviewMouseLeftButtonDown"))
    return actor


def _repeat(button: Element, is_down: list[bool], after_ms: float) -> None:
    """Press a button now and again and again until it is let go."""
    behaviour.press(button)

    def again() -> None:
        if is_down[0] and button.is_alive and button.is_enabled:
            behaviour.press(button)
            button.window.application.later(REPEAT_EVERY_MS, again)

    button.window.application.later(after_ms, again)


def frame_part(window: Frame[Element], x: int, y: int) -> Literal["", "bar", "minimize", "maximize", "close"]:
    """Return the part of the title bar under a point; '' below of it."""
    if window.popup or y >= window.rect.y + TITLE_BAR:
        return ""
    number = (window.rect.right - 1 - x) // _BUTTON_WIDTH
    if number == 0:
        return "close"
    if window.root.kind != "Window" or number > 2:
        return "bar"
    return "maximize" if number == 1 else "minimize"


def _click_frame(window: Frame[Element], part: str) -> None:
    if part == "close":
        acts.close(window)
    elif part == "maximize":
        acts.set_window_state(window, "normal" if window.maximized else "maximized")
    elif part == "minimize":
        acts.set_window_state(window, "minimized")


def _raise_on(target: Element, event: str) -> None:
    """Raise an event that bubbles on the first element that handles it."""
    if holder := next((e for e in (target, *target.ancestors()) if event in e.handlers), None):
        behaviour.raise_event(holder, event)


def wheel(screen: Screen[Element], x: int, y: int, notches: int) -> None:
    """Turn the wheel over a point; three items or 48 pixels a notch."""
    window = window_at(screen, x, y)
    if window is not None and window.enabled:
        window.application.post(lambda: _wheel(element_at(window, x, y), notches))


def _wheel(target: Element, notches: int) -> None:
    for element in (target, *target.ancestors()):
        if element.kind == "ComboBox" and not element.expanded and element.window.focus is element:
            at = behaviour.selected_index(element) - (1 if notches > 0 else -1)
            behaviour.put_selected_index(element, max(0, min(at, len(element.children) - 1)))
            return
        if "Scroll" in element.patterns() and element.kind not in TYPED:
            step = 48 if element.kind in ("ScrollViewer", "TreeView") else 3
            behaviour.scroll_to(element, behaviour.scroll_offset(element) - notches * step)
            return


def drag(screen: Screen[Element], start: tuple[int, int], end: tuple[int, int], at_end: Callable[[], None]) -> None:
    """Press at one point and release at another: a slider's thumb or a window moves, an item is selected."""
    window = window_at(screen, *start)
    move(screen, *end)
    at_end()
    tips.dismiss(screen)
    if window is None or not window.enabled:
        return
    part = frame_part(window, *start)
    if part not in ("", "bar"):
        if part == frame_part(window, *end):
            click(screen, *end, "left", 1)
        return
    if part == "bar":
        dx, dy = end[0] - start[0], end[1] - start[1]
        window.rect = window.restored = window.rect._replace(x=window.rect.x + dx, y=window.rect.y + dy)
        window.changed()
        return
    target = element_at(window, *start)
    item = next((e for e in (target, *target.ancestors()) if e.kind in ITEMS), None)
    if item is not None and item.is_enabled:
        behaviour.select(row_of(item))
    if target.kind == "Slider" and target.is_enabled:
        behaviour.focus(target)
        left(target, end, 0)
    elif target is element_at(window, *end):
        click(screen, *end, "left", 1)
