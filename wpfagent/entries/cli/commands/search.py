"""`wpf-agent search`: finding again what was recorded."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from wpfagent.core.errors import InvalidArgument
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context
from wpfagent.profiles.store import find_profiles
from wpfagent.testing.artifacts import find_artifacts
from wpfagent.testing.search.hits import Page
from wpfagent.testing.search.kinds import KINDS
from wpfagent.testing.search.metadata import lines_of
from wpfagent.testing.search.searching import Search

_KIND_LINES = "".join(f"  {kind:<21}  {doc}\n" for kind, doc in KINDS.items())
USAGE = f"""\
Find again what was recorded: in sessions, tickets, pictures, UIA snapshots, logs and scenarios; the newest first.

Usage:
  wpf-agent search <text>... [--kind=KIND] [--since=WHEN] [--scope=DIR] [--limit=N] [--after=PLACE] [options]
  wpf-agent search --kind=KIND [--scope=DIR] [--limit=N] [--after=PLACE] [options]
  wpf-agent search --recent [--since=WHEN] [--scope=DIR] [--limit=N] [--after=PLACE] [options]
  wpf-agent search --metadata=FILE [options]

The text is plain: every word of it must be found, in any order; case and width do not count, parts of words are
found, too. Without a text: the files of a kind, or those that changed lately; --metadata: what is known of one file.

Examples:
  wpf-agent search "Order saved"
  wpf-agent search 在庫 --kind picture --since 2026-11-01
  wpf-agent search --recent --limit 20
  wpf-agent search --kind ticket --json

Search options:
  --kind=KIND            only files of this kind, see below
  --since=WHEN           ISO 8601: 2026-11-21, or 2026-11-21T09:30:05+09:00; --recent: else the last 7 days
  --scope=DIR            only in this folder (else all records)
  --limit=N              how many at most: 1 to 1000 (else 100)
  --after=PLACE          the next page: the place that the last one named
  --recent               files that changed lately
  --metadata=FILE        what is known of this file

Kinds:
{_KIND_LINES}
{usage.COMMON}
Exit codes: 0 done, 2 wrong arguments, no such folder or file, or the index cannot be written.
"""
SAID_FROM = 200
"""So many records that are not in the index yet are worth a word: it takes a while."""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Search, list files, or tell about one."""
    context = Context(usage.parse(USAGE, argv), desktop)
    options = context.options
    artifacts = find_artifacts(options.get("--artifacts"), find_profiles(options.get("--profiles")))
    search = Search(artifacts, on_progress=_say_progress if sys.stderr.isatty() else None)
    if options["--metadata"] is not None:
        facts = search.metadata(_absolute(options["--metadata"]))
        context.out.document({"metadata": facts})
        for line in lines_of(facts):
            context.out.text(line)
        return 0
    scope = _absolute(options["--scope"]) if options["--scope"] is not None else str(_made(artifacts))
    limit, after, since = _number(options["--limit"]), options["--after"], options["--since"]
    if options["<text>"]:
        query = " ".join(options["<text>"])
        page = search.text(query, scope, kind=options["--kind"], since=since, limit=limit, after=after)
    elif options["--recent"]:
        page = search.recent(scope, since=since, limit=limit, after=after)
    else:
        page = search.by_kind(options["--kind"], scope, limit=limit, after=after)
    _print(context, page, scope)
    return 0


def _print(context: Context, page: Page, scope: str) -> None:
    context.out.document({**page.to_dict(), "scope": scope})
    for hit in page.hits:
        context.out.text(hit.to_text())
    context.out.line(f"hits: {len(page.hits)}" if page.hits else "nothing found")
    if page.next is not None:
        context.out.line(f"there are more: --after {page.next}")
    if not page.freshness.complete:
        context.out.line(f"the index is not complete yet: {page.freshness.waiting} records are waiting; ask again")
    context.out.line(f"searched: {scope}")


def _absolute(text: str) -> str:
    """A path of the command line may be relative to where the person is."""
    return str(Path(text).absolute()) if text.strip() else text


def _made(artifacts: Path) -> Path:
    """The artifacts folder; the nearest folder above it where nothing was recorded yet."""
    return next(folder for folder in (artifacts, *artifacts.parents) if folder.is_dir())


def _number(text: str | None) -> int | None:
    """A limit: any whole number; it is clamped later."""
    if text is None:
        return None
    try:
        return int(text)
    except ValueError as error:
        raise InvalidArgument(f"--limit cannot be {text!r}.", hint="A whole number, 1 to 1000.") from error


def _say_progress(done: int, of: int) -> None:
    if of >= SAID_FROM:
        sys.stderr.write("".join(("\r", f"{done}/{of}", "\n" if done == of else "")))
        sys.stderr.flush()
