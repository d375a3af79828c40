"""`pytest --wpf-fleet`: the same outcomes, messages and tickets as a local run, and the machines named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.fleet.processes import ROOT, Fleet, wait_for
from wpfagent.runs.fleet.certificates import make_certificates
from wpfagent.testing.record.read import list_sessions, read_session
from wpfagent.testing.tickets.store import TicketStore

SCENARIO = """\
id: {id}
target_spec: {{profile: {profile}}}
data: {data}
steps:
  - {{action: click, selector: {{automation_id: {button}}}, timeout_ms: 300}}
  - action: type_text
    selector: {{automation_id: UserBox}}
    args: {{text: "${{name}}"}}
    expected: {{value_equals: "{expected}"}}
    timeout_ms: 300
"""
EXPLORATION = "target: {profile: demo}\nmax_steps: 60\n"
LOCAL = ("--wpf-desktop", "simulated")
NOT_COMPARED = re.compile(r"^(?:record|ticket|machine): .*$", re.M)


def write(
    folder: Path, name: str, expected: str = "${name}", *, data: str = "[{name: Ann}]",
    button: str = "OpenSettingsButton", profile: str = "demo",
) -> None:  # fmt: skip
    text = SCENARIO.format(id=name, expected=expected, data=data, button=button, profile=profile)
    (folder / f"{name}.scenario.yaml").write_text(text, encoding="utf-8")


def begin(folder: Path, artifacts: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pytest", "-p", "wpfagent.entries.pytest_plugin", "-p", "no:cacheprovider"]
    return subprocess.Popen(
        [*command, "--wpf-artifacts", artifacts, "--junit-xml", f"{artifacts}.xml", *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip


def run(folder: Path, artifacts: str, *words: str, code: int) -> str:
    process = begin(folder, artifacts, *words)
    said, _ = process.communicate(timeout=400)
    assert process.returncode == code, said
    return said


def cases(folder: Path, artifacts: str) -> dict[str, tuple[str, str, dict[str, str]]]:
    """Return what JUnit says of each test: its outcome, its words without folders and machines, its properties."""
    found = {}
    for case in ET.parse(folder / f"{artifacts}.xml").iter("testcase"):
        bad = next((child for child in case if child.tag in ("failure", "error", "skipped")), None)
        text = NOT_COMPARED.sub("", (bad.text or "").replace(str(folder), "")).strip() if bad is not None else ""
        properties = {str(p.get("name")): str(p.get("value")) for p in case.iter("property")}
        found[f"{case.get('classname')}::{case.get('name')}"] = (bad.tag if bad is not None else "", text, properties)
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pytest.ini").write_text("[pytest]\njunit_family = xunit1\n", encoding="utf-8")
    return folder


@pytest.mark.slow
def test_outcomes_messages_and_tickets_are_those_of_a_local_run(
    fleet: Fleet, project: Path, seeds: tuple[str, ...]
) -> None:
    write(project, "rows", data="[{name: Ann}, {name: 太郎}, {name: O'Neil}]")
    write(project, "wrong", "somebody else", data="[{name: Ann}, {name: Bo}, {name: Cy}]")
    write(project, "nowhere", button="NoSuchButton")
    (project / "demo.exploration.yaml").write_text(EXPLORATION, encoding="utf-8")
    (project / "test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    (project / "conftest.py").write_text(
        "import pytest\ndef pytest_collection_modifyitems(items):\n"
        "    items[-2].add_marker(pytest.mark.skip(reason='not today'))\n",
        encoding="utf-8",
    )
    fleet.scheduler()
    fleet.worker("pc1")
    fleet.worker("pc2")
    explored = ("--wpf-seeds", seeds[1])
    run(project, "here", *LOCAL, *explored, code=1)
    said = run(project, "there", "--wpf-fleet", fleet.address, *explored, code=1)
    here, there = cases(project, "here"), cases(project, "there")
    assert {n: c[:2] for n, c in there.items()} == {n: c[:2] for n, c in here.items()}
    assert len(there) == 13
    assert [outcome for outcome, _, _ in there.values()].count("failure") >= 5, "two seeds find something"
    sent = [properties for _, _, properties in there.values() if "wpf_machine" in properties]
    assert len(sent) == 11, "not the Python test, and not the one that a mark skips"
    assert {p["wpf_machine"] for p in sent} == {"pc1", "pc2"}
    assert "machine: pc" in said
    assert "report: " in said
    for name, (outcome, _, properties) in there.items():
        if "wpf_session" not in properties:
            continue
        facts = read_session(Path(properties["wpf_session"])).facts
        assert facts["test"] == read_session(Path(here[name][2]["wpf_session"])).facts["test"]
        assert ("wpf_ticket" in properties) == ("wpf_ticket" in here[name][2]), (name, outcome)
    one, two = (TicketStore(project / folder).entries() for folder in ("here", "there"))
    seen = [sorted((e.signature, e.count) for e in entries) for entries in (one, two)]
    assert seen[0] == seen[1], "in whichever order they came"
    known = {str(e.folder) for e in two}
    assert {p["wpf_ticket"] for p in sent if "wpf_ticket" in p} <= known


@pytest.mark.slow
def test_a_fleet_that_does_not_answer_is_one_clear_error(fleet: Fleet, project: Path) -> None:
    write(project, "one")
    write(project, "two")
    said = run(project, "art", "--wpf-fleet", fleet.address, code=4)
    assert said.count("No scheduler answers") == 1
    assert "Traceback" not in said
    assert not (project / "art" / "sessions").exists()
    far = run(project, "art", "--wpf-fleet", "tcp://192.0.2.7:8786", code=4)
    assert "certificates" in far


def test_with_certificates_and_a_profile_that_only_the_machines_have(fleet: Fleet, project: Path) -> None:
    make_certificates(fleet.folder / "certs")
    fleet.certificates = fleet.folder / "certs"
    fleet.scheduler()
    fleet.worker("pc1")
    write(project, "fine")
    write(project, "strange", profile="nobody-has-it")
    words = ("--wpf-fleet", fleet.address, "--wpf-certs", str(fleet.certificates))
    said = run(project, "art", *words, "fine.scenario.yaml", code=0)
    assert "pc1: 1 runs, 0 failed" in said
    other = fleet.start("own", "status", fleet.address)
    assert other.wait(60) == 0


def test_what_no_profile_names_fails_alone(fleet: Fleet, project: Path) -> None:
    fleet.scheduler()
    fleet.worker("pc1")
    write(project, "fine")
    (project / "loose.scenario.yaml").write_text(
        "id: loose\ntarget_spec: {exe: x.exe}\nsteps:\n  - {action: click, selector: {name: a}}\n", encoding="utf-8"
    )
    run(project, "art", "--wpf-fleet", fleet.address, code=1)
    found = cases(project, "art")
    assert "names its application by no profile" in next(c[1] for n, c in found.items() if "loose" in n)
    assert next(c[0] for n, c in found.items() if "fine" in n) == ""


def test_when_the_scheduler_dies_the_rest_is_not_told_again_and_again(fleet: Fleet, project: Path) -> None:
    fleet.scheduler()
    fleet.worker("pc1")
    (project / "demo.exploration.yaml").write_text(EXPLORATION, encoding="utf-8")
    process = begin(project, "art", "--wpf-fleet", fleet.address, "--wpf-seeds", "1-8")
    wait_for("two records", lambda: len(list((project / "art" / "sessions").glob("*"))) >= 2)
    fleet.kill("scheduler")
    said, _ = process.communicate(timeout=100)
    assert process.returncode == 1, said
    assert len(re.findall(r"^FAILED demo.* - fleet_unreachable", said, re.M)) == 1
    assert "fleet run --resume" in said
    assert "the fleet went away before all was done" in said


def test_the_first_failure_can_end_the_run(fleet: Fleet, project: Path) -> None:
    fleet.scheduler()
    fleet.worker("pc1")
    write(project, "a_wrong", "somebody else")
    (project / "demo.exploration.yaml").write_text(EXPLORATION, encoding="utf-8")
    begun = time.monotonic()
    run(project, "art", "-x", "--wpf-fleet", fleet.address, "--wpf-seeds", "1-30", "a_wrong.scenario.yaml",
        "demo.exploration.yaml", code=1)  # fmt: skip
    assert time.monotonic() - begun < 60
    done = [s for s in list_sessions(project / "art") if s.facts.get("outcome") in ("passed", "failed")]
    assert len(done) < 10
