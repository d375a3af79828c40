"""The replay file of a record: what was done, in an order and in words that another run can follow.

Kept are the actions that may have changed the program, the waits, the reads that were steps of a scenario, and the
checks (as `wait_for` with `recorded.check`). Left out is what was refused, what missed its element outside a test,
and what an AI or a person only looked at.
"""

from __future__ import annotations

import datetime as dt
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wpfagent.actions import ACTIONS
from wpfagent.actions.expect import EXPECTATIONS
from wpfagent.core.model import Rect

if TYPE_CHECKING:
    from wpfagent.testing.record.read import Session

VERSION = 1
WAITS = frozenset({"wait_for", "wait_window"})
PHASES = ("setup", "steps", "teardown")
KEPT = ("n", "effect", "matched_by", "method", "element", "phase", "step", "elapsed_ms", "state", "page",
        "relies_on")  # fmt: skip
"""What of a line stands in `recorded` as it is."""


def actions_of(session: Session, upto: int | None = None) -> dict[str, Any]:
    """Return the replay file of a record, as JSON-like data.

    Args:
        session: the record.
        upto: the number of the last line that counts; all when None.
    """
    lines = [line for line in session.steps if upto is None or int(line.get("n", 0)) <= upto]
    made: dict[str, Any] = {"version": VERSION}
    if (spec := _target_spec(session.facts, lines)) is not None:
        made["target_spec"] = spec
    if (seed := session.facts.get("seed")) is not None:
        made["seed"] = seed
    made["environment"] = _environment(session.facts, lines)
    last = _last_attempt(lines)
    if suspects := _suspects(last):
        made["suspects"] = suspects
    made["actions"] = _actions(last, Path(session.folder))
    return made


