from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from wpfagent.core.model import Control, WindowInfo
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.simulated import SimulatedDesktop

APPS = Path(__file__).parent / "apps"
WINDOW = (
    '<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" '
    'xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Title="T" Width="400" Height="300">\n{}\n</Window>'
)


@dataclass
class App:
    """A running application and short words for using it."""

    desktop: SimulatedDesktop
    pid: int

    @property
    def windows(self) -> list[WindowInfo]:
        return self.desktop.windows(self.pid)

    def all(self, **conditions: str) -> list[Control]:
        return self.desktop.find(Conditions(**conditions), windows=self.windows, limit=1000)

    def find(self, automation_id: str) -> Control:
        found = self.all(automation_id=automation_id)
        assert len(found) == 1, (automation_id, found)
        return found[0]

    def has(self, automation_id: str) -> bool:
        return bool(self.all(automation_id=automation_id))

    def act(self, automation_id: str, verb: str, value=None):
        act = self.desktop.act(self.find(automation_id), verb, value)
        assert act.error() is None, act.error()
        return act

    def click(self, automation_id: str, **how) -> None:
        control = self.find(automation_id)
        assert control.bounding_rect is not None, control
        self.desktop.mouse_click(*control.bounding_rect.center, **how)

    @property
    def status(self) -> str:
        return self.find("Status").name


@pytest.fixture
def apps() -> Path:
    return APPS


@pytest.fixture
def desktop() -> SimulatedDesktop:
    return SimulatedDesktop()


@pytest.fixture
def zoo(desktop: SimulatedDesktop) -> App:
    return App(desktop, desktop.launch(str(APPS / "zoo.xaml"), []).pid)


@pytest.fixture
def open_xaml(desktop: SimulatedDesktop, tmp_path: Path):
    """Return a function that starts an application from the content of a window and the body of its code-behind."""

    def start(content: str, code: str = "", *, stderr_path: str | None = None) -> App:
        source = tmp_path / "small.xaml"
        source.write_text(WINDOW.format(content) if "<Window" not in content else content, encoding="utf-8")
        if code:
            source.with_suffix(".py").write_text(code, encoding="utf-8")
        return App(desktop, desktop.launch(str(source), [], stderr_path=stderr_path).pid)

    return start
