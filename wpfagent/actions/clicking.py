"""The pointer: click, hover, drag, click at coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.actions import consenting
from wpfagent.actions.base import Performed, action, arg
from wpfagent.actions.doing import Doing
from wpfagent.core.errors import InvalidArgument, RefusedCoordinates, RefusedOutsideTarget, Unsupported
from wpfagent.core.model import Control
from wpfagent.core.selector import Selector, durable
from wpfagent.desktops.base import MouseButton

BUTTONS = ("left", "right", "middle")


@dataclass(frozen=True, slots=True)
class ClickArgs:
    """Arguments of click."""

    button: MouseButton = arg("which mouse button", "left", choices=BUTTONS)
    double: bool = arg("click twice", False)
    input: bool = arg("use the mouse even where a UIA pattern would do", False)


@action(args=ClickArgs, activates=True)
def click(doing: Doing, args: ClickArgs) -> Performed:
    """Click an element: by its UIA pattern where it has one, else (right, double, no pattern) with the mouse."""
    assert doing.control is not None
    control = doing.control
    if args.button == "left" and not args.double and not args.input:
        if control.can("Invoke") and control.control_type not in ("DataItem", "Custom", "Edit"):
            doing.verb(control, "invoke")
            return Performed("InvokePattern")
        if control.can("Toggle"):
            doing.verb(control, "toggle")
            return Performed("TogglePattern", check=_changed("toggle_state", control.toggle_state))
        if control.can("SelectionItem") and control.control_type in ("RadioButton", "TabItem", "ListItem", "DataItem"):
            if control.selected:
                return Performed("SelectionItemPattern", unneeded={"selected": True})
            doing.verb(control, "select")
            return Performed("SelectionItemPattern", check=_is("selected", True))
        if control.can("ExpandCollapse") and control.control_type in ("MenuItem", "ComboBox", "SplitButton", "Group"):
            open_now = control.expanded in ("expanded", "partially_expanded")
            doing.verb(control, "collapse" if open_now else "expand")
            return Performed("ExpandCollapsePattern", check=_changed("expanded", control.expanded))
    doing.click(control, args.button, 2 if args.double else 1)
    return Performed("mouse", check=_focused_edit(control))


def _is(key: str, wanted: object) -> Any:
    return lambda now: {key: wanted} if getattr(now, key) == wanted else None


def _changed(key: str, old: object) -> Any:
    return lambda now: {key: [old, getattr(now, key)]} if getattr(now, key) != old else None


def _focused_edit(control: Control) -> Any:
    """Clicking into a text field moves the focus there, and that is its effect; elsewhere the focus proves nothing."""
    if control.control_type not in ("Edit", "Document") or control.focused:
        return None
    return lambda now: {"focused": True} if now.focused else None


@action(risk="input")
def hover(doing: Doing, _args: Any) -> Performed:
    """Rest the pointer on an element, for its tool tip or hover effect."""
    assert doing.control is not None
    point = doing.aim(doing.control)
    doing.desktop.mouse_move(*point)
    return Performed("mouse", tips=True)


@dataclass(frozen=True, slots=True)
class DragArgs:
    """Arguments of drag."""

    to: Mapping[str, Any] | None = arg("the selector of the element to drop on", None)
    by: tuple[int, ...] | None = arg("[dx, dy] in physical pixels, where there is no element to drop on", None)

    def __post_init__(self) -> None:
        if (self.to is None) == (self.by is None):
            raise InvalidArgument(
                "drag needs `to` or `by`, one of them.", hint='to: {"automation_id": …} or by: [0, 40].'
            )
        if self.to is not None:
            Selector.parse(self.to)
        if self.by is not None and len(self.by) != 2:
            raise InvalidArgument(f"by cannot be {list(self.by)}.", hint="[dx, dy] is expected.")


@action(risk="input", args=DragArgs)
def drag(doing: Doing, args: DragArgs) -> Performed:
    """Drag an element onto another, or by a distance, with the left mouse button."""
    assert doing.control is not None
    if args.to is not None:
        target = doing.find(Selector.parse(args.to)).control
        consenting.of_drop(doing, target)
        start, end = doing.aim(doing.control), doing.aim(target)
        start = doing.aim(doing.control)
    else:
        dx, dy = args.by or (0, 0)
        start = doing.aim(doing.control)
        end = (start[0] + dx, start[1] + dy)
        _inside_target(doing, end)
    doing.desktop.mouse_drag(start, end)
    # What is dropped on something may stay where it was: then any change counts.
    return Performed("mouse", check=_moved(doing.control) if args.to is None else None)


def _moved(control: Control) -> Any:
    old = control.bounding_rect
    return lambda now: (
        {"bounding_rect": [list(old or ()), list(now.bounding_rect or ())]} if (now.bounding_rect != old) else None
    )


@dataclass(frozen=True, slots=True)
class ClickXyArgs:
    """Arguments of click_xy."""

    x: int = arg("physical pixels of the virtual screen")
    y: int = arg("physical pixels of the virtual screen")
    button: MouseButton = arg("which mouse button", "left", choices=BUTTONS)
    double: bool = arg("click twice", False)


USABLE = ("Invoke", "Toggle", "SelectionItem", "ExpandCollapse", "Value", "RangeValue")


@action(risk="coordinates", selector="none", args=ClickXyArgs)
def click_xy(doing: Doing, args: ClickXyArgs) -> Performed:
    """Click a point of the screen, inside the target; extended mode only, and only where no usable element lies."""
    hit = _inside_target(doing, (args.x, args.y))
    usable = _usable(doing, hit) if hit is not None else None
    if usable is not None:
        selector = durable(usable).to_dict()
        raise RefusedCoordinates(
            f"{usable.describe()} lies at {args.x},{args.y}: use it by its selector.",
            hint=f"selector: {selector}",
            details={"selector": selector},
        )
    if hit is not None:
        consenting.of_control(doing, hit)
    doing.bring_to_front(hit)
    doing.desktop.mouse_click(args.x, args.y, button=args.button, count=2 if args.double else 1)
    return Performed("mouse")


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


def _inside_target(doing: Doing, point: tuple[int, int]) -> Control | None:
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
