"""`run_replay`: a ticket's or a session's actions again, without a model in the loop."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path

from wpfagent.core.errors import FileInvalid
from wpfagent.entries.mcp import resources
from wpfagent.entries.mcp.connection import Opened
from wpfagent.entries.mcp.families.followed import follow
from wpfagent.entries.mcp.families.long_work import ReplayParams
from wpfagent.entries.mcp.following import Following
from wpfagent.entries.mcp.replies import Answer
from wpfagent.entries.mcp.tools import Calling
from wpfagent.gate.execute import Gate
from wpfagent.runs.replay import run_replay
from wpfagent.runs.replay_file import Recording, read_recording
from wpfagent.runs.replay_progress import Quiet
from wpfagent.runs.replay_results import ReplayedStep, ReplayResult
from wpfagent.runs.replay_secrets import secret_values
from wpfagent.safety.destructive import Reason
from wpfagent.safety.policy import Consent
from wpfagent.testing.tickets.recorded import open_recorded

MOST_TIMES = 10


async def run(calling: Calling) -> Answer:
    """Replay what the call names, and say whether it fails again."""
    connection = calling.connection
    opened = await connection.open()
    asked: ReplayParams = calling.params
    times, consent = min(asked.times, MOST_TIMES), Consent(token=asked.confirm_token)
    folder = await connection.aside(lambda: resources.folder_of(asked.of, connection.options))
    result = await follow(calling, lambda gate, following: _perform(opened, gate, folder, times, consent, following))
    return Answer(result.describe(), {"replay": result.to_dict()})


class Telling(Quiet):
    """Tells a client of the steps of a replay."""

    def __init__(self, following: Following, recording: Recording, times: int) -> None:
        self._following = following
        self._of = len(recording.acts) * times

    def launching(self, command_line: str) -> None:
        """Nothing is started any more once the client has gone."""
        self._following.check()

    def step_ended(self, step: ReplayedStep) -> None:
        """Tell of a step."""
        self._following.advance(f"step {step.index} {step.what}: {step.seen}", of=self._of)


def _perform(
    opened: Opened, asking: Gate, folder: Path, times: int, consent: Consent, following: Following
) -> ReplayResult:
    recording = read_recording(str(folder))
    spec = recording.target_spec
    if spec is None:
        raise FileInvalid(f"{folder} names no application.", hint="Replay it by hand: `wpf-agent replay --profile …`.")
    if opened.policy.fence is not None or (spec.exe is not None and spec.mode != "attach"):
        opened.policy.check_launch(spec.exe or spec.describe(), spec.profile)
    check_consent(opened, asking, recording, consent)
    secrets = secret_values(recording.secrets, None)
    filled = recording.with_secrets(secrets)
    recorded = open_recorded(
        opened.desktop,
        opened.artifacts,
        policy=replace(opened.policy, caller="replay", flag_destructive=bool(recording.consented)),
        profiles=opened.profiles.profiles,
        facts={"caller": "replay", "replay": {"file": recording.path, "times": times},
               "started_by": opened.session.session_id},
        spec=spec,
        base_dir=base_dir_of(opened, filled),
    )  # fmt: skip
    for name, value in secrets.items():
        recorded.session.masks.add(value, name)
    with recorded:
        result = run_replay(filled, recorded.gate, times=times, progress=Telling(following, filled, times))
        recorded.outcome["outcome"] = result.outcome
    return result


def base_dir_of(opened: Opened, recording: Recording) -> str:
    """Return where a recording's baselines lie: where it says, below what this server may read, else beside it."""
    return (
        recording.base_dir if opened.reaches(recording.base_dir) else os.path.dirname(os.path.abspath(recording.path))
    )


def check_consent(opened: Opened, asking: Gate, recording: Recording, consent: Consent) -> None:
    """Ask for what the recorded run had consents for: the person says it again.

    Raises:
        RefusedDestructive, ConfirmationRequired, TokenExpired: it is not there yet.
    """
    if not recording.consented:
        return
    spec = recording.target_spec
    profile = opened.profiles.profiles.get(spec.profile or "") if spec is not None else None
    allowed = profile is not None and profile.safety.allow_destructive
    policy = replace(opened.policy, allow_destructive=allowed)
    what = "; ".join(act.describe() for act in recording.consented[:5])
    bound = hashlib.sha256(json.dumps(recording.data, sort_keys=True, default=str).encode()).hexdigest()
    asking.guard.check_consent(policy, Reason(what, "steps of the replay"), consent, lambda: bound)
