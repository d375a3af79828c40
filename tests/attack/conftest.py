"""Every attack runs on every entry of the one table, on programs in folders of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.attack.entries import ASKED, ENTRIES
from tests.attack.program import Program

Make = Callable[..., Program]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No profiles and no artifacts but those of this test."""
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("WPF_AGENT_PROFILES", "WPF_AGENT_ARTIFACTS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(params=ASKED)
def entry(request: pytest.FixtureRequest) -> str:
    """Each entry that performs what it is asked for."""
    return str(request.param)


@pytest.fixture(params=tuple(ENTRIES))
def any_entry(request: pytest.FixtureRequest) -> str:
    """Each entry, exploration too."""
    return str(request.param)


@pytest.fixture
def program(tmp_path: Path) -> Make:
    """Makes a program from the XAML inside its window: `program('<Button …/>', code='…')`."""
    made: list[Program] = []

    def make(content: str, **options: Any) -> Program:
        made.append(Program(tmp_path / f"app{len(made)}", content, **options))
        return made[-1]

    return make
