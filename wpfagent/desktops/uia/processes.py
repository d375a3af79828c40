"""Processes: listing, starting, ending, and how they ended. A handle is kept for each process once looked at."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wpfagent.core.environ import environment, foreign
from wpfagent.core.errors import AccessDeniedElevated, AppNotFound, LaunchFailed, NotRunning
from wpfagent.core.model import ProcessInfo, Usage
from wpfagent.core.program import find_program
from wpfagent.desktops.programs import real_path
from wpfagent.desktops.uia.win32 import (
    DWORD,
    ERROR_ACCESS_DENIED,
    HANDLE,
    FileTime,
    MemoryCounters,
    ProcessEntry,
    advapi32,
    kernel32,
    user32,
)

TH32CS_SNAPPROCESS = 0x2
PROCESS_TERMINATE, SYNCHRONIZE, QUERY_LIMITED = 0x1, 0x100000, 0x1000
THREAD_QUERY_LIMITED = 0x800
TOKEN_QUERY, TOKEN_ELEVATION = 0x8, 20
INVALID_HANDLE = ctypes.c_void_p(-1).value
WAIT_OBJECT_0 = 0
GDI_OBJECTS, USER_OBJECTS = 0, 1
UNIX_EPOCH_TICKS = 116_444_736_000_000_000
CREATE_NO_WINDOW, CREATE_BREAKAWAY_FROM_JOB, CREATE_NEW_PROCESS_GROUP = 0x08000000, 0x01000000, 0x200
ERROR_ELEVATION_REQUIRED = 740
MAX_KEPT = 512


@dataclass(frozen=True, slots=True)
class _Kept:
    handle: int
    info: ProcessInfo


class Processes:
    """The processes of this session. While a handle is kept, Windows does not give the pid to another process."""

    def __init__(self) -> None:
        self._kept: dict[int, _Kept] = {}
        self._lock = threading.Lock()

    def in_session(self) -> list[ProcessInfo]:
        """Return the processes of this session."""
        mine = _session_of(kernel32.GetCurrentProcessId())
        return [_describe(entry) for entry in _entries() if _session_of(entry.pid) == mine]

    def describe(self, pid: int) -> ProcessInfo:
        """Return what is known of a process; only its pid when it is gone or closed to us."""
        kept = self._keep(pid)
        return kept.info if kept else ProcessInfo(pid=pid, name="")

    def exit_code(self, pid: int) -> int | None:
        """Return the exit code of an ended process that was looked at while it ran; None when not known."""
        kept = self._keep(pid)
        return _exit_code(kept.handle) if kept else None

    def is_running(self, pid: int) -> bool:
        """Return whether a process runs."""
        kept = self._keep(pid)
        if kept:
            return not _has_ended(kept.handle)
        return any(entry.pid == pid for entry in _entries())

    def usage(self, pid: int) -> Usage | None:
        """Return what a process holds; None when it has ended or is closed to us.

        The three calls ask no more than the right to limited queries that the kept handle has.
        Source: the pages of GetProcessMemoryInfo, GetProcessHandleCount and GetGuiResources.
        """
        kept = self._keep(pid)
        if kept is None or _has_ended(kept.handle):
            return None
        counters, handles = MemoryCounters(size=ctypes.sizeof(MemoryCounters)), DWORD()
        known = kernel32.K32GetProcessMemoryInfo(kept.handle, ctypes.byref(counters), counters.size)
        if not known or not kernel32.GetProcessHandleCount(kept.handle, ctypes.byref(handles)):
            return None
        return Usage(
            memory=int(counters.private or counters.pagefile),  # the same figure; Wine fills only the latter
            handles=int(handles.value),
            gdi=int(user32.GetGuiResources(kept.handle, GDI_OBJECTS)),
            user=int(user32.GetGuiResources(kept.handle, USER_OBJECTS)),
            idle_s=_idle_s(),
        )

    def spare_s(self) -> float | None:
        """Return the processor time that nobody on the machine has used so far; None where that is not known."""
        return _idle_s()

    def forget(self, pid: int) -> None:
        """Close the handle that is kept for a process."""
        with self._lock:
            kept = self._kept.pop(pid, None)
        if kept:
            kernel32.CloseHandle(kept.handle)

    def terminate(self, pid: int) -> None:
        """End a process at once.

        Raises:
            NotRunning: there is no such process.
            AccessDeniedElevated: it may not be ended by this one.
        """
        self._keep(pid)  # its exit code is asked for afterwards
        handle = kernel32.OpenProcess(PROCESS_TERMINATE | SYNCHRONIZE, False, pid)
        if not handle:
            if ctypes.get_last_error() == ERROR_ACCESS_DENIED and self.is_running(pid):
                raise AccessDeniedElevated(f"Process {pid} may not be ended by this one.")
            raise NotRunning(f"Process {pid} does not run.")
        try:
            kernel32.TerminateProcess(handle, 1)
            kernel32.WaitForSingleObject(handle, 5_000)
        finally:
            kernel32.CloseHandle(handle)

    def launch(
        self,
        exe: str,
        args: Sequence[str],
        *,
        cwd: str | None,
        env: Mapping[str, str] | None,
        stderr_path: str | None,
    ) -> ProcessInfo:
        """Start a program outside of our job where that is allowed; it inherits no handle but its stderr file.

        Without a `cwd` it starts in its own folder, as from Explorer.

        Raises:
            AppNotFound: no such executable.
            LaunchFailed: Windows could not start it.
            AccessDeniedElevated: it asks for administrator rights.
        """
        path = find_executable(exe, cwd=cwd)
        folder = cwd if cwd is not None else start_folder(exe, path, args)
        pid = _start(path, args, cwd=folder, env=env, stderr_path=stderr_path, keep=self._keep)
        return self.describe(pid)

    def cpu_ticks(self, thread_ids: Sequence[int]) -> int:
        """Return the processor time that these threads have used, in 100 ns."""
        return sum(_thread_ticks(thread_id) for thread_id in thread_ids)

    def _keep(self, pid: int) -> _Kept | None:
        with self._lock:
            if kept := self._kept.get(pid):
                return kept
            handle = kernel32.OpenProcess(QUERY_LIMITED | SYNCHRONIZE, False, pid)
            if not handle:
                return None
            exe = _image_of(handle)
            info = ProcessInfo(
                pid=pid,
                name=os.path.basename(exe),
                exe=exe,
                parent=next((e.parent for e in _entries() if e.pid == pid), 0),
                started=_started(handle),
                elevated=_is_elevated(handle),
            )
            while len(self._kept) >= MAX_KEPT:
                oldest = next(iter(self._kept))
                kernel32.CloseHandle(self._kept.pop(oldest).handle)
            self._kept[pid] = _Kept(handle, info)
            return self._kept[pid]


def find_executable(exe: str, *, cwd: str | None = None) -> str:
    """Return the full path of an executable: as given, below `cwd`, on PATH, or registered with Windows.

    One that is called by its name alone is not looked for in the current folder: see `find_program`.

    Raises:
        AppNotFound: it is nowhere; details list where it was searched.
    """
    searched: list[str] = []
    named = Path(exe)
    bases = [Path()] if named.is_absolute() else [Path(cwd)] if cwd else []
    for base in dict.fromkeys(bases if named.is_absolute() or named.name == exe else [*bases, Path.cwd()]):
        for candidate in (base / named, base / f"{exe}.exe"):
            searched.append(str(candidate))
            if candidate.is_file():
                return str(candidate.resolve())
    if named.name == exe:
        searched.append("PATH")
        if found := find_program(exe):
            return found
        searched.append("App Paths (registry)")
        if found := _registered(exe):
            return found
    raise AppNotFound(
        f"No executable {exe!r}.",
        hint=f"Searched: {'; '.join(searched)}. Give the full path of the exe.",
        details={"exe": exe, "searched": searched},
    )


def _registered(exe: str) -> str | None:
    import winreg

    name = exe if exe.lower().endswith(".exe") else f"{exe}.exe"
    for root in (winreg.HKEY_CURRENT_USER, winreg.HKEY_LOCAL_MACHINE):
        try:
            found = winreg.QueryValue(root, rf"Software\Microsoft\Windows\CurrentVersion\App Paths\{name}")
        except OSError:  # not registered there
            continue
        if found and Path(found.strip('"')).is_file():
            return found.strip('"')
    return None


def _start(
    path: str,
    args: Sequence[str],
    *,
    cwd: str | None,
    env: Mapping[str, str] | None,
    stderr_path: str | None,
    keep: Callable[[int], object],
) -> int:
    stderr = open(stderr_path, "ab") if stderr_path else None  # noqa: SIM115 (closed below, None has no `with`)
    flags = CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP
    try:
        for breakaway in (CREATE_BREAKAWAY_FROM_JOB, 0):
            try:
                started = subprocess.Popen(
                    [path, *args],
                    cwd=cwd,
                    env={**environment(), **(env or {})} if env or foreign() is not None else None,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=stderr or subprocess.DEVNULL,
                    creationflags=flags | breakaway,
                )
            except PermissionError:  # the job does not let its processes break away
                if not breakaway:
                    raise
            else:
                keep(started.pid)  # while Popen still holds the process, so that the pid is surely its own
                started.returncode = 0  # our own handle counts from here; this keeps Popen from waiting and warning
                return started.pid
    except OSError as error:
        if getattr(error, "winerror", 0) == ERROR_ELEVATION_REQUIRED:
            raise AccessDeniedElevated(f"{path} asks for administrator rights to start.") from error
        raise LaunchFailed(f"{path} could not be started: {error}.", details={"exe": path}) from error
    finally:
        if stderr:
            stderr.close()
    raise LaunchFailed(f"{path} could not be started.", details={"exe": path})


def _entries() -> Iterator[ProcessEntry]:
    snapshot = kernel32.CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0)
    if snapshot == INVALID_HANDLE:
        return
    try:
        entry = ProcessEntry(size=ctypes.sizeof(ProcessEntry))
        more = kernel32.Process32FirstW(snapshot, ctypes.byref(entry))
        while more:
            yield ProcessEntry.from_buffer_copy(entry)
            more = kernel32.Process32NextW(snapshot, ctypes.byref(entry))
    finally:
        kernel32.CloseHandle(snapshot)


def _describe(entry: ProcessEntry) -> ProcessInfo:
    handle = kernel32.OpenProcess(QUERY_LIMITED, False, entry.pid)
    if not handle:
        return ProcessInfo(pid=entry.pid, name=entry.exe, parent=entry.parent)
    try:
        exe = _image_of(handle)
        return ProcessInfo(
            pid=entry.pid,
            name=os.path.basename(exe) if "~" in entry.exe and exe else entry.exe,
            exe=exe,
            parent=entry.parent,
            started=_started(handle),
            elevated=_is_elevated(handle),
        )
    finally:
        kernel32.CloseHandle(handle)


def _image_of(handle: int) -> str:
    text, size = ctypes.create_unicode_buffer(32_768), DWORD(32_768)
    path = text.value if kernel32.QueryFullProcessImageNameW(handle, 0, text, ctypes.byref(size)) else ""
    return real_path(path) if "~" in path else path  # as it was started: it may be a short name (8.3)


def _started(handle: int) -> float:
    created, unused = FileTime(), FileTime()
    kernel32.GetProcessTimes(handle, created, unused, unused, unused)
    return (created.ticks - UNIX_EPOCH_TICKS) / 1e7


def _idle_s() -> float | None:
    idle, unused = FileTime(), FileTime()
    return idle.ticks / 1e7 if kernel32.GetSystemTimes(idle, unused, unused) else None


def _has_ended(handle: int) -> bool:
    return bool(kernel32.WaitForSingleObject(handle, 0) == WAIT_OBJECT_0)


def _exit_code(handle: int) -> int | None:
    if not _has_ended(handle):
        return None
    code = DWORD()
    return code.value if kernel32.GetExitCodeProcess(handle, ctypes.byref(code)) else None


def _is_elevated(handle: int) -> bool | None:
    token, elevated, size = HANDLE(), DWORD(), DWORD()
    if not advapi32.OpenProcessToken(handle, TOKEN_QUERY, ctypes.byref(token)):
        return None
    try:
        asked = advapi32.GetTokenInformation(token, TOKEN_ELEVATION, ctypes.byref(elevated), 4, ctypes.byref(size))
        return bool(elevated.value) if asked else None
    finally:
        kernel32.CloseHandle(token)


def _session_of(pid: int) -> int:
    session = DWORD()
    return session.value if kernel32.ProcessIdToSessionId(pid, ctypes.byref(session)) else -1


def _thread_ticks(thread_id: int) -> int:
    handle = kernel32.OpenThread(THREAD_QUERY_LIMITED, False, thread_id)
    if not handle:
        return 0
    try:
        unused, kernel, user = FileTime(), FileTime(), FileTime()
        kernel32.GetThreadTimes(handle, unused, unused, kernel, user)
        return kernel.ticks + user.ticks
    finally:
        kernel32.CloseHandle(handle)


def start_folder(exe: str, path: str, args: Sequence[str]) -> str | None:
    """Return the folder that a program starts in when nobody says one; None for the current one.

    That is its own folder. The current one stays for a program that was named without a folder, for the Python that
    runs this, and where an argument names something in the current folder.
    """
    is_named_by_path = any(separator in exe for separator in "/\\")
    is_ours = os.path.normcase(path) == os.path.normcase(sys.executable)
    names_something_here = any(arg and not os.path.isabs(arg) and os.path.exists(arg) for arg in args)
    return os.path.dirname(path) if is_named_by_path and not is_ours and not names_something_here else None
