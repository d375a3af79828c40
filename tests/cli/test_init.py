"""`wpf-agent init`: a computer is ready after it, twice is as good as once, and it can be taken back."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wpfagent.core.language import LANGUAGES
from wpfagent.demo import FOLDER
from wpfagent.entries.cli import main
from wpfagent.entries.cli.saying import Sayer
from wpfagent.entries.setup import receipt as receipts
from wpfagent.entries.setup.texts import TEXTS
from wpfagent.profiles.file import SCHEMA


@pytest.fixture
def person(tmp_path, monkeypatch):
    """A person's home of its own, in which Claude Code was used, and an empty current folder."""
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    for variable, folder in (("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("APPDATA", "config"),
                             ("LOCALAPPDATA", "data")):  # fmt: skip
        monkeypatch.setenv(variable, str(tmp_path / folder))
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "WPF_AGENT_PROFILES", "WPF_AGENT_ARTIFACTS"):
        monkeypatch.delenv(variable, raising=False)
    if sys.platform == "win32":  # Windows is asked there, not the environment
        monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _name: str(tmp_path / "config"))
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    (tmp_path / "home" / ".claude").mkdir(parents=True)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


@pytest.fixture
def init(person, capsys):
    def call(*options: str, code: int = 0):
        assert main(["init", "--desktop", "simulated", "--json", *options]) == code
        return json.loads(capsys.readouterr().out)

    return call


@pytest.fixture
def told(person, capsys):
    def call(*options: str, code: int = 0) -> str:
        assert main(["init", "--desktop", "simulated", *options]) == code
        return capsys.readouterr().out

    return call


