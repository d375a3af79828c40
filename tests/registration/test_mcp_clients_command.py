"""`wpf-agent mcp register`, `unregister` and `status` as a person types them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wpfagent.entries.cli import main
from wpfagent.entries.cli.commands.mcp import SUBCOMMANDS
from wpfagent.entries.registration import CLIENTS

Call = Callable[..., tuple[int, str]]


@pytest.fixture
def mcp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Calls `wpf-agent mcp`, and returns the exit code with what was printed."""
    for name in ("home", "project", "bin"):
        (tmp_path / name).mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_a, **_k: tmp_path / "data")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.chdir(tmp_path / "project")

    def call(*words: str) -> tuple[int, str]:
        code = main(["mcp", *words])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return call


def documented(called: tuple[int, str]) -> Any:
    return json.loads(called[1])


def test_register_status_and_unregister_one_client(mcp: Call, tmp_path: Path) -> None:
    file = tmp_path / "home" / ".claude.json"
    code, text = mcp("register", "--client", "claude")
    assert code == 0
    assert f"added to {file}" in text
    assert "claude mcp add" in text
    assert json.loads(file.read_text())["mcpServers"]["wpf-agent"]["args"] == ["-P", "-m", "wpfagent", "mcp", "serve"]
    assert "already in" in mcp("register", "--client", "claude")[1]
    code, text = mcp("status", "--client", "claude", "--no-check")
    assert code == 0
    assert "registered" in text
    code, text = mcp("unregister")
    assert code == 0
    assert f"removed from {file}" in text
    assert not file.exists()
    assert "no client's user file" in mcp("unregister")[1]


def test_without_a_client_those_that_are_installed_are_registered(mcp: Call, tmp_path: Path) -> None:
    code, text = mcp("register")
    assert code == 2
    assert "claude, codex, gemini, vscode, cursor" in text
    for folder in (".codex", ".cursor"):
        (tmp_path / "home" / folder).mkdir()
    found = documented(mcp("register", "--json"))
    assert [c["client"] for c in found["clients"]] == ["codex", "cursor"]
    assert found["command"] == [sys.executable, "-P", "-m", "wpfagent", "mcp", "serve"]


def test_register_mends_what_is_stale_elsewhere_too(mcp: Call, tmp_path: Path) -> None:
    (tmp_path / "home" / ".cursor").mkdir()
    stale = tmp_path / "project" / ".mcp.json"
    entry = {"command": str(tmp_path / "gone" / "wpf-agent.exe"), "args": ["mcp", "serve"]}
    stale.write_text(json.dumps({"mcpServers": {"wpf-agent": entry}}), encoding="utf-8")
    code, text = mcp("status", "--no-check")
    assert code == 1
    assert "STALE" in text
    assert "does not exist" in text
    assert mcp("register")[0] == 0
    assert json.loads(stale.read_text())["mcpServers"]["wpf-agent"]["command"] == sys.executable
    assert mcp("status", "--no-check")[0] == 0


def test_print_shows_and_writes_nothing(mcp: Call, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    for name, client in CLIENTS.items():
        code, text = mcp("register", "--print", "--client", name, "--scope", "project")
        assert code == 0
        assert str(tmp_path / "project" / client.project_file) in text
        assert "wpf-agent" in text
        assert mcp("unregister", "--print", "--client", name)[0] == 0
    assert sorted(tmp_path.rglob("*")) == before


def test_options_behind_two_dashes_go_to_the_server(mcp: Call, tmp_path: Path) -> None:
    assert mcp("register", "--client", "cursor", "--", "--profile", "My App", "--json")[0] == 0
    held = json.loads((tmp_path / "home" / ".cursor" / "mcp.json").read_text())
    assert held["mcpServers"]["wpf-agent"]["args"][-3:] == ["--profile", "My App", "--json"]


def test_a_broken_file_of_one_client_does_not_keep_the_others_out(mcp: Call, tmp_path: Path) -> None:
    (tmp_path / "home" / ".claude.json").write_text('{\n "a" 1\n}')
    code, text = mcp("register", "--client", "claude,cursor")
    assert code == 2
    assert "line 2" in text
    assert "file_invalid" in text
    assert (tmp_path / "home" / ".cursor" / "mcp.json").is_file()
    failed = documented(mcp("register", "--client", "claude,cursor", "--json"))["failed"]
    assert failed[0]["error"]["details"]["line"] == 2
    code, text = mcp("status", "--no-check")
    assert code == 1
    assert "FILE BROKEN" in text


def test_status_starts_what_is_registered(mcp: Call, tmp_path: Path) -> None:
    standin = tmp_path / "wpfagent"
    standin.write_text((Path(__file__).parent / "standin.py").read_text(encoding="utf-8"), encoding="utf-8")
    entry = {"command": sys.executable, "args": [str(standin), "wpfagent", "mcp", "serve"]}
    (tmp_path / "home" / ".claude.json").write_text(json.dumps({"mcpServers": {"wpf-agent": entry}}))
    code, text = mcp("status", "--client", "claude")
    assert code == 0
    assert "2 tools in" in text
    assert "another copy" in text
    standin.write_text("raise SystemExit('no licence')")
    found = documented(mcp("status", "--client", "claude", "--json"))
    assert not found["good"]
    assert "no licence" in found["clients"][0]["health"]["error"]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("register", "--client", "emacs"), "One of: claude"),
        (("register", "--scope", "world"), "user or project"),
        (("status", "--timeout-s", "soon"), "Seconds"),
        (("regster",), "register"),
        (("register", "--clientt", "x"), "--client"),
    ],
)
def test_what_is_typed_wrong_is_an_error_with_a_hint(words: tuple[str, ...], hint: str, mcp: Call) -> None:
    code, text = mcp(*words)
    assert code == 2
    assert hint in text


def test_help_names_every_subcommand(mcp: Call) -> None:
    code, text = mcp("--help")
    assert code == 0
    assert all(f"mcp {name}" in text for name in SUBCOMMANDS)
    assert "--scope=SCOPE" in mcp("register", "--help")[1]


@pytest.mark.skipif(os.name != "posix", reason="the stand-in for the client is a shell script")
@pytest.mark.parametrize(
    ("script", "seen"),
    [("echo 'wpf-agent: ok'", True), ("echo nothing", False), ("echo wpf-agent; exit 1", False)],
)
def test_the_clients_program_is_asked_whether_it_sees_the_server(
    script: str, seen: bool, mcp: Call, tmp_path: Path
) -> None:
    program = tmp_path / "bin" / "claude"
    program.write_text(f"#!/bin/sh\n[ \"$*\" = 'mcp get wpf-agent' ] || exit 9\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    [found] = documented(mcp("register", "--json"))["clients"]
    assert (found["client"], found["change"], found["seen"]) == ("claude", "added", seen)
    assert "seen" not in documented(mcp("register", "--json"))["clients"][0], "nothing changed: nobody is asked"
    assert ("does not list it" in mcp("unregister")[1]) is False
    assert ("does not list it" in mcp("register")[1]) is not seen
