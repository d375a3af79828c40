"""What changes by itself never confirms an act, and hides none."""

from __future__ import annotations

import random

import pytest

from wpfagent.actions.evidence.self_changing import MOST_UNREAD, NEW_PAGE, STEADY_S, SelfChanging
from wpfagent.core.diff import diff
from wpfagent.core.model import Control, Snapshot

PAGE = """
<Button x:Name="Dead" Content="Dead" Click="on_dead"/>
<Button x:Name="Save" Content="Save" Click="on_save"/>
<Button x:Name="Add" Content="Add" Click="on_add"/>
<Button x:Name="Refresh" Content="Refresh" Click="on_refresh"/>
<TextBlock x:Name="Status" Text="Ready"/>
<TextBlock x:Name="Count" Text="Count: 0"/>
<TextBlock x:Name="Clock" Text="12:00:00"/>
<TextBlock Text="nothing"/>
<ProgressBar x:Name="Bar" Maximum="100"/>
<ListBox x:Name="News"/>
<ListBox x:Name="Found"/>
"""
CODE = """
def start(self, view):
    self.n = self.saved = self.added = 0
    if {period}: self.tick()

def tick(self):
    self.n += 1
    {tick}
    self.view.later({period}, self.tick)

def on_dead(self, view, sender):
    view.block(120)

def on_save(self, view, sender):
    view.block(20)
    self.saved += 1
    view["Status"].text = f"Saved 12:03:{{self.saved:02d}}"

def on_add(self, view, sender):
    self.added += 1
    view["Count"].text = f"Count: {{self.added}}"

def on_refresh(self, view, sender):
    self.added += 1
    view["Found"].items = [f"row {{i}} of {{self.added}}" for i in range(3)]
"""
TICKS = {
    "clock": 'self.view["Clock"].text = f"12:{self.n // 60:02d}:{self.n % 60:02d}"',
    "counter": 'self.view["Clock"].text = f"{self.n} visitors"',
    "ticker": 'self.view["Clock"].text = ("Museum closed", "Bridge open", "Rain")[self.n % 3]',
    "progress": 'self.view["Bar"].value = self.n % 100',
    "news": 'self.view["News"].items = [*self.view["News"].items, f"line {self.n}"][-8:]',
    "title": 'self.view.title = f"Desk {self.n}"',
}
CLICKS = 60


def clicks(driven, name, seed=1, times=CLICKS):
    """The effects of clicks at irregular moments."""
    dice, found = random.Random(seed), []
    for _ in range(times):
        driven.desktop.clock.sleep(dice.uniform(0.0, 1.5))
        found.append(driven.app.click(automation_id=name).effect)
    return found


@pytest.mark.parametrize("period", [200, 1_000, 3_000])
@pytest.mark.parametrize("kind", TICKS)
def test_what_changes_by_itself_does_not_confirm_a_dead_button(start, kind, period):
    driven = start(PAGE, CODE.format(tick=TICKS[kind], period=period))
    chance = 1 if period > 1_000 * STEADY_S else 0  # the first tick of a slow one may fall into an act
    assert clicks(driven, "Dead").count("confirmed") <= chance


@pytest.mark.parametrize("name", ["Save", "Add", "Refresh"])
@pytest.mark.parametrize("kind", TICKS)
def test_what_a_handler_writes_is_seen_beside_what_changes_by_itself(start, kind, name):
    driven = start(PAGE, CODE.format(tick=TICKS[kind], period=1_000))
    assert clicks(driven, name).count("confirmed") == CLICKS


@pytest.mark.parametrize("name", ["Save", "Add", "Refresh"])
def test_what_a_handler_writes_on_a_quiet_page_is_not_waited_for_twice(start, name):
    driven = start(PAGE, CODE.format(tick="pass", period=0))
    clicks(driven, name, times=2)
    replies = [driven.app.click(automation_id=name) for _ in range(8)]
    assert [r.effect for r in replies] == ["confirmed"] * 8
    assert sum(r.elapsed_ms for r in replies) < 400


BUSY = """
def on_busy(self, view, sender):
    view.block(4_000)
    view["Clock"].text = "12:00:{seconds:02d}"
"""


@pytest.mark.parametrize(("seconds", "effect"), [(4, "unverifiable"), (40, "confirmed")])
def test_a_clock_of_a_program_too_busy_to_tick_again_is_no_evidence_and_the_time_of_an_event_is(start, seconds, effect):
    page = PAGE + '<Button x:Name="Busy" Content="Busy" Click="on_busy"/>'
    driven = start(page, code=CODE.format(period=0, tick="pass") + BUSY.format(seconds=seconds))
    assert driven.app.click(automation_id="Busy").effect == effect


def test_a_list_that_grows_by_itself_and_was_cleared_confirms(start):
    page = PAGE + '<Button x:Name="Clear" Content="Clear" Click="on_clear"/>'
    code = CODE.format(period=400, tick='self.view["News"].items = [*self.view["News"].items, f"line {self.n}"]')
    driven = start(page, code=code + '\ndef on_clear(self, view, sender):\n    view["News"].items = []\n')
    for _ in range(6):
        driven.app.click(automation_id="Dead")
    assert driven.app.click(automation_id="Clear").effect == "confirmed"


def test_a_list_that_shows_only_other_rows_each_time_was_not_emptied_by_itself_and_clearing_it_confirms(start):
    page = PAGE + '<Button x:Name="Clear" Content="Clear" Click="on_clear"/>'
    code = CODE.format(period=400, tick='self.view["News"].items = [f"line {self.n + i}" for i in range(8)]')
    driven = start(page, code=code + '\ndef on_clear(self, view, sender):\n    view["News"].items = []\n')
    for _ in range(6):
        driven.app.click(automation_id="Dead")
        driven.desktop.clock.sleep(8)
    assert driven.app.click(automation_id="Clear").effect == "confirmed"


