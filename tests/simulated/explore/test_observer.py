"""What exploration looks at between two actions, and for how long."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.profiles.profile import Profile, ProfileLaunch
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.observer import LATE_S, PROMPT_LATE_S, PROMPT_SCREENS, Observer
from wpfagent.safety.policy import Policy

ONE = """<Window x:Key="Main" x:Name="MainWindow" Title="Small" Loaded="loaded"><StackPanel>
<CheckBox x:Name="First" Content="First"/><CheckBox x:Name="Second" Content="Second"/>
<Button x:Name="Third" Content="Third"/><Button x:Name="Fourth" Content="Fourth"/>
<Button x:Name="Late" Content="Late" Visibility="Collapsed"/></StackPanel></Window>"""
CODE = """
def loaded(self, view, sender):
    view.later(300, self.show)
    view.later(2_000, self.switch_off)

def show(self):
    self.view["Late"].visible = True

def switch_off(self):
    self.view["Third"].enabled = False
"""


@pytest.fixture
def observer(program: Callable[..., object], tmp_path: object) -> tuple[Observer, object]:
    made = program(ONE, CODE)
    profile = Profile("app", launch=ProfileLaunch(str(made.folder / "app.xaml")))  # type: ignore[attr-defined]
    gate = Gate(SimulatedDesktop(), policy=Policy("random"), profiles={"app": profile})
    return Observer(gate, Exploration()), gate.targets.open({"profile": "app", "mode": "launch"})


def test_a_new_screen_is_given_the_time_in_which_controls_come_late(observer):
    looking, target = observer
    screen, _ = looking.look(target)
    later = looking.what_comes_late(target, screen)
    assert later is not None
    assert "Late" in [p.control.automation_id for p in later[0].places]


def test_a_state_that_differs_in_what_is_enabled_costs_no_wait(observer):
    looking, target = observer
    clock = looking.gate.desktop.clock
    looking.what_comes_late(target, looking.screen(target))
    assert clock.now() >= LATE_S
    clock.sleep(2)
    begun = clock.now()
    assert looking.what_comes_late(target, looking.screen(target)) is None
    assert clock.now() == begun


def test_where_nothing_ever_came_late_a_new_screen_is_watched_for_less(observer):
    looking, target = observer
    looking.unchanged = PROMPT_SCREENS
    screen = looking.screen(target)
    begun = looking.gate.desktop.clock.now()
    assert looking.what_comes_late(target, screen) is None
    assert PROMPT_LATE_S <= looking.gate.desktop.clock.now() - begun < LATE_S


def test_a_screen_that_may_fill_up_is_watched_as_long_as_a_new_one(observer):
    looking, target = observer
    screen = looking.screen(target)
    looking.met.update(place.key for place in screen.places)
    looking.unchanged = PROMPT_SCREENS
    assert looking.what_comes_late(target, screen) is None
    assert looking.late == {}
    later = looking.what_comes_late(target, screen, suspected=True)
    assert later is not None
    assert looking.what_comes_late(target, later[0], suspected=True) is None
    assert looking.late == {screen.state: True, later[0].state: False}


def test_what_comes_late_to_a_page_is_no_effect_of_the_command_that_is_run_meanwhile(program):
    pages = """<Window x:Key="Main" x:Name="MainWindow" Title="Pages">
<TabControl x:Name="Pages" SelectionChanged="on_page">
<TabItem x:Name="HomeTab" Header="Home"><TextBox x:Name="HomeBox"/></TabItem>
<TabItem x:Name="WorkTab" Header="Work"><StackPanel><Button x:Name="DeadButton" Content="Dead"/>
<TextBlock x:Name="AText" Text="a"/><TextBlock x:Name="BText" Text="b"/><Button x:Name="Late" Content="Late"/>
</StackPanel></TabItem></TabControl></Window>"""
    code = """
def on_page(self, view, sender):
    view["Late"].visible = False
    if sender.selected_index == 1:
        view.later(200, self.show)

def show(self):
    self.view["Late"].visible = True
"""
    made = program(pages, code)
    made.explore(max_steps=150)
    runs = [s for s in made.steps() if "DeadButton" in s["choice"]]
    pages = [s for s in made.steps() if "select_item" in s["choice"]]
    assert len(runs) > 6
    assert len(pages) > 10
    assert {s["effect"] for s in runs[1:]} == {"unverifiable"}, "once it may be taken for an effect"


def test_the_time_since_the_screen_was_read_counts(observer):
    looking, target = observer
    screen = looking.screen(target)
    clock = looking.gate.desktop.clock
    begun = clock.now()
    clock.sleep(LATE_S - 0.1)
    assert looking.what_comes_late(target, screen) is not None
    assert clock.now() - begun == pytest.approx(LATE_S, abs=0.05)


def test_a_window_that_was_minimised_is_restored_rather_than_given_up(observer):
    looking, target = observer
    desktop = looking.gate.desktop
    looking.gate.execute(Request("window_state", {"state": "minimized"}, None, target))
    assert desktop.windows(target.pid)[0].minimized
    seen = looking.something_to_do(target)
    assert seen is not None
    assert "Third" in [p.control.automation_id for p in seen[0].places]
    assert not desktop.windows(target.pid)[0].minimized
