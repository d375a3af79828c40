"""Links in running text, labels beside other columns, choices by ticks, masks, a question inside of its window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.actions.input import pressing
from wpfagent.core.errors import ElementNotFound, RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("clinic", "--pos", "40,20", folder=tmp_path_factory.mktemp("clinic")) as stage:
        yield stage


@pytest.fixture
def clinic(stage: Stage) -> Driven:
    return stage.driven()


@pytest.mark.parametrize(
    ("words", "link"), [("opening hours", "Hours"), ("Rates and fees", "Rates"), ("Imprint", "Imprint")]
)
def test_a_link_of_a_document_is_followed_by_its_words(clinic: Driven, words: str, link: str) -> None:
    clinic.happens(lambda: clinic.app.click(name=words), "followed", control=link)


def test_the_links_of_a_document_are_listed(clinic: Driven) -> None:
    clinic.app.list_controls()
    found = clinic.app.find(name="opening hours", control_type="Hyperlink")
    assert found.visible
    assert found.bounding_rect is not None
    clinic.happens(lambda: clinic.app.click(name="Ask the desk"), "clicked", control="Ask")


def test_the_cross_of_an_own_title_bar_ends_the_program_whatever_its_id_says(clinic: Driven) -> None:
    clinic.refuses(RefusedDestructive, lambda: clinic.app.click(name="Close"))


def test_a_label_over_its_field_names_none_of_the_next_column(clinic: Driven) -> None:
    after = clinic.truth.seq()
    clinic.happens(lambda: clinic.app.type_text(label="Allergies", text="nuts", enter=True), "entered", value="nuts")
    assert not [e for e in clinic.truth.events(after=after) if e["control"] == "Pin"]
    clinic.confirms(lambda: clinic.app.toggle(label="Dark mode", state="on"), "ticked", control="Dark", value=True)


def test_a_label_beside_its_field_names_it(clinic: Driven) -> None:
    clinic.happens(lambda: clinic.app.type_text(label="PIN", text="1234"), "entered", control="Pin", value="1234")
    clinic.confirms(
        lambda: clinic.app.type_text(label="Remark", text="none"), "entered", control="Remark", value="none"
    )


def test_a_field_with_a_mask_sorts_what_is_typed_into_its_places(clinic: Driven) -> None:
    typed = "(555) 123-4567"
    clinic.confirms(lambda: clinic.app.type_text(label="Mobile", text="5551234567"), "entered", value=typed)


def test_what_a_combo_box_takes_several_of_is_ticked(clinic: Driven) -> None:
    for words in ("Dental", "Eyes"):
        act = lambda words=words: clinic.app.select_combo(label="Departments", item_text=words)  # noqa: E731
        clinic.confirms(act, "cell", control=words, value="True")
    assert clinic.app.find(automation_id="Departments").expanded == "collapsed"


def test_what_stands_in_an_open_list_is_reached_by_the_mouse(clinic: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pressing, "_takes_space", lambda *_: False)
    act = lambda: clinic.app.select_combo(label="Departments", item_text="Surgery")  # noqa: E731
    clinic.confirms(act, "cell", control="Surgery", value="True")


def test_an_item_is_chosen_by_the_words_of_the_tick_in_it(clinic: Driven) -> None:
    clinic.confirms(lambda: clinic.app.select_item(name="Fever", mode="add"), "chosen", value=["Fever"])
    clinic.confirms(lambda: clinic.app.select_item(name="Rash", mode="add"), "chosen", value=["Fever", "Rash"])


def test_a_template_cell_is_chosen_in(clinic: Driven) -> None:
    kind = {"automation_id": "Stock", "row": {"Article": "Hinge"}, "column": "Kind"}
    clinic.confirms(lambda: clinic.app.select_combo(kind, item_text="Glass"), "cell", control="Hinge", value="Glass")


def test_a_question_inside_of_its_window_is_asked_for_as_a_dialog_is(clinic: Driven) -> None:
    clinic.app.click(name="Take off")
    clinic.refuses(RefusedDestructive, lambda: clinic.app.click(name="Go ahead"))
    clinic.happens(lambda: clinic.app.click(name="Keep it"), "clicked", control="No")


def test_what_only_tells_inside_of_its_window_is_answered(clinic: Driven) -> None:
    clinic.app.click(name="Say")
    clinic.happens(lambda: clinic.app.click(name="Go ahead"), "clicked", control="Yes")


@pytest.mark.parametrize("words", ["Day sheet", "12 visits", "Day sheet 12 visits"])
def test_a_button_of_two_texts_is_pressed_by_either_and_by_both(clinic: Driven, words: str) -> None:
    clinic.happens(lambda: clinic.app.click(name=words, control_type="Button"), "clicked", control="Day")
    with pytest.raises(ElementNotFound):
        clinic.app.click(name="12 visits Day sheet", timeout_ms=0)
