"""Who else works on the same desktop: nobody, where a client has a server for itself (`hosts/` knows more)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from wpfagent.core.errors import Unsupported
from wpfagent.core.model import Snapshot
from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.entries.mcp.lanes import Lane
from wpfagent.gate.events import Subscriber

TELL: ContextVar[Callable[[str], None]] = ContextVar("tell", default=lambda _line: None)
"""Tells the client whose call this is a line at once, from whatever thread."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of how another session's program was.

    Args:
        pid: of the program.
        before: its windows then.
        age_s: how long ago that was.
    """

    pid: int
    before: Snapshot
    age_s: float


class Neighbours:
    """What a connection asks of what is around it; this one is alone."""

    def introduce(self, client: Mapping[str, Any]) -> None:
        """The connection knows its client now: name, version, protocol."""

    def record_in(self, folder: str) -> None:
        """The connection's record is in this folder."""

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

    # -- other sessions -----------------------------------------------------------------------------------------------

    def others(self) -> Sequence[Mapping[str, Any]]:
        """Return what is told of each other session that may be seen from here."""
        raise _nobody()

    def send(self, session_id: str, text: str) -> bool:
        """Send a text to a session; return whether it has it already, and not only with its next reply.

        Raises:
            InvalidArgument: there is no such session, or the text is too long.
            Busy: too many were sent.
        """
        raise _nobody()

    def broadcast(self, text: str) -> int:
        """Send a text to all other sessions that may be seen; return to how many."""
        raise _nobody()

    async def wait(self, timeout_s: float) -> Sequence[str]:
        """Return the messages for this session, as lines, once there are any or the time is up."""
        raise _nobody()

    def seen(self, session_id: str, since_s: float | None) -> Seen:
        """Return how another session's program was so long ago; without a time, when this was asked last."""
        raise _nobody()

    def launch(
        self, agent: str, task: str, profile: str | None, token: str | None, *, can_ask: bool
    ) -> Mapping[str, Any]:
        """Start an agent of the person's configuration; return what is told of its session.

        Raises:
            ConfirmationRequired: a person has to allow it first; without a token where no person can be asked here.
            Busy: too many run, or were started.
        """
        raise _nobody()

    def stop(self, session_id: str) -> str:
        """End an agent that was launched here; return its name. Raises InvalidArgument."""
        raise _nobody()


def _nobody() -> Unsupported:
    return Unsupported(
        "This client has a server for itself: other sessions are seen through the host.",
        hint="Start it without --alone: `mcp serve --tools sessions`.",
    )
