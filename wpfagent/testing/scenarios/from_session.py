"""A scenario written of a session: what was done, what was seen to come of it, and what was checked.

What only looked is left out, but a text that was read becomes an expectation of the step before it. Kept are the steps
that a replay file would keep. Secrets stay names; a consent stays a consent and is marked, because whoever runs the
file gives it anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.actions.expect import EXPECTATIONS
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.selector import KEYS
from wpfagent.core.yaml_text import write_value
from wpfagent.testing.record.actions import actions_of
from wpfagent.testing.record.read import Session
from wpfagent.testing.scenarios.file import MASKED, PHASES, WrittenScenario, WrittenStep, text_of

CLOCK = re.compile(r"\d{1,2}:\d{2}")
"""A time of day: such a text differs in the next run."""
LONGEST = 200
"""A longer text is no expectation that a person would write."""
_ID = re.compile(r"\(automation_id (\S+)\)\Z")
_DIGITS, _ANY_NUMBER, _ESCAPED_BLANK = re.compile("[0-9]+"), r"\d+", r"\ "
_PID = re.compile(r" \(pid \d+\)")
_NO_TITLE = re.compile(r"#\d+\Z|HwndWrapper\[")
"""Window classes: what stands for the title of a window that has none."""


def scenario_text(session: Session, upto: int | None = None, failing: Mapping[str, Any] | None = None) -> str:
    """Return a scenario of a session's actions, as YAML that `load_scenarios` reads.

    Args:
        session: the record.
        upto: the number of the last line that counts; all when None.
        failing: the line of the failure that the scenario is to show; its check is kept although it did not hold.

    Raises:
        InvalidArgument: nothing in it is a step, or its application is not known.
    """
    replay = actions_of(session, upto)
    if "target_spec" not in replay:
        raise InvalidArgument(f"The session {session.folder.name} does not say which application it was about.")
    lines = [s for s in session.steps if upto is None or int(s.get("n", 0)) <= upto]
    recorded = {a["recorded"].get("n"): a for a in replay["actions"]}
    shown = int(failing["n"]) if failing is not None and "n" in failing else None
    broken = [s["n"] for s in lines if _failed(s)] if upto is not None else []
    made = _empty(session, replay["target_spec"], shown or (broken[-1] if broken else None))
    made.oracles = {name: {"suspect": what} for name, what in replay.get("suspects", {}).items()}
    _fill(made, lines, recorded, shown, os.path.dirname(str((session.facts.get("scenario") or {}).get("file", ""))))
    if not made.phases["steps"]:
        raise InvalidArgument(
            f"The session {session.folder.name} holds no action that could be a step.",
            hint="`wpf-agent sessions show` tells what it holds.",
        )
    return text_of(made)


def _empty(session: Session, target_spec: Mapping[str, Any], failing: int | None) -> WrittenScenario:
    facts = session.facts
    of = (facts.get("scenario") or {}).get("title") or facts.get("caller") or "a session"
    shows = f"; it fails as line {failing} of the record did, and passes once that is fixed" if failing else ""
    return WrittenScenario(
        id=f"session-{session.folder.name}",
        title=f"Recorded: {of}",
        created_at=str(facts.get("started", ""))[:10],
        target_spec=target_spec,
        comment=f"Written of the session {session.folder.name}{shows}.",
    )


# -- what counts --------------------------------------------------------------------------------------------------


def _fill(
    parts: WrittenScenario,
    lines: Sequence[Mapping[str, Any]],
    recorded: Mapping[Any, Any],
    failing: int | None,
    folder: str,
) -> None:
    """Put in what counts of a record; `folder` is where the scenario that was recorded lies."""
    last: WrittenStep | None = None
    for line in lines:
        number = line.get("n")
        if "check" in line:
            if number in recorded or number == failing:
                _check(line, parts, last, folder, shows_failure=number == failing)
        elif number in recorded and not _only_looks(line):
            last = _step(line, recorded[number])
            phase = str(line.get("phase"))
            parts.phases[phase if phase in PHASES else "steps"].append(last)
        elif last is not None and "error" not in line:
            _read_back(line, last)
    for made in (m for phase in parts.phases.values() for m in phase):
        if not made.expected:
            _confirmed(made)


def _only_looks(line: Mapping[str, Any]) -> bool:
    action = ACTIONS[line["action"]]
    return action.reads and action.name not in ("wait_for", "wait_window")


def _step(line: Mapping[str, Any], recorded: Mapping[str, Any]) -> WrittenStep:
    args = {k: v for k, v in recorded["args"].items() if k != "screenshot_id"}  # a picture of the recorded run
    selector = args.pop("selector", None)
    made = WrittenStep(line, _clean(selector), args, bool(recorded["recorded"].get("consent")))
    if made.selector is None and selector is not None:
        made.selector = dict(selector)
    if (secret := made.args.pop("secret", None)) is not None:
        made.args["text"] = f"${{secret:{secret}}}"
    if "bounding_rect" in (selector or {}) and not {"automation_id", "name"} & set(selector or {}):
        made.comments.append("named by its rectangle only: needs --mode extended, and breaks when a window moves")
    if _is_masked({k: v for k, v in made.args.items() if k != "text"}):
        made.comments.append("what was masked in the record (***) must be filled in")
    if (error := line.get("error")) is not None:
        made.comments.append(f"in the recorded run: {_PID.sub('', error.get('message', error.get('code', '')))}")
    made.comments += [f"in the recorded run: {f.get('title', f.get('oracle', ''))}" for f in line.get("findings", ())]
    return made


def _clean(selector: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A selector without what was masked; None when nothing is left to name the element."""
    if selector is None:
        return None
    left = {k: v for k, v in selector.items() if k in KEYS and k != "ref" and not _is_masked(v)}
    return left if set(left) - {"control_type", "index"} or "control_type" in selector else None


