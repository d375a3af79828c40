"""A program that is called by its name alone is never one of the current folder, unless a person names it there."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from wpfagent.core.errors import AppNotFound

pytestmark = pytest.mark.windows


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that somebody sent, in which this runs."""
    shutil.copy(sys.executable, tmp_path / "planted.exe")
    shutil.copy(sys.executable, tmp_path / "cmd.exe")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["planted.exe", "planted"])
def test_a_bare_name_is_not_looked_for_in_the_current_folder(planted: Path, name: str) -> None:
    from wpfagent.desktops.uia.processes import find_executable

    with pytest.raises(AppNotFound):
        find_executable(name)
    assert os.path.samefile(find_executable(f".\\{name}"), planted / "planted.exe")
    assert os.path.samefile(find_executable(name, cwd=str(planted)), planted / "planted.exe")
    assert os.path.dirname(find_executable("cmd")) != str(planted)
