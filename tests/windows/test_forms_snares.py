"""What asks, deletes and chooses in other ways than by a button in a dialog is refused all the same, Windows Forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from product import Driven, Stage

from wpfagent.core.errors import RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_snares", "--pos", "40,20", folder=tmp_path_factory.mktemp("snares")) as stage:
        yield stage


@pytest.fixture
def snares(stage: Stage) -> Driven:
    return stage.driven()


def cell(row: str, column: str) -> dict[str, Any]:
    return {"automation_id": "Rows", "row": {"Name": row}, "column": column}


@pytest.mark.parametrize("name", ["Layer", "Frameless"])
def test_a_question_in_a_panel_or_a_window_without_a_frame_is_judged(snares: Driven, name: str) -> None:
    if name == "Frameless":
        snares.app.click(automation_id="Open")
    snares.refuses(RefusedDestructive, lambda: snares.app.click(automation_id=f"{name}Yes"))
    snares.refuses(RefusedDestructive, lambda: snares.app.click(automation_id=f"{name}Yes", input=True))
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys("Space", automation_id=f"{name}Yes"))
    snares.happens(lambda: snares.app.click(automation_id=f"{name}No"), "clicked", control=f"{name}No")


@pytest.mark.parametrize("keys", ["P", "Shift+P", "Alt+P"])
def test_a_letter_alone_presses_an_access_key_where_nothing_takes_it(snares: Driven, keys: str) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys(keys, automation_id="Open"))


@pytest.mark.parametrize("keys", ["F10 E", "F10 Enter", "Alt Space"])
def test_keys_that_go_to_the_menu_bar_while_a_field_has_the_focus_are_judged(snares: Driven, keys: str) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys(keys, automation_id="Number"))
    snares.app.send_keys("Esc")


@pytest.mark.parametrize("column", ["Do", "More"])
def test_a_button_or_link_in_a_cell_is_judged_by_what_it_shows(snares: Driven, column: str) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.click(cell("North", column)))
    snares.refuses(RefusedDestructive, lambda: snares.app.click(cell("North", column), input=True))
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys("Space", cell("North", column)))
    snares.happens(lambda: snares.app.click(cell("South", column)), "clicked", control="Rows")


@pytest.mark.parametrize("keys", ["D", "Down", "End"])
def test_keys_in_a_closed_combo_box_are_judged_by_the_items_that_it_opens_to(snares: Driven, keys: str) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys(keys, automation_id="Listed"))


@pytest.mark.parametrize("keys", ["Alt+Down Down Down Tab", "Down Down", "D"])
def test_keys_in_an_editable_combo_box_are_judged_by_its_items(snares: Driven, keys: str) -> None:
    """Windows tells them without opening it, which would choose what its text begins."""
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys(keys, automation_id="Typed"))
    snares.app.send_keys("X Back", automation_id="Typed")


def test_the_wheel_over_a_closed_combo_box_is_judged_so_too(snares: Driven) -> None:
    wheel = {"direction": "down"}
    snares.refuses(RefusedDestructive, lambda: snares.app.do("scroll", {"automation_id": "Listed"}, wheel))


@pytest.mark.parametrize("text", ["Del", "Delete all"])
def test_what_a_combo_box_completed_is_judged_before_it_is_left(snares: Driven, text: str) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.type_text(automation_id="Typed", text=text))
    snares.happens(lambda: snares.app.type_text(automation_id="Typed", text="Archive"), "chosen", value="Archive")
    snares.happens(lambda: snares.app.type_text(automation_id="Typed", text="Export"), "chosen", value="Export")


def test_escape_presses_no_cancel_button_that_does_not_save(snares: Driven) -> None:
    snares.app.click(automation_id="Write")
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys("Esc", automation_id="Words"))
    snares.confirms(lambda: snares.app.click(automation_id="Keep"), "clicked", control="Keep")
