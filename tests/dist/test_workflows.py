"""The workflows are valid YAML in the shape of workflows, and what they run is there."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
SCRIPT = re.compile(r"(?<![\w/])((?:\./)?(?:scripts/[\w.-]+\.py|setup\.ps1|tests(?:/[][\w/.*-]+)?))(?![\w/])")
"""What a command of a workflow names of the checkout."""
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def load(path: Path) -> dict[Any, Any]:
    made: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return made


def steps(workflow: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    for job in workflow["jobs"].values():
        yield from job.get("steps", ())


def commands() -> str:
    return "\n".join(step.get("run", "") for path in WORKFLOWS for step in steps(load(path)))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_a_workflow_has_what_every_workflow_needs(path):
    workflow = load(path)
    assert workflow["name"] == path.stem
    assert workflow.get("on", workflow.get(True)), "YAML 1.1 reads `on` as true"
    assert workflow["permissions"] == {"contents": "read"}, "more is given to the one job that needs it"
    for name, job in workflow["jobs"].items():
        if "uses" in job:
            assert (ROOT / job["uses"]).is_file(), name
            continue
        assert job["runs-on"] in ("ubuntu-latest", "windows-latest"), name
        assert 0 < job["timeout-minutes"] <= 60, name
        assert all(("run" in step) != ("uses" in step) for step in job["steps"]), name


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_a_job_waits_only_for_jobs_that_there_are(path):
    jobs = load(path)["jobs"]
    for job in jobs.values():
        needed = job.get("needs", [])
        assert {needed} if isinstance(needed, str) else set(needed) <= set(jobs)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_an_action_is_pinned_to_a_version(path):
    for step in steps(load(path)):
        if "uses" in step:
            assert re.search(r"@(v\d+|release/v\d+)$", step["uses"]), step["uses"]


def test_every_script_that_a_workflow_or_ci_names_is_there():
    named = set(SCRIPT.findall(commands())) | set(SCRIPT.findall(CI))
    assert {"scripts/test.py", "scripts/verify_dist.py", "scripts/check_package.py", "./setup.ps1"} <= named
    assert not [name for name in named if not any(ROOT.glob(name.removeprefix("./")))]


def test_every_option_that_a_workflow_or_ci_gives_a_script_is_one_of_it():
    for script, options in re.findall(r"(scripts/\w+\.py)((?: +--[\w-]+(?: [\w/.]+)?)*)", f"{commands()}\n{CI}"):
        source = (ROOT / script).read_text(encoding="utf-8")
        for option in re.findall(r"--[\w-]+", options):
            assert f'"{option}"' in source, (script, option)


def test_both_powershells_run_the_setup_script():
    shells = {s["shell"] for p in WORKFLOWS for s in steps(load(p)) if "setup.ps1" in s.get("run", "")}
    assert {"powershell", "pwsh"} <= shells


def test_a_release_holds_the_zip_the_package_and_sums_and_needs_no_password():
    text = (FOLDER / "release.yml").read_text(encoding="utf-8")
    workflow = load(FOLDER / "release.yml")
    assert workflow.get("on", workflow.get(True)) == {"push": {"tags": ["v*"]}}
    assert "sha256sum" in text
    assert workflow["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert "secrets." not in text
    assert "password:" not in text
    assert set(workflow["jobs"]["release"]["needs"]) == {"tests", "package"}
    assert workflow["jobs"]["tests"]["uses"] == "./.github/workflows/tests.yml", "a release waits for them"
    assert "dist/wpf-ui-agent.zip" in (FOLDER / "exe.yml").read_text(encoding="utf-8")


def test_a_tag_runs_the_tests_once_and_what_is_outdated_is_cancelled():
    workflow = load(FOLDER / "tests.yml")
    events = workflow.get("on", workflow.get(True))
    assert "branches" in events["push"], "tags are left to the release"
    assert "workflow_call" in events
    assert "cancel-in-progress" in workflow["concurrency"]
    assert workflow["jobs"]["exe"]["uses"] == "./.github/workflows/exe.yml"


def test_the_exe_is_tried_with_a_wrong_switch_without_itself_and_where_nothing_can_be_written():
    told = commands()
    for part in ("-Unistall", "unopened zip", "icacls $folder /deny"):
        assert part in told


@pytest.mark.skipif(shutil.which("actionlint") is None, reason="actionlint is not here")
def test_actionlint_finds_nothing():
    subprocess.run(["actionlint", *map(str, WORKFLOWS)], check=True)
