"""The COM client of UI Automation: how it is made, what its calls look like, and what its errors mean here.

COM is used only on threads that `enter_apartment` prepared (multithreaded apartment). The calling thread stays free
of COM, so that a host may keep its own apartment.
"""

from __future__ import annotations

import array
import contextlib
import ctypes
import sys
import threading
import types
from collections.abc import Callable, Iterable, Iterator
from ctypes import POINTER, c_int, c_longlong, c_uint16, c_uint32, c_void_p
from typing import Any

from wpfagent.core.errors import (
    AccessDeniedElevated,
    AppExited,
    AppNotResponding,
    ElementNotEnabled,
    InvalidArgument,
    StaleRef,
    Unsupported,
    WpfAgentError,
)
from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia.win32 import ole32

COINIT_MULTITHREADED = 0
CONNECTION_TIMEOUT_MS = 2_000
TRANSACTION_TIMEOUT_MS = 20_000
WRAPPER_TRIES = 5

Element = Any
"""An IUIAutomationElement; comtypes makes its class at run time."""


class Variant(ctypes.Structure):
    """VARIANT, as far as UI Automation's simple properties need it."""

    _fields_ = (("type", c_uint16), ("reserved", c_uint16 * 3), ("data", c_longlong), ("more", c_void_p))


class SafeArray(ctypes.Structure):
    """SAFEARRAY of one dimension."""

    _fields_ = (
        ("dimensions", c_uint16), ("features", c_uint16), ("element_size", c_uint32), ("locks", c_uint32),
        ("data", c_void_p), ("count", c_uint32), ("lower", c_int),
    )  # fmt: skip


class Automation:
    """The UI Automation client of this process, with the conditions and raw calls that every read needs."""

    def __init__(self) -> None:
        self._uiautomation, core, client = _load()
        self.core: Any = core
        self.client: Any = client
        texts = client.CreateAndCondition(
            client.CreatePropertyCondition(uia.CONTROL_TYPE, uia.TEXT),
            client.CreatePropertyCondition(uia.OFFSCREEN, False),
        )
        # Texts of a control's template are in the raw view only, and a person reads them all the same.
        self.seen_view: Any = client.CreateOrCondition(client.ControlViewCondition, texts)
        self.true_condition: Any = client.CreateTrueCondition()
        self.walker: Any = client.CreateTreeWalker(self.seen_view)
        methods = {method.name: index for index, method in enumerate(core.IUIAutomationElement._methods_, start=3)}
        # The same calls as comtypes would make, without making Python objects for VARIANT, SAFEARRAY and BSTR.
        self.get_cached: Callable[..., int] = ctypes.WINFUNCTYPE(c_int, c_int, POINTER(Variant))(
            methods["GetCachedPropertyValue"], "GetCachedPropertyValue"
        )
        self.get_runtime_id: Callable[..., int] = ctypes.WINFUNCTYPE(c_int, POINTER(c_void_p))(
            methods["GetRuntimeId"], "GetRuntimeId"
        )
        self.get_text: dict[str, Callable[..., int]] = {
            name: ctypes.WINFUNCTYPE(c_int, POINTER(ctypes.c_wchar_p))(methods[f"_get_Cached{name}"], name)
            for name in ("AutomationId", "Name", "ClassName", "HelpText", "AccessKey", "AcceleratorKey", "ItemStatus")
        }

    def request(
        self, properties: tuple[int, ...], scope: int, *, patterns: tuple[int, ...] = (), full: bool = True
    ) -> Any:
        """Return a cache request for these properties and patterns over this scope, in the view that is seen."""
        request = self.client.CreateCacheRequest()
        for number in properties:
            request.AddProperty(number)
        for number in patterns:
            request.AddPattern(number)
        request.TreeScope = scope
        request.TreeFilter = self.seen_view
        if not full:
            request.AutomationElementMode = uia.MODE_NONE
        return request

    def any_of(self, runtime_ids: Iterable[tuple[int, ...]]) -> Any:
        """Return the condition that an element has one of these runtime ids."""
        conditions = [
            self.client.CreatePropertyCondition(uia.RUNTIME_ID, array.array("l", runtime_id))
            for runtime_id in runtime_ids
        ]
        return self.client.CreateOrConditionFromArray(conditions)

    def pattern(self, element: Element, name: str) -> Any:
        """Return a live pattern of an element.

        Raises:
            Unsupported: the element does not have it.
        """
        return self._as_pattern(element.GetCurrentPattern(uia.PATTERN_IDS[name]), name)

    def cached_pattern(self, element: Element, name: str) -> Any:
        """Return a pattern that was fetched with an element: no call is made.

        Raises:
            Unsupported: the element does not have it.
        """
        return self._as_pattern(element.GetCachedPattern(uia.PATTERN_IDS[name]), name)

    def _as_pattern(self, found: Any, name: str) -> Any:
        if not found:
            raise Unsupported(f"The control does not support the {name} pattern.")
        return found.QueryInterface(getattr(self.core, f"IUIAutomation{name}Pattern"))

    def root(self, hwnd: int) -> Element:
        """Return a window's element."""
        element = self.client.ElementFromHandle(hwnd)
        if not element:
            raise StaleRef(f"Window {hwnd} is gone.")
        return element


