"""Enter in a password, lists of columns and ticks, a form that scrolls, a button called as a label: by the log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound, RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_vet", folder=tmp_path_factory.mktemp("vet")) as stage:
        yield stage


@pytest.fixture
def vet(stage: Stage) -> Driven:
    vet = stage.driven()
    if not vet.truth.events("login", value="paws"):
        vet.app.wait_window(title="Log in")
        vet.confirms(lambda: vet.app.type_text(label="Password", text="paws", enter=True), "login", value="paws")
    return vet


def test_enter_is_pressed_in_a_field_that_holds_the_text_already_and_presses_no_button_of_a_bar(vet: Driven) -> None:
    for _ in range(2):
        vet.happens(lambda: vet.app.type_text(label="Go to", text="5", enter=True), "went", value="5")
    vet.refuses(RefusedDestructive, lambda: vet.app.click(name="Delete"))


def test_a_field_that_is_empty_once_it_took_enter_shows_that_it_took_it(vet: Driven) -> None:
    for word in ("admit", "admit", "release"):
        vet.confirms(lambda w=word: vet.app.type_text(label="Run", text=w, enter=True), "ran", value=word)


def test_what_stands_in_a_field_is_replaced_by_no_key_that_is_a_command_of_the_program(vet: Driven) -> None:
    with vet.untouched(but=("went",)):
        for word in ("7", "12"):
            vet.app.type_text(label="Go to", text=word, input=True)
        assert vet.app.read_text(label="Go to") == "12"


def test_a_path_begins_at_what_drops_down_in_a_bar_where_the_menu_bar_has_no_such_item(vet: Driven) -> None:
    vet.happens(lambda: vet.app.menu(path=["Animals", "Admit all"]), "admitted")
    vet.happens(lambda: vet.app.menu(path=["Help", "About"]), "helped")
    with pytest.raises(ElementNotFound, match="no item 'Birds'"):
        vet.app.menu(path=["Birds", "Parrot"])


@pytest.mark.parametrize("kennel", ["K3", "K55", "K10"])
def test_an_item_of_a_list_of_several_columns_is_chosen_and_no_other(vet: Driven, kennel: str) -> None:
    app = vet.page("Lists").app
    vet.confirms(lambda: app.select_item(label="Kennels", item_text=kennel), "kennels", value=[kennel])
    assert [e["value"] for e in vet.truth.events("kennels")][-1] == [kennel]


def test_an_item_is_ticked_that_is_named_by_its_text_and_the_label_of_its_list(vet: Driven) -> None:
    app = vet.page("Lists").app
    vet.confirms(lambda: app.toggle(name="Allergen 90", label="Allergies"), "allergy", control="Allergen 90")


def test_a_field_far_below_in_a_panel_that_scrolls_is_filled_in_and_one_above_again(vet: Driven) -> None:
    app = vet.page("Form").app
    for number in (57, 2):
        vet.confirms(
            lambda n=number: app.type_text(label=f"Question {n}", text=f"answer {n}"),
            "answer", control=f"Question {number}", value=f"answer {number}",
        )  # fmt: skip
    vet.confirms(
        lambda: app.select_combo(label="Question 38", item_text="sometimes"), "answer", control="Question 38"
    )  # fmt: skip


def test_a_button_without_words_is_not_called_as_the_label_before_it(vet: Driven) -> None:
    app = vet.page("Cards").app
    vet.happens(lambda: app.click(name="ready"), "card", value="Tom")
    vet.refuses(ElementNotFound, lambda: app.click(name="ready", control_type="Button", timeout_ms=500))
