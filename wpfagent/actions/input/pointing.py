"""The mouse at an element: where input would hit it, and what it would really hit there.

What is hit is what is judged: the element under the point and all that lies between it and the one that was named are
asked about at the last moment, by their captions as they are then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from wpfagent.actions import actionability
from wpfagent.actions.consent import consenting, renewed
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import layers, sight
from wpfagent.actions.input import tips, wheeling
from wpfagent.actions.items import item_places, revealing
from wpfagent.core import wait
from wpfagent.core.errors import (
    ElementMoving,
    ElementNotVisible,
    ElementObscured,
    InvalidArgument,
    NotReached,
    Refused,
    RefusedDestructive,
    RefusedOutsideTarget,
    StaleRef,
)
from wpfagent.core.model import ROW_TYPES, Control, Rect, Snapshot, WindowInfo
from wpfagent.desktops.base import Budget, MouseButton
from wpfagent.safety import destructive

ACTORS = frozenset({
    "Button", "CheckBox", "ComboBox", "Document", "Edit", "HeaderItem", "Hyperlink", "ListItem", "MenuItem",
    "RadioButton", "Slider", "Spinner", "SplitButton", "TabItem", "Thumb", "TreeItem",
})  # fmt: skip
"""Control types that do something of their own when they are clicked; texts, pictures and panes pass the click on."""
FREE_PLACES = ((0.5, 0.5), (0.1, 0.5), (0.9, 0.5), (0.5, 0.12), (0.5, 0.88), (0.03, 0.5))
"""Where to look for a part of an element that no other actor covers, as fractions of what shows of it."""
RAISED_S = 1.0
"""A window that comes to the front may lie below the one that was there for so long: windows are restacked later."""
RESTED_S = 5.0
"""So long a program may take for what it does when the pointer comes: a grid's scrolling, an effect of hovering."""
SHOWN_AT_MOST = 200
"""A row of more elements than that is not read again for what it shows under the pointer."""
LAYER_S = 5.0
"""So long a layer is waited for that says to wait."""
LOOKS = 5
"""So often is looked at what lies under the pointer, until it is the same twice in a row."""
Point = tuple[int, int]
Hit = tuple[Point, Sequence[Control]]
"""A point, and what lies there, outwards, up to the element that is aimed at."""


def check_at(at: Mapping[str, Any] | None) -> None:
    """Raise InvalidArgument for a place that is neither `{x, y}` as fractions nor `{dx, dy}` in pixels."""
    if at is None:
        return
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in at.values())
    fits = set(at) == {"dx", "dy"} or (set(at) == {"x", "y"} and numbers and all(0 <= v <= 1 for v in at.values()))
    if not (fits and numbers):
        raise InvalidArgument(
            f"at cannot be {dict(at)}.",
            hint="{x: 0.9, y: 0.5} as fractions of the element, or {dx: 4, dy: 4} in pixels from its corner.",
        )


