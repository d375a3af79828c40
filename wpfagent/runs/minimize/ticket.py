"""Minimising a failure from end to end: trials in one session, the way that is left in another, and the ticket updated.

The trials take no pictures. What is left is performed once more with all evidence, in a session of its own: the replay
file and the scenario are written from that record, so that they say what the short way does and not what the long one
did.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.files import write_whole
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import Profile
from wpfagent.runs.minimize.forms import INTERRUPTED, Stopped
from wpfagent.runs.minimize.minimizing import Options, Shrunk, shorter_first, shrink
from wpfagent.runs.minimize.replaying import Replays
from wpfagent.runs.minimize.speculating import Ahead, Elsewhere, Tried
from wpfagent.runs.minimize.steps import Item, Steps
from wpfagent.runs.minimize.trials import Listener, Silent
from wpfagent.runs.replay_file import FILE_NAME, Recording
from wpfagent.safety.policy import Policy
from wpfagent.testing.record.actions import actions_of
from wpfagent.testing.record.read import Session, read_session
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.report import refresh_ticket_page
from wpfagent.testing.scenarios.from_session import scenario_text
from wpfagent.testing.tickets.model import Evidence, ReproStep
from wpfagent.testing.tickets.recorded import Recorded, open_recorded
from wpfagent.testing.tickets.store import IndexEntry, TicketStore
from wpfagent.testing.wording.steps import minimised_words, step_words

CONFIRMATIONS = 5
"""So often is what is left replayed."""
SCENARIO = "scenario.yaml"
WHOLE = "repro.full.actions.json"


@dataclass(frozen=True, slots=True)
class Place:
    """Where trials run, and what they may do.

    Args:
        desktop: where the application runs.
        artifacts: where the sessions go.
        policy: of a replay: what it may do.
        profiles: the profiles by name.
        target: the application instead of the recording's own.
        elsewhere: other desktops, on which trials are begun before they are asked for; None: there are none.
        facts: what the records say beside of where they were made.
    """

    desktop: Desktop
    artifacts: Path
    policy: Policy = field(default_factory=lambda: Policy("replay"))
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    target: TargetSpec | None = None
    elsewhere: Elsewhere | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Minimised:
    """What minimising a failure came to.

    Args:
        shrunk: what shrinking came to.
        items: what is left.
        reproduced: so many replays of what is left showed the failure,
        attempts: of so many.
        data: what is left as a replay file.
        scenario: and as a scenario that fails now; '' where none could be written.
        session: the folder of its record, in which both lie.
        trials_session: the folder of the record of all trials.
        others: the titles of other failures that were seen on the way.
        ticket: the ticket as it is now.
    """

    shrunk: Shrunk
    items: tuple[Item, ...]
    reproduced: int
    attempts: int
    data: Mapping[str, Any]
    scenario: str
    session: Path
    trials_session: Path
    others: tuple[str, ...] = ()
    ticket: IndexEntry | None = None

    @property
    def facts(self) -> dict[str, int]:
        """What `ticket.json` keeps of it."""
        return {
            "from": self.shrunk.before,
            "to": len(self.items),
            "trials": self.shrunk.trials,
            "reproduced": self.reproduced,
            "attempts": self.attempts,
        }

    @property
    def exit_code(self) -> int:
        """0 minimised, 3 it did not fail again, 130 interrupted."""
        return {"minimised": 0, "interrupted": 130}.get(self.shrunk.outcome, 3)

    def describe(self) -> str:
        """Return it in a line: `reproduces 5/5, minimised from 37 to 4 steps in 61 trials`."""
        if self.shrunk.outcome == "not_reproduced":
            return f"not reproduced, 0 of {self.shrunk.tried}: nothing can be minimised"
        said = minimised_words(self.facts)
        return f"{said}; ended early: {self.shrunk.stopped.reason}" if self.shrunk.stopped.reason else said

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made = {**self.shrunk.to_dict(), **self.facts, "session": str(self.session), "others": list(self.others)}
        if self.ticket is not None:
            made["ticket"] = self.ticket.to_dict()
        return {**made, "text": self.describe(), "actions": list(self.data.get("actions", ()))}


def minimize_failure(
    recording: Recording,
    place: Place,
    *,
    signature: str | None = None,
    secrets: Mapping[str, str] | None = None,
    options: Options | None = None,
    listener: Listener[Item] | None = None,
    entry: IndexEntry | None = None,
    store: TicketStore | None = None,
) -> Minimised:
    """Shrink a recording to the steps that matter, prove that they fail, and update the ticket of the failure.

    Args:
        recording: what fails; secrets stand in it by their names.
        place: where it is tried.
        signature: the failure that counts; None: the first that is seen.
        secrets: the values of its secrets.
        options: form, tries and budget.
        listener: hears of each trial.
        entry: the ticket of the failure.
        store: where that ticket is kept.

    Raises:
        InvalidArgument: the application cannot be started anew, or an option makes no sense.
        WpfAgentError: the recording could not be tried, or its record cannot be written.
    """
    steps = Steps.of(recording, secrets)
    with _session(recording, place, secrets or {}, trials=True) as trying:
        replays = Replays(steps, trying.gate, signature=signature, target=place.target)
        shrunk = _shrunk(replays, place.elsewhere, options, listener)
        folder = Path(trying.session.folder)
        found: _Proved | None = None
        if shrunk.outcome == "minimised":
            found = _prove(_Proofs(replays, recording, place, secrets or {}, listener or Silent()), shrunk)
            if found.interrupted:
                shrunk = replace(shrunk, outcome="interrupted", stopped=Stopped(INTERRUPTED))
        if found is None or (found.interrupted and not found.reproduced):
            seen = int(shrunk.outcome == "interrupted" and len(shrunk.history) > 1)
            attempts = seen + (found.attempts if found is not None else 0)
            found = _Proved(shrunk.items, seen, attempts, steps.data_of(shrunk.items), "", folder)
        trying.outcome |= {"outcome": shrunk.outcome}
    made = Minimised(
        shrunk, found.items, found.reproduced, found.attempts, found.data, found.scenario, found.session, folder,
        tuple(dict.fromkeys(replays.others.values())),
    )  # fmt: skip
    _write(made)
    if entry is None or store is None or not made.reproduced or len(made.items) > made.shrunk.before:
        return made
    return _with_ticket(made, entry, store, steps)


def minimize_ticket(
    entry: IndexEntry,
    store: TicketStore,
    place: Place,
    *,
    secrets: Mapping[str, str] | None = None,
    options: Options | None = None,
    listener: Listener[Item] | None = None,
) -> Minimised:
    """Minimise a ticket by its own replay file, see `minimize_failure`. Raises FileInvalid when it has none."""
    from wpfagent.runs.verify import recording_of

    return minimize_failure(
        recording_of(entry),
        place,
        signature=entry.signature,
        secrets=secrets,
        options=options,
        listener=listener,
        entry=entry,
        store=store,
    )


def _shrunk(
    replays: Replays, elsewhere: Elsewhere | None, options: Options | None, listener: Listener[Item] | None
) -> Shrunk:
    """Shrink it here, with the help of other desktops where there are any."""
    if elsewhere is None or replays.signature is None:
        return shrink(replays, options=options, listener=listener)
    ahead = Ahead(replays, elsewhere, options)
    try:
        return shrink(ahead, options=options, listener=listener)
    finally:
        ahead.close()


def try_list(
    recording: Recording, items: Sequence[Item], place: Place, *, signature: str, secrets: Mapping[str, str] | None
) -> Tried:
    """Return what a list of a recording's actions comes to, tried once, for whoever minimises it elsewhere.

    Args:
        recording: the whole.
        items: the list.
        place: where it is tried.
        signature: the failure that counts.
        secrets: the values of its secrets.

    Raises:
        WpfAgentError: it could not be tried.
    """
    with _session(recording, place, secrets or {}, trials=True) as trying:
        replays = Replays(Steps.of(recording, secrets), trying.gate, signature=signature, target=place.target)
        return Tried(replays.test(items), replays.others)


# -- proving ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Proved:
    """What is left, and how often it was seen to fail."""

    items: tuple[Item, ...]
    reproduced: int
    attempts: int
    data: Mapping[str, Any]
    scenario: str
    session: Path
    interrupted: bool = False


def _prove(proofs: _Proofs, shrunk: Shrunk) -> _Proved:
    """Replay what is left; where it never fails again, the next longer list that was seen to fail."""
    last: _Proved | None = None
    for items in shorter_first(shrunk):
        found = _Proved(items, 0, 0, proofs.replays.steps.data_of(items), "", Path())
        try:
            while found.attempts < CONFIRMATIONS:
                found = proofs.once_more(found)
                proofs.heard.proved(found.attempts, CONFIRMATIONS)
        except KeyboardInterrupt:
            return replace(found, interrupted=True)
        if found.reproduced:
            return found
        last = last or found
    assert last is not None
    return last


@dataclass(frozen=True, slots=True)
class _Proofs:
    """Where and how what is left is replayed."""

    replays: Replays
    recording: Recording
    place: Place
    secrets: Mapping[str, str]
    heard: Listener[Item]

    def once_more(self, found: _Proved) -> _Proved:
        """Replay it once; with all evidence until it has failed: the files are written from that record."""
        if found.reproduced:
            result = self.replays.replay(found.items)
        else:
            with _session(self.recording, self.place, self.secrets, trials=False) as kept:
                result = self.replays.replay(found.items, gate=kept.gate)
                kept.outcome |= {"outcome": result.outcome, "reason": result.describe()}
            found = replace(found, session=Path(kept.session.folder))
            if result.reproduced:
                data, scenario = _written(read_session(found.session), self.recording)
                found = replace(found, data=data, scenario=scenario)
        if result.outcome == "interrupted":
            raise KeyboardInterrupt
        return replace(found, reproduced=found.reproduced + result.reproduced, attempts=found.attempts + 1)


def _written(session: Session, recording: Recording) -> tuple[dict[str, Any], str]:
    """A record as a replay file, and as a scenario that fails now."""
    data = actions_of(session)
    known = recording.data.get("environment")
    if isinstance(known, Mapping) and "base_dir" in known:
        data["environment"] = {**data["environment"], "base_dir": known["base_dir"]}
    broken = next((line for line in session.steps if "check" in line and line.get("findings")), None)
    try:
        text = scenario_text(session, upto=len(session.steps), failing=broken)
    except InvalidArgument:
        text = ""  # no action in it could be a step
    return data, text


def _session(recording: Recording, place: Place, secrets: Mapping[str, str], *, trials: bool) -> Recorded:
    """A recorded session; failures are the minimiser's own business, and make no tickets."""
    facts: dict[str, Any] = {
        "caller": "replay",
        "replay": {"file": recording.path},
        "minimising": trials,
        **place.facts,
    }
    if recording.data.get("seed") is not None:
        facts["seed"] = recording.data["seed"]
    recorded = open_recorded(
        place.desktop,
        place.artifacts,
        policy=place.policy,
        profiles=place.profiles,
        facts=facts,
        spec=place.target or recording.target_spec,
        screenshots="never" if trials else None,
        take_pictures=not trials,
        base_dir=recording.base_dir,
    )
    recorder_of(recorded.gate).on_incident = None
    for name, value in secrets.items():
        recorded.session.masks.add(value, name)
    return recorded


