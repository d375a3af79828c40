"""`wpf-agent replay`: what it prints, what it notes in the ticket, and its exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import FORM, CommandLine
from wpfagent.runs.verify import recording_of
from wpfagent.testing.record.read import read_session
from wpfagent.testing.tickets.store import TicketStore

CRASH = f"""id: crash
target_spec: {{exe: '{FORM.as_posix()}'}}
steps:
  - {{action: type_text, selector: {{automation_id: NameBox}}, args: {{text: Aiko}}}}
  - {{action: click, selector: {{automation_id: CrashButton}}}}
"""
SECRET = [
    {
        "tool": "type_text",
        "args": {"selector": {"automation_id": "NameBox"}, "text": "${secret:user} at ${secret:host}"},
    }
]


@pytest.fixture
def form_code(tmp_path: Path) -> Path:
    """A copy of the form whose code a test may change."""
    for suffix in (".xaml", ".py"):
        shutil.copy(FORM.with_suffix(suffix), tmp_path / f"copy{suffix}")
    return tmp_path / "copy.py"


@pytest.fixture
def ticket(cli: CommandLine, form_code: Path) -> Path:
    """The folder of a crash's ticket."""
    scenario = cli.folder / "crash.yaml"
    scenario.write_text(CRASH.replace(FORM.as_posix(), form_code.with_suffix(".xaml").as_posix()), encoding="utf-8")
    assert cli("scenario", "run", scenario).code == 1
    return store(cli).last().folder


def store(cli: CommandLine) -> TicketStore:
    return TicketStore(cli.folder / "artifacts")


def actions(cli: CommandLine, *listed: dict[str, Any]) -> Path:
    path = cli.folder / "actions.json"
    path.write_text(json.dumps(list(listed)), encoding="utf-8")
    return path


def click(name: str, **recorded: Any) -> dict[str, Any]:
    made = {"tool": "click", "args": {"selector": {"automation_id": name}, "timeout_ms": 200}}
    return {**made, "recorded": recorded} if recorded else made


def mend(form_code: Path) -> None:
    text = form_code.read_text(encoding="utf-8")
    form_code.write_text(text.replace('raise ValueError("the form is broken")', "pass"), encoding="utf-8")


# -- tickets ----------------------------------------------------------------------------------------------------------


def test_a_ticket_notes_how_often_it_came_back(cli: CommandLine, ticket: Path) -> None:
    called = cli("replay", "--file", ticket, "--times", "3")
    assert called.code == 1
    assert "reproduced 3 of 3" in called.out
    entry = store(cli).last()
    assert (entry.reproduced, entry.attempts, entry.status, entry.count) == (3, 3, "open", 1)
    noted = json.loads((ticket / "ticket.json").read_text(encoding="utf-8"))["reproducibility"]
    assert [run["outcome"] for run in noted["runs"]] == ["reproduced"] * 3
    assert noted["runs"][0]["time"]
    assert noted["runs"][0]["session"] in called.out


def test_a_mended_program_is_said_to_be_mended_and_the_ticket_stays_open(
    cli: CommandLine, ticket: Path, form_code: Path
) -> None:
    mend(form_code)
    called = cli("replay", "--file", ticket / "repro.actions.json", "--times", "2", "--json")
    assert called.code == 0
    assert called.json["outcome"] == "not_reproduced"
    assert (store(cli).last().reproduced, store(cli).last().status) == (0, "open")


def test_verifying_closes_a_mended_ticket_and_reopens_it_when_the_failure_is_back(
    cli: CommandLine, ticket: Path, form_code: Path
) -> None:
    broken = form_code.read_text(encoding="utf-8")
    mend(form_code)
    assert cli("tickets", "verify", ticket.name).code == 0
    assert (store(cli).last().status, store(cli).last().attempts) == ("closed", 3)
    form_code.write_text(broken, encoding="utf-8")
    assert cli("tickets", "verify", ticket.name).code == 1
    assert store(cli).last().status == "reopened"


def test_a_replay_that_left_the_path_says_nothing_of_the_ticket(
    cli: CommandLine, ticket: Path, form_code: Path
) -> None:
    xaml = form_code.with_suffix(".xaml")
    xaml.write_text(xaml.read_text(encoding="utf-8").replace("NameBox", "TitleBox"), encoding="utf-8")
    assert len(recording_of(store(cli).last()).acts) == 2
    called = cli("replay", "--file", ticket)
    assert called.code == 3
    assert "step 1 (type_text NameBox): recorded confirmed, now element_not_found" in called.out
    assert store(cli).last().reproduced is None


def test_a_copied_ticket_still_counts_its_own_failure(cli: CommandLine, ticket: Path) -> None:
    copied = cli.folder / "mail"
    shutil.copytree(ticket, copied)
    assert cli("replay", "--file", copied).code == 1
    assert store(cli).last().reproduced is None


