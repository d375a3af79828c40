"""Files of record are not turned against their reader: baselines in scope, a token for one run as it was shown."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from tests.attack.program import NAME, Program
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build

DELETE = '<Button x:Name="Del" Content="Delete" Click="on_deleted"/>'
STEPS = "- {action: click, selector: {automation_id: Del}, confirm: true, timeout_ms: 300}\n"
MAIN = "id: wipe\ntarget_spec: {profile: App}\nsetup: [{include: more.yaml}]\ndata: [{n: 1}, {n: 2}]\nsteps:\n"


@pytest.mark.parametrize("name", ["scenario", "replay", "mcp", "mcp_batch"])
def test_a_private_picture_is_never_compared(program: Make, tmp_path: Path, name: str) -> None:
    private = tmp_path / "private.png"
    private.write_bytes(b"\x89PNG\r\n\x1a\n")
    attacked = program(DELETE)
    until = {"until": {"screenshot_diff": str(private)}}
    outcome = perform(name, attacked, [Ask("wait_for", args=until)])
    assert "path_outside_scope" in outcome.said or "lies outside" in outcome.said, outcome.said
    assert not [p for p in attacked.artifacts.rglob("*.png") if p.read_bytes() == private.read_bytes()]


def served(program: Program, *changes: str) -> list[dict[str, Any]]:
    """Call run_scenario, then once more with its token after each change of the included file."""

    async def calls() -> list[dict[str, Any]]:
        options = ServeOptions(
            structured=True, artifacts=str(program.artifacts), profiles_path=str(program.profiles), toolsets=("all",)
        )
        async with Client(build(options, desktop=program.desktop)) as client:
            given = {"file": str(program.folder / "wipe.yaml")}
            answers = [await client.call_tool("run_scenario", given)]
            token = (answers[0].structured_content or {})["error"]["details"]["confirm_token"]
            for change in changes:
                (program.folder / "more.yaml").write_text(change, encoding="utf-8")
                answers.append(await client.call_tool("run_scenario", {**given, "confirm_token": token}))
            return [dict(a.structured_content or {}) for a in answers]

    return anyio.run(calls)


@pytest.fixture
def wiping(program: Make, tmp_path: Path) -> Program:
    made = program(DELETE, consents=True, profile={"scenarios": [str(tmp_path / "app0")]})
    (made.folder / "wipe.yaml").write_text(MAIN + STEPS, encoding="utf-8")
    (made.folder / "more.yaml").write_text("steps: [{action: list_windows}]\n", encoding="utf-8")
    return made


def test_a_token_never_covers_an_include_that_was_changed(wiping: Program) -> None:
    asked, after = served(wiping, f"steps:\n{STEPS}")
    assert asked["error"]["code"] == "confirmation_required"
    assert after["error"]["code"] == "token_expired"
    assert wiping.fired == []


def test_a_token_covers_every_row_of_one_run(wiping: Program) -> None:
    asked, after = served(wiping, "steps: [{action: list_windows}]\n")
    assert asked["error"]["message"].count("click") >= 2
    assert len(after["scenarios"]) == 2, json.dumps(after)
    assert wiping.fired == ["deleted", "deleted"]
    assert NAME in str(wiping.described)


def test_a_picture_that_is_larger_than_memory_is_no_baseline(program: Make) -> None:
    attacked = program('<TextBox x:Name="T"/>')
    size = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    (attacked.folder / "bomb.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", size), (b"IDAT", zlib.compress(b"\0" * 1_000)), (b"IEND", b""))
    ))  # fmt: skip
    outcome = perform("scenario", attacked, [Ask("wait_for", None, {"until": {"screenshot_diff": "bomb.png"}})])
    assert "is no picture that can be read" in outcome.said
    assert "unexpected" not in outcome.said
