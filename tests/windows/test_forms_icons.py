"""Commands without words are meant by what their tool tips say, Windows Forms."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage, pointer_goes_along

from wpfagent.core.errors import ElementNotFound, Refused


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_icons", "--pos", "40,20", folder=tmp_path_factory.mktemp("icons")) as stage:
        yield stage


@pytest.fixture
def icons(stage: Stage) -> Iterator[Driven]:
    with pointer_goes_along():
        yield stage.driven()


@pytest.mark.parametrize("name", ["Print the list", "Save (Ctrl+S)"])
def test_a_button_without_words_is_pressed_by_what_its_tip_says(icons: Driven, name: str) -> None:
    wanted = "Print the list." if name.startswith("Print") else "Save (Ctrl+S)"
    icons.happens(lambda: icons.app.click(name=name), "pressed", control=wanted)


def test_one_whose_tip_says_something_destructive_is_refused(icons: Driven) -> None:
    icons.refuses(Refused, lambda: icons.app.click(name="Delete all"))


def test_what_no_tip_says_is_not_there(icons: Driven) -> None:
    assert "'Save'" in str(icons.refuses(ElementNotFound, lambda: icons.app.click(name="Safe")))


def test_the_tip_of_a_button_without_words_is_read(icons: Driven) -> None:
    assert icons.app.read_tooltip(automation_id="button2").result["text"] == "Print the list."