# -- writing ----------------------------------------------------------------------------------------------------------


def _write(made: Minimised) -> None:
    """Put the replay file and the scenario beside the record that they were made from."""
    write_whole(str(made.session / FILE_NAME), _json(made.data))
    if made.scenario:
        write_whole(str(made.session / SCENARIO), made.scenario.encode())


def _json(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def _with_ticket(made: Minimised, entry: IndexEntry, store: TicketStore, steps: Steps) -> Minimised:
    """Update the ticket: its replay file, its scenario, its steps, its reproducibility; the long file stays too."""

    def place(folder: Path) -> tuple[Evidence, ...]:
        whole = folder / WHOLE
        if not whole.is_file():
            write_whole(str(whole), _json(steps.recording.data))
        write_whole(str(folder / FILE_NAME), _json(made.data))
        if made.scenario:
            write_whole(str(folder / SCENARIO), made.scenario.encode())
        return (Evidence(WHOLE, "All the steps that were recorded, before they were minimised."),)

    ticket = store.ticket(entry)
    facts, earlier = made.facts, ticket.minimised
    if earlier is not None:  # what was minimised before began with more
        facts |= {"from": earlier["from"], "trials": earlier["trials"] + facts["trials"]}
    told = _told(made, ticket.steps, len(steps.before))
    updated = store.record_minimised(entry.id, facts, told, place=place)
    refresh_ticket_page(entry.folder)
    return Minimised(
        made.shrunk, made.items, made.reproduced, made.attempts, made.data, made.scenario, made.session,
        made.trials_session, made.others, updated,
    )  # fmt: skip


def _told(made: Minimised, known: Sequence[ReproStep], before: int) -> tuple[ReproStep, ...]:
    """The steps that are left in words: how the program is started, and each in the words of the newest record."""
    lines: dict[int, Mapping[str, Any]] = {}
    if made.scenario:
        lines = {
            int(s["step"]): s for s in read_session(made.session).steps if "step" in s and s.get("phase") != "teardown"
        }
    said = {step.n: step.text for step in known}
    texts: list[tuple[str, int | None]] = []
    texts += [(step.text, step.n) for step in known if step.n is None][:1]
    for at, item in enumerate(made.items, start=before + 1):
        number = item.recorded.get("n")
        line = lines.get(at)
        text = step_words(line) if line is not None else said.get(number) or str(item.action["tool"])
        texts.append((text, number))
    return tuple(ReproStep(i, text, n) for i, (text, n) in enumerate(texts, start=1))
