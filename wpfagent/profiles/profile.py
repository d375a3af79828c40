"""A profile: a named application with its launch, its timeouts and its safety."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent.core.shapes import key
from wpfagent.core.wait import LONGEST_MS
from wpfagent.desktops.target import LaunchSpec, TargetSpec
from wpfagent.safety.policy import Mode


@dataclass(frozen=True, slots=True)
class ProfileLaunch:
    """How a profile's application is started.

    Args:
        exe: the path of its executable.
        args: its arguments, one each.
        cwd: the folder that it is started in; the executable's own by default.
        env: environment variables beside those of the caller.
    """

    exe: str
    args: tuple[str, ...] = ()
    cwd: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProfileMatch:
    """How a profile's running application is found; all that is given must hold.

    Args:
        pid: its process id.
        process: its executable's name, as MyApp.exe.
        exe: its executable's path.
        title_re: a regular expression for the title of one of its windows.
        class_name: the window class of one of its windows.
    """

    pid: int | None = key(None, least=0)
    process: str | None = None
    exe: str | None = None
    title_re: str | None = None
    class_name: str | None = None


@dataclass(frozen=True, slots=True)
class ProfileReset:
    """What brings the application's data back to its start: run before each start of an exploration or a replay.

    Args:
        command: a program and its arguments.
    """

    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProfileTimeouts:
    """How long what may take.

    Args:
        startup_ms: until its window is there, in milliseconds.
        action_ms: an action, in milliseconds.
        freeze_ms: without an answer until it counts as frozen, in milliseconds.
    """

    startup_ms: int = key(60_000, least=0, most=LONGEST_MS)
    action_ms: int = key(10_000, least=0, most=LONGEST_MS)
    freeze_ms: int = key(5_000, least=1, most=LONGEST_MS)


@dataclass(frozen=True, slots=True)
class ProfileSafety:
    """What may be done to the application.

    Args:
        mode: safe, or extended, which allows coordinates too.
        allow_destructive: one of the two consents to what deletes, overwrites or ends; the caller gives the other.
        input: never leaves keyboard and mouse alone: patterns only.
        destructive_patterns: regular expressions of captions that count as destructive, too.
        stop_key: the chord by which the person at the PC ends everything, as Ctrl+Shift+F11.
    """

    mode: Mode = "safe"
    allow_destructive: bool = False
    input: Literal["allowed", "never"] = "allowed"
    destructive_patterns: tuple[str, ...] = ()
    stop_key: str | None = None


@dataclass(frozen=True, slots=True)
class ProfileRecord:
    """What a session of it keeps.

    Args:
        screenshots: when pictures are written.
        last_actions: so many actions before a failure stand in its ticket.
        redact: regular expressions of texts that are masked everywhere.
    """

    screenshots: Literal["never", "on_failure", "each_step", "around_actions"] = "around_actions"
    last_actions: int = key(20, least=0, most=1_000)
    redact: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """One entry of profiles.json. Without `match` the application is found by its launch's executable.

    Args:
        name: what `--profile` calls it.
        match: how the running application is found.
        launch: how it is started.
        reset: what brings its data back to the start.
        timeouts: how long what may take.
        safety: what may be done to it.
        record: what a session keeps.
        oracles: by name on, warn, off, or a level with the oracle's own settings.
        logs: its own log files, as globs.
        source: its source folders, for hypotheses; relative to this file.
        scenarios: its scenario files; relative to this file.
        dotnet: evidence from inside .NET.
    """

    name: str
    match: ProfileMatch | None = None
    launch: ProfileLaunch | None = None
    reset: ProfileReset | None = None
    timeouts: ProfileTimeouts = field(default_factory=ProfileTimeouts)
    safety: ProfileSafety = field(default_factory=ProfileSafety)
    record: ProfileRecord = field(default_factory=ProfileRecord)
    oracles: Mapping[str, Any] = field(default_factory=dict)
    logs: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    dotnet: Literal["auto", "off"] = "auto"

    def target_spec(self) -> TargetSpec:
        """Return how the running application is found."""
        match = self.match
        if match is None or match == ProfileMatch():
            exe = self.launch.exe if self.launch else None
            return TargetSpec(exe=exe, profile=self.name)
        return TargetSpec(
            match.pid, match.process, match.exe, title_re=match.title_re, class_name=match.class_name, profile=self.name
        )

    def launch_spec(self) -> LaunchSpec | None:
        """Return how the application is started; None when the profile does not say."""
        if self.launch is None:
            return None
        return LaunchSpec(self.launch.exe, self.launch.args, self.launch.cwd, tuple(self.launch.env.items()))


@dataclass(frozen=True, slots=True)
class ProfilesFile:
    """The applications that have a name.

    Args:
        profiles: each with a name of its own.
        version: of this format.
    """

    profiles: tuple[Profile, ...] = ()
    version: int = 1
