"""A step of the record as a card: what was called, how long it took, what it came to, what changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.core.errors import AppExited, AppFailed, AppNotResponding
from wpfagent.testing.report.changes import Group, groups_of, named
from wpfagent.testing.report.found import Found, Thrown, say_found, thrown_of
from wpfagent.testing.report.shots import Shot, Shots
from wpfagent.testing.report.source import Source
from wpfagent.testing.report.texts import (
    clock_of,
    duration,
    json_of,
    listing,
    mapping,
    number,
    offset,
    seconds_of,
    short,
    text_of,
    word_of,
)

CHECKS = ("expected", "success", "failure", "invariant")
STATUSES = ("failed", "warning", "refused", "undone", "changed", "unclear", "read", "held")
"""What a card came to, the worst first."""
OF_PROGRAM = frozenset(kind.code for kind in (AppFailed, AppExited, AppNotResponding))
"""Errors that say that the program failed, not only what was asked of it."""
PHASES = ("setup", "steps", "teardown")
EFFECTS = {"confirmed": "changed", "no_op": "unclear", "unverifiable": "unclear", "refused": "refused"}
KNOWN = frozenset({
    "n", "time", "action", "check", "args", "subject", "selector", "matched_by", "method", "effect", "evidence",
    "elapsed_ms", "busy_ms", "target", "note", "element", "screen", "screen_rects", "uia", "findings", "ticket",
    "error", "phase", "step", "confirmed_by_caller", "verdict", "desktop", "attempt", "row", "dotnet",
    "called",
})  # fmt: skip
"""Keys that have a place of their own on a card; the others of an action are its result."""
CHANGE_KEYS = frozenset({
    "appeared", "vanished", "changed", "windows_opened", "windows_closed", "titles", "appeared_count", "vanished_count",
    "changed_count",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    """A check that was made after a call, or a call of its own."""

    kind: str
    ok: bool
    expected: str
    actual: str
    took: str = ""
    subject: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """The error that a call raised."""

    code: str
    message: str
    hint: str
    details: str


@dataclass(slots=True)
class Card:
    """One call on the time line; all texts are raw data, to be escaped where they are shown."""

    anchor: str
    n: str
    action: str
    kind: str
    subject: str
    id: str
    status: str
    says: list[tuple[str, str]] = field(default_factory=list)
    at: str = ""
    took: str = ""
    start: float = 0.0
    end: float = 0.0
    took_ms: float = 0.0
    timed: bool = False
    slow: float = 0.0
    phase: str = ""
    note: str = ""
    consented: bool = False
    shots: list[Shot] = field(default_factory=list)
    thumb: Shot | None = None
    checks: list[Check] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    failure: Failure | None = None
    thrown: list[Thrown] = field(default_factory=list)
    entered: list[str] = field(default_factory=list)
    changes: Sequence[Group] = ()
    compared: bool = False
    facts: list[tuple[str, str]] = field(default_factory=list)
    arguments: str = ""
    selector: str = ""
    result: str = ""
    evidence: str = ""
    ticket: str = ""
    ticket_href: str = ""
    left: float = 0.0
    width: float = 0.0

    @property
    def untold(self) -> list[Check]:
        """The checks that did not hold and that no finding tells of."""
        told = {(f.expected, f.actual) for f in self.found}
        return [c for c in self.checks if not c.ok and (c.expected, c.actual) not in told]


def cards_of(source: Source, steps: Sequence[Mapping[str, Any]], shots: Shots) -> list[Card]:
    """Return the cards of a record's steps; the checks of a step stand on the card of its action."""
    cards: list[Card] = []
    place: object = None
    last: Mapping[str, Any] = {}
    zero = next((t for t in (seconds_of(source.facts.get("started")), *_times(steps)) if t is not None), 0.0)
    for number_, line in enumerate(steps, 1):
        here = (line.get("phase"), line.get("step"))
        expected = line.get("check") == "expected" and "action" not in line
        if expected and cards and cards[-1].kind == "action" and here == place:
            check = _card(source, line, number_, zero, shots)
            if check.status == "failed" and not check.shots:
                cards[-1].shots = [shots.checked(s, last, line) if s.kind == "after" else s for s in cards[-1].shots]
            _join(cards[-1], check)
            continue
        cards.append(_card(source, line, number_, zero, shots))
        place, last = here, line
    longest = max((c.took_ms for c in cards), default=0.0)
    ended = 0.0
    for card in cards:
        card.took = duration(card.took_ms) if card.timed else ""
        card.slow = 100 * card.took_ms / longest if longest > 0 else 0.0
        card.start = max(card.start, min(ended, card.end))  # simulated time is longer than the clock's
        ended = max(ended, card.end)
    return cards


