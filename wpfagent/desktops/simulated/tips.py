"""Tool tips: what shows beside the pointer once it has rested on an element for a while."""

from __future__ import annotations

from wpfagent.core.model import Rect
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Screen
from wpfagent.desktops.simulated.widths import text_width
from wpfagent.desktops.simulated.windows import Window

COMES_AFTER_S = 1.0
"""Source: ToolTipService.InitialShowDelay."""
_BELOW, _HEIGHT = 20, 24


def rest(screen: Screen[Element], on: Element | None) -> None:
    """Let the pointer rest on an element: another one's tip goes, its own comes after a while.

    Args:
        screen: where.
        on: the deepest element under the pointer; None where there is none.
    """
    owner = next((e for e in (on, *on.ancestors()) if e.attributes.get("ToolTip")), None) if on is not None else None
    if owner is not screen.tipped:
        dismiss(screen)
        screen.tipped, rests = owner, screen.rests
        if owner is not None:
            when = screen.clock.now() + COMES_AFTER_S
            screen.clock.call_at(when, lambda: owner.window.application.post(lambda: _show(screen, owner, rests)))


def dismiss(screen: Screen[Element]) -> None:
    """Take the tip away, or the one that was to come: it comes when the pointer leaves and returns."""
    screen.rests += 1
    tip, screen.tip = screen.tip, None
    if tip is not None and tip.is_open:
        tip.is_open = False
        screen.remove_window(tip)
        tip.application.version += 1


def _show(screen: Screen[Element], owner: Element, rests: int) -> None:
    if screen.rests != rests or not (owner.is_alive and owner.is_enabled):
        return
    screen.tip = tip = Window(owner.window.application, "Popup", "", owner.window)
    shown = Element("ToolTip", tip, tip.root)
    shown.text = owner.attributes["ToolTip"]
    tip.root.children.append(shown)
    x, y = screen.pointer
    tip.rect = Rect(x, y + _BELOW, text_width(shown.text) + 16, _HEIGHT)
    screen.order.insert(0, tip)
    tip.changed()
