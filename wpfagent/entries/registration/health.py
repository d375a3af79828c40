"""Starts the command of an entry as a client would, shakes hands over stdio, and counts the tools.

The environment is the small one that strict clients give, and the folder is nobody's: what works here works there.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from wpfagent.core.program import system_tool
from wpfagent.entries.registration.computer import Computer

TIMEOUT_S = 30.0
END_TIMEOUT_S = 3.0
PROTOCOL = "2025-06-18"
PAGES = 50
HOST_IDLE, HOST_IDLE_S = "WPF_AGENT_HOST_IDLE", "5"
"""A host that is started by nothing but this leaves soon."""
_INHERITED = (
    *("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "TMPDIR"),
    *("APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMFILES"),
    *("SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR", "COMSPEC"),
)


@dataclass(frozen=True, slots=True)
class Health:
    """What came of shaking hands; `elapsed_ms` runs from the start to the list of tools."""

    ok: bool
    tools: int = 0
    elapsed_ms: int = 0
    server: str = ""
    error: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `--json` prints."""
        return {
            "ok": self.ok,
            "tools": self.tools,
            "elapsed_ms": self.elapsed_ms,
            "server": self.server,
            "error": self.error,
        }


class _Failed(Exception):
    """Why the server is no good."""


def check(
    words: Sequence[str], computer: Computer, *, env: Mapping[str, str] | None = None, timeout_s: float = TIMEOUT_S
) -> Health:
    """Return how the server behind a command answers.

    Args:
        words: the command.
        computer: whose environment it gets.
        env: what the entry adds to the environment.
        timeout_s: how long all of it may take.
    """
    started = time.monotonic()
    inherited = {k: v for k, v in computer.environ.items() if k.upper() in _INHERITED}
    with (
        tempfile.TemporaryDirectory(prefix="wpf-agent-", ignore_cleanup_errors=True) as folder,
        open(Path(folder) / "stderr", "w+b") as stderr,
    ):
        try:
            process = _start(words, {**inherited, HOST_IDLE: HOST_IDLE_S, **(env or {})}, folder, stderr)
        except OSError as error:
            return Health(ok=False, error=f"{words[0]} cannot be started: {error.strerror or error}")
        conversation = _Conversation(process, started + timeout_s)
        try:
            server, tools = conversation.run()
            return Health(True, tools, _elapsed_ms(started), server)
        except _Failed as failed:
            why = "; ".join(filter(None, (str(failed), _last_words(stderr))))
            return Health(ok=False, elapsed_ms=_elapsed_ms(started), error=why)
        finally:
            _end(process)
            conversation.close()


class _Conversation:
    """Lines of JSON-RPC with one process.

    Args:
        process: with pipes for stdin and stdout.
        until: when the patience ends, on the monotonic clock.
    """

    def __init__(self, process: subprocess.Popen[bytes], until: float) -> None:
        self._process = process
        self._until = until
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._id = 0
        self._reader = threading.Thread(target=self._read, name="handshake", daemon=True)
        self._reader.start()

    def run(self) -> tuple[str, int]:
        """Return the server's name with its version, and the number of its tools."""
        client = {"name": "wpf-agent status", "version": "1"}
        opened = self._ask("initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client})
        self._send({"method": "notifications/initialized"})
        tools, params = 0, dict[str, Any]()
        for _ in range(PAGES):
            page = self._ask("tools/list", params)
            tools += len(page.get("tools", ()))
            if not page.get("nextCursor"):
                break
            params = {"cursor": page["nextCursor"]}
        info = opened.get("serverInfo", {})
        return f"{info.get('name', '?')} {info.get('version', '')}".strip(), tools

    def close(self) -> None:
        """Wait for the end of its output, unless a program that it left behind still holds it."""
        self._reader.join(END_TIMEOUT_S)

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout:
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put(None)

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise _Failed("it ended before it answered") from error

    def _ask(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        self._id += 1
        self._send({"id": self._id, "method": method, "params": params})
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, self._until - time.monotonic()))
            except queue.Empty as error:
                raise _Failed(f"no answer to {method} in time") from error
            if line is None:
                raise _Failed(f"it ended before it answered {method}")
            try:
                answer = json.loads(line)
            except ValueError as error:
                said = line.decode(errors="replace").strip()[:80]
                raise _Failed(f"it prints what is no protocol: {said!r}") from error
            if isinstance(answer, dict) and answer.get("id") == self._id and "method" not in answer:
                if not isinstance(answer.get("result"), dict):
                    raise _Failed(f"{method} failed: {json.dumps(answer.get('error'))[:200]}")
                return dict(answer["result"])


def _start(words: Sequence[str], env: Mapping[str, str], folder: str, stderr: IO[bytes]) -> subprocess.Popen[bytes]:
    flags = subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0
    return subprocess.Popen(
        list(words),
        cwd=folder,
        env=dict(env),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        creationflags=flags,
        start_new_session=sys.platform != "win32",
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close its stdin, which ends a server; what does not end is ended with all that it started."""
    assert process.stdin is not None
    try:
        process.stdin.close()
    except OSError:
        pass  # it has ended
    try:
        process.wait(END_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        if sys.platform == "win32":
            subprocess.run(
                [system_tool("taskkill"), "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False
            )
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(END_TIMEOUT_S)


def _elapsed_ms(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


def _last_words(stderr: IO[bytes]) -> str:
    """The last two lines that it printed: an error and its hint."""
    stderr.seek(0)
    lines = [line.strip()[:200] for line in stderr.read()[-4000:].decode(errors="replace").split("\n")]
    return " ".join([line for line in lines if line][-2:])
