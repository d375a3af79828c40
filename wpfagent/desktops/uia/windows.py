"""Top-level windows as Win32 tells them: listing, foreground, answering. No call here waits for a hung program."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from ctypes import wintypes

from wpfagent.core.errors import ForegroundDenied, NoInteractiveDesktop, TargetNotFound
from wpfagent.core.model import ProcessInfo, Rect, WindowInfo
from wpfagent.core.wait import Clock
from wpfagent.desktops.base import FramePart
from wpfagent.desktops.uia.win32 import DWORD, ENUM_WINDOWS_PROC, ULONG_PTR, GuiThreadInfo, Input, kernel32, user32

GW_OWNER = 4
GA_ROOT = 2
GWL_STYLE, GWL_EXSTYLE, GCL_STYLE = -16, -20, -26
CS_SAVEBITS = 0x800
WS_CAPTION, WS_MINIMIZE, WS_MAXIMIZE = 0x00C00000, 0x20000000, 0x01000000
WS_VISIBLE, WS_DISABLED = 0x10000000, 0x08000000
WS_EX_TOPMOST, WS_EX_TOOLWINDOW, WS_EX_NOACTIVATE = 0x8, 0x80, 0x08000000
POPUP_CLASSES = frozenset({"#32768", "tooltips_class32", "ComboLBox", "SysShadow"})
WM_NULL, WM_CLOSE, WM_NCHITTEST = 0x0000, 0x0010, 0x0084
FRAME_PARTS: dict[int, FramePart] = {20: "close", 3: "menu"}
"""HTCLOSE and HTSYSMENU."""
FRAME_ANSWER_MS = 500
SMTO_ABORTIFHUNG = 0x2
SW_RESTORE = 9
SWP_PLACE = 0x4000 | 0x10 | 0x4
"""SWP_ASYNCWINDOWPOS, SWP_NOACTIVATE, SWP_NOZORDER: neither the order nor the focus changes, and nobody waits."""
DWMWA_EXTENDED_FRAME_BOUNDS, DWMWA_CLOAKED = 9, 14
PER_MONITOR_AWARE_V2 = -4
UOI_NAME = 2
DESKTOP_READOBJECTS = 0x1


def become_dpi_aware() -> None:
    """All coordinates of this process are physical pixels; must run before any other window call."""
    try:
        user32.SetProcessDpiAwarenessContext(ctypes.c_void_p(PER_MONITOR_AWARE_V2))
    except AttributeError:  # before Windows 10 1703
        user32.SetProcessDPIAware()


def check_interactive() -> None:
    """Raise `NoInteractiveDesktop` when input would not reach a user's desktop."""
    desktop = user32.OpenInputDesktop(0, False, DESKTOP_READOBJECTS)
    if not desktop:
        raise NoInteractiveDesktop("The input desktop cannot be opened: the session is locked or has no desktop.")
    try:
        name = ctypes.create_unicode_buffer(64)
        if user32.GetUserObjectInformationW(desktop, UOI_NAME, name, ctypes.sizeof(name), None) and (
            name.value.lower() in ("winlogon", "screen-saver", "disconnect")
        ):
            raise NoInteractiveDesktop(
                f"Input goes to the {name.value} desktop: the session is locked or disconnected."
            )
    finally:
        user32.CloseDesktop(desktop)


def top_handles() -> list[int]:
    """Return the handles of all top-level windows, topmost first."""
    found: list[int] = []

    def collect(hwnd: int | None, _: int) -> bool:
        found.append(hwnd or 0)
        return True

    user32.EnumWindows(ENUM_WINDOWS_PROC(collect), 0)
    return found


def children_of(hwnd: int) -> list[int]:
    """Return the windows inside of a window that are shown."""
    found: list[int] = []

    def visit(child: int, _: int) -> bool:
        if user32.IsWindowVisible(child):
            found.append(child)
        return True

    user32.EnumChildWindows(hwnd, ENUM_WINDOWS_PROC(visit), 0)
    return found


def owner_ids(hwnd: int) -> tuple[int, int]:
    """Return (pid, thread id) of a window; (0, 0) when it is gone."""
    pid = DWORD()
    thread = user32.GetWindowThreadProcessId(hwnd, ctypes.byref(pid))
    return pid.value, thread


