"""Recorded actions as the items of a minimiser: what they are, what the record knows of them, how they are replayed."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.runs.minimize.forms import Knowledge
from wpfagent.runs.minimize.routes import Move
from wpfagent.runs.minimize.values import Value
from wpfagent.runs.minimize.ways import State
from wpfagent.runs.replay_file import STARTERS, Act, Recording, parse_recording
from wpfagent.runs.replay_secrets import REFERENCE

SIMPLER = {"type_text": ("text",), "set_value": ("value",), "scroll": ("pages",)}
"""The arguments whose values may be made simpler without meaning another element."""
ENTERING = frozenset({"collapse", "expand", "scroll", "select_combo", "set_value", "toggle", "type_text"})
"""What enters or opens something on a screen, and shows no other."""
OPENING, CHOOSING = ("expand", "click"), ("click",)
"""What opens a menu, and what chooses a command of it, done to a menu item."""
OF_ELEMENT = ("element", "matched_by", "method")
"""What the record tells of an action's element: a menu's path has none."""
SHORTEST_MS, LONGEST_MS = 1_000, 10_000
"""How long a trial waits for an element at least and at most: most of what is missing never comes."""
SUSPECTED_USES, COMING_BACK = 2, 8
"""So many uses of what is suspected are enough; so many steps it takes at most to leave a page and come back."""
SLOWER = 3
"""A trial waits so many times as long as the recorded run had to."""


@dataclass(frozen=True, slots=True)
class Item:
    """One action, as it stands in the file; equal texts at the same place are the same item.

    Args:
        place: its place in the recording that is minimised, from 0.
        text: the action as JSON.
    """

    place: int
    text: str

    @property
    def action(self) -> dict[str, Any]:
        """The action as the file has it."""
        made: dict[str, Any] = json.loads(self.text)
        return made

    @property
    def recorded(self) -> Mapping[str, Any]:
        """What the recorded run came to at it."""
        made: Mapping[str, Any] = self.action.get("recorded") or {}
        return made

    def with_arg(self, name: str, value: Value) -> Item:
        """Return it with another value of an argument."""
        action = self.action
        action["args"] = {**action["args"], name: value}
        return item_of(self.place, action)


def item_of(place: int, action: Mapping[str, Any]) -> Item:
    """Return an action as an item."""
    return Item(place, json.dumps(action, ensure_ascii=False, sort_keys=True))


@dataclass(frozen=True, slots=True)
class Steps:
    """A recording taken apart: what may be left out, and what stays around it.

    Args:
        recording: the whole.
        items: what may be left out, in order.
        before: actions that only name or start the application.
        after: the teardown.
        secrets: what is filled in when it is replayed; nothing else ever holds it.
    """

    recording: Recording
    items: tuple[Item, ...]
    before: tuple[Mapping[str, Any], ...]
    after: tuple[Mapping[str, Any], ...]
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, recording: Recording, secrets: Mapping[str, str] | None = None) -> Steps:
        """Take a recording apart."""
        listed = list(zip(recording.acts, recording.data["actions"], strict=True))
        starting = tuple(action for act, action in listed if act.request.action in STARTERS)
        closing = tuple(action for act, action in listed if _closes(act))
        inner = [a for act, a in listed if act.request.action not in STARTERS and not _closes(act)]
        return cls(recording, tuple(item_of(i, a) for i, a in enumerate(inner)), starting, closing, secrets or {})

    def put_together(self, items: Sequence[Item], *, hurry: bool = False) -> Recording:
        """Return a recording of only these items; with `hurry` one that soon gives up what is missing."""
        actions = [_hurried(i.action) if hurry else i.action for i in items]
        made = parse_recording(self.data_of(items, actions), self.recording.path)
        return made.with_secrets(self.secrets) if self.secrets else made

    def data_of(self, items: Sequence[Item], actions: Sequence[Mapping[str, Any]] | None = None) -> dict[str, Any]:
        """Return the replay file of only these items, secrets by their names."""
        inner = actions if actions is not None else [i.action for i in items]
        return {**self.recording.data, "actions": [*self.before, *inner, *self.after]}


def _closes(act: Act) -> bool:
    return act.recorded.phase == "teardown" and act.request.action not in STARTERS


def _hurried(action: dict[str, Any]) -> dict[str, Any]:
    args, recorded = action.get("args") or {}, action.get("recorded") or {}
    if "timeout_ms" in args or ("check" in recorded and not recorded.get("ok")):
        return action
    took_ms = (recorded.get("elapsed_ms") or 0) + (recorded.get("pause_ms") or 0)
    timeout_ms = min(LONGEST_MS, max(SHORTEST_MS, round(took_ms * SLOWER)))
    return {**action, "args": {**args, "timeout_ms": timeout_ms}}


# -- what the record knows ------------------------------------------------------------------------------------------


def known_of_record() -> Knowledge[Item]:
    """Return what a record knows of its actions."""
    return Knowledge(is_idle, state_before, values_of, joined_menu)


def is_idle(item: Item) -> bool:
    """Whether an action had no effect in the recorded run: it changed nothing, only looked, or checked what held.

    What failed there is never idle.
    """
    recorded = item.recorded
    if not recorded or recorded.get("findings") or recorded.get("error"):
        return False
    if "check" in recorded:
        return recorded.get("ok", True) is True
    return recorded.get("effect") == "no_op" or ACTIONS[item.action["tool"]].reads


def state_before(item: Item) -> State | None:
    """The fingerprint of the state that the recorded run was in before an action; None where it has none."""
    state = item.recorded.get("state")
    return state if isinstance(state, str | int) else None


def relied_on(items: Sequence[Item]) -> list[list[int]]:
    """Return the positions that each action relies on, as far as the record tells."""
    places = {item.recorded.get("n"): i for i, item in enumerate(items)}
    told = [item.recorded.get("relies_on") or () for item in items]
    return [[places[n] for n in numbers if places.get(n, i) < i] for i, numbers in enumerate(told)]


def beginnings(items: Sequence[Item], suspects: Mapping[str, Any]) -> list[set[int]]:
    """Return which actions a short way may have to begin with: the last one, and those on what is suspected.

    Args:
        items: what was done.
        suspects: what the failure was about, by oracle: an element that was used, one that was entered and saved;
            what an oracle names in another way is passed over.
    """
    last = len(items) - 1
    elements = [item.recorded.get("element") or {} for item in items]
    found: set[int] = set()
    for role, uses in _uses(items, suspects):
        found.update(uses[-SUSPECTED_USES:] if role == "control" else uses[-1:])
        if role == "saved" and uses and last - uses[-1] <= COMING_BACK:
            found.update(range(uses[-1], last + 1))
    own = elements[last].get("automation_id") or elements[last].get("name")
    again = [i for i, e in enumerate(elements) if own and own in (e.get("automation_id"), e.get("name"))]
    sets = [found, found | {last}] if found else []
    return [*sets, {last}, {last, *again[-SUSPECTED_USES:]}]


def saved_with(items: Sequence[Item], suspects: Mapping[str, Any]) -> tuple[int, ...]:
    """Return which actions entered and saved what was lost then, the saving one at the end; () where that is not it."""
    uses = {role: places[-1] for role, places in _uses(items, suspects) if places}
    return tuple(sorted({uses["field"], uses["saved"]})) if {"field", "saved"} <= set(uses) else ()


def _uses(items: Sequence[Item], suspects: Mapping[str, Any]) -> Iterator[tuple[str, list[int]]]:
    """What role an element played in the failure that the last action showed, and where it was used."""
    failed = items[-1].recorded.get("findings") or suspects
    elements = [item.recorded.get("element") or {} for item in items]
    for suspect in (what for oracle, what in suspects.items() if oracle in failed):
        for role in ("control", "field", "saved"):
            named = suspect.get(role)
            if isinstance(named, Mapping) and (name := named.get("name")):
                yield role, [i for i, e in enumerate(elements) if name in (e.get("automation_id"), e.get("name"))]


def page_before(item: Item) -> str | None:
    """The fingerprint of the page that was shown before an action; None where it has none."""
    page = item.recorded.get("page")
    return page if isinstance(page, str) else None


def element_of(item: Item) -> Hashable | None:
    """What an action was done to: its element, or its menu command; None where the page is not known."""
    args, page = item.action.get("args") or {}, page_before(item)
    return page and (page.rpartition(":")[0], json.dumps(args.get("selector") or args, sort_keys=True))


def move_of(item: Item) -> Move:
    """Return what the record tells of where an action was performed."""
    recorded, page = item.recorded, page_before(item)
    kind = (recorded.get("element") or {}).get("control_type")
    turns = item.action["tool"] == "select_item" and kind in ("TabItem", "TreeItem", "ListItem")
    menu = item.action["tool"] == "menu"
    return Move(page, str(page or "").rpartition(":")[0], tuple(recorded.get("windows_opened") or ()),
                turns or menu, menu, item.action["tool"] in ENTERING)  # fmt: skip


def name_of(item: Item) -> str:
    """Return what an action is: its name, its element, its arguments, whatever came of it."""
    action = {name: value for name, value in item.action.items() if name != "recorded"}
    return json.dumps(action, ensure_ascii=False, sort_keys=True)


def values_of(item: Item) -> Iterator[tuple[Value, Any]]:
    """Yield the values that may be made simpler, each with what puts another in its place."""
    action = item.action
    for name in SIMPLER.get(action["tool"], ()):
        value = (action.get("args") or {}).get(name)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            continue
        if isinstance(value, str) and REFERENCE.search(value):
            continue
        yield value, lambda other, name=name: item.with_arg(name, other)


def joined_menu(items: Sequence[Item]) -> Item | None:
    """Return the `menu` action for opening menus, one below the other, and clicking what the last one holds."""
    path = [_part_of_menu(item, OPENING if item is not items[-1] else CHOOSING) for item in items]
    if len(items) < 2 or None in path:
        return None
    first, last = items[0].recorded, items[-1].recorded
    recorded = {name: value for name, value in last.items() if name not in OF_ELEMENT}
    recorded |= {name: first[name] for name in ("state", "page") if name in first}
    if any(item.recorded.get("consent") for item in items):
        recorded["consent"] = True
    return item_of(items[-1].place, {"tool": "menu", "args": {"path": path}, "recorded": recorded})


def _part_of_menu(item: Item, tools: Sequence[str]) -> str | None:
    """Return the name of a menu item that an action opens or chooses; None where it does anything else."""
    action, element = item.action, item.recorded.get("element") or {}
    if action["tool"] not in tools or element.get("control_type") != "MenuItem":
        return None
    plain = {f.name: f.default for f in ACTIONS[action["tool"]].fields()}
    if any(name != "selector" and value != plain.get(name) for name, value in action["args"].items()):
        return None
    return element.get("name") or element.get("automation_id") or None
