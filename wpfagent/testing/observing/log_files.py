"""What was added to log files since they were last looked at: rotation, encodings, and a bound on each look."""

from __future__ import annotations

import codecs
import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

READ_AT_MOST = 128 * 1024
"""Bytes in one look; the rest follows in the next."""
FILES_AT_MOST = 20
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNMARKED = ("utf-8", "cp932", "cp1252")
"""Tried in this order where no byte order mark tells; the last reads anything, so to say."""


@dataclass(frozen=True, slots=True)
class Added:
    """What was added to one file: its path and whole lines."""

    path: str
    text: str


@dataclass(slots=True)
class LogFiles:
    """Follows log files. A file is known by its identity on the disk, so that renaming it is no new file.

    Args:
        offsets: up to where each file was read, by identity; `start` fills it.
    """

    offsets: dict[str, int] = field(default_factory=dict)

    @classmethod
    def start(cls, globs: Iterable[str]) -> LogFiles:
        """Return a follower that has seen all that is in the files now."""
        return cls({identity: stat.st_size for _, identity, stat in _files(globs)})

    def added(self, globs: Iterable[str], *, final: bool) -> Iterator[Added]:
        """Yield what was added since the last call, file by file.

        Args:
            globs: which files.
            final: whether nothing more will be written: a last line without its end counts too.
        """
        left = READ_AT_MOST
        for path, identity, stat in _files(globs):
            offset = self.offsets.get(identity, 0)
            if stat.st_size < offset:
                offset = 0  # it was emptied and begun anew
            if stat.st_size == offset or left <= 0:
                self.offsets[identity] = offset
                continue
            text, used = _read(path, offset, left, final=final)
            left -= used
            self.offsets[identity] = offset + used
            if text:
                yield Added(path, text)


def read_tail(path: str, since: int = 0, *, at_most: int = READ_AT_MOST) -> str:
    """Return the end of a file, at most so many bytes and nothing from before `since`; '' when it cannot be read."""
    try:
        size = os.path.getsize(path)
    except OSError:
        return ""
    return _read(path, max(since, size - at_most), at_most, final=True)[0] if size > since else ""


def size_of(path: str | None) -> int:
    """Return a file's size; 0 when there is none."""
    try:
        return os.path.getsize(path) if path else 0
    except OSError:
        return 0


def _files(globs: Iterable[str]) -> list[tuple[str, str, os.stat_result]]:
    """The files, the newest first where there are too many; each once, however many patterns name it."""
    found: dict[str, tuple[str, str, os.stat_result]] = {}
    for pattern in globs:
        for path in glob.iglob(os.path.expandvars(pattern), recursive="**" in pattern):
            try:
                stat = os.stat(path)
            except OSError:
                continue  # it was deleted meanwhile
            identity = f"{stat.st_dev}:{stat.st_ino}" if stat.st_ino else os.path.abspath(path)
            found[identity] = (path, identity, stat)
    newest = sorted(found.values(), key=lambda f: -f[2].st_mtime)[:FILES_AT_MOST]
    return sorted(newest, key=lambda f: f[0])


def _read(path: str, offset: int, at_most: int, *, final: bool) -> tuple[str, int]:
    """Return whole lines from an offset on, and how many bytes they are; what cannot be read is nothing."""
    try:
        with open(path, "rb") as file:
            start = file.read(3)
            file.seek(offset)
            data = file.read(at_most)
    except OSError:
        return "", 0  # locked by its writer: it is read the next time
    encoding = next((name for mark, name in _MARKS if start.startswith(mark)), None)
    if not final or len(data) == at_most:
        data = _whole_lines(data, encoding) or (data if len(data) == at_most else b"")
    return _decoded(data, encoding).removeprefix("\ufeff"), len(data)


def _whole_lines(data: bytes, encoding: str | None) -> bytes:
    if encoding is None or not encoding.startswith("utf-16"):
        return data[: data.rfind(b"\n") + 1]
    newline = "\n".encode(encoding)
    end = data.rfind(newline)
    while end > 0 and end % 2:  # the two bytes of a newline may also lie across two characters
        end = data.rfind(newline, 0, end + 1)
    return data[: end + 2] if end >= 0 else b""


def _decoded(data: bytes, encoding: str | None) -> str:
    for name in (encoding,) if encoding else _UNMARKED:
        try:
            return data.decode(name)
        except UnicodeDecodeError:
            continue
    return data.decode(encoding or "utf-8", errors="replace")
