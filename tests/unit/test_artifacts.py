"""The artifacts folder and what calls of the command line share through it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from wpfagent.actions.album import Album, Shot
from wpfagent.core.errors import StorageFailed, TargetNotFound
from wpfagent.core.model import Picture, Rect
from wpfagent.desktops.refs import RefBook
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import Target
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.testing.artifacts import LIFE_S, State, find_artifacts

FORM = Path(__file__).parents[1] / "simulated" / "scenarios" / "form.xaml"


class Wall:
    """A clock that the test turns."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def gate() -> Gate:
    return Gate(SimulatedDesktop())


@pytest.fixture
def target(gate: Gate) -> Target:
    return gate.targets.open({"exe": str(FORM)})


@pytest.fixture
def state(tmp_path: Path, wall: Wall) -> State:
    return State(tmp_path, wall=wall)


def test_the_folder_is_the_named_one_else_the_environments_else_beside_the_profiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    profiles = tmp_path / "p" / "profiles.json"
    profiles.parent.mkdir()
    environ = {"WPF_AGENT_ARTIFACTS": str(tmp_path / "env")}
    assert find_artifacts(str(tmp_path / "named"), profiles, environ=environ) == tmp_path / "named"
    assert find_artifacts(None, profiles, environ=environ) == tmp_path / "env"
    assert find_artifacts(None, profiles, environ={}) == tmp_path / "p" / "artifacts"
    assert find_artifacts(None, None, environ={}) == tmp_path / "artifacts"
    assert tmp_path not in find_artifacts(None, None, environ={}, use_current_folder=False).parents


def test_the_target_is_remembered_for_ten_minutes_and_only_while_its_process_runs(
    state: State, gate: Gate, target: Target, wall: Wall
) -> None:
    state.remember_target(target)
    assert state.recall_target(gate.desktop).pid == target.pid
    wall.now += LIFE_S + 1
    with pytest.raises(TargetNotFound, match="none is attached"):
        state.recall_target(gate.desktop)
    state.remember_target(target)
    gate.desktop.terminate(target.pid)
    with pytest.raises(TargetNotFound, match="has ended"):
        state.recall_target(gate.desktop)


def list_refs(gate: Gate, target: Target) -> dict[str, str]:
    listed = gate.execute(Request("list_controls", target=target)).result["controls"]
    return {c["automation_id"]: c["ref"] for c in listed if c["automation_id"]}


def test_a_ref_of_an_earlier_call_names_the_same_control(state: State, gate: Gate, target: Target) -> None:
    refs = list_refs(gate, target)
    names = state.save_refs(target, gate.refs)
    later = Gate(gate.desktop, refs=state.load_refs(target))
    name = names[refs["SaveButton"]]
    assert later.refs.entries[name].selector == gate.refs.entries[refs["SaveButton"]].selector
    reply = later.execute(Request("click", selector={"ref": name}, target=target))
    assert reply.effect == "confirmed"
    assert reply.control is not None
    assert reply.control.automation_id == "SaveButton"


def test_an_element_keeps_its_name_and_a_new_one_takes_nobodys(state: State, gate: Gate, target: Target) -> None:
    """A desktop of the next call counts from 1 again: its `e1` is not the `e1` of the call before."""
    refs = list_refs(gate, target)
    first = state.save_refs(target, gate.refs)
    button = gate.refs.entries[refs["SaveButton"]]
    box = gate.refs.entries[refs["NameBox"]]
    swapped = RefBook({"e1": box, "e2": button})
    swapped.entries["e3"] = replace(button, control=replace(button.control, ref="e3", runtime_id=(9, 9, 9)))
    later = state.save_refs(target, swapped)
    assert later["e1"] == first[refs["NameBox"]]
    assert later["e2"] == first[refs["SaveButton"]]
    assert later["e3"] not in first.values()
    assert set(first.values()) <= set(state.load_refs(target).entries)


def test_refs_of_another_process_are_forgotten(state: State, gate: Gate, target: Target) -> None:
    gate.execute(Request("list_controls", target=target))
    state.save_refs(target, gate.refs)
    other = gate.targets.open({"exe": str(FORM), "mode": "launch"})
    assert state.load_refs(other).entries == {}


def test_pictures_of_an_earlier_call_are_the_same_and_the_others_go(state: State, target: Target, wall: Wall) -> None:
    box, album = Rect(1, 2, 3, 4), Album()
    for name in ("shot-1", "shot-2"):
        album.shots[name] = Shot(Picture(name.encode(), 3, 4, box, "m"), target.identity, 7, box)
    state.save_album(target, album)
    assert state.load_album(target).shots == album.shots
    del album.shots["shot-1"]
    state.save_album(target, album)
    assert [path.name for path in state.folder.glob("*.png")] == ["shot-2.png"]
    assert state.load_album(replace(target, pid=target.pid + 1)).shots == {}


def test_tokens_of_calls_at_the_same_time_do_not_push_each_other_out(state: State, wall: Wall) -> None:
    first, second = state.load_guard(), state.load_guard()
    first.tokens["aa"] = ("bound", wall.now)
    state.save_guard(frozenset(), first)
    second.tokens["bb"] = ("bound", wall.now)
    state.save_guard(frozenset(), second)
    assert set(state.load_guard().tokens) == {"aa", "bb"}
    used = state.load_guard()
    before = frozenset(used.tokens)
    del used.tokens["aa"]
    state.save_guard(before, used)
    assert set(state.load_guard().tokens) == {"bb"}


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path, target: Target) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageFailed, match="cannot be written"):
        State(tmp_path / "file").remember_target(target)


def test_a_state_file_that_is_broken_counts_as_none(state: State, target: Target) -> None:
    state.remember_target(target)
    (state.folder / "target.json").write_text("{", encoding="utf-8")
    with pytest.raises(TargetNotFound):
        state.recall_target(SimulatedDesktop())
