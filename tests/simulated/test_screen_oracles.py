"""What the oracles of the screen see becomes a ticket that replays; the same program without its faults gives none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wpfagent.entries.cli import main
from wpfagent.testing.tickets.store import TicketStore

XAML = """<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
<Window x:Key="Main" x:Name="MainWindow" Title="Orders" Width="600" Height="500" Loaded="on_loaded"><StackPanel>
  <TextBox x:Name="NoteBox" AutomationProperties.Name="Note"/>
  <Button x:Name="GoButton" Content="Go" Click="on_go"/>
  <Button x:Name="BackButton" Content="Back"/>
  <DataGrid x:Name="LinesGrid" Height="150"/>
  <TextBlock x:Name="TotalText" Text="Total: 12.50"/>
  <TextBlock x:Name="RuleText" Text="Total = sum of the amounts of all lines"/>
  <TextBlock x:Name="StatusText" Text="ready"/>
</StackPanel></Window>
<Window x:Key="Card" x:Name="CardWindow" Title="Card" Width="200" Height="150"><StackPanel>
  <Button x:Name="CloseButton" Content="Close"/>
</StackPanel></Window>
</ResourceDictionary>"""
CODE = """
class CodeBehind:
    def __init__(self, view):
        self.view = view

    def on_loaded(self, view, sender):
        view.rows("LinesGrid", ["Article", "Amount"], [["Bolt", "10.00"], ["Nut", "2.50"]])

    def on_go(self, view, sender):
        view["StatusText"].text = "done " + view["NoteBox"].text
        {fault}
"""
FAULTS = {
    "exception_text": 'view["StatusText"].text = "System.NullReferenceException: Object reference not set."',
    "garbled_text": 'view["BackButton"].text = "B\\ufffd\\ufffdck"',
    "nameless_control": 'view["BackButton"].text = ""',
    "duplicate_dialog": 'view.show("Card"), view.show("Card")',
    "stated_sum": 'view["TotalText"].text = "Total: 22.40"',
}
SCENARIO = """id: go
target_spec: {{exe: "{exe}"}}
steps:
  - {{action: type_text, selector: {{automation_id: NoteBox}}, args: {{text: "Ã¼ \\uFFFD System.IO.IOException: x"}}}}
  - {{action: click, selector: {{automation_id: GoButton}}}}
  - {{action: click, selector: {{automation_id: GoButton}}}}
"""


DOUBLE_COMES_LATE = """
        view.show("Card")
        if len(view["NoteBox"].text) == 1:
            view["NoteBox"].enabled = False
            view.later(60, lambda: view.show("Card"))
            view.later(120, lambda: setattr(view["NoteBox"], "enabled", True))
"""
AGAIN_AND_TYPE = """id: go
target_spec: {{exe: "{exe}"}}
steps:
  - {{action: click, selector: {{automation_id: GoButton}}}}
  - {{action: type_text, selector: {{automation_id: NoteBox}}, args: {{text: a}}}}
  - {{action: click, selector: {{automation_id: GoButton}}}}
  - {{action: type_text, selector: {{automation_id: NoteBox}}, args: {{text: ab}}}}
"""


def run(folder: Path, fault: str, steps: str = SCENARIO) -> tuple[int, list[str]]:
    """Run the scenario on the program with a fault; return the exit code and the oracles of its tickets."""
    xaml = folder / "orders.xaml"
    xaml.write_text(XAML, encoding="utf-8")
    xaml.with_suffix(".py").write_text(CODE.replace("{fault}", fault), encoding="utf-8")
    scenario = folder / "go.yaml"
    scenario.write_text(steps.format(exe=xaml.as_posix()), encoding="utf-8")
    code = main(["scenario", "run", str(scenario), "--artifacts", str(folder), "--desktop", "simulated"])
    return code, [e.oracle for e in TicketStore(folder).entries()]


@pytest.mark.parametrize("oracle", FAULTS)
def test_a_fault_becomes_a_ticket_that_replays(oracle: str, tmp_path: Path) -> None:
    assert run(tmp_path, FAULTS[oracle]) == (1, [oracle])
    folder = Path(TicketStore(tmp_path).entries()[0].folder)
    ticket = json.loads((folder / "ticket.json").read_text(encoding="utf-8"))
    assert ticket["hypotheses"]
    options = ["--times", "2", "--artifacts", str(tmp_path), "--desktop", "simulated"]
    assert main(["replay", "--file", str(folder / "repro.actions.json"), *options]) == 1
    ticket = json.loads((folder / "ticket.json").read_text(encoding="utf-8"))
    assert (ticket["reproducibility"]["reproduced"], ticket["reproducibility"]["attempts"]) == (2, 2)


def test_the_program_without_a_fault_gives_none(tmp_path: Path) -> None:
    assert run(tmp_path, "pass") == (0, [])


def test_a_total_that_comes_late_and_a_double_of_another_kind_give_none(tmp_path: Path) -> None:
    late = (
        'view["TotalText"].text = "Total: 99.00"; '
        'view.later(200, lambda: setattr(view["TotalText"], "text", "Total: 12.50"))'
    )
    assert run(tmp_path, late) == (0, [])


def test_a_double_that_comes_late_is_of_the_action_before(tmp_path: Path) -> None:
    assert run(tmp_path, DOUBLE_COMES_LATE, AGAIN_AND_TYPE) == (1, ["duplicate_dialog"])
    (entry,) = TicketStore(tmp_path).entries()
    assert "Go" in entry.title
    assert entry.cause["element"] == "GoButton"
    ticket = json.loads((Path(entry.folder) / "ticket.json").read_text(encoding="utf-8"))
    assert ticket["signature"]["facts"]["element"] == "GoButton"
    assert ticket["steps"][-1]["text"].startswith("Type 'ab'")
    replay = Path(entry.folder) / "repro.actions.json"
    actions = json.loads(replay.read_text(encoding="utf-8"))
    actions["actions"].pop()  # seen at once, or by the look at the end, it is the same failure
    replay.write_text(json.dumps(actions), encoding="utf-8")
    assert main(["replay", "--file", str(replay), "--artifacts", str(tmp_path), "--desktop", "simulated"]) == 1
    assert len(TicketStore(tmp_path).entries()) == 1
