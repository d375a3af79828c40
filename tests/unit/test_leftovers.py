"""Folders of killed runs are found and deleted, those of others and of living runs are not."""

from __future__ import annotations

import os
import time

import pytest

from wpfagent.entries import leftovers

LONG_AGO = time.time() - 3_600


@pytest.fixture
def make(tmp_path):
    def made(name: str, *, ours: bool = True, age: float = LONG_AGO):
        folder = tmp_path / name
        (folder / leftovers.OURS).parent.mkdir(parents=True)
        (folder / "python311.dll").write_bytes(b"x" * 100)
        if ours:
            (folder / leftovers.OURS).write_text("<Window/>")
        os.utime(folder, (age, age))
        return folder

    return made


def test_what_a_killed_run_left_is_found_and_deleted(make, tmp_path):
    folder = make("_MEI1")
    assert leftovers.find_leftovers(tmp_path, own="") == [folder]
    assert leftovers.size_of([folder]) == 109
    assert leftovers.delete([folder]) == 1
    assert not folder.exists()


def test_what_other_programs_unpacked_is_not_ours(make, tmp_path):
    make("_MEI2", ours=False)
    make("else")
    assert leftovers.find_leftovers(tmp_path, own="") == []


def test_the_own_folder_and_one_that_was_just_made_stay(make, tmp_path):
    own = make("_MEI3")
    make("_MEI4", age=time.time())
    assert leftovers.find_leftovers(tmp_path, own=str(own)) == []


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="needs a file that its owner may not write")
def test_what_a_run_still_holds_stays(make, tmp_path):
    folder = make("_MEI5")
    (folder / "python311.dll").chmod(0o400)
    assert leftovers.find_leftovers(tmp_path, own="") == []


def test_a_folder_whose_library_cannot_be_deleted_is_left_whole(make, monkeypatch):
    folder = make("_MEI6")
    monkeypatch.setattr("pathlib.Path.unlink", lambda _path: (_ for _ in ()).throw(PermissionError()))
    assert leftovers.delete([folder]) == 0
    assert (folder / leftovers.OURS).is_file()
