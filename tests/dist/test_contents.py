"""What goes into the exe: its lists, and, where one was built, what is really inside."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path, PurePath

import contents
import inventory
import pytest
import stand_ins

ROOT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("WPF_AGENT_DIST") or ROOT / "dist")
NATIVE = {"libcrypto-3", "libssl-3", "VCRUNTIME140", "VCRUNTIME140_1", "python3", "python311", "libffi-8", "sqlite3"}
built = pytest.mark.skipif(
    not (BUILT / inventory.CONTENTS).is_file(), reason="no exe was built: python scripts/build_exe.py, on Windows"
)


@pytest.fixture(scope="module")
def inside() -> dict[str, dict[str, int]]:
    return json.loads((BUILT / inventory.CONTENTS).read_text(encoding="utf-8"))


def test_every_module_of_the_package_goes_in():
    modules = contents.own_modules()
    assert {"wpfagent", "wpfagent.entries.cli.commands.init", "wpfagent.entries.mcp.serving"} <= set(modules)
    assert len(modules) == len(list((ROOT / "wpfagent").rglob("*.py"))) - len(contents.FOR_OTHERS)
    assert not set(modules) & set(contents.FOR_OTHERS)


def test_what_the_package_reads_from_its_folder_goes_in():
    names = {Path(path).relative_to(ROOT / "wpfagent").as_posix() for path, _ in contents.data_files()}
    read = {"demo/application.xaml", "demo/captions.ja.xaml", "demo/scenarios/a-settings.yaml",
            "core/schemas/profiles.schema.json", "testing/report/templates/base.html"}
    assert read <= names
    assert "demo/application.py" in names, "the code-behind is read beside its XAML"
    assert "demo/planted.py" not in names
    assert not [n for n in names if "__pycache__" in n]


def test_data_keeps_its_place_below_the_package():
    for path, folder in contents.data_files():
        assert Path(path).parent == ROOT / folder


def test_nothing_is_both_needed_and_excluded():
    own = {imported for path in (ROOT / "wpfagent").rglob("*.py") for imported in imports_of(path)}
    wrong = {name for name in own for out in contents.NOT_NEEDED if name == out or name.startswith(f"{out}.")}
    assert {name.partition(".")[0] for name in wrong} <= OPTIONAL


OPTIONAL = {"pytest", "_pytest", "anthropic", "numpy", "rapidocr", "winrt", "dask", "distributed"}
"""The pytest plugin needs pytest, which whoever loads it has; reading by eye and the fleet are extras of the package alone;
Anthropic's SDK lies in an archive of its own."""


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


PYTHON_ONLY = ("runs/fleet/certificates.py",)
"""The fleet's certificates: what leads to them asks whether their extra is there, see below."""


def test_the_package_imports_nothing_that_has_a_stand_in():
    for path in (ROOT / "wpfagent").rglob("*.py"):
        if path.relative_to(ROOT / "wpfagent").as_posix().startswith(PYTHON_ONLY):
            continue
        for name in imports_of(path):
            assert not any(name == out or name.startswith(f"{out}.") for out in stand_ins.LEFT_OUT), (path, name)


def test_unused_files_are_dropped_and_the_rest_is_in_a_fixed_order():
    entries = [
        ("clr_loader\\ffi\\dlls\\x86\\ClrLoader.dll", "a", "BINARY") if sys.platform == "win32"
        else ("clr_loader/ffi/dlls/x86/ClrLoader.dll", "a", "BINARY"),
        ("b.pyd", "b", "EXTENSION"), ("a.pyd", "a", "EXTENSION"), ("x.pdb", "x", "DATA"),
    ]  # fmt: skip
    assert [e[0] for e in contents.without_unused(entries)] == ["a.pyd", "b.pyd"]


