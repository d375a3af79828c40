"""A path from outside that leads elsewhere is not even looked at: nobody learns what is there, no other PC is asked."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from mcp import Client
from PIL import Image

from tests.attack.conftest import Make
from tests.attack.entries import call, files
from tests.attack.program import NAME, Program
from wpfagent.core.files import lies_in
from wpfagent.desktops.simulated.desktop import SimulatedDesktop
from wpfagent.entries.mcp.connection import Opened
from wpfagent.entries.mcp.families.replays import base_dir_of
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build
from wpfagent.runs.replay_file import Recording
from wpfagent.safety.policy import Policy

CALLS: dict[str, Callable[[str], tuple[str, dict[str, Any]]]] = {
    "run_scenario": lambda path: ("run_scenario", {"file": path}),
    "minimize": lambda path: ("minimize", {"of": path}),
    "search": lambda path: ("search", {"query": "a", "scope": path}),
    "get_metadata": lambda path: ("get_metadata", {"path": path}),
    "screenshot_diff": lambda path: ("wait_for", {"until": {"screenshot_diff": path}, "timeout_ms": 50}),
}


def answers(program: Program, calls: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """What a server says to each call, without the path that was asked for."""

    async def ask() -> list[str]:
        options = ServeOptions(
            structured=True, artifacts=str(program.artifacts), profiles_path=str(program.profiles), toolsets=("all",)
        )
        said = []
        async with Client(build(options, desktop=program.desktop)) as client:
            opened = await client.call_tool("launch_application", {"profile": NAME})
            target = (opened.structured_content or {})["target_id"]
            for tool, args in calls:
                given = {"target_id": target} if tool == "wait_for" else {}
                answer = await client.call_tool(tool, {**args, **given})
                said.append(str((answer.structured_content or {})["error"]["code"]))
        return said

    return anyio.run(ask)


@pytest.mark.parametrize("name", CALLS)
def test_nobody_learns_whether_a_file_elsewhere_is_there(
    program: Make, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, missing, far = tmp_path / "there.png", tmp_path / "missing.png", "//far.example/share/a.png"
    there.write_bytes(b"x")
    asked: list[str] = []
    stat = os.stat
    monkeypatch.setattr(os, "stat", lambda path, **more: asked.append(str(path)) or stat(path, **more))
    said = answers(program('<TextBox x:Name="T"/>'), [CALLS[name](str(path)) for path in (there, missing, far)])
    assert said == ["path_outside_scope"] * 3
    assert not [path for path in asked if path in (str(there), str(missing), far)]


@pytest.mark.parametrize("name", ["run_scenario", "minimize"])
def test_a_name_that_no_file_can_have_is_no_file(program: Make, name: str) -> None:
    made = program('<TextBox x:Name="T"/>')
    long = str(made.artifacts / "sessions" / ("a" * 5_000)) if name == "minimize" else "a" * 5_000
    assert answers(made, [CALLS[name](long)]) == ["invalid_argument"]


def test_a_replay_over_mcp_compares_with_pictures_of_known_folders_only(tmp_path: Path) -> None:
    profile = SimpleNamespace(scenarios=(str(tmp_path / "tests"),))
    session: Any = SimpleNamespace(folder=str(tmp_path / "artifacts" / "sessions" / "a"))
    profiles: Any = SimpleNamespace(profiles={NAME: profile})
    opened = Opened(SimulatedDesktop(), profiles, Policy("mcp"), session)
    file = tmp_path / "artifacts" / "tickets" / "repro.actions.json"
    for base, expected in (("/etc", file.parent), (str(tmp_path / "tests"), tmp_path / "tests"), (None, file.parent)):
        data = {"actions": [], "environment": {"base_dir": base} if base else {}}
        assert base_dir_of(opened, Recording(str(file), data, ())) == str(expected)


@pytest.mark.parametrize("path", ["../b", "../../a/x", "/etc", "//far/a", "a/../../b", "a/../.."])
def test_what_lies_elsewhere_by_its_name_lies_elsewhere(tmp_path: Path, path: str) -> None:
    assert not lies_in(tmp_path / "a" / path, tmp_path / "a")


@pytest.mark.parametrize("path", [".", "b", "b/../c", "../a/b"])
def test_what_lies_there_by_its_name_lies_there(tmp_path: Path, path: str) -> None:
    assert lies_in(tmp_path / "a" / path, tmp_path / "a")


HIDDEN: dict[str, tuple[str, dict[str, Any]]] = {
    "a file of its": ("minimize", {"of": "FOLDER/a.actions.json"}),
    "its name, launched": ("launch_application", {"profile": "Ledger"}),
    "its name, resolved": ("resolve_target", {"target_spec": {"profile": "Ledger"}}),
    "its name, explored": ("run_random", {"profile": "Ledger"}),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_behind_a_fence_nobody_learns_of_another_profile(program: Make, tmp_path: Path, name: str) -> None:
    """Neither by its files nor by a name: of one that exists is said as little as of one that does not."""
    folder = tmp_path / "ledger"
    folder.mkdir()
    (folder / "a.actions.json").write_text('{"actions": [], "target_spec": {"profile": "Ledger"}}', encoding="utf-8")
    tool, args = HIDDEN[name]

    def said(profile: str, file: str) -> str:
        made = program('<TextBox x:Name="T"/>')
        other = {"name": profile, "match": {"process": "ledger.exe"}, "scenarios": [str(folder)]}
        made.profiles.write_text(json.dumps({"version": 1, "profiles": [made.described, other]}), encoding="utf-8")
        given = json.loads(json.dumps(args).replace("FOLDER/a.actions.json", file))
        options = ServeOptions(
            structured=True, artifacts=str(made.artifacts), profiles_path=str(made.profiles), toolsets=("all",),
            fence=(NAME,),
        )  # fmt: skip

        async def ask() -> str:
            async with Client(build(options, desktop=made.desktop)) as client:
                return str((await client.call_tool(tool, given)).structured_content["error"])  # type: ignore[index]

        return anyio.run(ask)

    there = said("Ledger", (folder / "a.actions.json").as_posix())
    missing = said("Something", (folder / "b.actions.json").as_posix())
    assert there.replace("a.actions", "b.actions") == missing
    assert "ledger.exe" not in there
    assert "Something" not in missing


RECORD = "20260101-000000-000aa"
READS: dict[str, Callable[[Path], tuple[str, dict[str, Any]]]] = {
    "compared": lambda kept: ("wait_for", {"until": {"screenshot_diff": f"sessions/{RECORD}/screens/0001.png"}}),
    "compared by its whole path": lambda kept: (
        "wait_for", {"until": {"screenshot_diff": str(kept / "sessions" / RECORD / "screens" / "0001.png")}}
    ),
    "compared by a link": lambda kept: ("wait_for", {"until": {"screenshot_diff": "sessions/link/0001.png"}}),
    "run": lambda kept: ("run_scenario", {"file": str(kept / "sessions" / RECORD / "scenario.yaml")}),
    "a ticket's, run": lambda kept: ("run_scenario", {"file": str(kept / "tickets" / RECORD / "T" / "scenario.yaml")}),
    "minimised": lambda kept: ("minimize", {"of": str(kept / "tickets" / RECORD / "T" / "repro.actions.json")}),
    "minimised by its id": lambda kept: ("minimize", {"of": RECORD}),
    "replayed": lambda kept: ("run_replay", {"of": RECORD}),
    "a ticket's, replayed": lambda kept: ("run_replay", {"of": "T"}),
    "included": lambda kept: ("run_scenario", {"file": "own.yaml"}),
    "read": lambda kept: ("get_ticket", {"ticket_id": "T"}),
}  # fmt: skip


@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize("about", [{"profile": "Ledger"}, {"profile": NAME, "profiles": [NAME, "Ledger"]}])
def test_behind_a_fence_no_record_of_another_profile_is_used(
    program: Make, tmp_path: Path, name: str, about: dict[str, Any]
) -> None:
    """Whatever way leads to it, and where it is about an own program as well."""
    made = program('<TextBox x:Name="T"/>', profile={"scenarios": [str(tmp_path)]})
    keep_record(made, about)
    error = str(answered(made, *READS[name](made.artifacts))["error"])
    assert "path_outside_scope" in error or "There is no ticket" in error, error
    assert "wrong sum" not in error


@pytest.mark.parametrize("name", READS)
def test_behind_a_fence_the_records_of_its_profiles_are_used(program: Make, tmp_path: Path, name: str) -> None:
    made = program('<TextBox x:Name="T"/>', profile={"scenarios": [str(tmp_path)]})
    keep_record(made, {"profile": NAME})
    said = str(answered(made, *READS[name](made.artifacts)))
    assert "path_outside_scope" not in said, said
    assert "There is no ticket 'T'" not in said


def keep_record(program: Program, about: dict[str, Any]) -> None:
    """A record and a ticket of earlier, and a scenario of the program that includes the record's."""
    session, ticket = (program.artifacts / "sessions" / RECORD, program.artifacts / "tickets" / RECORD / "T")
    for folder in (session, ticket):
        (folder / "screens").mkdir(parents=True)
        Image.new("RGB", (800, 600)).save(folder / "screens" / "0001.png")
        steps = {"id": "s", "target_spec": {"profile": NAME}, "steps": [{"action": "list_windows"}]}
        (folder / "scenario.yaml").write_text(json.dumps(steps))
        acts = {"target_spec": {"profile": NAME}, "actions": [{"tool": "list_windows", "args": {}}]}
        (folder / "repro.actions.json").write_text(json.dumps(acts))
    (session / "session.json").write_text(json.dumps({"session_id": RECORD, "ended": "2026", **about}))
    (program.folder.parent / "own.yaml").write_text(json.dumps({
        "id": "own", "target_spec": {"profile": NAME}, "steps": [{"include": str(session / "scenario.yaml")}],
    }))  # fmt: skip
    (ticket / "ticket.json").write_text('{"title": "Ledger shows a wrong sum"}')
    (ticket / "ticket.md").write_text("Ledger shows a wrong sum")
    os.symlink(session / "screens", program.artifacts / "sessions" / "link")


def answered(program: Program, tool: str, args: dict[str, Any]) -> dict[str, Any]:
    """What a server that is fenced to the program answers."""

    async def ask() -> dict[str, Any]:
        options = ServeOptions(
            structured=True, artifacts=str(program.artifacts), profiles_path=str(program.profiles), toolsets=("all",),
            fence=(NAME,),
        )  # fmt: skip
        async with Client(build(options, desktop=program.desktop)) as client:
            opened = await client.call_tool("launch_application", {"profile": NAME})
            target = {"target_id": (opened.structured_content or {})["target_id"]} if tool == "wait_for" else {}
            return dict((await client.call_tool(tool, {**args, **target})).structured_content or {})

    return anyio.run(ask)


@pytest.mark.parametrize("words", [["search", "x"], ["sessions", "show", "a" * 5_000], ["minimize", "a" * 5_000]])
def test_a_place_that_cannot_be_is_no_fault_of_this_program(program: Make, words: list[str]) -> None:
    made = program('<TextBox x:Name="T"/>')
    made.artifacts.write_text("a file where the folder should be", encoding="utf-8")
    said = call(made, [*words, *files(made)])
    assert "unexpected" not in said, said
    assert "Traceback" not in said
