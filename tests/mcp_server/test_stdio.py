"""One real process: the wire, its start and its end."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_driving import DESK, ERAS

ROOT = Path(__file__).parents[2]
START_S = 30
END_S = 1.0 + 2.0
"""How long a process may take to end: a second, and what a machine under load may add to it."""
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1.0"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def command(*options: str, python: tuple[str, ...] = ()) -> list[str]:
    return [
        sys.executable,
        *python,
        "-m",
        "wpfagent",
        "mcp",
        "serve",
        "--alone",
        "--structured",
        "--desktop",
        "simulated",
        *options,
    ]


class Process:
    """A server that is spoken to in raw lines."""

    def __init__(self, folder: Path, *options: str, python: tuple[str, ...] = (), env: dict[str, str] | None = None):
        self.stderr_path = folder / "stderr.txt"
        home = {name: str(folder / "home") for name in ("HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA")}
        with open(self.stderr_path, "wb") as stderr:
            self.process = subprocess.Popen(
                command("--artifacts", str(folder / "artifacts"), *options, python=python),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(ROOT), **home, **(env or {})},
            )
        self.lines: list[bytes] = []
        self._queue: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            self._queue.put(line)

    def send(self, *messages: Any) -> None:
        """Write messages as lines; bytes as they are."""
        assert self.process.stdin is not None
        for message in messages:
            self.process.stdin.write(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self, number: int) -> dict[str, Any]:
        """Return the answer to a request."""
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            found = json.loads(self._queue.get(timeout=START_S))
            if found.get("id") == number:
                return dict(found)
        raise AssertionError(f"no answer to {number}")

    def call(self, number: int, tool: str, **args: Any) -> dict[str, Any]:
        """Call a tool and return its result."""
        params = {"name": tool, "arguments": args}
        self.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
        return dict(self.receive(number)["result"])

    def shake_hands(self) -> dict[str, Any]:
        """Initialize."""
        self.send(HELLO)
        answer = self.receive(1)
        self.send(READY)
        return dict(answer["result"])

    def close(self) -> float:
        """Close stdin and return how many seconds the process took to end."""
        assert self.process.stdin is not None
        begun = time.monotonic()
        self.process.stdin.close()
        self.process.wait(timeout=20)
        return time.monotonic() - begun

    @property
    def stderr(self) -> str:
        return self.stderr_path.read_text(encoding="utf-8", errors="replace")


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Any]:
    made: list[Process] = []

    def start(*options: str, **keys: Any) -> Process:
        made.append(Process(tmp_path, *options, **keys))
        return made[-1]

    yield start
    for process in made:
        if process.process.poll() is None:
            process.process.kill()
        process.process.wait()
        process.process.stdout.close()
        if not process.process.stdin.closed:
            process.process.stdin.close()


def test_raw_lines_are_answered(started):
    server = started()
    hello = server.shake_hands()
    assert hello["serverInfo"]["name"] == "wpf-agent"
    assert "resolve_target" in hello["instructions"]
    server.send({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    tools = server.receive(2)["result"]["tools"]
    assert {"click", "launch_application", "run_actions"} <= {t["name"] for t in tools}
    assert all(t["inputSchema"]["type"] == "object" for t in tools)
    result = server.call(3, "launch_application", profile="demo")
    assert result["structuredContent"]["title"] == "Order Desk Demo"
    assert result.get("isError", False) is False
    server.close()


def test_the_process_ends_soon_after_stdin_is_closed(started):
    server = started()
    server.shake_hands()
    server.call(2, "launch_application", profile="demo")
    assert server.close() < END_S
    assert server.process.returncode == 0


def test_it_ends_at_once_before_anything_was_said(started):
    server = started()
    assert server.close() < START_S
    assert server.process.returncode == 0


def test_it_ends_while_a_call_is_stuck(started, tmp_path):
    stuck = "import time\nclass CodeBehind:\n    def __init__(self, view):\n        time.sleep(60)\n"
    xaml = tmp_path / "stuck.xaml"
    xaml.write_text(DESK.read_text(encoding="utf-8"), encoding="utf-8")
    xaml.with_suffix(".py").write_text(stuck, encoding="utf-8")
    server = started("--allow-launch")
    server.shake_hands()
    params = {"name": "launch_application", "arguments": {"exe": str(xaml)}}
    server.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params})
    server.send({"jsonrpc": "2.0", "id": 3, "method": "tools/list"})
    server.receive(3)
    time.sleep(1)  # the call is under way
    assert server.close() < END_S


def test_garbage_on_stdin_does_not_end_it(started):
    server = started()
    server.send(b"garbage\n", b"\xff\xfe\x00\n", b"\n", b'{"jsonrpc": "2.0"\n', b"[1, 2, 3]\n", b"{}\n")
    server.shake_hands()
    server.send(b"garbage\n", b'{"jsonrpc": "2.0", "id": 9, "method": 5}\n', b"null\n", b"x" * 1_000_000 + b"\n")
    server.send({"jsonrpc": "2.0", "id": 2, "method": "no/such/method"})
    assert "error" in server.receive(2)
    assert server.call(3, "list_windows").get("isError", False) is False


def calling(number: int, arguments: bytes, *, before: bytes = b"") -> bytes:
    params = b'{"name": "list_windows", "arguments": %s}' % arguments
    return before + b'{"jsonrpc": "2.0", "method": "tools/call", "params": %s, "id": %d}\n' % (params, number)


UNREADABLE = {
    "half of a pair": (b'{"target_id": "\\ud83d"}', b""),
    "bytes of half a pair": (b'{"target_id": "a\xed\xa0\xbd"}', b""),
    "a byte order mark": (b"{}", b"\xef\xbb\xbf"),
    "deep": (b'{"id": 99, "target_id": ' + b"[" * 3000 + b"]" * 3000 + b"}", b""),
    "digits": (b'{"timeout_ms": ' + b"9" * 5000 + b"}", b""),
    "no value": (b'{"target_id": }', b""),
}


def test_no_request_is_left_without_an_answer(started):
    server = started()
    server.shake_hands()
    for number, (arguments, before) in enumerate(UNREADABLE.values(), 10):
        server.send(calling(number, arguments, before=before))
        answer = server.receive(number)
        assert answer.get("error", {}).get("message") or answer["result"]["content"][0]["text"]
    assert server.call(30, "list_windows").get("isError", False) is False


def test_nothing_but_the_protocol_is_on_stdout_though_programs_print(started, tmp_path):
    """An application's code prints, writes to descriptor 1 and starts a child that does."""
    code = (
        "import os, subprocess, sys\n"
        "class CodeBehind:\n"
        "    def __init__(self, view):\n"
        "        print('printed')\n"
        "        os.write(1, b'written\\n')\n"
        "        subprocess.run([sys.executable, '-c', 'print(\"by a child\")'])\n"
    )
    xaml = tmp_path / "loud.xaml"
    xaml.write_text(DESK.read_text(encoding="utf-8"), encoding="utf-8")
    xaml.with_suffix(".py").write_text(code, encoding="utf-8")
    server = started("--allow-launch")
    server.shake_hands()
    server.call(2, "launch_application", exe=str(xaml))
    server.close()
    for line in server.lines:
        assert json.loads(line)["jsonrpc"] == "2.0"
    for said in ("printed", "written", "by a child"):
        assert said in server.stderr


