"""The control verbs: which pattern each needs, what it does, and when its call returns."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from wpfagent.core import wait
from wpfagent.core.errors import AppExited, ElementNotEnabled, InvalidArgument, StaleRef, Unsupported, WpfAgentError
from wpfagent.core.model import Rect
from wpfagent.desktops.base import Verb, VerbValue
from wpfagent.desktops.simulated import behaviour, layout
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Frame, Program

_NEEDS: MappingProxyType[str, str] = MappingProxyType(
    {
        "invoke": "Invoke",
        "set_value": "Value",
        "set_range": "RangeValue",
        "toggle": "Toggle",
        "select": "SelectionItem",
        "add_to_selection": "SelectionItem",
        "remove_from_selection": "SelectionItem",
        "expand": "ExpandCollapse",
        "collapse": "ExpandCollapse",
        "scroll": "Scroll",
        "scroll_by": "Scroll",
        "scroll_into_view": "ScrollItem",
        "set_window_state": "Window",
    }
)
_ALWAYS_ALLOWED = frozenset(("scroll", "scroll_by", "scroll_into_view", "close", "set_window_state"))


class SimulatedAct:
    """A verb under way (`base.Act`): queued while the UI thread is busy, pending while its handler's dialog is open.

    Invoke returns before the click is handled, as in WPF; Toggle, Select and Expand run the handler first.
    """

    def __init__(self, element: Element, verb: Verb, value: VerbValue) -> None:
        self._application: Program[Element] = element.window.application
        self._element = element
        self._verb = verb
        self._value = value
        self._started = False
        self._dialog: Frame[Element] | None = None
        self._error: WpfAgentError | None = None
        self._application.post(self._start)

    def done(self) -> bool:
        """Return whether the call has returned."""
        if not self._application.is_running:
            return True
        if not self._started:
            return False
        if self._error is not None or self._verb == "invoke":
            return True
        return not (self._application.busy_s or (self._dialog is not None and self._dialog.is_open))

    def wait(self, timeout_s: float) -> bool:
        """Wait until the call has returned, at most so long; return whether it has."""
        clock = self._application.screen.clock
        return wait.until(self.done, clock, timeout_s=timeout_s, first_interval_s=0.001, last_interval_s=0.002).ok

    def error(self) -> WpfAgentError | None:
        """Return what the call raised."""
        if self._error is None and not self._application.is_running and not self._started:
            return exited(self._application)
        return self._error

    def _start(self) -> None:
        self._started = True
        before = self._application.modal
        try:
            perform(self._element, self._verb, self._value)
        except WpfAgentError as error:
            self._error = error
        after = self._application.modal
        self._dialog = after if after is not before else None


def exited(application: Program[Element]) -> AppExited:
    """Return the error that says how an application ended."""
    code = application.exit_code
    return AppExited(
        f"{application.name} (pid {application.pid}) has ended with exit code {code}.",
        hint="Start it again.",
        details={"pid": application.pid, "exit_code": code},
    )


def perform(element: Element, verb: Verb, value: VerbValue) -> None:
    """Do a verb.

    Raises:
        StaleRef: the element is gone.
        ElementNotEnabled: it is disabled.
        Unsupported: it lacks the pattern, or the pattern refuses.
        InvalidArgument: the value does not fit.
    """
    label = element.describe(0).describe()
    if not element.is_alive:
        raise StaleRef(f"{label} is gone.")
    needed = _NEEDS.get(verb, "")
    if needed and needed not in element.patterns():
        raise Unsupported(f"{label} does not support {needed}.", hint=f"It supports: {_list(element)}.")
    if verb not in _ALWAYS_ALLOWED and not element.is_enabled:
        raise ElementNotEnabled(f"{label} is disabled.")
    if element.is_virtual and verb in ("select", "add_to_selection", "remove_from_selection", "invoke"):
        behaviour.scroll_into_view(element)
    _VERBS[verb](element, value)


def _list(element: Element) -> str:
    return ", ".join(element.patterns()) or "no pattern"


def _invoke(element: Element, _value: VerbValue) -> None:
    if element.kind not in ("DataGridRow", "DataGridCell"):
        behaviour.press(element)


def _set_value(element: Element, value: VerbValue) -> None:
    if element.read_only:
        raise Unsupported(f"{element.describe(0).describe()} is read-only.")
    behaviour.put_text(element, _text(value))


def _set_range(element: Element, value: VerbValue) -> None:
    if not isinstance(value, (int, float)):
        raise InvalidArgument(f"A number is needed, not {value!r}.")
    if element.kind == "ProgressBar":
        raise Unsupported(f"{element.describe(0).describe()} is read-only.")
    if not element.minimum <= value <= element.maximum:
        raise InvalidArgument(f"{value:g} is outside {element.minimum:g}..{element.maximum:g}.")
    behaviour.put_value(element, float(value))


def _scroll(element: Element, value: VerbValue) -> None:
    vertical = _pair(value)[1]
    if vertical is not None:
        extent, viewport = behaviour.scroll_range(element)
        behaviour.scroll_to(element, round((extent - viewport) * vertical / 100))


def _scroll_by(element: Element, value: VerbValue) -> None:
    pages = _pair(value)[1]
    if pages:
        _, viewport = behaviour.scroll_range(element)
        behaviour.scroll_to(element, behaviour.scroll_offset(element) + round(pages * viewport))


def _focus(element: Element, _value: VerbValue) -> None:
    if not element.focusable and element is not element.window.root:
        raise Unsupported(f"{element.describe(0).describe()} cannot take the focus.")
    element.window.application.screen.raise_window(framed(element.window))
    behaviour.focus(element)


def _close(element: Element, _value: VerbValue) -> None:
    close(element.window)


def _set_window_state(element: Element, value: VerbValue) -> None:
    set_window_state(element.window, _text(value))


def close(window: Frame[Element]) -> None:
    """Ask a window to close, as WM_CLOSE does: a message box takes Cancel, or its only button."""
    application = window.application
    if window.popup:
        application.close_popups()
    elif window.root.kind == "Dialog":
        captions = [b.text for b in window.root.children[1:]]
        if "Cancel" in captions or len(captions) == 1:
            application.answer(window, "Cancel" if "Cancel" in captions else captions[0])
    elif window.enabled:
        application.close_window(window)


def set_window_state(window: Frame[Element], state: str) -> None:
    """Make a window `normal`, `maximized` or `minimized`."""
    if state not in ("normal", "maximized", "minimized"):
        raise InvalidArgument(f"{state!r} is no window state.", hint="normal, maximized or minimized.")
    screen = window.application.screen
    window.minimized = state == "minimized"
    window.maximized = state == "maximized" or (window.maximized and window.minimized)
    window.rect = layout.SCREEN if window.maximized else window.restored
    if window.minimized and screen.foreground is window:
        screen.foreground = next((w for w in screen.order if not w.popup and not w.minimized and w.enabled), None)
    window.changed()
    layout.arrange_window(window)


def place(window: Frame[Element], rect: Rect) -> None:
    """Give a window a place and a size."""
    window.rect = window.restored = rect
    window.changed()
    layout.arrange_window(window)


def framed(window: Frame[Element]) -> Frame[Element]:
    """Return the window that takes the foreground: a pop-up's owner."""
    return window.owner if window.popup and window.owner else window