def aim(
    doing: Doing, control: Control, *, at: Mapping[str, Any] | None = None, button: MouseButton | None = "left"
) -> Point:
    """Wait until input at an element hits it, and return the point: shown, still, not covered, in the foreground.

    Args:
        doing: the action's context.
        control: the element as it was judged.
        at: a place inside the element; None: a place of it that no other actor lies on.
        button: what will be pressed there, so that what is hit is judged; None: nothing is.

    Raises:
        RefusedMode: the profile says `input: never`.
        StaleRef: its caption is no longer the one that was judged.
    """
    doing.policy.check_mode("Keyboard and mouse", "input")
    doing.give_way()
    _wait_out(doing, control)
    began = doing.desktop.clock.now()

    def attempt() -> Point:
        doing.give_way()
        window = doing.bring_to_front(control)
        now = wheeling.turn_to(doing, revealing.reveal(doing, doing.read(control)))
        renewed.check_shown(doing, now)
        frames = 1 if now.bounding_rect == control.bounding_rect else 2
        for _ in range(frames):
            doing.desktop.clock.sleep(wait.FRAME_S)
            before, now = now, doing.read(now)
            actionability.check_still(before, now)
        try:
            point, hit = _hit(doing, now, window, at)
        except RefusedOutsideTarget as error:
            if window is None or doing.desktop.clock.now() - began >= RAISED_S:
                raise
            doing.desktop.set_foreground(window.hwnd, timeout_s=RAISED_S)
            raise ElementObscured(error.message, hint=error.hint) from error
        came = _rest_at(doing, now, point)
        if came:  # what shows only under the pointer is hit as well
            point, hit = _hit(doing, now, window, at)
            _rest_at(doing, now, point)
        if button is None and came:
            _note_shown(doing, now)
        elif button is not None:
            tips.learn(doing, now, point, came=came)
            doing.desktop.clock.sleep(doing.desktop.rest_of_click_s(*point, button=button))
            _judge(doing, control, now, point, hit, button, came=came)
        return point

    try:
        return doing.retry(attempt)
    except ElementObscured as error:
        if isinstance(error.__cause__, RefusedOutsideTarget):
            raise error.__cause__ from None
        raise


def _wait_out(doing: Doing, control: Control) -> None:
    """Wait while a layer lies over the window that says to wait, and takes every click meanwhile."""
    bar = layers.waited_for(doing.before, control, doing.over) if doing.before is not None else None
    if bar is not None and not doing.until(lambda: _is_gone(doing, bar), LAYER_S).ok:
        doing.over |= {bar.ref}


def _is_gone(doing: Doing, control: Control) -> bool:
    try:
        return not doing.read(control).visible
    except StaleRef:
        return True


def _judge(
    doing: Doing,
    judged: Control,
    now: Control,
    point: Point,
    hit: Sequence[Control],
    button: MouseButton,
    *,
    came: bool,
) -> None:
    """Ask by what lies under the pointer, until it is found the same again once it has been asked about.

    What the pointer brought up may come, or change its caption, at any moment: nothing but that look lies between
    the answer and the press. `hit` is what was found at the point last, outwards, without the element.

    Raises:
        ElementMoving: it goes on changing.
    """
    _ask(doing, judged, now, point, hit, button)
    for _ in range(LOOKS):
        seen = [*hit, now]
        doing.desktop.wait_idle(doing.app.pid, min(RESTED_S, doing.left_s), hwnd=now.hwnd, thoroughly=True)
        if came:
            _note_shown(doing, now)
        before, now = now, doing.read(now)
        actionability.check_still(before, now)
        hit = between(doing, now, point)
        found = [*hit, now]
        is_same = list(map(_place_of, found)) == list(map(_place_of, seen))
        if not is_same or any(map(destructive.is_renamed, seen, found)):
            _ask(doing, judged, now, point, hit, button)
        if is_same:
            return
    raise ElementMoving(
        f"What lies under the pointer at {now.describe()} goes on changing.", hint="Wait until it rests."
    )


def _ask(
    doing: Doing, judged: Control, now: Control, point: Point, hit: Sequence[Control], button: MouseButton
) -> None:
    if button == "left":
        consenting.of_press(doing, judged, now, hit)
        consenting.of_point(doing, point)
    else:
        consenting.of_choice(doing, [*hit, now], button)


def _place_of(control: Control) -> tuple[str, str, Rect | None]:
    """What tells an element under the pointer from another: rows of a virtual list have a new ref at each reading."""
    return control.control_type, control.automation_id, control.bounding_rect


