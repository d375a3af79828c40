"""Going where least was done: the oftener, the less it is."""

from __future__ import annotations

from random import Random

import pytest

from wpfagent.runs.explore.graph import Graph
from wpfagent.runs.explore.roaming import MOST_OFTEN, ROAMING_CHANCE, way_to_the_least_done
from wpfagent.runs.explore.seen import State

ROLLS = 1_000


def orders_and_stock(*, on_stock: int) -> Graph:
    graph = Graph()
    for number, (name, times) in enumerate((("orders", 40), ("stock", on_stock)), 1):
        state = State(name, name, number, 0, offered={f"click {name}": 1.0, f"click {name} list": 1.0})
        state.tried[f"click {name} list"] = times
        graph.states[name] = state
    graph.ways.note("orders", "click orders", "stock")
    return graph


@pytest.mark.parametrize(("on_stock", "chance"), [(19, ROAMING_CHANCE), (5, 4 * ROAMING_CHANCE), (0, MOST_OFTEN)])
def test_a_page_on_which_less_was_done_is_gone_to_the_oftener(on_stock: int, chance: float) -> None:
    graph, dice = orders_and_stock(on_stock=on_stock), Random(1)
    ways = [way_to_the_least_done("orders", graph, dice) for _ in range(ROLLS)]
    assert ways.count(["click orders"]) == pytest.approx(ROLLS * min(MOST_OFTEN, chance), rel=0.2)


def test_a_page_on_which_as_much_was_done_is_not() -> None:
    graph, dice = orders_and_stock(on_stock=40), Random(1)
    assert not any(way_to_the_least_done("orders", graph, dice) for _ in range(ROLLS))
