"""The pointer: click, hover, read a tool tip, drag, click at coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from wpfagent.actions import by_eye
from wpfagent.actions.base import PRESSABLE, TEXT, Performed, action, arg
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import pictures
from wpfagent.actions.input import by_tip, keyboard, pointing, pressing, under_pointer
from wpfagent.core.errors import (
    ElementNotFound,
    InvalidArgument,
    RefusedCoordinates,
    RefusedOutsideTarget,
    SelectorAmbiguous,
    Unsupported,
)
from wpfagent.core.keys import parse_chords, parse_modifiers
from wpfagent.core.model import Control, Snapshot
from wpfagent.core.selector import Selector, durable
from wpfagent.desktops.base import Conditions, MouseButton
from wpfagent.desktops.locating.composites import is_cell

BUTTONS = ("left", "right", "middle")
MOST_HELD_MS = 30_000
MODIFIERS_DOC = "keys held down meanwhile: Ctrl, Shift, Alt, or Ctrl+Shift"
AT_DOC = "a place inside the element: {x: 0.9, y: 0.5} as fractions, or {dx: 4, dy: 4} in pixels from its corner"


@dataclass(frozen=True, slots=True)
class ClickArgs:
    """Arguments of click."""

    button: MouseButton = arg("which mouse button", "left", choices=BUTTONS)
    double: bool = arg("click twice", False)
    input: bool = arg("use the mouse even where a UIA pattern would do", False)
    at: Mapping[str, float] | None = arg(AT_DOC, None)
    hold_ms: int | None = arg("keep the left button down for so long", None, least=1, most=MOST_HELD_MS)
    keys: str | None = arg("chords pressed while the button is held down (hold_ms): Alt+E", None)
    modifiers: str | None = arg(MODIFIERS_DOC, None)

    def __post_init__(self) -> None:
        pointing.check_at(self.at)
        if self.modifiers is not None:
            parse_modifiers(self.modifiers)
        if self.keys is not None:
            parse_chords(self.keys)
            if self.hold_ms is None:
                raise InvalidArgument(
                    "click takes `keys` only while the button is held.", hint="hold_ms: 1000, or send_keys."
                )
        if self.hold_ms is not None and (self.double or self.button != "left"):
            raise InvalidArgument("hold_ms holds the left button down, once.", hint="Leave out button and double.")

    @property
    def is_plain(self) -> bool:
        """Whether it is the click that a pattern may do."""
        by_mouse = self.button != "left" or self.double or self.input or self.at is not None
        return not (by_mouse or self.hold_ms is not None or self.modifiers is not None)


@action(args=ClickArgs, activates=True, able=PRESSABLE)
def click(doing: Doing, args: ClickArgs) -> Performed:
    """Click an element as a user does: by its UIA pattern where that is the click, else by Space or the mouse."""
    assert doing.control is not None
    control = _all_of_cell(doing, doing.control) if args.is_plain else doing.control
    if args.is_plain:
        if pressing.is_invoked(control):
            return Performed(pressing.press(doing, control).method, subject=control)
        if control.can("Toggle") and not pressing.has_tick(control):
            pressed = pressing.press(doing, control)
            check = _changed("toggle_state", control.toggle_state)
            return Performed(pressed.method, check=check, sets_own_state=pressed.sets_own_state)
        if control.can("SelectionItem") and control.control_type in CHOSEN_BY_CLICK:
            if control.selected and doing.policy.input == "never":
                return Performed("none", unneeded={"selected": True})
            pressed = (pressing.press_item if pressing.has_tick(control) else pressing.press)(doing, control)
            # What is selected already can be clicked as well: its command runs once more.
            check = None if control.selected else _is("selected", True)
            return Performed(pressed.method, check=check, sets_own_state=pressed.sets_own_state)
        if control.can("ExpandCollapse") and control.control_type in OPENED_BY_CLICK:
            open_now = control.expanded in ("expanded", "partially_expanded")
            consenting.of_opening(doing, control)
            if doing.selector is not None and control.value == doing.selector.name:
                consenting.of_item_text(doing, control, control.value or "")  # it may be a button of these words
            if doing.policy.input == "never" or not _may_hold_button(control):
                doing.verb(control, "collapse" if open_now else "expand")
                return Performed("ExpandCollapsePattern", check=_changed("expanded", control.expanded))
    held = parse_modifiers(args.modifiers) if args.modifiers is not None else ()
    done = (
        "double" if args.double else "",
        "hold" if args.hold_ms is not None else "",
    )
    for gesture in filter(None, (*done, "+".join((*held, "click")) if held else "")):
        consenting.of_gesture(doing, control, gesture)
    if args.hold_ms is not None:
        chords = parse_chords(args.keys) if args.keys is not None else ()
        press = partial(keyboard.press, doing, chords)
        pointing.hold(doing, control, args.hold_ms / 1000, press, at=args.at, modifiers=held)
    else:
        pointing.click(doing, control, args.button, 2 if args.double else 1, at=args.at, modifiers=held)
    return Performed("mouse", check=_focused_edit(control), trace=_is_current(control))


def _may_hold_button(control: Control) -> bool:
    """Whether a click may press what the template of a closed combo box of WPF holds, of which no peer tells."""
    return control.control_type == "ComboBox" and not control.can("Value") and control.expanded == "collapsed"


def _all_of_cell(doing: Doing, cell: Control) -> Control:
    """Return the one thing to press that is all a grid's cell shows, if only under the pointer; else the cell."""
    if not is_cell(cell):
        return cell

    def inside() -> Control | None:
        found = doing.find_all(Conditions(control_types=PRESSED_IN_CELL), within=cell, limit=10)
        if not found or cell.name not in ("", *(c.name for c in found)):
            return None
        if len(found) > 1:
            raise SelectorAmbiguous(
                f"{cell.describe()} holds {len(found)} things to press: {', '.join(c.describe() for c in found)}.",
                hint="Name one of them, within the row.",
                details={"candidates": [c.to_dict() for c in found]},
            )
        return found[0]

    part = inside()
    is_empty = not cell.name and not doing.desktop.children(cell, limit=1, timeout_s=doing.left_s)
    return part or (under_pointer.shown(doing, cell, inside) if is_empty else None) or cell


