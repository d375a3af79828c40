"""The zip holds what a person needs, with sums that hold, and comes out the same each time."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import make_zip
import pytest

from wpfagent.profile_file import SCHEMA
from wpfagent.schemas.profiles import load_profiles

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def exe(tmp_path):
    """What a build leaves."""
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "wpf-agent.exe").write_bytes(b"MZ not really")
    for name in make_zip.MADE:
        (folder / name).write_text(name, encoding="utf-8")
    return folder / "wpf-agent.exe"


def make(exe: Path, out: Path) -> zipfile.ZipFile:
    words = [sys.executable, str(ROOT / "scripts" / "make_zip.py"), "--exe", str(exe), "--out", str(out)]
    subprocess.run(words, check=True, capture_output=True)
    return zipfile.ZipFile(out)


def test_it_holds_the_exe_the_script_the_profiles_and_the_readme(exe, tmp_path):
    with make(exe, tmp_path / "a.zip") as archive:
        names = set(archive.namelist())
    needed = ("wpf-agent.exe", "setup.ps1", "profiles.json", SCHEMA, "README.md", "LICENSE", "THIRD_PARTY_LICENSES.txt")
    assert {f"wpf-ui-agent/{name}" for name in needed} <= names
    assert all(name.startswith("wpf-ui-agent/") for name in names)


def test_the_sums_are_those_of_the_files(exe, tmp_path):
    with make(exe, tmp_path / "a.zip") as archive:
        listed = archive.read(f"wpf-ui-agent/{make_zip.SUMS}").decode().splitlines()
        sums = dict(reversed(line.split("  ", 1)) for line in listed)
        assert set(sums) == {n.split("/", 1)[1] for n in archive.namelist()} - {make_zip.SUMS}
        for name, digest in sums.items():
            assert hashlib.sha256(archive.read(f"wpf-ui-agent/{name}")).hexdigest() == digest


def test_its_profiles_are_valid_and_name_the_schema_beside_them(exe, tmp_path):
    with make(exe, tmp_path / "a.zip") as archive:
        text = archive.read("wpf-ui-agent/profiles.json").decode()
        schema = json.loads(archive.read(f"wpf-ui-agent/{SCHEMA}"))
    assert [p.name for p in load_profiles(text, "profiles.json")] == ["MyApp-Dev"]
    assert json.loads(text)["$schema"] == SCHEMA
    assert schema["properties"]["profiles"]


def test_the_same_files_give_the_same_zip(exe, tmp_path):
    make(exe, tmp_path / "a.zip").close()
    make(exe, tmp_path / "b.zip").close()
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    digest = hashlib.sha256((tmp_path / "a.zip").read_bytes()).hexdigest()
    assert (tmp_path / "a.zip.sha256").read_text(encoding="utf-8") == f"{digest}  a.zip\n"


def test_without_the_inventory_there_is_no_zip(exe, tmp_path):
    (exe.parent / make_zip.MADE[0]).unlink()
    with pytest.raises(subprocess.CalledProcessError):
        make(exe, tmp_path / "a.zip")


def test_the_checkouts_own_profiles_are_the_template():
    from wpfagent.setup.template import profiles_text

    schema = "wpfagent/schemas/profiles.schema.json"
    held = json.loads((ROOT / "profiles.json").read_text(encoding="utf-8"))
    assert held == json.loads(profiles_text(schema))
    assert (ROOT / schema).is_file()
