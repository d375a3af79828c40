"""What anything is worth that could be done, where nothing else decides: what was tried least is worth most."""

from __future__ import annotations

from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.values.arguments import Choice
from wpfagent.runs.explore.values.texts import TEXTS

TEXT_BONUS = 1.2
"""What a text field is worth in which nothing was typed yet, beside a control that was never used (1)."""
LEAVING = 0.1
"""How much rarer something new is done that leads to another page, where something else new is at hand."""
OPENING = 5.0
"""How much oftener what may show more is done where controls that the program's code names were seen nowhere yet."""
ANYWHERE = 4
"""After so many runs a command that stands on many pages, or opens another one, has every second turn only."""
SPENT = 0.1
"""How much rarer a command is run again when what it takes into account is as it was before."""


def score(candidate: Candidate, situation: Situation) -> float:
    """The least tried is worth most; what mostly came to nothing, or would only do the same again, is worth less."""
    graph, key = situation.graph, candidate.key
    here, all_over = graph.states[situation.screen.state].tried[key], graph.tried[key]
    idle = graph.idle[key] / all_over if all_over else 0.0
    worth: float = 1.0 / ((1 + here) ** 2 * (1 + all_over) ** 0.8)
    if candidate.action == "type_text":
        worth += TEXT_BONUS / (1 + all_over / len(TEXTS))
    elif candidate.kind == "setter" or (candidate.place is not None and candidate.place.group):
        worth += 0.3 / (1 + 0.2 * all_over)
    is_spent = candidate.kind == "command" and bool(all_over) and _has_met_all(key, situation)
    return max(1e-4, candidate.weight * worth * (1.0 - 0.6 * idle) * (SPENT if is_spent else 1.0))


def _has_met_all(key: str, situation: Situation) -> bool:
    known = situation.graph.control_of(key)
    return known is not None and bool(situation.planner.named(known)) and situation.planner.has_met(key)


def leaves(candidate: Candidate) -> bool:
    """Whether something leads to another page by its kind; a button may do so, too, and nobody knows yet."""
    listed = candidate.action == "select_item" and candidate.place is not None and bool(candidate.place.group)
    return listed or candidate.kind == "page" or candidate.action == "menu"


def leading_on(candidate: Candidate, situation: Situation) -> float:
    """How much likelier it is by where it leads: away from here, or to controls that the code names and nobody saw."""
    control, callers = candidate.control, situation.callers
    if callers is None or not callers.has_unseen:
        return LEAVING if leaves(candidate) else 1.0
    switches = candidate.action == "toggle" and control is not None and control.control_type == "Button"
    opens = candidate.kind in ("page", "opening") or candidate.action == "menu" or switches
    return OPENING if opens and not callers.of(candidate.key) else 1.0


def in_turn(candidates: list[Candidate], weights: list[float], situation: Situation) -> Choice | None:
    """Return a command, drawn; None where it was run often, and stands on many pages or leads elsewhere.

    After each entry it would be run anew.
    """
    if not candidates:
        return None
    choice, graph = situation.draw(candidates, weights), situation.graph
    state = situation.screen.state
    stays = state in graph.states[state].ways.get(choice.key, (state,))
    often = graph.tried[choice.key] * (1 - graph.locality(choice.key) * stays)
    return choice if situation.dice.random() < ANYWHERE / (ANYWHERE + often) else None