PRESSED_IN_CELL = ("Button", "Hyperlink", "SplitButton")
OPENED_BY_CLICK = ("ComboBox", "Group", "MenuBar", "MenuItem", "SplitButton")
CHOSEN_BY_CLICK = ("RadioButton", "TabItem", "ListItem", "DataItem")


def _is(key: str, wanted: object) -> Any:
    return lambda now: {key: wanted} if getattr(now, key) == wanted else None


def _changed(key: str, old: object) -> Any:
    return lambda now: {key: [old, getattr(now, key)]} if getattr(now, key) != old else None


def _focused_edit(control: Control) -> Any:
    """Clicking into a text field moves the focus there, and that is its effect; elsewhere the focus proves nothing."""
    if control.control_type not in ("Edit", "Document") or control.focused:
        return None
    return lambda now: {"focused": True} if now.focused else None


def _is_current(cell: Control) -> Callable[[Snapshot], Mapping[str, Any] | None] | None:
    """Clicking a cell that tells no selection makes it the current one; where it was, or is not, nothing is told."""
    if cell.control_type != "DataItem" or not cell.can("GridItem") or cell.can("SelectionItem") or cell.focused:
        return None
    return lambda after: {"focused": True} if any(c.ref == cell.ref and c.focused for c in after.controls) else None


@dataclass(frozen=True, slots=True)
class HoverArgs:
    """Arguments of hover."""

    at: Mapping[str, float] | None = arg(AT_DOC, None)

    def __post_init__(self) -> None:
        pointing.check_at(self.at)


@action(risk="input", args=HoverArgs, rare=True)
def hover(doing: Doing, args: HoverArgs) -> Performed:
    """Rest the pointer on an element, for its tool tip or hover effect."""
    assert doing.control is not None
    consenting.of_gesture(doing, doing.control, "hover")
    point = pointing.aim(doing, doing.control, at=args.at, button=None)
    doing.desktop.mouse_move(*point)
    return Performed("mouse", tips=True)


@dataclass(frozen=True, slots=True)
class ReadTooltipArgs:
    """Arguments of read_tooltip."""

    wait_ms: int = arg("rest there so many ms at most until a tool tip shows", 2_000, least=0, most=30_000)


@action(risk="read", args=ReadTooltipArgs, returns={"text": TEXT, "source": TEXT}, rare=True)
def read_tooltip(doing: Doing, args: ReadTooltipArgs) -> Performed:
    """Rest the pointer on an element and read the tool tip that shows; its help text where none does.

    Where the profile says `input: never`, the pointer stays where it is and the help text is read. `source` tells
    which it was: `tool_tip` or `help_text`.
    """
    assert doing.control is not None
    control, may_rest = doing.control, doing.policy.input != "never"
    if may_rest and (text := by_tip.said_by(doing, control, args.wait_ms / 1000)):
        return Performed("mouse", result={"text": text, "source": "tool_tip"})
    if control.help_text:
        return Performed(result={"text": control.help_text, "source": "help_text"})
    if not may_rest:
        raise ElementNotFound(
            f"{control.describe()} has no help text, and the profile says input: never.",
            hint="Set safety.input to allowed: the pointer then rests on it for its tool tip.",
        )
    raise ElementNotFound(
        f"{control.describe()} showed no tool tip within {args.wait_ms} ms, and has no help text.",
        hint="Name the element that carries the tool tip, or raise wait_ms.",
    )


