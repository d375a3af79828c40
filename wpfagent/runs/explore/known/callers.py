"""What the program's code says of its controls: which methods each of them calls, and which of those never ran."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.screens.seen import plain
from wpfagent.testing.runtime.coverage import Coverage, Named

CALLS, ATTEMPTS = 2, 4
"""So often a thing is done to call what never ran, and so many things are: a method may run under a condition only."""
SPENT, MOST = 0.1, 10.0
"""How much rarer something is done all of whose methods have run, and how much oftener where they led on each time."""
LEADING_IN = 3.0
"""How much likelier something is done again after which new methods ran: more may lie behind it."""
PLAIN = ("click", "menu", "toggle", "select_item", "select_combo", "type_text", "set_value", "expand")
ACTS = (
    (
        r"Load|Initialized|Size|Layout|DataContext|IsVisible|Tick|Clos(?:ing|ed)|Template|Peer|Render|Source|^Property",
        (),
    ),
    (r"DoubleClick", ("double",)),
    (r"Wheel", ("wheel",)),
    (r"Drop$|Drag(?:Over|Enter|Leave)", ("move",)),
    (r"Drag(?:Delta|Started|Completed)|Stroke", ("drag", "draw", "set_value")),
    (r"ContextMenu|Right(?:Button|Tapped)", ("context", "ask")),
    (r"Key(?:Down|Up|Press)|TextInput", ("enter", "typed")),
    (r"Mouse|Pointer|Touch|Tapped", ("poke", "draw", "move", "click", "select_item", "double")),
    (r"Collapsed", ("collapse",)),
    (r"", PLAIN),
)
"""What is done to raise an event, by its name: the first that fits counts."""
_OVERRIDE = re.compile(r"^On(?:Preview)?(?=[A-Z])")


@dataclass(slots=True)
class Callers:
    """What is known of one program.

    Args:
        calls: what is called by what has a label, and by which acts.
        labels: what each thing that was offered may be labelled, by its key.
        unseen: the labels of what was seen nowhere yet.
        done: how often each was done,
        attempts: and how often each method was aimed at so.
        led: how many methods ran for the first time after the last use of each thing,
        gained: and after each use of what calls a method.
    """

    coverage: Coverage
    calls: defaultdict[str, set[tuple[Named, tuple[str, ...]]]] = field(default_factory=lambda: defaultdict(set))
    labels: dict[str, frozenset[str]] = field(default_factory=dict)
    unseen: set[str] = field(default_factory=set)
    done: Counter[str] = field(default_factory=Counter)
    attempts: Counter[Named] = field(default_factory=Counter)
    led: dict[str, int] = field(default_factory=dict)
    gained: defaultdict[Named, list[int]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for wire in self.coverage.wires:
            self._take(wire.control, wire.event, wire.method)
        for owner, name in self.coverage.own:  # what an element of the program's own hears by itself
            if _OVERRIDE.match(name) and _acts(event := _OVERRIDE.sub("", name)) != PLAIN:
                self._take(owner.rpartition(".")[2], event, (owner, name))
        self.unseen = set(self.calls)

    def _take(self, label: str, event: str, method: Named) -> None:
        if plain(label) and (acts := _acts(event)):
            self.calls[plain(label)].add((method, acts))

    def see(self, candidates: Iterable[Candidate]) -> None:
        """Take note of what is offered."""
        for candidate in candidates:
            if candidate.key not in self.labels:
                self.labels[candidate.key] = found = _labels(candidate)
                self.unseen -= found

    def note(self, key: str) -> None:
        """Take note that something was done."""
        self.done[key] += 1
        self.led[key] = 0
        for method in self.of(key):
            self.attempts[method] += method not in self.coverage.entered
            self.gained[method].append(0)

    def credit(self, key: str, methods: int) -> None:
        """Take note that so many methods ran for the first time after something was done."""
        self.led[key] = self.led.get(key, 0) + methods
        for method in self.of(key):
            self.gained[method][-1:] = [sum(self.gained[method][-1:]) + methods]

    def is_uncalled(self, key: str) -> bool:
        """Return whether something would call a method that never ran."""
        entered = self.coverage.entered
        return self.done[key] < CALLS and any(m not in entered and self.attempts[m] < ATTEMPTS for m in self.of(key))

    @property
    def has_unseen(self) -> bool:
        """Whether a method never ran that is called by what was seen nowhere yet."""
        return any(m not in self.coverage.entered for label in self.unseen for m, _ in self.calls[label])

    def worth(self, key: str) -> float:
        """Return how much likelier something is chosen by what it, or its like, led to; 1 where that is not known."""
        methods = self.of(key)
        if any(m not in self.coverage.entered for m in methods):
            return 1.0
        least = SPENT if methods else 1.0
        if key in self.led:
            return LEADING_IN if self.led[key] else least
        gains = [n for m in methods for n in self.gained[m]]
        return min(MOST, max(least, sum(gains) / max(1, len(gains))))

    def of(self, key: str) -> list[Named]:
        """Return the methods that something calls."""
        action = key.partition(" ")[0]
        return [m for label in self.labels.get(key, ()) if label in self.calls for m, acts in self.calls[label]
                if action in acts]  # fmt: skip


def _acts(event: str) -> tuple[str, ...]:
    return next(acts for pattern, acts in ACTS if re.search(pattern, event))


def _labels(candidate: Candidate) -> frozenset[str]:
    """What an element may be called in the code: its id, name or class; its list; what it is dragged onto."""
    place, control = candidate.place, candidate.control
    if place is None or control is None:
        return frozenset()
    around = [place.group, *(p.group or p.key for p in candidate.onto[:1])]
    said = (control.automation_id, control.name, control.class_name, *(key.rpartition(".")[2] for key in around))
    return frozenset(map(plain, said)) - {""}
