"""The one table of oracles: how a failure of the program is recognised.

Every module of this folder may define one; they are here by their `rank`: the first finding of a moment names what is
wrong, the others support it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from wpfagent.testing.oracles.base import Oracle

FRAME = ("base", "judging", "rules")
"""The modules here that define none."""


def _defined_here() -> Iterator[type[Oracle[Any, Any]]]:
    for found in pkgutil.iter_modules(__path__):
        if not found.ispkg and found.name not in FRAME:
            module = importlib.import_module(f"{__name__}.{found.name}")
            yield from (c for c in vars(module).values() if _is_oracle(c) and c.__module__ == module.__name__)


def _is_oracle(made: Any) -> bool:
    return isinstance(made, type) and issubclass(made, Oracle) and made.rank > 0


ORACLES: Mapping[str, type[Oracle[Any, Any]]] = MappingProxyType(
    {oracle.name: oracle for oracle in sorted(_defined_here(), key=lambda oracle: oracle.rank)}
)
