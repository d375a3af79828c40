"""Items, properties, sliders and dates of Windows Forms are changed so that the program is told: by its own log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

import pytest
from product import Driven, Stage

from wpfagent.core.errors import HandlerThrew, InvalidArgument, Unsupported

SLIDER = {"control_type": "Slider"}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_bench", folder=tmp_path_factory.mktemp("bench")) as stage:
        yield stage


@pytest.fixture
def bench(stage: Stage) -> Driven:
    return stage.driven()


def test_an_item_of_a_list_is_renamed_so_that_the_program_is_told(bench: Driven) -> None:
    for old, new, more in (("Plane", "Jointer", {}), ("Rasp", "File", {"enter": True}), ("Jointer", "Plough", {})):
        after = bench.truth.seq()
        bench.confirms(
            lambda old=old, new=new, more=more: bench.app.type_text(
                name=old, control_type="ListItem", text=new, **more
            ),
            "renamed", control="Tools", value=new,
        )  # fmt: skip
        assert [e["value"] for e in bench.truth.events("renamed", after=after)] == [new]
        assert bench.app.find(name=new, control_type="ListItem")


def test_the_item_that_is_named_is_renamed_where_several_are_chosen(bench: Driven) -> None:
    items = bench.app.list_controls(control_type="Table", name="Tools").result["controls"]
    first, second = [c["name"] for c in items if c["control_type"] == "ListItem"][:2]
    bench.app.select_item(name=first, control_type="ListItem")
    bench.app.select_item(name=second, control_type="ListItem", mode="add")
    bench.confirms(
        lambda: bench.app.set_value(name=second, control_type="ListItem", value="Spokeshave"),
        "renamed", control="Tools", value="Spokeshave",
    )  # fmt: skip
    assert bench.app.find(name=first, control_type="ListItem")


@pytest.mark.parametrize("name", ["Fixed Plane", "Plain one"], ids=["list view", "list box"])
def test_an_item_that_cannot_be_renamed_is_left_alone(bench: Driven, name: str) -> None:
    error = bench.refuses(Unsupported, lambda: bench.app.type_text(name=name, control_type="ListItem", text="Other"))
    assert "renamed" in error.hint


def test_an_item_of_a_tree_is_renamed_so_that_the_program_is_told(bench: Driven) -> None:
    bench.confirms(
        lambda: bench.app.type_text(name="Nails", control_type="TreeItem", text="Tacks", enter=True),
        "renamed", control="Drawers", value="Tacks",
    )  # fmt: skip


def test_enter_and_text_reach_the_field_of_a_tool_bar(bench: Driven) -> None:
    field = {"name": "Find", "control_type": "Edit"}
    after = bench.truth.seq()
    bench.confirms(lambda: bench.app.type_text(**field, text="bowl", enter=True), "entered", value="bowl")
    assert bench.truth.events("typed", after=after, control="Find", value="bowl")
    bench.does(lambda: bench.app.send_keys("Enter", **field), "entered", control="Find", value="bowl")


def test_text_reaches_the_handler_of_a_combo_box_in_a_tool_bar(bench: Driven) -> None:
    """In Windows as here: the edit control of a combo box sends no EN_CHANGE when its text is set by a message."""
    field = {"name": "Zoom", "control_type": "ComboBox"}
    bench.confirms(lambda: bench.app.type_text(**field, text="75%"), "typed", control="Zoom", value="75%")
    after = bench.truth.seq()
    reply = bench.app.type_text(**field, text="80%", enter=True)
    assert (reply.method, reply.effect != "no_op") == ("keyboard", True), reply.evidence
    for event in ("typed", "entered"):
        bench.truth.wait_event(event, after=after, control="Zoom", value="80%")


@pytest.mark.parametrize(
    ("name", "value"),
    [("TabIndex", "4"), ("UseWaitCursor", "True"), ("AccessibleName", "Far"), ("Text", "Near")],
)
def test_a_property_is_edited_wherever_it_is_scrolled_to(bench: Driven, name: str, value: str) -> None:
    after = bench.truth.seq()
    bench.confirms(
        lambda: bench.app.set_value(name=name, control_type="TreeItem", value=value),
        "property", value=f"{name}={value}",
    )  # fmt: skip
    assert {e["event"] for e in bench.truth.events(after=after)} == {"property"}  # no other field was typed into


def test_a_property_that_has_all_of_them_shown_anew_is_set_and_by_its_name_alone_set_back(bench: Driven) -> None:
    for value in ("True", "False"):
        bench.confirms(
            lambda v=value: bench.app.set_value(name="AutoSize", value=v), "property", value=f"AutoSize={value}"
        )


def test_a_property_is_chosen_by_a_click_whichever_was_chosen_before(bench: Driven) -> None:
    for name in ("Anchor", "BackColor", "CausesValidation"):
        bench.app.click(name=name, control_type="TreeItem")
        assert bench.app.get_state(name=name, control_type="TreeItem").result["focused"]


def test_a_property_drops_down_its_own_values_whichever_was_chosen_before(bench: Driven) -> None:
    """By its provider a row drops down the editor of the row that is chosen, which then gets the other's value."""
    rows = [{"name": name, "control_type": "TreeItem"} for name in ("TabIndex", "AllowDrop", "CausesValidation")]
    bench.app.click(rows[0])
    after = bench.truth.seq()
    for row, value in zip(rows[1:], ("True", "False"), strict=True):
        assert bench.app.expand(row).effect == "confirmed"
        bench.confirms(
            lambda value=value: bench.app.select_item(name=value, control_type="ListItem"),
            "property", value=f"{row['name']}={value}",
        )  # fmt: skip
    assert len(bench.truth.events(after=after)) == 2


