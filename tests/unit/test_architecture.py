"""The house: what an import of the package loads, who may print, who may touch COM. `lint-imports` keeps the floors."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import wpfagent

ROOT = Path(wpfagent.__file__).parent
HEAVY = ("regex", "mcp", "pydantic", "PIL", "yaml", "comtypes", "uiautomation", "docopt", "rich", "clr", "tomlkit",
         "numpy", "rapidocr")  # fmt: skip


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        yield name.removesuffix("__init__").rstrip("."), path


MODULES = list(modules())


def test_at_most_thirteen_floors_stand_beside_the_front():
    beside = {"__init__.py", "__main__.py", "py.typed", "__pycache__"}
    assert len({p.name for p in ROOT.iterdir()} - beside) <= 13


def test_only_the_uia_desktop_touches_com_and_uiautomation():
    found = set()
    for name, path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(n.split(".")[0] in ("comtypes", "uiautomation") for n in names):
                found.add(name)
    assert all(n.startswith("desktops.uia") for n in found), found


def test_the_core_does_not_print():
    talking = ("entries.cli", "entries.mcp", "entries.schemas", "hosts.command", "demo")
    for name, path in MODULES:
        if name.startswith(talking) or name == "__main__":
            continue
        calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
        assert not [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "print"], name


def test_importing_the_package_loads_nothing_heavy():
    code = (
        "import sys, wpfagent\n"
        f"loaded = [m for m in {HEAVY!r} if m in sys.modules]\n"
        "assert not loaded, loaded\n"
        "assert not [m for m in sys.modules if m.startswith(('wpfagent.desktops.uia', 'wpfagent.desktops.sim'))]\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_everything_that_the_front_promises_is_there():
    for name in wpfagent.__all__:
        assert hasattr(wpfagent, name), name


def test_every_module_says_in_its_first_line_what_it_is_for():
    missing = [n for n, path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert missing == []


def test_no_module_keeps_mutable_globals():
    found = []
    for name, path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            value = getattr(node, "value", None)
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(value, ast.List | ast.Set):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if getattr(target, "id", "") != "__all__":
                    found.append(f"{name}:{node.lineno}")
    assert found == []
