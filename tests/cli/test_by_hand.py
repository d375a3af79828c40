"""`wpf-agent run`: lines in, answers out, a record at the end."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import FORM, Called, CommandLine
from wpfagent.actions import ACTIONS
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control
from wpfagent.entries.cli.completion import Completion, asked
from wpfagent.entries.cli.prompt import parse_line, usage_of
from wpfagent.testing.record.read import read_session

Run = Callable[..., Called]


class Terminal(io.StringIO):
    """Input that somebody types; an exception among the lines is raised instead of one."""

    def __init__(self, *lines: str | type[BaseException]) -> None:
        super().__init__()
        self.lines = list(lines)

    def isatty(self) -> bool:
        return True

    def ask(self, prompt: str = "") -> str:
        print(prompt, end="")
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if isinstance(line, str):
            return line
        raise line


@pytest.fixture
def run(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a session on the form; lines come from a pipe, or from a `Terminal`."""

    def call(lines: str | Terminal, *options: str | Path, target: tuple[str, ...] = ("--exe", str(FORM))) -> Called:
        monkeypatch.setattr("sys.stdin", lines if isinstance(lines, Terminal) else io.StringIO(lines))
        if isinstance(lines, Terminal):
            monkeypatch.setattr("builtins.input", lines.ask)
        return cli("run", *target, *options)

    return call


def record(cli: CommandLine) -> Any:
    folders = (cli.folder / "artifacts" / "sessions").iterdir()
    return read_session(max(folders, key=lambda folder: (folder / "steps.jsonl").stat().st_mtime_ns))


def answers(called: Called) -> list[dict[str, Any]]:
    return [json.loads(line) for line in called.out.splitlines()]


# -- the short form ---------------------------------------------------------------------------------------------------

SAVE = {"automation_id": "SaveButton", "name": "SaveButton"}


@pytest.mark.parametrize(
    ("line", "tool", "args"),
    [
        ("click SaveButton", "click", {"selector": SAVE}),
        ("click SaveButton right", "click", {"selector": SAVE, "button": "right"}),
        ("click SaveButton double=true", "click", {"selector": SAVE, "double": True}),
        ('click "name:Save as"', "click", {"selector": {"name": "Save as"}}),
        ("click type:Button index=2", "click", {"selector": {"control_type": "Button", "index": 2}}),
        ("click e7", "click", {"selector": {"ref": "e7"}}),
        ("type B https://x", "type_text", {"selector": {"automation_id": "B", "name": "B"}, "text": "https://x"}),
        ('type B two  words "and" more', "type_text",
         {"selector": {"automation_id": "B", "name": "B"}, "text": 'two  words "and" more'}),
        ('type B "a=b ""c"""', "type_text", {"selector": {"automation_id": "B", "name": "B"}, "text": 'a=b "c"'}),
        ("type B x=1 commit=false", "type_text",
         {"selector": {"automation_id": "B", "name": "B"}, "text": "x=1", "commit": False}),
        ("type B secret=PIN", "type_text", {"selector": {"automation_id": "B", "name": "B"}, "secret": "PIN"}),
        ("select Grid row=3", "select", {"selector": {"automation_id": "Grid", "name": "Grid", "row": 3}}),
        ('select Grid row="Order no=SO 1" mode=add', "select",
         {"selector": {"automation_id": "Grid", "name": "Grid", "row": {"Order no": "SO 1"}}, "mode": "add"}),
        ("keys Ctrl+A Delete", "send_keys", {"keys": "Ctrl+A Delete"}),
        ("keys Ctrl+A id=B", "send_keys", {"keys": "Ctrl+A", "selector": {"automation_id": "B"}}),
        ("set Zoom 120", "set_value", {"selector": {"automation_id": "Zoom", "name": "Zoom"}, "value": 120}),
        ("menu File > Save", "menu", {"path": "File > Save"}),
        ("wait idle", "wait_for", {"until": "idle"}),
        ("wait SaveButton gone timeout_ms=500", "wait_for", {"selector": SAVE, "until": "gone", "timeout_ms": 500}),
        ("tree 3", "list_controls", {"depth": 3}),
        ("shot", "screenshot", {}),
        ("close Card 1", "close_window", {"title": "Card 1"}),
    ],
)  # fmt: skip
def test_a_line_is_the_call_that_a_program_would_write(line: str, tool: str, args: dict[str, Any]) -> None:
    assert parse_line(line, lambda word: word == "e7").call == {"tool": tool, "args": args}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("expect S text_contains=Saved at last", {"text_contains": "Saved at last"}),
        ("expect S enabled", {"enabled": True}),
        ("expect S not enabled", {"enabled": False}),
        ("expect S gone", {"exists": False}),
        ("expect S exists=true selected=Berlin", {"exists": True, "selected": "Berlin"}),
        ("expect S count_greater_equal=3", {"count_greater_equal": 3}),
        ("expect S value_equals=007", {"value_equals": "007"}),
    ],
)
def test_an_expectation_reads_like_a_sentence(line: str, expected: dict[str, Any]) -> None:
    made = parse_line(line)
    assert made.kind == "expect"
    assert made.call["expect"] == {**expected, "selector": {"automation_id": "S", "name": "S"}}


