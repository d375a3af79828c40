"""Which trees are read around an action: few, and never one that no longer tells how things are."""

from __future__ import annotations

import itertools

import pytest

from wpfagent.actions.evidence.self_changing import MOST_UNREAD
from wpfagent.actions.evidence.sight import FRESH_S, Look
from wpfagent.core.model import Snapshot
from wpfagent.desktops.locating.locate import Search
from wpfagent.gate.request import Request

LOOK_MS = 1_000


class Reading:
    """Counts the whole trees that are read."""

    def __init__(self, driven, monkeypatch):
        self.driven, self.times = driven, 0
        self.gate, self.target = driven.app.gate, driven.app.target
        plain = driven.desktop.snapshot

        def counted(*args, **named):
            self.times += named.get("within") is None
            return plain(*args, **named)

        monkeypatch.setattr(driven.desktop, "snapshot", counted)

    def look(self) -> Snapshot:
        return self.gate.look(self.target, LOOK_MS)

    def click(self, automation_id):
        return self.gate.execute(Request("click", {}, {"automation_id": automation_id}, self.target))

    def is_anew(self) -> bool:
        """Whether a look after an action reads the tree."""
        self.click("B")
        before = self.times
        self.look()
        return self.times > before

    def learn(self):
        """Get to the longest time in which a look may be how an action left things."""
        since = 0
        while since < MOST_UNREAD - 1:
            since = 0 if self.is_anew() else since + 1
        assert self.is_anew()


@pytest.fixture
def reading(start, session, monkeypatch):
    return Reading(start('<Button x:Name="B" Content="B" Click="on_b"/>', session=session), monkeypatch)


def test_an_action_right_after_a_look_takes_what_was_seen(reading):
    reading.look()
    before = reading.times
    assert reading.click("B").effect == "confirmed"
    assert reading.times == before + 1  # only the tree in which the effect was seen


def test_a_look_that_is_old_is_no_evidence(reading):
    reading.look()
    reading.driven.desktop.clock.sleep(FRESH_S + 0.01)
    before = reading.times
    reading.click("B")
    assert reading.times == before + 2


def test_a_window_that_came_since_makes_a_look_worthless(start, session, monkeypatch):
    driven = start(
        '<Button x:Name="B" Content="B" Click="on_b"/><Button x:Name="Open" Click="open"/>',
        "def open(self, view, sender): view.later(FRESH, lambda: view.show('Other'))".replace("FRESH", "100"),
        windows='<Window x:Key="Other" x:Name="Other" Title="Other" Width="200" Height="100"><TextBlock/></Window>',
        session=session,
    )
    reading = Reading(driven, monkeypatch)
    driven.desktop.act(driven.app.find(automation_id="Open"), "invoke")
    reading.look()
    driven.desktop.clock.sleep(0.15)
    before = reading.times
    reading.click("B")
    assert reading.times == before + 2


def test_the_next_look_is_how_the_action_left_it(reading):
    reading.learn()
    reading.click("B")
    before = reading.times
    looks = [reading.look() for _ in range(2)]
    assert reading.times == before + 1  # the first is the action's own; whoever looks again wants to see something new
    assert [c.name for c in looks[0]] == [c.name for c in looks[1]]


def test_looks_are_new_ever_more_seldom_while_nothing_changes_by_itself(reading):
    reading.look()
    anew = [number for number in range(60) if reading.is_anew()]
    gaps = [later - earlier for earlier, later in itertools.pairwise(anew)]
    assert gaps[:3] == [2, 4, 8]
    assert set(gaps[3:]) == {MOST_UNREAD}


def test_a_clock_is_still_told_from_an_effect(start, session, monkeypatch):
    driven = start(
        '<Button x:Name="Dead" Content="Dead"/><TextBlock x:Name="Clock"/>',
        "def start(self, view):\n"
        "    view['Clock'].text = str(int(view['Clock'].text or 0) + 1)\n"
        "    view.later(90, lambda: self.start(view))",
        session=session,
    )
    reading = Reading(driven, monkeypatch)
    effects = []
    for _ in range(8):
        driven.desktop.clock.sleep(0.1)
        reading.look()
        effects.append(reading.click("Dead").effect)
    assert effects[-1] == "unverifiable"


