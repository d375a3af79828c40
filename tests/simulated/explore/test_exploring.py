"""Whole explorations: the same seed gives the same run, only what is sensible and allowed is done, failures replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.simulated.explore.conftest import Make
from wpfagent import Policy, Profile
from wpfagent.actions.expect import Expectation
from wpfagent.core import shapes
from wpfagent.core.selector import Selector
from wpfagent.demo import demo_profile
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration, Rule, Tightening
from wpfagent.runs.explore.screens.by_hand import HOW
from wpfagent.runs.model import Invariant, Step
from wpfagent.runs.replay import run_replay
from wpfagent.runs.replay_file import read_recording
from wpfagent.testing.tickets.recorded import open_recorded

FORM = """<Window x:Key="Main" x:Name="MainWindow" Title="Form" Width="500" Height="500"><StackPanel>
  <TextBox x:Name="NameBox"/>
  <CheckBox x:Name="UrgentCheck" Content="Urgent"/>
  <ComboBox x:Name="SizeBox"><ComboBoxItem Content="Small"/><ComboBoxItem Content="Large"/></ComboBox>
  <Slider x:Name="AmountSlider" Minimum="0" Maximum="10"/>
  <Button x:Name="SaveButton" Content="Save" Click="on_save"/>
  <Button x:Name="AskButton" Content="Ask" Click="on_ask"/>
  <Button x:Name="OffButton" Content="Off" IsEnabled="False"/>
  <TextBlock x:Name="StatusText" Text="ready"/>
</StackPanel></Window>
<Window x:Key="Ask" x:Name="AskWindow" Title="Ask" Width="200" Height="150"><StackPanel>
  <TextBox x:Name="AnswerBox"/>
  <Button x:Name="DoneButton" Content="Done" Click="on_done"/>
</StackPanel></Window>"""
CODE = """
def on_save(self, view, sender):
    view["StatusText"].text = "saved " + view["NameBox"].text

def on_ask(self, view, sender):
    view.show_dialog("Ask", lambda result: None)

def on_done(self, view, sender):
    view.close()
