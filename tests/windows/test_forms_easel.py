"""What loses something without a caption of its own is refused all the same, Windows Forms."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_easel", "--pos", "40,20", folder=tmp_path_factory.mktemp("easel")) as stage:
        yield stage


@pytest.fixture
def easel(stage: Stage) -> Driven:
    return stage.driven()


@pytest.mark.parametrize("keys", ["D", "Delete"])
def test_keys_in_a_drawing_are_no_text(easel: Driven, keys: str) -> None:
    """It has the focus from the start; a letter alone presses the access key of a button there."""
    easel.refuses(RefusedDestructive, lambda: easel.app.send_keys(keys))


def test_a_picture_is_judged_by_its_id(easel: Driven) -> None:
    easel.refuses(RefusedDestructive, lambda: easel.app.click(automation_id="deletePicture"))


def test_what_is_chosen_is_what_go_does(easel: Driven) -> None:
    go = {"automation_id": "Go"}
    easel.app.click(automation_id="Archive")
    easel.happens(lambda: easel.app.click(go), "clicked", control="Go")
    easel.app.click(automation_id="Erase")
    easel.refuses(RefusedDestructive, lambda: easel.app.click(go))
    easel.refuses(RefusedDestructive, lambda: easel.app.send_keys("Space", automation_id="Go"))


def test_what_a_combo_box_shows_is_what_go_does(easel: Driven) -> None:
    easel.refuses(RefusedDestructive, lambda: easel.app.click(automation_id="Do"))
    easel.app.select_combo(automation_id="Action", item_text="Archive")
    easel.happens(lambda: easel.app.click(automation_id="Do"), "clicked", control="Do")
