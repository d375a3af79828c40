"""What is inside an exe that PyInstaller made, and a start of it that finds its files unpacked.

Such an exe is a bootloader with an archive behind it: entries, their table, and a cookie that says where the table is.
The bootloader unpacks an archive that holds files, and starts one that holds none from a folder beside the exe, which
an option names. So the same bootloader with the same modules, without the files, is the start of what was unpacked.

Source: PyInstaller's documentation, "Advanced Topics", the CArchive.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath

from wpfagent.core.errors import FileInvalid

MAGIC = b"MEI\014\013\012\013\016"
COOKIE = struct.Struct("!8sIIII64s")
"""Magic, the archive's length, where its table is and how long, Python's version, the name of its DLL."""
ENTRY = struct.Struct("!IIIIBc")
"""The entry's length in the table, where its data are, how long, how long unpacked, whether compressed, its kind."""
ALIGNED = 16
FILES = (b"b", b"x", b"Z")
"""Kinds that are unpacked: libraries and other files."""
MODULES = b"z"
OPTION = b"o"
CONTENTS = "pyi-contents-directory"
MODULES_NAME = "PYZ.pyz"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its name, its kind, its data as they are stored, and how long they are unpacked."""

    name: str
    kind: bytes
    stored: bytes
    length: int
    is_compressed: bool

    @property
    def data(self) -> bytes:
        """What it holds."""
        return zlib.decompress(self.stored) if self.is_compressed else self.stored


@dataclass(frozen=True, slots=True)
class Archive:
    """An exe, taken apart.

    Args:
        bootloader: what stands before the archive.
        entries: what is inside, in order.
        python: its version as the cookie has it.
        library: the name of its DLL.
    """

    bootloader: bytes
    entries: tuple[Entry, ...]
    python: int
    library: bytes

    @classmethod
    def read(cls, path: Path) -> Archive:
        """Take an exe apart.

        Raises:
            FileInvalid: it holds no whole archive.
            OSError: it cannot be read.
        """
        data = path.read_bytes()
        at = data.rfind(MAGIC)
        try:
            _magic, length, table_at, table_length, python, library = COOKIE.unpack_from(data, at)
            start = at + COOKIE.size - length
            if at < 0 or start < 0:
                raise ValueError
            table = data[start + table_at : start + table_at + table_length]
            return cls(data[:start], tuple(_entries(table, data, start)), python, library)
        except (struct.error, ValueError) as error:
            raise FileInvalid(
                f"{path}: it holds no archive of a program: it is cut off, or another file.",
                hint="Download it again.",
                details={"file": str(path)},
            ) from error

    def files(self) -> dict[str, bytes]:
        """Return what the exe unpacks at each start, by its path, and its modules, which it reads from itself.

        Raises:
            FileInvalid: a path leads out of the folder, or data are damaged.
        """
        found: dict[str, bytes] = {}
        for entry in self.entries:
            if entry.kind in FILES or entry.kind == MODULES:
                path = PureWindowsPath(MODULES_NAME if entry.kind == MODULES else entry.name)
                try:
                    content = entry.data
                except zlib.error:
                    content = b""
                if path.drive or path.root or ".." in path.parts or len(content) != entry.length:
                    raise FileInvalid(f"The exe holds a damaged entry: {entry.name}.", hint="Download it again.")
                found[path.as_posix()] = content
        return found

    def start_from(self, folder: str) -> bytes:
        """Return the exe that finds its files in a folder beside it instead of unpacking them.

        Args:
            folder: its name.
        """
        kept = [e for e in self.entries if e.kind not in FILES and not e.name.startswith(CONTENTS)]
        return self.bootloader + replace(self, entries=(*kept, option(f"{CONTENTS} {folder}")))._packed()

    def _packed(self) -> bytes:
        body, table = bytearray(), bytearray()
        for entry in self.entries:
            name = entry.name.encode() + b"\0"
            length = -(-(ENTRY.size + len(name)) // ALIGNED) * ALIGNED
            facts = (length, len(body), len(entry.stored), entry.length, entry.is_compressed, entry.kind)
            table += (ENTRY.pack(*facts) + name).ljust(length, b"\0")
            body += entry.stored
        whole = len(body) + len(table) + COOKIE.size
        return bytes(body + table + COOKIE.pack(MAGIC, whole, len(body), len(table), self.python, self.library))


def option(text: str) -> Entry:
    """Return the entry that tells the bootloader something."""
    return Entry(text, OPTION, b"", 0, is_compressed=False)


def _entries(table: bytes, data: bytes, start: int) -> Iterator[Entry]:
    at = 0
    while at < len(table):
        length, offset, stored, unpacked, is_compressed, kind = ENTRY.unpack_from(table, at)
        if length <= ENTRY.size or at + length > len(table):
            raise ValueError
        name = table[at + ENTRY.size : at + length].rstrip(b"\0").decode()
        begin = start + offset
        yield Entry(name, kind, data[begin : begin + stored], unpacked, bool(is_compressed))
        at += length
