"""Where a method of a stack trace stands in the program's source code."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

SUFFIXES = (".cs", ".vb", ".fs", ".py")
FILES_AT_MOST = 5_000
LARGEST = 1_000_000
SKIPPED = frozenset({"bin", "obj", ".git", ".vs", "node_modules", "__pycache__"})
_TYPE = r"\b(?:class|struct|record|Module|Class|Structure|type)\s+{}\b"
_METHOD = r"(?:^|[\s.])(?:(?:def|Sub|Function|member)\s+(?:\w+\.)?{name}\b|{name}\s*(?:<[^>()]*>)?\s*\([^;]*$)"
_CALL = re.compile(r"\b(?:return|new|await|if|while|=)\b|=")


def find_method(frame: str, folders: Sequence[str]) -> str:
    """Return `file:line` of a method; '' when no file holds its type and a method of its name.

    Args:
        frame: `Namespace.Type.Method`.
        folders: where to look, below each.
    """
    parts = [p for p in frame.replace("+", ".").split(".") if p]
    if not parts:
        return ""
    method = parts[-1]
    owner = parts[-2] if len(parts) > 1 else ""
    if method in ("ctor", "cctor"):
        method = owner
    has_type = re.compile(_TYPE.format(re.escape(owner))) if owner else None
    defines = re.compile(_METHOD.format(name=re.escape(method)))
    for path in itertools.islice(_files(folders), FILES_AT_MOST):
        try:
            if path.stat().st_size > LARGEST:
                continue
            text = path.read_text(encoding="utf-8-sig", errors="replace")
        except OSError:
            continue
        if method not in text or (has_type is not None and not has_type.search(text) and path.stem != owner):
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            found = defines.search(line)
            if found and not _CALL.search(line[: found.end() if "def " in line else found.start()]):
                return f"{path}:{number}"
    return ""


def _files(folders: Sequence[str]) -> Iterator[Path]:
    for folder in folders:
        root = Path(folder)
        for path in sorted(root.rglob("*")) if root.is_dir() else ():
            if path.suffix in SUFFIXES and not SKIPPED & set(path.parts):
                yield path