def test_an_expectation_of_a_window_needs_no_element() -> None:
    made = parse_line("expect window_exists=Card timeout_ms=50").call
    assert made == {"expect": {"window_exists": "Card"}, "timeout_ms": 50}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("clik X", "click"),
        ("toggle X on wrong", "one argument too many"),
        ("click X double=maybe", "double cannot be 'maybe'"),
        ("expect X", "something to expect"),
        ("expect X text_containz=3", "text_contains"),
    ],
)
def test_what_is_not_understood_names_what_is_near(line: str, said: str) -> None:
    with pytest.raises(InvalidArgument) as raised:
        parse_line(line)
    assert said in str(raised.value)


def test_each_action_says_how_it_is_written() -> None:
    assert usage_of(ACTIONS["type_text"]).startswith("type_text ELEMENT TEXT")
    assert usage_of(ACTIONS["send_keys"]).startswith("send_keys KEYS")
    for action in ACTIONS.values():
        assert usage_of(action).startswith(action.name)


def test_commands_ids_and_names_complete() -> None:
    shown = [
        Control("e1", automation_id="SaveButton", name="Save"),
        Control("e2", name="Save as", control_type="Button"),
        Control("e3", name="Saved!", control_type="Text"),
    ]
    completion = Completion(lambda: shown)
    assert completion.candidates("cli") == ["click", "click_xy"]
    assert completion.candidates("click Sa") == ["SaveButton"]
    assert completion.candidates("click as") == ['"Save as"']
    assert completion.candidates("click ") == ["SaveButton", '"Save as"']
    assert asked("click Sa?") == "click Sa"
    assert asked("type Box really?") is None


# -- a session --------------------------------------------------------------------------------------------------------


def test_typed_lines_are_performed_recorded_and_answered(cli: CommandLine, run: Run) -> None:
    called = run("type NameBox Aiko Mori\nclick Save\nexpect StatusText text_equals=saved Aiko Mori\nquit\nclick X\n")
    assert called.code == 0
    assert "confirmed: type_text Edit" in called.out
    assert "holds: expected text 'saved Aiko Mori'" in called.out
    kept = record(cli)
    assert kept.facts["caller"] == "run"
    assert kept.facts["outcome"] == "ended"
    assert [line.get("action", "check") for line in kept.steps] == ["type_text", "click", "check"]
    assert str(kept.folder) in called.out
    assert not cli.desktop.windows(), "what was started is closed"


def test_an_error_never_ends_it(run: Run) -> None:
    called = run("clik X\nclick NoButton timeout_ms=50\nclick\nset_value NameBox\nclick SaveButton\n")
    assert called.code == 0
    assert called.out.count("confirmed: click") == 1
    for said in ("There is no 'clik'", "element_not_found", "click needs a selector", "value: It is missing"):
        assert said in called.err


def test_programs_get_one_line_of_json_for_each(run: Run) -> None:
    lines = [
        {"tool": "click", "args": {"selector": {"automation_id": "SaveButton"}}},
        {"expect": {"selector": {"automation_id": "StatusText"}, "text_contains": "saved"}, "timeout_ms": 500},
        {"expect": {"selector": {"automation_id": "StatusText"}, "text_contains": "deleted"}, "timeout_ms": 50},
        {"tool": "click", "args": {"selector": {"automation_id": "Nowhere"}, "timeout_ms": 50}},
        {"tool": "read_text", "args": {"selector": {"automation_id": "StatusText"}}},
    ]
    called = run("\n".join(json.dumps(line) for line in lines) + "\n{broken\n")
    replies = answers(called)
    assert len(replies) == 7
    assert replies[0]["effect"] == "confirmed"
    assert replies[1]["verdict"]["ok"] is True
    assert replies[2]["verdict"]["ok"] is False
    assert replies[2]["findings"][0]["oracle"] == "expectation_not_met"
    assert replies[2]["tickets"][0]["new"] is True
    assert replies[3]["error"]["code"] == "element_not_found"
    assert replies[4]["text"].startswith("saved")
    assert replies[5]["error"]["code"] == "invalid_argument"
    assert Path(replies[6]["session"]).is_dir()


