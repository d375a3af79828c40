"""What an exploration has seen: states, the ways between them, controls; what was tried where and what came of it."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wpfagent.destructive import AFFIRMATIVE
from wpfagent.runner.explore.arguments import Choice
from wpfagent.runner.explore.candidates import Offered
from wpfagent.runner.explore.screen import READABLE, Screen

FAR = 0.1
"""What was entered elsewhere counts so much of what was entered on the same screen."""
LATEST = 4
"""What was entered last counts so much more than the rest."""
LEAST_WEIGHT = 0.3
"""What is chosen more rarely than this need not be tried for the application to count as covered."""


DISMISSING = frozenset({"cancel", "close", "no", "キャンセル", "閉じる", "いいえ"})


@dataclass(slots=True)
class State:
    """One abstracted state.

    Args:
        id: its fingerprint.
        title: what a person would call it.
        number: in the order in which they were seen, from 1.
        step: the step after which it was seen first; 0 = the start.
        visits: how often it was come to.
        offered: what could be done in it: weights by key.
        tried: how often each was done in it.
        ways: where each led: counted by the state that followed.
        picture: relative to the session's folder; None without one.
    """

    id: str
    title: str
    number: int
    step: int
    visits: int = 0
    offered: dict[str, float] = field(default_factory=dict)
    tried: Counter[str] = field(default_factory=Counter)
    ways: dict[str, Counter[str]] = field(default_factory=dict)
    picture: str | None = None


@dataclass(slots=True)
class Known:
    """One control: what is said about it, how often it was used, whether it was ever enabled or left alone."""

    key: str
    control_type: str
    name: str
    automation_id: str
    window: str
    parent: str = ""
    told: str = ""
    enabled: bool = False
    usable: bool = False
    refused: bool = False
    used: int = 0
    confirmed: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        named = {"automation_id": self.automation_id, "name": self.name, "control_type": self.control_type}
        return {k: v for k, v in named.items() if v} | {"window": self.window, "used": self.used}


@dataclass(slots=True)
class Graph:
    """The map of an exploration; over several runs of the application it stays the same."""

    states: dict[str, State] = field(default_factory=dict)
    controls: dict[str, Known] = field(default_factory=dict)
    tried: Counter[str] = field(default_factory=Counter)
    kinds: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    idle: Counter[str] = field(default_factory=Counter)
    pairs: set[tuple[str, str]] = field(default_factory=set)
    pending: dict[str, str] = field(default_factory=dict)
    latest: str = ""
    culprits: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    last_new: int = 0

    def see(self, screen: Screen, offered: Offered, step: int) -> bool:
        """Take note of a screen; return whether its state is new."""
        state = self.states.get(screen.state)
        is_new = state is None
        if state is None:
            state = State(screen.state, screen.title, len(self.states) + 1, step)
            self.states[state.id] = state
            self.last_new = step
        state.visits += 1
        state.offered.update({c.key: c.weight for c in offered.candidates})
        for place in screen.places:
            control = place.control
            if place.part or place.container >= 0 or control.control_type in READABLE:
                continue
            known = self.controls.get(place.key)
            if known is None:
                known = Known(place.key, control.control_type, control.name, control.automation_id, place.window.title)
                known.parent = screen.places[place.parent].key if place.parent >= 0 else ""
                known.told = screen.told_of(place) if control.control_type in ("Button", "Hyperlink") else ""
                self.controls[place.key] = known
            known.enabled = known.enabled or control.enabled
        for candidate in offered.candidates:
            if candidate.place is not None and (known := self.controls.get(candidate.place.key)) is not None:
                known.usable = True
        for key in offered.left_out:
            if (known := self.controls.get(key.split(" ", 1)[1])) is not None:
                known.refused = True
        return is_new

    def note(self, state: str, choice: Choice, effect: str | None) -> None:
        """Take note of what was done in a state; `effect` None says that it could not be done."""
        key = choice.key
        self.states[state].tried[key] += 1
        self.tried[key] += 1
        self.kinds[key][choice.kind] += 1
        if effect in (None, "no_op"):
            self.idle[key] += 1
        place = choice.candidate.place
        if place is not None and (known := self.controls.get(place.key)) is not None:
            known.used += 1
            known.confirmed += effect == "confirmed"
        if choice.candidate.kind == "command":
            self.pairs.update((token, key) for token in self.pending.values())
            self._enter("last command", f"after {key}")
        elif place is not None and place.group and choice.candidate.action == "select_item":
            self._enter(place.group, f"{place.key} chosen")
        elif place is not None and choice.candidate.kind == "setter":
            self._enter(place.key, f"{place.key}={choice.kind}")

    def _enter(self, where: str, token: str) -> None:
        self.pending[where], self.latest = token, token

    def note_failure(self, what: str, key: str) -> None:
        """Take note that something failed after this was done: what was entered each time is what it may take."""
        entered = frozenset(self.pending.values()) - {f"after {key}"}
        known = self.culprits.get((what, key))
        self.culprits[what, key] = entered if known is None else known & entered

    def fails_again(self, key: str) -> bool:
        """Return whether all that was entered whenever this failed is entered now: it would only fail once more."""
        entered = set(self.pending.values())
        return any(of == key and needed <= entered for (_, of), needed in self.culprits.items())

    def lead(self, state: str, key: str, following: str) -> None:
        """Take note of where something led."""
        self.states[state].ways.setdefault(key, Counter())[following] += 1

    def start_over(self) -> None:
        """A fresh run of the application: nothing is entered yet."""
        self.pending.clear()
        self.latest = ""

    def new_pairs(self, key: str, near: Container[str] | None = None) -> float:
        """Return how many entered values this command has never run with; the one that was entered last counts most."""
        new = sum(
            1.0 if near is None or where in near else FAR
            for where, token in self.pending.items()
            if (token, key) not in self.pairs
        )
        return new + LATEST * bool(self.latest and self.never_met_latest(key))

    def never_met_latest(self, key: str) -> bool:
        """Return whether this command has never run with what was entered last."""
        return (self.latest, key) not in self.pairs

    def untried(self, state: str, *, least: float = LEAST_WEIGHT) -> list[str]:
        """Return what was never done anywhere and could be done in this state; what is rarely chosen is left out."""
        return sorted(k for k, w in self.states[state].offered.items() if w >= least and not self.tried[k])

    def way_to_untried(self, start: str) -> list[str]:
        """Return the known keys that lead to the nearest state with something untried; [] where there is none."""
        return self.way(start, lambda state: bool(self.untried(state)))

    def way_to(self, start: str, key: str) -> list[str]:
        """Return the known keys that lead to the nearest state in which this can be done; [] where there is none."""
        return self.way(start, lambda state: key in self.states[state].offered)

    def way(self, start: str, is_wanted: Callable[[str], bool]) -> list[str]:
        """Return the known keys that lead from a state to the nearest other one that is wanted; [] without one."""
        before: dict[str, tuple[str, str] | None] = {start: None}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here != start and is_wanted(here):
                return _back(here, before)
            for key, led in sorted(self.states[here].ways.items(), key=lambda way: (self._reluctance(way[0]), way[0])):
                following = led.most_common(1)[0][0]
                if following not in before and following in self.states:
                    before[following] = (here, key)
                    queue.append(following)
        return []

    def _reluctance(self, key: str) -> int:
        """What confirms a dialog comes first on a way, what dismisses it last: what was entered is to count."""
        known = self.controls.get(key.split(" ", 1)[-1])
        label = known.name.strip().casefold() if known is not None else ""
        if label in AFFIRMATIVE:
            return 0
        return 2 if label in DISMISSING or key.startswith(("close ", "keys")) else 1

    @property
    def is_covered(self) -> bool:
        """Whether everything that could be done was done at least once."""
        return not any(self.untried(s) for s in self.states)

    def transitions(self) -> list[tuple[str, str, str, int]]:
        """Return (from, key, to, times), sorted."""
        return sorted((s.id, key, to, n) for s in self.states.values() for key, led in s.ways.items()
                      for to, n in led.items())  # fmt: skip

    def coverage(self) -> dict[str, Any]:
        """Return what was reached and what was not, as JSON-like data."""
        listed = [self.controls[k] for k in sorted(self.controls)]
        acted = [k for k in listed if k.usable or k.refused]
        return {
            "states": [_state_dict(s) for s in self.states.values()],
            "transitions": [
                {"from": a, "action": key, "to": b, "times": n} for a, key, b, n in self.transitions() if a != b
            ],
            "controls": len(acted),
            "used": sum(k.used > 0 for k in acted),
            "never_reached": [k.to_dict() for k in acted if k.usable and not k.used],
            "left_alone": [k.to_dict() for k in acted if k.refused and not k.used],
            "always_disabled": [k.to_dict() for k in listed if not k.enabled],
        }


def _back(here: str, before: Mapping[str, tuple[str, str] | None]) -> list[str]:
    keys: list[str] = []
    step = before[here]
    while step is not None:
        keys.append(step[1])
        step = before[step[0]]
    return keys[::-1]


def _state_dict(state: State) -> dict[str, Any]:
    made: dict[str, Any] = {
        "id": state.id,
        "number": state.number,
        "title": state.title,
        "step": state.step,
        "visits": state.visits,
        "actions": len(state.offered),
        "tried": len(_known(state.tried, state.offered)),
    }
    return made | ({"picture": state.picture} if state.picture else {})


def _known(tried: Iterable[str], offered: Mapping[str, float]) -> list[str]:
    return [k for k in tried if k in offered]
