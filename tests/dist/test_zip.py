"""The zip holds what a person needs, with sums that hold, and comes out the same each time."""

from __future__ import annotations

import hashlib
import json
import posixpath
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.parse import unquote

import make_zip
import pytest

from wpfagent.profiles.file import SCHEMA
from wpfagent.profiles.schema import load_profiles

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


@pytest.mark.parametrize("page", make_zip.PAGES)
def test_every_link_of_its_readmes_leads_to_a_file_of_the_zip(page, exe):
    contents = make_zip.contents_of(exe)
    within = [unquote(link) for link in make_zip.LINK.findall(contents[page].decode()) if "://" not in link]
    assert any(link.endswith(".png") for link in within)
    assert [link for link in within if posixpath.normpath(link) not in contents] == []


def test_what_a_page_leads_to_is_followed_from_page_to_page_and_not_out_of_the_checkout(tmp_path):
    root = tmp_path / "checkout"
    (root / "docs" / "images").mkdir(parents=True)
    (tmp_path / "secret.md").write_text("not ours", encoding="utf-8")
    (root / "README.md").write_text("[a](docs/a.md#top) [out](../secret.md) [web](https://x.example/b.md)", "utf-8")
    (root / "docs" / "a.md").write_text("![b](images/b%20c.png) [back](../README.md) [gone](c.md) [m](m.py)", "utf-8")
    (root / "docs" / "m.py").write_text("", encoding="utf-8")
    (root / "docs" / "images" / "b c.png").write_bytes(b"")
    (root / "docs" / "unlinked.md").write_text("", encoding="utf-8")
    assert make_zip.linked_from(["README.md"], root) == ["docs/a.md", "docs/images/b c.png"]


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
    from wpfagent.entries.setup.template import profiles_text

    schema = "wpfagent/core/schemas/profiles.schema.json"
    held = json.loads((ROOT / "profiles.json").read_text(encoding="utf-8"))
    assert held == json.loads(profiles_text(schema))
    assert (ROOT / schema).is_file()
