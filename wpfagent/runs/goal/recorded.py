"""A goal's run from end to end: recorded, judged, its failures made tickets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import Profile
from wpfagent.runs.application import close_application, last_look, open_application
from wpfagent.runs.goal.loop import Confirm, Pursuit, Watcher
from wpfagent.runs.goal.model import Goal, GoalResult, Provider
from wpfagent.runs.goal.others import Toolbox
from wpfagent.safety.policy import Policy
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import Recorded, open_recorded


def pursue_recorded(
    goal: Goal,
    desktop: Desktop,
    artifacts: Path,
    *,
    spec: TargetSpec,
    provider: Provider,
    policy: Policy,
    profiles: Mapping[str, Profile],
    confirm: Confirm,
    watcher: Watcher,
    on_launch: Callable[[str], None],
    keep_open: bool = False,
    toolbox: Toolbox | None = None,
) -> tuple[GoalResult, Recorded]:
    """Let a model work towards a goal in a session of its own; return what it came to, and the closed record.

    Args:
        goal: what is wanted.
        desktop: where.
        artifacts: the artifacts folder.
        spec: the application.
        provider: the model.
        policy: what it may do; its caller is `goal`.
        profiles: the profiles by name.
        confirm: asks a person for consent to what is destructive.
        watcher: is notified of each answer and act.
        on_launch: is notified of what is started.
        keep_open: leave what was launched open.
        toolbox: other servers' tools, beside our own.

    Raises:
        WpfAgentError: the application could not be opened.
        StorageFailed: the record cannot be written.
    """
    facts = {"caller": "goal", "goal": goal.text, "model": provider.name}
    recorded = open_recorded(desktop, artifacts, policy=policy, profiles=profiles, facts=facts, spec=spec)
    with recorded:
        opened = open_application(recorded.gate, spec, on_launch)
        try:
            pursuit = Pursuit(goal, recorded.gate, opened.target, provider, recorded.session, confirm, watcher, toolbox)
            result = pursuit.run()
            last_look(recorded.gate, opened.target)
        finally:
            if opened.launched and not keep_open:
                recorder_of(recorded.gate).on_incident = None  # what ending it does is nobody's finding
                close_application(recorded.gate, opened.target)
        recorded.outcome |= {"outcome": "passed" if result.end == "done" else "failed", "reason": result.reason}
        recorded.session.facts["goal_result"] = result.to_dict()
    return result, recorded
