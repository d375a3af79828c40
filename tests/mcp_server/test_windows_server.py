"""The server on Windows, driven from Linux by the official client, against a real WPF application and its own log.

Needs `WINLAB` (the folder of a tool that runs Windows programs on Linux) and a machine that it has set up with the
package's dependencies; `WINLAB_HOME` names the machine.
"""

from __future__ import annotations

import base64
import io
import json
import os
import re
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_driving import text_of
from PIL import Image

ROOT = Path(__file__).parents[2]
WINLAB = Path(os.environ.get("WINLAB", "/nowhere"))
APP = WINLAB / "apps" / "orderdesk" / "bin" / "orderdesk.exe"
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not APP.is_file(), reason="WINLAB names no folder of a tool that runs Windows programs here"),
]


class Windows:
    """A client of the Windows server, and what it launched."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.log = folder / "truth.jsonl"

    async def ok(self, tool: str, **args: Any) -> Any:
        """Call a tool, which must succeed."""
        result = await self.client.call_tool(tool, args)
        assert not result.is_error, f"{tool} {args}: {text_of(result)}"
        return result

    async def fails(self, tool: str, **args: Any) -> dict[str, Any]:
        """Call a tool, which must fail."""
        result = await self.client.call_tool(tool, args)
        assert result.is_error, text_of(result)
        return dict(result.structured_content["error"])

    async def launch(self, *options: str, log: Path | None = None) -> str:
        """Launch the application and return its target id once its data has arrived."""
        path = log or self.log
        args = ["--log", windows_path(path), "--data", windows_path(path.with_suffix("")), "--seed", "7", *options]
        launched = await self.ok("launch_application", exe=windows_path(APP), args=args)
        for _ in range(100):
            if "data_loaded" in {e["event"] for e in self.events(path)}:
                break
            await anyio.sleep(0.1)
        return str(launched.structured_content["target_id"])

    async def start_beside(self, log: Path) -> str:
        """Start a second instance behind the server's back and return its target id."""
        options = ["--log", windows_path(log), "--data", windows_path(log.with_suffix("")), "--size", "900x700"]
        done = subprocess.run([WINLAB / "winlab", "start", APP, *options], capture_output=True, text=True, check=True)
        pid = int(re.search(r"winpid=(\d+)", done.stdout)[1])
        for _ in range(60):
            found = await self.client.call_tool("resolve_target", {"target_spec": {"pid": pid}})
            if not found.is_error:
                return str(found.structured_content["target_id"])
            await anyio.sleep(0.5)
        raise AssertionError(text_of(found))

    def events(self, path: Path | None = None) -> list[dict[str, Any]]:
        """What truly happened in the application."""
        path = path or self.log
        if not path.exists():
            return []
        text = path.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def windows_path(path: Path) -> str:
    return "Z:" + str(path).replace("/", "\\")


@asynccontextmanager
async def connect(folder: Path, era: str = "auto", *options: str) -> AsyncIterator[Windows]:
    serve = [
        "-m",
        "wpfagent",
        "mcp",
        "serve",
        "--structured",
        "--allow-launch",
        "--artifacts",
        windows_path(folder / "artifacts"),
    ]
    variables = {"PYTHONPATH": windows_path(ROOT), "WPF_AGENT_HOST_IDLE": "3"}
    given = [word for key, value in variables.items() for word in ("--env", f"{key}={value}")]
    passed = {k: os.environ[k] for k in ("WINLAB_HOME", "HOME", "PATH") if k in os.environ}
    parameters = StdioServerParameters(
        command=str(WINLAB / "winlab"),
        args=["python", "--timeout", "240", *given, *serve, *options],
        env=passed,
        cwd=folder,
    )
    async with Client(parameters, mode=era, read_timeout_seconds=90) as client:
        made = Windows(client, folder)
        try:
            yield made
        finally:
            await end_all(made)


