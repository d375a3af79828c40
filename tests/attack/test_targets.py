"""A caller's key narrows a profile and never replaces one of its keys; the resolved process is what is judged."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from tests.attack.conftest import Make
from tests.attack.program import NAME, Program
from wpfagent import Gate, Policy
from wpfagent.core.errors import InvalidArgument, RefusedOutsideTarget, TargetNotFound, WpfAgentError
from wpfagent.core.model import ProcessInfo
from wpfagent.desktops.programs import check_allowed, same_program
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build
from wpfagent.profiles.profile import Profile, ProfileLaunch, ProfileMatch
from wpfagent.safety.policy import Caller

DELETE = '<Button x:Name="Del" Content="Delete" Click="on_deleted"/>'


def gate_of(program: Program, **match: Any) -> Gate:
    """A gate with a profile that finds the program by these keys, or by its launch."""
    launch = None if match else ProfileLaunch(str(program.xaml))
    profile = Profile(NAME, match=ProfileMatch(**match) if match else None, launch=launch)
    return Gate(program.desktop, policy=Policy("mcp", fence=frozenset({NAME})), profiles={NAME: profile})


@pytest.mark.parametrize("key", ["exe", "process", "pid"])
def test_a_key_beside_a_profile_never_leads_to_another_program(program: Make, key: str) -> None:
    fenced, other = program(DELETE, title="Fenced"), program(DELETE, title="Other")
    fenced.desktop.launch(str(fenced.xaml))
    stranger = fenced.desktop.launch(str(other.xaml))
    value = {"exe": str(other.xaml), "process": "other.exe", "pid": stranger.pid}[key]
    with pytest.raises((InvalidArgument, TargetNotFound)):
        gate_of(fenced).targets.resolve({"profile": NAME, key: value})


@pytest.mark.parametrize("named", ["pid", "title_re", "window_query"])
def test_a_model_that_names_a_program_otherwise_is_held_to_its_profile(program: Make, named: str) -> None:
    made = program('<Button x:Name="B" Content="Advance" Click="on_closed"/>', title="Periods",
                   safety={"destructive_patterns": ["^Advance$"]})  # fmt: skip
    pid = made.desktop.launch(str(made.xaml)).pid
    target: dict[str, Any] = {"window_query": "Periods"}
    if named != "window_query":
        target = {"target_spec": {named: pid if named == "pid" else "Periods"}}

    async def ask() -> dict[str, Any]:
        options = ServeOptions(structured=True, artifacts=str(made.artifacts), profiles_path=str(made.profiles))
        async with Client(build(options, desktop=made.desktop)) as client:
            return dict(
                (await client.call_tool("click", {**target, "selector": {"automation_id": "B"}})).structured_content
                or {}
            )

    assert anyio.run(ask)["error"]["code"] == "refused_destructive"
    assert made.fired == []


def test_a_match_by_title_is_never_replaced(program: Make) -> None:
    fenced, other = program(DELETE, title="Fenced"), program(DELETE, title="Other")
    fenced.desktop.launch(str(fenced.xaml))
    fenced.desktop.launch(str(other.xaml))
    with pytest.raises((InvalidArgument, TargetNotFound)):
        gate_of(fenced, title_re="^Fenced$").targets.resolve({"profile": NAME, "exe": str(other.xaml)})


def test_a_conflict_names_both_values(program: Make) -> None:
    fenced = program(DELETE)
    with pytest.raises(InvalidArgument) as caught:
        gate_of(fenced).targets.resolve({"profile": NAME, "exe": "stranger.exe"})
    assert "stranger.exe" in caught.value.message
    assert str(fenced.xaml) in caught.value.message


def test_a_key_that_narrows_is_welcome(program: Make) -> None:
    fenced = program(DELETE, title="Fenced")
    pid = fenced.desktop.launch(str(fenced.xaml)).pid
    assert gate_of(fenced).targets.resolve({"profile": NAME, "title_re": "Fenced", "exe": str(fenced.xaml)}).pid == pid
    with pytest.raises(TargetNotFound):
        gate_of(fenced).targets.resolve({"profile": NAME, "title_re": "Nothing"})


@pytest.mark.parametrize(
    "name",
    ["cmd.exe", "cmd.exe.", "CMD.EXE ", "C:\\Windows\\System32\\cmd.exe", "cmd", "x.bat", "x.cmd", "x.ps1", "mshta.exe",
     "wscript.exe", "cscript", "rundll32.exe", "cmd.exe::$DATA", '"cmd.exe"', "x.hta", "x.lnk",
     "POWERS~1.EXE", "C:\\Windows\\System32\\POWERS~1.EXE", "\\\\pc\\tools\\POWERS~1.EXE"],
)  # fmt: skip
def test_no_spelling_of_a_shell_passes(name: str) -> None:
    with pytest.raises(RefusedOutsideTarget):
        check_allowed(name, named=False)


def test_a_link_to_a_shell_is_the_shell_and_one_to_a_program_is_the_program(tmp_path: Path) -> None:
    (tmp_path / "tools-1.2").mkdir()
    for name in ("cmd.exe", "shop.exe"):
        (tmp_path / "tools-1.2" / name).touch()
    try:
        (tmp_path / "tools").symlink_to(tmp_path / "tools-1.2", target_is_directory=True)
        (tmp_path / "calm.exe").symlink_to(tmp_path / "tools" / "cmd.exe")
    except OSError:
        pytest.skip("this Windows lets nobody make links")
    with pytest.raises(RefusedOutsideTarget):
        check_allowed(str(tmp_path / "calm.exe"), named=False)
    linked, own = str(tmp_path / "tools" / "shop.exe"), str(tmp_path / "tools-1.2" / "shop.exe")
    check_allowed(linked, named=False)
    assert same_program(linked, "shop.exe", own)
    assert not same_program(linked, "cmd.exe", str(tmp_path / "tools-1.2" / "cmd.exe"))


def test_a_shell_with_the_title_of_the_profile_is_never_driven(program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """The profile names a title, not the shell: what is judged is the process that was found."""
    attacked = program(DELETE, title="Fenced")
    attacked.desktop.launch(str(attacked.xaml))
    listed = attacked.desktop.processes

    def as_shell() -> list[ProcessInfo]:
        from dataclasses import replace

        return [replace(p, name="cmd.exe", exe="C:\\Windows\\System32\\cmd.exe") for p in listed()]

    monkeypatch.setattr(attacked.desktop, "processes", as_shell)
    with pytest.raises(RefusedOutsideTarget):
        gate_of(attacked, title_re="Fenced").targets.resolve({"profile": NAME})


def test_the_clients_own_window_is_never_driven_by_a_profile_that_does_not_name_it(program: Make) -> None:
    attacked = program(DELETE, title="Client")
    pid = attacked.desktop.launch(str(attacked.xaml)).pid
    process = next(p for p in attacked.desktop.processes() if p.pid == pid)
    own = frozenset({f"{pid}@{process.started:.3f}"})
    profile = Profile(NAME, match=ProfileMatch(title_re="Client"))
    gate = Gate(attacked.desktop, policy=Policy("mcp", own=own), profiles={NAME: profile})
    for spec in ({"profile": NAME}, {"pid": pid}, {"title_re": "Client"}, {"exe": str(attacked.xaml)}):
        with pytest.raises(RefusedOutsideTarget):
            gate.targets.resolve(spec)


@pytest.mark.parametrize("key", ["exe", "title_re", "process"])
def test_a_fenced_server_never_reaches_another_program(program: Make, tmp_path: Path, key: str) -> None:
    fenced = program(DELETE, title="Fenced", consents=True)
    other = program(DELETE, title="Other", desktop=fenced.desktop)
    fenced.desktop.launch(str(other.xaml))
    value = {"exe": str(other.xaml), "title_re": "Other", "process": "app.xaml"}[key]

    async def attack() -> list[str]:
        options = ServeOptions(
            structured=True, artifacts=str(tmp_path / "a"), profiles_path=str(fenced.profiles), fence=(NAME,)
        )
        said = []
        async with Client(build(options, desktop=fenced.desktop)) as client:
            for spec in ({"profile": NAME, key: value}, {key: value}, {"profile": "demo", key: value}):
                found = await client.call_tool("resolve_target", {"target_spec": spec})
                said.append(json.dumps(found.structured_content))
                if not found.is_error:
                    target = found.structured_content["target_id"]
                    await client.call_tool("click", {"target_id": target, "selector": {"automation_id": "Del"}})
        return said

    assert not any("target_id" in text for text in anyio.run(attack))
    assert other.fired == []


def test_a_profile_says_how_its_program_is_started(program: Make) -> None:
    attacked = program(DELETE)
    with pytest.raises(WpfAgentError, match="says how it is started"):
        gate_of(attacked).targets.open({"profile": NAME, "args": ["--evil"]})


@pytest.mark.parametrize("key", ["title_re", "class_name", "process", "exe", "pid", "window_query", "title_of_profile"])
def test_a_fenced_server_never_tells_of_another_program(program: Make, tmp_path: Path, key: str) -> None:
    """Not even in the hint of an error, and not by another code for what is there than for what is not."""
    fenced = program(DELETE, title="Fenced")
    other = program(DELETE, title="Payroll of Ann", desktop=fenced.desktop)
    fenced.desktop.launch(str(fenced.xaml))
    pid = fenced.desktop.launch(str(other.xaml)).pid
    window = next(w for w in fenced.desktop.windows() if w.pid == pid)
    there = {"title_re": "^Payroll", "class_name": window.class_name, "exe": str(other.xaml), "pid": pid}.get(key, "zz")
    asked: dict[str, list[dict[str, Any]]] = {
        "window_query": [{"window_query": "Payroll"}, {"window_query": "zz"}],
        "title_of_profile": [{"target_spec": {"profile": NAME, "title_re": of}} for of in ("Payroll", "zz")],
    }
    calls = asked.get(key) or [{"target_spec": {key: of}} for of in (there, 9_999 if key == "pid" else "zz")]

    async def attack() -> list[Any]:
        options = ServeOptions(
            structured=True, artifacts=str(tmp_path / "a"), profiles_path=str(fenced.profiles), fence=(NAME,)
        )
        async with Client(build(options, desktop=fenced.desktop)) as client:
            given = [await client.call_tool("read_text", {**c, "selector": {"automation_id": "x"}}) for c in calls]
            return [(g.structured_content or {})["error"] for g in given]

    said = anyio.run(attack)
    assert "Payroll of Ann" not in json.dumps(said), said
    assert str(pid) not in json.dumps(said) or key == "pid"
    assert len({error["code"] for error in said}) == 1, said


@pytest.mark.parametrize("caller", ["cli", "library", "mcp", "scenario", "replay", "random", "goal"])
def test_only_a_person_starts_a_program_of_the_current_folder_by_its_name(
    program: Make, monkeypatch: pytest.MonkeyPatch, caller: Caller
) -> None:
    attacked = program('<Button x:Name="Go" Content="Go"/>')
    monkeypatch.chdir(attacked.folder)
    started: list[str] = []
    launch = attacked.desktop.launch
    monkeypatch.setattr(attacked.desktop, "launch", lambda exe, *a, **k: started.append(exe) or launch(exe, *a, **k))
    gate = Gate(attacked.desktop, policy=Policy(caller, allow_launch=True))
    gate.targets.open({"exe": "app.xaml"})
    assert [os.path.isabs(exe) for exe in started] == [caller in ("cli", "library")]
