"""A client that speaks to a bridge in raw lines, and a place for a host of the test's own."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from wpfagent.core.environ import environment_of
from wpfagent.hosts import asking, places, state
from wpfagent.hosts.bridge.opening import CAPABILITIES_KEY, CLIENT_KEY, VERSION_KEY
from wpfagent.hosts.state import HostState

ROOT = Path(__file__).parents[2]
ANSWER_S = 150
MODERN = "2026-07-28"
LEGACY = "2025-06-18"
LIVENESS_S = 20


class Home:
    """Folders of a test: whoever is started in them has a host of its own."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        home = {name: str(folder / "home") for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "LOCALAPPDATA")}
        kept = {k: v for k, v in os.environ.items() if not k.startswith("WPF_AGENT_")}
        own = {places.FOLDER: str(folder / "host"), "WPF_AGENT_HOST_IDLE": "30", "PYTHONPATH": str(ROOT)}
        self.variables = {**kept, **home, **own, **variables}

    def host(self) -> HostState | None:
        """The host that runs here."""
        with environment_of(self.variables):
            return state.read()

    def status(self) -> dict[str, Any] | None:
        """What it says of itself."""
        with environment_of(self.variables):
            return asking.status()

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of wpf-agent."""
        return subprocess.run(
            [sys.executable, "-m", "wpfagent", *words], env=self.variables, cwd=self.folder, capture_output=True,
            text=True, encoding="utf-8", timeout=ANSWER_S, check=False,
        )  # fmt: skip

    def close(self) -> None:
        """End the host, and wait for its end."""
        if (found := self.host()) is not None:
            with environment_of(self.variables):
                asking.ask(found, "POST", "/stop")
            if not until(lambda: not found.is_alive, 10):
                os.kill(found.pid, 9)

    @property
    def log(self) -> str:
        """What the host said."""
        path = self.folder / "host" / "host.log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def until(holds: Any, timeout_s: float = LIVENESS_S) -> bool:
    """Whether something holds in time."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return bool(holds())


class Client:
    """A client that started a bridge.

    Args:
        home: where.
        name: what it calls itself.
        era: the version of the protocol that it speaks.
        options: of `mcp serve`.
    """

    def __init__(
        self,
        home: Home,
        *options: str,
        name: str = "raw",
        era: str = LEGACY,
        capabilities: Any = None,
        hosted: bool = True,
        **variables: str,
    ) -> None:
        self.era = era
        self.name = name
        self.capabilities = capabilities or {}
        self.begun = time.perf_counter()
        folder = home.folder / f"client-{time.monotonic_ns()}"
        folder.mkdir()
        self.stderr_path = folder / "stderr.txt"
        artifacts = () if "--artifacts" in options else ("--artifacts", str(home.folder / "artifacts"))
        words = (
            "--hosted" if hosted else "--alone",
            *(() if "--desktop" in options else ("--desktop", "simulated")),
            *artifacts,
            *options,
        )
        with open(self.stderr_path, "wb") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "wpfagent", "mcp", "serve", *words],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, cwd=folder,
                env={**home.variables, **variables},
            )  # fmt: skip
        self.number = 0
        self.seen: list[dict[str, Any]] = []
        self._arrived: queue.Queue[dict[str, Any]] = queue.Queue()
        self._kept: dict[Any, dict[str, Any]] = {}
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            said = json.loads(line)
            self.seen.append(said)
            self._arrived.put(said)

    def write(self, message: dict[str, Any] | bytes) -> None:
        """Send a message; bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any] | None = None) -> int:
        """Send a request and return its number."""
        self.number += 1
        given = dict(params or {})
        if self.era == MODERN:
            info = {"name": self.name, "version": "1"}
            meta = {VERSION_KEY: MODERN, CAPABILITIES_KEY: self.capabilities, CLIENT_KEY: info}
            given["_meta"] = {**meta, **given.get("_meta", {})}
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": given})
        return self.number

    def answer(self, number: int) -> dict[str, Any]:
        """Return the answer to a request."""
        end = time.monotonic() + ANSWER_S
        while number not in self._kept:
            said = self._arrived.get(timeout=max(0.01, end - time.monotonic()))
            if "method" not in said:
                self._kept[said.get("id")] = said
        return self._kept.pop(number)

    def request(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and return its answer."""
        return self.answer(self.ask(method, params))

    def shake_hands(self) -> dict[str, Any]:
        """Open as a client of this era does; return what the server says of itself."""
        if self.era == MODERN:
            return dict(self.request("server/discover")["result"])
        info = {"name": self.name, "version": "1"}
        opens = {"protocolVersion": self.era, "capabilities": self.capabilities, "clientInfo": info}
        said = self.request("initialize", opens)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return dict(said["result"])

    def ask_tool(self, tool: str, **args: Any) -> int:
        """Call a tool without waiting."""
        return self.ask("tools/call", {"name": tool, "arguments": args})

    def tool(self, tool: str, **args: Any) -> dict[str, Any]:
        """Call a tool and return its result."""
        return dict(self.answer(self.ask_tool(tool, **args))["result"])

    def said(self, tool: str, **args: Any) -> str:
        """Call a tool and return the text of its result."""
        return text_of(self.tool(tool, **args))

    def close(self) -> float:
        """Close stdin and return how many seconds the process took to end."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        begun = time.monotonic()
        self.process.stdin.close()
        self.process.wait(timeout=20)
        took = time.monotonic() - begun
        self.process.stdout.close()
        return took

    def kill(self) -> None:
        """End the bridge at once."""
        self.process.kill()
        self.process.wait()

    @property
    def stderr(self) -> str:
        """What the bridge said to whoever reads the client's log."""
        return self.stderr_path.read_text(encoding="utf-8", errors="replace")


def text_of(result: dict[str, Any]) -> str:
    """The text of a tool's result."""
    return "\n".join(part["text"] for part in result["content"] if part["type"] == "text")
