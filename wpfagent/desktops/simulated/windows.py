"""A window of the simulated desktop: its elements, their places, and what the system says of it."""

from __future__ import annotations

from wpfagent.core.captions import captioned
from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.desktops.simulated import layout
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Frame, Program
from wpfagent.desktops.simulated.views import WindowView


class Window(Frame[Element]):
    """A top-level window: of the XAML file, a message box, or a pop-up that shows an anchor's items."""

    def __init__(self, application: Program[Element], kind: str, key: str, owner: Frame[Element] | None) -> None:
        super().__init__(application, kind, key, owner)
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

    def changed(self, *, layout: bool = True, of: Element | None = None) -> None:
        """Note that something differs now (`Frame.changed`)."""
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
