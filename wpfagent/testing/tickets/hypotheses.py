"""Possible causes of a failure, each with what speaks for it. One small function each, in one visible list.

Every function looks at one kind of trace in the record and says what it may mean, or None. Nothing here is a fact:
texts say `may`, and the evidence lets a reader judge.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.core.exit_codes import name_of, unsigned
from wpfagent.testing.oracles.base import ExceptionFacts
from wpfagent.testing.oracles.parts.exceptions import user_frames
from wpfagent.testing.tickets.case import Case, Line
from wpfagent.testing.tickets.meanings import (
    LARGEST_OWN_CODE,
    MEANINGS,
    NOT_POSSIBLE,
    OWN_CODE,
)
from wpfagent.testing.tickets.model import Hypothesis
from wpfagent.testing.tickets.relations import broken_relation
from wpfagent.testing.tickets.sources import find_method
from wpfagent.testing.tickets.words import element, quote, selected, step_words

AT_MOST = 5
NEAR = 0.75
"""Texts this much alike are taken for the same with a slip."""
COMPARED = 500
"""Longer texts are not compared letter by letter: the time grows with the square of their length."""
SURE, LIKELY, POSSIBLE, WEAK = 4, 3, 2, 1
_TYPING = ("type_text", "set_value", "select_combo")


@dataclass(frozen=True, slots=True)
class Possibility:
    """A possible cause, how well it is supported, and by what."""

    text: str
    evidence: tuple[str, ...]
    weight: int = POSSIBLE


def hypotheses_of(case: Case) -> tuple[Hypothesis, ...]:
    """Return the possible causes of a failure, best supported first."""
    made = [p for guess in GUESSES if (p := guess(case)) is not None]
    found = list({p.text: p for p in reversed(made)}.values())[::-1]
    found.sort(key=lambda p: -p.weight)
    return tuple(Hypothesis(rank, p.text, p.evidence) for rank, p in enumerate(found[:AT_MOST], start=1))


# -- the guesses --------------------------------------------------------------------------------------------------


def exception_in_own_code(case: Case) -> Possibility | None:
    """An exception, and the innermost frame of the program's own code."""
    exception = _exception(case)
    if exception is None:
        return None
    said = f"{exception.type}: {exception.message}".rstrip(": ")
    evidence = [f"{said} (read from: {exception.source or 'the program'})"]
    own = user_frames(exception) or exception.frames
    if not own:
        return Possibility(f"A {exception.type} that nobody handled may be the cause.", tuple(evidence), LIKELY)
    evidence.append(f"The innermost frame of the program's own code is {own[0]}.")
    place = find_method(own[0], case.sources)
    if place:
        evidence.append(f"{own[0]} stands in {place}.")
    asked = f" when {_of(case.cause)} is used" if case.cause.get("action") else ""
    vowel = exception.type[:1] in "AEIOU"
    text = f"{own[0]} may let {'an' if vowel else 'a'} {exception.type} escape{asked}."
    return Possibility(text, tuple(evidence), SURE)


def handler_froze(case: Case) -> Possibility | None:
    """A UI thread that does not answer after an action."""
    if case.incident.finding.oracle != "not_responding" or not case.cause.get("action"):
        return None
    busy_ms = case.line.get("busy_ms") or case.cause.get("busy_ms") or case.cause.get("elapsed_ms") or 0
    return Possibility(
        f"The handler behind {element(case.cause)} may block the UI thread: it may wait for something that does not "
        "come, or do long work there.",
        (
            f"Step {case.cause['n']} of the record: {step_words(case.cause)}",
            f"The program did not answer for {busy_ms / 1000:.1f} s after it.",
        ),
        SURE,
    )


