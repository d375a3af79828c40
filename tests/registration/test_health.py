"""Shaking hands with what is registered, and what `status` makes of it."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
import time
from pathlib import Path

import pytest

from wpfagent.entries.registration import CLIENTS, Computer, ServerCommand, register, statuses
from wpfagent.entries.registration.health import check
from wpfagent.entries.registration.status import NOT_STARTED

STANDIN = str(Path(__file__).parent / "standin.py")
CLAUDE = CLIENTS["claude"]


def words(how: str = "well") -> list[str]:
    return [sys.executable, "-I", STANDIN, how]


@pytest.fixture
def computer(computer: Computer) -> Computer:
    return dataclasses.replace(computer, environ={**os.environ, "PATH": computer.environ["PATH"]})


@pytest.fixture
def working(tmp_path: Path) -> ServerCommand:
    """The stand-in, started as this installation would be."""
    package = tmp_path / "wpfagent.py"
    package.write_text(Path(STANDIN).read_text(encoding="utf-8"), encoding="utf-8")
    return ServerCommand(sys.executable, (str(package), "wpfagent", "mcp", "serve"))


def test_a_server_that_answers_is_healthy_and_every_page_of_tools_counts(computer: Computer) -> None:
    found = check(words(), computer, env={"STANDIN_VERSION": "7"})
    assert (found.ok, found.tools, found.server, found.error) == (True, 2, "wpf-agent 7", "")
    assert 0 < found.elapsed_ms < 30_000


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ("ends", "ended before it answered"),
        ("prints", "what is no protocol: 'hello, person'"),
        ("refuses", "tools/list failed"),
    ],
)
def test_a_server_that_misbehaves_is_told_by_how(how: str, error: str, computer: Computer) -> None:
    found = check(words(how), computer)
    assert not found.ok
    assert error in found.error
    assert how != "ends" or "ModuleNotFoundError" in found.error


def test_a_server_that_never_answers_is_ended_in_time(computer: Computer) -> None:
    started = time.monotonic()
    found = check(words("silent"), computer, timeout_s=0.5)
    assert "no answer to initialize in time" in found.error
    assert time.monotonic() - started < 20


def test_a_server_that_does_not_end_with_its_input_is_ended(computer: Computer) -> None:
    started = time.monotonic()
    assert check(words("stays"), computer).ok
    assert time.monotonic() - started < 20


def test_a_program_that_cannot_be_started_is_told(computer: Computer, tmp_path: Path) -> None:
    assert "cannot be started" in check([str(tmp_path / "none")], computer).error


def test_the_server_gets_the_small_environment_of_strict_clients(computer: Computer) -> None:
    loose = dataclasses.replace(computer, environ={**computer.environ, "STANDIN_VERSION": "9"})
    assert check(words(), loose).server == "wpf-agent 1.0"


def test_status_starts_each_command_once_and_says_what_answers(
    computer: Computer, working: ServerCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wpfagent.entries.registration import health

    started: list[object] = []
    real = health.check

    def counted(*args: object, **named: object) -> object:
        started.append(args[0])
        return real(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(health, "check", counted)
    for name in ("claude", "codex", "cursor"):
        register(CLIENTS[name], "user", computer, working)
    found = {(s.standing.client.name, s.standing.scope): s for s in statuses([*CLIENTS.values()], computer, working)}
    assert len(found) == 10
    assert len(started) == 1
    held = found["claude", "user"]
    assert (held.standing.state, held.health and held.health.tools, held.is_good) == ("current", 2, True)
    assert found["gemini", "user"].standing.state == "absent"
    assert held.to_dict()["health"]["server"] == "wpf-agent 1.0"
    json.dumps(held.to_dict())


def test_status_says_what_is_stale_and_does_not_start_it(computer: Computer, server: ServerCommand) -> None:
    gone = dataclasses.replace(server, command=str(computer.home / "wpf-agent.exe"))
    register(CLAUDE, "user", computer, gone)
    found = statuses([CLAUDE], computer, server)[0]
    assert (found.standing.state, found.health, found.is_good) == ("stale", None, False)
    assert found.to_dict()["why"] == f"{gone.command} does not exist"


def test_status_names_the_entry_for_one_folder_that_claude_puts_first(
    computer: Computer, server: ServerCommand
) -> None:
    entry = {"command": "x", "args": ["mcp", "serve"]}
    file = CLAUDE.file("user", computer)
    for folder, hidden in ((computer.folder, True), (computer.home, False)):
        file.write_text(json.dumps({"projects": {folder.as_posix(): {"mcpServers": {"wpf-agent": entry}}}}))
        note = statuses([CLAUDE], computer, server, start=False)[0].note
        assert ("claude mcp remove -s local wpf-agent" in note) is hidden


def test_a_strangers_project_file_starts_nothing(computer: Computer, server: ServerCommand, tmp_path: Path) -> None:
    trap, hit = tmp_path / "wpf-agent.py", tmp_path / "hit"
    trap.write_text(f"open({str(hit)!r}, 'w')", encoding="utf-8")
    for entry in (
        {"command": sys.executable, "args": [str(trap), "wpfagent", "mcp", "serve"]},
        {"command": server.command, "args": ["mcp", "serve"], "env": {"PYTHONSTARTUP": str(trap)}},
        {"command": server.command, "args": ["mcp", "serve", "--profiles", str(trap)]},
    ):
        (computer.folder / ".mcp.json").write_text(json.dumps({"mcpServers": {"wpf-agent": entry}}), encoding="utf-8")
        found = statuses([CLAUDE], computer, server)[1]
        assert (found.standing.scope, found.health, found.note) == ("project", None, NOT_STARTED)
    assert not hit.exists()


def test_a_project_file_that_we_wrote_is_started(computer: Computer, working: ServerCommand) -> None:
    register(CLAUDE, "project", computer, dataclasses.replace(working, options=("--mode", "safe")))
    found = statuses([CLAUDE], computer, working)[1]
    assert found.health is not None
    assert found.health.ok


def test_a_home_that_is_the_project_too_is_shown_once(computer: Computer, server: ServerCommand) -> None:
    at_home = dataclasses.replace(computer, folder=computer.home)
    found = statuses([CLIENTS["cursor"]], at_home, server)
    assert [s.standing.scope for s in found] == ["user"]
