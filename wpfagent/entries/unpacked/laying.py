"""Lays the unpacked form out, looks whether it is whole, and takes it away.

    program/wpf-agent.exe     the one path that clients and people start; it names the folder of its files
    program/<digest>/         its files: a folder for each exe that was ever laid out, never changed afterwards
    program/origin.txt        the single exe that it came from

The exe is put in place last and by renaming: a call that is killed leaves the form before it as it was. A running
program keeps its own folder; its exe is renamed, which Windows allows, and deleted when nobody runs it any more.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

from wpfagent.core.errors import FileInvalid, StorageFailed
from wpfagent.core.files import encoded, put_in_place, remove, write_whole
from wpfagent.core.program import EXE, FOLDER, ORIGIN, origin_of
from wpfagent.entries.unpacked.archive import CONTENTS, Archive
from wpfagent.testing.artifacts import locked

SUMS = "files.json"
"""In the folder of the files: the SHA-256 of each, and of the exe."""
DIGITS = 16
ASIDE = ".old.exe"
SINGLE_WORKS = "The single exe works all the same; the clients get its path."


def lay_out(exe: Path, data: Path) -> Path:
    """Make the unpacked form of an exe the one that is started, and return the path that starts it.

    What is there and whole stays; what is damaged is written anew; what nothing uses any more goes.

    Args:
        exe: the single exe.
        data: the program's data folder.

    Raises:
        FileInvalid: the exe is damaged.
        StorageFailed: the folder cannot be written: it is read-only, the disk is full, a file is held.
        Busy: another call lays out.
    """
    folder = data / FOLDER
    archive, name = Archive.read(exe), _digest_of(exe)[:DIGITS]
    files, start = archive.files(), archive.start_from(name)
    try:
        with locked(folder):
            _write_files(folder / name, files, start)
            if not _holds(folder / EXE, start):
                _switch(folder, start)
            if not _holds(folder / ORIGIN, encoded(str(exe))):
                write_whole(str(folder / ORIGIN), encoded(str(exe)))
            _remove_unused(folder, keep=name)
    except OSError as error:
        raise StorageFailed(f"{folder} cannot be written: {error.strerror or error}.", hint=SINGLE_WORKS) from error
    except StorageFailed as error:
        raise StorageFailed(error.message, hint=SINGLE_WORKS) from error
    return folder / EXE


def is_current(folder: Path, exe: Path) -> bool:
    """Return whether the form in use was laid out from the exe as it is now."""
    try:
        return _name_in(folder / EXE) == _digest_of(exe)[:DIGITS]
    except (OSError, FileInvalid):
        return False


def find_damage(folder: Path) -> list[str]:
    """Return the files of the form in use that are missing or changed, by their path in the folder.

    Args:
        folder: `program/` of the data folder.
    """
    try:
        name = _name_in(folder / EXE)
        sums = json.loads((folder / name / SUMS).read_text(encoding="utf-8"))
        exe = str(sums.pop(EXE))
    except (OSError, ValueError, KeyError, FileInvalid):
        return [EXE]
    paths = {f"{name}/{path}": digest for path, digest in sums.items()} | {EXE: exe}
    return [path for path, digest in paths.items() if _digest_of(folder / path) != digest]


def take_away(data: Path, exe: Path | None) -> list[Path]:
    """Delete the unpacked form, and return what stayed because it runs; another copy's form is left alone.

    Args:
        data: the program's data folder.
        exe: the single exe whose form it shall be.
    """
    folder = data / FOLDER
    if not is_of(folder, exe):
        return []
    if not _is_free(folder / EXE):
        return [folder / EXE]
    _remove_unused(folder, keep="")
    left = [path for path in folder.iterdir() if path.name not in (EXE, ORIGIN, "lock")]
    if left:
        return left
    shutil.rmtree(folder, ignore_errors=True)
    return [folder] if folder.exists() else []


def is_of(folder: Path, exe: Path | None) -> bool:
    """Return whether a form is there and was laid out from this exe, or from one that is gone."""
    origin = origin_of(folder)
    if origin is None or not folder.is_dir():
        return False
    return exe is None or os.path.normcase(origin) == os.path.normcase(exe) or not origin.is_file()


def _write_files(folder: Path, files: dict[str, bytes], start: bytes) -> None:
    """Write the files that are not there as they should be; the list of their sums is the last."""
    for path, content in files.items():
        place = folder / path
        if not _holds(place, content):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(str(place), content)
    sums = {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    sums[EXE] = hashlib.sha256(start).hexdigest()
    text = encoded(json.dumps(sums, indent=1))
    if not _holds(folder / SUMS, text):
        write_whole(str(folder / SUMS), text)


def _switch(folder: Path, start: bytes) -> None:
    """Put another exe into the one place; the one that may run there is renamed for as long as it runs."""
    new, place = folder / f"{EXE}.new", folder / EXE
    try:
        new.write_bytes(start)
    except OSError:
        remove(str(new))  # half an exe would take the room that a full disk lacks
        raise
    if not place.exists() or _is_free(place):
        put_in_place(str(new), str(place))
        return
    aside = next(p for n in range(10_000) if not (p := folder / f"{n}{ASIDE}").exists())
    place.rename(aside)
    try:
        put_in_place(str(new), str(place))
    except OSError:
        aside.rename(place)
        raise


def _remove_unused(folder: Path, *, keep: str) -> None:
    """Delete what earlier forms left; what runs has an exe that cannot be deleted, and keeps its files."""
    used = {keep}
    for aside in folder.glob(f"*{ASIDE}"):
        try:
            name = _name_in(aside)
        except (OSError, FileInvalid):
            name = ""
        remove(str(aside))
        if aside.exists():
            used.add(name)
    remove(str(folder / f"{EXE}.new"))
    for path in folder.iterdir():
        if path.is_dir() and path.name not in used and (path / SUMS).is_file():
            shutil.rmtree(path, ignore_errors=True)


def _name_in(exe: Path) -> str:
    """The name of the folder in which a start finds its files."""
    options = [e.name for e in Archive.read(exe).entries if e.name.startswith(CONTENTS)]
    return options[-1].removeprefix(CONTENTS).strip() if options else ""


def _is_free(exe: Path) -> bool:
    """Whether nobody runs it: Windows opens no running program for writing."""
    try:
        with open(exe, "r+b"):
            return True
    except OSError:
        return not exe.exists()


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


def _digest_of(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
