"""Never lost: ways out of pop-ups, places instead of texts, what never works, when a fresh start is better."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_explore_ways import EDIT, MAIN, MENU, NO_EFFECT, PICK, PUSH, choose, moment, offered, over, page, see, tree

from wpfagent.core.model import Rect, Snapshot, WindowInfo
from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.choosing.bearings import FORM_SHARE, PATIENCE, SETTLED, STALE, STUCK, STUCK_ASKED, Bearings
from wpfagent.runs.explore.choosing.doubts import MOST_CHECKS, Doubts
from wpfagent.runs.explore.choosing.scoring import ANYWHERE, in_turn
from wpfagent.runs.explore.choosing.strategies import Novelty
from wpfagent.runs.explore.known.graph import NEVER_WORKS, Graph
from wpfagent.runs.explore.screens.screen import Screen, read_screen
from wpfagent.runs.explore.values.arguments import Choice

POPUP = WindowInfo(3, 7, "app.exe", "", "HwndWrapper[popup]", Rect(0, 0, 100, 100), owner=1, popup=True)


def with_popup(*, lasting: bool = False) -> Screen:
    """A page under a pop-up of two buttons."""
    below = tree((1, "Button", "Share", PUSH), (1, "Edit", "Name", EDIT))
    above = tree((1, "Button", "Copy", PUSH), (1, "Button", "Mail", PUSH), hwnd=3)
    return read_screen(Snapshot((*above, *below), (POPUP, MAIN)), lasting={3} if lasting else ())


ASK = "click Win1/Button.Ask"


def keys(screen: Screen) -> list[str]:
    return [c.key for c in offered(screen).candidates]


# -- pop-ups ------------------------------------------------------------------------------------------------------


def test_beside_a_pop_up_that_stays_open_on_esc_the_page_can_be_used() -> None:
    assert not [k for k in keys(with_popup()) if "Share" in k]
    assert "click Win1/Button.Share" in keys(with_popup(lasting=True))
    assert with_popup().is_aside
    assert not page((1, "Button", "Share", PUSH)).is_aside


def test_out_of_a_place_with_nothing_new_lead_esc_its_own_way_the_opener_and_closing_in_this_order() -> None:
    screen = over(page((1, "Button", "Ask", PUSH)), (1, "Button", "Again", PUSH), (1, "Button", "Cancel", PUSH))
    by_key = {c.key: c for c in offered(screen).candidates}
    bearings = Bearings()
    bearings.arrive(page((1, "Button", "Ask", PUSH)))
    bearings.note("click Win2/Button.Again", effective=True, is_new=True)
    bearings.arrive(screen)
    for _ in range(PATIENCE):
        assert not bearings.is_to_leave(screen, has_new=False, has_goal=False)
        bearings.note("click Win2/Button.Again", effective=True, is_new=False)
    assert bearings.is_to_leave(screen, has_new=False, has_goal=False)
    assert not bearings.is_to_leave(screen, has_new=True, has_goal=False)
    assert not bearings.is_to_leave(screen, has_new=False, has_goal=True), "a form has its time"
    ways = [bearings.way_out(screen, by_key) for _ in range(4)]
    assert ways == ["click Win2/Button.Cancel", "click Win2/Button.Again", "close Win2/Window.Win2", None]


def test_a_form_that_takes_more_than_its_share_is_left_unfinished() -> None:
    screen = over(page((1, "Button", "Ask", PUSH)), (1, "Button", "Again", PUSH), (1, "Button", "Cancel", PUSH))
    bearings = Bearings()
    bearings.arrive(page((1, "Button", "Ask", PUSH)))
    for _ in range(2 * SETTLED):
        bearings.note("click Win1/Button.Ask", effective=True, is_new=False)
    bearings.arrive(screen)
    steps = 0
    while not bearings.is_to_leave(screen, has_new=False, has_goal=True):
        bearings.note("type_text Win2/Edit.Guest", effective=True, is_new=True)
        steps += 1
    assert FORM_SHARE <= steps / (2 * SETTLED + steps) < FORM_SHARE + 0.02
    assert not bearings.is_to_leave(screen, has_new=True, has_goal=True)


def test_a_strategy_leaves_a_dialog_in_which_nothing_is_new() -> None:
    graph, strategy = Graph(), Novelty()
    screen = over(page((1, "Button", "Ask", PUSH)), (1, "Button", "Again", PUSH), (1, "Button", "Cancel", PUSH))
    see(graph, screen)
    for key in keys(screen):
        graph.note(screen.state, choose(screen, key), "confirmed")
    done = []
    for seed in range(2 * PATIENCE):
        choice = strategy.choose(moment(screen, Planner(graph), seed))
        strategy.note(choice, "confirmed", is_new=False)
        done.append(choice.key)
    assert "click Win2/Button.Cancel" in done[PATIENCE : PATIENCE + 2]


def test_a_dialog_is_filled_in_and_sent_before_it_is_left_for_something_new_elsewhere() -> None:
    graph, strategy = Graph(), Novelty()
    below = page((1, "Button", "Ask", PUSH), (1, "Button", "Never pressed", PUSH))
    screen = over(below, (1, "Edit", "Guest", EDIT), (1, "Button", "Back", PUSH), (1, "Button", "Next", PUSH),
                  (1, "Button", "Cancel", PUSH))  # fmt: skip
    see(graph, below, screen)
    planner = Planner(graph)
    done = []
    for seed in range(16):
        choice = strategy.choose(moment(screen, planner, seed))
        graph.note(screen.state, choice, "confirmed")
        strategy.note(choice, "confirmed", is_new=True)
        done.append(choice.key.split(".")[-1])
    assert done[0] == "Next", "what goes on is new, and no way out"
    filled_in = done.index("Guest")
    assert done[filled_in + 1] == "Next"
    assert filled_in < min(done.index("Back"), done.index("Cancel"))


def test_a_step_of_an_assistant_inside_the_window_is_gone_on_with_before_back_is_tried() -> None:
    graph, strategy = Graph(), Novelty()
    screen = page((1, "Edit", "Shop", EDIT), (1, "Button", "Back", PUSH), (1, "Button", "Next", PUSH))
    see(graph, screen)
    planner, done = Planner(graph), []
    for seed in range(16):
        choice = strategy.choose(moment(screen, planner, seed))
        graph.note(screen.state, choice, "confirmed")
        strategy.note(choice, "confirmed", is_new=True)
        done.append(choice.key.split(".")[-1])
    assert done[0] == "Next"
    assert done.index("Shop") < done.index("Back")


@pytest.mark.parametrize("seed", range(4))
def test_the_first_step_of_an_assistant_over_a_page_comes_before_what_lies_behind(seed: int) -> None:
    graph, strategy = Graph(), Novelty()
    behind = [(1, "Button", f"Do {letter}", PUSH) for letter in "ABCDEFGH"]
    shut = (1, "Button", "Back", {**PUSH, "enabled": False})
    screen = page(*behind, (1, "Edit", "Shop", EDIT), shut, (1, "Button", "Next", PUSH))  # type: ignore[arg-type]
    see(graph, page(*behind), screen)  # type: ignore[arg-type]
    planner, done = Planner(graph), []
    for step in range(16):
        choice = strategy.choose(moment(screen, planner, 20 * seed + step))
        graph.note(screen.state, choice, "confirmed")
        strategy.note(choice, "confirmed", is_new=True)
        done.append(choice.key.split(".")[-1])
    assert done[0] == "Next"
    assert not [name for name in done[: done.index("Shop")] if name.startswith("Do ")]


@pytest.mark.parametrize("seed", range(8))
def test_where_nothing_has_an_effect_any_more_what_may_lie_over_the_page_is_dismissed(seed: int) -> None:
    graph, strategy = Graph(), Novelty()
    screen = page((1, "Button", "Stock", PUSH), (1, "Button", "Orders", PUSH), (1, "Button", "いいえ", PUSH))
    see(graph, screen)
    for key in keys(screen):
        graph.note(screen.state, choose(screen, key), "confirmed")
    for step in range(STUCK):
        strategy.note(strategy.choose(moment(screen, Planner(graph), seed + step)), "no_op", is_new=False)
    assert strategy.choose(moment(screen, Planner(graph), seed)).key == "click Win1/Button.いいえ"


def test_where_nothing_behind_an_assistant_has_an_effect_the_assistant_is_gone_on_with() -> None:
    graph, strategy = Graph(), Novelty()
    behind = page((1, "Button", "Stock", PUSH), (1, "Button", "Orders", PUSH))
    screen = page((1, "Button", "Stock", PUSH), (1, "Button", "Orders", PUSH), (1, "Button", "Back", PUSH),
                  (1, "Button", "Next", PUSH))  # fmt: skip
    see(graph, behind, screen)
    for key in keys(screen):
        graph.note(screen.state, choose(screen, key), "confirmed")
    strategy.bearings.arrive(screen)
    for _ in range(STUCK_ASKED):
        strategy.note(choose(screen, "click Win1/Button.Stock"), "unverifiable", is_new=False)
    ways = [strategy.choose(moment(screen, Planner(graph))).key for _ in range(2)]
    assert ways == ["click Win1/Button.Next", "click Win1/Button.Back"]


def test_a_fresh_start_is_wanted_once_nothing_new_comes_and_the_next_has_twice_the_time() -> None:
    bearings = Bearings()
    for steps in (STALE, 2 * STALE):
        bearings.start_over()
        for _ in range(steps):
            assert not bearings.wants_fresh_start
            bearings.note("click Win1/Button.Ask", effective=True, is_new=False)
        assert bearings.wants_fresh_start


def test_a_fresh_start_is_wanted_when_nothing_has_an_effect_any_more() -> None:
    bearings = Bearings()
    for _ in range(3 * PATIENCE):
        assert not bearings.wants_fresh_start
        bearings.note("click Win1/Button.Ask", effective=False, is_new=True)
    assert bearings.wants_fresh_start


# -- places, not texts ----------------------------------------------------------------------------------------------


def grid(*texts: str) -> Screen:
    rows: list[tuple[int, str, str, dict[str, object]]] = [(1, "DataGrid", "Staff", {})]
    row, cell, buy = ({**given, "automation_id": id_} for given, id_ in ((PICK, ""), (EDIT, ""), (PUSH, "Buy")))
    for text in texts:
        rows += [(2, "DataItem", "", row), (3, "Custom", text, cell), (4, "Edit", text, cell), (3, "Button", "", buy)]
    return page(*rows)


def test_what_stands_in_rows_is_the_same_whatever_it_shows_and_in_every_row() -> None:
    assert keys(grid("Ann", "Bob")) == keys(grid("Carl", "Dora", "Emil"))
    buy = next(c for c in offered(grid("Ann", "Bob")).candidates if c.key.startswith("click "))
    assert buy.key == "click Win1/DataGrid.Staff>row>Button.Buy"
    assert len(buy.items) == 2


def test_buttons_in_the_rows_of_windows_forms_are_one_command() -> None:
    """Its grids have rows of no kind of their own, and cells that are named after their row."""
    plain = {"automation_id": ""}
    rows = [
        (2, "Custom", "Top Row", plain),
        (3, "HeaderItem", "Name", {**PUSH, **plain}),
        (3, "HeaderItem", "Paid", {**PUSH, **plain}),
    ]
    for n in range(3):
        rows += [(2, "Custom", f"Row {n}", plain), (3, "Button", f"Remind Row {n}", {**PUSH, **plain})]
    offers = [c for c in offered(page((1, "Table", "Orders", {}), *rows)).candidates if c.key.startswith("click ")]  # type: ignore[arg-type]
    buttons = [c for c in offers if "Button" in c.key]
    assert [len(c.items) for c in buttons] == [3]
    assert sum("HeaderItem" in c.key for c in offers) == 2


def test_cells_that_can_be_invoked_are_used() -> None:
    rows = [(2, "DataItem", f"{n}", {**PICK, "automation_id": ""}) for n in range(2)]
    cells = [(3, "Custom", f"cell {n}", {**PUSH, "automation_id": ""}) for n in range(2)]
    screen = page((1, "DataGrid", "Board", {}), rows[0], cells[0], rows[1], cells[1])  # type: ignore[arg-type]
    assert "click Win1/DataGrid.Board>row>Custom" in keys(screen)


# -- pages and kinds ------------------------------------------------------------------------------------------------


def radios(chosen: str) -> Screen:
    names = ("Home", "Lists", "Motion", "Feed")
    buttons = [(1, "RadioButton", name, {**PICK, "selected": name == chosen}) for name in names]
    return page(*buttons, (1, "Text", f"{chosen} page", {}), (1, "Button", f"On {chosen}", PUSH))  # type: ignore[arg-type]


def test_radio_buttons_that_open_pages_are_all_gone_through() -> None:
    graph = Graph()
    home, lists = radios("Home"), radios("Lists")
    see(graph, home, lists)
    first = "click Win1/RadioButton.Lists"
    assert graph.is_unknown(first)
    graph.note(home.state, choose(home, first), "confirmed")
    graph.lead(home.state, first, lists.state)
    for name in ("Home", "Motion", "Feed"):
        assert graph.is_unknown(f"click Win1/RadioButton.{name}")


@pytest.mark.parametrize("seed", range(6))
def test_pages_beside_one_that_showed_something_new_are_all_opened_before_one_is_gone_through(seed: int) -> None:
    graph, strategy = Graph(), Novelty()
    done: list[str] = []
    screen = radios("Home")
    for step in range(4):
        see(graph, screen)
        first = choose(screen, "click Win1/RadioButton.Lists") if not step else None
        choice = first or strategy.choose(moment(screen, Planner(graph), 10 * seed + step))
        done.append(choice.key)
        graph.note(screen.state, choice, "confirmed")
        strategy.note(choice, "confirmed", is_new=True)
        before, screen = screen, radios(choice.key.rpartition(".")[2])
        see(graph, screen)
        graph.lead(before.state, choice.key, screen.state)
    assert {key.rpartition(".")[2] for key in done} == {"Home", "Lists", "Motion", "Feed"}


def test_radio_buttons_that_only_hold_a_choice_are_ways_to_fill_in() -> None:
    graph = Graph()
    rows = [(1, "RadioButton", name, PICK) for name in ("Small", "Medium", "Large")]
    screen = page(*rows)  # type: ignore[arg-type]
    see(graph, screen)
    for name in ("Small", "Medium"):
        key = f"click Win1/RadioButton.{name}"
        graph.note(screen.state, choose(screen, key), "confirmed")
        graph.lead(screen.state, key, screen.state)
    assert not graph.is_unknown("click Win1/RadioButton.Large")


def test_what_never_had_an_effect_on_a_kind_of_control_is_done_rarely() -> None:
    days = [(1, "Button", f"Day {n}", PUSH) for n in range(NEVER_WORKS + 2)]
    screen = page(*days, (1, "Button", "Sum", PUSH))  # type: ignore[arg-type]
    graph, planner = Graph(), Planner
    see(graph, screen)
    by_key = {c.key: c for c in offered(screen).candidates}
    for n in range(NEVER_WORKS):
        assert not graph.never_works(by_key["click Win1/Button.Day 0"])
        graph.note(screen.state, choose(screen, f"click Win1/Button.Day {n}"), NO_EFFECT)
    last = by_key[f"click Win1/Button.Day {NEVER_WORKS + 1}"]
    assert graph.never_works(last)
    assert not graph.never_works(by_key["click Win1/Button.Sum"])
    found = [c for c in offered(screen).candidates if c.action == "click"]
    drawn = [moment(screen, planner(graph), n).draw(found, [1.0] * len(found)).key for n in range(60)]
    assert drawn.count("click Win1/Button.Sum") > 40
    graph.note(screen.state, choose(screen, last.key), "confirmed")
    assert not graph.never_works(last), "one of them worked"


def test_of_commands_whose_names_differ_by_numbers_the_doubts_are_shared() -> None:
    days = [(1, "Button", f"Day {n}", PUSH) for n in range(9)]
    screen = page(*days, (1, "Button", "Sum", PUSH))  # type: ignore[arg-type]
    graph, doubts = Graph(), Doubts()
    see(graph, screen)
    graph.note(screen.state, choose(screen, "click Win1/Button.Sum"), "confirmed")
    checks = 0
    for n in range(9):
        graph.note(screen.state, choose(screen, f"click Win1/Button.Day {n}"), NO_EFFECT)
        checks += len(doubts.series(moment(screen, Planner(graph)))) > 0
    assert checks == MOST_CHECKS


def test_a_window_without_an_owner_is_no_place_aside() -> None:
    screen = page((1, "Button", "Sum", PUSH))
    assert not screen.is_aside
    dialog = replace(MAIN, hwnd=2, owner=1)
    asked = read_screen(
        Snapshot(tuple(tree((1, "Button", "OK", PUSH), hwnd=2)), (dialog, replace(MAIN, enabled=False)))
    )
    assert asked.is_aside
    assert asked.place != screen.place


# -- each its turn ------------------------------------------------------------------------------------------------


def test_the_fields_of_a_page_get_their_turn_before_it_is_left_for_another_one() -> None:
    graph, strategy = Graph(), Novelty()
    names = ("Name", "City", "Street", "Phone")
    fields = [(1, "Edit", name, EDIT) for name in names]
    tabs = [(2, "TabItem", name, PICK) for name in ("Stock", "Staff", "Sales")]
    screen = page((1, "Tab", "Pages", {}), *tabs, *fields)  # type: ignore[arg-type]
    see(graph, screen)
    done = []
    for seed in range(4):
        choice = strategy.choose(moment(screen, Planner(graph), seed))
        graph.note(screen.state, choice, "confirmed")
        done.append(choice.key.rsplit(".", 1)[-1])
    assert len(set(done) & set(names)) >= 3


def test_no_element_takes_more_than_a_fifth_of_the_steps_while_there_is_another_one() -> None:
    graph, strategy = Graph(), Novelty()
    screen = page((1, "MenuItem", "More", MENU), *((1, "Button", f"Do {letter}", PUSH) for letter in "ABCDEF"))
    see(graph, screen)
    done = []
    for seed in range(200):
        strategy.walker.way = ["expand Win1/MenuItem.More"]  # whatever is believed to lie behind it
        choice = strategy.choose(moment(screen, Planner(graph), seed))
        strategy.note(choice, "confirmed", is_new=True)
        done.append(choice.key)
    assert done.count("expand Win1/MenuItem.More") <= 40


def test_second_looks_take_no_more_than_their_share_where_something_was_never_done() -> None:
    graph, strategy = Graph(), Novelty()
    buttons = [(1, "Button", f"Do {letter}", PUSH) for letter in "ABCDEFGHIJKLM"]
    screen = page(*buttons)  # type: ignore[arg-type]
    see(graph, screen)
    done: list[str] = []
    for seed in range(12):
        choice = strategy.choose(moment(screen, Planner(graph), seed))
        graph.note(screen.state, choice, "confirmed" if len(done) % 2 else NO_EFFECT)
        strategy.note(choice, "confirmed", is_new=choice.key not in done)
        done.append(choice.key)
    assert len(set(done)) >= 9, "one that did nothing is looked at again when the others have had their turn"


def test_a_field_that_does_not_take_a_text_gets_one_that_it_may_take_at_once() -> None:
    graph, strategy = Graph(), Novelty()
    screen = page((1, "Edit", "E-mail", EDIT), *((1, "Button", f"Do {letter}", PUSH) for letter in "ABCDEF"))
    see(graph, screen)
    odd = replace(choose(screen, "type_text Win1/Edit.E-mail"), args={"text": "abc"})
    strategy.note(odd, NO_EFFECT, is_new=True)
    mended = strategy.choose(moment(screen, Planner(graph)))
    assert mended.key == odd.key
    assert "@" in mended.args["text"]
    strategy.note(mended, NO_EFFECT, is_new=False)
    again = strategy.choose(moment(screen, Planner(graph)))
    assert (again.key, again.args == mended.args) == (odd.key, False)
    strategy.note(again, "confirmed", is_new=False)
    assert strategy.choose(moment(screen, Planner(graph))).key != odd.key


def test_the_thumb_of_a_splitter_is_dragged_and_none_of_a_slider_or_of_a_columns_head() -> None:
    slider = (1, "Slider", "Volume", {"patterns": ("RangeValue",), "minimum": 0.0, "maximum": 9.0, "value": "1"})
    head = (1, "Header", "Heads", {}), (2, "HeaderItem", "Name", PUSH), (3, "Thumb", "Grip", {})
    screen = page(slider, (2, "Thumb", "Knob", {}), *head, (1, "Thumb", "Splitter", {}))
    drags = [c for c in offered(screen).candidates if c.action == "drag"]
    assert [c.key for c in drags] == ["drag Win1/Thumb.Splitter"]
    ways = {moment(screen, Planner(Graph()), seed).fill(drags[0]).args["by"] for seed in range(20)}
    assert ways == {(40, 0), (-40, 0), (0, 40), (0, -40)}


def test_what_a_refused_dialog_offers_beside_is_used_before_it_is_sent_again() -> None:
    def order(said: str) -> Screen:
        return over(page((1, "Button", "Ask", PUSH)), (1, "Edit", "Product", EDIT), (1, "Button", "Add", PUSH),
                    (1, "Button", "Next", PUSH), (1, "Text", said, {}))  # fmt: skip

    graph, strategy = Graph(), Novelty()
    see(graph, order("ready"), order("Add at least one line."))
    planner = Planner(graph)
    screen = order("Add at least one line.")
    for key in ("type_text Win2/Edit.Product", "click Win2/Button.Next"):
        graph.note(screen.state, choose(screen, key), "confirmed")
    planner.note_answer("click Win2/Button.Next", order("ready"), screen)
    assert planner.refusals.latest == "click Win2/Button.Next"
    choice = strategy.choose(moment(screen, planner))
    assert choice.key == "click Win2/Button.Add"
    graph.note(screen.state, choice, "confirmed")
    assert strategy.choose(moment(screen, planner)).key == "type_text Win2/Edit.Product"


def test_a_window_that_is_open_twice_is_one_in_all_that_is_known_of_it() -> None:
    def found(*hwnds: int) -> Screen:
        windows = [WindowInfo(h, 7, "app.exe", "Find", "HwndWrapper[app]", Rect(0, 0, 80, 80)) for h in hwnds]
        nameless = {**EDIT, "automation_id": ""}
        inner = [
            c for h in hwnds for c in tree((1, "Edit", "Text", nameless), (1, "Button", "Next match", PUSH), hwnd=h)
        ]
        inner = [replace(c, automation_id="" if c.control_type == "Window" else c.automation_id) for c in inner]
        return read_screen(Snapshot((*inner, *tree((1, "Button", "Find", PUSH))), (*windows, MAIN)))

    once, twice = found(5), found(5, 6)
    assert {p.key for p in once.places} == {p.key for p in twice.places}
    assert once.state == twice.state
    assert keys(once) == keys(twice)
    (field,) = (c for c in offered(twice).candidates if c.action == "type_text")
    assert field.control is not None
    assert field.control.hwnd == 5, "the one in front"


def test_what_leads_into_a_dialog_that_would_be_left_at_once_is_left_alone() -> None:
    below = page((1, "Button", "Ask", PUSH), (1, "Button", "Sum", PUSH))
    screen = over(below, (1, "Button", "Again", PUSH), (1, "Button", "Cancel", PUSH))
    graph, strategy = Graph(), Novelty()
    see(graph, below, screen)
    for step in range(2 * SETTLED):
        strategy.bearings.arrive(screen if step % 2 else below)
        strategy.bearings.note("click Win2/Button.Cancel" if step % 2 else ASK, effective=True, is_new=False)
    strategy.bearings.arrive(below)
    assert strategy.bearings.is_in_vain(ASK)
    assert not strategy.bearings.is_in_vain("click Win1/Button.Sum")
    for c in (*offered(below).candidates, *offered(below).by_hand):
        graph.note(below.state, choose(below, c.key) if c.key in keys(below) else Choice(c, c.place), "confirmed")
    planner = Planner(graph)
    assert ASK not in {strategy.choose(moment(below, planner, seed)).key for seed in range(60)}


def test_a_command_that_opens_a_dialog_leaves_others_their_turn_the_oftener_it_was_run() -> None:
    below = page((1, "Edit", "Name", EDIT), (1, "Button", "Ask", PUSH))
    screen = over(below, (1, "Button", "Cancel", PUSH))
    graph = Graph()
    one, other = see(graph, below, screen)
    graph.lead(one, ASK, other)
    graph.tried[ASK] = 3 * ANYWHERE
    planner, candidate = Planner(graph), next(c for c in offered(below).candidates if c.key == ASK)
    turns = sum(in_turn([candidate], [1.0], moment(below, planner, seed)) is not None for seed in range(400))
    assert turns == pytest.approx(100, rel=0.25)
    graph.states[one].ways.clear()
    assert in_turn([candidate], [1.0], moment(below, planner, 1)) is not None


def test_rows_are_sorted_once_each_way_and_no_value_has_to_be_met_with_that() -> None:
    screen = page((1, "DataGrid", "Rows", {}), (2, "Header", "Heads", {}), (3, "HeaderItem", "Name", PUSH))
    graph = Graph()
    see(graph, screen)
    now = moment(screen, Planner(graph), 1)
    assert not now.commands
    assert [c.key for c in now.never_done] == ["click Win1/HeaderItem.Name"]


def test_the_picture_of_a_button_is_that_button() -> None:
    screen = page((1, "Button", "Add", PUSH), (2, "Image", "", {}), (1, "Group", "Card", {}), (2, "Image", "", {}))
    assert [c.key for c in offered(screen).by_hand if c.key.startswith("poke")] == ["poke Win1/Group.Card>Image:"]


def test_attempts_by_hand_and_values_that_cannot_be_read_do_not_tell_that_something_lies_over_a_page() -> None:
    screen = page((1, "Edit", "Secret", EDIT), (1, "Button", "Ask", PUSH), (1, "Button", "Cancel", PUSH))
    strategy, found = Novelty(), offered(screen)
    strategy.bearings.arrive(screen)
    quiet = [choose(screen, "type_text Win1/Edit.Secret"), *(Choice(c, c.place) for c in found.by_hand)]
    for choice in quiet * STUCK:
        strategy.note(choice, NO_EFFECT, is_new=False)
    assert not strategy.bearings.is_to_leave(screen, has_new=False, has_goal=False)
    for _ in range(STUCK):
        strategy.note(choose(screen, ASK), NO_EFFECT, is_new=False)
    assert strategy.bearings.is_to_leave(screen, has_new=False, has_goal=False)
