"""Captions below their fields, hints that go when a field is filled, details of rows, the cross of a notice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("booth", "--pos", "40,20", folder=tmp_path_factory.mktemp("booth")) as stage:
        yield stage


@pytest.fixture
def booth(stage: Stage) -> Driven:
    return stage.driven()


def test_a_caption_below_its_field_names_that_where_each_field_has_its_own_below(booth: Driven) -> None:
    for label, control, text in (("Arrives", "From", "9:00"), ("Leaves", "To", "10:00")):
        act = lambda label=label, text=text: booth.app.type_text(label=label, text=text)  # noqa: E731
        booth.confirms(act, "entered", control=control, value=text)


def test_a_field_is_found_by_its_hint_when_that_went_as_it_was_filled(booth: Driven) -> None:
    booth.confirms(lambda: booth.app.type_text(label="Town", text="Bern"), "entered", control="Town", value="Bern")
    booth.confirms(lambda: booth.app.type_text(label="Town", text="Basel"), "entered", control="Town", value="Basel")
    booth.confirms(lambda: booth.app.type_text(name="Nick", text="Kit"), "entered", control="Nick", value="Kit")
    booth.confirms(lambda: booth.app.type_text(name="Nick", text="Kitty"), "entered", control="Nick", value="Kitty")
    assert booth.app.get_state(label="Town").result["value"] == "Basel"


def test_every_sign_is_typed_by_its_key_whatever_is_held_for_it(booth: Driven) -> None:
    booth.app.send_keys("Ctrl+A", label="Town")
    booth.confirms(lambda: booth.app.send_keys("* / ? + - ! & Multiply Tab", label="Town"), "entered", value="*/?+-!&*")


def test_the_field_behind_a_date_is_the_second_one_of_their_label(booth: Driven) -> None:
    second = {"label": "Pick-up", "control_type": "Edit", "index": 1}
    booth.confirms(lambda: booth.app.type_text(second, text="10:30"), "entered", control="At", value="10:30")


def test_what_stands_in_the_details_of_a_row_is_found_by_the_words_of_a_cell(booth: Driven) -> None:
    for words, number in (("A-2", "A-2"), ("Celik", "A-3")):
        within = {"name": words}
        act = lambda within=within: booth.app.click(name="Print", within=within)  # noqa: E731
        booth.happens(act, "clicked", control="Print", value=number)


def test_a_field_in_the_details_of_a_row_is_found_by_its_label(booth: Driven) -> None:
    note = {"label": "Note", "row": {"Who": "Brandt"}}
    booth.happens(lambda: booth.app.type_text(note, text="late"), "entered", control="A-2", value="late")


def test_the_cross_of_a_notice_in_the_corner_closes_that_without_being_asked_for(booth: Driven) -> None:
    booth.app.click(name="Notify")
    booth.confirms(lambda: booth.app.click(name="×"), "clicked", control="Cross")
