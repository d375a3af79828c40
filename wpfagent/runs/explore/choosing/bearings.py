"""Never lost: how long one stays in a pop-up or dialog, which ways lead out, and when a fresh start is better."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.screens.seen import element_of, plain
from wpfagent.runs.explore.values.arguments import Choice
from wpfagent.safety.questions import DISMISSING, NEGATIVE

BACK = frozenset({"back", "previous", "戻る", "前へ"})
"""What leads to the step before, in a wizard."""
PATIENCE = 10
"""So many steps in a row beside the main window's pages, or without an effect, may show nothing new."""
FORM_PATIENCE = 30
"""The same where a goal is followed there: a form of many fields, filled in once more."""
SHARE, SETTLED = 0.15, 40
"""No place beside those pages gets more of the steps once so many were done: it is left as soon as nothing is new."""
FORM_SHARE = 0.15
"""Nor does a form in it once twice as many were done, finished or not."""
STUCK, STUCK_ASKED = 4, 2
"""After so many steps in a row without an effect, on a page, something may lie over it that takes them all.

Sooner where something on the page asks to be gone through.
"""
RECENT, MOST_OF_ONE = 100, 20
"""Of so many steps in a row no element takes more, while there is another one."""
STALE = 120
"""After so many steps in a run without anything new the program is started afresh; after the next twice as many."""


@dataclass(slots=True)
class Bearings:
    """Where the steps of an exploration go.

    Args:
        steps: how many were done in each place.
        openers: what led into each place from another one.
        leads: into which place each thing led last.
        quiet: how many steps in a row showed nothing new in the place where one is.
        fruitless: how many in a row had no effect.
        stale: how many of this run showed nothing new.
        patience: how many of those this run may have.
    """

    steps: Counter[str] = field(default_factory=Counter)
    openers: dict[str, str] = field(default_factory=dict)
    leads: dict[str, str] = field(default_factory=dict)
    quiet: int = 0
    fruitless: int = 0
    stale: int = 0
    patience: int = STALE
    _recent: deque[str] = field(default_factory=lambda: deque(maxlen=RECENT))
    _place: str = ""
    _last: str = ""
    _is_aside: bool = False
    _tried: set[str] = field(default_factory=set)

    def start_over(self) -> None:
        """A fresh run of the application begins."""
        if self.stale >= self.patience:
            self.patience *= 2
        self.quiet = self.fruitless = self.stale = 0
        self._place = self._last = ""
        self._tried.clear()

    def arrive(self, screen: Screen) -> None:
        """Take note of where one is now."""
        if screen.place != self._place:
            if self._last:
                self.openers.setdefault(screen.place, self._last)
                self.leads[self._last] = screen.place if screen.is_aside else ""
            self._place, self._is_aside, self.quiet = screen.place, screen.is_aside, 0
            self._tried.clear()

    def note(self, key: str, *, effective: bool, is_new: bool, tells: bool = True) -> None:
        """Take note of a step: whether it was seen to have an effect, and whether it was something never done.

        `tells`: that it had none tells something.
        """
        self._last = key
        self._recent.append(element_of(key))
        self.steps[self._place] += 1
        self.fruitless = 0 if effective else self.fruitless + tells
        if effective and not self._is_aside:
            self._tried.clear()  # what lies over a page next is another thing
        self.quiet = 0 if is_new else self.quiet + 1
        self.stale = 0 if is_new else self.stale + 1

    @property
    def wants_fresh_start(self) -> bool:
        """Whether nothing is to be gained in this run any more: nothing new came for long, or nothing has an effect."""
        return self.stale >= self.patience or self.fruitless >= 3 * PATIENCE

    def is_worn(self, key: str) -> bool:
        """Return whether an element has had its share of the latest steps, whatever it was used for."""
        return self._recent.count(element_of(key)) >= MOST_OF_ONE

    def is_to_leave(self, screen: Screen, *, has_new: bool, has_goal: bool, asks: bool = False) -> bool:
        """Return whether it is time to leave the place where one is, or what lies over a page of the main window.

        Args:
            screen: what is shown.
            has_new: whether something here was never done.
            has_goal: whether something is aimed at: a form has its time.
            asks: whether something on the page leads on and back.
        """
        if not screen.is_aside:
            return self.fruitless >= (STUCK_ASKED if asks else STUCK)
        if has_new:
            return False
        if has_goal and max(self.quiet, self.fruitless) < FORM_PATIENCE:
            return self.has_had_its_share(screen)
        return self.quiet >= PATIENCE or self.fruitless >= PATIENCE or self._is_settled(self._place)

    def is_in_vain(self, key: str) -> bool:
        """Return whether something leads into a place that has had its share, and would be left at once."""
        return self._is_settled(self.leads.get(key, ""))

    def _is_settled(self, place: str) -> bool:
        total = self.steps.total()
        return bool(place) and total >= SETTLED and self.steps[place] >= SHARE * total

    def has_had_its_share(self, screen: Screen) -> bool:
        """Return whether a place beside the main window's pages took as many steps as a form may."""
        total = self.steps.total()
        return screen.is_aside and total >= 2 * SETTLED and self.steps[self._place] >= FORM_SHARE * total

    def way_out(self, screen: Screen, by_key: Mapping[str, Candidate], through: Sequence[str] = ()) -> str | None:
        """Return the next way out of this place, each once: Esc, its own way, the opener again, closing; or None.

        Of what may lie over a page its own way comes first, then what goes `through` it; nothing is closed.
        """
        own = sorted(c.key for c in by_key.values() if dismisses(c))
        closing = sorted(c.key for c in by_key.values() if c.kind == "closing" and c.action != "send_keys")
        ways = ["keys Esc", *own, self.openers.get(screen.place, ""), *closing]
        for key in ways if screen.is_aside else [*own, "keys Esc", *through]:
            if key in by_key and key not in self._tried:
                self._tried.add(key)
                return key
        return None


def tells(choice: Choice) -> bool:
    """Whether it tells something that nothing came of it: not of a mere attempt by hand, or of a value that is entered.

    What lies over a field does not keep it from taking one, and one that it takes may not be readable, or marked wrong.
    """
    return not choice.candidate.is_by_hand and choice.candidate.action not in ("type_text", "set_value")


def dismisses(candidate: Candidate) -> bool:
    """Whether a command takes a dialog away by its name, unanswered."""
    control = candidate.control
    return candidate.kind == "command" and control is not None and plain(control.name) in DISMISSING | NEGATIVE


def turns_back(candidate: Candidate) -> bool:
    """Whether a command leaves what a dialog or a step of a wizard asks for: that is finished first."""
    control = candidate.control
    return dismisses(candidate) or (control is not None and plain(control.name) in BACK)
