"""Possible causes of a failure, each with what speaks for it. One small function each, in one visible list.

Every function looks at one kind of trace in the record and says what it may mean, or None. Nothing here is a fact:
texts say `may`, and the evidence lets a reader judge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wpfagent.core.exit_codes import name_of, unsigned
from wpfagent.testing.oracles.parts.exceptions import user_frames
from wpfagent.testing.record.trail import FailureEvent
from wpfagent.testing.tickets.meanings import (
    LARGEST_OWN_CODE,
    MEANINGS,
    NOT_POSSIBLE,
    OWN_CODE,
)
from wpfagent.testing.tickets.model import Hypothesis
from wpfagent.testing.tickets.relations import broken_relation
from wpfagent.testing.tickets.sources import find_method
from wpfagent.testing.tickets.traces import (
    entered_by,
    exception_of,
    expectation_of,
    is_entered_later,
    is_expected_to_exist,
    line_about,
    line_that_disabled,
    line_that_used,
    seen_text,
    slip_of,
    step_of,
    subject_of,
    verdict_of,
)
from wpfagent.testing.wording.elements import element, quote, selected
from wpfagent.testing.wording.steps import step_words

AT_MOST = 5
SURE, LIKELY, POSSIBLE, WEAK = 4, 3, 2, 1


@dataclass(frozen=True, slots=True)
class Possibility:
    """A possible cause, how well it is supported, and by what."""

    text: str
    evidence: tuple[str, ...]
    weight: int = POSSIBLE


def hypotheses_of(failure: FailureEvent) -> tuple[Hypothesis, ...]:
    """Return the possible causes of a failure, best supported first."""
    made = [p for guess in GUESSES if (p := guess(failure)) is not None]
    found = list({p.text: p for p in reversed(made)}.values())[::-1]
    found.sort(key=lambda p: -p.weight)
    return tuple(Hypothesis(rank, p.text, p.evidence) for rank, p in enumerate(found[:AT_MOST], start=1))


# -- the guesses --------------------------------------------------------------------------------------------------


def exception_in_own_code(failure: FailureEvent) -> Possibility | None:
    """An exception, and the innermost frame of the program's own code."""
    exception = exception_of(failure)
    if exception is None:
        return None
    said = f"{exception.type}: {exception.message}".rstrip(": ")
    evidence = [f"{said} (read from: {exception.source or 'the program'})"]
    own = user_frames(exception)
    if not (own or exception.frames):
        return Possibility(f"A {exception.type} that nobody handled may be the cause.", tuple(evidence), LIKELY)
    blamed = (own or exception.frames)[0]
    evidence.append(
        f"The innermost frame of the program's own code is {blamed}." if own
        else f"It came out of {blamed}; no code of the program's own was at work."
    )  # fmt: skip
    place = find_method(blamed, failure.sources)
    if place:
        evidence.append(f"{blamed} stands in {place}.")
    asked = f" when {subject_of(failure.cause_line)} is used" if failure.cause_line.get("action") else ""
    vowel = exception.type[:1] in "AEIOU"
    text = f"{blamed} may let {'an' if vowel else 'a'} {exception.type} escape{asked}."
    return Possibility(text, tuple(evidence), SURE if own else LIKELY)


def handler_froze(failure: FailureEvent) -> Possibility | None:
    """A UI thread that does not answer after an action."""
    if failure.finding.oracle != "not_responding" or not failure.cause_line.get("action"):
        return None
    busy_ms = (
        failure.line.get("busy_ms") or failure.cause_line.get("busy_ms") or failure.cause_line.get("elapsed_ms") or 0
    )
    stands = (failure.finding.details.get("ui_thread") or {}).get("in")
    if stands:
        return Possibility(
            f"{stands} may block the UI thread: it may wait for something that does not come, or do long work there.",
            (step_of(failure.cause_line), failure.finding.actual),
            SURE,
        )
    return Possibility(
        f"The handler behind {element(failure.cause_line)} may block the UI thread: it may wait for something that "
        "does not come, or do long work there.",
        (
            step_of(failure.cause_line),
            f"The program did not answer for {busy_ms / 1000:.1f} s after it.",
        ),
        SURE,
    )


