"""The oracles `memory_growth` and `handle_growth`: a trend by one control, and the noise of healthy programs."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from history import History
from observed import control

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Usage
from wpfagent.testing.observing.baseline import Baseline
from wpfagent.testing.oracles.base import Oracle
from wpfagent.testing.oracles.handle_growth import HandleGrowth, HandleGrowthSettings
from wpfagent.testing.oracles.memory_growth import MemoryGrowth, MemoryGrowthSettings
from wpfagent.testing.oracles.parts.growth import theil_sen

MB = 1_000_000
NAMES = ("Bundle", "Weigh", "Pick", "Scan", "Preview", "Close")


def program(oracle: type[Oracle[Any, Any]] = MemoryGrowth) -> History:
    history = History(oracle, NAMES)
    history.oracle.baseline = Baseline(usage=history.usage)
    return history


def use(history: History, name: str, memory: float = 0, handles: int = 0) -> None:
    """Press a button that adds some megabytes and handles."""
    now = history.usage
    history.usage = replace(now, memory=now.memory + round(memory * MB), handles=now.handles + handles)
    history.press(name)


def test_the_slope_of_most_pairs_is_not_moved_by_one_jump() -> None:
    assert theil_sen([0, 10, 20, 30, 40, 50]) == 10
    assert theil_sen([0, 10, 20, 500, 40, 50]) == pytest.approx(10)
    assert theil_sen([7]) == 0


def test_memory_that_each_use_of_one_button_adds_is_found_with_its_slope() -> None:
    history = program()
    for i in range(7):
        assert history.failures == []
        use(history, "Bundle", 24)
        use(history, NAMES[1 + i % 3], 0.3)
    (found,) = history.failures
    assert found.details["about"] == "MainWindow/Bundle"
    assert found.details["mb_per_use"] == pytest.approx(24, abs=1)


def test_a_small_leak_warns_until_it_is_large() -> None:
    history = program()
    for i in range(40):
        use(history, "Bundle", 4)
        use(history, NAMES[1 + i % 3])
    keys = dict.fromkeys((f.severity, f.key) for f in history.found)
    assert [severity for severity, _ in keys] == ["warning", "failure"]


def test_uses_that_added_nothing_before_do_not_hide_those_that_do_now() -> None:
    history = program()
    for i in range(10):
        use(history, "Bundle", 0.1)
        use(history, NAMES[1 + i % 3], 0.3)
    for i in range(7):
        use(history, "Bundle", 24)
        use(history, NAMES[1 + i % 3], 0.3)
    assert [f.details["about"] for f in history.failures] == ["MainWindow/Bundle"]


def test_what_may_be_garbage_that_was_not_collected_yet_is_a_warning() -> None:
    """On a machine with a large cache .NET collects nothing below some 130 MB."""
    history = program()
    for i in range(6):
        use(history, "Bundle", 11)
        use(history, NAMES[1 + i % 3], 0.3 + 10 * (i == 2))
    assert [f.severity for f in history.found] == ["warning"]


def test_what_outlives_a_collection_is_a_failure_sooner() -> None:
    history = program()
    for i in range(8):
        use(history, "Bundle", 11)
        use(history, NAMES[1 + i % 3], -20 if i == 4 else 3)
    assert [f.details["about"] for f in history.failures][:1] == ["MainWindow/Bundle"]


def test_a_collection_during_one_of_the_uses_does_not_hide_the_others() -> None:
    history = program()
    for i in range(9):
        use(history, "Bundle", -40 if i == 4 else 24)
        use(history, NAMES[1 + i % 3], 0.3)
    assert [f.details["about"] for f in history.failures][:1] == []
    for i in range(3):
        use(history, "Bundle", 24)
        use(history, NAMES[1 + i % 3], 0.3)
    assert [f.details["about"] for f in history.failures][:1] == ["MainWindow/Bundle"]


@pytest.mark.parametrize("seed", range(20))
def test_a_program_whose_garbage_is_collected_now_and_then_is_healthy(seed: int) -> None:
    """Each use makes garbage; from some size on it is collected: the level goes up and down by tens of megabytes."""
    dice, history, garbage = random.Random(seed), program(), 0.0
    for _ in range(300):
        name = dice.choice(NAMES)
        made = dice.uniform(2, 9) if name == "Bundle" else dice.uniform(0, 2)
        garbage += made
        if garbage > dice.uniform(25, 50):
            made, garbage = made - garbage * 0.9, garbage * 0.1
        use(history, name, made)
    assert history.failures == []


def test_growth_that_comes_with_every_action_is_not_one_buttons_own() -> None:
    """Reading a window by UI Automation makes some WPF programs grow, whatever is pressed."""
    history = program()
    for i in range(60):
        use(history, NAMES[i % 6], 3)
    assert history.found == []


def test_what_another_command_gives_back_is_not_held() -> None:
    history = program()
    for _ in range(12):
        use(history, "Preview", 30)
        use(history, "Close", -30)
    assert history.found == []


def test_a_button_is_not_blamed_for_what_another_one_leaks() -> None:
    history = program()
    for _ in range(12):
        use(history, "Preview", 30)
        use(history, "Close", -30)
        use(history, "Bundle", 24)
    assert {f.details["about"] for f in history.failures} == {"MainWindow/Bundle"}


def test_what_is_given_back_is_not_held_though_many_others_leak_a_little() -> None:
    history = program()
    for _ in range(12):
        use(history, "Preview", 30)
        use(history, "Close", -30)
        for name in ("Bundle", "Weigh", "Pick", "Scan"):
            use(history, name, 6)
    assert "MainWindow/Preview" not in {f.details["about"] for f in history.found}


def test_one_jump_at_the_first_use_is_healthy() -> None:
    history = program()
    use(history, "Bundle", 90)
    for i in range(20):
        use(history, "Bundle", 0.1)
        use(history, NAMES[1 + i % 3], 0.1)
    assert history.found == []


def test_a_program_that_shows_more_with_each_use_may_hold_more() -> None:
    history = program()
    for i in range(12):
        for k in range(30):
            name = f"row {i} {k}"
            history.controls[name] = replace(history.controls["Weigh"], ref=name, automation_id=name)
        use(history, "Bundle", 24)
        use(history, NAMES[1 + i % 3])
    assert history.found == []


def test_handles_gdi_and_user_objects_count_together() -> None:
    history = program(HandleGrowth)
    for _ in range(8):
        now = history.usage
        history.usage = Usage(now.memory, now.handles + 5, now.gdi + 15, now.user + 5)
        history.press("Preview")
        use(history, "Close", 0, -1)
    (found,) = {f.key: f for f in history.failures}.values()
    assert found.details["about"] == "MainWindow/Preview"
    assert 20 <= found.details["per_use"] <= 25


def test_a_suspected_button_is_found_after_two_uses_that_each_add_most_of_it() -> None:
    for oracle, memory, handles in ((MemoryGrowth, 24, 0), (HandleGrowth, 0, 40)):
        first = program(oracle)
        for i in range(7):
            use(first, "Bundle", memory, handles)
            use(first, NAMES[1 + i % 3])
        again = first.suspects(first.failures[0])
        again.oracle.baseline = Baseline(usage=again.usage)
        use(again, "Bundle", memory, handles)
        assert again.found == []
        use(again, "Bundle", memory, handles)
        assert [(f.severity, f.details["about"]) for f in again.found] == [("failure", "MainWindow/Bundle")]
        mended = first.suspects(first.failures[0])
        for _ in range(4):
            use(mended, "Bundle", memory * 0.3, round(handles * 0.3))
        assert mended.failures == []


def choose(history: History, name: str, caption: str, memory: float = 0) -> None:
    """Choose a command of a menu by its path: its item was not in the tree before."""
    now = history.usage
    history.usage = replace(now, memory=now.memory + round(memory * MB))
    item = control(caption, "MenuItem", ref=f"item {name}", hwnd=999, automation_id=name)
    tree = history.tree()
    history.look(action="menu", args={"path": ["File", caption]}, item=item, before=tree, after=tree,
                 effect="confirmed", subject=f"menu 'File > {caption}'")  # fmt: skip


def test_a_command_that_is_chosen_by_its_menu_path_is_one_control() -> None:
    history = program()
    for i in range(7):
        choose(history, "MenuRefresh", "Refresh", 52)
        choose(history, "MenuSort", "Sort", 0.1)
        use(history, NAMES[1 + i % 3], 0.3)
    assert {f.details["about"] for f in history.failures} == {"MainWindow/MenuRefresh"}
    again = history.suspects(history.failures[0])
    again.oracle.baseline = Baseline(usage=again.usage)
    for _ in range(2):
        choose(again, "MenuRefresh", "Refresh", 52)
    assert len(again.failures) == 1


@pytest.mark.parametrize(("caption", "found"), [("Refresh… (F5)", 1), ("Reload all", 0)])
def test_the_same_command_elsewhere_does_not_explain_what_a_command_leaks(caption: str, found: int) -> None:
    history = program()
    for i in range(8):
        choose(history, "MenuRefresh", "Refresh", 52)
        choose(history, "ToolRefresh", caption, 52)
        use(history, NAMES[1 + i % 3], 0.3)
    assert bool(history.failures) is bool(found)


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InvalidArgument):
        MemoryGrowthSettings(mb_per_use=0)
    with pytest.raises(InvalidArgument):
        MemoryGrowthSettings(uses=1)
    with pytest.raises(InvalidArgument):
        HandleGrowthSettings(per_use=0)
