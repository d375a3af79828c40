"""`wpf-agent sessions`: what it lists, shows, opens and deletes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from wpfagent import SessionWriter
from wpfagent.entries.cli import opening
from wpfagent.entries.cli.commands import sessions as sessions_command

STEPS = [
    {"action": "click", "subject": "click Button 'Card' (automation_id Card)", "effect": "confirmed", "elapsed_ms": 35,
     "screen": {"before": "screens/0001-before.png", "after": "screens/0001-after.png"}, "note": "why"},
    {"action": "type_text", "subject": "type_text Edit '至急'", "elapsed_ms": 7,
     "error": {"code": "element_not_found", "message": "No such element."}},
    {"action": "click", "subject": "click Button 'Delete'", "effect": "refused",
     "error": {"code": "refused_destructive", "message": "It deletes."}},
    {"check": "expected", "subject": "check text_equals 'x' of Text 'Status'", "ticket": "TICKET-1",
     "verdict": {"ok": False, "expected": "text 'Saved'", "actual": "text ''", "elapsed_ms": 500},
     "findings": [{"oracle": "expectation_not_met", "severity": "failure", "title": "Status is empty"}]},
]  # fmt: skip


@pytest.fixture
def kept(cli: CommandLine) -> list[str]:
    """Three sessions, the oldest first: one of a scenario that failed, one cut off, one by hand."""
    return [
        write(cli, "20261120-080000-aaaa", {"caller": "scenario", "scenario": {"id": "order-note"}}, steps=STEPS,
              outcome={"outcome": "failed", "reason": "Status is empty", "tickets": [{"id": "TICKET-1"}]}),
        write(cli, "20261120-090000-bbbb", {"caller": "mcp", "desktop": "simulated"}, steps=STEPS[:1]),
        write(cli, "20261121-080000-cccc", {"caller": "run", "target_spec": {"exe": "C:\\x\\Desk.exe"}},
              outcome={"outcome": "passed"}),
    ]  # fmt: skip


def write(cli: CommandLine, session_id: str, facts: dict, *, steps: list = (), outcome: dict | None = None) -> str:  # type: ignore[type-arg, assignment]
    day, time = session_id[:8], session_id[9:15]
    started = f"{day[:4]}-{day[4:6]}-{day[6:]}T{time[:2]}:{time[2:4]}:{time[4:]}.000+00:00"
    writer = SessionWriter(str(cli.folder / "artifacts"), {**facts, "started": started}, session_id)
    for step in steps:
        writer.step(step)
    if outcome is None:
        writer.close()
        cut(cli, session_id)
    else:
        writer.close(outcome)
    return session_id


def cut(cli: CommandLine, session_id: str) -> None:
    """Make it as a killed run leaves it: no end, half a line."""
    folder = folder_of(cli, session_id)
    (folder / "session.json").write_text('{"caller": "mcp", "desktop": "simulated", "started": "2026-11-20T09:00:00Z"}')
    with open(folder / "steps.jsonl", "ab") as file:
        file.write(b'{"n": 2, "act')


def folder_of(cli: CommandLine, session_id: str) -> Path:
    return cli.folder / "artifacts" / "sessions" / session_id


# -- list -----------------------------------------------------------------------------------------------------------


def test_list_has_the_newest_first_and_says_how_each_ended(cli, kept):
    called = cli("sessions", "list")
    lines = called.out.splitlines()
    assert called.code == 0
    assert [line.split()[0] for line in lines[1:4]] == kept[::-1]
    assert "run Desk.exe" in lines[1]
    assert "passed" in lines[1]
    assert "mcp (simulated)" in lines[2]
    assert "cut off" in lines[2]
    assert "scenario order-note" in lines[3]
    assert "failed" in lines[3]
    assert "TICKET-1" in lines[3]


def test_list_as_json(cli, kept):
    found = cli("sessions", "list", "--json").json
    assert [s["session_id"] for s in found["sessions"]] == kept[::-1]
    assert [s["state"] for s in found["sessions"]] == ["ended", "interrupted", "ended"]
    assert [s["steps"] for s in found["sessions"]] == [0, 1, 4]
    assert found["count"] == 3


@pytest.mark.parametrize(("limit", "count"), [("1", 1), ("2", 2), ("0", 3), ("9", 3)])
def test_a_limit_shows_the_newest(cli, kept, limit, count):
    assert len(cli("sessions", "list", "--limit", limit, "--json").json["sessions"]) == count


def test_a_list_of_nothing_is_no_error(cli):
    called = cli("sessions", "list")
    assert called.code == 0
    assert "no sessions" in called.out
    assert cli("sessions", "list", "--json").json["sessions"] == []


def test_listing_needs_no_desktop(cli, kept, monkeypatch):
    cli.desktop = None  # type: ignore[assignment]
    assert cli("sessions", "list").code == 0
    assert cli("sessions", "show", "--last").code == 0


# -- show -----------------------------------------------------------------------------------------------------------


def test_show_tells_each_step_with_what_came_of_it(cli, kept):
    out = cli("sessions", "show", kept[0]).out
    folder = folder_of(cli, kept[0])
    for text in (
        f"{kept[0]}  scenario order-note", "failed: Status is empty", "ticket TICKET-1", str(folder), "    1  ",
        "click Button 'Card' (automation_id Card)", "confirmed", "35 ms", "note: why",
        f"picture before: {folder / 'screens/0001-before.png'}",
        f"picture after: {folder / 'screens/0001-after.png'}",
        "element_not_found: No such element.", "refused_destructive: It deletes.", "refused",
        "expected text 'Saved'; seen: text ''", "found (expectation_not_met): Status is empty", "500 ms",
    ):  # fmt: skip
        assert text in out, text
    assert "cut" not in out


def test_show_reads_a_cut_file_and_says_so(cli, kept):
    called = cli("sessions", "show", kept[1])
    assert called.code == 0
    assert "cut off" in called.out
    assert "is cut" in called.out
    assert "click Button 'Card'" in called.out


def test_show_as_json(cli, kept):
    found = cli("sessions", "show", kept[1], "--json").json
    assert (found["torn"], found["state"], len(found["steps"])) == (True, "interrupted", 1)
    assert found["session"]["caller"] == "mcp"


def test_a_session_is_named_by_its_beginning_its_folder_or_as_the_last(cli, kept):
    for name in ("20261120-08", str(folder_of(cli, kept[0]))):
        assert cli("sessions", "show", name).out.startswith(kept[0])
    assert cli("sessions", "show").out.startswith(kept[2])
    assert cli("sessions", "show", "--last").out.startswith(kept[2])


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("show", "20261120"), "20261120-090000-bbbb, 20261120-080000-aaaa"),
        (("show", "20261121-080000-cccd"), "Nearest: 20261121-080000-cccc"),
        (("show", "2026", "--last"), "Give one of them"),
        (("list", "--limit", "many"), "--limit cannot be 'many'"),
        (("prune",), "--keep N"),
        (("prune", "--keep", "few"), "--keep cannot be 'few'"),
        (("prune", "--older-than", "30 weeks"), "30d, 12h"),
    ],
)
def test_what_is_wrong_is_said_with_the_way_on(cli, kept, argv, said):
    called = cli("sessions", *argv)
    assert called.code == 2
    assert said in called.err


# -- open -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What was opened instead of with the system's program."""
    found: list[Path] = []
    monkeypatch.setattr(sessions_command, "open_file", found.append)
    return found


