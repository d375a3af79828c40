"""Streams recorded from the program `stall` on a real runtime (.NET 10), with its assembly and PDB.

`light`: a watch's session while `swallowed` was pressed. `crash-inner`, `crash-async`: one until the program was gone.
`deadlock`: a watch's session while `deadlock` was pressed; `deadlock-samples`: samples of the threads after it.
"""

from __future__ import annotations

import gzip
import io
import struct
from pathlib import Path

from wpfagent.dotnet import commands
from wpfagent.dotnet.nettrace import Event, NetTraceError, Reader
from wpfagent.dotnet.runtime_events import Loaded, Module, fact_of
from wpfagent.dotnet.symbols import Symbols

DATA = Path(__file__).parent.parent / "data" / "dotnet"
STREAMS = ("light", "crash-inner", "crash-async", "deadlock", "deadlock-samples")


def recorded(name: str) -> bytes:
    """Return a recorded stream."""
    return gzip.decompress((DATA / f"{name}.nettrace.gz").read_bytes())


def events(data: bytes) -> list[Event]:
    """Return the events of a stream; one that is cut gives those before."""
    return read(data)[0]


def read(data: bytes) -> tuple[list[Event], NetTraceError | None, int]:
    """Return the events up to the end or the error, the error, and the most bytes that were asked for at once."""
    stream, found, most = io.BytesIO(data), list[Event](), 0

    def some(size: int) -> bytes:
        nonlocal most
        most = max(most, size)
        return stream.read(size)

    try:
        for event in Reader(some).events():
            found.append(event)
    except NetTraceError as error:
        return found, error, most
    return found, None, most


def unpacked(folder: Path, *, pdb: bool = True, program: str = "stall") -> Path:
    """Write a program's assembly, with its PDB, into a folder; return the assembly's path."""
    for suffix in ("dll", "pdb") if pdb else ("dll",):
        (folder / f"{program}.{suffix}").write_bytes(gzip.decompress((DATA / f"{program}.{suffix}.gz").read_bytes()))
    return folder / f"{program}.dll"


def learned(data: bytes, assembly: Path | None = None) -> Symbols:
    """Return what a stream tells of the code; the program's own module lies at `assembly`."""
    symbols = Symbols(own=frozenset(("stall.dll",)), own_types=frozenset())
    for event in events(data):
        fact = fact_of(event.kind, event.payload)
        symbols.learn(fact)
        if isinstance(fact, Loaded) and fact.module and fact.type.startswith("Stall."):
            symbols.learn(Module(fact.module, str(assembly or "stall.dll")))
    return symbols


class Played:
    """A connection that plays a recorded stream: the answers as the runtime gives them, then the stream."""

    def __init__(self, stream: bytes) -> None:
        self._stream = stream
        self._left = b""

    def send(self, data: bytes) -> None:
        command = data[16], data[17]
        if command == commands.PROCESS_INFO_2:
            texts = (r"C:\none\stall.exe", "windows", "x64", "stall", "10.0.12")
            said = struct.pack("<Q16s", 7, b"") + b"".join(
                struct.pack("<I", len(text) + 1) + (text + "\0").encode("utf-16-le") for text in texts
            )
            self._left = commands.message(commands.OK, said)
        else:
            self._left = commands.message(commands.OK, struct.pack("<Q", 1))
            if command == commands.COLLECT:
                self._left += self._stream

    def receive(self, size: int, timeout_s: float | None) -> bytes:
        part, self._left = self._left[:size], self._left[size:]
        return part

    def close(self) -> None:
        self._left = b""
