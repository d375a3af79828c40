"""Where may be searched: a folder of the artifacts, with all links resolved, and no way out of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from wpfagent.core.errors import FileNotFound, InvalidArgument, PathOutsideScope
from wpfagent.core.files import lies_in
from wpfagent.testing.search.kinds import ROOTS


@dataclass(frozen=True, slots=True)
class Scope:
    """A folder that is searched.

    Args:
        folder: it, absolute, links resolved.
        artifacts: the artifacts folder, the same.
        prefix: where it lies in the artifacts, as `sessions/20261121-093005-417a3`; `""` for all of them.
    """

    folder: Path
    artifacts: Path
    prefix: str

    def holds(self, path: str, known: dict[str, bool]) -> bool:
        """Return whether a file is there, in this folder and in a record, with no link that leads elsewhere.

        Args:
            path: absolute.
            known: what was found out about its folders before.
        """
        folder = os.path.dirname(path)
        if folder not in known:
            known[folder] = self._is_inside(Path(os.path.realpath(folder)))
        return known[folder] and os.path.isfile(path) and not os.path.islink(path)

    def _is_inside(self, real: Path) -> bool:
        if not real.is_relative_to(self.folder) or not real.is_relative_to(self.artifacts):
            return False
        return any(real.is_relative_to(self.artifacts / root) for root in ROOTS)


def scope_of(text: str, artifacts: Path) -> Scope:
    """Return the scope that a text names.

    Raises:
        InvalidArgument: it is empty, relative, or no folder.
        FileNotFound: there is no such folder.
        PathOutsideScope: it lies outside of the records.
    """
    real, root = real_path(text, artifacts), resolved(artifacts)
    if not real.is_dir():
        raise InvalidArgument(f"{text!r} is a file.", hint="Name the folder that it lies in.")
    if root.is_relative_to(real):
        return Scope(real, root, "")
    _check_inside(text, real, root)
    return Scope(real, root, real.relative_to(root).as_posix())


def file_of(text: str, artifacts: Path) -> Path:
    """Return the file of a record that a text names, links resolved.

    Raises:
        InvalidArgument: it is empty, relative, or a folder.
        FileNotFound: there is no such file.
        PathOutsideScope: it lies outside of the records.
    """
    real = real_path(text, artifacts)
    _check_inside(text, real, resolved(artifacts))
    if real.is_dir():
        raise InvalidArgument(f"{text!r} is a folder.", hint="Name a file in it.")
    return real


def real_path(text: str, artifacts: Path) -> Path:
    """Return an absolute path that exists in the artifacts or around them, links resolved.

    Raises:
        InvalidArgument: it is empty or relative.
        FileNotFound: there is nothing.
        PathOutsideScope: it lies elsewhere by its name.
    """
    where = f"The records lie in {artifacts}."
    if not text.strip() or "\0" in text:
        raise InvalidArgument(f"{text!r} is no path.", hint=where)
    if not Path(text).is_absolute():
        raise InvalidArgument(f"{text!r} is a relative path.", hint=f"Give an absolute one. {where}")
    above = Path(os.path.abspath(text))
    if not (lies_in(text, artifacts) or artifacts.is_relative_to(above) or resolved(artifacts).is_relative_to(above)):
        raise _outside(text, resolved(artifacts))
    try:
        return Path(text).resolve(strict=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise FileNotFound(f"There is no {text!r}.", hint=where) from error


def resolved(artifacts: Path) -> Path:
    """Return the artifacts folder with all links resolved; it need not exist."""
    return Path(os.path.realpath(artifacts))


def _check_inside(text: str, real: Path, root: Path) -> None:
    if not any(real.is_relative_to(root / name) for name in ROOTS):
        raise _outside(text, root)


def _outside(text: str, root: Path) -> PathOutsideScope:
    return PathOutsideScope(
        f"{text!r} lies outside of the records.", hint=f"They lie in {root}; searched are {' and '.join(ROOTS)}."
    )
