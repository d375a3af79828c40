"""Validating what a scenario file holds: every fault is found, and each is an error with file, line and reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.core.errors import FileInvalid
from wpfagent.core.shapes import Problem, show_path
from wpfagent.core.yaml_text import Path, Source
from wpfagent.testing.scenarios.variables import as_text, is_reference


@dataclass(frozen=True, slots=True)
class Written:
    """Data as it stands in a file, for messages; `broken` are the keys whose variables are not known."""

    data: Any
    source: Source
    path: Path
    broken: Mapping[str, FileInvalid]


def validated(filled: Any, written: Written, validate: Any, faults: dict[str, FileInvalid]) -> Any:
    """Validate; where only a text fits and a variable brought a number, the number's text is meant.

    Every fault is noted; one of them is raised.
    """
    while True:
        found = validate(filled)
        if not isinstance(found, list):
            if written.broken:
                raise next(iter(written.broken.values()))
            return found
        problem = next((p for p in found if p.wants_text and is_reference(_at(written.data, p.path))), None)
        if problem is None or isinstance(_at(filled, problem.path), str):
            break
        filled = _with_text(filled, problem.path)
    noted = [_fault(p, written) for p in found if not set(p.path[:1]) & set(written.broken)]
    for fault in noted:
        faults.setdefault(fault.message, fault)
    raise (*noted, *written.broken.values())[0]


def _at(data: Any, path: Path) -> Any:
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _with_text(data: Any, path: Path) -> Any:
    if not path:
        return as_text(data)
    if isinstance(data, dict):
        return {k: _with_text(v, path[1:]) if k == path[0] else v for k, v in data.items()}
    return [_with_text(v, path[1:]) if i == path[0] else v for i, v in enumerate(data)]


def _fault(problem: Problem, written: Written) -> FileInvalid:
    source, whole = written.source, (*written.path, *problem.path)
    line = source.line(whole)
    at = show_path(problem.path)
    reason = f"{at}: {problem.message}" if at else problem.message
    return FileInvalid(
        f"{source.path}:{line}: {reason}" if line else f"{source.path}: {reason}",
        hint=problem.hint,
        details={"path": source.path, "line": line, "key": show_path(whole), "reason": problem.message},
    )
