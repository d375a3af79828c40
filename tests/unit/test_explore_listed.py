"""Items of lists and trees are pages as long as they open something new; arrows are parts of what they unfold."""

from __future__ import annotations

from test_explore_ways import EDIT, PICK, PUSH, offered, page, see

from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.known.listed import SOME_PAGES
from wpfagent.runs.explore.screens.screen import Screen

FOLDED = {**PICK, "patterns": ("SelectionItem", "ExpandCollapse"), "expanded": "collapsed"}
NAMES = [f"Item {chr(65 + i)}" for i in range(12)]


def shelf(chosen: str = "", *more: tuple[int, str, str, dict[str, object]], parts: int = 0) -> Screen:
    items = [(2, "TreeItem", n, {**FOLDED, "selected": n == chosen}) for n in NAMES]
    inner = [(3, "TreeItem", f"Part {chr(65 + n)}", FOLDED) for n in range(parts)]
    return page((1, "Tree", "Shelf", {}), *items, *inner, (1, "Text", chosen or "nothing chosen", {}), *more)  # type: ignore[arg-type]


def chosen(graph: Graph, name: str, *more: tuple[int, str, str, dict[str, object]]) -> None:
    one, other = see(graph, shelf(), shelf(name, *more))
    key = f"select_item Win1/TreeItem.{name}"
    assert key in graph.offers
    graph.tried[key] += 1
    graph.lead(one, key, other)


def left(graph: Graph, action: str = "select_item") -> int:
    return sum(graph.is_unknown(k) for k in graph.offers if k.startswith(f"{action} "))


def test_items_that_show_the_same_page_for_other_things_are_no_pages_any_more() -> None:
    graph = Graph()
    for name in NAMES[:SOME_PAGES]:
        assert left(graph) or name == NAMES[0]
        chosen(graph, name)
    assert not left(graph)


def test_an_item_with_something_new_to_do_shows_that_the_others_may_have_it_too() -> None:
    graph = Graph()
    for name in NAMES[: SOME_PAGES - 1]:
        chosen(graph, name)
    chosen(graph, NAMES[5], (1, "Button", "Weigh", PUSH), (1, "Edit", "Weight", EDIT))
    chosen(graph, NAMES[6])
    assert left(graph) == len(NAMES) - SOME_PAGES - 1


def test_going_back_to_an_item_that_is_known_says_nothing_about_those_never_chosen() -> None:
    graph = Graph()
    chosen(graph, NAMES[0], (1, "Button", "Weigh", PUSH), (1, "Edit", "Weight", EDIT))
    for number in range(2 * SOME_PAGES):
        chosen(graph, NAMES[number % 2], (1, "Button", "Weigh", PUSH))
    for name in NAMES[2:SOME_PAGES]:
        chosen(graph, name, (1, "Button", "Weigh", PUSH))
    assert left(graph) == len(NAMES) - SOME_PAGES


def test_of_many_items_that_unfold_to_more_of_their_kind_some_are_unfolded() -> None:
    graph = Graph()
    for number, name in enumerate(NAMES[:SOME_PAGES]):
        one, other = see(graph, shelf(), shelf(parts=number + 1))
        assert left(graph, "expand")
        key = f"expand Win1/TreeItem.{name}"
        graph.tried[key] += 1
        graph.lead(one, key, other)
    assert not left(graph, "expand")


def test_the_arrow_of_an_item_is_a_part_of_it() -> None:
    arrow = {"patterns": ("Toggle",), "toggle_state": "off", "automation_id": "Expander", "name": ""}
    screen = page((1, "Tree", "Shelf", {}), (2, "TreeItem", "Item A", FOLDED), (3, "Button", "Expander", arrow),
                  (3, "Button", "Pin", {"patterns": ("Toggle",), "toggle_state": "off"}))  # fmt: skip
    keys = {c.key for c in offered(screen).candidates}
    assert [k for k in keys if k.startswith("toggle ")] == ["toggle Win1/Button.Pin"]
    assert "expand Win1/TreeItem.Item A" in keys
