"""Reading and acting on a real WPF window, side by side with the raw API and with other libraries (part of bench.py).

Each size is a WPF window of its own (pythonnet, XAML made here). In one run it takes the median of:

* snapshot: ours; the limit (one cached IUIAutomation fetch of the same properties and a bare loop over the same
  cached getters); a walk with `uiautomation`; pywinauto's `descendants()` where it is installed, both reading the
  properties that ours holds;
* how long the window's UI thread is held at worst by one call of a snapshot: ours, and one fetch of all;
* find by AutomationId, read of a live element, click by pattern: ours, raw, `uiautomation`.
"""

from __future__ import annotations

import importlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from wpfagent.core import wait
from wpfagent.core.model import Control, WindowInfo
from wpfagent.desktops.base import Budget, Conditions
from wpfagent.desktops.uia import UiaDesktop, windows
from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia.asking import Session

NAMESPACES = (
    'xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" '
    'xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
)
SECTION = 10
"""Rows in one section; a row is a group with three texts, three boxes and three check boxes: ten elements."""
NEVER = Budget(elements=10**6, time_s=10**6)
LONG_S = 3_600.0


def make_xaml(elements: int) -> str:
    """Return a window of about this many elements in sections, as settings pages and forms have them."""
    rows = ["".join(_row(number)) for number in range(max(1, elements // 10))]
    sections = "".join(
        f'<GroupBox Header="{first}"><StackPanel>{"".join(rows[first : first + SECTION])}</StackPanel></GroupBox>'
        for first in range(0, len(rows), SECTION)
    )
    return (
        f'<Window {NAMESPACES} Title="wpf-agent bench {elements}" Width="700" Height="500" Left="40" Top="40">'
        '<DockPanel><Button x:Name="Target" DockPanel.Dock="Top" Content="Target"/>'
        f"<ScrollViewer><StackPanel>{sections}</StackPanel></ScrollViewer></DockPanel></Window>"
    )


def _row(number: int) -> Iterator[str]:
    yield f'<GroupBox x:Name="Row{number}"><StackPanel Orientation="Horizontal">'
    for i in range(3):
        yield f'<TextBlock x:Name="Text{number}_{i}" Text="text {number}.{i}"/>'
        yield f'<TextBox x:Name="Box{number}_{i}" Text="{number}.{i}"/>'
        yield f'<CheckBox x:Name="Check{number}_{i}"/>'
    yield "</StackPanel></GroupBox>"


def show(path: str) -> int:
    """Show the window of a XAML file until it is closed (runs in a process of its own)."""
    import pythonnet
    from clr_loader import find_runtimes, get_coreclr, get_netfx

    desktop = [r for r in find_runtimes() if r.name == "Microsoft.WindowsDesktop.App"]
    newest = max(desktop, key=lambda r: r.version_info[:3], default=None)
    pythonnet.set_runtime(get_coreclr(runtime_spec=newest) if newest else get_netfx())
    import clr

    for assembly in ("PresentationFramework", "PresentationCore", "WindowsBase"):
        clr.AddReference(assembly)
    from System.Threading import ApartmentState, Thread, ThreadStart
    from System.Windows import Application
    from System.Windows.Markup import XamlReader

    def run() -> None:
        Application().Run(XamlReader.Parse(Path(path).read_text(encoding="utf-8")))

    thread = Thread(ThreadStart(run))
    thread.SetApartmentState(ApartmentState.STA)
    thread.Start()
    thread.Join()
    return 0


class Bench:
    """One window and everything that is measured on it. All work runs on the desktop's own reader thread."""

    def __init__(self, desktop: UiaDesktop, window: WindowInfo, size: int, rounds: int, walk_rounds: int) -> None:
        self._desktop = desktop
        self._window = window
        self._last_row = size // 10 - 1
        self._rounds = rounds
        self._walk_rounds = walk_rounds
        self.elements = len(desktop.snapshot([window], budget=NEVER, timeout_s=LONG_S))

    def run(self) -> dict[str, dict[str, float]]:
        """Return {what: {who: median seconds}}."""
        return {
            "snapshot": self.snapshot(),
            "UI thread held longest": self.hold(),
            "find by AutomationId": self.find(),
            "read a live element": self.read(),
            "click by pattern": self.click(),
        }

    def snapshot(self) -> dict[str, float]:
        """Measure whole snapshots."""
        ours: list[float] = []
        limit: list[float] = []
        for _ in range(self._rounds):  # in turns, so that what else the machine does meets both
            ours.append(_timed(lambda: self._desktop.snapshot([self._window], budget=NEVER, timeout_s=LONG_S)))
            limit.append(self._on_reader(lambda s: _timed(lambda: bare_fetch(s, self._window.hwnd))))
        found = {"ours": statistics.median(ours), "limit": statistics.median(limit)}
        if self._walk_rounds:
            found["uiautomation"] = self._median(lambda _: walk_uiautomation(self._window.hwnd), self._walk_rounds)
            if self._on_reader(lambda _: _has_pywinauto()):
                found["pywinauto"] = self._median(lambda _: walk_pywinauto(self._window.hwnd), self._walk_rounds)
        return found

    def hold(self) -> dict[str, float]:
        """Measure how long a message to the window waits at worst while it is read."""

        def longest(work: Callable[[], object]) -> float:
            waits: list[float] = []
            ended = threading.Event()

            def ask() -> None:
                while not ended.is_set():
                    waits.append(_timed(lambda: windows.ping(self._window.hwnd, LONG_S)))

            asking = threading.Thread(target=ask)
            asking.start()
            try:
                work()
            finally:
                ended.set()
                asking.join()
            return max(waits)

        def ours() -> None:
            self._desktop.snapshot([self._window], budget=NEVER, timeout_s=LONG_S)

        def raw() -> None:
            self._on_reader(lambda s: bare_fetch(s, self._window.hwnd))

        return {
            "ours": statistics.median(longest(ours) for _ in range(self._rounds)),
            "raw": statistics.median(longest(raw) for _ in range(self._rounds)),
        }

    def find(self) -> dict[str, float]:
        """Measure the search for one of the last elements."""
        wanted = f"Box{self._last_row}_2"
        uiautomation: Any = importlib.import_module("uiautomation")

        def raw(session: Session) -> None:
            condition = session.automation.client.CreatePropertyCondition(uia.AUTOMATION_ID, wanted)
            root = session.automation.root(self._window.hwnd)
            if not root.FindFirstBuildCache(uia.DESCENDANTS, condition, session.requests.element):
                raise LookupError(wanted)

        def theirs(_: Session) -> None:
            window = uiautomation.ControlFromHandle(self._window.hwnd)
            if not window.EditControl(AutomationId=wanted).Exists(0, 0):
                raise LookupError(wanted)

        found = {
            "ours": statistics.median(_timed(lambda: self._find(wanted)) for _ in range(self._rounds)),
            "raw": self._median(raw, self._rounds),
        }
        if self._walk_rounds:
            found["uiautomation"] = self._median(theirs, self._walk_rounds)
        return found

    def read(self) -> dict[str, float]:
        """Measure reading an element that is at hand, with all of its properties."""
        uiautomation: Any = importlib.import_module("uiautomation")

        target = self._find("Target")
        element = self._desktop.asking.live(target)
        rounds = self._rounds * 10

        def theirs(session: Session) -> float:
            control = uiautomation.Control.CreateControlFromElement(element)
            return statistics.median(_timed(lambda: read_uiautomation(control)) for _ in range(rounds))

        return {
            "ours": statistics.median(_timed(lambda: self._desktop.read(target)) for _ in range(rounds)),
            "raw": self._median(lambda s: element.BuildUpdatedCache(s.requests.element), rounds),
            "uiautomation": self._on_reader(theirs),
        }

    def click(self) -> dict[str, float]:
        """Measure an Invoke until its call has returned."""
        uiautomation: Any = importlib.import_module("uiautomation")

        target = self._find("Target")
        element = self._desktop.asking.live(target)

        def ours() -> None:
            act = self._desktop.act(target, "invoke")
            while not act.done():
                time.sleep(0)

        def theirs(_: Session) -> None:
            uiautomation.Control.CreateControlFromElement(element).GetInvokePattern().Invoke(waitTime=0)

        return {
            "ours": statistics.median(_timed(ours) for _ in range(self._rounds)),
            "raw": self._median(lambda s: s.automation.pattern(element, "Invoke").Invoke(), self._rounds),
            "uiautomation": self._median(theirs, self._rounds),
        }

    def _find(self, automation_id: str) -> Control:
        found = self._desktop.find(Conditions(automation_id=automation_id), windows=[self._window], limit=1)
        if not found:
            raise LookupError(automation_id)
        return found[0]

    def _on_reader(self, work: Callable[[Session], Any]) -> Any:
        return self._desktop.asking.ask(self._window.pid, work, LONG_S, "Measuring")

    def _median(self, work: Callable[[Session], object], rounds: int) -> float:
        def measure(session: Session) -> float:
            return statistics.median(_timed(lambda: work(session)) for _ in range(rounds))

        return float(self._on_reader(measure))


def bare_fetch(session: Session, hwnd: int) -> int:
    """Fetch a window with the properties of a snapshot in one call, and call the same getters on each element."""
    get, reference = session.automation.get_cached, session.reader._variant_ref
    read_text, texts = session.reader._read_text, tuple(session.automation.get_text.values())
    runtime_id, by_type = session.reader.runtime_id, uia.AVAILABILITY_BY_TYPE

    def read(element: Any) -> int:
        type_id = element.CachedControlType
        for text in texts:
            read_text(element, text)
        runtime_id(element)
        _ = (element.CachedIsPassword, element.CachedBoundingRectangle, element.CachedIsEnabled,
             element.CachedIsOffscreen, element.CachedHasKeyboardFocus, element.CachedIsKeyboardFocusable)  # fmt: skip
        variant = session.reader._bool
        for name, number in by_type.get(type_id, uia.AVAILABILITY):
            if get(element, number, reference) == 0 and variant.value:
                for state in _STATES.get(name, ()):
                    if state == uia.VALUE:
                        session.reader._text(element, state)
                    else:
                        get(element, state, reference)
        children = element.GetCachedChildren()
        return 1 + (sum(read(children.GetElement(i)) for i in range(children.Length)) if children else 0)

    return read(session.automation.root(hwnd).BuildUpdatedCache(session.requests.subtree))


_STATES = {
    "Value": (uia.VALUE, uia.VALUE_READ_ONLY),
    "RangeValue": (uia.RANGE_VALUE, uia.RANGE_READ_ONLY, uia.RANGE_MINIMUM, uia.RANGE_MAXIMUM),
    "SelectionItem": (uia.IS_SELECTED,),
    "Toggle": (uia.TOGGLE_STATE,),
    "ExpandCollapse": (uia.EXPAND_STATE,),
}
_STATE_READERS: dict[int, Callable[[Any], object]] = {
    10002: lambda p: (p.Value, p.IsReadOnly),
    10003: lambda p: (p.Value, p.IsReadOnly, p.Minimum, p.Maximum),
    10010: lambda p: p.IsSelected,
    10015: lambda p: p.ToggleState,
    10005: lambda p: p.ExpandCollapseState,
}


def walk_uiautomation(hwnd: int) -> int:
    """Walk a window with `uiautomation`, reading of each element what a snapshot holds."""
    uiautomation: Any = importlib.import_module("uiautomation")

    def walk(control: Any) -> int:
        read_uiautomation(control)
        return 1 + sum(walk(child) for child in control.GetChildren())

    root: Any = uiautomation.ControlFromHandle(hwnd)
    return walk(root)


def read_uiautomation(control: Any) -> None:
    """Read the properties of a snapshot through `uiautomation`."""
    _ = (control.ControlType, control.AutomationId, control.Name, control.ClassName, control.IsEnabled,
         control.IsOffscreen, control.BoundingRectangle, control.HelpText, control.AccessKey, control.HasKeyboardFocus,
         control.IsKeyboardFocusable, control.IsPassword, control.GetRuntimeId())  # fmt: skip
    for _, number in uia.AVAILABILITY_BY_TYPE.get(control.ControlType, uia.AVAILABILITY):
        control.GetPropertyValue(number)
    for pattern_id, read in _STATE_READERS.items():
        if pattern := control.GetPattern(pattern_id):
            read(pattern)


def walk_pywinauto(hwnd: int) -> int:
    """Read a window with pywinauto: `descendants()`, and of each what a snapshot holds as far as it has it."""
    pywinauto: Any = importlib.import_module("pywinauto")

    found = pywinauto.Desktop(backend="uia").window(handle=hwnd).wrapper_object().descendants()
    for wrapper in found:
        info = wrapper.element_info
        _ = (info.control_type, info.automation_id, info.name, info.class_name, info.enabled, info.visible,
             info.rectangle, info.runtime_id)  # fmt: skip
        element = info.element
        _ = (element.CurrentHelpText, element.CurrentAccessKey, element.CurrentHasKeyboardFocus,
         element.CurrentIsKeyboardFocusable, element.CurrentIsPassword)  # fmt: skip
        for number in (*(number for _, number in uia.AVAILABILITY), *uia.STATE_PROPERTIES):
            element.GetCurrentPropertyValue(number)
    return len(found)


def _has_pywinauto() -> bool:
    try:
        importlib.import_module("win32ui")
    except ImportError:
        # pywin32's MFC part does not load everywhere; pywinauto imports it and needs it for pictures only.
        sys.modules["win32ui"] = types.ModuleType("win32ui")
    try:
        importlib.import_module("pywinauto")
    except ImportError:
        return False
    return True


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


@contextmanager
def opened(desktop: UiaDesktop, elements: int) -> Iterator[WindowInfo]:
    """Open a window of this size; it is closed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        xaml = Path(folder) / "bench.xaml"
        xaml.write_text(make_xaml(elements), encoding="utf-8")
        process = subprocess.Popen([sys.executable, __file__, "--show", str(xaml)])
        try:
            shown = wait.until(
                lambda: [w for w in desktop.windows(process.pid) if w.is_usable], desktop.clock, timeout_s=120
            )
            if not shown.ok:
                raise SystemExit("The WPF window did not open; pythonnet and a .NET desktop runtime are needed.")
            desktop.wait_idle(process.pid, 60)
            yield shown.value[0]
        finally:
            process.kill()
            process.wait()


def print_table(results: dict[int, dict[str, dict[str, float]]]) -> None:
    """Print the medians with their ratios to the limit."""
    print(f"{'elements':>9}  {'what':22}  {'who':13}  {'median':>12}  {'per element':>12}  ratio")
    for elements, kinds in results.items():
        for what, medians in kinds.items():
            base = medians.get("limit", medians.get("raw", 0.0))
            for who, seconds in medians.items():
                each = f"{seconds / elements * 1e6:9.1f} us" if what == "snapshot" else ""
                print(
                    f"{elements:9}  {what:22}  {who:13}  {seconds * 1000:9.2f} ms  {each:>12}  {seconds / base:7.2f}",
                    flush=True,
                )


def run(sizes: Sequence[int], rounds: int, walk_rounds: int) -> dict[int, dict[str, dict[str, float]]]:
    """Return the medians in seconds: by number of elements, by what was measured, by who."""
    desktop = UiaDesktop()
    results = {}
    for size in sizes:
        with opened(desktop, size) as window:
            bench = Bench(desktop, window, size, rounds, walk_rounds)
            results[bench.elements] = bench.run()
    return results


if __name__ == "__main__":
    sys.exit(show(sys.argv[sys.argv.index("--show") + 1]))
