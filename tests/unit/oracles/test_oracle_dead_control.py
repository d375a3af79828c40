"""The oracle `dead_control`: what it takes for dead, and what it leaves alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from history import History

from wpfagent.core.model import Snapshot
from wpfagent.testing.oracles.dead_control import DeadControl

NAMES = ("Weigh", "Pick", "Scan", "Bundle", "Stitch", "Ponder")


def program(*names: str) -> History:
    return History(DeadControl, (*names, *NAMES))


def dead(history: History, name: str, times: int = 3) -> None:
    """Press it in vain, with another effective action before each time."""
    for i in range(times):
        history.press(NAMES[i % 6])
        history.press(name, says="")


def test_a_button_that_never_does_anything_among_others_that_do_is_dead() -> None:
    history = program("Route")
    history.press(*NAMES, *NAMES)
    dead(history, "Route")
    (found,) = history.failures
    assert found.details["about"] == "MainWindow/Route"
    assert not found.of_last_action
    assert "6 of 6 others" in found.actual


def test_where_the_program_has_not_answered_to_each_use_it_is_a_warning() -> None:
    history = program("Route")
    dead(history, "Route")
    assert [f.severity for f in history.found] == ["warning"]  # three uses of others are too few
    unseen = program("Route", "Log it")
    unseen.press(*NAMES, *NAMES)
    unseen.press("Log it", says="")  # this one writes a file: what is not seen may be done
    dead(unseen, "Route", 6)
    assert [f.severity for f in unseen.found] == ["warning"]


def test_it_is_told_once_and_two_uses_or_uses_in_the_same_state_are_not_enough() -> None:
    history = program("Route")
    history.press(*NAMES, *NAMES)
    history.press("Route", "Route", "Route", "Route", says="")
    dead(history, "Route", 1)
    assert history.found == []
    dead(history, "Route", 3)
    assert len(history.found) == 1


def test_with_few_peers_it_only_warns_and_without_any_that_work_it_says_nothing() -> None:
    history = program("Route")
    for _ in range(3):
        history.press("Weigh")
        history.press("Route", says="")
    assert [f.severity for f in history.found] == ["warning"]
    silent = program("Route")
    for name in NAMES:
        silent.press(name, says="")
    for _ in range(4):
        silent.do("toggle", "Weigh")
        silent.press("Route", says="")
    assert silent.found == []


def test_in_a_small_window_the_commands_of_the_whole_program_tell() -> None:
    names = tuple(f"Do {number}" for number in range(11))
    history = History(DeadControl, ("Route", *names))
    history.press(*names)
    for name in names:  # they stand in another window
        history.remove(name)
    route = history.controls["Route"]
    history.controls["Weigh"] = replace(route, ref="Weigh", name="Weigh", automation_id="Weigh")
    known = history.oracle.history.uses
    for who in [i for i in known if i.name.startswith("Do")]:
        known[replace(who, window="Other")] = known.pop(who)
    for _ in range(3):
        history.press("Weigh")
        history.press("Route", says="")
    (found,) = history.failures
    assert "in the program" in found.actual


def test_uses_in_several_runs_of_the_program_are_not_repeated_ones() -> None:
    history = program("Route")
    for _ in range(4):
        history.restart()
        dead(history, "Route", 2)
    assert history.found == []


def test_a_command_that_opens_the_page_that_is_shown_is_healthy() -> None:
    history = program("Route")
    history.controls["page"] = history.controls["Weigh"].__class__("page", name="Route", control_type="TabItem",
                                                                    selected=True, depth=1, hwnd=100)  # fmt: skip
    dead(history, "Route", 6)
    assert history.found == []


def test_a_warning_becomes_a_failure_once_more_peers_speak_for_it() -> None:
    history = program("Route")
    for _ in range(3):
        history.press("Weigh")
        history.press("Route", says="")
    dead(history, "Route", 8)
    assert [f.severity for f in history.found] == ["warning", "failure"]


def test_commands_whose_effect_need_not_show_or_that_a_state_explains_only_warn() -> None:
    for name in ("Copy", "Refresh", "Undo", "Next", "Save", "Keep note", "Print list", "コピー"):
        history = program(name)
        history.press(*NAMES, *NAMES)
        dead(history, name)
        assert history.failures == [], name


def test_a_command_that_shows_the_same_each_time_is_healthy() -> None:
    """`Counted again` stands there already; a navigation button leads to where one is."""
    history = program("Recount")
    for i in range(6):
        history.press(NAMES[i])
        history.press("Recount", says="Counted again")
    for i in range(6):
        history.do("toggle", NAMES[i], says="Counted again")
        history.press("Recount", says="")
    assert history.failures == []


def test_a_command_that_works_again_later_is_explained_by_a_state() -> None:
    history = program("Bundle up")
    for i in range(8):
        history.press(*NAMES)
        history.press("Bundle up", says="" if i % 2 else None)
    dead(history, "Bundle up", 4)
    assert history.failures == []


def test_a_program_that_counts_each_use_shows_a_button_that_stops_to_work() -> None:
    history = program("Route")
    for _ in range(2):
        history.press("Route", *NAMES)
    dead(history, "Route")
    assert [f.oracle for f in history.failures] == ["dead_control"]


def test_such_a_program_may_count_anew_in_each_of_its_runs_and_a_second_save_may_show_nothing() -> None:
    history = program("Route", "Save")
    for _ in range(2):
        history.restart()
        history.runs = 0
        history.press("Route", "Save", *NAMES)
    dead(history, "Save", 2)
    dead(history, "Route")
    assert [f.details["about"] for f in history.failures] == ["MainWindow/Route"]


@pytest.mark.parametrize("late", [False, True])
def test_a_message_that_stands_there_since_an_earlier_use_explains_one_without_effect(late: bool) -> None:
    history = program("Create", "Done:")
    for _ in range(2):
        history.restart()
        history.press(*NAMES)
        history.press("Create", says="Choose a customer")
        if late:  # what an earlier command has done shows late, and seems to be the effect of this use
            history.press("Create", says="", later=lambda: history.change("Done", name=f"Saved {history.runs}"))
    for name in NAMES:
        history.do("toggle", name, says="", effect="confirmed")
        history.press("Create", says="")
    assert history.found == []
    dead(history, "Create")  # the message has gone, and does not come again
    assert len(history.failures) == 1


def test_what_a_command_of_the_same_name_has_said_stands_for_what_this_one_would_say() -> None:
    history = program("Publish", "Preview")
    history.change("Preview", name="Publish")
    history.press(*NAMES, *NAMES)
    history.press("Publish", says="Publish: done")
    for name in NAMES[:4]:
        history.do("toggle", name, says="", effect="confirmed")
        history.press("Preview", says="")
    assert history.found == []
    dead(history, "Preview")
    assert len(history.failures) == 1


def test_what_could_not_be_read_to_its_end_is_not_judged() -> None:
    history = program("Route")
    history.press(*NAMES)
    cut = Snapshot(history.tree().controls, history.tree().windows, truncated=True)
    for i in range(4):
        history.press(NAMES[i])
        history.look(action="click", control=history.controls["Route"], before=cut, after=cut, effect="unverifiable")
    assert history.found == []


def test_a_suspected_control_is_found_at_its_first_use_in_vain() -> None:
    history = program("Route")
    history.press(*NAMES, *NAMES)
    dead(history, "Route")
    again = history.suspects(history.failures[0])
    found = again.press("Route", says="")
    assert found is not None
    assert (found.severity, found.key) == ("failure", history.failures[0].key)
    assert history.suspects(found).press("Route") is None
    assert history.suspects(found).press("Weigh", says="") is None


@pytest.mark.parametrize("name", ["Hold to unlock", "Press and hold", "Synchronise", "長押しで解除"])
def test_what_has_to_be_held_or_works_unseen_is_a_warning_once(name: str) -> None:
    history = program(name)
    dead(history, name, 8)
    assert [f.severity for f in history.found] == ["warning"]


def test_in_a_program_whose_commands_often_do_nothing_one_that_does_nothing_is_a_warning() -> None:
    history = program("Route", "Tint", "Shade")
    history.press("Weigh", "Pick", "Scan", "Bundle", "Tint", "Shade")
    history.press("Tint", says="")
    history.press("Shade", says="")
    dead(history, "Route")
    assert [f.severity for f in history.found] == ["warning"]
