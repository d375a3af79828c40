"""What can be replayed, and what is said of what cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wpfagent.core.errors import FileInvalid, SecretMissing
from wpfagent.desktops.target import TargetSpec
from wpfagent.entries.schemas import actions_schema
from wpfagent.runs.replay import parse_speed
from wpfagent.runs.replay_file import Recording, parse_recording, read_recording
from wpfagent.runs.replay_secrets import secret_values


def act(tool: str = "click", /, recorded: dict[str, Any] | None = None, **args: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"tool": tool, "args": {"selector": {"automation_id": "SaveButton"}, **args}}
    return {**made, "recorded": recorded} if recorded is not None else made


def parse(*actions: dict[str, Any], **head: Any) -> Recording:
    return parse_recording({**head, "actions": list(actions)}, "f.json")


# -- reading ----------------------------------------------------------------------------------------------------------


def test_a_bare_list_and_a_whole_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps([act()]), encoding="utf-8")
    assert read_recording(str(path)).acts[0].describe() == "click SaveButton"
    path.write_text(json.dumps({"version": 1, "target_spec": {"exe": "A.exe"}, "actions": [act()]}), encoding="utf-8")
    assert read_recording(str(path)).target_spec == TargetSpec(exe="A.exe")


def test_a_list_in_yaml_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("- {tool: click, args: {selector: {automation_id: SaveButton}}}\n", encoding="utf-8")
    assert len(read_recording(str(path)).acts) == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"actions": []}, "no actions"),
        ({"steps": []}, "no list of actions"),
        ("text", "no list of actions"),
        ({"actions": [{"tool": "clik"}]}, r"actions\[0\].*clik"),
        ({"version": 9, "actions": [act()]}, "newer"),
        ({"actions": [{"tool": "click", "args": {"selector": {"ref": "e12"}}}]}, "a ref belongs to one run"),
        ({"actions": [{"tool": "click", "args": {"selector": {"name": "x", "within": {"ref": "e1"}}}}]}, "a ref"),
        ({"actions": [act("type_text", text="${redacted}")]}, "redacted"),
        ({"actions": [act("wait_for", {"check": "expected"}, until="exists")]}, "a check is a wait_for"),
    ],
)
def test_what_cannot_be_replayed_is_said_with_its_number(data: Any, said: str) -> None:
    with pytest.raises(FileInvalid, match=said) as raised:
        parse_recording(data, "f.json")
    assert raised.value.message.startswith("f.json: ")
    assert raised.value.exit_code == 2


def test_a_pid_of_the_recorded_run_names_nothing() -> None:
    assert parse(act(), target_spec={"pid": 4}).target_spec is None
    assert parse(act(), target_spec={"pid": 4, "process": "A.exe"}).target_spec == TargetSpec(process="A.exe")


def test_the_application_may_be_named_by_an_action() -> None:
    named = {"tool": "resolve_target", "args": {"target_spec": {"profile": "MyApp"}}}
    assert parse(named, act(target_id="t1")).target_spec == TargetSpec(profile="MyApp")
    assert parse(act(), act(target_spec={"exe": "B.exe"})).target_spec == TargetSpec(exe="B.exe")


def test_what_a_recorder_noted_oddly_counts_as_not_noted() -> None:
    recorded = parse(act("click", {"element": "?", "findings": 3, "pause_ms": "x", "effect": None, "check": "?"})).acts[
        0
    ]
    assert recorded.recorded.effect == ""
    assert recorded.recorded.element == {}
    assert recorded.recorded.check == ""
    assert recorded.recorded.known


def test_baselines_lie_beside_the_scenario_else_beside_the_file(tmp_path: Path) -> None:
    assert parse(act(), environment={"base_dir": "/tests"}).base_dir == "/tests"
    for environment in ({}, {"base_dir": "/"}, {"base_dir": "/tests/.."}):
        recording = parse_recording({"actions": [act()], "environment": environment}, str(tmp_path / "f.json"))
        assert recording.base_dir == str(tmp_path), "a whole drive is no folder of baselines"


# -- where it failed --------------------------------------------------------------------------------------------------


def test_the_failing_step_and_its_cause_are_known() -> None:
    done = {"effect": "confirmed"}
    check = act("wait_for", {"check": "expected", "ok": False}, until={"exists": True})
    recording = parse(act("click", done), act("click", done), act("read_text", {"n": 3}), check)
    assert (recording.failing, recording.cause) == (4, 2)
    assert parse(act("click", done), act("click", done | {"findings": ["process_exited"]})).cause == 2
    untroubled = parse(act("click", done))
    assert (untroubled.failing, untroubled.cause) == (None, 2)


# -- secrets ----------------------------------------------------------------------------------------------------------


def test_secrets_are_found_wherever_they_stand() -> None:
    recording = parse(
        act("type_text", text="x ${secret:A} y"),
        act("type_text", secret="B"),
        act("wait_for", until={"text_equals": "${secret:C}"}),
        {"tool": "click", "args": {"selector": {"name": "Hello ${secret:D}"}}},
        target_spec={"exe": "A.exe", "args": ["--key", "${secret:E}"]},
    )
    assert set(recording.secrets) == set("ABCDE")
    filled = recording.with_secrets(dict.fromkeys("ABCDE", "v"))
    assert filled.acts[0].request.args["text"] == "x v y"
    assert filled.acts[2].request.args["until"] == {"text_equals": "v"}
    assert filled.acts[3].selector is not None
    assert filled.acts[3].selector.name == "Hello v"
    assert filled.target_spec is not None
    assert filled.target_spec.args == ("--key", "v")


def test_a_text_that_is_one_secret_is_read_by_the_gate_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    recording = parse(act("type_text", text="${secret:pin}"), act("type_text", secret="pin"))
    asked = recording.with_secrets({"pin": "1234"})
    assert [a.request.args for a in asked.acts] == [{"text": "1234"}] * 2
    monkeypatch.setenv("WPF_AGENT_SECRET_PIN", "1234")
    known = recording.with_secrets({"pin": "1234"})
    assert [a.request.args for a in known.acts] == [{"secret": "pin"}] * 2


def test_all_missing_secrets_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WPF_AGENT_SECRET_A", "1")
    with pytest.raises(SecretMissing, match="secrets B, C have no value") as raised:
        secret_values(["A", "B", "C"])
    assert "WPF_AGENT_SECRET_B, WPF_AGENT_SECRET_C" in raised.value.hint
    assert secret_values(["A", "B"], lambda name: name * 2) == {"A": "1", "B": "BB"}
    with pytest.raises(SecretMissing, match="secret B has no value"):
        secret_values(["B"], lambda _: "")


# -- speed ------------------------------------------------------------------------------------------------------------


def test_speeds_are_words_and_factors() -> None:
    assert [parse_speed(s) for s in ("fast", "recorded", "2x", "0.5x", "4")] == [0, 1, 0.5, 2, 0.25]
    for wrong in ("slow", "0x", "-1", "x"):
        with pytest.raises(Exception, match="--speed"):
            parse_speed(wrong)


def test_the_schema_of_actions_knows_what_a_recorder_notes() -> None:
    call = actions_schema()["$defs"]["action"]["oneOf"][0]
    assert set(call["properties"]) == {"tool", "args", "recorded"}
