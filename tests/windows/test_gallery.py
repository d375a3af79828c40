"""What is laid over, rolled away or kept to itself: drawers, sheets that are drawn on, documents, split buttons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementObscured


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("gallery", "--pos", "40,20", folder=tmp_path_factory.mktemp("gallery")) as stage:
        yield stage


@pytest.fixture
def gallery(stage: Stage) -> Driven:
    return stage.driven()


def test_a_click_that_only_closed_the_drawer_over_the_button_is_not_confirmed(gallery: Driven) -> None:
    gallery.confirms(lambda: gallery.app.click(name="Menu"), "drawer", control="open")
    reply = gallery.happens(lambda: gallery.app.click(name="Renew"), "drawer", control="closed")
    assert reply.effect == "unverifiable"
    assert not gallery.truth.events("pressed")


def test_under_a_heading_is_meant_what_follows_it_not_what_lies_behind(gallery: Driven) -> None:
    gallery.confirms(lambda: gallery.app.click(name="Menu"), "drawer", control="open")
    gallery.confirms(lambda: gallery.app.click(name="Shop", within={"name": "Go to"}), "page", control="Shop")
    assert gallery.app.click(name="Menu").effect == "confirmed"


def test_a_sheet_that_is_drawn_on_takes_no_click_that_is_meant_for_what_it_covers(gallery: Driven) -> None:
    gallery.app.toggle(name="Pen", state="on")
    gallery.refuses(ElementObscured, lambda: gallery.app.click(name="Hang", input=True, timeout_ms=1_000))
    assert not gallery.truth.events("drawn")
    gallery.app.toggle(name="Pen", state="off")


def test_text_in_an_editor_that_tells_of_its_old_document_is_not_said_to_have_done_nothing(gallery: Driven) -> None:
    editor = {"control_type": "Document"}
    gallery.confirms(lambda: gallery.app.type_text(editor, text="first"), "edited", control="first")
    gallery.app.click(name="Renew")
    reply = gallery.happens(lambda: gallery.app.type_text(editor, text="second"), "edited", control="second")
    assert reply.effect == "unverifiable"


def test_lines_end_as_those_that_a_person_types(gallery: Driven) -> None:
    gallery.confirms(lambda: gallery.app.type_text(control_type="Edit", text="one\ntwo"), "noted", control="one\r\ntwo")


def test_a_split_button_that_is_made_of_a_combo_box_is_pressed_by_its_words(gallery: Driven) -> None:
    gallery.happens(lambda: gallery.app.click(name="Export PDF"), "pressed", control="export")


@pytest.mark.parametrize("number", [200, 12])
def test_what_an_item_far_up_shows_after_a_press_confirms_it(gallery: Driven, number: int) -> None:
    post = {"name": f"Post number {number}"}
    gallery.confirms(lambda: gallery.app.click(name="Like", within=post), "liked", control=post["name"])


def test_a_tab_is_chosen_after_a_question_that_disabled_all_of_it(gallery: Driven) -> None:
    gallery.confirms(lambda: gallery.app.click(name="Ask"), "pressed", control="ask")
    gallery.confirms(lambda: gallery.app.click(name="Go on"), "pressed", control="go")
    gallery.confirms(lambda: gallery.app.select_item(name="Attic", timeout_ms=3_000), "page", control="Attic")
