"""The Python file beside a XAML file: loading it, and telling of its crash as .NET would."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
import traceback
import zlib
from pathlib import Path
from types import MappingProxyType, ModuleType, TracebackType
from typing import Any

from wpfagent.core.errors import LaunchFailed

_EXCEPTIONS = MappingProxyType(
    {
        KeyError: "System.Collections.Generic.KeyNotFoundException",
        IndexError: "System.ArgumentOutOfRangeException",
        ZeroDivisionError: "System.DivideByZeroException",
        ValueError: "System.ArgumentException",
        TypeError: "System.InvalidCastException",
        AttributeError: "System.NullReferenceException",
        RuntimeError: "System.InvalidOperationException",
        OSError: "System.IO.IOException",
    }
)


class _QuietLoader(importlib.machinery.SourceFileLoader):
    """Loads a file without leaving a `__pycache__` in somebody's folder."""

    def set_data(self, path: str, data: Any, *, _mode: int = 0o666) -> None:
        """Write nothing."""


def load_code_behind(path: Path) -> ModuleType | None:
    """Return the module of a XAML file's code-behind; None when it has none.

    Raises:
        LaunchFailed: it does not load, or has no class `CodeBehind`.
    """
    source = path.with_suffix(".py")
    if not source.is_file():
        return None
    name = f"_wpfagent_code_behind_{path.stem}_{zlib.crc32(str(source).encode()):08x}"
    loader = _QuietLoader(name, str(source))
    module = importlib.util.module_from_spec(importlib.machinery.ModuleSpec(name, loader, origin=str(source)))
    module.__file__ = str(source)
    sys.modules[name] = module  # dataclasses look their module up there
    try:
        loader.exec_module(module)
    except Exception as error:
        raise LaunchFailed(
            f"The code-behind {source} does not load: {type(error).__name__}: {error}.",
            details={"path": str(source)},
        ) from error
    if not hasattr(module, "CodeBehind"):
        raise LaunchFailed(f"The code-behind {source} has no class CodeBehind.", details={"path": str(source)})
    return module


def dotnet_trace(error: BaseException | None, path: Path) -> str:
    """Return what the .NET runtime prints for an unhandled exception."""
    if error is None:
        return "Unhandled exception. System.Exception: Fault on demand\n   at App.CodeBehind.fault()\n"
    kind = next((name for t, name in _EXCEPTIONS.items() if isinstance(error, t)), "System.Exception")
    if type(error).__module__ != "builtins":
        kind = f"App.{type(error).__name__}"
    message = str(error.args[0]) if error.args else str(error)
    lines = [f"Unhandled exception. {kind}: {message}"]
    lines.extend(_frames(error.__traceback__, path.with_suffix(".py")))
    return "\n".join(lines) + "\n"


def _frames(trace: TracebackType | None, source: Path) -> list[str]:
    found = [
        f"   at App.{frame.f_code.co_qualname}({', '.join(frame.f_code.co_varnames[1 : frame.f_code.co_argcount])})"
        f" in {source.name}:line {line}"
        for frame, line in traceback.walk_tb(trace)
        if frame.f_code.co_filename == str(source)
    ]
    return found[::-1] or [f"   at App.CodeBehind() in {source.name}:line 1"]
