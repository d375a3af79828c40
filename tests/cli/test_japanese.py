"""The command line for a person who reads Japanese; programs get English."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from wpfagent.core.language import VARIABLE

if TYPE_CHECKING:
    from tests.cli.conftest import CommandLine

DEMO = Path(__file__).parents[2] / "wpfagent" / "demo" / "scenarios"
LINTED = "id: x\ntarget_spec: {process: none.exe}\nsteps: 3\n"


@pytest.fixture(params=["option", "variable"])
def japanese(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What makes a call Japanese: the option's words, or none where the variable does it."""
    if request.param == "option":
        return ["--lang", "ja"]
    monkeypatch.setenv(VARIABLE, "ja")
    return []


def test_help_is_japanese_and_keeps_commands_and_options(cli: CommandLine, japanese: list[str]) -> None:
    shown = cli("random", "--help", *japanese)
    assert shown.code == 0
    assert "使い方:\n  wpf-agent random run [options]\n" in shown.out
    assert "  --seeds=RANGE          複数のシード。" in shown.out
    assert "シードに従ってアプリケーションをランダムに操作します。" in shown.out
    assert "Only what" not in shown.out


@pytest.mark.parametrize("words", [[], ["do"], ["do", "click"], ["scenario"], ["tickets"], ["doctor"], ["mcp"]])
def test_no_line_of_help_is_left_in_english(cli: CommandLine, words: list[str]) -> None:
    lines = cli(*words, "--help", "--lang", "ja").out.splitlines()
    plain = [line for line in lines if line and not line[0].isspace() and line.isascii()]
    assert plain == []


def test_an_error_is_japanese_with_its_hint_and_its_english_code(cli: CommandLine, japanese: list[str]) -> None:
    failed = cli("windos", *japanese)
    assert failed.code == 2
    assert failed.err.startswith("invalid_argument: コマンド 'windos' はありません。\n近いもの: ")


def test_an_error_about_an_element_names_it_as_the_program_does(form: CommandLine) -> None:
    failed = form("do", "click", "--id", "Sav", "--timeout-ms", "100", "--lang", "ja")
    assert failed.code == 3
    assert failed.err.startswith("element_not_found: ")
    assert "automation_id 'Sav' に一致する要素がありません。" in failed.err
    assert "近いもの: " in failed.err


def test_a_scenario_is_told_in_japanese(cli: CommandLine, japanese: list[str]) -> None:
    told = cli(
        "scenario", "run", DEMO / "b-order-dialog.yaml", "--profile", "demo", "--desktop", "simulated", *japanese
    )
    assert told.code == 0
    assert "合格: 11 手順中 11 手順, 成功条件 5 個中 5 個" in told.out
    assert "\n  記録: " in told.out
    assert "1 件確認" in told.out


def test_a_file_that_does_not_parse_is_told_with_its_place(cli: CommandLine) -> None:
    (cli.folder / "x.yaml").write_text(LINTED, encoding="utf-8")
    failed = cli("scenario", "run", "x.yaml", "--lang", "ja")
    assert failed.code == 2
    assert "x.yaml:3: `steps` は手順のリストです。" in failed.err


def test_the_doctor_and_the_windows_speak_japanese(cli: CommandLine, japanese: list[str]) -> None:
    examined = cli("doctor", *japanese)
    assert "警告     システム" in examined.out
    assert "Windows ではないため、実際のウィンドウはありません" in examined.out
    assert "ウィンドウはありません。" in cli("windows", *japanese).out


def test_json_stays_english(cli: CommandLine, japanese: list[str]) -> None:
    error = json.loads(cli("windos", "--json", *japanese).out)["error"]
    assert error["message"] == "There is no command 'windos'."
    assert error["hint"].startswith("Nearest: ")
    findings = cli("doctor", "--json", *japanese).json["findings"]
    assert all(finding["said"].isascii() for finding in findings if finding["name"] == "system")


def test_a_ticket_is_told_in_japanese_and_kept_in_english(cli: CommandLine, japanese: list[str]) -> None:
    cli("random", "run", "--profile", "demo", "--desktop", "simulated", "--seed", "3", "--max-steps", "600",
        "--max-failures", "1", "--no-minimize", "--no-pictures", *japanese)  # fmt: skip
    shown = cli("tickets", "show", "--last", *japanese).out
    assert "をクリックする。" in shown
    assert "根拠とともに示す可能性であり、断定ではありません。" in shown
    ticket = cli("tickets", "show", "--last", "--json", *japanese).json
    folder = Path(ticket["folder"])
    kept = json.loads((folder / "ticket.json").read_text(encoding="utf-8"))
    assert ticket["ticket"]["steps"] == kept["steps"]
    assert kept["steps"][0]["text"].startswith("Start application.xaml")
    assert (folder / "ticket.md").read_text(encoding="utf-8").rstrip() == shown.rsplit("\n\n", 1)[0]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert '<span class="en" lang="en"><span class="text">Click the ' in page
    assert '<span class="ja" lang="ja"><span class="text">ボタン ' in page
    assert '<html lang="ja"' in page
