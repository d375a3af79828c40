"""A snapshot that relies on what is known of kinds of elements tells the same as one that asks every element."""

from __future__ import annotations

import pytest

from wpfagent.desktops.base import Budget
from wpfagent.desktops.uia.kinds import BY_KIND_TIMES, MANY_ASKED, Kinds

pytestmark = pytest.mark.windows
WHOLE = Budget(elements=100_000, time_s=60)
BY_KIND = Budget(elements=100_000, time_s=60, by_kind=True)


def both(desktop, program):
    """Return the controls of a snapshot by kind, and of a whole one read right after it."""
    shown = program.windows()
    return desktop.snapshot(shown, budget=BY_KIND).controls, desktop.snapshot(shown, budget=WHOLE).controls


def fetches(desktop, monkeypatch):
    """Count how often the request without the patterns of kinds is used."""
    used = []
    plain = Kinds.note
    monkeypatch.setattr(
        Kinds, "note", lambda self, hwnd, *, by_kind: (used.append(by_kind), plain(self, hwnd, by_kind=by_kind))
    )
    return used


def test_it_tells_what_a_whole_snapshot_tells_whatever_is_done_meanwhile(desktop, start, monkeypatch):
    program = start()
    used = fetches(desktop, monkeypatch)
    for _ in range(2):
        both(desktop, program)  # one that learns, one that relies on it
    steps = (("Check", "toggle"), ("More", "expand"), ("Tree", "focus"), ("Press", "invoke"), ("GridTab", "select"),
             ("FormTab", "select"), ("RemoveMe", "invoke"))  # fmt: skip
    for automation_id, verb in steps:
        act = desktop.act(program.find(automation_id), verb)
        assert program.until(act.done), automation_id
        desktop.wait_idle(program.pid, 5)
        for _ in range(2):
            by_kind, whole = both(desktop, program)
            assert by_kind == whole, (automation_id, verb)
    assert used.count(True) > used.count(False)


def test_the_text_of_a_combo_box_follows_its_selection(desktop, start):
    program = start()
    for chosen in ("Alpha", "Beta", "Alpha"):
        combo = program.find("Combo")
        program.act(combo, "expand")
        item = desktop.find_item(combo, after=None, prop="name", value=chosen)
        program.act(desktop.realize(item), "select")
        program.act(combo, "collapse")
        for shown in both(desktop, program):
            assert next(c.value for c in shown if c.automation_id == "Combo") == chosen


def test_now_and_then_everything_is_asked_again(desktop, start, monkeypatch):
    program = start()
    used = fetches(desktop, monkeypatch)
    for _ in range(2 * BY_KIND_TIMES + 4):
        desktop.snapshot(program.windows(), budget=BY_KIND)
    ways = ["whole" if not by_kind else "by kind" for by_kind in used]
    assert ways[: BY_KIND_TIMES + 2] == ["whole", *["by kind"] * BY_KIND_TIMES, "whole"]


def test_a_kind_whose_elements_differ_is_asked_each_time():
    kinds = Kinds()
    kinds.learn(50033, "Panel", ("Scroll",), is_asked=False)
    assert kinds.patterns((50033, "Panel", ())) == ("Scroll",)
    kinds.learn(50033, "Panel", (), is_asked=False)
    assert kinds.patterns((50033, "Panel", ())) is None
    kinds.learn(50033, "Panel", ("Scroll", "Invoke"), is_asked=False)
    assert kinds.patterns((50033, "Panel", ("Invoke",))) == ("Scroll", "Invoke")


def test_a_window_of_many_elements_that_had_to_be_asked_is_read_whole_next():
    kinds = Kinds()
    assert not kinds.may_tell(7)
    kinds.note(7, by_kind=False)
    assert kinds.may_tell(7)
    for number in range(MANY_ASKED + 1):
        kinds.learn(50033, f"Class{number}", (), is_asked=True)
    kinds.note(7, by_kind=True)
    assert not kinds.may_tell(7)
