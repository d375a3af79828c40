"""Which assemblies are the program's own: of its projects, not of the framework and not of packages."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path, PureWindowsPath

from wpfagent.core import extras
from wpfagent.dotnet.executable import is_ready_to_run
from wpfagent.dotnet.model import Runtime

_FRAMEWORK_TYPE = re.compile(r"^(?:System|Microsoft|MS|Internal|Interop|WinRT|Windows)(?:[.+`]|$)")
"""By namespace."""
_FRAMEWORK_FILE = re.compile(
    r"^(?:System|Microsoft|netstandard|mscorlib|WindowsBase|Presentation\w*|ReachFramework|DirectWriteForwarder|"
    r"UIAutomation\w+|WindowsFormsIntegration|Accessibility|vcruntime\w*|WinRT)(?:\.|$)",
    re.IGNORECASE,
)
_SHARED = re.compile(r"[\\/]shared[\\/](?:Microsoft|System)\.", re.IGNORECASE)
"""The folders of the installed frameworks."""
_COMMAND = re.compile(r'^\s*(?:"([^"]+)"|(\S+\.(?:exe|dll)(?=\s|$))|(.+?\.exe)(?=\s|$)|(\S+))', re.IGNORECASE)
_DLL_ARGUMENT = re.compile(r'"([^"]+\.dll)"|(\S+\.dll)(?=\s|$)', re.IGNORECASE)


def is_framework_type(name: str) -> bool:
    """Return whether a type's namespace is the framework's."""
    return _FRAMEWORK_TYPE.match(name) is not None


def is_framework_file(path: str) -> bool:
    """Return whether an assembly is the framework's, by its folder or its name."""
    return _SHARED.search(path) is not None or _FRAMEWORK_FILE.match(PureWindowsPath(path).name) is not None


@lru_cache(maxsize=1 << 12)
def file_name(path: str) -> str:
    """Return a module's file name for comparing: lower case, whatever the slashes are."""
    return PureWindowsPath(path).name.lower()


def assemblies_of(program: Runtime | Path) -> tuple[Path, ...]:
    """Return the program's own assemblies: from its .deps.json, else what lies beside it and is not the framework's.

    Args:
        program: what runs (its command line names the program), the exe, or the entry assembly.

    Returns:
        The paths of those that exist, the entry assembly first; () where the program's folder is not known.
    """
    path = _entry_of(program) if isinstance(program, Runtime) else program
    if path is None:
        return ()
    entry = path.with_suffix(".dll")
    own = _projects(path.with_suffix(".deps.json"))
    if own is None:
        files = sorted(path.parent.glob("*.dll")) if path.parent.is_dir() else []
        own = [file.name for file in files if not is_framework_file(file.name)]
    found = dict.fromkeys(path.parent / name for name in own if not name.lower().endswith(".resources.dll"))
    known = [file for file in found if file.is_file()]
    return tuple(sorted(known, key=lambda file: file != entry))


def own_names(runtime: Runtime) -> frozenset[str] | None:
    """Return the file names of a running program's own assemblies, lower case; None where they cannot be told."""
    return frozenset(path.name.lower() for path in assemblies_of(runtime)) or None


def own_types(runtime: Runtime) -> frozenset[str] | None:
    """Return the types of the own assemblies that were compiled when published; None where they cannot be told."""
    assemblies = assemblies_of(runtime)
    compiled = [path for path in assemblies if is_ready_to_run(path.read_bytes())]
    if not assemblies or (compiled and not extras.is_there("dnfile")):
        return None
    if not compiled:
        return frozenset()
    from wpfagent.dotnet.metadata import Assembly

    return frozenset(name for path in compiled for name in Assembly(path).type_names)


def _entry_of(runtime: Runtime) -> Path | None:
    """Return the program that a command line names: its exe, or the assembly that `dotnet` was given."""
    match = _COMMAND.match(runtime.command_line)
    if not match:
        return None
    program = Path(next(filter(None, match.groups())))
    if program.stem.lower() == "dotnet":
        given = _DLL_ARGUMENT.search(runtime.command_line, match.end())
        return Path(next(filter(None, given.groups()))) if given else None
    if runtime.entry_assembly:
        return program.with_name(runtime.entry_assembly + ".dll")
    return program


def _projects(deps: Path) -> list[str] | None:
    """Return the files that a .deps.json says are of the program's projects; None where there is none to read."""
    try:
        said = json.loads(deps.read_text("utf-8-sig"))
        target = said["targets"][said["runtimeTarget"]["name"]]
        names = [name for name, library in said["libraries"].items() if library.get("type") == "project"]
        return [PureWindowsPath(file).name for name in names for file in target.get(name, {}).get("runtime", {})]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
