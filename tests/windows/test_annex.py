"""Dialogs drawn over one another in one window: what lies in front is meant, and what lies behind is left alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementObscured, RefusedDestructive


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


def test_what_a_field_of_the_dialog_in_front_covers_is_not_clicked(annex: Driven) -> None:
    layers(annex, "Settings", "Connection...")
    for act in (annex.app.click, annex.app.toggle):
        error = annex.refuses(ElementObscured, lambda act=act: act(name="TLS", timeout_ms=600))
        assert "covered by Edit" in error.message


def test_enter_presses_no_button_that_is_part_of_the_field(annex: Driven) -> None:
    find = {"label": "Find", "control_type": "Edit"}
    annex.happens(lambda: annex.app.type_text(find, text="paint", enter=True), "searched", value="paint")
    layers(annex, "Drawer")
    with pytest.raises(RefusedDestructive, match=r"Delete\.\.\."):
        annex.app.type_text(find, text="rope", enter=True)


def test_an_item_whose_list_goes_when_it_is_chosen_is_told_by_its_text(annex: Driven) -> None:
    reply = annex.confirms(lambda: annex.app.select_item(name="Board"), "chosen", control="2")
    assert reply.evidence["item"] == "Board"
