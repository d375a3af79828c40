"""A finding in the words of a ticket: its title, what was seen, what should have been."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.core.exit_codes import name_of
from wpfagent.testing.record.trail import FailureEvent
from wpfagent.testing.tickets.failure import Line, with_lines
from wpfagent.testing.wording.elements import selected
from wpfagent.testing.wording.steps import expectation_words, step_words

TITLE_LENGTH = 200
_REASONS: Mapping[str, str] = {
    "element_not_enabled": "disabled",
    "element_not_visible": "not visible",
    "element_obscured": "covered by something else",
    "element_moving": "it keeps moving",
    "selector_ambiguous": "several elements fit",
    "timeout": "it took too long",
}
"""Why a step could not be done, in a word or two."""


def with_elements(failure: FailureEvent) -> FailureEvent:
    """Return the failure with lines that name and describe their elements where the record knows them from elsewhere.

    A scenario's check often has only an AutomationId; a reader wants `the field 'Proxy' (ProxyBox)`.
    """
    known = _elements(failure)

    def described(line: Line) -> Line:
        identifier = (line.get("selector") or {}).get("automation_id")
        if line.get("element") or identifier not in known or (line.get("selector") or {}).get("row") is not None:
            return line
        return {**line, "element": known[identifier]}

    return with_lines(failure, tuple(dict(described(line)) for line in failure.lines))


def title_of(failure: FailureEvent) -> str:
    """Return the ticket's title: one line."""
    finding, line = failure.finding, failure.line
    if "check" in line and _is_of_the_check(failure):
        held = "Came true, and must not" if line["check"] == "failure" else "Expected but not seen"
        title = f"{held}: {_expectation(line)}"
    elif finding.oracle == "element_missing":
        title = f"Missing: {selected(line.get('selector') or {}, line.get('element'))}"
    elif finding.oracle == "action_failed":
        title = _impossible(line)
    else:
        title = _reworded(finding.title, failure)
    flat = " ".join(title.split())
    return flat if len(flat) <= TITLE_LENGTH else f"{flat[: TITLE_LENGTH - 1]}…"


def _impossible(line: Line) -> str:
    said = step_words(line).rstrip(".")
    if said.startswith("Wait until"):
        return f"Waited in vain {said.removeprefix('Wait ')}"
    code = str((line.get("error") or {}).get("code", ""))
    return f"Not possible ({_REASONS.get(code, code.replace('_', ' '))}): {said}"


def actual_of(failure: FailureEvent) -> str:
    """Return what was seen, in a sentence or two."""
    finding, line = failure.finding, failure.line
    if "check" in line and _is_of_the_check(failure):
        waited = (line.get("verdict") or {}).get("elapsed_ms")
        after = f"After {waited / 1000:.1f} s of waiting" if waited else "At that moment"
        about = selected(line["selector"], line.get("element")) if line.get("selector") else "the program"
        return f"{after} this was seen of {about}: {finding.actual}."
    actual = _reworded(finding.actual, failure)
    if finding.exit_code is not None and name_of(finding.exit_code) not in actual:
        actual = f"{actual.rstrip('.')}. The process ended with exit code {name_of(finding.exit_code)}."
    return actual


def expected_of(failure: FailureEvent) -> str:
    """Return what should have been, in a sentence."""
    finding, line = failure.finding, failure.line
    if "check" in line and _is_of_the_check(failure):
        never = "This does not come true: " if line["check"] == "failure" else ""
        said = f"{never}{_expectation(line)}"
        return f"{said[:1].upper()}{said[1:]}."
    if finding.oracle in ("element_missing", "action_failed"):
        return f"This step is possible: {step_words(line)}"
    return _reworded(finding.expected, failure)


def also_of(failure: FailureEvent) -> tuple[Mapping[str, Any], ...]:
    """Return what the other oracles said."""
    return tuple({**f.to_dict(), "title": _reworded(f.title, failure)} for f in failure.also)


def _is_of_the_check(failure: FailureEvent) -> bool:
    """Whether the check itself failed; a crash may be seen during one."""
    return failure.finding.oracle in ("expectation_not_met", "invariant_violated")


def _expectation(line: Line) -> str:
    return expectation_words(line, line.get("selector") or {}, line.get("element"))


def _reworded(text: str, failure: FailureEvent) -> str:
    """A text with the actions in the words of the steps; what was seen while only looking came of the action before."""
    action = ACTIONS.get(str(failure.line.get("action")))
    looked = action is None or action.reads
    said = failure.cause_line if looked and "action" in failure.cause_line else failure.line
    for line, words in ((failure.line, said), (failure.cause_line, failure.cause_line)):
        subject = str(line.get("subject") or "")
        if subject and "action" in words:
            text = text.replace(subject, f'"{step_words(words).rstrip(".")}"')
    return text


def _elements(failure: FailureEvent) -> dict[str, dict[str, str]]:
    """What is known of elements, by AutomationId: as lines found them, else as the trees show them."""
    known: dict[str, dict[str, str]] = {}
    for look in failure.looks:
        seen = [c.automation_id for c in look.snapshot or ()]
        for control in look.snapshot or ():
            if control.automation_id and seen.count(control.automation_id) == 1:
                known.setdefault(control.automation_id, {"name": control.name, "control_type": control.control_type})
    for line in failure.lines:
        element = line.get("element")
        if element and element.get("automation_id"):
            known[element["automation_id"]] = {k: element.get(k) or "" for k in ("name", "control_type")}
    return known