def value_not_taken(case: Case) -> Possibility | None:
    """A value that was entered and is not what its element shows now."""
    about = case.selector.get("automation_id")
    if not _verdict(case.line):
        return None
    for line in reversed(case.lines):
        wanted = _entered(line)
        selector = line.get("selector") or {}
        if not wanted or not selector:
            continue
        step = f"Step {line['n']} of the record: {step_words(line)}"
        shown = case.found(selector, case.after)
        same = bool(about) and about == selector.get("automation_id")
        seen = _seen_text(case) if same else None
        if seen is None and shown is not None and not shown.is_password:
            seen = shown.value
        if seen is not None and seen != wanted and not _later_entry(case, line, selector):
            return Possibility(
                f"The value {quote(wanted)} may not have been taken over from {element(line)}: a binding may not "
                "update its source, or saving may leave this value out.",
                (step, f"It shows {quote(seen)} now."),
                SURE if same else WEAK,
            )
        reason = str((line.get("evidence") or {}).get("reason", ""))
        if line.get("effect") == "unverifiable" and "not committed" in reason:
            return Possibility(
                f"The program may not have received {quote(wanted)} in {element(line)}: the focus stayed in the field, "
                "and many bindings update only when it leaves.",
                (step, f"Its effect was unverifiable: {reason}."),
                LIKELY,
            )
    return None


def left_disabled(case: Case) -> Possibility | None:
    """An element that cannot be used because something disabled it before."""
    selector = case.selector
    shown = case.found(selector, case.after) if selector else None
    error = (case.line.get("error") or {}).get("code")
    is_about_it = error == "element_not_enabled" or case.line.get("enabled") is True
    if not is_about_it or (shown is not None and shown.enabled):
        return None
    what = selected(selector, case.line.get("element"))
    by = _line_that_disabled(case, str(selector.get("automation_id") or selector.get("name") or ""))
    now = f"{what[:1].upper()}{what[1:]} is disabled in the tree after the failure."
    used = _line_that_used(case, selector)
    if by is None and used is not None:
        return Possibility(
            f"{what[:1].upper()}{what[1:]} may not be enabled again after it was used: what was started with it may "
            "leave it behind in a wrong state.",
            (f"It was enabled in step {used['n']} of the record: {step_words(used)}", now),
            LIKELY,
        )
    if by is None:
        return Possibility(
            f"A condition for enabling {what} may not be met.",
            (now, "No recorded step disabled it: it was so from the start, or changed by itself."),
            POSSIBLE,
        )
    return Possibility(
        f"The handler behind {element(by)} may disable {what} and not enable it again.",
        (f"Step {by['n']} of the record disabled it: {step_words(by)}", now),
        SURE,
    )


def text_with_a_slip(case: Case) -> Possibility | None:
    """A text that is nearly the one that was expected."""
    about = _wanted(case.line)
    wanted = next((about[k] for k in ("text_equals", "value_equals", "text_contains") if k in about), None)
    seen = _seen_text(case)
    if wanted is None or seen is None or not str(wanted) or not seen or str(wanted) == seen:
        return None
    reason = slip_of(str(wanted), seen)
    if reason is None:
        return None
    return Possibility(
        f"The text may be right but for {reason}.", (f"Expected: {quote(str(wanted))}", f"Seen: {quote(seen)}"), LIKELY
    )


def calculated_wrongly(case: Case) -> Possibility | None:
    """A calculation that the text itself states, and that is wrong."""
    seen = _seen_text(case)
    relation = broken_relation(seen) if seen is not None else None
    if relation is None:
        return None
    return Possibility(
        f"What {selected(case.selector)} shows may be calculated wrongly.",
        (
            f"It states {quote(relation.text)}.",
            f"That comes to {relation.true:g}, not to {relation.stated:g}: {relation.true - relation.stated:g} apart.",
        ),
        SURE,
    )


def element_vanished(case: Case) -> Possibility | None:
    """An element that was there before the last action and is not any more."""
    selector = case.selector
    if not selector or case.after.snapshot is None or case.line.get("exists") is False:
        return None
    was = case.found(selector, case.before)
    if was is None or case.found(selector, case.after) is not None or not case.cause.get("action"):
        return None
    return Possibility(
        f"The handler behind {element(case.cause)} may remove or hide {selected(selector)}.",
        (
            f"{was.describe()} is in the tree before the last action and not in the one after it.",
            f"Step {case.cause['n']} of the record: {step_words(case.cause)}",
        ),
        SURE,
    )


