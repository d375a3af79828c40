"""A computer of its own for each test: home, project, data folder, and nothing on the PATH."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import pytest

from wpfagent.entries.registration import Computer, ServerCommand


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    for name in ("home", "project", "bin"):
        (tmp_path / name).mkdir()
    path = str(tmp_path / "bin")
    return Computer(tmp_path / "home", tmp_path / "project", tmp_path / "data", {"PATH": path}, sys.platform)


@pytest.fixture
def server(tmp_path: Path) -> ServerCommand:
    """A program that exists."""
    exe = tmp_path / "bin" / "wpf-agent.exe"
    exe.write_bytes(b"")
    return ServerCommand(str(exe), ("mcp", "serve"))


@pytest.fixture
def windows(computer: Computer) -> Computer:
    environ = {"APPDATA": str(computer.home / "AppData" / "Roaming"), "PATH": ""}
    return dataclasses.replace(computer, platform="win32", environ=environ)
