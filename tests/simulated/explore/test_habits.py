"""What an exploration does by itself: it saves and looks again, it ends the program and starts anew."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.simulated.explore.conftest import Make
from wpfagent.core.selector import Selector
from wpfagent.runs.explore.actor import Actor, Done
from wpfagent.runs.explore.model import Tightening
from wpfagent.runs.explore.values.arguments import Choice
from wpfagent.runs.model import Step

PAGES = """<Window x:Key="Main" x:Name="MainWindow" Title="Pages" Width="500" Height="400"><DockPanel>
  <StackPanel DockPanel.Dock="Bottom"><Button x:Name="ExitButton" Content="Exit" Click="on_exit"/>
    <TextBlock x:Name="StatusText" Text="ready"/></StackPanel>
  <TabControl x:Name="Pages" SelectionChanged="on_page">
    <TabItem x:Name="HomeTab" Header="Home"><TextBlock Text="welcome"/></TabItem>
    <TabItem x:Name="OptionsTab" Header="Options"><StackPanel>
      <TextBox x:Name="NameBox"/><CheckBox x:Name="LoudCheck" Content="Loud"/>
      <Button x:Name="SaveButton" Content="Save" Click="on_save"/>
    </StackPanel></TabItem>
  </TabControl>
</DockPanel></Window>"""
KEEPING = """
stored = ""

def on_page(self, view, sender):
    if sender.selected_index == 1:
        view["NameBox"].text = self.stored

def on_save(self, view, sender):
    self.stored = view["NameBox"].text
    view["StatusText"].text = "Saved " + view["NameBox"].text

def on_exit(self, view, sender):
    view.close()
"""
FORGETTING = KEEPING.replace('self.stored = view["NameBox"].text', "pass")
FAILING_AT_ITS_END = KEEPING.replace("view.close()", 'raise ValueError("cannot end")')
SLEEPY = """<Window x:Key="Main" x:Name="MainWindow" Title="Sleepy" Width="300" Height="200"><StackPanel>
  <Button x:Name="ExitButton" Content="Exit" Click="on_exit"/>
  <Button x:Name="LoadButton" Content="Load" Click="on_load"/>
</StackPanel></Window>
<Window x:Key="Rows" x:Name="RowsWindow" Title="Rows" Width="300" Height="200"><StackPanel>
  <TextBox x:Name="NameBox"/><CheckBox x:Name="AllCheck" Content="All"/></StackPanel></Window>"""
HANGING_LATE = """
def on_load(self, view, sender):
    view.show("Rows")
    view.later(60, lambda: view.block(3_600_000))

def on_exit(self, view, sender):
    view.close()
"""
BUSY_LATE = HANGING_LATE.replace("3_600_000", "4_000")
OPENING = """<Window x:Key="Main" x:Name="MainWindow" Title="Desk" Width="500" Height="400"><DockPanel>
  <Menu x:Name="MainMenu" DockPanel.Dock="Top"><MenuItem x:Name="ViewMenu" Header="View">
    <MenuItem x:Name="PreviewItem" Header="Preview" Click="on_preview"/></MenuItem></Menu><StackPanel>
  <Button x:Name="CountButton" Content="Count" Click="on_count"/>
  <Button x:Name="MoreButton" Content="More" Click="on_count"/>
  <CheckBox x:Name="WideCheck" Content="Wide"/><CheckBox x:Name="BoldCheck" Content="Bold"/>
  <CheckBox x:Name="LoudCheck" Content="Loud"/><CheckBox x:Name="FastCheck" Content="Fast"/>
  <TextBox x:Name="NameBox"/><TextBox x:Name="CityBox"/><TextBox x:Name="StreetBox"/><TextBox x:Name="PhoneBox"/>
  <TextBlock x:Name="StatusText" Text="0"/></StackPanel></DockPanel></Window>
<Window x:Key="Preview" x:Name="PreviewWindow" Title="Preview" Width="300" Height="200"><StackPanel>
  <CheckBox x:Name="GridCheck" Content="Grid"/><Button x:Name="OkButton" Content="OK" IsCancel="True"/>
</StackPanel></Window>"""
HOLDING = """
count = 0

def on_preview(self, view, sender):
    view.leak(memory=50_000_000)
    view.show_dialog("Preview")

def on_count(self, view, sender):
    self.count += 1
    view["StatusText"].text = str(self.count)
"""
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
FILTERED = f"""<Window x:Key="Main" x:Name="MainWindow" Title="People" Width="500" Height="400"><StackPanel>
  <TextBox x:Name="FilterBox" AutomationProperties.Name="Filter" TextChanged="on_filter"/>
  <ListBox x:Name="People" SelectionChanged="on_pick">
    {"".join(f'<ListBoxItem Content="{name}"/>' for name in NAMES)}</ListBox>
  <Button x:Name="CountButton" Content="Count" Click="on_count"/><CheckBox x:Name="WideCheck" Content="Wide"/>
  <TextBlock x:Name="StatusText" Text="ready"/>
</StackPanel></Window>"""
FILTERING = f"""
def on_filter(self, view, sender):
    view["People"].items = [n for n in {NAMES} if sender.text.lower() in n.lower()]
    self.note(view, "filter", sender.text)

def on_pick(self, view, sender):
    if sender.selected_index >= 0: self.note(view, "pick", sender.items[sender.selected_index])

def on_count(self, view, sender):
    self.note(view, "count", str(len(view["People"].items)))

def note(self, view, what, told):
    view["StatusText"].text = f"{{what}} {{told}}"
    with open(r"LOG", "a", encoding="utf-8") as log:
        log.write(f"{{what}} {{told}}\\n")