@dataclass(frozen=True, slots=True)
class DragArgs:
    """Arguments of drag."""

    to: Selector | None = arg("the selector of the element to drop on", None)
    by: tuple[int, ...] | None = arg("[dx, dy] in physical pixels, where there is no element to drop on", None)
    at: Mapping[str, float] | None = arg(AT_DOC + ", where the drag starts", None)
    to_at: Mapping[str, float] | None = arg("a place inside the element to drop on, as in `at`", None)
    via: Sequence[tuple[int, ...]] | None = arg("stops on the way, each [dx, dy] in pixels from the start", None)

    def __post_init__(self) -> None:
        if (self.to is None) == (self.by is None):
            raise InvalidArgument(
                "drag needs `to` or `by`, one of them.", hint='to: {"automation_id": …} or by: [0, 40].'
            )
        for stop in (*(self.via or ()), *((self.by,) if self.by is not None else ())):
            if len(stop) != 2:
                raise InvalidArgument(f"by cannot be {list(stop)}.", hint="[dx, dy] is expected.")
        pointing.check_at(self.at)
        pointing.check_at(self.to_at)


@action(risk="input", args=DragArgs, able=PRESSABLE, rare=True)
def drag(doing: Doing, args: DragArgs) -> Performed:
    """Drag an element onto another, or by a distance, with the left mouse button; with stops on the way."""
    assert doing.control is not None
    control = doing.control  # it is pressed, and may be released there when the person at the PC stops the drag
    consenting.of_gesture(doing, control, "drag")
    if args.to is not None:
        target = doing.find(args.to).control
        consenting.of_drop(doing, target)
        pointing.aim(doing, control, at=args.at, button=None)  # both are in view before either is measured
        end = pointing.aim(doing, target, at=args.to_at, button=None)
        for under in pointing.between(doing, target, end):
            consenting.of_drop(doing, under)
        start = pointing.aim(doing, control, at=args.at)
    else:
        dx, dy = args.by or (0, 0)
        start = pointing.aim(doing, control, at=args.at)
        end = (start[0] + dx, start[1] + dy)
        if (hit := _hit(doing, end)) is not None:
            consenting.of_drop(doing, hit)
    stops = [(start[0] + x, start[1] + y) for x, y in args.via or ()]
    for point in (*stops, end):
        _check_free(doing, point)
    doing.goes_out()
    doing.desktop.mouse_drag(
        start, end, via=stops, begun=lambda: _rest(doing, control), at_end=lambda: _of_drop(doing, control, end)
    )
    # What is dropped on something may stay where it was, as may what is taken at a place inside: then any change
    # counts, but for what pressing it does, and its own size: a column's header is dragged at its edge.
    check = _moved(control) if args.to is None and args.at is None else None
    trace = _resized(control) if args.to is None and args.at is not None else None
    return Performed("mouse", check=check, beside=frozenset({"selected"}), may_only_draw=True, trace=trace)


def _of_drop(doing: Doing, dragged: Control, end: tuple[int, int]) -> None:
    """Ask by what lies at the end of a drag now: a place to drop on may show only meanwhile."""
    _rest(doing, dragged)
    hit = _hit(doing, end)
    if hit is not None and hit.ref != dragged.ref:
        consenting.of_drop(doing, hit)


def _rest(doing: Doing, dragged: Control) -> None:
    """Wait until a program has taken what the mouse did so far."""
    doing.desktop.wait_idle(doing.app.pid, pointing.RESTED_S, hwnd=dragged.hwnd, thoroughly=True)


def _hit(doing: Doing, point: tuple[int, int]) -> Control | None:
    """What lies at a point, which may be on the bare desktop: a bin stands there. Raises RefusedOutsideTarget."""
    _check_free(doing, point)
    try:
        return doing.desktop.at_point(*point, timeout_s=doing.left_s)
    except Unsupported:
        return None


