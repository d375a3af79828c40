"""What an element must be before it is acted on. Documentation and code are this table.

| method  | needs                                                                                             |
|---------|---------------------------------------------------------------------------------------------------|
| pattern | exactly one element, enabled, its window not blocked by a modal; off-screen -> scrolled into view |
| input   | also two equal rectangles in a row, hit by the point, its window in the foreground                |
| read    | exists                                                                                            |

| what lies at the point                                              | is in the way                       |
|---------------------------------------------------------------------|-------------------------------------|
| the element, a part of it, what contains it                         | no                                  |
| a list's or menu's item that is the same to the eye                 | no: WPF lists what pops up twice    |
| an empty layer of its window: no name, nothing to use, no focus     | no: the mouse goes through it       |
| such a layer that is the inside of another field, or is drawn on    | yes: `element_obscured`             |
| an item that is only a place, where nothing in it shows             | no: the mouse goes through it       |
| any other element of the program                                    | yes: `element_obscured`             |
| another program's window                                            | yes: `refused_outside_target`       |

Each check raises the error that says what was seen; who waits and tries again is `Doing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wpfagent.core.errors import (
    ElementMoving,
    ElementNotEnabled,
    ElementNotVisible,
    ElementObscured,
    RefusedOutsideTarget,
)
from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.desktops.base import Budget, Desktop
from wpfagent.desktops.locating import frozen
from wpfagent.desktops.locating.items import SURFACES, field_around
from wpfagent.desktops.locating.locate import window_of

TWIN_DEPTH = 4
"""How deep in an item its texts and pictures lie."""
TWINS = frozenset({"DataItem", "ListItem", "MenuItem", "TreeItem"})
"""What may be told twice: below its owner and the pop-up that shows it; as part of its grid and, in Qt, at a point."""
FORMS_LIST = ".listbox."
"""Of Windows Forms' list boxes each item is told as wide as its list, also where several stand in a line."""
BARE_ITEM = "ItemsControlItem"
"""The class that UI Automation tells of an item of a list in which nothing is chosen."""
MOST_INSIDE = 50
DRAWN_ON = ("InkCanvas", "InkPresenter")
"""The classes of a surface that takes each click as a stroke. Source: dotnet/wpf, InkCanvas.HitTestCore."""


def check_enabled(control: Control) -> None:
    """Raise ElementNotEnabled for a disabled element."""
    if not control.enabled:
        raise ElementNotEnabled(
            f"{control.describe()} is disabled.",
            hint="Something must be filled in or chosen first; get_state shows it, wait_for until=enabled waits.",
            details={"ref": control.ref},
        )


def check_not_blocked(control: Control, windows: Sequence[WindowInfo]) -> None:
    """Raise ElementNotEnabled when a modal dialog blocks the element's window."""
    window = window_of(control, windows)
    if window is None or window.enabled or window.popup:
        return
    modal = next((w for w in windows if w.enabled and not w.popup), None)
    name = f" by {modal.title!r}" if modal else ""
    raise ElementNotEnabled(
        f"The window {window.title!r} of {control.describe()} is blocked{name}.",
        hint="Answer the dialog first.",
        details={"modal": modal.title if modal else None, "modal_class": modal.class_name if modal else None},
    )


def check_shown(control: Control) -> Rect:
    """Return the element's rectangle; raise ElementNotVisible when it is off screen or has none."""
    if control.bounding_rect is None or control.bounding_rect.is_empty or not control.visible:
        raise ElementNotVisible(
            f"{control.describe()} is off screen.",
            hint="Scroll to it (scroll_into_view), open the tab or expander it is on, or enlarge the window.",
            details={"ref": control.ref, "bounding_rect": list(control.bounding_rect or ())},
        )
    return control.bounding_rect


def lies_in_window(control: Control, windows: Sequence[WindowInfo]) -> bool:
    """Return whether an element shows, and in what shows of its window: a list's item may tell a place far below it."""
    window, rect = window_of(control, windows), control.bounding_rect
    return control.visible and (window is None or rect is None or window.rect.contains(*rect.center))


