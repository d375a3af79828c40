"""How a server is: its status, the steps of its start, and what it offers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal["stopped", "starting", "connected", "stopping", "error"]
TITLES: Mapping[Status, str] = {
    "stopped": "Stopped", "starting": "Starting", "connected": "Connected", "stopping": "Stopping", "error": "Error",
}  # fmt: skip
StepName = Literal["command", "start", "handshake", "tools"]
STEPS: tuple[StepName, ...] = ("command", "start", "handshake", "tools")
"""What a start goes through, in order."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a start: whether it went well, what was seen, how long it took; `ok` is None while it is not done."""

    name: StepName
    ok: bool | None = None
    seen: str = ""
    ms: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"name": self.name, "ok": self.ok, "seen": self.seen, "ms": self.ms}


@dataclass(frozen=True, slots=True)
class State:
    """A server's state.

    Args:
        name: the server's.
        status: of its connection.
        error: what went wrong; kept until the next start.
        hint: what to do about it.
        stderr: the last lines of its stderr.
        exit_code: what its process ended with; None where it runs, or there is none.
        pid: its process.
        since: when the status came, ISO 8601.
        steps: of the last start.
        tools: how many tools it has; None where that is not known.
        version: what it calls itself, and the protocol that it speaks.
    """

    name: str
    status: Status = "stopped"
    error: str = ""
    hint: str = ""
    stderr: tuple[str, ...] = ()
    exit_code: int | None = None
    pid: int | None = None
    since: str = ""
    steps: tuple[Step, ...] = ()
    tools: int | None = None
    version: str = ""

    @property
    def title(self) -> str:
        """The status as people read it."""
        return TITLES[self.status]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "name": self.name, "status": self.title, "error": self.error, "hint": self.hint,
            "stderr": list(self.stderr), "exit_code": self.exit_code, "pid": self.pid, "since": self.since,
            "steps": [s.to_dict() for s in self.steps], "tools": self.tools, "version": self.version,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class ToolInfo:
    """A tool that a server offers."""

    name: str
    description: str
    schema: Mapping[str, Any]

    @property
    def hash(self) -> str:
        """Differs when the schema does: what a person's consent is bound to."""
        return hashlib.sha256(json.dumps(self.schema, sort_keys=True).encode()).hexdigest()[:32]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"name": self.name, "description": self.description, "schema": dict(self.schema)}

    def fits(self, text: str) -> bool:
        """Return whether this text stands in the name or the description, whatever its case."""
        return any(text.casefold() in said.casefold() for said in (self.name, self.description))


@dataclass(frozen=True, slots=True)
class ResourceInfo:
    """A resource that a server offers."""

    uri: str
    name: str
    description: str = ""
    mime_type: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"uri": self.uri, "name": self.name, "description": self.description, "mime_type": self.mime_type}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call came to.

    Args:
        ok: whether the tool did it.
        text: its result, or its own error.
        ms: how long it took.
        trace: where the error arose, where that is known.
    """

    ok: bool
    text: str
    ms: int
    trace: str = ""
    pictures: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """By MIME type, as base64."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"ok": self.ok, "text": self.text, "ms": self.ms, "trace": self.trace}
