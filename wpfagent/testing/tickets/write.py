"""The ticket writer: a failure becomes a folder that somebody else can reproduce it from, or raises a count.

A ticket is written into a folder of its own beside its place and renamed: a run that is killed leaves no half ticket.
Its page is not written here: it shows nothing that the other files do not hold, and need not be waited for.
"""

from __future__ import annotations

import datetime as dt
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wpfagent.core import shapes
from wpfagent.core.errors import FileInvalid, StorageFailed
from wpfagent.core.exit_codes import name_of
from wpfagent.core.files import put_in_place
from wpfagent.core.model import iso_time
from wpfagent.desktops.base import Desktop
from wpfagent.profiles.profile import Profile, ProfileRecord
from wpfagent.testing import report
from wpfagent.testing.oracles.parts.signature import Signature, signature_of
from wpfagent.testing.record.cause import cause_facts
from wpfagent.testing.record.line import element_of
from wpfagent.testing.record.session import STDERR, SessionWriter
from wpfagent.testing.record.trail import FailureEvent
from wpfagent.testing.scenarios.from_session import scenario_text
from wpfagent.testing.tickets.code import code_of
from wpfagent.testing.tickets.environment import environment_of
from wpfagent.testing.tickets.evidence import EvidenceFolder
from wpfagent.testing.tickets.failure import opened, operated
from wpfagent.testing.tickets.hypotheses import hypotheses_of
from wpfagent.testing.tickets.model import Evidence, LastSelector, Mode, ReproStep, Ticket, TicketSignature
from wpfagent.testing.tickets.steps import last_actions, repro_steps
from wpfagent.testing.tickets.store import IndexEntry, TicketStore, entry_of, write_ticket
from wpfagent.testing.tickets.telling import actual_of, also_of, expected_of, title_of, with_elements
from wpfagent.testing.wording.elements import quote

REPORT = Evidence("report.html", "All of this as one page for a browser.")
NO_REPORT = Evidence("", f"No page for a browser: `{report.INSTALL}` brings what it needs.")
_MODES: Mapping[str, Mode] = {"scenario": "scenario", "replay": "replay", "random": "random"}
_HOW = {
    "scenario": "while a scenario ran",
    "replay": "while recorded actions were replayed",
    "random": "while random actions were tried",
    "interactive": "while the program was used step by step",
}


