"""Ways that lead where they seemed to: what leads by chance comes last, and who goes astray gives up."""

from __future__ import annotations

from random import Random

from test_explore_ways import EDIT, PUSH, offered, orders, over, page, see, stock

from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.aims.routes import Goal, Step
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.choosing.strategies import Novelty
from wpfagent.runs.explore.choosing.walking import Walker
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.screen import Screen

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


def test_a_list_that_was_never_looked_into_comes_before_commands_as_fields_do() -> None:
    box = (1, "ComboBox", "Size", {"patterns": ("ExpandCollapse",), "expanded": "collapsed"})
    screen = page(box, *((1, "Button", name, PUSH) for name in ("Sum", "Ask", "Sort")))
    first = []
    for seed in range(20):
        graph = Graph()
        see(graph, screen)
        situation = Situation(screen, offered(screen).candidates, graph, Random(seed), Planner(graph))
        first.append(Novelty().choose(situation).key)
    assert first.count("expand Win1/ComboBox.Size") >= 15


# -- what a dialog enabled on another page ----------------------------------------------------------------------------

OPTIONS, EXPERT, YES = "click Win1/Button.Sum", "toggle Win2/CheckBox.Expert", "click Win2/Button.OK"
EXTRA, COUNT = "click Win1/Button.Extra", "click Win1/Button.Count"


def extra(*, enabled: bool) -> tuple[int, str, str, dict[str, object]]:
    return (1, "Button", "Extra", {**PUSH, "enabled": enabled})


def after_the_options(answer: str = "OK") -> tuple[Graph, Screen, Screen]:
    """A command is disabled on a page; a dialog is opened from another one and ended there; then it is enabled."""
    graph = Graph()
    start, far_shut, far = orders(), stock(extra(enabled=False)), stock(extra(enabled=True))
    behind = page((1, "Text", "Behind it", {}), (1, "Button", "Deep", PUSH))
    expert = (1, "CheckBox", "Expert", {"patterns": ("Toggle",), "toggle_state": "off"})
    dialog = over(start, expert, (1, "Button", answer, PUSH))
    see(graph, start, far_shut, dialog, far, behind)
    for where, key, following in (
        (start, ASK, far_shut),
        (far_shut, COUNT, start),
        (start, OPTIONS, dialog),
        (dialog, f"click Win2/Button.{answer}", start),
        (start, ASK, far),
        (far, EXTRA, behind),
    ):
        graph.lead(where.state, key, following.state)
    return graph, start, far_shut


def test_what_a_dialog_enabled_elsewhere_is_enabled_by_it_again_in_a_fresh_run() -> None:
    graph, start, far_shut = after_the_options()
    graph.start_over()
    assert Planner(graph).preparing(EXTRA, is_shut=True) == [Step(YES)]
    walker = Walker(way=[EXTRA])
    situation = Situation(far_shut, offered(far_shut).candidates, graph, Random(1), Planner(graph))
    steps = [walker.along_the_way(situation)]
    assert walker.goal is not None, "a way through what is disabled is gone as a goal"
    situation = Situation(start, offered(start).candidates, graph, Random(1), Planner(graph))
    steps.append(walker.next_step(situation))
    assert [step.key for step in steps if step is not None] == [COUNT, OPTIONS], "back to where the dialog opens"


def test_what_stays_disabled_is_gone_through_no_more() -> None:
    graph, _, far_shut = after_the_options()
    situation = Situation(far_shut, offered(far_shut).candidates, graph, Random(1), Planner(graph))
    walker = Walker()
    steps = []
    for _ in range(5):
        walker.forget()
        walker.way = [EXTRA]
        steps.append(walker.along_the_way(situation))
    assert [step is not None for step in steps] == [True, True, False, False, False]


def test_what_was_enabled_and_never_used_is_sought_in_a_fresh_run() -> None:
    graph, start, far_shut = after_the_options()
    graph.start_over()
    walker = Walker()
    situation = Situation(far_shut, offered(far_shut).candidates, graph, Random(1), Planner(graph))
    step = walker.seek(situation, lambda key: key == EXTRA)
    assert step is not None
    assert step.key == COUNT, "back to where the dialog is that enables it"
    assert walker.goal is not None
    assert walker.goal.steps == [Step(YES), Step(EXTRA)]
    situation = Situation(start, offered(start).candidates, graph, Random(1), Planner(graph))
    assert Walker().seek(situation, lambda key: key == "click Win1/Button.Other") is None


def test_a_dialog_that_was_dismissed_has_enabled_nothing() -> None:
    graph, _, _ = after_the_options("Cancel")
    assert Planner(graph).preparing(EXTRA, is_shut=True) == []


def test_what_a_dialog_has_enabled_is_used_before_fields_and_the_rest_of_its_page() -> None:
    fields = [(1, "Edit", name, EDIT) for name in ("Size", "Weight", "Colour")]
    first = []
    for seed in range(20):
        graph, _, _ = after_the_options()
        far = stock(extra(enabled=True), *fields)
        see(graph, far)
        situation = Situation(far, offered(far).candidates, graph, Random(seed), Planner(graph))
        first.append(Novelty().choose(situation).key)
    assert first == [EXTRA] * 20