class Owners:
    """Knows whose the top-level windows are: asked once for each window, as long as it is there."""

    def __init__(self) -> None:
        self._pids: dict[int, int] = {}

    def listed(self) -> dict[int, int]:
        """Return {handle: pid} of all top-level windows, topmost first."""
        known = self._pids
        self._pids = found = {hwnd: known.get(hwnd) or owner_ids(hwnd)[0] for hwnd in top_handles()}
        return found


def count_unseen(pid: int, owners: Owners) -> int:
    """Return how many top-level windows of a process are not shown."""
    return sum(owner == pid and not user32.IsWindowVisible(hwnd) for hwnd, owner in owners.listed().items())


def list_windows(pid: int | None, owners: Owners, describe: Callable[[int], ProcessInfo]) -> Iterator[WindowInfo]:
    """Yield the visible top-level windows, topmost first; `describe` tells a process by its pid."""
    foreground = user32.GetForegroundWindow() or 0
    for hwnd, owner_pid in owners.listed().items():
        if not owner_pid or (pid is not None and owner_pid != pid):
            continue
        style = user32.GetWindowLongW(hwnd, GWL_STYLE)  # one call tells what would be one each
        if not style & WS_VISIBLE or _is_cloaked(hwnd):
            continue
        process = describe(owner_pid)
        class_name, owner = class_of(hwnd), user32.GetWindow(hwnd, GW_OWNER) or 0
        yield WindowInfo(
            hwnd=hwnd,
            pid=owner_pid,
            process=process.name,
            title=title_of(hwnd),
            class_name=class_name,
            rect=rect_of(hwnd),
            owner=owner,
            enabled=not style & WS_DISABLED,
            foreground=hwnd == foreground,
            responding=not is_hung(hwnd),
            minimized=bool(style & WS_MINIMIZE),
            elevated=process.elevated,
            popup=_is_popup(hwnd, class_name, owner, style),
            maximized=bool(style & WS_MAXIMIZE),
            titled=style & WS_CAPTION == WS_CAPTION,
        )


def title_of(hwnd: int) -> str:
    """Return the title that the window manager keeps; never asks the program."""
    text = ctypes.create_unicode_buffer(1024)
    user32.InternalGetWindowText(hwnd, text, len(text))
    return text.value


def class_of(hwnd: int) -> str:
    """Return a window's class name."""
    text = ctypes.create_unicode_buffer(257)
    user32.GetClassNameW(hwnd, text, len(text))
    return text.value


def style_of(hwnd: int) -> int:
    """Return a window's style."""
    return int(user32.GetWindowLongW(hwnd, GWL_STYLE))


def rect_of(hwnd: int) -> Rect:
    """Return the visible frame of a window (without the invisible resize border of Windows 10 and later)."""
    rect = wintypes.RECT()
    if not _dwm_attribute(hwnd, DWMWA_EXTENDED_FRAME_BOUNDS, rect) or rect.right <= rect.left:
        return frame_of(hwnd)
    return Rect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)


def frame_of(hwnd: int) -> Rect:
    """Return the whole rectangle of a window, invisible borders too."""
    rect = wintypes.RECT()
    user32.GetWindowRect(hwnd, ctypes.byref(rect))
    return Rect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)


def place(hwnd: int, rect: Rect) -> None:
    """Ask a window to take this place and size, its invisible borders outside of it; returns at once."""
    frame, shown = frame_of(hwnd), rect_of(hwnd)
    left, top = shown.x - frame.x, shown.y - frame.y
    width, height = rect.width + frame.width - shown.width, rect.height + frame.height - shown.height
    user32.SetWindowPos(hwnd, None, rect.x - left, rect.y - top, width, height, SWP_PLACE)


def root_at(x: int, y: int) -> int:
    """Return the top-level window under a point (0: none)."""
    hwnd = user32.WindowFromPoint(wintypes.POINT(x, y))
    return root_of(hwnd) if hwnd else 0


