"""What is destructive is pressed by nothing and nobody without both consents, and can be pressed with them."""

from __future__ import annotations

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from wpfagent.desktops.simulated import behaviour, elements
from wpfagent.desktops.simulated.peers import Peer, peer_of

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


@pytest.fixture
def split_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    """A RepeatButton is a split button whose Expand presses it, as that of Windows Forms does."""
    split, opens = Peer("SplitButton", ("Invoke", "ExpandCollapse"), focusable=True), behaviour.expand
    monkeypatch.setattr(elements, "peer_of", lambda kind: split if kind == "RepeatButton" else peer_of(kind))
    monkeypatch.setattr(behaviour, "expand", lambda e: behaviour.press(e) if e.kind == "RepeatButton" else opens(e))


@pytest.mark.usefixtures("split_buttons")
@pytest.mark.parametrize("caption", ["Delete all", "Send feedback"])
def test_opening_a_drop_down_never_presses_its_button(program: Make, any_entry: str, caption: str) -> None:
    attacked = program(f'<RepeatButton x:Name="Del" Content="{caption}" Click="on_deleted"/>')
    assert perform(any_entry, attacked, [Ask("expand", BY_ID)]).fired == ()


@pytest.mark.usefixtures("split_buttons")
def test_opening_a_drop_down_presses_its_button_with_both_consents(program: Make) -> None:
    """So that the zero above is not blindness."""
    attacked = program('<RepeatButton x:Name="Del" Content="Delete all" Click="on_deleted"/>', consents=True)
    assert perform("library", attacked, [Ask("expand", BY_ID)]).fired == ("deleted",)
