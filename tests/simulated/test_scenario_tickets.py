"""Failures that no action of a scenario meets itself become tickets all the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.results import ScenarioResult, StepResult
from wpfagent.runs.scenario import Quiet, facts_of, run_scenario
from wpfagent.safety.policy import Policy
from wpfagent.testing.tickets.complete import missing_parts
from wpfagent.testing.tickets.recorded import Recorded, open_recorded

XAML = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
        xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"
        x:Name="ShakyWindow" Title="Shaky" Width="300" Height="200">
  <StackPanel>
    <Button x:Name="LaterButton" Content="Later" Click="on_later"/>
    <Button x:Name="BoxButton" Content="Box" Click="on_box"/>
    <TextBlock x:Name="StatusText" Text="ready"/>
    <Button Content="Calm"/>
    <TextBlock Text="Berth"/><TextBlock Text="North"/>
    <TextBlock Text="Crew"/><TextBlock Text="North"/>
  </StackPanel>
</Window>"""
CODE = """
class CodeBehind:
    def __init__(self, view):
        self.view = view

    def on_later(self, view, sender):
        view["StatusText"].text = "working"
        view.later(500, self.fail)

    def on_box(self, view, sender):
        view.message("System.FormatException: bad input", "Error", ("OK",))

    def fail(self):
        raise ValueError("it broke later")
"""


class Slow(Quiet):
    """Lets time pass between two steps."""

    def __init__(self, desktop: SimulatedDesktop, seconds: float) -> None:
        self.desktop = desktop
        self.seconds = seconds

    def step_ended(self, result: StepResult) -> None:
        self.desktop.clock.sleep(self.seconds)


