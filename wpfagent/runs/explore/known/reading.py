"""What a command says about itself, and which controls it names: as a careful tester reads a screen.

Names in quotes are looked for among all controls that were seen so far; where there are none, long names that stand in
the text as whole words. A name may mean a field, a group of radio buttons (by its label), or a button that is to run
first, also the one whose result that button takes itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.seen import Known, plain

FIELDS = frozenset({"Edit", "ComboBox", "Custom", "CheckBox", "Slider", "Spinner", "List", "DataGrid"})
ROWS = frozenset({"List", "DataGrid"})
LONG_NAME = 8
"""A name so long means its control, also one of another window; a shorter one may be any word."""
DEEPEST = 2
"""How far back is followed what a button takes itself."""
_QUOTED = re.compile(
    r"[\"'“‘「『]([^\"'”’」』]{2,60})[\"'”’」』](?:\s+(?:on|in|of|at|under)\s+([^,;.()\"']{2,40}))?", re.I
)
_JAPANESE_PLACE = re.compile(r"[「『]([^」』]{2,40})[」』]の[「『]([^」』]{2,60})[」』]")
_SELECT = re.compile(r"\bselect|\bchosen\b|\bmarked\b|選択")


@dataclass(frozen=True, slots=True)
class Named:
    """What a command takes into account: a field, the radio buttons of a group, or a button that runs first.

    Args:
        id: names it: the control's key, or the group's.
        controls: the field or the button alone, or all radio buttons of the group.
        runs: whether it is a button that has to run.
    """

    id: str
    controls: tuple[Known, ...]
    runs: bool = False


def named_by(command: Known, graph: Graph) -> tuple[Named, ...]:
    """Return what a command's texts name, in the order in which it is to be done: fields before buttons."""
    found: dict[str, Named] = {}
    for name, place in _quoted(command.told):
        for named in _meant(name, place, command, graph, DEEPEST):
            found.setdefault(named.id, named)
    if not found:
        for known in _loosely(command, graph):
            found.setdefault(known.key, Named(known.key, (known,)))
    elif _SELECT.search(command.told.casefold()):
        for known in _rows_beside(command, graph):
            found.setdefault(known.key, Named(known.key, (known,)))
    return tuple(sorted(found.values(), key=lambda n: n.runs))


def _quoted(told: str) -> Iterator[tuple[str, str]]:
    """The names in quotes, each with the page that stands behind it."""
    for found in _JAPANESE_PLACE.finditer(told):
        yield plain(found[2]), plain(found[1])
    for found in _QUOTED.finditer(_JAPANESE_PLACE.sub(" ", told)):
        yield plain(found[1]), plain(found[2] or "")


def _meant(name: str, place: str, command: Known, graph: Graph, deep: int) -> Iterator[Named]:
    """The control of that name that stands nearest to the command, or at the place that is named."""
    named = [
        known
        for key in sorted(graph.controls)
        if (known := graph.controls[key]).key != command.key and plain(known.name) == name
        and (known.control_type in FIELDS or known.control_type in ("Button", "Hyperlink"))
    ]  # fmt: skip
    if named:
        known = min(named, key=lambda k: (_distance(k, place, command), k.key))
        if known.control_type in FIELDS:
            yield Named(known.key, (known,))
            return
        if deep:
            for before, where in _quoted(known.told):
                yield from (n for n in _meant(before, where, known, graph, deep - 1) if n.runs)
        yield Named(known.key, (known,), runs=True)
        return
    radios = [k for key in sorted(graph.controls) if (k := graph.controls[key]).control_type == "RadioButton"
              and name in {plain(t) for t in k.texts if t != k.name}]  # fmt: skip
    if radios:
        nearest = min(radios, key=lambda k: (_distance(k, place, command), k.key))
        group = tuple(k for k in radios if k.group == nearest.group)
        yield Named(nearest.group, group)


def _distance(known: Known, place: str, command: Known) -> int:
    """How far a control is from what is meant: 0 on the named page, or beside the command in its window."""
    beside = bool(known.states & command.states)
    if place:
        slug = re.sub(r"\W+", "_", place) + "_"
        at = place in {plain(h) for h in known.headings} or place == plain(known.window)
        named = slug in known.automation_id.casefold()
        return 4 if beside else 3 - 2 * at - named
    return 2 if not beside else 1 if known.window != command.window else 0


def _loosely(command: Known, graph: Graph) -> list[Known]:
    """Fields whose whole name stands in the text, and the list of which something is to be selected."""
    text, own = plain(command.told), plain(command.name)
    found = []
    for key in sorted(graph.controls):
        known = graph.controls[key]
        name = plain(known.name)
        if key == command.key or not name or name == own or known.control_type not in FIELDS:
            continue
        near = bool(known.states & command.states)
        if len(name) > 3 and (near or len(name) >= LONG_NAME) and _has_word(text, name):
            found.append(known)
    if _SELECT.search(text):
        found += [k for k in _rows_beside(command, graph) if k not in found]
    return found


def _rows_beside(command: Known, graph: Graph) -> list[Known]:
    """The list on the command's page; one that stands on every page rather leads from page to page."""
    beside = [k for key in sorted(graph.controls) if (k := graph.controls[key]).control_type in ROWS
              and k.states & command.states]  # fmt: skip
    return [min(beside, key=lambda k: (len(k.states), k.key))] if beside else []


def _has_word(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
