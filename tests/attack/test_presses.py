"""What is destructive is pressed by nothing and nobody without both consents, and can be pressed with them."""

from __future__ import annotations

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform

DELETE = '<Button x:Name="Del" Content="Delete" Click="on_deleted"/>'
BY_ID = {"automation_id": "Del"}


def test_a_click_never_deletes(program: Make, any_entry: str) -> None:
    outcome = perform(any_entry, program(DELETE), [Ask("click", BY_ID)])
    assert outcome.fired == ()


@pytest.mark.parametrize("name", ["library", "do", "run", "scenario", "replay", "mcp", "exploration"])
def test_a_click_deletes_with_both_consents(program: Make, name: str) -> None:
    """So that the zero above is not blindness. (A batch never asks.)"""
    outcome = perform(name, program(DELETE, consents=True), [Ask("click", BY_ID)])
    assert "deleted" in outcome.fired, outcome.said
