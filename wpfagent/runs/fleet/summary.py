"""One report over all machines: what each did, what was found and where, and where it was not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent import __version__
from wpfagent.core.files import write_whole
from wpfagent.runs.fleet.ledger import REPORT, Ledger
from wpfagent.testing.report import fleet_report, is_available
from wpfagent.testing.tickets.store import TicketStore

PASSED = ("passed", "flaky", "minimised")


def summary_of(
    ledger: Ledger, *, left_out: Mapping[str, str], seconds: float, worked_s: float, desktops: int
) -> dict[str, Any]:
    """Return what a run came to.

    Args:
        ledger: the run.
        left_out: the machines that took no part, each with why.
        seconds: how long the caller waited, this time.
        worked_s: how long desktops worked, this time.
        desktops: how many took part.
    """
    lines = [{k: v for k, v in line.items() if k not in ("result", "tickets")} for line in ledger.lines]
    machines: dict[str, dict[str, Any]] = {}
    for line in lines:
        one = machines.setdefault(str(line.get("machine") or "?"), {"runs": 0, "failed": 0, "worked_s": 0.0})
        one["runs"] += 1
        one["failed"] += line["outcome"] == "failed"
        one["worked_s"] = round(one["worked_s"] + float(line.get("elapsed_s") or 0), 2)
    outcomes = [str(line["outcome"]) for line in lines]
    share = 1 - worked_s / (seconds * desktops) if seconds and desktops else 0.0
    return {
        "version": __version__,
        "run": ledger.run,
        "outcome": outcome_of(outcomes, len(ledger.planned)),
        "planned": len(ledger.planned),
        "done": len(lines),
        "outcomes": {word: outcomes.count(word) for word in sorted(set(outcomes))},
        "seconds": round(seconds, 1),
        "waiting_share": round(max(0.0, share), 3),
        "machines": {name: machines[name] for name in sorted(machines)},
        "left_out": dict(left_out),
        "tickets": _tickets(ledger, machines),
        "work": lines,
    }


def outcome_of(outcomes: list[str], planned: int) -> str:
    """Return the word for the whole: failed, not_run, interrupted or passed."""
    if "failed" in outcomes:
        return "failed"
    if len(outcomes) < planned:
        return "interrupted"
    return "passed" if all(word in PASSED for word in outcomes) else "not_run"


def _tickets(ledger: Ledger, machines: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    sessions = {str(line["session"]): str(line["machine"]) for line in ledger.lines if line.get("session")}
    made = []
    for entry in sorted(TicketStore(ledger.artifacts).entries(), key=lambda e: (e.created, e.id)):
        here = [sessions[s] for s in entry.sessions if s in sessions]
        if not here:
            continue
        made.append({
            "id": entry.id,
            "title": entry.title,
            "signature": entry.signature,
            "count": entry.count,
            "folder": str(entry.folder),
            "seen_on": {name: here.count(name) for name in sorted(set(here))},
            "not_seen_on": {name: one["runs"] for name, one in machines.items() if name not in here and name != "?"},
        })  # fmt: skip
    return made


def write_summary(folder: Path, made: Mapping[str, Any]) -> list[Path]:
    """Write the report as JSON, and as a page where pages can be written; return the files."""
    path = folder / REPORT
    write_whole(str(path), (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode())
    return [path, fleet_report(folder, made)] if is_available() else [path]
