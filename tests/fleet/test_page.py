"""The commands of docs/fleet.md, from nothing to five PCs: taken from the page and run with this PC's addresses."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fleet.processes import ROOT, free_port, wait_for
from wpfagent.demo import APPLICATION
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.commands.fleet import USAGE

pytest.importorskip("distributed")
PAGE = ROOT / "docs" / "fleet.md"
PCS = 5
OF_USER = ("XDG_DATA_HOME", "LOCALAPPDATA")
SCENARIO = "id: settings\nprofile: MyApp\nsteps:\n  - {action: click, selector: {automation_id: OpenSettingsButton}}\n"


def commands(section: str) -> list[str]:
    """Return the commands of a section of the page, in its order."""
    text = PAGE.read_text(encoding="utf-8").split(f"## {section}\n")[1].split("\n## ")[0]
    lines = [line.strip() for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    return [line for line in lines if line.startswith("wpf-agent ")]


class Page:
    """Runs what the page says, in one folder, as if the five PCs and the scheduler's machine were this one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.begun: list[subprocess.Popen[bytes]] = []

    def begin(self, command: str, log: str, *more: str) -> subprocess.Popen[bytes]:
        here = command.replace(":8786", f":{self.port}").replace("--port 8788", "--port 0")
        here = re.sub(r"192\.0\.2\.\d+", "127.0.0.1", here)
        with open(self.folder / log, "wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "wpfagent", *shlex.split(here)[1:], *more],
                cwd=self.folder, stdout=output, stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1",
                     **dict.fromkeys(OF_USER, str(self.folder))},
            )  # fmt: skip
        self.begun.append(process)
        return process

    def said(self, log: str) -> str:
        return (self.folder / log).read_text(encoding="utf-8")

    def close(self) -> None:
        for process in self.begun:
            process.kill()
            process.wait()


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    made = Page(tmp_path)
    yield made
    made.close()


def test_from_nothing_to_five_pcs(page: Page) -> None:
    profile = {"name": "MyApp", "launch": {"exe": str(APPLICATION)}}
    (page.folder / "profiles.json").write_text(json.dumps({"version": 1, "profiles": [profile]}), encoding="utf-8")
    (page.folder / "tests").mkdir()
    (page.folder / "tests" / "settings.scenario.yaml").write_text(SCENARIO, encoding="utf-8")
    certs, scheduler, worker, install, status, run = commands("From nothing to five PCs")
    assert page.begin(certs, "certs.log").wait(60) == 0, page.said("certs.log")
    page.begin(scheduler, "scheduler.log", "--port", str(page.port))
    wait_for("the scheduler", lambda: "listens at tls://" in page.said("scheduler.log"))
    for number in range(PCS):
        page.begin(worker, f"worker{number}.log", "--desktop", "simulated")
    wait_for("the workers", lambda: all(" works for tls://" in page.said(f"worker{n}.log") for n in range(PCS)))
    assert install == f"{worker} --install"
    assert page.begin(status, "status.log", "--json").wait(60) == 0
    assert [m["usable"] for m in json.loads(page.said("status.log"))["machines"]] == [True] * PCS
    fewer = run.replace("--seeds 1-50", "--seeds 1-10")
    assert fewer != run
    assert page.begin(fewer, "run.log", "--max-steps", "10", "--no-minimize").wait(300) in (0, 1), page.said("run.log")
    assert "11 of 11 done" in page.said("run.log")


@pytest.mark.parametrize("command", [*dict.fromkeys(re.findall(r"`(wpf-agent fleet [^`]+)`", PAGE.read_text("utf-8")))])
def test_a_command_in_a_sentence_of_the_page_is_understood(command: str) -> None:
    words = shlex.split(command.replace("ADDRESS", "127.0.0.1"))[1:]
    assert usage.parse(USAGE, words)["fleet"]
