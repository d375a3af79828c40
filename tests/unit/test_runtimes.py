"""Which .NET is there for WPF programs is read from folders; the newest counts."""

from __future__ import annotations

import sys

import pytest

from wpfagent.entries import runtimes


@pytest.fixture
def computer(tmp_path):
    """Program folders, and where desktop runtimes lie in them."""
    folder = tmp_path / "dotnet" / runtimes.DESKTOP
    folder.mkdir(parents=True)
    return {"PROGRAMFILES": str(tmp_path)}, folder


def test_the_newest_desktop_runtime_counts_by_number(computer):
    environ, folder = computer
    for version in ("8.0.11", "10.0.2", "9.0.100", "notes"):
        (folder / version).mkdir()
    assert runtimes.desktop_runtime(environ) == "10.0.2"


def test_without_one_there_is_none(computer, tmp_path):
    environ, _ = computer
    assert runtimes.desktop_runtime(environ) == ""
    assert runtimes.desktop_runtime({"PROGRAMFILES": str(tmp_path / "nowhere")}) == ""


def test_a_runtime_elsewhere_is_found_by_dotnet_root(computer, tmp_path):
    environ, _ = computer
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / runtimes.DESKTOP / "8.0.1").mkdir(parents=True)
    assert runtimes.desktop_runtime({**environ, "DOTNET_ROOT": str(elsewhere)}) == "8.0.1"


@pytest.mark.skipif(sys.platform == "win32", reason="there it has one")
def test_dotnet_framework_is_on_windows_only():
    assert runtimes.framework() == ""
