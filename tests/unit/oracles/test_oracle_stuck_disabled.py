"""The oracle `stuck_disabled`: what stays disabled by a fault, and what waits for something rightly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from history import History

from wpfagent.core.model import Control
from wpfagent.testing.oracles.stuck_disabled import StuckDisabled

OTHERS = ("Weigh", "Pick", "Scan", "Bundle")


def program(*names: str) -> History:
    return History(StuckDisabled, (*names, *OTHERS, "Note:"))


def disable(history: History, name: str, *also: str, then: Callable[[], None] = lambda: None) -> None:
    """Press a button that its use disables, and others with it; `then` changes more."""

    def later() -> None:
        for each in (name, *also):
            history.change(each, enabled=False)
        then()

    history.do("click", name, later=later)


def go_on(history: History, times: int = 12) -> None:
    for i in range(times):
        if i % 4:
            history.press(OTHERS[i % 4])
        else:
            history.type("Note", f"text {history.runs}")


def test_a_button_that_worked_before_and_stays_disabled_after_its_use_is_stuck() -> None:
    history = program("Estimate")
    history.press("Estimate")
    disable(history, "Estimate")
    go_on(history, 11)
    assert history.found == []
    go_on(history, 1)
    (found,) = history.failures
    assert found.details["about"] == "MainWindow/Estimate"
    go_on(history, 12)
    assert len(history.found) == 1


def test_a_button_that_was_enabled_again_by_itself_before_counts_as_well() -> None:
    history = program("Estimate")
    disable(history, "Estimate")
    history.change("Estimate", enabled=True)
    history.press("Weigh")
    disable(history, "Estimate")
    go_on(history)
    assert len(history.failures) == 1


def test_the_first_use_is_enough_where_all_other_buttons_stay_enabled_and_something_was_entered() -> None:
    history = program("Estimate")
    history.press(*OTHERS)
    disable(history, "Estimate")
    go_on(history)
    assert len(history.failures) == 1


def test_without_anything_that_speaks_for_a_fault_it_only_warns() -> None:
    history = program("Estimate")
    disable(history, "Estimate")
    for _ in range(12):
        history.press("Weigh")
    assert [f.severity for f in history.found] == ["warning"]


def test_what_is_needed_only_once_warns() -> None:
    history = program("Approve")
    history.press(*OTHERS)
    disable(history, "Approve")
    go_on(history, 14)
    assert [f.severity for f in history.found] == ["warning"]


def test_a_page_that_was_opened_twice_again_is_evidence_enough() -> None:
    history = program("Estimate")
    history.press(*OTHERS)
    disable(history, "Estimate")
    estimate = history.controls["Estimate"]
    for _ in range(2):
        assert history.found == []
        history.remove("Estimate")
        history.press("Weigh", "Pick")
        history.controls["Estimate"] = estimate
        history.press("Scan")
    assert [f.severity for f in history.found] == ["failure"]


def test_in_a_program_that_leaves_such_commands_enabled_one_that_stays_disabled_is_stuck() -> None:
    history = program("Approve", "Bill", "Publish", "Send")
    history.press(*OTHERS, "Bill", "Publish", "Send")
    disable(history, "Approve")
    go_on(history, 14)
    assert [f.severity for f in history.found] == ["failure"]


def test_a_warning_becomes_a_failure_once_more_speaks_for_it() -> None:
    history = program("Estimate")
    disable(history, "Estimate")
    for _ in range(12):
        history.press("Weigh")
    go_on(history)
    assert [f.severity for f in history.found] == ["warning", "failure"]


@pytest.mark.parametrize("name", ["Undo", "Redo", "Save", "Apply", "Next >", "Cancel", "Stop", "+", "元に戻す", "保存"])
def test_commands_that_follow_a_state_are_healthy(name: str) -> None:
    history = program(name)
    history.press(name)
    disable(history, name)
    go_on(history, 30)
    assert history.found == []


def test_a_use_that_enables_or_disables_others_too_follows_a_state() -> None:
    for also in ("Pick", "Note"):
        history = program("Export")
        history.press("Export")
        disable(history, "Export", also)
        go_on(history, 30)
        assert history.found == []


def test_a_use_that_empties_the_field_that_it_needs_waits_for_the_next_entry() -> None:
    history = program("Enlist")
    history.press("Enlist")
    history.type("Note", "H-900")
    disable(history, "Enlist", then=lambda: history.change("Note", value=""))
    go_on(history, 30)
    assert history.found == []


def test_a_use_that_shows_another_page_with_other_fields_follows_that_page() -> None:
    history = program("Zurück", "Weiter", "Client:")
    history.press(*OTHERS)

    def turn() -> None:
        history.controls["Amount"] = Control("amount", name="Amount", control_type="Edit", depth=1, hwnd=100)
        history.remove("Client")

    disable(history, "Zurück", then=turn)
    go_on(history)
    assert history.found == []


def test_a_use_that_empties_the_list_waits_for_the_next_item() -> None:
    history = program("Pack")
    history.press("Pack")
    history.controls["row"] = Control("row", name="SO-1", control_type="ListItem", depth=2, hwnd=100)
    disable(history, "Pack", then=lambda: history.remove("row"))
    go_on(history, 30)
    assert history.found == []


def test_a_use_that_takes_the_selected_item_away_waits_for_the_next_one() -> None:
    history = program("Ship")
    history.controls["row"] = Control("row", name="SO-1", control_type="DataItem", selected=True, depth=2, hwnd=100)
    history.press("Ship")
    disable(history, "Ship", then=lambda: history.remove("row"))
    go_on(history, 30)
    assert history.found == []


def test_long_work_is_not_over_after_a_few_quick_actions() -> None:
    history = program("Estimate")
    history.press("Estimate")
    disable(history, "Estimate")
    for i in range(20):
        history.do("click", OTHERS[i % 4], takes_s=0.2)
    assert history.found == []
    history.change("Estimate", enabled=True)
    go_on(history)
    assert history.found == []


def test_a_page_that_is_left_does_not_count_as_seen() -> None:
    history = program("Estimate")
    history.press("Estimate")
    disable(history, "Estimate")
    estimate = history.controls["Estimate"]
    history.remove("Estimate")
    go_on(history, 30)
    assert history.found == []
    history.controls["Estimate"] = estimate
    go_on(history)
    assert history.failures[0].details["page_opened_again"] == 1


def test_a_suspected_button_is_found_at_the_look_at_the_end() -> None:
    history = program("Estimate")
    history.press("Estimate")
    disable(history, "Estimate")
    go_on(history)
    again = history.suspects(history.failures[0])
    disable(again, "Estimate")
    found = again.glance()
    assert found is not None
    assert (found.severity, found.key) == ("failure", history.failures[0].key)
    mended = history.suspects(found)
    disable(mended, "Estimate")
    mended.change("Estimate", enabled=True)
    assert mended.glance() is None