def _rest_at(doing: Doing, control: Control, point: Point) -> bool:
    """Move the pointer to where input will be, and see that the element stays there when the program has noticed it.

    Returns whether it lay elsewhere before.

    What was put off until there was input (a grid's scrolling) is done then, and hovering may move things.

    Raises:
        ElementMoving: it does not.
    """
    if doing.desktop.pointer() == point:
        return False
    doing.desktop.mouse_move(*point)
    rest_s = min(RESTED_S, doing.left_s)
    # Thoroughly: what shows when the pointer comes is judged, also where the program gets hardly any processor time.
    doing.desktop.wait_idle(doing.app.pid, rest_s, hwnd=control.hwnd, thoroughly=True)
    actionability.check_still(control, doing.read(control))
    return True


def _note_shown(doing: Doing, control: Control) -> None:
    """Take what a program shows now that the pointer is there as it was before the act: that is no effect of a click.

    Rows that show their buttons under the pointer do so, and those that it left no more: where one was seen to, all is
    read again.
    """
    if doing.before is None:
        return
    if not doing.by_pointer:
        row = _row_around(doing.before, control)
        doing.by_pointer = bool(row) and _shows_other(doing, row)
    if doing.by_pointer:
        doing.before = sight.look(doing)


def _row_around(before: Snapshot, control: Control) -> tuple[Control, ...]:
    """Return the row that an element is or stands in, with what is in it; () where it stands in none."""
    at = before.index_of(control.ref)
    around = (control, *before.ancestors(at)) if at is not None else ()
    row = next((c for c in around if c.control_type in ROW_TYPES), None)
    place = before.index_of(row.ref) if row is not None else None
    return before.subtree(place) if place is not None else ()


def _shows_other(doing: Doing, row: Sequence[Control]) -> bool:
    """Whether a row holds other elements than it did."""
    now = doing.desktop.snapshot((), within=row[0], budget=Budget(SHOWN_AT_MOST, doing.left_s), timeout_s=doing.left_s)
    return not now.truncated and {c.ref for c in now} != {c.ref for c in row}


def click(
    doing: Doing,
    control: Control,
    button: MouseButton = "left",
    count: int = 1,
    *,
    at: Mapping[str, Any] | None = None,
    modifiers: Sequence[str] = (),
) -> None:
    """Click an element with the mouse; `modifiers` are held down meanwhile."""
    point = aim(doing, control, at=at, button=button)
    doing.goes_out()
    is_twice = count == 2 and button == "left" and control.control_type in destructive.COMMAND_TYPES
    doing.desktop.mouse_click(*point, button=button, count=1 if is_twice else count, keys=modifiers)
    if is_twice and _may_be_pressed_again(doing, control, point):
        doing.desktop.mouse_click(*point, keys=modifiers, again=True)


def _may_be_pressed_again(doing: Doing, control: Control, point: Point) -> bool:
    """Ask by what a command has become since the first press of a double click; whether it is still there.

    Raises:
        RefusedDestructive: nobody consented to what the second press would do.
    """
    doing.desktop.wait_idle(doing.app.pid, min(RESTED_S, doing.left_s), hwnd=control.hwnd)
    try:
        now = doing.read(control)
        reason = consenting.reason_of(doing, now, doing.known, between(doing, now, point))
    except NotReached:
        return False
    if reason is not None:
        try:
            doing.permit(reason, now)
        except Refused as error:
            raise RefusedDestructive(
                f"The first press of the double click was done, the second one was not: it would be destructive by now "
                f"({reason}).",
                hint="Look at what the first press did.",
            ) from error
    return True


def hold(
    doing: Doing,
    control: Control,
    for_s: float,
    meanwhile: Callable[[], None],
    *,
    at: Mapping[str, Any] | None = None,
    modifiers: Sequence[str] = (),
) -> None:
    """Press an element with the mouse and let it go after a time; the button is let go, too, where an error rises."""
    point = aim(doing, control, at=at)
    doing.deadline += for_s
    doing.goes_out()
    with held(doing, modifiers), doing.desktop.held(at=point):
        end = doing.desktop.clock.now() + for_s
        doing.desktop.wait_idle(doing.app.pid, for_s)
        meanwhile()
        doing.desktop.clock.sleep(max(0.0, end - doing.desktop.clock.now()))
        _judge_release(doing, control, point)


