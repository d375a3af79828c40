"""The caller's environment: of this process, unless work is done for another one.

A host does what several clients ask for. Each has variables of its own (secrets, folders, the language), which hold for
what is done for it and for nothing else: a context carries them, into threads as well (`entries/mcp/lanes.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_CALLERS: ContextVar[Mapping[str, str] | None] = ContextVar("environment", default=None)


def environment() -> Mapping[str, str]:
    """Return the variables of whoever this is done for."""
    callers = _CALLERS.get()
    return os.environ if callers is None else callers


def foreign() -> Mapping[str, str] | None:
    """Return the variables of another process for which this is done; None where it is done for this one."""
    return _CALLERS.get()


@contextmanager
def environment_of(variables: Mapping[str, str]) -> Iterator[None]:
    """Let what is done meanwhile be done for somebody with these variables."""
    token = _CALLERS.set(variables)
    try:
        yield
    finally:
        _CALLERS.reset(token)