def _is_masked(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_is_masked(v) for v in value.values())
    if isinstance(value, list | tuple):
        return any(_is_masked(v) for v in value)
    return isinstance(value, str) and MASKED.search(value) is not None


# -- what is expected ---------------------------------------------------------------------------------------------


def _check(
    line: Mapping[str, Any], parts: WrittenScenario, last: WrittenStep | None, folder: str, *, shows_failure: bool
) -> None:
    """Keep a check: as it stood when it held, or when its failure is what the scenario is to show."""
    kind = str(line["check"])
    checks = {k: line[k] for k in EXPECTATIONS if k in line}
    if "screenshot_diff" in checks:
        checks["screenshot_diff"] = _absolute(checks["screenshot_diff"], folder)
    whole = _expectation(line, checks, last if kind == "expected" else None)
    if not (shows_failure or line.get("verdict", {}).get("ok")) or _is_masked(whole):
        if last is not None and not _is_masked(whole):
            last.comments.append(f"left out, it did not hold: {write_value(whole)}")
    elif kind == "expected" and last is not None:
        last.expected.append(whole)
    elif kind == "failure":
        parts.failure.append(whole)
    elif kind == "invariant":
        parts.invariants.append(_invariant(line, whole))
    else:
        parts.success.append(whole)


def _invariant(line: Mapping[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    """An invariant holds where its condition does; where the record has none: where its element is."""
    when = line.get("when")
    if when is None and "selector" in then and "exists" not in then:
        when = {"selector": then["selector"], "exists": True}
    return {"when": when, "then": [then]} if when is not None else {"then": [then]}


def _absolute(comparison: str | Mapping[str, Any], folder: str) -> dict[str, Any]:
    """A comparison whose baseline is found from wherever the written scenario lies."""
    given = {"baseline": comparison} if isinstance(comparison, str) else dict(comparison)
    return {**given, "baseline": os.path.join(folder, given["baseline"])}


def _expectation(line: Mapping[str, Any], checks: Mapping[str, Any], step: WrittenStep | None) -> dict[str, Any]:
    """An expectation with its selector, unless that is the step's own."""
    selector = _clean(line.get("selector"))
    own = step.selector if step is not None else None
    if selector is None or (own is not None and selector.items() <= own.items()):
        return dict(checks)
    return {"selector": selector, **checks}


def _read_back(line: Mapping[str, Any], last: WrittenStep) -> None:
    """What was read of an element after a step is what the step is expected to show."""
    seen: dict[str, Any] = {}
    if line.get("action") == "read_text":
        seen = {"text_equals": line.get("text")}
    elif line.get("action") == "get_state" and line.get("exists", True):
        seen = {
            k: v for k, v in (("value_equals", line.get("value")), ("enabled", line.get("enabled"))) if v is not None
        }
    if not seen or line.get("selector") is None or _is_masked(seen):
        return
    whole = _expectation(line, seen, last)
    if any(isinstance(v, str) and not _lasts(v) for v in seen.values()):
        last.comments.append(f"read: {write_value(whole)}")
    elif whole not in last.expected:
        last.expected.append(whole)


def _confirmed(made: WrittenStep) -> None:
    """What the gate saw in the program becomes the expectation; other texts that changed are offered as comments.

    A step at which a failure was found is expected to show nothing of it.
    """
    evidence = made.line.get("evidence", {})
    if made.line.get("effect") != "confirmed" or _is_masked(evidence) or _failed(made.line):
        return
    value, selected = evidence.get("value"), evidence.get("selected")
    toggled = evidence.get("toggle_state")
    item = made.args.get("item_text")
    if isinstance(value, str) and _lasts(value):
        made.expected.append({"value_equals": value})
    elif isinstance(selected, str):
        made.expected.append({"selected": selected})
    elif isinstance(selected, bool) and (item is None or selected):
        made.expected.append({"selected": selected if item is None else item})
    elif isinstance(toggled, list) and toggled[-1] in ("on", "off"):
        made.expected.append({"selected": toggled[-1] == "on"})
    for title in evidence.get("windows_opened", ()):
        if not _NO_TITLE.match(title):
            made.expected.append({"window_exists": _title_pattern(title)})
    made.comments += list(_offers(evidence.get("changed", ())))


def _title_pattern(title: str) -> str:
    """A regular expression for a title, whatever its numbers are next time."""
    return f"^{_DIGITS.sub(lambda _: _ANY_NUMBER, re.escape(title).replace(_ESCAPED_BLANK, ' '))}$"


def _failed(line: Mapping[str, Any]) -> bool:
    return "error" in line or any(f.get("severity") != "warning" for f in line.get("findings", ()))


def _offers(changed: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The texts that changed, as expectations to choose from."""
    for change in changed:
        found = _ID.search(str(change.get("element", "")))
        now = change.get("value") or change.get("name")
        if found and isinstance(now, list) and isinstance(now[-1], str) and now[-1] and len(now[-1]) <= LONGEST:
            offer = {"selector": {"automation_id": found[1]}, "text_equals": now[-1]}
            yield f"seen too: {write_value(offer)}"


def _lasts(text: str) -> bool:
    """Whether a text can be expected in the next run too."""
    return len(text) <= LONGEST and CLOCK.search(text) is None
