"""The page of an exploration opens with what was covered and found; what could not be done is no failure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.report import session_report
from wpfagent.testing.report.session_page import session_content
from wpfagent.testing.report.source import session_source

UNDONE = {"code": "element_not_visible", "message": "'Button One' stayed off screen.", "hint": ""}
GONE = {"code": "app_exited", "message": "It has ended.", "hint": ""}
FOUND = {"oracle": "error_dialog", "title": "An error dialog opened", "severity": "failure"}


def written(folder: Path, *steps: dict[str, Any], **facts: Any) -> Path:
    session = SessionWriter(str(folder), {"caller": "random", "seed": 3, **facts})
    for step in steps:
        session.step({"action": "click", "subject": "click Button 'One'", **step})
    session.close({"outcome": "passed"})
    return Path(session.folder)


def content(folder: Path) -> dict[str, Any]:
    return session_content(session_source(folder))


def test_an_act_that_an_exploration_could_not_do_is_no_failure(tmp_path: Path) -> None:
    made = content(written(tmp_path, {"effect": "confirmed"}, {"error": UNDONE}))
    assert dict(made["counts"]) == {"changed": 1, "undone": 1}
    assert made["look"] == "passed"
    assert made["first_failure"] == ""


def test_the_same_in_a_scenario_is_one(tmp_path: Path) -> None:
    made = content(written(tmp_path, {"error": UNDONE}, caller="scenario"))
    assert dict(made["counts"]) == {"failed": 1}
    assert made["first_failure"] == "s1"


@pytest.mark.parametrize("step", [{"error": GONE}, {"error": UNDONE, "findings": [FOUND]}])
def test_a_program_that_ended_and_what_an_oracle_found_stay_failures(tmp_path: Path, step: dict[str, Any]) -> None:
    assert dict(content(written(tmp_path, step))["counts"]) == {"failed": 1}


def test_what_was_found_and_covered_stands_before_the_steps(tmp_path: Path) -> None:
    folder = written(tmp_path, {"effect": "confirmed", "findings": [FOUND]})
    (folder / "coverage.json").write_text(
        '{"states": [{"id": "a", "number": 1, "title": "Orders > File", "visits": 1, "actions": 4, "tried": 2},'
        ' {"id": "b", "number": 2, "title": "Orders", "visits": 1, "actions": 6, "tried": 3}],'
        ' "transitions": [], "controls": 5, "used": 3,'
        ' "kinds": [{"control_type": "Button", "controls": 5, "used": 3}]}', encoding="utf-8")  # fmt: skip
    page = session_report(folder).read_text(encoding="utf-8")
    found, covered, line = (page.index(f'id="{name}"') for name in ("found-title", "coverage-title", "line-title"))
    assert found < covered < line
    (screen,) = content(folder)["coverage"]["screens"]
    assert (screen.title, screen.states, screen.actions, screen.tried) == ("Orders", 2, 6, 3)
    assert "An error dialog opened" in page[found:covered]


def test_an_exploration_that_found_nothing_says_so_first(tmp_path: Path) -> None:
    page = session_report(written(tmp_path, {"error": UNDONE})).read_text(encoding="utf-8")
    assert "Nothing was found." in page[: page.index('id="line-title"')]
    assert "Go to the failure" not in page
