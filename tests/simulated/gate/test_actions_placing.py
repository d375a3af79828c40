"""move_window, resize_window, window_state, wait_focus, why."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import InvalidArgument, TimedOut


def rect(driven):
    return driven.app.windows()[0].rect


def test_a_window_is_moved_and_resized_and_the_reply_says_what_was(start):
    driven = start('<Button Content="B"/>')
    was = rect(driven)
    reply = driven.app.do("move_window", None, {"x": 30, "y": 40})
    assert (reply.effect, reply.evidence["was"]) == ("confirmed", list(was))
    assert rect(driven) == was._replace(x=30, y=40)
    assert driven.app.do("resize_window", None, {"width": 500, "height": 400}).effect == "confirmed"
    assert rect(driven)[2:] == (500, 400)
    assert driven.app.do("resize_window", None, {"width": 500, "height": 400}).effect == "no_op"


def test_a_window_that_keeps_its_own_limits_is_not_confirmed_to_have_the_size(start, monkeypatch):
    driven = start('<Button Content="B"/>')
    place = driven.desktop.place_window
    least = 600
    monkeypatch.setattr(
        driven.desktop, "place_window", lambda hwnd, to: place(hwnd, to._replace(width=max(least, to.width)))
    )
    reply = driven.app.do("resize_window", None, {"width": 300, "height": 400})
    assert reply.effect == "unverifiable"
    assert "600" in reply.evidence["reason"]


def test_a_window_is_never_moved_off_the_screen(start):
    driven = start('<Button Content="B"/>')
    was = rect(driven)
    with pytest.raises(InvalidArgument, match="leave the screen"):
        driven.app.do("move_window", None, {"x": 9_000, "y": 0})
    assert rect(driven) == was


def test_a_window_is_maximised_and_brought_back(start):
    driven = start('<Button Content="B"/>')
    was = rect(driven)
    assert driven.app.do("window_state", None, {"state": "maximized"}).effect == "confirmed"
    assert driven.app.windows()[0].state == "maximized"
    with pytest.raises(InvalidArgument, match="maximized"):
        driven.app.do("move_window", None, {"x": 30, "y": 40})
    assert driven.app.do("window_state", None, {"state": "normal"}).effect == "confirmed"
    assert rect(driven) == was


def test_the_focus_is_waited_for(start):
    driven = start('<TextBox x:Name="A"/><TextBox x:Name="B"/>')
    b = driven.control("B")
    driven.later(1, lambda: driven.desktop.act(b, "focus"))
    assert driven.app.do("wait_focus", {"automation_id": "B"}).result["waited_ms"] >= 900
    with pytest.raises(TimedOut, match="automation_id B"):
        driven.app.do("wait_focus", {"automation_id": "A"}, timeout_ms=300)


def test_why_says_what_is_in_the_way_without_waiting_or_acting(start):
    driven = start(
        '<Button x:Name="Off" Content="Off" IsEnabled="False" Click="on_off"/><Button x:Name="On" Content="On" '
        'Click="on_on"/>'
    )
    before, now = driven.state(), driven.now
    off = driven.app.do("why", {"automation_id": "Off"}).result
    on = driven.app.do("why", {"automation_id": "On"}).result
    gone = driven.app.do("why", {"automation_id": "Nope"}).result
    assert [r["code"] for r in off["in_the_way"]] == ["element_not_enabled"]
    assert on["in_the_way"] == []
    assert "Invoke" in on["patterns"]
    assert [r["code"] for r in gone["in_the_way"]] == ["element_not_found"]
    assert driven.state() == before
    assert driven.now - now < 0.5
    assert driven.log == []