class Shaky:
    """Runs scenarios of a program that fails some time after a click."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.desktop = SimulatedDesktop()
        (folder / "shaky.xaml").write_text(XAML, encoding="utf-8")
        (folder / "shaky.py").write_text(CODE, encoding="utf-8")

    def open(self, text: str) -> Recorded:
        path = self.folder / "scenario.yaml"
        path.write_text(f"id: t\ntarget_spec: {{exe: '{self.folder.as_posix()}/shaky.xaml'}}\n{text}", encoding="utf-8")
        (self.scenario,) = load_scenarios(str(path))
        return open_recorded(
            self.desktop, self.folder / "artifacts", policy=Policy("scenario"), profiles={},
            facts=facts_of(self.scenario), spec=self.scenario.target, base_dir=str(self.folder),
        )  # fmt: skip

    def run(self, recorded: Recorded, pause_s: float = 0.0) -> ScenarioResult:
        with recorded:
            return run_scenario(self.scenario, recorded.gate, progress=Slow(self.desktop, pause_s))


@pytest.fixture
def shaky(tmp_path: Path) -> Shaky:
    return Shaky(tmp_path)


LATER = "  - {action: click, selector: {automation_id: LaterButton}}\n"


@pytest.mark.parametrize(
    "condition",
    ["failure: [{window_exists: Never}]\n", "invariants: [{when: {window_exists: Never}, then: []}]\n"],
    ids=["failure", "invariant"],
)
def test_a_crash_that_a_condition_meets_first_is_a_ticket(
    shaky: Shaky, monkeypatch: pytest.MonkeyPatch, condition: str
) -> None:
    recorded = shaky.open(f"{condition.replace('then: []', 'then: [{window_exists: true}]')}steps:\n{LATER}{LATER}")
    ask = recorded.gate.is_true_now

    def ask_slowly(*given: Any, **named: Any) -> Any:
        shaky.desktop.clock.sleep(1)
        return ask(*given, **named)

    monkeypatch.setattr(recorded.gate, "is_true_now", ask_slowly)
    result = shaky.run(recorded)
    assert (result.outcome, result.exit_code) == ("failed", 1)
    (filed,) = recorded.filed
    assert missing_parts(filed.folder) == []
    assert "it broke later" in (filed.folder / "ticket.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "outlined"), [("North", True), ("South", False)])
def test_the_picture_of_a_failed_check_outlines_what_was_checked(shaky: Shaky, name: str, outlined: bool) -> None:
    recorded = shaky.open(
        "steps:\n  - {action: click, selector: {name: Calm}}\n"
        f"success:\n  - {{selector: {{name: {name}, label: Crew}}, text_equals: West}}\n"
    )
    shaky.run(recorded)
    (filed,) = recorded.filed
    said = (filed.folder / "ticket.md").read_text(encoding="utf-8")
    after = next(line for line in said.splitlines() if "(screens/after.png)" in line)
    assert ("is outlined" in after) == outlined
    assert (f"Text '{name}'" in after) == outlined


def test_a_crash_after_the_last_step_says_why_the_run_failed(shaky: Shaky) -> None:
    recorded = shaky.open(f"steps:\n{LATER}")
    result = shaky.run(recorded, pause_s=1)
    assert result.outcome == "failed"
    assert len(recorded.filed) == 1
    assert "shaky.xaml ended" in result.reason


def test_a_scenario_that_takes_too_long_between_steps_is_a_ticket(shaky: Shaky) -> None:
    read = "  - {action: read_text, selector: {automation_id: StatusText}}\n"
    recorded = shaky.open(f"timeout_ms: 1500\nsteps:\n{read}{read}{read}")
    result = shaky.run(recorded, pause_s=1)
    assert [s.status for s in result.steps] == ["passed", "passed", "failed"]
    assert "1500 ms" in result.reason
    (filed,) = recorded.filed
    assert missing_parts(filed.folder) == []
    assert "The scenario took longer than its 1500 ms" in (filed.folder / "ticket.md").read_text(encoding="utf-8")


def test_what_must_not_come_true_is_another_failure_than_what_must(shaky: Shaky) -> None:
    about = "{selector: {automation_id: StatusText}, text_equals"
    met = shaky.open(f"failure: [{about}: working}}]\nsteps:\n{LATER}")
    shaky.run(met)
    unmet = shaky.open(f"success: [{about}: finished}}]\ntimeout_ms: 200\nsteps:\n{LATER}")
    shaky.run(unmet)
    assert (met.filed[0].new, unmet.filed[0].new) == (True, True)
    assert met.filed[0].signature != unmet.filed[0].signature


def test_what_follows_from_an_error_dialog_is_no_failure_of_its_own(shaky: Shaky) -> None:
    recorded = shaky.open(
        """failure: [{window_exists: Error}]
invariants: [{then: [{selector: {automation_id: BoxButton}, enabled: false}]}]
steps:
  - action: click
    selector: {automation_id: BoxButton}
    expected: {selector: {automation_id: StatusText}, text_equals: done}
    timeout_ms: 200
"""
    )
    result = shaky.run(recorded)
    assert result.outcome == "failed"
    (filed,) = recorded.filed
    assert "System.FormatException" in (filed.folder / "ticket.md").read_text(encoding="utf-8")


def test_a_crash_in_the_teardown_fails_the_run(shaky: Shaky) -> None:
    read = "  - {action: read_text, selector: {automation_id: StatusText}}\n"
    recorded = shaky.open(f"steps:\n{read}teardown:\n{LATER}{read}{read}")
    result = shaky.run(recorded, pause_s=1)
    assert (result.outcome, result.exit_code, len(recorded.filed)) == ("failed", 1, 1)
    assert "shaky.xaml ended" in result.reason


def test_a_step_of_the_teardown_that_cannot_be_done_fails_nothing(shaky: Shaky) -> None:
    read = "  - {action: read_text, selector: {automation_id: StatusText}}\n"
    recorded = shaky.open(
        f"steps:\n{read}teardown:\n  - {{action: click, selector: {{automation_id: Nope}}, timeout_ms: 0}}\n"
    )
    result = shaky.run(recorded)
    assert (result.outcome, recorded.filed) == ("passed", [])
