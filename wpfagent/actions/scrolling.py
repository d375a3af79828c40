"""Scrolling: a container by pages or to an end, an element into view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wpfagent.actions.base import Performed, action, arg
from wpfagent.actions.clicking import MODIFIERS_DOC
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.input import pointing, wheeling
from wpfagent.actions.items import revealing
from wpfagent.core.errors import ElementNotVisible, InvalidArgument, Unsupported
from wpfagent.core.keys import parse_modifiers
from wpfagent.core.model import Control
from wpfagent.desktops.base import Budget

DIRECTIONS = ("up", "down", "left", "right", "top", "bottom")
NOTCHES_A_PAGE, END_NOTCHES, MOST_NOTCHES, MOST_PAGES = 5, 100, 500, 1_000
TURNED = ("ComboBox", "Slider")
"""What the wheel sets that is turned over what it stands in."""
PARTS = 60
"""How many parts of an element are looked at to find the one that scrolls."""


@dataclass(frozen=True, slots=True)
class ScrollArgs:
    """Arguments of scroll."""

    direction: str = arg("which way; top and bottom go to the end", "down", choices=DIRECTIONS)
    pages: float = arg("how far", 1.0, least=-MOST_PAGES, most=MOST_PAGES)
    notches: int | None = arg("turn the mouse wheel by so many notches instead", None, least=1, most=MOST_NOTCHES)
    modifiers: str | None = arg(MODIFIERS_DOC + ", while the wheel turns", None)

    def __post_init__(self) -> None:
        if self.modifiers is not None:
            parse_modifiers(self.modifiers)
        if self.notches is not None and self.direction not in ("up", "down"):
            raise InvalidArgument(
                f"The wheel turns up or down, not {self.direction}.", hint="Leave out notches, or hold Shift."
            )


@action(args=ScrollArgs)
def scroll(doing: Doing, args: ScrollArgs) -> Performed:
    """Scroll a container: by pages, or to its top or bottom; or turn the mouse wheel over it."""
    assert doing.control is not None
    if args.notches is not None or args.modifiers is not None:
        return _turn(doing, doing.control, args)
    control = _scrolling(doing, doing.control)
    if control.can("Scroll"):
        if args.direction in ("top", "bottom"):
            doing.verb(control, "scroll", (None, 0.0 if args.direction == "top" else 100.0))
        else:
            amount = args.pages if args.direction in ("down", "right") else -args.pages
            vertical = args.direction in ("up", "down")
            doing.verb(control, "scroll_by", (None, amount) if vertical else (amount, None))
        return Performed("ScrollPattern")
    if args.direction in ("left", "right"):
        raise Unsupported(f"{control.describe()} has no ScrollPattern.", hint="Scroll the container around it.")
    return _turn(doing, control, args)


def _turn(doing: Doing, control: Control, args: ScrollArgs) -> Performed:
    """Turn the wheel over an element."""
    pages = END_NOTCHES if args.direction in ("top", "bottom") else max(1, round(args.pages * NOTCHES_A_PAGE))
    notches = (args.notches or pages) * (1 if args.direction in ("up", "top") else -1)
    consenting.of_moving(doing, control, "the wheel")
    consenting.of_gesture(doing, control, "the wheel")
    point = pointing.aim(doing, control, button=None)
    for hit in pointing.between(doing, control, point):
        if hit.control_type in TURNED:
            consenting.of_moving(doing, hit, "the wheel")
    held = parse_modifiers(args.modifiers) if args.modifiers is not None else ()
    with pointing.held(doing, held):
        doing.desktop.mouse_wheel(*point, notches)
        doing.desktop.wait_idle(doing.app.pid, doing.left_s, hwnd=control.hwnd)  # each notch is asked for the keys
    return Performed("mouse")


def _scrolling(doing: Doing, control: Control) -> Control:
    """Return the part of an element that scrolls by its pattern; the element itself where none does."""
    if control.can("Scroll"):
        return control
    inside = doing.snapshot(Budget(PARTS), within=control)
    return next((c for c in inside if c.can("Scroll")), control)


@action(rare=True)
def scroll_into_view(doing: Doing, _args: Any) -> Performed:
    """Scroll until an element is on screen; a virtualised row is realised."""
    assert doing.control is not None
    control = doing.control
    now = revealing.reveal(
        doing, control if control.visible else doing.desktop.realize(control, timeout_s=doing.left_s)
    )
    turned = wheeling.turn_to(doing, now)
    is_turned, now = wheeling.is_shown(turned) and not wheeling.is_shown(now), turned
    if not now.visible:
        raise ElementNotVisible(
            f"{control.describe()} stays off screen.",
            hint="Open the tab or expander it is on, or scroll its container.",
        )
    if control.visible and not doing.scrolled:
        return Performed("none", unneeded={"visible": True})
    method = "ScrollItemPattern" if control.can("ScrollItem") else "mouse" if is_turned else "ScrollPattern"
    return Performed(method, check=lambda seen: {"visible": True} if seen.visible else None)
