"""The page of a session: the outcome, the time line with a card for each call, the logs.

That of an exploration opens with what was covered and what was found; its steps come after that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.core.language import Language
from wpfagent.testing.report.album import Album
from wpfagent.testing.report.axis import lay_out
from wpfagent.testing.report.cards import STATUSES, Card, cards_of
from wpfagent.testing.report.coverage import coverage_of
from wpfagent.testing.report.curves import curves_of
from wpfagent.testing.report.labels import LABELS
from wpfagent.testing.report.methods import methods_of
from wpfagent.testing.report.page import write_page
from wpfagent.testing.report.shots import Shots
from wpfagent.testing.report.source import Source, page_href, session_source
from wpfagent.testing.report.texts import duration, listing, mapping, moment_of, seconds_of, short, text_of

LOGS = ("runner.log", "app.stderr.log", "app.log")
OUTCOMES = {"passed": "passed", "flaky": "warning", "failed": "failed", "not_run": "refused", "interrupted": "failed"}


def session_report(folder: Path | str, *, language: Language | None = None) -> Path:
    """Write the page of a session and return its path.

    Args:
        folder: the session's folder.
        language: of the page's own words until a reader chooses; None for this process's.

    Raises:
        FileInvalid: there is no session in this folder.
        StorageFailed: the page cannot be written.
    """
    source = session_source(Path(folder))
    return write_page(source.folder, "session.html", session_content(source), language=language)


def session_content(source: Source) -> dict[str, Any]:
    """Return what the page of a session shows."""
    facts = source.facts
    album = Album(len(source.steps))
    cards = cards_of(source, source.steps, Shots(source, album))
    ticks = lay_out(cards)
    counts = Counter(c.status for c in cards)
    outcome = text_of(facts.get("outcome")) or ("recorded" if "ended" in facts else "unfinished")
    if outcome == "recorded" and counts["failed"]:
        look = "failed"
    else:
        look = OUTCOMES.get(outcome, "plain" if "ended" in facts else "warning")
    scenario = mapping(facts.get("scenario"))
    title = text_of(scenario.get("title") or scenario.get("id")) or _target(facts) or text_of(facts.get("session_id"))
    first = next((c for c in cards if c.status == "failed"), None)
    return {
        "title": short(title, 200) or "wpf-agent",
        "outcome": outcome,
        "look": look,
        "reason": text_of(facts.get("reason")),
        "simulated": facts.get("desktop") == "simulated",
        "facts": _facts(source, cards),
        "environment": environment_of(mapping(facts.get("environment"))),
        "tickets": tickets_of(source, {c.n: c.anchor for c in cards}),
        "torn": source.torn,
        "cards": cards,
        "ticks": ticks,
        "first_failure": first.anchor if first and not source.is_exploration else "",
        "is_exploration": source.is_exploration,
        "found": found_in(cards, source) if source.is_exploration else [],
        "counts": [(s, counts[s]) for s in STATUSES if counts[s]],
        "actions": sorted({c.action for c in cards}),
        "logs": source.logs(*LOGS),
        "coverage": coverage_of(source, album),
        "methods": methods_of(source),
        "curves": curves_of(source.steps),
        "prints": album.prints(),
        "version": text_of(facts.get("version")),
    }


def found_in(cards: Sequence[Card], source: Source) -> list[Card]:
    """Return the steps after which something was found of which no ticket tells, failures first."""
    told = {text_of(mapping(t).get("n")) for t in listing(source.facts.get("tickets"))}
    return sorted((c for c in cards if c.found and c.n not in told), key=lambda c: STATUSES.index(c.status))


def environment_of(given: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return an environment as pairs; objects inside it as `key.key`."""
    made = []
    for key, value in given.items():
        if isinstance(value, dict):
            made += [(f"{key}.{inner}", text_of(v)) for inner, v in value.items() if v not in (None, "", [], {})]
        elif value not in (None, "", [], {}):
            made.append((text_of(key), text_of(value)))
    return made


def _target(facts: Mapping[str, Any]) -> str:
    spec = facts.get("target_spec")
    known = mapping(spec)
    for key in ("profile", "process", "title_re", "exe"):
        if isinstance(known.get(key), str):
            return short(str(known[key]).replace("\\", "/").rsplit("/", 1)[-1], 120)
    return short(text_of(spec or facts.get("profile")), 120)


def _facts(source: Source, cards: Sequence[Card]) -> list[tuple[str, str, str]]:
    """(label, text, label of the text): the header's table."""
    facts = source.facts
    caller = text_of(facts.get("caller")) or "session"
    began, ended = seconds_of(facts.get("started")), seconds_of(facts.get("ended"))
    if began is not None and ended is None:
        ended = max((t for line in source.steps if (t := seconds_of(line.get("time"))) is not None), default=None)
    took = duration(1000 * max(0.0, ended - began)) if began is not None and ended is not None else ""
    client = mapping(facts.get("client"))
    pairs = (
        ("target", _target(facts), ""),
        ("caller", caller, caller if caller in LABELS else ""),
        ("started", moment_of(facts.get("started")), ""),
        ("took", took, ""),
        ("steps", str(len(cards)), ""),
        ("profile", text_of(facts.get("profile")), ""),
        ("seed", text_of(facts.get("seed")), ""),
        ("client", " ".join(text_of(client.get(k)) for k in ("name", "version")).strip(), ""),
        ("desktop", text_of(facts.get("desktop")), ""),
        ("tool_version", text_of(facts.get("version")), ""),
        ("session_id", text_of(facts.get("session_id")) or source.folder.name, ""),
        ("file", text_of(mapping(facts.get("scenario")).get("file")), ""),
    )
    return [(key, short(text, 300), word) for key, text, word in pairs if text]


def tickets_of(source: Source, anchors: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return one row a ticket, in the order in which they were filed, with how often each was seen by then.

    Args:
        source: the session's folder.
        anchors: where on the page each step stands, by its number.
    """
    made: dict[str, dict[str, Any]] = {}
    for given in listing(source.facts.get("tickets")):
        ticket = mapping(given)
        name, count = text_of(ticket.get("id")), text_of(ticket.get("count"))
        if name in made:
            made[name]["count"] = count
            continue
        href = ""
        if isinstance(ticket.get("folder"), str) and "\0" not in ticket["folder"]:
            where = Path(ticket["folder"])
            tickets = source.folder.absolute().parent.parent
            href = page_href(source.folder, where if where.is_absolute() else tickets / where)
        made[name] = {
            "id": short(name, 80),
            "title": short(text_of(ticket.get("title")), 200),
            "href": href or source.ticket_href(ticket.get("id")),
            "is_new": ticket.get("new") is True,
            "count": count,
            "n": text_of(ticket.get("n")),
            "anchor": anchors.get(text_of(ticket.get("n")), ""),
        }
    return list(made.values())
