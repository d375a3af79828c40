"""What of a record becomes its replay file."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType
from typing import Any

from wpfagent.gate.schema import validate_actions
from wpfagent.testing.record.actions import actions_of
from wpfagent.testing.record.read import Session

SAVE = MappingProxyType({
    "action": "click", "args": {"button": "left"}, "selector": {"automation_id": "SaveButton"}, "effect": "confirmed",
    "matched_by": "automation_id", "method": "InvokePattern", "elapsed_ms": 500, "target": {"process": "A.exe"},
})  # fmt: skip
MISSED = MappingProxyType({"error": {"code": "element_not_found"}})


def session(*lines: Any, folder: Path = Path("s"), **facts: Any) -> Session:
    numbered = [
        {"n": n, "time": f"2026-11-21T09:30:{n * 2:02}.000+09:00", **line} for n, line in enumerate(lines, start=1)
    ]
    return Session(folder, {"session_id": "s", "desktop": "uia", **facts}, tuple(numbered))


def tools(made: dict[str, Any]) -> list[str]:
    return [a["tool"] for a in made["actions"]]


def without(line: Any, *keys: str) -> dict[str, Any]:
    return {k: v for k, v in line.items() if k not in keys}


def test_it_is_a_file_that_the_border_accepts() -> None:
    made = actions_of(session(SAVE, {**SAVE, **MISSED, "step": 2}, target_spec={"exe": "A.exe"}, seed=7))
    head, calls = validate_actions(json.loads(json.dumps(made)))
    assert (head.version, head.seed, len(calls)) == (1, 7, 2)
    assert head.target_spec is not None
    assert made["actions"][0]["args"] == {"selector": {"automation_id": "SaveButton"}, "button": "left"}
    assert made["actions"][0]["recorded"]["method"] == "InvokePattern"
    assert made["environment"]["target"] == {"process": "A.exe"}
    by_scenario = actions_of(session(SAVE, scenario={"id": "a", "file": "/tests/a.yaml"}))
    assert by_scenario["environment"]["base_dir"] == "/tests"


def test_what_only_looked_was_refused_or_missed_is_left_out_by_hand_and_kept_in_a_scenario() -> None:
    read = {"action": "read_text", "args": {}, "selector": {"automation_id": "X"}}
    wait = {"action": "wait_for", "args": {"until": "exists"}, "selector": {"automation_id": "X"}}
    refused = {**SAVE, "effect": "refused", "error": {"code": "refused_destructive"}}
    missed = {**without(SAVE, "effect"), **MISSED}
    lines = [{"action": "list_controls", "args": {}}, read, wait, {**wait, **MISSED}, refused, missed, SAVE,
             {"action": "resolve_target", "args": {"target_spec": {"pid": 1}}}]  # fmt: skip
    assert tools(actions_of(session(*lines))) == ["wait_for", "click"]
    steps = [{**line, "phase": "steps", "step": n} for n, line in enumerate(lines, start=1)]
    kept = ["list_controls", "read_text", "wait_for", "wait_for", "click", "click"]
    assert tools(actions_of(session(*steps))) == kept


def test_an_action_that_ended_the_program_is_kept() -> None:
    ended = {**without(SAVE, "effect"), "error": {"code": "app_exited"}}
    assert actions_of(session(ended))["actions"][0]["recorded"]["error"] == "app_exited"


def test_what_was_found_at_a_later_look_belongs_to_the_last_action() -> None:
    glance = {"action": "glance", "args": {}, "findings": [{"oracle": "process_exited"}]}
    warned = {"action": "read_text", "args": {}, "findings": [{"oracle": "app_log", "severity": "warning"}]}
    made = actions_of(session(SAVE, warned, glance))
    assert tools(made) == ["click"]
    assert made["actions"][0]["recorded"]["findings"] == ["process_exited"]


def test_checks_become_waits_that_say_what_they_were() -> None:
    check = {"check": "expected", "text_equals": "x", "selector": {"automation_id": "S"}, "elapsed_ms": 5,
             "verdict": {"ok": False, "expected": "x", "actual": "y", "elapsed_ms": 1_200}}  # fmt: skip
    made = actions_of(session(check))["actions"][0]
    assert made["tool"] == "wait_for"
    assert made["args"] == {"selector": {"automation_id": "S"}, "until": {"text_equals": "x"}}
    assert made["recorded"] == {"n": 1, "check": "expected", "ok": False, "elapsed_ms": 1_200}


def test_consents_and_pauses_are_noted() -> None:
    made = actions_of(session(SAVE, {**SAVE, "confirmed_by_caller": True}))["actions"]
    assert "consent" not in made[0]["recorded"]
    assert made[1]["recorded"]["consent"] is True
    assert made[1]["recorded"]["pause_ms"] == 1_500


def test_only_the_last_attempt_counts_and_nothing_after_the_failure() -> None:
    def step(number: int, phase: str = "steps") -> dict[str, Any]:
        return {**SAVE, "args": {"button": f"{phase}{number}"}, "phase": phase, "step": number}

    lines = [step(1, "setup"), step(1), step(2), step(1, "setup"), step(1), step(2), step(1, "teardown")]
    made = actions_of(session(*lines), upto=6)
    assert [a["args"]["button"] for a in made["actions"]] == ["setup1", "steps1", "steps2"]
    assert [a["recorded"]["n"] for a in made["actions"]] == [4, 5, 6]


def test_a_pid_becomes_the_process_that_it_was() -> None:
    assert actions_of(session(SAVE, target_spec={"pid": 7}))["target_spec"] == {"process": "A.exe"}
    assert actions_of(session(SAVE, profile="MyApp"))["target_spec"] == {"profile": "MyApp"}
    assert "target_spec" not in actions_of(session())


def test_a_point_knows_the_window_that_it_lay_in(tmp_path: Path) -> None:
    (tmp_path / "uia").mkdir()
    windows = [
        {"title": "Menu", "rect": [0, 0, 50, 50], "popup": True},
        {"title": "Main", "rect": [0, 0, 500, 500]},
    ]
    (tmp_path / "uia" / "a.json").write_text(json.dumps({"windows": windows}), encoding="utf-8")
    line = {**SAVE, "selector": {"bounding_rect": [10, 10, 20, 20]}, "uia": {"before": "uia/a.json"}}
    made = actions_of(session(line, without(line, "uia"), folder=tmp_path))["actions"]
    assert made[0]["recorded"]["window"] == {"title": "Main", "rect": [0, 0, 500, 500]}
    assert "window" not in made[1]["recorded"]
