"""`wpf-agent try`: from a program's name to one page, without saving anything of its data."""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import FORM, CommandLine

from wpfagent.desktops.executable import is_console_program
from wpfagent.entries.cli import trying
from wpfagent.testing.record.read import list_sessions

BARE = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" Title="Drawn" Width="300"
 Height="200"></Window>"""


CALM = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Title="Calm" Width="300" Height="200"><StackPanel>
 <TextBox x:Name="Note"/><CheckBox x:Name="Bold" Content="Bold"/><Button x:Name="SaveButton" Content="Save"/>
 </StackPanel></Window>"""


@pytest.fixture
def calm(cli: CommandLine) -> Path:
    """A program in which nothing goes wrong."""
    path = cli.folder / "calm.xaml"
    path.write_text(CALM, encoding="utf-8")
    return path


def session_of(cli: CommandLine) -> tuple[Path, dict[str, Any], list[dict[str, Any]]]:
    folder = list_sessions(cli.folder / "artifacts")[0].folder
    lines = (folder / "steps.jsonl").read_text(encoding="utf-8").splitlines()
    return folder, json.loads((folder / "coverage.json").read_text(encoding="utf-8")), [json.loads(x) for x in lines]


def test_a_program_in_which_nothing_is_found_gets_a_page_that_says_what_was_tried(cli: CommandLine, calm: Path) -> None:
    called = cli("try", calm, "--minutes", "0.02", "--seed", "1")
    folder, _, steps = session_of(cli)
    assert called.code == 0, called.out + called.err
    assert str(folder / "trial.html") in called.out
    assert "Ctrl+C stops it" in called.out
    page = (folder / "trial.html").read_text(encoding="utf-8")
    assert "Nothing was found; this was tried" in page
    assert any(f"<code>{s['action']}</code>" in page for s in steps)
    assert "random run --profile" in page
    assert "mcp register" in page
    assert (folder / "report.html").is_file()


def test_what_saves_is_not_used_and_the_page_says_so(cli: CommandLine, calm: Path) -> None:
    called = cli("try", calm, "--minutes", "0.05", "--seed", "3")
    folder, covered, steps = session_of(cli)
    assert called.code == 0
    alone = {(c["automation_id"], c["left_as"]) for c in covered["left_alone"]}
    assert ("SaveButton", "saving") in alone
    used = {(s.get("element") or {}).get("automation_id") for s in steps if s.get("effect") not in (None, "refused")}
    assert "SaveButton" not in used
    assert "Left out: saves" in (folder / "trial.html").read_text(encoding="utf-8")


def test_the_first_find_stands_on_the_page_with_its_picture_and_steps(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "SHORTEN_S", 1.0)
    called = cli("try", FORM, "--minutes", "0.05", "--seed", "1", "--json")
    assert called.code == 1, called.out + called.err
    made = called.json
    place = cli.folder / "artifacts" / "tickets" / Path(made["session"]).name / made["found"][0]["ticket"]["id"]
    ticket = json.loads((place / "ticket.json").read_text(encoding="utf-8"))
    page = Path(made["page"]).read_text(encoding="utf-8")
    assert "The first find" in page
    assert ticket["id"] in page
    assert 'class="repro"' in page
    assert 'id="first-1"' in page


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_program_that_tells_nothing_of_what_it_shows_ends_with_one_sentence(cli: CommandLine, lang: str) -> None:
    path = cli.folder / "drawn.xaml"
    path.write_text(BARE, encoding="utf-8")
    called = cli("try", path, "--lang", lang)
    assert called.code == 3
    first = called.err.splitlines()[0]
    assert first.startswith(
        "unsupported: drawn tells UI Automation nothing" if lang == "en" else "unsupported: drawn は"
    )
    assert not [w for w in cli.desktop.windows() if w.title == "Drawn"]


def test_a_file_that_is_not_there_is_said_at_once(cli: CommandLine) -> None:
    called = cli("try", "nowhere.exe")
    assert called.code == 3
    assert called.err.startswith("app_not_found:")


def test_a_shell_is_refused_before_anything_is_said(cli: CommandLine) -> None:
    called = cli("try", "cmd.exe")
    assert called.code == 4
    assert called.out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there a shortcut is read")
def test_a_shortcut_elsewhere_than_on_windows_says_what_to_do(cli: CommandLine) -> None:
    called = cli("try", "My App.lnk")
    assert called.code == 3
    assert "Name the program itself." in called.err


def test_a_profile_is_written_on_yes_and_on_yes_only(cli: CommandLine, calm: Path) -> None:
    file = cli.folder / "profiles.json"
    cli("try", calm, "--minutes", "0.02", "--seed", "1", "--profiles", file)
    assert not file.exists()
    called = cli("try", calm, "--minutes", "0.02", "--seed", "1", "--profiles", file, "--yes")
    (entry,) = json.loads(file.read_text(encoding="utf-8"))["profiles"]
    assert entry["name"] == "calm"
    assert Path(entry["launch"]["exe"]) == calm
    assert "calm was added to" in called.out
    folder = list_sessions(cli.folder / "artifacts")[0].folder
    assert str(file) in (folder / "trial.html").read_text(encoding="utf-8")
    again = cli("random", "run", "--profile", "calm", "--profiles", file, "--no-saving", "--max-steps", "3")
    assert again.code == 0, again.err


@pytest.mark.parametrize("words", [("--minutes", "0"), ("--minutes", "x"), ("--seed", "x"), ("extra",)])
def test_what_makes_no_sense_is_refused_before_anything_starts(cli: CommandLine, words: tuple[str, ...]) -> None:
    assert cli("try", FORM, *words).code == 2
    assert not (cli.folder / "artifacts").exists()


def executable(path: Path, subsystem: int) -> Path:
    """The head of an executable as the format's documentation has it."""
    optional = bytearray(96)
    struct.pack_into("<H", optional, 68, subsystem)
    path.write_bytes(b"MZ" + bytes(0x3A) + struct.pack("<I", 0x80) + bytes(0x40) + b"PE\0\0" + bytes(20) + optional)
    return path


@pytest.mark.parametrize(("subsystem", "is_console"), [(3, True), (2, False)])
def test_a_console_program_is_known_by_its_file(tmp_path: Path, subsystem: int, is_console: bool) -> None:
    assert is_console_program(executable(tmp_path / "a.exe", subsystem)) is is_console


def test_what_is_no_executable_is_no_console_program(tmp_path: Path) -> None:
    (tmp_path / "short.exe").write_bytes(b"MZ")
    assert not is_console_program(tmp_path / "short.exe")
    assert not is_console_program(tmp_path / "nowhere.exe")
