"""The messages of the diagnostics pipe: what is asked, and what the answers say.

Source: Diagnostic IPC Protocol, of the dotnet/diagnostics repository.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from wpfagent.core.errors import DotnetUnavailable
from wpfagent.dotnet.model import Runtime

MAGIC = b"DOTNET_IPC_V1\0"
HEADER = struct.Struct("<14sHBBH")
STOP, COLLECT = (2, 1), (2, 3)
PROCESS_INFO_2 = (4, 4)
OK = (0xFF, 0)
ANSWER_SET, ERROR = 0xFF, 0xFF
NETTRACE = 1
BUFFER_MB = 64
"""What the runtime buffers before it drops events; it takes only what it needs."""
UNKNOWN_COMMAND = 0x80131385
_ERRORS = {
    0x80131384: "the message was not understood",
    UNKNOWN_COMMAND: "its runtime does not know this command",
    0x80131386: "its runtime does not know this protocol",
    0x80131387: "its runtime refused the arguments",
}


class Provider(NamedTuple):
    """What is asked of one source of events."""

    name: str
    keywords: int = 0
    level: int = 5
    arguments: str = ""


def refused(code: int) -> DotnetUnavailable:
    """Return the error for a command that the runtime answered with an error; details hold its HRESULT."""
    return DotnetUnavailable(
        f"The .NET program refused: {_ERRORS.get(code, f'error 0x{code:08X}')}.", details={"hresult": code}
    )


def message(command: tuple[int, int], payload: bytes = b"") -> bytes:
    """Return a command as it is sent."""
    return HEADER.pack(MAGIC, HEADER.size + len(payload), *command, 0) + payload


def collect(providers: Sequence[Provider], *, rundown: bool) -> bytes:
    """Return the command that begins a session; its answer is followed by the events."""
    parts = [struct.pack("<IIBI", BUFFER_MB, NETTRACE, rundown, len(providers))]
    for provider in providers:
        parts.append(struct.pack("<QI", provider.keywords, provider.level))
        parts += [_string(provider.name), _string(provider.arguments)]
    return message(COLLECT, b"".join(parts))


def stop(session: int) -> bytes:
    """Return the command that ends a session, over a connection of its own."""
    return message(STOP, struct.pack("<Q", session))


def answer_size(header: bytes) -> int:
    """Return how many bytes of an answer follow its header; raises DotnetUnavailable where it is none."""
    magic, size, *_ = HEADER.unpack(header)
    if magic != MAGIC or size < HEADER.size:
        raise DotnetUnavailable("What answers on the program's diagnostics pipe is not a .NET runtime.")
    return int(size) - HEADER.size


def check(header: bytes, payload: bytes) -> bytes:
    """Return an answer's payload; raises DotnetUnavailable where it is an error."""
    _, _, kind, command, _ = HEADER.unpack(header)
    if (kind, command) != OK:
        code = int.from_bytes(payload[:4], "little") if kind == ANSWER_SET and command == ERROR else 0
        raise refused(code)
    return payload


def runtime(payload: bytes, *, second: bool) -> Runtime:
    """Return what ProcessInfo (or, `second`, ProcessInfo2) answered."""
    try:
        (pid,) = struct.unpack_from("<Q", payload)
        texts, at = [], 24
        for _ in range(5 if second else 3):
            (count,) = struct.unpack_from("<I", payload, at)
            at += 4
            texts.append(payload[at : at + 2 * count].decode("utf-16-le", "replace").rstrip("\0"))
            at += 2 * count
    except struct.error as error:
        raise DotnetUnavailable("The .NET program's answer about itself is cut off.") from error
    command_line, _, architecture, *rest = texts
    entry, version = rest or ("", "")
    return Runtime(pid, version.partition("+")[0], command_line, architecture, entry or None)


def _string(text: str) -> bytes:
    return struct.pack("<I", len(text) + 1) + (text + "\0").encode("utf-16-le") if text else struct.pack("<I", 0)
