"""What Windows' Application event log says about the end of a process: the one reader of it.

Read are `.NET Runtime` 1023, 1025 and 1026 and `Application Error` 1000. The XML of an event is parsed by itself, so
that recorded events of any language serve as well; only `events_for` asks Windows.
"""

from __future__ import annotations

import ctypes
import datetime as dt
import ntpath
import re
import sys
import threading
from collections.abc import Iterable, Iterator
from ctypes import wintypes
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from wpfagent.testing.oracles.base import ExceptionFacts
from wpfagent.testing.oracles.parts.exceptions import parse_exception

NAMESPACE = "{http://schemas.microsoft.com/win/2004/08/events/event}"
DOTNET, NATIVE = ".NET Runtime", "Application Error"
LIMIT = 64
"""So many events are looked at, the newest first."""
TIMEOUT_S = 2.0
"""The log's service may be busy or stopped: nobody waits longer than this for it."""
_APPLICATION = re.compile(r"^\s*(?:Application|アプリケーション)\s*[:：]\s*(.+?)\s*$", re.MULTILINE)
_MESSAGE = re.compile(r"^\s*(?:Message|メッセージ)\s*[:：]\s*(.*?)\s*$", re.MULTILINE)
_STACK = re.compile(r"^\s*(?:Stack|スタック)\s*[:：]\s*\n", re.MULTILINE)
_NATIVE_NAMES = (
    "AppName", "AppVersion", "AppTimeStamp", "ModuleName", "ModuleVersion", "ModuleTimeStamp", "ExceptionCode",
    "FaultingOffset", "ProcessId", "ProcessCreationTime", "AppPath", "ModulePath",
)  # fmt: skip
"""The data of `Application Error` 1000 in order; before Windows 11 they carry no names."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event about a process that ended.

    Args:
        provider: `.NET Runtime` or `Application Error`.
        event_id: its number.
        time: Unix seconds.
        program: the executable's file name.
        pid: the process; 0 where the event does not tell.
        exception: what `.NET Runtime` says.
        code: the exception code that `Application Error` says.
        module: the module in which it happened.
        text: its data, for people.
    """

    provider: str
    event_id: int
    time: float
    program: str = ""
    pid: int = 0
    exception: ExceptionFacts | None = None
    code: int | None = None
    module: str = ""
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        when = dt.datetime.fromtimestamp(self.time).astimezone().isoformat(timespec="milliseconds")
        return {
            "provider": self.provider,
            "event_id": self.event_id,
            "time": when,
            "program": self.program,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """The events that were found, newest first, and why there may be more than these ('' when all was read)."""

    events: tuple[Event, ...] = ()
    problem: str = ""

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)


def events_for(pid: int, exe: str, since: float, until: float, *, timeout_s: float = TIMEOUT_S) -> Reading:
    """Return what the Application log says about a process. Never raises; `problem` tells what could not be read.

    Args:
        pid: the process.
        exe: its executable: a path, or the file name.
        since: Unix seconds; earlier events belong to others.
        until: Unix seconds.
        timeout_s: longer than this the log is not waited for.
    """
    if sys.platform != "win32":
        return Reading(problem="There is no Windows event log on this system.")
    found: list[str] = []
    problems: list[str] = []

    def read() -> None:
        try:
            found.extend(_query(_xpath(since, until)))
        except (OSError, AttributeError) as error:  # AttributeError: no wevtapi here
            problems.append(f"The Application event log could not be read: {error}")

    reader = threading.Thread(target=read, name="event-log", daemon=True)
    reader.start()
    reader.join(timeout_s)
    if reader.is_alive():
        problems.append(f"The Application event log did not answer within {timeout_s:g} s.")
    return Reading(select(map(parse_event, list(found)), pid, exe), " ".join(problems))


def select(events: Iterable[Event | None], pid: int, exe: str) -> tuple[Event, ...]:
    """Return the events that are about this process: by pid where the event tells it, else by the program's name."""
    name = ntpath.basename(exe).lower()
    return tuple(e for e in events if e is not None and e.program.lower() == name and e.pid in (0, pid))


def parse_event(xml: str) -> Event | None:
    """Return the event that its XML describes; None when it is of another kind or no XML."""
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError:
        return None
    system = root.find(f"{NAMESPACE}System")
    if system is None:
        return None
    provider = _attribute(system, "Provider", "Name")
    number = (system.findtext(f"{NAMESPACE}EventID") or "").strip()
    if provider not in (DOTNET, NATIVE) or not number.isdecimal():
        return None
    time = _unix_time(_attribute(system, "TimeCreated", "SystemTime"))
    data = root.findall(f"{NAMESPACE}EventData/{NAMESPACE}Data")
    if provider == DOTNET:
        writer = _attribute(system, "Execution", "ProcessID")
        return _dotnet_event(int(number), time, data, int(writer) if writer.isdecimal() else 0)
    return _native_event(int(number), time, data)


