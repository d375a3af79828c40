"""A command that is printed starts this program, from the folder and the shell that it is pasted into."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wpfagent.entries.cli import calling
from wpfagent.entries.cli.calling import command, own_call


@pytest.fixture
def exe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This program as an exe in a folder of its own, which is on no PATH."""
    place = tmp_path / "wpf-ui-agent" / "wpf-agent.exe"
    place.parent.mkdir()
    place.write_bytes(b"MZ")
    place.chmod(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(place))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(calling, "NAME", "wpf-agent.exe")
    return place


def test_an_exe_in_the_current_folder_is_named_as_powershell_wants_it(
    exe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(exe.parent)
    assert own_call() == ".\\wpf-agent"


def test_an_exe_elsewhere_is_named_by_its_path(exe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    assert own_call() == str(exe)


def test_an_exe_that_the_shell_finds_is_named_alone(exe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(exe.parent))
    assert own_call() == "wpf-agent"


def test_another_wpf_agent_on_the_path_is_not_taken_for_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / ("wpf-agent.bat" if sys.platform == "win32" else "wpf-agent")
    other.write_text("")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert own_call().endswith(" -m wpfagent")


def test_a_command_carries_where_things_are_and_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))  # an environment that is active has this program on it
    options = {"--artifacts": "my records", "--desktop": "simulated", "--lang": "ja", "--profiles": None}
    folder = calling.quoted(str(tmp_path / "my records"))
    expected = f"-m wpfagent tickets verify T --desktop simulated --artifacts {folder} --lang ja"
    assert command("tickets verify T", options).endswith(expected)
    assert command("windows", {}) == f"{own_call()} windows"
