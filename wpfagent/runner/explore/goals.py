"""Goals: a command together with what the screen says it takes into account, entered first.

A careful tester reads what a button says about itself: the fields that it names are filled, then it is pressed.
Where it names none, the fields beside it make its form. Steps on other pages are reached by ways that are known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

from wpfagent.runner.explore.arguments import Mood
from wpfagent.runner.explore.graph import Graph, Known

SETTERS = ("type_text", "set_value", "select_combo", "toggle", "click", "select_item")
FIELDS = frozenset({"Edit", "ComboBox", "Custom", "CheckBox", "RadioButton", "Slider", "Spinner", "List", "DataGrid"})
MOST_FIELDS = 6
PATIENCE = 14
"""So many steps a goal may take beside its own before it is given up."""
LONG_NAME = 8
"""A name so long means its control, also one of another window; a shorter one may be any word."""
ROWS = frozenset({"List", "DataGrid"})
_SELECT = re.compile(r"\bselect|\bchosen\b|\bmarked\b|選択")
_REPEATED = re.compile(r"\b(two|three|four|twice|[2-4])\b (?:runs|times|uses)|\b(twice)\b|([2-4]) ?回")
_COUNTS = {"two": 2, "twice": 2, "three": 3, "four": 4}
_QUOTED = re.compile(r"[\"'“‘「『]([^\"'”’」』]{2,60})[\"'”’」』]")


@dataclass(slots=True)
class Goal:
    """What is to be done, in order: keys of setters, then the key of the command.

    Args:
        command: the command's key.
        steps: what is left.
        mood: how values are chosen: like a careful person, or what the screen tells of.
        left: how many steps it may still take.
    """

    command: str
    steps: list[str]
    mood: Mood
    left: int = field(default=0)

    def __post_init__(self) -> None:
        self.left = len(self.steps) + PATIENCE


def goal_of(command: Known, graph: Graph, dice: Random) -> Goal | None:
    """Return a goal for a command; None where nothing is known to enter before it."""
    named = _named(command, graph)
    mood: Mood = "telling" if named and dice.random() < 0.8 else "careful"
    fields = named or _beside(command, graph)
    setters = [
        key
        for known in fields[:MOST_FIELDS]
        if (key := _setter_of(known, graph)) is not None
        for _ in range(_times(known) if known.control_type == "Button" else 1)
    ]
    if not setters:
        return None
    if len(setters) > 2 and mood == "telling" and dice.random() < 0.4:
        setters = sorted(dice.sample(setters, dice.randint(1, 2)))
    return Goal(f"click {command.key}", [*setters, f"click {command.key}"], mood)


def _named(command: Known, graph: Graph) -> list[Known]:
    """The controls that a command's texts name: in quotes, else by their whole name."""
    quoted = {_plain(q) for q in _QUOTED.findall(command.told)}
    text = _plain(command.told)
    own = _plain(command.name)
    found = []
    for key in sorted(graph.controls):
        known = graph.controls[key]
        name = _plain(known.name)
        if key == command.key or not name or name == own:
            continue
        if known.control_type in FIELDS or known.control_type == "Button":
            is_quoted = name in quoted
            loosely = (
                not quoted
                and known.control_type in FIELDS
                and len(name) > 3
                and (_window(known) == _window(command) or len(name) >= LONG_NAME)
                and _has_word(text, name)
            )
            wants_row = known.control_type in ROWS and _window(known) == _window(command) and _SELECT.search(text)
            loosely = loosely or bool(wants_row)
            if is_quoted or loosely:
                found.append(known)
    return found


def _times(known: Known) -> int:
    """How often a button that is named has to run, as far as it says so itself."""
    found = _REPEATED.search(_plain(known.told))
    if found is None:
        return 1
    word = next(g for g in found.groups() if g)
    return _COUNTS.get(word) or int(word)


def _window(known: Known) -> str:
    return known.key.split("/", 1)[0]


def _has_word(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _beside(command: Known, graph: Graph) -> list[Known]:
    """The fields that stand in the same group."""
    return [k for key in sorted(graph.controls) if (k := graph.controls[key]).parent == command.parent
            and k.control_type in FIELDS and key != command.key]  # fmt: skip


def _setter_of(known: Known, graph: Graph) -> str | None:
    """The key of what sets a control (a button: runs it), where it was offered somewhere."""
    offered = {key for state in graph.states.values() for key in state.offered}
    return next((key for action in SETTERS if (key := f"{action} {known.key}") in offered), None)


def _plain(name: str) -> str:
    return name.strip().rstrip(":：*….").strip().casefold()