@dataclass(frozen=True, slots=True)
class Filed:
    """Where a failure went: a new ticket, or one more count of a known one."""

    id: str
    folder: Path
    title: str
    signature: str
    count: int
    new: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `session.json` keeps."""
        return {
            "id": self.id,
            "folder": str(self.folder),
            "title": self.title,
            "signature": self.signature,
            "count": self.count,
            "new": self.new,
        }


class TicketWriter:
    """Writes the tickets of one session.

    Args:
        artifacts: the artifacts folder.
        session: the record.
        desktop: where the program runs.
        profile: the application's profile: its logs, its sources, how it is launched, how many last actions are kept.

    Raises:
        StorageFailed: from `file`: the folder cannot be written.
    """

    def __init__(
        self, artifacts: Path, session: SessionWriter, *, desktop: Desktop, profile: Profile | None = None
    ) -> None:
        self.store = TicketStore(artifacts)
        self.session = session
        self.desktop = desktop
        self.profile = profile
        self.record = profile.record if profile is not None else ProfileRecord()
        self._said_how = False

    def file(self, failure: FailureEvent) -> Filed:
        """Write a ticket for a failure, or count it where it has one. Raises StorageFailed, Busy."""
        cause = cause_facts(failure)
        signature = signature_of(failure.finding, cause)
        known = self.store.known(signature.id)
        if known is not None and not self._replays(known):
            known = self.store.raise_count(signature.id, self.session.session_id)
        if known is not None:
            return _filed(known, new=False)
        now = dt.datetime.now()
        ticket_id = f"TICKET-{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
        place = self.store.folder / self.session.session_id / ticket_id
        draft = place.with_name(f".{ticket_id}")
        try:
            draft.mkdir(parents=True)
            ticket = self._write(draft, ticket_id, failure, signature, cause)
            entry, new = self.store.add(
                entry_of(ticket, place), lambda: put_in_place(str(draft), str(place)), self.session.session_id
            )
        except OSError as error:
            raise StorageFailed(
                f"The ticket {place} cannot be written: {error.strerror or error}.",
                hint="Free some space or choose another folder with --artifacts; the session's record has the failure.",
            ) from error
        finally:
            _clear(draft)
        return _filed(entry, new=new)

    def _write(
        self, folder: Path, ticket_id: str, failure: FailureEvent, signature: Signature, cause: Mapping[str, str]
    ) -> Ticket:
        failure = with_elements(opened(failure, self.session, self.sources()))
        files = EvidenceFolder(folder, failure, self.session.masks)
        files.pictures()
        files.trees()
        files.replay()
        files.scenario(lambda: self._scenario(failure))
        files.logs(self._stderr(), self.profile.logs if self.profile is not None else ())
        files.system()
        made = self._ticket(ticket_id, failure, signature, cause)
        made = replace(made, evidence=(*files.files, self._page()))
        masked = self.session.masks.mask(made.to_dict())
        ticket = shapes.read(Ticket, masked, what=ticket_id, error=FileInvalid, own=True)
        write_ticket(folder, ticket)
        return ticket

    def _ticket(self, ticket_id: str, failure: FailureEvent, signature: Signature, cause: Mapping[str, str]) -> Ticket:
        finding, now = failure.finding, iso_time()
        mode = _MODES.get(str(failure.record.facts.get("caller")), "interactive")
        steps = repro_steps(failure, self.profile)
        exit_code = finding.exit_code
        return Ticket(
            id=ticket_id,
            created=now,
            last_seen=now,
            title=title_of(failure),
            summary=_summary(failure, mode, steps),
            mode=mode,
            oracle=finding.oracle,
            severity=finding.severity,
            signature=TicketSignature(signature.id, signature.strength, dict(signature.facts)),
            cause=cause,
            steps=steps,
            actual=actual_of(failure),
            expected=expected_of(failure),
            environment=environment_of(failure, self.desktop, self.profile.name if self.profile is not None else None),
            last_selector=_last_selector(failure),
            difference=failure.difference,
            last_actions=last_actions(failure, self.record.last_actions),
            details=dict(finding.details),
            exception=finding.exception.to_dict() if finding.exception is not None else None,
            code=code_of(failure) or None,
            exit_code={"code": exit_code, "name": name_of(exit_code)} if exit_code is not None else None,
            also=also_of(failure),
            hypotheses=hypotheses_of(failure),
            session=self.session.session_id,
            sessions=(self.session.session_id,),
        )

    def _scenario(self, failure: FailureEvent) -> str:
        failing = failure.line if "check" in failure.line else None
        return scenario_text(failure.record, upto=int(failure.line["n"]), failing=failing)

    def _page(self) -> Evidence:
        """Say where the page of a ticket is, or once for the session how to get pages."""
        if report.is_available():
            return REPORT
        if not self._said_how:
            self._said_how = True
            self.session.log(NO_REPORT.shows)
        return NO_REPORT

    def _replays(self, entry: IndexEntry) -> bool:
        """Whether this session replays that very ticket: its Reproducibility counts that, not how often it was seen."""
        replay = self.session.facts.get("replay")
        file = replay.get("file") if isinstance(replay, Mapping) else None
        return bool(file) and entry.folder in (Path(str(file)).absolute(), Path(str(file)).absolute().parent)

    def sources(self) -> tuple[str, ...]:
        """Return the folders of the program's source code: those of its profile, and those that the run named."""
        own = self.profile.source if self.profile is not None else ()
        return (*own, *map(str, self.session.facts.get("source") or ()))

    def _stderr(self) -> str | None:
        path = Path(self.session.folder) / STDERR
        return str(path) if path.is_file() and path.stat().st_size else None


def _clear(draft: Path) -> None:
    """Remove what is left of a draft, and the session's folder of tickets where it has none."""
    shutil.rmtree(draft, ignore_errors=True)
    try:
        draft.parent.rmdir()
    except OSError:
        pass  # a ticket lies in it


def _filed(entry: IndexEntry, *, new: bool) -> Filed:
    return Filed(entry.id, entry.folder, entry.title, entry.signature, entry.count, new)


def _last_selector(failure: FailureEvent) -> LastSelector | None:
    entry = operated(failure)
    line = entry.fields
    if "action" not in line:
        return None
    element = line.get("element")
    if element is None or "enabled" not in element:
        selector = line.get("selector") or {}
        control = entry.control or (failure.after.find(selector) or failure.before.find(selector))
        element = element_of(control) if control is not None else element
    return LastSelector(str(line["action"]), line.get("selector") or {}, element)


def _summary(failure: FailureEvent, mode: Mode, steps: tuple[ReproStep, ...]) -> str:
    """A few sentences: what, when, found how."""
    scenario = failure.record.facts.get("scenario")
    named = f" ({quote(scenario['title'] or scenario['id'])})" if isinstance(scenario, Mapping) else ""
    last = f" The last step was: {steps[-1].text}" if steps else ""
    others = ", ".join(dict.fromkeys(f.oracle for f in failure.also))
    also = f" At the same moment it was also reported by: {others}." if others else ""
    return f"{title_of(failure).rstrip('.')}. It was seen {_HOW[mode]}{named}.{last}{also}"
