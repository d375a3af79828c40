"""`run_random`: seeded random exploration, without a model in the loop; what it finds becomes tickets, minimised."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.desktops.target import TargetSpec
from wpfagent.entries.mcp.connection import Opened
from wpfagent.entries.mcp.families.followed import follow
from wpfagent.entries.mcp.families.long_work import RandomParams
from wpfagent.entries.mcp.families.minimizing import facts_of, minimize_failure_of
from wpfagent.entries.mcp.following import Following
from wpfagent.entries.mcp.replies import Answer
from wpfagent.entries.mcp.screen import short
from wpfagent.entries.mcp.tools import Calling
from wpfagent.gate.execute import Gate
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.results import ExplorationResult, Found, Tally
from wpfagent.runs.minimize.minimizing import Options
from wpfagent.runs.minimize.trials import Limits
from wpfagent.runs.recorded import explore_recorded
from wpfagent.runs.replay_file import FILE_NAME
from wpfagent.safety.destructive import Reason
from wpfagent.safety.policy import Consent

TRIALS = 100
NAMED = 8
"""So many controls that were never used are named."""


async def run(calling: Calling) -> Answer:
    """Explore, minimise what was found, and say what it came to."""
    connection = calling.connection
    opened = await connection.open()
    asked: RandomParams = calling.params
    target_id = asked.target_id
    attached = (await connection.in_lobby(lambda gate: gate.targets.by_id(target_id))).spec if target_id else None
    if (name := asked.profile) is not None:
        await connection.in_lobby(lambda gate: gate.targets.profile(name))
    exploration = _exploration(asked, _spec_of(asked.profile, attached, opened))
    return await follow(calling, lambda gate, following: _perform(calling, opened, gate, exploration, following))


def _spec_of(name: str | None, attached: TargetSpec | None, opened: Opened) -> TargetSpec:
    """The application: a profile's, started anew, or one that runs."""
    if (name is None) == (attached is None):
        raise InvalidArgument("run_random needs profile or target_id, one of them.")
    if attached is not None:
        return replace(attached, mode="attach")
    profile = opened.profiles.profiles[name or ""]
    return TargetSpec(profile=name, mode="launch" if profile.launch is not None else None)


def _exploration(asked: RandomParams, spec: TargetSpec) -> Exploration:
    return Exploration(
        target=spec,
        seed=secrets.randbelow(10**6) if asked.seed is None else asked.seed,
        strategy=asked.strategy,
        max_steps=asked.max_steps,
        max_time_s=float(asked.max_time_s),
        max_failures=asked.max_failures,
        until_covered=asked.until_covered,
    )


class Exploring:
    """Tells a client of an exploration."""

    def __init__(self, following: Following, max_steps: int) -> None:
        self._following = following
        self._max_steps = max_steps

    def launching(self, command_line: str) -> None:
        """Nothing is started any more once the client has gone."""
        self._following.check()

    def attached(self, pid: int) -> None:
        """The reply says so; nothing is done any more once the client has gone."""
        self._following.check()

    def stepped(self, tally: Tally, what: str, effect: str) -> None:
        """Tell of a step."""
        said = f"{tally.steps} steps, {tally.states} states, {tally.failures} failures: {what}"
        self._following.advance(said, of=self._max_steps)

    def failed(self, found: Found) -> None:
        """A failure shows in the count of the steps that follow."""


def _perform(calling: Calling, opened: Opened, asking: Gate, exploration: Exploration, following: Following) -> Answer:
    spec = exploration.target
    assert spec is not None
    if opened.policy.fence is not None or spec.mode == "launch":
        opened.policy.check_launch(spec.describe(), spec.profile)
    asked: RandomParams = calling.params
    destructive, minimises = asked.allow_destructive, asked.minimize
    if destructive:
        _check_consent(calling, opened, asking, spec)
    result = _explore(opened, exploration, following, destructive=destructive)
    minimised: dict[str, dict[str, Any]] = {}
    if minimises and result.ended != "interrupted":
        minimised = _minimise(result, calling, opened, asking, following)
    return _answer(result, minimised)


