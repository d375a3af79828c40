"""The page of a ticket: what is wrong, how to get there, and all the evidence, for whoever fixes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent.core.language import Language
from wpfagent.testing.report.album import Album
from wpfagent.testing.report.axis import lay_out
from wpfagent.testing.report.cards import cards_of
from wpfagent.testing.report.changes import groups_of
from wpfagent.testing.report.found import exit_text, found_of
from wpfagent.testing.report.labels import LABELS
from wpfagent.testing.report.page import write_page
from wpfagent.testing.report.session_page import environment_of
from wpfagent.testing.report.shots import Shots, picture_of
from wpfagent.testing.report.source import Source, link, page_href, session_of_ticket, session_source, ticket_source
from wpfagent.testing.report.texts import json_of, listing, mapping, moment_of, number, short, text_of

LOGS = ("runner.log", "app.log", "eventlog.txt", "app.stderr.log")


def ticket_report(folder: Path | str, *, language: Language | None = None) -> Path:
    """Write the page of a ticket and return its path.

    Args:
        folder: the ticket's folder.
        language: of the page's own words until a reader chooses; None for this process's.

    Raises:
        FileInvalid: there is no ticket in this folder.
        StorageFailed: the page cannot be written.
    """
    source = ticket_source(Path(folder))
    return write_page(source.folder, "ticket.html", ticket_content(source), language=language)


def ticket_content(source: Source) -> dict[str, Any]:
    """Return what the page of a ticket shows."""
    facts = source.facts
    environment = mapping(facts.get("environment"))
    actions = [a for a in listing(facts.get("last_actions")) if isinstance(a, dict)]
    folder = session_of_ticket(source.folder, facts.get("session"))
    record = session_source(folder) if folder is not None else source
    album = Album(len(actions))
    pictures = [
        shot
        for kind in ("before", "after")
        if (shot := picture_of(source, album, f"screens/{kind}.png", kind)) is not None
    ]
    evidence = [e for e in map(mapping, listing(facts.get("evidence"))) if e]
    cards = cards_of(record, actions, Shots(record, album))
    difference = mapping(facts.get("difference"))
    exception = mapping(facts.get("exception"))
    return {
        "title": short(text_of(facts.get("title")), 300) or text_of(facts.get("id")),
        "id": text_of(facts.get("id")),
        "summary": text_of(facts.get("summary")),
        "status": text_of(facts.get("status")),
        "severity": "warning" if facts.get("severity") == "warning" else "failed",
        "simulated": environment.get("desktop") == "simulated",
        "facts": _facts(facts),
        "actual": text_of(facts.get("actual")),
        "expected": text_of(facts.get("expected")),
        "steps": [text_of(mapping(s).get("text") or s) for s in listing(facts.get("steps"))],
        "pictures": pictures,
        "changes": groups_of(difference),
        "changes_note": text_of(difference.get("note")),
        "exception": found_of({"exception": exception}) if exception else None,
        "standing": found_of({"details": facts.get("details")}),
        "code": _code(mapping(facts.get("code"))),
        "hypotheses": _hypotheses(facts),
        "environment": environment_of(environment),
        "last_selector": _last_selector(mapping(facts.get("last_selector"))),
        "evidence": [(text_of(e.get("file")), source.href(e.get("file")), text_of(e.get("shows"))) for e in evidence],
        "shows": {
            kind: short(text_of(e.get("shows")), 200)
            for kind in ("before", "after")
            for e in evidence
            if e.get("file") == f"screens/{kind}.png"
        },
        "also": [found_of(f) for f in listing(facts.get("also")) if isinstance(f, dict)],
        "runs": _runs(mapping(facts.get("reproducibility"))),
        "cards": cards,
        "ticks": lay_out(cards),
        "logs": source.logs(*LOGS),
        "session_href": page_href(source.folder, folder) if folder is not None else "",
        "folder_href": link(source.folder, folder) if folder is not None else "",
        "prints": album.prints(),
        "version": text_of(environment.get("tool_version")),
    }


def _facts(facts: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Return what stands in the ticket's head: (label, text, a word of the page's language or '')."""
    signature, mode = mapping(facts.get("signature")), text_of(facts.get("mode"))
    told = (
        ("oracle", text_of(facts.get("oracle")), ""),
        ("mode", mode, mode if mode in LABELS else ""),
        ("created", moment_of(facts.get("created")), ""),
        ("count", text_of(facts.get("count")), ""),
        ("signature", text_of(signature.get("id")), text_of(signature.get("strength"))),
        ("session_id", text_of(facts.get("session")), ""),
        ("exit_code", _exit_code(facts.get("exit_code")), ""),
    )
    return [(key, short(text, 300), word) for key, text, word in told if text]


def _exit_code(given: Any) -> str:
    known = mapping(given)
    if not known:
        return "" if given is None else exit_text(given)
    name = text_of(known.get("name"))
    return f"{text_of(known.get('code'))} ({name})" if name else exit_text(known.get("code"))


def _code(given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the places of control and method as pairs, and the lines around the method; None where none is known."""
    control, method = mapping(given.get("control")), mapping(given.get("method"))
    named = {"method": method.get("name"), "at": method.get("at")}
    pairs = [(key, text_of(value)) for key, value in {**control, **named}.items() if value]
    return {"pairs": pairs, "lines": text_of(method.get("lines"))} if pairs else None


def _hypotheses(facts: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    given = [mapping(h) for h in listing(facts.get("hypotheses"))]
    ranked = sorted(given, key=lambda h: number(h.get("rank")) or 0)
    return [(text_of(h.get("text")), [text_of(e) for e in listing(h.get("evidence"))]) for h in ranked if h]


def _last_selector(given: Mapping[str, Any]) -> list[tuple[str, str]]:
    element = mapping(given.get("element"))
    pairs = [("action", given.get("action")), ("selector", given.get("selector"))]
    pairs += [(k, element.get(k)) for k in element]
    return [(key, short(text_of(value), 400)) for key, value in pairs if value not in (None, "", {}, [])]


def _runs(given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return n of m and how each replay went; None when it was never replayed."""
    attempts, reproduced = number(given.get("attempts")), number(given.get("reproduced"))
    if not attempts:
        return None
    runs = [mapping(r) for r in listing(given.get("runs"))]
    return {
        "reproduced": int(reproduced or 0),
        "attempts": int(attempts),
        "runs": [(r.get("reproduced") is True, short(json_of(r) if r else "", 600)) for r in runs[:50]],
    }
