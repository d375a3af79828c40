"""What stands around the elements of a window: the window's frame, its program, the screen.

Elements, windows and programs know each other. Here is what each can be asked for, whatever its elements are.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from wpfagent.core.captions import Known
from wpfagent.core.model import Control, Picture, Rect, WindowInfo
from wpfagent.desktops.simulated.clock import SimulatedClock
from wpfagent.desktops.simulated.view import View

E = TypeVar("E")


class Screen(Generic[E]):
    """What the applications of one desktop share: time, window handles, the order of windows, the foreground."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.order: list[Frame[E]] = []
        self.foreground: Frame[E] | None = None
        self.hwnds = itertools.count(0x10010, 2)
        self.pointer = (0, 0)
        self.held: tuple[str, ...] = ()
        self.clipboard = (0, 0)
        """How often something was copied, and the process that did it last."""
        self.tip: Frame[E] | None = None
        """The tool tip that shows; the mouse goes through it."""
        self.tipped: E | None = None
        """The element with a tool tip on which the pointer rests."""
        self.rests = 0
        """How often it began to rest on one, or its tool tip was dismissed."""

    def window(self, hwnd: int) -> Frame[E] | None:
        """Return the window with this handle; None when none has it."""
        return next((w for w in self.order if w.hwnd == hwnd), None)

    def raise_window(self, window: Frame[E]) -> None:
        """Put a window and what it owns on top and make it the foreground window; pop-ups never are that."""
        family = [w for w in self.order if w is window or window in w.owners()]
        rest = [w for w in self.order if w not in family]
        self.order = [*family, *rest]
        if not window.popup:
            if window is self.foreground and not window.minimized:
                return
            self.foreground, before = window, self.foreground
            if window.minimized:
                window.minimized = False
                window.changed(layout=False)
            for touched in (window, before):
                if touched is not None:
                    touched.changed(layout=False, of=touched.focus or touched.root)

    def remove_window(self, window: Frame[E]) -> None:
        """Take a closed window away; the foreground goes to its owner, else to the next one."""
        self.order = [w for w in self.order if w is not window]
        if self.foreground is window:
            usable = [w for w in self.order if not w.popup and not w.minimized and w.enabled]
            heir = window.owner if window.owner in usable else next(iter(usable), None)
            self.foreground = None
            if heir is not None:
                self.raise_window(heir)


class Frame(ABC, Generic[E]):
    """A top-level window as its elements and its program know it: its state, and what it can be asked for."""

    root: E
    view: View
    """What the code-behind uses it by."""

    def __init__(self, application: Program[E], kind: str, key: str, owner: Frame[E] | None) -> None:
        self.application = application
        self.hwnd = next(application.screen.hwnds)
        self.key = key
        self.owner = owner
        self.popup = kind == "Popup"
        self.anchor: E | None = None
        self.modal = False
        self.is_open = True
        self.minimized = self.maximized = False
        self.rect = self.restored = Rect(0, 0, 0, 0)
        self.focus: E | None = None
        self.on_closed: Callable[[bool], None] | None = None
        self.on_answer: Callable[[str], None] | None = None
        self.names: dict[str, E] = {}
        self.dirty = True
        self.sizes: dict[int, dict[int, tuple[int, int]]] = {}
        self.placed: dict[int, tuple[Rect, Rect]] = {}
        self.passes = 0
        """How often its elements were given their places."""
        self.drawn: tuple[tuple[int, int, Rect, bool], Picture] | None = None

    def owners(self) -> list[Frame[E]]:
        """Return the windows that own it, nearest first."""
        found: list[Frame[E]] = []
        above = self.owner
        while above is not None:
            found.append(above)
            above = above.owner
        return found

    @property
    def enabled(self) -> bool:
        """False while a modal dialog that is not this window's own child blocks it."""
        modal = self.application.modal
        return modal is None or self is modal or modal in self.owners()

    def has_focus(self, element: E) -> bool:
        """Return whether this element has the keyboard."""
        return element is self.focus and self.application.screen.foreground is self

    @property
    @abstractmethod
    def title(self) -> str:
        """The Win32 title."""

    @abstractmethod
    def changed(self, *, layout: bool = True, of: E | None = None) -> None:
        """Note that something differs now.

        Args:
            layout: sizes or places may differ, too.
            of: it is only about this element, what is in it, what it stands in, and what its size moves.
        """

    @abstractmethod
    def misplace(self, element: E | None = None) -> None:
        """Have places given anew: an element's and those around it, or all of them."""

    @abstractmethod
    def arrange(self) -> None:
        """Bring rectangles up to date; a pop-up lies where its owner's layout puts it."""

    @abstractmethod
    def tree(self) -> tuple[tuple[E, int], ...]:
        """Return the control view with its depths, in document order; kept until something may stand elsewhere."""

    @abstractmethod
    def controls(self) -> tuple[Control, ...]:
        """Return its elements as UI Automation describes them; the same tuple for as long as nothing differs."""

    @abstractmethod
    def info(self) -> WindowInfo:
        """Return the window as the operating system lists it; only a pop-up's place depends on the layout."""


