"""What comes back takes its place among the caller's records, as if it had run here; half a record is marked as such.

Records lie there at once. Tickets are told in the order of the plan, whichever worker was first: the same signature is
one ticket, the same one however many machines there were, and a session is counted once, however often it comes.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from wpfagent.core.errors import FileInvalid
from wpfagent.core.files import encoded, inner_path, is_marked, put_in_place, write_whole
from wpfagent.runs.fleet.ledger import Ledger
from wpfagent.runs.fleet.orders import sound_names
from wpfagent.runs.fleet.parcels import moved, outcome_of, unpack
from wpfagent.runs.fleet.planning import Planned
from wpfagent.runs.minimize.ticket import SCENARIO, WHOLE
from wpfagent.runs.replay_file import FILE_NAME as REPLAY
from wpfagent.testing.record.read import read_facts
from wpfagent.testing.report import refresh_ticket_page
from wpfagent.testing.tickets.model import FILE_NAME, Evidence
from wpfagent.testing.tickets.store import IndexEntry, TicketStore, entry_of, read_ticket, write_ticket

MINIMISED = (REPLAY, SCENARIO, WHOLE)
"""The files of a ticket that minimising writes."""
LOST = "lost"
"""The outcome of a record whose machine went away."""


def take_in(ledger: Ledger, planned: Planned, parcel: bytes) -> dict[str, Any]:
    """Put the record of a piece of work in its place, keep its tickets, and return its line of the ledger.

    What a worker says is judged before anything has its place: it names nothing outside the artifacts, and no record
    or ticket of anything else.

    Raises:
        FileInvalid, InvalidArgument, PathOutsideScope: it does.
    """
    told = outcome_of(parcel)
    artifacts, work = ledger.artifacts, planned.order.work
    roots = told.pop("roots")
    moves = [(roots["artifacts"], str(artifacts)), (roots["files"], planned.root)]
    coming = ledger.folder / "coming" / work
    shutil.rmtree(coming, ignore_errors=True)
    unpack(parcel, coming, moves)
    sessions = sorted((coming / "sessions").glob("*"))
    found = [path.parent for path in sorted((coming / "tickets").glob(f"*/*/{FILE_NAME}"))]
    names: list[Any] = [folder.name for folder in sessions]
    for folder in found:
        ticket = read_ticket(folder)
        write_ticket(folder, ticket)  # its page for people says what it says itself
        names.append(ticket.id)
        for evidence in filter(None, (e.file for e in ticket.evidence)):
            inner_path(evidence)
    if found or told.get("session"):
        names.append(told.get("session"))
    sound_names(*names)
    for name in names:
        check_free(artifacts, name, ledger.run, work)
    for folder in sessions:
        place(folder, artifacts / "sessions" / folder.name)
    waiting = ledger.tickets_of(work)
    shutil.rmtree(waiting, ignore_errors=True)
    for folder in found:
        place(folder, waiting / folder.name)
    shutil.rmtree(coming, ignore_errors=True)
    line = {**moved(told, moves), "work": work, "title": planned.order.title, "kind": planned.order.kind}
    if result := line.get("result"):
        result["session"] = str(artifacts / "sessions" / line["session"]) if line.get("session") else None
    return line


def check_free(artifacts: Path, session: str, run: str, work: str) -> None:
    """Raise FileInvalid where another piece of work, or somebody here, has made a session, or is writing it now."""
    folder = artifacts / "sessions" / session
    facts = read_facts(folder)
    made_by = facts.get("fleet")
    own = isinstance(made_by, dict) and (made_by.get("run"), made_by.get("work")) == (run, work)
    if is_marked(str(folder)) or (facts and not own):
        raise FileInvalid(f"{session} is the record of something else: it was left as it is.")


def place(folder: Path, where: Path) -> None:
    """Bring a folder to its place, instead of what an earlier try left there."""
    where.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(where, ignore_errors=True)
    put_in_place(str(folder), str(where))


def mark_half(artifacts: Path, session: str, made_by: Mapping[str, str], why: str) -> None:
    """Say in a record that it is half a run's, which its machine made for a piece of work, and why."""
    path = artifacts / "sessions" / session / "session.json"
    facts = read_facts(path.parent) or {"session_id": session, "fleet": dict(made_by)}
    if "ended" in facts:
        return
    facts |= {"outcome": LOST, "reason": f"{made_by['machine']}: {why}"}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(str(path), encoded(json.dumps(facts, ensure_ascii=False, indent=1)))


