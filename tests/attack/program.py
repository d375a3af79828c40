"""A program that is attacked: made from a few lines of XAML, it notes which of its handlers ran."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wpfagent.desktops.simulated import SimulatedDesktop

NAME = "App"
"""The profile that names the program."""
_XAML = """<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
<Window x:Key="Main" x:Name="MainWindow" Title="{title}" Width="800" Height="600"><StackPanel>
{content}
</StackPanel></Window>
{windows}
</ResourceDictionary>"""
_CODE = '''"""Notes each handler that runs in a file beside it."""
from pathlib import Path

FIRED = Path(__file__).with_name("fired.log")


class CodeBehind:
    def __init__(self, view):
        self.view = view
        self.start(view)

    def start(self, view):
        pass

    def note(self, what):
        with FIRED.open("a", encoding="utf-8") as log:
            log.write(what + "\\n")

    def __getattr__(self, name):
        if name.startswith("on_"):
            return lambda view, sender: self.note(name[3:])
        raise AttributeError(name)

'''


class WatchedDesktop(SimulatedDesktop):
    """A simulated desktop that remembers chords, and how often the mouse closed a window by its frame."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[tuple[str, ...]] = []
        self.closed_by_mouse = 0

    def press_keys(self, keys: Sequence[str]) -> None:
        """Press a chord, and remember it."""
        self.pressed.append(tuple(keys))
        super().press_keys(keys)

    def mouse_click(self, x: int, y: int, **more: Any) -> None:
        """Click, and remember what it closes."""
        self._note(x, y)
        super().mouse_click(x, y, **more)

    def mouse_drag(self, start: tuple[int, int], end: tuple[int, int], **more: Any) -> None:
        """Drag, and remember what it closes."""
        self._note(*start)
        super().mouse_drag(start, end, **more)

    def held(self, *, keys: Sequence[str] = (), at: tuple[int, int] | None = None) -> AbstractContextManager[None]:
        """Keep down, and remember what that closes."""
        if at is not None:
            self._note(*at)
        return super().held(keys=keys, at=at)

    def _note(self, x: int, y: int) -> None:
        self.closed_by_mouse += self.frame_part(x, y) == "close"


@dataclass
class Program:
    """A program in a folder, under a profile that allows nothing destructive unless it says so.

    Args:
        folder: where its files, its profile and the records are.
        content: the XAML inside its main window; a handler `on_NAME` notes NAME when it runs.
        code: methods of its code-behind, which stand in place of the noted ones.
        windows: further windows of its XAML.
        title: of its main window.
        safety: the profile's safety.
        profile: further keys of the profile.
        consents: whether the caller brings both consents along.
    """

    folder: Path
    content: str
    code: str = ""
    windows: str = ""
    title: str = "Orders"
    safety: dict[str, Any] = field(default_factory=dict)
    profile: dict[str, Any] = field(default_factory=dict)
    consents: bool = False
    desktop: WatchedDesktop = field(default_factory=WatchedDesktop)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        xaml = _XAML.format(title=self.title, content=self.content, windows=self.windows)
        self.xaml.write_text(xaml, encoding="utf-8")
        code = _CODE + textwrap.indent(textwrap.dedent(self.code), "    ")
        self.xaml.with_suffix(".py").write_text(code, encoding="utf-8")
        self.profiles.write_text(json.dumps({"version": 1, "profiles": [self.described]}), encoding="utf-8")

    @property
    def xaml(self) -> Path:
        """The program."""
        return self.folder / "app.xaml"

    @property
    def profiles(self) -> Path:
        """The file with its profile."""
        return self.folder / "profiles.json"

    @property
    def artifacts(self) -> Path:
        """Where records go."""
        return self.folder / "artifacts"

    @property
    def described(self) -> dict[str, Any]:
        """Its profile."""
        safety = {"allow_destructive": self.consents, **self.safety}
        return {"name": NAME, "launch": {"exe": str(self.xaml)}, "safety": safety, **self.profile}

    @property
    def fired(self) -> list[str]:
        """The handlers that ran, in order."""
        log = self.folder / "fired.log"
        return log.read_text(encoding="utf-8").split() if log.exists() else []
