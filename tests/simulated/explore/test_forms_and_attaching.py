"""Forms are finished by their labels and by what refusals say; a program that ran before is attached to and said so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.simulated.explore.conftest import Make
from wpfagent import Policy, Profile
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import ProfileLaunch
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.results import Quiet
from wpfagent.testing.tickets.recorded import open_recorded

FORM = """<Window x:Key="Main" x:Name="MainWindow" Title="Entry" Width="500" Height="400"><StackPanel>
  <Label Content="E-mail"/><TextBox x:Name="Box1" AutomationProperties.Name="E-mail"/>
  <Label Content="Quantity"/><TextBox x:Name="Box2" AutomationProperties.Name="Quantity"/>
  <Label Content="Postal code"/><TextBox x:Name="Box3" AutomationProperties.Name="Postal code"/>
  <Label Content="Article code"/><TextBox x:Name="Box4" AutomationProperties.Name="Article code"/>
  <Button x:Name="RegisterButton" Content="Register" Click="on_register"/>
  <TextBlock x:Name="StatusText" Text="ready"/>
</StackPanel></Window>"""
CODE = """
def on_register(self, view, sender):
    import re
    rules = {"Box1": r"[\\w.]+@[\\w.]+", "Box2": r"[1-9]\\d{0,2}", "Box3": r"\\d{5}", "Box4": r"[A-Z]{2}-\\d{4}"}
    names = {"Box1": "E-mail", "Box2": "Quantity", "Box3": "Postal code", "Box4": "Article code"}
    wrong = [names[box] for box, rule in rules.items() if not re.fullmatch(rule, view[box].text)]
    view["StatusText"].text = {said} if wrong else "registered"
"""


@pytest.mark.parametrize("said", ['f"{wrong[0]} is not valid."', '"Please check your entries."'])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_refused_form_is_tried_again_with_other_values_until_it_is_accepted(
    program: Make, said: str, seed: int
) -> None:
    made = program(FORM, CODE.replace("{said}", said))
    made.explore(seed=seed, max_steps=150)
    assert any("registered" in str(s) for s in made.steps())


DIALOG = """<Window x:Key="Main" x:Name="MainWindow" Title="Shelf" Width="500" Height="400"><StackPanel>
  <Button x:Name="AddButton" Content="Add…" Click="on_add"/>
  <TextBlock x:Name="StatusText" Text="ready"/>
</StackPanel></Window>
<Window x:Key="Add" x:Name="AddWindow" Title="Add" Width="400" Height="400"><StackPanel>
  <Label Content="E-mail"/><TextBox x:Name="Box1" AutomationProperties.Name="E-mail" TextChanged="on_text"/>
  <TextBlock x:Name="Said1" Text=""/>
  <Label Content="Repeat e-mail"/>
  <TextBox x:Name="Box2" AutomationProperties.Name="Repeat e-mail" TextChanged="on_text"/><TextBlock x:Name="Said2"/>
  <Label Content="Article code"/>
  <TextBox x:Name="Box3" AutomationProperties.Name="Article code" TextChanged="on_text"/><TextBlock x:Name="Said3"/>
  <Button x:Name="OkButton" Content="OK" Click="on_ok" IsEnabled="False"/>
  <Button x:Name="CancelButton" Content="Cancel" Click="on_cancel"/>
</StackPanel></Window>"""
DIALOG_CODE = """
def on_add(self, view, sender):
    view.show_dialog("Add", lambda result: None)

def on_text(self, view, sender):
    import re
    right = {"1": re.fullmatch(r"[\\w.]+@[\\w.]+", view["Box1"].text) is not None,
             "2": view["Box1"].text == view["Box2"].text,
             "3": re.fullmatch(r"[A-Z]{2}-\\d{4}", view["Box3"].text) is not None}
    for n, is_right in right.items():
        view["Said" + n].text = "" if is_right else {said}
    view["OkButton"].enabled = all(right.values())

def on_ok(self, view, sender):
    view.close()

def on_cancel(self, view, sender):
    view.close()
"""


@pytest.mark.parametrize("said", ['"This is not valid."', '"See the manual"'])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_dialog_is_filled_in_until_its_ok_is_enabled(program: Make, said: str, seed: int) -> None:
    made = program(DIALOG, DIALOG_CODE.replace("{said}", said))
    made.explore(seed=seed, max_steps=60)
    assert any("OkButton" in s["choice"] and s.get("effect") == "confirmed" for s in made.steps())


CALM = """<Window x:Key="Main" x:Name="MainWindow" Title="Calm" Width="500" Height="400"><StackPanel>
  <Button x:Name="OneButton" Content="One" Click="on_one"/><Button x:Name="TwoButton" Content="Two" Click="on_two"/>
  <TextBlock x:Name="StatusText" Text="0"/></StackPanel></Window>"""
CALM_CODE = """
count = 0

def on_one(self, view, sender):
    self.count += 1
    view["StatusText"].text = str(self.count)

def on_two(self, view, sender):
    view["StatusText"].text = "caf\ufffd"
"""


class Listening(Quiet):
    """Remembers what was attached to."""

    def __init__(self) -> None:
        self.pids: list[int] = []

    def attached(self, pid: int) -> None:
        self.pids.append(pid)


def test_a_program_that_ran_before_is_explored_on_after_a_failure_and_that_is_said(
    program: Make, tmp_path: Path
) -> None:
    made = program(CALM, CALM_CODE)
    exe = str(made.folder / "app.xaml")
    recorded: Any = open_recorded(
        SimulatedDesktop(), tmp_path / "artifacts", policy=Policy("random"),
        profiles={"app": Profile("app", launch=ProfileLaunch(exe))}, facts={"caller": "random", "seed": 1},
        spec=TargetSpec(profile="app"), screenshots="never", take_pictures=False,
    )  # fmt: skip
    heard = Listening()
    with recorded:
        running = recorded.gate.targets.open({"profile": "app", "mode": "launch"})
        spec = TargetSpec(pid=running.pid, mode="attach")
        result = explore(Exploration(max_steps=30), recorded.gate, seed=1, spec=spec, progress=heard)
    assert result.found
    assert (result.ended, result.tally.steps, result.attached) == ("steps", 30, True)
    assert set(heard.pids) == {running.pid}
