"""The page of a trial: what a program is made of, the first thing that was found in it, and how to go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.core.errors import FileInvalid
from wpfagent.core.language import Language
from wpfagent.testing.report.album import Album
from wpfagent.testing.report.coverage import Left, coverage_of
from wpfagent.testing.report.page import FILE_NAME as RECORD
from wpfagent.testing.report.page import write_page
from wpfagent.testing.report.session_page import session_report, tickets_of
from wpfagent.testing.report.shots import picture_of
from wpfagent.testing.report.source import Source, session_source, ticket_source
from wpfagent.testing.report.texts import listing, mapping, short, text_of

FILE_NAME = "trial.html"
MOST_LISTED = 40


def trial_report(
    folder: Path,
    *,
    title: str,
    ways: Sequence[tuple[str, str]] = (),
    profile: str = "",
    replayed: tuple[int, int] | None = None,
    language: Language | None = None,
) -> Path:
    """Write the page of a trial beside its session's own page and return its path.

    Args:
        folder: the session's folder.
        title: the program's name.
        ways: how to go on: the key of a label, and the command line.
        profile: the file that the program's profile was written to; '' where none was.
        replayed: how often the first find came again, of how many replays; None where it was not replayed.
        language: of the page's own words until a reader chooses; None for this process's.

    Raises:
        FileInvalid: there is no session in this folder.
        StorageFailed: the page cannot be written.
    """
    session_report(folder, language=language)
    content = trial_content(session_source(folder), title=title, ways=ways, profile=profile)
    content["replayed"] = replayed
    return write_page(folder, "trial.html", content, language=language, name=FILE_NAME)


def trial_content(source: Source, *, title: str, ways: Sequence[tuple[str, str]], profile: str) -> dict[str, Any]:
    """Return what the page of a trial shows."""
    facts = source.facts
    album = Album(0)
    tickets = tickets_of(source, {})
    outcome = text_of(facts.get("outcome"))
    return {
        "title": short(title, 200),
        "outcome": {"failed": "found_something", "passed": "found_none"}.get(outcome, outcome or "unfinished"),
        "look": {"failed": "failed", "passed": "passed"}.get(outcome, "failed" if tickets else "warning"),
        "simulated": facts.get("desktop") == "simulated",
        "reason": text_of(facts.get("reason")),
        "first": _first(source, album, tickets),
        "others": tickets[1:],
        "warnings": _warnings(source),
        "tried": _tried(source),
        "coverage": coverage_of(source, album),
        "refused": _refused(source),
        "ways": ways,
        "profile": profile,
        "record_href": RECORD,
        "prints": album.prints(),
        "version": text_of(facts.get("version")),
    }


def _first(source: Source, album: Album, tickets: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The first find, as its ticket tells it: what was seen, a picture, the steps."""
    given = next((mapping(t) for t in listing(source.facts.get("tickets"))), None)
    if given is None:
        return None
    folder = Path(text_of(given.get("folder")))
    try:
        ticket = ticket_source(folder if folder.is_absolute() else source.folder.parent.parent / "tickets" / folder)
    except FileInvalid:
        return {**tickets[0], "picture": None, "steps": [], "actual": "", "expected": "", "minimised": {}}
    told = ticket.facts
    shots = (picture_of(ticket, album, f"screens/{kind}.png", kind) for kind in ("after", "before"))
    return {
        **tickets[0],
        "title": text_of(told.get("title")) or tickets[0]["title"],
        "actual": text_of(told.get("actual")),
        "expected": text_of(told.get("expected")),
        "steps": [text_of(mapping(s).get("text") or s) for s in listing(told.get("steps"))],
        "minimised": mapping(told.get("minimised")),
        "picture": next((s for s in shots if s is not None), None),
    }


def _warnings(source: Source) -> list[str]:
    """The titles of the warnings, each once."""
    found = (mapping(f) for line in source.steps for f in listing(line.get("findings")))
    titles = dict.fromkeys(text_of(f.get("title")) for f in found if f.get("severity") == "warning")
    return [short(t, 300) for t in titles if t][:MOST_LISTED]


def _tried(source: Source) -> list[tuple[str, int, int]]:
    """(action, how often it was done, how often with an effect that was seen), the most frequent first."""
    done = [line for line in source.steps if "choice" in line and line.get("effect") != "refused"]
    times = Counter(text_of(line.get("action")) for line in done)
    seen = Counter(text_of(line.get("action")) for line in done if line.get("effect") == "confirmed")
    return [(action, count, seen[action]) for action, count in times.most_common()]


def _refused(source: Source) -> list[Left]:
    """What was chosen and not let through, each once, with what the gate said."""
    made: dict[str, Left] = {}
    for line in source.steps:
        if line.get("effect") == "refused":
            name = short(text_of(line.get("subject")), 120)
            made.setdefault(name, Left(name, short(text_of(mapping(line.get("error")).get("message")), 300)))
    return list(made.values())[:MOST_LISTED]
