"""The house: which module may import which, what an import of the package loads, who may print."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import wpfagent

ROOT = Path(wpfagent.__file__).parent
LAYERS = (
    "version",
    "errors",
    "exit_codes",
    "model",
    "pixels",
    "keys",
    "language",
    "selector",
    "desktops.base",
    "wait",
    "desktops.simulated",
    "desktops.uia",
    "desktops",
    "target",
    "rows",
    "locate",
    "lexicon",
    "destructive",
    "safety",
    "diff",
    "actionability",
    "doing",
    "consenting",
    "pictures",
    "expect",
    "actions.base",
    "actions",
    "effect",
    "oracles",
    "profiles",
    "request",
    "record",
    "targets",
    "execute",
    "applications",
    "demo",
    "artifacts",
    "runner.model",
    "runner.explore.texts",
    "runner.explore.model",
    "tickets.model",
    "schemas",
    "profile_store",
    "profile_file",
    "runner",
    "report",
    "tickets",
    "runs",
    "app",
    "",
    "registration",
    "runtimes",
    "leftovers",
    "doctor",
    "setup",
    "mcp_server",
    "cli",
    "pytest_plugin",
    "__main__",
)
"""From the bottom up: a module imports what stands above it in this list. `""` is the package's own front."""
LATE = {("desktops", "desktops.simulated"), ("desktops", "desktops.uia")}
HEAVY = ("mcp", "pydantic", "PIL", "yaml", "comtypes", "uiautomation", "docopt", "rich", "clr", "tomlkit")


def layer_of(module: str) -> str:
    """Return the most exact entry of LAYERS that a dotted name below `wpfagent` belongs to."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in LAYERS:
            return ".".join(parts[:length])
    return module


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        yield name.removesuffix("__init__").rstrip("."), path


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield (dotted name below wpfagent, whether only for type checking), imports inside functions too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "wpfagent":
            base = node.module.removeprefix("wpfagent").lstrip(".")
            for alias in node.names:
                inner = f"{base}.{alias.name}".lstrip(".")
                yield inner if is_module(inner) else base, id(node) in for_types
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "wpfagent":
                    yield alias.name.removeprefix("wpfagent").lstrip("."), id(node) in for_types


def is_module(dotted: str) -> bool:
    path = ROOT.joinpath(*dotted.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


MODULES = list(modules())


@pytest.mark.parametrize(("name", "path"), MODULES, ids=[n or "wpfagent" for n, _ in MODULES])
def test_a_module_imports_only_what_stands_above_it(name, path):
    own = layer_of(name)
    assert own in LAYERS, f"{name} has no place in LAYERS"
    wrong = [
        found
        for found, for_types in imports(path)
        if not for_types
        and layer_of(found) != own
        and (own, layer_of(found)) not in LATE
        and LAYERS.index(layer_of(found)) > LAYERS.index(own)
    ]
    assert not wrong


def test_the_two_desktops_do_not_know_each_other():
    for name, path in MODULES:
        for one, other in (("desktops.uia", "desktops.simulated"), ("desktops.simulated", "desktops.uia")):
            if name.startswith(one):
                assert not [m for m, _ in imports(path) if m.startswith(other)], name


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
    talking = ("cli", "demo", "mcp_server")
    for name, path in MODULES:
        if name.split(".")[0] in talking or name == "__main__":
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
