"""Control verbs: pattern calls, each on a thread that has nothing else to do.

In WPF, Toggle, Select, Expand and a menu item's Invoke run the program's handler before they return: a handler that
opens a modal dialog keeps the call from returning until somebody closes it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from wpfagent.core.errors import AppNotResponding, HandlerThrew, InvalidArgument, Unsupported, WpfAgentError
from wpfagent.core.model import Control
from wpfagent.desktops.base import Verb, VerbValue
from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia import natives, windows
from wpfagent.desktops.uia.com import Automation, Element, as_ours, com_error, hresult_of
from wpfagent.desktops.uia.threads import Actors

WINDOW_STATES: Mapping[str, int] = {"normal": 0, "maximized": 1, "minimized": 2}
LEAVE_AXIS = -1.0
LARGE_BACK, SMALL_BACK, NO_SCROLL, LARGE_FORWARD, SMALL_FORWARD = 0, 1, 2, 3, 4


class UiaAct:
    """A control verb under way.

    Args:
        actors: the threads that have nothing else to do.
        automation: gives the automation of the thread that asks.
        element: the control's element.
        control: as it was read.
        verb: what is done.
        value: of the verb.
        exit_code: tells how a process has ended; None while it runs.
    """

    def __init__(
        self,
        actors: Actors,
        automation: Callable[[], Automation],
        element: Element,
        control: Control,
        verb: Verb,
        value: VerbValue,
        *,
        exit_code: Callable[[int], int | None],
    ) -> None:
        self._automation = automation
        self._element = element
        self._control = control
        self._verb: Verb = verb
        self._value = value
        self._exit_code = exit_code
        self._finished = threading.Event()
        self._error: WpfAgentError | None = None
        actors.start(self._run)

    def done(self) -> bool:
        """Return whether the call has returned."""
        return self._finished.is_set()

    def wait(self, timeout_s: float) -> bool:
        """Wait until the call has returned, at most so long; return whether it has."""
        return self._finished.wait(timeout_s)

    def error(self) -> WpfAgentError | None:
        """Return what the call raised; None while it runs and when it succeeded."""
        return self._error

    def _run(self) -> None:
        try:
            perform(self._automation(), self._element, self._control, self._verb, self._value)
        except WpfAgentError as error:
            self._error = error
        except (com_error(), ValueError, OSError) as error:
            self._error = self._translate(error)
        finally:
            self._finished.set()

    def _translate(self, error: Exception) -> WpfAgentError | None:
        what, pid = f"{self._verb} on {self._control.describe()}", self._control.pid
        ours = as_ours(error, what, pid=pid, exit_code=self._exit_code)
        if self._verb == "invoke" and isinstance(ours, Unsupported) and _is_thrown(hresult_of(error)):
            said = f"{what}: the program's handler threw an exception ({ours.details['hresult']})."
            return HandlerThrew(said, details=ours.details)
        if isinstance(ours, AppNotResponding) and windows.is_responding(pid):
            return None  # UIA's own limit ended the wait for a handler that still shows its dialog: it was performed
        return ours


def _is_thrown(result: int) -> bool:
    """Whether a press has the result of an exception: Windows Forms' Invoke runs the handler inside of the call.

    Source: dotnet/winforms, ButtonBaseAccessibleObject and ToolStripItemAccessibleObject; Exception.HResult.
    """
    return result == uia.E_POINTER or (result >> 16) & 0x1FFF == uia.FACILITY_URT


def perform(automation: Automation, element: Element, control: Control, verb: Verb, value: VerbValue) -> None:
    """Do a verb on the calling thread.

    Raises:
        Unsupported: the control lacks the pattern.
        InvalidArgument: the value does not fit the verb.
    """
    if verb == "focus":
        element.SetFocus()
    elif verb == "edit_label":
        natives.edit_label(automation, element, control, only_asked=value == "ask")
    elif verb == "select_text":
        natives.select_text(element, control, at_end=value == "end")
    elif verb == "make_current":
        natives.make_current(automation, element, control, only_asked=value == "ask")
    elif verb == "scroll_around":
        natives.scroll_around(element, control)
    elif verb == "ask_default":
        natives.check_default(element, control)
    elif verb == "come_up":
        natives.come_up(element, control)
    elif verb == "close":
        _close(automation, element)
    elif verb == "set_window_state":
        state = WINDOW_STATES.get(str(value))
        if state is None:
            raise InvalidArgument(f"No window state {value!r}.", hint=f"One of {', '.join(WINDOW_STATES)}.")
        automation.pattern(element, "Window").SetWindowVisualState(state)
    elif verb in _PLAIN_VERBS:
        pattern, method = _PLAIN_VERBS[verb]
        getattr(automation.pattern(element, pattern), method)()
    elif verb == "set_value":
        natives.check_text(element, control, str(value))
        automation.pattern(element, "Value").SetValue(str(value))
        natives.mark_modified(element)
    elif verb == "set_range":
        automation.pattern(element, "RangeValue").SetValue(_number(value, verb))
    elif verb == "scroll":
        horizontal, vertical = _axes(value, verb)
        percents = (LEAVE_AXIS if axis is None else float(axis) for axis in (horizontal, vertical))
        automation.pattern(element, "Scroll").SetScrollPercent(*percents)
    elif verb == "scroll_by":
        _scroll_by(automation.pattern(element, "Scroll"), *_axes(value, verb))
    else:
        raise InvalidArgument(f"No verb {verb!r}.")


_PLAIN_VERBS: Mapping[str, tuple[str, str]] = {
    "invoke": ("Invoke", "Invoke"),
    "toggle": ("Toggle", "Toggle"),
    "select": ("SelectionItem", "Select"),
    "add_to_selection": ("SelectionItem", "AddToSelection"),
    "remove_from_selection": ("SelectionItem", "RemoveFromSelection"),
    "expand": ("ExpandCollapse", "Expand"),
    "collapse": ("ExpandCollapse", "Collapse"),
    "scroll_into_view": ("ScrollItem", "ScrollIntoView"),
}


def _close(automation: Automation, element: Element) -> None:
    try:
        pattern = automation.pattern(element, "Window")
    except Unsupported:
        hwnd = int(element.CurrentNativeWindowHandle or 0)
        if not (windows.is_top_level(hwnd) or natives.holder_of(hwnd)):
            raise
        windows.post_close(hwnd)
        return
    pattern.Close()


def _scroll_by(pattern: Any, horizontal: float | None, vertical: float | None) -> None:
    """Scroll by pages, the fraction of a page in lines."""
    steps = [_amounts(axis or 0.0) for axis in (horizontal, vertical)]
    for index in range(max(len(axis) for axis in steps)):
        amounts = [axis[index] if index < len(axis) else NO_SCROLL for axis in steps]
        pattern.Scroll(*amounts)


def _amounts(pages: float) -> list[int]:
    whole, part = divmod(abs(pages), 1)
    large, small = (LARGE_FORWARD, SMALL_FORWARD) if pages > 0 else (LARGE_BACK, SMALL_BACK)
    return [large] * int(whole) + [small] * round(part * 10)


def _number(value: VerbValue, verb: str) -> float:
    if isinstance(value, int | float):
        return float(value)
    raise InvalidArgument(f"{verb} needs a number, not {value!r}.")


def _axes(value: VerbValue, verb: str) -> tuple[float | None, float | None]:
    if isinstance(value, tuple) and len(value) == 2:
        return value
    raise InvalidArgument(f"{verb} needs (horizontal, vertical), not {value!r}.")
