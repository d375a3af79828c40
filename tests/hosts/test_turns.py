"""Turns at keyboard, mouse and focus: one at a time, fair across sessions, and who waits is told."""

from __future__ import annotations

import threading
import time

import pytest
from host_driving import ROOT

import wpfagent
from wpfagent.core.errors import Busy
from wpfagent.desktops import turn as desktop_turn
from wpfagent.desktops.turn import Turn
from wpfagent.hosts.resident import turns
from wpfagent.hosts.resident.turns import SessionsTurn, Turns

DESK = ROOT / "tests" / "simulated" / "gate" / "apps" / "desk.xaml"


def turn_of(shared: Turns, session: str, told: list[str] | None = None) -> SessionsTurn:
    said = told if told is not None else []
    return SessionsTurn(shared, session, lambda: f"session {session}", said.append)


def test_one_acts_at_a_time_and_the_thread_that_has_the_turn_keeps_it():
    shared, inside, seen = Turns(), [0], []

    def act(session: str) -> None:
        turn = turn_of(shared, session)
        turn.take("app", 20)
        assert turn.take("app", 20) == 0.0  # once more within the same act
        inside[0] += 1
        seen.append(inside[0])
        time.sleep(0.002)
        inside[0] -= 1
        turn.leave()

    threads = [threading.Thread(target=act, args=(str(n % 4),)) for n in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [1] * 40


def test_a_session_with_many_acts_does_not_keep_others_from_theirs():
    shared, order = Turns(), []
    holder = turn_of(shared, "first")
    holder.take("app", 5)

    def act(session: str) -> None:
        turn = turn_of(shared, session)
        turn.take("app", 20)
        order.append(session)
        turn.leave()

    threads = []
    for session in ["busy"] * 6 + ["other"]:
        threads.append(threading.Thread(target=act, args=(session,)))
        threads[-1].start()
        time.sleep(0.01)
    holder.leave()
    for thread in threads:
        thread.join()
    assert order.index("other") <= 1, order
    assert sorted(order) == ["busy"] * 6 + ["other"]


def test_whoever_waits_is_told_for_whom_and_how_long(monkeypatch):
    monkeypatch.setattr(turns, "SAID_AFTER_S", 0.05)
    shared, told = Turns(), []
    holder, waiting = turn_of(shared, "a"), turn_of(shared, "b", told)
    holder.take("Orders.exe", 5)
    taken = []
    thread = threading.Thread(target=lambda: taken.append(waiting.take("Notes.exe", 5)))
    thread.start()
    time.sleep(0.2)
    assert len(told) == 1
    assert "session a acts on Orders.exe" in told[0]
    holder.leave()
    thread.join()
    assert taken[0] >= 0.15
    assert len(told) == 1


def test_a_turn_that_does_not_come_in_time_is_an_error_that_names_who_has_it():
    shared = Turns()
    turn_of(shared, "a").take("Orders.exe", 5)
    errors = []

    def act() -> None:
        with pytest.raises(Busy) as raised:
            turn_of(shared, "b").take("Notes.exe", 0.1)
        errors.append(str(raised.value))

    thread = threading.Thread(target=act)
    thread.start()
    thread.join()
    assert "session a acts on Orders.exe" in errors[0]
    assert "Nothing was sent" in errors[0]


def test_a_turn_that_is_left_without_having_been_taken_changes_nothing():
    shared = Turns()
    holder = turn_of(shared, "a")
    holder.take("app", 1)
    threading.Thread(target=turn_of(shared, "b").leave).start()
    assert holder.take("app", 0) == 0.0


class Seen(Turn):
    """A turn that notes when it was taken and left."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def take(self, what: str, most_s: float) -> float:
        self.seen.append(what)
        return 0.0

    def leave(self) -> None:
        self.seen.append("left")


def test_input_takes_a_turn_and_a_pattern_does_not():
    turn, save = Seen(), {"automation_id": "SaveButton"}
    with wpfagent.launch(str(DESK), desktop="simulated") as app, desktop_turn.turn_of(turn):
        app.click(**save)
        assert "desk.xaml" not in turn.seen
        app.click(**save, input=True)
        assert turn.seen.count("desk.xaml") >= 1
        assert turn.seen[-1] == "left"
