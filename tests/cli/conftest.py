"""The command line on a simulated desktop that stays the same from call to call."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.entries.cli import main

SCENARIOS = Path(__file__).parents[1] / "simulated" / "scenarios"
FORM = SCENARIOS / "form.xaml"


@dataclass
class Called:
    """What one call printed and returned."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass
class CommandLine:
    """Calls `main` with this test's folders."""

    folder: Path
    capture: Any
    desktop: SimulatedDesktop = field(default_factory=SimulatedDesktop)

    def __call__(self, *argv: str | Path) -> Called:
        code = main([str(a) for a in argv], desktop=self.desktop)
        out, err = self.capture.readouterr()
        return Called(code, out, err)


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WPF_AGENT_PROFILES", raising=False)
    monkeypatch.setenv("WPF_AGENT_ARTIFACTS", str(tmp_path / "artifacts"))
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return CommandLine(tmp_path, capsys)


@pytest.fixture
def form(cli: CommandLine) -> CommandLine:
    """The command line with the form attached."""
    pid = cli.desktop.launch(str(FORM)).pid
    assert cli("attach", "--pid", str(pid)).code == 0
    return cli


@pytest.fixture
def scenario(cli: CommandLine) -> Callable[[str], Path]:
    """Writes a scenario about the form."""

    def write(text: str) -> Path:
        path = cli.folder / "scenario.yaml"
        path.write_text(f"id: t\ntarget_spec: {{exe: '{FORM.as_posix()}'}}\n{text}", encoding="utf-8")
        return path

    return write
