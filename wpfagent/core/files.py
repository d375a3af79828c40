"""Files that can be read whenever their writer dies: whole lines at the end of one, whole files by renaming."""

from __future__ import annotations

import json
import ntpath
import os
import re
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from wpfagent.core import wait
from wpfagent.core.errors import PathOutsideScope

MOVE_S = 5.0
"""How long a file that somebody holds is waited for."""
MARKER = "writing.lock"
"""In a session's folder while it is written; the system lets go of it when the writer dies."""
STALE_S = 3_600.0
"""What a writer has not renamed for so long it never will: it was killed."""
_LEFT = re.compile(r"\.\d+-\d+\.new")
_FOREIGN = re.compile(r'[\x00-\x1f\\:*?"<>|]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)", re.IGNORECASE)


class LineFile:
    """A file that grows by lines; each is with the system when `append` returns.

    Raises:
        OSError: from every method.
    """

    def __init__(self, path: str) -> None:
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        with open(path, "rb") as file:
            before = file.read()
        self._size = len(before)
        self.lines = before.count(b"\n")
        """How many it had when it was opened."""
        if before and not before.endswith(b"\n"):
            self._write(b"\n")  # an earlier writer was killed inside a line: what follows must not join it
            self.lines += 1

    def append(self, line: str) -> None:
        """Write one line; when that fails, what was there before is all that stays."""
        try:
            self._write(encoded(line) + b"\n")
        except OSError:
            os.ftruncate(self._fd, self._size)
            raise

    def close(self) -> None:
        """Close it."""
        os.close(self._fd)

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[os.write(self._fd, left) :]
        self._size += len(data)


class Marker:
    """Says that a session is being written, until it is released or its process has ended.

    Raises:
        OSError: another process holds it already.
    """

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, MARKER)
        self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(self._fd)
        except OSError:
            os.close(self._fd)
            raise

    def release(self) -> None:
        """Let go and remove it."""
        os.close(self._fd)
        remove(self._path)


def is_marked(folder: str) -> bool:
    """Return whether a living process writes this session."""
    try:
        fd = os.open(os.path.join(folder, MARKER), os.O_RDWR)
    except FileNotFoundError:
        return False
    except OSError:
        return True  # not ours to open: leave it alone
    try:
        _lock(fd)
    except OSError:
        return True
    finally:
        os.close(fd)
    return False


def _lock(fd: int) -> None:
    """Lock a file until it is closed; OSError when another holds it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def encoded(text: str) -> bytes:
    """Return a text as UTF-8; half a character, which Windows allows in texts, becomes the escape that JSON has."""
    return text.encode(errors="backslashreplace")


def write_whole(path: str, data: bytes, *, mode: int = 0o666, prepare: Callable[[str], object] | None = None) -> None:
    """Write a file under another name and rename it: whoever opens it finds all of it, or the one before.

    The other name is this writer's own, and nothing that stands there already is written through: of two writers at
    once one is the last. A link that has the file's name is replaced, not followed: it may be anybody's. Who writes a
    file that a person may keep elsewhere resolves its path first (profiles.json; clients' files in `config_file`).

    Args:
        path: of the file.
        data: what it will hold.
        mode: who may read it, on POSIX.
        prepare: is given its first name before anything stands in it; what is prepared is on the disk at the end.

    Raises:
        OSError: it cannot be written.
    """
    new = f"{path}.{os.getpid()}-{threading.get_ident()}.new"
    try:
        remove(new)  # of a run that was killed, with this one's numbers
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with open(fd, "wb") as file:
            if prepare is not None:
                prepare(new)
            file.write(data)
            if prepare is not None:
                file.flush()
                os.fsync(fd)
        put_in_place(new, path)
    except OSError:
        remove(new)
        raise
    _remove_left(path)


def _remove_left(path: str) -> None:
    """Delete what writers of this file left that were killed; what one is writing now is newer, by the disk's clock."""
    folder, name = os.path.split(path)
    with suppress(OSError), os.scandir(folder or ".") as entries:
        now = os.stat(path).st_mtime
        for entry in entries:
            is_left = entry.name.startswith(name) and _LEFT.fullmatch(entry.name, len(name)) is not None
            if is_left and now - entry.stat(follow_symlinks=False).st_mtime > STALE_S:
                remove(entry.path)


def put_in_place(new: str, path: str) -> None:
    """Rename a file or folder; viewers and virus scanners hold what was just written for a moment: waits for them."""

    def is_moved() -> bool:
        try:
            os.replace(new, path)
        except PermissionError:
            return False
        return True

    if not wait.until(is_moved, wait.RealClock(), timeout_s=MOVE_S).ok:
        os.replace(new, path)


def lies_in(path: str | os.PathLike[str], *folders: str | os.PathLike[str]) -> bool:
    """Return whether a path lies in one of these folders by its name; links in it may still lead out.

    The path is not touched: of what lies elsewhere nobody learns whether it is there, and no other computer is asked.
    """
    named = Path(os.path.abspath(path))
    roots = (root(folder) for folder in folders for root in (os.path.abspath, os.path.realpath))
    return any(map(named.is_relative_to, roots))


def is_elsewhere(path: str, here: str) -> bool:
    """Return whether a path names another computer than where a file lies; nobody is asked for it.

    Looking at such a path is enough to tell that computer who asks.
    """
    drive, own = (ntpath.normcase(ntpath.splitdrive(name)[0]) for name in (path, here))
    return drive.startswith("\\\\") and drive != own


def inner_path(name: str) -> PurePosixPath:
    """Return the path that stands in a message or a parcel, which is to lie below a folder on any system.

    Raises:
        PathOutsideScope: it leads out, or Windows takes it for something else: a device, a stream, another name.
    """
    parts = name.split("/")
    if any(_FOREIGN.search(part) or part.rstrip(". ") != part or not part or _DEVICE.match(part) for part in parts):
        raise PathOutsideScope(f"{name!r} lies outside the folder of its work.")
    return PurePosixPath(name)


def read_object(path: Path) -> dict[str, Any]:
    """Return what a JSON file holds; nothing when it cannot be read: a killed run may leave half of one."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def can_write(folder: str) -> bool:
    """Return whether files can be made in a folder, by making one.

    `os.access` knows nothing of Windows' access lists, and `tempfile` tries names for ever where they refuse
    (CPython issue 66305).
    """
    path = os.path.join(folder, f".wpf-agent-{os.getpid()}-{threading.get_ident()}")
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        pass  # of a run that was killed, with this one's number
    except OSError:
        return False
    remove(path)
    return True


def remove(path: str) -> None:
    """Delete a file if it is there and may be deleted."""
    try:
        os.remove(path)
    except OSError:
        pass  # it is gone, or somebody holds it: it does no harm
