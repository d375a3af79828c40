"""What asks, deletes and shows late in other ways than by a button in a dialog is refused all the same, on real WPF."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import RefusedDestructive, WpfAgentError


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("snares", "--pos", "40,20", folder=tmp_path_factory.mktemp("snares")) as stage:
        yield stage


@pytest.fixture
def snares(stage: Stage) -> Driven:
    return stage.driven()


def test_a_layer_that_was_there_before_anything_was_done_is_judged_by_its_question(snares: Driven) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.click(automation_id="Ask"))
    snares.refuses(RefusedDestructive, lambda: snares.app.click(automation_id="Ask", input=True))
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys("Space", automation_id="Ask"))
    snares.confirms(lambda: snares.app.click(automation_id="Decline"), "clicked", control="Decline")


def test_a_question_in_the_page_is_judged_as_one_in_a_dialog(snares: Driven) -> None:
    snares.app.click(automation_id="Tidy")
    snares.refuses(RefusedDestructive, lambda: snares.app.click(automation_id="Go"))
    snares.does(lambda: snares.app.click(automation_id="Leave"), "clicked", control="Leave")


@pytest.mark.parametrize("control", ["Pieces", "Here", "button4", "Onward"])
@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_command_is_judged_by_all_that_is_read_in_it_or_around_it(
    snares: Driven, control: str, by_mouse: bool
) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.click(automation_id=control, input=by_mouse))


def test_an_item_is_judged_by_the_menu_that_it_stands_in_when_it_is_clicked_as_well(snares: Driven) -> None:
    snares.app.click(automation_id="Rows")
    snares.app.click(automation_id="Clear")
    snares.refuses(RefusedDestructive, lambda: snares.app.click(automation_id="History"))
    snares.confirms(lambda: snares.app.click(automation_id="Marks"), "clicked", control="Marks")


def test_a_tool_tip_that_comes_with_the_pointer_counts(snares: Driven) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.click(automation_id="Icon", input=True))


def test_a_command_without_words_is_pressed_only_once_its_tool_tip_was_read(snares: Driven) -> None:
    for control in ("button1", "button1", "Icon"):
        snares.refuses(RefusedDestructive, lambda at=control: snares.app.click(automation_id=at))
    for method in ("mouse", "InvokePattern"):
        assert snares.does(lambda: snares.app.click(automation_id="button2"), "clicked").method == method


@pytest.mark.parametrize("keys", ["P", "Shift+P", "Alt+P"])
def test_a_letter_alone_presses_an_access_key_where_nothing_takes_it(snares: Driven, keys: str) -> None:
    for control in ("Tidy", "Compact"):
        snares.refuses(RefusedDestructive, lambda at=control: snares.app.send_keys(keys, automation_id=at))


def test_the_delete_key_reaches_the_list_from_a_tick_in_it(snares: Driven) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys("Delete", automation_id="Tick"))


def test_the_delete_key_reaches_the_list_from_a_closed_combo_box_in_it(snares: Driven) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys("Delete", automation_id="Kind"))
    snares.app.send_keys("Delete", automation_id="Number")


def test_a_chord_that_a_button_shows_is_judged_as_that_button(snares: Driven) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys("Ctrl+D", automation_id="Number"))


@pytest.mark.parametrize("keys", ["Enter", "7 Enter"])
def test_enter_in_a_field_whose_label_deletes_is_judged(snares: Driven, keys: str) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.send_keys(keys, automation_id="Number"))


def test_a_picture_says_what_its_button_does(snares: Driven) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.click(automation_id="button3"))


def test_what_is_pasted_into_a_combo_box_may_be_any_of_its_items(snares: Driven) -> None:
    snares.app.type_text(automation_id="Number", text="Delete all")
    copied = snares.app.send_keys("Ctrl+A Ctrl+C", automation_id="Number")
    assert (copied.effect, copied.evidence["clipboard"]) == ("confirmed", {"changed": True})
    for keys in ("Ctrl+V", "Shift+Insert"):
        snares.refuses(RefusedDestructive, lambda given=keys: snares.app.send_keys(given, automation_id="Fruit"))
    snares.app.send_keys("Ctrl+V", automation_id="Number")
    snares.app.type_text(automation_id="Number", text="7")


def test_a_question_in_a_window_without_an_owner_is_judged_by_its_title(snares: Driven) -> None:
    snares.app.click(automation_id="Loose")
    snares.refuses(RefusedDestructive, lambda: snares.app.click(name="OK"))
    snares.happens(lambda: snares.app.click(name="Cancel"), "clicked", control="Stay")


def test_what_a_combo_box_would_complete_is_judged(snares: Driven) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.type_text(automation_id="Fruit", text="Del"))
    snares.happens(lambda: snares.app.type_text(automation_id="Fruit", text="Apple"), "chosen", value="Apple")


def test_a_place_to_drop_on_that_shows_only_while_dragging_is_judged(snares: Driven) -> None:
    snares.refuses(RefusedDestructive, lambda: snares.app.drag(automation_id="CardText", by=(20, 36)))


def test_what_comes_under_the_pointer_before_a_second_click_is_judged(snares: Driven) -> None:
    after = snares.truth.seq()
    snares.app.click(automation_id="Twice", input=True)
    with pytest.raises(WpfAgentError):
        snares.app.click(automation_id="Twice", input=True, timeout_ms=2_000)
    snares.settle()
    assert not snares.truth.events("destroyed", after=after)
