"""What nothing tells of: texts, pictures and drawn things clicked, wheels turned, items dragged; a few of each kind."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest
from test_explore_parts import MAIN, control

from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.core.wait import RealClock
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.runs.explore.actor import only_chose
from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.choosing.unlikely import CHANCE, LEFT_CHANCE, USUAL, WAYS, Unlikely
from wpfagent.runs.explore.known.graph import NEVER_WORKS, Graph
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.observer import Observer
from wpfagent.runs.explore.screens.by_hand import CARDS, SPOTS
from wpfagent.runs.explore.screens.candidates import candidates_of
from wpfagent.runs.explore.screens.offer import Candidate, Offered
from wpfagent.runs.explore.screens.screen import Screen, read_screen
from wpfagent.runs.explore.values.arguments import Choice, choice_of
from wpfagent.safety.policy import Policy

LARGE = Rect(0, 0, 200, 200)


class Eager(Random):
    """Dice that let everything begin."""

    def random(self) -> float:
        return 0.0


def screen_of(*controls: Control) -> Screen:
    return read_screen(Snapshot((control("w", "Window", 0, automation_id="Main"), *controls), (MAIN,)))


def offered(screen: Screen, policy: Policy | None = None) -> Offered:
    return candidates_of(screen, policy or Policy("random"), around=lambda _c: None, allow_destructive=True)  # type: ignore[arg-type,return-value]


def keys(screen: Screen, how: str) -> list[str]:
    return [c.key for c in offered(screen).by_hand if c.key.startswith(f"{how} ")]


def lists() -> Screen:
    def items(name: str, *names: str) -> list[Control]:
        found = [control(f"{name}{n}", "ListItem", 2, name=n, patterns=("SelectionItem",)) for n in names]
        return [control(name, "List", 1, automation_id=name), *found]

    return screen_of(*items("To do", "Mow", "Rake"), *items("Done", "Dig"), *items("Later"))


def test_a_text_that_stands_by_itself_may_be_a_link_and_one_in_a_button_is_its_caption() -> None:
    screen = screen_of(
        control("t", "Text", 1, name="More about us"),
        control("b", "Button", 1, automation_id="Go", patterns=("Invoke",)),
        control("c", "Text", 2, name="Go on"),
    )
    assert keys(screen, "poke") == ["poke Main/Window.Main>Text:More about us"]
    assert keys(screen, "ask") == ["ask Main/Button.Go"]


def test_what_is_drawn_is_clicked_in_several_places_drawn_on_and_turned() -> None:
    screen = screen_of(control("c", "Custom", 1, automation_id="Chart", bounding_rect=LARGE))
    found = {c.key: c for c in offered(screen).by_hand}
    assert {key.split(" ")[0] for key in found} == {"poke", "ask", "draw", "wheel"}
    poke = found["poke Main/Custom.Chart"]
    clicked = [
        choice_of(poke, screen, Random(1), tried=dict.fromkeys(list(SPOTS)[:n], 1)).args for n in range(len(SPOTS))
    ]
    assert clicked == [{}, *({"at": at} for name, at in SPOTS.items() if name != "middle")]


def test_enter_is_pressed_in_a_field_and_never_in_one_that_is_secret() -> None:
    typed = {"patterns": ("Value",), "read_only": False, "focusable": True}
    screen = screen_of(
        control("e", "Edit", 1, automation_id="Find", **typed),
        control("p", "Edit", 1, automation_id="Pin", is_password=True, **typed),
    )
    (enter,) = [c for c in offered(screen).by_hand if c.key.startswith("enter ")]
    assert choice_of(enter, screen, Random(1)).args.items() >= {"enter": True, "input": True}.items()
    assert keys(screen, "enter") == ["enter Main/Edit.Find"]


def test_items_are_dragged_onto_others_of_their_list_and_of_those_beside_it() -> None:
    screen = lists()
    assert keys(screen, "move") == [
        "move Main/List.Done onto Main/List.Later", "move Main/List.Done onto Main/List.To do", "move Main/List.To do",
        "move Main/List.To do onto Main/List.Done", "move Main/List.To do onto Main/List.Later",
    ]  # fmt: skip
    moves = [c for c in offered(screen).by_hand if c.key == "move Main/List.To do"]
    choice = choice_of(moves[0], screen, Random(1))
    assert choice.place is not None
    assert choice.onto is not None
    assert {choice.place.control.name, choice.onto.control.name} == {"Mow", "Rake"}
    assert choice.args == {"to": {"ref": choice.onto.control.ref}}


def test_cards_of_which_nothing_can_be_chosen_are_seldom_dragged_and_never_added_to_a_choice() -> None:
    cards = [control(f"c{n}", "DataItem", 2, name=n, class_name="ItemsControlItem") for n in ("Vega", "Crab")]
    screen = screen_of(control("l", "List", 1, automation_id="Targets"), *cards)
    assert keys(screen, "also") == []
    assert [c.weight for c in offered(screen).by_hand if c.key.startswith("move ")] == [CARDS]


def rows_of(*rows: tuple[str, ...]) -> Screen:
    """A list of rows that cannot be chosen, with texts in them: `›` is no data."""
    made = [control("l", "List", 1, automation_id="Ships")]
    for n, texts in enumerate(rows):
        made.append(control(f"r{n}", "DataItem", 2, name=texts[0]))
        made += [control(f"r{n} {text}", "Text", 3, name=text) for text in texts]
    return screen_of(*made)


def test_what_most_rows_say_alike_is_clicked_as_one_and_so_is_a_sign_of_one_row() -> None:
    screen = rows_of(("Fram", "Load"), ("Vega", "Load", "✎"), ("Crab", "Load"))
    pokes = {c.key.split(">")[-1]: len(c.items) for c in offered(screen).by_hand if "Text:" in c.key}
    assert pokes == {"Text:Load": 3, "Text:✎": 1}


def test_each_of_a_few_rows_that_say_different_things_is_clicked_for_itself() -> None:
    assert [k.split(">")[-1] for k in keys(rows_of(("Home",), ("Ships",), ("Crew",)), "poke")] == [
        "Crew",
        "Home",
        "Ships",
    ]
    assert keys(rows_of(*((f"Crate {n}",) for n in range(5))), "poke") == ["poke Main/List.Ships"]


def cards_of(*names: str, kind: str = "Button", **given: object) -> Screen:
    """Cards that nothing tells of: groups that hold a command each."""
    pairs = ((control(f"g{n}", "Group", 1), control(f"b{n}", kind, 2, name=name, patterns=("Invoke",), **given))
             for n, name in enumerate(names))  # fmt: skip
    return screen_of(*(one for pair in pairs for one in pair))


@pytest.mark.parametrize("kind", ["Button", "Hyperlink"])
def test_the_same_command_of_many_cards_is_one(kind: str) -> None:
    many = [c for c in offered(cards_of(*["Details"] * 4, kind=kind)).candidates if c.action == "click"]
    assert [len(c.items) for c in many] == [4]
    few = [c for c in offered(cards_of(*["Details"] * 3, kind=kind)).candidates if c.action == "click"]
    assert [c.items for c in few] == [()] * 3


@pytest.mark.parametrize("names", [[""] * 5, ["1", "2", "3", "4", "5"], ["Yes", "No", "Never", "Later", "Often"]])
def test_commands_that_nothing_says_to_be_the_same_stand_for_themselves(names: list[str]) -> None:
    assert len([c for c in offered(cards_of(*names)).candidates if c.action == "click"]) == 5


def test_commands_of_one_id_are_those_of_cards_whatever_they_say() -> None:
    seats = cards_of(*(f"Seat {n}" for n in range(12)), automation_id="Seat")
    assert [len(c.items) for c in offered(seats).candidates if c.action == "click"] == [12]


def test_buttons_of_a_few_rows_stand_for_themselves_where_each_says_something_else() -> None:
    def bar(*names: str) -> Screen:
        made = [control("l", "List", 1, automation_id="Rail")]
        for name in names:
            made += [control(f"r{name}", "DataItem", 2, name=name)]
            made += [control(f"b{name}", "Button", 3, name=name, patterns=("Invoke",))]
        return screen_of(*made)

    def clicks(screen: Screen) -> list[str]:
        return [c.key.split("Button")[1] for c in offered(screen).candidates if c.key.startswith("click ")]

    assert clicks(bar("Home", "Crew")) == [":Crew", ":Home"]
    assert clicks(bar("Load Fram", "Load Vega")) == clicks(bar(*"abcdefghijkl")) == [""]


def test_a_text_that_did_something_is_a_command_and_so_is_one_that_says_it_goes_on() -> None:
    screen = screen_of(*(control(t, "Text", 1, name=t) for t in ("Report", "OK", "Ready")),
                       control("b", "Button", 1, name="Save", patterns=("Invoke",)))  # fmt: skip
    report = next(key for key in keys(screen, "poke") if "Report" in key)
    found = offered(screen).with_proven({report})
    commands = [c.key.split(":")[-1] for c in found.candidates if c.kind == "command" and c.weight == 1.0]
    assert sorted(commands) == ["OK", "Report", "Save"]
    assert "Ready" in "".join(c.key for c in found.by_hand)


def test_all_is_tried_where_no_element_tells_of_anything() -> None:
    found = offered(screen_of(control("t", "Text", 1, name="Ready")))
    assert not found.candidates or all(c.place is None for c in found.candidates)
    bare = Offered((), {}, found.by_hand).with_proven(())
    assert [c.kind for c in bare.candidates if c.action == "click"] == ["command"]


def test_nothing_is_done_by_hand_where_input_is_not_allowed() -> None:
    assert offered(lists()).by_hand
    assert not offered(lists(), Policy("random", input="never")).by_hand


def test_what_is_switched_off_is_not_done() -> None:
    handed = offered(lists(), Policy("random", disabled=frozenset({"drag"}))).by_hand
    assert handed
    assert not [c for c in handed if c.action == "drag"]


# -- which of them ------------------------------------------------------------------------------------------------


def texts(number: int) -> Screen:
    return screen_of(*(control(f"t{n}", "Text", 1, name=f"Text {'abcdefghijkl'[n]}") for n in range(number)))


def situation(screen: Screen, graph: Graph) -> Situation:
    found = offered(screen)
    return Situation(screen, found.candidates, graph, Eager(1), Planner(graph), by_hand=found.by_hand)


def done(choice: Choice, graph: Graph, screen: Screen, effect: str) -> Candidate:
    graph.note(screen.state, choice, effect)
    return choice.candidate


@pytest.mark.parametrize(("effect", "tried"), [("no_op", NEVER_WORKS), ("confirmed", 12)])
def test_of_what_never_has_an_effect_only_a_few_are_tried(effect: str, tried: int) -> None:
    graph, screen = Graph(), texts(12)
    graph.see(screen, offered(screen), 0)
    count = 0
    while (choice := Unlikely().now_and_then(situation(screen, graph))) is not None:
        done(choice, graph, screen, effect if choice.key.split(" ")[0] == "poke" else "no_op")
        count += 1
        assert count <= 12 * WAYS
    assert count >= tried if effect == "confirmed" else count == tried


@pytest.mark.parametrize("rect", [LARGE, Rect(0, 0, 40, 20)])
def test_what_has_one_place_to_click_is_tried_once(rect: Rect) -> None:
    graph, screen = Graph(), screen_of(*(control(f"c{n}", "Custom", 1, name=n, bounding_rect=rect) for n in "ab"))
    graph.see(screen, offered(screen), 0)
    tried = 0
    while (choice := Unlikely().now_and_then(situation(screen, graph))) is not None:
        done(choice, graph, screen, "confirmed")
        tried += choice.key.startswith("poke ")
    assert tried == 2 * (WAYS if rect is LARGE else 1)


def test_it_is_done_now_and_then_and_oftener_where_nothing_else_is_new() -> None:
    graph, screen = Graph(), texts(12)
    graph.see(screen, offered(screen), 0)
    asked = situation(screen, graph)
    asked.dice = Random(1)
    unlikely = Unlikely()
    for do, chance in ((unlikely.now_and_then, CHANCE), (unlikely.before_leaving, LEFT_CHANCE)):
        done_by_hand = sum(do(asked) is not None for _ in range(1_000))
        assert chance * 700 < done_by_hand < chance * 1_300


def test_where_it_seldom_has_an_effect_it_is_done_seldomer() -> None:
    graph, screen = Graph(), texts(12)
    graph.see(screen, offered(screen), 0)
    asked = situation(screen, graph)
    asked.dice = Random(1)
    poke = Unlikely().now_and_then(situation(screen, graph))
    assert poke is not None
    often = {}
    for effect in ("confirmed", "no_op"):
        unlikely = Unlikely()
        for _ in range(round(9 / USUAL)):
            unlikely.note(poke, effect)
        often[effect] = sum(unlikely.now_and_then(asked) is not None for _ in range(2_000))
    assert often["confirmed"] > 5 * often["no_op"] > 0, often


def test_of_what_differs_by_numbers_alone_each_counts_the_less_the_more_were_used() -> None:
    days = [
        control(f"d{n}", "Button", 1, automation_id=f"Day{n}", name=f"Day {n}", patterns=("Invoke",)) for n in range(3)
    ]
    screen, graph = screen_of(*days, control("b", "Button", 1, automation_id="Go", patterns=("Invoke",))), Graph()
    graph.see(screen, offered(screen), 0)
    by_key = {c.key: c for c in offered(screen).candidates}
    graph.note(screen.state, choice_of(by_key["click Main/Button.Day0"], screen, Random(1)), "confirmed")
    assert graph.alike(by_key["click Main/Button.Day2"]) == 1
    assert graph.alike(by_key["click Main/Button.Go"]) == 0


def test_a_state_that_was_never_seen_twice_in_a_row_is_looked_at_again() -> None:
    def shown(*names: str) -> tuple[Screen, Offered]:
        buttons = [control(n, "Button", 1, automation_id=n, patterns=("Invoke",)) for n in names]
        return (screen := screen_of(*buttons)), offered(screen)

    empty, page = shown("Home"), shown("Home", "Order")
    looks = iter([empty, page, page, page, page])

    class Looking(Observer):
        def look(self, target: Target) -> tuple[Screen, Offered]:
            return next(looks)

    idle = SimpleNamespace(clock=RealClock(), wait_idle=lambda *_a, **_k: True, windows=lambda _pid: [])
    gate = SimpleNamespace(desktop=idle)
    observer = Looking(gate, Exploration(TargetSpec(pid=7)))  # type: ignore[arg-type]
    target = Target(7, "app.exe", "app.exe", "Orders", "launched", TargetSpec(pid=7))
    assert observer.something_to_do(target) == page, "the page was on its way"
    assert observer.something_to_do(target) == page
    assert len(list(looks)) == 1, "what is known to stay is looked at once"


@pytest.mark.parametrize(
    ("changed", "more", "chose"),
    [
        ([{"element": "ListItem 'A'", "ref": "e1", "selected": [False, True]}], {}, True),
        ([{"element": "ListItem 'A'", "ref": "e1", "visible": [False, True], "focused": [False, True]}], {}, True),
        ([{"element": "Text 'Sum'", "ref": "e2", "name": ["1", "2"]}], {}, False),
        ([{"element": "ListItem 'A'", "ref": "e1", "selected": [False, True]}], {"opened": ["Details"]}, False),
        ([], {}, False),
    ],
)
def test_what_a_click_changes_as_well_does_not_show_that_a_drag_works(
    changed: object, more: object, chose: bool
) -> None:
    assert only_chose({"changed": changed, **more}) is chose  # type: ignore[dict-item]
