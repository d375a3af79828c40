"""The findings of explorations as a file for programs: each with the steps that show it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent import __version__
from wpfagent.core.errors import StorageFailed
from wpfagent.core.files import read_object
from wpfagent.runs.explore.results import ExplorationResult, Found

WORDS = {
    "click": "invoke",
    "menu": "invoke",
    "type_text": "set",
    "set_value": "set",
    "select_combo": "select",
    "select_item": "select",
    "toggle": "toggle",
    "close_window": "invoke",
}
"""What the steps of a report are called; other actions keep their names."""
VALUES = ("text", "value", "item_text", "keys", "state", "path")


def write_findings(path: str | Path, results: Sequence[ExplorationResult]) -> None:
    """Write what explorations found, in the order of time. Raises StorageFailed."""
    found = [f for r in results for f in r.found]
    made = {"tool": f"wpf-agent {__version__}", "findings": [finding_dict(f) for f in found]}
    try:
        Path(path).write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror or error}.") from error


def finding_dict(found: Found) -> dict[str, Any]:
    """Return one finding, with the steps of its ticket as they are now: minimised, where that was done."""
    ticket = _ticket(found)
    minimised = ticket.get("minimised") or {}
    made: dict[str, Any] = {
        "oracle": found.finding.oracle,
        "time": found.time,
        "title": found.finding.title,
        "minimised": bool(minimised),
        "steps": [],
    }
    if found.ticket:
        folder = Path(str(found.ticket["folder"]))
        made |= {"signature": found.ticket.get("signature"), "ticket": str(folder)}
        made["steps"] = steps_of(read_object(folder / "repro.actions.json").get("actions", ()))
    replayed = minimised or ticket.get("reproducibility") or {}
    if replayed.get("attempts"):
        made["replay"] = {"attempts": replayed["attempts"], "successes": replayed.get("reproduced", 0)}
    return made


def steps_of(actions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return recorded actions as a report names them."""
    made = []
    for action in actions:
        args = action.get("args", {})
        selector = args.get("selector", {})
        recorded = action.get("recorded", {})
        element = recorded.get("element") or {}
        named = {
            "automation_id": selector.get("automation_id") or element.get("automation_id"),
            "name": selector.get("name") or element.get("name"),
            "type": selector.get("control_type") or element.get("control_type"),
        }
        word = "check" if recorded.get("check") else WORDS.get(action["tool"], action["tool"])
        step: dict[str, Any] = {"action": word, "control": {k: v for k, v in named.items() if v}}
        value = next((args[k] for k in VALUES if k in args), None)
        made.append(step | ({"value": value} if value is not None else {}))
    return made


def _ticket(found: Found) -> dict[str, Any]:
    return read_object(Path(str(found.ticket["folder"])) / "ticket.json") if found.ticket else {}
