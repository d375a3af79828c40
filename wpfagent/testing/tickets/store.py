"""The index of all tickets: one entry for each failure, whoever found it, however often.

`tickets/index.json` is read and written under a file lock; an index that is missing or broken is made again from the
tickets themselves. Folders stand in it relative to the artifacts folder.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wpfagent.core import shapes
from wpfagent.core.errors import FileInvalid, InvalidArgument, StorageFailed
from wpfagent.core.files import can_write, lies_in, write_whole
from wpfagent.core.model import iso_time
from wpfagent.core.selector import nearest
from wpfagent.testing.artifacts import locked
from wpfagent.testing.tickets.markdown import write_markdown
from wpfagent.testing.tickets.model import FILE_NAME, Evidence, Reproducibility, ReproStep, Status, Strength, Ticket

VERSION = 1
LOCK_TIMEOUT_S = 30.0
SHORTEST = 4
"""A short id or the beginning of a signature has at least so many characters."""


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """What the index knows of a ticket.

    Args:
        id: the ticket's id.
        folder: where it lies.
        title: one line.
        oracle: what recognised the failure.
        signature: what makes another failure the same.
        strength: `strong` or `weak`.
        family: oracles that see the same kind of failure have one.
        cause: window, element and action that the failure came after.
        count: how often it was seen.
        sessions: where.
        status: `open`, `closed`, `reopened`, `superseded`.
        superseded_by: the ticket that knows more.
        reproduced: so many replays showed it again; None before the first.
        attempts: of so many.
        created: when it was first seen.
        last_seen: when it was last seen.
        machines: on which machines of a fleet it was seen, and how often; empty where it ran here.
    """

    id: str
    folder: Path
    title: str
    oracle: str
    signature: str
    strength: Strength
    family: str = ""
    cause: Mapping[str, Any] = field(default_factory=dict)
    count: int = 1
    sessions: tuple[str, ...] = ()
    status: Status = "open"
    superseded_by: str | None = None
    reproduced: int | None = None
    attempts: int | None = None
    created: str = ""
    last_seen: str = ""
    machines: Mapping[str, int] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; what is not known is absent."""
        made = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        made |= {"folder": str(self.folder), "sessions": list(self.sessions), "cause": dict(self.cause)}
        made["machines"] = dict(self.machines) or None
        return {k: v for k, v in made.items() if v is not None}


