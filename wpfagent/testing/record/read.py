"""Reading what a session writer left: one session, also of a run that was killed, and the list of all."""

from __future__ import annotations

import datetime as dt
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from wpfagent.core.errors import FileInvalid, InvalidArgument, StorageFailed
from wpfagent.core.files import is_marked
from wpfagent.core.selector import nearest

State = Literal["ended", "running", "interrupted"]
SHOWN = 5
KINDS = {
    "n": int, "elapsed_ms": int | float, "findings": list, "args": dict, "dotnet": dict, "element": dict, "error": dict,
    "evidence": dict, "selector": dict, "target": dict,
}  # fmt: skip
"""What a step has by these names, where it has it."""
KINDS_OF_FACTS = {"target_spec": dict, "client": dict, "scenario": dict, "environment": dict, "profile": str}


@dataclass(frozen=True)
class Session:
    """A session as it was read.

    Args:
        folder: where it lies.
        facts: session.json; where that is missing or broken, what the rest tells.
        steps: the lines of steps.jsonl: actions and checks.
        torn: whether a line was not completely written; it is left out.
    """

    folder: Path
    facts: Mapping[str, Any]
    steps: tuple[dict[str, Any], ...] = ()
    torn: bool = False

    @property
    def session_id(self) -> str:
        """Its id: its folder's name."""
        return self.folder.name

    @property
    def actions(self) -> tuple[dict[str, Any], ...]:
        """The lines that are actions, not checks."""
        return tuple(s for s in self.steps if "action" in s)

    @cached_property
    def state(self) -> State:
        """Whether it has ended, is being written, or was cut off."""
        return state_of(self.folder, self.facts)


@dataclass(frozen=True)
class SessionEntry:
    """A session in the list: its folder and its facts, without its steps."""

    folder: Path
    facts: Mapping[str, Any]

    @property
    def session_id(self) -> str:
        """Its id: its folder's name."""
        return self.folder.name

    @property
    def started(self) -> dt.datetime:
        """When it began, with offset."""
        try:
            when = dt.datetime.fromisoformat(str(self.facts.get("started", "")))
        except ValueError:
            when = dt.datetime.fromtimestamp(last_change(self.folder))
        return when.astimezone()

    @cached_property
    def state(self) -> State:
        """Whether it has ended, is being written, or was cut off."""
        return state_of(self.folder, self.facts)

    @cached_property
    def step_count(self) -> int:
        """How many steps it has; counted where its writer could not say."""
        counted = self.facts.get("steps")
        if isinstance(counted, int):
            return counted
        try:
            return (self.folder / "steps.jsonl").read_bytes().count(b"\n")
        except OSError:
            return 0


def sessions_folder(artifacts: str | Path) -> Path:
    """Return the folder of all sessions; it need not exist."""
    return Path(artifacts) / "sessions"


def read_session(folder: str | Path) -> Session:
    """Return a session; lines that are not complete are left out, and `torn` says so.

    Raises:
        FileInvalid: there is no session in this folder.
        StorageFailed: it cannot be read.
    """
    folder = Path(folder)
    path = folder / "steps.jsonl"
    try:
        text = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise StorageFailed(f"{path} cannot be read: {error.strerror or error}.") from error
    facts = read_facts(folder)
    if not text and not facts:
        raise FileInvalid(f"{folder} holds no session.", hint="`wpf-agent sessions list` shows them.")
    lines = text.split(b"\n")
    found = [_line(line) for line in lines if line.strip()]
    steps = tuple(step for step in found if step is not None)
    guessed = {"session_id": folder.name, **({"started": steps[0]["time"]} if steps and "time" in steps[0] else {})}
    return Session(folder, {**guessed, **facts}, steps, torn=len(steps) < len(found))


def list_sessions(artifacts: str | Path) -> tuple[SessionEntry, ...]:
    """Return every session below the artifacts folder, newest first.

    Raises:
        StorageFailed: the folder is there and cannot be read.
    """
    folder = sessions_folder(artifacts)
    try:
        found = [Path(e.path) for e in os.scandir(folder) if e.is_dir() and not e.name.startswith(".")]
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise StorageFailed(f"{folder} cannot be read: {error.strerror or error}.") from error
    entries = [SessionEntry(f, read_facts(f)) for f in found]
    return tuple(sorted(entries, key=lambda e: (e.started, e.session_id), reverse=True))


def find_session(artifacts: str | Path, text: str | None = None) -> Path:
    """Return the folder of a session.

    Args:
        artifacts: the artifacts folder.
        text: its id, the beginning of its id, or its folder; None means the last one.

    Raises:
        InvalidArgument: there is none; the nearest are named. Several begin so; they are listed.
    """
    if text is not None and _is_session(Path(text)):
        return Path(text).absolute()
    known = [entry.folder for entry in list_sessions(artifacts)]
    if not known:
        raise InvalidArgument(
            f"There is no session in {sessions_folder(artifacts)}.", hint="Run something first, or name --artifacts."
        )
    if text is None:
        return known[0]
    found = [f for f in known if f.name == text] or [f for f in known if text and f.name.startswith(text)]
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidArgument(
            f"{len(found)} sessions begin with {text!r}.",
            hint=f"Say more of the id: {_listed(found)}.",
            details={"candidates": [f.name for f in found]},
        )
    names = [f.name for f in known]
    near = nearest(text, names, SHOWN) or names[:SHOWN]
    raise InvalidArgument(
        f"There is no session {text!r}.", hint=f"Nearest: {', '.join(near)}.", details={"nearest": near}
    )


def state_of(folder: Path, facts: Mapping[str, Any]) -> State:
    """Return whether a session has ended, is being written, or was cut off."""
    if "ended" in facts:
        return "ended"
    return "running" if is_marked(str(folder)) else "interrupted"


def last_change(folder: Path) -> float:
    """Return when something in a session's folder last changed, as Unix time; 0 when it is gone."""
    times = [0.0]
    for path in (folder, folder / "steps.jsonl", folder / "session.json", folder / "runner.log"):
        try:
            times.append(path.stat().st_mtime)
        except OSError:
            continue  # not every session has each of them
    return max(times)


def _is_session(folder: Path) -> bool:
    return (folder / "steps.jsonl").is_file() or (folder / "session.json").is_file()


def read_facts(folder: Path) -> dict[str, Any]:
    """Return what the record in a session's folder says of itself; {} where it does not."""
    try:
        facts = json.loads((folder / "session.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return _of_kinds(facts, KINDS_OF_FACTS) if isinstance(facts, dict) else {}


def _line(line: bytes) -> dict[str, Any] | None:
    """A step as it was written; None for half of one, and for what somebody else wrote there."""
    try:
        step = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(step, dict):
        return None
    sound = _of_kinds(step, KINDS)
    found = sound.get("findings", [])
    return sound if len(sound) == len(step) and all(isinstance(f, dict) and "oracle" in f for f in found) else None


def _of_kinds(data: dict[str, Any], kinds: Mapping[str, Any]) -> dict[str, Any]:
    """What is of the kind that its name asks for: anybody may have written the file."""
    return {k: v for k, v in data.items() if isinstance(v, kinds.get(k, object))}


def _listed(found: list[Path]) -> str:
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return ", ".join(f.name for f in found[:SHOWN]) + more
