"""One desktop has one worker; simulated ones share a machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from wpfagent.core.errors import Busy
from wpfagent.runs.fleet.seat import Seat
from wpfagent.runs.fleet.worker import _Alone


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's data folder of its own."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "WIN_PD_OVERRIDE_LOCAL_APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "data"))


def test_a_second_worker_of_a_real_desktop_is_refused_whatever_its_name_and_folder(tmp_path: Path):
    one, two = Seat("one", "uia", tmp_path / "one"), Seat("two", "uia", tmp_path / "two")
    with _Alone(one), pytest.raises(Busy, match="Another worker holds") as error, _Alone(two):
        pass
    assert "end that one first" in error.value.hint
    with _Alone(two):
        pass  # the first has gone


def test_simulated_desktops_share_a_machine_each_with_a_folder_of_its_own(tmp_path: Path):
    one, two = Seat("one", "simulated", tmp_path / "one"), Seat("two", "simulated", tmp_path / "two")
    again = Seat("again", "simulated", tmp_path / "one")
    with _Alone(one), _Alone(two), pytest.raises(Busy), _Alone(again):
        pass
