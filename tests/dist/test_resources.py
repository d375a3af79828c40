"""The manifest, the icon, the version resource and the spec say what Windows needs to know."""

from __future__ import annotations

import ast
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import contents
import draw_icon
import pytest
import version_resource

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist_config"
SETTINGS = "{http://schemas.microsoft.com/SMI/%d/WindowsSettings}%s"


@pytest.fixture(scope="module")
def manifest() -> ET.Element:
    return ET.parse(DIST / "wpf-agent.manifest").getroot()


@pytest.mark.parametrize(
    ("year", "name", "value"),
    [
        (2016, "dpiAwareness", "PerMonitorV2, PerMonitor"),
        (2016, "longPathAware", "true"),
        (2019, "activeCodePage", "UTF-8"),
    ],
)
def test_the_manifest_sets(manifest, year, name, value):
    found = manifest.find(f".//{SETTINGS % (year, name)}")
    assert found is not None
    assert found.text == value


def test_the_manifest_asks_for_no_administrator_and_names_windows_10(manifest):
    level = manifest.find(".//{urn:schemas-microsoft-com:asm.v3}requestedExecutionLevel")
    assert level is not None
    assert level.attrib == {"level": "asInvoker", "uiAccess": "false"}
    system = manifest.find(".//{urn:schemas-microsoft-com:compatibility.v1}supportedOS")
    assert system is not None
    assert system.get("Id") == "{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"


def test_the_icon_holds_all_sizes():
    data = (DIST / "wpf-agent.ico").read_bytes()
    reserved, kind, count = struct.unpack_from("<3H", data)
    sizes = {data[6 + 16 * n] or 256 for n in range(count)}
    assert (reserved, kind, sizes) == (0, 1, set(draw_icon.SIZES))


@pytest.mark.parametrize("size", draw_icon.SIZES)
def test_the_icon_is_a_picture_in_each_size(size):
    image = draw_icon.draw(size)
    assert image.size == (size, size)
    assert len(image.getcolors(size * size)) > 5


def test_versions_become_four_numbers():
    assert version_resource.numbers("0.1.0") == (0, 1, 0, 0)
    assert version_resource.numbers("1.2.3rc1") == (1, 2, 3, 0)
    assert version_resource.numbers("2.0.dev5+g1234") == (2, 0, 0, 0)


def test_the_version_resource_can_be_made():
    pytest.importorskip("PyInstaller")
    pytest.importorskip("PyInstaller.utils.win32.versioninfo", exc_type=ImportError, reason="Windows only")
    made = version_resource.make(contents.version())
    assert contents.version() in str(made)
    assert b"w\0p\0f\0-\0a\0g\0e\0n\0t\0" in made.toRaw()


def test_the_spec_is_python_that_neither_packs_with_upx_nor_asks_for_an_administrator():
    text = (DIST / "wpf-agent.spec").read_text(encoding="utf-8")
    tree = ast.parse(text)
    named = {k.arg: k.value for node in ast.walk(tree) if isinstance(node, ast.Call) for k in node.keywords if k.arg}
    assert ast.literal_eval(named["upx"]) is False
    assert ast.literal_eval(named["console"]) is True
    assert "uac_admin" not in named
    for name in ("wpf-agent.ico", "wpf-agent.manifest", "wpf_agent.py"):
        assert name in text
        assert (DIST / name).is_file()
