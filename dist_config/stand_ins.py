"""Stands in for the modules that wpf-agent.exe leaves out.

The MCP library imports its authorisation at once, which serves nobody on this machine; and its client, with TLS, which
only what talks to other servers and to models needs. Here each of their names is a class that nobody can make: what is
imported and never used costs nothing, and what is used after all says so.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

LEFT_OUT = (
    "cryptography", "jwt", "mcp.server.auth", "mcp.server.mcpserver", "mcp.server.request_state", "mcp.server.sse",
    "python_multipart", "uvicorn.supervisors",
)  # fmt: skip
"""Modules that are not in the exe, each with everything below it."""
FOR_OTHERS = (
    "_ssl", "httpx2", "jsonschema", "mcp.client", "mcp.server._streamable_http_modern", "mcp.server.streamable_http",
    "mcp.server.streamable_http_manager", "mcp.server.transport_security", "mcp.shared._httpx_utils", "mcp.shared.auth",
    "sse_starlette", "ssl", "starlette", "uvicorn", "win32con", "win32job",
)  # fmt: skip
"""Modules that are in the exe for other commands: the server of one client need not load them."""
VALUES: Mapping[str, Mapping[str, int]] = {"ssl": {"CERT_NONE": 0, "PROTOCOL_TLS_SERVER": 17}}
"""What is read of them where it is named as a default, by module."""


class LeftOut(RuntimeError):
    """Something was used that the exe does not hold."""


class StandIn(ModuleType):
    """A module of which every name is a class that cannot be made."""

    def __getattr__(self, name: str) -> Any:
        """Return the class of that name; it is the same one each time."""
        if name.startswith("__"):
            raise AttributeError(name)
        made = type(name, (), {"__new__": _refuse, "__module__": self.__name__})
        setattr(self, name, made)
        return made


def _refuse(cls: type, *_args: object, **_named: object) -> NoReturn:
    raise LeftOut(f"{cls.__module__}.{cls.__name__} is not in wpf-agent.exe; use `pip install wpfagent`.")


class Finder(MetaPathFinder, Loader):
    """Finds the modules that are left out.

    Args:
        serving: whether this process serves one client, on stdin and stdout.
    """

    def __init__(self, *, serving: bool = False) -> None:
        self._left_out = (*LEFT_OUT, *FOR_OTHERS) if serving else LEFT_OUT

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module that is left out is made; None for any other."""
        if any(name == left_out or name.startswith(f"{left_out}.") for left_out in self._left_out):
            return ModuleSpec(name, self, is_package=True, loader_state="left out")
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the stand-in."""
        return StandIn(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave it empty, but for what is read."""
        vars(module).update(VALUES.get(module.__name__, {}))


def install(*, serving: bool = False) -> None:
    """Let the stand-ins be found before anything else.

    Args:
        serving: whether this process serves one client, on stdin and stdout.
    """
    sys.meta_path.insert(0, Finder(serving=serving))