def value_not_taken(failure: FailureEvent) -> Possibility | None:
    """A value that was entered and is not what its element shows now."""
    about = failure.selector.get("automation_id")
    if not verdict_of(failure.line):
        return None
    for line in failure.lines[::-1]:
        wanted = entered_by(line)
        selector = line.get("selector") or {}
        if not wanted or not selector:
            continue
        step = step_of(line)
        shown = failure.after.find(selector)
        same = bool(about) and about == selector.get("automation_id")
        seen = seen_text(failure) if same else None
        if seen is None and shown is not None and not shown.is_password:
            seen = shown.value
        if seen is not None and seen != wanted and not is_entered_later(failure, line, selector):
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


def left_disabled(failure: FailureEvent) -> Possibility | None:
    """An element that cannot be used because something disabled it before."""
    selector = failure.selector
    shown = failure.after.find(selector) if selector else None
    error = (failure.line.get("error") or {}).get("code")
    is_about_it = error == "element_not_enabled" or failure.line.get("enabled") is True
    if not is_about_it or (shown is not None and shown.enabled):
        return None
    what = selected(selector, failure.line.get("element"))
    by = line_that_disabled(failure, str(selector.get("automation_id") or selector.get("name") or ""))
    now = f"{what[:1].upper()}{what[1:]} is disabled in the tree after the failure."
    used = line_that_used(failure, selector)
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


def text_with_a_slip(failure: FailureEvent) -> Possibility | None:
    """A text that is nearly the one that was expected."""
    about = expectation_of(failure.line)
    wanted = next((about[k] for k in ("text_equals", "value_equals", "text_contains") if k in about), None)
    seen = seen_text(failure)
    if wanted is None or seen is None or not str(wanted) or not seen or str(wanted) == seen:
        return None
    reason = slip_of(str(wanted), seen)
    if reason is None:
        return None
    return Possibility(
        f"The text may be right but for {reason}.", (f"Expected: {quote(str(wanted))}", f"Seen: {quote(seen)}"), LIKELY
    )


def calculated_wrongly(failure: FailureEvent) -> Possibility | None:
    """A calculation that the text itself states, and that is wrong."""
    seen = seen_text(failure)
    relation = broken_relation(seen) if seen is not None else None
    if relation is None:
        return None
    return Possibility(
        f"What {selected(failure.selector)} shows may be calculated wrongly.",
        (
            f"It states {quote(relation.text)}.",
            f"That comes to {relation.true:g}, not to {relation.stated:g}: {relation.true - relation.stated:g} apart.",
        ),
        SURE,
    )


def element_vanished(failure: FailureEvent) -> Possibility | None:
    """An element that was there before the last action and is not any more."""
    selector = failure.selector
    if not selector or failure.after.snapshot is None or failure.line.get("exists") is False:
        return None
    was = failure.before.find(selector)
    if was is None or failure.after.find(selector) is not None or not failure.cause_line.get("action"):
        return None
    return Possibility(
        f"The handler behind {element(failure.cause_line)} may remove or hide {selected(selector)}.",
        (
            f"{was.describe()} is in the tree before the last action and not in the one after it.",
            step_of(failure.cause_line),
        ),
        SURE,
    )


def element_named_otherwise(failure: FailureEvent) -> Possibility | None:
    """An element that was not found, and what is nearest to it."""
    error = failure.line.get("error") or {}
    if error.get("code") != "element_not_found" and not is_expected_to_exist(failure.line):
        return None
    what = selected(failure.selector)
    nearest = (error.get("details") or {}).get("nearest") or {}
    near = [str(name) for names in nearest.values() if isinstance(names, list) for name in names]
    size = (
        f"None of the {len(failure.after.snapshot)} elements of the last tree is it." if failure.after.snapshot else ""
    )
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


