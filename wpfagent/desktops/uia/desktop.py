"""The Windows desktop: UI Automation for what is inside of windows, Win32 for everything that must not wait."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, TypeVar

from wpfagent.core.captions import wants_texts
from wpfagent.core.errors import StaleRef
from wpfagent.core.model import Control, Liveness, Picture, ProcessInfo, Rect, Snapshot, Usage, WindowInfo
from wpfagent.core.wait import Clock
from wpfagent.desktops.base import Budget, Conditions, FramePart, ItemProperty, Keys, MouseButton, Verb, VerbValue
from wpfagent.desktops.person import HeedingClock, Person
from wpfagent.desktops.uia import capture, natives, windows
from wpfagent.desktops.uia import input as keyboard_mouse
from wpfagent.desktops.uia.acts import UiaAct
from wpfagent.desktops.uia.asking import Asking, Session
from wpfagent.desktops.uia.com import Element, enter_apartment
from wpfagent.desktops.uia.environment import describe_environment
from wpfagent.desktops.uia.grids import Grids
from wpfagent.desktops.uia.hooks import Hooks
from wpfagent.desktops.uia.processes import Processes
from wpfagent.desktops.uia.program import describe_program
from wpfagent.desktops.uia.snapshots import Snapshots, find
from wpfagent.desktops.uia.threads import Actors

T = TypeVar("T")

TIMEOUT_S = 10.0
FIND_LIMIT = 20
CHILDREN_LIMIT = 1_000
IDLE_SAMPLE_S = 0.008
"""Windows counts a thread's time in steps of 15.6 ms: the samples in a row must last longer together."""
RUNNING, STARVED, THOROUGH = (0.5, 2, 100), (0.1, 6, 30), (0.1, 20, 100)
"""A UI thread that uses less than this share of the time is idle, in so many samples in a row; one that works on for so
many shows an animation. Where the machine is busy, a thread that has work gets a hundredth of a second in a fifth."""
REALIZED_S = 0.5
"""How long an item that was made real may take to show its texts."""
ITEM_PATTERNS = ("VirtualizedItem", "GridItem", "TableItem", "ScrollItem")
"""Items and cells of a virtualised container are not part of the tree while they are out of view."""


