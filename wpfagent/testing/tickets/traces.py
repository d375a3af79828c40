"""What the record of a failure shows, for the possible causes to build on."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from wpfagent.testing.oracles.base import ExceptionFacts
from wpfagent.testing.record.trail import FailureEvent
from wpfagent.testing.tickets.failure import Line
from wpfagent.testing.wording.elements import element
from wpfagent.testing.wording.steps import step_words

NEAR = 0.75
"""From which likeness on two texts are taken for the same with a slip."""
COMPARED = 500
"""Longer texts are not compared letter by letter: the time grows with the square of their length."""
TYPING = ("type_text", "set_value", "select_combo")


def step_of(line: Line) -> str:
    """Return a line of the record as evidence."""
    return f"Step {line['n']} of the record: {step_words(line)}"


def exception_of(failure: FailureEvent) -> ExceptionFacts | None:
    """Return the exception behind a failure, whichever oracle saw it."""
    findings = failure.findings
    return next((f.exception for f in findings if f.exception is not None), None)


def verdict_of(line: Line) -> Mapping[str, Any]:
    """What a check came to, and so a wait for an expectation; {} for other lines."""
    details: Mapping[str, Any] = (line.get("error") or {}).get("details") or {}
    verdict: Mapping[str, Any] | None = line.get("verdict")
    return verdict or (details if "actual" in details and "expected" in details else {})


def expectation_of(line: Line) -> Mapping[str, Any]:
    """Return the expectation of a check, or of a wait."""
    until = (line.get("args") or {}).get("until")
    return until if isinstance(until, Mapping) else line


def subject_of(line: Line) -> str:
    """What an action did it to; the action itself where it names no element."""
    return element(line) if line.get("selector") else f"'{step_words(line).rstrip('.')}'"


def entered_by(line: Line) -> str:
    """Return the value that a step entered; '' for other steps, appended and secret texts."""
    args = line.get("args") or {}
    if line.get("action") not in TYPING or "error" in line or args.get("append") or args.get("secret"):
        return ""
    text = str(next((args[k] for k in ("text", "value", "item_text") if args.get(k) is not None), ""))
    return "" if text.startswith("${") else text


def is_entered_later(failure: FailureEvent, line: Line, selector: Mapping[str, Any]) -> bool:
    """Whether the same element was given something else afterwards."""
    return any(
        later["n"] > line["n"] and later.get("action") in TYPING and later.get("selector") == selector
        for later in failure.lines
    )


def seen_text(failure: FailureEvent) -> str | None:
    """Return the text that a check saw; None where it was about something else."""
    seen = str(verdict_of(failure.line).get("actual", ""))
    match = re.fullmatch(r"(?:text|value|selected) ((['\"]).*\2)", seen, re.DOTALL)
    if match is None:
        return None
    try:
        text = ast.literal_eval(match[1])
    except (ValueError, SyntaxError):
        return None
    return text if isinstance(text, str) else None


def slip_of(wanted: str, seen: str) -> str | None:
    """Return in what small thing two texts differ; None when they differ in more."""
    if wanted.strip() == seen.strip():
        return "blanks or line ends around it"
    if wanted.casefold() == seen.casefold():
        return "upper and lower case"
    if " ".join(wanted.split()) == " ".join(seen.split()):
        return "blanks inside it"
    separators = str.maketrans("", "", ".,'\u00a0\u202f ")
    if any(c.isdigit() for c in wanted) and wanted.translate(separators) == seen.translate(separators):
        return "how its numbers are written: the culture of the program may differ from the one expected"
    short = max(len(wanted), len(seen)) <= COMPARED
    if short and difflib.SequenceMatcher(None, wanted, seen, autojunk=False).ratio() >= NEAR:
        return "a few characters: a typing mistake in the program or in the expectation"
    return None


def line_that_disabled(failure: FailureEvent, name: str) -> Line | None:
    """Return the step that disabled an element, by its AutomationId or name."""
    if not name:
        return None
    for line in failure.lines[::-1]:
        for change in changes_of(line):
            if change.get("enabled") == [True, False] and name in str(change.get("element", "")):
                return line
    if any(name in (item["automation_id"], item["name"]) for item in failure.difference.get("disabled", ())):
        return failure.cause_line
    return None


def line_that_used(failure: FailureEvent, selector: Mapping[str, Any]) -> Line | None:
    """Return the last action before the failed one that used this element."""
    identifier = selector.get("automation_id")
    for line in failure.lines[::-1]:
        same = identifier and (line.get("selector") or {}).get("automation_id") == identifier
        if same and line["n"] < failure.line["n"] and (line.get("element") or {}).get("enabled") and line.get("effect"):
            return line
    return None


def line_about(failure: FailureEvent, control: Mapping[str, Any]) -> Line | None:
    """Return the last action on a control that an oracle names; the last one at all where it names none."""
    if not control:
        return failure.cause_line if failure.cause_line.get("action") else None
    for line in failure.lines[::-1]:
        found = line.get("element") or {}
        if "action" in line and control.get("name") in (found.get("automation_id"), found.get("name")):
            return line
    return None


def changes_of(line: Line) -> Iterator[Mapping[str, Any]]:
    """Yield what changed in elements with a step."""
    changed = (line.get("evidence") or {}).get("changed")
    yield from (c for c in changed if isinstance(c, Mapping)) if isinstance(changed, list) else ()


def is_expected_to_exist(line: Line) -> bool:
    """Return whether a check failed because its element is not there."""
    return expectation_of(line).get("exists") is True and verdict_of(line).get("ok") is False
