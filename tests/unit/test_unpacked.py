"""The unpacked form: whole, switched by renaming, one for each exe; what runs stays, what nothing uses goes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from wpfagent.core.errors import FileInvalid, StorageFailed
from wpfagent.core.program import EXE, FOLDER, ORIGIN
from wpfagent.entries.unpacked import laying
from wpfagent.entries.unpacked.archive import Archive

archives = pytest.importorskip("PyInstaller.archive.readers")
writers = pytest.importorskip("PyInstaller.archive.writers")
BOOTLOADER = b"MZ bootloader"
FILES = {"python311.dll": b"the library " * 99, "wpfagent/demo/a.xaml": b"<Window/>", "base_library.zip": b"PK"}
MODULES = b"PYZ\0 modules"


def make_exe(path: Path, files: dict[str, bytes] = FILES, *, compressed: bool = False) -> Path:
    """An exe as PyInstaller's own writer makes its archive, behind some bytes that stand for the bootloader."""
    parts = path.parent / f"{path.stem}-parts"
    entries = [("pyi-contents-directory _internal", "", False, "o"), ("X utf8_mode=1", "", False, "o")]
    for name, content in {"PYZ.pyz": MODULES, **files}.items():
        place = parts / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        entries.append((name, str(place), compressed, "z" if name == "PYZ.pyz" else "b"))
    writers.CArchiveWriter(str(parts / "pkg"), entries, "python311.dll")
    path.write_bytes(BOOTLOADER + (parts / "pkg").read_bytes())
    return path


@pytest.fixture
def exe(tmp_path: Path) -> Path:
    return make_exe(tmp_path / "one.exe")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def contents_of(folder: Path) -> dict[str, bytes]:
    """The files of the form in use, as its exe finds them."""
    options = archives.CArchiveReader(str(folder / EXE)).options
    (name,) = [o.split(" ", 1)[1] for o in options if o.startswith("pyi-contents-directory")]
    place = folder / name
    return {p.relative_to(place).as_posix(): p.read_bytes() for p in place.rglob("*") if p.is_file()}


@pytest.mark.parametrize("compressed", [False, True])
def test_it_holds_every_file_of_the_exe_and_its_modules(tmp_path, data, compressed):
    exe = make_exe(tmp_path / "one.exe", compressed=compressed)
    laying.lay_out(exe, data)
    held = contents_of(data / FOLDER)
    held.pop(laying.SUMS)
    assert held == {**FILES, "PYZ.pyz": MODULES}


def test_its_start_holds_the_bootloader_the_modules_and_the_options_and_no_file(exe, data):
    start = laying.lay_out(exe, data)
    read = archives.CArchiveReader(str(start))
    assert start.read_bytes().startswith(BOOTLOADER)
    assert list(read.toc) == ["PYZ.pyz"]
    assert read.extract("PYZ.pyz") == MODULES
    assert "X utf8_mode=1" in read.options


def test_twice_is_as_good_as_once(exe, data):
    start = laying.lay_out(exe, data)
    before = {p: p.stat().st_mtime_ns for p in data.rglob("*") if p.is_file() and p.name != "lock"}
    assert laying.lay_out(exe, data) == start
    assert {p: p.stat().st_mtime_ns for p in data.rglob("*") if p.is_file() and p.name != "lock"} == before


def test_an_update_keeps_the_path_and_removes_the_files_that_nothing_uses(tmp_path, exe, data):
    start = laying.lay_out(exe, data)
    newer = make_exe(tmp_path / "two.exe", {**FILES, "new.dll": b"new"})
    assert laying.lay_out(newer, data) == start
    assert contents_of(data / FOLDER)["new.dll"] == b"new"
    assert len([p for p in (data / FOLDER).iterdir() if p.is_dir()]) == 1
    assert (data / FOLDER / ORIGIN).read_text(encoding="utf-8") == str(newer)


def test_a_damaged_file_is_found_and_written_anew(exe, data):
    laying.lay_out(exe, data)
    assert laying.find_damage(data / FOLDER) == []
    victim = next((data / FOLDER).rglob("python311.dll"))
    victim.write_bytes(b"half")
    next((data / FOLDER).rglob("a.xaml")).unlink()
    assert {os.path.basename(p) for p in laying.find_damage(data / FOLDER)} == {"python311.dll", "a.xaml"}
    laying.lay_out(exe, data)
    assert laying.find_damage(data / FOLDER) == []


