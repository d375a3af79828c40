"""From a failure to the code behind it: the control's XAML and handler, the method that failed, the lines around it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent import dotnet
from wpfagent.testing.record.trail import FailureEvent
from wpfagent.testing.tickets.failure import operated
from wpfagent.testing.tickets.sources import find_method

AROUND = 3
"""So many lines before and after the one that is meant."""
LARGEST = 1_000_000
FILES_AT_MOST = 5_000


def code_of(failure: FailureEvent) -> dict[str, Any]:
    """Return what is known of the code behind a failure; {} where neither runtime, PDB nor sources tell.

    Returns:
        `control` (xaml, handler, command, code: places as `file:line`), `method` (its name, `at` and `lines`).
    """
    made: dict[str, Any] = {}
    if control := _control(failure):
        made["control"] = control
    if method := _method(failure):
        made["method"] = method
    return made


def places_of(control: Mapping[str, Any], window: str, sources: Sequence[str]) -> dict[str, str]:
    """Return where the sources make a control and what its use calls; {} where they do not say.

    Args:
        control: `automation_id`, `name` and `control_type`, as UI Automation says them.
        window: the title of its window.
        sources: folders of source code.
    """
    named = {key: str(control.get(key) or "") for key in ("automation_id", "name", "control_type")}
    for folder in sources if named["automation_id"] or named["name"] else ():
        found = dotnet.xaml_of(Path(folder), **named, window=window)
        if found is not None:
            made = {"xaml": str(found.place), "event": found.event, "handler": found.handler}
            made |= {"command": found.command, "code": str(found.code) if found.code is not None else ""}
            return {key: value for key, value in made.items() if value}
    return {}


def _control(failure: FailureEvent) -> dict[str, str]:
    line = operated(failure).fields
    element = {**(line.get("selector") or {}), **(line.get("element") or {})}
    return places_of(element, str((line.get("target") or {}).get("title") or ""), failure.sources)


def _method(failure: FailureEvent) -> dict[str, Any]:
    details = failure.finding.details
    ran = details.get("methods") or ()  # of a leak no stack is known: what its control's use was the first to run
    place: Mapping[str, Any] = details.get("frame") or ({"method": ran[0]} if ran else {})
    if not place:
        return {}
    path = _found(str(place.get("file") or ""), failure.sources)
    line = place.get("line")
    if path is None and (said := find_method(str(place["method"]), failure.sources)):
        written, _, number = said.rpartition(":")
        path, line = Path(written), line or int(number)
    made = {"name": place["method"], "at": f"{path or place.get('file') or ''}:{line}" if line else ""}
    if path is not None and line:
        made["lines"] = lines_around(path, int(line))
    return {key: value for key, value in made.items() if value}


def _found(file: str, sources: Sequence[str]) -> Path | None:
    """The file as the PDB names it, or the one below the sources whose path ends most like it."""
    if not file:
        return None
    if Path(file).is_file():
        return Path(file)
    parts = re.split(r"[\\/]", file)
    named = (p for folder in sources for p in Path(folder).rglob(parts[-1]))
    fitting = [p for p in itertools.islice(named, FILES_AT_MOST) if p.is_file()]
    return max(fitting, key=lambda p: _alike(p.parts, parts), default=None)


def _alike(left: Sequence[str], right: Sequence[str]) -> int:
    """How many parts at their ends are the same."""
    pairs = zip(reversed(left), reversed(right), strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def lines_around(path: Path, line: int) -> str:
    """Return the lines around one, numbered, with a mark before it; '' where the file cannot be read."""
    try:
        if path.stat().st_size > LARGEST:
            return ""
        written = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError:
        return ""
    first = max(1, line - AROUND)
    shown = enumerate(written[first - 1 : line + AROUND], start=first)
    return "\n".join(f"{'>' if n == line else ' '}{n:5} {text.rstrip()}" for n, text in shown)