def test_json_answers_the_short_form_too(run: Run) -> None:
    replies = answers(run("click SaveButton\nfind save\nhistory\nhelp click\nclick X timeout_ms=50\n", "--json"))
    assert replies[0]["effect"] == "confirmed"
    assert replies[1]["controls"][0]["automation_id"] == "SaveButton"
    assert replies[2]["history"] == ["click SaveButton"]
    assert replies[3]["action"] == "click"
    assert replies[4]["error"]["code"] == "element_not_found"
    assert set(replies[5]) == {"session", "tickets"}


def test_a_pipe_speaks_utf_8_whatever_the_code_page(tmp_path: Path) -> None:
    lines = [
        {"tool": "type_text", "args": {"selector": {"automation_id": "NameBox"}, "text": "山田 花子"}},
        {"tool": "click", "args": {"selector": {"automation_id": "SaveButton"}}},
        {"tool": "read_text", "args": {"selector": {"automation_id": "StatusText"}}},
    ]
    sent = "\ufeff" + "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    command = [sys.executable, "-m", "wpfagent", "run", "--exe", str(FORM), "--desktop", "simulated"]
    done = subprocess.run(
        [*command, "--artifacts", str(tmp_path)],
        input=sent.encode() + b"\n\xff\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        cwd=Path(__file__).parents[2],
        check=False,
    )
    replies = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert done.returncode == 0, done.stderr
    assert replies[2]["text"] == "saved 山田 花子"
    assert replies[3]["error"]["code"] == "invalid_argument"


def test_a_crash_is_told_at_once_and_the_program_can_be_started_again(cli: CommandLine, run: Run) -> None:
    called = run("click CrashButton\nclick SaveButton\nrestart\nclick SaveButton\n")
    assert called.code == 0
    assert "unhandled_exception: " in called.out
    assert "ticket: " in called.out
    assert "`restart` starts it again" in called.err
    assert called.out.count("confirmed: click") == 1
    assert len(record(cli).facts["tickets"]) == 1


def test_a_bare_word_is_recorded_as_what_it_is(cli: CommandLine, run: Run) -> None:
    run("click CrashButton\n")
    assert record(cli).steps[0]["selector"] == {"automation_id": "CrashButton"}
    run("expect Save exists\nexpect StatusText exists\n")
    assert [line["selector"] for line in record(cli).steps] == [{"name": "Save"}, {"automation_id": "StatusText"}]


def test_a_scenario_of_the_session_runs(cli: CommandLine, run: Run) -> None:
    called = run("type NameBox x\nclick SaveButton\nexpect StatusText text_equals=saved x\n", "--scenario", "new.yaml")
    assert "scenario: " in called.out
    assert cli("scenario", "run", "new.yaml").code == 0


def test_what_is_destructive_needs_both_consents(run: Run) -> None:
    click = json.dumps({"tool": "click", "args": {"selector": {"automation_id": "DeleteButton"}}})
    assert answers(run(click))[0]["error"]["code"] == "refused_destructive"
    asked_first = answers(run(click, "--allow-destructive"))[0]["error"]
    assert asked_first["code"] == "confirmation_required"
    assert asked_first["details"]["confirm_token"]


def test_an_application_that_is_not_there_ends_it(run: Run) -> None:
    called = run("click X\n", target=("--title-re", "Nowhere"))
    assert called.code == 3
    assert "Nowhere" in called.err


def test_a_running_application_is_left_running(cli: CommandLine, run: Run) -> None:
    pid = cli.desktop.launch(str(FORM)).pid
    assert run("click SaveButton\n", target=("--pid", str(pid))).code == 0
    assert cli.desktop.liveness(pid).running
    assert run("click SaveButton\n", "--keep-open", target=("--exe", str(FORM))).code == 0


# -- a person ---------------------------------------------------------------------------------------------------------


def test_a_person_gets_a_prompt_and_ends_with_the_input(cli: CommandLine, run: Run) -> None:
    called = run(Terminal("click Sa?", "help", "click SaveButton"))
    assert called.code == 0
    assert "form> " in called.out
    assert "SaveButton" in called.out
    assert "expect StatusText text_contains=Saved" in called.out
    assert record(cli).facts["outcome"] == "ended"


def test_a_person_is_asked_before_something_is_deleted(run: Run) -> None:
    refused = run(Terminal("click DeleteButton", "n"), "--allow-destructive")
    assert "Do it? [y/N]" in refused.out
    assert "confirmation_required" in refused.err
    assert "confirmed: click" in run(Terminal("click DeleteButton", "y"), "--allow-destructive").out


def test_ctrl_c_cancels_the_line_and_twice_ends_the_session(cli: CommandLine, run: Run) -> None:
    called = run(Terminal(KeyboardInterrupt, "click SaveButton", KeyboardInterrupt, KeyboardInterrupt, "click X"))
    assert called.code == 130
    assert called.out.count("confirmed: click") == 1
    assert record(cli).facts["outcome"] == "interrupted"
    assert len(record(cli).steps) == 1