# -- lists ------------------------------------------------------------------------------------------------------------


def test_a_bare_list_fails_with_a_ticket_of_its_own(cli: CommandLine) -> None:
    called = cli("replay", "--file", actions(cli, click("SaveButton"), click("CrashButton")), "--exe", FORM)
    assert called.code == 1
    assert "reproduced 1 of 1" in called.out
    assert "ticket: " in called.out
    assert store(cli).last().oracle == "unhandled_exception"
    sessions = sorted((cli.folder / "artifacts" / "sessions").iterdir())
    kept = read_session(sessions[-1])
    assert kept.facts["caller"] == "replay"
    assert kept.facts["outcome"] == "reproduced"


def test_a_list_that_works_ends_with_0(cli: CommandLine) -> None:
    called = cli("replay", "--file", actions(cli, click("SaveButton")), "--exe", FORM)
    assert called.code == 0
    assert "not reproduced" in called.out
    assert not store(cli).entries()


def test_a_session_can_be_replayed_by_its_folder(cli: CommandLine, ticket: Path) -> None:
    session = ticket.parent.name
    called = cli("replay", "--file", cli.folder / "artifacts" / "sessions" / session)
    assert called.code == 1


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--file", "nowhere.json"], "nowhere.json"),
        (["--file", "actions.json", "--times", "0"], "--times"),
        (["--file", "actions.json", "--speed", "slow"], "--speed"),
        (["--file", "actions.json"], "names no application"),
        ([], "--file"),
    ],
)
def test_2_what_is_wrong_is_said(cli: CommandLine, argv: list[str], said: str) -> None:
    actions(cli, click("SaveButton"))
    called = cli("replay", *argv)
    assert called.code == 2
    assert said in called.out + called.err


def test_2_all_missing_secrets_are_named_before_anything_is_started(cli: CommandLine) -> None:
    called = cli("replay", "--file", actions(cli, *SECRET), "--exe", FORM)
    assert called.code == 2
    assert "WPF_AGENT_SECRET_USER, WPF_AGENT_SECRET_HOST" in called.err
    assert not (cli.folder / "artifacts" / "sessions").exists()


def test_secrets_come_from_the_environment_and_are_written_nowhere(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WPF_AGENT_SECRET_USER", "wonderland")
    monkeypatch.setenv("WPF_AGENT_SECRET_HOST", "looking-glass")
    called = cli("replay", "--file", actions(cli, *SECRET, click("SaveButton")), "--exe", FORM, "--json")
    assert called.code == 0
    written = [p.read_text(encoding="utf-8") for p in (cli.folder / "artifacts").rglob("*.json*")]
    assert "wonderland" not in called.out + "".join(written)
    assert "${secret:user} at ${secret:host}" in "".join(written)


def test_a_secret_in_a_check_that_fails_is_not_shown(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WPF_AGENT_SECRET_USER", "wonderland")
    check = {"selector": {"automation_id": "NameBox"}, "until": {"text_equals": "${secret:user}"}}
    listed = actions(cli, {"tool": "wait_for", "args": check, "recorded": {"check": "expected", "ok": False}})
    for options in ((), ("--json",)):
        called = cli("replay", "--file", listed, "--exe", FORM, *options)
        assert called.code == 1
        assert "wonderland" not in called.out + called.err
        assert "${secret:user}" in called.out


def test_3_the_application_was_not_reached(cli: CommandLine) -> None:
    assert cli("replay", "--file", actions(cli, click("SaveButton")), "--title-re", "Nowhere").code == 3


def test_3_the_recorded_path_was_left(cli: CommandLine) -> None:
    listed = actions(cli, click("LockedButton", effect="confirmed"))
    called = cli("replay", "--file", listed, "--exe", FORM)
    assert called.code == 3
    assert "step 1 (click LockedButton): recorded confirmed, now element_not_enabled" in called.out


def test_4_a_recorded_consent_is_needed_again(cli: CommandLine) -> None:
    listed = actions(cli, click("DeleteButton", effect="confirmed", consent=True))
    called = cli("replay", "--file", listed, "--exe", FORM)
    assert called.code == 4
    assert "--allow-destructive" in called.err
    assert cli("replay", "--file", listed, "--exe", FORM, "--allow-destructive").code == 0


def test_attaching_replays_once_and_says_so(cli: CommandLine) -> None:
    pid = cli.desktop.launch(str(FORM)).pid
    called = cli("replay", "--file", actions(cli, click("SaveButton")), "--pid", str(pid), "--times", "3")
    assert called.code == 0
    assert "replayed once" in called.out
    assert cli.desktop.liveness(pid).running
