"""A client's configuration file: read as it is, replaced in one step, with a copy of what it was beside it.

The file behind a symbolic link is the one that is read and replaced; its mode stays. Nothing is written when somebody
else changed the file since it was read.
"""

from __future__ import annotations

import codecs
import datetime as dt
import os
import stat
import sys
import threading
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

from wpfagent.core import wait
from wpfagent.core.errors import FileInvalid, StorageFailed

BACKUPS_KEPT = 3
LEFTOVER_AGE_S = 60.0
REPLACE_TIMEOUT_S = 2.0
_BACKUP = "bak-wpf-agent"
_NEW = "new-wpf-agent"


class ChangedMeanwhile(Exception):
    """Somebody else wrote the file between our reading and our writing: read it again."""


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A file as it was read: its real path, its bytes (None: there is none), its text without a byte order mark."""

    path: Path
    raw: bytes | None = field(repr=False)
    text: str = field(repr=False)

    @property
    def mark(self) -> bytes:
        """The byte order mark."""
        return codecs.BOM_UTF8 if self.raw is not None and self.raw.startswith(codecs.BOM_UTF8) else b""


def read(path: Path) -> ConfigFile:
    """Return the file as it is.

    Raises:
        FileInvalid: it is not UTF-8, or cannot be read.
    """
    raw = None
    try:
        path = path.resolve()
        raw = path.read_bytes()
        return ConfigFile(path, raw, raw.removeprefix(codecs.BOM_UTF8).decode("utf-8"))
    except FileNotFoundError:
        return ConfigFile(path, None, "")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        hint = "Save it as UTF-8; it was left as it is."
        raise FileInvalid(f"{path}, line {line}: it is not UTF-8.", hint=hint) from error
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        raise FileInvalid(f"{path} cannot be read: {error}.", hint="It was left as it is.") from error


def write(file: ConfigFile, text: str, *, private: bool) -> Path | None:
    """Put the text in the place of the file and return where its former content was kept, if it had any.

    Args:
        file: the file as it was read.
        text: what it shall hold.
        private: a new file may be read by its owner only.

    Raises:
        ChangedMeanwhile: the file is no longer as it was read.
        StorageFailed: the file or its folder cannot be written.
    """
    try:
        file.path.parent.mkdir(parents=True, exist_ok=True)
        _forget_leftovers(file.path)
        mode = _mode(file, private=private)
        new = file.path.with_name(f".{file.path.name}.{_NEW}-{uuid.uuid4().hex[:8]}")
        try:
            _create(new, file.mark + text.encode("utf-8"), mode)
            backup = _back_up(file, mode)
            _replace(file, new)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise _failed(file.path, error) from error
    _forget_backups(file.path)
    return backup


def delete(file: ConfigFile) -> None:
    """Delete the file; nothing that anybody could miss may be in it.

    Raises:
        ChangedMeanwhile: the file is no longer as it was read.
        StorageFailed: it cannot be deleted.
    """
    try:
        _mode(file, private=True)
        if _now(file.path) != file.raw:
            raise ChangedMeanwhile
        file.path.unlink(missing_ok=True)
    except OSError as error:
        raise _failed(file.path, error) from error


def _failed(path: Path, error: OSError) -> StorageFailed:
    return StorageFailed(
        f"{path} cannot be written: {error.strerror or error}.", hint="It was left as it is; mend its rights and retry."
    )


def _mode(file: ConfigFile, *, private: bool) -> int:
    """The mode for the new file.

    Raises:
        PermissionError: the file is read-only: replacing it would get round that.
    """
    if file.raw is None:
        return 0o600 if private else 0o666
    mode = stat.S_IMODE(file.path.stat().st_mode)
    if not mode & stat.S_IWUSR:
        raise PermissionError(None, "it is read-only")
    return mode


def _create(path: Path, raw: bytes, mode: int) -> None:
    """Write a file that nobody else could read on the way."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode), "wb") as out:
        out.write(raw)
        out.flush()
        os.fsync(out.fileno())


def _replace(file: ConfigFile, new: Path) -> None:
    if file.raw is not None:
        _take_over_rights(file.path, new)
    if _now(file.path) != file.raw:
        raise ChangedMeanwhile
    failed: list[OSError] = []

    def replaced() -> bool:
        try:
            new.replace(file.path)
        except PermissionError as error:
            failed.append(error)
            return sys.platform != "win32"  # there a reader holds it for a moment
        failed.clear()
        return True

    wait.until(replaced, _Clock(), timeout_s=REPLACE_TIMEOUT_S)
    if failed:
        raise failed[-1]


def _take_over_rights(path: Path, new: Path) -> None:
    held = path.stat()
    new.chmod(stat.S_IMODE(held.st_mode))
    if sys.platform != "win32" and (held.st_uid, held.st_gid) != (os.geteuid(), os.getegid()):
        try:
            os.chown(new, held.st_uid, held.st_gid)
        except PermissionError:
            pass  # only root may give files away; the group then is the writer's own


def _now(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _back_up(file: ConfigFile, mode: int) -> Path | None:
    if file.raw is None:
        return None
    when = dt.datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    backup = file.path.with_name(f"{file.path.name}.{_BACKUP}-{when}")
    _create(backup, file.raw, mode)
    return backup


def _forget_backups(path: Path) -> None:
    """Keep the last few copies."""
    for old in sorted(path.parent.glob(f"{_escaped(path.name)}.{_BACKUP}-*"))[:-BACKUPS_KEPT]:
        old.unlink(missing_ok=True)


def _forget_leftovers(path: Path) -> None:
    """Take away what a run that was killed in the middle left."""
    for left in path.parent.glob(f".{_escaped(path.name)}.{_NEW}-*"):
        if time.time() - left.stat().st_mtime > LEFTOVER_AGE_S:
            left.unlink(missing_ok=True)


def _escaped(name: str) -> str:
    import glob

    return glob.escape(name)


class _Clock:
    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        threading.Event().wait(seconds)
