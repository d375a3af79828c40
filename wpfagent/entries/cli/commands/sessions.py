"""`wpf-agent sessions`: the records of earlier runs."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.opening import open_file
from wpfagent.entries.cli.timeline import head_of, lines_of, subject_of
from wpfagent.profiles.store import find_profiles
from wpfagent.testing.artifacts import find_artifacts
from wpfagent.testing.record.read import SessionEntry, find_session, list_sessions, read_session
from wpfagent.testing.record.retention import prune

USAGE = f"""\
The records of earlier runs: every action with its effect, pictures, trees, findings.

Usage:
  wpf-agent sessions list [options]
  wpf-agent sessions show [<session>] [--last] [options]
  wpf-agent sessions open [<session>] [--last] [--print] [options]
  wpf-agent sessions prune [options]

A session is named by its id, the beginning of its id, or its folder; without a name, or with --last, it is the newest.

Examples:
  wpf-agent sessions list
  wpf-agent sessions show --last
  wpf-agent sessions open 20261121-0930
  wpf-agent sessions prune --keep 50 --dry-run
  wpf-agent sessions prune --older-than 30d

Session options:
  --last                 the newest session
  --limit=N              list: how many of the newest (else 20; 0: all)
  --print                open: only print where the report lies

Prune options (with both limits only what lies beyond both is deleted; what is being written always stays):
  --keep=N               so many of the newest stay
  --older-than=AGE       only what began longer ago: 30d, 12h
  --with-tickets         also sessions in which a ticket lies; the tickets themselves stay
  --dry-run              only say what would be deleted

{usage.COMMON}
Exit codes: 0 done, 2 no such session, or the folder cannot be read or written.
"""
SHOWN = 20
HOURS = {"d": 24.0, "h": 1.0}
STATES = {"running": "running", "interrupted": "cut off"}


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """List, show, open or prune sessions."""
    context = Context(usage.parse(USAGE, argv), desktop)
    options = context.options
    artifacts = find_artifacts(options.get("--artifacts"), find_profiles(options.get("--profiles")))
    if options["list"]:
        _list(context, artifacts)
    elif options["show"]:
        _show(context, _named(options, artifacts))
    elif options["open"]:
        _open(context, _named(options, artifacts))
    else:
        _prune(context, artifacts)
    return 0


def _named(options: Mapping[str, Any], artifacts: Path) -> Path:
    name = options["<session>"]
    if name is not None and options["--last"]:
        raise InvalidArgument(f"{name!r} and --last name two sessions.", hint="Give one of them.")
    return find_session(artifacts, name)


def _number(text: str | None, flag: str) -> int | None:
    if text is not None and not text.isdecimal():
        raise InvalidArgument(f"{flag} cannot be {text!r}.", hint="A whole number, 0 or more.")
    return int(text) if text is not None else None


def _days(text: str | None) -> float | None:
    """An age as 30d or 12h, in days."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([dh])", text.strip())
    if match is None:
        raise InvalidArgument(f"--older-than cannot be {text!r}.", hint="Days or hours: 30d, 12h.")
    return float(match[1]) * HOURS[match[2]] / 24


def _list(context: Context, artifacts: Path) -> None:
    limit = _number(context.options["--limit"], "--limit")
    entries = list_sessions(artifacts)
    shown = entries[: SHOWN if limit is None else limit or None]
    listed = [_entry_dict(e) for e in shown]
    context.out.document({"sessions": listed, "count": len(entries), "artifacts": str(artifacts)})
    if not entries:
        context.out.line(f"no sessions in {artifacts}")
        return
    rows = [
        (
            e.session_id,
            f"{e.started:%Y-%m-%d %H:%M}",
            subject_of(e.facts),
            e.step_count,
            context.out.said(_state(e)),
            _tickets(e),
        )
        for e in shown
    ]
    context.out.table(("session", "started", "what", "steps", "outcome", "tickets"), rows)
    more = f", the newest of {len(entries)}" if len(shown) < len(entries) else ""
    context.out.line(f"sessions: {len(shown)} in {artifacts}{more}")


def _entry_dict(entry: SessionEntry) -> dict[str, Any]:
    return {
        **entry.facts,
        "session_id": entry.session_id,
        "folder": str(entry.folder),
        "state": entry.state,
        "steps": entry.step_count,
    }


def _state(entry: SessionEntry) -> str:
    return STATES.get(entry.state) or str(entry.facts.get("outcome", "ended"))


def _tickets(entry: SessionEntry) -> str:
    return ", ".join(dict.fromkeys(str(t.get("id", "")) for t in entry.facts.get("tickets", ())))


def _show(context: Context, folder: Path) -> None:
    session = read_session(folder)
    context.out.document({
        "session": dict(session.facts), "state": session.state, "folder": str(session.folder), "torn": session.torn,
        "steps": list(session.steps),
    })  # fmt: skip
    for line in head_of(session):
        context.out.line(line)
    for step in session.steps:
        for text, style in lines_of(step, session.folder, context.out.said):
            context.out.styled(text, style)


def _open(context: Context, folder: Path) -> None:
    from wpfagent.testing.report import session_report

    path = folder / "report.html"
    if not _is_newer(path, folder):
        path = session_report(folder)
    context.out.document({"report": str(path)})
    context.out.line(str(path))
    if not context.options["--print"] and not context.out.json:
        open_file(path)


def _is_newer(report: Path, folder: Path) -> bool:
    """Whether a report was made after the last step and the end."""
    sources = [folder / "steps.jsonl", folder / "session.json"]
    return report.exists() and all(os.path.getmtime(report) > os.path.getmtime(s) for s in sources if s.exists())


def _prune(context: Context, artifacts: Path) -> None:
    options = context.options
    dry_run = bool(options["--dry-run"])
    done = prune(
        artifacts,
        _number(options["--keep"], "--keep"),
        _days(options["--older-than"]),
        dry_run=dry_run,
        with_tickets=bool(options["--with-tickets"]),
    )
    context.out.document({
        "removed": list(done.removed), "spared": [{"session_id": i, "reason": r} for i, r in done.spared],
        "freed_bytes": done.freed_bytes, "dry_run": dry_run,
    })  # fmt: skip
    for session_id in done.removed:
        context.out.line(f"{'would delete' if dry_run else 'deleted'} {session_id}")
    for session_id, reason in done.spared:
        context.out.line(f"kept {session_id}: {reason}")
    verb = "would be deleted" if dry_run else "deleted"
    context.out.line(f"{len(done.removed)} {verb}, {done.freed_bytes / 1e6:.1f} MB")
