"""The application of a replay: started anew where that is known how to, after its data was reset; else attached to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wpfagent.core.errors import InvalidArgument, TargetNotFound
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.profiles.profile import Profile
from wpfagent.runs.adapting import adapted_spec
from wpfagent.runs.application import Opened, open_application
from wpfagent.runs.replay_file import Recording
from wpfagent.runs.reset import reset_application


def open_replayed(
    recording: Recording,
    spec: TargetSpec | None,
    gate: Gate,
    log: Callable[[str], None],
    launching: Callable[[str], None],
) -> Opened:
    """Return the application that is replayed.

    Args:
        recording: what is replayed.
        spec: the application; None where only a window's title in the recording names it.
        gate: opens it.
        log: hears of a reset.
        launching: hears the command line before it is started.

    Raises:
        InvalidArgument: nothing names it.
        TargetNotFound, TargetAmbiguous, AppNotFound, LaunchFailed: it was not reached.
    """
    if spec is None:
        return Opened(_by_query(recording, gate), launched=False)
    profile = gate.targets.profile(spec.profile) if spec.profile is not None else None
    if not can_launch(spec, profile):
        return Opened(_attach(spec, gate), launched=False)
    if profile is not None and reset_application(profile):
        log(f"reset {profile.name}")
    return open_application(gate, replace(adapted_spec(spec), mode="launch"), launching)


def can_launch(spec: TargetSpec, profile: Profile | None) -> bool:
    """Return whether an application can be started anew, or only attached to."""
    known = spec.exe is not None if profile is None else profile.launch is not None
    return known and spec.mode != "attach"


def _attach(spec: TargetSpec, gate: Gate) -> Target:
    """The running application; where none has its title, one whose title holds other numbers."""
    try:
        return gate.targets.resolve(spec)
    except TargetNotFound:
        if spec.title_re is None:
            raise
        return gate.targets.resolve(adapted_spec(spec))


def _by_query(recording: Recording, gate: Gate) -> Target:
    """The application that a bare list names by a window's title."""
    queries = [q for a in recording.acts if (q := a.call.common.window_query) is not None]
    if not queries:
        raise InvalidArgument(
            f"{recording.path} names no application.",
            hint="Name it: --profile, --exe, --process or --title-re.",
        )
    return gate.targets.by_query(queries[0])
