"""What is destructive is pressed by nothing and nobody without both consents, and can be pressed with them."""

from __future__ import annotations

import contextlib

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from tests.attack.program import NAME
from wpfagent import App, Gate, Policy
from wpfagent.core.errors import StaleRef
from wpfagent.desktops.simulated import behaviour, elements
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.peers import Peer, peer_of
from wpfagent.gate.events import Subscriber
from wpfagent.gate.passage import Passage
from wpfagent.profiles.store import open_profiles

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


@pytest.mark.parametrize("now", ["Delete", "Delete all", "Archive"])
def test_a_consent_never_covers_what_was_made_anew_with_another_caption(program: Make, now: str) -> None:
    attacked = program('<Button x:Name="Del" Content="Delete" Click="on_deleted"/>')
    profiles = open_profiles(attacked.profiles, desktop_name="simulated").profiles
    gate = Gate(attacked.desktop, policy=Policy("library", flag_destructive=True), profiles=profiles)
    app = App(gate, gate.targets.open({"profile": NAME}))

    class Rebuilding(Subscriber):
        """A program that fills its page again after the consent."""

        def before(self, _passage: Passage) -> None:
            application = attacked.desktop._applications[app.pid]
            old = next(e for e in application.main.root.all_below() if e.automation_id == "Del")
            new = Element(old.kind, application.main, old.parent)
            new.automation_id, new.x_name, new.handlers, new.text = "Del", old.x_name, old.handlers, now
            old.parent.children[old.parent.children.index(old)] = new
            application.main.changed()

    gate.subscribers.append(Rebuilding())
    with contextlib.suppress(StaleRef):
        app.do("click", {"automation_id": "Del"}, confirm=True, timeout_ms=2_000)
    assert attacked.fired == (["deleted"] if now == "Delete" else [])
