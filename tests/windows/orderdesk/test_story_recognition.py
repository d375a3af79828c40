"""What the order desk does wrong or in another language, and what is claimed about it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from desk_story import GRID, QUESTION, button_of, cell, close_the_tip, order
from running_app import UNHANDLED_EXCEPTION, RunningApp, until

import wpfagent
from wpfagent.core.errors import AppExited, AppNotResponding, ElementNotEnabled, ElementNotVisible, TimedOut

SMALL = ("--rows", 60, "--seed", 7, "--size", "1120x760", "--pos", "20,20")
Open = Callable[..., Desk]
Start = Callable[..., RunningApp]
Connect = Callable[..., tuple[RunningApp, wpfagent.App]]


@pytest.fixture
def faulty(orderdesk: Start) -> Connect:
    """`faulty(FAULT, *options) -> (program, app)`: the program with this fault, its data loaded."""

    def start(fault: str, *options: object) -> tuple[RunningApp, wpfagent.App]:
        program = orderdesk(*SMALL, "--fault", fault, *options)
        program.wait_event("data_loaded", timeout_s=15)
        return program, wpfagent.connect(pid=program.pid)

    return start


def test_enter_searches_beside_a_button_that_deletes_which_no_page_makes_the_default_one(by_library: Open) -> None:
    desk = by_library(*SMALL, allow_destructive=False)
    close_the_tip(desk)
    desk.act("select_item", "OrdersGrid", {**GRID, "row": 0}, expect="confirmed or no_op")
    desk.act("type_text", "SearchBox", text="Globex", enter=True)


def test_the_main_steps_hold_in_japanese_and_its_captions_are_recognised(by_library: Open) -> None:
    desk = by_library(*SMALL, "--culture", "ja-JP")
    close_the_tip(desk)
    desk.act("type_text", "SearchBox", text="Globex")
    desk.act("type_text", "SearchBox", text="")
    desk.act("select_item", "OrdersGrid", {**GRID, "row": {"番号": "SO-10004"}}, logs={"item": "SO-10004"})
    desk.act("type_text", "Notes cell", {**GRID, "row": 5, "column": "備考"}, text="至急でお願いします")
    desk.act("menu", "View > Preferences", on=False, path="表示 > 環境設定")
    desk.refused("click", "PrefReset", button_of("リセット…", {"automation_id": "PreferencesWindow"}))
    desk.act("click", "PrefOk")
    desk.refused("menu", "Edit > Delete order", on=False, path="編集 > 注文を削除")
    at = {**GRID, "row": 2, "column": "顧客"}
    desk.refused("context_menu", "Delete order", at, path="注文を削除")
    desk.agreed("context_menu", "Delete order", at, path="注文を削除")
    desk.refused("click", "Yes of Delete order", {"automation_id": "6", "within": QUESTION})
    desk.act("click", "No of Delete order", {"automation_id": "7", "within": QUESTION})
    desk.refused("close_window", "MainWindow", on=False)
    desk.agreed("close_window", "MainWindow", on=False)
    desk.refused("click", "No of Save changes", {"automation_id": "7", "within": QUESTION})
    desk.act("click", "Cancel of Save changes", {"automation_id": "2", "within": QUESTION})
    print(desk.tally("Japanese"))
    assert desk.judge() == []


def test_reading_again_asks_before_unsaved_changes_are_discarded(by_library: Open) -> None:
    desk = by_library(*SMALL)
    close_the_tip(desk)
    desk.act("type_text", "Notes cell", cell(0, "Notes"), text="unsaved")
    desk.act("send_keys", "F5, with changes", on=False, keys="F5")
    desk.refused("click", "Yes of Discard changes", button_of("Yes", QUESTION))
    desk.act("click", "No of Discard changes", button_of("No", QUESTION))
    assert desk.judge() == []


def test_a_shortcut_that_does_nothing_is_not_confirmed(by_library: Open) -> None:
    desk = by_library(*SMALL, "--fault", "broken-shortcut")
    close_the_tip(desk)
    desk.act("type_text", "Notes cell", cell(0, "Notes"), text="by the keys")
    desk.act("send_keys", "Ctrl+S", on=False, keys="Ctrl+S", expect="unverifiable")
    assert not desk.program.events("command", name="Save")
    desk.act("click", "ToolSave")
    assert desk.judge() == []


def test_a_button_that_stays_disabled_is_not_clicked(faulty: Connect, tmp_path: Path) -> None:
    program, app = faulty("stuck-cancel", "--slow", 2500)
    app.click(automation_id="TabReports")
    app.wait_for(automation_id="ExportButton", until="enabled")
    app.click(automation_id="ExportButton")
    app.file_dialog(str(tmp_path / "out.csv"))
    app.click(automation_id="CancelExport")
    program.wait_event("background_finished", name="export", result="cancelled")
    with pytest.raises(TimedOut) as waited:
        app.wait_for(automation_id="ExportButton", until="enabled", timeout_ms=1_000)
    assert "enabled" in str(waited.value)
    commands = len(program.events("command"))
    with pytest.raises(ElementNotEnabled):
        app.click(automation_id="ExportButton", timeout_ms=500)
    assert len(program.events("command")) == commands


def test_a_hung_program_is_told_in_time_and_can_be_used_again(faulty: Connect) -> None:
    program, app = faulty("hang-15s")
    started = time.monotonic()
    with pytest.raises(AppNotResponding):
        app.menu("Orders > Recalculate totals", timeout_ms=3_000)
    assert time.monotonic() - started < 6
    with pytest.raises(AppNotResponding):
        app.read_text(automation_id="StatusText", timeout_ms=1_000)
    assert program.events("fault_triggered", id="hang-15s")
    app.wait_for(until="idle", timeout_ms=30_000)
    reply = app.select_item(automation_id="OrdersGrid", row=3)
    assert reply.effect == "confirmed"
    program.wait_event("selection_changed", list="Orders", item="SO-10004")


def test_a_crash_is_told_with_its_exit_code(faulty: Connect) -> None:
    program, app = faulty("crash-update")
    app.menu("Help > About OrderDesk")
    app.click(automation_id="CheckUpdates")
    assert program.wait_exit() & 0xFFFFFFFF == UNHANDLED_EXCEPTION
    assert program.events("unhandled_exception")
    with pytest.raises(AppExited) as crashed:
        app.click(automation_id="AboutOk")
    assert crashed.value.details["exit_code"] == UNHANDLED_EXCEPTION


def test_a_dialog_outside_the_screen_is_used_by_pattern_and_not_by_mouse(faulty: Connect) -> None:
    program, app = faulty("offscreen-dialog")
    app.menu("View > Preferences…")
    with pytest.raises(ElementNotVisible):
        app.click(automation_id="PrefOk", input=True, timeout_ms=1_000)
    assert not program.events("window_closed", automationId="PreferencesWindow")
    assert app.click(automation_id="PrefOk").effect == "confirmed"
    program.wait_event("window_closed", automationId="PreferencesWindow")


@pytest.mark.parametrize(
    ("fault", "at_least_s", "title_re"),
    [("splash", 3.0, "^OrderDesk - "), ("slow-start", 10.0, None), ("unresponsive-start", 0.0, "^OrderDesk - ")],
)
def test_a_start_is_over_when_the_window_can_be_used(
    orderdesk_program: Path, tmp_path: Path, fault: str, at_least_s: float, title_re: str | None
) -> None:
    log = tmp_path / "log.jsonl"
    options: list[Any] = [*SMALL, "--log", log, "--data", tmp_path / "data", "--fault", fault]
    started = time.monotonic()
    with wpfagent.launch(str(orderdesk_program), *map(str, options), title_re=title_re) as app:
        assert time.monotonic() - started >= at_least_s
        assert all(window.responding for window in app.windows())
        # When its data has arrived it selects the first order itself, whatever was selected before.
        until(lambda: '"data_loaded"' in log.read_text(encoding="utf-8"), 20, "data_loaded")
        until(lambda: _is_selected(app), 20, "the row's selection")
        assert '"item":"SO-10004"' in log.read_text(encoding="utf-8")
    assert not app.liveness().running


def _is_selected(app: wpfagent.App) -> bool:
    """Whether a row could be selected, which a program that lays out what has arrived may not answer at once."""
    try:
        return app.select_item(**order(3)).effect in ("confirmed", "no_op")
    except AppNotResponding:
        return False


def test_a_second_start_is_handed_over_to_the_instance_that_runs(
    orderdesk: Start, orderdesk_program: Path, tmp_path: Path
) -> None:
    first = orderdesk(*SMALL, "--single")
    first.wait_event("data_loaded", timeout_s=15)
    options = ["--single", "--log", str(tmp_path / "second.jsonl"), "--data", str(tmp_path / "second")]
    with wpfagent.launch(str(orderdesk_program), *options) as app:
        assert (app.pid, app.target.how) == (first.pid, "handed_over")
        first.wait_event("command", name="ActivatedBySecondInstance")
        assert app.select_item(**order(3)).effect == "confirmed"
        first.wait_event("selection_changed", list="Orders", item="SO-10004")
    assert first.is_running
