"""The clients themselves, installed from npm into a folder of their own, with a home that is thrown away.

They are looked for in the folder that WPF_AGENT_CLIENTS names (where `npm install --prefix` put them) or on the PATH.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from wpfagent.entries.registration import (
    CLIENTS,
    NAME,
    Computer,
    ServerCommand,
    inspect,
    register,
    statuses,
    unregister,
)
from wpfagent.entries.registration.seen import ask_client

PACKAGES = {
    "claude": "@anthropic-ai/claude-code",
    "codex": "@openai/codex",
    "gemini": "@google/gemini-cli",
}
STANDIN = Path(__file__).parent / "standin.py"
Ask = Callable[..., str]


def folder_of_programs() -> str:
    given = os.environ.get("WPF_AGENT_CLIENTS")
    return str(Path(given) / "node_modules" / ".bin") if given else ""


def find(name: str) -> str | None:
    return shutil.which(name, path=os.pathsep.join(filter(None, (folder_of_programs(), os.environ.get("PATH")))))


def needs(name: str) -> pytest.MarkDecorator:
    reason = f"{name} is not installed: npm install --prefix DIR {PACKAGES[name]}, and WPF_AGENT_CLIENTS=DIR"
    if shutil.which("node") is None:
        reason = "node is not installed"
    return pytest.mark.skipif(shutil.which("node") is None or find(name) is None, reason=reason)


REAL = [pytest.param(name, id=name, marks=needs(name)) for name in PACKAGES]


@pytest.fixture
def computer(computer: Computer) -> Computer:
    """A computer on which the clients are installed, and nobody ever used them."""
    kept = {
        k: v for k, v in os.environ.items() if k.upper() in ("LANG", "SYSTEMROOT", "TEMP", "TMP", "COMSPEC", "PATHEXT")
    }
    quiet = {"DISABLE_TELEMETRY": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"}
    home = {"HOME": str(computer.home), "USERPROFILE": str(computer.home)}
    path = os.pathsep.join(filter(None, (folder_of_programs(), os.environ.get("PATH", ""))))
    return dataclasses.replace(
        computer, environ={**kept, **quiet, **home, "PATH": path, "GEMINI_CLI_TRUST_WORKSPACE": "true"}
    )


@pytest.fixture
def server(tmp_path: Path) -> ServerCommand:
    """The stand-in, started as this installation would be."""
    return ServerCommand(sys.executable, (str(STANDIN), "wpfagent", "mcp", "serve"))


@pytest.fixture
def ask(computer: Computer) -> Ask:
    """Calls a client's program and returns what it prints."""

    def call(*words: str) -> str:
        program = computer.find_program(words[0])
        assert program is not None
        done = subprocess.run(
            [program, *words[1:]], cwd=computer.folder, env=dict(computer.environ), stdin=subprocess.DEVNULL,
            capture_output=True, timeout=120, check=False,
        )  # fmt: skip
        return (done.stdout + done.stderr).decode(errors="replace")

    return call


@pytest.mark.parametrize("name", REAL)
def test_the_client_sees_the_server_until_it_is_taken_out(
    name: str, computer: Computer, server: ServerCommand, ask: Ask
) -> None:
    client = CLIENTS[name]
    path = client.file("user", computer)
    ask(name, "mcp", "list")  # it writes its own files at the first start
    before = path.read_bytes() if path.exists() else None
    assert register(client, "user", computer, server).change == "added"
    first = path.read_bytes()
    assert register(client, "user", computer, server).change == "unchanged"
    seen = ask_client(client, computer)
    assert seen.yes, seen.said
    untouched = path.read_bytes() == first
    unregister(client, "user", computer, server)
    assert untouched or name == "claude", "only Claude Code keeps its own things in this file"
    if untouched:
        assert (path.read_bytes() if path.exists() else None) == before
    else:
        assert NAME not in path.read_text(encoding="utf-8")
    assert not ask_client(client, computer).yes
    register(client, "user", computer, server)
    assert ask_client(client, computer).yes


@pytest.fixture
def own_server() -> ServerCommand:
    """The product's own server, as this environment has it installed."""
    return ServerCommand(sys.executable, ("-m", "wpfagent", "mcp", "serve"))