"""
BROKEN = CODE.replace('view["StatusText"].text = "saved " + view["NameBox"].text', 'raise ValueError("broken")')


def demo_runs(folder: Path, seed: int, steps: int, **settings: Any) -> Any:
    """Explore the demo with tickets; return the result and what replays need."""
    profile = shapes.read(Profile, demo_profile("simulated"), what="demo", error=ValueError)  # type: ignore[arg-type]
    profiles, spec = {"demo": profile}, TargetSpec(profile="demo")
    facts = {"caller": "random", "seed": seed}
    recorded = open_recorded(
        SimulatedDesktop(), folder, policy=Policy("random"), profiles=profiles, facts=facts, spec=spec,
        screenshots="never", take_pictures=False,
    )  # fmt: skip
    with recorded:
        result = explore(Exploration(target=spec, max_steps=steps, **settings), recorded.gate, seed=seed)
    return result, profiles


# -- seeds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["novelty", "weighted", "uniform"])
def test_the_same_seed_gives_the_same_run(program: Make, strategy: str) -> None:
    made = program(FORM, CODE)
    made.explore(seed=7, max_steps=60, strategy=strategy)
    first = made.choices()
    made.explore(seed=7, max_steps=60, strategy=strategy)
    assert made.choices() == first
    made.explore(seed=8, max_steps=60, strategy=strategy)
    assert made.choices() != first


def test_each_step_keeps_state_candidates_choice_and_strategy(program: Make) -> None:
    made = program(FORM, CODE)
    made.explore(max_steps=10)
    for step in made.steps():
        assert len(step["state"]) == 12
        assert step["candidates"] >= 1
        own = ("keys", "close", "context", "double", *HOW, "wheel", "poke", "draw", "move")
        assert step["choice"].startswith(step["action"]) or step["choice"].split()[0] in own
        assert step["strategy"] == "novelty"
        assert step["run"] == 1


# -- what is done -------------------------------------------------------------------------------------------------


def test_a_disabled_control_is_never_tried_and_is_told(program: Make) -> None:
    made = program(FORM, CODE)
    result = made.explore(max_steps=120)
    assert not [c for c in made.choices() if "OffButton" in c[0]]
    assert [c["automation_id"] for c in result.coverage["always_disabled"]] == ["OffButton"]


def test_while_a_modal_dialog_is_open_only_it_is_used(program: Make) -> None:
    made = program(FORM, CODE)
    result = made.explore(max_steps=150)
    asked = next(s["id"] for s in result.coverage["states"] if s["title"] == "Ask")
    in_dialog = [c for c in made.choices() if c[4] == asked]
    assert in_dialog
    assert not [c for c in in_dialog if "MainWindow" in c[0]]
    assert not [s for s in made.steps() if "error" in s]


def test_every_control_is_used_and_the_combo_box_by_its_items(program: Make) -> None:
    made = program(FORM, CODE)
    result = made.explore(max_steps=150)
    assert result.coverage["never_reached"] == []
    chosen = {s["args"]["item_text"] for s in made.steps() if s["action"] == "select_combo"}
    assert chosen == {"Small", "Large"}


def test_until_covered_ends_when_nothing_new_comes(program: Make) -> None:
    result = program(FORM, CODE).explore(max_steps=2_000, until_covered=True)
    assert result.ended == "covered"
    assert result.tally.steps < 500


def test_a_rule_of_weight_0_forbids_and_a_precondition_is_waited_for(program: Make) -> None:
    made = program(FORM, CODE)
    urgent = Expectation.parse({"selector": {"automation_id": "StatusText"}, "text_contains": "saved"})
    rules = (Rule(automation_id_re="AskButton", weight=0), Rule(action="toggle", when=urgent))
    made.explore(max_steps=80, action_space=rules)
    done = [c[0] for c in made.choices()]
    assert not [d for d in done if "AskButton" in d]
    saved = next(i for i, d in enumerate(done) if "SaveButton" in d)
    toggled = [i for i, d in enumerate(done) if d.startswith("toggle")]
    assert toggled
    assert toggled[0] > saved


def test_only_the_generators_that_a_rule_names_are_used(program: Make) -> None:
    made = program(FORM, CODE)
    made.explore(max_steps=60, action_space=(Rule(action="type_text", texts=("zero",), values=("seven",), weight=5),))
    typed = {s["args"]["text"] for s in made.steps() if s["action"] == "type_text"}
    assert typed <= {"0", "00", "0.0", "-0", "seven"}
    assert "seven" in typed


OPENED = """<Window x:Key="Main" x:Name="MainWindow" Title="Post" Width="500" Height="400"><StackPanel>
  <ListBox x:Name="Letters" MouseDoubleClick="on_open"><ListBoxItem Content="From Ann"/><ListBoxItem Content="From Bo"/>
  </ListBox>
  <TextBlock x:Name="StatusText" Text="ready"/>
</StackPanel></Window>"""
OPENED_CODE = """
def on_open(self, view, sender):
    view["StatusText"].text = "opened"
"""


def test_what_only_a_double_click_opens_is_opened(program: Make) -> None:
    made = program(OPENED, OPENED_CODE)
    result = made.explore(max_steps=80)
    assert result.ended == "steps"
    assert any("opened" in str(s) for s in made.steps() if s["args"].get("double"))


# -- safety -------------------------------------------------------------------------------------------------------

DANGEROUS = """<Window x:Key="Main" x:Name="MainWindow" Title="List" Width="500" Height="400"><StackPanel>
  <Button x:Name="B1" Content="Delete all" Click="on_bad"/>
  <Button x:Name="B2" Content="メールを送信" Click="on_bad"/>
  <Button x:Name="B3" Content="Add" Click="on_good"/>
  <Button x:Name="B4" Content="Glow" Click="on_glow"/>
  <TextBlock x:Name="StatusText" Text="ready"/>
</StackPanel></Window>"""
DANGEROUS_CODE = """
def on_bad(self, view, sender):
    view["StatusText"].text = "destroyed"

def on_good(self, view, sender):
    view["StatusText"].text = "added"

def on_glow(self, view, sender):
    view["StatusText"].text = "glowing"
