"""dask's worker with a desktop; loaded where dask is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from zipfile import BadZipFile

import distributed
from tornado.ioloop import PeriodicCallback

from wpfagent.core.errors import WpfAgentError
from wpfagent.runs.fleet.closing import OF_WORKERS, close_requests
from wpfagent.runs.fleet.orders import DESKTOP, SHARE, sound_names
from wpfagent.runs.fleet.programs import TAKES_NONE
from wpfagent.runs.fleet.seat import Seat

WATCH_S = 2.0
"""How often a desktop is asked whether it can be used."""


class DesktopWorker(distributed.Worker):  # type: ignore[misc]
    """dask's worker with a desktop: it answers what the desktop is, and takes it back while it cannot be used."""

    def __init__(self, *args: Any, seat: Seat, tell: Callable[[str], None], **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.seat = seat
        self.state_told: dict[str, Any] = {"usable": True, "why": ""}
        self._tell = tell
        self._declined = ""
        close_requests(self.handlers, OF_WORKERS)
        self.handlers |= {
            "wpf_facts": self.answer_facts,
            "wpf_admit": self.admit,
            "wpf_kept": self.answer_kept,
            "wpf_forget": self.forget,
            "wpf_program": self.take_program,
        }
        self.periodic_callbacks["wpf_desktop"] = PeriodicCallback(self.watch, WATCH_S * 1000)

    # -- what the caller may ask --------------------------------------------------------------------------------

    async def answer_facts(self, profiles: list[str]) -> dict[str, Any]:
        """Return what this machine is."""
        return (await asyncio.to_thread(self.seat.facts, tuple(profiles))).to_dict()

    async def admit(self, run: str) -> None:
        """Let tasks of a run come here: the caller has compared what this machine is."""
        sound_names(run)
        await self.set_resources(**{run: SHARE})

    async def take_program(self, digest: str, at: int = 0, data: bytes = b"", size: int = 0) -> dict[str, str]:
        """Take a part of a program, and return whether it is `there` and why it is not taken; by no data: ask."""
        if not self.seat.allow_launch:
            return {"why": TAKES_NONE}
        try:
            if size and not self.seat.programs.has(digest):
                await asyncio.to_thread(self.seat.programs.take, digest, at, data, size)
        except (WpfAgentError, OSError, BadZipFile) as error:
            return {"why": str(error)}
        return {"there": "yes" if self.seat.programs.has(digest) else ""}

    def answer_kept(self, run: str) -> list[str]:
        """Return whose results are here."""
        return self.seat.all_kept(run)

    def forget(self, run: str) -> None:
        """Remove the results of a run."""
        self.seat.forget(run)

    # -- the desktop --------------------------------------------------------------------------------------------

    def decline(self, reason: str) -> None:
        """Take nothing more until the desktop has been seen to be usable; from any thread."""
        self._declined = reason
        self.loop.add_callback(self.watch)

    async def watch(self) -> None:
        """Take the resource back, or give it again."""
        declined, self._declined = self._declined, ""
        why = declined or await asyncio.to_thread(self.seat.unusable)
        if why == self.state_told["why"]:
            return
        self.state_told = {"usable": not why, "why": why}
        self._tell(f"{self.name} takes nothing more: {why}" if why else f"{self.name} can be used again")
        await self.set_resources(**{DESKTOP: 0 if why else 1})
