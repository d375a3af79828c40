"""The sequence points of a portable PDB, beside a module or inside it: which statement an IL offset belongs to.

`dnfile` reads metadata inside of executable files only, and no sequence points; so this does, as far as lines go.

Source: Portable PDB v1.0 Format Specification (dotnet/runtime); ECMA-335, II.24.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from pathlib import Path, PureWindowsPath
from typing import NamedTuple, Self

from wpfagent.dotnet.executable import NOTHING, debug_entries

METHOD_TOKEN = 0x06000000
LARGEST = 256 << 20
_DOCUMENT, _METHOD = 0x30, 0x31


class Point(NamedTuple):
    """Where a statement begins: its IL offset, the path of its source file as it was built, its line."""

    offset: int
    file: str
    line: int


class PortablePdb:
    """One PDB.

    Args:
        data: its bytes.

    Raises:
        ValueError: it is no portable PDB (the older format of Windows is none), or makes no sense.
    """

    def __init__(self, data: bytes) -> None:
        if data[:4] != b"BSJB":
            raise ValueError("no portable PDB")
        try:
            self._read(data)
        except (struct.error, IndexError, KeyError, UnicodeDecodeError) as error:
            raise ValueError("the PDB makes no sense") from error
        self._known: dict[int, tuple[Point, ...]] = {}

    @classmethod
    def of(cls, module: Path) -> Self | None:
        """Return the PDB of an assembly: inside, or beside it and of the same build; None without one."""
        try:
            entries = debug_entries(module.read_bytes())
        except (OSError, ValueError):
            entries = NOTHING
        beside = module.with_suffix(".pdb")
        built = module.parent / PureWindowsPath(entries.path).name if entries.path else beside
        for path in dict.fromkeys((beside, built)):
            try:
                if path.stat().st_size > LARGEST:
                    continue
                pdb = cls(path.read_bytes())
            except (OSError, ValueError):
                continue
            if not entries.guid or pdb.guid == entries.guid:
                return pdb
        try:
            return cls(entries.embedded) if entries.embedded else None
        except ValueError:
            return None

    def points(self, token: int) -> tuple[Point, ...]:
        """Return the visible statements of a method, in the order of their offsets; () where there are none."""
        if token not in self._known:
            try:
                self._known[token] = tuple(sorted(self._points(token - METHOD_TOKEN)))
            except (IndexError, ValueError):
                self._known[token] = ()
        return self._known[token]

    def place(self, token: int, offset: int) -> tuple[str, int] | None:
        """Return file and line of the statement at an IL offset; the first one's before it."""
        points = self.points(token)
        if not points:
            return None
        found = points[max(0, bisect_right(points, offset, key=lambda point: point.offset) - 1)]
        return found.file, found.line

    def _read(self, data: bytes) -> None:
        version_length = int.from_bytes(data[12:16], "little")
        at = 16 + version_length
        (streams,) = struct.unpack_from("<H", data, at + 2)
        at += 4
        found: dict[str, bytes] = {}
        for _ in range(streams):
            offset, size = struct.unpack_from("<II", data, at)
            end = data.index(b"\0", at + 8)
            found[data[at + 8 : end].decode("ascii")] = data[offset : offset + size]
            at += 8 + (end - at - 8) // 4 * 4 + 4
        self.guid = found["#Pdb"][:16]
        self._blobs = found["#Blob"]
        self._tables(found["#~"])

    def _tables(self, data: bytes) -> None:
        """Find the two tables that matter: they are the first ones of a PDB."""
        heaps = data[6]
        (valid,) = struct.unpack_from("<Q", data, 8)
        numbers = [number for number in range(64) if valid >> number & 1]
        rows = dict(zip(numbers, struct.unpack_from(f"<{len(numbers)}I", data, 24), strict=True))
        if any(number < _DOCUMENT for number in numbers):
            raise ValueError("a PDB with tables of code")
        blob = 4 if heaps & 4 else 2
        guid = 4 if heaps & 2 else 2
        documents, methods = rows.get(_DOCUMENT, 0), rows.get(_METHOD, 0)
        index = 4 if documents > 0xFFFF else 2
        at = 24 + 4 * len(numbers)
        width = 2 * blob + 2 * guid
        self._names = [_little(data, at + row * width, blob) for row in range(documents)]
        at += documents * width
        width = index + blob
        if at + methods * width > len(data):
            raise ValueError("a PDB that is cut off")
        self._methods = [
            (_little(data, at + row * width, index), _little(data, at + row * width + index, blob))
            for row in range(methods)
        ]
        self._files: dict[int, str] = {}

    def _file(self, document: int) -> str:
        """Return a document's path: its parts are blobs of their own."""
        if document not in self._files:
            data = self._blob(self._names[document - 1])
            separator, at, parts = chr(data[0]) if data[0] else "", 1, []
            while at < len(data):
                part, at = _unsigned(data, at)
                parts.append(self._blob(part).decode("utf-8", "replace") if part else "")
            self._files[document] = separator.join(parts)
        return self._files[document]

    def _blob(self, at: int) -> bytes:
        size, at = _unsigned(self._blobs, at)
        return self._blobs[at : at + size]

    def _points(self, row: int) -> list[Point]:
        """Return a method's statements, without the hidden ones."""
        if not 0 < row <= len(self._methods):
            return []
        document, place = self._methods[row - 1]
        if not place:
            return []
        data = self._blob(place)
        _, at = _unsigned(data, 0)
        if not document:
            document, at = _unsigned(data, at)
        found: list[Point] = []
        offset, line, first, begun = 0, 0, True, False
        while at < len(data):
            step, at = _unsigned(data, at)
            if not first and not step:
                document, at = _unsigned(data, at)
                continue
            offset, first = offset + step, False
            lines, at = _unsigned(data, at)
            columns, at = _signed(data, at) if lines else _unsigned(data, at)
            if not lines and not columns:
                continue
            step, at = _signed(data, at) if begun else _unsigned(data, at)
            _, at = _signed(data, at) if begun else _unsigned(data, at)
            line, begun = line + step, True
            found.append(Point(offset, self._file(document), line))
        return found


def _little(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    """Return a compressed number, and where it ends."""
    first = data[at]
    if first < 0x80:
        return first, at + 1
    if first < 0xC0:
        return (first & 0x3F) << 8 | data[at + 1], at + 2
    return (first & 0x1F) << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3], at + 4


def _signed(data: bytes, at: int) -> tuple[int, int]:
    """Return a compressed number whose sign is its lowest bit, and where it ends."""
    value, end = _unsigned(data, at)
    width = {1: 6, 2: 13, 4: 28}[end - at]
    return (value >> 1) - (1 << width if value & 1 else 0), end