def window_never_came(failure: FailureEvent) -> Possibility | None:
    """A window that was waited for in vain."""
    title = failure.line.get("window_exists")
    if failure.line.get("action") == "wait_window" and "error" in failure.line:
        title = (failure.line.get("args") or {}).get("title")
    if not isinstance(title, str) or failure.line.get("check") == "failure":
        return None
    shown = [w.title for w in (failure.after.snapshot.windows if failure.after.snapshot else ()) if not w.popup]
    by = (
        f"{subject_of(failure.cause_line)} may not open"
        if failure.cause_line.get("action")
        else "Nothing may have opened"
    )
    return Possibility(
        f"{by[:1].upper()}{by[1:]} the window {quote(title)}, or it may have another title.",
        (f"Windows after the failure: {', '.join(map(quote, shown)) or 'none'}.",),
        LIKELY,
    )


def program_says_why(failure: FailureEvent) -> Possibility | None:
    """What the program itself shows or logs."""
    for finding in failure.findings:
        if finding.oracle in ("error_dialog", "app_log", "error_text") and finding.exception is None:
            where = {"error_dialog": "dialog", "app_log": "log"}.get(finding.oracle, "window")
            return Possibility(
                f"The message in the program's own {where} may name the cause.", (finding.actual,), POSSIBLE
            )
    return None


def usual_cause(failure: FailureEvent) -> Possibility | None:
    """What usually lies behind such a finding, as its oracle says."""
    finding = failure.finding
    if not finding.cause:
        return None
    about = str(finding.details.get("about") or finding.details.get("window") or "it")
    entered = quote(str(finding.details.get("entered", "")))
    suspect = finding.details.get("suspect") or {}
    line = None
    if "{about}" not in finding.cause:
        line = line_about(failure, suspect.get("control") or suspect.get("field") or {})
    if line is None:
        return Possibility(finding.cause.format(what="it", about=about, entered=""), (finding.actual,), LIKELY)
    step = step_of(line)
    text = finding.cause.format(what=element(line), about=about, entered=entered)
    return Possibility(text, (step, finding.actual), SURE)


def exit_code_means(failure: FailureEvent) -> Possibility | None:
    """What the exit code usually stands for."""
    code = failure.finding.exit_code
    if code is None:
        return None
    meaning = MEANINGS.get(unsigned(code)) or (OWN_CODE if unsigned(code) <= LARGEST_OWN_CODE else None)
    if meaning is None:
        return None
    return Possibility(
        f"{meaning[:1].upper()}{meaning[1:]}.",
        (f"The process ended with {name_of(code)}.",),
        WEAK if exception_of(failure) is not None else LIKELY,
    )


def not_possible(failure: FailureEvent) -> Possibility | None:
    """A step that could not be done, by the kind of reason."""
    error = failure.line.get("error") or {}
    if failure.finding.oracle != "action_failed" or error.get("code") not in NOT_POSSIBLE:
        return None
    what = selected(failure.selector, failure.line.get("element")) if failure.selector else "the element"
    said = NOT_POSSIBLE[error["code"]].format(what=what, What=f"{what[:1].upper()}{what[1:]}")
    return Possibility(f"{said}.", (str(error.get("message") or "The step was not possible."),), WEAK)


def handler_did_otherwise(failure: FailureEvent) -> Possibility | None:
    """A check that did not hold after an action; all that can be said where there is no other trace."""
    if not verdict_of(failure.line) or not failure.cause_line.get("action"):
        return None
    seen = str(verdict_of(failure.line).get("actual") or "nothing")
    return Possibility(
        f"The handler behind {subject_of(failure.cause_line)} may not do what is expected here, or may do it later "
        "than was waited.",
        (
            step_of(failure.cause_line),
            f"Seen afterwards: {seen}.",
        ),
        WEAK,
    )


GUESSES: tuple[Callable[[FailureEvent], Possibility | None], ...] = (
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
