"""`run_scenario`: a written scenario, without a model in the loop."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from wpfagent.core.errors import FileInvalid, InvalidArgument, PathOutsideScope
from wpfagent.core.files import lies_in
from wpfagent.desktops.target import TargetSpec
from wpfagent.entries.mcp.connection import Opened
from wpfagent.entries.mcp.families.followed import follow
from wpfagent.entries.mcp.families.long_work import ScenarioParams
from wpfagent.entries.mcp.following import Following
from wpfagent.entries.mcp.replies import Answer
from wpfagent.entries.mcp.tools import Calling
from wpfagent.gate.execute import Gate
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.model import Scenario
from wpfagent.runs.recorded import Settings, run_recorded
from wpfagent.runs.results import ScenarioResult, StepResult
from wpfagent.runs.scenario import Quiet
from wpfagent.safety.destructive import Reason
from wpfagent.safety.policy import Consent

LISTED = 20
"""Confirmed steps that a question names."""


async def run(calling: Calling) -> Answer:
    """Run the scenario that the call names, and say what each step came to."""
    connection = calling.connection
    opened = await connection.open()
    asked: ScenarioParams = calling.params
    file, profile, consent = asked.file, asked.profile, Consent(token=asked.confirm_token)
    results = await follow(calling, lambda gate, following: _perform(opened, gate, file, profile, consent, following))
    return Answer("\n".join(map(_text_of, results)), {"scenarios": [r.to_dict() for r in results]})


class Telling(Quiet):
    """Tells a client of the steps of a scenario. What is to be done in any case is done although it has gone."""

    def __init__(self, following: Following, scenario: Scenario) -> None:
        self._following = following
        self._of = len(scenario.setup) + len(scenario.steps)

    def launching(self, command_line: str) -> None:
        """Nothing is started any more once the client has gone."""
        self._following.check()

    def step_ended(self, result: StepResult) -> None:
        """Tell of a step."""
        if result.phase != "teardown":
            said = f"{result.phase} {result.number} {result.step.describe()}: {result.status}"
            self._following.advance(said, of=self._of)


def _perform(
    opened: Opened, asking: Gate, file: str, profile: str | None, consent: Consent, following: Following
) -> list[ScenarioResult]:
    path = find_scenario(file, opened)
    target = TargetSpec(profile=profile) if profile else None
    scenarios = load_scenarios(str(path), hides=opened.policy.hides)
    for scenario in scenarios:
        _check_launch(opened, target or scenario.target)
    _check_consent(opened, asking, scenarios, target, consent)
    results = []
    for scenario in scenarios:
        following.check()
        results.append(_run_one(opened, scenario, target, Telling(following, scenario)))
    return results


def find_scenario(file: str, opened: Opened) -> Path:
    """Return the file of a scenario in one of these folders.

    Raises:
        InvalidArgument: there is no such file.
        PathOutsideScope: it lies elsewhere.
    """
    folders = opened.folders
    places = [Path(file)] if os.path.isabs(file) else [folder / file for folder in folders]
    inside = [p for p in places if lies_in(p, *folders)]
    found = next((p for p in inside if os.path.isfile(p)), None)
    if inside and found is None:
        names = sorted(p.name for folder in folders[:-2] for p in folder.glob("*.y*ml"))
        raise InvalidArgument(f"There is no scenario {file!r}.", hint=f"There are {', '.join(names[:20]) or 'none'}.")
    return real_of(found, opened, f"{file!r} lies in no profile's scenarios.", "Add its folder to a profile.")


def real_of(path: Path | None, opened: Opened, message: str, hint: str) -> Path:
    """Return where a file truly lies. Raises PathOutsideScope: a link leads elsewhere, or its record is hidden."""
    real = path.resolve(strict=True) if path is not None else None
    if real is None or not opened.reaches(str(real)):
        raise PathOutsideScope(message, hint=hint)
    return real


def _check_launch(opened: Opened, spec: TargetSpec | None) -> None:
    """What a scenario launches is allowed like any launch over MCP."""
    if spec is None:
        raise FileInvalid("The scenario names no target.", hint="Add target_spec to it, or give a profile.")
    if opened.policy.fence is not None or (spec.exe is not None and spec.mode != "attach"):
        opened.policy.check_launch(spec.exe or spec.describe(), spec.profile)


def _check_consent(
    opened: Opened, asking: Gate, scenarios: Sequence[Scenario], target: TargetSpec | None, consent: Consent
) -> None:
    """Steps that the file confirms need the person too: over MCP a model chose the file.

    One token covers one run as it was read: every step of every data row, those of included files too.
    """
    confirmed, allowed = [], True
    for scenario in scenarios:
        steps = [s for s in (*scenario.setup, *scenario.steps, *scenario.teardown) if s.confirm]
        spec = target or scenario.target
        profile = opened.profiles.profiles.get(spec.profile or "") if spec is not None else None
        allowed &= not steps or (profile is not None and profile.safety.allow_destructive)
        confirmed += [s.describe() if len(scenarios) == 1 else f"{scenario.name}: {s.describe()}" for s in steps]
    if not confirmed:
        return
    more = [f"{len(confirmed) - LISTED} more"] if len(confirmed) > LISTED else []
    policy = replace(opened.policy, allow_destructive=allowed)
    bound = hashlib.sha256(repr((scenarios, target)).encode(errors="replace")).hexdigest()
    reason = Reason("; ".join([*confirmed[:LISTED], *more]), f"steps of {scenarios[0].id}")
    asking.guard.check_consent(policy, reason, consent, lambda: bound)


def _run_one(opened: Opened, scenario: Scenario, target: TargetSpec | None, telling: Telling) -> ScenarioResult:
    return run_recorded(
        scenario,
        opened.desktop,
        opened.artifacts,
        policy=replace(opened.policy, caller="scenario"),
        profiles=opened.profiles.profiles,
        settings=Settings(target, facts={"started_by": opened.session.session_id}),
        progress=telling,
    )


def _text_of(result: ScenarioResult) -> str:
    passed = sum(1 for s in result.steps if s.status == "passed" and s.phase == "steps")
    lines = [f"{result.outcome}: {result.scenario.name}, {passed} of {len(result.scenario.steps)} steps passed"]
    lines += [
        f"  {s.phase} {s.number} {s.step.describe()}: {s.status} {s.reason}".rstrip()
        for s in result.steps
        if s.status not in ("passed", "skipped")
    ]
    if result.reason:
        lines.append(f"  why: {result.reason}")
    return "\n".join([*lines, f"  record: {result.session}"])
