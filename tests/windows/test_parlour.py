"""What is pressed but is no button; what is a button, but tells no words: split buttons, keypads, arrows, frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("parlour", "--pos", "40,20", folder=tmp_path_factory.mktemp("parlour")) as stage:
        yield stage


@pytest.fixture
def parlour(stage: Stage) -> Driven:
    return stage.driven()


def only(parlour: Driven, act: Any, what: str) -> None:
    """Act: it is confirmed, and this was pressed, nothing else."""
    after = parlour.truth.seq()
    parlour.confirms(act, "pressed", control=what)
    assert [e["control"] for e in parlour.truth.events("pressed", after=after)] == [what]


@pytest.mark.parametrize(("label", "name"), [("Guests", "+"), ("Guests", "−"), ("Repeat", "All")])
def test_a_text_that_is_pressed_is_meant_by_its_words_and_its_label(parlour: Driven, label: str, name: str) -> None:
    only(parlour, lambda: parlour.app.click(label=label, name=name), name)


def test_a_click_on_a_combo_box_is_one_on_the_button_that_its_template_holds(parlour: Driven) -> None:
    only(parlour, lambda: parlour.app.click(name="Share"), "Share")
    only(parlour, lambda: parlour.app.select_combo(name="Share", item_text="By link"), "By link")
    only(parlour, lambda: parlour.app.menu(name="Share", path=["By mail"]), "By mail")


@pytest.mark.parametrize(("button", "item"), [("Export", "As CSV"), ("New playlist", "New station")])
def test_the_arrow_at_a_button_drops_its_menu_down(parlour: Driven, button: str, item: str) -> None:
    only(parlour, lambda: parlour.app.menu(name=button, path=[item]), item)
    only(parlour, lambda: parlour.app.click(name=button), button)


@pytest.mark.parametrize("key", ["÷", "⌫"])
def test_a_key_of_a_keypad_is_pressed_at_once(parlour: Driven, key: str) -> None:
    reply = parlour.confirms(lambda: parlour.app.click(name=key), "pressed", control=key)
    assert reply.method == "InvokePattern"


def test_arrows_that_repeat_are_pressed_at_once(parlour: Driven) -> None:
    for index, value in ((0, "61"), (1, "60")):
        arrow = {"label": "Tempo", "control_type": "Button", "index": index}
        reply = parlour.confirms(lambda arrow=arrow: parlour.app.click(arrow), "tempo", value=value)
        assert reply.method == "InvokePattern"


def test_what_is_not_there_is_waited_for_from_the_last_action_on(parlour: Driven) -> None:
    parlour.app.click(name="7")
    parlour.refuses(ElementNotFound, lambda: parlour.app.click(name="Quarterly"))
    error = parlour.refuses(ElementNotFound, lambda: parlour.app.click(name="Quarterly"))
    assert error.details["waited_ms"] < 2_500
