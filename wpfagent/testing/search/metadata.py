"""What is known of one file of a record: the file itself, and the run that it belongs to."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

from wpfagent.testing.search.hits import iso_of
from wpfagent.testing.search.kinds import kind_of
from wpfagent.testing.search.texts import read_object

_SESSION = ("started", "ended", "caller", "desktop", "profile", "outcome", "reason")
_TICKET = ("title", "oracle", "severity", "status", "created", "last_seen")


def metadata_of(path: Path, inside: PurePosixPath, step: int | None) -> dict[str, Any]:
    """Return the facts about a file; what does not apply is absent.

    Args:
        path: it, absolute.
        inside: its path in the artifacts folder.
        step: the number of the step that it belongs to.
    """
    root, session = inside.parts[:2]
    artifacts = path.parents[len(inside.parts) - 1]
    stat = path.stat()
    made: dict[str, Any] = {
        "path": str(path),
        "kind": kind_of(inside) or "other",
        "bytes": stat.st_size,
        "modified": iso_of(stat.st_mtime_ns // 1_000_000),
        "step": step,
        "session": {
            "session_id": session,
            **_some(read_object(artifacts / "sessions" / session / "session.json"), _SESSION),
        },
    }
    if root == "tickets" and len(inside.parts) > 3:
        folder = artifacts.joinpath(*inside.parts[:3])
        made["ticket"] = {"ticket_id": folder.name, **_some(read_object(folder / "ticket.json"), _TICKET)}
    if made["kind"] == "picture":
        made |= _pixels(path)
    return {k: v for k, v in made.items() if v is not None}


def lines_of(facts: dict[str, Any], before: str = "") -> list[str]:
    """Return facts as lines: `session.outcome: failed`."""
    return [
        line
        for name, value in facts.items()
        for line in (lines_of(value, f"{before}{name}.") if isinstance(value, dict) else [f"{before}{name}: {value}"])
    ]


def _some(facts: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {k: facts[k] for k in keys if facts.get(k) is not None}


def _pixels(path: Path) -> dict[str, int]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as image:
            return {"width": image.width, "height": image.height}
    except (OSError, UnidentifiedImageError):
        return {}
