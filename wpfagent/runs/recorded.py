"""A whole run from end to end: recorded, judged, its failures made tickets. What every entry starts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wpfagent.core.files import encoded, write_whole
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import Profile
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.results import ExplorationResult
from wpfagent.runs.explore.results import Progress as ExplorationProgress
from wpfagent.runs.model import Scenario
from wpfagent.runs.results import ScenarioResult
from wpfagent.runs.scenario import Progress, facts_of, run_scenario
from wpfagent.safety.policy import Policy
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.report.drawing import draw_states
from wpfagent.testing.tickets.recorded import Recorded, open_recorded

COVERAGE = "coverage.json"
PICTURE = "coverage.svg"
METHODS = "methods.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """How scenarios are run.

    Args:
        target: the application instead of each scenario's own.
        keep_open: leave what was launched open.
        update_baselines: write the pictures that screenshot_diff compares with.
        files_tickets: whether failures become tickets; those of a dry run say nothing about the real program.
        facts: what `session.json` says beside what is known of the scenario.
    """

    target: TargetSpec | None = None
    keep_open: bool = False
    update_baselines: bool = False
    files_tickets: bool = True
    facts: Mapping[str, Any] = field(default_factory=dict)


def run_recorded(
    scenario: Scenario,
    desktop: Desktop,
    artifacts: Path,
    *,
    policy: Policy,
    profiles: Mapping[str, Profile],
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> ScenarioResult:
    """Run a scenario in a session of its own and return what it came to, with its tickets.

    Args:
        scenario: what is run.
        desktop: where.
        artifacts: the artifacts folder.
        policy: what it may do; its caller is `scenario`.
        profiles: the profiles by name.
        settings: how it is run.
        progress: hears of each step.

    Raises:
        InvalidArgument: an oracle or a setting is not known.
        StorageFailed: the record cannot be written.
    """
    settings = settings or Settings()
    recorded = open_recorded(
        desktop,
        artifacts,
        policy=policy,
        profiles=profiles,
        facts={**facts_of(scenario, settings.target), **settings.facts},
        spec=settings.target or scenario.target,
        oracles=scenario.oracles,
        variables=scenario.values,
        base_dir=os.path.dirname(scenario.path),
        update_baselines=settings.update_baselines,
    )
    if not settings.files_tickets:
        recorder_of(recorded.gate).on_incident = None
    with recorded:
        result = run_scenario(
            scenario, recorded.gate, target=settings.target, progress=progress, keep_open=settings.keep_open
        )
        recorded.outcome["outcome"] = result.outcome
        if result.reason:
            recorded.outcome["reason"] = result.reason
        _write_methods(recorded)
    return replace(result, tickets=tuple(recorded.session.facts.get("tickets", ())))


def explore_recorded(
    exploration: Exploration,
    desktop: Desktop,
    artifacts: Path,
    *,
    seed: int,
    policy: Policy,
    profiles: Mapping[str, Profile],
    take_pictures: bool = True,
    facts: Mapping[str, Any] | None = None,
    progress: ExplorationProgress | None = None,
) -> ExplorationResult:
    """Explore an application in a session of its own and return what came of it; its coverage lies in the session.

    Args:
        exploration: its application, budgets, rules and invariants.
        desktop: where.
        artifacts: the artifacts folder.
        seed: of all randomness.
        policy: what it may do; its caller is `random`.
        profiles: the profiles by name.
        take_pictures: False takes none at all.
        facts: what `session.json` says beside what is known of the exploration.
        progress: hears of each step.

    Raises:
        InvalidArgument: no application is named, or an oracle or a setting is not known.
        WpfAgentError: it could not be opened the first time.
        StorageFailed: the record cannot be written.
    """
    known: dict[str, Any] = {"caller": "random", "seed": seed, "strategy": exploration.strategy}
    if exploration.path:
        known["exploration_file"] = exploration.path
    recorded = open_recorded(
        desktop,
        artifacts,
        policy=policy,
        profiles=profiles,
        facts={**known, **(facts or {})},
        spec=exploration.target,
        oracles=exploration.oracles,
        base_dir=os.path.dirname(exploration.path) or ".",
        screenshots=None if take_pictures else "never",
        take_pictures=take_pictures,
    )
    with recorded:
        result = explore(exploration, recorded.gate, seed=seed, progress=progress)
        recorded.outcome |= {"outcome": result.outcome, "reason": result.describe()}
        recorded.session.facts["exploration"] = {k: v for k, v in result.to_dict().items() if k != "found"}
        folder = Path(recorded.session.folder)
        text = json.dumps(result.coverage, ensure_ascii=False, indent=1) + "\n"
        write_whole(str(folder / COVERAGE), encoded(text))
        write_whole(str(folder / PICTURE), encoded(draw_states(result.coverage)))
        _write_methods(recorded)
    return result


def told_of_scenario(result: ScenarioResult) -> dict[str, Any]:
    """Return what a scenario came to as plain data, as reports and other machines need it."""
    return {
        "outcome": result.outcome,
        "reason": result.reason,
        "exit_code": result.exit_code,
        "code": result.error.code if result.error is not None else "",
        "hint": result.error.hint if result.error is not None else "",
        "session": result.session,
        "tickets": [dict(t) for t in result.tickets],
        "result": result.to_dict(),
    }


def told_of_exploration(result: ExplorationResult) -> dict[str, Any]:
    """Return what an exploration came to as plain data, as reports and other machines need it."""
    return {
        "outcome": result.outcome,
        "reason": result.describe(),
        "exit_code": result.exit_code,
        "session": result.session,
        "tickets": [dict(f.ticket) for f in result.found if f.ticket],
        "result": result.to_dict(),
    }


def _write_methods(recorded: Recorded) -> None:
    """Write which of the program's own methods ran, and by which action each was entered; nothing without a runtime."""
    runtime = recorded.recorder.runtime
    tables = [c.to_dict() for c in runtime.coverage.values()] if runtime is not None else []
    if tables:
        table = max(tables, key=lambda t: int(t["entered"]))
        text = json.dumps(table, ensure_ascii=False, indent=1) + "\n"
        write_whole(str(Path(recorded.session.folder) / METHODS), encoded(text))