def test_a_property_that_is_read_only_is_no_disabled_one(bench: Driven) -> None:
    row = {"name": "(DataBindings)", "control_type": "TreeItem"}
    error = bench.refuses(Unsupported, lambda: bench.app.set_value(row, value="x"))
    assert "read-only" in str(error)
    assert bench.app.get_state(row).result["enabled"]
    bench.app.click(row)


def test_a_property_that_was_scrolled_away_is_scrolled_into_view(bench: Driven) -> None:
    for name in ("Visible", "AccessibleRole"):
        bench.app.scroll_into_view(name=name, control_type="TreeItem")
        assert bench.app.get_state(name=name, control_type="TreeItem").result["visible"]


@pytest.mark.parametrize("value", [70, "23", 0, 100])
def test_a_slider_is_moved_so_that_both_of_its_events_come(bench: Driven, value: int | str) -> None:
    after = bench.truth.seq()
    bench.confirms(lambda: bench.app.set_value(**SLIDER, value=value), "moved", value=int(value))
    for event in ("slid", "moved"):
        assert bench.truth.events(event, after=after)[-1]["value"] == int(value)
    bench.no_op(lambda: bench.app.set_value(**SLIDER, value=value))


def test_a_number_out_of_a_sliders_range_is_refused(bench: Driven) -> None:
    error = bench.refuses(InvalidArgument, lambda: bench.app.set_value(**SLIDER, value=170))
    assert error.hint == "0 to 100."


@pytest.mark.parametrize("form", ["yyyy-MM-dd", "short"], ids=["by year, month and day", "as the culture writes it"])
def test_a_date_is_taken_in_another_form_than_the_field_shows(bench: Driven, form: str) -> None:
    short = bench.app.gate.desktop.environment()["short_date"]
    for day in (date(2026, 3, 17), date(2027, 12, 31), date(2026, 4, 3)):
        text = day.isoformat() if form != "short" else _written(day, short)
        bench.confirms(
            lambda text=text: bench.app.set_value(name="Short", control_type="ComboBox", value=text),
            "day", control="Short", value=day.isoformat(),
        )  # fmt: skip
    bench.no_op(lambda: bench.app.type_text(name="Short", control_type="ComboBox", text="2026-04-03"))


@pytest.mark.parametrize("day", ["2026-03-07", "2027-01-02"], ids=["of this year", "whose day is too early this year"])
def test_a_date_below_its_label_is_meant_not_a_button_in_the_labels_line(bench: Driven, day: str) -> None:
    act = lambda: bench.app.set_value(label="Kept until", value=day)  # noqa: E731
    bench.confirms(act, "day", control="Kept until", value=day)


def test_a_calendar_is_not_clicked_for_a_text_that_is_no_day_of_it(bench: Driven) -> None:
    """Wine's calendar tells no days (MCM_GETCALENDARGRIDINFO): here every date is none of them."""
    error = bench.refuses(InvalidArgument, lambda: bench.app.type_text(control_type="Calendar", text="no day"))
    assert "year-month-day" in error.hint


def _written(day: date, form: str) -> str:
    """A date as a culture writes it in numbers: `M/d/yyyy`, `dd.MM.yyyy`."""
    signs = {"yyyy": f"{day.year}", "yy": f"{day.year % 100:02}", "MM": f"{day.month:02}", "M": f"{day.month}",
             "dd": f"{day.day:02}", "d": f"{day.day}"}  # fmt: skip
    return re.sub("y+|M+|d+", lambda found: signs[found.group()], form)


def test_a_handler_that_throws_is_said_to_have_thrown_and_was_called_once(bench: Driven) -> None:
    after = bench.truth.seq()
    with pytest.raises(HandlerThrew, match="handler threw"):
        bench.app.click(name="Weigh", control_type="Button")
    assert len(bench.truth.events("pressed", after=after)) == 1
