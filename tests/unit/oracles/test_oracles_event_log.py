"""The event log: recorded events of both languages, the query, and crash dumps."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from wpfagent.testing.oracles.parts.crash_dump import find_dump
from wpfagent.testing.oracles.parts.event_log import Event, events_for, parse_event, select

EVENTS = Path(__file__).parents[2] / "data" / "events"


def event(name: str) -> Event | None:
    return parse_event((EVENTS / f"{name}.xml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_dotnet_framework_event_is_read(language: str) -> None:
    found = event(f"dotnet-framework-1026-{language}")
    assert found is not None
    assert (found.event_id, found.program, found.pid) == (1026, "OrderDesk.exe", 0)
    assert found.exception is not None
    assert found.exception.type == "System.FormatException"
    assert found.exception.frames[2:4] == ("OrderDesk.SettingsPage.ReadTimeout", "OrderDesk.SettingsPage.Save_Click")


def test_a_dotnet_event_tells_the_inner_exception_its_pid_and_time() -> None:
    found = event("dotnet8-1026-en")
    assert found is not None
    assert found.pid == 7432
    assert found.exception is not None
    assert found.exception.type == "System.InvalidOperationException"
    assert found.exception.frames[0] == "OrderDesk.Views.AboutWindow.CheckForUpdatesAsync"
    assert found.to_dict()["time"].startswith("2026-11-")
    assert found.time == pytest.approx(1795144500.5)


def test_a_fail_fast_event_gives_its_message_and_stack() -> None:
    found = event("dotnet8-1025-fail-fast-en")
    assert found is not None
    assert found.exception is not None
    assert found.exception.type == "System.Environment.FailFast"
    assert found.exception.message == "The order book is inconsistent."


@pytest.mark.parametrize(
    ("name", "program", "code", "module"),
    [
        ("application-error-1000-win10", "OrderDesk.exe", 0xE0434352, "KERNELBASE.dll"),
        ("application-error-1000-win11-ja", "受注デスク.exe", 0xC0000005, "ReportEngine.dll"),
    ],
)
def test_an_application_error_is_read_with_and_without_names(name: str, program: str, code: int, module: str) -> None:
    found = event(name)
    assert found is not None
    assert (found.program, found.pid, found.code, found.module) == (program, 0x1D08, code, module)


def test_other_events_and_broken_ones_are_none() -> None:
    assert event("error-reporting-1001-en") is None
    assert parse_event("<Event") is None
    assert parse_event("<Event/>") is None


def test_only_the_events_of_this_process_count() -> None:
    both = [event("application-error-1000-win10"), event("dotnet-framework-1026-en"), None]
    assert len(select(both, 7432, r"C:\Program Files\OrderDesk\ORDERDESK.EXE")) == 2
    assert [e.event_id for e in select(both, 99, "OrderDesk.exe")] == [1026]
    assert select(both, 7432, "Other.exe") == ()


def test_reading_the_log_never_raises() -> None:
    reading = events_for(4, "no-such-program.exe", time.time() - 60, time.time())
    assert list(reading) == []
    if sys.platform != "win32":
        assert "no Windows event log" in reading.problem


def test_the_newest_dump_of_the_process_is_found(tmp_path: Path) -> None:
    for number, name in enumerate(("Desk.exe.12.dmp", "Desk.exe(1).12.dmp", "Desk.exe.121.dmp", "Other.exe.12.dmp")):
        (tmp_path / name).write_bytes(b"MDMP")
        os.utime(tmp_path / name, (1_000 + number, 1_000 + number))
    assert (
        find_dump("C:\\Apps\\Desk.exe", 12, 0.0, folders=[tmp_path / "none", tmp_path]) == tmp_path / "Desk.exe.12.dmp"
    )
    assert find_dump("Desk.exe", 12, 5_000.0, folders=[tmp_path]) is None
    (tmp_path / "coredump.12.dmp").write_bytes(b"MDMP")
    assert find_dump("Desk.exe", 12, 5_000.0, folders=[tmp_path]) == tmp_path / "coredump.12.dmp"
