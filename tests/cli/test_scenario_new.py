"""`wpf-agent scenario new`: a scenario of a session, which passes on the same application."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import FORM, SCENARIOS, CommandLine
from wpfagent.core.yaml_text import parse_source
from wpfagent.demo import SCENARIOS as DEMO
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.gate.request import Request
from wpfagent.runs.load import load_scenarios
from wpfagent.safety.policy import Consent, Policy
from wpfagent.testing.record.read import Session, read_session
from wpfagent.testing.record.recording import recording_gate
from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.scenarios.from_session import scenario_text

Write = Callable[[str], Path]


@pytest.mark.parametrize("path", [*DEMO, SCENARIOS / "save.yaml"], ids=lambda p: p.stem)
def test_the_scenario_of_a_run_passes_on_the_same_application(
    cli: CommandLine, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WPF_AGENT_SECRET_PASSWORD", "correct horse")
    assert cli("scenario", "run", path).code == 0
    called = cli("scenario", "new", "--last", "--out", cli.folder / "new.yaml")
    assert called.code == 0, called.err
    again = cli("scenario", "run", cli.folder / "new.yaml", "--json")
    made = again.json["scenarios"][0]
    assert (again.code, made["outcome"]) == (0, "passed"), made
    original = load_scenarios(str(path))[0]
    written = load_scenarios(str(cli.folder / "new.yaml"))[0]
    assert [s.action for s in written.steps] == [s.action for s in original.steps]
    assert cli("scenario", "lint", cli.folder / "new.yaml").code == 0


def test_a_session_is_named_by_id_folder_or_as_the_last(cli: CommandLine) -> None:
    folder = Path(cli("scenario", "run", SCENARIOS / "save.yaml", "--json").json["scenarios"][0]["session"])
    texts = [
        cli("scenario", "new", *given).out for given in (["--last"], [f"--from={folder}"], ["--from", folder.name])
    ]
    assert texts[0].startswith("# ")
    assert len(set(texts)) == 1
    assert cli("scenario", "new", "--last", "--json").json["scenario"].rstrip() == texts[0].rstrip()
    assert cli("scenario", "new", "--from", "nothing").code == 2


# -- by hand ------------------------------------------------------------------------------------------------------


class Hand:
    """Acts through a recorded gate, as a session by hand does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.session = SessionWriter(str(folder / "artifacts"), {"caller": "run", "target_spec": {"exe": str(FORM)}})
        policy = Policy("library", flag_destructive=True)
        self.gate = recording_gate(
            SimulatedDesktop(),
            self.session,
            policy=policy,
        )
        self.target = self.gate.targets.open({"exe": str(FORM)})

    def __call__(self, action: str, automation_id: str | None = None, *, confirm: bool = False, **args: object) -> None:
        selector = {"automation_id": automation_id} if automation_id else None
        self.gate.execute(Request(action, args, selector, self.target, consent=Consent(confirm=confirm)))

    def text(self) -> str:
        self.session.close()
        return scenario_text(read_session(self.session.folder))


@pytest.fixture
def hand(tmp_path: Path) -> Hand:
    return Hand(tmp_path)


def steps_of(hand: Hand) -> list[dict[str, object]]:
    path = hand.folder / "s.yaml"
    path.write_text(hand.text(), encoding="utf-8")
    made = load_scenarios(str(path))[0]
    return [
        {"action": s.action, "args": dict(s.args), "expected": [e.to_dict() for e in s.expected], "confirm": s.confirm}
        for s in made.steps
    ]


def test_what_was_read_becomes_an_expectation_of_the_step_before_and_looks_are_left_out(hand: Hand) -> None:
    hand("type_text", "NameBox", text="山田")
    hand("screenshot")
    hand("list_controls")
    hand("click", "SaveButton")
    hand("read_text", "StatusText")
    steps = steps_of(hand)
    assert [s["action"] for s in steps] == ["type_text", "click"]
    assert steps[0]["expected"] == [{"value_equals": "山田"}]
    (read,) = steps[1]["expected"]  # type: ignore[misc]
    assert read["text_equals"] == "saved 山田"
    assert read["selector"]["automation_id"] == "StatusText"


def test_a_text_that_changed_unread_is_only_offered(hand: Hand) -> None:
    hand("click", "SaveButton")
    text = hand.text()
    assert "    # seen too: {selector: {automation_id: StatusText}, text_equals: 'saved '}" in text
    assert "expected" not in text


def test_a_toggle_expects_its_state_and_a_dialog_its_window(hand: Hand) -> None:
    hand("toggle", "ActiveCheck", state="on")
    hand("click", "AskButton")
    steps = steps_of(hand)
    assert steps[0]["expected"] == [{"selected": True}]
    assert steps[1]["expected"] == [{"window_exists": "^Question$"}]


def test_a_consent_stays_a_consent_and_is_marked(hand: Hand) -> None:
    hand("click", "DeleteButton", confirm=True)
    text = hand.text()
    assert "confirm: true  # " in text
    assert "selector: {automation_id: DeleteButton" in text


