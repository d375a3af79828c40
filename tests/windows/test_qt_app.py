"""A Qt window, whose toolkit brings its own UI Automation: the common actions, held against the program's own log."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from product import Driven, Stage

from wpfagent import Reply
from wpfagent.core.errors import RefusedDestructive

PAGE = "MainWindow.centralWidget.pages.qt_tabwidget_stackedwidget.generalPage."


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("qt_window", "--pos", "80,80", "--title", "Qt", folder=tmp_path_factory.mktemp("qt")) as stage:
        yield stage


@pytest.fixture
def qt(stage: Stage) -> Driven:
    return stage.driven()


def general(qt: Driven) -> Driven:
    qt.app.select_item(name="General", control_type="TabItem")
    return qt


def lists(qt: Driven) -> Driven:
    qt.app.select_item(name="Lists", control_type="TabItem")
    return qt


def test_buttons_are_clicked_by_id_and_by_name(qt: Driven) -> None:
    general(qt).app.toggle(name="Active")
    qt.confirms(lambda: qt.app.click(automation_id=PAGE + "applyButton"), "click", control="applyButton")
    qt.app.toggle(name="Active")
    reply = qt.confirms(
        lambda: qt.app.click(name="Apply", control_type="Button", input=True), "click", control="applyButton"
    )
    assert reply.method == "mouse"


@pytest.mark.parametrize(
    ("text", "options"),
    # In winlab a surrogate pair from the keyboard reaches Qt only with the next key.
    [("größer 日本 😀", {}), ("größer 日本", {"input": True})],
)
def test_text_is_typed_and_committed(qt: Driven, text: str, options: dict[str, bool]) -> None:
    general(qt).app.type_text(name="Name", control_type="Edit", text="before")
    after = qt.truth.seq()
    reply = qt.app.do("type_text", {"name": "Name", "control_type": "Edit"}, {"text": text, **options})
    assert reply.effect == "confirmed", reply.evidence
    qt.truth.wait_event("text_changed", control="nameEdit", value=text, after=after)


def test_check_boxes_reach_the_state_that_is_asked_for(qt: Driven) -> None:
    general(qt).app.toggle(name="Active", state="off")
    qt.confirms(lambda: qt.app.toggle(name="Active", state="on"), "toggled", control="activeCheck", value="on")
    qt.no_op(lambda: qt.app.toggle(name="Active", state="on"))
    # Qt's own Toggle goes from on to off, whatever the box could do: a click goes through all three states.
    for state in ("on", "indeterminate"):
        qt.confirms(partial(qt.app.toggle, name="Shared", state=state), "toggled", control="sharedCheck", value=state)


def test_a_combo_box_item_is_chosen(qt: Driven) -> None:
    for item in ("Cherry", "Banana"):
        general(qt).confirms(
            partial(qt.app.select_combo, name="Fruit", control_type="ComboBox", item_text=item),
            "selected", control="fruitCombo", value=item,
        )  # fmt: skip


def test_a_slider_is_moved(qt: Driven) -> None:
    general(qt).app.set_value(name="Volume", control_type="Slider", value=10)
    qt.confirms(
        lambda: qt.app.set_value(name="Volume", control_type="Slider", value=40),
        "value_changed", control="volumeSlider", value=40,
    )  # fmt: skip


def test_a_tab_and_a_list_item_are_selected(qt: Driven) -> None:
    general(qt)
    qt.confirms(lambda: lists_reply(qt), "selected", control="pages", value="Lists")
    for day in ("Monday", "Wednesday"):
        qt.confirms(
            partial(qt.app.select_item, name="Days", control_type="List", item_text=day),
            "selected", control="dayList", value=day,
        )  # fmt: skip


def lists_reply(qt: Driven) -> Reply:
    return qt.app.select_item(name="Lists", control_type="TabItem")


def test_a_table_is_read(qt: Driven) -> None:
    table = lists(qt).app.read_table(name="People", control_type="Table").result
    assert table["headers"] == ["Name", "City"]
    assert table["rows"] == [["Anna", "Oslo"], ["Ben", "Lima"], ["Chiyo", "京都"]]


def test_a_cell_is_typed_into_by_its_row_and_column(qt: Driven) -> None:
    cell = {"row": {"Name": "Ben"}, "column": "City"}
    for city in ("Quito", "Lima"):
        lists(qt).confirms(
            partial(qt.app.do, "type_text", cell, {"text": city}), "cell_edited", control="peopleTable", value=city
        )


def test_a_branch_is_opened_and_its_item_ticked_by_keys(qt: Driven) -> None:
    lists(qt).confirms(lambda: qt.app.expand(name="Brakes"), "expanded", control="partTree", value="Brakes")
    for state in ("on", "off"):
        qt.confirms(partial(qt.app.toggle, name="Disc", state=state), "toggled", control="partTree", value=state)


def test_a_message_box_is_answered(qt: Driven) -> None:
    for answer in ("No", "Yes"):
        general(qt).confirms(lambda: qt.app.click(automation_id=PAGE + "askButton"), "dialog_shown")
        qt.confirms(
            partial(qt.app.click, name=answer, control_type="Button"),
            "dialog_closed",
            value=answer,
        )


def test_the_menu_is_followed(qt: Driven) -> None:
    after = qt.truth.seq()
    qt.app.menu("File > Apply")
    qt.truth.wait_event("click", control="fileApply", after=after)


def test_ending_the_program_is_refused(qt: Driven) -> None:
    qt.refuses(RefusedDestructive, lambda: qt.app.menu("File > Exit"))
    qt.refuses(RefusedDestructive, qt.app.close_window)
    assert qt.truth.is_running
