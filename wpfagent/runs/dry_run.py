"""Trying a scenario without its program: on the simulated desktop where it can show the program, else by its XAML."""

from __future__ import annotations

from dataclasses import replace

from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import Profile
from wpfagent.profiles.store import DEMO
from wpfagent.runs.model import Scenario


def simulated_target(scenario: Scenario, target: TargetSpec | None, profiles: dict[str, Profile]) -> TargetSpec | None:
    """Return what the simulated desktop would start for a scenario; None when it cannot show its application.

    Args:
        scenario: the scenario.
        target: the application instead of the scenario's own.
        profiles: the profiles as the simulated desktop knows them.
    """
    spec = target or scenario.target
    if spec is None:
        return None
    if spec.profile == DEMO:
        return replace(spec, mode="launch")
    exe = spec.exe
    if spec.profile is not None and (profile := profiles.get(spec.profile)) is not None and profile.launch is not None:
        exe = profile.launch.exe
    return replace(spec, mode="launch") if exe is not None and exe.lower().endswith(".xaml") else None
