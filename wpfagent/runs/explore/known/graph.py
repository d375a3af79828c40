"""What an exploration has seen: states, the ways between them, controls; what was tried where and what came of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wpfagent.runs.explore.known.blame import PLACE, Blame
from wpfagent.runs.explore.known.covers import Covers
from wpfagent.runs.explore.known.listed import Listed
from wpfagent.runs.explore.known.ways import Ways
from wpfagent.runs.explore.screens.offer import Candidate, Offered
from wpfagent.runs.explore.screens.screen import READABLE, Place, Screen, headings
from wpfagent.runs.explore.screens.seen import Known, State, element_of, family_of
from wpfagent.runs.explore.values.arguments import Choice
from wpfagent.runs.explore.values.beside import label_of, texts_about

FAR = 0.1
"""What was entered elsewhere counts so much of what was entered on the same screen."""
LATEST = 4
"""What was entered last counts so much more than the rest."""
LEAST_WEIGHT = 0.3
"""What is chosen more rarely than this need not be tried for the application to count as covered."""
LAST = "last command"
"""Where it stands which command ran last, beside what was entered."""
RUNNING = frozenset({"click", "menu", "expand", "select_item", "toggle", "context", "double"})
"""What may show more of a program, beside filling in fields; a switch may enable something."""
NEVER_WORKS = 4
"""After so many uses without any effect the same on controls of the same kind is done rarely."""
FILLING = frozenset({"click", "type_text", "select_combo", "set_value"})
"""Actions that seldom show more of a page themselves."""
COMMANDS = frozenset({"Button", "Hyperlink", "MenuItem"})
"""What runs something of its own: what one of them does says nothing of the others."""


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
    odd: set[str] = field(default_factory=set)  # which of them hold any value, not one that a form may accept
    latest: str = ""
    last: tuple[str, str | None] = ("", None)
    grown: set[str] = field(default_factory=set)
    warned: set[str] = field(default_factory=set)
    blame: Blame = field(default_factory=Blame)
    shown: dict[str, str] = field(default_factory=dict)
    covers: Covers = field(default_factory=Covers)
    failing: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    here: str = ""
    last_new: int = 0
    looks: int = 0
    offers: dict[str, int] = field(default_factory=dict)
    """At which look each thing was offered first."""
    weights: dict[str, float] = field(default_factory=dict)
    listed: Listed = field(default_factory=Listed)
    fresh: frozenset[str] = frozenset()
    """What is offered on the screen seen last that was never offered before."""
    pages: set[str] = field(default_factory=set)
    shown_on: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """On which pages each was offered, by their titles."""
    shown_at: dict[str, int] = field(default_factory=dict)
    """At which look each page was shown last."""
    made: dict[str, int] = field(default_factory=dict)
    ran: dict[str, list[int]] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    useless: Counter[str] = field(default_factory=Counter)
    """How often each action was done on each kind of control without any effect so far; below 0 where it ever had."""
    dead: Counter[str] = field(default_factory=Counter)
    """How often in a row each was done in this run and had no effect, others having had one between."""
    families: Counter[str] = field(default_factory=Counter)
    """How often something was done with each of those that differ by numbers alone: the days of a calendar."""
    _counted: set[str] = field(default_factory=set)
    ways: Ways = field(init=False)

    def __post_init__(self) -> None:
        self.ways = Ways(self.states, self.controls)

    def see(self, screen: Screen, offered: Offered, step: int) -> bool:
        """Take note of a screen; return whether its state is new."""
        self.here = screen.state
        self.covers.look(screen, self.last[0])
        for place in screen.places:
            if place.key in self.pending:
                self._heed(place)
        state = self.states.get(screen.state)
        is_new = state is None
        if state is None:
            state = State(screen.state, screen.title, len(self.states) + 1, step)
            state.headings = headings(screen)
            state.above = screen.modal or bool(screen.opened)
            usable = [screen.places[i] for i in screen.usable]
            state.shut = frozenset(p.key for p in usable if p.key and not p.control.enabled)
            self.states[state.id] = state
            self.last_new = step
        state.visits += 1
        known_before = len(state.offered), len(self.controls)
        state.offered.update({c.key: c.weight for c in offered.candidates})
        self.fresh = frozenset(c.key for c in offered.candidates) - self.offers.keys()
        self.looks += 1
        self.shown_at[state.page] = self.looks
        self.offers |= dict.fromkeys(self.fresh, self.looks)
        if is_new or self.fresh:
            self.listed.see(screen)
        self.weights.update({c.key: c.weight for c in offered.candidates})
        self.pages.update(c.key for c in offered.candidates if c.kind == "page")
        for candidate in offered.candidates:
            self.shown_on[candidate.key].add(state.page)
        in_use = set(screen.usable)  # a state says nothing of what lies behind a dialog or an open menu
        for index, place in enumerate(screen.places):
            control = place.control
            if place.part or place.container >= 0 or control.control_type in READABLE:
                continue
            if (known := self.controls.get(place.key)) is None:
                known = self.controls[place.key] = self._known(place, screen, state.headings)
            if index in in_use:
                known.states.add(state.id)
            known.enabled = known.enabled or control.enabled
        for candidate in offered.candidates:
            if candidate.place is not None and (known := self.controls.get(candidate.place.key)) is not None:
                known.usable = True
        if (len(state.offered), len(self.controls)) != known_before:
            self.ways.forget_ways()
        for key, reason in offered.left_out.items():
            if (known := self.control_of(key)) is not None:
                known.refused = reason
        return is_new

    def control_of(self, key: str) -> Known | None:
        """Return the control that a key (`click Main/Button.Save`) is about; None where it is not known."""
        return self.controls.get(element_of(key))

    def _known(self, place: Place, screen: Screen, headings: frozenset[str]) -> Known:
        control = place.control
        known = Known(place.key, control.control_type, control.name, control.automation_id, place.window.title)
        known.parent = screen.places[place.parent].key if place.parent >= 0 else ""
        known.headings, known.first = headings, self.looks
        if control.control_type in ("Button", "Hyperlink"):
            known.told = screen.told_of(place)
        else:
            known.texts, known.label = texts_about(place, screen), label_of(place, screen)
        return known

    def note(self, state: str, choice: Choice, effect: str | None, number: int | None = None) -> None:
        """Take note of what was done in a state.

        Args:
            state: the state.
            choice: what was done.
            effect: what came of it; None where it could not be done.
            number: of the action in the record; by default they are counted.
        """
        key = choice.key
        at = number if number is not None else self.tried.total() + 1
        self.last = (key, effect)
        self.done[key] = at
        if effect == "confirmed":
            self.dead.pop(key, None)
            self._counted.clear()
        elif key not in self._counted:
            self.dead[key] += 1
            self._counted.add(key)
        if effect is not None and choice.candidate.kind != "setter":
            self.blame.note_done(key, self._entered(key, state))
        self.states[state].tried[key] += 1
        self.tried[key] += 1
        self.families[family_of(key)] += 1
        if (twin := self.ways.twin(key)) is not None:
            self.tried[twin] += 1
        self.kinds[key][choice.kind] += 1
        self._note_use(choice, effect)
        if effect in (None, "no_op"):
            self.idle[key] += 1
        place = choice.candidate.place
        if place is not None and (known := self.controls.get(place.key)) is not None:
            known.used += 1
            known.confirmed += effect == "confirmed"
        if choice.candidate.kind == "command":
            self.ran.setdefault(key, []).append(at)
            self.pairs.update((token, key) for token in self.pending.values())
            self._enter(LAST, f"after {key}")
        elif place is not None and place.group and choice.candidate.action == "select_item":
            self.values[place.group], self.made[place.group] = choice.key, at
            self._enter(place.group, f"{place.key} chosen")
        elif place is not None and choice.candidate.kind == "setter":
            of = self.controls.get(place.key)
            what = of.group if of is not None else place.key
            self.values[what], self.made[what] = _value_of(choice), at
            (self.odd.add if choice.is_odd else self.odd.discard)(what)
            self._enter(place.key, f"{place.key}={choice.kind}")

    def _note_use(self, choice: Choice, effect: str | None) -> None:
        if (use := _use_of(choice.candidate)) and self.useless[use] >= 0:
            self.useless[use] = -1 if effect == "confirmed" else self.useless[use] + 1

    def never_works(self, candidate: Candidate) -> bool:
        """Return whether this action never had an effect on any control of this kind, often as it was done."""
        return bool(_use_of(candidate)) and self.useless[_use_of(candidate)] >= NEVER_WORKS

    def alike(self, candidate: Candidate) -> int:
        """Return how often something was done with others that differ from this one by numbers alone."""
        return self.families[family_of(candidate.key)] if any(map(str.isdigit, candidate.key)) else 0

    def works(self, candidate: Candidate) -> bool:
        """Return whether this action had an effect on any control of this kind."""
        return self.useless[_use_of(candidate)] < 0

    def _enter(self, where: str, token: str) -> None:
        self.pending[where], self.latest = token, token
        self.shown.pop(where, None)

    def _heed(self, place: Place) -> None:
        """What a field shows otherwise than it did after it was entered is not entered any more."""
        control = place.control
        shows = f"{control.value}|{control.toggle_state}"
        if self.shown.setdefault(place.key, shows) != shows:
            del self.pending[place.key], self.shown[place.key]
            self.values.pop(place.key, None)

    def note_failure(self, state: str, choice: Choice) -> None:
        """Take note that something failed after this: the value that was set, or what was entered each time."""
        key = choice.key
        if choice.candidate.kind == "setter" and choice.kind:
            self.failing[key][choice.kind] += 1
            return
        self.blame.note_failure(key, self._entered(key, state))

    def note_end(self, state: str, choice: Choice) -> None:
        """Take note that this ended the program: as bad as a failure with what was entered, or else in this state."""
        entered = self._entered(choice.key, state)
        fields = {where: token for where, token in entered.items() if where not in (PLACE, LAST)}
        self.blame.note_failure(choice.key, fields or {PLACE: entered[PLACE]})
        self.blame.fine[choice.key].discard(entered[PLACE])
        self.ways.ended(choice.key)

    def fails_again(self, key: str) -> bool:
        """Return whether this has only ever failed, or ended the program, with something that is entered now."""
        return self.blame.expects(key, self._entered(key, self.here))

    def _entered(self, key: str, state: str) -> dict[str, str]:
        """What is entered, and where."""
        entered = {where: token for where, token in self.pending.items() if token != f"after {key}"}
        return entered | {PLACE: f"in {state}"}

    def lead(self, state: str, key: str, following: str) -> None:
        """Take note of where something led."""
        was, now = self.states[state], self.states.get(following)
        self.listed.note(key, self.fresh, opened=now is not None and bool(now.headings - was.headings))
        self.ways.note(state, key, following)

    def fills_up(self, state: str) -> bool:
        """Return whether more could be done here after what shows nothing by itself: it may have come late."""
        here = self.states[state]
        led = {to for key, ways in here.ways.items() if key.partition(" ")[0] in FILLING for to in ways}
        return any(here.offered.keys() < there.offered.keys() and not _frees(here, there)
                   for there in map(self.states.__getitem__, led))  # fmt: skip

    def start_over(self) -> None:
        """A fresh run of the application: nothing is entered yet, and pages are as they were seen first."""
        self.ways.start_over()
        self.pending.clear()
        self.shown.clear()
        self.values.clear()
        self.odd.clear()
        self.made.clear()
        self.ran.clear()
        self.done.clear()
        self.dead.clear()
        self._counted.clear()
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

    def locality(self, key: str) -> float:
        """Return 1 for what was offered on one page only, a half on two: it takes likelier what is entered there."""
        return 1.0 / max(1, len(self.shown_on[key]))

    def holds(self, key: str, kind: str) -> bool:
        """Return whether a field was given this kind of value already in this run of the application."""
        return bool(kind) and self.values.get(element_of(key)) == kind

    def is_unknown(self, key: str) -> bool:
        """Return whether this was never done and is no way to fill in a field: a command, a page, a menu, a section.

        Items of a list are ways to fill in once some of them were chosen and no other page opened.
        """
        if self.tried[key] or key.partition(" ")[0] not in RUNNING:
            return False
        if (may_open := self.listed.may_open(key, is_page=key in self.pages)) is not None:
            return may_open
        return (known := self.control_of(key)) is None or known.control_type != "ComboBox"

    def is_often(self, candidate: Candidate) -> bool:
        """Return whether something is to be done at least once: what is rarely chosen is left out.

        What only the mouse can do with a list is done once, rare as it is otherwise.
        """
        return candidate.weight >= LEAST_WEIGHT or candidate.key.startswith(("context ", "double "))

    def is_untried(self, key: str) -> bool:
        """Return whether this was never done anywhere, and is not rarely chosen."""
        return not self.tried[key] and self.weights.get(key, 0.0) >= LEAST_WEIGHT

    def untried(self, state: str) -> list[str]:
        """Return what was never done anywhere and could be done in this state; what is rarely chosen is left out."""
        return sorted(k for k, w in self.states[state].offered.items() if w >= LEAST_WEIGHT and not self.tried[k])

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
            "kinds": _kinds(acted),
            "never_reached": [k.to_dict() for k in acted if k.usable and not k.used],
            "left_alone": [k.to_dict() for k in acted if k.refused and not k.used],
            "always_disabled": [k.to_dict() for k in listed if not k.enabled],
        }


def _kinds(controls: Sequence[Known]) -> list[dict[str, Any]]:
    """How many controls there are of each type, and how many of them were used."""
    there = Counter(k.control_type for k in controls)
    used = Counter(k.control_type for k in controls if k.used)
    return [{"control_type": kind, "controls": there[kind], "used": used[kind]} for kind in sorted(there)]


def _use_of(candidate: Candidate) -> str:
    """An action on a kind of control: by type, class and list; of commands those whose names differ by numbers."""
    place = candidate.place
    if place is None:
        return ""
    if candidate.kind == "command" and place.control.control_type in COMMANDS:
        return family_of(candidate.key)
    return f"{candidate.key.split(' ', 1)[0]} {place.control.control_type} {place.control.class_name} {place.group}"


def _frees(here: State, there: State) -> bool:
    """Whether what can be done in the second state beside is disabled in the first."""
    return any(element_of(key) in here.shut for key in there.offered.keys() - here.offered.keys())


def _value_of(choice: Choice) -> str:
    """The class of value that a field holds after this was done."""
    control = choice.control
    if choice.candidate.action == "toggle" and control is not None:
        return "off" if control.toggle_state == "on" else "on"
    return choice.key if control is not None and control.control_type == "RadioButton" else choice.kind


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
