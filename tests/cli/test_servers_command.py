"""`wpf-agent servers`, as people and programs use it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wpfagent.entries.cli import main
from wpfagent.runs.servers.store import Store

SERVERS = Path(__file__).parents[1] / "data" / "servers"
DESK = ("--", sys.executable, str(SERVERS / "desk.py"))
DIES = ("--", sys.executable, str(SERVERS / "odd.py"), "dies")
Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("WPF_AGENT_SERVERS", str(tmp_path / "servers"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CODEX_HOME", raising=False)

    def call(*words: str) -> tuple[int, Any]:
        own, sign, rest = list(words), [], []
        if "--" in own:
            at = own.index("--")
            own, sign, rest = own[:at], ["--"], own[at + 1 :]
        code = main(["servers", *own, "--json", *sign, *rest])
        return code, json.loads(capsys.readouterr().out)

    return call


def test_added_and_agreed_it_is_started_at_once_and_says_what_it_offers(run: Run):
    code, said = run("add", "desk", "--yes", *DESK)
    assert (code, said["state"]["status"], said["state"]["tools"]) == (0, "Connected", 8)
    assert [s["ok"] for s in said["state"]["steps"]] == [True] * 4
    code, said = run("tools", "desk", "--search", "FILE")
    assert (said["count"], [t["name"] for t in said["tools"]]) == (8, ["read_file", "write_file"])
    code, said = run("resources", "desk", "--kind", "text")
    assert (said["count"], [r["uri"] for r in said["resources"]]) == (2, ["desk://readme"])
    assert run("resources", "desk", "--read", "desk://readme")[1]["text"] == "# Desk"
    assert run("call", "desk", "add", '{"a": 20, "b": 22}')[1]["text"] == "42"
    code, said = run("call", "desk", "fail", '{"why": "no ink"}')
    assert (code, said["ok"], "no ink" in said["text"]) == (1, False, True)
    code, said = run("logs", "desk", "--search", "no ink", "--level", "error")
    assert [line["prefix"] for line in said["lines"]] == ["TOOLS"]


def test_nothing_starts_that_nobody_agreed_to_and_the_whole_command_is_shown(run: Run, tmp_path: Path):
    code, said = run("add", "desk", "--env", "API_KEY=sesame", *DESK)
    assert (code, said["error"]["code"]) == (4, "confirmation_required")
    assert str(SERVERS / "desk.py") in said["error"]["details"]["command_line"]
    assert "sesame" not in json.dumps(said)
    assert Store().find("desk").enabled is False
    assert not (tmp_path / "servers" / "logs").exists()
    assert run("doctor", "desk")[0] == 4
    assert run("enable", "desk", "--yes")[0] == 0
    code, said = run("edit", "desk", "--env", "MODE=x")
    assert (code, said["error"]["code"]) == (4, "confirmation_required"), "a changed command is asked for anew"


def test_what_does_not_start_falls_back_to_disabled_and_is_mended_by_an_edit(run: Run):
    code, said = run("add", "broken", "--yes", *DIES)
    assert (code, said["state"]["status"], said["state"]["exit_code"]) == (1, "Error", 7)
    assert said["state"]["stderr"][0] == "cannot open the database"
    assert said["server"]["enabled"] is False
    code, said = run("tools", "broken")
    assert (code, said["error"]["code"]) == (3, "server_not_connected")
    assert "servers enable" in said["error"]["hint"]
    code, said = run("doctor", "broken")
    assert [s["name"] for s in said["servers"][0]["steps"] if s["ok"] is False] == ["handshake"]
    assert run("edit", "broken", "--yes", *DESK)[0] == 0
    assert run("enable", "broken", "--yes")[1]["state"]["status"] == "Connected"


def test_status_asks_the_enabled_ones_side_by_side(run: Run):
    run("add", "one", "--yes", *DESK)
    run("add", "two", "--disabled", *DESK)
    code, said = run("status")
    assert (code, [(s["name"], s["status"]) for s in said["servers"]]) == (
        0,
        [("one", "Connected"), ("two", "Stopped")],
    )


def test_a_disabled_one_is_kept_and_not_started(run: Run, tmp_path: Path):
    code, said = run("add", "later", "--disabled", "--no-args", "--", "no-such-program")
    assert (code, said["server"]["enabled"]) == (0, False)
    assert "was not found" in said["warnings"][0]
    assert not (tmp_path / "servers" / "logs").exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("add", "x", "--", "program"), "invalid_argument"),
        (("add", "  ", "--disabled", "--", "a", "b"), "invalid_argument"),
        (("add", "x", "--env", "=1", "--disabled", "--", "a", "b"), "invalid_argument"),
        (("edit", "nobody", "--description", "x"), "server_not_found"),
        (("remove", "nobody"), "server_not_found"),
        (("call", "nobody", "x", "{"), "invalid_argument"),
        (("logs", "nobody"), "server_not_found"),
        (("import", "--file", "no-such-file.json"), "file_invalid"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_kept(run: Run, words: tuple[str, ...], code: str, tmp_path: Path):
    exit_code, said = run(*words)
    assert (exit_code, said["error"]["code"]) == (2, code)
    assert not Store().servers()


def test_a_name_that_is_taken_and_a_removed_server(run: Run):
    run("add", "desk", "--disabled", *DESK)
    assert run("add", "Desk", "--disabled", *DESK)[1]["error"]["code"] == "name_taken"
    assert run("remove", "desk")[1] == {"removed": "desk"}
    assert run("list")[1]["servers"] == []


def test_other_clients_files_and_pasted_texts_come_in_disabled(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    codex = tmp_path / "home" / ".codex" / "config.toml"
    codex.parent.mkdir(parents=True)
    codex.write_text('[mcp_servers.files]\ncommand = "npx"\nargs = ["a"]\n')
    assert [s["name"] for s in run("import", "--client", "codex")[1]["imported"]] == ["files"]
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"mcpServers": {"desk": {"command": "x", "args": ["y"]}}}'))
    code, said = run("import", "--paste")
    assert (code, [(s["name"], s["enabled"], s["approved"]) for s in said["imported"]]) == (0, [("desk", False, False)])


def test_secrets_are_in_no_listing(run: Run):
    run("add", "desk", "--disabled", "--env", "API_TOKEN=sesame", "--header", "Authorization=Bearer zzz",
        "--url", "https://user:pass@example.org/mcp")  # fmt: skip
    said = json.dumps(run("list")[1])
    assert not any(secret in said for secret in ("sesame", "zzz", "pass@"))


def test_a_person_reads_it_in_japanese(run: Run, capsys: pytest.CaptureFixture[str]):
    run("add", "desk", "--yes", *DESK)
    main(["servers", "status", "--lang", "ja"])
    assert "接続済み" in capsys.readouterr().out
    main(["servers", "tools", "nobody", "--lang", "ja"])
    assert "サーバー 'nobody' はありません" in capsys.readouterr().err