def element_named_otherwise(case: Case) -> Possibility | None:
    """An element that was not found, and what is nearest to it."""
    error = case.line.get("error") or {}
    if error.get("code") != "element_not_found" and not _expected_to_exist(case.line):
        return None
    what = selected(case.selector)
    nearest = (error.get("details") or {}).get("nearest") or {}
    near = [str(name) for names in nearest.values() if isinstance(names, list) for name in names]
    size = f"None of the {len(case.after.snapshot)} elements of the last tree is it." if case.after.snapshot else ""
    if near:
        said = f"Nearest to it are: {', '.join(near[:3])}."
        return Possibility(
            f"{what[:1].upper()}{what[1:]} may have got another AutomationId or name.",
            tuple(filter(None, (said, size))),
        )
    return Possibility(
        f"{what[:1].upper()}{what[1:]} may be missing in this version, or may be shown only on another page or after "
        "another step.",
        (size or "It was looked for until the timeout.",),
        WEAK,
    )


def window_never_came(case: Case) -> Possibility | None:
    """A window that was waited for in vain."""
    title = case.line.get("window_exists")
    if case.line.get("action") == "wait_window" and "error" in case.line:
        title = (case.line.get("args") or {}).get("title")
    if not isinstance(title, str) or case.line.get("check") == "failure":
        return None
    shown = [w.title for w in (case.after.snapshot.windows if case.after.snapshot else ()) if not w.popup]
    by = f"{_of(case.cause)} may not open" if case.cause.get("action") else "Nothing may have opened"
    return Possibility(
        f"{by[:1].upper()}{by[1:]} the window {quote(title)}, or it may have another title.",
        (f"Windows after the failure: {', '.join(map(quote, shown)) or 'none'}.",),
        LIKELY,
    )


def program_says_why(case: Case) -> Possibility | None:
    """What the program itself shows or logs."""
    for finding in (case.incident.finding, *case.incident.also):
        if finding.oracle in ("error_dialog", "app_log", "error_text") and finding.exception is None:
            where = {"error_dialog": "dialog", "app_log": "log"}.get(finding.oracle, "window")
            return Possibility(
                f"The message in the program's own {where} may name the cause.", (finding.actual,), POSSIBLE
            )
    return None


def usual_cause(case: Case) -> Possibility | None:
    """What usually lies behind such a finding, as its oracle says."""
    finding = case.incident.finding
    if not finding.cause:
        return None
    about = str(finding.details.get("about") or finding.details.get("window") or "it")
    entered = quote(str(finding.details.get("entered", "")))
    suspect = finding.details.get("suspect") or {}
    line = None
    if "{about}" not in finding.cause:
        line = _line_about(case, suspect.get("control") or suspect.get("field") or {})
    if line is None:
        return Possibility(finding.cause.format(what="it", about=about, entered=""), (finding.actual,), LIKELY)
    step = f"Step {line['n']} of the record: {step_words(line)}"
    text = finding.cause.format(what=element(line), about=about, entered=entered)
    return Possibility(text, (step, finding.actual), SURE)


def exit_code_means(case: Case) -> Possibility | None:
    """What the exit code usually stands for."""
    code = case.incident.finding.exit_code
    if code is None:
        return None
    meaning = MEANINGS.get(unsigned(code)) or (OWN_CODE if unsigned(code) <= LARGEST_OWN_CODE else None)
    if meaning is None:
        return None
    return Possibility(
        f"{meaning[:1].upper()}{meaning[1:]}.",
        (f"The process ended with {name_of(code)}.",),
        WEAK if _exception(case) is not None else LIKELY,
    )


def not_possible(case: Case) -> Possibility | None:
    """A step that could not be done, by the kind of reason."""
    error = case.line.get("error") or {}
    if case.incident.finding.oracle != "action_failed" or error.get("code") not in NOT_POSSIBLE:
        return None
    what = selected(case.selector, case.line.get("element")) if case.selector else "the element"
    said = NOT_POSSIBLE[error["code"]].format(what=what, What=f"{what[:1].upper()}{what[1:]}")
    return Possibility(f"{said}.", (str(error.get("message") or "The step was not possible."),), WEAK)


