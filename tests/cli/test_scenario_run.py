"""`wpf-agent scenario run`: several files, tags, JUnit, annotations, baselines, tickets."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import FORM, SCENARIOS, CommandLine

Write = Callable[[str], Path]
SAVE = "steps:\n  - {action: click, selector: {automation_id: SaveButton}}\n"
MISSING = "steps:\n  - {action: click, selector: {automation_id: SavButton}, timeout_ms: 100}\n"
PICTURE = (
    "steps:\n  - action: type_text\n    selector: {automation_id: NameBox}\n    args: {text: NAME}\n"
    "    timeout_ms: 300\n"
    "    expected: {selector: {automation_id: FormWindow}, screenshot_diff: {baseline: form.png, tolerance: 0}}\n"
)


@pytest.fixture
def files(cli: CommandLine) -> Path:
    """A folder with a scenario that passes, one that fails and one that only others include."""
    folder = cli.folder / "tests"
    folder.mkdir()
    head = f"target_spec: {{exe: '{FORM.as_posix()}'}}\n"
    (folder / "a.yaml").write_text(f"id: a\ntags: [smoke]\n{head}{SAVE}", encoding="utf-8")
    (folder / "b.yaml").write_text(f"id: b\ntags: [smoke, slow]\n{head}{MISSING}", encoding="utf-8")
    (folder / "login.yaml").write_text(SAVE, encoding="utf-8")
    return folder


@pytest.mark.parametrize("given", ["tests", "tests/*.yaml", "**/*.yaml"])
def test_a_folder_or_pattern_runs_its_scenarios_and_ends_with_a_table(
    cli: CommandLine, files: Path, given: str
) -> None:
    called = cli("scenario", "run", given)
    assert called.code == 1
    assert "Together: 1 passed, 1 failed" in called.out
    assert "outcome  scenario" in called.out


def test_tags_pick_scenarios(cli: CommandLine, files: Path) -> None:
    made = cli("scenario", "run", files, "--tag", "smoke", "--tag", "!slow", "--json").json["scenarios"]
    assert [s["id"] for s in made] == ["a"]
    called = cli("scenario", "run", files, "--tag", "smokey")
    assert called.code == 2
    assert "smoke" in called.err


def test_without_a_file_the_profiles_scenarios_run(cli: CommandLine, files: Path) -> None:
    profile = {"name": "Form", "launch": {"exe": str(FORM)}, "scenarios": ["tests"]}
    (cli.folder / "profiles.json").write_text(json.dumps({"profiles": [profile]}), encoding="utf-8")
    made = cli("scenario", "run", "--profile", "Form", "--json").json["scenarios"]
    assert [s["id"] for s in made] == ["a", "b"]
    profile.pop("scenarios")
    (cli.folder / "profiles.json").write_text(json.dumps({"profiles": [profile]}), encoding="utf-8")
    assert cli("scenario", "run", "--profile", "Form").code == 2


def test_junit_is_written_beside_the_text(cli: CommandLine, files: Path) -> None:
    cli("scenario", "run", files, "--junit", cli.folder / "out" / "j.xml")
    whole = ET.parse(cli.folder / "out" / "j.xml").getroot()
    assert (whole.get("tests"), whole.get("failures")) == ("2", "1")
    failure = whole.find(".//failure")
    assert failure is not None
    assert failure.get("type") == "element_not_found"
    attached = [x for x in (whole.findtext(".//testcase[@name='b']/system-out") or "").splitlines() if "[[" in x]
    for line in attached:
        assert Path(line.removeprefix("[[ATTACHMENT|").removesuffix("]]")).is_file(), line
    assert any("ticket.md" in line for line in attached)


def test_a_failure_names_its_ticket_and_so_do_json_and_session(cli: CommandLine, scenario: Write) -> None:
    path = scenario(MISSING)
    out = cli("scenario", "run", path).out
    folder = Path(next(x for x in out.splitlines() if "ticket: " in x).split("ticket: ")[1])
    assert (folder / "ticket.md").is_file()
    made = cli("scenario", "run", path, "--json").json["scenarios"][0]
    assert made["tickets"][0]["count"] == 2
    assert json.loads(Path(made["session"], "session.json").read_text(encoding="utf-8"))["tickets"] == made["tickets"]
    assert "(seen 3 times)" in cli("scenario", "run", path).out


def test_a_pass_files_no_ticket(cli: CommandLine) -> None:
    made = cli("scenario", "run", SCENARIOS / "save.yaml", "--json").json["scenarios"][0]
    assert "tickets" not in made
    assert not (cli.folder / "artifacts" / "tickets").exists()


def test_annotations_name_file_and_line_and_escape_what_must_be(
    cli: CommandLine, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(cli.folder))
    assert "::error" not in cli("scenario", "run", files).out
    out = cli("scenario", "run", files, "--annotations").out
    commands = [x for x in out.splitlines() if x.startswith("::")]
    assert len(commands) == 1
    assert commands[0].startswith("::error file=tests/b.yaml,line=5,title=b%3A failed::steps 1, click SavButton: ")
    assert "%0Aticket: " in commands[0]
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert commands[0][:60] in cli("scenario", "run", files).out


def test_annotations_do_not_disturb_the_json_document(cli: CommandLine, files: Path) -> None:
    called = cli("scenario", "run", files, "--annotations", "--json")
    assert len(called.json["scenarios"]) == 2
    assert called.err.startswith("::error ")


def test_the_step_summary_gets_a_table(cli: CommandLine, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = cli.folder / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    cli("scenario", "run", files)
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert "| ✅ passed | a | 1 of 1 |" in text
    assert "| ❌ failed | b | 0 of 1 |" in text


def test_a_picture_that_differs_leaves_one_of_the_difference_and_updating_says_what_changed(
    cli: CommandLine, scenario: Write
) -> None:
    first = cli("scenario", "run", scenario(PICTURE), "--update-baselines").out
    assert "Baselines: 1 new" in first
    assert "Baselines: 1 same" in cli("scenario", "run", scenario(PICTURE), "--update-baselines").out
    other = scenario(PICTURE.replace("NAME", "MMMMMMM"))
    called = cli("scenario", "run", other, "--json")
    assert called.code == 1
    verdict = called.json["scenarios"][0]["steps"][0]["checks"][0]
    assert 0 < verdict["share"] < 1
    picture = Path(called.json["scenarios"][0]["session"], verdict["picture"])
    assert picture.parent.name == "screens"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "difference: " in cli("scenario", "run", other).out
    assert "Baselines: 1 changed" in cli("scenario", "run", other, "--update-baselines").out
    assert cli("scenario", "run", other).code == 0


def test_what_a_region_ignores_may_differ(cli: CommandLine, scenario: Write) -> None:
    cli("scenario", "run", scenario(PICTURE), "--update-baselines")
    ignoring = PICTURE.replace("tolerance: 0}", "tolerance: 0, ignore: [[0, 0, 2000, 2000]]}")
    assert cli("scenario", "run", scenario(ignoring.replace("NAME", "MMMMMMM"))).code == 0


def test_an_unknown_oracle_is_a_fault_of_the_file_with_its_line(cli: CommandLine, scenario: Write) -> None:
    called = cli("scenario", "run", scenario("oracles: {error_dialo: off}\n" + SAVE))
    assert called.code == 2
    assert "scenario.yaml:3: " in called.err
    assert "error_dialog" in called.err


def test_an_oracle_that_the_scenario_switches_off_files_no_ticket(cli: CommandLine, scenario: Write) -> None:
    called = cli(
        "scenario", "run", scenario("oracles: {element_missing: off, action_failed: off}\n" + MISSING), "--json"
    )
    assert called.code == 1
    assert "tickets" not in called.json["scenarios"][0]


def test_a_steps_note_stands_in_the_record(cli: CommandLine, scenario: Write) -> None:
    made = cli("scenario", "run", scenario(SAVE.replace("}}", "}, note: because}")), "--json").json["scenarios"][0]
    lines = Path(made["session"], "steps.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["note"] == "because"


def test_a_dry_run_that_fails_files_no_ticket(cli, scenario):
    path = scenario("steps:\n  - {action: click, selector: {automation_id: CrashButton}}\n")
    assert cli("scenario", "run", path, "--dry-run").code == 1
    assert not (cli.folder / "artifacts" / "tickets").exists()
    assert cli("scenario", "run", path).code == 1
    assert (cli.folder / "artifacts" / "tickets").exists()


def with_reset(cli: CommandLine, code: str) -> Path:
    """A profiles.json whose one application is reset by Python code."""
    command = [sys.executable, "-c", code]
    profile = {"name": "Form", "launch": {"exe": str(FORM)}, "reset": {"command": command}}
    path = cli.folder / "profiles.json"
    path.write_text(json.dumps({"version": 1, "profiles": [profile]}), encoding="utf-8")
    return path


def test_every_start_of_an_application_is_after_its_reset(cli: CommandLine, files: Path) -> None:
    log = cli.folder / "reset.log"
    with_reset(cli, f"open({str(log)!r}, 'a').write('reset ')")
    assert cli("scenario", "run", files, "--profile", "Form").code == 1
    assert log.read_text() == "reset reset ", "one for each scenario"
    (session,) = [s for s in (cli.folder / "artifacts" / "sessions").iterdir() if "a.yaml" in facts(s)]
    assert "reset Form" in (session / "runner.log").read_text(encoding="utf-8")


def facts(session: Path) -> str:
    return (session / "session.json").read_text(encoding="utf-8")


def test_a_dry_run_resets_nothing(cli: CommandLine, files: Path) -> None:
    with_reset(cli, "raise SystemExit(1)")
    assert cli("scenario", "run", files / "a.yaml", "--profile", "Form", "--dry-run").code == 0


def test_what_runs_already_is_not_reset(cli: CommandLine, files: Path) -> None:
    with_reset(cli, "raise SystemExit(1)")
    cli.desktop.launch(str(FORM))
    assert cli("scenario", "run", files / "a.yaml", "--profile", "Form").code == 0


def test_a_reset_that_fails_makes_no_test(cli: CommandLine, files: Path) -> None:
    with_reset(cli, "raise SystemExit('no data folder')")
    called = cli("scenario", "run", files / "a.yaml", "--profile", "Form")
    assert called.code == 3
    assert "no data folder" in called.out + called.err
    assert not (cli.folder / "artifacts" / "tickets").exists()
