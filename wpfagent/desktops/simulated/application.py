"""A simulated process: its windows, its UI thread, its code-behind, and how it ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from wpfagent.core.model import Rect, Usage
from wpfagent.desktops.simulated import layout
from wpfagent.desktops.simulated.build import EVENTS, Builder
from wpfagent.desktops.simulated.code_behind import dotnet_trace, load_code_behind
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Frame, Program, Screen
from wpfagent.desktops.simulated.views import ElementView
from wpfagent.desktops.simulated.windows import Window
from wpfagent.desktops.simulated.xaml import (
    Node,
    invalid,
    parse_nodes,
    read_captions,
    resource_strings,
    style_setters,
)

UNHANDLED_EXCEPTION = 0xE0434352
"""The exit code of a .NET process that an unhandled exception ends."""
HUNG_AFTER_S = 5.0
"""A window whose thread takes no message for this long counts as hung. Source: IsHungAppWindow."""
FIRST_USAGE = Usage(memory=80_000_000, handles=400, gdi=60, user=40)
"""What a small WPF program holds once it has started."""
DIALOG_BUTTON_IDS = MappingProxyType({"OK": "1", "Cancel": "2", "Yes": "6", "No": "7"})


class Application(Program[Element]):
    """One running XAML application."""

    def __init__(self, path: Path, screen: Screen[Element], pid: int, *, lang: str, stderr_path: str | None) -> None:
        super().__init__(path.name, screen, pid)
        self.path = path
        self.started = screen.clock.now()
        self.stderr_path = stderr_path
        self.stack_trace = ""
        self.windows: list[Frame[Element]] = []
        self.handler_delay_ms = 0
        self.usage = FIRST_USAGE
        self.survives_its_windows = False
        self._unknown: dict[str, str] = {}
        self._queue: list[Callable[[], None]] = []
        self._depth = 0
        root = parse_nodes(path)
        self._captions: Mapping[str, str] = {
            **read_captions(path),
            **(read_captions(path, lang) if lang != "en" else {}),
            **resource_strings(root),
        }
        self._styles = style_setters(root)
        self._sources = _window_nodes(path, root)
        self._module = load_code_behind(path)
        self.code_behind: Any = None

    @property
    def notes(self) -> list[str]:
        """What in the XAML was not understood: each unknown element once, with file and line."""
        return list(self._unknown.values())

    # -- life ---------------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Open the main window, with its code-behind made before it is shown."""
        main = self._make_window(next(iter(self._sources)), None)
        if self._module is not None:
            self.run(lambda: setattr(self, "code_behind", self._module.CodeBehind(main.view)))  # type: ignore[union-attr]
        if self.is_running:
            if self._module is not None:
                self._check_handlers()
            self._show(main)

    def _check_handlers(self) -> None:
        for node in _walk(self._sources.values()):
            for event, name in node.attributes.items():
                if event in EVENTS and name and not callable(getattr(self.code_behind, name, None)):
                    raise invalid(self.path, node.line, f"{event} names {name!r}, which CodeBehind does not have")

    @property
    def main(self) -> Frame[Element]:
        """The main window."""
        return self.windows[0]

    def exit(self, code: int) -> None:
        """End the process: its windows vanish without further events."""
        if self.is_running:
            self.exit_code = code
            self._queue.clear()
            for window in list(self.screen.order):
                if window.application is self:
                    window.is_open = False
                    self.screen.order.remove(window)
            if self.screen.foreground is not None and self.screen.foreground.application is self:
                self.screen.foreground = None
                if heir := next((w for w in self.screen.order if not w.popup and w.enabled), None):
                    self.screen.raise_window(heir)
            self.version += 1

    def release(self) -> None:
        """Let go of what it held, once it has ended; how it ended stays known."""
        if not self.is_running:
            self.windows, self.elements, self._sources, self._styles = [], {}, {}, {}
            self._module = self.code_behind = None

    def crash(self, error: BaseException | None, code: int = UNHANDLED_EXCEPTION) -> None:
        """End the process as an unhandled .NET exception does: a stack trace on stderr and its exit code."""
        self.stack_trace = dotnet_trace(error, self.path)
        if self.stderr_path:
            with Path(self.stderr_path).open("a", encoding="utf-8") as stream:
                stream.write(self.stack_trace)
        self.exit(code)

    # -- the UI thread ------------------------------------------------------------------------------------------
    @property
    def responding(self) -> bool:
        """What IsHungAppWindow would deny."""
        return not (self.busy_s and self.screen.clock.now() - self.busy_since >= HUNG_AFTER_S)

    def block(self, seconds: float) -> None:
        """Keep the UI thread busy for this time from now, or from when it would have been idle."""
        now = self.screen.clock.now()
        if not self.busy_s:
            self.busy_since = self.busy_until = now
        self.busy_until += seconds
        if not math.isinf(self.busy_until):
            self.screen.clock.call_at(self.busy_until, self._drain)

    def leak(self, memory: int = 0, handles: int = 0) -> None:
        """Hold so many bytes and handles more, for good."""
        now = self.usage
        self.usage = replace(now, memory=now.memory + memory, handles=now.handles + handles)

    def post(self, action: Callable[[], None]) -> None:
        """Run `action` on the UI thread: now when it is idle, else when it is."""
        if not self.is_running:
            return
        if self.busy_s or self._queue:
            self._queue.append(action)
        else:
            action()

    def later(self, milliseconds: float, action: Callable[[], None]) -> None:
        """Post `action` after this time, as a timer does."""
        when = self.screen.clock.now() + milliseconds / 1000
        self.screen.clock.call_at(when, lambda: self.post(lambda: self._run_later(action)))

    def _run_later(self, action: Callable[[], None]) -> None:
        self.run(action)

    def _drain(self) -> None:
        while self._queue and not self.busy_s and self.is_running:
            self._queue.pop(0)()

    def run(self, action: Callable[[], object]) -> object:
        """Run code of the application. What leaves its outermost call unhandled ends the process."""
        if not self.is_running:
            return None
        self._depth += 1
        try:
            return action()
        except Exception as error:
            if self._depth > 1:
                raise
            self.crash(error)
            return None
        finally:
            self._depth -= 1

    def raise_event(self, element: Element, event: str) -> object:
        """Call the handler that the XAML names for this event, if there is one."""
        name = element.handlers.get(event)
        handler = getattr(self.code_behind, name, None) if name else None
        if handler is None:
            return None
        window = element.window.owner if element.window.popup and element.window.owner else element.window
        if self.handler_delay_ms:
            self.block(self.handler_delay_ms / 1000)
        return self.run(lambda: handler(window.view, ElementView(element)))

    # -- windows ------------------------------------------------------------------------------------------------
    @property
    def modal(self) -> Frame[Element] | None:
        """The modal dialog that was opened last."""
        return next((w for w in reversed(self.windows) if w.modal), None)

    def find_window(self, key: str) -> Frame[Element] | None:
        """Return the open window with this x:Key."""
        return next((w for w in self.windows if w.key == key), None)

    def open_window(
        self, key: str, owner: Frame[Element], *, modal: bool, on_closed: Callable[[bool], None] | None = None
    ) -> Window:
        """Open a window of the XAML file; KeyError when it has none by this key."""
        window = self._make_window(key, owner)
        window.modal, window.on_closed = modal, on_closed
        self._show(window)
        return window

    def open_message(
        self, owner: Frame[Element] | None, text: str, title: str, buttons: Sequence[str],
        on_answer: Callable[[str], None] | None = None,
    ) -> Window:  # fmt: skip
        """Show a modal message box."""
        window = Window(self, "Dialog", "", owner)
        root = window.root
        root.text = title
        body = Element("DialogText", window, root)
        body.text, body.automation_id = text, "65535"
        root.children.append(body)
        for caption in buttons:
            button = Element("Button", window, root)
            button.text = caption
            button.automation_id = "2" if list(buttons) == ["OK"] else DIALOG_BUTTON_IDS.get(caption, caption)
            button.attributes["IsDefault" if caption == buttons[0] else "IsCancel"] = "True"
            root.children.append(button)
        window.modal, window.on_answer = True, on_answer
        window.focus = root.children[1] if len(root.children) > 1 else None
        self.windows.append(window)
        self._show(window)
        return window

    def close_window(self, window: Frame[Element], *, result: bool = False) -> None:
        """Close a window unless its Closing handler says False; the main window's end is the application's."""
        if not window.is_open:
            return
        if not window.popup and window.root.kind == "Window" and self.raise_event(window.root, "Closing") is False:
            return
        self._remove(window)
        if not self.is_running:
            return
        if self.windows and window is self.main:
            if self.survives_its_windows:
                self.windows.remove(window)
            else:
                self.exit(0)
            return
        if window in self.windows:
            self.windows.remove(window)
        self.raise_event(window.root, "Closed")
        if window.on_closed is not None:
            on_closed = window.on_closed
            self.run(lambda: on_closed(result))

    def answer(self, dialog: Frame[Element], button: str) -> None:
        """Close a message box by one of its buttons."""
        if dialog.is_open:
            self._remove(dialog)
            self.windows.remove(dialog)
            if dialog.on_answer is not None:
                on_answer = dialog.on_answer
                self.run(lambda: on_answer(button))

    def open_popup(self, owner: Frame[Element], anchor: Element, rect: Rect | None = None) -> Window:
        """Open a pop-up for an anchor's items; with a `rect`, one that holds the anchor (a context menu) itself."""
        popup = Window(self, "Popup", "", owner)
        popup.anchor = anchor
        if rect is not None:
            popup.rect, anchor.parent = rect, popup.root
            popup.root.children.append(anchor)
            for element in (anchor, *anchor.all_below()):
                element.window = popup
        self.screen.order.insert(0, popup)
        owner.changed(of=anchor)
        return popup

    def popups(self) -> list[Frame[Element]]:
        """Return the open pop-ups that can be used, topmost first: a tool tip is none of them."""
        return [w for w in self.screen.order if w.popup and w.application is self and w is not self.screen.tip]

    def close_popups(self, *, keep: Sequence[Frame[Element]] = ()) -> None:
        """Close menus and drop-downs, except those to keep."""
        for popup in self.popups():
            if popup in keep:
                continue
            self._remove(popup)
            anchor = popup.anchor
            if anchor is not None:
                anchor.expanded = False
                if anchor.kind == "ComboBox":
                    self.raise_event(anchor, "DropDownClosed")
            if popup.owner is not None:
                popup.owner.changed(of=anchor)

    def _make_window(self, key: str, owner: Frame[Element] | None) -> Window:
        node = self._sources[key]
        window = Window(self, "Window", key, owner)
        window.root, window.names = Builder(self.path, self._captions, self._styles, self._unknown).build(node, window)
        self.windows.append(window)
        return window

    def _show(self, window: Frame[Element]) -> None:
        if not self.is_running:
            window.is_open = False
            return
        layout.place_window(window, len(self.windows))
        self.close_popups()
        self.screen.order.insert(0, window)
        self.screen.raise_window(window)
        if window.focus is None and (named := window.root.attributes.get("FocusManager.FocusedElement")):
            window.focus = window.names.get(named)
        window.changed()
        self._roots_changed()
        self.raise_event(window.root, "Loaded")

    def _roots_changed(self) -> None:
        """A modal dialog that comes or goes enables and disables the other windows."""
        for window in self.windows:
            window.root.touch()

    def _remove(self, window: Frame[Element]) -> None:
        for owned in [w for w in self.screen.order if w.owner is window]:
            self._remove(owned)
            if owned in self.windows:
                self.windows.remove(owned)
        window.is_open = window.modal = False
        self.screen.remove_window(window)
        self.version += 1
        self._roots_changed()


def _window_nodes(path: Path, root: Node) -> dict[str, Node]:
    if root.tag == "Window":
        return {root.attributes.get("x:Name", "Main"): root}
    found = {n.attributes["x:Key"]: n for n in root.children if n.tag == "Window" and "x:Key" in n.attributes}
    if root.tag != "ResourceDictionary" or not found:
        raise invalid(
            path, root.line, f"the root {root.tag} is neither a Window nor a ResourceDictionary of Windows with x:Keys"
        )
    return found


def _walk(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        if not node.in_template:
            yield from _walk([*node.children, *(c for h in node.properties.values() for c in h.children)])