def _check_consent(calling: Calling, opened: Opened, asking: Gate, spec: TargetSpec) -> None:
    """What may destroy needs the profile's word, and the person's: over MCP a model has set the flag."""
    profile = opened.profiles.profiles.get(spec.profile or "")
    policy = replace(opened.policy, allow_destructive=profile is not None and profile.safety.allow_destructive)
    given = {k: v for k, v in calling.args.items() if k != "confirm_token"}
    bound = hashlib.sha256(json.dumps(given, sort_keys=True, default=str).encode()).hexdigest()
    reason = Reason(f"delete, overwrite, send or quit in {spec.describe()}", "a random run with allow_destructive")
    asking.guard.check_consent(policy, reason, Consent(token=calling.params.confirm_token), lambda: bound)


def _explore(opened: Opened, exploration: Exploration, following: Following, *, destructive: bool) -> ExplorationResult:
    """Explore in a session of its own; interrupted, it has its summary and its tickets too."""
    assert exploration.seed is not None
    return explore_recorded(
        exploration,
        opened.desktop,
        opened.artifacts,
        seed=exploration.seed,
        policy=replace(opened.policy, caller="random", flag_destructive=destructive),
        profiles=opened.profiles.profiles,
        facts={"started_by": opened.session.session_id},
        progress=Exploring(following, exploration.max_steps),
    )


def _minimise(
    result: ExplorationResult, calling: Calling, opened: Opened, asking: Gate, following: Following
) -> dict[str, dict[str, Any]]:
    """Minimise the new tickets, by their ids; all together take at most as long as the exploration might."""
    tickets = {str(f.ticket["id"]): f.ticket for f in result.found if f.ticket and f.ticket.get("new", True)}
    consent = Consent(token=calling.params.confirm_token)
    made: dict[str, dict[str, Any]] = {}
    for left, (ticket_id, ticket) in zip(range(len(tickets), 0, -1), tickets.items(), strict=True):
        following.announce(f"minimising {ticket_id}, {left} to go")
        seconds = float(calling.params.max_time_s) / len(tickets)
        options = Options(limits=Limits(TRIALS, seconds))
        try:
            done = minimize_failure_of(Path(str(ticket["folder"])), opened, asking, options, consent, following)
        except WpfAgentError as error:
            made[ticket_id] = {"text": f"not minimised: {error.message}"}
            continue
        made[ticket_id] = facts_of(done)
        following.check()
    return made


# -- the answer -------------------------------------------------------------------------------------------------------


def _answer(result: ExplorationResult, minimised: Mapping[str, Mapping[str, Any]]) -> Answer:
    found = [_finding(f, minimised) for f in result.found]
    never = [_named(c) for c in result.coverage["never_reached"]]
    facts = {**result.to_dict(), "found": found}
    if never:
        facts["never_used"] = never[:NAMED]
    covered = result.coverage
    lines = [result.describe()]
    for finding in found:
        lines.append(f"- {finding['oracle']}: {finding['title']} ({_times(finding)})")
        lines += [f"  {finding['minimised']}"] if "minimised" in finding else []
        lines += [f"  {k}: {finding[k]}" for k in ("ticket_id", "replay") if k in finding]
    lines.append(f"controls: {covered['used']} of {covered['controls']} used; {_list('never used', never)}; "
                 f"{len(covered['left_alone'])} left alone as destructive")  # fmt: skip
    return Answer("\n".join([*lines, f"record: {result.session}"]), {"exploration": facts})


def _finding(found: Found, minimised: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    made = {"oracle": found.finding.oracle, "title": found.finding.title, "step": found.step, "times": found.times}
    if (ticket := found.ticket) is None:
        return made
    made |= {"ticket_id": ticket["id"], "new": bool(ticket.get("new", True))}
    made["replay"] = str(Path(str(ticket["folder"])) / FILE_NAME)
    if (shrunk := minimised.get(str(ticket["id"]))) is not None:
        made |= {"minimised": shrunk["text"], "steps": shrunk.get("steps", [])}
    return made


def _times(finding: Mapping[str, Any]) -> str:
    times = f", {finding['times']} times in all" if finding["times"] > 1 else ""
    return f"first at step {finding['step']}{times}{'' if finding.get('new', True) else ', known before'}"


def _named(control: Mapping[str, Any]) -> str:
    return f"{control.get('control_type', 'control')} {control.get('automation_id') or short(control.get('name', ''))}"


def _list(what: str, names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{what}: {', '.join(names[:NAMED]) or 'none'}{more}"
