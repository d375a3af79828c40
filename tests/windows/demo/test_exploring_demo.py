"""Random exploration of the real WPF demo: its crash and its freeze are found, ticketed, minimised and replayed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from wpfagent.demo.planted import PLANTED
from wpfagent.desktops import open_desktop
from wpfagent.entries.cli import main
from wpfagent.testing.tickets.model import Ticket
from wpfagent.testing.tickets.store import IndexEntry, TicketStore

pytestmark = [pytest.mark.windows, pytest.mark.slow]

PAGES = "CustomersTab|CatalogueTab|CustomersGrid|SearchBox|CardButton|ArchiveNode|CocoaNode|RecountButton"
EXPLORATION = f"""
title: Customers and catalogue
target: {{profile: demo, mode: launch}}
max_steps: 150
max_failures: 2
action_space:
  - {{action: send_keys, weight: 0}}
  - {{automation_id_re: '^(?!({PAGES})$)', weight: 0}}
  - {{automation_id_re: '^SearchBox$', values: [Berlin]}}
  - {{automation_id_re: '^(CardButton|RecountButton)$', weight: 3}}
"""
SPARE_STEPS = 2
"""Minimising has a budget of time: on a busy machine so many steps more than are needed may be left."""


@dataclass(frozen=True)
class Explored:
    """What `random run` left."""

    exit_code: int
    artifacts: Path
    report: dict[str, Any]

    @property
    def store(self) -> TicketStore:
        return TicketStore(self.artifacts)

    def ticket(self, oracle: str) -> tuple[IndexEntry, Ticket]:
        """The one ticket of an oracle."""
        (entry,) = [e for e in self.store.entries() if e.oracle == oracle]
        return entry, self.store.ticket(entry)


@pytest.fixture(scope="module")
def explored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Explored]:
    folder = tmp_path_factory.mktemp("explored")
    desktop = open_desktop("uia")
    known = {p.pid for p in desktop.processes()}
    (folder / "explore.yaml").write_text(EXPLORATION, encoding="utf-8")
    artifacts, report = folder / "artifacts", folder / "found.json"
    command = ["random", "run", "--file", str(folder / "explore.yaml"), "--seed", "2", "--report", str(report)]
    code = main([*command, "--artifacts", str(artifacts)])
    yield Explored(code, artifacts, json.loads(report.read_text(encoding="utf-8")))
    for window in desktop.windows():
        if window.pid not in known and window.process.lower() == Path(sys.executable).name.lower():
            desktop.terminate(window.pid)


def test_crash_and_freeze_are_found_and_the_command_says_so(explored: Explored) -> None:
    assert explored.exit_code == 1
    assert {f["oracle"] for f in explored.report["findings"]} == {"unhandled_exception", "not_responding"}
    assert all(f["replay"]["successes"] for f in explored.report["findings"])


@pytest.mark.parametrize("bug_id", ["stale-customer", "archive-recount"])
def test_a_ticket_tells_the_few_steps_and_the_cause(explored: Explored, bug_id: str) -> None:
    bug = next(b for b in PLANTED if b.id == bug_id)
    entry, ticket = explored.ticket(bug.oracle)
    assert ticket.minimised is not None
    assert ticket.minimised["to"] <= len(bug.steps) + SPARE_STEPS
    assert ticket.minimised["reproduced"] == ticket.minimised["attempts"]
    assert bug.hypothesis in " ".join(h.text for h in ticket.hypotheses)
    for name in ("ticket.md", "report.html", "repro.actions.json", "scenario.yaml", "screens/before.png"):
        assert (entry.folder / name).stat().st_size > 0


@pytest.mark.parametrize("oracle", ["unhandled_exception", "not_responding"])
def test_its_replay_reproduces_it(explored: Explored, oracle: str, capsys: pytest.CaptureFixture[str]) -> None:
    entry, _ = explored.ticket(oracle)
    before = len(explored.store.entries())
    assert main(["replay", "--file", str(entry.folder), "--artifacts", str(explored.artifacts)]) == 1
    assert "reproduced" in capsys.readouterr().out
    assert len(explored.store.entries()) == before
