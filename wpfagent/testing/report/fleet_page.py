"""The page of a run on many machines: what was found and where, what each machine did, every piece of work."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent.core.language import Language
from wpfagent.testing.report.page import FILE_NAME, write_page


def fleet_report(folder: Path, made: Mapping[str, Any], *, language: Language | None = None) -> Path:
    """Write the page of a run of the fleet and return its path.

    Args:
        folder: the run's folder, two below the artifacts.
        made: what the run came to.
        language: of the page's own words until a reader chooses; None for this process's.

    Raises:
        StorageFailed: the page cannot be written.
    """
    outcome = str(made["outcome"])
    content = {
        "title": made["run"],
        "outcome": outcome,
        "look": {"passed": "passed", "failed": "failed"}.get(outcome, "warning"),
        "counts": [(made["outcomes"][word], word) for word in made["outcomes"]],
        "done": made["done"],
        "planned": made["planned"],
        "machines": [{"name": name, **one} for name, one in made["machines"].items()],
        "left_out": [{"name": name, "why": why} for name, why in made["left_out"].items()],
        "tickets": [{**t, "href": _href(folder, Path(t["folder"]))} for t in made["tickets"]],
        "work": [{**w, "href": _of_session(folder, w.get("session"))} for w in made["work"]],
        "version": made["version"],
        "prints": [],
    }
    return write_page(folder, "fleet.html", content, language=language)


def _of_session(folder: Path, session: str | None) -> str:
    return _href(folder, folder.parent.parent / "sessions" / session) if session else ""


def _href(folder: Path, where: Path) -> str:
    """A link to a folder's page, or to its record where it has none; '' where there is neither."""
    found = next((where / n for n in (FILE_NAME, "ticket.md", "session.json") if (where / n).is_file()), None)
    return Path(os.path.relpath(found, folder)).as_posix() if found is not None else ""
