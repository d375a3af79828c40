"""A command that is printed starts this program, from the folder and the shell that it is pasted into."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wpfagent.entries.cli import _reader_has_gone, calling
from wpfagent.entries.cli.calling import command, own_call

WINLAB = Path(os.environ.get("WINLAB", "/nowhere"))


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


@pytest.mark.parametrize("word", ["O'Brien & Co", "山田 $太郎", "a`b", "It\u2019s", "50% (new)"])
def test_what_powershell_reads_in_its_quotes_is_the_word_itself(word: str) -> None:
    said = calling._powershell(word)
    assert said[0] == said[-1] == "'"
    assert re.sub("(['\u2018\u2019\u201a\u201b])\\1", r"\1", said[1:-1]) == word, "each quote inside is doubled"


@pytest.mark.parametrize("name", ["O'Brien & Co", "It\u2019s $mine", "受け入れ テスト"])
@pytest.mark.skipif(not (WINLAB / "winlab").is_file(), reason="WINLAB names no folder of a tool that runs PowerShell")
def test_powershell_runs_what_is_pasted(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    script = tmp_path / "pasted.ps1"
    said = "[Console]::OutputEncoding = [Text.UTF8Encoding]::new($false); [Console]::Out.WriteLine($args[0])"
    (folder / "said.ps1").write_text(said, encoding="utf-8-sig")
    place = "Z:" + str(folder / "said.ps1").replace("/", "\\")
    script.write_text(f"& {calling._powershell(place)} {calling._powershell(name)}", encoding="utf-8-sig")
    done = subprocess.run([str(WINLAB / "winlab"), "powershell", str(script)], capture_output=True, check=False)
    assert done.stdout.decode().strip() == name


CLOSED = """
import os, subprocess, sys
words = [sys.executable, "-m", "wpfagent", "--help"]
reads, writes = os.pipe()
os.close(reads)
done = subprocess.run(words, stdout=writes, stderr=subprocess.PIPE, text=True)
print(done.returncode, done.stderr)
"""


def test_a_reader_that_has_gone_is_no_fault() -> None:
    done = subprocess.run([sys.executable, "-c", CLOSED], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "0"


def test_an_argument_that_windows_refuses_is_no_reader_that_has_gone() -> None:
    assert not _reader_has_gone(OSError(errno.EINVAL, "Invalid argument", "a?b"))
    assert not _reader_has_gone(OSError(errno.EINVAL, "Invalid argument")), "what could be written still can be"
