"""A profile: a named application with its launch, its timeouts and its safety."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent.safety import Mode
from wpfagent.target import LaunchSpec, TargetSpec


@dataclass(frozen=True, slots=True)
class ProfileLaunch:
    """How a profile's application is started."""

    exe: str
    args: tuple[str, ...] = ()
    cwd: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProfileMatch:
    """How a profile's running application is found; all that is given must hold."""

    pid: int | None = None
    process: str | None = None
    exe: str | None = None
    title_re: str | None = None
    class_name: str | None = None


@dataclass(frozen=True, slots=True)
class ProfileReset:
    """What brings the application's data back to its start."""

    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProfileTimeouts:
    """Milliseconds."""

    startup_ms: int = 60_000
    action_ms: int = 10_000
    freeze_ms: int = 5_000


@dataclass(frozen=True, slots=True)
class ProfileSafety:
    """What may be done to the application."""

    mode: Mode = "safe"
    allow_destructive: bool = False
    input: Literal["allowed", "never"] = "allowed"
    destructive_patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProfileRecord:
    """What a session of it keeps."""

    screenshots: Literal["never", "on_failure", "each_step", "around_actions"] = "around_actions"
    last_actions: int = 20
    redact: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """One entry of profiles.json. Without `match` the application is found by its launch's executable."""

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
        if match is None:
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
    """profiles.json."""

    profiles: tuple[Profile, ...] = ()
    version: int = 1