def test_the_tools_are_listed_before_any_desktop_is_loaded(started):
    server = started(python=("-X", "importtime"))
    server.shake_hands()
    server.send({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    server.receive(2)
    before = server.stderr
    assert "mcp.server.lowlevel" in before
    for module in ("comtypes", "uiautomation", "wpfagent.desktops.uia", "wpfagent.desktops.simulated", "PIL"):
        assert f"| {module}" not in before.replace("|   ", "| ").replace("  ", ""), module
    server.call(3, "list_windows")
    assert "wpfagent.desktops.simulated" in server.stderr


@pytest.mark.parametrize("wrong", [("--toolsets", "defaul"), ("--no-tools", "clik"), ("--no-such-option",)])
def test_a_stale_entry_starts_a_server_that_does_nothing_and_says_why(started, wrong):
    server = started(*wrong)
    server.shake_hands()
    for number in (2, 3):
        result = server.call(number, "list_windows")
        assert result["isError"] is True
        assert result["content"][0]["text"].startswith("invalid_argument: ")
        assert wrong[-1].strip("-") in result["content"][0]["text"]
        assert "mcp register" in result["content"][0]["text"]


def test_the_current_folder_stays_clean(started, tmp_path):
    server = started()
    server.shake_hands()
    server.call(2, "list_windows")
    server.close()
    assert {p.name for p in tmp_path.iterdir()} <= {"artifacts", "stderr.txt", "home"}


def test_an_exploration_ends_with_its_record_when_the_client_goes(started, tmp_path):
    server = started()
    server.shake_hands()
    explore = {"name": "run_random", "arguments": {"profile": "demo", "max_steps": 100_000, "max_time_s": 600}}
    server.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": explore})
    wait_for_steps(tmp_path / "artifacts", 5)
    assert server.close() < END_S
    assert ended(tmp_path / "artifacts")["exploration"]["steps"] >= 5


def wait_for_steps(artifacts: Path, count: int) -> None:
    """Wait until an exploration has recorded so many steps."""
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        if any(len(p.read_bytes().splitlines()) >= count for p in artifacts.glob("sessions/*/steps.jsonl")):
            return
        time.sleep(0.05)
    raise AssertionError("nothing was explored")


def ended(artifacts: Path) -> dict[str, Any]:
    """The facts of the exploration that was interrupted, once its end is written."""
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        for path in artifacts.glob("sessions/*/session.json"):
            with suppress(PermissionError):  # Windows: it is being put in place
                facts = json.loads(path.read_text(encoding="utf-8"))
                if facts["caller"] == "random" and facts.get("outcome") == "interrupted":
                    return dict(facts)
        time.sleep(0.05)
    raise AssertionError("no exploration was interrupted")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
@pytest.mark.parametrize("era", ERAS)
async def test_an_exploration_tells_its_progress_and_is_cancelled_in_the_middle(era, tmp_path):
    [program, *args] = command("--artifacts", str(tmp_path / "artifacts"))
    parameters = StdioServerParameters(command=program, args=args, env={"PYTHONPATH": str(ROOT)}, cwd=tmp_path)
    heard: list[tuple[float, float | None]] = []
    async with Client(parameters, mode=era, read_timeout_seconds=START_S) as client:
        with anyio.CancelScope() as scope:

            async def hear(done: float, of: float | None, _what: str | None) -> None:
                heard.append((done, of))
                if len(heard) == 3:
                    scope.cancel()

            explore = {"profile": "demo", "max_steps": 100_000, "max_time_s": 600}
            await client.call_tool("run_random", explore, progress_callback=hear)
        assert scope.cancelled_caught
        assert [done for done, _ in heard] == sorted({done for done, _ in heard})
        assert {of for _, of in heard} == {100_000.0}
        facts = await anyio.to_thread.run_sync(ended, tmp_path / "artifacts")
        assert heard[-1][0] <= facts["exploration"]["steps"] < 100_000
        listed = await client.call_tool("list_applications")
        assert listed.structured_content["applications"] == []


@pytest.mark.anyio
@pytest.mark.parametrize("era", ERAS)
async def test_the_official_client_drives_it_in_both_eras(era, tmp_path):
    [program, *args] = command("--artifacts", str(tmp_path / "artifacts"))
    parameters = StdioServerParameters(command=program, args=args, env={"PYTHONPATH": str(ROOT)}, cwd=tmp_path)
    async with Client(parameters, mode=era, read_timeout_seconds=START_S) as client:
        assert client.instructions
        launched = await client.call_tool("launch_application", {"profile": "demo"})
        target = launched.structured_content["target_id"]
        selector = {"automation_id": "OpenSettingsButton"}
        clicked = await client.call_tool("click", {"target_id": target, "selector": selector})
        assert clicked.structured_content["effect"] == "confirmed"
        picture = await client.call_tool("screenshot", {"target_id": target})
        assert picture.content[0].type == "image"
        ended = await client.call_tool("quit_application", {"target_id": target})
        assert ended.structured_content["exited"] is True
