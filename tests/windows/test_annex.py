"""Dialogs drawn over one another in one window: what lies in front is meant, and what lies behind is left alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementObscured, RefusedDestructive, SelectorAmbiguous


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("annex", "--pos", "40,20", folder=tmp_path_factory.mktemp("annex")) as stage:
        yield stage


@pytest.fixture
def annex(stage: Stage) -> Driven:
    """The window with no layer over it."""
    driven = stage.driven()
    driven.app.send_keys(keys="F5")
    return driven


def layers(annex: Driven, *names: str) -> Driven:
    """Open layers, one from the other."""
    for name in names:
        annex.app.click(name=name)
    return annex


@pytest.mark.parametrize(("opener", "by"), [("Connection...", "Text 'Connection'"), ("Quick...", "Edit")])
def test_what_the_dialog_in_front_covers_is_not_clicked(annex: Driven, opener: str, by: str) -> None:
    layers(annex, "Settings", opener)
    for act in (annex.app.click, annex.app.toggle):
        error = annex.refuses(ElementObscured, lambda act=act: act(name="TLS", timeout_ms=600))
        assert by in error.message


def test_enter_presses_no_button_that_is_part_of_the_field(annex: Driven) -> None:
    find = {"label": "Find", "control_type": "Edit"}
    annex.happens(lambda: annex.app.type_text(find, text="paint", enter=True), "searched", value="paint")
    layers(annex, "Drawer")
    with pytest.raises(RefusedDestructive, match=r"Delete\.\.\."):
        annex.app.type_text(find, text="rope", enter=True)


def test_an_item_whose_list_goes_when_it_is_chosen_is_told_by_its_text(annex: Driven) -> None:
    reply = annex.confirms(lambda: annex.app.select_item(name="Board"), "chosen", control="2")
    assert reply.evidence["item"] == "Board"


@pytest.mark.parametrize("word", ["Port", "Timeout"])
def test_a_label_of_the_dialog_in_front_names_its_field_and_not_the_one_behind_it(annex: Driven, word: str) -> None:
    layers(annex, "Settings", "Connection...")
    write = {"label": word, "text": "8080"}
    annex.confirms(lambda: annex.app.type_text(**write), "entered", control=f"Connection/{word}", value="8080")
    error = annex.refuses(ElementObscured, lambda: annex.app.type_text(label="Server", text="x", timeout_ms=600))
    assert "Text 'Connection'" in error.message


@pytest.mark.parametrize("opener", [("Connection...", "Proxy..."), ("Quick...",)])
def test_of_three_layers_and_of_one_without_a_backdrop_the_field_in_front_is_meant(
    annex: Driven, opener: tuple[str, ...]
) -> None:
    layers(annex, "Settings", *opener)
    front = opener[-1].rstrip(".")
    annex.confirms(lambda: annex.app.type_text(label="Port", text="9"), "entered", control=f"{front}/Port", value="9")


def test_what_shows_beside_a_drawer_or_below_a_toast_is_used(annex: Driven) -> None:
    layers(annex, "Drawer")
    annex.confirms(lambda: annex.app.type_text(label="Owner", text="me"), "entered", control="window/Owner", value="me")
    layers(annex, "Settings")
    annex.app.send_keys(keys="F5")
    layers(annex, "Notify")
    annex.does(lambda: annex.app.click(name="Archive"), "pressed", control="window/Archive")


@pytest.mark.parametrize("word", ["Cancel", "OK"])
@pytest.mark.parametrize("opener", [("Connection...",), ("Connection...", "Proxy...")])
def test_of_buttons_called_alike_the_one_before_the_backdrop_is_meant(
    annex: Driven, opener: tuple[str, ...], word: str
) -> None:
    layers(annex, "Settings", *opener)
    annex.confirms(lambda: annex.app.click(name=word), "pressed", control=f"{opener[-1].rstrip('.')}/{word}")


@pytest.mark.parametrize("opener", [("Settings", "Quick..."), ("Drawer",)])
def test_of_buttons_called_alike_that_all_can_be_reached_none_is_meant(annex: Driven, opener: tuple[str, ...]) -> None:
    layers(annex, *opener)
    annex.refuses(SelectorAmbiguous, lambda: annex.app.click(name="Cancel"))
