"""Controls as lines of a tree, for a person at a terminal and for a model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

NAME_LENGTH = 60


def shorten(text: str) -> str:
    """Return a text that fits a line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= NAME_LENGTH else flat[: NAME_LENGTH - 1] + "…"


def tree_line(control: Mapping[str, Any], *, indent: int = 2) -> str:
    """Return a control of `list_controls` as one line: `  Button "Save" #SaveButton [r12] disabled`."""
    words = [control["control_type"]]
    if control["name"]:
        words.append(json.dumps(shorten(control["name"]), ensure_ascii=False))
    if control["automation_id"]:
        words.append(f"#{control['automation_id']}")
    words.append(f"[{control['ref']}]")
    if control["value"] not in (None, "", control["name"]):
        words.append(f"= {json.dumps(shorten(control['value']), ensure_ascii=False)}")
    words += control.get("marks", ())
    return f"{' ' * indent * control['depth']}{' '.join(words)}"


def without_captions(controls: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the controls without texts that say what their parent's name says already, and empty ones."""
    found = []
    above: list[Mapping[str, Any]] = []
    for control in controls:
        while above and above[-1]["depth"] >= control["depth"]:
            above.pop()
        is_plain = control["control_type"] == "Text" and not control["automation_id"]
        if not (is_plain and above and control["name"] in ("", above[-1]["name"])):
            found.append(control)
        above.append(control)
    return found
