"""The seam to the operating system: what every desktop can do, in one protocol.

Two implementations: `desktops.uia` (Windows) and `desktops.simulated` (any OS). Everything above this line works the
same on both. All methods raise only `WpfAgentError`s; those that ask the target's UI thread take `timeout_s` and raise
`AppNotResponding` when it does not answer in time, `AppExited` when the process is gone, `StaleRef` when only the
element is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, Protocol

from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control, Liveness, Picture, ProcessInfo, Rect, Snapshot, Usage, WindowInfo
from wpfagent.core.wait import Clock
from wpfagent.desktops.person import Person

Verb = Literal[
    "invoke",  # InvokePattern.Invoke
    "set_value",  # ValuePattern.SetValue: value str
    "set_range",  # RangeValuePattern.SetValue: value float
    "toggle",  # TogglePattern.Toggle, once
    "select",  # SelectionItemPattern.Select
    "add_to_selection",  # SelectionItemPattern.AddToSelection
    "remove_from_selection",  # SelectionItemPattern.RemoveFromSelection
    "expand",  # ExpandCollapsePattern.Expand
    "collapse",  # ExpandCollapsePattern.Collapse
    "scroll",  # ScrollPattern.SetScrollPercent: value (horizontal, vertical), None leaves an axis as it is
    "scroll_by",  # ScrollPattern.Scroll: value (horizontal, vertical) in pages, small numbers, sign is direction
    "scroll_into_view",  # ScrollItemPattern.ScrollIntoView
    "focus",  # SetFocus
    "close",  # WindowPattern.Close, or WM_CLOSE
    "edit_label",  # LVM_EDITLABEL, of a list view's item that has the focus; value "ask": only whether it may be
    "select_text",  # EM_SETSEL, of a native field; value "end": the caret after the last character, else all of it
    "make_current",  # accSelect, of a cell: scrolled into view, focused; value "ask": only whether it is selected
    "scroll_around",  # WM_VSCROLL, WM_HSCROLL: the windows around a control, until its middle shows in them
    "ask_default",  # DM_GETDEFID and the style, of a native button: nothing is done; raises where Enter presses another
    "come_up",  # WM_MDIACTIVATE: a window that stands in another one, in front of the others there
    "set_window_state",  # WindowPattern.SetWindowVisualState: value "normal" | "maximized" | "minimized"
]
VerbValue = str | float | tuple[float | None, float | None] | None
MouseButton = Literal["left", "right", "middle"]
Keys = Sequence[str]
FramePart = Literal["", "close", "menu"]
"""What of a window's own frame closes it: its close button, and its menu by a double click."""
ItemProperty = Literal["name", "automation_id"]


