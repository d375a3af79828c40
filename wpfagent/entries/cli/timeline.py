"""A session in lines for a person: its head, and for each step what was done, what it did, what was found."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.entries.cli.output import pad
from wpfagent.testing.record.read import Session
from wpfagent.testing.wording.trees import shorten

SUBJECT_COLUMN = 60
EFFECT_COLUMN = 12
INDENT = " " * 8
PICTURES = {"before": "picture before", "after": "picture after"}
STYLES = {"no_op": "yellow", "unverifiable": "yellow", "refused": "magenta"}


def subject_of(facts: Mapping[str, Any]) -> str:
    """Return what a session was about: `scenario order-note`, `run of OrderDesk.exe (simulated)`."""
    caller = str(facts.get("caller", "run"))
    scenario, target = facts.get("scenario"), facts.get("target_spec")
    about = scenario.get("id") if isinstance(scenario, Mapping) else None
    about = about or facts.get("profile") or (_target_of(target) if isinstance(target, Mapping) else None)
    words = [caller, str(about)] if about else [caller]
    if facts.get("desktop") not in (None, "uia"):
        words.append(f"({facts['desktop']})")
    return " ".join(words)


def head_of(session: Session) -> Iterator[str]:
    """Yield the lines that stand above the steps."""
    facts = session.facts
    yield f"{session.session_id}  {subject_of(facts)}"
    outcome = {"running": "running now", "interrupted": "cut off: it has no end"}.get(session.state)
    outcome = outcome or str(facts.get("outcome", "ended"))
    reason = f": {facts['reason']}" if facts.get("reason") else ""
    yield f"  {outcome}{reason}"
    seconds = _seconds(facts, session.steps)
    took = f", {seconds:.1f} s" if seconds is not None else ""
    yield f"  started {facts.get('started', 'unknown')}{took}, {len(session.steps)} steps"
    if facts.get("seed") is not None:
        yield f"  seed {facts['seed']}"
    for ticket in {t.get("id"): t for t in facts.get("tickets", ())}.values():
        yield f"  ticket {ticket.get('id')}  {ticket.get('folder', '')}"
    yield f"  {session.folder}"
    if session.torn:
        yield "  steps.jsonl is cut: a line was not completely written and is left out"
    yield ""


def lines_of(step: Mapping[str, Any], folder: Path, said: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield a step's lines, each with its style: number, time, words, effect, duration; then what is known of it.

    Args:
        step: a line of `steps.jsonl`.
        folder: the session's.
        said: puts a word into the reader's language.
    """
    error, verdict = step.get("error"), step.get("verdict")
    findings: Sequence[Mapping[str, Any]] = step.get("findings", ())
    what = shorten(str(step.get("subject") or step.get("action") or step.get("check") or ""))
    effect, style = _effect(step)
    if any(f.get("severity") == "failure" for f in findings):
        style = "bold red"
    took = step.get("elapsed_ms", verdict.get("elapsed_ms") if isinstance(verdict, Mapping) else None)
    shown = f"{took} ms" if took is not None else ""
    came = pad(said(effect), EFFECT_COLUMN)
    line = f"{step.get('n', '?'):>5}  {_clock(step.get('time'))}  {pad(what, SUBJECT_COLUMN)}  {came} {shown:>9}"
    yield line.rstrip(), style
    if isinstance(verdict, Mapping) and not verdict.get("ok"):
        yield f"{INDENT}expected {verdict.get('expected')}; seen: {verdict.get('actual')}", style
    if step.get("note"):
        yield f"{INDENT}note: {step['note']}", ""
    if isinstance(error, Mapping):
        yield f"{INDENT}{error.get('code')}: {error.get('message')}", style
    for finding in findings:
        yield f"{INDENT}found ({finding.get('oracle')}): {finding.get('title')}", style
    if step.get("ticket"):
        yield f"{INDENT}ticket {step['ticket']}", style
    for name, path in _pictures(step):
        yield f"{INDENT}{PICTURES.get(name, name)}: {folder / path}", "bright_black"


def _effect(step: Mapping[str, Any]) -> tuple[str, str]:
    verdict = step.get("verdict")
    if isinstance(verdict, Mapping):
        return ("holds", "green") if verdict.get("ok") else ("FAILED", "bold red")
    effect = step.get("effect")
    if effect is None and "error" in step:
        return "ERROR", "bold red"
    return (str(effect), STYLES.get(str(effect), "")) if effect else ("", "")


def _pictures(step: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    screen = step.get("screen")
    if isinstance(screen, Mapping):
        yield from ((str(name), str(path)) for name, path in screen.items())
    if step.get("action") == "screenshot" and isinstance(step.get("path"), str):
        yield "picture", str(step["path"])


def _clock(time: Any) -> str:
    """The time of day of an ISO 8601 time."""
    text = str(time or "")
    return text[11:23] if len(text) >= 23 else pad(text, 12)


def _seconds(facts: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> float | None:
    """How long it took: until its end, else until its last step."""
    end = facts.get("ended") or (steps[-1].get("time") if steps else None)
    try:
        return (dt.datetime.fromisoformat(str(end)) - dt.datetime.fromisoformat(str(facts["started"]))).total_seconds()
    except (KeyError, ValueError, TypeError):
        return None


def _target_of(spec: Mapping[str, Any]) -> str | None:
    for key in ("profile", "process", "title_re", "class_name"):
        if spec.get(key):
            return str(spec[key])
    exe = spec.get("exe")
    return str(exe).replace("\\", "/").rsplit("/", 1)[-1] if exe else None