def _dotnet_event(number: int, time: float, data: list[ElementTree.Element], writer: int) -> Event:
    text = "\n".join(d.text or "" for d in data).strip()
    program = _APPLICATION.search(text)
    name = ntpath.basename(program[1]) if program else ""
    exception = parse_exception(text, "event log")
    if exception is None and (stack := _STACK.search(text)):
        said = _MESSAGE.search(text)
        exception = parse_exception(
            f"Process terminated. {said[1] if said else ''}\n{text[stack.end() :]}", "event log"
        )
    return Event(DOTNET, number, time, name, writer, exception, text=text)


def _native_event(number: int, time: float, data: list[ElementTree.Element]) -> Event:
    by_name = {
        d.get("Name") or default: (d.text or "").strip() for d, default in zip(data, _NATIVE_NAMES, strict=False)
    }
    text = "\n".join(f"{key}: {value}" for key, value in by_name.items() if value)
    return Event(
        NATIVE,
        number,
        time,
        ntpath.basename(by_name.get("AppName", "")),
        _hexadecimal(by_name.get("ProcessId", "")) or 0,
        code=_hexadecimal(by_name.get("ExceptionCode", "")),
        module=by_name.get("ModuleName", ""),
        text=text,
    )


def _attribute(system: ElementTree.Element, tag: str, name: str) -> str:
    found = system.find(f"{NAMESPACE}{tag}")
    return (found.get(name) or "") if found is not None else ""


def _hexadecimal(text: str) -> int | None:
    """Windows writes these with and without `0x`, always hexadecimal."""
    try:
        return int(text, 16)
    except ValueError:
        return None


def _unix_time(text: str) -> float:
    """`2026-11-20T03:14:15.1234567Z`: seven digits of a second are more than Python reads."""
    try:
        return dt.datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", text)).timestamp()
    except ValueError:
        return 0.0


# -- Windows ----------------------------------------------------------------------------------------------------------


def _xpath(since: float, until: float) -> str:
    """A structured query: Windows filters, not we."""

    def at(seconds: float) -> str:
        moment = dt.datetime.fromtimestamp(seconds, dt.UTC)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"

    condition = (
        f"*[System[((Provider[@Name='{DOTNET}'] and (EventID=1023 or EventID=1025 or EventID=1026))"
        f" or (Provider[@Name='{NATIVE}'] and EventID=1000))"
        f" and TimeCreated[@SystemTime>='{at(since)}' and @SystemTime<='{at(until)}']]]"
    )
    return (
        '<QueryList><Query Id="0" Path="Application"><Select Path="Application">'
        f"{escape(condition)}</Select></Query></QueryList>"
    )


def _query(xpath: str) -> list[str]:
    """Return the XML of the events that a query finds, newest first.

    Source: Microsoft's "Querying for Events" and "Rendering Events" (winevt.h).
    """
    channel_path, reverse, as_xml, no_more_items = 0x1, 0x200, 1, 259
    api = ctypes.WinDLL("wevtapi", use_last_error=True)
    api.EvtQuery.restype = wintypes.HANDLE
    api.EvtQuery.argtypes = (wintypes.HANDLE, wintypes.LPCWSTR, wintypes.LPCWSTR, wintypes.DWORD)
    api.EvtNext.argtypes = (
        wintypes.HANDLE, wintypes.DWORD, ctypes.c_void_p, wintypes.DWORD, wintypes.DWORD, ctypes.c_void_p,
    )  # fmt: skip
    api.EvtRender.argtypes = (
        wintypes.HANDLE, wintypes.HANDLE, wintypes.DWORD, wintypes.DWORD, ctypes.c_void_p, ctypes.c_void_p,
        ctypes.c_void_p,
    )  # fmt: skip
    api.EvtClose.argtypes = (wintypes.HANDLE,)
    query = api.EvtQuery(None, None, xpath, channel_path | reverse)
    if not query:
        raise ctypes.WinError(ctypes.get_last_error())
    found: list[str] = []
    try:
        event, count = wintypes.HANDLE(), wintypes.DWORD()
        while len(found) < LIMIT:
            if not api.EvtNext(query, 1, ctypes.byref(event), 1_000, 0, ctypes.byref(count)):
                if ctypes.get_last_error() != no_more_items:
                    raise ctypes.WinError(ctypes.get_last_error())
                break
            try:
                buffer = ctypes.create_unicode_buffer(64 * 1024)  # an event is at most 64 KB
                used, properties = wintypes.DWORD(), wintypes.DWORD()
                if api.EvtRender(
                    None, event, as_xml, ctypes.sizeof(buffer), buffer, ctypes.byref(used), ctypes.byref(properties)
                ):
                    found.append(buffer.value)
            finally:
                api.EvtClose(event)
    finally:
        api.EvtClose(query)
    return found
