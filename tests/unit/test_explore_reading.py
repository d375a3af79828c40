"""What exploration reads on a screen: kinds of value beside fields, what commands name, the goals that come of it."""

from __future__ import annotations

from random import Random

import pytest

from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo
from wpfagent.runs.explore.aims.goals import MOST_TRIES, Planner
from wpfagent.runs.explore.aims.routes import VALID, Step
from wpfagent.runs.explore.choosing.saving import Saving
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.known.reading import named_by
from wpfagent.runs.explore.screens.candidates import candidates_of
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.screens.screen import Screen, read_screen
from wpfagent.runs.explore.screens.seen import Known
from wpfagent.runs.explore.values.arguments import choice_of
from wpfagent.runs.explore.values.beside import texts_about
from wpfagent.runs.explore.values.hints import classes
from wpfagent.safety.policy import Policy

MAIN = WindowInfo(1, 7, "app.exe", "Orders", "HwndWrapper[app]", Rect(0, 0, 800, 600))
EDIT = {"patterns": ("Value",), "read_only": False, "value": ""}
PUSH = {"patterns": ("Invoke",)}
TICK = {"patterns": ("Toggle",), "toggle_state": "off"}
PICK = {"patterns": ("SelectionItem",), "selected": False}


def shown(*rows: tuple[str, str, dict[str, object]], page: str = "Orders") -> Screen:
    """A screen of (control type, name, other properties); the ids are the names."""
    controls = [Control("w", control_type="Window", automation_id="Main", depth=0, hwnd=1, pid=7),
                Control("h", control_type="Text", name=page, depth=1, hwnd=1, pid=7)]  # fmt: skip
    for number, (kind, name, given) in enumerate(rows):
        known = {"automation_id": "" if kind == "Text" else f"{page}_{name}".replace(" ", "_"), **given}
        controls.append(Control(f"c{number}", control_type=kind, name=name, depth=1, hwnd=1, pid=7, **known))  # type: ignore[arg-type]
    return read_screen(Snapshot(tuple(controls), (MAIN,)))


def candidates(screen: Screen) -> tuple[Candidate, ...]:
    made = candidates_of(screen, Policy("random"), around=lambda _c: None, allow_destructive=True)  # type: ignore[arg-type,return-value]
    return made.candidates


def see(graph: Graph, *screens: Screen) -> None:
    for screen in screens:
        made = candidates_of(screen, Policy("random"), around=lambda _c: None, allow_destructive=True)  # type: ignore[arg-type,return-value]
        graph.see(screen, made, 0)


def command(graph: Graph, name: str) -> Known:
    return next(k for k in graph.controls.values() if k.name == name and k.control_type == "Button")


def keys(steps: list[Step]) -> list[str]:
    return [s.key.replace("Main/", "") for s in steps]


# -- beside fields ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("1 to 500; negative numbers are returns, 0 is free, above 500 somebody must agree",
         ("limit 501", "negative", "zero")),
        ("more than 40 characters are cut, accents are kept", ("length 41", "unicode")),
        ("as yyyy-mm-dd; a date in the past is booked at once", ("future date", "past date")),
        ("two letters and four digits, such as AB-1234", ("shown AB-1234",)),
        ("a number", ("number",)),
        ("0 は無料、マイナスは返品", ("negative", "zero")),
        ("過去の日付は不可", ("future date", "past date")),
        ("Name", ()),
    ],
)  # fmt: skip
def test_a_hint_tells_kinds_of_value_apart(text: str, kinds: tuple[str, ...]) -> None:
    assert classes([text]) == kinds


def test_a_hint_belongs_to_the_field_in_front_of_it() -> None:
    screen = shown(
        ("Text", "Code", {}), ("Edit", "Code", EDIT), ("Text", "such as AB-1234", {}),
        ("Text", "Amount", {}), ("Edit", "Amount", EDIT), ("Text", "0 is free", {}),
    )  # fmt: skip
    told = {p.control.name: texts_about(p, screen) for p in screen.places if p.control.control_type == "Edit"}
    assert told == {"Code": ("Code", "such as AB-1234"), "Amount": ("Amount", "0 is free")}


