"""Going where least was done: the oftener, the less it is."""

from __future__ import annotations

from random import Random

import pytest
from test_explore_ways import PUSH, page, see

from wpfagent.runs.explore.choosing.roaming import AGAIN_AFTER, MOST_OFTEN, ROAMING_CHANCE, way_to_the_least_done
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.seen import State

ROLLS = 1_000


def pages(*given: tuple[str, int, tuple[str, ...]]) -> Graph:
    """A graph of pages: each with a list that was used so often, and what else shows on it."""
    graph = Graph()
    for number, (name, times, beside) in enumerate(given, 1):
        offered = dict.fromkeys((f"click {name}", f"click {name} list", *beside), 1.0)
        graph.states[name] = state = State(name, name, number, 0, offered=offered)
        state.tried[f"click {name} list"] = graph.tried[f"click {name} list"] = times
        for key in offered:
            graph.shown_on[key].add(name)
    graph.ways.note("orders", "click orders", given[1][0])
    return graph


def orders_and_stock(*, on_stock: int) -> Graph:
    return pages(("orders", 40, ()), ("stock", on_stock, ()))


@pytest.mark.parametrize(("on_stock", "chance"), [(19, ROAMING_CHANCE), (5, 4 * ROAMING_CHANCE), (0, MOST_OFTEN)])
def test_a_page_on_which_less_was_done_is_gone_to_the_oftener(on_stock: int, chance: float) -> None:
    graph, dice = orders_and_stock(on_stock=on_stock), Random(1)
    ways = [way_to_the_least_done("orders", graph, dice) for _ in range(ROLLS)]
    assert ways.count(["click orders"]) == pytest.approx(ROLLS * min(MOST_OFTEN, chance), rel=0.2)


def test_a_page_on_which_as_much_was_done_is_not() -> None:
    graph, dice = orders_and_stock(on_stock=40), Random(1)
    assert not any(way_to_the_least_done("orders", graph, dice) for _ in range(ROLLS))


def test_a_window_over_a_page_counts_by_what_is_its_own() -> None:
    behind = tuple(f"click thing {n}" for n in range(12))
    graph, dice = pages(("orders", 40, behind), ("note", 10, ("click orders list", *behind))), Random(1)
    assert not any(way_to_the_least_done("orders", graph, dice) for _ in range(ROLLS))


def test_a_page_that_was_not_shown_for_long_is_looked_at_again() -> None:
    graph, dice = orders_and_stock(on_stock=40), Random(1)
    graph.shown_at, graph.looks = {"orders": 90, "stock": 90 - AGAIN_AFTER + 1}, 90
    assert not any(way_to_the_least_done("orders", graph, dice) for _ in range(ROLLS))
    graph.looks = 91
    ways = [way_to_the_least_done("orders", graph, dice) for _ in range(ROLLS)]
    assert ways.count(["click orders"]) == pytest.approx(ROLLS * ROAMING_CHANCE, rel=0.2)
    graph.states["note"] = State("note", "note", 3, 0, offered={"click note": 1.0})  # much less was done there
    graph.ways.note("orders", "click note", "note")
    ways = [way for _ in range(ROLLS) if (way := way_to_the_least_done("orders", graph, dice))]
    assert ways.count(["click orders"]) == pytest.approx(ways.count(["click note"]), rel=0.3)


def test_when_a_page_was_shown_is_remembered() -> None:
    graph = Graph()
    see(graph, page((1, "Button", "Ask", PUSH)), page((1, "Button", "Ask", PUSH)))
    assert graph.shown_at == {"Orders": 2}
