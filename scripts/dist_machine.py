"""Where `verify_dist.py` runs: Windows, or a Windows machine that is made elsewhere; and speaking MCP to an exe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WINLAB = Path(os.environ.get("WINLAB", ROOT.parent / "shared" / "winlab")).resolve()
PACKAGES = (".[exe]",)
PERSON = "山田 太郎"
"""Whose computer it is: the home of many a person has a blank and Japanese in its path, and so has TEMP."""
PROTOCOL = "2025-06-18"
UNKNOWN = {
    "minimize": {"of": "nothing"},
    "run_random": {},
}
"""Calls that name nothing: what does the work is loaded for them, and says so."""


class Failed(Exception):
    """A step did not do what it should."""


@dataclass(slots=True)
class Machine:
    """Runs Windows programs for a person with an empty home: here, or on a machine that is built for it.

    Args:
        folder: everything that this run writes.
        is_windows: whether this is Windows.
    """

    folder: Path
    is_windows: bool = sys.platform == "win32"
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        local = self.home / "AppData" / "Local"
        places = {
            "USERPROFILE": self.home,
            "APPDATA": self.home / "AppData" / "Roaming",
            "LOCALAPPDATA": local,
            "WIN_PD_OVERRIDE_LOCAL_APPDATA": local,
            "TEMP": self.temporary,
            "TMP": self.temporary,
        }
        for name, place in places.items():
            place.mkdir(parents=True, exist_ok=True)
            self.environment[name] = self.path(place)
        (self.home / ".claude").mkdir()  # Claude Code was used here
        self.environment["CI"] = "1"
        self.environment["WPF_AGENT_HOST_IDLE"] = "5"

    @property
    def home(self) -> Path:
        """The person's home."""
        return self.folder / PERSON

    @property
    def temporary(self) -> Path:
        """The person's folder for temporary files."""
        return self.home / "AppData" / "Local" / "Temp"

    def path(self, path: Path) -> str:
        """Return a path as Windows knows it."""
        return str(path) if self.is_windows else "Z:" + str(path).replace("/", "\\")

    def words(self, program: Path, *arguments: str, timeout_s: float) -> list[str]:
        """Return the command that runs a Windows program."""
        if self.is_windows:
            return [str(program), *arguments]
        given = [word for name, value in self.environment.items() for word in ("--env", f"{name}={value}")]
        return [str(WINLAB / "winlab"), "run", "--timeout", str(int(timeout_s)), *given, str(program), *arguments]

    def variables(self) -> dict[str, str]:
        """Return the environment of what runs here."""
        return {**os.environ, **(self.environment if self.is_windows else {})}

    def call(
        self, program: Path, *arguments: str, cwd: Path, expected: Sequence[int] = (0,), timeout_s: float = 60
    ) -> str:
        """Run a Windows program and return what it printed.

        Raises:
            Failed: it ended with another exit code, or not in time.
        """
        words = self.words(program, *arguments, timeout_s=timeout_s)
        try:
            done = subprocess.run(
                words, cwd=cwd, env=self.variables(), capture_output=True, timeout=timeout_s + 30, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{' '.join(arguments)} did not end within {timeout_s:.0f} s") from error
        said = done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
        if done.returncode not in expected:
            tail = (said + done.stderr.decode("utf-8", "replace"))[-1_500:]
            raise Failed(f"{' '.join(arguments)} ended with {done.returncode}:\n{tail}")
        return said

    # -- building -----------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Make the machine, and install what the build needs."""
        if self.is_windows:
            self.python("-m", "pip", "install", "--quiet", *PACKAGES, timeout_s=900)
            return
        for words in (("setup",), ("pip", "install", "--quiet", *PACKAGES)):
            done = subprocess.run([str(WINLAB / "winlab"), *words], cwd=ROOT, check=False)
            if done.returncode != 0:
                raise Failed(f"winlab {' '.join(words)} ended with {done.returncode}")

    def python(self, *arguments: str, timeout_s: float) -> None:
        """Run the Python that builds.

        Raises:
            Failed: it did not end with 0.
        """
        words = [sys.executable, *arguments]
        if not self.is_windows:
            words = [str(WINLAB / "winlab"), "python", "--timeout", str(int(timeout_s)), *arguments]
        done = subprocess.run(words, cwd=ROOT, check=False)
        if done.returncode != 0:
            raise Failed(f"{' '.join(arguments)} ended with {done.returncode}")


# -- the MCP server ---------------------------------------------------------------------------------------------------


def shake_hands(machine: Machine, exe: Path, cwd: Path) -> tuple[float, str]:
    """Start the server, list its tools and the windows, and return how long `initialize` took and what was seen.

    Raises:
        Failed: an answer was an error, or none came.
    """
    words = machine.words(exe, "mcp", "serve", "--structured", timeout_s=60)
    start = time.monotonic()
    with subprocess.Popen(
        words, cwd=cwd, env=machine.variables(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        client = {"name": "verify", "version": "1"}
        opening = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client}
        name = _ask(server, 1, "initialize", opening)["serverInfo"]["name"]
        took = time.monotonic() - start
        _tell(server, {"method": "notifications/initialized"})
        tools = _ask(server, 2, "tools/list", {})["tools"]
        seen = _ask(server, 3, "tools/call", {"name": "list_windows", "arguments": {}})
        if seen.get("isError"):
            raise Failed(str(seen)[:500])
        for number, (tool, arguments) in enumerate(UNKNOWN.items(), start=4):
            answer = _ask(server, number, "tools/call", {"name": tool, "arguments": arguments})
            if answer["structuredContent"]["error"]["code"] != "invalid_argument":
                raise Failed(f"{tool} of nothing: {answer!s:.500}")
    if server.returncode != 0:
        raise Failed(f"the server ended with {server.returncode}")
    return took, f"{name}, {len(tools)} tools, list_windows answered"


def _tell(server: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    assert server.stdin is not None
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    server.stdin.flush()


def _ask(server: subprocess.Popen[bytes], number: int, method: str, params: dict[str, Any]) -> Any:
    _tell(server, {"id": number, "method": method, "params": params})
    assert server.stdout is not None
    for line in server.stdout:
        answer = json.loads(line)
        if answer.get("id") == number:
            if "error" in answer:
                raise Failed(str(answer["error"]))
            return answer["result"]
    raise Failed(f"the server ended without an answer to {method}")
