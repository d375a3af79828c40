"""Runs the scenarios of this folder through the command line and walks the tickets that they leave.

The same stories are told on the simulated desktop and on real WPF.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.entries.cli import main
from wpfagent.testing.tickets.complete import missing_parts
from wpfagent.testing.tickets.store import TicketStore

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Story:
    """A scenario, the oracle that must see its failure, and words that its ticket must hold."""

    name: str
    oracle: str
    strength: str
    actual: str
    hypothesis: str
    last_step: str

    @property
    def file(self) -> Path:
        return HERE / f"{self.name}.yaml"


STORIES = (
    Story("crash", "unhandled_exception", "strong", "ended with", "on_open_card", "CardButton"),
    Story("freeze", "not_responding", "weak", "did not answer", "RecountButton", "RecountButton"),
    Story("dialog", "error_dialog", "strong", "System.FormatException", "SettingsPage.ReadTimeout", "SaveButton"),
    Story("missing", "element_missing", "weak", "LanguageBox", "LanguageBox", "LanguageBox"),
    Story("expectation", "expectation_not_met", "weak", "value ''", "ProxyBox", "SettingsTab"),
    Story("invariant", "invariant_violated", "weak", "not enabled", "TestButton", "TestButton"),
)


def run_story(story: Story, artifacts: Path, options: Sequence[str] = ()) -> int:
    """Run a story's scenario through the command line; return the exit code."""
    return main(["scenario", "run", str(story.file), "--artifacts", str(artifacts), *options])


def check_ticket(story: Story, artifacts: Path, *, count: int) -> Path:
    """Check the one ticket that a story leaves, part by part; return its folder."""
    entries = TicketStore(artifacts).entries()
    assert [e.title for e in entries] == [entries[0].title], "one ticket"
    entry = entries[0]
    assert missing_parts(entry.folder) == []
    ticket: dict[str, Any] = json.loads((entry.folder / "ticket.json").read_text(encoding="utf-8"))
    assert ticket["oracle"] == story.oracle
    assert ticket["signature"]["strength"] == story.strength, ticket["signature"]
    assert story.actual in ticket["actual"]
    hypotheses = json.dumps(ticket["hypotheses"], ensure_ascii=False)
    assert story.hypothesis in hypotheses
    assert story.last_step in ticket["steps"][-1]["text"] or story.last_step in ticket["steps"][-2]["text"]
    assert ticket["mode"] == "scenario"
    assert (ticket["count"], entry.count, len(entry.sessions)) == (count, count, count)
    return Path(entry.folder)


def check_replay(story: Story, folder: Path, artifacts: Path, options: Sequence[str] = (), times: int = 2) -> None:
    """Replay a ticket's actions and check that it reproduces every time, and that the ticket says so."""
    file = str(folder / "repro.actions.json")
    code = main(["replay", "--file", file, "--times", str(times), "--artifacts", str(artifacts), *options])
    assert code == 1
    ticket = json.loads((folder / "ticket.json").read_text(encoding="utf-8"))
    assert (ticket["reproducibility"]["reproduced"], ticket["reproducibility"]["attempts"]) == (times, times)
    assert ticket["oracle"] == story.oracle