def log_of(person: Path) -> str:
    """What the last call wrote down instead of showing it."""
    return next(person.rglob("setup.log")).read_text(encoding="utf-8")


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file below a folder; locks are no content."""
    return {str(p): p.read_bytes() for p in folder.rglob("*") if p.is_file() and p.suffix != ".lock"}


def profiles_of(person: Path) -> Path:
    return next((person / "config").rglob("profiles.json"))


def test_unattended_it_makes_profiles_registers_and_runs_the_first_test(init, person):
    made = init("--yes")
    assert made["good"]
    assert {s["change"] for s in made["profiles"]["steps"]} == {"made"}
    path = profiles_of(person)
    assert Path(made["profiles"]["file"]) == path
    held = json.loads(path.read_text(encoding="utf-8"))
    assert (held["$schema"], (path.parent / SCHEMA).is_file()) == (SCHEMA, True)
    assert [(c["client"], c["change"]) for c in made["clients"]] == [("claude", "made")]
    entry = json.loads((person / "home" / ".claude.json").read_text(encoding="utf-8"))["mcpServers"]["wpf-agent"]
    assert entry["args"][-2:] == ["mcp", "serve"]
    assert made["smoke"]["dry_run"] == "passed"


def test_the_first_test_leaves_a_record_and_no_ticket(init, person):
    init("--yes")
    artifacts = profiles_of(person).parent / "artifacts"
    assert list((artifacts / "sessions").glob("*/session.json"))
    assert not (artifacts / "tickets").exists()


@pytest.mark.parametrize("options", [["--what-if"], []])
def test_the_place_of_the_records_is_told_before_there_is_anything(told, person, options):
    said = told("--yes", "--no-smoke", *options)
    place = str(person / "config" / "wpf-agent" / "artifacts")
    noted = said if options else log_of(person)
    assert noted.count(place) == 2, "where it is checked, and at the end"


def test_a_layman_reads_ten_lines_and_the_rest_is_in_the_log(told, person):
    said = told("--yes")
    assert len(said.splitlines()) <= 13, "ten, and the three of a computer without Windows"
    assert "confirmed" not in said
    log = log_of(person)
    assert "confirmed" in log
    assert "claude mcp add" in log
    assert str(person / "data" / "wpf-agent" / "setup.log") in said


def test_the_copy_of_a_clients_file_is_in_the_log(told, person):
    (person / "home" / ".claude.json").write_text("{}")
    told("--yes", "--no-smoke")
    (line,) = [line for line in log_of(person).splitlines() if line.startswith("The file as it was: ")]
    assert Path(line.partition(": ")[2]).read_text() == "{}"


def test_what_if_says_what_would_be_and_not_that_it_was(told, person):
    said = told("--yes", "--what-if")
    assert "would be added to Claude Code" in said
    assert "would be made" in said
    assert "Nothing was changed." in said
    assert "Ready" not in said
    assert "\nmade" not in said.lower()


def test_twice_is_as_good_as_once(init, person):
    init("--yes", "--no-smoke")
    log = next(person.rglob("setup.log"))
    log.unlink()
    before = files_of(person)
    again = init("--yes", "--no-smoke")
    changes = {s["change"] for s in (*again["clients"], *again["profiles"]["steps"])}
    assert changes == {"kept"}
    log.unlink()
    assert files_of(person) == before


def test_profiles_that_a_person_wrote_are_kept(init, person):
    own = person / "work" / "profiles.json"
    own.write_text(json.dumps({"version": 1, "profiles": [{"name": "Mine", "match": {"process": "m.exe"}}]}))
    before = own.read_bytes()
    made = init("--yes", "--no-smoke")
    assert made["profiles"]["steps"][0]["profiles"] == ["Mine"]
    init("--uninstall", "--purge")
    assert own.read_bytes() == before


def test_profiles_that_do_not_parse_are_an_error_and_stay(init, person):
    own = person / "work" / "profiles.json"
    own.write_text('{"profiles": [{"name": "A", "lunch": {}}]}')
    assert init("--yes", "--no-smoke", code=2)["error"]["code"] == "profile_invalid"
    assert "lunch" in own.read_text()


def test_profiles_are_made_where_they_are_named_and_the_server_is_told(init, person):
    place = person / "受け入れ テスト" / "profiles.json"
    init("--yes", "--no-smoke", "--profiles", str(place))
    assert place.is_file()
    entry = json.loads((person / "home" / ".claude.json").read_text(encoding="utf-8"))["mcpServers"]["wpf-agent"]
    assert entry["args"][-2:] == ["--profiles", str(place)]
    assert init("--yes", "--no-smoke", "--profiles", str(place))["clients"][0]["change"] == "kept"


def test_without_a_person_nothing_is_registered_and_the_command_is_shown(told, person):
    said = told("--no-smoke")
    assert not (person / "home" / ".claude.json").exists()
    assert "nothing is registered without --yes" in said
    assert "claude mcp add" in log_of(person)


def test_without_any_client_the_command_is_shown_all_the_same(told, person):
    (person / "home" / ".claude").rmdir()
    said = told("--yes", "--no-smoke")
    assert "none was found" in said
    assert "claude mcp add" in log_of(person)


@pytest.mark.parametrize(("answer", "change"), [("", "made"), ("y", "made"), ("はい", "made"), ("n", "skipped")])
def test_a_person_is_asked_for_each_client(person, capsys, monkeypatch, answer, change):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    asked = []
    monkeypatch.setattr("builtins.input", lambda prompt: asked.append(prompt) or answer)
    assert main(["init", "--desktop", "simulated", "--no-smoke", "--lang", "en"]) == 0
    assert [a.strip() for a in asked] == ["Register wpf-agent in Claude Code? [Y/n]"]
    assert (person / "home" / ".claude.json").exists() == (change == "made")


def test_no_register_leaves_the_clients_alone(init, person):
    assert init("--yes", "--no-smoke", "--no-register")["clients"] == []
    assert not (person / "home" / ".claude.json").exists()


def test_a_client_whose_file_is_broken_is_told_and_left(init, person):
    broken = person / "home" / ".claude.json"
    broken.write_text("{")
    made = init("--yes", "--no-smoke", code=1)
    assert [c["change"] for c in made["clients"]] == ["failed"]
    assert broken.read_text() == "{"


def test_an_entry_of_the_name_that_is_not_ours_is_left(init, person):
    path = person / "home" / ".claude.json"
    path.write_text(json.dumps({"mcpServers": {"wpf-agent": {"command": "other", "args": []}}}))
    before = path.read_bytes()
    assert init("--yes", "--no-smoke", code=1)["clients"][0]["change"] == "failed"
    init("--uninstall")
    assert path.read_bytes() == before


def test_what_if_changes_nothing(init, person):
    before = files_of(person)
    made = init("--yes", "--what-if")
    assert [(c["client"], c["change"]) for c in made["clients"]] == [("claude", "made")]
    assert {s["change"] for s in made["profiles"]["steps"]} == {"made"}
    assert files_of(person) == before


def test_what_if_of_uninstall_changes_nothing(init, person):
    init("--yes", "--no-smoke")
    before = files_of(person)
    steps = init("--uninstall", "--purge", "--what-if")["steps"]
    assert {s["change"] for s in steps} == {"removed"}
    assert files_of(person) == before


def test_uninstall_unregisters_and_keeps_profiles_and_records(init, person):
    init("--yes")
    steps = {s["what"]: s["change"] for s in init("--uninstall")["steps"]}
    assert steps["Claude Code"] == "removed"
    assert steps[str(profiles_of(person))] == "left"
    assert not (person / "home" / ".claude.json").exists(), "it was made for the entry"
    assert (profiles_of(person).parent / "artifacts" / "sessions").is_dir()
    assert (profiles_of(person).parent / SCHEMA).is_file(), "profiles that stay name it"


def test_purge_leaves_the_computer_as_it_was(init, person):
    before = files_of(person)
    init("--yes")
    init("--uninstall", "--purge")
    assert files_of(person) == before
    assert not (person / "config" / "wpf-agent").exists()


def test_purge_after_uninstall_still_knows_what_was_made(init, person):
    before = files_of(person)
    init("--yes", "--no-smoke")
    init("--uninstall")
    init("--uninstall", "--purge")
    assert files_of(person) == before


def test_purge_leaves_what_others_put_into_the_artifacts(init, person):
    init("--yes")
    own = profiles_of(person).parent / "artifacts" / "mine.txt"
    own.write_text("mine")
    init("--uninstall", "--purge")
    assert own.read_text() == "mine"


def test_uninstall_leaves_another_copy_registered(init, person):
    path = person / "home" / ".claude.json"
    stranger = person / "other" / "wpf-agent.exe"
    stranger.parent.mkdir()
    stranger.write_bytes(b"MZ")
    stranger.chmod(0o755)
    entry = {"command": str(stranger), "args": ["mcp", "serve"]}
    path.write_text(json.dumps({"mcpServers": {"wpf-agent": entry}}))
    before = path.read_bytes()
    steps = init("--uninstall")["steps"]
    assert [(s["what"], s["change"]) for s in steps] == [("Claude Code", "left")]
    assert path.read_bytes() == before


def test_uninstall_where_nothing_was_made_does_nothing(told, person):
    before = files_of(person)
    assert "Nothing was there" in told("--uninstall")
    assert files_of(person) == before


def test_a_receipt_that_cannot_be_read_counts_as_none(init, person):
    init("--yes", "--no-smoke")
    path = next(person.rglob(receipts.FILE_NAME))
    path.write_text("[")
    steps = init("--uninstall")["steps"]
    assert [(s["what"], s["change"]) for s in steps] == [("Claude Code", "removed")]


def other_copy(person: Path, monkeypatch) -> None:
    """From here on the program is another copy, whose first one is still there."""
    copy = person / "copy.exe"
    copy.write_bytes(b"MZ")
    monkeypatch.setattr(receipts, "identity", lambda: str(copy))


def test_what_another_copy_made_is_not_this_ones_to_delete(init, person, monkeypatch):
    init("--yes", "--no-smoke", "--no-register")
    path = profiles_of(person)
    with monkeypatch.context() as patch:
        other_copy(person, patch)
        init("--uninstall", "--purge")
        assert path.is_file()
    init("--uninstall", "--purge")
    assert not path.exists()


def test_what_two_copies_use_stays_until_both_are_taken_back(init, person, monkeypatch):
    init("--yes", "--no-smoke", "--no-register")
    path = profiles_of(person)
    with monkeypatch.context() as patch:
        other_copy(person, patch)
        init("--yes", "--no-smoke", "--no-register")
    steps = {s["what"]: s["why"] for s in init("--uninstall", "--purge")["steps"]}
    assert steps[str(path)] == "another copy of wpf-agent uses it"
    assert path.is_file()
    other_copy(person, monkeypatch)
    init("--uninstall", "--purge")
    assert not path.exists()


def test_what_a_copy_made_that_is_gone_is_the_next_ones_to_delete(init, person, monkeypatch):
    before = files_of(person)
    with monkeypatch.context() as patch:
        other_copy(person, patch)
        init("--yes", "--no-smoke", "--no-register")
    (person / "copy.exe").unlink()
    init("--uninstall", "--purge")
    assert files_of(person) == before


def test_a_receipt_of_the_time_when_there_was_one_for_all_still_counts(init, person):
    before = files_of(person)
    init("--yes", "--no-smoke", "--no-register")
    path = next(person.rglob(receipts.FILE_NAME))
    (held,) = json.loads(path.read_text(encoding="utf-8"))["copies"].values()
    path.write_text(json.dumps({"version": 1, **held}), encoding="utf-8")
    init("--uninstall", "--purge")
    assert files_of(person) == before


def test_purge_needs_uninstall(person, capsys):
    assert main(["init", "--purge", "--json"]) == 2


def test_a_problem_of_the_computer_is_the_exit_code(init, person):
    blocked = person / "blocked"
    blocked.write_text("a file")
    made = init("--yes", "--no-smoke", "--artifacts", str(blocked / "artifacts"), code=1)
    assert not made["good"]
    assert any(f["verdict"] == "problem" for f in made["checks"])


def test_it_speaks_japanese(told):
    said = told("--yes", "--no-smoke", "--lang", "ja")
    assert "AI クライアント" in said
    assert "準備ができました" in said


def test_what_the_doctor_finds_is_told_in_japanese_too(told, person):
    told("--yes", "--no-smoke", "--lang", "ja")
    said = log_of(person)
    assert "バージョン" in said
    assert "プロファイル" in said
    assert "no Windows" not in said


def test_the_commands_that_it_names_work_when_pasted(told, person):
    told("--yes", "--no-smoke")
    said = log_of(person)
    named = [line.strip().split("   ")[0] for line in said.splitlines() if line.endswith("   what is open")]
    assert len(named) == 1
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    words = named[0].removeprefix("& ").replace("'", '"') if sys.platform == "win32" else named[0]
    done = subprocess.run(words, shell=True, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done


def test_the_first_test_names_a_scenario_that_stays(told, person):
    told("--yes")
    said = log_of(person)
    assert str(FOLDER / "scenarios") not in said
    assert list(person.rglob("demo/scenarios/a-settings.yaml"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_said(language):
    say = Sayer(TEXTS, language)
    for key, text in TEXTS.items():
        values = {name: f"<{name}>" for name in re.findall(r"{(\w+)}", text)}
        said = say(key, **values)
        assert "{" not in said
        assert all(value in said for value in values.values()), key
