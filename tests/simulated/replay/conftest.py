"""A small program on the simulated desktop, recorded by hand and replayed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from wpfagent import App, Gate, Policy, Profile, SessionWriter
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.runs.replay import run_replay
from wpfagent.runs.replay_file import Recording, parse_recording
from wpfagent.runs.replay_results import ReplayResult
from wpfagent.safety.policy import Caller, Mode
from wpfagent.testing.oracles.judging import Judge
from wpfagent.testing.record.actions import actions_of
from wpfagent.testing.record.read import read_session
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.record.recording import recording_gate
from wpfagent.testing.record.trail import FailureEvent

XAML = """<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
<Window x:Key="Main" x:Name="MainWindow" Title="Notes 12" Width="500" Height="400" Loaded="on_loaded"><StackPanel>
  <TextBox x:Name="NoteBox"/>
  <PasswordBox x:Name="PinBox"/>
  <CheckBox x:Name="UrgentCheck" Content="Urgent"/>
  <Button x:Name="SaveButton" Content="Save" Click="on_save"/>
  <Button x:Name="CardButton" Content="Card" Click="on_card"/>
  <Button x:Name="CrashButton" Content="Crash" Click="on_crash"/>
  <Button x:Name="FreezeButton" Content="Freeze" Click="on_freeze"/>
  <Button x:Name="DeleteButton" Content="Delete all" Click="on_delete"/>
  <TextBlock x:Name="StatusText" Text="ready"/>
</StackPanel></Window>
<Window x:Key="Card" x:Name="CardWindow" Title="Card 1" Width="200" Height="150"><StackPanel>
  <Button x:Name="CloseButton" Content="Close" Click="on_close"/>
</StackPanel></Window>
</ResourceDictionary>"""
CODE = """
class CodeBehind:
    def __init__(self, view):
        self.view = view

    def on_loaded(self, view, sender):
        pass  # loaded

    def on_save(self, view, sender):
        view["StatusText"].text = "saved " + view["NoteBox"].text

    def on_card(self, view, sender):
        view.show("Card")

    def on_close(self, view, sender):
        view.close()

    def on_crash(self, view, sender):
        raise ValueError("broken")

    def on_freeze(self, view, sender):
        view.block(600_000)

    def on_delete(self, view, sender):
        view["StatusText"].text = "deleted"
"""


@dataclass
class Progress:
    """Keeps what it hears."""

    heard: list[str] = field(default_factory=list)

    def launching(self, command_line: str) -> None:
        self.heard.append("launching")

    def run_started(self, number: int, times: int) -> None:
        self.heard.append(f"run {number} of {times}")

    def step_ended(self, step: Any) -> None:
        self.heard.append(f"{step.index} {step.seen}")

    def run_ended(self, run: Any) -> None:
        self.heard.append(run.outcome)


@dataclass
class Program:
    """The program's files, and what records and replays it."""

    xaml: Path
    artifacts: Path
    desktop: SimulatedDesktop = field(default_factory=SimulatedDesktop)
    incidents: list[FailureEvent] = field(default_factory=list)

    def change(self, old: str, new: str) -> None:
        """Change the program, as its developers do between two runs."""
        for path in (self.xaml, self.xaml.with_suffix(".py")):
            text = path.read_text(encoding="utf-8")
            if old in text:
                path.write_text(text.replace(old, new), encoding="utf-8")
                return
        raise AssertionError(f"{old!r} stands nowhere")

    @property
    def spec(self) -> dict[str, Any]:
        return {"exe": str(self.xaml)}

    def gate(self, caller: Caller, *, profile: Profile | None = None, allow: bool = False, mode: Mode = "safe") -> Gate:
        session = SessionWriter(str(self.artifacts), {"caller": caller, "target_spec": self.spec})
        profiles = {profile.name: profile} if profile else {}
        made = recording_gate(
            self.desktop,
            session,
            policy=Policy(caller, mode, flag_destructive=allow),
            profiles=profiles,
            screenshots="around_actions",
            judge=Judge.configured(profile.oracles if profile else {}),
        )
        recorder_of(made).on_incident = self.incidents.append
        return made

    def record(self, act: Callable[[App], None], *, allow: bool = False, mode: Mode = "safe") -> Recording:
        """Let a test act on a fresh program, and return the recording of it."""
        gate = self.gate("library", allow=allow, mode=mode)
        app = App(gate, gate.targets.open(self.spec), owned=True)
        with app:
            act(app)
        assert recorder_of(gate).session is not None
        return parse_recording(actions_of(read_session(Path(recorder_of(gate).session.folder))), "repro.actions.json")

    def replay(self, recording: Recording | list[Any] | Mapping[str, Any], **settings: Any) -> ReplayResult:
        """Replay it; what `gate` takes is taken from the settings."""
        made = recording if isinstance(recording, Recording) else parse_recording(_whole(recording), "actions.json")
        for_gate = {k: settings.pop(k) for k in ("profile", "allow", "mode") if k in settings}
        gate = self.gate("replay", **for_gate)
        assert recorder_of(gate).session is not None
        try:
            return run_replay(made, gate, **settings)
        finally:
            recorder_of(gate).session.close()

    def signature(self) -> str:
        """The signature of the last failure."""
        from wpfagent.testing.oracles.parts.signature import signature_of
        from wpfagent.testing.record.cause import cause_facts

        return signature_of(self.incidents[-1].finding, cause_facts(self.incidents[-1])).id

    def running(self) -> list[int]:
        return [p.pid for p in self.desktop.processes() if p.name == self.xaml.name or p.exe == str(self.xaml)]


def _whole(data: list[Any] | Mapping[str, Any]) -> Mapping[str, Any]:
    return {"actions": data} if isinstance(data, list) else data


@pytest.fixture
def program(tmp_path: Path) -> Program:
    xaml = tmp_path / "notes.xaml"
    xaml.write_text(XAML, encoding="utf-8")
    xaml.with_suffix(".py").write_text(CODE, encoding="utf-8")
    return Program(xaml, tmp_path / "artifacts")
