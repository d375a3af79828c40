"""JUnit XML as GitHub, Jenkins and GitLab read it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from wpfagent.actions.expect import Verdict
from wpfagent.core.errors import RefusedDestructive, StorageFailed
from wpfagent.core.selector import Selector
from wpfagent.runs.junit import junit_xml, write_junit
from wpfagent.runs.model import Place, Scenario, Step
from wpfagent.runs.results import Check, ScenarioResult, StepResult

SCENARIO = Scenario("t", "Title", ("a", "b"), "qa", path="/x/s.yaml", row=1)
STEP = Step("click", Selector("Save"), place=Place("/x/s.yaml", 7))
FAILED = Check("expected", Verdict(False, "text 'a\x00'", "text '<b>' & more", 5, {"picture": "screens/d.png"}))


def parsed(*results: ScenarioResult) -> ET.Element:
    return ET.fromstring(junit_xml(results, started="2026-11-21T10:00:00+00:00"))


def result(outcome: Any = "passed", **named: Any) -> ScenarioResult:
    return ScenarioResult(SCENARIO, outcome, elapsed_ms=1234, desktop="simulated", session="/art/s1", **named)


def test_a_failed_scenario_is_a_failure_with_its_place_reason_and_pictures() -> None:
    step = StepResult(1, "steps", STEP, "failed", checks=(FAILED,), elapsed_ms=5)
    ticket = {"id": "TICKET-1", "folder": "/art/t/TICKET-1", "signature": "ab", "count": 1, "new": True}
    case = parsed(result("failed", steps=(step,), tickets=(ticket,))).find(".//testcase")
    assert case is not None
    assert {k: case.get(k) for k in ("name", "classname", "time", "file", "line")} == {
        "name": "t[2]", "classname": "s", "time": "1.234", "file": "/x/s.yaml", "line": "7",
    }  # fmt: skip
    failure = case.find("failure")
    assert failure is not None
    assert "'<b>' & more" in str(failure.get("message"))
    assert "\x00" not in str(failure.get("message"))
    assert failure.get("type") == "expectation_not_met"
    assert failure.text is not None
    assert failure.text.endswith("/x/s.yaml:7")
    out = case.findtext("system-out") or ""
    assert "[[ATTACHMENT|/art/s1/screens/d.png]]" in out
    assert "[[ATTACHMENT|/art/t/TICKET-1/ticket.md]]" in out
    assert "steps 1  click Save: failed" in out


def test_properties_hold_what_the_scenario_says_of_itself() -> None:
    case = parsed(result()).find(".//testcase")
    assert case is not None
    found = [(p.get("name"), p.get("value")) for p in case.iter("property")]
    assert ("title", "Title") in found
    assert [v for k, v in found if k == "tag"] == ["a", "b"]
    assert ("owner", "qa") in found


def test_counts_of_each_outcome_stand_on_suite_and_whole() -> None:
    error = RefusedDestructive("no")
    refused = result("not_run", error=error)
    whole = parsed(result(), result("failed"), refused, result("interrupted"), result("flaky"))
    suite = whole.find("testsuite")
    assert suite is not None
    for element in (whole, suite):
        counts = [element.get(k) for k in ("tests", "failures", "errors", "skipped")]
        assert counts == ["5", "1", "1", "1"]
    assert suite.find("testcase/error[@type='refused_destructive']") is not None
    assert suite.find("testcase/skipped") is not None
    assert suite.get("timestamp") == "2026-11-21T10:00:00+00:00"


def test_each_file_is_a_suite() -> None:
    other = replace(result(), scenario=replace(SCENARIO, path="/x/other.yaml"))
    assert [s.get("name") for s in parsed(result(), result(), other)] == ["/x/s.yaml", "/x/other.yaml"]


def test_the_file_is_written_into_a_new_folder_or_the_error_says_why_not(tmp_path: Path) -> None:
    path = write_junit(str(tmp_path / "new" / "j.xml"), [result()])
    assert Path(path).read_bytes().startswith(b"<?xml")
    with pytest.raises(StorageFailed):
        write_junit(str(tmp_path), [result()])