def frame_part(x: int, y: int) -> FramePart:
    """Return which part of a window's own frame lies under a point; '' where the window does not answer.

    Source: WM_NCHITTEST. A window that draws its own title bar answers it as well.
    """
    hwnd, part = user32.WindowFromPoint(wintypes.POINT(x, y)), ULONG_PTR()
    place = (y & 0xFFFF) << 16 | x & 0xFFFF
    sent = hwnd and user32.SendMessageTimeoutW(
        hwnd, WM_NCHITTEST, 0, place, SMTO_ABORTIFHUNG, FRAME_ANSWER_MS, ctypes.byref(part)
    )
    return FRAME_PARTS.get(part.value, "") if sent else ""


def is_bare_desktop(hwnd: int) -> bool:
    """Return whether a window is the desktop itself, behind all others."""
    return class_of(hwnd) in ("#32769", "Progman", "WorkerW")


def root_of(hwnd: int) -> int:
    """Return the top-level window that a window is part of."""
    return user32.GetAncestor(hwnd, GA_ROOT) or hwnd


def is_top_level(hwnd: int) -> bool:
    """Return whether the handle is a top-level window (owned ones too)."""
    return bool(hwnd) and root_of(hwnd) == hwnd


def screen_rect() -> Rect:
    """Return the virtual screen."""
    return Rect(*(user32.GetSystemMetrics(i) for i in (76, 77, 78, 79)))


def ui_threads(pid: int) -> dict[int, int]:
    """Return {thread id: one of its top-level windows} for a process, hidden windows too, visible ones preferred."""
    found: dict[int, int] = {}
    for hwnd in top_handles():
        owner_pid, thread = owner_ids(hwnd)
        if owner_pid == pid and (thread not in found or user32.IsWindowVisible(hwnd)):
            found[thread] = hwnd
    return found


def visible_threads(pid: int) -> dict[int, int]:
    """Return those of them that have a visible window: one that shows nothing need not take messages."""
    return {thread: hwnd for thread, hwnd in ui_threads(pid).items() if user32.IsWindowVisible(hwnd)}


def is_responding(pid: int) -> bool:
    """Return whether no visible window of the process counts as hung."""
    return not any(
        is_hung(hwnd) for hwnd in top_handles() if owner_ids(hwnd)[0] == pid and user32.IsWindowVisible(hwnd)
    )


def is_hung(hwnd: int) -> bool:
    """Return whether the window's thread took no message for 5 s. Source: IsHungAppWindow."""
    return bool(user32.IsHungAppWindow(hwnd))


def ping(hwnd: int, timeout_s: float) -> bool:
    """Return whether the window's thread handles a message in time."""
    result = ULONG_PTR()
    wait_ms = max(1, int(timeout_s * 1000))
    sent = user32.SendMessageTimeoutW(hwnd, WM_NULL, 0, 0, SMTO_ABORTIFHUNG, wait_ms, ctypes.byref(result))
    return bool(sent) or not user32.IsWindow(hwnd)


def post_close(hwnd: int) -> None:
    """Ask a window to close, as its X button does."""
    user32.PostMessageW(hwnd, WM_CLOSE, 0, 0)


def foreground() -> int:
    """Return the foreground window (0: none)."""
    return user32.GetForegroundWindow() or 0


def clipboard() -> tuple[int, int]:
    """Return the number of the clipboard's content, and the process whose it is (0: nobody's)."""
    owner = user32.GetClipboardOwner()
    return user32.GetClipboardSequenceNumber(), owner_ids(owner)[0] if owner else 0


def caret() -> Rect | None:
    """Return where the text cursor of the window in front stands on the screen; None where it has none."""
    front = foreground()
    info = _thread_of(front) if front else None
    if info is None or not info.caret:
        return None
    corner, rect = wintypes.POINT(info.caret_rect.left, info.caret_rect.top), info.caret_rect
    user32.ClientToScreen(info.caret, ctypes.byref(corner))
    return Rect(corner.x, corner.y, rect.right - rect.left, rect.bottom - rect.top)


RAISE_ONLY = 0x0001 | 0x0002 | 0x4000
"""SWP_NOSIZE, SWP_NOMOVE, SWP_ASYNCWINDOWPOS: to the top of its kind, as it is."""


