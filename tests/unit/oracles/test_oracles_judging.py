"""The judge: the order of the table, levels and settings of profile and scenario, and what it remembers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from observed import MAIN, STACK, control, ended, message_box, observed, target, window

from wpfagent.core.errors import FileInvalid, InvalidArgument, ProfileInvalid
from wpfagent.core.model import Snapshot
from wpfagent.profiles.schema import load_profiles
from wpfagent.runs.load import load_scenarios
from wpfagent.testing.oracles import ORACLES
from wpfagent.testing.oracles.judging import Judge, check_profile


def levels(judge: Judge) -> dict[str, str]:
    return {r.oracle.name: r.level for r in judge.rules}


def test_the_table_stands_in_the_order_of_strength_and_everything_in_it_is_described() -> None:
    ranks = [oracle.rank for oracle in ORACLES.values()]
    assert ranks == sorted(set(ranks))
    assert next(iter(ORACLES)) == "unhandled_exception", "what names the code is the strongest"
    for name, oracle in ORACLES.items():
        assert oracle.name == name
        assert oracle.summary().endswith((".", "`."))
        assert all(f.metadata.get("doc") for f in oracle.fields())


def test_findings_come_in_that_order_and_the_first_is_the_strongest(tmp_path: Path) -> None:
    stderr = tmp_path / "e"
    judge = Judge()
    judge.begin(target().identity, windows=(window(),), stderr_path=str(stderr))
    stderr.write_text(f"Unhandled exception. {STACK}\n", encoding="utf-8")
    found = judge.judge(ended(0xE0434352, stderr_path=str(stderr)))
    assert [f.oracle for f in found] == ["unhandled_exception", "process_exited"]


def test_nothing_wrong_is_no_finding_and_each_application_has_its_own_memory() -> None:
    judge = Judge()
    windows, after = message_box("Error", STACK)
    for pid in (1, 2):
        app = target(pid)
        judge.begin(app.identity, windows=(window(),))
        assert judge.judge(observed(target=app)) == []
        assert [f.oracle for f in judge.judge(observed(target=app, windows=windows, after=after))][:1] == [
            "error_dialog"
        ]
        assert judge.judge(observed(target=app, windows=windows, before=after, after=after)) == []


def test_what_was_open_at_the_beginning_is_no_finding_even_without_begin() -> None:
    windows, after = message_box("Error", STACK)
    judge = Judge()
    judge.begin(target().identity, windows=windows)
    assert judge.judge(observed(windows=windows, before=after, after=after)) == []
    assert Judge().judge(observed(windows=windows, before=after, after=after)) == []


def test_a_scenario_has_the_last_word_and_keeps_the_settings_of_the_profile() -> None:
    judge = Judge.configured(
        {"app_log": {"pattern": "Overdraft", "level": "on"}, "error_text": "on", "error_dialog": False},
        {"app_log": "warn", "not_responding": {"freeze_ms": 900}, "error_dialog": True},
    )
    own = {name: oracle.level for name, oracle in ORACLES.items() if oracle.level != "off"}
    assert levels(judge) == {**own, "error_text": "on", "app_log": "warn"}
    by_name = {r.oracle.name: r for r in judge.rules}
    assert by_name["app_log"].settings.pattern == "Overdraft"
    assert by_name["not_responding"].settings.freeze_ms == 900


def test_off_is_not_asked_and_warn_only_warns() -> None:
    windows, after = message_box("Error", "Disk full.")
    seen = observed(windows=windows, after=after)

    def judged(level: str) -> list[str]:
        judge = Judge.configured({"error_dialog": level, "error_text": "off"})
        judge.begin(target().identity, windows=(window(),))
        return [f.severity for f in judge.judge(seen)]

    assert (judged("on"), judged("warn"), judged("off")) == (["failure"], ["warning"], [])


@pytest.mark.parametrize(
    ("given", "path", "hint"),
    [
        ({"error_dialg": "on"}, ["error_dialg"], "error_dialog"),
        ({"app_log": {"patern": "x"}}, ["app_log", "patern"], "pattern"),
        ({"app_log": {"level": "loud"}}, ["app_log", "level"], "warn"),
        ({"app_log": "maybe"}, ["app_log"], "on, warn, off"),
        ({"app_log": {"pattern": "("}}, ["app_log"], ""),
        ({"not_responding": {"freeze_ms": "long"}}, ["not_responding", "freeze_ms"], "milliseconds"),
        ({"not_responding": {"freeze_ms": 0}}, ["not_responding"], "1 or more"),
        ({"element_missing": {"pattern": "x"}}, ["element_missing", "pattern"], "level"),
        ({"heap_growth": "on"}, ["heap_growth"], "off"),
    ],
)
def test_a_wrong_name_level_or_setting_is_an_error_that_names_the_nearest(
    given: dict[str, Any], path: list[str], hint: str
) -> None:
    with pytest.raises(InvalidArgument) as caught:
        Judge.configured(given)
    assert caught.value.details["path"] == path
    assert hint in caught.value.hint


def test_a_profile_with_a_wrong_oracle_names_the_path() -> None:
    text = json.dumps({"version": 1, "profiles": [
        {"name": "a", "match": {"process": "x"}, "oracles": {"error_text": {"patern": "x"}}}]})  # fmt: skip
    with pytest.raises(ProfileInvalid, match=r"profiles\[0\]\.oracles\.error_text\.patern") as caught:
        load_profiles(text, "p.json", check=check_profile)
    assert "pattern" in caught.value.hint


def test_a_scenario_with_a_wrong_oracle_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(
        "id: a\ntarget_spec: {process: x}\noracles:\n  error_text: on\n  app_lgo: off\nsteps:\n"
        "  - {action: list_controls}\n",
        encoding="utf-8",
    )
    with pytest.raises(FileInvalid, match=r"s\.yaml:5: oracles\.app_lgo") as caught:
        load_scenarios(str(path))
    assert "app_log" in caught.value.hint
    path.write_text(path.read_text(encoding="utf-8").replace("app_lgo", "app_log"), encoding="utf-8")
    assert load_scenarios(str(path))[0].oracles == {"error_text": "on", "app_log": "off"}


def test_an_error_text_in_the_main_window_warns_while_a_dialog_fails() -> None:
    judge = Judge()
    judge.begin(target().identity, windows=(window(),))
    after = Snapshot((control("Saving failed", hwnd=MAIN),), (window(),))
    assert [(f.oracle, f.severity) for f in judge.judge(observed(after=after))] == [("error_text", "warning")]
