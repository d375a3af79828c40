"""What is drawn instead of said: signs, hints, lists too narrow for their items, lists that are made anew, clocks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound, RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("dome", "--pos", "40,20", folder=tmp_path_factory.mktemp("dome")) as stage:
        yield stage


@pytest.fixture
def dome(stage: Stage) -> Driven:
    return stage.driven()


def test_what_is_not_there_is_given_up_although_a_counter_ticks(dome: Driven) -> None:
    error = dome.refuses(ElementNotFound, lambda: dome.app.click(name="Quarterly"))
    assert error.details["waited_ms"] < 8_000


@pytest.mark.parametrize("label", ["Repeats", "Limit"])
@pytest.mark.parametrize(("index", "does"), [(0, "more"), (1, "less")])
def test_the_signs_under_a_label_are_meant_not_the_dial_below_them(
    dome: Driven, label: str, index: int, does: str
) -> None:
    sign = {"label": label, "control_type": "Button", "index": index}
    dome.happens(lambda: dome.app.click(sign), "pressed", control=f"{label} {does}")


def test_the_sign_beside_a_field_is_meant_by_its_hint_not_the_one_that_empties_it(dome: Driven) -> None:
    dome.confirms(lambda: dome.app.click(label="Start time", control_type="Button"), "pressed", control="dial")
    assert not dome.truth.events("set")
    field = {"name": "Start time", "control_type": "Edit"}
    dome.confirms(lambda: dome.app.set_value(field, value="22:00"), "set", value="22:00")


def test_words_across_the_window_name_no_burger(dome: Driven) -> None:
    dome.refuses(ElementNotFound, lambda: dome.app.click(label="Instruments", control_type="Button"))


@pytest.mark.parametrize("page", ["Nights", "Archive"])
def test_an_item_wider_than_its_list_is_clicked_in_it(dome: Driven, page: str) -> None:
    dome.confirms(lambda: dome.app.select_item(name=page), "chosen", control=page)


@pytest.mark.parametrize("track", ["Teardrop", "Roads"])
def test_an_item_whose_list_is_made_anew_is_confirmed_by_what_is_told_beside_it(dome: Driven, track: str) -> None:
    dome.confirms(lambda: dome.app.select_item(name=track), "chosen", control=track)


def test_a_drawn_cross_in_the_corner_that_tells_nothing_is_not_pressed_without_consent(dome: Driven) -> None:
    cross = {"control_type": "Button", "index": 0}
    dome.refuses(RefusedDestructive, lambda: dome.app.click(cross))
