"""Saving and looking again: what was saved is looked at again, and what was entered meets the commands beside it."""

from __future__ import annotations

from random import Random

from test_explore_ways import EDIT, PICK, PUSH, candidates, page, see

from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.choosing.saving import Saving
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.screen import Screen

SAVE, NAME = "click Win1/Button.Save", "type_text Win1/Edit.Name"
TO_ORDERS, TO_STOCK, TO_LOG = (f"select_item Win1/TabItem.{name}" for name in ("Orders", "Stock", "Log"))


class Eager(Random):
    """Dice that let everything begin."""

    def random(self) -> float:
        return 0.0


def shown(tab: str, *own: tuple[int, str, str, dict[str, object]]) -> Screen:
    """A page with its own controls, below tabs and a command that are there on every page."""
    tabs = [(2, "TabItem", name, {**PICK, "selected": name == tab}) for name in ("Orders", "Stock", "Log")]
    return page((1, "Button", "Save", PUSH), (1, "Tab", "Pages", {}), *tabs, *own)


def test_a_page_is_left_once_and_come_back_to_also_where_the_command_that_saves_is_on_every_page() -> None:
    graph, saving, dice = Graph(), Saving(), Eager(1)
    orders, stock = shown("Orders", (1, "Edit", "Name", EDIT)), shown("Stock", (1, "Button", "Count", PUSH))
    see(graph, orders, stock)
    graph.lead(orders.state, TO_STOCK, stock.state)
    graph.lead(stock.state, TO_ORDERS, orders.state)
    graph.tried.update({TO_LOG: 5, TO_ORDERS: 9})
    done = []
    for screen in (orders, orders, orders, stock):
        step = saving.next_key(Situation(screen, candidates(screen), graph, dice, Planner(graph)))
        assert step is not None
        done.append(step[0])
    assert done == [NAME, SAVE, TO_STOCK, TO_ORDERS]


def test_a_field_that_stands_on_every_page_is_not_sought_on_all_of_them() -> None:
    graph, saving, dice = Graph(), Saving(), Eager(1)
    find: tuple[int, str, str, dict[str, object]] = (1, "Edit", "Find", EDIT)
    screens = [shown(tab, find) for tab in ("Orders", "Orders", "Orders", "Stock", "Log", "Orders", "Stock")]
    see(graph, *screens)
    done = []
    for screen in screens:
        step = saving.next_key(Situation(screen, candidates(screen), graph, dice, Planner(graph)))
        if step is None:
            break
        done.append(step[0])
    assert done[:2] == ["type_text Win1/Edit.Find", SAVE]
    assert len(done) <= 4


def test_what_is_offered_on_one_page_only_takes_more_likely_what_is_entered_there() -> None:
    graph = Graph()
    see(graph, shown("Orders", (1, "Button", "Sum", PUSH)), shown("Stock", (1, "Button", "Count", PUSH)))
    assert graph.locality("click Win1/Button.Sum") == graph.locality("click Win1/Button.Count") == 1
    assert graph.locality(SAVE) == 1 / 2
