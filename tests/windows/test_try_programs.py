"""`wpf-agent try` on Windows: what a shortcut starts, and a program without a window."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wpfagent.core.errors import AppNotFound, FileInvalid
from wpfagent.desktops.executable import is_console_program
from wpfagent.entries.cli import main

pytestmark = pytest.mark.windows


def shortcut(path: Path, exe: str, args: str = "", folder: str = "") -> Path:
    """A shortcut as the shell writes it."""
    from comtypes import CoCreateInstance
    from comtypes.persist import IPersistFile
    from comtypes.shelllink import IShellLinkW, ShellLink

    from wpfagent.desktops.uia import com

    com.enter_apartment()
    link = CoCreateInstance(ShellLink._reg_clsid_, interface=IShellLinkW)
    link.SetPath(exe)
    link.SetArguments(args)
    link.SetWorkingDirectory(folder)
    link.QueryInterface(IPersistFile).Save(str(path), True)
    return path


def test_a_shortcut_names_its_program_with_arguments_and_folder(tmp_path: Path) -> None:
    from wpfagent.desktops.uia.shortcut import read_shortcut

    made = shortcut(tmp_path / "My App.lnk", sys.executable, '--data "C:\\my data" -v', str(tmp_path))
    found = read_shortcut(str(made))
    assert Path(found.exe) == Path(sys.executable)
    assert found.args == ("--data", "C:\\my data", "-v")
    assert found.cwd is not None
    assert Path(found.cwd) == tmp_path


def test_what_is_no_shortcut_says_so(tmp_path: Path) -> None:
    from wpfagent.desktops.uia.shortcut import read_shortcut

    (tmp_path / "text.lnk").write_text("no shortcut", encoding="utf-8")
    with pytest.raises(FileInvalid, match="cannot be read as a shortcut"):
        read_shortcut(str(tmp_path / "text.lnk"))
    with pytest.raises(AppNotFound, match="no shortcut"):
        read_shortcut(str(tmp_path / "nowhere.lnk"))


def test_a_console_program_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    python = Path(sys.base_prefix) / "python.exe"
    assert is_console_program(python)
    made = shortcut(tmp_path / "Console.lnk", str(python), '-c "raise SystemExit(7)"')
    assert main(["try", str(made), "--artifacts", str(tmp_path / "artifacts"), "--no-open"]) == 3
    assert "python is a console program" in capsys.readouterr().err
