"""The server over the simulated desktop, driven by the official client in both protocol eras."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import ElicitResult
from mcp_driving import DESK, ERAS, Served, text_of

from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build

Serve = Callable[..., Any]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No profiles and no artifacts but those of this test."""
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("WPF_AGENT_PROFILES", "WPF_AGENT_ARTIFACTS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def serve(home: Path, era: str) -> Serve:
    """Connects a client to a server: `async with serve(mode="extended", answer=True) as served`.

    `profiles` are written into a profiles.json. `answer` is what the person says when asked: True, False, None for no
    answer; without it the client cannot ask.
    """

    @asynccontextmanager
    async def connect(
        *, profiles: list[dict[str, Any]] | None = None, app: Path | None = DESK, answer: Any = ..., **options: Any
    ) -> AsyncIterator[Served]:
        if profiles is not None:
            path = home / "profiles.json"
            path.write_text(json.dumps({"version": 1, "profiles": profiles}), encoding="utf-8")
            options["profiles_path"] = str(path)
        desktop, asked = SimulatedDesktop(), []

        async def ask(_context: Any, params: Any) -> ElicitResult:
            asked.append(params.message)
            if answer is None:
                return ElicitResult(action="cancel")
            return ElicitResult(action="accept", content={"confirm": answer})

        artifacts = home / "artifacts"
        given = {"structured": True, **options}
        server = build(ServeOptions(artifacts=str(artifacts), **given), desktop=desktop)
        callback = None if answer is ... else ask
        async with Client(server, mode=era, elicitation_callback=callback) as client:
            served = Served(client, desktop, artifacts, asked=asked)
            if app is not None:
                served.pid = desktop.launch(str(app)).pid
                named = profiles[0]["name"] if profiles else None
                spec = {"pid": served.pid} | ({"profile": named} if named else {})
                found = await client.call_tool("resolve_target", {"target_spec": spec})
                assert not found.is_error, text_of(found)
                served.target = re.search(r"target_id: (\w+)", text_of(found))[1]
            yield served

    return connect


@pytest.fixture
async def served(serve: Serve) -> AsyncIterator[Served]:
    """A client connected to a server that is started without options, with the desk resolved."""
    async with serve() as made:
        yield made
