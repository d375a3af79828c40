"""Starting .NET inside this Python: the newest desktop runtime there is, else .NET Framework.

Windows only. After `start()` the namespaces `System.*` can be imported.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

from wpfagent.core.errors import Unsupported

DESKTOP_RUNTIME = "Microsoft.WindowsDesktop.App"
WPF_ASSEMBLIES = ("PresentationFramework", "PresentationCore", "WindowsBase", "System.Xaml", "System.Data.Common")
FRAMEWORK_ASSEMBLIES = (*WPF_ASSEMBLIES[:-1], "System.Data")
_PATH_LENGTH = 32_768


def start() -> None:
    """Make WPF importable.

    Raises:
        Unsupported: not Windows, or the package pythonnet is missing.
    """
    if sys.platform != "win32":
        raise Unsupported("WPF runs on Windows only.", hint="`wpf-agent demo` shows it on the simulated desktop.")
    try:
        import pythonnet
        from clr_loader import find_runtimes, get_coreclr, get_netfx
    except ImportError as error:
        raise Unsupported(
            "The package pythonnet is missing.", hint='Install it with: pip install "wpfagent[demo]"'
        ) from (error)
    desktop = [runtime for runtime in find_runtimes() if runtime.name == DESKTOP_RUNTIME]
    newest = max(desktop, key=lambda runtime: runtime.version_info[:3], default=None)
    runtime = get_coreclr(runtime_spec=newest) if newest else get_netfx()
    pythonnet.set_runtime(_Told(runtime, _python_dll()))
    import clr

    for assembly in WPF_ASSEMBLIES if newest else FRAMEWORK_ASSEMBLIES:
        clr.AddReference(assembly)


def _python_dll() -> bytes:
    path = ctypes.create_unicode_buffer(_PATH_LENGTH)
    ctypes.windll.kernel32.GetModuleFileNameW(ctypes.c_void_p(sys.dllhandle), path, _PATH_LENGTH)
    return path.value.encode()


class _Told:
    """A runtime, assembly or function of clr_loader that tells pythonnet's loader which DLL Python is.

    pythonnet passes nothing and then searches every loaded module for each of some 470 functions: seconds.
    """

    def __init__(self, inner: Any, python_dll: bytes) -> None:
        self._inner = inner
        self._python_dll = python_dll

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def get_assembly(self, path: str) -> _Told:
        return _Told(self._inner.get_assembly(path), self._python_dll)

    def get_function(self, type_name: str, *rest: str) -> Any:
        function = self._inner.get_function(type_name, *rest)
        if rest[:1] == ("Initialize",) or type_name.endswith(".Initialize"):
            return lambda dll: function(dll or self._python_dll)
        return function