def set_foreground(hwnd: int, clock: Clock, timeout_s: float) -> None:
    """Bring a window to the front and wait until it takes keys there.

    Raises:
        TargetNotFound: there is no such window.
        ForegroundDenied: Windows kept another window in front.
    """
    if not user32.IsWindow(hwnd):
        raise TargetNotFound(f"There is no window {hwnd}.")
    deadline = clock.now() + timeout_s
    for attempt in _FOREGROUND_LADDER:
        if user32.IsIconic(hwnd):
            user32.ShowWindowAsync(hwnd, SW_RESTORE)
        if _is_front(hwnd):
            user32.SetWindowPos(hwnd, 0, 0, 0, 0, 0, RAISE_ONLY)  # what has the foreground may lie below others
        else:
            attempt(hwnd)
        share_end = min(deadline, clock.now() + max(0.3, timeout_s / len(_FOREGROUND_LADDER)))
        while clock.now() < share_end:
            if _is_front(hwnd) and not user32.IsIconic(hwnd):
                return
            clock.sleep(0.01)
    raise ForegroundDenied(f"Window {title_of(hwnd)!r} did not come to the front; {title_of(foreground())!r} is there.")


def _is_front(hwnd: int) -> bool:
    # A modal dialog takes the place of the window that it blocks; a window beside it does not. The thread must have
    # noticed, or the first keys get lost.
    front = foreground()
    in_place = hwnd if user32.IsWindowEnabled(hwnd) else user32.GetLastActivePopup(hwnd)
    if not front or front not in (hwnd, in_place):
        return False
    info = _thread_of(front)
    return info is None or info.active == front


def focus_of(hwnd: int) -> int:
    """Return the window that has the keyboard focus in the thread of a window (0: none)."""
    info = _thread_of(hwnd)
    return int(info.focus or 0) if info is not None else 0


def _thread_of(hwnd: int) -> GuiThreadInfo | None:
    info = GuiThreadInfo(size=ctypes.sizeof(GuiThreadInfo))
    return info if user32.GetGUIThreadInfo(owner_ids(hwnd)[1], ctypes.byref(info)) else None


def _raise_plainly(hwnd: int) -> None:
    user32.SetForegroundWindow(hwnd)


def _raise_after_input(hwnd: int) -> None:
    # Windows lets the process that made the last input event choose the foreground; an empty mouse move is one.
    nothing = Input(type=0)
    nothing.mouse.flags = 1
    user32.SendInput(1, ctypes.byref(nothing), ctypes.sizeof(Input))
    user32.SetForegroundWindow(hwnd)


def _raise_attached(hwnd: int) -> None:
    front = foreground()
    if not front or is_hung(front):  # sharing input with a hung thread would hang this one too
        _raise_plainly(hwnd)
        return
    mine, theirs = kernel32.GetCurrentThreadId(), owner_ids(front)[1]
    attached = user32.AttachThreadInput(mine, theirs, True)
    try:
        user32.BringWindowToTop(hwnd)
        user32.SetForegroundWindow(hwnd)
    finally:
        if attached:
            user32.AttachThreadInput(mine, theirs, False)


_FOREGROUND_LADDER = (_raise_plainly, _raise_after_input, _raise_attached)


def _is_popup(hwnd: int, class_name: str, owner: int, style: int) -> bool:
    if class_name in POPUP_CLASSES:
        return True
    if style & WS_CAPTION == WS_CAPTION:
        return False
    extended = user32.GetWindowLongW(hwnd, GWL_EXSTYLE)
    above_all = bool(owner) or bool(extended & WS_EX_TOPMOST)  # Qt's drop-downs have no owner
    if extended & WS_EX_NOACTIVATE or (extended & WS_EX_TOOLWINDOW and above_all):
        return True
    # the drop-downs of Windows Forms' menus and tool bars: of a class for what is shown for a short time
    return bool(owner and extended & WS_EX_TOPMOST and user32.GetClassLongW(hwnd, GCL_STYLE) & CS_SAVEBITS)


def _is_cloaked(hwnd: int) -> bool:
    cloaked = DWORD()
    return _dwm_attribute(hwnd, DWMWA_CLOAKED, cloaked) and cloaked.value != 0


def _dwm_attribute(hwnd: int, attribute: int, value: wintypes.RECT | wintypes.DWORD) -> bool:
    result = _dwmapi().DwmGetWindowAttribute(hwnd, attribute, ctypes.byref(value), ctypes.sizeof(value))
    return bool(result == 0)


def _dwmapi() -> ctypes.WinDLL:
    return ctypes.windll.dwmapi
