"""Each row of the table of exit codes, and what is printed with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import FORM, SCENARIOS, CommandLine

Write = Callable[[str], Path]
SAVE = "steps:\n  - {action: click, selector: {automation_id: SaveButton}}\n"
MISSING = "steps:\n  - {action: click, selector: {automation_id: SavButton}, timeout_ms: 100}\n"


def test_0_did_what_was_asked(form: CommandLine) -> None:
    assert form("do", "click", "--id", "SaveButton").code == 0


def test_0_a_test_passed(cli: CommandLine) -> None:
    assert cli("scenario", "run", SCENARIOS / "save.yaml").code == 0


def test_0_lint_found_nothing_wrong(cli: CommandLine) -> None:
    assert cli("scenario", "lint", SCENARIOS / "save.yaml").code == 0


def test_1_a_test_failed(cli: CommandLine, scenario: Write) -> None:
    assert cli("scenario", "run", scenario(MISSING)).code == 1


def test_1_the_application_crashed_inside_a_test(cli: CommandLine, scenario: Write) -> None:
    text = "steps:\n  - {action: click, selector: {automation_id: CrashButton}}\n"
    assert cli("scenario", "run", scenario(text)).code == 1


def test_1_lint_found_a_wrong_selector(cli: CommandLine, scenario: Write) -> None:
    called = cli("scenario", "lint", scenario(MISSING), "--source", FORM)
    assert called.code == 1
    assert "SaveButton" in called.out


def test_2_usage(cli: CommandLine) -> None:
    for argv in (["nonsense"], ["windows", "extra"], ["do"], ["do", "--json"], ["scenario", "run"], ["scenario"],
                 ["controls", "--depht", "3"], ["launch"], ["attach"], ["--json"]):  # fmt: skip
        called = cli(*argv)
        assert called.code == 2, argv
        assert "Traceback" not in called.err


def test_2_a_file_that_does_not_parse(cli: CommandLine, scenario: Write) -> None:
    called = cli("scenario", "run", scenario("steps:\n  - action: clik\n"))
    assert called.code == 2
    assert "scenario.yaml:4" in called.err
    assert "click" in called.err


def test_2_configuration(cli: CommandLine) -> None:
    (cli.folder / "profiles.json").write_text('{"profiles": [{}]}', encoding="utf-8")
    called = cli("profiles", "list")
    assert called.code == 2
    assert "profiles[0].name" in called.err


def test_2_a_profile_that_does_not_exist(cli: CommandLine) -> None:
    called = cli("controls", "--profile", "demmo")
    assert called.code == 2
    assert "demo" in called.err


def test_3_the_target_was_not_reached(cli: CommandLine, scenario: Write) -> None:
    assert cli("controls", "--title-re", "Nowhere").code == 3
    assert cli("do", "click", "--id", "x").code == 3
    path = cli.folder / "s.yaml"
    path.write_text("id: t\ntarget_spec: {title_re: Nowhere}\n" + SAVE, encoding="utf-8")
    assert cli("scenario", "run", path).code == 3


def test_3_the_element_was_not_reached(form: CommandLine) -> None:
    called = form("do", "click", "--id", "SavButton", "--timeout-ms", "100")
    assert called.code == 3
    assert "SaveButton" in called.err


def test_4_refused(form: CommandLine, scenario: Write) -> None:
    called = form("do", "click", "--id", "DeleteButton")
    assert called.code == 4
    assert "--allow-destructive" in called.err
    text = "steps:\n  - {action: click, selector: {automation_id: DeleteButton}}\n"
    assert form("scenario", "run", scenario(text)).code == 4


def test_4_a_confirmation_is_needed_and_its_token_does_it(form: CommandLine) -> None:
    called = form("do", "click", "--id", "DeleteButton", "--allow-destructive", "--json")
    assert called.code == 4
    assert called.json["error"]["code"] == "confirmation_required"
    assert form("do", "read_text", "--id", "StatusText", "--json").json["text"] == "loaded"
    token = called.json["error"]["details"]["confirm_token"]
    again = form("do", "click", "--id", "DeleteButton", "--allow-destructive", "--confirm", token)
    assert again.code == 0
    assert form("do", "read_text", "--id", "StatusText", "--json").json["text"] == "deleted"
    used = form("do", "click", "--id", "DeleteButton", "--allow-destructive", "--confirm", token)
    assert used.code == 4


def test_5_the_program_ended_outside_a_test(form: CommandLine) -> None:
    called = form("do", "click", "--id", "CrashButton")
    assert called.code == 5
    assert "0xE0434352" in called.err


def test_5_the_program_hung_outside_a_test(form: CommandLine) -> None:
    assert form("do", "click", "--id", "FreezeButton", "--timeout-ms", "1000").code == 5


def test_130_interrupted_keeps_what_was_done(
    cli: CommandLine, scenario: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wpfagent.entries.cli.progress import Lines

    def interrupt(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Lines, "step_ended", interrupt)
    called = cli("scenario", "run", scenario(SAVE), SCENARIOS / "save.yaml")
    assert called.code == 130
    sessions = list((cli.folder / "artifacts" / "sessions").iterdir())
    assert len(sessions) == 1, "the second scenario must not start"
    assert '"interrupted"' in (sessions[0] / "session.json").read_text(encoding="utf-8")


def test_a_fault_of_our_own_is_one_line_and_a_log(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError("surprise")

    monkeypatch.setattr(cli.desktop, "windows", broken)
    called = cli("windows")
    assert called.code == 2
    assert "surprise" in called.err
    assert "Traceback" not in called.err
    log = cli.folder / "artifacts" / "errors.log"
    assert str(log) in called.err
    assert "Traceback" in log.read_text(encoding="utf-8")
