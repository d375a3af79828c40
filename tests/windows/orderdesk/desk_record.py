"""What was claimed about each act, held against the program's own log.

The table (`events.yaml`) says which events must follow an act on a control, and within what time. `judge` returns what
does not hold: a `confirmed` without its event; a `no_op`, a refusal or a failure after which the program logged
something that it does only when it is used; an act that has no row. `unverifiable` may have its event or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

Event = Mapping[str, Any]
PERFORMED = ("confirmed", "no_op", "unverifiable")
UNTOUCHED = ("no_op", "refused", "failed")
"""Outcomes after which the program has nothing to log."""
END = 1_000_000_000


@dataclass(frozen=True)
class Row:
    """What one act logs: all `events`, within `within_ms` of the reply; or nothing, for the reason `silent`."""

    events: tuple[Event, ...] = ()
    within_ms: int = 1_000
    silent: str = ""

    def expected(self, facts: Mapping[str, Any]) -> list[dict[str, str]]:
        """Return the events with the act's arguments filled in, all values as texts."""
        return [{k: str(v).format_map(facts) for k, v in event.items()} for event in self.events]


@dataclass(frozen=True)
class EventTable:
    """The rows by (action, control), and the events that come by themselves."""

    rows: Mapping[tuple[str, str], Row]
    background: frozenset[str]

    @staticmethod
    def load(path: Path) -> EventTable:
        """Read the committed table."""
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        rows: dict[tuple[str, str], Row] = {}
        for entry in data["acts"]:
            row = Row(tuple(entry.get("events", ())), entry.get("within_ms", 1_000), entry.get("silent", ""))
            if bool(row.events) == bool(row.silent):
                raise ValueError(f"{entry}: either events, or the reason why there are none")
            controls = entry["control"] if isinstance(entry["control"], list) else [entry["control"]]
            for control in controls:
                if (entry["action"], control) in rows:
                    raise ValueError(f"two rows for {entry['action']} {control}")
                rows[entry["action"], control] = row
        return EventTable(rows, frozenset(data["background"]))


@dataclass(frozen=True)
class Acted:
    """One act of the story.

    Args:
        action: its name in the table of actions.
        control: the row of the event table.
        outcome: `confirmed`, `no_op`, `unverifiable`; `refused` and `failed` for errors.
        facts: what the row's placeholders stand for: the act's arguments and what the story adds.
        code: the error's code.
        after: the number of the last event before the act.
        ended: when the reply came, in Unix time.
    """

    action: str
    control: str
    outcome: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""
    after: int = 0
    ended: float = 0.0

    def __str__(self) -> str:
        return f"{self.action} {self.control}: {self.outcome}{f' ({self.code})' if self.code else ''}"


def unix_time(event: Event) -> float:
    """Return when an event was logged."""
    return datetime.fromisoformat(event["t"]).timestamp()


def missing(act: Acted, row: Row, events: Iterable[Event]) -> list[dict[str, str]]:
    """Return the events of its row that an act did not get in time."""
    logged = [e for e in events if e["seq"] > act.after and unix_time(e) <= act.ended + row.within_ms / 1000]
    return [
        wanted
        for wanted in row.expected(act.facts)
        if not any(all(str(e.get(k)) == v for k, v in wanted.items()) for e in logged)
    ]


def judge(acts: Sequence[Acted], events: Sequence[Event], table: EventTable) -> list[str]:
    """Return every claim of a story that its log does not bear out; [] when all hold."""
    wrong: list[str] = []
    for act, end in _with_ends(acts):
        own = [e for e in events if act.after < e["seq"] <= end]
        row = table.rows.get((act.action, act.control))
        if row is None:
            wrong.append(f"{act}: the table has no row for it")
        elif act.outcome == "confirmed" and (lacking := missing(act, row, own)):
            wrong.append(f"{act}: not logged within {row.within_ms} ms: {lacking}; logged: {_short(own)}")
        elif act.outcome in UNTOUCHED and (done := [e for e in own if e["event"] not in table.background]):
            wrong.append(f"{act}: and yet the program logged {_short(done)}")
    return wrong


def share_confirmed(acts: Iterable[Acted]) -> float:
    """Return which part of the acts that were performed is `confirmed`."""
    count = Counter(act.outcome for act in acts)
    performed = sum(count[outcome] for outcome in PERFORMED)
    return count["confirmed"] / performed if performed else 0.0


def tally(name: str, acts: Sequence[Acted], events: Sequence[Event], table: EventTable) -> str:
    """Return a story's figures and its unverifiable acts, a line each, with how late the program logged their event."""
    count = Counter(act.outcome for act in acts)
    silent = sum(1 for a in acts if a.outcome == "confirmed" and table.rows[a.action, a.control].silent)
    listed = ", ".join(f"{outcome} {count[outcome]}" for outcome in (*PERFORMED, "refused", "failed"))
    lines = [
        f"{name}: {len(acts)} acts: {listed}; {share_confirmed(acts):.0%} of those performed are confirmed, "
        f"{silent} of them on controls that log nothing"
    ]
    for act, end in _with_ends(acts):
        if act.outcome == "unverifiable":
            own = [e for e in events if act.after < e["seq"] <= end and e["event"] not in table.background]
            late = f"logged {unix_time(own[0]) - act.ended:+.2f} s from the reply" if own else "nothing logged"
            lines.append(f"  {act}: {late}")
    return "\n".join(lines)


def _with_ends(acts: Sequence[Acted]) -> list[tuple[Acted, int]]:
    """Each act with the number of the last event before the next one."""
    return list(zip(acts, [later.after for _, later in pairwise(acts)] + [END], strict=True)) if acts else []


def _short(events: Iterable[Event]) -> list[dict[str, Any]]:
    return [{k: v for k, v in e.items() if k not in ("t", "seq")} for e in events][:8]
