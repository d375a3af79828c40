"""The parts of an exploration: texts, hints, states, the map."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.candidates import candidates_of
from wpfagent.runs.explore.screens.offer import Candidate, Offered, Shown
from wpfagent.runs.explore.screens.screen import Screen, read_screen
from wpfagent.runs.explore.values.arguments import Choice, choice_of
from wpfagent.runs.explore.values.hints import suggestions
from wpfagent.runs.explore.values.texts import TEXTS
from wpfagent.safety.destructive import Reason
from wpfagent.safety.policy import Policy
from wpfagent.testing.report.drawing import draw_states

MAIN = WindowInfo(1, 7, "app.exe", "Orders 12", "HwndWrapper[app]", Rect(0, 0, 800, 600))


def control(ref: str, kind: str, depth: int, **given: object) -> Control:
    return Control(ref=ref, control_type=kind, depth=depth, hwnd=1, pid=7, **given)  # type: ignore[arg-type]


def form(*, status: str = "ready", enabled: bool = True, text: str = "", rows: int = 2) -> Snapshot:
    controls = [
        control("w", "Window", 0, automation_id="Main"),
        control("e", "Edit", 1, automation_id="Name", value=text, patterns=("Value",), read_only=False),
        control("b", "Button", 1, automation_id="Save", name="Save", enabled=enabled, patterns=("Invoke",)),
        control("t", "Text", 1, automation_id="Status", name=status),
        control("g", "DataGrid", 1, automation_id="Grid"),
        *(control(f"r{n}", "DataItem", 2, name=f"row {n}", patterns=("SelectionItem",)) for n in range(rows)),
    ]
    return Snapshot(tuple(controls), (MAIN,))


def offered(screen: Screen, **settings: object) -> list[str]:
    made = candidates_of(screen, Policy("random"), around=lambda _c: None, allow_destructive=True, **settings)  # type: ignore[arg-type,return-value]
    return [c.key for c in made.candidates]


# -- texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_generator_repeats_by_its_seed_and_can_be_written_down(name: str) -> None:
    first = [TEXTS[name](Random(n)) for n in range(200)]
    assert first == [TEXTS[name](Random(n)) for n in range(200)]
    for text in first:
        text.encode("utf-8")
        assert "\0" not in text
        assert "\n" not in text, "a newline would press Enter in a field of one line"


def test_the_kinds_of_text_that_the_specification_lists_are_there() -> None:
    made = {name: "".join(TEXTS[name](Random(n)) for n in range(100)) for name in TEXTS}
    assert any(len(TEXTS["boundary"](Random(n))) > 250 for n in range(50))
    assert any("\u3041" <= c <= "\u9fff" for c in made["japanese"])
    assert any("\uff01" <= c <= "\uff5e" for c in made["full_width"])
    assert any(ord(c) > 0x1F000 for c in made["emoji"])
    assert any(ord(c) > 0xFFFF for c in made["surrogates"])
    assert any("\u0590" <= c <= "\u06ff" for c in made["right_to_left"])
    assert "年" in made["date"]
    assert "OR '1'='1" in made["injection"]
    assert "\t" in made["pasted"]


# -- candidates ---------------------------------------------------------------------------------------------------


def test_a_dialog_that_asks_for_a_file_is_only_left() -> None:
    dialog = WindowInfo(1, 7, "app.exe", "Save As", "#32770", Rect(0, 0, 400, 300), owner=9)
    name = control("n", "Edit", 1, automation_id="1001", patterns=("Value",), read_only=False)
    buttons = [
        control(f"b{id_}", "Button", 1, automation_id=id_, name=caption, patterns=("Invoke",))
        for id_, caption in (("1", "Save"), ("2", "Cancel"), ("203", "New folder"))
    ]
    window = control("w", "Window", 0)
    asking, telling = (Snapshot((window, *extra, *buttons), (dialog,)) for extra in ((name,), ()))
    assert [key.split(" ")[0] for key in offered(read_screen(asking))] == ["click", "close"]
    assert any("203" in key for key in offered(read_screen(telling)))


# -- hints --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Between 1 and 10", "limit 11", "11"),
        ("at most 40", "limit 41", "41"),
        ("5 以上", "limit 4", "4"),
        ("up to 12 characters", "length 13", "abcdefghijabc"),
        ("e.g. AB-1234", "shown AB-1234", "AB-1234"),
        ("例：東京", "shown 東京", "東京"),
        ("0 is free", "", ""),
    ],
)
def test_what_stands_beside_a_field_suggests_values(text: str, kind: str, value: str) -> None:
    found = {s.kind: s.text for s in suggestions([text], Random(1))}
    if kind:
        assert found[kind] == value


def test_dates_are_suggested_in_the_form_that_the_field_shows() -> None:
    found = {s.kind: s.text for s in suggestions(["a date in the past"], Random(1), "4/1/2026")}
    assert found["past date"].count("/") == 2
    assert int(found["past date"][-4:]) < 2026


# -- states -------------------------------------------------------------------------------------------------------


def test_texts_values_rows_and_numbers_make_no_new_state() -> None:
    state = read_screen(form()).state
    assert read_screen(form(status="12:03")).state == state
    assert read_screen(form(text="typed")).state == state
    assert read_screen(form(rows=5)).state == state
    titled = replace(form(), windows=(replace(MAIN, title="Orders 13"),))
    assert read_screen(titled).state == state


def test_an_enabled_state_a_control_and_a_window_make_a_new_one() -> None:
    state = read_screen(form()).state
    assert read_screen(form(enabled=False)).state != state
    assert read_screen(form(rows=0)).state != state
    more = replace(form(), controls=(*form().controls, control("x", "Button", 1, automation_id="New")))
    assert read_screen(more).state != state
    dialog = WindowInfo(2, 7, "app.exe", "Ask", "HwndWrapper[app]", Rect(0, 0, 100, 100), owner=1)
    blocked = replace(form(), windows=(dialog, replace(MAIN, enabled=False)))
    assert read_screen(blocked).state != state


def test_what_changes_by_itself_makes_no_new_state() -> None:
    assert read_screen(form(), {"b"}).state == read_screen(form(enabled=False), {"b"}).state


def test_what_a_closed_list_still_tells_makes_no_state_and_is_not_offered() -> None:
    def shown(*, left: bool) -> Screen:
        items = [control("i", "ListItem", 2, name="Bolt", patterns=("SelectionItem",)), control("x", "Text", 3)]
        combo = control("c", "ComboBox", 1, automation_id="Article", expanded="collapsed", patterns=("ExpandCollapse",))
        controls = (form().controls[0], combo, *(items if left else ()), *form().controls[1:])
        return read_screen(Snapshot(controls, (MAIN,)))

    assert shown(left=True).state == shown(left=False).state
    assert offered(shown(left=True)) == offered(shown(left=False))


def test_candidates_are_sorted_and_only_what_patterns_allow() -> None:
    found = offered(read_screen(form()))
    assert found == sorted(found)
    assert "type_text Main/Edit.Name" in found
    assert "click Main/Button.Save" in found
    assert "select_item Main/DataGrid.Grid" in found
    assert not [k for k in offered(read_screen(form(enabled=False))) if "Save" in k]
    assert not [k for k in found if "Status" in k]


def test_each_column_of_a_grid_is_a_field_by_itself_but_for_ticks() -> None:
    rows = [
        control("w", "Window", 0, automation_id="Main"), control("g", "DataGrid", 1, automation_id="Grid"),
        *(one for n in range(2) for one in (
            control(f"r{n}", "DataItem", 2, patterns=("SelectionItem",)),
            *(control(f"c{n}{at}", "Custom", 3, name=text, value=text, read_only=not at, patterns=("GridItem", "Value"))
              for at, text in enumerate(("7", "Ada", "False", "36"))))),
    ]  # fmt: skip
    screen = read_screen(Snapshot(tuple(rows), (MAIN,)))
    made = candidates_of(screen, Policy("random"), around=lambda _c: None, allow_destructive=True)  # type: ignore[arg-type,return-value]
    typed = {c.key: [p.control.ref for p in c.items] for c in made.candidates if c.action == "type_text"}
    assert typed == {"type_text Main/DataGrid.Grid 2": ["c01", "c11"], "type_text Main/DataGrid.Grid 4": ["c03", "c13"]}


def test_what_stands_in_every_row_gets_a_value_too() -> None:
    rows = [
        control("w", "Window", 0, automation_id="Main"), control("g", "DataGrid", 1, automation_id="Grid"),
        *(one for n in range(2) for one in (
            control(f"r{n}", "DataItem", 2, patterns=("SelectionItem",)),
            control(f"c{n}", "ComboBox", 3, patterns=("ExpandCollapse",), expanded="collapsed"),
            control(f"s{n}", "Slider", 3, patterns=("RangeValue",), minimum=0.0, maximum=9.0, value="3"))),
    ]  # fmt: skip
    screen = read_screen(Snapshot(tuple(rows), (MAIN,)))
    box = next(p.key for p in screen.places if p.control.ref == "c0")
    items = {box: ("Keep", "Erase")}
    made = candidates_of(
        screen, Policy("random"), around=lambda _c: None, allow_destructive=True, known=Shown(items=items)
    )  # type: ignore[arg-type,return-value]
    by_action = {c.action: choice_of(c, screen, Random(1), known_items=items).args for c in made.candidates}
    assert by_action["select_combo"]["item_text"] in items[box]
    assert "value" in by_action["set_value"]


def test_an_open_menu_is_all_that_is_offered() -> None:
    menu = control("m", "MenuItem", 1, automation_id="File", patterns=("ExpandCollapse",), expanded="expanded")
    item = control("i", "MenuItem", 2, automation_id="Print", patterns=("Invoke",))
    screen = read_screen(replace(form(), controls=(*form().controls, menu, item)))
    assert offered(screen) == ["click Main/MenuItem.Print", "collapse Main/MenuItem.File"]


# -- the map ------------------------------------------------------------------------------------------------------


def see(graph: Graph, snapshot: Snapshot) -> Screen:
    screen = read_screen(snapshot)
    found = candidates_of(screen, Policy("random"), around=lambda _c: None, allow_destructive=True)  # type: ignore[arg-type,return-value]
    graph.see(screen, found, 0)
    return screen


def choose(screen: Screen, key: str, kind: str = "") -> Choice:
    made = candidates_of(screen, Policy("random"), around=lambda _c: None, allow_destructive=True)  # type: ignore[arg-type,return-value]
    candidate = next(c for c in made.candidates if c.key == key)
    return Choice(candidate, candidate.place, {}, kind)


def test_the_way_back_to_something_untried_is_found_over_known_steps() -> None:
    graph = Graph()
    one, two = see(graph, form()), see(graph, form(enabled=False))
    for key in [k for k in graph.states[two.state].offered if k != "click Main/Button.Save"]:
        graph.tried[key] += 1
    graph.lead(two.state, "keys", one.state)
    assert graph.untried(two.state) == []
    assert graph.ways.way(two.state, lambda state: bool(graph.untried(state.id))) == ["keys"]
    graph.tried["click Main/Button.Save"] += 1
    assert graph.ways.way(two.state, lambda state: bool(graph.untried(state.id))) == []
    assert graph.is_covered


def test_a_value_that_a_command_has_not_met_counts_until_it_has() -> None:
    graph, save = Graph(), "click Main/Button.Save"
    screen = see(graph, form())
    graph.note(screen.state, choose(screen, "type_text Main/Edit.Name", "zero"), "confirmed")
    assert graph.new_pairs(save) > 0
    graph.note(screen.state, choose(screen, save), "confirmed")
    graph.note(screen.state, choose(screen, save), "confirmed")
    assert graph.new_pairs(save) == 0
    graph.note(screen.state, choose(screen, "type_text Main/Edit.Name", "emoji"), "confirmed")
    assert graph.new_pairs(save) > 0


def test_what_failed_with_a_text_is_expected_to_fail_with_it_again_until_it_goes_well() -> None:
    graph, key = Graph(), "click Main/Button.Save"
    screen = see(graph, form())
    save = choose(screen, key)
    graph.note(screen.state, save, "confirmed")
    graph.note(screen.state, choose(screen, "type_text Main/Edit.Name", "zero"), "confirmed")
    graph.note(screen.state, save, None)
    graph.note_failure(screen.state, save)
    assert graph.fails_again(key)
    graph.start_over()
    assert not graph.fails_again(key), "so far it only failed with that text"
    graph.note(screen.state, choose(screen, "type_text Main/Edit.Name", "zero"), "confirmed")
    assert graph.fails_again(key)
    graph.note(screen.state, save, "confirmed")
    assert not graph.fails_again(key)


def test_what_a_field_shows_otherwise_now_is_not_entered_any_more() -> None:
    graph = Graph()
    screen = see(graph, form())
    graph.note(screen.state, choose(screen, "type_text Main/Edit.Name", "zero"), "confirmed")
    see(graph, form(text="0"))
    assert graph.pending
    see(graph, form(text=""))
    assert not graph.pending, "the program has emptied it"


def test_coverage_tells_what_was_not_reached_and_the_picture_names_every_state() -> None:
    graph = Graph()
    screen = see(graph, form())
    see(graph, form(enabled=False))
    graph.note(screen.state, choose(screen, "click Main/Button.Save"), "confirmed")
    covered = graph.coverage()
    assert [c.get("automation_id") for c in covered["never_reached"]] == ["Grid", "Name"]
    picture = draw_states(covered)
    assert picture.count("<rect") >= len(covered["states"]) == 2
    assert all(s["id"] in picture for s in covered["states"])


def test_left_out_for_safety_is_told_apart() -> None:
    graph = Graph()
    screen = read_screen(form())
    graph.see(screen, Offered((), {"click Main/Button.Save": Reason("save", "Button 'Save'", saves=True)}), 0)
    assert [(c["automation_id"], c["left_as"], c["why"]) for c in graph.coverage()["left_alone"]] == [
        ("Save", "saving", "save")
    ]


def test_a_candidate_names_its_control() -> None:
    screen = read_screen(form())
    assert choose(screen, "click Main/Button.Save").describe() == "click Button 'Save' (automation_id Save)"
    assert Choice(Candidate("keys", "send_keys", None, "page", 1.0), None, {"keys": "F5"}).describe().endswith("'F5'")


def test_only_a_combo_box_of_windows_forms_that_holds_a_field_is_typed_into() -> None:
    def box(ref: str, name: str, class_name: str) -> Control:
        typed = {"read_only": False, "patterns": ("Value",)}
        return control(ref, "ComboBox", 1, automation_id=name, class_name=class_name, **typed)

    tree = (
        control("w", "Window", 0, automation_id="Main"),
        box("a", "Chosen", "WindowsForms10.ComboBox.app.0.1"),
        box("b", "Typed", "WindowsForms10.ComboBox.app.0.1"),
        control("f", "Edit", 2, class_name="Edit", patterns=("Value",)),
        box("c", "Other", "Chrome"),
    )
    found = offered(read_screen(Snapshot(tree, (MAIN,))))
    typed = [key for key in found if key.startswith("type_text")]
    assert typed == ["type_text Main/ComboBox.Other", "type_text Main/ComboBox.Typed"]


def test_a_number_field_without_a_range_is_typed_into() -> None:
    tree = (control("w", "Window", 0, automation_id="Main"), control("s", "Spinner", 1, automation_id="Copies"))
    found = offered(read_screen(Snapshot(tree, (MAIN,))))
    assert [key for key in found if "Copies" in key] == ["type_text Main/Spinner.Copies"]


def test_a_calendar_and_a_native_date_field_are_set_to_dates() -> None:
    tree = (
        control("w", "Window", 0, automation_id="Main"),
        control("c", "Calendar", 1, automation_id="Month", patterns=("Value", "Grid")),
        control("d", "ComboBox", 1, automation_id="Due", class_name="SysDateTimePick32", patterns=("ExpandCollapse",)),
    )
    found = offered(read_screen(Snapshot(tree, (MAIN,))))
    assert [key for key in found if "Main/" in key] == ["set_value Main/Calendar.Month", "set_value Main/ComboBox.Due"]
