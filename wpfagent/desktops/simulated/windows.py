"""The screen and the windows on it: order, foreground, owners, pop-ups, and what the system says of each."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

from wpfagent.core.captions import captioned
from wpfagent.core.model import Control, Picture, Rect, WindowInfo
from wpfagent.desktops.simulated import layout
from wpfagent.desktops.simulated.clock import SimulatedClock
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.views import WindowView

if TYPE_CHECKING:
    from wpfagent.desktops.simulated.application import Application


class Screen:
    """What the applications of one desktop share: time, window handles, the order of windows, the foreground."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.order: list[Window] = []
        self.foreground: Window | None = None
        self.hwnds = itertools.count(0x10010, 2)
        self.pointer = (0, 0)
        self.held: tuple[str, ...] = ()
        self.tip: Window | None = None
        """The tool tip that shows; the mouse goes through it."""
        self.tipped: Element | None = None
        """The element with a tool tip on which the pointer rests."""
        self.rests = 0
        """How often it began to rest on one, or its tool tip was dismissed."""

    def raise_window(self, window: Window) -> None:
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

    def remove_window(self, window: Window) -> None:
        """Take a closed window away; the foreground goes to its owner, else to the next one."""
        self.order = [w for w in self.order if w is not window]
        if self.foreground is window:
            usable = [w for w in self.order if not w.popup and not w.minimized and w.enabled]
            heir = window.owner if window.owner in usable else next(iter(usable), None)
            self.foreground = None
            if heir is not None:
                self.raise_window(heir)


class Window:
    """A top-level window: of the XAML file, a message box, or a pop-up that shows an anchor's items."""

    def __init__(self, application: Application, kind: str, key: str, owner: Window | None) -> None:
        self.application = application
        self.hwnd = next(application.screen.hwnds)
        self.key = key
        self.owner = owner
        self.popup = kind == "Popup"
        self.anchor: Element | None = None
        self.modal = False
        self.is_open = True
        self.minimized = self.maximized = False
        self.rect = self.restored = Rect(0, 0, 0, 0)
        self.focus: Element | None = None
        self.on_closed: Callable[[bool], None] | None = None
        self.on_answer: Callable[[str], None] | None = None
        self.names: dict[str, Element] = {}
        self.dirty = True
        self.sizes: dict[int, dict[int, tuple[int, int]]] = {}
        self.placed: dict[int, tuple[Rect, Rect]] = {}
        self.drawn: tuple[tuple[int, int, Rect, bool], Picture] | None = None
        self.passes = 0
        self._walked: tuple[int, tuple[tuple[Element, int], ...]] | None = None
        self._controls: tuple[tuple[int, int, int], tuple[Control, ...]] | None = None
        self.root = Element(kind, self)
        self.view = WindowView(self)

    @property
    def class_name(self) -> str:
        """The Win32 class: that of a message box, or WPF's wrapper."""
        return "#32770" if self.root.kind == "Dialog" else f"HwndWrapper[{self.application.name};;{self.hwnd:08x}]"

    @property
    def title(self) -> str:
        """The Win32 title."""
        return "" if self.popup else self.root.text

    @property
    def enabled(self) -> bool:
        """False while a modal dialog that is not this window's own child blocks it."""
        modal = self.application.modal
        return modal is None or self is modal or modal in self.owners()

    def owners(self) -> list[Window]:
        """Return the windows that own it, nearest first."""
        found: list[Window] = []
        above = self.owner
        while above is not None:
            found.append(above)
            above = above.owner
        return found

    def has_focus(self, element: Element) -> bool:
        """Return whether this element has the keyboard."""
        return element is self.focus and self.application.screen.foreground is self

    def changed(self, *, layout: bool = True, of: Element | None = None) -> None:
        """Note that something differs now.

        Args:
            layout: sizes or places may differ, too.
            of: it is only about this element, what is in it, what it stands in, and what its size moves.
        """
        self.application.version += 1
        if of is None:
            self.application.epoch += 1
        else:
            of.outdate()
        if layout:
            self.misplace(of)

    def misplace(self, element: Element | None = None) -> None:
        """Have places given anew: an element's and those around it, or all of them."""
        self.dirty = True
        if element is None:
            self.sizes.clear()
            self.placed.clear()
            return
        for near in (element, *element.ancestors()):
            self.sizes.pop(near.key, None)
            self.placed.pop(near.key, None)

    def arrange(self) -> None:
        """Bring rectangles up to date; a pop-up lies where its owner's layout puts it."""
        if self.popup and self.owner is not None:
            self.owner.arrange()
        if self.dirty:
            self.dirty = False
            self.passes += 1
            layout.arrange_window(self)

    def tree(self) -> tuple[tuple[Element, int], ...]:
        """Return the control view with its depths, in document order; kept until something may stand elsewhere."""
        self.arrange()
        version = self.application.version
        if self._walked is None or self._walked[0] != version:
            self._walked = version, tuple(self.root.walk())
        return self._walked[1]

    def controls(self) -> tuple[Control, ...]:
        """Return its elements as UI Automation describes them; the same tuple for as long as nothing differs."""
        walked, application = self.tree(), self.application
        passes = self.owner.passes if self.popup and self.owner is not None else self.passes
        stamp = application.version, application.touches, passes
        if self._controls is None or self._controls[0] != stamp:
            described = [e.described(depth) for e, depth in walked]
            self._controls = stamp, tuple(captioned(described, application.names))
        return self._controls[1]

    def info(self) -> WindowInfo:
        """Return the window as the operating system lists it; only a pop-up's place depends on the layout."""
        if self.popup:
            self.arrange()
        app = self.application
        return WindowInfo(
            hwnd=self.hwnd,
            pid=app.pid,
            process=app.name,
            title=self.title,
            class_name=self.class_name,
            rect=Rect(-32000, -32000, 160, 30) if self.minimized else self.rect,
            owner=self.owner.hwnd if self.owner else 0,
            enabled=self.enabled,
            foreground=app.screen.foreground is self,
            responding=app.responding,
            minimized=self.minimized,
            maximized=self.maximized and not self.minimized,
            elevated=False,
            popup=self.popup,
        )