def test_names_of_controls_in_quotes_are_no_examples() -> None:
    screen = shown(
        ("Edit", "Amount", EDIT), ("Text", "'Amount' must be below 10", {}),
        ("Button", "Check", {**PUSH, "help_text": "uses 'Amount' and 'Street'"}),
        ("Text", "uses 'Amount' and 'Street'", {}),
    )  # fmt: skip
    field = next(p for p in screen.places if p.control.control_type == "Edit")
    assert classes(texts_about(field, screen)) == ("limit 11",)


def test_the_kind_that_is_wanted_is_typed() -> None:
    screen = shown(("Edit", "Amount", {**EDIT, "help_text": "0 is free, negative ones are returns"}))
    candidate = next(c for c in candidates(screen) if c.action == "type_text")
    assert choice_of(candidate, screen, Random(1), wanted="zero").args == {"text": "0"}
    assert int(choice_of(candidate, screen, Random(1), wanted="negative").args["text"]) < 0


# -- what commands name -------------------------------------------------------------------------------------------


def page(name: str, *rows: tuple[str, str, dict[str, object]]) -> Screen:
    return shown(*rows, page=name)


def test_a_name_in_quotes_is_the_control_on_the_own_page() -> None:
    graph = Graph()
    own = page("Orders", ("Edit", "Street", EDIT), ("Button", "Check", {**PUSH, "help_text": "uses 'Street'"}))
    see(graph, page("Clients", ("Edit", "Street", EDIT)), own)
    assert [n.id for n in named_by(command(graph, "Check"), graph)] == ["Main/Edit.Orders_Street"]


@pytest.mark.parametrize("told", ["uses 'Street' on Clients", "「Clients」の「Street」を使う"])
def test_a_page_behind_the_name_means_the_control_there(told: str) -> None:
    graph = Graph()
    own = page("Orders", ("Edit", "Street", EDIT), ("Button", "Check", {**PUSH, "help_text": told}))
    see(graph, page("Clients", ("Edit", "Street", EDIT)), own)
    assert [n.id for n in named_by(command(graph, "Check"), graph)] == ["Main/Edit.Clients_Street"]


def test_a_button_that_is_named_runs_first_once_or_several_times_and_after_what_it_takes_itself() -> None:
    graph = Graph()
    see(graph, shown(
        ("Button", "Weigh", PUSH),
        ("Button", "Print", {**PUSH, "help_text": "continues what 'Collect' began"}),
        ("Button", "Collect", PUSH),
        ("Button", "Send", {**PUSH, "help_text": "uses the result of 'Weigh'"}),
        ("Button", "File", {**PUSH, "help_text": "uses the result of 'Print'"}),
    ))  # fmt: skip

    def pressed(name: str) -> set[tuple[str, ...]]:
        goals = [Planner(graph).goal_of(command(graph, name), Random(seed)) for seed in range(30)]
        return {tuple(k.rsplit("_", 1)[-1] for k in keys(g.steps)) for g in goals if g is not None}

    assert pressed("Send") == {("Weigh", "Send"), ("Weigh", "Weigh", "Weigh", "Send")}
    assert ("Collect", "Print", "File") in pressed("File")


def test_the_label_of_radio_buttons_means_one_of_them() -> None:
    graph = Graph()
    see(graph, shown(
        ("Text", "Sort by", {}), ("RadioButton", "Name", PICK), ("RadioButton", "Date", PICK),
        ("Button", "List", {**PUSH, "help_text": "uses 'Sort by'"}),
    ))  # fmt: skip
    reader = Planner(graph)
    chosen = {keys(g.steps)[0] for s in range(20) if (g := reader.goal_of(command(graph, "List"), Random(s)))}
    assert chosen == {"click RadioButton.Orders_Name", "click RadioButton.Orders_Date"}


# -- goals --------------------------------------------------------------------------------------------------------


