"""A named pipe of Windows with time limits: overlapped calls, as the standard library's own pipes use them."""

from __future__ import annotations

import _winapi
import ctypes
import threading
from ctypes import wintypes

from wpfagent.core.wait import RealClock, until

FILE_NOT_FOUND, ACCESS_DENIED, INVALID_PARAMETER, BROKEN_PIPE = 2, 5, 87, 109
NO_PROCESS_ON_PIPE, PIPE_BUSY, OPERATION_ABORTED = 233, 231, 995
_ENDED = (BROKEN_PIPE, NO_PROCESS_ON_PIPE, OPERATION_ABORTED)
_QUERY_LIMITED = 0x1000
_STILL_ACTIVE = 259
_SNAP_MODULES = 0x18
_FRAMEWORKS = frozenset({"clr.dll", "mscorwks.dll"})
"""The runtime of .NET Framework 4 and of those before it. Source: Microsoft's "SOS.dll (SOS debugging extension)"."""


class WindowsPipe:
    """A client's end of a pipe in byte mode.

    Args:
        name: the pipe's.
        timeout_s: for connecting (its instances may all be busy), and for sending.

    Raises:
        OSError: there is no such pipe, or it may not be opened; `winerror` says which.
        TimeoutError: it stayed busy.
    """

    def __init__(self, name: str, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._reading: _winapi.Overlapped | None = None
        opened = until(lambda: _open(name), RealClock(), timeout_s=timeout_s)
        if not opened.value:
            raise TimeoutError(f"{name} stayed busy")
        self._handle = opened.value

    def send(self, data: bytes) -> None:
        """Send all of it."""
        overlapped, _ = _winapi.WriteFile(self._handle, data, overlapped=True)
        self._await(overlapped, self._timeout_s)

    def receive(self, size: int, timeout_s: float | None) -> bytes:
        """Return some bytes, b"" when the other side has ended or this one is closed."""
        with self._lock:
            if self._closing.is_set():
                return b""
            try:
                overlapped, _ = _winapi.ReadFile(self._handle, size, overlapped=True)
            except OSError as error:
                if error.winerror in _ENDED:
                    return b""
                raise
            self._reading = overlapped
        try:
            count = self._await(overlapped, timeout_s)
            return bytes(overlapped.getbuffer() or b"")[:count]
        except OSError as error:
            if error.winerror in _ENDED:
                return b""
            raise
        finally:
            self._reading = None
            if self._closing.is_set():
                self._let_go()

    def close(self) -> None:
        """Let go of the pipe; a waiting `receive` returns b"" and does the rest."""
        with self._lock:
            self._closing.set()
            reading = self._reading
            if reading is not None:
                reading.cancel()
            else:
                self._let_go()

    def _let_go(self) -> None:
        handle, self._handle = self._handle, 0
        if handle:
            _winapi.CloseHandle(handle)

    def _await(self, overlapped: _winapi.Overlapped, timeout_s: float | None) -> int:
        """Return how many bytes a call moved; 0 where it was cancelled by `close`."""
        limit = _winapi.INFINITE if timeout_s is None else int(timeout_s * 1000)
        if _winapi.WaitForMultipleObjects([overlapped.event], False, limit) == _winapi.WAIT_TIMEOUT:
            overlapped.cancel()
            _, error = overlapped.GetOverlappedResult(True)
            if error == OPERATION_ABORTED:
                raise TimeoutError("the pipe was silent")
        count, error = overlapped.GetOverlappedResult(True)
        return 0 if error == OPERATION_ABORTED else count


def _open(name: str) -> int | None:
    """Return the handle; None while all instances of the pipe are busy."""
    access = _winapi.GENERIC_READ | _winapi.GENERIC_WRITE
    try:
        return _winapi.CreateFile(name, access, 0, 0, _winapi.OPEN_EXISTING, _winapi.FILE_FLAG_OVERLAPPED, 0)
    except OSError as error:
        if error.winerror == PIPE_BUSY:
            return None
        raise


def why_not(pid: int, error: OSError) -> str:
    """Return in one sentence why a process's diagnostics pipe cannot be opened."""
    if isinstance(error, TimeoutError):
        return "The .NET program's diagnostics pipe stayed busy."
    if error.winerror == ACCESS_DENIED:
        return "The program runs as another user or with more rights, so its inside stays closed."
    if error.winerror != FILE_NOT_FOUND:
        return f"The program's diagnostics pipe cannot be opened: error {error.winerror}."
    kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel32.OpenProcess.restype = wintypes.HANDLE
    process = kernel32.OpenProcess(_QUERY_LIMITED, False, wintypes.DWORD(pid))
    if not process:
        if ctypes.get_last_error() == INVALID_PARAMETER:
            return "The program is gone."
        return "The program runs as another user or with more rights, so its inside stays closed."
    code = wintypes.DWORD()
    kernel32.GetExitCodeProcess(wintypes.HANDLE(process), ctypes.byref(code))
    kernel32.CloseHandle(wintypes.HANDLE(process))
    if code.value != _STILL_ACTIVE:
        return "The program is gone."
    modules = _modules(kernel32, pid)
    if "coreclr.dll" in modules:
        return "The program's .NET diagnostics are switched off (DOTNET_EnableDiagnostics=0)."
    if modules & _FRAMEWORKS:
        return "The program runs on .NET Framework, which says nothing of its inside; .NET 5 and newer do."
    return "The program is not .NET 5 or newer, or its .NET diagnostics are switched off (DOTNET_EnableDiagnostics=0)."


class _Module(ctypes.Structure):
    _fields_ = (
        ("size", wintypes.DWORD),
        ("module_id", wintypes.DWORD),
        ("process_id", wintypes.DWORD),
        ("global_uses", wintypes.DWORD),
        ("process_uses", wintypes.DWORD),
        ("base", ctypes.c_void_p),
        ("base_size", wintypes.DWORD),
        ("handle", wintypes.HMODULE),
        ("name", ctypes.c_wchar * 256),
        ("path", ctypes.c_wchar * 260),
    )


def _modules(kernel32: ctypes.WinDLL, pid: int) -> frozenset[str]:
    """Return the names of the native modules of a process, lower case; none where it may not be asked."""
    kernel32.CreateToolhelp32Snapshot.restype = wintypes.HANDLE
    snapshot = wintypes.HANDLE(kernel32.CreateToolhelp32Snapshot(_SNAP_MODULES, wintypes.DWORD(pid)))
    if snapshot.value in (None, ctypes.c_void_p(-1).value):
        return frozenset()
    found, module = set(), _Module()
    module.size = ctypes.sizeof(_Module)
    more = kernel32.Module32FirstW(snapshot, ctypes.byref(module))
    while more:
        found.add(module.name.lower())
        more = kernel32.Module32NextW(snapshot, ctypes.byref(module))
    kernel32.CloseHandle(snapshot)
    return frozenset(found)
