"""The Windows desktop: UI Automation for what is inside of windows, Win32 for everything that must not wait."""

from __future__ import annotations

import os
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from operator import itemgetter
from typing import Any, TypeVar

from wpfagent.core.captions import Known, captioned, wants_texts
from wpfagent.core.errors import AppNotResponding, InvalidArgument, StaleRef
from wpfagent.core.model import Control, Liveness, Picture, ProcessInfo, Rect, Snapshot, Usage, WindowInfo
from wpfagent.core.wait import Clock
from wpfagent.desktops.base import Budget, Conditions, FramePart, ItemProperty, MouseButton, Verb, VerbValue
from wpfagent.desktops.person import HeedingClock, Person
from wpfagent.desktops.uia import capture, windows
from wpfagent.desktops.uia import input as keyboard_mouse
from wpfagent.desktops.uia.acts import UiaAct, perform
from wpfagent.desktops.uia.cache import Reader, Requests
from wpfagent.desktops.uia.com import Automation, AutomationOnce, Element, app_exited, enter_apartment, translated
from wpfagent.desktops.uia.environment import describe_environment
from wpfagent.desktops.uia.hooks import Hooks
from wpfagent.desktops.uia.kinds import Kinds
from wpfagent.desktops.uia.processes import Processes
from wpfagent.desktops.uia.program import describe_program
from wpfagent.desktops.uia.refs import Refs, RuntimeId
from wpfagent.desktops.uia.search import Search
from wpfagent.desktops.uia.threads import Actors, DeadlinePassed, Lanes
from wpfagent.desktops.uia.walk import COSTS_KEPT, Path, Walk

T = TypeVar("T")

TIMEOUT_S = 10.0
FIND_LIMIT = 20
CHILDREN_LIMIT = 1_000
IDLE_SAMPLE_S = 0.010
"""Windows counts a thread's time in steps of 15.6 ms: the samples in a row must last longer together."""
IDLE_CPU_SHARE = 0.5
ANIMATED = 100
IDLE_SAMPLES = 2
"""So many samples in a row must be idle: between two parts of its work a UI thread waits for others."""
PROMPT_S = 0.1
"""A window that takes longer to answer a message is searched after the others."""
REALIZED_S = 0.5
"""How long an item that was made real may take to show its texts."""
CONTINUATIONS_KEPT = 8
ITEM_PATTERNS = ("VirtualizedItem", "GridItem", "TableItem", "ScrollItem")
"""Items and cells of a virtualised container are not part of the tree while they are out of view."""


class Session:
    """What one piece of work on a reader thread has at hand: the client and readers for one process."""

    def __init__(self, automation: Automation, requests: Requests, refs: Refs, pid: int, names: Known) -> None:
        self.automation = automation
        self.requests = requests
        self.reader = Reader(automation, requests, refs, pid, names)
        self.search = Search(automation, requests, self.reader)