class UiaDesktop(Grids):
    """Windows, through UI Automation and Win32."""

    name = "uia"

    def __init__(self) -> None:
        windows.become_dpi_aware()
        self.person = Person(time.monotonic, Hooks(keyboard_mouse.VIRTUAL_KEYS).listen)
        self.clock: Clock = HeedingClock(self.person)
        self._processes = Processes()
        self._owners = windows.Owners()
        self._actors = Actors(enter_apartment)
        self._camera = capture.Camera()
        self.asking = Asking(self._processes, self.person, self.clock)
        self._snapshots = Snapshots(self.asking)

    # -- processes and windows ----------------------------------------------------------------------------------
    def check_interactive(self) -> None:
        """Raise `NoInteractiveDesktop` when there is no desktop to act on."""
        windows.check_interactive()

    def environment(self) -> Mapping[str, Any]:
        """Return what the machine is."""
        return describe_environment(elevated=self._processes.describe(os.getpid()).elevated)

    def program(self, exe: str) -> Mapping[str, Any]:
        """Return what an executable's file tells about it."""
        return describe_program(exe)

    def processes(self) -> list[ProcessInfo]:
        """Return the processes of this session."""
        return self._processes.in_session()

    def windows(self, pid: int | None = None) -> list[WindowInfo]:
        """Return the visible top-level windows, topmost first."""
        return list(windows.list_windows(pid, self._owners, self._processes.describe))

    def launch(
        self,
        exe: str,
        args: Sequence[str],
        *,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        stderr_path: str | None = None,
    ) -> ProcessInfo:
        """Start a program; it does not wait for a window. Raises AppNotFound, LaunchFailed, AccessDeniedElevated."""
        return self._processes.launch(exe, args, cwd=cwd, env=env, stderr_path=stderr_path)

    def terminate(self, pid: int) -> None:
        """End a process at once."""
        self._processes.terminate(pid)

    def liveness(self, pid: int, *, shown: Sequence[WindowInfo] | None = None) -> Liveness:
        """Return whether a process runs and answers; never asks its UI thread."""
        if self._processes.is_running(pid):
            responding = windows.is_responding(pid) if shown is None else all(w.responding for w in shown)
            return Liveness(running=True, responding=responding)
        return Liveness(running=False, responding=False, exit_code=self._processes.exit_code(pid))

    def usage(self, pid: int) -> Usage | None:
        """Return what a process holds; None when it is gone or may not be asked."""
        held = self._processes.usage(pid)
        return replace(held, unseen=windows.count_unseen(pid, self._owners)) if held is not None else None

    def wait_idle(self, pid: int, timeout_s: float, *, hwnd: int = 0, thoroughly: bool = False) -> bool:
        """Wait until the UI threads answer and have stopped working; False when they do not answer in time.

        One that answers all along and works on shows an animation: after some samples that counts as idle.
        """
        deadline = self.clock.now() + timeout_s
        idle = answered = 0
        spare_s = self._processes.spare_s()
        while self._processes.is_running(pid):
            owner, own = windows.owner_ids(hwnd) if hwnd else (0, 0)
            threads = {own: hwnd} if owner == pid else windows.ui_threads(pid)
            ids = list(threads)
            if not self._all_answer(threads.values(), deadline):
                return False
            begun, used = self.clock.now(), self._processes.cpu_ticks(ids)
            self.clock.sleep(IDLE_SAMPLE_S)
            if not self._all_answer(threads.values(), deadline):
                return False
            busy_s = (self._processes.cpu_ticks(ids) - used) / 1e7
            is_starved = spare_s is not None and self._processes.spare_s() == spare_s
            share, samples, most = (THOROUGH if thoroughly else STARVED) if is_starved else RUNNING
            idle = idle + 1 if busy_s < (self.clock.now() - begun) * share else 0
            answered += 1
            if idle >= samples or answered >= most or self.clock.now() >= deadline:
                return True
        return True

    def silent_thread(self, pid: int, timeout_s: float) -> int | None:
        """Return the id of a UI thread that handles no message in time; None where all do."""
        threads = windows.visible_threads(pid)
        return next((thread for thread, hwnd in threads.items() if not windows.ping(hwnd, timeout_s)), None)

    def ui_thread(self, pid: int) -> int | None:
        """Return the id of the thread of a process's topmost visible window."""
        return next(iter(windows.visible_threads(pid)), None)

    def _all_answer(self, handles: Iterable[int], deadline: float) -> bool:
        return all(self.asking.answers(hwnd, deadline - self.clock.now(), hung_too=True) for hwnd in handles)

    # -- reading ------------------------------------------------------------------------------------------------
    def snapshot(
        self,
        windows: Sequence[WindowInfo],
        *,
        within: Control | None = None,
        budget: Budget = Budget(),  # noqa: B008 (frozen)
        after: str | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> Snapshot:
        """Read the control view of these windows, or only of `within`; `after` continues a truncated one."""
        return self._snapshots.take(windows, within=within, budget=budget, after=after, timeout_s=timeout_s)

    def find(
        self,
        conditions: Conditions,
        *,
        windows: Sequence[WindowInfo],
        within: Control | None = None,
        limit: int = FIND_LIMIT,
        timeout_s: float = TIMEOUT_S,
    ) -> list[Control]:
        """Return up to `limit` matching elements, windows in the order given, each in document order.

        A window that does not answer is searched last; where another has a match, only until it counts as hung.
        """
        if within is None:
            return find(self.asking, conditions, windows, limit, timeout_s)
        return self.asking.ask_of(
            within,
            lambda s, e: list(s.minding(within.hwnd).find(e, conditions, hwnd=within.hwnd, limit=limit)),
            timeout_s,
            "Searching",
        )

    def find_item(
        self,
        container: Control,
        *,
        after: Control | None,
        prop: ItemProperty,
        value: str,
        timeout_s: float = TIMEOUT_S,
    ) -> Control | None:
        """Return a container's next item, also an unrealised one, with this exact property; None = no more."""
        previous = self.asking.live(after) if after is not None else None
        return self.asking.ask_of(
            container,
            lambda s, e: s.search.item(e, previous, prop, value, hwnd=container.hwnd),
            timeout_s,
            f"Looking for the item {value!r}",
        )

    def items(
        self, container: Control, *, start: int, limit: int, most: int, timeout_s: float = TIMEOUT_S
    ) -> tuple[list[Control], int]:
        """Return a container's items from a number on, unrealised ones too, and how many there are, at most `most`."""
        return self.asking.ask_of(
            container,
            lambda s, e: s.minding(container.hwnd).items(e, start=start, limit=limit, most=most, hwnd=container.hwnd),
            timeout_s,
            "Counting the items",
        )

    def scroll_position(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> tuple[float | None, float | None]:
        """Return how far a container is scrolled, in percent (horizontal, vertical); None where it does not scroll."""
        return self.asking.ask_of(
            control, lambda s, e: s.search.scroll_position(e), timeout_s, "Reading the scroll position"
        )

    def realize(self, item: Control, *, timeout_s: float = TIMEOUT_S) -> Control:
        """Make a virtualised item real and return it as it is now, with its texts."""
        what = "Realising an item"
        made = self.asking.ask_of(item, lambda s, e: s.search.realized(e, hwnd=item.hwnd), timeout_s, what)
        if not (
            item.can("VirtualizedItem")
            and made.own_name is None
            and wants_texts(made, self.asking.known_names(item.pid))
        ):
            return made
        self.wait_idle(item.pid, min(REALIZED_S, timeout_s), hwnd=item.hwnd)  # its texts come with the layout
        return self.asking.ask_of(item, lambda s, e: s.search.described(e, hwnd=item.hwnd), timeout_s, what)

    def read(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> Control:
        """Return the element behind `control.ref` as it is now."""

        def again(session: Session, element: Element) -> Control:
            now = session.search.again(element, control)
            if now.control_type == "Window" and (element.CurrentNativeWindowHandle or 0) == control.hwnd:
                return session.search.described(element, hwnd=control.hwnd, name=windows.title_of(control.hwnd))
            looks_gone = now.bounding_rect is None and not now.visible and not now.can(*ITEM_PATTERNS)
            if looks_gone and not session.minding(control.hwnd).is_attached(element):
                raise StaleRef(f"{control.describe()} is no longer part of its window.")
            return now

        return self.asking.ask_of(control, again, timeout_s, "Reading a control")

    def text(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> str:
        """Return its whole text."""
        return self.asking.ask_of(control, lambda s, e: s.search.text(e, control), timeout_s, "Reading the text")

    def parent(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return its parent in the control view; None for a window."""
        return self.asking.ask_of(
            control, lambda s, e: s.search.parent(e, hwnd=control.hwnd), timeout_s, "Reading a parent"
        )

    def framework(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> str:
        """Return the framework that an element is made with."""
        return self.asking.ask_of(
            control, lambda s, e: str(e.CurrentFrameworkId or ""), timeout_s, "Reading the framework"
        )

    def children(self, control: Control, *, limit: int = CHILDREN_LIMIT, timeout_s: float = TIMEOUT_S) -> list[Control]:
        """Return its children in the control view, in order."""
        return self.asking.ask_of(
            control,
            lambda s, e: s.minding(control.hwnd).children(e, hwnd=control.hwnd, limit=limit),
            timeout_s,
            "Reading children",
        )

    def focused(self, pid: int, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return the element of this process that has the keyboard focus."""

        def look(session: Session) -> Control | None:
            element = session.automation.client.GetFocusedElement()
            if not element or element.CurrentProcessId != pid:
                return None
            return session.search.described(element, hwnd=session.search.window_of(element))

        return self.asking.ask(pid, look, timeout_s, "Reading the focus")

    def at_point(self, x: int, y: int, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return the deepest element under a point of the screen."""
        hwnd = windows.root_at(x, y)
        if not hwnd:
            return None
        pid, _ = windows.owner_ids(hwnd)
        below = natives.reached_at(x, y)

        def look(session: Session) -> Control | None:
            element = natives.part_at(session.automation, below, x, y)
            return session.search.described(element, hwnd=hwnd) if element else None

        return self.asking.ask(pid, look, timeout_s, f"Looking at ({x}, {y})")

    def window_at(self, x: int, y: int) -> int | None:
        """Return whose window lies under a point; None for the bare desktop."""
        hwnd = windows.root_at(x, y)
        return None if not hwnd or windows.is_bare_desktop(hwnd) else windows.owner_ids(hwnd)[0]

    def frame_part(self, x: int, y: int) -> FramePart:
        """Return which part of a window's own frame lies under a point, as the window says."""
        return windows.frame_part(x, y)

    def forget(self, pid: int, *, unseen: bool = False) -> None:
        """Drop what is kept for this process; `unseen`: only elements that the last look did not meet."""
        self.asking.forget(pid, unseen=unseen)
        if unseen:
            return
        self._snapshots.forget(pid)
        self._processes.forget(pid)

    # -- acting -------------------------------------------------------------------------------------------------
    def act(self, control: Control, verb: Verb, value: VerbValue = None) -> UiaAct:
        """Start a control verb on a thread of its own and return at once."""
        element, automation = self.asking.live(control), self.asking.automation.get
        return UiaAct(self._actors, automation, element, control, verb, value, exit_code=self._processes.exit_code)

    def foreground(self) -> int:
        """Return the foreground window's handle (0: none)."""
        return windows.foreground()

    def clipboard(self) -> tuple[int, int]:
        """Return the number of the clipboard's content, and the process whose it is."""
        return windows.clipboard()

    def caret(self) -> Rect | None:
        """Return where the text cursor of the window in front stands on the screen; None where it has none."""
        return windows.caret()

    def set_foreground(self, hwnd: int, *, timeout_s: float = 3.0) -> None:
        """Bring a window to the front and wait until it is there."""
        windows.set_foreground(hwnd, self.clock, timeout_s)

    def pointer(self) -> tuple[int, int]:
        """Return where the mouse pointer is."""
        return keyboard_mouse.pointer()

    def mouse_move(self, x: int, y: int) -> None:
        """Move the pointer."""
        keyboard_mouse.mouse_move(x, y)

    def rest_of_click_s(self, x: int, y: int, *, button: MouseButton = "left") -> float:
        """Return for how long a press here would still make a double click with the one before."""
        return keyboard_mouse.rest_of_click_s(x, y, self.clock, button=button)

    def mouse_click(
        self, x: int, y: int, *, button: MouseButton = "left", count: int = 1, keys: Keys = (), again: bool = False
    ) -> None:
        """Click `count` times; the system makes a double click of what follows soon (`again`)."""
        keyboard_mouse.mouse_click(x, y, self.clock, button=button, count=count, keys=keys)

    def mouse_drag(
        self,
        start: tuple[int, int],
        end: tuple[int, int],
        *,
        via: Sequence[tuple[int, int]] = (),
        begun: Callable[[], None] = lambda: None,
        at_end: Callable[[], None] = lambda: None,
    ) -> None:
        """Press at `start`, move in steps over the stops, release at `end`; at `start` where `at_end` raises."""
        keyboard_mouse.mouse_drag((start, *via, end), self.clock, begun, at_end)

    def place_window(self, hwnd: int, rect: Rect) -> None:
        """Ask a top-level window to take this place and size."""
        windows.place(hwnd, rect)

    def mouse_wheel(self, x: int, y: int, notches: int) -> None:
        """Turn the wheel over a point; positive is up."""
        keyboard_mouse.mouse_wheel(x, y, notches)

    def held(self, *, keys: Sequence[str] = (), at: tuple[int, int] | None = None) -> AbstractContextManager[None]:
        """Keep keys, or the left button pressed at a point, down meanwhile."""
        return keyboard_mouse.held(self.clock, keys=keys, at=at)

    def type_text(self, text: str) -> None:
        """Type characters into what has the focus."""
        keyboard_mouse.type_text(text, self.clock)

    def press_keys(self, keys: Sequence[str]) -> None:
        """Press a chord."""
        keyboard_mouse.press_keys(keys, self.clock)

    def stir(self) -> None:
        """Send the window in front an input that means nothing."""
        keyboard_mouse.stir()

    # -- seeing -------------------------------------------------------------------------------------------------
    def screen_rect(self) -> Rect:
        """Return the virtual screen."""
        return windows.screen_rect()

    def capture(self, *, hwnd: int | None = None, rect: Rect | None = None) -> Picture:
        """Take a picture of a window (also a covered one), or of a part of the screen, or of all of it."""
        return capture.capture_rect(rect) if hwnd is None else self._camera.window(hwnd)
