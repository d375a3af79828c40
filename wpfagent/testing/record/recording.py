"""A gate whose acts are kept in a session and judged, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wpfagent.desktops.base import Desktop
from wpfagent.gate.execute import Gate
from wpfagent.testing.record.modes import Screenshots
from wpfagent.testing.record.recorder import Recorder
from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.runtime.light import Light

if TYPE_CHECKING:
    from wpfagent.testing.oracles.judging import Judge


def recording_gate(
    desktop: Desktop,
    session: SessionWriter,
    *,
    judge: Judge | None = None,
    screenshots: Screenshots = "never",
    take_pictures: bool = True,
    **settings: Any,
) -> Gate:
    """Return a gate whose acts are kept in a session and judged.

    Args:
        desktop: where.
        session: the record.
        judge: the oracles; None asks none.
        screenshots: when pictures are written.
        take_pictures: False takes none at all, not even for a failure.
        **settings: the gate's own.
    """
    gate = Gate(desktop, store=session, cover=session.cover, **settings)
    Recorder(
        gate,
        session=session,
        judge=judge,
        screenshots=screenshots,
        take_pictures=take_pictures,
        runtime=Light(desktop, lambda line: _say(session, line)),
    )
    return gate


def _say(session: SessionWriter, line: str) -> None:
    """Say what a program's runtime would not tell, in the log and in what the session says of itself."""
    session.log(line)
    session.facts.setdefault("dotnet", []).append(line)