class UiaDesktop:
    """Windows, through UI Automation and Win32."""

    name = "uia"

    def __init__(self) -> None:
        windows.become_dpi_aware()
        self.person = Person(time.monotonic, Hooks(keyboard_mouse.VIRTUAL_KEYS).listen)
        self.clock: Clock = HeedingClock(self.person)
        self._processes = Processes()
        self._owners = windows.Owners()
        self._refs = Refs()
        self._automation = AutomationOnce()
        self._requests: Requests | None = None
        self._lanes = Lanes(enter_apartment, self.person.heed)
        self._actors = Actors(enter_apartment)
        self._costs: dict[int, deque[float]] = {}
        self._sizes: dict[int, int] = {}
        self._kinds: dict[int, Kinds] = {}
        self._names: dict[int, Known] = {}
        self._camera = capture.Camera()
        self._continued: OrderedDict[str, dict[RuntimeId, Control]] = OrderedDict()

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
        return self._processes.usage(pid)

    def wait_idle(self, pid: int, timeout_s: float, *, hwnd: int = 0) -> bool:
        """Wait until the UI threads answer and have stopped working; False when they do not answer in time.

        One that answers all along and works on shows an animation: after `ANIMATED` samples that counts as idle.
        """
        deadline = self.clock.now() + timeout_s
        idle = answered = 0
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
            idle = idle + 1 if busy_s < (self.clock.now() - begun) * IDLE_CPU_SHARE else 0
            answered += 1
            if idle == IDLE_SAMPLES or answered == ANIMATED or self.clock.now() >= deadline:
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
        return all(self._answers(hwnd, deadline - self.clock.now(), hung_too=True) for hwnd in handles)

    def _answers(self, hwnd: int, timeout_s: float, *, hung_too: bool = False) -> bool:
        """Return whether a window answers in time; one that counts as hung is waited for if `hung_too`. Raises Stop."""
        deadline = self.clock.now() + timeout_s
        while not windows.ping(hwnd, min(PROMPT_S, deadline - self.clock.now())):
            self.person.heed()
            hung = windows.is_hung(hwnd)
            if (hung and not hung_too) or self.clock.now() >= deadline:
                return False
            if hung:  # A message to it is answered at once, with an error.
                self.clock.sleep(IDLE_SAMPLE_S)
        return True

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
        shown = [w for w in windows if w.responding] or list(windows)
        done, at, path = _parse_token(after)
        seen = self._continued.pop(after, None) if after else None
        seen = {} if seen is None else seen
        deadline = time.perf_counter() + budget.time_s
        controls: list[Control] = []
        partial = len(shown) < len(windows)
        roots = [(w.hwnd, w.pid) for w in shown] if within is None else [(within.hwnd, within.pid)]
        own_windows = frozenset(hwnd for hwnd, _ in roots) if within is None else frozenset[int]()
        for hwnd, pid in roots:
            if hwnd in done:
                continue
            resume = path if hwnd == at else ()
            left = budget.elements - len(controls)
            if left <= 0:
                return self._cut(controls, windows, done, hwnd, (), seen, partial=partial)

            def read(
                session: Session, hwnd: int = hwnd, pid: int = pid, left: int = left, resume: Path = resume
            ) -> Path | None:
                nonlocal partial
                walk = Walk(
                    session.automation,
                    session.requests,
                    max_elements=left,
                    deadline=deadline,
                    max_depth=budget.depth,
                    seen=seen,
                    own_windows=own_windows,
                    costs_s=self._costs.setdefault(pid, deque(maxlen=COSTS_KEPT)),
                    kinds=self._kinds.setdefault(pid, Kinds()) if budget.by_kind and within is None else None,
                    in_view=budget.in_view and within is None,
                )
                ended = walk.window(
                    self._root(session, hwnd, within),
                    session.reader,
                    hwnd=hwnd,
                    resume=resume,
                    name=_title(hwnd) if within is None else None,
                    expected=self._sizes.get(hwnd, 0) if within is None else 0,
                )
                if within is None and ended is None and not resume and not walk.left_out:
                    self._sizes[hwnd] = len(walk.controls)
                controls.extend(captioned(walk.controls, session.reader.names))
                partial = partial or walk.partial
                return ended

            try:
                if within is None:
                    self._check_answer(next(w for w in shown if w.hwnd == hwnd), timeout_s)
                ended = self._ask(pid, read, timeout_s, "Reading the controls")
            except StaleRef:
                if within is not None:
                    raise
                continue  # the window closed meanwhile
            if ended is not None:
                return self._cut(controls, windows, done, hwnd, ended, seen, partial=partial)
            done.append(hwnd)
        return Snapshot(tuple(controls), tuple(windows), partial=partial)

    def _root(self, session: Session, hwnd: int, within: Control | None) -> Element:
        return session.automation.root(hwnd) if within is None else self._live(within)

    def _cut(
        self,
        controls: list[Control],
        shown: Sequence[WindowInfo],
        done: list[int],
        hwnd: int,
        path: Path,
        seen: dict[RuntimeId, Control],
        *,
        partial: bool,
    ) -> Snapshot:
        token = f"{hwnd}:{'.'.join(map(str, path))}:{'.'.join(map(str, done))}"
        # The token says everything but which elements were seen: kept for a while, so that none comes twice.
        self._continued[token] = seen
        while len(self._continued) > CONTINUATIONS_KEPT:
            self._continued.popitem(last=False)
        return Snapshot(tuple(controls), tuple(shown), truncated=True, next=token, partial=partial)

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
        found: dict[RuntimeId | str, tuple[int, Control]] = {}
        if within is not None:
            return self._ask_of(
                within,
                lambda s, e: list(s.search.find(e, conditions, hwnd=within.hwnd, limit=limit)),
                timeout_s,
                "Searching",
            )
        silent: AppNotResponding | None = None
        shown = [w for w in windows if w.responding] or list(windows)
        slow = {w.hwnd for w in shown if len(shown) > 1 and not _pinged(w.hwnd, PROMPT_S)}
        for place, window in sorted(enumerate(shown), key=lambda at: at[1].hwnd in slow):
            if len(found) >= limit:
                break
            if found and window.hwnd in slow and not self._answers(window.hwnd, timeout_s):
                continue

            def look(session: Session, window: WindowInfo = window) -> list[Control]:
                root = session.automation.root(window.hwnd)
                title = _title(window.hwnd)
                # The whole limit again: some may be in a pop-up that was searched before and is part of this tree too.
                return list(session.search.find(root, conditions, hwnd=window.hwnd, limit=limit, title=title))

            try:
                matching = self._ask(window.pid, look, timeout_s, "Searching")
                if not matching:
                    self._check_answer(window, timeout_s)
            except StaleRef:  # the window closed meanwhile
                continue
            except AppNotResponding as error:  # another of its windows may have a thread of its own
                silent = error
                continue
            for control in matching:
                found.setdefault(control.runtime_id or control.ref, (place, control))
        if silent is not None and not found:
            raise silent
        return [control for _, control in sorted(found.values(), key=itemgetter(0))][:limit]

    def _check_answer(self, window: WindowInfo, timeout_s: float) -> None:
        """Raise AppNotResponding for a hung window: UI Automation shows an empty frame instead of its elements."""
        if not self._answers(window.hwnd, timeout_s):
            raise AppNotResponding(
                f"The window {window.title!r} of process {window.pid} did not answer within {timeout_s:g} s.",
                details={"pid": window.pid, "timeout_s": timeout_s},
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
        previous = self._live(after) if after is not None else None
        return self._ask_of(
            container,
            lambda s, e: s.search.item(e, previous, prop, value, hwnd=container.hwnd),
            timeout_s,
            f"Looking for the item {value!r}",
        )

    def items(
        self, container: Control, *, start: int, limit: int, most: int, timeout_s: float = TIMEOUT_S
    ) -> tuple[list[Control], int]:
        """Return a container's items from a number on, unrealised ones too, and how many there are, at most `most`."""
        return self._ask_of(
            container,
            lambda s, e: s.search.items(e, start=start, limit=limit, most=most, hwnd=container.hwnd),
            timeout_s,
            "Counting the items",
        )

    def scroll_position(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> tuple[float | None, float | None]:
        """Return how far a container is scrolled, in percent (horizontal, vertical); None where it does not scroll."""
        return self._ask_of(control, lambda s, e: s.search.scroll_position(e), timeout_s, "Reading the scroll position")

    def realize(self, item: Control, *, timeout_s: float = TIMEOUT_S) -> Control:
        """Make a virtualised item real and return it as it is now, with its texts."""
        what = "Realising an item"
        made = self._ask_of(item, lambda s, e: s.search.realized(e, hwnd=item.hwnd), timeout_s, what)
        if not (
            item.can("VirtualizedItem") and made.own_name is None and wants_texts(made, self._known_names(item.pid))
        ):
            return made
        self.wait_idle(item.pid, min(REALIZED_S, timeout_s), hwnd=item.hwnd)  # its texts come with the layout
        return self._ask_of(item, lambda s, e: s.search.described(e, hwnd=item.hwnd), timeout_s, what)

    def grid_size(self, container: Control, *, timeout_s: float = TIMEOUT_S) -> tuple[int, int]:
        """Return (rows, columns) of a Grid or Table."""
        return self._ask_of(container, lambda s, e: s.search.grid_size(e), timeout_s, "Reading the grid")

    def grid_headers(self, container: Control, *, timeout_s: float = TIMEOUT_S) -> list[str]:
        """Return the texts of a table's column headers."""
        return self._ask_of(container, lambda s, e: s.search.grid_headers(e), timeout_s, "Reading the headers")

    def grid_cell(self, container: Control, row: int, column: int, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return a cell, also one of an unrealised row; None outside the grid."""
        return self._ask_of(
            container,
            lambda s, e: s.search.grid_cell(e, row, column, hwnd=container.hwnd),
            timeout_s,
            f"Reading cell ({row}, {column})",
        )

    def grid_place(self, cell: Control, *, timeout_s: float = TIMEOUT_S) -> tuple[int, int]:
        """Return the row and column of a cell."""
        return self._ask_of(cell, lambda s, e: s.search.grid_place(e), timeout_s, "Reading a cell's place")

    def grid_row(self, cell: Control, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return the row item that a cell belongs to."""
        return self._ask_of(cell, lambda s, e: s.search.grid_row(e, hwnd=cell.hwnd), timeout_s, "Reading the row")

    def read(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> Control:
        """Return the element behind `control.ref` as it is now."""

        def again(session: Session, element: Element) -> Control:
            now = session.search.again(element, control)
            if now.control_type == "Window" and (element.CurrentNativeWindowHandle or 0) == control.hwnd:
                return session.search.described(element, hwnd=control.hwnd, name=_title(control.hwnd))
            looks_gone = now.bounding_rect is None and not now.visible and not now.can(*ITEM_PATTERNS)
            if looks_gone and not session.search.is_attached(element):
                raise StaleRef(f"{control.describe()} is no longer part of its window.")
            return now

        return self._ask_of(control, again, timeout_s, "Reading a control")

    def text(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> str:
        """Return its whole text."""
        return self._ask_of(control, lambda s, e: s.search.text(e, control), timeout_s, "Reading the text")

    def parent(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return its parent in the control view; None for a window."""
        return self._ask_of(control, lambda s, e: s.search.parent(e, hwnd=control.hwnd), timeout_s, "Reading a parent")

    def framework(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> str:
        """Return the framework that an element is made with."""
        return self._ask_of(control, lambda s, e: str(e.CurrentFrameworkId or ""), timeout_s, "Reading the framework")

    def children(self, control: Control, *, limit: int = CHILDREN_LIMIT, timeout_s: float = TIMEOUT_S) -> list[Control]:
        """Return its children in the control view, in order."""
        return self._ask_of(
            control, lambda s, e: s.search.children(e, hwnd=control.hwnd, limit=limit), timeout_s, "Reading children"
        )

    def focused(self, pid: int, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return the element of this process that has the keyboard focus."""

        def look(session: Session) -> Control | None:
            element = session.automation.client.GetFocusedElement()
            if not element or element.CurrentProcessId != pid:
                return None
            return session.search.described(element, hwnd=session.search.window_of(element))

        return self._ask(pid, look, timeout_s, "Reading the focus")

    def at_point(self, x: int, y: int, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return the deepest element under a point of the screen."""
        hwnd = windows.root_at(x, y)
        if not hwnd:
            return None
        pid, _ = windows.owner_ids(hwnd)

        def look(session: Session) -> Control | None:
            from ctypes import wintypes

            element = session.automation.client.ElementFromPoint(wintypes.POINT(x, y))
            return session.search.described(element, hwnd=hwnd) if element else None

        return self._ask(pid, look, timeout_s, f"Looking at ({x}, {y})")

    def window_at(self, x: int, y: int) -> int | None:
        """Return whose window lies under a point; None for the bare desktop."""
        hwnd = windows.root_at(x, y)
        return None if not hwnd or windows.is_bare_desktop(hwnd) else windows.owner_ids(hwnd)[0]

    def frame_part(self, x: int, y: int) -> FramePart:
        """Return which part of a window's own frame lies under a point, as the window says."""
        return windows.frame_part(x, y)

    def forget(self, pid: int) -> None:
        """Drop what is kept for this process."""
        self._refs.forget(pid)
        self._lanes.forget(pid)
        self._costs.pop(pid, None)
        self._kinds.pop(pid, None)
        self._names.pop(pid, None)
        self._processes.forget(pid)

    # -- acting -------------------------------------------------------------------------------------------------
    def act(self, control: Control, verb: Verb, value: VerbValue = None) -> UiaAct:
        """Start a control verb on a thread of its own and return at once."""
        element = self._live(control)
        return UiaAct(
            self._actors,
            lambda: perform(self._automation.get(), element, control, verb, value),
            what=f"{verb} on {control.describe()}",
            pid=control.pid,
            exit_code=self._processes.exit_code,
            is_responding=windows.is_responding,
        )

    def foreground(self) -> int:
        """Return the foreground window's handle (0: none)."""
        return windows.foreground()

    def set_foreground(self, hwnd: int, *, timeout_s: float = 3.0) -> None:
        """Bring a window to the front and wait until it is there."""
        windows.set_foreground(hwnd, self.clock, timeout_s)

    def pointer(self) -> tuple[int, int]:
        """Return where the mouse pointer is."""
        return keyboard_mouse.pointer()

    def mouse_move(self, x: int, y: int) -> None:
        """Move the pointer."""
        keyboard_mouse.mouse_move(x, y)

    def mouse_click(self, x: int, y: int, *, button: MouseButton = "left", count: int = 1) -> None:
        """Click `count` times."""
        keyboard_mouse.mouse_click(x, y, self.clock, button=button, count=count)

    def mouse_drag(self, start: tuple[int, int], end: tuple[int, int], *, via: Sequence[tuple[int, int]] = ()) -> None:
        """Press at `start`, move in steps over the stops, release at `end`."""
        keyboard_mouse.mouse_drag((start, *via, end), self.clock)

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

    # -- seeing -------------------------------------------------------------------------------------------------
    def screen_rect(self) -> Rect:
        """Return the virtual screen."""
        return windows.screen_rect()

    def capture(self, *, hwnd: int | None = None, rect: Rect | None = None) -> Picture:
        """Take a picture of a window (also a covered one), or of a part of the screen, or of all of it."""
        return capture.capture_rect(rect) if hwnd is None else self._camera.window(hwnd)

    # -- the way to a reader thread -----------------------------------------------------------------------------
    def _ask(self, pid: int, work: Callable[[Session], T], timeout_s: float, what: str) -> T:
        self._processes.describe(pid)  # from here on its exit code will be known

        def on_reader() -> T:
            with translated(what, pid=pid, exit_code=self._processes.exit_code):
                automation = self._automation.get()
                if self._requests is None:
                    self._requests = Requests(automation)
                return work(Session(automation, self._requests, self._refs, pid, self._known_names(pid)))

        try:
            return self._lanes.call(pid, on_reader, timeout_s)
        except DeadlinePassed as passed:
            if not self._processes.is_running(pid):
                raise app_exited(pid, self._processes.exit_code(pid), what) from passed
            raise AppNotResponding(
                f"{what}: process {pid} did not answer within {timeout_s:g} s.",
                details={"pid": pid, "timeout_s": timeout_s},
            ) from passed

    def _ask_of(self, control: Control, work: Callable[[Session, Element], T], timeout_s: float, what: str) -> T:
        element = self._live(control)
        return self._ask(control.pid, lambda session: work(session, element), timeout_s, what)

    def _known_names(self, pid: int) -> Known:
        return self._names.setdefault(pid, Known())

    def _live(self, control: Control) -> Element:
        element = self._refs.element(control.pid, control.ref)
        if element is not None:
            return element
        if not self._processes.is_running(control.pid):
            raise app_exited(control.pid, self._processes.exit_code(control.pid), control.describe())
        raise StaleRef(f"Nothing is kept behind the ref {control.ref} ({control.describe()}).")


def _pinged(hwnd: int, timeout_s: float) -> bool:
    return windows.ping(hwnd, timeout_s)


def _title(hwnd: int) -> str:
    return windows.title_of(hwnd)


def _parse_token(token: str | None) -> tuple[list[int], int, Path]:
    """Return (windows that are done, the window to go on with, the path inside of it)."""
    if not token:
        return [], 0, ()
    try:
        at, path, done = (tuple(int(n) for n in part.split(".") if n) for part in token.split(":"))
        return list(done), at[0], path
    except (ValueError, IndexError) as error:
        raise InvalidArgument(
            f"{token!r} does not continue a snapshot.", hint="Give `next` of the reply before."
        ) from error
