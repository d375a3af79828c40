"""Win32's controls beside the plain ones, held against the program's own log: long lists, ticks, addresses, menus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from product import Driven, Stage

from wpfagent.core.errors import InvalidArgument, Refused, RefusedDestructive, Unsupported

MOST_READ = 150
"""So many elements has the whole window where the rows out of view are left out."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("native_office", folder=tmp_path_factory.mktemp("office")) as stage:
        yield stage


@pytest.fixture
def office(stage: Stage) -> Driven:
    return stage.driven()


def test_a_window_with_a_long_list_is_read_without_the_rows_out_of_view(office: Driven) -> None:
    listed = office.app.list_controls(limit=2_000).result
    assert listed["count"] < MOST_READ
    office.confirms(lambda: office.app.select_item(name="Entry 5"), "selected", control="Journal", value="Entry 5")


def test_a_row_of_a_long_list_is_chosen_that_is_out_of_view(office: Driven) -> None:
    row = {"label": "Journal", "row": {"Entry": "Entry 180"}}
    office.confirms(lambda: office.app.select_item(row), "selected", control="Journal", value="Entry 180")


def test_a_tick_of_a_list_view_is_set_and_taken_away(office: Driven) -> None:
    office.confirms(lambda: office.app.toggle(name="Washer", state="on"), "ticked", control="Washer", value=True)
    office.confirms(lambda: office.app.toggle(name="Washer", state="off"), "ticked", control="Washer", value=False)


def test_a_row_with_a_tick_is_chosen_and_its_tick_left_alone(office: Driven) -> None:
    after = office.truth.seq()
    office.confirms(lambda: office.app.select_item(name="Nut"), "selected", control="Parts", value="Nut")
    assert not office.truth.events("ticked", after=after)


@pytest.mark.parametrize("address", ["10.20.30.40", "192.168.1.7"])
def test_an_address_is_entered_in_all_its_parts(office: Driven, address: str) -> None:
    office.confirms(lambda: office.app.type_text(label="Host", text=address), "host", value=address)
    office.no_op(lambda: office.app.set_value(label="Host", value=address))


@pytest.mark.parametrize("text", ["10.20.30", "10.20.30.400", "localhost"])
def test_what_is_no_address_is_refused_before_a_key(office: Driven, text: str) -> None:
    office.refuses(InvalidArgument, lambda: office.app.type_text(label="Host", text=text))


def test_a_context_menu_is_used_or_closed_again(office: Driven) -> None:
    """Windows tells the items of a menu; where nothing does, it must not lie over the program."""
    office.app.select_item(name="Nut")
    with suppress(Unsupported):
        office.happens(lambda: office.app.context_menu("Open", name="Nut"), "command", value="Open")
    assert len(office.truth.windows()) == 1
    office.confirms(lambda: office.app.click(name="Paint"), "pressed", value="Paint")


@pytest.mark.parametrize("number", [73, 0, 1, 100])
def test_a_slider_is_moved_so_that_its_program_is_told(office: Driven, number: int) -> None:
    office.confirms(lambda: office.app.set_value(label="Width", value=number), "width", value=number)
    office.no_op(lambda: office.app.set_value(label="Width", value=number))


def test_a_field_is_changed_as_by_its_user_and_no_menu_of_its_name_is_meant(office: Driven) -> None:
    office.confirms(lambda: office.app.type_text(label="Part", text="Bolt"), "part", value="Bolt")


def test_an_item_of_a_combo_box_is_chosen_from_its_open_list(office: Driven) -> None:
    office.confirms(lambda: office.app.select_item(label="Way", item_text="Sea"), "way", value="Sea")
    office.confirms(lambda: office.app.select_combo(label="Way", item_text="Air"), "way", value="Air")


def test_choosing_an_item_that_has_no_tick_is_not_ticking_it(office: Driven) -> None:
    error = office.refuses(Unsupported, lambda: office.app.toggle(name="Hall", state="on"))
    assert "Space" in error.hint


def test_an_item_that_a_list_takes_beside_others_is_not_said_to_be_the_only_one(office: Driven) -> None:
    app = office.app
    office.confirms(lambda: app.select_item(label="Crew", item_text="Ada"), "crew", value=["Ada"])
    office.does(lambda: app.select_item(label="Crew", item_text="Cy"), "crew", value=["Ada", "Cy"])


def test_keys_that_a_menu_shows_are_judged_as_its_item(office: Driven) -> None:
    office.refuses(Refused, lambda: office.app.send_keys("Ctrl+E"))


def test_a_row_is_named_by_any_of_its_columns(office: Driven) -> None:
    row = {"label": "Parts", "row": {"Place": "East"}}
    office.confirms(lambda: office.app.select_item(row), "selected", control="Parts", value="Screw")


def test_an_item_of_a_list_view_is_renamed_in_the_editor_of_its_label(office: Driven) -> None:
    office.confirms(lambda: office.app.set_value(name="Screw", value="Hook"), "renamed", control="Parts", value="Hook")
    office.confirms(lambda: office.app.set_value(name="Hook", value="Screw"), "renamed", control="Parts")


@pytest.mark.parametrize(("label", "text"), [("Pieces", "a few"), ("Code", "ABCDEF")])
def test_what_a_field_takes_no_keys_for_is_not_set_past_it(office: Driven, label: str, text: str) -> None:
    office.refuses(InvalidArgument, lambda: office.app.type_text(label=label, text=text))


def test_all_parts_of_a_status_bar_are_read(office: Driven) -> None:
    office.app.click(name="Paint")
    assert office.app.read_text(control_type="StatusBar") == "pressed  Paint\nOnline"


def test_enter_presses_the_default_button_and_no_other_is_judged(office: Driven) -> None:
    office.app.click(name="Ask")
    office.app.type_text(label="Amount", text="5")  # shown as Amount(N):
    office.refuses(RefusedDestructive, lambda: office.app.click(name="Delete all"))
    entered = lambda: office.app.type_text(label="For whom", text="Ada", enter=True)  # noqa: E731
    office.confirms(entered, "answered", value=["Ada", "5", False])


def test_a_button_is_meant_not_that_of_the_frame_with_the_same_name(office: Driven) -> None:
    office.app.click(name="Ask")
    office.refuses(RefusedDestructive, lambda: office.app.send_keys(name="Delete all", keys="Enter"))
    office.app.send_keys(name="Delete all", keys="Alt+Enter")  # it presses no button
    office.confirms(lambda: office.app.click(name="Close", control_type="Button"), "answered", value=None)
