"""What pyproject.toml says of the package holds; `scripts/check_package.py` builds it and uses it."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from pathlib import Path

import check_package
import pytest
from check_package import Failed

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_sdist_takes_only_what_is_there():
    include = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert not [name for name in include if not (ROOT / name.lstrip("/")).exists()]
    covered = {name.lstrip("/").split("/")[0] for name in include} | {"pyproject.toml"}
    assert {name.split("/")[0] for name in check_package.IN_THE_SDIST} <= covered


def test_what_must_be_inside_is_in_the_checkout():
    assert not [name for name in check_package.IN_THE_SDIST + check_package.IN_THE_WHEEL if not (ROOT / name).is_file()]


def test_what_only_windows_has_is_asked_for_only_there():
    asked = PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["demo"]
    for name in ("comtypes", "uiautomation", "pythonnet"):
        (line,) = [line for line in asked if line.startswith(name)]
        assert "sys_platform == 'win32'" in line


def test_a_wheel_that_lacks_something_or_holds_strangers_is_refused(tmp_path):
    wheel = tmp_path / "wpfagent-0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("wpfagent-0.dist-info/METADATA", "Name: wpfagent\n\n")
    with pytest.raises(Failed, match="missing"):
        check_package.check_wheel(wheel)
    with zipfile.ZipFile(wheel, "a") as archive:
        for name in (*check_package.IN_THE_WHEEL, "tests/test_x.py"):
            archive.writestr(name, "")
    with pytest.raises(Failed, match=r"tests/test_x\.py"):
        check_package.check_wheel(wheel)


def test_an_sdist_that_holds_what_a_run_left_is_refused(tmp_path):
    (tmp_path / "x").touch()
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive:
        for name in (*check_package.IN_THE_SDIST, "artifacts/sessions/1/steps.jsonl"):
            archive.add(tmp_path / "x", f"wpfagent-0/{name}")
    with pytest.raises(Failed, match="too much"):
        check_package.check_sdist(tmp_path / "a.tar.gz")


def test_metadata_of_another_version_are_refused():
    metadata = Message()
    metadata["Name"], metadata["Version"] = "wpfagent", "0.0.0"
    with pytest.raises(Failed, match="Version"):
        check_package.check_metadata(metadata)


def test_it_names_the_version():
    words = [sys.executable, str(ROOT / "scripts" / "check_package.py"), "--version"]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip() == check_package.version()
