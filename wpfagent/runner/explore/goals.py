"""Goals: a command together with what the screen says it takes into account, entered first.

A careful tester reads what a button says about itself: the fields that it names are given the kinds of value that are
told of beside them, the buttons that it names run first, then it is pressed; another time with other kinds of value.
Where it names nothing, the fields beside it make its form. What says that it keeps the entries is looked at again
after its page was left. Steps on other pages are reached by ways that are known.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from random import Random

from wpfagent.destructive import AFFIRMATIVE
from wpfagent.runner.explore.arguments import Mood
from wpfagent.runner.explore.graph import Graph, Known
from wpfagent.runner.explore.hints import classes
from wpfagent.runner.explore.reading import FIELDS, Named, keeps, named_by, plain, times_of

SETTERS = ("type_text", "set_value", "select_combo", "toggle", "click", "select_item")
COMMANDS = frozenset({"Button", "Hyperlink"})
MOST_FIELDS = 6
PATIENCE = 12
"""So many steps a goal may take beside its own before it is given up."""
MOST_PLANS = 24
"""So many ways to fill in what a command names are counted at most."""
SPENT = 0.02
"""What a goal is worth that was met in every way that is known, beside one that was met in none (1)."""
TALKATIVE = 0.25
"""Where this part of the commands names what they take into account, the others take nothing into account."""
LEAVE = "leave"
"""The step of leaving the page; the next one comes back to it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step toward a goal: the key of what is done, and the kind of value; '' where any will do."""

    key: str
    kind: str = ""


@dataclass(slots=True)
class Goal:
    """What is to be done, in order.

    Args:
        command: the command's key.
        steps: what is left.
        mood: how values are chosen where a step names no kind.
        plan: which classes of value the fields get.
        left: how many steps it may still take.
        walked: how many were taken on the way to the next one.
        openers: how often a command had to be run first that opens a page.
    """

    command: str
    steps: list[Step]
    mood: Mood
    plan: tuple[str, ...] = ()
    left: int = field(default=0)
    walked: int = 0
    openers: int = 0

    def __post_init__(self) -> None:
        self.left = 2 * len(self.steps) + PATIENCE


@dataclass(slots=True)
class Reader:
    """Makes goals of what is known, and remembers which were met.

    Args:
        graph: what is known.
        items: the items of combo boxes, by the box's key.
        met: the plans that each command has run with.
        aimed: how often each command was aimed at.
    """

    graph: Graph
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    met: dict[str, set[tuple[str, ...]]] = field(default_factory=dict)
    aimed: dict[str, int] = field(default_factory=dict)
    _read: dict[str, tuple[int, tuple[Named, ...]]] = field(default_factory=dict)
    _talk: tuple[int, bool] = (0, False)

    def named(self, command: Known) -> tuple[Named, ...]:
        """Return what a command names; read again once more is known."""
        size = len(self.graph.controls)
        known = self._read.get(command.key)
        if known is None or known[0] != size:
            known = size, named_by(command, self.graph)
            self._read[command.key] = known
        return known[1]

    @property
    def is_talkative(self) -> bool:
        """Whether the commands of this program use to say what they take into account."""
        controls = self.graph.controls
        if self._talk[0] != len(controls):
            told = [k for k in controls.values() if k.control_type in COMMANDS and not k.refused]
            talks = len(told) > 4 and sum(bool(self.named(k)) for k in told) >= TALKATIVE * len(told)
            self._talk = len(controls), talks
        return self._talk[1]

    def note(self, key: str) -> None:
        """Take note that a command runs with the values that are entered now."""
        known = self.graph.controls.get(key.split(" ", 1)[-1])
        if known is not None and (named := self.named(known)):
            self.met.setdefault(known.key, set()).add(self._now(named))

    def has_met(self, key: str) -> bool:
        """Return whether a command that names something has run with what it names as it is now."""
        known = self.graph.controls.get(key.split(" ", 1)[-1])
        if known is None:
            return False
        return self._now(self.named(known)) in self.met.get(known.key, ())

    def is_due(self, key: str) -> bool:
        """Return whether a command names something of which some is entered, and has never run with it as it is now."""
        known = self.graph.controls.get(key.split(" ", 1)[-1])
        if known is None:
            return False
        now = self._now(self.named(known))
        return any(now) and now not in self.met.get(known.key, ())

    def _now(self, named: tuple[Named, ...]) -> tuple[str, ...]:
        return tuple(self.graph.values.get(n.id, "") for n in named if not n.times)

    # -- which goal ---------------------------------------------------------------------------------------------------

    def next_goal(self, here: set[str], dice: Random) -> Goal | None:
        """Return a goal: what was aimed at least, is near and takes little comes first; None where nothing is left."""
        known = [
            k
            for key in sorted(self.graph.controls)
            if (k := self.graph.controls[key]).control_type in COMMANDS
            and (k.told or plain(k.name) in AFFIRMATIVE)
            and not k.refused
        ]
        weights = [self._worth(k, f"click {k.key}" in here) for k in known]
        if not any(weights):
            return None
        chosen = dice.choices(known, weights)[0]
        self.aimed[chosen.key] = self.aimed.get(chosen.key, 0) + 1
        goal = self.goal_of(chosen, dice)
        return None if goal is None or self.graph.fails_again(goal.command) else goal

    def _worth(self, command: Known, is_here: bool) -> float:
        aimed = self.aimed.get(command.key, 0)
        named = self.named(command)
        fields = [n for n in named if not n.times]
        if not named and (aimed > 2 or (times_of(command) == 1 and not keeps(command) and not self._form(command))):
            return 0.0
        plans = 1
        for n in fields:
            plans = min(MOST_PLANS, plans * max(1, len(self._kinds(n))))
        left = max(0, plans - len(self.met.get(command.key, ())))
        worth = (left + SPENT) / plans / (1 + aimed) / math.sqrt(2 + len(named))
        return worth * (2.5 if is_here else 1.0) * (3.0 if not command.used else 1.0)

    # -- what it takes ------------------------------------------------------------------------------------------------

    def goal_of(self, command: Known, dice: Random) -> Goal | None:
        """Return a goal for a command; None where nothing is known to enter before it."""
        named = self.named(command)
        last = [Step(f"click {command.key}")] * times_of(command)
        if keeps(command):
            last += [Step(LEAVE), Step(f"click {command.key}", LEAVE)]
        if not named:
            form = self._form(command)[:MOST_FIELDS]
            steps = [s for k in form for s in self._setting(Named(k.key, (k,)), "")]
            return Goal(last[0].key, steps + last, "careful") if steps or len(last) > 1 else None
        fields = [n for n in named if not n.times][:MOST_FIELDS]
        plan = self._plan(command, fields, dice)
        steps = [s for n, kind in zip(fields, plan, strict=True) for s in self._setting(n, kind)]
        for n in named:
            if n.times:
                steps += self._running(n)
        return Goal(last[0].key, steps + last, "telling", plan) if steps else None

    def opening(self, key: str, command: str, dice: Random) -> list[Step]:
        """Return the steps that lead to the page of a step, where a command is known to open it; [] without one."""
        graph = self.graph
        there = {s.id for s in graph.states.values() if key in s.offered}
        for opener in sorted(graph.leads):
            known = graph.controls.get(opener.split(" ", 1)[-1])
            if known is None or known.control_type not in COMMANDS or opener in (command, key) or known.states & there:
                continue
            if graph.leads[opener].keys() & there:
                goal = self.goal_of(known, dice)
                return [s for s in goal.steps if LEAVE not in (s.key, s.kind)] if goal is not None else [Step(opener)]
        return []

    def _plan(self, command: Known, fields: list[Named], dice: Random) -> tuple[str, ...]:
        """The kinds of value for the fields: such as were not met, and change little of what is entered now."""
        kinds = [self._kinds(n) or ("",) for n in fields]
        every = list(islice(product(*kinds), 512))
        met = self.met.get(command.key, set())
        new = [p for p in every if p not in met] or every
        now = self._now(tuple(fields))
        drawn = dice.sample(new, min(6, len(new)))
        return min(drawn, key=lambda p: sum(a != b for a, b in zip(p, now, strict=True)))

    def _kinds(self, named: Named) -> tuple[str, ...]:
        """The kinds of value that a field, or a group of radio buttons, can be given."""
        known = named.controls[0]
        kind = known.control_type
        if kind == "RadioButton":
            return tuple(f"click {k.key}" for k in named.controls)
        if kind == "CheckBox":
            return ("on",)
        if kind == "ComboBox":
            return self.items.get(known.key, ())
        if kind in ("List", "DataGrid"):
            return self._rows(known)
        return classes(known.texts)

    def _rows(self, known: Known) -> tuple[str, ...]:
        """The items of a list that are offered one by one, those that stand out first."""
        offered = self._offered(f"select_item {known.key}>")
        marked = [key for key in offered if any(c in key.rsplit(":", 1)[-1] for c in "([*!（【")]
        return tuple(marked or offered[:2])

    def _setting(self, named: Named, kind: str) -> list[Step]:
        """The steps that give a field a kind of value."""
        known = named.controls[0]
        if known.control_type == "RadioButton" or kind.startswith("select_item "):
            return [Step(kind)] if kind else []
        if known.control_type == "ComboBox" and known.key not in self.items:
            return [Step(f"expand {known.key}"), Step(f"collapse {known.key}"), Step(f"select_combo {known.key}")]
        key = self._setter(known)
        if key is None:
            rows = self._rows(known) if known.control_type in ("List", "DataGrid") else ()
            return [Step(rows[0])] if rows else []
        return [Step(key, kind)]

    def _running(self, named: Named) -> list[Step]:
        """The steps that run a button so often as it says; a dialog that it opens is filled in and confirmed."""
        known = named.controls[0]
        key = f"click {known.key}"
        confirm = self._confirm(key)
        if confirm is None:
            return [Step(key)] * named.times
        form = [s for k in self._form(confirm)[:MOST_FIELDS] for s in self._setting(Named(k.key, (k,)), "")]
        return [Step(key), *form, Step(f"click {confirm.key}")]

    def _confirm(self, key: str) -> Known | None:
        """The command that confirms the dialog that another command is known to open."""
        following = {to for s in self.graph.states.values() for to in s.ways.get(key, ())}
        own = self.graph.controls[key.split(" ", 1)[1]]
        return next(
            (k for name in sorted(self.graph.controls) if (k := self.graph.controls[name]).states & following
             and plain(k.name) in AFFIRMATIVE and k.window != own.window), None
        )  # fmt: skip

    def _form(self, command: Known) -> list[Known]:
        """The fields that stand in the same group; what confirms a dialog takes all fields of it."""
        beside = [k for k in self._fields() if k.states & command.states]
        if plain(command.name) in AFFIRMATIVE and (same := [k for k in beside if k.window == command.window]):
            return same
        return [k for k in beside if k.parent == command.parent]

    def _fields(self) -> list[Known]:
        controls = self.graph.controls
        return [k for key in sorted(controls) if (k := controls[key]).control_type in FIELDS]

    def _setter(self, known: Known) -> str | None:
        """The key of what sets a control, where it was offered somewhere."""
        return next((key for a in SETTERS if (key := f"{a} {known.key}") in self.graph.offers), None)

    def _offered(self, start: str) -> list[str]:
        return sorted(key for key in self.graph.offers if key.startswith(start))