def _text(value: VerbValue) -> str:
    if not isinstance(value, str):
        raise InvalidArgument(f"A text is needed, not {value!r}.")
    return value


def _pair(value: VerbValue) -> tuple[float | None, float | None]:
    if not isinstance(value, tuple):
        raise InvalidArgument(f"A pair (horizontal, vertical) is needed, not {value!r}.")
    return value


def _native_only(element: Element, _: VerbValue) -> None:
    raise Unsupported(f"{element.kind} is no native control.")


_VERBS: MappingProxyType[str, Callable[[Element, VerbValue], None]] = MappingProxyType(
    {
        "invoke": _invoke,
        "set_value": _set_value,
        "set_range": _set_range,
        "toggle": lambda e, _: behaviour.toggle(e),
        "select": lambda e, _: behaviour.select(e),
        "add_to_selection": lambda e, _: behaviour.select(e, "add"),
        "remove_from_selection": lambda e, _: behaviour.select(e, "remove"),
        "expand": lambda e, _: behaviour.expand(e),
        "collapse": lambda e, _: behaviour.collapse(e),
        "scroll": _scroll,
        "scroll_by": _scroll_by,
        "scroll_into_view": lambda e, _: behaviour.scroll_into_view(e),
        "focus": _focus,
        "edit_label": _native_only,
        "select_text": _native_only,
        "make_current": _native_only,
        "scroll_around": _native_only,
        "ask_default": _native_only,
        "come_up": _native_only,
        "close": _close,
        "set_window_state": _set_window_state,
    }
)