@needs("claude")
def test_claude_connects_to_the_server(computer: Computer, own_server: ServerCommand, ask: Ask) -> None:
    register(CLIENTS["claude"], "user", computer, own_server)
    [line] = [line for line in ask("claude", "mcp", "list").splitlines() if line.startswith(NAME)]
    assert "Connected" in line


@needs("gemini")
def test_gemini_connects_to_the_server(computer: Computer, own_server: ServerCommand, ask: Ask) -> None:
    register(CLIENTS["gemini"], "user", computer, own_server)
    [line] = [line for line in ask("gemini", "mcp", "list").splitlines() if NAME in line]
    assert "Connected" in line


@needs("codex")
def test_codex_reads_every_key(computer: Computer, server: ServerCommand, ask: Ask) -> None:
    register(CLIENTS["codex"], "user", computer, server)
    text = ask("codex", "mcp", "get", NAME, "--json")
    held = json.loads(text[text.index("{") : text.rindex("}") + 1])
    assert held["transport"]["command"] == server.command
    assert held["transport"]["args"] == list(server.args)
    assert (held["startup_timeout_sec"], held["tool_timeout_sec"]) == (30, 120)


@needs("claude")
def test_claudes_entry_for_one_folder_is_noticed(computer: Computer, server: ServerCommand, ask: Ask) -> None:
    ask("claude", "mcp", "add", NAME, "--", "/gone/wpf-agent", "mcp", "serve")
    [person, _project] = statuses([CLIENTS["claude"]], computer, server, start=False)
    assert "-s local" in person.note


@needs("claude")
def test_claude_finds_a_projects_server(computer: Computer, server: ServerCommand, ask: Ask) -> None:
    register(CLIENTS["claude"], "project", computer, server)
    assert NAME in ask("claude", "mcp", "list")


@pytest.mark.parametrize("name", REAL)
def test_what_the_clients_own_command_wrote_is_ours_to_mend_and_to_take_out(
    name: str, computer: Computer, server: ServerCommand, ask: Ask
) -> None:
    client = CLIENTS[name]
    other = {"claude": ("-s", "user", "x", "--"), "codex": ("x", "--"), "gemini": ("-s", "user", "x")}[name]
    own = {"claude": ("-s", "user", NAME, "--"), "codex": (NAME, "--"), "gemini": ("-s", "user", NAME)}[name]
    ask(name, "mcp", "add", *other, "some-program")
    ask(name, "mcp", "add", *own, "/gone/wpf-agent", "mcp", "serve")
    assert inspect(client, "user", computer, server).state == "stale"
    assert register(client, "user", computer, server).change == "updated"
    assert inspect(client, "user", computer, server).state == "current"
    unregister(client, "user", computer, server)
    text = client.file("user", computer).read_text(encoding="utf-8")
    held = (tomllib.loads(text) if client.format == "toml" else json.loads(text))[client.section]
    assert list(held) == ["x"]


@pytest.mark.parametrize("name", REAL)
def test_the_clients_own_variable_moves_its_file_for_both(
    name: str, computer: Computer, server: ServerCommand, tmp_path: Path
) -> None:
    variable = {"claude": "CLAUDE_CONFIG_DIR", "codex": "CODEX_HOME", "gemini": "GEMINI_CLI_HOME"}[name]
    (tmp_path / "moved").mkdir()
    there = dataclasses.replace(computer, environ={**computer.environ, variable: str(tmp_path / "moved")})
    register(CLIENTS[name], "user", there, server)
    assert ask_client(CLIENTS[name], there).yes
    assert not list(computer.home.glob(".*/config.toml"))


@pytest.mark.parametrize("name", REAL)
def test_the_clients_own_command_takes_our_entry_out(
    name: str, computer: Computer, server: ServerCommand, ask: Ask
) -> None:
    client = CLIENTS[name]
    register(client, "user", computer, server)
    ask(*client.remove_line("user").split())
    assert inspect(client, "user", computer, server).state == "absent"


@pytest.mark.parametrize("name", REAL)
def test_the_line_that_is_printed_registers_the_same(
    name: str, computer: Computer, server: ServerCommand, ask: Ask
) -> None:
    client = CLIENTS[name]
    line = client.add_line(server, "user", dataclasses.replace(computer, platform="linux"))
    ask(*shlex.split(line))
    held = inspect(client, "user", computer, server)
    assert held.state == "current"
    assert register(client, "user", computer, server).change == "unchanged"