def test_the_element_of_a_ref_is_taken_as_it_was_just_seen(reading, monkeypatch):
    tree = reading.look()
    control = next(c for c in tree if c.automation_id == "B")
    reading.gate.refs.note(control)
    read, reads = reading.driven.desktop.read, []
    monkeypatch.setattr(reading.driven.desktop, "read", lambda c, **o: (reads.append(c.ref), read(c, **o))[1])
    assert reading.gate.execute(Request("click", {}, {"ref": control.ref}, reading.target)).effect == "confirmed"
    assert reads == [control.ref], "once, right before it is pressed"


def test_an_element_that_was_seen_disabled_is_waited_for(start, session):
    driven = start(
        '<Button x:Name="Go" Content="Go" IsEnabled="False" Click="on_go"/>',
        "def start(self, view): view.later(300, lambda: setattr(view['Go'], 'enabled', True))",
        session=session,
    )
    gate, target = driven.app.gate, driven.app.target
    control = next(c for c in gate.look(target, LOOK_MS) if c.automation_id == "Go")
    assert not control.enabled
    gate.refs.note(control)
    assert gate.execute(Request("click", {}, {"ref": control.ref}, target)).effect == "confirmed"


def test_what_is_unique_is_told_from_the_known_tree_as_from_the_desktop(start):
    driven = start(
        '<GroupBox Header="One"><Button Content="Edit"/></GroupBox><GroupBox Header="Two"><Button Content="Edit"/>'
        '</GroupBox><StackPanel><Button Content="Twin"/><Button Content="Twin"/></StackPanel>'
        '<Button x:Name="Alone" Content="Edit"/>'
    )
    gate, target = driven.app.gate, driven.app.target
    tree = gate.look(target, LOOK_MS)
    plain = Search(driven.desktop, tree.windows, gate.refs, driven.now + 10)
    known = Search(driven.desktop, tree.windows, gate.refs, driven.now + 10, known=tree)
    buttons = [c for c in tree if c.control_type == "Button"]
    assert len(buttons) >= 5
    assert [known.unique(b) for b in buttons] == [plain.unique(b) for b in buttons]


def test_what_stands_in_groups_that_are_equal_is_named_by_its_number(start):
    group = '<GroupBox Header="Same"><StackPanel><Button Content="Edit" Click="on_edit"/></StackPanel></GroupBox>'
    driven = start(f"<StackPanel>{group}{group}</StackPanel>")
    gate, target = driven.app.gate, driven.app.target
    tree = gate.look(target, LOOK_MS)
    buttons = [c for c in tree if c.name == "Edit" and c.control_type == "Button"]
    for number, button in enumerate(buttons):
        gate.refs.note(button)
        reply = gate.execute(Request("click", {}, {"ref": button.ref}, target))
        assert reply.selector is not None
        assert reply.selector.index == number


def test_typing_moves_on_by_the_tree_that_was_read_before(start, session, monkeypatch):
    driven = start('<TextBox x:Name="Field"/><Button x:Name="Next" Content="Next"/>', session=session)
    reading = Reading(driven, monkeypatch)
    reading.look()
    before = reading.times
    reply = reading.gate.execute(Request("type_text", {"text": "x"}, {"automation_id": "Field"}, reading.target))
    assert reply.effect == "confirmed"
    assert reading.times == before + 1


def test_a_neighbour_that_typing_disabled_is_passed_over(start):
    driven = start(
        '<TextBox x:Name="Field" TextChanged="changed" LostFocus="on_left"/><Button x:Name="Next" Content="Next"/>'
        '<Button x:Name="Last" Content="Last"/>',
        "def changed(self, view, sender): view['Next'].enabled = False",
    )
    assert driven.app.type_text(automation_id="Field", text="x").effect == "confirmed"
    assert "left" in driven.log


def test_a_look_that_took_long_on_a_busy_machine_holds_longer_up_to_a_second():
    snapshot = Snapshot((), ())
    quick, slow, endless = (Look(snapshot, 10.0, took_s) for took_s in (0.03, 0.2, 5.0))
    assert quick.holds((), 10.24)
    assert not quick.holds((), 10.3)
    assert slow.holds((), 10.75)
    assert not slow.holds((), 10.85)
    assert endless.holds((), 10.95)
    assert not endless.holds((), 11.05)
