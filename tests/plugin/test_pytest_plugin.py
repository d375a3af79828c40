"""The pytest plugin, run as a user runs it: in a process of its own, on the simulated desktop."""

from __future__ import annotations

import importlib.util
import json
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
SCENARIOS = Path(__file__).parents[1] / "simulated" / "scenarios"
FORM = """\
id: {id}
tags: [{tag}]
target_spec: {{exe: form.xaml}}
steps:
  - {{action: type_text, selector: {{automation_id: NameBox}}, args: {{text: Ada}}}}
  - action: click
    selector: {{automation_id: SaveButton}}
    expected: {{selector: {{automation_id: StatusText}}, text_contains: "{status}"}}
    timeout_ms: 300
"""


@pytest.fixture(autouse=True)
def _project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the form beside the tests."""
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(name, str(pytester.path / "home"))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    for file in SCENARIOS.glob("form*"):
        shutil.copy(file, pytester.path)


def run(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess(
        "-p", "wpfagent.entries.pytest_plugin", "--wpf-desktop", "simulated", "--wpf-artifacts", "artifacts", *args
    )


def write(pytester: pytest.Pytester, name: str, *, status: str = "saved", tag: str = "smoke") -> None:
    (pytester.path / f"{name}.scenario.yaml").write_text(FORM.format(id=name, status=status, tag=tag), "utf-8")


def test_scenario_files_are_tests_and_a_failure_names_its_ticket(pytester: pytest.Pytester) -> None:
    write(pytester, "good")
    write(pytester, "bad", status="Printed")
    result = run(pytester, "--junit-xml", "results.xml")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*Printed*", "record: *", "ticket: *"])
    (ticket,) = (pytester.path / "artifacts" / "tickets").glob("*/*/ticket.json")
    bad = next(c for c in ET.parse(pytester.path / "results.xml").iter("testcase") if c.get("name") == "bad")
    properties = {p.get("name"): p.get("value") for p in bad.iter("property")}
    assert Path(str(properties["wpf_ticket"])) == ticket.parent
    test = json.loads(Path(str(properties["wpf_session"]), "session.json").read_text(encoding="utf-8"))["test"]
    assert test == "bad.scenario.yaml::bad"


def test_tags_pick_scenarios_as_keywords(pytester: pytest.Pytester) -> None:
    write(pytester, "one", tag="smoke")
    write(pytester, "two", tag="nightly")
    run(pytester, "-k", "nightly").assert_outcomes(passed=1, deselected=1)


def test_a_file_that_does_not_parse_is_an_error_with_its_line(pytester: pytest.Pytester) -> None:
    (pytester.path / "wrong.scenario.yaml").write_text(
        "id: w\ntarget_spec: {exe: form.xaml}\nsteps: [{acton: click}]\n", "utf-8"
    )
    result = run(pytester)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*wrong.scenario.yaml:3*acton*"])


def test_an_application_that_is_not_there_is_told_with_the_hint(pytester: pytest.Pytester) -> None:
    (pytester.path / "no.scenario.yaml").write_text(
        "id: n\ntarget_spec: {exe: nothing.xaml}\nsteps:\n  - {action: click, selector: {name: A}}\n", "utf-8"
    )
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["not_run: *nothing.xaml*"])


def test_an_exploration_is_one_test_for_each_seed(pytester: pytest.Pytester) -> None:
    (pytester.path / "form.exploration.yaml").write_text(CALM, "utf-8")
    result = run(pytester, "--wpf-seeds", "3-4", "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*seed 3*PASSED*", "*seed 4*PASSED*"])
    run(pytester, "--wpf-seeds", "x").assert_outcomes(errors=1)


CALM = """\
target: {exe: form.xaml}
max_steps: 5
action_space:
  - {control_type: Button, weight: 0}
"""
TEST = """\
import pytest

@pytest.mark.wpf_app(exe="form.xaml")
def test_saved(wpf_app):
    wpf_app.type_text(automation_id="NameBox", text="Ada")
    wpf_app.click(automation_id="SaveButton")
    wpf_app.expect(automation_id="StatusText", text_contains={status!r}, timeout_ms=300)
    {more}
"""


def test_the_fixture_opens_the_application_and_closes_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TEST.format(status="saved", more="open('pid', 'w').write(str(wpf_app.pid))"))
    run(pytester).assert_outcomes(passed=1)
    (session,) = (pytester.path / "artifacts" / "sessions").glob("*")
    assert json.loads((session / "session.json").read_text(encoding="utf-8"))["outcome"] == "passed"


def test_an_expectation_that_fails_brings_its_ticket(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TEST.format(status="Printed", more=""))
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*Expected*Printed*", "*wpf-agent*", "ticket: *"])
    assert list((pytester.path / "artifacts" / "tickets").glob("*/*/ticket.json"))


def test_a_program_that_crashes_fails_a_test_whose_assertions_hold(pytester: pytest.Pytester) -> None:
    crash = "wpf_app.gate.desktop.faults(wpf_app.pid).crash()"
    pytester.makepyfile(TEST.format(status="saved", more=crash))
    result = run(pytester)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*the program failed while the test passed:*", "ticket: *"])


@pytest.mark.skipif(importlib.util.find_spec("xdist") is None, reason="pytest-xdist is not installed")
def test_several_workers_share_the_scenarios_and_the_seeds(pytester: pytest.Pytester) -> None:
    for n in range(3):
        write(pytester, f"s{n}", status="Printed")
    (pytester.path / "form.exploration.yaml").write_text(CALM, "utf-8")
    run(pytester, "-n", "2", "--wpf-seeds", "1-4").assert_outcomes(passed=4, failed=3)
    assert len(list((pytester.path / "artifacts" / "sessions").glob("*"))) == 7
