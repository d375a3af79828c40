"""The exe lays itself out unpacked: clients start that, it survives updates and damage, and the single exe needs it not.

Needs an exe that was built (`WPF_AGENT_DIST` names its folder), and Windows or `WINLAB`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from dist_machine import ROOT, UNKNOWN, WINLAB, Machine, _ask, _tell

from wpfagent.core.program import EXE, FOLDER
from wpfagent.entries.unpacked.archive import Archive, option

BUILT = Path(os.environ.get("WPF_AGENT_DIST") or ROOT / "dist") / "wpf-agent.exe"
IS_LAB = sys.platform != "win32" and (WINLAB / "winlab").is_file()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BUILT.is_file(), reason="no exe was built: python scripts/build_exe.py, on Windows"),
    pytest.mark.skipif(sys.platform != "win32" and not IS_LAB, reason="there is no Windows"),
]
QUIET = ("init", "--yes", "--no-smoke", "--json")
PROFILES = {"version": 1, "profiles": [{"name": "Beside", "match": {"process": "beside.exe"}}]}


class Person:
    """Somebody with an empty home who unpacked the zip into a folder of his own."""

    def __init__(self, folder: Path) -> None:
        self.machine = Machine(folder)
        self.place = folder / "受け入れ テスト" / "wpf-ui-agent"
        self.place.mkdir(parents=True)
        self.exe = Path(shutil.copy(BUILT, self.place / EXE))
        (self.place / "profiles.json").write_text(json.dumps(PROFILES), encoding="utf-8")
        self.program = self.machine.home / "AppData" / "Local" / "wpf-agent" / FOLDER

    def call(self, exe: Path, *words: str, expected: tuple[int, ...] = (0,)) -> str:
        return self.machine.call(exe, *words, cwd=self.machine.home, expected=expected, timeout_s=240)

    def init(self, exe: Path | None = None, *words: str, expected: tuple[int, ...] = (0, 1)):
        return json.loads(self.call(exe or self.exe, *QUIET, *words, expected=expected))

    def registered(self) -> str:
        entry = json.loads((self.machine.home / ".claude.json").read_text(encoding="utf-8"))
        return str(entry["mcpServers"]["wpf-agent"]["command"]).replace("\\", "/")

    def doctor(self) -> dict:
        said = json.loads(self.call(self.exe, "doctor", "--json", expected=(0, 1)))
        return next(f for f in said["findings"] if f["name"] == "unpacked")


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path)


def other_version(person: Person) -> Path:
    """The same program as another exe."""
    archive = Archive.read(person.exe)
    made = replace(archive, entries=(*archive.entries, option("X another_version")))
    path = person.place.parent / "newer" / EXE
    path.parent.mkdir()
    path.write_bytes(made.bootloader + made._packed())
    return path


def test_clients_start_what_was_laid_out_and_it_knows_the_profiles_beside_the_exe(person):
    made = person.init()
    assert made["unpacked"]["change"] == "made"
    start = person.program / EXE
    assert person.registered().endswith(f"wpf-agent/{FOLDER}/{EXE}")
    assert person.call(start, "--version") == person.call(person.exe, "--version")
    assert "Beside" in person.call(start, "profiles", "list")
    assert person.init()["unpacked"]["change"] == "kept"
    assert person.doctor()["verdict"] == "ok"
    person.call(person.exe, "init", "--uninstall", "--purge")
    assert not person.program.exists()
    assert not (person.machine.home / ".claude.json").exists()


@pytest.mark.parametrize("way", [(), ("--alone",)], ids=["bridge", "alone"])
def test_an_update_while_a_server_runs_breaks_neither_the_server_nor_the_registration(person, way):
    person.init()
    before = person.registered()
    words = person.machine.words(person.program / EXE, "mcp", "serve", "--structured", *way, timeout_s=240)
    opening = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    with subprocess.Popen(
        words, env=person.machine.variables(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        _ask(server, 1, "initialize", opening)
        _tell(server, {"method": "notifications/initialized"})
        newer = other_version(person)
        assert person.init(newer)["unpacked"]["change"] == "made"
        folders = [p for p in person.program.iterdir() if p.is_dir()]
        assert len(folders) == 2, "the one that runs keeps its files"
        for number, (tool, arguments) in enumerate(UNKNOWN.items(), start=2):
            answer = _ask(server, number, "tools/call", {"name": tool, "arguments": arguments})
            assert answer["structuredContent"]["error"]["code"] == "invalid_argument", "it loads what it had not loaded"
    assert person.registered() == before
    assert person.call(person.program / EXE, "--version").startswith("wpf-agent ")
    person.init(newer)
    assert len([p for p in person.program.iterdir() if p.is_dir()]) == 1, "nobody runs the older one any more"


def test_damage_is_told_and_mended_and_the_single_exe_works_meanwhile(person):
    person.init()
    next(person.program.rglob("base_library.zip")).write_bytes(b"half")
    assert person.call(person.exe, "--version").startswith("wpf-agent ")
    found = person.doctor()
    assert (found["verdict"], "single exe works" in found["said"]) == ("problem", True)
    person.call(person.exe, "doctor", "--fix", expected=(0, 1))
    assert person.doctor()["verdict"] == "ok"
    assert person.call(person.program / EXE, "--version").startswith("wpf-agent ")


# -- a folder that cannot be written, a full disk: by mounts that only this test sees ----------------------------------

INSIDE = """
set -e
mount {mount} "$1"
shift
"{winlab}" stop >/dev/null 2>&1 || true
code=0
"$@" || code=$?
"{winlab}" stop >/dev/null 2>&1 || true
exit $code
"""
needs_mounts = pytest.mark.skipif(
    not IS_LAB or not os.environ.get("WINLAB_HOME_MOUNTS") or os.geteuid() != 0,
    reason="WINLAB_HOME_MOUNTS names no machine that can be stopped and started in mounts of its own",
)


def in_mount(person: Person, mount: str, where: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the single exe on a machine of its own that sees another file system at one place."""
    script = INSIDE.format(mount=mount, winlab=WINLAB / "winlab")
    call = person.machine.words(person.exe, *words, timeout_s=300)
    env = {**os.environ, "WINLAB_HOME": os.environ["WINLAB_HOME_MOUNTS"]}
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, "sh", str(where), *call],
        cwd=person.machine.home, env=env, capture_output=True, text=True, encoding="utf-8", check=False, timeout=600,
    )  # fmt: skip


@pytest.fixture(params=["read-only", "full"])
def mount(request) -> Iterator[str]:
    yield {"read-only": "-t tmpfs -o ro,size=1m none", "full": "-t tmpfs -o size=6m none"}[request.param]


@needs_mounts
def test_where_it_cannot_be_laid_out_init_says_so_and_registers_the_single_exe(person, mount):
    data = person.program.parent
    data.mkdir(parents=True)
    done = in_mount(person, mount, data, *QUIET)
    assert done.returncode in (0, 1), done
    made = json.loads(done.stdout)
    assert made["unpacked"]["change"] == "failed"
    assert "The single exe works all the same" in made["unpacked"]["why"]


@needs_mounts
def test_the_doctor_ends_where_the_zip_lies_in_a_folder_that_cannot_be_written(person):
    done = in_mount(person, f'--bind -o ro "{person.place}"', person.place, "doctor", "--json")
    assert done.returncode in (0, 1), done
    folder = next(f for f in json.loads(done.stdout)["findings"] if f["name"] == "artifacts")
    assert "受け入れ" not in folder["said"], "records go where they can be written"