class Program(ABC, Generic[E]):
    """A running application as its windows and elements know it: its state, and what they have it do."""

    def __init__(self, name: str, screen: Screen[E], pid: int) -> None:
        self.name = name
        self.screen = screen
        self.pid = pid
        self.version = self.touches = self.epoch = 0
        self.elements: dict[int, E] = {}
        self.names = Known()
        self.exit_code: int | None = None
        self.busy_since = self.busy_until = 0.0

    @property
    def is_running(self) -> bool:
        """Whether the process lives."""
        return self.exit_code is None

    @property
    def busy_s(self) -> float:
        """How long from now the UI thread takes no message; 0 when it is idle."""
        return max(0.0, self.busy_until - self.screen.clock.now())

    @property
    @abstractmethod
    def responding(self) -> bool:
        """What IsHungAppWindow would deny."""

    # -- the UI thread ------------------------------------------------------------------------------------------
    @abstractmethod
    def post(self, action: Callable[[], None]) -> None:
        """Run `action` on the UI thread: now when it is idle, else when it is."""

    @abstractmethod
    def later(self, milliseconds: float, action: Callable[[], None]) -> None:
        """Post `action` after this time, as a timer does."""

    @abstractmethod
    def block(self, seconds: float) -> None:
        """Keep the UI thread busy for this time from now, or from when it would have been idle."""

    @abstractmethod
    def raise_event(self, element: E, event: str) -> object:
        """Call the handler that the XAML names for this event, if there is one."""

    @abstractmethod
    def leak(self, memory: int = 0, handles: int = 0) -> None:
        """Hold so many bytes and handles more, for good."""

    @abstractmethod
    def exit(self, code: int) -> None:
        """End the process: its windows vanish without further events."""

    # -- windows ------------------------------------------------------------------------------------------------
    @property
    @abstractmethod
    def modal(self) -> Frame[E] | None:
        """The modal dialog that was opened last."""

    @abstractmethod
    def find_window(self, key: str) -> Frame[E] | None:
        """Return the open window with this x:Key."""

    @abstractmethod
    def open_window(
        self, key: str, owner: Frame[E], *, modal: bool, on_closed: Callable[[bool], None] | None = None
    ) -> Frame[E]:
        """Open a window of the XAML file; KeyError when it has none by this key."""

    @abstractmethod
    def open_message(
        self, owner: Frame[E] | None, text: str, title: str, buttons: Sequence[str],
        on_answer: Callable[[str], None] | None = None,
    ) -> Frame[E]:  # fmt: skip
        """Show a modal message box."""

    @abstractmethod
    def close_window(self, window: Frame[E], *, result: bool = False) -> None:
        """Close a window unless its Closing handler says False; the main window's end is the application's."""

    @abstractmethod
    def answer(self, dialog: Frame[E], button: str) -> None:
        """Close a message box by one of its buttons."""

    @abstractmethod
    def popups(self) -> Sequence[Frame[E]]:
        """Return the open pop-ups that can be used, topmost first: a tool tip is none of them."""

    @abstractmethod
    def open_popup(self, owner: Frame[E], anchor: E, rect: Rect | None = None) -> Frame[E]:
        """Open a pop-up for an anchor's items; with a `rect`, one that holds the anchor (a context menu) itself."""

    @abstractmethod
    def close_popups(self, *, keep: Sequence[Frame[E]] = ()) -> None:
        """Close menus and drop-downs, except those to keep."""
