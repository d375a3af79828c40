"""Ways that lead where they seemed to: what leads by chance comes last, and who goes astray gives up."""

from __future__ import annotations

from random import Random

from test_explore_ways import EDIT, PUSH, offered, orders, page, see, stock

from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.aims.routes import Goal, Step
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.choosing.walking import Walker
from wpfagent.runs.explore.known.graph import Graph

ASK, GO_ON, TYPED = "click Win1/Button.Ask", "click Win1/Button.Go on", "type_text Win1/Edit.Search"


def test_a_sure_way_comes_before_what_led_there_by_the_value_it_had() -> None:
    graph = Graph()
    start = orders((1, "Edit", "Search", EDIT))
    between = page((1, "Text", "Between", {}), (1, "Button", "Go on", PUSH))
    here, middle, there = see(graph, start, between, stock())
    graph.lead(here, TYPED, there)
    assert graph.ways.way(here, lambda s: s.id == there) == [TYPED]
    graph.lead(here, ASK, middle)
    graph.lead(middle, GO_ON, there)
    assert graph.ways.way(here, lambda s: s.id == there) == [ASK, GO_ON]


def test_a_way_that_leads_elsewhere_again_and_again_is_given_up() -> None:
    graph = Graph()
    start, there = orders(), stock()
    here, aim = see(graph, start, there)
    graph.lead(here, ASK, aim)
    walker, dice = Walker(), Random(1)
    goal = Goal("click Win1/Button.Count", [Step("click Win1/Button.Count")])
    steps = 0
    situation = Situation(start, offered(start).candidates, graph, dice, Planner(graph))
    step = walker.set_out(goal, situation)
    while step is not None and steps < 20:
        steps += 1  # it stays where it is
        step = walker.next_step(situation)
    assert steps == 2, "one more than it seemed to take"
