"""The oracles of windows: one that no screen shows, one that opened twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from looked import Later
from observed import MAIN, control, observed, target, window

from wpfagent.core.model import Rect, Snapshot, WindowInfo
from wpfagent.testing.observing.baseline import Baseline
from wpfagent.testing.oracles.base import Finding, Observation
from wpfagent.testing.oracles.duplicate_dialog import DuplicateDialog
from wpfagent.testing.oracles.window_offscreen import WindowOffscreen

SCREENS = (Rect(0, 0, 1920, 1080), Rect(-1280, 0, 1280, 1024))


def at(rect: Rect, **more: Any) -> WindowInfo:
    return replace(window(**more), rect=rect)


def lies(shown: WindowInfo, baseline: Baseline | None = None, **more: Any) -> Finding | None:
    seen = observed(**{"windows": (shown,), "monitors": SCREENS, **more})
    return WindowOffscreen(baseline=baseline).check(seen)


@pytest.mark.parametrize(
    "rect",
    [Rect(-5000, -5000, 800, 600), Rect(1910, 100, 800, 600), Rect(100, -560, 800, 600), Rect(100, 1075, 800, 600)],
)
def test_a_window_that_no_screen_shows_is_found(rect: Rect) -> None:
    found = lies(at(rect))
    assert found is not None
    assert str(rect.x) in found.actual


@pytest.mark.parametrize(
    "shown",
    [
        at(Rect(-1200, 10, 800, 600)),  # on the second screen
        at(Rect(-8, -8, 1936, 1096)),  # maximised
        at(Rect(100, -25, 800, 600)),  # only its title bar is cut
        at(Rect(1850, 100, 800, 600)),  # enough of its title bar is left
        at(Rect(-32000, -32000, 160, 28)),  # minimised
        at(Rect(-5000, -5000, 800, 600), minimized=True),
        at(Rect(-5000, -5000, 800, 600), popup=True),
        at(Rect(-5000, -5000, 800, 600), title=""),
        at(Rect(-5000, -5000, 1, 1)),
    ],
)
def test_a_window_that_can_be_reached_or_is_not_meant_to_be_seen_is_none(shown: WindowInfo) -> None:
    assert lies(shown) is None


def test_one_that_is_only_on_its_way_or_whose_screens_are_not_known_is_none() -> None:
    away, back = at(Rect(-5000, 0, 800, 600)), window()
    assert lies(away, second_look=Later(Snapshot((), (back,)))) is None
    assert lies(away, second_look=Later(Snapshot((), (away,)))) is not None
    assert lies(away, monitors=()) is None


def test_one_that_lay_there_when_the_program_was_attached_to_is_none() -> None:
    away = at(Rect(-5000, 0, 800, 600))
    there = Baseline(windows=frozenset({MAIN}))
    assert lies(away, there, target=replace(target(), how="attached")) is None
    assert lies(away, there) is not None


# -- duplicate_dialog -----------------------------------------------------------------------------------------------


def dialog(hwnd: int, title: str = "Options", text: str = "Options of 12:30", **more: Any) -> tuple[WindowInfo, Any]:
    return window(hwnd, title, owner=MAIN, **more), control(text, "CheckBox", hwnd=hwnd, ref=f"c{hwnd}")


def opened(*dialogs: tuple[WindowInfo, Any], old: tuple[tuple[WindowInfo, Any], ...] = (), **more: Any) -> Observation:
    windows = (*(w for w, _ in dialogs), *(w for w, _ in old), window())
    before = (*(w for w, _ in old), window())
    after = Snapshot(tuple(c for _, c in (*dialogs, *old)), windows)
    return observed(**{"windows": windows, "after": after, "before": Snapshot((), before), **more})


def twice(seen: Observation, oracle: DuplicateDialog | None = None) -> Finding | None:
    return (oracle or DuplicateDialog()).check(seen)


def test_the_same_window_opened_twice_by_one_action_is_found() -> None:
    found = twice(opened(dialog(7), dialog(8, text="Options of 12:31")))
    assert found is not None
    assert "'Options'" in found.title


@pytest.mark.parametrize(
    "seen",
    [
        opened(dialog(7)),
        opened(dialog(7), dialog(8, "Help")),
        opened(dialog(7), dialog(8, text="Another text")),
        opened(dialog(7, ""), dialog(8, "")),
        opened(dialog(7, popup=True), dialog(8, popup=True)),
        opened(dialog(8), old=(dialog(7),)),  # one like it was open, and is not modal
    ],
)
def test_one_window_or_different_ones_are_none(seen: Observation) -> None:
    assert twice(seen) is None


def test_a_modal_dialog_that_opens_once_more_is_found() -> None:
    assert twice(opened(dialog(8), old=(dialog(7, enabled=False),))) is not None


def test_a_double_that_comes_a_moment_later_is_found_and_waited_for_once() -> None:
    both = opened(dialog(7), dialog(8))
    later = Later(both.after)
    assert twice(opened(dialog(7), second_look=later)) is not None
    assert later.asked == [0.25]
    assert twice(opened(second_look=later)) is None
    assert later.asked == [0.25]


def test_a_double_that_a_later_look_sees_is_found() -> None:
    oracle = DuplicateDialog()
    assert twice(opened(dialog(7)), oracle) is None
    both = opened(dialog(7), dialog(8))
    assert twice(replace(both, action="glance", before=None), oracle) is not None


def test_a_double_that_comes_before_the_next_action_is_of_the_action_before() -> None:
    oracle = DuplicateDialog()
    assert twice(opened(dialog(7), subject="click OptionsButton"), oracle) is None
    both = opened(dialog(7), dialog(8), subject="type_text NameBox")
    found = twice(replace(both, before=both.after), oracle)
    assert found is not None
    assert found.of_action_before
    assert "OptionsButton" in found.title
    assert "OptionsButton" in found.actual


@pytest.mark.parametrize(("is_exploring", "asked"), [(True, [0.25]), (False, [0.25, 0.25])])
def test_a_window_that_came_alone_is_waited_for_once_in_an_exploration(is_exploring: bool, asked: list[float]) -> None:
    known = DuplicateDialog().history
    alone = opened(dialog(7), is_exploring=is_exploring)
    later = Later(alone.after)
    for _run in range(2):
        oracle = DuplicateDialog()
        oracle.history = known
        assert twice(replace(alone, second_look=later), oracle) is None
    assert later.asked == asked
