"""`fleet run --send`: the program goes to each machine once, and only to one that takes programs."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from tests.fleet.processes import Fleet
from wpfagent.core.errors import FileInvalid, FileNotFound, InvalidArgument, PathOutsideScope
from wpfagent.demo import FOLDER
from wpfagent.profiles.profile import Profile, ProfileLaunch
from wpfagent.runs.fleet.programs import Programs, program_of

ASKED = ("--seeds", "1-4", "--max-steps", "5", "--no-pictures", "--no-minimize", "--wait", "5")


def write_profiles(folder: Path, name: str, exe: Path) -> str:
    profile = {"name": "own", "launch": {"exe": str(exe)}}
    (folder / name).write_text(json.dumps({"version": 1, "profiles": [profile]}), encoding="utf-8")
    return name


@pytest.fixture
def built(tmp_path: Path) -> Path:
    shutil.copytree(FOLDER, tmp_path / "built", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "built"


def test_machines_get_the_program_once_and_one_that_takes_none_is_left_out(fleet: Fleet, built: Path) -> None:
    here = write_profiles(fleet.folder, "here.json", built / "application.xaml")
    there = write_profiles(fleet.folder, "there.json", fleet.folder / "nowhere" / "application.xaml")
    fleet.scheduler()
    fleet.worker("pc1", "--profiles", there, "--allow-launch")
    fleet.worker("pc2", "--profiles", there, "--allow-launch")
    fleet.worker("closed", "--profiles", there)
    asked = ["run", fleet.address, "--profile", "own", "--profiles", here, "--send", "built", *ASKED]
    made = fleet.call(*asked, "--artifacts", "art", code=None)
    assert made["outcomes"] == {"passed": 4}
    assert set(made["machines"]) <= {"pc1", "pc2"}
    assert "takes no programs" in made["left_out"]["closed"]
    (sent,) = (fleet.folder / "pc1" / "programs").iterdir()
    assert (sent / "application.xaml").read_bytes() == (built / "application.xaml").read_bytes()
    came = (sent / "application.xaml").stat().st_mtime_ns
    fleet.call(*asked, "--artifacts", "again", code=None)
    assert (sent / "application.xaml").stat().st_mtime_ns == came, "it is there already"
    assert not (fleet.folder / "closed" / "programs").exists()
    without = fleet.call(*asked[: -len(ASKED) - 2], *ASKED, "--artifacts", "own", code=3)
    assert "another one" in without["error"]["details"]["so_far"]["left_out"]["pc1"]


def test_a_run_with_a_program_is_gone_on_with_by_the_same_one(fleet: Fleet, built: Path) -> None:
    here = write_profiles(fleet.folder, "here.json", built / "application.xaml")
    fleet.scheduler()
    asked = ["run", fleet.address, "--profiles", here, "--artifacts", "art", "--wait", "1"]
    fleet.call(*asked, "--profile", "own", "--seeds", "1", "--send", "built", code=3)
    missing = fleet.call(*asked, "--resume", "last", code=2)
    assert "--send" in missing["error"]["hint"]
    (built / "application.xaml").write_text("<Window/>", encoding="utf-8")
    other = fleet.call(*asked, "--resume", "last", "--send", "built", code=2)
    assert "another program" in other["error"]["message"]


def test_what_is_sent_is_told_by_its_hash_and_stays_in_its_folder(tmp_path: Path, built: Path) -> None:
    own = Profile("own", launch=ProfileLaunch(str(built / "application.xaml")))
    program = program_of(built, {"own": own}, ["own"])
    assert program.digest == program_of(built, {"own": own}, ["own"]).digest
    with pytest.raises(InvalidArgument, match="No profile"):
        program_of(built, {"own": Profile("own")}, ["own"])
    with pytest.raises(FileNotFound):
        program_of(tmp_path / "none", {"own": own}, ["own"])
    programs, size = Programs(tmp_path / "programs"), len(program.data)
    with pytest.raises(FileInvalid, match="hash"):
        programs.take("../up", 0, b"x", 1)
    wrong = hashlib.sha256(b"something else").hexdigest()
    with pytest.raises(FileInvalid, match="not the one"):
        programs.take(wrong, 0, program.data, size)
    assert not programs.has(wrong)
    half = size // 2
    programs.take(program.digest, 0, program.data[:half], size)
    assert not programs.has(program.digest)
    programs.take(program.digest, half, program.data[half:], size)
    assert programs.has(program.digest)
    applied = programs.applied(own, program.digest, "application.xaml")
    assert applied.launch is not None
    assert Path(applied.launch.exe).parent == tmp_path / "programs" / program.digest
    for exe in ("../application.xaml", "/etc/passwd", "C:\\x.exe"):
        with pytest.raises(PathOutsideScope):
            programs.applied(own, program.digest, exe)
