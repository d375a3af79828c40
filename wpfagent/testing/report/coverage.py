"""What a random exploration reached, as a section of its session's page: the map of states, and what was left."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.testing.report.drawing import CARD_WIDTH, draw_states
from wpfagent.testing.report.source import Source
from wpfagent.testing.report.texts import listing, mapping, short, text_of

FILE_NAME = "coverage.json"
LISTS = ("never_reached", "always_disabled", "left_alone")
SHOWN = 200
QUALITY = 60


def coverage_of(source: Source) -> dict[str, Any] | None:
    """Return what the page shows of a session's coverage; None where there is none that can be read."""
    path = source.inside(FILE_NAME)
    if path is None:
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        map_of_states = draw_states(data, lambda name: _thumbnail(source.inside(name)))
        counts = {k: int(data[k]) for k in ("controls", "used")}
        ways = len(data["transitions"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # a file that somebody changed: the page does without
    from markupsafe import Markup

    return {
        "map": Markup(map_of_states),
        "numbers": f"{counts['used']}/{counts['controls']}",
        "states": len(data["states"]),
        "transitions": ways,
        "lists": [(key, _named(listing(data.get(key)))) for key in LISTS if data.get(key)],
    }


def _named(controls: Sequence[Any]) -> list[str]:
    made = []
    for given in controls[:SHOWN]:
        control: Mapping[str, Any] = mapping(given)
        name = text_of(control.get("name"))
        identifier = text_of(control.get("automation_id"))
        words = [text_of(control.get("control_type")), f"“{short(name, 60)}”" if name else "", identifier]
        made.append(" ".join(w for w in words if w))
    return made


def _thumbnail(path: Path | None) -> str | None:
    """A picture as small as a card of the map shows it, inline."""
    if path is None:
        return None
    from PIL import Image

    try:
        with Image.open(path) as image:
            picture = image.convert("RGB")
            picture.thumbnail((2 * CARD_WIDTH, 2 * CARD_WIDTH))
            made = io.BytesIO()
            picture.save(made, "WEBP", quality=QUALITY)
    except (OSError, ValueError, SyntaxError):
        return None
    return "data:image/webp;base64," + base64.b64encode(made.getvalue()).decode("ascii")