"""


@pytest.mark.parametrize("allow", [(False, False), (True, False), (False, True)])
def test_nothing_destructive_is_done_unless_profile_and_flag_say_so(program: Make, allow: tuple[bool, bool]) -> None:
    made = program(DANGEROUS, DANGEROUS_CODE)
    result = made.explore(max_steps=60, allow=allow)
    assert not [c for c in made.choices() if "Button.B1" in c[0] or "Button.B2" in c[0]]
    assert {c["automation_id"] for c in result.coverage["left_alone"]} == {"B1", "B2"}
    assert result.tally.runs == 1


def test_with_both_consents_it_is_done_and_the_file_can_still_forbid_it(program: Make) -> None:
    made = program(DANGEROUS, DANGEROUS_CODE)
    made.explore(max_steps=60, allow=(True, True))
    assert [c for c in made.choices() if "Button.B1" in c[0]]
    made.explore(max_steps=60, allow=(True, True), safety=Tightening(allow_destructive=False))
    assert not [c for c in made.choices() if "Button.B1" in c[0]]


def test_the_patterns_of_profile_and_file_and_marked_rules_count_as_destructive(program: Make) -> None:
    made = program(DANGEROUS, DANGEROUS_CODE)
    for settings in (
        {"patterns": ("(?i)glow",)},
        {"safety": Tightening(destructive_patterns=("(?i)glow",))},
        {"action_space": (Rule(name_re="Glow", destructive=True),)},
    ):
        made.explore(max_steps=40, **settings)
        assert not [c for c in made.choices() if "Button.B4" in c[0]], settings


def test_steps_at_the_end_may_end_the_program_while_the_run_itself_may_not(program: Make) -> None:
    made = program(DANGEROUS, DANGEROUS_CODE)
    end = (Step("click", Selector("B1"), confirm=True),)
    tight = Tightening(allow_destructive=False)
    made.explore(max_steps=20, allow=(True, True), safety=tight, at_end=end)
    lines = [s for s in made.sessions[-1].steps if s.get("action") == "click"]
    deleting = [s for s in lines if s["selector"].get("automation_id") == "B1"]
    assert len(deleting) == 1
    assert deleting[0] is lines[-1]
    assert deleting[0]["effect"] == "confirmed"


def ends(made: Any) -> list[str]:
    """What was done at the ends of the runs."""
    return [f"{s['action']} {s['effect']}" for s in made.sessions[-1].steps if s.get("strategy") == "at_end"]


def test_dialogs_that_stand_above_are_closed_before_the_steps_at_the_end(program: Make) -> None:
    made = program(FORM, CODE)
    only = (Rule(weight=0.0, name_re="^(?!Ask$)"), Rule(weight=0.0, action="send_keys"))
    made.explore(max_steps=1, action_space=only, at_end=(Step("click", Selector("SaveButton"), confirm=True),))
    assert ends(made) == ["close_window confirmed", "click confirmed"]


@pytest.mark.parametrize(
    ("save", "seen"), [('view["StatusText"].text = "caf\ufffd"', True), ('raise ValueError("x")', False)]
)
def test_a_program_that_only_showed_something_wrong_is_ended_as_any_other(program: Make, save: str, seen: bool) -> None:
    made = program(FORM, BROKEN.replace('raise ValueError("broken")', save))
    only = (Rule(weight=0.0, name_re="^(?!Save$)"), Rule(weight=0.0, action="send_keys"))
    result = made.explore(max_steps=1, action_space=only, at_end=(Step("click", Selector("AskButton")),))
    assert len(result.found) == 1
    assert bool(ends(made)) is seen


# -- failures -----------------------------------------------------------------------------------------------------


def test_after_a_failure_the_application_is_started_anew_and_exploration_goes_on(program: Make) -> None:
    made = program(FORM, BROKEN)
    result = made.explore(max_steps=80)
    assert result.tally.runs >= 2
    assert result.tally.steps == 80
    assert {f.finding.oracle for f in result.found} == {"unhandled_exception"}
    assert result.exit_code == 1
    tickets = {f.ticket["id"] for f in result.found if f.ticket}
    assert len(tickets) == 1, "the same failure is one ticket"


def test_max_failures_ends_it_and_counts_different_ones(program: Make) -> None:
    also = 'view.show_dialog("Ask", lambda result: None)'
    result = program(FORM, BROKEN.replace(also, 'raise KeyError("ask")')).explore(max_steps=500, max_failures=2)
    assert (result.ended, len(result.found)) == ("failures", 2)
    assert len({f.signature for f in result.found}) == 2


def test_a_failure_that_comes_again_is_counted_and_becomes_no_second_finding(program: Make) -> None:
    made = program(FORM, BROKEN)
    result = made.explore(max_steps=400, strategy="uniform")
    assert [f.finding.oracle for f in result.found] == ["unhandled_exception"]
    assert result.found[0].times == 1 + result.tally.repeated > 1
    assert result.found[0].ticket["count"] == 1
    tickets = made.sessions[-1].facts["tickets"]
    assert {t["id"] for t in tickets} == {result.found[0].ticket["id"]}


def test_an_invariant_that_breaks_is_a_failure(program: Make) -> None:
    when = Expectation.parse({"selector": {"automation_id": "UrgentCheck"}, "selected": True})
    then = Expectation.parse({"selector": {"automation_id": "StatusText"}, "text_equals": "ready"})
    result = program(FORM, CODE).explore(max_steps=200, max_failures=1, invariants=(Invariant((then,), when),))
    assert [f.finding.oracle for f in result.found] == ["invariant_violated"]


def test_an_interrupted_exploration_tells_what_it_came_to(program: Make) -> None:
    class Impatient:
        def launching(self, command_line: str) -> None:
            pass

        def attached(self, pid: int) -> None:
            pass

        def stepped(self, tally: Any, what: str, effect: str) -> None:
            if tally.steps == 9:
                raise KeyboardInterrupt

        def failed(self, found: Any) -> None:
            pass

    result = program(FORM, CODE).explore(max_steps=100, progress=Impatient())
    assert (result.ended, result.exit_code, result.tally.steps) == ("interrupted", 130, 9)
    assert result.coverage["states"]


def test_every_ticket_of_the_demo_replays_and_names_its_seed(tmp_path: Path) -> None:
    seen = set()
    for seed in (1, 2, 3):
        result, profiles = demo_runs(tmp_path, seed, 400, max_failures=1)
        for found in result.found:
            seen.add(found.ticket["id"])
            recording = read_recording(str(Path(found.ticket["folder"]) / "repro.actions.json"))
            if not found.ticket["new"]:
                continue
            assert recording.data["seed"] == seed
            assert len(recording.acts) <= found.run_step, "only the run of the application that failed"
            replaying = open_recorded(
                SimulatedDesktop(), tmp_path, policy=Policy("replay"), profiles=profiles,
                facts={"caller": "replay"}, screenshots="never", take_pictures=False,
            )  # fmt: skip
            with replaying:
                replayed = run_replay(recording, replaying.gate, expected_signature=found.ticket["signature"])
            assert replayed.outcome == "reproduced", found.finding.title
    assert seen


ENDING = """<Window x:Key="Main" x:Name="MainWindow" Title="Notes" Width="500" Height="500"><StackPanel>
  <TextBox x:Name="NameBox" AutomationProperties.Name="Name"/>
  <Button x:Name="OneButton" Content="One" Click="on_one"/><Button x:Name="TwoButton" Content="Two" Click="on_one"/>
  <Button x:Name="DoneButton" Content="Done" Click="on_done"/>
  <TextBlock x:Name="StatusText" Text="0"/></StackPanel></Window>"""
ENDING_CODE = """
count = 0

def on_one(self, view, sender):
    self.count += 1
    view["StatusText"].text = str(self.count)

def on_done(self, view, sender):
    view.close()
"""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_ended_the_program_is_done_rarely_from_then_on(program: Make, seed: int) -> None:
    made = program(ENDING, ENDING_CODE)
    result = made.explore(seed=seed, max_steps=150)
    ends = [s for s in made.steps() if "DoneButton" in s["choice"]]
    assert 1 <= len(ends) <= 6
    assert result.tally.runs <= len(ends) + 2
    assert not result.found
