"""Doing long work that a client follows: in a lane of its own, ended at its next step where the call is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from wpfagent.entries.mcp.following import Following
from wpfagent.entries.mcp.tools import Calling
from wpfagent.gate.execute import Gate

T = TypeVar("T")
PATIENCE_S = 600.0
"""How long a call waits for the long work before it."""
LANE = "the runs"
"""The lane of explorations, scenarios, replays and trials: two at once would only disturb each other."""


async def follow(calling: Calling, work: Callable[[Gate, Following], T]) -> T:
    """Do long work in its own lane and return what it returns; where the call is cancelled, it ends at its next step.

    Args:
        calling: the call.
        work: gets the lane's gate and whom to tell.
    """
    connection = calling.connection
    following = Following(calling.report, asyncio.get_running_loop())

    def job(gate: Gate) -> T:
        connection.followed.add(following)
        try:
            following.check()
            return work(gate, following)
        finally:
            following.end()
            connection.followed.discard(following)

    try:
        return await connection.in_own_lane(LANE, job, patience_s=PATIENCE_S)
    except asyncio.CancelledError:
        following.stop()
        raise
