"""How exploration gets about: menus by their paths, dialogs that return, goals by their steps, what looks wrong."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo
from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.aims.routes import LEAVE, VALID, Goal, Step
from wpfagent.runs.explore.choosing.doubts import LOOK_AFTER, Doubts
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.choosing.strategies import Novelty
from wpfagent.runs.explore.choosing.walking import Walker
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.candidates import candidates_of
from wpfagent.runs.explore.screens.offer import Candidate, MenuEntry, Offered, Shown
from wpfagent.runs.explore.screens.screen import Screen, read_screen
from wpfagent.runs.explore.values.arguments import Choice, choice_of
from wpfagent.safety.policy import Policy

MAIN = WindowInfo(1, 7, "app.exe", "Orders", "HwndWrapper[app]", Rect(0, 0, 800, 600))
DIALOG = WindowInfo(2, 7, "app.exe", "Ask", "HwndWrapper[app]", Rect(0, 0, 100, 100), owner=1)
EDIT = {"patterns": ("Value",), "read_only": False, "value": ""}
PUSH = {"patterns": ("Invoke",)}
PICK = {"patterns": ("SelectionItem",), "selected": False}
MENU = {"patterns": ("ExpandCollapse",), "expanded": "collapsed"}
NO_EFFECT = "unverifiable"


def tree(*rows: tuple[int, str, str, dict[str, object]], hwnd: int = 1) -> list[Control]:
    """Controls of (depth, control type, id and name, other properties) in a window."""
    made = [Control(f"w{hwnd}", control_type="Window", automation_id=f"Win{hwnd}", depth=0, hwnd=hwnd, pid=7)]
    for depth, kind, name, given in rows:
        known = {"automation_id": "" if kind == "Text" else name, "name": name, **given}
        made.append(Control(f"{hwnd} {kind} {name}", control_type=kind, depth=depth, hwnd=hwnd, pid=7, **known))  # type: ignore[arg-type]
    return made


def page(*rows: tuple[int, str, str, dict[str, object]]) -> Screen:
    return read_screen(Snapshot(tuple(tree(*rows)), (MAIN,)))


def over(below: Screen, *rows: tuple[int, str, str, dict[str, object]]) -> Screen:
    """A modal dialog over a page."""
    controls = (*tree(*rows, hwnd=2), *below.snapshot.controls)
    return read_screen(Snapshot(controls, (DIALOG, replace(MAIN, enabled=False))))


def offered(screen: Screen, known: Shown | None = None) -> Offered:
    return candidates_of(screen, Policy("random"), around=lambda _c: None, known=known, allow_destructive=True)  # type: ignore[arg-type,return-value]


def test_what_a_person_presses_is_pressed_though_its_provider_offers_no_pattern() -> None:
    screen = page((1, "Button", "Weave", {}), (1, "CheckBox", "Warm", {}), (1, "Group", "Frame", {}))
    assert {c.key for c in offered(screen).candidates} >= {"click Win1/Button.Weave", "click Win1/CheckBox.Warm"}
    without = candidates_of(screen, Policy("random", input="never"), around=lambda _c: None)  # type: ignore[arg-type,return-value]
    assert not [c for c in without.candidates if c.action == "click"]


def see(graph: Graph, *screens: Screen) -> list[str]:
    for screen in screens:
        graph.see(screen, offered(screen), 0)
    return [s.state for s in screens]


def choose(screen: Screen, key: str, kind: str = "") -> Choice:
    candidate = next(c for c in offered(screen).candidates if c.key == key)
    return Choice(candidate, candidate.place, {}, kind)


def orders(*more: tuple[int, str, str, dict[str, object]]) -> Screen:
    return page((1, "Text", "Orders page", {}), (1, "Button", "Ask", PUSH), (1, "Button", "Sum", PUSH), *more)


def stock(*more: tuple[int, str, str, dict[str, object]]) -> Screen:
    return page((1, "Text", "Stock page", {}), (1, "Button", "Count", PUSH), (1, "Button", "Move", PUSH), *more)


# -- menus and lists ------------------------------------------------------------------------------------------------


def test_a_command_of_a_menu_that_was_open_once_is_chosen_by_its_path() -> None:
    bar = (1, "Menu", "Bar", {})
    opened = page(bar, (2, "MenuItem", "View", {**MENU, "expanded": "expanded"}), (3, "MenuItem", "Stock", PUSH))
    assert opened.menu_path == ("View",)
    item = choose(opened, "click Win1/MenuItem.Stock").place
    assert item is not None
    closed = page(bar, (2, "MenuItem", "View", MENU))
    known = Shown(menu={item.key: MenuEntry("Win1/MenuItem.View", ("View", "Stock"), item)})
    found = {c.key: c for c in offered(closed, known).candidates}
    candidate = found["menu Win1/MenuItem.Stock"]
    assert choice_of(candidate, closed, Random(1)).args == {"path": ["View", "Stock"]}
    assert found["expand Win1/MenuItem.View"].weight < candidate.weight
    assert "menu Win1/MenuItem.Stock" not in {c.key for c in offered(closed).candidates}


def test_an_open_combo_box_is_chosen_from_at_once() -> None:
    box = (1, "ComboBox", "Size", {"patterns": ("ExpandCollapse",), "expanded": "expanded"})
    screen = page(box, (2, "ListItem", "Small", PICK))
    keys = [c.key for c in offered(screen, Shown({"Win1/ComboBox.Size": ("Small",)})).candidates]
    assert keys == ["collapse Win1/ComboBox.Size", "select_combo Win1/ComboBox.Size"]


def test_a_menu_item_that_was_clicked_counts_as_chosen_by_its_path_too() -> None:
    graph = Graph()
    screen = page((1, "Menu", "Bar", {}), (2, "MenuItem", "View", {**MENU, "expanded": "expanded"}),
                  (3, "MenuItem", "Stock", PUSH))  # fmt: skip
    see(graph, screen)
    graph.note(screen.state, choose(screen, "click Win1/MenuItem.Stock"), "confirmed")
    assert not graph.is_unknown("menu Win1/MenuItem.Stock")


def test_a_menu_that_was_left_is_opened_again_for_its_submenu_before_its_commands() -> None:
    graph, here = Graph(), orders()
    items = ((1, "MenuItem", "Copy", PUSH), (1, "MenuItem", "Mark as", MENU))
    popup = replace(DIALOG, popup=True, owner=None)
    opened = read_screen(Snapshot((*tree(*items, hwnd=2), *here.snapshot.controls), (popup, MAIN)))
    see(graph, here, opened)
    graph.lead(here.state, "click Win1/Button.Ask", opened.state)
    walker = Walker()
    step = walker.seek(moment(here, Planner(graph)), lambda key: key.startswith(("click popup", "expand popup")))
    assert step is not None
    assert walker.goal is not None
    assert walker.goal.command == "expand popup/MenuItem.Mark as"


def test_one_item_that_opened_nothing_does_not_make_all_others_ways_to_fill_in() -> None:
    graph = Graph()
    rows = [(1, "List", "Pages", {}), *((2, "ListItem", name, PICK) for name in ("Home", "Stock", "Help", "News"))]
    screen = page(*rows)  # type: ignore[arg-type]
    see(graph, screen)
    keys = [f"select_item Win1/ListItem.{name}" for name in ("Home", "Stock", "Help", "News")]
    graph.note(screen.state, choose(screen, keys[0]), "confirmed")
    graph.lead(screen.state, keys[0], screen.state)
    assert graph.is_unknown(keys[1])
    graph.note(screen.state, choose(screen, keys[1]), "confirmed")
    graph.lead(screen.state, keys[1], screen.state)
    assert not graph.is_unknown(keys[2]), "two that opened nothing: they are records"


# -- ways -----------------------------------------------------------------------------------------------------------


def test_closing_a_dialog_leads_back_to_where_it_was_opened_from() -> None:
    graph = Graph()
    here, there = orders(), stock()
    dialog = over(here, (1, "Button", "OK", PUSH))
    one, two, ask = see(graph, here, there, dialog)
    for at in (one, two, one):
        graph.lead(at, "menu Ask", ask)
        graph.lead(ask, "click Win2/Button.OK", at)
    graph.lead(one, "menu Stock", two)
    graph.start_over()
    assert graph.ways.way(one, lambda s: s.id == two) == ["menu Stock"], "not through the dialog"
    graph.states[two].ways.clear()
    graph.lead(two, "menu Ask", ask)
    assert graph.ways.way(ask, lambda s: s.id == one) == []
    assert graph.ways.way(ask, lambda s: s.id == two) == ["click Win2/Button.OK"]


def test_where_something_led_last_counts() -> None:
    graph = Graph()
    one, two = see(graph, orders(), stock())
    (shut,) = see(graph, stock((1, "Button", "Late", {**PUSH, "enabled": False})))
    for following in (two, two, shut):
        graph.lead(one, "menu Stock", following)
    assert graph.ways.way(one, lambda s: s.id == shut) == ["menu Stock"]
    assert graph.ways.way(one, lambda s: s.id == two) == []
    graph.start_over()
    assert graph.ways.way(one, lambda s: s.id == two) == ["menu Stock"], (
        "a fresh run shows pages as they were seen first"
    )


def test_a_page_is_the_same_whatever_is_enabled_and_whichever_other_window_is_open() -> None:
    one = orders()
    shut = page((1, "Text", "Orders page", {}), (1, "Button", "Ask", {**PUSH, "enabled": False}),
                (1, "Button", "Sum", PUSH))  # fmt: skip
    button = one.places[2]
    assert one.page_of(button) == shut.page_of(shut.places[2])
    beside = read_screen(Snapshot((*tree((1, "Button", "Pin", PUSH), hwnd=2), *one.snapshot.controls), (DIALOG, MAIN)))
    assert beside.page_of(beside.places[-1]) == one.page_of(button)
    assert one.page_of(button) != stock().page_of(stock().places[2])


# -- goals ----------------------------------------------------------------------------------------------------------


def test_the_goal_that_takes_the_fewest_steps_for_what_it_may_show_comes_first() -> None:
    graph = Graph()
    screen = page(
        (1, "Edit", "Amount", {**EDIT, "help_text": "0 is free, negative ones are returns"}),
        (1, "Edit", "Weight", {**EDIT, "help_text": "0 is free, negative ones are returns, above 90 it is heavy"}),
        (1, "Edit", "Height", {**EDIT, "help_text": "0 is free, negative ones are returns, above 90 it is high"}),
        (1, "Button", "Book", {**PUSH, "help_text": "uses 'Amount'"}),
        (1, "Button", "Ship", {**PUSH, "help_text": "uses 'Amount', 'Weight', 'Height'"}),
    )
    (state,) = see(graph, screen)
    for seed in range(20):
        goal = Planner(graph).next_goal(state, Random(seed), forms=False)
        assert goal is not None
        assert goal.command == "click Win1/Button.Book"


def test_a_plan_with_a_button_that_runs_first_is_met_once_it_ran() -> None:
    graph = Graph()
    screen = page(
        (1, "Button", "Weigh", PUSH), (1, "Button", "Bill", {**PUSH, "help_text": "takes the result of 'Weigh'"})
    )
    see(graph, screen)
    planner, weigh, bill = Planner(graph), "click Win1/Button.Weigh", "click Win1/Button.Bill"
    due = []
    for runs in range(4):
        due.append(planner.is_due(bill))
        planner.note(bill)
        graph.note(screen.state, choose(screen, weigh), "confirmed", number=runs + 1)
    assert due == [False, True, False, True], "it ran once, or several times"
    assert planner.relies_on(bill) == [2, 3, 4]


def test_a_command_relies_on_what_was_entered_last_in_what_it_names() -> None:
    graph = Graph()
    screen = page((1, "Edit", "Amount", {**EDIT, "help_text": "0 is free"}), (1, "Edit", "Note", EDIT),
                  (1, "Button", "Book", {**PUSH, "help_text": "uses 'Amount'"}))  # fmt: skip
    see(graph, screen)
    for number, key in enumerate(("Amount", "Note", "Amount", "Note"), start=1):
        graph.note(screen.state, choose(screen, f"type_text Win1/Edit.{key}", "zero"), "confirmed", number=number)
    assert Planner(graph).relies_on("click Win1/Button.Book") == [3]
    graph.start_over()
    assert Planner(graph).relies_on("click Win1/Button.Book") == []


def test_a_command_relies_on_what_enabled_it() -> None:
    graph = Graph()
    rows = [(1, "CheckBox", "Urgent", {"patterns": ("Toggle",), "toggle_state": "off"})]
    shut = page(*rows, (1, "Button", "Go on", {**PUSH, "enabled": False}))
    free = page(*rows, (1, "Button", "Go on", PUSH))
    see(graph, shut, free)
    tick, go_on = "toggle Win1/CheckBox.Urgent", "click Win1/Button.Go on"
    graph.note(shut.state, choose(shut, tick), "confirmed", number=1)
    graph.lead(shut.state, tick, free.state)
    assert Planner(graph).relies_on(go_on) == [1]
    graph.start_over()
    assert Planner(graph).relies_on(go_on) == []


# -- what looks wrong -----------------------------------------------------------------------------------------------


def candidates(screen: Screen) -> tuple[Candidate, ...]:
    return offered(screen).candidates


def moment(screen: Screen, planner: Planner, seed: int = 2) -> Situation:
    return Situation(screen, candidates(screen), planner.graph, Random(seed), planner)


def after_the_sum() -> tuple[Graph, Screen, Planner]:
    """A page on which one command has had an effect."""
    graph, screen = Graph(), orders()
    see(graph, screen)
    graph.note(screen.state, choose(screen, "click Win1/Button.Sum"), "confirmed")
    return graph, screen, Planner(graph)


def shut_orders() -> Screen:
    """The page of orders where the use of a command has disabled it."""
    return page((1, "Text", "Orders page", {}), (1, "Button", "Ask", {**PUSH, "enabled": False}),
                (1, "Button", "Sum", PUSH))  # fmt: skip


def test_what_seems_to_do_nothing_is_run_again_after_something_that_does() -> None:
    graph, screen, reader = after_the_sum()
    ask, total, doubts = "click Win1/Button.Ask", "click Win1/Button.Sum", Doubts()
    graph.note(screen.state, choose(screen, ask), NO_EFFECT)
    assert doubts.series(moment(screen, reader)) == [total, ask]
    graph.note(screen.state, choose(screen, total), "confirmed")
    graph.note(screen.state, choose(screen, ask), "confirmed")
    assert doubts.series(moment(screen, reader)) == []


def test_only_uses_count_between_which_something_else_had_an_effect() -> None:
    graph, screen, reader = after_the_sum()
    ask, total, doubts = "click Win1/Button.Ask", "click Win1/Button.Sum", Doubts()
    for effect in (NO_EFFECT, "confirmed", "confirmed"):
        graph.note(screen.state, choose(screen, ask), NO_EFFECT)
        doubts.series(moment(screen, reader))
        graph.note(screen.state, choose(screen, total), effect)
    assert graph.dead[ask] == 2, "the first and the second use were one"
    assert doubts.series(moment(screen, reader)) == [ask], "once more"
    graph.start_over()
    assert graph.dead[ask] == 0, "a run that does the same tells nothing new"


def test_a_doubt_waits_until_something_else_has_been_done() -> None:
    graph, screen = Graph(), page((1, "Button", "Ask", PUSH), (1, "Edit", "Note", EDIT))
    see(graph, screen)
    ask, doubts, reader = "click Win1/Button.Ask", Doubts(), Planner(graph)
    graph.note(screen.state, choose(screen, ask), NO_EFFECT)
    assert doubts.series(moment(screen, reader)) == []
    graph.note(screen.state, choose(screen, "type_text Win1/Edit.Note", "word"), "confirmed")
    assert doubts.series(moment(screen, reader)) == [ask]


def test_what_grows_is_run_on_only_while_it_grows() -> None:
    graph, screen = Graph(), orders()
    see(graph, screen)
    ask, doubts, reader = "click Win1/Button.Ask", Doubts(), Planner(graph)
    graph.note(screen.state, choose(screen, ask), "confirmed")
    graph.grown.add(ask)
    assert doubts.series(moment(screen, reader)) == [ask]
    graph.note(screen.state, choose(screen, ask), "confirmed")
    assert doubts.series(moment(screen, reader)) == []


def test_the_page_of_a_command_that_its_use_has_disabled_is_looked_at_again() -> None:
    graph = Graph()
    before, after, elsewhere = orders(), shut_orders(), stock()
    see(graph, before, after, elsewhere)
    doubts, reader = Doubts(), Planner(graph)
    graph.note(before.state, choose(before, "click Win1/Button.Ask"), "confirmed")
    doubts.series(moment(after, reader))
    graph.lead(elsewhere.state, "menu Orders", after.state)
    goals, began = [], []
    for n in range(300):
        if (goal := doubts.look_again(moment(elsewhere, Planner(graph), n))) is not None:
            goals.append(goal)
            began.append(n)
        graph.note(elsewhere.state, choose(elsewhere, "click Win1/Button.Count"), "confirmed")
    steps = [goal.steps for goal in goals]
    assert all(later - earlier >= LOOK_AFTER for earlier, later in pairwise([0, *began]))
    ask = "click Win1/Button.Ask"
    assert steps == [[Step(ask), Step(LEAVE), Step(ask, LEAVE)]] * 3, "it may be a fresh run, in which it is enabled"
    assert graph.ways.way_to(elsewhere.state, "click Win1/Button.Ask") == ["menu Orders"], "disabled as it is"


def test_after_another_use_that_disables_it_it_has_its_time_again() -> None:
    graph = Graph()
    before, shut, elsewhere, ask = orders(), shut_orders(), stock(), "click Win1/Button.Ask"
    see(graph, before, shut, elsewhere)
    doubts, reader = Doubts(), Planner(graph)
    for _ in range(2):  # the second use is one in a fresh run
        graph.note(before.state, choose(before, ask), "confirmed")
        doubts.series(moment(shut, reader))
        for n in range(LOOK_AFTER - 1):
            graph.note(elsewhere.state, choose(elsewhere, "click Win1/Button.Count"), "confirmed")
            assert doubts.look_again(moment(elsewhere, Planner(graph), n)) is None


def test_a_page_is_left_for_another_one_not_for_a_dialog_over_it() -> None:
    graph = Graph()
    here, there = orders((1, "Button", "To stock", PUSH)), stock()
    dialog = over(here, (1, "Button", "Close", PUSH))
    see(graph, here, dialog, there)
    graph.lead(here.state, "click Win1/Button.Sum", dialog.state)
    graph.lead(here.state, "click Win1/Button.To stock", there.state)
    ask = "click Win1/Button.Ask"
    for seed in range(5):
        strategy = Novelty()
        strategy.walker.goal = Goal(ask, [Step(LEAVE), Step(ask, LEAVE)])
        choice = strategy.choose(moment(here, Planner(graph), seed))
        assert choice.key == "click Win1/Button.To stock"


def test_a_command_that_never_had_an_effect_is_run_again_until_that_is_sure() -> None:
    graph = Graph()
    here, elsewhere = orders(), stock()
    see(graph, here, elsewhere)
    doubts, reader = Doubts(), Planner(graph)
    graph.note(here.state, choose(here, "click Win1/Button.Ask"), NO_EFFECT)
    doubts.series(moment(elsewhere, reader))
    goals = [goal for seed in range(60) if (goal := doubts.look_again(moment(elsewhere, Planner(graph), seed)))]
    assert goals
    assert {goal.command for goal in goals} == {"click Win1/Button.Ask"}
    graph.note(here.state, choose(here, "click Win1/Button.Ask"), "confirmed")
    doubts.series(moment(elsewhere, reader))
    assert not [s for s in range(60) if doubts.look_again(moment(elsewhere, Planner(graph), s))]


@pytest.mark.parametrize("ended", [False, True])
def test_what_ended_the_program_is_in_no_doubt(ended: bool) -> None:
    graph, screen = Graph(), orders()
    see(graph, screen)
    ask, doubts = "click Win1/Button.Ask", Doubts()
    choice = choose(screen, ask)
    graph.note(screen.state, choice, NO_EFFECT)
    doubts.series(moment(screen, Planner(graph)))
    if ended:
        graph.note_end(screen.state, choice)
    graph.warned.add(ask)
    looks = [doubts.look_again(moment(screen, Planner(graph), seed)) for seed in range(60)]
    assert bool([look for look in looks if look is not None]) is not ended


def test_what_ended_the_program_leads_nowhere_though_a_question_came_up_before() -> None:
    graph, below = Graph(), orders()
    question = over(below, (1, "Button", "No", PUSH))
    see(graph, below)
    see(graph, question)
    close = choose(below, "click Win1/Button.Ask")
    graph.lead(below.state, close.key, question.state)
    assert graph.ways.way(below.state, lambda s: s.id == question.state) == [close.key]
    graph.note(below.state, close, "confirmed")
    graph.note_end(below.state, close)
    assert graph.ways.way(below.state, lambda s: s.id == question.state) == []


def test_after_a_warning_the_command_is_run_twice_more() -> None:
    graph, screen = Graph(), orders()
    see(graph, screen)
    ask, doubts = "click Win1/Button.Ask", Doubts()
    graph.note(screen.state, choose(screen, ask), "confirmed")
    graph.warned.add(ask)
    goals = [goal for seed in range(60) if (goal := doubts.look_again(moment(screen, Planner(graph), seed)))]
    assert [goal.steps for goal in goals] == [[Step(ask)]] * 2


def test_a_growing_series_goes_on_where_a_collection_hides_what_was_added() -> None:
    graph, screen = Graph(), orders()
    see(graph, screen)
    ask, doubts, reader = "click Win1/Button.Ask", Doubts(), Planner(graph)
    for grows in (True, True, False):
        graph.note(screen.state, choose(screen, ask), "confirmed")
        if grows:
            graph.grown.add(ask)
        assert doubts.series(moment(screen, reader)) == [ask]


# -- what is disabled, and forms ------------------------------------------------------------------------------------


def gated() -> tuple[Graph, Screen, Screen, Screen]:
    """A page on which a switch enables the command that opens another one."""
    tick = (1, "CheckBox", "Urgent", {"patterns": ("Toggle",), "toggle_state": "off"})
    shut = page(tick, (1, "Button", "Go on", {**PUSH, "enabled": False}), (1, "Button", "Sum", PUSH))
    free = page(tick, (1, "Button", "Go on", PUSH), (1, "Button", "Sum", PUSH))
    graph, there = Graph(), stock()
    see(graph, shut, free, there)
    graph.lead(shut.state, "toggle Win1/CheckBox.Urgent", free.state)
    graph.lead(free.state, "click Win1/Button.Go on", there.state)
    return graph, shut, free, there


def test_a_way_leads_through_what_is_disabled_and_what_enabled_it_is_known() -> None:
    graph, shut, _, _ = gated()
    graph.start_over()
    tick, disabled = {"patterns": ("Toggle",), "toggle_state": "off"}, {**PUSH, "enabled": False}
    other = page((1, "CheckBox", "Urgent", tick), (1, "Button", "Go on", disabled), (1, "Button", "Sum", disabled))
    see(graph, other)
    assert graph.ways.way_to(other.state, "click Win1/Button.Count")[-1] == "click Win1/Button.Go on"
    assert graph.ways.way_to(other.state, "click Win1/Button.Count", set()) == ["click Win1/Button.Go on"]
    assert Planner(graph).preparing("click Win1/Button.Go on", is_shut=True) == [Step("toggle Win1/CheckBox.Urgent")]
    assert graph.ways.way(shut.state, lambda s: s.id == other.state, set()) == []


def test_a_form_that_was_refused_is_filled_in_before_it_is_gone_through_again() -> None:
    graph = Graph()
    form = page((1, "Edit", "Street", EDIT), (1, "Button", "Send", {**PUSH, "help_text": "checks the entries"}))
    there, send, street = stock(), "click Win1/Button.Send", Step("type_text Win1/Edit.Street", VALID)
    see(graph, form, there)
    reader = Planner(graph)
    graph.note(form.state, choose(form, send), "confirmed", 1)
    graph.lead(form.state, send, form.state)
    assert reader.preparing(send, is_shut=False) == [street]
    graph.note(form.state, choose(form, "type_text Win1/Edit.Street", "word"), "confirmed", 2)
    graph.note(form.state, choose(form, send), "confirmed", 3)
    graph.lead(form.state, send, there.state)
    assert reader.preparing(send, is_shut=False) == [], "it was accepted as it is"
    graph.note(form.state, choose(form, "type_text Win1/Edit.Street", "negative"), "confirmed", 4)
    assert reader.preparing(send, is_shut=False) == [street]


def test_a_way_that_cannot_be_begun_now_is_none() -> None:
    graph, here, there = Graph(), orders(), stock()
    see(graph, here, there)
    graph.lead(here.state, "click Win1/Button.Ask", there.state)
    graph.lead(here.state, "click Win1/Button.Sum", there.state)
    wanted = "click Win1/Button.Count"
    assert graph.ways.way_to(here.state, wanted, {"click Win1/Button.Sum"}) == ["click Win1/Button.Sum"]
    assert graph.ways.way_to(here.state, wanted, set()) == []
