"""A run of the fleet from the caller's side: as much work goes out as there are desktops, and what comes back is kept.

What a worker that dies was doing dask gives to another one, once. What a desktop declines, because it is locked or a
person has stopped it, is given to another one here, once as well. Everything that was taken in stands in the ledger.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from wpfagent.core.errors import NotReached
from wpfagent.core.wait import RealClock
from wpfagent.runs.fleet.admitting import Admission
from wpfagent.runs.fleet.facts import Likeness
from wpfagent.runs.fleet.following import topic_of
from wpfagent.runs.fleet.halves import Halves
from wpfagent.runs.fleet.ledger import Ledger
from wpfagent.runs.fleet.link import FleetUnreachable, Link
from wpfagent.runs.fleet.orders import DESKTOP
from wpfagent.runs.fleet.planning import Planned, profiles_of
from wpfagent.runs.fleet.programs import Program
from wpfagent.runs.fleet.taking_in import Told, take_in, tell_minimised, tell_tickets
from wpfagent.runs.fleet.tasks import fetch, perform
from wpfagent.runs.fleet.trying import ticket_order
from wpfagent.runs.minimize.trials import Limits
from wpfagent.runs.replay_file import FILE_NAME as REPLAY
from wpfagent.testing.tickets.store import IndexEntry, TicketStore

if TYPE_CHECKING:
    from collections.abc import Iterator

LOOK_S = 1.0
"""How often the caller looks who is there."""
NOBODY_S = 120.0
"""So long a run waits for a desktop that can be used."""
TRIES = 2
"""So often a piece of work is started that desktops decline."""
GONE = "it went away while this ran; the work was started again elsewhere"


class NoMachine(NotReached):
    """No desktop takes part that could be used."""

    code = "fleet_empty"


class Listener(Protocol):
    """Hears what a run does while it does it."""

    def machine(self, name: str, state: str) -> None:
        """A machine takes part, is left out, cannot be used, or has gone; the state says why."""

    def done(self, line: Mapping[str, Any], counts: Counts) -> None:
        """A piece of work has been taken in."""

    def told(self, told: Told) -> None:
        """The tickets of a piece of work stand in the index; told in the order of the plan."""

    def progress(self, counts: Counts) -> None:
        """So it stands; told every second."""


@dataclass(slots=True)
class Counts:
    """How a run stands.

    Args:
        all: so many pieces of work there are.
        done: so many were taken in, those of an earlier try among them.
        failed: so many of these failed.
        machines: so many desktops take part that can be used.
        working: so many pieces are being done.
        left_s: so long it may take, judged by what was done; None before the first.
    """

    all: int = 0
    done: int = 0
    failed: int = 0
    machines: int = 0
    working: int = 0
    left_s: float | None = None


@dataclass(slots=True)
class Run:
    """One run, from the first piece of work to the last ticket.

    Args:
        link: the way to the fleet.
        ledger: what is to be done and what is done.
        own: what the caller's own profiles are like.
        listener: hears of it.
        nobody_s: so long it waits for a desktop.
        minimize: what minimising each new ticket may take; None leaves them as they are.
        program: the program that is sent along; None: each machine has its own.
        stopping: set by another thread, it ends the run soon; what is done is kept.

    Attributes:
        new_tickets: those that it found.
        worked_s: so many seconds desktops worked for it, this time.
        left_out: the machines that took no part, each with why.
    """

    link: Link
    ledger: Ledger
    own: Mapping[str, Likeness]
    listener: Listener
    nobody_s: float = NOBODY_S
    minimize: Limits | None = None
    program: Program | None = None
    stopping: threading.Event = field(default_factory=threading.Event)
    new_tickets: list[IndexEntry] = field(default_factory=list)
    worked_s: float = 0.0
    left_out: dict[str, str] = field(default_factory=dict)
    _flying: dict[Any, Planned] = field(default_factory=dict)
    _tries: dict[str, int] = field(default_factory=dict)

    def go(self) -> None:
        """Do what is not done yet.

        Raises:
            FleetUnreachable: the scheduler went away; what is done is kept.
            NoMachine: there was no desktop for long.
        """
        names = profiles_of(self.ledger.planned)
        admission = Admission(
            self.link,
            self.ledger.run,
            names,
            self.own,
            self.listener.machine,
            program=self.program,
            left_out=self.left_out,
        )
        halves = Halves(self.ledger.artifacts, self.ledger.run)
        try:
            with self.link.client.as_current(), self._listening(halves):
                self._fetch_kept(admission)
                self._work(admission, halves)
                if self.minimize is not None and not self.stopping.is_set():
                    self._minimize(admission, halves, self.minimize)
        except FleetUnreachable as error:
            raise self._gone() from error
        finally:
            if self._flying and self.link.is_up:
                self.link.client.cancel(list(self._flying))
            self._tell(all_of_them=True)
            self.ledger.close()
        if self.ledger.waiting:
            return  # it was stopped: the workers keep what had begun, for a week
        with suppress(FleetUnreachable):  # everything is here
            self.link.ask(self.link.machines(), "wpf_forget", run=self.ledger.run)

    def _gone(self) -> FleetUnreachable:
        return FleetUnreachable(
            "The scheduler has gone away; what was done is kept.",
            hint=f"When it is there again: wpf-agent fleet run --resume {self.ledger.run}",
            details={"run": self.ledger.run},
        )

    @contextmanager
    def _listening(self, halves: Halves) -> Iterator[None]:
        topic = topic_of(self.ledger.run)
        self.link.client.subscribe_topic(topic, halves.hear)
        try:
            yield
        finally:
            if self.link.is_up:
                self.link.client.unsubscribe_topic(topic)

    def _fetch_kept(self, admission: Admission) -> None:
        """Take in what workers had done when the caller or the scheduler went away."""
        kept = self.link.ask(self.link.machines(), "wpf_kept", run=self.ledger.run)
        waiting = {p.order.work: p for p in self.ledger.waiting}
        for address, works in kept.items():
            for work in works:
                if work not in waiting:
                    continue
                future = self.link.client.submit(
                    fetch, self.ledger.run, work, key=f"fetch-{secrets.token_hex(6)}", pure=False, workers=[address]
                )
                if parcel := future.result():
                    self._take(waiting.pop(work), parcel)

    def _work(self, admission: Admission, halves: Halves) -> None:
        waiting = deque(self.ledger.waiting)
        looked, alone_since = 0.0, time.monotonic()
        while (waiting or self._flying) and not self.stopping.is_set():
            now = time.monotonic()
            if now - looked >= LOOK_S:
                looked = now
                usable = admission.look()
                self.listener.progress(self.counts(usable))
            if usable:
                alone_since = now
            elif now - alone_since > self.nobody_s:
                raise NoMachine(
                    f"For {self.nobody_s:.0f} s there was no desktop that could be used.",
                    hint=f"`wpf-agent fleet status` tells why; then: wpf-agent fleet run --resume {self.ledger.run}",
                )
            while waiting and len(self._flying) < usable:
                self._send(waiting.popleft())
            for future in self._ended():
                planned = self._flying.pop(future)
                if not self._came(planned, future, halves):
                    waiting.appendleft(planned)
                future.release()
            self._tell(all_of_them=False)

    def _tell(self, *, all_of_them: bool) -> None:
        for told in tell_tickets(self.ledger, all_of_them=all_of_them):
            self.new_tickets += told.new
            self.listener.told(told)

    def _minimize(self, admission: Admission, halves: Halves, limits: Limits) -> None:
        """Minimise the tickets that this run was the first to see, each on a desktop that the others help."""
        store = TicketStore(self.ledger.artifacts)
        lines = {str(line["session"]): line for line in self.ledger.lines if line.get("session")}
        orders = {p.order.work: p.order for p in self.ledger.planned}
        for entry in sorted(store.entries(), key=lambda e: (e.created, e.id)):
            first = lines.get(entry.sessions[0])
            if first is None or store.ticket(entry).minimised is not None or not (entry.folder / REPLAY).is_file():
                continue
            order = ticket_order(orders[str(first["work"])], entry.folder, entry.sessions[0], limits)
            self.ledger.planned.append(Planned(order, str(entry.folder)))
        self._work(admission, halves)

    def _send(self, planned: Planned) -> None:
        run, work = planned.order.run, planned.order.work
        self._tries[work] = self._tries.get(work, 0) + 1
        future = self.link.client.submit(
            perform,
            planned.order.to_dict(),
            key=f"{run}-{work}-{secrets.token_hex(4)}",
            pure=False,
            resources={DESKTOP: 1, run: 1},
        )
        self._flying[future] = planned

    def _ended(self) -> list[Any]:
        """Wait a moment for a piece of work to end, and return those that have. Raises FleetUnreachable."""
        from asyncio import CancelledError as Cancelled
        from concurrent.futures import CancelledError

        from distributed import wait

        try:
            if self._flying:
                wait(list(self._flying), timeout=LOOK_S, return_when="FIRST_COMPLETED")
            else:
                RealClock().sleep(LOOK_S)
        except (TimeoutError, Cancelled, CancelledError):
            pass  # nothing has ended, or everything has: what follows tells
        if not self.link.is_up or any(f.status in ("cancelled", "lost") for f in self._flying):
            raise self._gone()
        return [f for f in self._flying if f.status != "pending"]

    def _came(self, planned: Planned, future: Any, halves: Halves) -> bool:
        """Take in what ended; return False where it is to be started again."""
        work = planned.order.work
        if future.status == "error":
            error = future.exception()
            died = type(error).__name__ == "KilledWorker"
            reason = "Two machines went away while it ran." if died else str(error)
            halves.mark(work, None, GONE)
            self._note(planned, {"outcome": "not_run", "reason": reason, "exit_code": 3, "machine": "", "lost": died})
            return True
        line = self._line_of(planned, future.result())
        declined = line.get("declined")
        halves.mark(work, None if declined else line.get("session"), declined or GONE)
        if declined and self._tries[work] < TRIES:
            return False
        self._note(planned, line)
        return True

    def _take(self, planned: Planned, parcel: bytes) -> None:
        self._note(planned, self._line_of(planned, parcel))

    def _line_of(self, planned: Planned, parcel: bytes) -> dict[str, Any]:
        try:
            line = take_in(self.ledger, planned, parcel)
            self.worked_s += float(line.get("elapsed_s") or 0)
        except Exception as error:  # noqa: BLE001 - whatever a worker has sent, the others' work goes on
            return {"outcome": "not_run", "reason": f"What came back was not taken in: {error}", "exit_code": 3,
                    "machine": "", "elapsed_s": 0.0}  # fmt: skip
        return line

    def _note(self, planned: Planned, line: Mapping[str, Any]) -> None:
        whole = {"work": planned.order.work, "title": planned.order.title, "kind": planned.order.kind, **line}
        if planned.order.kind == "minimizing":
            tell_minimised(self.ledger, planned)
        self.ledger.add(whole)
        self.listener.done(whole, self.counts())

    def counts(self, machines: int = 0) -> Counts:
        """Return how it stands."""
        lines, everything = self.ledger.lines, len(self.ledger.planned)
        took = [float(line["elapsed_s"]) for line in lines if line.get("elapsed_s")]
        left = None
        if took and machines:
            left = (everything - len(lines)) * sum(took) / len(took) / machines
        failed = sum(1 for line in lines if line["outcome"] == "failed")
        return Counts(everything, len(lines), failed, machines, len(self._flying), left)
