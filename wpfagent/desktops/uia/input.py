"""Keyboard and mouse through SendInput: scan codes, all of Unicode, absolute coordinates over the virtual screen."""

from __future__ import annotations

import ctypes
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import wintypes
from dataclasses import dataclass

from wpfagent.core.errors import InvalidArgument, NoInteractiveDesktop, Refused
from wpfagent.core.keys import SIGNS
from wpfagent.core.wait import Clock
from wpfagent.desktops.base import MouseButton
from wpfagent.desktops.uia import windows
from wpfagent.desktops.uia.arrival import watched
from wpfagent.desktops.uia.hooks import OURS
from wpfagent.desktops.uia.win32 import Input, user32

KEYBOARD = 1
KEY_EXTENDED, KEY_UP, KEY_UNICODE = 0x1, 0x2, 0x4
MOUSE_MOVE, MOUSE_ABSOLUTE, MOUSE_VIRTUAL_DESK, MOUSE_WHEEL = 0x1, 0x8000, 0x4000, 0x800
WHEEL_DELTA = 120
DRAG_STEPS = 12
DRAG_STEP_S = 0.01
DRAG_BEGINS = (3, 5, 7, 9)
"""A drag begins with so many pixels: a list whose item is left before the drag has begun would drag the next one."""
BUTTONS: dict[MouseButton, tuple[int, int]] = {"left": (0x2, 0x4), "right": (0x8, 0x10), "middle": (0x20, 0x40)}

BUTTON_KEYS: dict[MouseButton, int] = {"left": 0x1, "right": 0x2, "middle": 0x4}

DOUBLE_CLICK_WIDTH, DOUBLE_CLICK_HEIGHT = 36, 37
"""Numbers of the system metrics that say how far apart the presses of a double click may be."""
TICK_S = 0.02
"""How coarse the times of messages are. Source: GetMessageTime and the resolution of the system timer."""

VIRTUAL_KEYS = {
    "Ctrl": 0x11, "Alt": 0x12, "Shift": 0x10, "Win": 0x5B, "Enter": 0x0D, "Esc": 0x1B, "Tab": 0x09, "Space": 0x20,
    "Backspace": 0x08, "Delete": 0x2E, "Insert": 0x2D, "Home": 0x24, "End": 0x23, "PageUp": 0x21, "PageDown": 0x22,
    "Left": 0x25, "Up": 0x26, "Right": 0x27, "Down": 0x28, "Menu": 0x5D, "CapsLock": 0x14, "Plus": 0xBB,
    "Minus": 0xBD, "Comma": 0xBC, "Period": 0xBE, "NumMultiply": 0x6A, "NumPlus": 0x6B, "NumMinus": 0x6D,
    "NumPeriod": 0x6E, "NumDivide": 0x6F,
    **{f"F{n}": 0x6F + n for n in range(1, 25)},
    **{f"Num{n}": 0x60 + n for n in range(10)},
}  # fmt: skip
NO_NAME = 0xFC
"""A virtual key that no keyboard has, and that WPF counts as one. Source: Virtual-Key Codes, `VK_NONAME Reserved`."""
EXTENDED_KEYS = frozenset({
    "Win", "Menu", "Delete", "Insert", "Home", "End", "PageUp", "PageDown", "Left", "Up", "Right", "Down", "NumDivide",
})  # fmt: skip


@dataclass(slots=True)
class _Press:
    """The last press of a mouse button that was sent: which, where and when."""

    button: str = ""
    at: tuple[int, int] = (0, 0)
    when_s: float = 0.0

    def note(self, button: MouseButton, at: tuple[int, int], clock: Clock) -> None:
        """Take down a press that was sent just now."""
        self.button, self.at, self.when_s = button, at, clock.now()


_last = _Press()


