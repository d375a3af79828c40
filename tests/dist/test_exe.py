"""The exe that was built: what Windows reads of it, and that it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import contents
import pytest

ROOT = Path(__file__).resolve().parents[2]
EXE = Path(os.environ.get("WPF_AGENT_DIST") or ROOT / "dist") / "wpf-agent.exe"
pytestmark = pytest.mark.skipif(not EXE.is_file(), reason="no exe was built: python scripts/build_exe.py, on Windows")


@pytest.fixture(scope="module")
def data() -> bytes:
    return EXE.read_bytes()


def test_it_carries_the_manifest(data):
    for text in (b"PerMonitorV2", b"longPathAware", b"activeCodePage", b'level="asInvoker"'):
        assert text in data, text


def test_it_carries_the_version_resource(data):
    for text in ("ProductVersion", contents.version(), "OriginalFilename"):
        assert text.encode("utf-16-le") in data, text


def test_it_is_not_packed(data):
    assert b"UPX!" not in data[:1024]


@pytest.mark.windows
def test_it_says_its_version():
    said = subprocess.run([str(EXE), "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    assert said.strip() == f"wpf-agent {contents.version()}"


@pytest.mark.windows
def test_windows_reads_its_version():
    from wpfagent.desktops.uia.program import describe_program

    assert describe_program(str(EXE))["product_version"] == contents.version()


CHILD = """
import ctypes, json, sys
path = ctypes.create_unicode_buffer(1024)
ctypes.windll.kernel32.GetDllDirectoryW(1024, path)
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump({"dlls": path.value}, file)
"""


@pytest.mark.windows
def test_what_it_starts_does_not_look_for_dlls_in_its_folder(tmp_path):
    script, told = tmp_path / "child.py", tmp_path / "told.json"
    script.write_text(CHILD, encoding="utf-8")
    child = {
        "name": "child",
        "match": {"exe": sys.executable},
        "launch": {"exe": sys.executable, "args": [str(script), str(told)]},
        "timeouts": {"startup_ms": 5_000},
    }
    profiles = tmp_path / "profiles.json"
    profiles.write_text(json.dumps({"version": 1, "profiles": [child]}), encoding="utf-8")
    words = [str(EXE), "launch", "--profile", "child", "--profiles", str(profiles), "--artifacts", str(tmp_path)]
    subprocess.run(words, capture_output=True, check=False, timeout=120)  # it has no window: the launch itself fails
    assert json.loads(told.read_text(encoding="utf-8"))["dlls"] == ""
