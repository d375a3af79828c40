"""What comes back: a folder of artifacts as one parcel, taken in as if it had been made here.

A worker's paths stand in its records; they are put into the caller's terms, in JSON string by string, so that a path
of Windows becomes one of the caller's system.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.core.errors import FileInvalid
from wpfagent.core.files import encoded, inner_path

OUTCOME = "outcome.json"
PLAIN = frozenset({".md", ".log", ".yaml", ".txt", ".html"})
STORED = frozenset({".png", ".zip", ".dmp"})
"""What does not get smaller."""

_SEPARATOR = re.compile(r"[/\\]")
"""In each path, and in no name: a name stays what it is when paths are moved."""
SPARE, TIMES = 50_000_000, 200
"""A parcel becomes at most so many bytes, or so many times its own size: no record is more alike in itself."""
Moves = Sequence[tuple[str, str]]
"""Folders of the worker, each with what it is for the caller."""


def pack(folder: Path, outcome: Mapping[str, Any]) -> bytes:
    """Return a folder and what it came to as one parcel."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as parcel:
        parcel.writestr(OUTCOME, json.dumps(outcome, ensure_ascii=False))
        for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix != ".lock"):
            how = zipfile.ZIP_STORED if path.suffix in STORED else zipfile.ZIP_DEFLATED
            parcel.write(path, path.relative_to(folder).as_posix(), how)
    return made.getvalue()


def outcome_of(parcel: bytes) -> dict[str, Any]:
    """Return what a piece of work came to. Raises FileInvalid."""
    try:
        with zipfile.ZipFile(io.BytesIO(parcel)) as opened:
            found: dict[str, Any] = json.loads(opened.read(OUTCOME))
        if not all(_SEPARATOR.search(found["roots"][name]) for name in ("artifacts", "files")):
            raise ValueError("it does not say where it was made")
        if not all(isinstance(found[name], str) for name in ("outcome", "machine")):
            raise ValueError("it does not say what it came to")
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        raise FileInvalid(f"What came back cannot be read: {error}.") from error
    return found


def unpack(parcel: bytes, folder: Path, moves: Moves = ()) -> None:
    """Write what a parcel holds below a folder, its paths in the caller's terms.

    Raises:
        PathOutsideScope: a file would lie elsewhere.
        FileInvalid: it would become far larger than it is.
    """
    with zipfile.ZipFile(io.BytesIO(parcel)) as opened:
        if (size := sum(item.file_size for item in opened.infolist())) > max(SPARE, TIMES * len(parcel)):
            raise FileInvalid(f"{len(parcel)} bytes would become {size}: nothing of it was unpacked.")
        for item in opened.infolist():
            if item.filename == OUTCOME or item.is_dir():
                continue
            path = inner_path(item.filename)
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(_moved_file(opened.read(item), path.suffix, moves))


def moved(value: Any, moves: Moves) -> Any:
    """Return data with its paths in the caller's terms."""
    if isinstance(value, Mapping):
        return {name: moved(item, moves) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [moved(item, moves) for item in value]
    return _moved_text(value, moves) if isinstance(value, str) else value


def _moved_text(text: str, moves: Moves) -> str:
    for old, new in moves:
        if text == old or text.startswith((f"{old}/", f"{old}\\")):
            return new + text[len(old) :].replace("\\", "/")
        text = text.replace(old, new)
    return text


def _moved_file(data: bytes, suffix: str, moves: Moves) -> bytes:
    if suffix not in (".json", ".jsonl", *PLAIN) or not moves:
        return data
    text = data.decode(errors="surrogateescape")
    if not any(old in text or _escaped(old) in text for old, _ in moves):
        return data
    if suffix == ".jsonl":
        return encoded("\n".join(_moved_line(line, moves) for line in text.split("\n")))
    if suffix == ".json":
        indent = 1 if text.startswith(("{\n", "[\n")) else None
        made = json.dumps(moved(json.loads(text), moves), ensure_ascii=False, indent=indent)
        return encoded(made + ("\n" if text.endswith("\n") else ""))
    return _moved_text(text, moves).encode(errors="surrogateescape")


def _moved_line(line: str, moves: Moves) -> str:
    try:
        return json.dumps(moved(json.loads(line), moves), ensure_ascii=False)
    except ValueError:
        return line  # one that was not completely written


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
