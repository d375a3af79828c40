"""`wpf-agent tickets`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def failed(cli, scenario):
    """The command line after a scenario that found a failure."""
    file = scenario("steps: [{action: click, selector: {automation_id: CrashButton}}]\n")
    assert cli("scenario", "run", file).code == 1
    return cli


def test_list_shows_one_line_for_each_ticket(failed):
    called = failed("tickets", "list")
    assert called.code == 0
    header, line, _ = called.out.splitlines()
    assert header.split() == ["ticket", "status", "title", "count", "reproduced", "last", "seen"]
    assert line.startswith("TICKET-")
    assert " open " in line


def test_list_as_json_holds_the_index(failed):
    (ticket,) = failed("tickets", "list", "--json").json["tickets"]
    assert ticket["count"] == 1
    assert Path(ticket["folder"], "ticket.md").is_file()


def test_list_by_status(failed):
    assert failed("tickets", "list", "--status", "closed", "--json").json["tickets"] == []
    assert failed("tickets", "list", "--status", "shut").code == 2


def test_list_without_tickets_is_no_error(cli):
    called = cli("tickets", "list")
    assert called.code == 0
    assert "no tickets in" in called.out


def test_show_prints_the_ticket(failed):
    called = failed("tickets", "show", "--last")
    assert called.code == 0
    assert "## Repro Steps（再現手順）" in called.out
    assert "Click the button 'Crash' (CrashButton)." in called.out
    assert "incomplete" not in called.out


def test_show_says_what_is_missing(failed):
    folder = Path(failed("tickets", "list", "--json").json["tickets"][0]["folder"])
    (folder / "runner.log").unlink()
    assert "incomplete: runner.log is missing." in failed("tickets", "show").out
    assert "runner.log is missing." in failed("tickets", "show", "--json").json["incomplete"]


def test_show_of_a_name_that_is_not_there_is_2_with_the_nearest(failed):
    called = failed("tickets", "show", "TICKET-1")
    assert called.code == 2
    assert "TICKET-20" in called.err


def test_open_prints_where_the_report_lies(failed):
    called = failed("tickets", "open", "--last", "--print")
    assert called.code == 0
    assert Path(called.out.strip()).name == "report.html"
    assert Path(called.out.strip()).is_file()


def test_verify_reproduces_and_notes_it(failed):
    called = failed("tickets", "verify", "--last", "--times", "2", "--json")
    assert called.code == 1
    (ticket,) = failed("tickets", "list", "--json").json["tickets"]
    assert (ticket["reproduced"], ticket["attempts"], ticket["status"], ticket["count"]) == (2, 2, "open", 1)
    kept = json.loads(Path(ticket["folder"], "ticket.json").read_text(encoding="utf-8"))
    assert [r["outcome"] for r in kept["reproducibility"]["runs"]] == ["reproduced", "reproduced"]
    assert "2/2" in failed("tickets", "list").out


def test_verify_rejects_a_number_that_is_none(failed):
    assert failed("tickets", "verify", "--last", "--times", "often").code == 2


def test_help_names_the_exit_codes(cli):
    assert "it is still there" in cli("tickets", "--help").out