def test_plans_that_a_command_has_run_with_are_not_made_again() -> None:
    graph = Graph()
    see(graph, shown(
        ("Edit", "Amount", {**EDIT, "help_text": "0 is free, negative ones are returns"}),
        ("Button", "Book", {**PUSH, "help_text": "uses 'Amount'"}),
    ))  # fmt: skip
    reader, book = Planner(graph), command(graph, "Book")
    graph.values["Main/Edit.Orders_Amount"] = "zero"
    assert reader.is_due("click " + book.key)
    reader.note("click " + book.key)
    assert not reader.is_due("click " + book.key)
    plans = {g.plan for s in range(20) if (g := reader.goal_of(book, Random(s)))}
    assert plans == {("negative",)}


def test_a_plan_that_could_never_be_met_is_given_up() -> None:
    graph = Graph()
    screen = shown(("Edit", "Amount", {**EDIT, "help_text": "0 is free"}),
                   ("Button", "Book", {**PUSH, "help_text": "uses 'Amount'"}))  # fmt: skip
    see(graph, screen)
    planner = Planner(graph)
    goals = [planner.next_goal(screen.state, Random(1), forms=False) for _ in range(MOST_TRIES + 1)]
    assert [g is None for g in goals] == [False] * MOST_TRIES + [True]


def test_a_command_that_names_nothing_takes_the_form_around_it() -> None:
    graph = Graph()
    see(graph, shown(("Edit", "Street", EDIT), ("Button", "Add", {**PUSH, "help_text": "checks the entries"})))
    goal = Planner(graph).goal_of(command(graph, "Add"), Random(1))
    assert goal is not None
    assert keys(goal.steps) == ["type_text Edit.Orders_Street", "click Button.Orders_Add"]


def test_a_form_that_was_filled_in_before_gets_any_value_in_some_of_its_fields() -> None:
    graph = Graph()
    see(graph, shown(("Edit", "Street", EDIT), ("Edit", "City", EDIT), ("Button", "OK", PUSH)))
    planner, ok = Planner(graph), command(graph, "OK")

    def kinds() -> set[tuple[str, ...]]:
        goals = [planner.goal_of(ok, Random(seed)) for seed in range(30)]
        return {tuple(s.kind for s in g.steps) for g in goals if g is not None}

    assert kinds() == {(VALID, VALID, "")}
    planner.tries[planner._aimed(ok, ())] = 2
    assert kinds() == {(VALID, VALID, ""), ("", VALID, ""), (VALID, "", ""), ("", "", "")}


# -- saving and looking again -------------------------------------------------------------------------------------


def moment(screen: Screen, graph: Graph, seed: int) -> Situation:
    return Situation(screen, candidates(screen), graph, Random(seed), Planner(graph))


def test_saving_and_looking_again_takes_its_share_of_the_actions_and_not_all_of_them() -> None:
    graph, screen = Graph(), shown(("Edit", "Street", EDIT), ("Edit", "City", EDIT), ("Button", "Save", PUSH))
    see(graph, screen)
    graph.tried["click Main/Button.Orders_Save"] = 200

    def begun(actions: int) -> set[tuple[str, bool] | None]:
        return {Saving(actions=actions).next_key(moment(screen, graph, seed)) for seed in range(40)}

    assert begun(0) == {None, ("type_text Main/Edit.Orders_Street", True), ("type_text Main/Edit.Orders_City", True)}
    assert begun(51) == {None}


def test_a_field_gets_a_plain_value_first_and_others_once_it_was_filled_in() -> None:
    graph, screen = Graph(), shown(("Edit", "Street", EDIT), ("Button", "Save", PUSH))
    see(graph, screen)

    def plain() -> set[bool]:
        steps = [Saving().next_key(moment(screen, graph, seed)) for seed in range(80)]
        return {step[1] for step in steps if step is not None}

    assert plain() == {True}
    graph.tried["type_text Main/Edit.Orders_Street"] = 1
    assert plain() == {True, False}
