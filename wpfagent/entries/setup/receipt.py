"""The receipt: what `init` made on this computer, so that `init --uninstall` removes that and nothing else.

`setup.json` in the program's data folder.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.core.errors import StorageFailed
from wpfagent.core.files import encoded, write_whole

FILE_NAME = "setup.json"


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
    """Return the receipt in the program's data folder; an empty one where there is none, or none that can be read."""
    try:
        held: dict[str, Any] = json.loads((data / FILE_NAME).read_text(encoding="utf-8"))
        lists = {name: tuple(map(str, held.get(name, ()))) for name in ("folders", "clients", "artifacts")}
        return Receipt({str(k): str(v) for k, v in held.get("files", {}).items()}, **lists)
    except (OSError, ValueError, TypeError, AttributeError):
        return Receipt()


def write(receipt: Receipt, data: Path) -> None:
    """Keep the receipt.

    Raises:
        StorageFailed: the data folder cannot be written.
    """
    text = json.dumps({"version": 1, **dataclasses.asdict(receipt)}, ensure_ascii=False, indent=1)
    try:
        data.mkdir(parents=True, exist_ok=True)
        write_whole(str(data / FILE_NAME), encoded(text))
    except OSError as error:
        raise StorageFailed(
            f"{data} cannot be written: {error.strerror or error}.", hint="Is the disk full?"
        ) from error