def _times(steps: Sequence[Mapping[str, Any]]) -> Iterator[float | None]:
    yield from (seconds_of(line.get("time")) for line in steps)


def _card(source: Source, line: Mapping[str, Any], position: int, zero: float, shots: Shots) -> Card:
    kind = "action" if "action" in line else "check" if "check" in line else "other"
    name = text_of(line.get("action") if kind == "action" else line.get("check") or line.get("called")) or "?"
    n = text_of(line.get("n")) if number(line.get("n")) is not None else str(position)
    ended, took_ms = seconds_of(line.get("time")), max(0.0, number(line.get("elapsed_ms")) or 0.0)
    after = max(0.0, (ended if ended is not None else zero) - zero)
    subject, identifier = named(_subject(line, name))
    card = Card(
        anchor=f"s{position}",
        n=short(n, 12),
        action=short(name, 40),
        kind=kind,
        subject=subject,
        id=identifier,
        status=_status(line, is_exploration=source.is_exploration),
        at=offset(after) if ended is not None else "",
        start=max(0.0, after - took_ms / 1000),
        end=after,
        took_ms=took_ms,
        timed="elapsed_ms" in line,
        phase=text_of(line.get("phase")),
        note=text_of(line.get("note")),
        consented=line.get("confirmed_by_caller") is True,
        found=say_found(line),
        failure=_failure(line),
        thrown=thrown_of(line),
        entered=[text_of(m) for m in listing(mapping(line.get("dotnet")).get("entered"))],
    )
    verdict = mapping(line.get("verdict"))
    if verdict:
        card.checks.append(_check(text_of(line.get("check")), verdict, (subject, identifier)))
    evidence = mapping(line.get("evidence"))
    bad = card.status in ("failed", "warning")
    seen = shots.of(line, important=bad)
    card.shots, card.thumb = list(seen.shots), seen.thumb
    card.compared = seen.difference is not None
    card.changes = groups_of(seen.difference.to_dict(200) if seen.difference is not None else evidence)
    rest = {k: v for k, v in evidence.items() if k not in CHANGE_KEYS}
    card.evidence = json_of(rest) if rest else ""
    args = line.get("args")
    card.arguments = json_of(args) if args not in (None, {}, []) else ""
    card.selector = json_of(line["selector"]) if line.get("selector") else ""
    result = {k: v for k, v in line.items() if k not in KNOWN}
    card.result = json_of(result) if result else ""
    card.facts = _facts(line)
    card.ticket = text_of(line.get("ticket"))
    card.ticket_href = source.ticket_href(card.ticket)
    card.says = _says(card, evidence, result)
    return card


def _status(line: Mapping[str, Any], *, is_exploration: bool) -> str:
    """What a step came to. Nobody promised that what an exploration tries can be done: there it is no failure."""
    findings = [f for f in listing(line.get("findings")) if isinstance(f, dict)]
    if any(f.get("severity") != "warning" for f in findings):
        return "failed"
    effect = text_of(line.get("effect"))
    if effect == "refused":
        return "refused"
    error = line.get("error")
    if mapping(line.get("verdict")).get("ok") is False:
        return "failed"
    if error:
        is_undone = is_exploration and mapping(error).get("code") not in OF_PROGRAM
        return "warning" if findings else "undone" if is_undone else "failed"
    if findings:
        return "warning"
    return EFFECTS.get(effect) or ("held" if "check" in line and "action" not in line else "read")


def _join(card: Card, check: Card) -> None:
    """Put a check onto the card of the action that it was made for."""
    card.checks.extend(check.checks)
    card.found.extend(check.found)
    card.failure = card.failure or check.failure
    for shot in check.shots:
        same = next((i for i, s in enumerate(card.shots) if (s.kind, s.picture) == ("after", shot.picture)), None)
        if same is None:
            card.shots.append(shot.at_check())
        else:
            card.shots[same] = replace(card.shots[same], outlines=card.shots[same].outlines + shot.outlines)
    if check.status in ("failed", "warning") and STATUSES.index(check.status) < STATUSES.index(card.status):
        card.status, card.says = check.status, check.says
        card.thumb = check.thumb or card.thumb
    card.ticket, card.ticket_href = card.ticket or check.ticket, card.ticket_href or check.ticket_href
    card.end = max(card.end, check.end)
    card.took_ms += check.took_ms


