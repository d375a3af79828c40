"""Stands in for the modules that wpf-agent.exe leaves out.

The MCP library imports its authorisation and its client at once, and with them TLS; the exe serves stdin and stdout,
and as the host programs of this machine only. What stays out is not unpacked at each start: OpenSSL was a fifth of it.
Here each of their names is a class that nobody can make: what is imported and never used costs nothing, and what is
used after all says so.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

LEFT_OUT = (
    "_ssl", "cryptography", "httpx2", "jsonschema", "jwt", "mcp.client", "mcp.server.auth", "mcp.server.mcpserver",
    "mcp.server.request_state", "mcp.server.sse", "mcp.shared._httpx_utils", "mcp.shared.auth", "python_multipart",
    "ssl", "uvicorn.supervisors", "win32con", "win32job",
)  # fmt: skip
"""Modules, each with everything below it."""
FOR_THE_HOST = (
    "mcp.server._streamable_http_modern", "mcp.server.streamable_http", "mcp.server.streamable_http_manager",
    "mcp.server.transport_security", "sse_starlette", "starlette", "uvicorn",
)  # fmt: skip
"""Modules that are in the exe, and that only the host uses: a server of one client need not load them."""
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
        hosting: whether this process is the host.
    """

    def __init__(self, *, hosting: bool = False) -> None:
        self._left_out = LEFT_OUT if hosting else (*LEFT_OUT, *FOR_THE_HOST)

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


def install(*, hosting: bool = False) -> None:
    """Let the stand-ins be found before anything else.

    Args:
        hosting: whether this process is the host, which serves HTTP.
    """
    sys.meta_path.insert(0, Finder(hosting=hosting))
