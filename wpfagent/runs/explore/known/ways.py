"""How one gets about: what led where, what opens what, and the shortest known way to something.

A way may lead through what is disabled just now, or through a form that was refused: that costs more, and who goes it
enters first what is needed (see `goals`).
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field

from wpfagent.runs.explore.screens.screen import ROW_CONTAINERS
from wpfagent.runs.explore.screens.seen import Known, State, element_of, plain
from wpfagent.safety.questions import AFFIRMATIVE, DISMISSING, NEGATIVE

STEP, SHUT, REFUSED, BY_CHANCE = 10, 30, 40, 20
"""What a step costs; how much more where it is disabled, was refused last time, or takes any value, item or place."""
CHANCE = frozenset({"type_text", "set_value", "select_combo", "context", "double", "move", "drag", "draw", "poke",
                    "wheel", "scroll", "keys", "send_keys"})  # fmt: skip
"""What led somewhere by the value, item or place that it happened to have: it may lead elsewhere next time."""
Before = dict[str, tuple[str, str, int] | None]
"""The last step to each state, and what the whole way costs."""


@dataclass(slots=True)
class Ways:
    """What led where.

    Args:
        states: all that were seen.
        controls: all that were seen.
        leads: where each thing led to another state: counted by that state, the latest last.
        stayed: whether each thing was still there after it was done last: a form that is accepted goes away.
        enablers: what each element was enabled by, the latest last.
        shut: what confirmed a dialog last since each element was seen disabled in this run; '' for nothing.
        below: the state above which the dialog stands that is open now; '' without one.
        returns: how often each thing closed a dialog and led back to that state, less how often it led elsewhere.
    """

    states: dict[str, State]
    controls: dict[str, Known]
    leads: dict[str, Counter[str]] = field(default_factory=dict)
    stayed: dict[str, bool] = field(default_factory=dict)
    enablers: dict[str, Counter[str]] = field(default_factory=dict)
    shut: dict[str, str] = field(default_factory=dict)
    below: str = ""
    returns: Counter[str] = field(default_factory=Counter)
    _reluctances: dict[str, int] = field(default_factory=dict)
    _ways: dict[str, list[tuple[str, str, int]]] = field(default_factory=dict)

    def forget_ways(self) -> None:
        """What was seen anew may lead elsewhere."""
        self._ways.clear()

    def ended(self, key: str) -> None:
        """Take note that something ended the program, wherever it led before: a question may have come up then."""
        for one in filter(None, (key, self.twin(key))):
            self.leads.pop(one, None)
            for state in self.states.values():
                state.ways.pop(one, None)
        self._ways.clear()

    def note(self, state: str, key: str, following: str) -> None:
        """Take note of where something led."""
        was, now = self.states[state], self.states.get(following)
        if _led(was.ways.setdefault(key, Counter()), following):
            self._ways.pop(state, None)
        if now is not None and now.above and not was.above:
            self.below = state
        elif now is not None and was.above and not now.above and self.below:
            self.returns[key] += 1 if now.shows_the_page_of(self.states[self.below]) else -1
        stays = now is not None and key in now.offered
        if self.stayed.get(key) is not stays:
            self.stayed[key] = stays
            self._ways.clear()
        self._note_enabled(was, key, now)
        if following == state:
            return
        for one in (key, self.twin(key)):
            if one is not None and _led(self.leads.setdefault(one, Counter()), following):
                self._ways.clear()

    def _note_enabled(self, was: State, key: str, now: State | None) -> None:
        """Take note of what enabled something.

        What was seen disabled on another page before was enabled by the dialog that was confirmed last since then.
        """
        self.shut |= dict.fromkeys(was.shut, "")
        if now is None:
            return
        if was.above and not now.above and self._reluctance(key) == 0:
            self.shut = dict.fromkeys(self.shut, key)
        for element in {element_of(k) for k in now.offered} & self.shut.keys():
            since = self.shut.pop(element)
            if by := key if element in was.shut else since:
                _led(self.enablers.setdefault(element, Counter()), by)

    def twin(self, key: str) -> str | None:
        """The same done in another way: a menu item is clicked in its open menu, or reached by its path."""
        action, _, element = key.partition(" ")
        known = self.controls.get(element)
        if known is None or known.control_type != "MenuItem" or action not in ("click", "menu"):
            return None
        return f"{'menu' if action == 'click' else 'click'} {element}"

    def start_over(self) -> None:
        """A fresh run of the application: pages are as they were seen first."""
        for led in (*self.leads.values(), *(w for s in self.states.values() for w in s.ways.values())):
            self._expect_first(led)
        self.below = ""
        self.shut.clear()
        self._ways.clear()

    def _expect_first(self, led: Counter[str]) -> None:
        latest = self.states.get(next(reversed(led)))
        if latest is not None and len(led) > 1:
            seen = [s for one in led if (s := self.states.get(one)) is not None and s.shows_the_page_of(latest)]
            first = min(seen, key=lambda s: s.number).id
            led[first] = led.pop(first)

    # -- ways ---------------------------------------------------------------------------------------------------------

    def way_to(self, start: str, key: str, now: Container[str] | None = None) -> list[str]:
        """Return the known keys that lead to the nearest state that shows what a key is about; [] without one."""
        return self.way(start, lambda state: state.shows(key), now)

    def way(self, start: str, is_wanted: Callable[[State], bool], now: Container[str] | None = None) -> list[str]:
        """Return the known keys that lead from a state to the nearest other one that is wanted; [] without one.

        Args:
            start: the state.
            is_wanted: whether a state is one.
            now: what can be done there now, by default what ever could: what is chosen already is not offered.
        """
        before: Before = {start: None}
        for here in self._reach(start, before, now):
            if here != start and is_wanted(self.states[here]):
                return _back(here, before)
        return []

    def distances(self, start: str) -> dict[str, int]:
        """Return how many known steps each state is away from one; those to which no way is known are absent."""
        before: Before = {start: None}
        return {here: (step[2] // STEP if (step := before[here]) is not None else 0)
                for here in self._reach(start, before)}  # fmt: skip

    def _reach(self, start: str, before: Before, now: Container[str] | None = None) -> Iterator[str]:
        """Walk to one state after the other, the nearest first; `before` is filled with the last step to each."""
        below = {start: self.below}
        queue = [(0, 0, start)]
        count = 0
        done: set[str] = set()
        while queue:
            spent, _, here = heapq.heappop(queue)
            if here in done:
                continue
            done.add(here)
            yield here
            closes = bool(below[here]) and self.states[here].above
            for key, last, cost in self._ways_from(here):
                if here == start and now is not None and key not in now and key in self.states[start].offered:
                    continue
                returns = closes and self.returns[key] > 0 and not self.states[last].above
                following = below[here] if returns else last  # closing a dialog leads to where it was opened from
                if following in done or following not in self.states:
                    continue
                known = before.get(following)
                if known is None or spent + cost < known[2]:
                    count += 1
                    before[following] = (here, key, spent + cost)
                    below[following] = below[here] if self.states[here].above else here
                    heapq.heappush(queue, (spent + cost, count, following))

    def _ways_from(self, state: str) -> list[tuple[str, str, int]]:
        """Where what is shown in a state led, here or else elsewhere, and what it costs.

        The same page opens from everywhere.
        """
        found = self._ways.get(state)  # kept until something new is learned: most steps go known ways
        if found is not None:
            return found
        known = self.states[state]
        ways = dict(known.ways)
        shut = {f"click {element}" for element in known.shut}
        for key in (known.offered.keys() | shut) & self.leads.keys():
            if key not in ways and (key.startswith("expand ") or self.leaves(known, key)):
                ways[key] = self.leads[key]
        made = [(key, next(reversed(led)), self._cost(known, key)) for key, led in ways.items()]
        found = self._ways[state] = sorted(made, key=lambda way: (way[2], way[0]))
        return found

    def _cost(self, state: State, key: str) -> int:
        cost = STEP + self._reluctance(key)
        if key not in state.offered and element_of(key) in state.shut:
            cost += SHUT
        if self.stayed.get(key) and self._reluctance(key) == 0:
            cost += REFUSED
        return cost + (BY_CHANCE if self._is_chance(key) else 0)

    def _is_chance(self, key: str) -> bool:
        """Whether something leads where it does by chance: of a list any item is chosen."""
        action, _, element = key.partition(" ")
        known = self.controls.get(element)
        return action in CHANCE or (
            action == "select_item" and known is not None and known.control_type in ROW_CONTAINERS
        )

    def leaves(self, state: State, key: str) -> bool:
        """Return whether something is known to lead to another page than the one that is shown."""
        return key in self.leads and not self._stays(state, self.leads[key])

    def _stays(self, state: State, led: Counter[str]) -> bool:
        """Whether something leads to the page that is shown already."""
        following = self.states.get(next(reversed(led)))
        return following is not None and not following.above and following.shows_the_page_of(state)

    def _reluctance(self, key: str) -> int:
        """What confirms a dialog comes first on a way, what dismisses it last: what was entered is to count."""
        found = self._reluctances.get(key)
        if found is None:
            known = self.controls.get(element_of(key))
            label = plain(known.name) if known is not None else ""
            dismissing = label in DISMISSING or label in NEGATIVE or key.startswith(("close ", "keys"))
            found = 0 if label in AFFIRMATIVE else 2 if dismissing else 1
            if known is not None:
                self._reluctances[key] = found
        return found


def _led(counts: Counter[str], following: str) -> bool:
    """Count where something led; what it led to last stands last. Return whether that is another one than before."""
    last = next(reversed(counts), None)
    counts[following] = counts.pop(following, 0) + 1
    return last != following


def _back(here: str, before: Mapping[str, tuple[str, str, int] | None]) -> list[str]:
    keys: list[str] = []
    step = before[here]
    while step is not None:
        keys.append(step[1])
        step = before[step[0]]
    return keys[::-1]