def check_still(before: Control, now: Control) -> None:
    """Raise ElementMoving when two readings in a row give different rectangles."""
    if before.bounding_rect != now.bounding_rect:
        raise ElementMoving(
            f"{now.describe()} is moving.",
            hint="Wait until the animation or layout has ended.",
            details={"ref": now.ref},
        )


def input_point(control: Control, window: WindowInfo | None, screen: Rect) -> tuple[int, int]:
    """Return the point to aim at: the middle of what shows of the element in its window and on the screen."""
    rect = check_shown(control).intersection(screen)
    if window is not None and not window.popup:
        rect = rect.intersection(window.rect)
    if rect.is_empty:
        raise ElementNotVisible(
            f"{control.describe()} lies outside its window or the screen.", hint="Move or enlarge the window."
        )
    return rect.center


def check_hit(
    control: Control, point: tuple[int, int], desktop: Desktop, pid: int, timeout_s: float, *, in_grid: bool = False
) -> tuple[Control, ...]:
    """Return what would be hit at a point and what lies between it and the element, outwards, without the element.

    Raise when the point would not hit the element, a part of it, or what contains it.

    Args:
        control: the element.
        point: where.
        desktop: what tells what lies there.
        pid: the target's process.
        timeout_s: how long each call may take.
        in_grid: it stands in a grid, whose first columns may stay where they are when the others are scrolled.

    Raises:
        ElementObscured: another element of the target lies over it.
        RefusedOutsideTarget: another program's window does.
    """
    hit = desktop.at_point(*point, timeout_s=timeout_s)
    if in_grid and hit is not None:
        hit = frozen.in_front(desktop, hit, point, timeout_s)
    if hit is None or hit.ref == control.ref:
        return ()
    if hit.pid != pid:
        raise RefusedOutsideTarget(
            f"Another program's {hit.describe()} lies over {control.describe()}.",
            hint="Bring the target to the front, or move the other window away.",
        )
    if hit.hwnd == control.hwnd:
        parts = () if _begins_before(hit, control) else _parts_at(control, hit, desktop, timeout_s)
        if parts is not None or _is_bare_item(hit, point, desktop, timeout_s):
            return parts or ()
        if _is_empty_layer(hit):
            field = field_around(desktop, hit, timeout_s)
            if field is None or _parts_at(control, field, desktop, timeout_s) is not None:
                return ()
            hit = field
    elif (parts := _parts_at(control, hit, desktop, timeout_s)) is not None and not any(
        c.control_type == "Window" for c in (control, hit, *parts)
    ):
        return parts  # what stands in a pop-up and was read by itself is told to be in the window below
    if (parts := _parts_of_twin(control, hit, desktop, timeout_s)) is not None:
        return parts
    if hit.hwnd == control.hwnd and _holds(control, hit, desktop, timeout_s):
        return (hit,)
    window = window_of(hit, desktop.windows(pid))
    title = window.title or window.class_name if window is not None else ""
    raise ElementObscured(
        f"{control.describe()} is covered by {hit.describe()} of the window {title!r}.",
        hint="Esc (send_keys), its opener again or a click beside it closes a pop-up."
        if window is not None and window.popup
        else "Close or answer what covers it, or move its window away.",
        details={"by": hit.to_dict(), "window": title},
    )


def _begins_before(hit: Control, control: Control) -> bool:
    """Whether what was hit is an item before another one in its line, told as wide as its list.

    Source: ListBoxItemAccessibleObject of Windows Forms, in a list of several columns.
    """
    one, other = hit.bounding_rect, control.bounding_rect
    if one is None or other is None or (hit.control_type, hit.class_name) != ("ListItem", ""):
        return False
    is_alike = (control.control_type, control.class_name) == ("ListItem", "")
    return is_alike and one.y == other.y and one.height == other.height and one.x < other.x < one.right