class AutomationOnce:
    """Makes the client at its first use, on the thread that asks first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: Automation | None = None

    def get(self) -> Automation:
        """Return the client; the thread must be inside an apartment."""
        with self._lock:
            if self._made is None:
                self._made = Automation()
            return self._made


def enter_apartment() -> None:
    """The calling thread may use COM now, in the multithreaded apartment."""
    ole32.CoInitializeEx(None, COINIT_MULTITHREADED)


def _load() -> tuple[types.ModuleType, Any, Any]:
    """Return (uiautomation, the wrapper of UIAutomationCore, the client), made silent and patient enough."""
    if "comtypes" not in sys.modules:
        sys.coinit_flags = COINIT_MULTITHREADED  # type: ignore[attr-defined]
    import uiautomation

    uiautomation.Logger.SetLogFile("")  # no @AutomationLog.txt in the current folder
    for tries_left in reversed(range(WRAPPER_TRIES)):
        try:
            with contextlib.redirect_stdout(sys.stderr):
                made = uiautomation.uiautomation._AutomationClient.instance()
            break
        except (ImportError, SyntaxError, AttributeError, OSError):
            # Another process may just be writing the wrapper that comtypes generates at the first run.
            if not tries_left:
                raise
            threading.Event().wait(0.2)
    core, client = made.UIAutomationCore, made.IUIAutomation
    second = getattr(core, "IUIAutomation2", None)
    if second is not None:
        with contextlib.suppress(com_error()):  # Windows 7 has no such interface
            patient = client.QueryInterface(second)
            patient.ConnectionTimeout = CONNECTION_TIMEOUT_MS
            patient.TransactionTimeout = TRANSACTION_TIMEOUT_MS
    return uiautomation, core, client


def com_error() -> type[Exception]:
    """Return comtypes' error class; importing comtypes starts COM on the importing thread."""
    from comtypes import COMError

    return COMError  # type: ignore[no-any-return]


def hresult_of(error: Exception) -> int:
    """Return the HRESULT of a COM error, E_FAIL for a null pointer."""
    return int(getattr(error, "hresult", None) or uia.E_FAIL)


@contextlib.contextmanager
def translated(what: str, *, pid: int, exit_code: Callable[[int], int | None]) -> Iterator[None]:
    """Errors of COM that leave the block become errors of this package.

    Args:
        what: What was being done, for the message.
        pid: The target.
        exit_code: Tells the exit code of an ended process; None while it runs.
    """
    try:
        yield
    except WpfAgentError:
        raise
    except (com_error(), ValueError, OSError) as error:
        raise as_ours(error, what, pid=pid, exit_code=exit_code) from error


def as_ours(error: Exception, what: str, *, pid: int, exit_code: Callable[[int], int | None]) -> WpfAgentError:
    """Return the error of this package for one of COM. `ValueError` is what comtypes raises at a null pointer."""
    code = exit_code(pid)
    if code is not None:
        return app_exited(pid, code, what)
    result = hresult_of(error)
    details = {"hresult": f"0x{result & 0xFFFFFFFF:08X}", "pid": pid}
    if result in uia.GONE_RESULTS or isinstance(error, ValueError):
        return StaleRef(f"{what}: the element is gone.", details=details)
    if result in uia.TIMEOUT_RESULTS:
        return AppNotResponding(f"{what}: process {pid} did not answer.", details=details)
    if result == uia.E_ACCESSDENIED:
        return AccessDeniedElevated(f"{what}: process {pid} denies access.", details=details)
    if result == uia.ELEMENT_NOT_ENABLED:
        return ElementNotEnabled(f"{what}: the control is disabled.", details=details)
    if result == uia.E_INVALIDARG:
        return InvalidArgument(f"{what}: the control does not accept this value.", details=details)
    return Unsupported(f"{what}: UI Automation failed with {details['hresult']}: {error}.", details=details)


def app_exited(pid: int, code: int | None, what: str) -> AppExited:
    """Return the error that says that the target ended."""
    known = "with an unknown code" if code is None else f"with {code} (0x{code:X})"
    return AppExited(f"{what}: process {pid} ended {known}.", details={"pid": pid, "exit_code": code})