def test_the_zipped_library_is_imported_from_its_archive_and_the_same_each_time(tmp_path):
    (tmp_path / "again").mkdir()
    archive, imported = contents.write_zipped(tmp_path)
    again, _ = contents.write_zipped(tmp_path / "again")
    assert archive.read_bytes() == again.read_bytes()
    assert {"httpx2", "jiter", "pydantic", "ssl"} <= set(imported)
    assert not set(imported) & set(contents.EXCLUDED)
    code = f"import sys; sys.path.insert(0, {str(archive)!r}); import anthropic; anthropic.Anthropic(api_key='x').messages"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}; print(anthropic.__file__)"], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith(str(archive))


def test_the_picture_formats_that_are_used_stay_and_no_others():
    import PIL

    dropped = contents.unused_plugins(Path(PIL.__file__).parent)
    assert "PIL.TiffImagePlugin" in dropped
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "wpfagent").rglob("*.py"))
    used = set(re.findall(r"[\"'](WEBP|PNG|JPEG|GIF|BMP|TIFF|ICO)[\"']", sources))
    assert {"PNG", "WEBP"} <= used
    kept = {name.removesuffix("ImagePlugin").upper() for name in contents.PLUGINS_KEPT}
    assert used <= kept
    assert not {f"PIL.{name}" for name in contents.PLUGINS_KEPT} & {*dropped, *contents.NOT_NEEDED}


# -- the exe that was built -------------------------------------------------------------------------------------------


def top_level(name: str) -> str:
    first = PurePath(name.replace("\\", "/")).parts
    if len(first) > 1 and first[-1].endswith((".pyd", ".dll")) and first[0] in ("win32", "pywin32_system32"):
        return first[-1].split(".")[0].removesuffix("311")
    return first[0].split(".")[0]


@built
def test_nothing_heavy_has_slipped_in(inside):
    strangers = {
        (owner, top_level(name))
        for owner, entries in inside.items()
        if owner not in (inventory.PYTHON, "pyinstaller", "pyinstaller-hooks-contrib")
        for name in entries
        if ".dist-info" not in name and top_level(name) not in contents.ALLOWED | {"wpf_agent"}
    }
    assert not strangers, "extend contents.ALLOWED only for what the program really needs"


@built
def test_nothing_that_is_left_out_is_inside(inside):
    names = {name.replace("\\", "/") for entries in inside.values() for name in entries}
    for out in contents.EXCLUDED:
        assert not [n for n in names - {f"{contents.ZIPPED}.zip"} if n == out or n.startswith(f"{out}.")], out


@built
def test_every_module_and_file_of_the_package_is_inside(inside):
    own = {name.replace("\\", "/") for name in inside["wpfagent"]}
    assert {"wpfagent.entries.cli", "wpfagent.entries.mcp.serving", "wpfagent/demo/application.xaml"} <= own
    assert any(name.endswith("METADATA") for name in own), "the program reads its version there"


@built
def test_the_wrapper_of_ui_automation_is_inside(inside):
    wrappers = [name for name in inside["comtypes"] if name.startswith("comtypes.gen.")]
    assert "comtypes.gen.UIAutomationClient" in wrappers
    assert len(wrappers) >= 3


@built
def test_what_opens_the_real_demo_is_inside(inside):
    files = {name.replace("\\", "/") for owner in ("pythonnet", "clr_loader") for name in inside[owner]}
    assert {"clr", "pythonnet/runtime/Python.Runtime.dll", "clr_loader/ffi/dlls/amd64/ClrLoader.dll"} <= files


@built
def test_the_native_libraries_are_known(inside):
    found = {PurePath(n).stem for n in inside[inventory.PYTHON] if n.endswith(".dll")}
    assert found <= NATIVE | {n for n in found if n.startswith("msvcp")}


@built
def test_the_exe_is_small():
    exe = BUILT / "wpf-agent.exe"
    if not exe.is_file():
        pytest.skip("only the one-folder variant was built")
    assert exe.stat().st_size <= 45_000_000