@dataclass(frozen=True, slots=True)
class Conditions:
    """Exact properties that a search can push down to the operating system; None = any.

    `control_types`: one of several; a search for each of them would walk the tree as often. `keyed`: only what has an
    access key.
    """

    automation_id: str | None = None
    name: str | None = None
    control_type: str | None = None
    class_name: str | None = None
    control_types: tuple[str, ...] = ()
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one snapshot may cost. A `depth` of 1 means the windows and their direct children.

    With `by_kind`, patterns that an element has for all its life (Scroll, GridItem, …) may be told as they were read of
    others of its type and class; what it can do and its states are always read. With `in_view`, of a list with hundreds
    of rows in its tree only those that show may be told.
    """

    elements: int = 2_000
    time_s: float = 0.8
    depth: int | None = None
    by_kind: bool = False
    in_view: bool = False


class Act(Protocol):
    """A control verb under way. In WPF a pattern call may not return until a modal dialog is closed."""

    def done(self) -> bool:
        """Return whether the call has returned."""
        ...

    def wait(self, timeout_s: float) -> bool:
        """Wait until the call has returned, at most so long; return whether it has."""
        ...

    def error(self) -> WpfAgentError | None:
        """Return what the call raised; None while it runs and when it succeeded."""
        ...


class Desktop(Protocol):
    """An operating system's desktop. See the module for the errors."""

    @property
    def name(self) -> str:
        """`uia` or `simulated`; printed wherever a result could be mistaken for the other."""
        ...

    @property
    def clock(self) -> Clock:
        """The desktop's time; a wait in a thread that acts ends with `Stop` when a person presses the stop key."""
        ...

    @property
    def person(self) -> Person:
        """The person at the same PC."""
        ...

    # -- processes and windows (never ask a UI thread) ---------------------------------------------------------
    def check_interactive(self) -> None:
        """Raise `NoInteractiveDesktop` when there is no desktop to act on."""
        ...

    def environment(self) -> Mapping[str, Any]:
        """Return what the machine is: os, os_build, language, locale, monitors (rect, dpi, primary), elevated."""
        ...

    def program(self, exe: str) -> Mapping[str, Any]:
        """Return what an executable tells: file_version, product_version, build_type, framework where known."""
        ...

    def processes(self) -> list[ProcessInfo]:
        """Return the processes of this session."""
        ...

    def windows(self, pid: int | None = None) -> list[WindowInfo]:
        """Return the visible top-level windows, owned ones and pop-ups too, topmost first."""
        ...

    def launch(
        self,
        exe: str,
        args: Sequence[str],
        *,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        stderr_path: str | None = None,
    ) -> ProcessInfo:
        """Start a program that outlives us where the system allows it. Raises AppNotFound, LaunchFailed."""
        ...

    def terminate(self, pid: int) -> None:
        """End a process at once."""
        ...

    def liveness(self, pid: int, *, shown: Sequence[WindowInfo] | None = None) -> Liveness:
        """Return whether a process runs and its windows answer; the exit code is kept for any pid once seen.

        Where its windows were listed just now (`shown`), these tell whether they answer.
        """
        ...

    def usage(self, pid: int) -> Usage | None:
        """Return what a process holds; None when it is gone or may not be asked."""
        ...

    def wait_idle(self, pid: int, timeout_s: float, *, hwnd: int = 0, thoroughly: bool = False) -> bool:
        """Wait until the process's UI threads have handled what is queued; False = not in time.

        With `hwnd` only the thread of that window counts: another one of the program may hang meanwhile. `thoroughly`:
        nothing may be left that was put off, though others leave the program hardly any processor time.
        """
        ...

    def silent_thread(self, pid: int, timeout_s: float) -> int | None:
        """Return the id of a UI thread that handles no message in time; None where all do, or none is known."""
        ...

    def ui_thread(self, pid: int) -> int | None:
        """Return the id of the thread of a process's topmost visible window; None where there is none."""
        ...

    # -- reading ------------------------------------------------------------------------------------------------
    def snapshot(
        self,
        windows: Sequence[WindowInfo],
        *,
        within: Control | None = None,
        budget: Budget = ...,
        after: str | None = None,
        timeout_s: float = ...,
    ) -> Snapshot:
        """Read the control view of these windows (or only below `within`), at most `budget`; `after` continues."""
        ...

    def find(
        self,
        conditions: Conditions,
        *,
        windows: Sequence[WindowInfo],
        within: Control | None = None,
        limit: int = ...,
        timeout_s: float = ...,
    ) -> list[Control]:
        """Return up to `limit` matching elements, windows in the order given, each in document order.

        The windows' own root elements count. Elements behind a virtualised container are not found: `find_item`.
        """
        ...

    def find_item(
        self, container: Control, *, after: Control | None, prop: ItemProperty, value: str, timeout_s: float = ...
    ) -> Control | None:
        """Return a container's next item (also an unrealised one) with this exact property; None = no more.

        Raises Unsupported where the container has no ItemContainer pattern.
        """
        ...

    def items(
        self, container: Control, *, start: int, limit: int, most: int, timeout_s: float = ...
    ) -> tuple[list[Control], int]:
        """Return a container's items from a number on, unrealised ones too, and how many there are, at most `most`.

        Raises Unsupported where the container has no ItemContainer pattern.
        """
        ...

    def scroll_position(self, control: Control, *, timeout_s: float = ...) -> tuple[float | None, float | None]:
        """Return how far a container is scrolled, in percent (horizontal, vertical); None where it does not scroll."""
        ...

    def realize(self, item: Control, *, timeout_s: float = ...) -> Control:
        """Make a virtualised item real and return it as it is now; does nothing to a real one."""
        ...

    def chosen_day(self, control: Control, *, timeout_s: float = ...) -> date | None:
        """Return the one day that a native calendar or date field has; None where it does not tell."""
        ...

    def day_range(self, control: Control, *, timeout_s: float = ...) -> tuple[date | None, date | None]:
        """Return the first and last day that a native calendar or date field takes; None where it tells no bound."""
        ...

    def sign_place(self, item: Control, *, timeout_s: float = ...) -> tuple[int, int] | None:
        """Return the point of the sign by which a branch of a native tree is opened; None where it shows none."""
        ...

    def place_of_choice(
        self, control: Control, choice: date | str, *, timeout_s: float = ...
    ) -> tuple[int, int] | None:
        """Return the point of a day of a native calendar, dropped down or not, or of an item of a list always open."""
        ...

    def grid_size(self, container: Control, *, timeout_s: float = ...) -> tuple[int, int]:
        """Return (rows, columns) of a Grid or Table. Raises Unsupported."""
        ...

    def grid_headers(self, container: Control, *, timeout_s: float = ...) -> list[str]:
        """Return the texts of a table's column headers, in column order; [] when there are none."""
        ...

    def grid_cell(self, container: Control, row: int, column: int, *, timeout_s: float = ...) -> Control | None:
        """Return a cell (also one of an unrealised row); None outside the grid."""
        ...

    def grid_texts(
        self, container: Control, start: int, end: int, column: int, *, timeout_s: float = ...
    ) -> list[str | None]:
        """Return what a column shows in some rows; None of a cell whose value does not say it."""
        ...

    def grid_place(self, cell: Control, *, timeout_s: float = ...) -> tuple[int, int]:
        """Return the row and column of a cell. Raises Unsupported where it is no GridItem."""
        ...

    def grid_row(self, cell: Control, *, timeout_s: float = ...) -> Control | None:
        """Return the row item (DataItem, ListItem) that a cell belongs to."""
        ...

    def read(self, control: Control, *, timeout_s: float = ...) -> Control:
        """Return the element behind `control.ref` as it is now. Raises StaleRef when it is gone."""
        ...

    def text(self, control: Control, *, timeout_s: float = ...) -> str:
        """Return its whole text: TextPattern, else Value, else selection or name; '' for a password field."""
        ...

    def parent(self, control: Control, *, timeout_s: float = ...) -> Control | None:
        """Return its parent in the control view; None for a window."""
        ...

    def framework(self, control: Control, *, timeout_s: float = ...) -> str:
        """Return UI Automation's FrameworkId of an element: `WPF`, `WinForm`, `Win32`, …; "" where it has none."""
        ...

    def children(self, control: Control, *, limit: int = ..., timeout_s: float = ...) -> list[Control]:
        """Return its children in the control view, in order."""
        ...

    def focused(self, pid: int, *, timeout_s: float = ...) -> Control | None:
        """Return the element of this process that has the keyboard focus."""
        ...

    def at_point(self, x: int, y: int, *, timeout_s: float = ...) -> Control | None:
        """Return the deepest element under a point of the screen, whoever's it is."""
        ...

    def window_at(self, x: int, y: int) -> int | None:
        """Return whose window (pid) lies under a point; None for the bare desktop. Asks no UI thread."""
        ...

    def frame_part(self, x: int, y: int) -> FramePart:
        """Return which part of a window's own frame lies under a point, as the window says; '' for any other place."""
        ...

    def forget(self, pid: int, *, unseen: bool = False) -> None:
        """Drop what is kept for this process (elements, threads); `unseen`: only what the last look did not meet."""
        ...

    # -- acting -------------------------------------------------------------------------------------------------
    def act(self, control: Control, verb: Verb, value: VerbValue = None) -> Act:
        """Start a control verb on a thread of its own and return at once."""
        ...

    def foreground(self) -> int:
        """Return the foreground window's handle (0: none)."""
        ...

    def clipboard(self) -> tuple[int, int]:
        """Return a number that changes with the clipboard's content, and the process whose it is (0: nobody's)."""
        ...

    def caret(self) -> Rect | None:
        """Return where the text cursor of the window in front stands on the screen; None where it has none."""
        ...

    def set_foreground(self, hwnd: int, *, timeout_s: float = ...) -> None:
        """Bring a window to the front and wait until it is there; restores a minimised one. Raises ForegroundDenied."""
        ...

    def pointer(self) -> tuple[int, int]:
        """Return where the mouse pointer is."""
        ...

    def mouse_move(self, x: int, y: int) -> None:
        """Move the pointer."""
        ...

    def rest_of_click_s(self, x: int, y: int, *, button: MouseButton = "left") -> float:
        """Return for how long a press here would still make a double click with the one before."""
        ...

    def mouse_click(
        self, x: int, y: int, *, button: MouseButton = "left", count: int = 1, keys: Keys = (), again: bool = False
    ) -> None:
        """Click `count` times, with keys held down; `again`: it makes a double click with the one just before."""
        ...

    def mouse_drag(
        self, start: tuple[int, int], end: tuple[int, int], *, via: Sequence[tuple[int, int]] = (),
        begun: Callable[[], None] = ..., at_end: Callable[[], None] = ...,
    ) -> None:  # fmt: skip
        """Press at `start`, call `begun` near it, `at_end` at `end`, and release; at `start` where `at_end` raises."""
        ...

    def place_window(self, hwnd: int, rect: Rect) -> None:
        """Ask a top-level window to take this place and size; its program may keep it within limits of its own."""
        ...

    def mouse_wheel(self, x: int, y: int, notches: int) -> None:
        """Turn the wheel over a point; positive is up."""
        ...

    def held(self, *, keys: Sequence[str] = (), at: tuple[int, int] | None = None) -> AbstractContextManager[None]:
        """Keep keys, or the left button pressed at a point, down meanwhile; they come up whatever happens."""
        ...

    def type_text(self, text: str) -> None:
        """Type characters, any of Unicode, into what has the focus; newline is Enter, tab is Tab."""
        ...

    def press_keys(self, keys: Sequence[str]) -> None:
        """Press a chord, e.g. `("Ctrl", "Shift", "S")`: down in order, up in reverse. Names as in `keys.KEY_NAMES`."""
        ...

    def stir(self) -> None:
        """Send the window in front an input that means nothing: the release of a key that no keyboard has."""
        ...

    # -- seeing -------------------------------------------------------------------------------------------------
    def screen_rect(self) -> Rect:
        """Return the virtual screen."""
        ...

    def capture(self, *, hwnd: int | None = None, rect: Rect | None = None) -> Picture:
        """Take a picture of a window (also a covered one), or of a part of the screen, or of all of it."""
        ...
