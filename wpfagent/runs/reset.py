"""Bringing an application's data back to its start, by the command that its profile names."""

from __future__ import annotations

import subprocess

from wpfagent.core.errors import LaunchFailed
from wpfagent.gate.execute import Gate
from wpfagent.profiles.profile import Profile

TIMEOUT_S = 60.0
SHOWN = 300
"""So much of what the command wrote stands in the message."""


def reset_named(gate: Gate, profile: str | None) -> bool:
    """Reset the application of a profile that is named; return whether anything was to be reset.

    Every start is from the same data, that of a test as that of its replay: else no failure would come back there.

    Raises:
        LaunchFailed: the command did not do it.
    """
    return profile is not None and reset_application(gate.targets.profile(profile))


def reset_application(profile: Profile, *, timeout_s: float = TIMEOUT_S) -> bool:
    """Run the profile's reset command to its end, in its launch's folder; return whether there is one.

    Raises:
        LaunchFailed: it could not be started, took too long, or ended with a code other than 0.
    """
    command = profile.reset.command if profile.reset is not None else ()
    if not command:
        return False
    said = " ".join(command)
    try:
        done = subprocess.run(
            list(command),
            cwd=profile.launch.cwd if profile.launch is not None else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise LaunchFailed(
            f"The reset command of profile {profile.name} took longer than {timeout_s:g} s: {said}",
            hint="It was ended. Run it by hand to see what it waits for.",
        ) from error
    except OSError as error:
        raise LaunchFailed(
            f"The reset command of profile {profile.name} could not be started: {error.strerror or error}: {said}",
            hint="The profile's `reset.command` is a program and its arguments, each its own text.",
        ) from error
    if done.returncode != 0:
        output = done.stdout.decode(errors="replace").strip()[-SHOWN:]
        raise LaunchFailed(
            f"The reset command of profile {profile.name} ended with {done.returncode}: {said}",
            hint=output or "It wrote nothing.",
            details={"exit_code": done.returncode},
        )
    return True
