"""Where a window is, how large, and whether it is maximised or minimised."""

from __future__ import annotations

from dataclasses import dataclass

from wpfagent.actions.base import Performed, action, arg
from wpfagent.actions.doing import Doing
from wpfagent.actions.windows import root_of, window_named
from wpfagent.core import wait
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Rect, WindowInfo

STATES = ("normal", "maximized", "minimized")
TITLE_DOC = "which window of the target (regular expression, else a part of its title); without: the topmost"
ROUNDED = 2
"""A window manager may round a place or a size by so many pixels."""
LEAST_SHOWN = 40
"""How many pixels of a window stay on the screen: one that was moved away is lost for its user."""


@dataclass(frozen=True, slots=True)
class MoveWindowArgs:
    """Arguments of move_window."""

    x: int = arg("physical pixels of the virtual screen, of its left edge")
    y: int = arg("physical pixels of the virtual screen, of its top edge")
    title: str | None = arg(TITLE_DOC, None)


@action(selector="none", args=MoveWindowArgs, rare=True)
def move_window(doing: Doing, args: MoveWindowArgs) -> Performed:
    """Move a window so that its upper left corner is at a point; it stays reachable on the screen."""
    window = _normal(doing, args.title)
    wanted = window.rect._replace(x=args.x, y=args.y)
    seen = wanted.intersection(doing.desktop.screen_rect())
    if seen.width < LEAST_SHOWN or seen.height < LEAST_SHOWN:
        raise InvalidArgument(
            f"At {args.x},{args.y} the window {window.title!r} would leave the screen.",
            hint=f"The screen is {list(doing.desktop.screen_rect())}.",
        )
    return _place(doing, window, wanted)


@dataclass(frozen=True, slots=True)
class ResizeWindowArgs:
    """Arguments of resize_window."""

    width: int = arg("physical pixels, with the frame")
    height: int = arg("physical pixels, with the frame")
    title: str | None = arg(TITLE_DOC, None)

    def __post_init__(self) -> None:
        if self.width <= 0 or self.height <= 0:
            raise InvalidArgument(f"A window cannot be {self.width} x {self.height}.", hint="Both are above 0.")


@action(selector="none", args=ResizeWindowArgs, rare=True)
def resize_window(doing: Doing, args: ResizeWindowArgs) -> Performed:
    """Give a window a size; the program may keep it within its own limits, and the reply says what it became."""
    window = _normal(doing, args.title)
    return _place(doing, window, window.rect._replace(width=args.width, height=args.height))


@dataclass(frozen=True, slots=True)
class WindowStateArgs:
    """Arguments of window_state."""

    state: str = arg("how the window is shown", choices=STATES)
    title: str | None = arg(TITLE_DOC, None)


@action(selector="none", args=WindowStateArgs, rare=True)
def window_state(doing: Doing, args: WindowStateArgs) -> Performed:
    """Maximise a window, minimise it, or bring it back to its normal size."""
    window = window_named(doing, args.title)
    if window.state == args.state:
        return Performed("none", unneeded={"state": args.state})
    doing.verb(root_of(doing, window), "set_window_state", args.state)
    now = doing.until(lambda: _in_state(doing, window, args.state), wait.SETTLE_S * 4).value
    if now is None:
        return Performed("WindowPattern", unverifiable=f"the window did not become {args.state}")
    return Performed("WindowPattern", confirmed={"state": [window.state, now.state], "rect": list(now.rect)})


def _normal(doing: Doing, title: str | None) -> WindowInfo:
    window = window_named(doing, title)
    if window.state != "normal":
        raise InvalidArgument(
            f"The window {window.title!r} is {window.state}: it has no place of its own.",
            hint="Bring it back first: window_state normal.",
        )
    return window


def _place(doing: Doing, window: WindowInfo, wanted: Rect) -> Performed:
    if window.rect == wanted:
        return Performed("none", unneeded={"rect": list(wanted)})
    doing.desktop.place_window(window.hwnd, wanted)
    doing.until(lambda: _now(doing, window).rect == wanted, wait.SETTLE_S)
    now = _now(doing, window).rect
    if now == window.rect:
        return Performed("SetWindowPos", unverifiable="the window stayed as it was: the program keeps its own limits")
    if any(abs(a - b) > ROUNDED for a, b in zip(now, wanted, strict=True)):
        return Performed("SetWindowPos", unverifiable=f"the program keeps its own limits: it became {list(now)}")
    asked = {} if now == wanted else {"asked": list(wanted)}
    return Performed("SetWindowPos", confirmed={"rect": list(now), "was": list(window.rect), **asked})


def _now(doing: Doing, window: WindowInfo) -> WindowInfo:
    return next((w for w in doing.windows() if w.hwnd == window.hwnd), window)


def _in_state(doing: Doing, window: WindowInfo, state: str) -> WindowInfo | None:
    now = _now(doing, window)
    return now if now.state == state else None