def test_a_changed_start_is_damage(exe, data):
    start = laying.lay_out(exe, data)
    start.write_bytes(start.read_bytes().replace(b"MZ", b"XX", 1))
    assert laying.find_damage(data / FOLDER) == [EXE]
    start.write_bytes(b"cut")
    assert laying.find_damage(data / FOLDER) == [EXE]


def test_the_form_before_stays_when_the_new_one_cannot_be_written_whole(tmp_path, exe, data):
    start = laying.lay_out(exe, data)
    before = start.read_bytes()
    newer = make_exe(tmp_path / "two.exe", {**FILES, "blocked/new.dll": b"new"})
    place = data / FOLDER / laying._digest_of(newer)[: laying.DIGITS]
    place.mkdir()
    (place / "blocked").write_text("a file where a folder should be")
    with pytest.raises(StorageFailed, match="cannot be written") as caught:
        laying.lay_out(newer, data)
    assert "single exe works" in caught.value.hint
    assert start.read_bytes() == before
    assert laying.find_damage(data / FOLDER) == []


@pytest.mark.parametrize("cut", [10, 400, 1_000])
def test_a_cut_exe_lays_nothing_out(exe, data, cut):
    exe.write_bytes(exe.read_bytes()[:-cut])
    with pytest.raises(FileInvalid, match="Download it again"):
        laying.lay_out(exe, data)
    assert not data.exists()


def test_an_entry_that_leads_out_of_the_folder_is_refused(exe, data):
    content = exe.read_bytes()
    exe.write_bytes(content.replace(b"python311.dll\0\0\0", b"..\\..\\out.dll\0\0\0", 1))
    with pytest.raises(FileInvalid, match="damaged entry"):
        laying.lay_out(exe, data)


def test_damaged_compressed_data_are_told(tmp_path, data):
    exe = make_exe(tmp_path / "one.exe", compressed=True)
    packed = zlib.compress(FILES["python311.dll"], 9)
    content = exe.read_bytes()
    assert packed in content
    exe.write_bytes(content.replace(packed, packed[:-8] + b"damaged!"))
    with pytest.raises(FileInvalid, match=r"python311\.dll"):
        laying.lay_out(exe, data)


def test_taken_away_nothing_is_left(exe, data):
    laying.lay_out(exe, data)
    assert laying.take_away(data, exe) == []
    assert not (data / FOLDER).exists()


def test_the_form_of_another_copy_is_left_alone(tmp_path, exe, data):
    start = laying.lay_out(exe, data)
    assert laying.take_away(data, make_exe(tmp_path / "two.exe")) == []
    assert start.is_file()
    exe.unlink()
    laying.take_away(data, tmp_path / "two.exe")
    assert not start.exists(), "the copy that it came from is gone: nobody else will"


def test_other_files_of_an_archive_are_no_archive():
    with pytest.raises(FileInvalid):
        Archive.read(Path(__file__))


# -- while it runs: only Windows keeps running programs ---------------------------------------------------------------


@pytest.mark.windows
@pytest.mark.skipif(sys.platform != "win32", reason="elsewhere a running program can be overwritten")
def test_a_form_that_runs_is_renamed_keeps_its_files_and_goes_when_it_has_ended(tmp_path, data):
    waits = Path(os.environ["SYSTEMROOT"]) / "System32" / "cmd.exe"
    one = make_exe(tmp_path / "one.exe")
    one.write_bytes(one.read_bytes().replace(BOOTLOADER, waits.read_bytes(), 1))
    start = laying.lay_out(one, data)
    with subprocess.Popen([str(start), "/k"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        try:
            assert running.stdout is not None
            running.stdout.read(1)  # it is there
            two = make_exe(tmp_path / "two.exe", {**FILES, "new.dll": b"new"})
            assert laying.lay_out(two, data) == start
            assert "new.dll" in contents_of(data / FOLDER)
            assert len(list((data / FOLDER).glob(f"*{laying.ASIDE}"))) == 1
            assert len(list((data / FOLDER).rglob("python311.dll"))) == 2, "the running one keeps its files"
        finally:
            running.kill()
    laying.lay_out(two, data)
    assert not list((data / FOLDER).glob(f"*{laying.ASIDE}"))
    assert len(list((data / FOLDER).rglob("python311.dll"))) == 1
    assert json.loads(next((data / FOLDER).rglob(laying.SUMS)).read_text(encoding="utf-8"))[EXE]
