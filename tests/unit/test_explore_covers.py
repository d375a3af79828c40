"""What lies over other elements, as exploration finds out: nothing behind it is offered, and it is not left there."""

from __future__ import annotations

from random import Random

from test_explore_ways import PICK, PUSH, choose, offered, page

from wpfagent.core.model import Rect
from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.choosing.strategies import Novelty
from wpfagent.runs.explore.known.covers import Covers
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.screen import Place, Screen

TAB = {**PICK, "bounding_rect": Rect(0, 40, 80, 30)}
SAVE = {**PUSH, "bounding_rect": Rect(300, 40, 80, 30)}
MENU = {"patterns": ("Toggle",), "toggle_state": "off", "bounding_rect": Rect(0, 0, 30, 30)}
DRAWER = {"bounding_rect": Rect(0, 35, 200, 500)}
ENTRY = {**PICK, "bounding_rect": Rect(0, 300, 200, 30)}
ROWS = ((1, "Button", "Menu", MENU), (1, "TabItem", "Work", TAB), (1, "Button", "Save", SAVE))


def opened() -> Screen:
    return page(*ROWS, (1, "List", "Drawer", DRAWER), (2, "ListItem", "Reports", ENTRY))


def named(screen: Screen, name: str) -> Place:
    return next(p for p in screen.places if p.control.name == name)


def covered(covers: Covers, screen: Screen) -> bool:
    return covers.note(screen, named(screen, "Work"), named(screen, "Reports").control.ref)


def test_what_a_click_met_hides_all_that_lies_behind_it_as_long_as_it_is_there() -> None:
    covers, screen = Covers(), opened()
    assert not covers.hidden(screen)
    assert covered(covers, screen)
    assert covers.hidden(screen) == {named(screen, "Work").key}
    assert not covers.hidden(page(*ROWS))


def test_what_holds_the_element_is_no_cover_of_it() -> None:
    covers = Covers()
    screen = page((1, "List", "Rail", DRAWER), (2, "ListItem", "Work", TAB))
    assert not covers.note(screen, named(screen, "Work"), named(screen, "Rail").control.ref)
    assert not covers.hidden(screen)


def test_an_entry_that_was_never_used_then_what_opened_it_leads_out() -> None:
    graph, closed, screen = Graph(), page(*ROWS), opened()
    graph.see(closed, offered(closed), 0)
    toggled = choose(closed, "toggle Win1/Button.Menu")
    graph.note(closed.state, toggled, "confirmed")
    graph.see(screen, offered(screen), 1)
    assert covered(graph.covers, screen)
    used = []
    while (key := _next(graph, screen)) != "toggle Win1/Button.Menu":
        graph.note(screen.state, choose(screen, key), "unverifiable")
        used.append(key)
    assert "select_item Win1/ListItem.Reports" in used
    assert all("Drawer" in key or "Reports" in key for key in used)


def _next(graph: Graph, screen: Screen) -> str:
    hidden = graph.covers.hidden(screen)
    left = [c for c in offered(screen).candidates if c.place is None or c.place.key not in hidden]
    choice = Novelty()._uncover(Situation(screen, left, graph, Random(1), Planner(graph, {})))
    assert choice is not None
    return choice.key
