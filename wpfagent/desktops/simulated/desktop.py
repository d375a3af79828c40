"""`SimulatedDesktop`: the `Desktop` protocol over simulated applications. See `base.Desktop` for what each promises."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from wpfagent.core.captions import captioned
from wpfagent.core.errors import AppNotFound, ForegroundDenied, InvalidArgument, StaleRef, Unsupported
from wpfagent.core.model import Control, Liveness, Picture, ProcessInfo, Rect, Snapshot, Usage, WindowInfo
from wpfagent.core.wait import Clock
from wpfagent.desktops.base import Budget, Conditions, FramePart, ItemProperty, Keys, MouseButton, Verb, VerbValue
from wpfagent.desktops.person import Person
from wpfagent.desktops.simulated import acts, behaviour, environment, keyboard, mouse
from wpfagent.desktops.simulated.application import Application
from wpfagent.desktops.simulated.asking import Asking, key_of
from wpfagent.desktops.simulated.elements import Element, row_of
from wpfagent.desktops.simulated.faults import Faults
from wpfagent.desktops.simulated.layout import SCREEN

_TIMEOUT_S = 5.0
_FIRST_PID = 5_000_000
"""Above every pid that a real system gives: ours is never one of them."""
_BUDGET = Budget()


class SimulatedDesktop(Asking):
    """A desktop on which XAML files with Python code-behind run as applications, in virtual time."""

    name = "simulated"

    def __init__(self) -> None:
        super().__init__()
        self.clock: Clock = self._screen.clock
        self.person = Person(self.clock.now)
        self._screen.clock.heed = self.person.heed
        self._pids = itertools.count(_FIRST_PID, 4)

    # -- processes and windows ----------------------------------------------------------------------------------
    def check_interactive(self) -> None:
        """A simulated desktop is always interactive."""

    def environment(self) -> Mapping[str, Any]:
        """Return what the machine is, saying that it is simulated."""
        return environment.describe_environment()

    def program(self, exe: str) -> Mapping[str, Any]:
        """Return what a XAML file tells about its program: next to nothing."""
        return environment.describe_program(exe)

    def processes(self) -> list[ProcessInfo]:
        """Return the applications that run."""
        return [self._process(a) for a in self._applications.values() if a.is_running]

    def windows(self, pid: int | None = None) -> list[WindowInfo]:
        """Return the open windows, topmost first."""
        return [w.info() for w in self._screen.order if pid is None or w.application.pid == pid]

    def launch(
        self, exe: str, args: Sequence[str] = (), *, cwd: str | None = None, env: Mapping[str, str] | None = None,
        stderr_path: str | None = None,
    ) -> ProcessInfo:  # fmt: skip
        """Start the application of a `.xaml` file. `--lang L` in `args` takes its captions from `captions.L.xaml`.

        Raises:
            AppNotFound: there is no such file, or it is no `.xaml` file.
            FileInvalid: the XAML does not parse; the message gives file, line and reason.
            LaunchFailed: the code-behind does not load. (One that raises while it starts is a process that crashed.)
        """
        path = Path(cwd or "", exe)
        if path.suffix.lower() != ".xaml" or not path.is_file():
            raise AppNotFound(
                f"The simulated desktop cannot start {exe!r}.",
                hint="It runs .xaml files that exist, with a Python code-behind of the same name beside them.",
                details={"exe": exe},
            )
        application = Application(
            path.resolve(), self._screen, next(self._pids), lang=_option(args, "--lang", "en"), stderr_path=stderr_path
        )
        application.start()
        for other in self._applications.values():
            other.release()
        self._applications[application.pid] = application
        return self._process(application)

    def terminate(self, pid: int) -> None:
        """End an application at once, with exit code 1 as TerminateProcess is mostly called."""
        self._application(pid).exit(1)

    def liveness(self, pid: int, *, shown: Sequence[WindowInfo] | None = None) -> Liveness:
        """Return whether it runs and answers; what its windows tell of that, the application tells itself."""
        application = self._applications.get(pid)
        if application is None:
            return Liveness(running=False, responding=False)
        responds = application.responding and application.is_running
        return Liveness(application.is_running, responds, application.exit_code)

    def usage(self, pid: int) -> Usage | None:
        """Return what it holds; None when it has ended."""
        application = self._applications.get(pid)
        return application.usage if application is not None and application.is_running else None

    def wait_idle(self, pid: int, timeout_s: float, *, hwnd: int = 0, thoroughly: bool = False) -> bool:
        """Let time pass until the UI thread is idle, at most `timeout_s`."""
        application = self._applications.get(pid)
        if application is None or not application.is_running:
            return True
        self._screen.clock.sleep(min(application.busy_s, timeout_s))
        return not application.busy_s

    def silent_thread(self, pid: int, timeout_s: float) -> int | None:
        """Return None: a simulated application has no thread of its own."""
        return None

    def ui_thread(self, pid: int) -> int | None:
        """Return None: a simulated application has no thread of its own."""
        return None

    def window_at(self, x: int, y: int) -> int | None:
        """Return whose window lies under a point; None for the bare desktop."""
        window = mouse.window_at(self._screen, x, y)
        return window.application.pid if window is not None else None

    def forget(self, pid: int, *, unseen: bool = False) -> None:
        """Drop the elements of an application that has ended; those of one that runs are its own."""
        application = self._applications.get(pid)
        if application is not None and not application.is_running:
            application.elements.clear()

    def faults(self, pid: int) -> Faults:
        """Return the switchboard of faults of an application (only the simulated desktop has one)."""
        return Faults(self._application(pid))

    def notes(self, pid: int) -> list[str]:
        """Return what in an application's XAML was not understood: each unknown element once."""
        return self._application(pid).notes

    def stack_trace(self, pid: int) -> str:
        """Return what an application that crashed wrote to stderr."""
        return self._application(pid).stack_trace

    # -- reading ------------------------------------------------------------------------------------------------
    def snapshot(
        self, windows: Sequence[WindowInfo], *, within: Control | None = None, budget: Budget = _BUDGET,
        after: str | None = None, timeout_s: float = _TIMEOUT_S,
    ) -> Snapshot:  # fmt: skip
        """Read the control view of these windows, or only of `within`, which then has depth 0."""
        if after is not None and not after.isdecimal():
            raise InvalidArgument(f"{after!r} does not continue a snapshot.", hint="Give `next` of the reply before.")
        first = int(after or 0)
        if within is None and budget.depth is None:
            whole = [w.controls() for w in self._open(windows, timeout_s)]
            controls = whole[0] if len(whole) == 1 else tuple(itertools.chain(*whole))
            more = len(controls) > first + budget.elements
            if first or more:
                controls = controls[first : first + budget.elements]
        else:
            roots = [self._element(within, timeout_s)] if within else [w.root for w in self._open(windows, timeout_s)]
            walk = itertools.chain(*(root.walk(0, budget.depth) for root in roots))
            found = list(itertools.islice(walk, first, first + budget.elements + 1))
            more = len(found) > budget.elements
            described = [e.described(depth) for e, depth in found[: budget.elements]]
            names = roots[0].window.application.names if roots else None
            controls = tuple(captioned(described, names))
        return Snapshot(controls, tuple(windows), more, str(first + budget.elements) if more else None)

    def find(
        self, conditions: Conditions, *, windows: Sequence[WindowInfo], within: Control | None = None, limit: int = 10,
        timeout_s: float = _TIMEOUT_S,
    ) -> list[Control]:  # fmt: skip
        """Return up to `limit` elements with these exact properties."""
        if within is not None:
            walk = self._element(within, timeout_s).walk(within.depth)
            next(walk)
            walks: Iterable[tuple[Element, int]] = walk
        else:
            walks = itertools.chain(*(w.tree() for w in self._open(windows, timeout_s)))
        matching = ((e, depth) for e, depth in walks if _matches(e, conditions))
        return [e.describe(depth) for e, depth in itertools.islice(matching, limit)]

    def find_item(
        self, container: Control, *, after: Control | None, prop: ItemProperty, value: str,
        timeout_s: float = _TIMEOUT_S,
    ) -> Control | None:  # fmt: skip
        """Return the next item with this exact property, also one out of view."""
        box = self._element(container, timeout_s)
        if "ItemContainer" not in box.patterns():
            raise Unsupported(f"{container.describe()} is no item container.")
        start = 0
        last = self._element(after, timeout_s) if after is not None else None
        if box.table is not None and box.row < 0:
            start = last.row + 1 if last is not None else 0
            items: Iterable[Element] = (row_of(box, i) for i in range(start, len(box.table.data)))
        else:
            start = box.children.index(last) + 1 if last in box.children else 0
            items = box.children[start:]
        wanted: Callable[[Element], str] = (lambda e: e.name) if prop == "name" else (lambda e: e.automation_id)
        found = next((e for e in items if wanted(e) == value), None)
        if found is not None and box.kind == "ComboBox":
            box.realized = True
            box.window.changed(layout=False, of=box)
        return found.describe(container.depth + 1) if found is not None else None

    def items(
        self, container: Control, *, start: int, limit: int, most: int, timeout_s: float = _TIMEOUT_S
    ) -> tuple[list[Control], int]:
        """Return a container's items from a number on, and how many there are, at most `most`."""
        box = self._element(container, timeout_s)
        if "ItemContainer" not in box.patterns():
            raise Unsupported(f"{container.describe()} is no item container.")
        if box.table is not None and box.row < 0:
            found = [row_of(box, i) for i in range(min(most, len(box.table.data)))]
        else:
            found = [e for e in box.children if e.shown][:most]
        return [e.describe(container.depth + 1) for e in found[start : start + limit]], len(found)

    def scroll_position(self, control: Control, *, timeout_s: float = _TIMEOUT_S) -> tuple[float | None, float | None]:
        """Return how far an element is scrolled; only the vertical way is simulated."""
        return None, behaviour.scrolled_percent(self._element(control, timeout_s))

    def realize(self, item: Control, *, timeout_s: float = _TIMEOUT_S) -> Control:
        """Bring an item that is out of view into it."""
        element = self._element(item, timeout_s)
        if element.is_virtual:
            behaviour.scroll_into_view(element)
        return element.describe(item.depth)

    def read(self, control: Control, *, timeout_s: float = _TIMEOUT_S) -> Control:
        """Return an element as it is now."""
        return self._element(control, timeout_s).describe(control.depth)

    def text(self, control: Control, *, timeout_s: float = _TIMEOUT_S) -> str:
        """Return an element's whole text."""
        element = self._element(control, timeout_s)
        if element.kind == "PasswordBox":
            return ""
        if "Text" in element.patterns() or "Value" in element.patterns():
            return element.text
        if "RangeValue" in element.patterns():
            return f"{element.value:g}"
        if element.kind in ("ComboBox", "ListBox", "TreeView"):
            return behaviour.selected_text(element)
        return element.name

    def parent(self, control: Control, *, timeout_s: float = _TIMEOUT_S) -> Control | None:
        """Return the parent in the control view."""
        above = self._element(control, timeout_s).peer_parent
        return above.describe(max(0, control.depth - 1)) if above is not None else None

    def framework(self, control: Control, *, timeout_s: float = _TIMEOUT_S) -> str:
        """Return the framework that is simulated; a message box is the system's own."""
        return "Win32" if self._element(control, timeout_s).window.root.kind == "Dialog" else "WPF"

    def children(self, control: Control, *, limit: int = 1000, timeout_s: float = _TIMEOUT_S) -> list[Control]:
        """Return the children in the control view."""
        below = self._element(control, timeout_s).peers_below()
        return [e.describe(control.depth + 1) for e in itertools.islice(below, limit)]

    def focused(self, pid: int, *, timeout_s: float = _TIMEOUT_S) -> Control | None:
        """Return the element that has the keyboard, when the application has the foreground."""
        self._ask(self._application(pid), timeout_s)
        window = self._screen.foreground
        if window is None or window.application.pid != pid or window.focus is None or not window.focus.is_alive:
            return None
        return _describe(window.focus)

    def at_point(self, x: int, y: int, *, timeout_s: float = _TIMEOUT_S) -> Control | None:
        """Return the deepest element under a point."""
        window = mouse.window_at(self._screen, x, y)
        if window is None:
            return None
        self._ask(window.application, timeout_s)
        return _describe(mouse.element_at(window, x, y))

    def frame_part(self, x: int, y: int) -> FramePart:
        """Return which part of a window's own frame lies under a point, as the window says."""
        window = mouse.window_at(self._screen, x, y)
        return "close" if window is not None and mouse.frame_part(window, x, y) == "close" else ""

    # -- acting -------------------------------------------------------------------------------------------------
    def act(self, control: Control, verb: Verb, value: VerbValue = None) -> acts.SimulatedAct:
        """Start a control verb; it waits its turn while the UI thread is busy."""
        application = self._application(control.pid)
        element = application.elements.get(key_of(control))
        if not application.is_running:
            raise acts.exited(application)
        if element is None:
            raise StaleRef(f"{control.describe()} is gone.")
        return acts.SimulatedAct(element, verb, value)

    def foreground(self) -> int:
        """Return the foreground window's handle."""
        return self._screen.foreground.hwnd if self._screen.foreground is not None else 0

    def clipboard(self) -> tuple[int, int]:
        """Return how often something was copied, and by which process the last time."""
        return self._screen.clipboard

    def set_foreground(self, hwnd: int, *, timeout_s: float = _TIMEOUT_S) -> None:
        """Bring a window to the front."""
        window = self._window(hwnd)
        if not window.enabled:
            raise ForegroundDenied(f"A dialog blocks the window {window.title!r}.", hint="Answer the dialog first.")
        self._screen.raise_window(window.owner if window.popup and window.owner else window)

    def pointer(self) -> tuple[int, int]:
        """Return where the mouse pointer is."""
        return self._screen.pointer

    def mouse_move(self, x: int, y: int) -> None:
        """Move the pointer."""
        mouse.move(self._screen, x, y)

    def mouse_click(
        self, x: int, y: int, *, button: MouseButton = "left", count: int = 1, keys: Keys = (), again: bool = False
    ) -> None:
        """Click at a point."""
        mouse.click(self._screen, x, y, button, count + again, keys, done=int(again))

    def mouse_drag(
        self, start: tuple[int, int], end: tuple[int, int], *, via: Sequence[tuple[int, int]] = (),
        begun: Callable[[], None] = lambda: None, at_end: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """Press at `start`, release at `end` where `at_end` does not raise; nothing here looks at the way."""
        begun()
        mouse.drag(self._screen, start, end, at_end)

    def place_window(self, hwnd: int, rect: Rect) -> None:
        """Give a window this place and size."""
        if window := self._screen.window(hwnd):
            acts.place(window, rect)

    def mouse_wheel(self, x: int, y: int, notches: int) -> None:
        """Turn the wheel."""
        mouse.wheel(self._screen, x, y, notches)

    def held(self, *, keys: Sequence[str] = (), at: tuple[int, int] | None = None) -> AbstractContextManager[None]:
        """Keep keys, or the left button pressed at a point, down meanwhile."""
        return mouse.held(self._screen, tuple(keys), at)

    def type_text(self, text: str) -> None:
        """Type characters."""
        keyboard.type_text(self._screen, text)

    def press_keys(self, keys: Sequence[str]) -> None:
        """Press a chord."""
        keyboard.press_keys(self._screen, tuple(keys))

    # -- seeing -------------------------------------------------------------------------------------------------
    def screen_rect(self) -> Rect:
        """Return the one simulated screen."""
        return SCREEN

    def capture(self, *, hwnd: int | None = None, rect: Rect | None = None) -> Picture:
        """Draw a window alone, or a part of the screen, or all of it."""
        from wpfagent.desktops.simulated.drawing import draw_screen, draw_window

        if hwnd is None:
            return draw_screen(self._screen, SCREEN, rect or SCREEN)
        window = self._window(hwnd)
        if window.minimized:
            raise Unsupported(f"The window {window.title!r} is minimised and has no picture.", hint="Restore it first.")
        return draw_window(window, rect)

    # -- inside -------------------------------------------------------------------------------------------------
    def _process(self, application: Application) -> ProcessInfo:
        return ProcessInfo(
            application.pid, application.name, str(application.path), 0, application.started, elevated=False
        )


def _describe(element: Element) -> Control:
    return element.describe(sum(1 for e in element.ancestors() if e.peer is not None))


def _matches(element: Element, wanted: Conditions) -> bool:
    if wanted.automation_id is not None and element.automation_id != wanted.automation_id:
        return False
    if wanted.control_type is not None and element.control_type != wanted.control_type:
        return False
    if wanted.control_types and element.control_type not in wanted.control_types:
        return False
    if wanted.name is not None and element.name != wanted.name:
        return False
    if wanted.keyed and not element.access_key:
        return False
    return wanted.class_name is None or element.class_name == wanted.class_name


def _option(args: Sequence[str], name: str, default: str) -> str:
    for i, arg in enumerate(args):
        if arg == name and i + 1 < len(args):
            return args[i + 1]
        if arg.startswith(name + "="):
            return arg.partition("=")[2]
    return default