# -- tickets ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """A piece of work whose tickets stand in the index.

    Args:
        work: its name.
        tickets: the ticket of each of its failures, by which the index knows it.
        new: those that it was the first to see.
    """

    work: str
    tickets: tuple[IndexEntry, ...] = ()
    new: tuple[IndexEntry, ...] = ()


def tell_tickets(ledger: Ledger, *, all_of_them: bool) -> list[Told]:
    """Enter the tickets of what is done into the index, in the order of the plan, and return what was not told yet.

    Args:
        ledger: the run.
        all_of_them: also of what comes after something that is not done yet.
    """
    made: list[Told] = []
    for planned in ledger.planned:
        work = planned.order.work
        line = ledger.done.get(work)
        if line is None and not all_of_them:
            break
        if line is None or work in ledger.told:
            continue
        made.append(_tell(ledger, line) if line["kind"] != "minimizing" else Told(work))
        ledger.told.add(work)
    return made


def tell_minimised(ledger: Ledger, planned: Planned) -> None:
    """Bring the shorter way that a worker has found into the ticket that it was given."""
    store = TicketStore(ledger.artifacts)
    folder, name = ledger.tickets_of(planned.order.work), PurePosixPath(planned.order.main).name
    coming = folder / name
    if not (coming / FILE_NAME).is_file():
        return
    ticket, entry = read_ticket(coming), store.find(name)
    if ticket.minimised is not None:
        known = ticket.reproducibility
        facts = {**ticket.minimised, "reproduced": known.reproduced, "attempts": known.attempts}

        def bring(into: Path) -> tuple[Evidence, ...]:
            for name in MINIMISED:
                if (coming / name).is_file():
                    write_whole(str(into / name), (coming / name).read_bytes())
            return tuple(e for e in ticket.evidence if e.file == WHOLE)

        store.record_minimised(entry.id, facts, ticket.steps, place=bring)
        refresh_ticket_page(entry.folder)
    shutil.rmtree(folder, ignore_errors=True)


def _tell(ledger: Ledger, line: Mapping[str, Any]) -> Told:
    folder = ledger.tickets_of(line["work"])
    waiting = sorted(folder.glob(f"*/{FILE_NAME}"))
    if not waiting:
        return Told(line["work"])
    store = TicketStore(ledger.artifacts)
    session = str(line["session"])
    told: dict[str, tuple[IndexEntry, bool]] = {}
    for path in sorted(waiting, key=lambda p: p.parent.name):
        entry, is_new = _enter(store, path.parent, session, str(line["machine"]))
        told[path.parent.name] = (entry, is_new)
        if is_new:
            refresh_ticket_page(entry.folder)
    _retell(ledger.artifacts / "sessions" / session, told)
    shutil.rmtree(folder, ignore_errors=True)
    every = {entry.id: entry for entry, _ in told.values()}
    return Told(line["work"], tuple(every.values()), tuple(entry for entry, is_new in told.values() if is_new))


def _enter(store: TicketStore, folder: Path, session: str, machine: str) -> tuple[IndexEntry, bool]:
    ticket = read_ticket(folder)
    known = store.known(ticket.signature.id)
    if known is not None and session in known.sessions:
        return known, known.id == ticket.id
    where = store.folder / session / ticket.id
    ticket = replace(ticket, machines={machine: ticket.count})
    write_ticket(folder, ticket)
    entry = entry_of(ticket, where)
    return store.add(entry, lambda: place(folder, where), session, machine=machine, times=ticket.count)


def _retell(folder: Path, told: Mapping[str, tuple[IndexEntry, bool]]) -> None:
    """Let a record name the tickets by which the index knows its failures."""
    path, facts = folder / "session.json", read_facts(folder)
    if not facts:
        return  # a record without its facts names no tickets
    for item in facts.get("tickets", ()):
        if (known := told.get(str(item.get("id")))) is not None:
            entry, is_new = known
            item |= {"id": entry.id, "folder": str(entry.folder), "count": entry.count, "new": is_new}
    write_whole(str(path), encoded(json.dumps(facts, ensure_ascii=False, indent=1)))
