"""What a client may read: profiles, sessions, tickets and their files, reports.

Only below `sessions/` and `tickets/` of the artifacts folder (its `state/` holds tokens). A path is resolved with all
its links before it is compared: what leads out is refused. Behind a fence only the records of its profiles are shown.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from wpfagent.core.errors import InvalidArgument, PathOutsideScope
from wpfagent.core.files import lies_in, read_object
from wpfagent.core.selector import nearest
from wpfagent.entries.mcp.connection import artifacts_of, read_profiles
from wpfagent.entries.mcp.fenced import is_shown
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.profiles.store import ProfileSet
from wpfagent.safety.masking import hide_arguments

SCHEME = "wpf-agent://"
LISTED = 50
"""How many sessions and tickets a list shows, the newest first."""
LARGEST = 5_000_000
"""Bytes of a file that is sent whole."""
STATIC = {
    "profiles": "The applications that have a name, and what may be done to them",
    "sessions": "The records of earlier runs, newest first",
    "tickets": "The failures that were found, newest first",
}
TEMPLATES = {
    "sessions/{session_id}/{+path}": "A file of a session: session.json, steps.jsonl, screens/…, uia/…, replies/…",
    "tickets/{session_id}/{ticket_id}/{+path}": "A file of a ticket: ticket.md, ticket.json, screens/…",
    "reports/{session_id}": "The report of a session, as HTML",
}
MIME_TYPES = {
    ".json": "application/json", ".jsonl": "application/x-ndjson", ".md": "text/markdown", ".html": "text/html",
    ".yaml": "application/yaml", ".png": "image/png", ".txt": "text/plain", ".log": "text/plain",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Content:
    """What a resource holds."""

    mime_type: str
    data: bytes

    @property
    def is_text(self) -> bool:
        """Whether it is sent as text."""
        return self.mime_type.startswith("text/") or self.mime_type.rpartition("/")[2] in ("json", "x-ndjson", "yaml")


def read(uri: str, options: ServeOptions) -> Content:
    """Return what a resource holds.

    Raises:
        InvalidArgument: there is no such resource.
        PathOutsideScope: its path leads out of the folders that may be read.
    """
    if not uri.startswith(SCHEME):
        raise InvalidArgument(f"There is no resource {uri!r}.", hint=f"They begin with {SCHEME}.")
    kind, _, rest = unquote(uri.removeprefix(SCHEME)).partition("/")
    profiles = _profiles_of(options)
    artifacts = artifacts_of(options, profiles)
    if kind == "profiles" and not rest:
        return _json({"profiles": list(_profiles(profiles, options)), "file": str(profiles.path or "")})
    if kind == "sessions" and not rest:
        return _json({"sessions": list(_sessions(artifacts, options))})
    if kind == "tickets" and not rest:
        return _json({"tickets": tickets(options)})
    if kind == "reports" and rest:
        kind, rest = "sessions", f"{rest}/report.html"
    if kind not in ("sessions", "tickets"):
        raise InvalidArgument(f"There is no resource {uri!r}.", hint=f"Kinds: {', '.join(STATIC)}, reports.")
    return _file(artifacts / kind, rest, artifacts, options)


def artifacts(options: ServeOptions) -> Path:
    """Return the artifacts folder of this server."""
    return artifacts_of(options, _profiles_of(options))


def tickets(options: ServeOptions) -> list[dict[str, Any]]:
    """Return what is known of each ticket, newest first."""
    return list(_tickets(artifacts_of(options, _profiles_of(options)), options))


def folder_of(wanted: str, options: ServeOptions) -> Path:
    """Return the folder of a ticket or a session by its id. Raises InvalidArgument with the nearest."""
    artifacts = artifacts_of(options, _profiles_of(options))
    known = {t["ticket_id"]: Path(t["folder"]) for t in _tickets(artifacts, options)}
    known |= {s["session_id"]: artifacts / "sessions" / s["session_id"] for s in _sessions(artifacts, options)}
    if wanted not in known:
        near = nearest(wanted, known)
        hint = f"Nearest: {', '.join(near)}." if near else f"{SCHEME}tickets and {SCHEME}sessions list what there is."
        raise InvalidArgument(f"There is no ticket or session {wanted!r}.", hint=hint)
    return known[wanted]


def _profiles_of(options: ServeOptions) -> ProfileSet:
    return read_profiles(options, options.desktop or ("uia" if sys.platform == "win32" else "simulated"))


def _file(root: Path, path: str, artifacts: Path, options: ServeOptions) -> Content:
    if "\0" in path or re.match(r"[A-Za-z]:|[/\\]", path) or not lies_in(root / path, root):
        raise PathOutsideScope(f"{path!r} is no path of a record.")
    try:
        found, inside = (root / path).resolve(strict=True), root.resolve(strict=True)
    except (OSError, ValueError) as error:
        raise InvalidArgument(f"There is no {path!r}.", hint=f"{SCHEME}{root.name} lists what there is.") from error
    if not found.is_relative_to(inside):
        raise PathOutsideScope(f"{path!r} leads out of {root.name}.")
    if not is_shown(found.relative_to(inside).parts[0], artifacts, options.fence):
        raise PathOutsideScope(f"{path!r} is the record of an application outside the fence.")
    if found.is_dir():
        return _json({"files": sorted(p.name + "/" * p.is_dir() for p in found.iterdir())})
    size = found.stat().st_size
    if size > LARGEST:
        raise InvalidArgument(f"{path!r} has {size} bytes, too many to be sent.", hint=f"It is the file {found}.")
    return Content(MIME_TYPES.get(found.suffix.lower(), "application/octet-stream"), found.read_bytes())


def _profiles(profiles: ProfileSet, options: ServeOptions) -> Iterator[dict[str, Any]]:
    for name, profile in profiles.profiles.items():
        if options.fence and name not in options.fence:
            continue
        facts = asdict(profile)
        if facts["launch"]:
            facts["launch"]["env"] = sorted(facts["launch"]["env"])  # the names: values may be secrets
            facts["launch"]["args"] = hide_arguments(facts["launch"]["args"])
        if facts["reset"]:
            facts["reset"]["command"] = hide_arguments(facts["reset"]["command"])
        yield _without_empty(facts)


def _without_empty(value: Mapping[str, Any]) -> dict[str, Any]:
    made = {k: _without_empty(v) if isinstance(v, Mapping) else v for k, v in value.items()}
    return {k: v for k, v in made.items() if v not in (None, {}, [], ())}


def _sessions(artifacts: Path, options: ServeOptions) -> Iterator[dict[str, Any]]:
    for folder in _newest(artifacts / "sessions"):
        if not is_shown(folder.name, artifacts, options.fence):
            continue
        facts = read_object(folder / "session.json")
        wanted = ("started", "ended", "caller", "desktop", "profile", "outcome", "reason")
        yield {"session_id": folder.name, **{k: facts[k] for k in wanted if facts.get(k)}}


def _tickets(artifacts: Path, options: ServeOptions) -> Iterator[dict[str, Any]]:
    for session in _newest(artifacts / "tickets"):
        if not is_shown(session.name, artifacts, options.fence):
            continue
        for folder in _newest(session):
            ticket = read_object(folder / "ticket.json")
            facts: dict[str, Any] = {k: ticket[k] for k in ("title", "oracle", "count") if k in ticket}
            yield {"ticket_id": folder.name, "session_id": session.name, "folder": str(folder), **facts}


def _newest(folder: Path) -> list[Path]:
    """The folders in a folder, newest first: their names sort by time."""
    try:
        found = [p for p in folder.iterdir() if p.is_dir()]
    except OSError:
        return []  # nothing was recorded yet
    return sorted(found, key=lambda p: p.name, reverse=True)[:LISTED]


def _json(data: Any) -> Content:
    return Content("application/json", json.dumps(data, ensure_ascii=False, indent=1, default=str).encode())
