"""How the next action is chosen. All three draw from the same dice and see sorted candidates: a seed gives one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from wpfagent.runs.explore.choosing.bearings import Bearings, tells, turns_back
from wpfagent.runs.explore.choosing.doubts import Doubts
from wpfagent.runs.explore.choosing.narrowing import Narrowing
from wpfagent.runs.explore.choosing.roaming import survey, way_to_the_least_done
from wpfagent.runs.explore.choosing.saving import Saving
from wpfagent.runs.explore.choosing.scoring import in_turn, leading_on, leaves, score
from wpfagent.runs.explore.choosing.situation import Situation, goes_on
from wpfagent.runs.explore.choosing.unlikely import Unlikely
from wpfagent.runs.explore.choosing.unusual import Unusual
from wpfagent.runs.explore.choosing.walking import Walker
from wpfagent.runs.explore.known.covers import MOST_TURNS
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.screens.seen import element_of
from wpfagent.runs.explore.values.arguments import Choice

NEW_CHANCE = 0.95
"""How often a command, page or menu that was never used comes first: the rest builds on it."""
BESIDE = 20.0
"""What a field never filled in, or a switch never used, is worth beside a command never used (1).

Commands meet what is entered before them, and a switch may enable some; used first they would have to be used again."""
SECOND_LOOKS = 0.2
"""The share of all steps that second looks may take; half of it where something at hand was never done."""
DUE_CHANCE = 0.85
"""How often a command at hand is run that has never met what is entered of what it names."""
FOLLOW_CHANCE = 0.3
"""How often what was just entered is followed by a command that has never met it."""
FRESH_CHANCE = 0.75
"""How often a field that was never filled in is, where there is such a one here."""
WAY_CHANCE = 0.6
"""How often the way to one elsewhere is taken where none is here."""
FORM_CHANCE = 0.45
"""How often a form is filled in as a whole and sent."""
COMMAND_CHANCE = 0.4
"""How often a command is run that has never met the values that are entered now."""
LEADING_ON = 0.4
"""How much rarer a command is tried with other values that has only led to other states from here."""
MOST_MENDED = 2
"""So often a field that does not take a text gets another one at once."""


class Strategy(Protocol):
    """What chooses the next action."""

    @property
    def wants_fresh_start(self) -> bool:
        """Whether it is better to start the application anew."""

    def choose(self, situation: Situation) -> Choice:
        """Return the next action."""

    def note(self, choice: Choice, effect: str | None, *, is_new: bool) -> None:
        """Take note of what came of it; `is_new`: it was never done before."""

    def start_over(self) -> None:
        """A fresh run of the application begins."""


class Uniform:
    """Any candidate, each as likely as the others."""

    wants_fresh_start = False

    def choose(self, situation: Situation) -> Choice:
        """Return the next action."""
        return situation.fill(situation.dice.choice(situation.candidates))

    def note(self, choice: Choice, effect: str | None, *, is_new: bool) -> None:
        """Nothing is learned."""

    def start_over(self) -> None:
        """Nothing is remembered."""


class Weighted(Uniform):
    """Any candidate, by its weight."""

    def choose(self, situation: Situation) -> Choice:
        """Return the next action."""
        found = situation.candidates
        return situation.fill(situation.dice.choices(found, [c.weight for c in found])[0])


@dataclass(slots=True)
class Novelty:
    """What was tried least. Its parts are asked in order, and the first that has something to do has its way.

    Args:
        walker: ways and goals under way.
        doubts: what looked wrong and is looked at again.
        saving: what was saved and is looked at again.
        unusual: the rounds of unusual values.
        unlikely: what only a hand finds.
        narrowing: what hides rows of a list.
        bearings: when a place is left, and when a fresh start is better.
        second_looks: how many steps were for what looked wrong.
        mended: how often each field that did not take a text got one at once that it may take.
    """

    walker: Walker = field(default_factory=Walker)
    doubts: Doubts = field(default_factory=Doubts)
    saving: Saving = field(default_factory=Saving)
    unusual: Unusual = field(default_factory=Unusual)
    unlikely: Unlikely = field(default_factory=Unlikely)
    narrowing: Narrowing = field(default_factory=Narrowing)
    bearings: Bearings = field(default_factory=Bearings)
    second_looks: int = 0
    _is_looking: bool = False
    mended: Counter[str] = field(default_factory=Counter)
    _refused: Choice | None = None

    def choose(self, situation: Situation) -> Choice:
        """Return the next action."""
        self.walker.arrive(situation)
        self.narrowing.see(situation.screen)
        part, choice = next((p, found) for p in self._parts() if (found := p(situation)) is not None)
        likely = situation.likely
        others = [c for c in situation.candidates if c.key in likely and not self.bearings.is_worn(c.key)]
        if others and self.bearings.is_worn(choice.key):
            self.walker.forget()
            part, choice = self._least_tried, situation.draw(others, [score(c, situation) for c in others])
        self._is_looking = part == self._second_look or (self._is_looking and part == self._under_way)
        self.second_looks += self._is_looking
        self.narrowing.chose(choice, situation.screen)
        if choice.candidate.kind == "command":
            situation.planner.note(choice.key)
        return choice

    def note(self, choice: Choice, effect: str | None, *, is_new: bool) -> None:
        """Take note of what came of an action."""
        self.unlikely.note(choice, effect)
        if choice.candidate.action == "type_text":
            self._refused = choice if effect != "confirmed" else None
        self.bearings.note(choice.key, effective=effect == "confirmed", is_new=is_new, tells=tells(choice))

    def start_over(self) -> None:
        """A fresh run of the application begins: nothing is under way."""
        self.walker.start_over()
        self.bearings.start_over()
        self.doubts.start_over()
        self.narrowing.start_over()

    @property
    def wants_fresh_start(self) -> bool:
        """Whether nothing is to be gained in this run of the application any more."""
        return self.bearings.wants_fresh_start

    def _parts(self) -> tuple[Callable[[Situation], Choice | None], ...]:
        refused = (self._refused_form, self._refused_field, self.narrowing.widen)
        begun = (self._way_out, *refused, self._uncover, self._under_way)
        new_pages = (survey, self._uncalled)
        elsewhere = (self._save_and_look, self._least_done_page, self._second_look, self.unlikely.now_and_then)
        new = (self._new_here, self._finish, self._turn_back, self.unlikely.before_leaving, self._new_elsewhere)
        commands = (self._unusual_round, self._due, self._named, self._follow_up)
        rest = (self._field_here, self._field_elsewhere, self._form, self._unmet_command, self._least_tried)
        return (*begun, *new_pages, self._newly_possible, *elsewhere, *new, *commands, *rest)

    # -- the parts, in their order --------------------------------------------------------------------------------

    def _way_out(self, situation: Situation) -> Choice | None:
        """Out of a pop-up or dialog in which nothing is new; a form in it is finished first."""
        self.bearings.arrive(situation.screen)
        has_new = bool(situation.never_done)
        is_aside, state = situation.screen.is_aside, situation.screen.state
        has_goal = self.walker.goal is not None or (is_aside and situation.planner.is_unfinished(state))
        through = situation.through
        if not self.bearings.is_to_leave(situation.screen, has_new=has_new, has_goal=has_goal, asks=bool(through)):
            return None
        key = self.bearings.way_out(situation.screen, situation.likely, through)
        if key is None:
            return None
        self.walker.forget()
        return situation.fill(situation.by_key[key], remembering=True)

    def _refused_form(self, situation: Situation) -> Choice | None:
        """The form that was refused just now once more, with other values; what else it has comes first (`Add`)."""
        if situation.screen.is_aside and any(c.kind == "command" and not turns_back(c) for c in situation.never_done):
            return None
        goal = situation.planner.refused_form(situation.dice)
        return self.walker.set_out(goal, situation) if goal is not None else None

    def _refused_field(self, situation: Situation) -> Choice | None:
        """What a field may take, where it did not take what was typed just now."""
        refused, self._refused = self._refused, None
        candidate = situation.by_key.get(refused.key) if refused is not None else None
        if refused is None or candidate is None or candidate.items or self.mended[refused.key] >= MOST_MENDED:
            return None
        if candidate.control is not None and candidate.control.is_password:
            return None  # it is never known what it took
        self.mended[refused.key] += 1
        choice = situation.fill(candidate, remembering=True, valid=True)
        if choice.args == refused.args:
            situation.planner.refusals.doubts[element_of(refused.key)] += 1
            choice = situation.fill(candidate, remembering=True, valid=True)
        return choice

    def _uncover(self, situation: Situation) -> Choice | None:
        """What lies over things that were never done: something new in it, else what opened it once more."""
        graph, screen = situation.graph, situation.screen
        cover = graph.covers.here(screen)
        if not cover or graph.covers.turns[cover] >= MOST_TURNS:
            return None
        hidden = graph.covers.hidden(screen)
        if not any(element_of(key) in hidden and graph.is_unknown(key) for key in graph.offers):
            return None
        graph.covers.turns[cover] += 1
        within = graph.covers.inside(screen)
        inside = [c for c in situation.never_done if c.place is not None and c.place.key in within]
        if inside:
            return situation.draw(inside, [c.weight for c in inside])
        opener = situation.by_key.get(graph.covers.openers.get(cover, ""))
        return situation.fill(opener, remembering=True) if opener is not None else None

    def _under_way(self, situation: Situation) -> Choice | None:
        """What was begun: a way, a goal, saving and looking again."""
        if (step := self.walker.next_step(situation)) is not None:
            return step
        return self._save_and_look(situation) if self.saving.is_under_way else None

    def _save_and_look(self, situation: Situation) -> Choice | None:
        """Saving, and looking whether it is still there."""
        found = self.saving.next_key(situation, has_new=bool(situation.never_done))
        return situation.fill(situation.by_key[found[0]], remembering=True, valid=found[1]) if found else None

    def _uncalled(self, situation: Situation) -> Choice | None:
        """What would call a method of the program that never ran, the latest that came first; else where it was seen.

        Of what asks for something its form and its ways back come before what lies behind.
        """
        callers = situation.callers
        if callers is None:
            return None
        here = [c for c in situation.by_key.values() if callers.is_uncalled(c.key)]
        if situation.asks:
            within = [c for c in situation.in_front(here) if not turns_back(c)]
            if not within and self._is_unfinished(situation):
                return None
            here = within or [c for c in here if turns_back(c)] or here
        if not here:
            return self.walker.seek(situation, callers.is_uncalled)
        first = situation.graph.offers
        latest = max(first.get(c.key, 0) for c in here)
        here = [c for c in here if first.get(c.key, 0) == latest]
        return situation.draw(here, [1.0] * len(here))

    def _newly_possible(self, situation: Situation) -> Choice | None:
        """A command at hand that what was done before has enabled: it may be possible no longer soon."""
        if situation.asks:
            return None
        enabled = situation.graph.ways.enablers
        fresh = [c for c in situation.never_done if c.kind == "command" and element_of(c.key) in enabled]
        return situation.draw(fresh, [c.weight for c in fresh]) if fresh else None

    def _second_look(self, situation: Situation) -> Choice | None:
        """What looked wrong once, or should be run several times; it may take its share."""
        share = SECOND_LOOKS / 2 if situation.never_done else SECOND_LOOKS
        if self.second_looks > share * situation.graph.tried.total():
            self.doubts.note(situation)
            return None
        self.walker.way = self.doubts.series(situation)
        return self.walker.along_the_way(situation) or self.walker.set_out(self.doubts.look_again(situation), situation)

    def _least_done_page(self, situation: Situation) -> Choice | None:
        """Now and then the way to a page on which much less was done than on this one; what asks is finished first."""
        if situation.screen.is_aside or (situation.asks and self._is_unfinished(situation)):
            return None
        self.walker.way = way_to_the_least_done(situation.screen.state, situation.graph, situation.dice)
        return self.walker.along_the_way(situation)

    def _is_unfinished(self, situation: Situation) -> bool:
        """Whether what asks for something has more to do, beside a way back."""
        fresh = [c for c in situation.never_done if not turns_back(c) and not leaves(c)]
        return bool(situation.in_front(fresh)) or situation.planner.is_unfinished(situation.screen.state)

    def _new_here(self, situation: Situation) -> Choice | None:
        """A command, page, menu or field at hand that was never used; a dialog's form and ways back are not yet.

        But where it has commands beside its form: they meet any values, and the form is finished after that.
        """
        asks, graph = situation.asks, situation.graph
        fresh = [c for c in situation.never_done if not (asks and turns_back(c))]
        takes_form = asks and situation.planner.is_unfinished(situation.screen.state)
        front = situation.in_front(fresh) if asks else fresh
        fresh = front if front or takes_form else fresh
        is_plain = takes_form and not any(c.kind == "command" and not goes_on(c) for c in front)
        fields = [] if is_plain else [c for c in situation.candidates if c.enters and graph.is_untried(c.key)]
        if not fresh + fields or situation.dice.random() >= NEW_CHANCE:
            return None
        weights = [c.weight * leading_on(c, situation) / (1 + graph.alike(c)) for c in fresh]
        return situation.draw(fresh + fields, weights + [c.weight * BESIDE for c in fields])

    def _finish(self, situation: Situation) -> Choice | None:
        """The form of a dialog or of a step of a wizard, before it is left for something else."""
        if not situation.asks or self.bearings.has_had_its_share(situation.screen):
            return None
        return self.walker.toward_new_goal(situation, forms=True, here=True)

    def _unusual_round(self, situation: Situation) -> Choice | None:
        """The fields of this page filled in otherwise, and its commands used with that; or the way to another one."""
        self.walker.way = self.unusual.round_here(situation)
        self.walker.apart = bool(self.walker.way)
        self.walker.way = self.walker.way or self.unusual.way_on(situation, self.bearings.is_in_vain)
        return self.walker.along_the_way(situation)

    def _turn_back(self, situation: Situation) -> Choice | None:
        """What leaves a dialog or a step, where it was never used."""
        fresh = situation.never_done if situation.asks else []
        if not fresh or situation.dice.random() >= NEW_CHANCE:
            return None
        return situation.draw(fresh, [c.weight for c in fresh])

    def _new_elsewhere(self, situation: Situation) -> Choice | None:
        """The way to the nearest one that was seen elsewhere."""
        if situation.never_done or situation.dice.random() >= NEW_CHANCE:
            return None
        return self.walker.seek(situation, situation.graph.is_unknown)

    def _due(self, situation: Situation) -> Choice | None:
        """A command at hand that names fields, and has never met what is entered there now."""
        due = [c for c in situation.commands if situation.planner.is_due(c.key)]
        if not due or situation.dice.random() >= DUE_CHANCE:
            return None
        return situation.draw(due, [c.weight for c in due])

    def _named(self, situation: Situation) -> Choice | None:
        """A command that names fields, those being filled in first."""
        return self.walker.toward_new_goal(situation, forms=False)

    def _follow_up(self, situation: Situation) -> Choice | None:
        """Now and then a command that has never met what was just entered."""
        graph = situation.graph
        if not graph.latest or situation.dice.random() >= FOLLOW_CHANCE:
            return None
        unmet = [c for c in self._worthwhile(situation) if graph.never_met_latest(c.key)]
        weights = [c.weight * graph.locality(c.key) / (1 + graph.tried[c.key]) for c in unmet]
        return in_turn(unmet, weights, situation)

    def _field_here(self, situation: Situation) -> Choice | None:
        """Anything at hand that was never used: a field, an item."""
        graph = situation.graph
        fresh = [c for c in situation.candidates if graph.is_untried(c.key) and not graph.never_works(c)]
        if not fresh or situation.dice.random() >= FRESH_CHANCE:
            return None
        return situation.draw(fresh, [c.weight for c in fresh])

    def _field_elsewhere(self, situation: Situation) -> Choice | None:
        """The way to the nearest such thing."""
        if situation.dice.random() >= WAY_CHANCE:
            return None
        return self.walker.seek(situation, situation.graph.is_untried)

    def _form(self, situation: Situation) -> Choice | None:
        """A form as a whole, until it is accepted."""
        if situation.dice.random() >= FORM_CHANCE:
            return None
        return self.walker.toward_new_goal(situation, forms=True)

    def _unmet_command(self, situation: Situation) -> Choice | None:
        """A command that has never run with the values that are entered now."""
        graph, state = situation.graph, situation.screen.state
        near = {p.key for p in situation.screen.places}
        commands = {c: n for c in self._worthwhile(situation) if (n := graph.new_pairs(c.key, near))}
        if not commands or situation.dice.random() >= COMMAND_CHANCE:
            return None
        leads_on = graph.states[state].ways
        weights = [
            c.weight
            * n
            * graph.locality(c.key)
            * (LEADING_ON if state not in leads_on.get(c.key, (state,)) else 1.0)
            / (1 + graph.tried[c.key]) ** 1.2
            for c, n in commands.items()
        ]
        return in_turn(list(commands), weights, situation)

    def _least_tried(self, situation: Situation) -> Choice:
        """Anything, what was tried least the likeliest."""
        left = [c for c in situation.candidates if not self.bearings.is_in_vain(c.key)] or situation.candidates
        return situation.draw(left, [score(c, situation) for c in left])

    def _worthwhile(self, situation: Situation) -> list[Candidate]:
        """The commands at hand but those of places that would be left at once."""
        return [c for c in situation.commands if not self.bearings.is_in_vain(c.key)]


STRATEGIES: Mapping[str, Callable[[], Strategy]] = MappingProxyType(
    {"uniform": Uniform, "weighted": Weighted, "novelty": Novelty}
)
