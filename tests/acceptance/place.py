"""Where the acceptance criteria are shown: a desktop with two applications, a home and folders of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import main

ROOT = Path(__file__).resolve().parents[2]
FORM = ROOT / "tests" / "simulated" / "scenarios" / "form.xaml"


class Called(NamedTuple):
    """What one call of the command line printed and returned."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Program(NamedTuple):
    """An application that runs, and what names it."""

    pid: int
    process: str
    exe: str
    title_re: str
    has: str
    """The type of a control that the other application does not have."""


@dataclass
class Place:
    """A desktop, and `wpf-agent` on it.

    Args:
        name: `simulated` or `uia`.
        folder: everything that is written lies below it.
    """

    name: str
    folder: Path
    desktop: Desktop = field(init=False)
    started: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.desktop = open_desktop(self.name)

    @property
    def is_real(self) -> bool:
        """Whether these are real windows."""
        return self.name == "uia"

    @property
    def artifacts(self) -> Path:
        """Where `wpf-agent` records."""
        return self.folder / "artifacts"

    @property
    def profiles(self) -> Path:
        """The profiles.json of this place."""
        return self.folder / "profiles.json"

    def __call__(self, *argv: str | Path, code: int | None = 0) -> Called:
        """Call `wpf-agent`; it must return this code (None: any)."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        options = ["--artifacts", str(self.artifacts)] if argv[0] != "mcp" else []
        words = list(map(str, argv))
        at = words.index("--") if "--" in words else len(words)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            returned = main([*words[:at], *options, *words[at:]], desktop=self.desktop)
        texts = []
        for stream in (out, err):
            stream.flush()
            texts.append(stream.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
        called = Called(returned, *texts)
        assert code in (None, returned), called
        return called

    def sessions(self) -> list[Path]:
        """The records, the oldest first."""
        return sorted((self.artifacts / "sessions").iterdir())

    def tickets(self) -> list[Path]:
        """The tickets' folders, the oldest first."""
        return sorted((self.artifacts / "tickets").glob("*/TICKET-*"), key=lambda p: p.name)

    def write(self, name: str, text: str) -> Path:
        """Write a file and return its path."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


def steps_of(session: Path) -> list[dict[str, Any]]:
    """The lines of a session's steps.jsonl."""
    return [json.loads(line) for line in (session / "steps.jsonl").read_text(encoding="utf-8").splitlines()]


def facts_of(session: Path) -> Mapping[str, Any]:
    """A session's session.json."""
    facts: Mapping[str, Any] = json.loads((session / "session.json").read_text(encoding="utf-8"))
    return facts


@contextlib.contextmanager
def open_place(name: str, folder: Path) -> Iterator[Place]:
    """A place of its own: no file of the person who runs the tests is read or written, and nothing is left running."""
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("HOME", "USERPROFILE"):
            patch.setenv(variable, str(folder / "home"))
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"):
            patch.setenv(variable, str(folder / "home" / "data"))
        for variable in ("WPF_AGENT_PROFILES", "WPF_AGENT_ARTIFACTS", "CLAUDE_CONFIG_DIR"):
            patch.delenv(variable, raising=False)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, sys.path)]))
        if sys.platform == "win32":  # Windows is asked there, not the environment
            patch.setattr("platformdirs.windows.get_win_folder", lambda _name: str(folder / "home" / "data"))
        (folder / "home" / ".claude").mkdir(parents=True)
        patch.chdir(folder)
        place = Place(name, folder)
        try:
            yield place
        finally:
            for pid in place.started:
                place.desktop.terminate(pid)


def start_both(place: Place) -> tuple[Program, Program]:
    """Start the demo application and another program, through `wpf-agent launch`."""
    demo = place("launch", "--profile", "demo", "--json").json
    other_exe = Path(os.environ["SYSTEMROOT"]) / "System32" / "notepad.exe" if place.is_real else FORM
    other = place("launch", "--exe", other_exe, "--json").json
    place.started += [demo["pid"], other["pid"]]
    return (
        Program(demo["pid"], demo["process"], demo["exe"], "^Order Desk Demo$", "DataGrid"),
        Program(
            other["pid"], other["process"], other["exe"], "Notepad|メモ帳" if place.is_real else "^Form$",
            "MenuBar" if place.is_real else "CheckBox",
        ),
    )  # fmt: skip
