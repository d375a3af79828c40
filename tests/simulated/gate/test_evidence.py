"""What is kept of an action: pictures and trees by mode, and always the before of a failure."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wpfagent.actions.expect import Expectation
from wpfagent.core.errors import ConfirmationRequired, ElementNotFound
from wpfagent.desktops import open_desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.gate.request import Request
from wpfagent.safety.policy import Policy
from wpfagent.testing.record.read import read_session
from wpfagent.testing.tickets.recorded import open_recorded

XAML = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Title="Small" Width="300" Height="200"><StackPanel>
 <CheckBox x:Name="Check" Content="On"/><TextBlock x:Name="StatusText" Text="ready"/></StackPanel></Window>"""


@pytest.fixture
def opened(tmp_path):
    """`opened(**settings) -> (recorded, target)`: a small window under a recorded gate."""
    path = tmp_path / "small.xaml"
    path.write_text(XAML, encoding="utf-8")

    def start(**settings):
        spec = TargetSpec(exe=str(path))
        recorded = open_recorded(
            open_desktop("simulated"), tmp_path / "artifacts", policy=Policy("scenario"), profiles={},
            facts={"caller": "scenario"}, spec=spec, **settings,
        )  # fmt: skip
        return recorded, recorded.gate.targets.open(spec)

    return start


def toggle(recorded, target, state):
    return recorded.gate.execute(Request("toggle", {"state": state}, {"automation_id": "Check"}, target))


def screens(recorded):
    return sorted(os.listdir(Path(recorded.session.folder) / "screens"))


def last_step(recorded):
    return read_session(recorded.session.folder).steps[-1]


@pytest.mark.parametrize("mode", ["never", "on_failure", "each_step", "around_actions"])
def test_a_failure_has_its_before_and_after_in_every_mode(opened, mode):
    recorded, target = opened(screenshots=mode)
    toggle(recorded, target, "on")
    recorded.gate.expect(Expectation.parse({"text_equals": "done", "selector": {"automation_id": "StatusText"}}),
                         target, timeout_ms=0)  # fmt: skip
    (ticket,) = recorded.filed
    assert sorted(os.listdir(ticket.folder / "screens")) == ["after.png", "before.png"]
    assert {"before.json", "after.json"} <= set(os.listdir(ticket.folder / "uia"))


def test_never_writes_no_picture_of_what_went_well(opened):
    recorded, target = opened(screenshots="never")
    toggle(recorded, target, "on")
    assert screens(recorded) == []


def test_around_actions_keeps_what_changed_something_only(opened):
    recorded, target = opened(screenshots="around_actions")
    toggle(recorded, target, "off")
    assert screens(recorded) == []
    toggle(recorded, target, "on")
    assert last_step(recorded)["screen"] == {"before": "screens/0002-before.png", "after": "screens/0002-after.png"}


def test_an_after_that_is_the_next_before_is_stored_once(opened):
    recorded, target = opened(screenshots="around_actions")
    toggle(recorded, target, "on")
    after = last_step(recorded)
    toggle(recorded, target, "off")
    before = last_step(recorded)
    assert before["screen"]["before"] == after["screen"]["after"]
    assert before["uia"]["before"] == after["uia"]["after"]


def test_each_step_keeps_reads_too(opened):
    recorded, target = opened(screenshots="each_step")
    recorded.gate.execute(Request("read_text", {}, {"automation_id": "StatusText"}, target))
    assert "after" in last_step(recorded)["screen"]


@pytest.mark.parametrize(("mode", "kept"), [("never", False), ("on_failure", True)])
def test_what_could_not_be_done_has_a_picture_from_on_failure_on(opened, mode, kept):
    recorded, target = opened(screenshots=mode, oracles={"element_missing": "off"})
    with pytest.raises(ElementNotFound):
        recorded.gate.execute(Request("click", {}, {"automation_id": "Nope"}, target, timeout_ms=0))
    assert ("screen" in last_step(recorded)) is kept


def test_pictures_can_be_left_out_altogether(opened):
    recorded, target = opened(take_pictures=False)
    toggle(recorded, target, "on")
    assert screens(recorded) == []
    assert set(last_step(recorded)["uia"]) == {"before", "after"}


def test_the_token_of_a_consent_is_not_in_the_record(tmp_path):
    path = tmp_path / "small.xaml"
    path.write_text(XAML.replace("</StackPanel>", '<Button x:Name="Go" Content="Delete all"/></StackPanel>'), "utf-8")
    spec = TargetSpec(exe=str(path))
    recorded = open_recorded(
        open_desktop("simulated"), tmp_path / "artifacts", policy=Policy("cli", flag_destructive=True), profiles={},
        facts={"caller": "run"}, spec=spec,
    )  # fmt: skip
    target = recorded.gate.targets.open(spec)
    with pytest.raises(ConfirmationRequired) as asked:
        recorded.gate.execute(Request("click", {}, {"automation_id": "Go"}, target))
    token = asked.value.details["confirm_token"]
    recorded.close()
    assert not [p for p in Path(recorded.session.folder).rglob("*.json*") if token in p.read_text("utf-8")]
    assert last_step(recorded)["error"]["code"] == "confirmation_required"