def _subject(line: Mapping[str, Any], name: str) -> str:
    """The action's object in words, without the action's name, which stands before it."""
    said = text_of(line.get("subject"))
    for prefix in (name, "check"):
        if said == prefix:
            return ""
        if said.startswith(prefix + " "):
            return short(said[len(prefix) + 1 :], 240)
    if said:
        return short(said, 240)
    selector = mapping(line.get("selector"))
    known = selector.get("automation_id") or selector.get("name") or selector.get("label")
    if known:
        return short(f"{text_of(selector.get('control_type'))} {text_of(known)}".strip(), 240)
    if selector:
        return short(text_of(selector), 240)
    return short(next((v for v in mapping(line.get("args")).values() if isinstance(v, str)), ""), 240)


def _failure(line: Mapping[str, Any]) -> Failure | None:
    error = line.get("error")
    if not error:
        return None
    given = mapping(error) or {"message": error}
    details = given.get("details")
    return Failure(
        text_of(given.get("code")),
        text_of(given.get("message")),
        text_of(given.get("hint")),
        json_of(details) if details else "",
    )


def _check(kind: str, verdict: Mapping[str, Any], subject: tuple[str, str]) -> Check:
    took = number(verdict.get("elapsed_ms"))
    return Check(
        kind if kind in CHECKS else "checks",
        verdict.get("ok") is True,
        text_of(verdict.get("expected")),
        text_of(verdict.get("actual")),
        duration(took) if took is not None and took >= 1 else "",
        *subject,
    )


def _says(card: Card, evidence: Mapping[str, Any], result: Mapping[str, Any]) -> list[tuple[str, str]]:
    """One line for the closed card: (label, text) pairs."""
    for check in card.checks:
        if not check.ok:
            return [("expected", short(check.expected)), ("seen", short(check.actual))]
    if card.found:
        return [("", short(card.found[0].title))]
    if card.failure is not None:
        return [("", short(card.failure.message, 200))]
    if "value" in evidence:
        return [("", f"→ {short(word_of(evidence['value']))}")]
    said: list[tuple[str, str]] = []
    for group in card.changes:
        first = group.lines[0]
        if group.label in ("opened", "closed"):
            said.append((group.label, short(first.what, 80)))
        elif group.label in ("altered", "titles", "disabled"):
            said.append(("", short(f"{first.what} {first.key} {first.old} → {first.new}".strip(), 110)))
        elif group.label in ("new", "lost"):
            said.append((group.label, str(group.count)))
    if said:
        return said[:3]
    for key in ("reason", "already", "exited", "pending"):
        if key in evidence:
            return [("", short(text_of(evidence[key])))]
    for check in card.checks:
        return [("", short(check.actual if card.kind == "check" else check.expected))]
    shown = next((result[k] for k in ("text", "title", "value", "path") if result.get(k)), None)
    return [("", short(text_of(shown)))] if shown is not None else []


def _facts(line: Mapping[str, Any]) -> list[tuple[str, str]]:
    target = mapping(line.get("target"))
    element = mapping(line.get("element"))
    busy = number(line.get("busy_ms"))
    rect = element.get("bounding_rect")
    states = [k for k in ("enabled", "visible") if element.get(k) is True]
    states += [f"not {k}" for k in ("enabled", "visible") if element.get(k) is False]
    window = text_of(target.get("title"))
    found = (
        ("effect", text_of(line.get("effect"))),
        ("method", text_of(line.get("method"))),
        ("matched_by", text_of(line.get("matched_by"))),
        ("element", ", ".join([*states, f"at {text_of(rect)}"]) if rect else ", ".join(states)),
        ("target", " · ".join(filter(None, (text_of(target.get("process")), window))) or _plain(line.get("target"))),
        ("busy", duration(busy) if busy else ""),
        ("time", clock_of(line.get("time"))),
    )
    return [(key, short(text, 300)) for key, text in found if text]


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else ""
