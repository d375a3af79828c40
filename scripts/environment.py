"""Makes the checkout's own virtual environment `.venv` once, with the standard library alone.

What is installed is kept in a stamp: as long as pyproject.toml stays the same, nothing is downloaded again.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv"
LEAST_PYTHON = (3, 11)


def python_of(folder: Path) -> Path:
    """Return the interpreter of a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def prepare(extra: str) -> Path:
    """Return the interpreter of `.venv` with this package and an extra installed; ends the program if it fails.

    Args:
        extra: `demo` or `dev`.
    """
    if sys.version_info < LEAST_PYTHON:
        found, least = ".".join(map(str, sys.version_info[:3])), ".".join(map(str, LEAST_PYTHON))
        sys.exit(f"This is Python {found}; wpf-agent needs {least} or newer. Run this script with a newer one.")
    python = python_of(FOLDER)
    stamp = FOLDER / f"installed-{extra}.txt"
    wanted = _fingerprint()
    if python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    if not python.exists():
        _say(f"Making a virtual environment in {FOLDER}")
        _run([sys.executable, "-m", "venv", str(FOLDER)], "The virtual environment could not be made.")
    _say(f"Installing wpf-agent and what it needs [{extra}]; this is done once")
    _run(
        [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "-e", f".[{extra}]"],
        "The packages could not be installed. Is there a connection, or a proxy to set (HTTPS_PROXY)?",
    )
    stamp.write_text(wanted, encoding="utf-8")
    return python


def run(python: Path, *arguments: str) -> int:
    """Run a module of the environment from the checkout's root and return its exit code."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    try:
        return subprocess.call([str(python), *arguments], cwd=ROOT, env=environment)
    except KeyboardInterrupt:
        return 130


def _fingerprint() -> str:
    content = (ROOT / "pyproject.toml").read_bytes() + sys.version.encode() + str(ROOT).encode()
    return hashlib.sha256(content).hexdigest()


def _run(command: list[str], failure: str) -> None:
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        _say(done.stdout.strip())
        sys.exit(failure)


def _say(text: str) -> None:
    print(text, flush=True)