async def end_all(windows: Windows) -> None:
    """End what this test launched, by its pid."""
    for path in windows.folder.glob("truth*.jsonl"):
        pid = next((e["pid"] for e in windows.events(path) if e["event"] == "app_started"), None)
        if pid is not None:
            subprocess.run([WINLAB / "winlab", "kill", str(pid)], capture_output=True, check=False)


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_list_click_type_check_screenshot_quit(tmp_path, era):
    async with connect(tmp_path, era) as windows:
        target = await windows.launch()
        named = {"target_id": target}
        running = await windows.ok("list_applications")
        assert "orderdesk.exe" in text_of(running)
        again = await windows.ok("launch_application", exe=windows_path(APP))
        assert again.structured_content["was_already_running"] is True
        assert again.structured_content["target_id"] == target

        listed = await windows.ok("list_controls", **named, filter={"control_type": "TabItem"})
        assert re.search(r'TabItem "Customers"', text_of(listed))
        clicked = await windows.ok("click", **named, selector={"name": "Customers", "control_type": "TabItem"})
        assert clicked.structured_content["effect"] == "confirmed"
        await windows.ok("click", **named, selector={"name": "Orders", "control_type": "TabItem"})

        found = await windows.ok("list_controls", **named, filter={"control_type": "Edit"})
        search = next(c for c in found.structured_content["controls"] if "Search" in c.get("automation_id", ""))
        box = {"automation_id": search["automation_id"]}
        typed = await windows.ok("type_text", **named, selector=box, text="Kyoto 至急")
        assert typed.structured_content["effect"] in ("confirmed", "unverifiable")
        read = await windows.ok("read_text", **named, selector=box)
        assert read.structured_content["text"] == "Kyoto 至急"
        waited = await windows.ok("wait_for", **named, selector=box, until={"value_equals": "Kyoto 至急"})
        assert "waited_ms" in waited.structured_content

        shot = await windows.ok("screenshot", **named)
        with Image.open(io.BytesIO(base64.b64decode(shot.content[0].data))) as picture:
            assert len(picture.convert("RGB").getcolors(1_000_000) or ()) > 10

        error = await windows.fails("click", **named, selector={"automation_id": "NoSuch"}, timeout_ms=500)
        assert error["code"] == "element_not_found"
        ended = await windows.ok("quit_application", **named)
        assert ended.structured_content["exited"] is True, text_of(ended)
        assert ended.structured_content["exit_code"] == 0
    names = [e["event"] for e in windows.events()]
    assert "app_exiting" in names
    assert "field_changed" in names or "command" in names or "selection_changed" in names
    (session,) = (tmp_path / "artifacts" / "sessions").iterdir()
    facts = json.loads((session / "session.json").read_text(encoding="utf-8"))
    assert facts["caller"] == "mcp"
    assert (session / "ai" / "calls.jsonl").exists()
    assert not list(tmp_path.glob("@Automation*"))


async def test_a_hung_application_holds_up_no_other(tmp_path):
    async with connect(tmp_path) as windows:
        hung = await windows.launch("--fault", "hang-15s")
        other = await windows.start_beside(tmp_path / "truth2.jsonl")
        assert hung != other
        hang = {"target_id": hung, "timeout_ms": 4_000}
        answered: dict[str, float] = {}
        begun = time.monotonic()

        async def act() -> None:
            result = await windows.client.call_tool("menu", {**hang, "path": "Orders > Recalculate totals"})
            answered["hung"] = time.monotonic() - begun
            assert result.is_error, text_of(result)
            assert result.structured_content["error"]["code"] == "app_not_responding"

        async def read() -> None:
            await anyio.sleep(2.5)
            for _ in range(3):
                await windows.ok("list_controls", target_id=other, depth=2)
            answered["other"] = time.monotonic() - begun

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(act)
            tasks.start_soon(read)
        assert answered["other"] < 12, answered
        assert "fault_triggered" in {e["event"] for e in windows.events()}