def press_keys(keys: Sequence[str], clock: Clock) -> None:
    """Press a chord: down in order, up in reverse; the keys come up whatever happens. Returns when they were taken.

    A sign is pressed with what the keyboard's layout asks for it; where no key has it, it is typed as a character.
    """
    sign = SIGNS.get(keys[0], keys[0])
    if len(keys) == len(sign) == 1 and not sign.isalnum():
        if (held := _held_for(sign)) is None:
            type_text(sign, clock)
            return
        keys = (*held, sign)
    down = [_key_event(key, up=False) for key in keys]
    up = [_key_event(key, up=True) for key in reversed(keys)]
    codes = [event.key.key for event in down]
    with watched(clock) as arrival:
        try:
            _send(down)
            arrival.wait_down(codes[-1])
        finally:
            _send(up)
        arrival.wait_up(codes)


def stir() -> None:
    """Release a key that no keyboard has; nobody waits until the program has taken it."""
    event = Input(type=KEYBOARD)
    event.key.key, event.key.flags = NO_NAME, KEY_UP
    _send([event])


def type_text(text: str, clock: Clock) -> None:
    """Type characters, any of Unicode; a newline is Enter, a tab is Tab."""
    for character in text.replace("\r\n", "\n").replace("\r", "\n"):
        if character == "\n":
            press_keys(("Enter",), clock)
        elif character == "\t":
            press_keys(("Tab",), clock)
        else:
            units = memoryview(character.encode("utf-16-le")).cast("H")
            _send(_unicode_event(unit, up=up) for unit in units for up in (False, True))


def pointer() -> tuple[int, int]:
    """Return where the mouse pointer is, in physical pixels."""
    point = wintypes.POINT()
    user32.GetCursorPos(ctypes.byref(point))
    return point.x, point.y


def mouse_move(x: int, y: int) -> None:
    """Move the pointer."""
    _send([_move_event(x, y)])


def rest_of_click_s(x: int, y: int, clock: Clock, *, button: MouseButton) -> float:
    """Return for how long a press here would still make a double click with the one before."""
    reach = user32.GetSystemMetrics(DOUBLE_CLICK_WIDTH), user32.GetSystemMetrics(DOUBLE_CLICK_HEIGHT)
    is_near = all(abs(a - b) <= far for a, b, far in zip((x, y), _last.at, reach, strict=True))
    if button != _last.button or not is_near:
        return 0.0
    time_s: float = user32.GetDoubleClickTime() / 1000
    return max(0.0, _last.when_s + time_s + TICK_S - clock.now())


def mouse_click(x: int, y: int, clock: Clock, *, button: MouseButton, count: int, keys: Sequence[str]) -> None:
    """Click `count` times at a point, with keys held down. Returns when the clicks were taken.

    The keys and the press go out at once, so that nothing comes between; where the pointer is there, it is not moved.
    """
    down, up = BUTTONS[button]
    press = [_mouse_event(down), _mouse_event(up)]
    held = [_key_event(key, up=False) for key in keys]
    released = [_key_event(key, up=True) for key in reversed(keys)]
    move = [] if pointer() == (x, y) else [_move_event(x, y)]
    with watched(clock) as arrival:
        # What makes a double click is the time between the presses: only the last one is watched.
        try:
            _send([*move, *held, *press * (count - 1), press[0]])
            _last.note(button, (x, y), clock)
            arrival.wait_down(BUTTON_KEYS[button])
        finally:
            _send([press[1], *released])
        arrival.wait_up([BUTTON_KEYS[button], *(event.key.key for event in held)])


def mouse_drag(
    stops: Sequence[tuple[int, int]], clock: Clock, begun: Callable[[], None], at_end: Callable[[], None]
) -> None:
    """Press at the first stop, move in steps (a program sees a drag only when it moves), release at the last.

    `begun` is called close to the first: moves that a busy program has not taken yet become one, far from there. Where
    `at_end` raises, which is called at the last, it is released at the first.
    """
    down, up = BUTTONS["left"]
    with watched(clock) as arrival:
        _send([_move_event(*stops[0]), _mouse_event(down)])
        try:
            arrival.wait_down(BUTTON_KEYS["left"])
            for number, point in enumerate(drag_path(stops), 1):
                clock.sleep(DRAG_STEP_S)
                _send([_move_event(*point)])
                if number == len(DRAG_BEGINS):
                    begun()
            at_end()
        except Refused:
            _send([_move_event(*stops[0])])
            raise
        finally:
            _send([_mouse_event(up)])
        arrival.wait_up([BUTTON_KEYS["left"]])


