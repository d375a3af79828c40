"""This program's version."""

from __future__ import annotations

import importlib.metadata


def version() -> str:
    """Return the version of the installed package; `0+source` where it runs from its source alone."""
    try:
        return importlib.metadata.version("wpfagent")
    except importlib.metadata.PackageNotFoundError:
        return "0+source"
