"""Windows: list, resolve, bring to the front, wait for, close."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.actions.base import OBJECT, OBJECTS, TEXT, WHOLE, Performed, action, arg
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import inner_windows
from wpfagent.actions.input import keyboard
from wpfagent.core.errors import TargetNotFound, TimedOut, Unsupported
from wpfagent.core.model import Control, WindowInfo
from wpfagent.core.selector import nearest
from wpfagent.desktops.locating.locate import window_of
from wpfagent.desktops.target import find_by_title, main_window


@dataclass(frozen=True, slots=True)
class ListWindowsArgs:
    """Arguments of list_windows."""

    query: str | None = arg("only windows whose title fits (regular expression, else a part of it)", None)
    all: bool = arg("menus, drop-downs and tool tips too", False)


@action(risk="read", selector="none", args=ListWindowsArgs, target="optional", returns={"windows": OBJECTS})
def list_windows(doing: Doing, args: ListWindowsArgs) -> Performed:
    """List the visible top-level windows, topmost first: of the target, or of the whole desktop."""
    windows: list[WindowInfo] = list(doing.windows() if doing.target else doing.desktop.windows())
    if not args.all:
        windows = [w for w in windows if not w.popup]
    if args.query:
        windows = find_by_title(args.query, windows)
    return Performed(result={"windows": [w.to_dict() for w in windows]})


@dataclass(frozen=True, slots=True)
class ResolveTargetArgs:
    """Arguments of resolve_target."""

    target_spec: Mapping[str, Any] = arg(
        "pid, process, exe, title_re, class_name or profile; all that are given must hold"
    )


@action(
    risk="read",
    selector="none",
    args=ResolveTargetArgs,
    target="none",
    returns={"target_id": TEXT, "pid": WHOLE, "process": TEXT, "exe": TEXT, "title": TEXT, "how": TEXT},
)
def resolve_target(doing: Doing, args: ResolveTargetArgs) -> Performed:
    """Find exactly one running application and return its target_id; never launches."""
    target = doing.resolve(args.target_spec)
    return Performed(result=target.to_dict())


@dataclass(frozen=True, slots=True)
class WindowArgs:
    """Arguments of focus_window."""

    title: str | None = arg("which window of the target (regular expression, else a part of its title)", None)


@action(selector="none", args=WindowArgs)
def focus_window(doing: Doing, args: WindowArgs) -> Performed:
    """Bring a window of the target to the front, or one inside it before the others; a minimised one is restored."""
    if (inner := inner_windows.meant(doing, args.title)) is not None:
        return inner_windows.focus(doing, inner)
    window = window_named(doing, args.title)
    if doing.desktop.foreground() == window.hwnd and not window.minimized:
        return Performed("SetForegroundWindow", unneeded={"foreground": window.title})
    doing.give_way()
    doing.desktop.set_foreground(window.hwnd, timeout_s=doing.left_s)
    return Performed("SetForegroundWindow", confirmed={"foreground": window.title})


@dataclass(frozen=True, slots=True)
class WaitWindowArgs:
    """Arguments of wait_window."""

    title: str = arg("the window's title (regular expression, else a part of it)")
    gone: bool = arg("wait until it is gone instead", False)


@action(risk="read", selector="none", args=WaitWindowArgs, returns={"window": OBJECT, "waited_ms": WHOLE})
def wait_window(doing: Doing, args: WaitWindowArgs) -> Performed:
    """Wait until the target shows a usable window with this title, or none any more."""

    def probe() -> list[WindowInfo]:
        found = find_by_title(args.title, doing.windows())
        return found if args.gone else [w for w in found if w.responding and not w.rect.is_empty]

    waited = doing.until((lambda: not probe()) if args.gone else probe)
    if not waited.ok:
        titles = [w.title for w in doing.windows() if not w.popup]
        what = "still there" if args.gone else "not there"
        raise TimedOut(
            f"The window {args.title!r} is {what} after {waited.elapsed_s:.1f} s.",
            hint=f"Windows now: {', '.join(map(repr, titles)) or 'none'}.",
            details={"windows": titles},
        )
    found = [] if args.gone else probe()
    return Performed(
        result={"window": found[0].to_dict() if found else None, "waited_ms": round(waited.elapsed_s * 1e3)}
    )


@dataclass(frozen=True, slots=True)
class CloseWindowArgs:
    """Arguments of close_window."""

    title: str | None = arg("which window of the target (regular expression, else a part); without: the topmost", None)


@action(selector="optional", args=CloseWindowArgs)
def close_window(doing: Doing, args: CloseWindowArgs) -> Performed:
    """Ask a window to close, as its X does. The program's main window is destructive: that ends the program."""
    if (inner := inner_windows.meant(doing, args.title)) is not None:
        doing.verb(inner, "close")
        return Performed("WindowPattern", subject=inner)
    if doing.control is not None:
        window = window_of(doing.control, doing.windows()) or window_named(doing, args.title)
    else:
        window = window_named(doing, args.title)
    root = root_of(doing, window)
    consenting.of_closing(doing, window, f"closing the main window {window.title!r}", root)
    try:
        doing.verb(root, "close")
    except Unsupported:
        doing.bring_to_front(root)
        keyboard.check_allowed(doing)
        keyboard.press(doing, [("Alt", "F4")])
        return Performed("keyboard", subject=root)
    return Performed("WindowPattern", subject=root)


def window_named(doing: Doing, title: str | None) -> WindowInfo:
    """Return the target's window with this title, without one the topmost that can be used. Raises TargetNotFound."""
    windows = [w for w in doing.windows() if not w.popup]
    if title is None:
        found = next((w for w in windows if w.enabled), None) or main_window(windows)
    else:
        found = next(iter(find_by_title(title, windows)), None)
    if found is None:
        titles = [w.title for w in windows]
        near = nearest(title or "", titles) or titles
        raise TargetNotFound(
            f"The target has no window {title!r}.", hint=f"Its windows: {', '.join(map(repr, near)) or 'none'}."
        )
    return found


def root_of(doing: Doing, window: WindowInfo) -> Control:
    """Return a window's own element."""
    from wpfagent.desktops.base import Budget

    snapshot = doing.desktop.snapshot((window,), budget=Budget(elements=1, depth=0), timeout_s=doing.left_s)
    return snapshot.controls[0]
