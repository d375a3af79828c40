"""What version 0.1.0 wrote still works: profiles, explorations, sessions, tickets, replays, registrations."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.upgrade.conftest import CHECKOUT, index_of
from wpfagent.entries.registration import CLIENTS, SCOPES, Computer, ServerCommand, inspect, unregister

Cli = Callable[..., tuple[int, str]]
JSON_SERVERS = '    "mcpServers": {"x": {"command": "y"}},\n    "servers": {}\n}\n'
CRASH, DIALOG = "TICKET-20261124-024223-7121", "TICKET-20261124-024225-8f7e"
SESSIONS = {"20261124-024223-19545", "20261124-024225-29871"}
JSON_BEFORE = '{\n    // the person\'s own\n    "theme": "dark", /* é */\n' + JSON_SERVERS
TOML_BEFORE = "# the person's own\nmodel = 'm' # é\n\n[mcp_servers.x]\ncommand = 'y'\n"


def test_a_profile_reads_with_every_key_and_its_file_can_be_changed(cli: Cli, old: Path) -> None:
    code, shown = cli("profiles", "show", "Form", "--profiles", old / "profiles.json", "--json")
    assert code == 0
    profile = json.loads(shown)["profile"]
    assert profile["timeouts"]["freeze_ms"] == 4000
    assert profile["safety"]["destructive_patterns"] == ["Reset all"]
    assert profile["oracles"]["memory_growth"] == {"level": "warn"}
    before = (old / "profiles.json").read_text("utf-8")
    assert cli("profiles", "remove", "Form", "--profiles", old / "profiles.json")[0] == 0
    assert json.loads((old / "profiles.json").read_text("utf-8"))["profiles"] == []
    assert '"Form"' in before


def test_an_exploration_file_runs(cli: Cli, old: Path) -> None:
    code, said = cli("random", "run", "--file", old / "exploration.yaml")
    assert code == 0, said
    assert "seed 7" in said


def test_sessions_are_listed_and_shown_step_by_step(cli: Cli) -> None:
    code, listed = cli("sessions", "list", "--json")
    assert code == 0
    assert {s["session_id"] for s in json.loads(listed)["sessions"]} == {
        "20261124-024223-19545",
        "20261124-024225-29871",
    }
    code, shown = cli("sessions", "show", "20261124-024223-19545")
    assert code == 0
    assert "CardButton" in shown


@pytest.mark.parametrize("ticket", [CRASH, DIALOG])
def test_a_ticket_is_shown_and_its_replay_reproduces(cli: Cli, old: Path, ticket: str) -> None:
    assert cli("tickets", "show", ticket)[0] == 0
    repro = next((old / "artifacts/tickets").glob(f"*/{ticket}/repro.actions.json"))
    code, said = cli("replay", "--file", repro)
    assert code == 1, said


@pytest.mark.parametrize(("scenario", "ticket"), [("crash", CRASH), ("dialog", DIALOG)])
def test_the_same_failure_raises_the_count_of_its_ticket(cli: Cli, old: Path, scenario: str, ticket: str) -> None:
    code, said = cli("scenario", "run", CHECKOUT / "tests" / "failing" / f"{scenario}.yaml")
    assert code == 1, said
    entries = {e["id"]: e["count"] for e in index_of(old)}
    assert entries == {CRASH: 1, DIALOG: 1} | {ticket: 2}


def test_a_recorded_session_is_minimised(cli: Cli, old: Path) -> None:
    code, said = cli("minimize", CRASH)
    assert code == 0, said
    assert "5/5" in said


@pytest.mark.skipif(sys.platform == "win32", reason="the files lie where the clients of another system have them")
@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("name", CLIENTS)
def test_a_registration_is_known_and_taken_out_to_the_byte(old: Path, name: str, scope: str) -> None:
    (old / "bin").mkdir()
    exe = old / "bin" / "wpf-agent.exe"
    exe.write_bytes(b"")
    computer = Computer(old / "home", old / "project", old / "data", {"PATH": str(old / "bin")}, "linux")
    client, server = CLIENTS[name], ServerCommand(exe.as_posix(), ("mcp", "serve"))
    assert inspect(client, scope, computer, server).state == "current"
    assert unregister(client, scope, computer, server).change == "removed"
    expected = TOML_BEFORE if client.format == "toml" else JSON_BEFORE
    assert client.file(scope, computer).read_text("utf-8") == expected