def drag_path(stops: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the points that a drag passes: a few close to the first stop, then steps over the others."""
    length = math.dist(*stops[:2])
    begins = [pixels / length for pixels in DRAG_BEGINS if pixels < length]
    steps = [step / DRAG_STEPS for step in range(1, DRAG_STEPS + 1)]
    for number, (start, end) in enumerate(itertools.pairwise(stops)):
        shares = steps if number else [*begins, *(s for s in steps if s > max(begins, default=0))]
        for share in shares:
            x, y = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
            yield x, y


def mouse_wheel(x: int, y: int, notches: int) -> None:
    """Turn the wheel over a point, one event a notch; positive is up. WPF takes an event for one notch."""
    step = WHEEL_DELTA if notches > 0 else -WHEEL_DELTA
    _send([_move_event(x, y), *(_mouse_event(MOUSE_WHEEL, data=step) for _ in range(abs(notches)))])


@contextmanager
def held(clock: Clock, *, keys: Sequence[str] = (), at: tuple[int, int] | None = None) -> Iterator[None]:
    """Keep keys, or the left button pressed at a point, down meanwhile; returns when they were let go."""
    down = [_key_event(key, up=False) for key in keys]
    up = [_key_event(key, up=True) for key in reversed(keys)]
    codes = [event.key.key for event in down]
    if at is not None:
        press, release = BUTTONS["left"]
        down += [_move_event(*at), _mouse_event(press)]
        up.insert(0, _mouse_event(release))
        codes.append(BUTTON_KEYS["left"])
    try:
        with watched(clock) as arrival:
            _send(down)
            if at is not None:
                _last.note("left", at, clock)
            arrival.wait_down(codes[-1])
        yield
    finally:
        with watched(clock) as arrival:
            _send(up)
            arrival.wait_up(codes)


def _send(events: Iterable[Input]) -> None:
    sent = list(events)
    for event in sent:
        (event.key if event.type == KEYBOARD else event.mouse).extra = OURS
    array = (Input * len(sent))(*sent)
    if sent and user32.SendInput(len(sent), array, ctypes.sizeof(Input)) != len(sent):
        windows.check_interactive()
        raise NoInteractiveDesktop(
            "Windows did not take the input.",
            hint="Another program blocks input, or the window in front runs with higher rights than wpf-agent.",
        )


def _held_for(sign: str) -> tuple[str, ...] | None:
    """Return what is held while a sign's key is pressed, or nothing where it takes more than Shift."""
    state = user32.VkKeyScanW(sign)
    return {0: (), 1: ("Shift",)}.get(state >> 8) if state != -1 else None


def _key_event(key: str, *, up: bool) -> Input:
    code = VIRTUAL_KEYS.get(key)
    if code is None:
        if len(key) != 1 or (state := user32.VkKeyScanW(key.lower())) == -1:
            raise InvalidArgument(f"The keyboard has no key {key!r}.")
        code = state & 0xFF
    event = Input(type=KEYBOARD)
    event.key.key = code
    event.key.scan = user32.MapVirtualKeyW(code, 0)
    event.key.flags = (KEY_EXTENDED if key in EXTENDED_KEYS else 0) | (KEY_UP if up else 0)
    return event


def _unicode_event(unit: int, *, up: bool) -> Input:
    event = Input(type=KEYBOARD)
    event.key.scan = unit
    event.key.flags = KEY_UNICODE | (KEY_UP if up else 0)
    return event


def _move_event(x: int, y: int) -> Input:
    # 0..65535 over the virtual screen; the half pixel keeps the rounding of Windows on the pixel that was meant.
    screen = windows.screen_rect()
    event = _mouse_event(MOUSE_MOVE | MOUSE_ABSOLUTE | MOUSE_VIRTUAL_DESK)
    event.mouse.dx = int(((x - screen.x) + 0.5) * 65536 / max(1, screen.width))
    event.mouse.dy = int(((y - screen.y) + 0.5) * 65536 / max(1, screen.height))
    return event


def _mouse_event(flags: int, *, data: int = 0) -> Input:
    event = Input(type=0)
    event.mouse.flags = flags
    event.mouse.data = data & 0xFFFFFFFF
    return event
