"""What a random exploration reached, for the pages that show it: its screens, the map of states, what was left."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.testing.report.album import Album
from wpfagent.testing.report.drawing import CARD_WIDTH, draw_states
from wpfagent.testing.report.shots import Shot, picture_of
from wpfagent.testing.report.source import Source
from wpfagent.testing.report.texts import listing, mapping, number, short, text_of

FILE_NAME = "coverage.json"
SHOWN = 200
SCREENS_SHOWN = 24
QUALITY = 60
ABOVE = " > "
"""What parts the title of a page from the menu that is open in it."""


@dataclass(frozen=True, slots=True)
class Left:
    """A control that was not used, in words, and why: '' where the heading says it."""

    name: str
    why: str = ""


@dataclass(slots=True)
class Seen:
    """A page, window or dialog of the program: how many of its actions were tried, and in how many states it was."""

    title: str
    shot: Shot | None = None
    states: int = 0
    actions: int = 0
    tried: int = 0


def coverage_of(source: Source, album: Album) -> dict[str, Any] | None:
    """Return what a page shows of a session's coverage; None where there is none that can be read.

    Args:
        source: the session's folder.
        album: where the pictures of the screens are collected.
    """
    path = source.inside(FILE_NAME)
    if path is None:
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        map_of_states = draw_states(data, lambda name: _thumbnail(source.inside(name)))
        counts = {k: int(data[k]) for k in ("controls", "used")}
        ways = len(data["transitions"])
        screens = _screens(source, album, data["states"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # a file that somebody changed: the page does without
    from markupsafe import Markup

    return {
        "map": Markup(map_of_states),
        "numbers": _numbers(source, counts, screens, len(data["states"])),
        "states": len(data["states"]),
        "transitions": ways,
        "screens": screens[:SCREENS_SHOWN],
        "more_screens": max(0, len(screens) - SCREENS_SHOWN),
        "kinds": _kinds(listing(data.get("kinds"))),
        "lists": [(key, made) for key, made in _lists(data) if made],
    }


def _screens(source: Source, album: Album, states: Sequence[Mapping[str, Any]]) -> list[Seen]:
    """The pages in the order in which they were seen, those with a picture first; an open menu is no page."""
    made: dict[str, Seen] = {}
    for state in sorted(states, key=lambda s: s["number"]):
        title = text_of(state["title"]).split(ABOVE, 1)[0]
        screen = made.setdefault(title, Seen(short(title, 120)))
        screen.states += 1
        screen.actions = max(screen.actions, int(state["actions"]))
        screen.tried = max(screen.tried, int(state["tried"]))
        if screen.shot is None and state.get("picture"):
            screen.shot = picture_of(source, album, state["picture"], "screen", important=False)
    return sorted(made.values(), key=lambda screen: screen.shot is None)


def _numbers(
    source: Source, counts: Mapping[str, int], screens: Sequence[Seen], states: int
) -> list[tuple[str, str, str]]:
    """(label, number, what stands behind it in small): the row of numbers that the page opens with."""
    told = mapping(source.facts.get("exploration"))
    steps = number(told.get("steps"))
    made = [
        ("screens", str(len(screens)), ""),
        ("states", str(states), ""),
        ("controls_used", str(counts["used"]), f"/ {counts['controls']}"),
    ]
    if steps is not None:
        made.insert(0, ("acts", f"{steps:.0f}", ""))
        made.append(("acts_with_effect", text_of(told.get("effective")), ""))
        made.append(("starts", text_of(told.get("runs")), ""))
    return made


def _kinds(given: Sequence[Any]) -> list[tuple[str, int, int]]:
    """(control type, how many there are, how many were used), the most frequent first."""
    rows = [mapping(row) for row in given]
    made = [(text_of(r.get("control_type")), int(r.get("controls") or 0), int(r.get("used") or 0)) for r in rows]
    return sorted(made, key=lambda row: (-row[1], row[0]))


def _lists(data: Mapping[str, Any]) -> list[tuple[str, list[Left]]]:
    alone = [mapping(c) for c in listing(data.get("left_alone"))]
    return [
        ("left_alone", _named([c for c in alone if c.get("left_as") != "saving"])),
        ("left_saving", _named([c for c in alone if c.get("left_as") == "saving"])),
        ("never_reached", _named(listing(data.get("never_reached")))),
        ("always_disabled", _named(listing(data.get("always_disabled")))),
    ]


def _named(controls: Sequence[Any]) -> list[Left]:
    made = []
    for given in controls[:SHOWN]:
        control: Mapping[str, Any] = mapping(given)
        name = text_of(control.get("name"))
        identifier = text_of(control.get("automation_id"))
        words = [text_of(control.get("control_type")), f"“{short(name, 60)}”" if name else "", identifier]
        made.append(Left(" ".join(w for w in words if w), short(text_of(control.get("why")), 200)))
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
