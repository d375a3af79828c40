"""What the tests of the server share: the application, a connected client, results as texts and errors."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.types import CallToolResult

from wpfagent.desktops.simulated import SimulatedDesktop

DESK = Path(__file__).parents[1] / "simulated" / "gate" / "apps" / "desk.xaml"
ERAS = ("auto", "legacy")
"""`auto` speaks 2026-07-28, `legacy` shakes hands as before."""


@dataclass
class Served:
    """A connected client, and what lies behind its server."""

    client: Client
    desktop: SimulatedDesktop
    artifacts: Path
    pid: int = 0
    target: str = ""
    asked: list[str] = field(default_factory=list)

    async def call(self, tool: str, /, **args: Any) -> CallToolResult:
        """Call a tool; with a resolved target where the call names none."""
        return await self.client.call_tool(tool, args)

    async def do(self, tool: str, /, automation_id: str | None = None, **args: Any) -> dict[str, Any]:
        """Call a tool on the target, which must succeed, and return its facts."""
        result = await self.on_target(tool, automation_id, **args)
        assert not result.is_error, text_of(result)
        return dict(result.structured_content)

    async def on_target(self, tool: str, /, automation_id: str | None = None, **args: Any) -> CallToolResult:
        """Call a tool on the target."""
        selector = {"selector": {"automation_id": automation_id}} if automation_id else {}
        return await self.client.call_tool(tool, {"target_id": self.target, **selector, **args})

    async def fails(self, tool: str, /, automation_id: str | None = None, **args: Any) -> dict[str, Any]:
        """Call a tool on the target, which must fail, and return its error."""
        return error_of(await self.on_target(tool, automation_id, **args))

    async def log(self) -> str:
        """What the application's handlers noted."""
        return str((await self.do("read_text", "Log"))["text"])

    @property
    def session(self) -> Path:
        """The folder of the one session."""
        (folder,) = (self.artifacts / "sessions").iterdir()
        return folder

    def calls(self) -> list[dict[str, Any]]:
        """The raw calls that were recorded."""
        lines = (self.session / "ai" / "calls.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line)["data"] for line in lines]

    def steps(self) -> list[dict[str, Any]]:
        """The steps that were recorded."""
        return [json.loads(line) for line in (self.session / "steps.jsonl").read_text(encoding="utf-8").splitlines()]


def text_of(result: CallToolResult) -> str:
    """The text of a result."""
    return "\n".join(c.text for c in result.content if c.type == "text")


def error_of(result: CallToolResult) -> dict[str, Any]:
    """The error of a result, which the text says too."""
    assert result.is_error, result
    error = dict(result.structured_content["error"])
    assert error["code"] in text_of(result)
    return error


def profile(name: str = "Desk", **keys: Any) -> dict[str, Any]:
    """A profile of the desk."""
    return {"name": name, "launch": {"exe": str(DESK)}, **keys}