def test_secrets_stay_names_and_the_text_says_which_are_needed(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WPF_AGENT_SECRET_PIN", "hunter2")
    hand("type_text", "PinBox", secret="PIN")
    hand("type_text", "NameBox", text="literal ${x}")
    text = hand.text()
    assert "hunter2" not in text
    assert "args: {text: '${secret:PIN}'}" in text
    assert "WPF_AGENT_SECRET_PIN" in text.splitlines()[1]
    path = hand.folder / "s.yaml"
    path.write_text(text, encoding="utf-8")
    made = load_scenarios(str(path))[0]
    assert [dict(s.args) for s in made.steps] == [{"secret": "PIN"}, {"text": "literal ${x}"}]


def test_a_session_without_a_step_is_refused_with_the_reason(cli: CommandLine, tmp_path: Path) -> None:
    session = SessionWriter(str(tmp_path / "artifacts"), {"caller": "run", "target_spec": {"exe": "a.exe"}})
    session.close()
    called = cli("scenario", "new", "--from", session.folder)
    assert called.code == 2
    assert "no action" in called.err


def written_of(folder: Path, lines: list[dict[str, object]], **named: object) -> dict[str, Any]:
    """The scenario that is written of these lines of a record, as data."""
    session = Session(folder, {"target_spec": {"exe": "a.exe"}}, tuple(lines))
    text = scenario_text(session, **named)  # type: ignore[arg-type]
    path = folder / "w.yaml"
    path.write_text(text, encoding="utf-8")
    load_scenarios(str(path))
    made: dict[str, Any] = parse_source(text, "w.yaml").data
    return made


CLICK = {"n": 1, "action": "click", "args": {}, "selector": {"automation_id": "Save"}, "effect": "confirmed"}


def test_the_dialog_of_a_failure_is_not_expected_again(tmp_path: Path) -> None:
    line = {**CLICK, "evidence": {"windows_opened": ["Unhandled exception"]}}
    finding = {"oracle": "error_dialog", "severity": "failure", "title": "An error dialog"}
    assert "expected" in written_of(tmp_path, [line])["steps"][0]
    assert "expected" not in written_of(tmp_path, [{**line, "findings": [finding]}])["steps"][0]


def test_an_invariant_that_failed_is_kept_with_its_condition_and_others_that_did_not_hold_are_not(
    tmp_path: Path,
) -> None:
    check = {"check": "invariant", "selector": {"automation_id": "Box"}, "enabled": True, "verdict": {"ok": False}}
    lines = [CLICK, {**check, "n": 2}, {**check, "n": 3, "value_equals": "a"}]
    made = written_of(tmp_path, lines, failing=lines[1])
    box = {"automation_id": "Box"}
    when = {"selector": box, "exists": True}
    assert made["invariants"] == [{"when": when, "then": [{"selector": box, "enabled": True}]}]
    lines[1]["when"] = {"window_exists": "Orders"}
    assert written_of(tmp_path, lines, failing=lines[1])["invariants"][0]["when"] == {"window_exists": "Orders"}


def test_numbers_in_the_title_of_a_window_may_be_others_next_time(tmp_path: Path) -> None:
    line = {**CLICK, "evidence": {"windows_opened": ["Order 17 (new)", "#32770"]}}
    assert written_of(tmp_path, [line])["steps"][0]["expected"] == {"window_exists": r"^Order \d+ \(new\)$"}


def test_what_was_masked_in_a_selector_or_check_is_left_out(tmp_path: Path) -> None:
    masked = {**CLICK, "selector": {"automation_id": "Row", "name": "${secret:PIN}"}, "evidence": {}}
    check = {"n": 2, "check": "expected", "text_equals": "${redacted}", "verdict": {"ok": True}}
    made = written_of(tmp_path, [masked, check])["steps"][0]
    assert made == {"action": "click", "selector": {"automation_id": "Row"}}


def test_the_time_of_day_in_a_text_that_was_read_is_only_offered(tmp_path: Path) -> None:
    read = {"n": 2, "action": "read_text", "args": {}, "selector": {"automation_id": "Clock"}, "text": "at 12:30"}
    assert "expected" not in written_of(tmp_path, [{**CLICK, "evidence": {}}, read])["steps"][0]


def test_a_tickets_scenario_fails_as_the_run_did(cli: CommandLine, scenario: Write) -> None:
    bad = scenario(
        "steps:\n  - action: click\n    selector: {automation_id: SaveButton}\n    timeout_ms: 300\n"
        "    expected: {selector: {automation_id: StatusText}, text_equals: stored}\n"
    )
    ticket = cli("scenario", "run", bad, "--json").json["scenarios"][0]["tickets"][0]
    path = Path(ticket["folder"]) / "scenario.yaml"
    again = cli("scenario", "run", path, "--json")
    assert again.code == 1
    assert again.json["scenarios"][0]["tickets"][0]["signature"] == ticket["signature"]
    assert json.dumps("stored") in json.dumps([e.to_dict() for e in load_scenarios(str(path))[0].steps[0].expected])
