"""The run through the zip judges its figures, gives the person an empty home, and reads what the tour names."""

from __future__ import annotations

from pathlib import Path

import pytest
import verify_dist
from dist_machine import Machine
from verify_dist import NAMED, Figure, Verification


@pytest.mark.parametrize(
    ("value", "aim", "unit", "verdict"),
    [
        (1.9, 2.0, "s", "ok"),
        (99.0, 2.0, "s", "missed"),
        (34.1, 34.0, "MB", "FAILED"),
        (99.0, None, "s", "ok"),
    ],
)
def test_a_time_above_its_aim_is_told_and_a_size_fails(value, aim, unit, verdict):
    assert Figure("it", value, aim, unit).verdict == verdict


def test_a_step_that_fails_is_told_and_is_the_exit_code(tmp_path, capsys, monkeypatch):
    verification = Verification(Machine(tmp_path), tmp_path / "wpf-agent.exe")
    monkeypatch.setattr(verification, "steps", lambda: [("good", lambda: "fine"), ("bad", verification.size)])
    assert verification.run() == 1
    said = capsys.readouterr().out
    assert "ok " in said
    assert "FAILED" in said
    assert "FileNotFoundError" in said
    assert "Failed: bad" in said


def test_a_size_above_its_aim_is_the_exit_code(tmp_path, monkeypatch):
    verification = Verification(Machine(tmp_path), tmp_path / "wpf-agent.exe")
    monkeypatch.setattr(verification, "steps", lambda: [("size", lambda: verification.measured("exe", 99, 34, "MB"))])
    assert verification.run() == 1


def test_the_person_has_a_home_of_their_own_with_blank_and_japanese(tmp_path):
    machine = Machine(tmp_path)
    for name in ("USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP"):
        assert "山田 太郎" in machine.environment[name]
    assert not list(machine.temporary.iterdir())
    assert (machine.home / ".claude").is_dir()


def test_the_command_that_the_tour_names_is_found():
    found = NAMED.search("What to do next\n  see it fail again       .\\wpf-agent tickets verify TICKET-1\n")
    assert found is not None
    assert found[1] == ".\\wpf-agent tickets verify TICKET-1"


def test_each_step_has_a_name_of_its_own(tmp_path):
    names = [name for name, _ in Verification(Machine(tmp_path), Path("x"), one_folder=True).steps()]
    assert len(set(names)) == len(names)
    assert {f"setup.ps1 in {shell}" for shell in verify_dist.SHELLS} | {"one folder", "demo", "mcp serve"} <= set(names)
