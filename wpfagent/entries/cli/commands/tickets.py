"""`wpf-agent tickets`: the failures that were found, and whether they are still there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.language import Language
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.opening import open_file
from wpfagent.profiles.store import find_profiles
from wpfagent.testing.artifacts import find_artifacts
from wpfagent.testing.tickets.complete import missing_parts
from wpfagent.testing.tickets.markdown import render
from wpfagent.testing.tickets.store import IndexEntry, TicketStore
from wpfagent.testing.wording.trees import shorten

USAGE = f"""\
The failures that were found: one ticket each, however often it was seen.

Usage:
  wpf-agent tickets list [--status=STATUS] [--limit=N] [options]
  wpf-agent tickets show [<ticket>] [--last] [options]
  wpf-agent tickets open [<ticket>] [--last] [--print] [options]
  wpf-agent tickets verify [<ticket>] [--last] [--times=N] [--speed=SPEED] [--profile=NAME] [options]

A ticket is named by its id, the end of its id, its signature, or its folder; without a name, or with --last, it is the
one seen last.

Examples:
  wpf-agent tickets list
  wpf-agent tickets show --last
  wpf-agent tickets open 8c2e
  wpf-agent tickets verify 8c2e --times 5      after a fix: replays it, closes it, or reopens it

Ticket options:
  --last                 the ticket that was seen last
  --status=STATUS        list: only open, closed, reopened or superseded ones
  --limit=N              list: how many of the newest (else 20; 0: all)
  --print                open: only print where the report lies
  --times=N              verify: how often it is replayed (else 3)
  --speed=SPEED          verify: fast (else), recorded (with the recorded pauses), or a factor like 2x
  --profile=NAME         verify: the application, instead of the ticket's own

{usage.MODE}
{usage.COMMON}
Exit codes: 0 done, or the failure did not come back; 1 it is still there; 2 no such ticket, or its files are broken;
3 the replay left the recorded path, or the application was not reached; 4 refused; 130 interrupted.
"""
SHOWN = 20
STATUSES = ("open", "closed", "reopened", "superseded")


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """List, show, open or verify tickets."""
    context = Context(usage.parse(USAGE, argv), desktop)
    options = context.options
    store = TicketStore(find_artifacts(options.get("--artifacts"), find_profiles(options.get("--profiles"))))
    if options["list"]:
        return _list(context, store)
    entry = _named(options, store)
    if options["show"]:
        return _show(context, store, entry)
    if options["open"]:
        return _open(context, entry)
    return _verify(context, store, entry)


def _named(options: Mapping[str, Any], store: TicketStore) -> IndexEntry:
    name = options["<ticket>"]
    if name is not None and options["--last"]:
        raise InvalidArgument(f"{name!r} and --last name two tickets.", hint="Give one of them.")
    return store.find(name) if name is not None else store.last()


def _list(context: Context, store: TicketStore) -> int:
    status, limit = context.options["--status"], context.options["--limit"]
    if status is not None and status not in STATUSES:
        raise InvalidArgument(f"--status cannot be {status!r}.", hint=f"One of: {', '.join(STATUSES)}.")
    if limit is not None and not limit.isdecimal():
        raise InvalidArgument(f"--limit cannot be {limit!r}.", hint="A whole number, 0 or more.")
    entries = [e for e in store.entries() if status in (None, e.status)]
    shown = entries[: SHOWN if limit is None else int(limit) or None]
    context.out.document({
        "tickets": [e.to_dict() for e in shown], "count": len(entries), "artifacts": str(store.artifacts),
    })  # fmt: skip
    if not entries:
        context.out.line(f"no {status or ''} tickets in {store.artifacts}".replace("  ", " "))
        return 0
    rows = [
        (e.id, e.status, shorten(context.out.said(e.title)), e.count, _reproduced(e), _minutes(e.last_seen))
        for e in shown
    ]
    context.out.table(("ticket", "status", "title", "count", "reproduced", "last seen"), rows)
    more = f", the newest of {len(entries)}" if len(shown) < len(entries) else ""
    context.out.line(f"tickets: {len(shown)} in {store.artifacts}{more}")
    return 0


def _reproduced(entry: IndexEntry) -> str:
    return f"{entry.reproduced}/{entry.attempts}" if entry.attempts else ""


def _minutes(time: str) -> str:
    return time[:16].replace("T", " ")


def _show(context: Context, store: TicketStore, entry: IndexEntry) -> int:
    missing = missing_parts(entry.folder)
    context.out.document({
        "ticket": store.ticket(entry).to_dict(), "folder": str(entry.folder), "incomplete": missing,
    })  # fmt: skip
    if not context.out.json:
        context.out.text(_text(store, entry, context.out.language))
        context.out.line()
        context.out.line(f"folder: {entry.folder}")
        for what in missing:
            context.out.styled(f"incomplete: {what}", "yellow")
    return 0


def _text(store: TicketStore, entry: IndexEntry, language: Language) -> str:
    """The ticket as its `ticket.md` tells it, in English; for others it is told anew."""
    path = entry.folder / "ticket.md"
    if language != "en":
        return render(store.ticket(entry), language).rstrip()
    return path.read_text(encoding="utf-8").rstrip() if path.is_file() else entry.title


def _open(context: Context, entry: IndexEntry) -> int:
    from wpfagent.testing.report import ticket_report

    path: Path = entry.folder / "report.html"
    if not path.is_file() or path.stat().st_mtime < (entry.folder / "ticket.json").stat().st_mtime:
        path = ticket_report(entry.folder)
    context.out.document({"report": str(path)})
    context.out.line(str(path))
    if not context.options["--print"] and not context.out.json:
        open_file(path)
    return 0


def _verify(context: Context, store: TicketStore, entry: IndexEntry) -> int:
    from wpfagent.entries.cli.replaying import print_replay, times_of, verify_ticket
    from wpfagent.runs.verify import TIMES

    context.out.styled(entry.title, "bold")
    context.say_simulated()
    verified = verify_ticket(context, entry, store, times=times_of(context.options, TIMES))
    context.out.document(verified.to_dict())
    print_replay(verified.result, context.out)
    context.out.line(verified.describe())
    return verified.exit_code
