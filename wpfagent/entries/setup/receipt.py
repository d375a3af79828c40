"""The receipt: what `init` made on this computer, so that `init --uninstall` removes that and nothing else.

`setup.json` in the program's data folder holds one for each copy of the program, by its path: a copy takes back what it
made, and what was made by copies that are gone.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.core.errors import StorageFailed
from wpfagent.core.files import encoded, remove, write_whole
from wpfagent.core.program import identity

FILE_NAME = "setup.json"
NOBODY = ""
"""The copy in receipts of the time when there was one for all."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was made.

    Args:
        files: each file that was written, with the SHA-256 of its content.
        folders: the folders that were created, outermost first.
        clients: the clients that were registered in.
        artifacts: the folders that records were written to.
    """

    files: dict[str, str] = dataclasses.field(default_factory=dict)
    folders: tuple[str, ...] = ()
    clients: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()

    def with_file(self, path: Path, content: bytes) -> Receipt:
        """Return the receipt that lists one file more."""
        return dataclasses.replace(self, files={**self.files, str(path): digest_of(content)})

    def with_folder(self, folder: Path) -> Receipt:
        """Return the receipt that lists a folder, and those above it, that are about to be created."""
        new = [str(f) for f in (*reversed(folder.parents), folder) if not f.exists() and str(f) not in self.folders]
        return dataclasses.replace(self, folders=(*self.folders, *new))

    def with_client(self, name: str) -> Receipt:
        """Return the receipt that lists one client more."""
        return dataclasses.replace(self, clients=tuple(dict.fromkeys((*self.clients, name))))

    def with_artifacts(self, folder: Path) -> Receipt:
        """Return the receipt that lists one folder of records more."""
        return dataclasses.replace(self, artifacts=tuple(dict.fromkeys((*self.artifacts, str(folder)))))

    def is_as_made(self, path: Path) -> bool:
        """Return whether a file still holds what was written."""
        try:
            return self.files.get(str(path)) == digest_of(path.read_bytes())
        except OSError:
            return False


def digest_of(content: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(content).hexdigest()


def read(data: Path) -> Receipt:
    """Return this copy's receipt, with those of copies that are gone; an empty one where none can be read."""
    merged = Receipt()
    for copy, held in _all(data).items():
        if _is_ours(copy):
            lists = {n: (*getattr(merged, n), *getattr(held, n)) for n in ("folders", "clients", "artifacts")}
            merged = Receipt({**merged.files, **held.files}, **{n: tuple(dict.fromkeys(v)) for n, v in lists.items()})
    return merged


def used_by_others(data: Path) -> set[str]:
    """Return the files and folders that other copies of the program, which are still there, made or found made."""
    others = [held for copy, held in _all(data).items() if not _is_ours(copy)]
    return {path for held in others for path in (*held.files, *held.folders, *held.artifacts)}


def digest_made(path: Path, data: Path) -> str | None:
    """Return the SHA-256 that some copy noted when it made a file; None where none made it."""
    return next((held.files[str(path)] for held in _all(data).values() if str(path) in held.files), None)


def write(receipt: Receipt, data: Path) -> None:
    """Keep this copy's receipt; an empty one is dropped, and the file with the last of them.

    Raises:
        StorageFailed: the data folder cannot be written.
    """
    held = {copy: other for copy, other in _all(data).items() if not _is_ours(copy)}
    if receipt != Receipt():
        held[identity()] = receipt
    if not held:
        remove(str(data / FILE_NAME))
        return
    copies = {copy: dataclasses.asdict(made) for copy, made in held.items()}
    text = json.dumps({"version": 2, "copies": copies}, ensure_ascii=False, indent=1)
    try:
        data.mkdir(parents=True, exist_ok=True)
        write_whole(str(data / FILE_NAME), encoded(text))
    except OSError as error:
        raise StorageFailed(
            f"{data} cannot be written: {error.strerror or error}.", hint="Is the disk full?"
        ) from error


def _all(data: Path) -> dict[str, Receipt]:
    try:
        held: dict[str, Any] = json.loads((data / FILE_NAME).read_text(encoding="utf-8"))
        copies = held.get("copies", {NOBODY: held})
        return {str(copy): _receipt(made) for copy, made in copies.items()}
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return {}


def _receipt(held: dict[str, Any]) -> Receipt:
    lists = {name: tuple(map(str, held.get(name, ()))) for name in ("folders", "clients", "artifacts")}
    return Receipt({str(k): str(v) for k, v in held.get("files", {}).items()}, **lists)


def _is_ours(copy: str) -> bool:
    """Whether a receipt is this copy's, or of one that is gone and cannot take its own back."""
    return os.path.normcase(copy) == os.path.normcase(identity()) or not os.path.isfile(copy)
