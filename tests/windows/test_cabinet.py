"""Lists in groups, of suggestions and of several choices, a cell of several tools, a pop-up in the way, on real WPF."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound, ElementObscured, SelectorAmbiguous


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("cabinet", "--pos", "40,20", folder=tmp_path_factory.mktemp("cabinet")) as stage:
        yield stage


@pytest.fixture
def cabinet(stage: Stage) -> Driven:
    return stage.driven()


def test_an_item_of_a_closed_group_is_chosen_by_its_text(cabinet: Driven) -> None:
    cabinet.confirms(
        lambda: cabinet.app.select_item(automation_id="Staff", item_text="Cy"), "chosen", control="Staff", value="Cy"
    )


def test_groups_stay_closed_where_no_item_has_the_text(cabinet: Driven) -> None:
    cabinet.refuses(ElementNotFound, lambda: cabinet.app.select_item(automation_id="Staff", item_text="Zoe"))
    assert cabinet.app.find(name="Red", control_type="Group").expanded == "collapsed"


def test_a_group_of_a_list_is_one_thing_with_its_expander(cabinet: Driven) -> None:
    assert cabinet.app.expand(name="Red").effect == "confirmed"
    cabinet.confirms(lambda: cabinet.app.click(name="Bo"), "chosen", control="Staff", value="Bo")
    cabinet.app.collapse(name="Red")


def test_what_is_taken_from_suggestions_that_close_is_confirmed(cabinet: Driven) -> None:
    cabinet.app.type_text(label="City", text="Ber")
    cabinet.confirms(
        lambda: cabinet.app.click(name="Bern", control_type="ListItem"), "chosen", control="City", value="Bern"
    )


def test_modifiers_are_down_when_the_button_is_pressed(cabinet: Driven) -> None:
    app = cabinet.app
    cabinet.confirms(lambda: app.select_item(automation_id="Colours", item_text="red"), "chosen", value="red")
    cabinet.confirms(lambda: app.click(name="blue", modifiers="Ctrl"), "chosen", value="blue,red")
    cabinet.confirms(lambda: app.click(name="white", modifiers="Shift"), "chosen", value="blue,white")


def test_a_cell_of_several_tools_is_not_clicked_somewhere(cabinet: Driven) -> None:
    row = {"automation_id": "Files", "row": {"File": "beta.txt"}}
    error = cabinet.refuses(SelectorAmbiguous, lambda: cabinet.app.click({**row, "column": "Tools"}))
    assert "'Share'" in error.message
    assert "'Rename'" in error.message
    cabinet.does(lambda: cabinet.app.click(name="Rename", within=row), "clicked", control="Rename", value="beta.txt")


def test_a_row_is_clicked_where_its_words_are_not_on_the_tick_before_them(cabinet: Driven) -> None:
    cabinet.confirms(lambda: cabinet.app.click("beta.txt"), "chosen", control="Files", value="beta.txt")
    tick = {"control_type": "CheckBox", "row": {"File": "alpha.txt"}}
    cabinet.confirms(lambda: cabinet.app.toggle(tick, state="on"), "clicked", control="Tick", value="alpha.txt")


def test_a_pop_up_in_the_way_is_named_with_the_ways_to_close_it(cabinet: Driven) -> None:
    cabinet.app.toggle(name="Filter", state="on")
    error = cabinet.refuses(ElementObscured, lambda: cabinet.app.click(name="Count", input=True, timeout_ms=1_500))
    assert "pop-up" in (error.hint or "")
    cabinet.app.toggle(name="Filter", state="off")
    cabinet.does(lambda: cabinet.app.click(name="Count"), "clicked", control="Hidden")