def _judge_release(doing: Doing, control: Control, point: Point) -> None:
    """Ask by what an element says now, before the button that is held down is let go: that is what presses it.

    Raises:
        Refused: nobody consented to it; the pointer left the element, so that letting go presses nothing.
    """
    try:
        now = doing.read(control)
        consenting.of_control(doing, now, doing.known, between(doing, now, point))
    except Refused:
        rect = control.bounding_rect or Rect(*point, 0, 0)
        doing.desktop.mouse_move(rect.x, rect.y - 2)
        raise
    except NotReached:
        pass  # it is gone, or covered: letting go presses nothing there


def held(doing: Doing, keys: Sequence[str]) -> AbstractContextManager[None]:
    """Keep modifier keys down meanwhile."""
    return doing.desktop.held(keys=keys) if keys else nullcontext()


def between(doing: Doing, control: Control, point: Point) -> Sequence[Control]:
    """Return what lies under a point, outwards, up to the element itself, which is left out.

    Raises:
        ElementObscured: something else lies over the element.
        RefusedOutsideTarget: another program's window does.
    """
    at = doing.before.index_of(control.ref) if doing.before is not None else None
    around = (control, *doing.before.ancestors(at)) if doing.before is not None and at is not None else ()
    in_grid = any(c.control_type == "DataGrid" for c in around)
    return actionability.check_hit(control, point, doing.desktop, doing.app.pid, doing.left_s, in_grid=in_grid)


def _hit(doing: Doing, control: Control, window: WindowInfo | None, at: Mapping[str, Any] | None) -> Hit:
    """Return the point to use, which nothing else covers; one that no other actor lies on, where there is one."""
    if at is not None:
        point = _place(control, at, window, doing.desktop.screen_rect())
        return point, between(doing, control, point)
    first: Hit | None = None
    obscured: ElementObscured | None = None
    for point in _free_points(doing, control, window):
        try:
            found = between(doing, control, point)
        except ElementObscured as error:
            if first is None:
                raise
            obscured = error
            continue
        if not any(c.control_type in ACTORS for c in found):
            return point, found
        first = first or (point, found)
    if first is None:
        raise obscured or ElementNotVisible(f"{control.describe()} has no place to click.")
    return first


def _free_points(doing: Doing, control: Control, window: WindowInfo | None) -> Iterator[Point]:
    shown = item_places.clicked(doing, control)
    middle = actionability.input_point(shown, window, doing.desktop.screen_rect())
    yield middle
    rect = shown.bounding_rect or Rect(0, 0, 0, 0)
    for x, y in FREE_PLACES[1:]:
        yield _within(rect, x, y)


def _place(control: Control, at: Mapping[str, Any], window: WindowInfo | None, screen: Rect) -> Point:
    """Return a place inside an element.

    Raises:
        InvalidArgument: the offset leads out of the element.
        ElementNotVisible: the place does not show.
    """
    rect = actionability.check_shown(control)
    point = _within(rect, at["x"], at["y"]) if "x" in at else (rect.x + round(at["dx"]), rect.y + round(at["dy"]))
    if not rect.contains(*point):
        raise InvalidArgument(
            f"at {dict(at)} lies outside of {control.describe()}.", hint=f"It is {rect.width} x {rect.height} pixels."
        )
    framed = window is not None and not window.popup
    if not screen.contains(*point) or (framed and window is not None and not window.rect.contains(*point)):
        raise ElementNotVisible(
            f"That place of {control.describe()} lies outside its window or the screen.",
            hint="Move or enlarge the window, or scroll.",
        )
    return point


def _within(rect: Rect, x: float, y: float) -> Point:
    """The pixel at these fractions of a rectangle; 1 is its last one."""
    return rect.x + round(x * (rect.width - 1)), rect.y + round(y * (rect.height - 1))
