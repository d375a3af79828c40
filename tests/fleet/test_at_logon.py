"""`fleet worker --install`: what the task scheduler is told, and what is said where there is none."""

from __future__ import annotations

import os
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.fleet.processes import Fleet
from wpfagent.runs.fleet.at_logon import task_of

SPACE = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"


def read(text: str) -> dict[str, str]:
    return {e.tag.removeprefix(SPACE): e.text or "" for e in ET.fromstring(text.split("\n", 1)[1]).iter()}


def test_the_task_starts_the_same_worker_in_the_users_own_session(tmp_path: Path) -> None:
    words = ["fleet", "worker", "tls://192.0.2.7:8786", "--certs", "C:\\my certs & keys", "--name", "受付"]
    told = read(task_of(words, tmp_path, python=tmp_path / "python.exe", user="PC\\Ann & Bo"))
    assert told["Command"] == str(tmp_path / "python.exe")
    assert told["Arguments"] == subprocess.list2cmdline(["-m", "wpfagent", *words])
    assert told["WorkingDirectory"] == str(tmp_path)
    assert told["UserId"] == "PC\\Ann & Bo"
    assert (told["LogonType"], told["RunLevel"]) == ("InteractiveToken", "LeastPrivilege")
    assert told["ExecutionTimeLimit"] == "PT0S", "a task ends after three days unless it says otherwise"


def test_it_starts_without_a_console_where_it_can(tmp_path: Path) -> None:
    (tmp_path / "pythonw.exe").write_bytes(b"")
    assert read(task_of([], tmp_path, python=tmp_path / "python.exe"))["Command"] == str(tmp_path / "pythonw.exe")


@pytest.mark.skipif(os.name == "nt", reason="there is a task scheduler")
def test_elsewhere_it_says_what_to_do_instead(fleet: Fleet) -> None:
    for words in (("worker", "127.0.0.1", "--install"), ("worker", "--uninstall")):
        made = fleet.call(*words, code=3)
        assert made["error"]["code"] == "unsupported"
        assert "session that has the desktop" in made["error"]["hint"]


def test_what_could_not_work_later_is_said_now(fleet: Fleet) -> None:
    assert "certificates" in fleet.call("worker", "192.0.2.7", "--install", code=2)["error"]["message"]
    gone = fleet.call("worker", "192.0.2.7", "--install", "--certs", str(fleet.folder / "none"), code=2)
    assert gone["error"]["code"] == "file_not_found"
