"""The oracles of texts: the application's own log, and what shows on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from observed import MAIN, STACK, STACK_JA, control, ended, observed, window

from wpfagent.core.model import Control, Snapshot
from wpfagent.testing.observing.baseline import Baseline
from wpfagent.testing.observing.log_files import READ_AT_MOST, LogFiles, read_tail
from wpfagent.testing.oracles.app_log import AppLog
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.error_text import ErrorText
from wpfagent.testing.oracles.parts.settings import PatternSettings

# -- app_log --------------------------------------------------------------------------------------------------------


class Log:
    """A log that the application writes while it is watched."""

    def __init__(self, path: Path, encoding: str = "utf-8", old: str = "old ERROR\n") -> None:
        self.path, self.encoding = path, encoding
        path.write_bytes(old.encode(encoding))
        self.globs = (str(path.parent / "*.log"),)
        self.oracle = AppLog(baseline=Baseline(logs=LogFiles.start(self.globs)))

    def write(self, text: str) -> None:
        with self.path.open("ab") as file:
            file.write(text.encode(self.encoding.replace("utf-16", "utf-16-le")))

    def judge(self, settings: PatternSettings | None = None, **more: Any) -> Finding | None:
        seen = observed(logs=self.globs, **more)
        self.oracle.settings = settings or PatternSettings()
        return self.oracle.check(seen)


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path / "app.log")


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-20 10:00:00,123 ERROR Desk.Orders - could not save",
        "2026-11-20 10:00:00.1234|ERROR|Desk.Orders|could not save",
        "[10:00:00 ERR] could not save",
        "fail: Desk.Orders[0]",
        'time="10:00" level=error msg="could not save"',
        "FATAL the end",
        "2026/11/20 10:00:00 [エラー] 保存できません",
        f"2026-11-20 10:00:00 unexpected\n{STACK}",
        f"{STACK_JA}",
    ],
)
def test_a_new_line_with_an_error_is_found(log: Log, line: str) -> None:
    log.write(line + "\n")
    found = log.judge()
    assert found is not None
    assert line.splitlines()[0] in found.actual


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-20 10:00:00 INFO 0 ERROR records", "INFO ERROR_COUNT=0", "DEBUG error rate 0.1", "WARN retry 2",
        "[10:00:00 INF] no errors", "2026/11/20 [情報] エラーなし", "errors: 0", "The error page was opened",
        f"2026-11-20 10:00:00 DEBUG handled\n{STACK}",
    ],
)  # fmt: skip
def test_a_line_that_merely_contains_the_word_is_none(log: Log, line: str) -> None:
    log.write(line + "\n")
    assert log.judge() is None


def test_old_lines_are_none_and_the_same_error_is_reported_once(log: Log) -> None:
    assert log.judge() is None
    log.write("ERROR order 17 lost at 10:01\n")
    assert log.judge() is not None
    log.write("ERROR order 18 lost at 10:02\n")
    assert log.judge() is None
    log.write("ERROR disk full\n")
    assert log.judge() is not None


def test_the_exception_in_a_record_is_read_even_beside_its_message(log: Log) -> None:
    log.write(f"2026-11-20 10:00:00 ERROR Desk.Orders saving: {STACK}\n2026-11-20 10:00:01 INFO done\n")
    found = log.judge()
    assert found is not None
    assert found.exception is not None
    assert (found.exception.type, found.exception.source) == ("System.FormatException", "log")
    assert "INFO done" not in found.details["record"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_every_usual_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    log = Log(tmp_path / "app.log", encoding, old="開始しました\n")
    log.encoding = encoding.removesuffix("-sig")
    log.write("ERROR 保存に失敗しました\n")
    found = log.judge()
    assert found is not None
    assert "保存に失敗しました" in found.actual


def test_a_line_counts_once_it_is_whole_or_nothing_more_can_come(log: Log) -> None:
    log.write("ERROR half a li")
    assert log.judge() is None
    log.write("ne\n")
    found = log.judge()
    assert found is not None
    assert "half a line" in found.actual
    log.write("FATAL no end")
    gone = ended(3, logs=log.globs)
    assert log.oracle.check(gone) is not None


def test_rotation_by_renaming_and_by_emptying_loses_and_repeats_nothing(log: Log) -> None:
    log.write("INFO fine\n")
    log.path.rename(log.path.with_name("app.1.log"))
    log.path.write_text("ERROR after renaming\n", encoding="utf-8")
    found = log.judge()
    assert found is not None
    assert "after renaming" in found.actual
    assert found.details["others"] == []
    log.path.write_text("ERROR new\n", encoding="utf-8")
    found = log.judge()
    assert found is not None
    assert "ERROR new" in found.actual


def test_one_look_reads_a_bounded_part_and_the_next_one_the_rest(log: Log) -> None:
    log.write("INFO fine\n" * (READ_AT_MOST // 10) + "ERROR at the end\n")
    assert log.judge() is None
    assert log.judge() is not None


def test_the_pattern_replaces_the_levels_and_ignore_leaves_out(log: Log) -> None:
    mine = PatternSettings(pattern="(?i)overdraft", ignore="test account")
    log.write("ERROR something else\nINFO Overdraft on test account\n")
    assert log.judge(mine) is None
    log.write("INFO Overdraft on account 7\n")
    assert log.judge(mine) is not None


def test_files_that_are_not_there_or_cannot_be_read_are_no_failure(tmp_path: Path) -> None:
    seen = observed(logs=(str(tmp_path / "none" / "*.log"), str(tmp_path)))
    assert AppLog().check(seen) is None
    assert read_tail(str(tmp_path / "none.log")) == ""


# -- error_text -----------------------------------------------------------------------------------------------------


def shows(*new: Control, old: tuple[Control, ...] = (), settings: PatternSettings | None = None, **more: Any) -> Any:
    windows = (window(),)
    before, after = Snapshot(old, windows, **more), Snapshot(new, windows)
    return ErrorText(settings).check(observed(before=before, after=after))


STATUS = control("Ready", ref="s", automation_id="StatusText")


def now(text: str, **more: Any) -> Control:
    return control(text, ref="s", automation_id="StatusText", **more)


@pytest.mark.parametrize(
    "text",
    ["Saving failed: disk full", "保存に失敗しました", "Error: no connection", "エラーが発生しました"],
)  # fmt: skip
def test_a_text_that_changed_into_an_error_is_found(text: str) -> None:
    found = shows(now(text), old=(STATUS,))
    assert found is not None
    assert found.details["about"] == "StatusText"


@pytest.mark.parametrize("text", ["Saved", "Error rate: 0", "エラー率", "No errors", "エラー 0 件", "Failed logins: 2"])
def test_a_text_that_merely_contains_the_word_does_not_count(text: str) -> None:
    assert shows(now(text), old=(STATUS,)) is None


def test_what_stood_there_before_is_no_news_even_when_it_is_built_anew() -> None:
    old = now("Saving failed")
    assert shows(old, old=(old,)) is None
    assert shows(control("Saving failed", ref="other"), old=(old,)) is None
    assert shows(control("Saving failed", ref="other"), old=(STATUS,), truncated=True) is None


def test_data_commands_and_what_the_user_types_are_no_error_texts() -> None:
    assert shows(control("Saving failed", "Button")) is None
    assert shows(control("Log", "Edit", value="Saving failed", read_only=False)) is None
    rows = (control("Runs", "DataGrid"), control("Saving failed", "DataItem", depth=2), control("Save failed", depth=3))
    assert shows(*rows) is None
    assert shows(*rows, control("Saving failed", ref="below the grid")) is not None
    assert shows(now("Saving failed", visible=False), old=(STATUS,)) is None


def test_the_same_text_is_reported_once_and_the_pattern_adds_to_it() -> None:
    oracle = ErrorText()
    before, after = Snapshot((STATUS,)), Snapshot((now("Order 17 failed"),))
    again = Snapshot((now("Order 18 failed"),))
    seen = [observed(before=before, after=a) for a in (after, again)]
    assert [oracle.check(s) is not None for s in seen] == [True, False]
    assert shows(now("E-42"), old=(STATUS,), settings=PatternSettings(pattern=r"E-\d+")) is not None
    assert shows(now("Saving failed"), old=(STATUS,), settings=PatternSettings(ignore="Saving")) is None


def test_it_only_warns_by_default() -> None:
    assert (ErrorText.level, AppLog.level) == ("warn", "on")
    assert STATUS.hwnd == MAIN