def handler_did_otherwise(case: Case) -> Possibility | None:
    """A check that did not hold after an action; all that can be said where there is no other trace."""
    if not _verdict(case.line) or not case.cause.get("action"):
        return None
    seen = str(_verdict(case.line).get("actual") or "nothing")
    return Possibility(
        f"The handler behind {_of(case.cause)} may not do what is expected here, or may do it later than was waited.",
        (f"Step {case.cause['n']} of the record: {step_words(case.cause)}", f"Seen afterwards: {seen}."),
        WEAK,
    )


GUESSES: tuple[Callable[[Case], Possibility | None], ...] = (
    exception_in_own_code,
    handler_froze,
    value_not_taken,
    left_disabled,
    text_with_a_slip,
    calculated_wrongly,
    element_vanished,
    element_named_otherwise,
    window_never_came,
    program_says_why,
    usual_cause,
    exit_code_means,
    not_possible,
    handler_did_otherwise,
)


# -- traces -------------------------------------------------------------------------------------------------------


def _exception(case: Case) -> ExceptionFacts | None:
    findings = (case.incident.finding, *case.incident.also)
    return next((f.exception for f in findings if f.exception is not None), None)


def _verdict(line: Line) -> Mapping[str, Any]:
    """What a check came to, and so a wait for an expectation; {} for other lines."""
    details: Mapping[str, Any] = (line.get("error") or {}).get("details") or {}
    verdict: Mapping[str, Any] | None = line.get("verdict")
    return verdict or (details if "actual" in details and "expected" in details else {})


def _wanted(line: Line) -> Mapping[str, Any]:
    """The expectation of a check, or of a wait."""
    until = (line.get("args") or {}).get("until")
    return until if isinstance(until, Mapping) else line


def _of(line: Line) -> str:
    """What an action did it to; the action itself where it names no element."""
    return element(line) if line.get("selector") else f"'{step_words(line).rstrip('.')}'"


def _entered(line: Line) -> str:
    """The value that a step entered; '' for other steps, appended and secret texts."""
    args = line.get("args") or {}
    if line.get("action") not in _TYPING or "error" in line or args.get("append") or args.get("secret"):
        return ""
    text = str(next((args[k] for k in ("text", "value", "item_text") if args.get(k) is not None), ""))
    return "" if text.startswith("${") else text


def _later_entry(case: Case, line: Line, selector: Mapping[str, Any]) -> bool:
    """Whether the same element was given something else afterwards."""
    return any(
        later["n"] > line["n"] and later.get("action") in _TYPING and later.get("selector") == selector
        for later in case.lines
    )


def _seen_text(case: Case) -> str | None:
    """The text that a check saw; None where it was about something else."""
    seen = str(_verdict(case.line).get("actual", ""))
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


def _line_that_disabled(case: Case, name: str) -> Line | None:
    if not name:
        return None
    for line in reversed(case.lines):
        for change in _changes(line):
            if change.get("enabled") == [True, False] and name in str(change.get("element", "")):
                return line
    if any(name in (item["automation_id"], item["name"]) for item in case.difference.get("disabled", ())):
        return case.cause
    return None


def _line_that_used(case: Case, selector: Mapping[str, Any]) -> Line | None:
    """The last action before the failed one that used this element."""
    identifier = selector.get("automation_id")
    for line in reversed(case.lines):
        same = identifier and (line.get("selector") or {}).get("automation_id") == identifier
        if same and line["n"] < case.line["n"] and (line.get("element") or {}).get("enabled") and line.get("effect"):
            return line
    return None


def _line_about(case: Case, control: Mapping[str, Any]) -> Line | None:
    """The last action on a control that an oracle names; the last one at all where it names none."""
    if not control:
        return case.cause if case.cause.get("action") else None
    for line in reversed(case.lines):
        found = line.get("element") or {}
        if "action" in line and control.get("name") in (found.get("automation_id"), found.get("name")):
            return line
    return None


def _changes(line: Line) -> Iterator[Mapping[str, Any]]:
    changed = (line.get("evidence") or {}).get("changed")
    yield from (c for c in changed if isinstance(c, Mapping)) if isinstance(changed, list) else ()


def _expected_to_exist(line: Line) -> bool:
    return _wanted(line).get("exists") is True and _verdict(line).get("ok") is False