class TicketStore:
    """The tickets of one artifacts folder.

    Args:
        artifacts: the artifacts folder; it need not exist yet.
    """

    def __init__(self, artifacts: Path) -> None:
        self.artifacts = Path(artifacts).absolute()
        self.folder = self.artifacts / "tickets"

    # -- reading ------------------------------------------------------------------------------------------------------

    def entries(self) -> tuple[IndexEntry, ...]:
        """Return all tickets, the last seen first."""
        with self._reading():
            return tuple(sorted(self._read(), key=lambda e: (e.last_seen, e.id), reverse=True))

    def last(self) -> IndexEntry:
        """Return the ticket that was seen last. Raises InvalidArgument when there is none."""
        found = self.entries()
        if not found:
            raise InvalidArgument(f"There are no tickets in {self.folder}.", hint="A failed run writes one.")
        return found[0]

    def find(self, text: str) -> IndexEntry:
        """Return the ticket that is meant.

        Args:
            text: its id or the end of it, its signature or the beginning of it, its folder or a file in it.

        Raises:
            InvalidArgument: none or several are meant.
        """
        entries = self.entries()
        path = Path(text).absolute()
        for entry in entries:
            if text in (entry.id, entry.signature) or entry.folder in (path, path.parent):
                return entry
        short = text.lower().removeprefix("ticket-")
        found = [
            e
            for e in entries
            if len(short) >= SHORTEST and (e.id.lower().endswith(short) or e.signature.startswith(short))
        ]
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(e.id for e in found)
            raise InvalidArgument(f"{text!r} is the end of several tickets: {listed}.", hint="Give more of the id.")
        near = nearest(text, (e.id for e in entries)) or [e.id for e in entries[:5]]
        hint = f"Nearest: {', '.join(near)}." if near else f"There are no tickets in {self.folder}."
        raise InvalidArgument(f"There is no ticket {text!r}.", hint=hint)

    def ticket(self, entry: IndexEntry) -> Ticket:
        """Return the ticket itself. Raises FileInvalid, StorageFailed."""
        return read_ticket(entry.folder)

    def known(self, signature: str) -> IndexEntry | None:
        """Return the ticket of this signature; of a superseded one the ticket that took its place."""
        with self._reading():
            return _known(self._read(), signature)

    # -- writing ------------------------------------------------------------------------------------------------------

    def add(
        self, entry: IndexEntry, place: Callable[[], None], session: str, *, machine: str = "", times: int = 1
    ) -> tuple[IndexEntry, bool]:
        """Add a new ticket, or raise the count of the one that has its signature.

        Args:
            entry: the new ticket.
            place: brings its folder to where `entry.folder` says; called only for a new one, under the lock.
            session: where the failure was seen.
            machine: on which machine of a fleet.
            times: so often it was seen there.

        Returns:
            The ticket as it is in the index now, and whether it is the new one.
        """
        with self._locked():
            entries = self._read()
            known = _known(entries, entry.signature)
            if known is not None:
                raised = self._seen_again(known, session, machine, times)
                self._write([raised if e.id == raised.id else e for e in entries])
                return raised, False
            self._write(
                [*entries, entry]
            )  # first: one killed here leaves an entry without a folder, which counts for nothing
            place()
            if (followed := [self._superseded(e, entry) for e in entries]) != entries:
                self._write([*followed, entry])
            return entry, True

    def raise_count(self, signature: str, session: str) -> IndexEntry | None:
        """Count a failure that has a ticket already; None when it has none."""
        if self.known(signature) is None:
            return None
        with self._locked():
            entries = self._read()
            known = _known(entries, signature)
            if known is None:
                return None
            raised = self._seen_again(known, session)
            self._write([raised if e.id == raised.id else e for e in entries])
            return raised

    def record_verification(
        self,
        ticket_id: str,
        reproduced: int,
        attempts: int,
        status: Status,
        *,
        runs: tuple[Mapping[str, Any], ...] = (),
    ) -> IndexEntry:
        """Keep what replays of a ticket came to, in the index and in the ticket.

        Args:
            ticket_id: which ticket.
            reproduced: so many replays showed the same failure.
            attempts: of so many.
            status: what it is now.
            runs: what each came to.
        """
        with self._locked():
            entries = self._read()
            found = next((e for e in entries if e.id == ticket_id), None)
            if found is None:
                raise InvalidArgument(f"There is no ticket {ticket_id!r} any more.", hint="`tickets list` shows all.")
            verified = replace(found, reproduced=reproduced, attempts=attempts, status=status)
            ticket = read_ticket(found.folder)
            write_ticket(
                found.folder,
                replace(ticket, status=status, reproducibility=Reproducibility(reproduced, attempts, tuple(runs))),
            )
            self._write([verified if e.id == ticket_id else e for e in entries])
        return verified

    def record_minimised(
        self,
        ticket_id: str,
        facts: Mapping[str, int],
        steps: tuple[ReproStep, ...],
        *,
        place: Callable[[Path], tuple[Evidence, ...]],
    ) -> IndexEntry:
        """Keep a shorter way to a ticket's failure, in the index and in the ticket.

        Args:
            ticket_id: which ticket.
            facts: `from`, `to`, `trials`, `reproduced`, `attempts`.
            steps: the shorter way, in words.
            place: writes the files that belong to it into the ticket's folder, and returns what they show.
        """
        with self._locked():
            entries = self._read()
            found = next((e for e in entries if e.id == ticket_id), None)
            if found is None:
                raise InvalidArgument(f"There is no ticket {ticket_id!r} any more.", hint="`tickets list` shows all.")
            shown = place(found.folder)
            reproduced, attempts = facts["reproduced"], facts["attempts"]
            ticket = read_ticket(found.folder)
            known = {e.file for e in shown}
            write_ticket(
                found.folder,
                replace(
                    ticket,
                    steps=steps,
                    minimised=facts,
                    reproducibility=Reproducibility(reproduced, attempts),
                    evidence=(*(e for e in ticket.evidence if e.file not in known), *shown),
                ),
            )
            shorter = replace(found, reproduced=reproduced, attempts=attempts)
            self._write([shorter if e.id == ticket_id else e for e in entries])
        return shorter

    def _seen_again(self, known: IndexEntry, session: str, machine: str = "", times: int = 1) -> IndexEntry:
        sessions = known.sessions if session in known.sessions else (*known.sessions, session)
        here = {machine: known.machines.get(machine, 0) + times} if machine else {}
        raised = replace(
            known,
            count=known.count + times,
            machines={**known.machines, **here},
            sessions=sessions,
            last_seen=iso_time(),
            status="reopened" if known.status == "closed" else known.status,
        )
        self._follow(raised)
        return raised

    def _superseded(self, entry: IndexEntry, stronger: IndexEntry) -> IndexEntry:
        """A weak ticket, once a strong one of the same kind of failure after the same cause is there."""
        same = entry.family == stronger.family and entry.cause and entry.cause == stronger.cause
        if stronger.strength != "strong" or entry.strength != "weak" or not same or entry.status == "superseded":
            return entry
        made = replace(entry, status="superseded", superseded_by=stronger.id)
        self._follow(made)
        return made

    def _follow(self, entry: IndexEntry) -> None:
        """Bring a ticket's own files to what the index says of it; one that was edited or is read-only stays."""
        followed: dict[str, Any] = {
            name: getattr(entry, name) for name in ("count", "sessions", "last_seen", "status", "superseded_by")
        }
        followed["machines"] = entry.machines or None
        try:
            ticket = read_ticket(entry.folder)
            write_ticket(entry.folder, replace(ticket, **followed))
        except (OSError, FileInvalid, StorageFailed):
            return  # the index counts, and a run must not end because of what became of an older one's ticket

    # -- the file -----------------------------------------------------------------------------------------------------

    def _reading(self) -> AbstractContextManager[None]:
        """Keep writers away while reading: Windows replaces no file that somebody has open."""
        return self._locked() if can_write(str(self.folder)) else nullcontext()

    def _locked(self) -> AbstractContextManager[None]:
        return locked(self.folder, "index.lock", timeout_s=LOCK_TIMEOUT_S)

    def _read(self) -> list[IndexEntry]:
        """The entries whose folders are there; deleting a folder deletes a ticket."""
        try:
            data = json.loads((self.folder / "index.json").read_text(encoding="utf-8"))
            entries = [self._entry(item) for item in data["tickets"]]
        except (OSError, ValueError, KeyError, TypeError):
            entries = self._rebuilt()
        return [e for e in entries if (e.folder / FILE_NAME).is_file()]

    def _entry(self, item: Mapping[str, Any]) -> IndexEntry:
        folder = self.artifacts / item["folder"]
        if not lies_in(folder, self.folder):
            raise ValueError(f"{folder} is no folder of a ticket")
        return IndexEntry(**{**item, "folder": folder, "sessions": tuple(item["sessions"])})

    def _rebuilt(self) -> list[IndexEntry]:
        """The index made from the tickets that lie there."""
        made = []
        for path in sorted(self.folder.glob(f"*/TICKET-*/{FILE_NAME}")):
            try:
                made.append(entry_of(read_ticket(path.parent), path.parent))
            except (FileInvalid, StorageFailed):
                continue  # a folder that somebody edited is no reason to forget the others
        return made

    def _write(self, entries: list[IndexEntry]) -> None:
        tickets = [{**e.to_dict(), "folder": e.folder.relative_to(self.artifacts).as_posix()} for e in entries]
        text = json.dumps({"version": VERSION, "tickets": tickets}, ensure_ascii=False, indent=1)
        write_whole(str(self.folder / "index.json"), text.encode())


