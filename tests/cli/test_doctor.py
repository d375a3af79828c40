"""`wpf-agent doctor`: a verdict and a fix for each thing, and entries of clients that it mends."""

from __future__ import annotations

import json
import sys

import pytest

from wpfagent.entries.cli import main
from wpfagent.entries.registration import CLIENTS


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A person's home of its own, and an empty current folder."""
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    for variable, folder in (("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("APPDATA", "app"),
                             ("LOCALAPPDATA", "local")):  # fmt: skip
        monkeypatch.setenv(variable, str(tmp_path / folder))
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "WPF_AGENT_PROFILES", "WPF_AGENT_ARTIFACTS"):
        monkeypatch.delenv(variable, raising=False)
    (tmp_path / "home").mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "home"


def doctor(capsys, *options):
    code = main(["doctor", "--desktop", "simulated", "--json", *options])
    found = json.loads(capsys.readouterr().out)
    return code, {f["name"]: f for f in found["findings"]}, found["mended"]


def test_each_thing_gets_a_verdict_and_what_is_not_right_a_fix(home, capsys):
    code, found, _ = doctor(capsys)
    assert {"versions", "system", "session", "monitors", "ui automation", "ocr", "profiles", "artifacts"} <= set(found)
    assert code == 0
    assert all(f["fix"] for f in found.values() if f["verdict"] != "ok")


def test_profiles_that_do_not_parse_are_a_problem(home, tmp_path, capsys):
    path = tmp_path / "profiles.json"
    path.write_text('{"profiles": [{"name": "A", "lunch": {}}]}', encoding="utf-8")
    code, found, _ = doctor(capsys, "--profiles", str(path))
    assert (code, found["profiles"]["verdict"]) == (1, "problem")
    assert "lunch" in found["profiles"]["said"]


def test_a_profile_whose_program_is_gone_is_a_warning(home, tmp_path, capsys):
    path = tmp_path / "profiles.json"
    gone = {"name": "A", "launch": {"exe": str(tmp_path / "gone.exe")}}
    path.write_text(json.dumps({"profiles": [gone]}), encoding="utf-8")
    code, found, _ = doctor(capsys, "--profiles", str(path))
    assert (code, found["profiles"]["verdict"]) == (0, "warning")
    assert "gone.exe" in found["profiles"]["said"]


def test_an_artifacts_folder_that_cannot_be_made_is_a_problem(home, tmp_path, capsys):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    code, found, _ = doctor(capsys, "--artifacts", str(tmp_path / "file" / "artifacts"))
    assert (code, found["artifacts"]["verdict"]) == (1, "problem")


def test_a_stale_entry_is_a_problem_that_fix_mends(home, capsys):
    path = home / ".claude.json"
    before = {"theme": "dark", "mcpServers": {"wpf-agent": {"command": "/gone/wpf-agent", "args": ["mcp", "serve"]}}}
    path.write_text(json.dumps(before), encoding="utf-8")
    code, found, mended = doctor(capsys)
    assert (code, found["client claude"]["verdict"], mended) == (1, "problem", [])
    assert json.loads(path.read_text("utf-8")) == before, "without --fix nothing changes"
    code, found, mended = doctor(capsys, "--fix")
    assert code == 0
    assert len(mended) == 1
    held = json.loads(path.read_text("utf-8"))
    assert held["mcpServers"]["wpf-agent"]["command"] == sys.executable
    assert held["theme"] == "dark"
    assert "claude" in CLIENTS


def test_a_clients_file_that_does_not_parse_is_a_problem_and_stays_as_it_is(home, capsys):
    path = home / ".claude.json"
    path.write_text('{"mcpServers": {', encoding="utf-8")
    code, found, mended = doctor(capsys, "--fix")
    assert (code, mended, path.read_text("utf-8")) == (1, [], '{"mcpServers": {')
    assert found["client claude"]["verdict"] == "problem"
