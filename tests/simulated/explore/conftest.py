"""Small programs on the simulated desktop, explored as the command line explores them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from wpfagent import Policy, Profile
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import ProfileLaunch, ProfileSafety
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.results import ExplorationResult
from wpfagent.runs.replay import run_replay
from wpfagent.runs.replay_file import FILE_NAME, read_recording
from wpfagent.runs.replay_results import ReplayResult
from wpfagent.testing.record.read import Session, read_session
from wpfagent.testing.tickets.recorded import open_recorded

HEAD = """<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">"""


@dataclass
class Explored:
    """A program's files, and what explores it."""

    folder: Path
    sessions: list[Session] = field(default_factory=list)

    def write(self, windows: str, code: str) -> None:
        """Make the program of its windows and the body of its code-behind class."""
        (self.folder / "app.xaml").write_text(f"{HEAD}{windows}</ResourceDictionary>", encoding="utf-8")
        body = "\n".join(f"    {line}" for line in code.strip("\n").splitlines())
        start = "class CodeBehind:\n    def __init__(self, view):\n        self.view = view\n"
        (self.folder / "app.py").write_text(f"{start}\n{body}\n", encoding="utf-8")

    def explore(
        self,
        *,
        seed: int = 1,
        allow: tuple[bool, bool] = (False, False),
        progress: Any = None,
        patterns: tuple[str, ...] = (),
        **settings: Any,
    ) -> ExplorationResult:
        """Explore it; `allow` is the profile's word and the flag's."""
        exe = str(self.folder / "app.xaml")
        safety = ProfileSafety(allow_destructive=allow[0], destructive_patterns=patterns)
        profile = Profile("app", launch=ProfileLaunch(exe), safety=safety)
        spec = TargetSpec(profile="app")
        exploration = Exploration(target=spec, **settings)
        recorded = open_recorded(
            SimulatedDesktop(),
            self.folder / "artifacts",
            policy=Policy("random", flag_destructive=allow[1]),
            profiles={"app": profile},
            facts={"caller": "random", "seed": seed},
            spec=spec,
            screenshots="never",
            take_pictures=False,
        )
        with recorded:
            result = explore(exploration, recorded.gate, seed=seed, progress=progress)
        self.sessions.append(read_session(Path(recorded.session.folder)))
        return result

    def replayed(self, ticket: Mapping[str, Any], *, times: int) -> ReplayResult:
        """Replay a ticket's actions and return what came of it."""
        recorded = open_recorded(
            SimulatedDesktop(),
            self.folder / "replays",
            policy=Policy("replay"),
            profiles={},
            facts={"caller": "replay"},
            take_pictures=False,
        )
        with recorded:
            return run_replay(
                read_recording(str(Path(ticket["folder"], FILE_NAME))),
                recorded.gate,
                target=TargetSpec(exe=str(self.folder / "app.xaml"), mode="launch"),
                times=times,
                expected_signature=str(ticket["signature"]),
            )

    def steps(self) -> list[dict[str, Any]]:
        """The record's lines that were chosen by the last exploration."""
        return [dict(line) for line in self.sessions[-1].steps if "choice" in line]

    def choices(self) -> list[tuple[Any, ...]]:
        """What was done, in words that two runs can be compared by."""
        return [(s["choice"], s.get("kind"), str(s.get("args")), s.get("effect"), s["state"]) for s in self.steps()]


Make = Callable[[str, str], Explored]


@pytest.fixture
def program(tmp_path: Path) -> Make:
    """Make a program of its windows and its code."""

    def make(windows: str, code: str = "pass") -> Explored:
        made = Explored(tmp_path)
        made.write(windows, code)
        return made

    return make