def entry_of(ticket: Ticket, folder: Path) -> IndexEntry:
    """Return what the index knows of a ticket."""
    tried = ticket.reproducibility.attempts > 0
    return IndexEntry(
        ticket.id,
        folder,
        ticket.title,
        ticket.oracle,
        ticket.signature.id,
        ticket.signature.strength,
        str(ticket.signature.facts.get("oracle") or ticket.oracle),
        dict(ticket.cause),
        ticket.count,
        ticket.sessions,
        ticket.status,
        ticket.superseded_by,
        ticket.reproducibility.reproduced if tried else None,
        ticket.reproducibility.attempts if tried else None,
        ticket.created,
        ticket.last_seen,
        dict(ticket.machines or {}),
    )


def read_ticket(folder: Path) -> Ticket:
    """Return the ticket of a folder.

    Raises:
        FileInvalid: `ticket.json` does not hold what it should.
        StorageFailed: it cannot be read.
    """
    path = folder / FILE_NAME
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StorageFailed(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise FileInvalid(f"{path} is no JSON: {error}.") from error
    return shapes.read(Ticket, data, what=str(path), error=FileInvalid, own=True)


def write_ticket(folder: Path, ticket: Ticket) -> None:
    """Write `ticket.json` and `ticket.md`, each whole. Raises OSError."""
    text = json.dumps(ticket.to_dict(), ensure_ascii=False, indent=1)
    write_whole(str(folder / FILE_NAME), text.encode())
    write_markdown(folder, ticket)


def _known(entries: list[IndexEntry], signature: str) -> IndexEntry | None:
    found = next((e for e in entries if e.signature == signature), None)
    if found is not None and found.superseded_by is not None:
        return next((e for e in entries if e.id == found.superseded_by), found)
    return found
