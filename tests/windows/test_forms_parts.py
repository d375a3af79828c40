"""What one part of a page says, or lets choose, is what the button in another part does, Windows Forms."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_parts", "--pos", "40,20", folder=tmp_path_factory.mktemp("parts")) as stage:
        yield stage


@pytest.fixture
def parts(stage: Stage) -> Driven:
    return stage.driven()


@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_foot_of_a_wizard_does_what_its_head_says(parts: Driven, by_mouse: bool) -> None:
    parts.refuses(RefusedDestructive, lambda: parts.app.click("Continue", input=by_mouse))


def test_the_foot_of_a_page_does_what_is_chosen_in_its_group(parts: Driven) -> None:
    parts.refuses(RefusedDestructive, lambda: parts.app.click("Apply"))
    parts.app.click("Archive the orders")
    parts.happens(lambda: parts.app.click("Apply"), "clicked", control="Apply")
