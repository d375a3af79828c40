"""How long things wait: the call's own word, the profile's, the gate's, ten seconds."""

from __future__ import annotations

import pytest

from wpfagent import Profile
from wpfagent.core.errors import ElementNotFound, InvalidArgument
from wpfagent.core.wait import ABSENT_S
from wpfagent.desktops.rest import TICKING
from wpfagent.profiles.profile import ProfileTimeouts


def waited(driven, **args) -> float:
    before = driven.now
    with pytest.raises(ElementNotFound):
        driven.app.click(automation_id="Nope", **args)
    return float(driven.now - before)


@pytest.mark.parametrize(("shows", "waits_s"), [("'.' * count", 10), ("str(count)", TICKING * ABSENT_S)])
def test_the_default_is_ten_seconds_in_a_program_that_goes_on_changing_and_less_where_only_numbers_do(
    start, shows, waits_s
):
    ticking = f"""
        def start(self, view):
            self.tick(view, 0)

        def tick(self, view, count):
            view["T"].text = {shows}
            view.later(400, lambda: self.tick(view, count + 1))
    """
    assert waited(start('<TextBlock x:Name="T" Text="0"/>', ticking)) == pytest.approx(waits_s, abs=0.6)


def test_a_clock_keeps_nobody_waiting_once_it_is_known(start):
    ticking = """
        def start(self, view):
            self.tick(view, 0)

        def tick(self, view, count):
            view["T"].text = f"up {count} s"
            view.later(400, lambda: self.tick(view, count + 1))
    """
    driven = start('<TextBlock x:Name="T" Text="up 0 s"/><Button x:Name="Dead" Content="Dead"/>', ticking)
    for _ in range(2):
        driven.app.click(automation_id="Dead")
    assert waited(driven) < ABSENT_S + 0.6


def test_a_program_that_rests_is_not_waited_out(start):
    assert waited(start()) == pytest.approx(ABSENT_S, abs=0.6)


def test_what_comes_began_with_the_last_action(start):
    driven = start('<Button x:Name="Dead" Content="Dead"/>')
    driven.app.click(automation_id="Dead")
    driven.desktop.clock.sleep(ABSENT_S)
    assert waited(driven) < 1.2


@pytest.mark.parametrize("timeout_ms", [0, 100, 2_500, 30_000])
def test_a_call_says_how_long(start, timeout_ms):
    assert waited(start(), timeout_ms=timeout_ms) == pytest.approx(timeout_ms / 1000, abs=0.15)


def test_the_profile_says_how_long(start):
    driven = start(profile=Profile("P", timeouts=ProfileTimeouts(action_ms=3_000)))
    assert waited(driven) == pytest.approx(3, abs=0.2)
    assert waited(driven, timeout_ms=500) == pytest.approx(0.5, abs=0.2)


def test_the_gate_says_how_long(start):
    assert waited(start(timeout_ms=2_000)) == pytest.approx(2, abs=0.2)


def test_a_negative_timeout_is_an_invalid_argument(start):
    with pytest.raises(InvalidArgument):
        start().app.click(automation_id="Nope", timeout_ms=-1)


def test_a_timeout_that_is_no_number_is_an_invalid_argument(start):
    with pytest.raises(InvalidArgument):
        start().app.click(automation_id="Nope", timeout_ms="100")


def test_with_no_time_at_all_what_is_there_is_used(desk):
    assert desk.app.click(automation_id="SaveButton", timeout_ms=0).effect == "confirmed"
    assert desk.app.read_text(automation_id="NameBox", timeout_ms=0) == "start"


def test_the_message_says_how_long_was_waited(start):
    with pytest.raises(ElementNotFound, match=r"Waited 1\.[45] s") as error:
        start().app.click(automation_id="Nope", timeout_ms=1_500)
    assert 1_400 <= error.value.details["waited_ms"] <= 1_500


def test_elapsed_ms_is_the_time_of_the_desktop(desk):
    desk.app.click(automation_id="LaterButton")
    reply = desk.app.click(automation_id="OffButton")
    assert 500 <= reply.elapsed_ms <= 1_500


def test_find_and_expect_take_a_timeout_too(desk):
    before = desk.now
    with pytest.raises(ElementNotFound):
        desk.app.find(automation_id="Nope", timeout_ms=400)
    with pytest.raises(AssertionError):
        desk.app.expect(automation_id="NameBox", text_equals="x", timeout_ms=400)
    assert desk.now - before == pytest.approx(0.8, abs=0.2)


def test_the_error_says_how_long_was_waited_in_all(start):
    driven = start('<Button x:Name="B" Content="Go"/>')
    began = driven.now
    with pytest.raises(ElementNotFound) as caught:
        driven.app.click("Nonsense")
    waited_s = caught.value.details["waited_ms"] / 1000
    assert waited_s == pytest.approx(driven.now - began, abs=0.3), caught.value.message