def _check_free(doing: Doing, point: tuple[int, int]) -> None:
    """Raise RefusedOutsideTarget for a point off the screen, or over another program's window."""
    if doing.desktop.screen_rect().contains(*point):
        at = doing.desktop.window_at(*point)
        if at is None or at == doing.app.pid:
            return
        what = "Another program's window lies there"
    else:
        what = "It is not on the screen"
    raise RefusedOutsideTarget(
        f"The point {point[0]},{point[1]} cannot be dragged to: {what}.",
        hint="Drag within the target's windows, or over the free desktop.",
    )


def _moved(control: Control) -> Any:
    old = control.bounding_rect
    return lambda now: (
        {"bounding_rect": [list(old or ()), list(now.bounding_rect or ())]} if (now.bounding_rect != old) else None
    )


def _resized(control: Control) -> Callable[[Snapshot], Mapping[str, Any] | None]:
    old = control.bounding_rect

    def trace(after: Snapshot) -> Mapping[str, Any] | None:
        at = after.index_of(control.ref)
        new = after.controls[at].bounding_rect if at is not None else None
        is_other = old is not None and new is not None and (old.width, old.height) != (new.width, new.height)
        return {"bounding_rect": [list(old or ()), list(new or ())]} if is_other else None

    return trace


@dataclass(frozen=True, slots=True)
class ClickXyArgs:
    """Arguments of click_xy."""

    x: int = arg("physical pixels of the virtual screen")
    y: int = arg("physical pixels of the virtual screen")
    button: MouseButton = arg("which mouse button", "left", choices=BUTTONS)
    double: bool = arg("click twice", False)
    screenshot_id: str | None = arg("the picture that the point was chosen on: refused where it looks otherwise", None)


USABLE = ("Invoke", "Toggle", "SelectionItem", "ExpandCollapse", "Value", "RangeValue")


@action(risk="coordinates", selector="none", args=ClickXyArgs)
def click_xy(doing: Doing, args: ClickXyArgs) -> Performed:
    """Click a point of the screen, inside the target; extended mode only, and only where no usable element lies."""
    hit = inside_target(doing, (args.x, args.y))
    usable = _usable(doing, hit) if hit is not None else None
    if usable is not None:
        selector = durable(usable).to_dict()
        raise RefusedCoordinates(
            f"{usable.describe()} lies at {args.x},{args.y}: use it by its selector.",
            hint=f"selector: {selector}",
            details={"selector": selector},
        )
    doing.give_way()
    doing.bring_to_front(hit)
    now = by_eye.covered(doing, pictures.take(doing))
    if args.screenshot_id is not None:
        by_eye.check_fresh(doing, args.screenshot_id, (args.x, args.y), now)
    captions = by_eye.captions_at(doing, (args.x, args.y), now)
    hit = inside_target(doing, (args.x, args.y))  # what came to the front, or while that was read, may be another
    if hit is not None:
        consenting.of_press(doing, hit, hit, ())
    if args.double or args.button != "left":
        consenting.of_gesture(doing, hit, "double" if args.double else args.button)
    consenting.of_point(doing, (args.x, args.y))
    if captions is None and (hit is None or not hit.name or hit.control_type == "Window"):
        consenting.of_unread(doing, (args.x, args.y))
    consenting.of_captions(doing, captions or (), (args.x, args.y))
    doing.desktop.mouse_click(args.x, args.y, button=args.button, count=2 if args.double else 1)
    return Performed("mouse", result=by_eye.told(captions or ()))


def _usable(doing: Doing, hit: Control) -> Control | None:
    """The element at a point that a selector can use: the one that was hit, or the control whose caption was hit."""
    control: Control | None = hit
    for _ in range(3):
        if control is None or not control.enabled:
            return None
        if control.can(*USABLE):
            return control
        if control.control_type not in ("Text", "Image"):
            return None
        control = doing.desktop.parent(control, timeout_s=doing.left_s)
    return None


def inside_target(doing: Doing, point: tuple[int, int]) -> Control | None:
    """Return what lies at a point of the target's windows. Raises RefusedOutsideTarget for any other point."""
    windows = doing.windows()
    if not any(w.rect.contains(*point) for w in windows):
        raise RefusedOutsideTarget(
            f"The point {point[0]},{point[1]} lies outside the target's windows.",
            hint=f"Its windows: {[[w.title, list(w.rect)] for w in windows if not w.popup]}.",
        )
    try:
        hit = doing.desktop.at_point(*point, timeout_s=doing.left_s)
    except Unsupported:
        return None
    if hit is not None and hit.pid != doing.app.pid:
        raise RefusedOutsideTarget(
            f"Another program's {hit.describe()} lies at {point[0]},{point[1]}.", hint="Bring the target to the front."
        )
    return hit