def _suspects(lines: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What failures that took many actions to see were about, by oracle."""
    failures = [f for line in lines for f in line.get("findings", ()) if f.get("severity") != "warning"]
    return {f["oracle"]: f["details"]["suspect"] for f in failures if f.get("details", {}).get("suspect")}


def _actions(lines: Iterable[Mapping[str, Any]], folder: Path) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    ended: dt.datetime | None = None
    for line in lines:
        found = [f["oracle"] for f in line.get("findings", ()) if f.get("severity") != "warning"]
        if not _is_kept(line) or (made and came_too_late(line)):
            if made and found:  # seen at a later look, caused by what was done before
                made[-1]["recorded"].setdefault("findings", []).extend(found)
            continue
        entry = _check(line) if "check" in line else _action(line, folder)
        recorded = entry["recorded"]
        if found:
            recorded["findings"] = found
        started, now_ended = _times(line)
        if ended is not None and started is not None:
            recorded["pause_ms"] = max(0, round((started - ended).total_seconds() * 1000))
        ended = now_ended or ended
        made.append(entry)
    return made


def _is_kept(line: Mapping[str, Any]) -> bool:
    if "check" in line:
        return any(k in line for k in EXPECTATIONS)
    action = ACTIONS.get(str(line.get("action")))
    if action is None or action.target == "none" or line.get("effect") == "refused":
        return False
    if "step" in line:
        return True
    failed = "error" in line
    if action.reads:
        return action.name in WAITS and not failed
    return not failed or bool(line.get("findings")) or line["error"].get("code") in ("app_exited", "app_not_responding")


def came_too_late(line: Mapping[str, Any]) -> bool:
    """Whether a line is only where the program's end or hang was noticed: its action, no test's step, was not begun."""
    return line.get("begun") is False and "step" not in line


def _action(line: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    args: dict[str, Any] = {}
    if (selector := line.get("selector")) is not None and ACTIONS[line["action"]].selector != "none":
        args["selector"] = selector
    args |= {k: v for k, v in line.get("args", {}).items() if v is not None}
    recorded = {k: line[k] for k in KEPT if k in line}
    if "error" in line:
        recorded["error"] = line["error"].get("code", "error")
    if line.get("confirmed_by_caller"):
        recorded["consent"] = True
    if opened := line.get("evidence", {}).get("windows_opened"):
        recorded["windows_opened"] = list(opened)
    if (point := _point(args)) is not None and (window := _window_at(point, line, folder)) is not None:
        recorded["window"] = window
    return {"tool": line["action"], "args": args, "recorded": recorded}


def _check(line: Mapping[str, Any]) -> dict[str, Any]:
    args: dict[str, Any] = {"until": {k: line[k] for k in EXPECTATIONS if k in line}}
    if (selector := line.get("selector")) is not None:
        args = {"selector": selector, **args}
    verdict = line.get("verdict", {})
    recorded = {k: line[k] for k in ("n", "phase", "step") if k in line}
    recorded |= {"check": line["check"], "ok": bool(verdict.get("ok")), "elapsed_ms": verdict.get("elapsed_ms", 0)}
    if "when" in line:
        recorded["when"] = line["when"]
    if "error" in line:
        recorded["error"] = line["error"].get("code", "error")
    return {"tool": "wait_for", "args": args, "recorded": recorded}


def _last_attempt(lines: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The lines from where the steps were last begun anew: a retry, a repeated replay, a restarted application."""
    kept: list[Mapping[str, Any]] = []
    last, run = (0, 0), None
    for line in lines:
        if "run" in line and line["run"] != run:
            kept, last, run = [], (0, 0), line["run"]
        if "step" in line:
            phase = line.get("phase")
            here = (PHASES.index(phase) if phase in PHASES else 1, int(line["step"]))
            if here < last:
                kept.clear()
            last = here
        kept.append(line)
    return kept


def _times(line: Mapping[str, Any]) -> tuple[dt.datetime | None, dt.datetime | None]:
    """When an action began and ended."""
    try:
        ended = dt.datetime.fromisoformat(str(line["time"]))
        return ended - dt.timedelta(milliseconds=float(line.get("elapsed_ms", 0))), ended
    except (KeyError, OverflowError, ValueError):
        return None, None


# -- the application ----------------------------------------------------------------------------------------------


def _target_spec(facts: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """How the application is found again; a pid names it in no other run, its process does."""
    given = dict(facts.get("target_spec") or ({"profile": facts["profile"]} if facts.get("profile") else {}))
    given.pop("pid", None)
    if any(k in given for k in ("process", "exe", "title_re", "class_name", "profile")):
        return given
    process = next((p for line in lines if (p := line.get("target", {}).get("process"))), None)
    return {**given, "process": process} if process else None


def _environment(facts: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    made = {
        "session": facts.get("session_id"),
        "desktop": facts.get("desktop"),
        "tool_version": facts.get("version"),
        "target": next((line["target"] for line in lines if line.get("target")), None),
        "base_dir": _base_dir(facts),
        **(facts.get("environment") or {}),
    }
    return {k: v for k, v in made.items() if v is not None}


def _base_dir(facts: Mapping[str, Any]) -> str | None:
    """Where the baselines of a scenario's pictures lie; None where there was no scenario."""
    file = (facts.get("scenario") or {}).get("file")
    return os.path.dirname(file) if file else None


# -- places -------------------------------------------------------------------------------------------------------


def _point(args: Mapping[str, Any]) -> tuple[int, int] | None:
    """The point of the screen that an action names; None where it names none."""
    if isinstance(rect := args.get("selector", {}).get("bounding_rect"), list):
        return Rect(*rect).center
    return (args["x"], args["y"]) if "x" in args and "y" in args else None


def _window_at(point: tuple[int, int], line: Mapping[str, Any], folder: Path) -> dict[str, Any] | None:
    """The window that showed this point, from the tree that was kept; None without one."""
    for window in _windows(line, folder):
        if Rect(*window["rect"]).contains(*point) and not window.get("popup"):
            return {"title": window.get("title", ""), "rect": window["rect"]}
    return None


def _windows(line: Mapping[str, Any], folder: Path) -> Iterator[Mapping[str, Any]]:
    for name in ("before", "after"):
        if (path := (line.get("uia") or {}).get(name)) is None:
            continue
        try:
            tree = json.loads((folder / path).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue  # a record that was cut short: the next best source counts
        yield from tree.get("windows", ())
