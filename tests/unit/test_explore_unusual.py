"""Unusual values: whole pages filled in otherwise, and no value typed anew that a field holds already."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from test_explore_ways import EDIT, PICK, PUSH, choose, offered, over, page, see

from wpfagent.core.model import Control
from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.choosing.strategies import Novelty
from wpfagent.runs.explore.choosing.unusual import Unusual
from wpfagent.runs.explore.choosing.walking import Walker
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.offer import Shown
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.values.arguments import choice_of
from wpfagent.runs.explore.values.texts import FAMILIES, FAMILY

NAME, CITY = "type_text Win1/Edit.Name", "type_text Win1/Edit.City"
SUM, COUNT, SEND = "click Win1/Button.Sum", "click Win1/Button.Count", "click Win1/Button.Send"


class Eager(Random):
    """Dice that let everything begin."""

    def random(self) -> float:
        return 0.0


def at(screen: Screen, graph: Graph, planner: Planner | None = None, dice: Random | None = None) -> Situation:
    return Situation(screen, offered(screen).candidates, graph, dice or Eager(1), planner or Planner(graph))


def ledger() -> Screen:
    return page((1, "Edit", "Name", EDIT), (1, "Edit", "City", EDIT), (1, "Button", "Sum", PUSH),
                (1, "Button", "Count", PUSH), (1, "Button", "OK", PUSH))  # fmt: skip


def used(graph: Graph, *keys: str) -> None:
    graph.tried.update(keys)
    graph.tried["send_keys"] = 100


def test_a_round_meets_all_fields_that_were_filled_in_with_all_commands_that_were_used() -> None:
    graph, screen = Graph(), ledger()
    see(graph, screen)
    assert Unusual().round_here(at(screen, graph)) == []
    used(graph, NAME, SUM, COUNT, "click Win1/Button.OK")
    way = Unusual().round_here(at(screen, graph))
    assert way[0] == NAME
    assert sorted(way[1:]) == [COUNT, SUM], "what goes on is not used in a round"


def test_rounds_have_their_share_and_become_rare_where_they_were_made() -> None:
    graph, screen = Graph(), ledger()
    see(graph, screen)
    used(graph, NAME, CITY, SUM, COUNT)
    begun = [bool(Unusual().round_here(at(screen, graph, dice=Random(seed)))) for seed in range(60)]
    seldom = Unusual({SUM: 5, COUNT: 5})
    again = [bool(seldom.round_here(at(screen, graph, dice=Random(seed)))) for seed in range(60)]
    assert sum(begun) > 3 * sum(again)
    assert Unusual(steps=100).round_here(at(screen, graph)) == []


def test_what_chooses_a_page_is_no_field_of_a_round() -> None:
    graph = Graph()
    radio = {"patterns": ("SelectionItem",)}

    def chosen(name: str, *shown: object) -> Screen:
        radios = [(1, "RadioButton", one, {**radio, "selected": one == name}) for one in ("Desk", "Store")]
        return page(*radios, *shown)

    desk = chosen("Desk", (1, "Edit", "Name", EDIT), (1, "Edit", "City", EDIT), (1, "Button", "Sum", PUSH))
    store = chosen("Store", *((1, "Button", name, PUSH) for name in ("Count", "Sort", "Move", "Weigh", "Pick", "Pack")))
    see(graph, desk, store)
    key = next(c.key for c in offered(desk).candidates if c.key.endswith("RadioButton.Store"))
    graph.note(desk.state, choose(desk, key), "confirmed")
    graph.lead(desk.state, key, store.state)
    used(graph, NAME, CITY, SUM, key)
    assert sorted(Unusual().round_here(at(desk, graph))) == [SUM, CITY, NAME]


def asked(said: str = "ready") -> Screen:
    return page(
        (1, "Edit", "Name", EDIT), (1, "Edit", "City", EDIT), (1, "Button", "Send", PUSH), (1, "Text", said, {})
    )


def test_only_what_was_refused_is_typed_anew() -> None:
    graph = Graph()
    see(graph, asked())
    planner, walker = Planner(graph), Walker()
    goal = planner.goal_of(graph.controls["Win1/Button.Send"], Random(1))
    done = []
    step = walker.set_out(goal, at(asked(), graph, planner, Random(1)))
    while step is not None:
        done.append(step.key)
        graph.note(asked().state, step, "confirmed")
        step = walker.next_step(at(asked(), graph, planner, Random(1)))
    assert done == [NAME, CITY, SEND]
    planner.note_answer(SEND, asked(), asked("City is required"))
    again = walker.set_out(planner.refused_form(Random(1)), at(asked(), graph, planner, Random(1)))
    assert again is not None
    assert again.key == CITY
    assert walker.goal is not None
    graph.note(asked().state, again, "confirmed")
    last = walker.next_step(at(asked(), graph, planner, Random(1)))
    assert last is not None
    assert last.key == SEND


def test_a_new_row_does_not_make_another_form_of_the_one_that_made_it() -> None:
    graph = Graph()

    def rows(count: int) -> Screen:
        items = [(2, "ListItem", f"Row {n}", PICK) for n in range(count)]
        return page((1, "Edit", "Name", EDIT), (1, "Button", "Add", PUSH), (1, "List", "Rows", {}), *items)

    see(graph, rows(1), rows(2))
    planner = Planner(graph)
    add = graph.controls["Win1/Button.Add"]
    assert planner.forms.id_of(add) == "Win1/Edit.Name"


def test_the_fields_of_a_dialog_that_nothing_sends_are_filled_in() -> None:
    graph, below = Graph(), ledger()
    dialog = over(below, (1, "Edit", "Shelf", EDIT), (1, "Button", "Close", PUSH))
    see(graph, below, dialog)
    choice = Novelty().choose(at(dialog, graph))
    assert choice.key == "type_text Win2/Edit.Shelf"


def kinds_of(tried: dict[str, int]) -> list[str]:
    screen = page((1, "Edit", "Field", EDIT))
    candidate = next(c for c in offered(screen).candidates if c.key == "type_text Win1/Edit.Field")
    return [FAMILY.get(kind, kind) for kind in
            (choice_of(candidate, screen, Random(seed), tried=tried).kind for seed in range(400))]  # fmt: skip


def test_where_one_kind_was_tried_others_that_programs_treat_alike_are_less_new() -> None:
    fresh, after = kinds_of({}).count("foreign"), kinds_of({"japanese": 3}).count("foreign")
    assert fresh > 2 * after


def test_what_a_field_asks_for_by_its_label_may_be_a_mail_address_where_no_street_is_taken() -> None:
    screen = page((1, "Edit", "Invoice address", EDIT))
    place = next(p for p in screen.places if p.control.name == "Invoice address")
    candidate = next(c for c in offered(screen).candidates if c.place is place)
    typed = [choice_of(candidate, screen, Random(1), valid=True, attempt=n).kind for n in (0, 1)]
    assert typed == ["street", "mail"]


def test_a_secret_is_never_filled_in_at_random() -> None:
    graph = Graph()
    screen = page((1, "Edit", "Name", {**EDIT, "is_password": True}), (1, "Button", "Sum", PUSH))
    see(graph, screen)
    assert isinstance(choose(screen, NAME).control, Control)
    used(graph, NAME, SUM)
    assert Unusual().round_here(at(screen, graph)) == []


SIZES = {"Win1/ComboBox.Size": ("Small", "Large")}


def firsts(screen: Screen, times: int) -> Counter[str]:
    """In how many of a hundred runs each kind of value is among the first ones for the only field of a page."""
    known = Shown(items=SIZES)
    candidate = next(c for c in offered(screen, known).candidates if c.kind == "setter")
    met: Counter[str] = Counter()
    for seed in range(100):
        dice, tried = Random(seed), Counter[str]()
        for _ in range(times):
            tried[choice_of(candidate, screen, dice, tried=tried, known_items=SIZES).kind] += 1
        met.update(tried.keys())
    return met


def test_what_programs_treat_apart_is_entered_before_what_is_plain() -> None:
    number = firsts(page((1, "Edit", "Quantity", EDIT)), 3)
    assert min(number[kind] for kind in ("negative", "zero", "huge")) > 60, number
    word = firsts(page((1, "Edit", "City", EDIT)), 3)
    assert min(word["boundary"], sum(word[kind] for kind in FAMILIES["foreign"])) > 60, word
    search = firsts(page((1, "Edit", "Search", EDIT)), 3)
    assert search["boundary"] < 40, "what searches finds nothing by it"


def test_what_a_box_or_a_slider_holds_already_is_not_set_again() -> None:
    box = (1, "ComboBox", "Size", {"patterns": ("ExpandCollapse",), "expanded": "collapsed", "value": "Small"})
    assert firsts(page(box), 1).keys() == {"Large"}
    slider = {"patterns": ("RangeValue",), "value": "0", "minimum": 0.0, "maximum": 100.0}
    assert firsts(page((1, "Slider", "Zoom", slider)), 1).keys() == {"maximum", "between"}


def test_in_a_round_what_is_on_mostly_stays_so_and_radio_buttons_are_chosen() -> None:
    switch = {"patterns": ("Toggle",), "toggle_state": "on"}
    graph = Graph()
    screen = page((1, "CheckBox", "Urgent", switch), (1, "RadioButton", "Road", PICK), (1, "Button", "Sum", PUSH))
    see(graph, screen)
    used(graph, "toggle Win1/CheckBox.Urgent", "click Win1/RadioButton.Road", SUM)
    ways = [Unusual().round_here(at(screen, graph, dice=Random(seed))) for seed in range(200)]
    begun = [way for way in ways if way]
    turned_off = sum("toggle Win1/CheckBox.Urgent" in way for way in begun)
    assert 0 < turned_off < len(begun) / 2
    assert all("click Win1/RadioButton.Road" in way for way in begun)


def test_the_fields_and_switches_of_a_page_come_before_its_commands() -> None:
    """Commands meet what is entered; in a dialog the form is filled in as it may be accepted, by its own part."""
    switch = {"patterns": ("Toggle",), "toggle_state": "off"}
    screen = page((1, "Edit", "Name", EDIT), (1, "CheckBox", "Urgent", switch), (1, "Button", "Sum", PUSH),
                  (1, "Button", "Count", PUSH), (1, "Button", "Weigh", PUSH))  # fmt: skip
    first: Counter[str] = Counter()
    for seed in range(100):
        graph = Graph()
        see(graph, screen)
        first[Novelty().choose(at(screen, graph, dice=Random(seed))).candidate.kind] += 1
    assert first["setter"] > 80, first


def test_a_slider_is_moved_to_its_end_and_what_has_a_shape_is_entered_as_it_should_be() -> None:
    slider = {"patterns": ("RangeValue",), "value": "0", "minimum": 0.0, "maximum": 100.0}
    assert firsts(page((1, "Slider", "Zoom", slider)), 1)["maximum"] > 60
    assert firsts(page((1, "Edit", "E-mail", EDIT)), 2)["mail"] > 80


def test_of_items_the_one_that_is_unlike_the_others_comes_first() -> None:
    rows = [(2, "ListItem", f"Order {number}", PICK) for number in range(1001, 1013)]
    rows[4] = (2, "ListItem", "Order 1005 (blocked)", PICK)
    list_of = (1, "List", "Orders", {"patterns": ("Selection",)})
    taken = Counter[str]()
    for screen in (page(list_of, *rows), page(list_of, *rows[5:], *rows[:4])):
        candidate = next(c for c in offered(screen).candidates if c.action == "select_item")
        for seed in range(50):
            chosen = choice_of(candidate, screen, Random(seed), tried={})
            assert chosen.control is not None
            taken[chosen.control.name if chosen.kind == "unlike the others" else "any"] += 1
    assert taken["Order 1005 (blocked)"] > 40, taken
    assert taken["any"] >= 50, taken


def never(_: str) -> bool:
    return False


@pytest.mark.parametrize(("rounds", "begins"), [(0, NAME), (1, SUM)])
def test_a_round_is_made_where_the_commands_had_least_of_them(rounds: int, begins: str) -> None:
    graph, here = Graph(), ledger()
    there = page((1, "Text", "Stock page", {}), (1, "Edit", "Shelf", EDIT), (1, "Button", "Move", PUSH))
    first, second = see(graph, here, there)
    graph.lead(first, SUM, second)
    used(graph, NAME, SUM, COUNT, "type_text Win1/Edit.Shelf", "click Win1/Button.Move")
    unusual = Unusual({COUNT: rounds, "click Win1/Button.Move": 0})
    way = unusual.round_here(at(here, graph)) or unusual.way_on(at(here, graph), never)
    assert way[0] == begins
    assert bool(unusual.sought) == (begins == SUM)
    if begins == SUM:
        assert unusual.way_on(at(here, graph), SUM.__eq__) == [], "that place would be left at once"


def test_where_it_was_gone_in_vain_others_have_their_turn() -> None:
    graph, here = Graph(), ledger()
    see(graph, here)
    used(graph, NAME, SUM, COUNT)
    unusual = Unusual({COUNT: 1, SUM: 1, "click Win1/Button.Gone": 0})
    assert unusual.round_here(at(here, graph)) == []
    assert unusual.way_on(at(here, graph), never) == [], "no way is known there"
    assert unusual.round_here(at(here, graph))[0] == NAME


def test_commands_that_stand_beside_no_field_are_gone_to_for_no_round() -> None:
    graph, here = Graph(), ledger()
    bare = page((1, "Text", "Tools", {}), (1, "Button", "Clean up", PUSH))
    first, second = see(graph, here, bare)
    graph.lead(first, SUM, second)
    used(graph, NAME, SUM, COUNT, "click Win1/Button.Clean up")
    unusual = Unusual({COUNT: 2})
    assert unusual.round_here(at(bare, graph)) == []
    assert unusual.rounds == {COUNT: 2}


def test_in_a_round_only_what_programs_treat_apart_is_entered() -> None:
    screen = page((1, "Edit", "Quantity", EDIT))
    candidate = next(c for c in offered(screen).candidates if c.action == "type_text")
    tried = Counter({"negative": 3, "zero": 3, "huge": 3})
    kinds = {choice_of(candidate, screen, Random(n), tried=tried, apart=True).kind for n in range(60)}
    assert kinds == {"negative", "zero", "huge"}
    assert not {choice_of(candidate, screen, Random(n), tried=tried).kind for n in range(60)} <= kinds


def test_a_dialog_with_commands_beside_its_form_is_filled_in_with_any_values_first() -> None:
    below = ledger()
    first: dict[str, Counter[str]] = {}
    for extra in ("", "Weigh"):
        buttons = [(1, "Button", name, PUSH) for name in ("OK", "Cancel", extra) if name]
        dialog = over(below, (1, "Edit", "Shelf", EDIT), *buttons)
        found = first[extra] = Counter()
        for seed in range(60):
            graph = Graph()
            see(graph, below, dialog)
            found[Novelty().choose(at(dialog, graph, dice=Random(seed))).key] += 1
    assert first["Weigh"]["type_text Win2/Edit.Shelf"] > 40, first
    assert first[""]["type_text Win2/Edit.Shelf"] < 10, first