"""
EXIT = (Step("click", Selector("ExitButton"), confirm=True),)
TIGHT = Tightening(allow_destructive=False)


def test_what_was_saved_is_looked_at_again_after_its_page_was_left(program: Make) -> None:
    result = program(PAGES, FORGETTING).explore(max_steps=250, max_failures=1)
    assert [f.finding.oracle for f in result.found] == ["entry_lost"]


def test_a_filter_that_finds_nothing_is_emptied_so_that_its_list_is_used(program: Make, tmp_path: Path) -> None:
    picked, counts = 0, Counter[str]()
    for seed in range(1, 6):
        log = tmp_path / f"log {seed}.txt"
        program(FILTERED, FILTERING.replace("LOG", str(log))).explore(seed=seed, max_steps=120)
        told = log.read_text("utf-8").splitlines()
        picked += len({line for line in told if line.startswith("pick ")})
        counts.update(line for line in told if line.startswith("count "))
    assert picked >= 16, "of the four that it has room for, five times"
    assert 0 < counts["count 0"] < counts["count 8"], "the empty list is used, too"


@pytest.mark.parametrize("seed", range(1, 6))
def test_what_holds_more_each_time_it_opens_a_window_is_opened_again_once_that_is_closed(
    seed: int, program: Make
) -> None:
    result = program(OPENING, HOLDING).explore(seed=seed, max_steps=40, max_failures=1)
    (found,) = result.found
    assert found.finding.oracle == "memory_growth"
    assert "Preview" in found.finding.title
    assert found.ticket is not None


def test_a_failure_that_leaves_the_rest_of_the_program_as_it_was_ends_no_run(program: Make) -> None:
    result = program(OPENING, HOLDING).explore(seed=1, max_steps=60)
    assert [f.finding.oracle for f in result.found] == ["memory_growth"]
    assert result.tally.runs == 1


def test_a_program_that_keeps_what_is_saved_gives_no_finding(program: Make) -> None:
    result = program(PAGES, KEEPING).explore(max_steps=250)
    assert result.found == ()


def test_the_application_is_ended_and_started_anew_every_so_many_actions(program: Make) -> None:
    made = program(PAGES, KEEPING)
    result = made.explore(max_steps=30, restart_every=10, at_end=EXIT, allow=(True, True), safety=TIGHT)
    ends = [s for s in made.sessions[-1].steps if s.get("strategy") == "at_end"]
    assert result.tally.steps == 30
    assert [s["run"] for s in ends] == sorted({s["run"] for s in made.sessions[-1].steps if "run" in s})
    assert result.tally.runs >= 3


def test_what_fails_at_the_end_of_a_run_is_found_and_becomes_a_ticket(program: Make) -> None:
    made = program(PAGES, FAILING_AT_ITS_END)
    result = made.explore(max_steps=30, restart_every=10, at_end=EXIT, allow=(True, True), safety=TIGHT)
    found = [f for f in result.found if f.finding.oracle == "unhandled_exception"]
    assert len(found) == 1
    assert found[0].ticket is not None
    assert Path(found[0].ticket["folder"], "repro.actions.json").is_file()
    assert found[0].times > 1


def test_a_program_that_hangs_while_it_is_looked_at_hangs_after_its_last_action(program: Make) -> None:
    made = program(SLEEPY, HANGING_LATE)
    result = made.explore(max_steps=3, at_end=EXIT, allow=(True, True), safety=TIGHT)
    (found,) = result.found
    assert found.finding.oracle == "not_responding"
    assert "LoadButton" in found.finding.title
    assert found.ticket is not None
    ticket = json.loads(Path(found.ticket["folder"], "ticket.json").read_text(encoding="utf-8"))
    assert ticket["cause"]["action"] == "click"
    assert "Load" in ticket["steps"][-1]["text"]
    assert made.replayed(found.ticket, times=2).reproduced == 2


def test_a_program_that_hangs_before_the_last_steps_hangs_after_its_last_action(program: Make) -> None:
    made = program(SLEEPY, HANGING_LATE)
    result = made.explore(max_steps=1, at_end=EXIT, allow=(True, True), safety=TIGHT)
    (found,) = result.found
    assert found.finding.oracle == "not_responding"
    assert found.ticket is not None
    ticket = json.loads(Path(found.ticket["folder"], "ticket.json").read_text(encoding="utf-8"))
    assert "Load" in ticket["steps"][-1]["text"]
    assert ticket["last_selector"]["selector"]["automation_id"] == "LoadButton"
    replay = json.loads(Path(found.ticket["folder"], "repro.actions.json").read_text(encoding="utf-8"))
    (action,) = replay["actions"]
    assert action["args"]["selector"]["automation_id"] == "LoadButton"
    assert action["recorded"]["findings"] == ["not_responding"]
    assert made.replayed(found.ticket, times=2).reproduced == 2


def test_a_program_that_is_only_busy_while_it_is_looked_at_gives_no_finding(program: Make) -> None:
    assert program(SLEEPY, BUSY_LATE).explore(max_steps=3, at_end=EXIT, allow=(True, True), safety=TIGHT).found == ()


def test_a_cell_that_was_left_in_error_is_taken_back_before_all_else(
    program: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []

    def do(_actor: Actor, choice: Choice, *_rest: object) -> Done:
        done.append(choice.args.get("keys"))
        return Done("unverifiable", in_error=len(done) == 3)

    monkeypatch.setattr(Actor, "do", do)
    program(PAGES, KEEPING).explore(max_steps=5)
    assert done[3:] == ["Esc", "Esc"]
