"""What registering made beyond the entry itself, kept so that unregistering can undo it.

`registrations.json` in the program's data folder: for each file whether we created it (or the blank text it held), its
folders and the section. Its lock also lets only one registration run at a time.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.core.errors import Busy, StorageFailed
from wpfagent.core.files import write_whole

LOCK_TIMEOUT_S = 20.0


@dataclass(frozen=True, slots=True)
class Made:
    """What was made for one file.

    Args:
        client: whose file it is.
        scope: `user` or `project`.
        section: whether the section is ours.
        file: whether the file is ours.
        folders: the folders that were created for it, outermost first.
        blank: the text of a file that held blanks only.
    """

    client: str
    scope: str
    section: bool = False
    file: bool = False
    folders: tuple[str, ...] = ()
    blank: str | None = None


class Ledger:
    """The notes about files, by their real path.

    Args:
        data: the program's data folder.
    """

    def __init__(self, data: Path) -> None:
        self._path = data / "registrations.json"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Let nobody else register or unregister meanwhile.

        Raises:
            Busy: another call does not end.
            StorageFailed: the data folder cannot be written.
        """
        from filelock import FileLock, Timeout

        lock = FileLock(self._path.with_suffix(".lock"), timeout=LOCK_TIMEOUT_S)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout as error:
            raise Busy("Another call is registering.", hint="Try again when it has ended.") from error
        except OSError as error:
            raise _failed(self._path.parent, error) from error
        try:
            yield
        finally:
            lock.release()

    def all(self) -> dict[Path, Made]:
        """Return the notes; none when the file is missing or broken: they only help to tidy up."""
        try:
            held = json.loads(self._path.read_text(encoding="utf-8"))["files"]
            return {Path(path): _made(facts) for path, facts in held.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def note(self, path: Path, made: Made) -> None:
        """Keep what was made for a file; call it while `locked`."""
        self._write({**self.all(), path: made})

    def forget(self, path: Path) -> None:
        """Drop the note about a file; call it while `locked`."""
        held = self.all()
        if held.pop(path, None) is not None:
            self._write(held)

    def delete_empty(self) -> None:
        """Delete the file and its lock where nothing is noted any more."""
        if not self.all():
            for path in (self._path, self._path.with_suffix(".lock")):
                try:
                    path.unlink(missing_ok=True)
                except OSError:
                    continue  # another call holds it and will need it

    def _write(self, held: dict[Path, Made]) -> None:
        files = {str(path): dataclasses.asdict(made) for path, made in held.items()}
        try:
            write_whole(
                str(self._path), json.dumps({"version": 1, "files": files}, ensure_ascii=False, indent=1).encode()
            )
        except OSError as error:
            raise _failed(self._path, error) from error


def _made(facts: dict[str, Any]) -> Made:
    return Made(**{**facts, "folders": tuple(facts.get("folders", ()))})


def _failed(path: Path, error: OSError) -> StorageFailed:
    return StorageFailed(f"{path} cannot be written: {error.strerror or error}.", hint="Nothing was registered.")
