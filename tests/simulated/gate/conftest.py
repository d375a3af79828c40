from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from wpfagent import App, Gate, Policy, Profile, SessionWriter
from wpfagent.desktops.base import Budget
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.simulated.faults import Faults
from wpfagent.safety.policy import Guard
from wpfagent.testing.record.recording import recording_gate

APPS = Path(__file__).parent / "apps"
NAMESPACES = (
    'xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" '
    'xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" '
    'xmlns:sys="clr-namespace:System;assembly=mscorlib"'
)
XAML = """<ResourceDictionary {namespaces}>
<Window x:Key="Main" x:Name="MainWindow" Title="{title}" Width="800" Height="600"><StackPanel>
{content}
<TextBlock x:Name="Log"/>
</StackPanel></Window>
{windows}
</ResourceDictionary>"""
CODE = """
class CodeBehind:
    def __init__(self, view):
        self.view = view
        self.start(view)

    def start(self, view):
        pass

    def note(self, what):
        self.view["Log"].text = f"{self.view['Log'].text} {what}".strip()

    def __getattr__(self, name):
        if name.startswith("on_"):
            return lambda view, sender: self.note(name[3:])
        raise AttributeError(name)

"""


@dataclass
class Driven:
    """A running simulated application, the library's front on it, and what happened inside it."""

    app: App
    desktop: SimulatedDesktop
    xaml: Path

    @property
    def faults(self) -> Faults:
        return self.desktop.faults(self.app.pid)

    @property
    def log(self) -> list[str]:
        """What its handlers noted, in order."""
        return str(self.app.find(automation_id="Log").name).split()

    @property
    def now(self) -> float:
        return self.desktop.clock.now()

    def state(self) -> tuple[object, ...]:
        """All that can be seen of it: windows and controls with their states."""
        windows = self.desktop.windows(self.app.pid)
        return tuple(windows), self.desktop.snapshot(windows, budget=Budget(elements=20_000)).controls

    def control(self, automation_id: str) -> Any:
        return self.app.find(automation_id=automation_id)

    def later(self, seconds: float, action: Callable[[], None]) -> None:
        """Run something of the test's while simulated time passes."""
        self.desktop.clock.call_at(self.now + seconds, action)  # type: ignore[attr-defined]


Start = Callable[..., Driven]


@pytest.fixture
def desktop() -> SimulatedDesktop:
    return SimulatedDesktop()


@pytest.fixture
def session(tmp_path: Path) -> Iterator[SessionWriter]:
    """A record in a folder of its own."""
    made = SessionWriter(str(tmp_path / "artifacts"), {"caller": "library"})
    yield made
    made.close()


@pytest.fixture
def start(desktop: SimulatedDesktop, tmp_path: Path) -> Start:
    """Return a function that starts an application from XAML content and methods of its code-behind.

    Handlers that the code-behind does not define note their own name in the `Log` text.
    """
    count = 0

    def launch(
        content: str = "",
        code: str = "",
        *,
        windows: str = "",
        title: str = "Small",
        policy: Policy | None = None,
        profile: Profile | None = None,
        session: SessionWriter | None = None,
        guard: Guard | None = None,
        **gate: Any,
    ) -> Driven:
        nonlocal count
        count += 1
        xaml = tmp_path / f"small{count}.xaml"
        xaml.write_text(
            XAML.format(namespaces=NAMESPACES, title=title, content=content, windows=windows), encoding="utf-8"
        )
        xaml.with_suffix(".py").write_text(CODE + textwrap.indent(textwrap.dedent(code), "    "), encoding="utf-8")
        return attach(desktop, xaml, policy, profile, session, guard, gate)

    return launch


@pytest.fixture
def desk(desktop: SimulatedDesktop) -> Driven:
    """The application of apps/desk.xaml: every kind of control."""
    return attach(desktop, APPS / "desk.xaml", None, None, None, None, {})


def attach(
    desktop: SimulatedDesktop,
    xaml: Path,
    policy: Policy | None,
    profile: Profile | None,
    session: SessionWriter | None,
    guard: Guard | None,
    gate: Mapping[str, Any],
) -> Driven:
    pid = desktop.launch(str(xaml)).pid
    profiles = {profile.name: profile} if profile else {}
    settings = {"policy": policy, "profiles": profiles, "guard": guard, **gate}
    made = recording_gate(desktop, session, **settings) if session is not None else Gate(desktop, **settings)
    spec: dict[str, Any] = {"pid": pid} | ({"profile": profile.name} if profile else {})
    return Driven(App(made, made.targets.resolve(spec)), desktop, xaml)
