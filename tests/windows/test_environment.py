"""What the machine and a program's file tell, on a real Windows desktop."""

from __future__ import annotations

from typing import Any

import pytest

from wpfagent.desktops import open_desktop

pytestmark = pytest.mark.windows
DEBUGGABLE = b"BSJB DebuggableAttribute\0"
DEBUG = b"\x08\x01\x00\x07\x01\x00\x00\x00\x00"
RELEASE = b"\x08\x01\x00\x02\x00\x00\x00\x00\x00"


@pytest.fixture
def desktop() -> Any:
    return open_desktop("uia")


def test_the_environment_names_windows_its_build_and_its_language(desktop):
    found = desktop.environment()
    assert "Windows" in found["os"]
    assert int(found["os_build"].split(".")[0]) >= 10
    assert "-" in found["language"]
    assert "-" in found["locale"]
    assert found["elevated"] in (True, False)


def test_the_monitors_cover_the_primary_screen_with_a_resolution(desktop):
    monitors = desktop.environment()["monitors"]
    assert [m["primary"] for m in monitors].count(True) == 1
    assert monitors[0]["primary"]
    assert monitors[0]["rect"][:2] == [0, 0]
    assert monitors[0]["rect"][2] <= desktop.screen_rect().width
    assert all(96 <= m["dpi"] <= 480 for m in monitors)


def test_a_file_of_the_system_tells_its_versions(desktop):
    found = desktop.program("C:/Windows/System32/kernel32.dll")
    assert found["file_version"].count(".") == 3
    assert found["product_version"]
    assert found["build_type"] in ("release", "unknown")


def test_a_file_that_is_not_there_is_unknown_and_no_error(desktop):
    found = desktop.program("C:/no/such/program.exe")
    assert found == {"file_version": "", "product_version": "", "build_type": "unknown"}


@pytest.mark.parametrize(("blob", "build_type"), [(DEBUG, "debug"), (RELEASE, "release"), (b"", "unknown")])
def test_an_assemblys_own_attribute_tells_how_it_was_built(desktop, tmp_path, blob, build_type):
    (tmp_path / "App.exe").write_bytes(b"MZ")
    (tmp_path / "App.dll").write_bytes(DEBUGGABLE + blob + b"\0.NETCoreApp,Version=v8.0\0")
    found = desktop.program(str(tmp_path / "App.exe"))
    assert found["build_type"] == build_type
    assert found["framework"] == ".NETCoreApp 8.0"


def test_the_runtime_configuration_names_the_framework(desktop, tmp_path):
    (tmp_path / "App.exe").write_bytes(b"MZ")
    (tmp_path / "App.runtimeconfig.json").write_text(
        '{"runtimeOptions": {"framework": {"name": "Microsoft.WindowsDesktop.App", "version": "8.0.0"}}}',
        encoding="utf-8",
    )
    assert desktop.program(str(tmp_path / "App.exe"))["framework"] == "Microsoft.WindowsDesktop.App 8.0.0"
