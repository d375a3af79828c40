"""What the headers of an executable file say: where its PDB is, and whether it was compiled when it was published.

Source: PE Format (Microsoft Learn); ECMA-335, II.25; PE COFF Additions of the Portable PDB specification.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

LARGEST_PDB = 256 << 20
_CODE_VIEW, _EMBEDDED = 2, 17
_DEBUG, _CLR = 6, 14
"""Numbers of the data directories."""
_NATIVE = 64
"""Where in the CLR header the native code's directory stands."""


class DebugEntries(NamedTuple):
    """What a module says of its PDB: id (16 bytes), path when it was built, the PDB itself where it is inside."""

    guid: bytes
    path: str
    embedded: bytes


NOTHING = DebugEntries(b"", "", b"")


def debug_entries(data: bytes) -> DebugEntries:
    """Return what the debug directory says; raises ValueError where the file is no executable, or makes no sense."""
    try:
        return _entries(data)
    except (struct.error, zlib.error, IndexError) as error:
        raise ValueError("the file's headers make no sense") from error


def is_ready_to_run(data: bytes) -> bool:
    """Return whether an assembly holds machine code (ReadyToRun) beside its IL; False where it is none."""
    try:
        at, _ = _directory(data, _CLR)
        return at > 0 and struct.unpack_from("<I", data, at + _NATIVE)[0] != 0
    except (ValueError, struct.error, IndexError):
        return False


def is_managed(data: bytes) -> bool:
    """Return whether an executable file is a .NET assembly."""
    try:
        return _directory(data, _CLR)[0] > 0
    except (ValueError, struct.error, IndexError):
        return False


def _entries(data: bytes) -> DebugEntries:
    guid, path, embedded = NOTHING
    at, size = _directory(data, _DEBUG)
    for entry in range(at, at + size, 28):
        kind, length, _, raw = struct.unpack_from("<IIII", data, entry + 12)
        found = data[raw : raw + length]
        if kind == _CODE_VIEW and found[:4] == b"RSDS":
            guid, path = found[4:20], found[24:].partition(b"\0")[0].decode("utf-8", "replace")
        elif kind == _EMBEDDED and found[:4] == b"MPDB":
            embedded = zlib.decompressobj(-15).decompress(found[8:], LARGEST_PDB)
    return DebugEntries(guid, path, embedded)


def _directory(data: bytes, number: int) -> tuple[int, int]:
    """Return where in the file a data directory's content begins, and its size; (0, 0) where there is none."""
    (header,) = struct.unpack_from("<I", data, 0x3C)
    if data[:2] != b"MZ" or data[header : header + 4] != b"PE\0\0":
        raise ValueError("no executable file")
    (magic,) = struct.unpack_from("<H", data, header + 24)
    rva, size = struct.unpack_from("<II", data, header + 24 + (112 if magic == 0x20B else 96) + 8 * number)
    for place, length, raw in _sections(data, header):
        if place <= rva < place + length:
            return rva - place + raw, size
    return 0, 0


def _sections(data: bytes, header: int) -> Iterator[tuple[int, int, int]]:
    """Give the sections: address in memory, length in the file, place in the file."""
    count, optional = struct.unpack_from("<H12xH", data, header + 6)
    for section in range(count):
        _, place, length, raw = struct.unpack_from("<IIII", data, header + 24 + optional + 40 * section + 8)
        yield place, length, raw
