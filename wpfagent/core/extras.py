"""The optional parts of the package: which one brings what is missing, and the line that installs it."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping

from wpfagent.core.errors import ExtraMissing

EXTRAS: Mapping[str, str] = {
    "mcp": "mcp", "anyio": "mcp", "pydantic": "mcp", "starlette": "mcp", "uvicorn": "mcp",
    "tomlkit": "setup", "jinja2": "report", "markupsafe": "report", "anthropic": "goals", "httpx2": "goals",
    "keyring": "goals", "rich": "terminal", "pythonnet": "demo", "clr": "demo", "clr_loader": "demo",
    "dnfile": "dotnet",
    "numpy": "ocr", "onnxruntime": "ocr", "rapidocr": "ocr",
    "distributed": "fleet", "dask": "fleet", "tornado": "fleet", "cryptography": "fleet",
}  # fmt: skip
"""By the module that is imported: the extra in pyproject.toml that brings it."""


LEFT_OUT = "left out"
"""What the exe's stand-ins for modules that it does not hold say of themselves."""
INSTALL = 'pip install "wpfagent[{}]"'


def is_there(module: str) -> bool:
    """Return whether a module is installed, without loading it."""
    try:
        spec = importlib.util.find_spec(module)
        return spec is not None and spec.loader_state != LEFT_OUT
    except ModuleNotFoundError:  # something that loads modules says so itself
        return False


def require(module: str) -> None:
    """Raise ExtraMissing where a module is not installed, before anything is begun that needs it."""
    if not is_there(module):
        raise _missing(module, EXTRAS[module])


def missing(error: ModuleNotFoundError) -> ExtraMissing | None:
    """Return the error that names the line which installs what could not be imported; None where no extra brings it."""
    module = (error.name or "").partition(".")[0]
    return _missing(module, EXTRAS[module]) if module in EXTRAS else None


def _missing(module: str, extra: str) -> ExtraMissing:
    return ExtraMissing(
        f"This needs {module}, which is not installed.",
        hint=f"Install it: {INSTALL.format(extra)}",
        details={"module": module, "extra": extra},
    )