def test_open_makes_the_report_and_opens_it(cli, kept, opened):
    called = cli("sessions", "open", kept[0])
    assert called.code == 0, called.err
    report = folder_of(cli, kept[0]) / "report.html"
    assert opened == [report]
    assert called.out.strip() == str(report)
    assert "order-note" in report.read_text("utf-8")


def test_open_makes_the_report_again_only_when_it_is_older_than_the_steps(cli, kept, opened):
    report = folder_of(cli, kept[2]) / "report.html"
    report.write_text("mine", encoding="utf-8")
    newest = max(p.stat().st_mtime for p in report.parent.glob("*.json*"))
    os.utime(report, (newest + 5, newest + 5))
    cli("sessions", "open", "--last")
    assert report.read_text("utf-8") == "mine"
    os.utime(report, (newest - 5, newest - 5))
    cli("sessions", "open", "--last")
    assert report.read_text("utf-8") != "mine"


def test_open_can_only_print(cli, kept, opened):
    report = str(folder_of(cli, kept[2]) / "report.html")
    assert cli("sessions", "open", "--print").out.strip() == report
    assert cli("sessions", "open", "--json").json == {"report": report}
    assert opened == []


@pytest.mark.skipif(os.name == "nt", reason="Windows always has one")
def test_without_a_program_that_opens_files_the_path_is_told(cli, kept, monkeypatch):
    monkeypatch.setattr(opening, "find_program", lambda name: None)
    called = cli("sessions", "open", "--last")
    assert called.code == 3
    assert str(folder_of(cli, kept[2]) / "report.html") in called.err


# -- prune ----------------------------------------------------------------------------------------------------------


def test_prune_deletes_and_says_what(cli, kept):
    dry = cli("sessions", "prune", "--keep", "1", "--dry-run")
    assert f"would delete {kept[0]}" in dry.out
    assert folder_of(cli, kept[0]).is_dir()
    done = cli("sessions", "prune", "--keep", "1").out
    assert f"deleted {kept[0]}" in done
    assert cli("sessions", "list", "--json").json["sessions"][0]["session_id"] == kept[2]
    assert not folder_of(cli, kept[0]).exists()


def test_prune_by_age_and_as_json(cli, kept):
    assert cli("sessions", "prune", "--older-than", "100000d", "--json").json["removed"] == []
    found = cli("sessions", "prune", "--older-than", "0.5h", "--dry-run", "--json").json
    assert found["dry_run"] is True
    assert set(found["removed"]) | {s["session_id"] for s in found["spared"]} == set(kept)


def test_prune_spares_what_a_ticket_needs(cli, kept):
    (cli.folder / "artifacts" / "tickets" / kept[0] / "TICKET-1").mkdir(parents=True)
    assert f"kept {kept[0]}: a ticket lies in it" in cli("sessions", "prune", "--keep", "0").out
    assert f"deleted {kept[0]}" in cli("sessions", "prune", "--keep", "0", "--with-tickets").out