def begin_of(item: Control, desktop: Desktop, timeout_s: float) -> Control | None:
    """Return an item of a list box of Windows Forms with the place where its text begins; None of another list."""
    if item.class_name or (rect := item.bounding_rect) is None:
        return None
    above = desktop.parent(item, timeout_s=timeout_s)
    if above is None or FORMS_LIST not in above.class_name.lower():
        return None
    return replace(item, bounding_rect=rect._replace(width=min(rect.width, rect.height)))


def _is_empty_layer(hit: Control) -> bool:
    """Whether what was hit is nothing but a surface: the deepest element there, and nothing that a person could use.

    WPF's peers know rectangles, not what the mouse hits: a layer without a background lies over all and gets no click.
    So is a list of what may come (an ItemsControl), where none of it lies; one to choose from has Selection.
    """
    return (
        hit.control_type in SURFACES
        and hit.class_name not in DRAWN_ON
        and not (hit.name or hit.value or (hit.focusable and hit.control_type != "List"))
        and set(hit.patterns) <= {"ItemContainer", "Scroll", "ScrollItem"}
    )


def _is_bare_item(hit: Control, point: tuple[int, int], desktop: Desktop, timeout_s: float) -> bool:
    """Whether what was hit is an item that draws nothing itself, and nothing in it shows there: the mouse goes through.

    Source: dotnet/wpf, ItemsControl: the container of an item is a ContentPresenter, whatever place it is given.
    """
    if hit.class_name != BARE_ITEM or hit.patterns:
        return False
    inside = desktop.children(hit, limit=MOST_INSIDE, timeout_s=timeout_s)
    places = [c.bounding_rect for c in inside if c.visible and c.bounding_rect is not None]
    left, top = min((r.x for r in places), default=0), min((r.y for r in places), default=0)
    right, bottom = max((r.right for r in places), default=0), max((r.bottom for r in places), default=0)
    return not (left <= point[0] < right and top <= point[1] < bottom)


def _parts_of_twin(control: Control, hit: Control, desktop: Desktop, timeout_s: float) -> tuple[Control, ...] | None:
    """What was hit up to an element that is the same to the eye: type, caption and place.

    WPF lists an open drop-down's items under the combo box, with SelectionItem, and once more under the window of the
    drop-down; the items of a submenu under their item and under the submenu's window.
    """
    parts: list[Control] = []
    above: Control | None = hit
    for _ in range(TWIN_DEPTH):
        if above is None:
            return None
        parts.append(above)
        if above.control_type in TWINS and _looks(above) == _looks(control):
            return tuple(parts)
        above = desktop.parent(above, timeout_s=timeout_s)
    return None


def _holds(control: Control, hit: Control, desktop: Desktop, timeout_s: float) -> bool:
    """Whether an element tells of what was hit as a part of it: the part may tell of another parent.

    Source: dotnet/wpf, AutomationPeer.EnsureChildren: a peer's parent is the one that listed its children last.
    """
    inside = desktop.snapshot((), within=control, budget=Budget(MOST_INSIDE, timeout_s), timeout_s=timeout_s)
    return any(c.ref == hit.ref for c in inside)


def _looks(control: Control) -> tuple[object, ...]:
    return control.control_type, control.name, control.bounding_rect


def _parts_at(control: Control, hit: Control, desktop: Desktop, timeout_s: float) -> tuple[Control, ...] | None:
    """The parts of the element under the point (its text, its template); () where it is inside of what was hit."""
    parts = [hit]
    ancestor: Control | None = hit
    for _ in range(12):
        ancestor = desktop.parent(ancestor, timeout_s=timeout_s) if ancestor else None
        if ancestor is None:
            break
        if ancestor.ref == control.ref:
            return tuple(parts)
        parts.append(ancestor)
    ancestor = control
    for _ in range(12):
        ancestor = desktop.parent(ancestor, timeout_s=timeout_s) if ancestor else None
        if ancestor is None or ancestor.control_type == "Window":
            return None
        if ancestor.ref == hit.ref:
            return ()
    return None
