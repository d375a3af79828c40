"""The demo's files where a person can use them: the package may be unpacked for this call only, as in the exe."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from wpfagent.core.errors import StorageFailed
from wpfagent.demo import APPLICATION, FOLDER

PLACE = "demo"
"""The folder below the artifacts."""


def lay_out(artifacts: Path, files: Iterable[Path]) -> list[Path]:
    """Write copies of scenarios and explorations beside their application's XAML, and return their paths.

    What was there before is written anew: who wants to change one copies it first.

    Args:
        artifacts: the artifacts folder.
        files: those of the demo; another one is laid beside them.

    Raises:
        StorageFailed: they cannot be written.
    """
    place = artifacts / PLACE
    copies = {path: place / (path.relative_to(FOLDER) if path.is_relative_to(FOLDER) else path.name) for path in files}
    for path in (*copies, *APPLICATION.parent.glob("*.xaml")):
        copy = copies.get(path) or place / path.name
        try:
            content = path.read_bytes()
            if copy.is_file() and copy.read_bytes() == content:
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
        except OSError as error:
            hint = "Name another folder with --artifacts."
            raise StorageFailed(f"{copy} cannot be written: {error.strerror or error}.", hint=hint) from error
    return list(copies.values())
