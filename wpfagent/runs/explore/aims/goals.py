"""Goals: a command together with what the screen says it takes into account, entered first.

A careful tester reads what a button says about itself: the fields that it names are given the kinds of value that are
told of beside them, the buttons that it names run first, then it is pressed; another time with other kinds of value.
Where it names nothing, the fields beside it make its form, which is filled in until it is accepted. Steps on other
pages are reached by ways that are known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from operator import ne
from random import Random

from wpfagent.runs.explore.aims.forms import COMMANDS, Forms
from wpfagent.runs.explore.aims.refusals import Refusals
from wpfagent.runs.explore.aims.routes import VALID, Goal, Routes, Step
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.known.reading import ROWS, Named, named_by
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.screens.seen import Known, element_of, plain
from wpfagent.runs.explore.values.hints import classes
from wpfagent.safety.questions import GOING_ON

SETTERS = ("type_text", "set_value", "select_combo", "toggle", "click", "select_item")
ENTERING = ("type_text ", "set_value ")
USUAL_SETTERS = {"Edit": "type_text", "Slider": "set_value", "Custom": "set_value", "CheckBox": "toggle"}
MOST_FIELDS = 8
"""A form of more fields is filled in as far as these: its whole would take most of a run."""
MOST_PLANS = 64
"""Of so many ways to fill in what a command names one is chosen: more are never done."""
MOST_TRIES = 3
"""So often a command is aimed at with one plan: what is in the way then will be in the way again."""
MOST_ROWS = 4
"""Of a list that a command names so many rows are chosen: one of them may be special."""
NEVER_RUN = 3.0
"""How much more a command is worth that has never run: it may open a page."""
FORM = 0.7
"""What a form is worth that was never accepted, beside a command that takes one thing into account (1)."""
FAILED = 0.2
"""How much less a command is worth that has failed: it is known."""
SELDOM = 0.05
"""What a form is worth that was accepted already."""
CAREFUL_TRIES, ODD_CHANCE = 2, 0.35
"""So often a form is filled in with what it may accept; then each of its fields that often with something else."""
LUCK = 0.7
"""The least that the dice leave of what a goal is worth: one goal is not always the first."""
ONCE, AGAIN = "once", "several times"
"""The kinds of running a button before another one: some take a result that several runs make."""
RUNS = {ONCE: 1, AGAIN: 3}
ASKS_MORE = re.compile(r"(?:…|\.\.\.)\s*$")
"""How commands are called that open a dialog to ask for more."""


@dataclass(slots=True)
class Planner:
    """Makes goals of what is known, and remembers which were met.

    Args:
        graph: what is known.
        items: the items of combo boxes, by the box's key.
        met: the plans that each command has run with.
        tries: how often each command was aimed at with each plan, or form.
        refusals: the forms that were refused.
        finishing: how often each command was aimed at with each form, that a dialog be finished.
        forms: which fields each command takes.
    """

    graph: Graph
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    met: dict[str, set[tuple[str, ...]]] = field(default_factory=dict)
    tries: Counter[tuple[str, tuple[str, ...]]] = field(default_factory=Counter)
    refusals: Refusals = field(default_factory=Refusals)
    finishing: Counter[tuple[str, str]] = field(default_factory=Counter)
    forms: Forms = field(init=False)
    _read: dict[str, tuple[int, tuple[Named, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.forms = Forms(self.graph, self.refusals)

    def named(self, command: Known) -> tuple[Named, ...]:
        """Return what a command names; read again once more is known."""
        size = len(self.graph.controls)
        known = self._read.get(command.key)
        if known is None or known[0] != size:
            known = size, named_by(command, self.graph)
            self._read[command.key] = known
        return known[1]

    def note(self, key: str) -> None:
        """Take note that a command runs with the values that are entered now."""
        known = self.graph.control_of(key)
        if known is not None and (named := self.named(known)):
            self.met.setdefault(known.key, set()).add(self.now(named))

    def note_answer(self, key: str, before: Screen, after: Screen) -> None:
        """Take note of what a screen says after a command: that its form was refused, say."""
        known = self.graph.control_of(key)
        if known is None or known.control_type not in COMMANDS:
            return
        form = self.forms.of(known)
        if not form or any(k.control_type not in ROWS for k in form):  # what only names a row is no form to be mended
            self.refusals.note(key, before, after, form, self.forms.entered(form))

    def still_shut(self, key: str, screen: Screen, dice: Random) -> Goal | None:
        """Take note that a command is disabled though its form was filled in: refused; return the goal to try again."""
        known = self.graph.control_of(key)
        if known is None or known.control_type not in COMMANDS or not self.forms.takes(known):
            return None
        form = self.forms.of(known)
        self.refusals.note_shut(key, screen, form, self.forms.entered(form))
        return self.refused_form(dice)

    def has_met(self, key: str) -> bool:
        """Return whether a command that names something has run with what it names as it is now."""
        known = self.graph.control_of(key)
        return known is not None and self.now(self.named(known)) in self.met.get(known.key, ())

    def is_due(self, key: str) -> bool:
        """Return whether all that a command names is entered, and it has never run with it as it is now."""
        known = self.graph.control_of(key)
        if known is None:
            return False
        now = self.now(self.named(known))
        return bool(now) and all(now) and now not in self.met.get(known.key, ())

    def now(self, named: tuple[Named, ...]) -> tuple[str, ...]:
        """Return what is entered and was run, of what a command names; '' for what was not."""
        made: list[str] = []
        latest = 0  # what is named runs one after the other
        for n in named:
            if not n.runs:
                made.append(self.graph.values.get(n.id, ""))
                continue
            runs = [at for at in self.graph.ran.get(f"click {n.id}", ()) if at > latest]
            made.append(AGAIN if len(runs) >= RUNS[AGAIN] else ONCE if runs else "")
            latest = runs[min(len(runs), RUNS[AGAIN]) - 1] if runs else latest
        return tuple(made)

    def relies_on(self, key: str) -> list[int]:
        """Return the numbers of the actions of this run on which a command relies, as far as the screen tells."""
        known = self.graph.control_of(key)
        if known is None or known.control_type not in COMMANDS:
            return []
        named = self.named(known)
        if not named and self.forms.takes(known):
            named = tuple(Named(k.key, (k,)) for k in self.forms.of(known))
        made = {self.graph.made[n.id] for n in named if not n.runs and n.id in self.graph.made}
        for n in named:
            made.update(self.graph.ran.get(f"click {n.id}", ())[-RUNS[AGAIN] :] if n.runs else ())
        enabled = [self.graph.done[k] for k in self.graph.ways.enablers.get(known.key, ()) if k in self.graph.done]
        return sorted({*made, max(enabled)} if enabled else made)

    def refused_form(self, dice: Random) -> Goal | None:
        """Return the goal to try the form again that was refused just now; None where none was."""
        key, self.refusals.latest = self.refusals.latest, ""
        known = self.graph.control_of(key)
        return self.goal_of(known, dice) if known is not None else None

    # -- which goal ---------------------------------------------------------------------------------------------------

    def next_goal(self, state: str, dice: Random, *, forms: bool, here: bool = False) -> Goal | None:
        """Return the goal that is worth most for its steps, those of the way included; None where nothing is left.

        Args:
            state: where one is.
            dice: the randomness.
            forms: whether commands count that name nothing, with the form around them; else those that name something.
            here: whether only those count that are shown here, some times each: what was begun is finished.
        """
        routes = Routes(self.graph)
        best, most = None, 0.0
        for key, known in sorted(self.graph.controls.items()):
            if known.control_type not in COMMANDS or known.refused or bool(self.named(known)) is forms:
                continue
            if here and not self._is_to_finish(known, state):
                continue
            click = f"click {key}"
            worth = self._worth(known)
            if not worth or self.refusals.is_used_up(click) or self.graph.fails_again(click):
                continue
            tries = self.tries[self._aimed(known, ())]
            seldom = worth == SELDOM and not self._is_shut(known)
            if forms and not here and dice.random() >= 1 / (1 + tries) ** (2 if seldom else 1):
                continue  # others shall have their turn
            goal = self.goal_of(known, dice)
            tries = self.tries[self._aimed(known, goal.plan)] if goal is not None else 0
            if goal is None or (goal.plan and tries >= MOST_TRIES):
                continue
            worth *= dice.uniform(LUCK, 1.0) / (1 + tries) ** 2 / routes.cost(state, goal)
            if worth > most:
                best, most = goal, worth
        if best is not None:
            aimed = self.graph.controls[element_of(best.command)]
            self.tries[self._aimed(aimed, best.plan)] += 1
            if here:
                self.finishing[aimed.key, self.forms.id_of(aimed)] += 1
        return best

    def _is_shut(self, command: Known) -> bool:
        """Whether a command is shown, and disabled: what lies behind it is reached by its form."""
        here = self.graph.states.get(self.graph.here)
        return here is not None and command.key in here.shut

    def _aimed(self, command: Known, plan: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """What is counted as aiming at the same: a command with a plan, or with the form that it has on its page."""
        return command.key, plan or (self.forms.id_of(command),)

    def is_unfinished(self, state: str) -> bool:
        """Return whether the form of a command is shown that was not yet aimed at so often there."""
        here = self.graph.states[state]
        shown = {element_of(key) for key in here.offered if key.startswith("click ")} | here.shut
        known = [self.graph.controls.get(element) for element in sorted(shown)]
        return any(k is not None and self._is_to_finish(k, state) for k in known)

    def _is_to_finish(self, command: Known, state: str) -> bool:
        """Whether a command is shown whose form is to be filled in; one that is disabled is enabled by that."""
        click = f"click {command.key}"
        return (
            command.control_type in COMMANDS
            and self.graph.states[state].shows(click)
            and self.finishing[command.key, self.forms.id_of(command)] < CAREFUL_TRIES
            and not (self.named(command) or command.refused or self.refusals.is_used_up(click))
            and self.forms.takes(command)
        )

    def _worth(self, command: Known) -> float:
        """How likely the next goal of a command shows something new, beside those of other commands."""
        key, named = f"click {command.key}", self.named(command)
        fresh = NEVER_RUN if not command.used else 1.0
        fresh *= FAILED if self.graph.blame.times[key] else 1.0
        if named:
            plans = 1
            for n in named:
                plans = min(MOST_PLANS, plans * max(1, len(self._kinds(n))))
            met = sum(all(plan) for plan in self.met.get(command.key, ()))
            return fresh / plans if met < plans else 0.0
        if not self.forms.takes(command):
            return 0.0
        return SELDOM if self._was_accepted(command) else fresh * FORM

    # -- what it takes ------------------------------------------------------------------------------------------------

    def goal_of(self, command: Known, dice: Random) -> Goal | None:
        """Return a goal for a command; None where nothing is known to enter before it."""
        named = self.named(command)
        last = [Step(f"click {command.key}")]
        if not named:
            return self._form_goal(command, last, dice)
        plan = self._plan(command, named, dice)
        steps: list[Step] = []
        parts = zip(named, plan, self.now(named), strict=True)
        for n, kind, held in sorted(parts, key=lambda part: self._place_in(part[0], command)):
            if not n.runs:
                steps += self._setting(n, kind)
            elif held != kind:
                steps += self._running(n, RUNS[kind])
        return Goal(last[0].key, steps + last, plan)

    def _form_goal(self, command: Known, last: list[Step], dice: Random) -> Goal | None:
        """A goal for a command that names nothing: its form, all of it as it may be accepted.

        Once that was accepted, some of the fields get any value there is, the others being as they were; but where the
        command is disabled: with such a value it would remain so.
        """
        fields = self.forms.of(command)[:MOST_FIELDS]
        was_tried = self.tries[self._aimed(command, ())] >= CAREFUL_TRIES and not self.refusals.times[last[0].key]
        is_free = was_tried and not self._is_shut(command)
        odd = [k.key for k in fields if is_free and dice.random() < ODD_CHANCE]
        form = [s for k in fields for s in self._filling(k, command, "" if k.key in odd else VALID)]
        return Goal(last[0].key, form + last) if form else None

    def _filling(self, known: Known, command: Known, kind: str) -> list[Step]:
        """The steps that give a field of a form a value; every second time that it was refused it is chosen."""
        is_doubted = known.control_type == "Edit" and self.refusals.doubts[known.key] % 2
        chosen = self._choosing(known, command) if is_doubted else []
        return chosen or self._setting(Named(known.key, (known,)), kind)

    def _choosing(self, known: Known, command: Known) -> list[Step]:
        """The steps that choose what a field holds in the dialog of a button beside it (`Pick…`); [] without one."""
        for key, beside in sorted(self.graph.controls.items()):
            is_beside = beside.parent == known.parent and bool(beside.states & known.states) and beside is not command
            if beside.control_type not in COMMANDS or not is_beside or not ASKS_MORE.search(beside.name):
                continue
            confirm = self._confirm(f"click {key}")
            listed = [k for k in self.forms.of(confirm) if k.control_type in ROWS] if confirm else []
            chosen = self._setting(Named(listed[0].key, (listed[0],)), "") if listed else []
            if confirm and chosen:
                return [Step(f"click {key}"), *chosen, Step(f"click {confirm.key}")]
        return []

    def _place_in(self, named: Named, command: Known) -> tuple[bool, bool]:
        """What is to be entered elsewhere comes first, and commands run once all is entered."""
        return named.runs, bool(named.controls[0].states & command.states)

    def preparing(self, key: str, *, is_shut: bool) -> list[Step]:
        """Return the steps after which something can be done: what it needs entered.

        Args:
            key: what is to be done.
            is_shut: whether it is shown, and disabled: what it names enables it, or what was seen to do so.
        """
        known = self.graph.control_of(key)
        if known is None:
            return []
        takes_form = known.control_type in COMMANDS and self.forms.takes(known)
        if not is_shut:
            return self._form_steps(known) if takes_form else []
        named = [n for n in self.named(known) if not n.runs]
        steps = [s for n in named for s in self._setting(n, next(iter(self._kinds(n)), ""))]
        enabling = self.graph.ways.enablers.get(known.key, ())
        enablers = [Step(k, VALID if k.startswith(ENTERING) else "") for k in enabling]
        return steps or [*(self._form_steps(known) if takes_form else ()), *enablers]

    def _was_accepted(self, command: Known) -> bool:
        """Whether the form of a command went away when it was run last."""
        return self.graph.ways.stayed.get(f"click {command.key}") is False

    def _form_steps(self, command: Known) -> list[Step]:
        """The steps that fill in the form of a command: what has not been accepted by it as it is now."""
        made, ran = self.graph.made, self.graph.ran.get(f"click {command.key}", ())
        accepted = ran[-1] if ran and self._was_accepted(command) else 0
        return [s for k in self.forms.of(command)[:MOST_FIELDS] if not 0 < made.get(k.group, 0) < accepted
                for s in self._setting(Named(k.key, (k,)), VALID)]  # fmt: skip

    def _plan(self, command: Known, fields: tuple[Named, ...], dice: Random) -> tuple[str, ...]:
        """The kinds of value for the fields: such as were not met, and change little of what is entered now."""
        kinds = [self._kinds(n) or ("",) for n in fields]
        every = list(islice(product(*kinds), MOST_PLANS))
        met = self.met.get(command.key, set())
        new = [p for p in every if p not in met] or every
        now = self.now(fields)
        least = min(sum(map(ne, p, now)) for p in new)
        return dice.choice([p for p in new if sum(map(ne, p, now)) == least])

    def _kinds(self, named: Named) -> tuple[str, ...]:
        """The kinds of value that a field, or a group of radio buttons, can be given; a button runs."""
        if named.runs:
            return tuple(RUNS)
        known = named.controls[0]
        kind = known.control_type
        if kind == "RadioButton":
            return tuple(f"click {k.key}" for k in named.controls)
        if kind == "CheckBox":
            return ("on",)
        if kind == "ComboBox":
            return self.items.get(known.key, ())
        if kind in ROWS:
            return self._rows(known)
        return classes(known.texts)

    def _rows(self, known: Known) -> tuple[str, ...]:
        """The items of a list that are offered one by one."""
        of = self.graph.listed.of
        return tuple(k for k in self._offered("select_item ") if of.get(element_of(k)) == known.key)[:MOST_ROWS]

    def _setting(self, named: Named, kind: str) -> list[Step]:
        """The steps that give a field a kind of value."""
        known = named.controls[0]
        if known.control_type == "RadioButton" and kind in ("", VALID):
            kind = min((f"click {key}" for key in self.forms.choices(known)), key=self.graph.tried.__getitem__)
        if kind.startswith(("click ", "select_item ")):
            return [Step(kind)]
        if known.control_type == "ComboBox" and known.key not in self.items:
            return [Step(f"expand {known.key}"), Step(f"select_combo {known.key}")]
        key = self._setter(known)
        if key is None:
            rows = self._rows(known) if known.control_type in ROWS else ()
            return [Step(rows[0])] if rows else []
        return [Step(key, kind)]

    def _running(self, named: Named, times: int) -> list[Step]:
        """The steps that run a button so often; a dialog that it opens is filled in and confirmed."""
        known = named.controls[0]
        key = f"click {known.key}"
        confirm = self._confirm(key)
        if confirm is None:
            return [Step(key)] * times
        form = [s for k in self.forms.of(confirm)[:MOST_FIELDS] for s in self._setting(Named(k.key, (k,)), VALID)]
        return [Step(key), *form, Step(f"click {confirm.key}")]

    def _confirm(self, key: str) -> Known | None:
        """The command that confirms the dialog that another command is known to open."""
        following = {to for s in self.graph.states.values() for to in s.ways.get(key, ())}
        own = self.graph.controls[element_of(key)]
        return next((k for _, k in sorted(self.graph.controls.items()) if k.states & following
                     and plain(k.name) in GOING_ON and k.window != own.window), None)  # fmt: skip

    def _setter(self, known: Known) -> str | None:
        """The key of what sets a control: as it was offered somewhere, or would be if it were not disabled."""
        offered = next((key for a in SETTERS if (key := f"{a} {known.key}") in self.graph.offers), None)
        usual = USUAL_SETTERS.get(known.control_type)
        return offered or (f"{usual} {known.key}" if usual and not known.enabled else None)

    def _offered(self, start: str) -> list[str]:
        return sorted(key for key in self.graph.offers if key.startswith(start))
