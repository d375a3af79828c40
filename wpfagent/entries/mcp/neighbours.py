"""Who else works on the same desktop: nobody, where a client has a server for itself (`hosts/` knows more)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.entries.mcp.lanes import Lane
from wpfagent.gate.events import Subscriber

TELL: ContextVar[Callable[[str], None]] = ContextVar("tell", default=lambda _line: None)
"""Tells the client whose call this is a line at once, from whatever thread."""


class Neighbours:
    """What a connection asks of what is around it; this one is alone."""

    def introduce(self, client: Mapping[str, Any]) -> None:
        """The connection knows its client now: name, version, protocol."""

    def open_desktop(self, name: str | None) -> Desktop:
        """Return the desktop that is meant; the system's own one by default."""
        return open_desktop(name)

    def lane(self, name: str) -> Lane:
        """Return the lane in which this connection's work of this name is done."""
        return Lane(name)

    def end(self, lane: Lane) -> None:
        """The connection needs a lane no more."""
        lane.end()

    def subscribers(self) -> Sequence[Subscriber]:
        """Return who is notified of what passes a gate of this connection."""
        return ()

    def news(self) -> Sequence[str]:
        """Return the lines that the next reply says beside its own, each once."""
        return ()
