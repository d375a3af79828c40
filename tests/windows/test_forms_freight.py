"""Frames, dates with times, rows without headers, an upright slider, a clock that names bars: by the program's log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound, InvalidArgument, Unsupported


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_freight", folder=tmp_path_factory.mktemp("freight")) as stage:
        yield stage


@pytest.fixture
def freight(stage: Stage) -> Driven:
    return stage.driven()


@pytest.mark.parametrize("frame", ["Insured", "Fragile"])
def test_the_title_of_a_frame_names_what_is_in_it_not_what_stands_beside_it(freight: Driven, frame: str) -> None:
    app = freight.page("Order").app
    freight.confirms(lambda: app.select_item(name="Ask", label=frame), "radio", control=frame, value="Ask")
    freight.confirms(lambda: app.click(name="No", label=frame), "radio", control=frame, value="No")


def test_a_text_that_is_typed_into_a_spinner_of_texts_is_chosen_in_it(freight: Driven) -> None:
    app = freight.page("Order").app
    for text in ("Low", "Urgent"):
        freight.confirms(lambda t=text: app.type_text(label="Priority", text=t), "priority", value=text)


def test_a_date_is_set_with_its_time_or_keeps_it(freight: Driven) -> None:
    app = freight.page("Order").app
    for value, due in (
        ("2026-04-17 14:15", "2026-04-17 14:15"), ("2026-06-01", "2026-06-01 14:15"),
    ):  # fmt: skip
        freight.confirms(lambda v=value: app.set_value(label="Due on", value=v), "due", value=due)


@pytest.mark.parametrize("value", ["2026-02-09 10:00", "2028-01-05", "next week", "14:30", "2026-02-30"])
def test_a_date_out_of_its_fields_range_or_of_another_form_is_refused_before_a_key(freight: Driven, value: str) -> None:
    app = freight.page("Order").app
    before = app.read_text(label="Due on")
    freight.refuses(InvalidArgument, lambda: app.set_value(label="Due on", value=value))
    assert app.read_text(label="Due on") == before


def test_a_date_that_its_field_does_not_take_is_put_back(freight: Driven) -> None:
    app = freight.page("Order").app
    freight.confirms(lambda: app.set_value(label="Begin", value="05/2027"), "begin", value="2027-05-05")
    error = freight.refuses(InvalidArgument, lambda: app.set_value(label="Begin", value="08/2028"), but=("begin",))
    assert "'05/2027' again" in error.hint
    assert app.read_text(label="Begin") == "05/2027"


def test_the_words_that_stand_in_an_empty_field_name_it_when_it_is_filled_in_too(freight: Driven) -> None:
    app = freight.page("Order").app
    for text in ("4711", "4712"):
        freight.confirms(
            lambda t=text: app.type_text(label="Reference", text=t), "text", control="Reference", value=text
        )
        freight.confirms(lambda t=text: app.type_text(name="Remark", text=t), "text", control="Remark...", value=text)


def test_a_time_is_set_in_either_half_of_the_day(freight: Driven) -> None:
    app = freight.page("Order").app
    for value, at in (("17:45", "17:45:00"), ("9:45 AM", "09:45:00")):
        freight.confirms(lambda v=value: app.set_value(label="Pick up at", value=v), "at", value=at)


def test_the_header_of_a_column_is_clicked_as_a_person_clicks_it(freight: Driven) -> None:
    app = freight.page("Lines").app
    freight.happens(lambda: app.click(name="Article"), "head", value="Article")


def test_a_row_without_a_header_is_chosen_and_one_in_view_added(freight: Driven) -> None:
    app = freight.page("Lines").app
    freight.confirms(lambda: app.select_item(row={"Date": "Day 500"}), "days", value="500")
    freight.confirms(lambda: app.select_item(row={"Date": "Day 498"}, mode="add"), "days", value="498,500")
    freight.refuses(Unsupported, lambda: app.select_item(row={"Date": "Day 20"}, mode="add"))
    freight.refuses(Unsupported, lambda: app.select_item(row={"Date": "Day 498"}, mode="remove"))


def test_an_upright_slider_stands_where_the_program_says(freight: Driven) -> None:
    app = freight.page("Extras").app
    for value in (7, 2):
        freight.confirms(lambda v=value: app.set_value(label="Level", value=v), "level", value=value)


def test_a_property_below_what_shows_is_set(freight: Driven) -> None:
    app = freight.page("Extras").app
    freight.confirms(
        lambda: app.set_value(name="PositiveSign", value="plus"), "property", control="PositiveSign", value="plus"
    )


def test_what_a_bar_is_filled_to_is_its_value(freight: Driven) -> None:
    app = freight.page("Extras").app
    freight.happens(lambda: app.click(name="Load"), "loaded")
    assert app.expect(label="Loaded", value_equals="100")


def test_a_list_that_is_always_open_is_not_clicked_for_its_focus(freight: Driven) -> None:
    app = freight.page("Extras").app
    freight.refuses(Unsupported, lambda: app.select_combo(label="Size", item_text="Giant"))


def test_a_page_is_meant_where_its_tab_is_called_so_too(freight: Driven) -> None:
    app = freight.page("Folders").page("Rates").app
    freight.happens(lambda: app.click(name="Apply", within={"name": "Rates"}), "apply", control="Rates")


def test_a_clock_that_names_other_controls_confirms_nothing(freight: Driven) -> None:
    app = freight.page("Extras").app
    for _ in range(2):
        app.wait_for(until="idle")
        app.click(name="Load")
    freight.page("Folders")
    replies = [app.click(name="Nothing") for _ in range(3)]
    assert [r.effect for r in replies] == ["unverifiable"] * 3, [r.evidence for r in replies]


def test_what_a_tool_bar_has_no_room_for_is_pressed_while_a_clock_ticks(freight: Driven) -> None:
    app = freight.page("Folders").app
    for _ in range(3):
        app.click(name="Nothing")
    freight.happens(lambda: app.click(name="Report 13"), "tool", value="Report 13")
    with pytest.raises(ElementNotFound, match=r"Waited [1-6]\."):
        app.click(name="Report 99")


def test_a_row_far_down_a_list_that_had_not_the_focus_is_the_only_one_chosen(freight: Driven) -> None:
    app = freight.page("Events").app
    freight.confirms(lambda: app.select_item(name="Event 1234"), "picked", value=[1234])
