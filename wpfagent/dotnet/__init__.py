"""What a .NET program (5 and newer) says about its inside, asked over its own diagnostics pipe; nothing is injected.

`probe` asks what it is, `Watch` hears exceptions and first calls, `sample_stacks` tells where a frozen thread stands,
`own_methods` and `literals` read its assemblies. Importing this loads none of it; it knows only `wpfagent.core`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from wpfagent.core.errors import DotnetUnavailable
from wpfagent.dotnet.model import (
    Counters,
    FirstCall,
    Frame,
    Happened,
    Literals,
    Method,
    Place,
    Runtime,
    Stack,
    Thrown,
    Waits,
    Wire,
    XamlPlace,
)

if TYPE_CHECKING:
    from wpfagent.dotnet.allocations import Allocations
    from wpfagent.dotnet.assemblies import assemblies_of
    from wpfagent.dotnet.heap import live_heap
    from wpfagent.dotnet.metadata import own_methods
    from wpfagent.dotnet.naming import to_written
    from wpfagent.dotnet.pipe import probe
    from wpfagent.dotnet.sources import locate, xaml_of
    from wpfagent.dotnet.stacks import sample_stacks
    from wpfagent.dotnet.symbols import Symbols
    from wpfagent.dotnet.watch import Watch
    from wpfagent.dotnet.wiring import wires_of
    from wpfagent.dotnet.words import literals

__all__ = [
    "Allocations",
    "Counters",
    "DotnetUnavailable",
    "FirstCall",
    "Frame",
    "Happened",
    "Literals",
    "Method",
    "Place",
    "Runtime",
    "Stack",
    "Symbols",
    "Thrown",
    "Waits",
    "Watch",
    "Wire",
    "XamlPlace",
    "assemblies_of",
    "literals",
    "live_heap",
    "locate",
    "own_methods",
    "probe",
    "sample_stacks",
    "to_written",
    "wires_of",
    "xaml_of",
]

_LATER = {
    "Allocations": "allocations",
    "Symbols": "symbols",
    "Watch": "watch",
    "assemblies_of": "assemblies",
    "literals": "words",
    "live_heap": "heap",
    "locate": "sources",
    "own_methods": "metadata",
    "probe": "pipe",
    "sample_stacks": "stacks",
    "to_written": "naming",
    "wires_of": "wiring",
    "xaml_of": "sources",
}


def __getattr__(name: str) -> Any:
    """Load what is asked for at its first use."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"wpfagent.dotnet.{_LATER[name]}"), name)
    globals()[name] = value
    return value
