"""WPF's own ribbon by the words that a person sees: buttons with an arrow, menus, tabs, a field in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("ribbon", "--pos", "40,20", folder=tmp_path_factory.mktemp("ribbon")) as stage:
        yield stage


@pytest.fixture
def ribbon(stage: Stage) -> Driven:
    return stage.driven()


def test_a_button_with_an_arrow_is_pressed_and_its_menu_used_by_its_name(ribbon: Driven) -> None:
    ribbon.happens(lambda: ribbon.app.click(name="Book"), "clicked", control="Book")
    ribbon.happens(lambda: ribbon.app.menu("Book later", name="Book"), "clicked", control="BookLater")


def test_a_menu_button_and_the_round_button_are_opened_for_their_commands(ribbon: Driven) -> None:
    ribbon.happens(lambda: ribbon.app.menu("This year", name="Period"), "clicked", control="Year")
    ribbon.happens(lambda: ribbon.app.menu("Export ledger", automation_id="Round"), "clicked", control="Export")


def test_a_button_of_the_ribbon_is_switched_on(ribbon: Driven) -> None:
    ribbon.confirms(lambda: ribbon.app.toggle(name="Totals", state="on"), "clicked", control="Totals", value=True)


def test_a_tab_is_chosen_by_its_caption_and_a_field_on_it_is_left_within_the_ribbon(ribbon: Driven) -> None:
    assert ribbon.app.click(name="Tools").effect == "confirmed"
    ribbon.confirms(lambda: ribbon.app.type_text(name="Go to", text="17"), "left", control="Goto", value="17")
    ribbon.happens(lambda: ribbon.app.click(name="Audit"), "clicked", control="Audit")
    assert ribbon.app.select_item(name="Home").effect == "confirmed"
    ribbon.happens(lambda: ribbon.app.click(name="Add entry"), "clicked", control="Add")


def test_no_key_tip_deletes_where_a_field_has_the_focus_by_then(ribbon: Driven) -> None:
    ribbon.app.send_keys("Alt T", {"automation_id": "Remark"})
    with pytest.raises(RefusedDestructive):
        ribbon.app.send_keys("D", {"automation_id": "Remark"})
    assert not any(e.get("control") == "Erase" for e in ribbon.truth.events())