def test_a_list_that_an_act_has_filled_may_go_on_being_filled_and_is_not_called_restless(start):
    code = """
def on_fill(self, view, sender):
    self.n = getattr(self, "n", 0) + 1
    view["Found"].items = [f"row {i} of {self.n}" for i in range(3)]
    view.later(3000, lambda: setattr(self.view["Found"], "items", [f"row {i} of {self.n}" for i in range(6)]))

def on_last(self, view, sender):
    view["Found"].items = ["last", *view["Found"].items]
"""
    page = """<Button x:Name="Fill" Content="Fill" Click="on_fill"/><ListBox x:Name="Found"/>
<Button x:Name="Last" Content="Last" Click="on_last"/>"""
    driven = start(page, code=code)
    for _ in range(4):
        driven.app.click(automation_id="Fill")
        driven.desktop.clock.sleep(4)  # virtualised rows are tidied up a while after
    reply = driven.app.click(automation_id="Last")
    assert reply.effect == "confirmed", reply.evidence


def test_a_new_page_is_looked_at_between_actions_as_often_as_the_first_one():
    quiet = Snapshot((Control("a", name="Ready"),), ())
    known = SelfChanging()
    for _ in range(2 * MOST_UNREAD):  # nothing changes by itself: it is looked at ever more seldom
        known.leave(quiet, quiet)
        known.rest(Snapshot(quiet.controls, ()))
    known.leave(quiet, quiet)
    assert not known.wants_look()
    page = Snapshot(tuple(Control(f"p{i}", name=f"text {i}") for i in range(NEW_PAGE)), ())
    known.leave(quiet, page)
    assert known.wants_look()


def test_what_repeats_the_words_of_a_clock_is_no_evidence_either():
    def shown(number, *names):
        clock = Control("clock", name=f"up {number} ticks", control_type="Text")
        bars = [Control(f"bar{i}", name=name, control_type="ToolBar") for i, name in enumerate(names)]
        return Snapshot((clock, *bars), ())

    known = SelfChanging()
    for number in range(3):
        known.leave(shown(number), shown(number))
        known.rest(shown(number + 1))
    before, after = shown(4, "up 4 ticks", "4 entries"), shown(5, "up 5 ticks", "5 entries")
    left = known.without(diff(before, after), before, after)
    assert [c.control.ref for c in left.changed] == ["bar1"]


WORK = """
def start(self, view):
    self.n = 0

def on_dead(self, view, sender):
    view.block(50)

def on_save(self, view, sender):
    self.at = 0
    self.step()

def step(self):
    self.at += 10
    self.view["Status"].text = f"Saving {self.at} %" if self.at < 100 else "Ready"
    if self.at < 100:
        self.view.later(200, self.step)
"""


def test_what_an_act_has_started_and_goes_on_for_a_while_is_no_noise_the_next_time(start):
    driven = start(PAGE, WORK)
    found = []
    for _ in range(6):
        driven.desktop.clock.sleep(4)
        driven.app.click(automation_id="Dead")
        driven.desktop.clock.sleep(4)
        found.append(driven.app.click(automation_id="Save").effect)
        driven.app.click(automation_id="Dead")
    assert found == ["confirmed"] * 6


SPACERS = "".join(f'<Border x:Name="Space{i}" Width="30" Height="20" Visibility="Collapsed"/>' for i in range(6))
DRAWER = f"""
<Button x:Name="Open" Content="Open" Click="on_open"/>
<Button x:Name="Close" Content="Close" Click="on_close"/>
<Button x:Name="Dead" Content="Dead" Click="on_dead"/>
{"".join(f'<TextBlock Text="line {i}"/>' for i in range(12))}
<StackPanel Orientation="Horizontal">{SPACERS}<Button Content="Profile"/><Button Content="Billing"/></StackPanel>
"""
SLIDING = """
def start(self, view):
    if {for_ever}: self.swing(0)

def slide(self, steps, shown):
    self.view[f"Space{{steps[0]}}"].visible = shown
    if steps[1:]: self.view.later(70, lambda: self.slide(steps[1:], shown))

def swing(self, n):
    self.view[f"Space{{n % 6}}"].visible = n % 12 < 6
    self.view.later(70, lambda: self.swing(n + 1))

def on_open(self, view, sender):
    self.slide([0, 1, 2, 3, 4, 5], True)

def on_close(self, view, sender):
    self.slide([0, 1, 2, 3, 4, 5], False)

def on_dead(self, view, sender):
    view.block(20)
"""


def test_what_slides_to_its_place_after_an_act_is_its_effect_and_does_not_change_by_itself(start):
    driven = start(DRAWER, SLIDING.format(for_ever=False))
    replies = [driven.app.click(automation_id=name) for name in ("Open", "Close", "Open", "Close")]
    assert [r.effect for r in replies] == ["confirmed"] * 4
    assert not any("changes_by_itself" in r.evidence for r in replies)


def test_what_was_seen_on_its_way_to_its_place_is_not_watched_there_as_long_as_what_jumped(start):
    driven = start(DRAWER, SLIDING.format(for_ever=False))
    began = driven.desktop.clock.now()
    assert driven.app.click(automation_id="Open").effect == "confirmed"
    assert driven.desktop.clock.now() - began < STEADY_S


def test_what_slides_for_ever_is_no_evidence(start):
    driven = start(DRAWER, SLIDING.format(for_ever=True))
    assert clicks(driven, "Dead", times=20).count("confirmed") == 0
