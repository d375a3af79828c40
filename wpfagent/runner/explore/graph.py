"""What an exploration has seen: states, the ways between them, controls; what was tried where and what came of it."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wpfagent.destructive import AFFIRMATIVE
from wpfagent.runner.explore.arguments import Choice, texts_about
from wpfagent.runner.explore.blame import PLACE, Blame
from wpfagent.runner.explore.candidates import Offered
from wpfagent.runner.explore.screen import READABLE, Place, Screen

FAR = 0.1
"""What was entered elsewhere counts so much of what was entered on the same screen."""
LATEST = 4
"""What was entered last counts so much more than the rest."""
LEAST_WEIGHT = 0.3
"""What is chosen more rarely than this need not be tried for the application to count as covered."""


HEADING = 40
"""No heading is longer."""
RUNNING = frozenset({"click", "expand", "select_item"})
"""Actions that may show more of a program, beside filling in fields."""
LABELLED = frozenset({"TabItem", "ListItem", "TreeItem", "DataItem", "Button", "MenuItem", "CheckBox", "RadioButton"})
"""What has its own name as a text in it."""
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
        headings: the texts that stood free when it was seen first.
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
    headings: frozenset[str] = frozenset()


@dataclass(slots=True)
class Known:
    """One control: what is said about it, how often it was used, whether it was ever enabled or left alone.

    Args:
        key: as its place's.
        control_type: UIA's word.
        name: its name.
        automation_id: its AutomationId.
        window: the title of its window.
        parent: the key of its parent.
        told: what a command says about itself.
        texts: what the screen says about a field.
        headings: the texts that stood free on the screen on which it was seen first.
        states: those in which it was seen.
        enabled: whether it ever was.
        usable: whether it was ever offered.
        refused: whether it was left alone for safety.
        used: how often it was used,
        confirmed: with an effect.
    """

    key: str
    control_type: str
    name: str
    automation_id: str
    window: str
    parent: str = ""
    told: str = ""
    texts: tuple[str, ...] = ()
    headings: frozenset[str] = frozenset()
    states: set[str] = field(default_factory=set)
    enabled: bool = False
    usable: bool = False
    refused: bool = False
    used: int = 0
    confirmed: int = 0

    @property
    def group(self) -> str:
        """What the radio buttons of one group have in common; the key of any other control."""
        if self.control_type != "RadioButton":
            return self.key
        label = next((t for t in self.texts if t != self.name), "")
        return f"{self.parent}|{label}"

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
    values: dict[str, str] = field(default_factory=dict)
    latest: str = ""
    last: tuple[str, str | None] = ("", None)
    grown: set[str] = field(default_factory=set)
    blame: Blame = field(default_factory=Blame)
    shown: dict[str, str] = field(default_factory=dict)
    failing: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    here: str = ""
    last_new: int = 0
    offers: set[str] = field(default_factory=set)
    leads: dict[str, Counter[str]] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)
    choices: dict[str, bool] = field(default_factory=dict)
    _reluctances: dict[str, int] = field(default_factory=dict)

    def see(self, screen: Screen, offered: Offered, step: int) -> bool:
        """Take note of a screen; return whether its state is new."""
        self.here = screen.state
        for place in screen.places:
            if place.key in self.pending:
                self._heed(place)
        state = self.states.get(screen.state)
        is_new = state is None
        if state is None:
            state = State(screen.state, screen.title, len(self.states) + 1, step)
            state.headings = _headings(screen)
            self.states[state.id] = state
            self.lists.update({p.key: p.group for p in screen.places if p.group})
            self.last_new = step
        state.visits += 1
        state.offered.update({c.key: c.weight for c in offered.candidates})
        self.offers.update(c.key for c in offered.candidates)
        usable = set(screen.usable)  # a state says nothing of what lies behind a dialog or an open menu
        for index, place in enumerate(screen.places):
            control = place.control
            if place.part or place.container >= 0 or control.control_type in READABLE:
                continue
            known = self.controls.get(place.key)
            if known is None:
                known = self._known(place, screen, state.headings)
                self.controls[place.key] = known
            if index in usable:
                known.states.add(state.id)
            known.enabled = known.enabled or control.enabled
        for candidate in offered.candidates:
            if candidate.place is not None and (known := self.controls.get(candidate.place.key)) is not None:
                known.usable = True
        for key in offered.left_out:
            if (known := self.controls.get(key.split(" ", 1)[1])) is not None:
                known.refused = True
        return is_new

    def _known(self, place: Place, screen: Screen, headings: frozenset[str]) -> Known:
        control = place.control
        known = Known(place.key, control.control_type, control.name, control.automation_id, place.window.title)
        known.parent = screen.places[place.parent].key if place.parent >= 0 else ""
        known.headings = headings
        if control.control_type in ("Button", "Hyperlink"):
            known.told = screen.told_of(place)
        else:
            known.texts = texts_about(place, screen)
        return known

    def note(self, state: str, choice: Choice, effect: str | None) -> None:
        """Take note of what was done in a state; `effect` None says that it could not be done."""
        key = choice.key
        self.last = (key, effect)
        if effect is not None and choice.candidate.kind != "setter":
            self.blame.note_done(key, self._entered(key, state))
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
            self.values[place.group] = choice.key
            self._enter(place.group, f"{place.key} chosen")
        elif place is not None and choice.candidate.kind == "setter":
            of = self.controls.get(place.key)
            self.values[of.group if of is not None else place.key] = _value_of(choice)
            self._enter(place.key, f"{place.key}={choice.kind}")

    def _enter(self, where: str, token: str) -> None:
        self.pending[where], self.latest = token, token
        self.shown.pop(where, None)

    def _heed(self, place: Place) -> None:
        """What a field shows otherwise than it did after it was entered is not entered any more."""
        control = place.control
        shows = f"{control.value}|{control.toggle_state}"
        if self.shown.setdefault(place.key, shows) != shows:
            del self.pending[place.key], self.shown[place.key]

    def note_failure(self, state: str, choice: Choice) -> None:
        """Take note that something failed after this: the value that was set, or what was entered each time."""
        key = choice.key
        if choice.candidate.kind == "setter" and choice.kind:
            self.failing[key][choice.kind] += 1
            return
        self.blame.note_failure(key, self._entered(key, state))

    def fails_again(self, key: str) -> bool:
        """Return whether this has only ever failed with something that is entered now."""
        return self.blame.expects(key, self._entered(key, self.here))

    def _entered(self, key: str, state: str) -> dict[str, str]:
        """What is entered, and where."""
        entered = {where: token for where, token in self.pending.items() if token != f"after {key}"}
        return entered | {PLACE: f"in {state}"}

    def lead(self, state: str, key: str, following: str) -> None:
        """Take note of where something led."""
        self.states[state].ways.setdefault(key, Counter())[following] += 1
        group = self.lists.get(key.split(" ", 1)[-1])
        if group is not None:
            opened = self.states[following].headings - self.states[state].headings if following in self.states else ()
            self.choices[group] = self.choices.get(group, True) and not opened
        if following != state:
            self.leads.setdefault(key, Counter())[following] += 1

    def start_over(self) -> None:
        """A fresh run of the application: nothing is entered yet."""
        self.pending.clear()
        self.shown.clear()
        self.values.clear()
        self.latest, self.last = "", ("", None)

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

    def holds(self, key: str, kind: str) -> bool:
        """Return whether a field was given this kind of value already in this run of the application."""
        return bool(kind) and self.values.get(key.split(" ", 1)[-1]) == kind

    def is_unknown(self, key: str) -> bool:
        """Return whether this was never done and is no way to fill in a field: a command, a page, a menu, a section.

        Items of a list are ways to fill in once one of them was chosen and no other page opened.
        """
        action, _, element = key.partition(" ")
        if self.tried[key] or action not in RUNNING:
            return False
        if action == "select_item":
            return not self.choices.get(self.lists.get(element, element), False)
        known = self.controls.get(element)
        return known is None or known.control_type not in ("RadioButton", "ComboBox")

    def untried(self, state: str, *, least: float = LEAST_WEIGHT) -> list[str]:
        """Return what was never done anywhere and could be done in this state; what is rarely chosen is left out."""
        return sorted(k for k, w in self.states[state].offered.items() if w >= least and not self.tried[k])

    def way_to_untried(self, start: str) -> list[str]:
        """Return the known keys that lead to the nearest state with something untried; [] where there is none."""
        return self.way(start, lambda state: bool(self.untried(state.id)))

    def way_to(self, start: str, key: str) -> list[str]:
        """Return the known keys that lead to the nearest state in which this can be done; [] where there is none."""
        return self.way(start, lambda state: key in state.offered)

    def way(self, start: str, is_wanted: Callable[[State], bool]) -> list[str]:
        """Return the known keys that lead from a state to the nearest other one that is wanted; [] without one."""
        before: dict[str, tuple[str, str] | None] = {start: None}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here != start and is_wanted(self.states[here]):
                return _back(here, before)
            for key, led in self._ways_from(here):
                following = max(led, key=led.__getitem__)
                if following not in before and following in self.states:
                    before[following] = (here, key)
                    queue.append(following)
        return []

    def _ways_from(self, state: str) -> list[tuple[str, Counter[str]]]:
        """Where what can be done in a state led, here or else elsewhere: the same page opens from everywhere."""
        known = self.states[state]
        ways = dict(known.ways)
        for key in known.offered.keys() & self.leads.keys():
            ways.setdefault(key, self.leads[key])
        return sorted(ways.items(), key=lambda way: (self._reluctance(way[0]), way[0]))

    def _reluctance(self, key: str) -> int:
        """What confirms a dialog comes first on a way, what dismisses it last: what was entered is to count."""
        found = self._reluctances.get(key)
        if found is None:
            known = self.controls.get(key.split(" ", 1)[-1])
            label = known.name.strip().casefold() if known is not None else ""
            dismissing = label in DISMISSING or key.startswith(("close ", "keys"))
            found = 0 if label in AFFIRMATIVE else 2 if dismissing else 1
            if known is not None:
                self._reluctances[key] = found
        return found

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


def _headings(screen: Screen) -> frozenset[str]:
    """The texts that stand free on a screen, and the page that is open."""
    free = {p.control.name for p in screen.places if p.control.control_type == "Text" and p.container < 0
            and len(p.control.name) <= HEADING
            and (p.parent < 0 or screen.places[p.parent].control.control_type not in LABELLED)}  # fmt: skip
    return frozenset(free | {p.control.name for p in screen.places if p.control.selected})


def _value_of(choice: Choice) -> str:
    """The class of value that a field holds after this was done."""
    control = choice.control
    if choice.candidate.action == "toggle" and control is not None:
        return "off" if control.toggle_state == "on" else "on"
    return choice.key if control is not None and control.control_type == "RadioButton" else choice.kind


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
