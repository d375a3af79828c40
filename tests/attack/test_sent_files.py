"""A file that somebody sends, or that lies in a folder that somebody downloaded, does nothing by being read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import wpfagent
from wpfagent.actions.album import Album
from wpfagent.core.errors import FileInvalid, ProfileInvalid, RefusedOutsideTarget, TargetNotFound
from wpfagent.core.files import is_elsewhere, write_whole
from wpfagent.core.program import find_program
from wpfagent.desktops import open_desktop
from wpfagent.desktops.programs import check_allowed
from wpfagent.desktops.refs import RefBook
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.entries.registration.server import ServerCommand
from wpfagent.profiles.file import ProfileFile
from wpfagent.profiles.schema import load_profiles
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.replay_file import Recording
from wpfagent.testing.artifacts import State
from wpfagent.testing.tickets.store import TicketStore

HEAD = "id: a\ntarget_spec: {exe: app.exe}\n"
STEP = "{action: list_windows}"
TARGET = Target(1, "a.exe", "", "A", "attached", TargetSpec(pid=1))
PROFILE = '{"version": 1, "profiles": [{"name": "A", "match": {"process": "a.exe"}, %s}]}'


def scenario(folder: Path, text: str, **others: str) -> str:
    """Return the path of a scenario, with other files beside it."""
    for name, content in {"main": text, **others}.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    return str(folder / "main.yaml")


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}steps: [{{include: //files.invalid/share/steps.yaml}}]\n",
        f"{HEAD}steps: [{{include: '\\\\files.invalid\\share\\steps.yaml'}}]\n",
        f"{HEAD}steps: [{{include: '\\\\?\\UNC\\files.invalid\\share\\steps.yaml'}}]\n",
        f"{HEAD}steps: [{{include: '/\\files.invalid/share/steps.yaml'}}]\n",
        f"{HEAD}source: ['\\\\files.invalid\\share']\nsteps: [{STEP}]\n",
    ],
)
def test_another_computer_never_learns_who_reads_a_scenario(tmp_path: Path, text: str) -> None:
    with pytest.raises(FileInvalid, match="another computer"):
        load_scenarios(scenario(tmp_path, text))


@pytest.mark.parametrize("folder", ["//files.invalid/share", "\\\\files.invalid\\share"])
def test_another_computer_never_learns_who_replays_a_file(tmp_path: Path, folder: str) -> None:
    data = {"actions": [], "environment": {"base_dir": folder}}
    assert Recording(str(tmp_path / "a.actions.json"), data, ()).base_dir == str(tmp_path)


def test_files_beside_each_other_on_a_share_belong_together() -> None:
    assert not is_elsewhere(r"\\pc\share\b.yaml", r"\\PC\share\a.yaml")
    assert not is_elsewhere("//pc/share/b.yaml", r"\\PC\share\a.yaml")
    assert not is_elsewhere("../b.yaml", r"\\pc\share\a.yaml")
    assert not is_elsewhere(r"D:\b.yaml", r"C:\a.yaml")
    assert is_elsewhere(r"\\pc\other\b.yaml", r"\\pc\share\a.yaml")


@pytest.mark.parametrize(
    ("text", "others"),
    [
        (f"{HEAD}steps:\n" + "- {include: b.yaml}\n" * 60,
         {"b": "steps:\n" + "- {include: c.yaml}\n" * 60, "c": "steps:\n" + "- {include: d.yaml}\n" * 60,
          "d": f"steps: [{STEP}]\n"}),
        (f"{HEAD}data: [{', '.join(['{n: 1}'] * 3_000)}]\nsteps:\n" + f"- {STEP}\n" * 2_000, {}),
    ],
)  # fmt: skip
def test_a_few_lines_never_become_millions_of_steps(tmp_path: Path, text: str, others: dict[str, str]) -> None:
    with pytest.raises(FileInvalid, match="more than"):
        load_scenarios(scenario(tmp_path, text, **others))


@pytest.mark.parametrize(
    "safety",
    ['"safety": {"allow_destructive": false}, "safety": {"allow_destructive": true}',
     '"safety": {"allow_destructive": false, "allow_destructive": true}', '"name": "B"'],
)  # fmt: skip
def test_a_profile_never_says_one_thing_to_its_reader_and_another_to_us(safety: str) -> None:
    with pytest.raises(ProfileInvalid, match="twice"):
        load_profiles(PROFILE % safety)


def test_a_profile_that_fits_everything_is_none() -> None:
    with pytest.raises(ProfileInvalid, match="neither match nor launch"):
        load_profiles('{"version": 1, "profiles": [{"name": "A", "match": {}}]}')


def test_pictures_that_a_folder_names_elsewhere_stay(tmp_path: Path) -> None:
    state = State(tmp_path / "artifacts", wall=lambda: 1.0)
    state.folder.mkdir(parents=True)
    (tmp_path / "mine.png").write_bytes(b"mine")
    shot = {"width": 1, "height": 1, "rect": [0, 0, 1, 1], "method": "m", "hwnd": 1, "window": [0, 0, 1, 1]}
    kept = {"time": 1.0, "identity": TARGET.identity, "shots": {"../../mine": shot, str(tmp_path / "mine"): shot}}
    (state.folder / "pictures.json").write_text(json.dumps(kept), encoding="utf-8")
    assert state.load_album(TARGET).shots == {}
    state.save_album(TARGET, Album())
    assert (tmp_path / "mine.png").read_bytes() == b"mine"


@pytest.mark.parametrize(
    "kept",
    [{"time": "x"}, {"time": 1e999}, {"time": 9e9}, {}, [], {"refs": [], "shots": [], "tokens": []},
     {"refs": {"r1": 1}, "shots": {"p1": 1}, "tokens": {"a": 1}}, {"tokens": {"a": ["b"]}}, {"pid": "x"}],
)  # fmt: skip
def test_what_a_folder_keeps_for_later_calls_is_read_or_absent(tmp_path: Path, kept: Any) -> None:
    state, desktop = State(tmp_path / "artifacts", wall=lambda: 1.0), open_desktop("simulated")
    state.folder.mkdir(parents=True)
    text = json.dumps({"time": 1.0, "identity": TARGET.identity, **kept} if isinstance(kept, dict) else kept)
    for name in ("target", "refs", "pictures", "tokens"):
        (state.folder / f"{name}.json").write_text(text, encoding="utf-8")
    with pytest.raises(TargetNotFound):
        state.recall_target(desktop)
    assert state.load_refs(TARGET).entries == {}
    assert state.load_album(TARGET).shots == {}
    assert state.load_guard().tokens == {}
    state.save_refs(TARGET, RefBook())
    state.save_album(TARGET, Album())
    state.save_guard(frozenset(), state.load_guard())


@pytest.mark.parametrize("folder", ["../mine", "tickets/../../mine"])
def test_a_ticket_that_an_index_names_elsewhere_is_none(tmp_path: Path, folder: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "ticket.json").write_text("{}", encoding="utf-8")
    item = {"id": "TICKET-1", "folder": folder, "title": "", "oracle": "", "signature": "s", "strength": "weak",
            "sessions": []}  # fmt: skip
    index = tmp_path / "artifacts" / "tickets" / "index.json"
    index.parent.mkdir(parents=True)
    index.write_text(json.dumps({"version": 1, "tickets": [item]}), encoding="utf-8")
    assert TicketStore(tmp_path / "artifacts").entries() == ()


def test_a_file_that_is_written_never_goes_through_what_lies_there(tmp_path: Path) -> None:
    victim, path = tmp_path / "mine", tmp_path / "profiles.json"
    victim.write_bytes(b"mine")
    for name in (f"{path}.new", f"{path}.{os.getpid()}-{threading.get_ident()}.new"):
        try:
            os.symlink(victim, name)
        except OSError:
            pytest.skip("this system lets nobody make links")
    write_whole(str(path), b"ours")
    assert (victim.read_bytes(), path.read_bytes()) == (b"mine", b"ours")


def test_what_a_killed_writer_left_goes_with_the_next_one_and_nothing_else_does(tmp_path: Path) -> None:
    long_ago = time.time() - 86_400
    left, kept = "a.json.17-4.new", ("a.json.18-4.new", "b.json.17-4.new", "a.json.new", "a.json.x-4.new", "a.json.bak")
    for name in (left, *kept):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (long_ago, long_ago))
    os.utime(tmp_path / kept[0])  # somebody is writing it now
    write_whole(str(tmp_path / "a.json"), b"ours")
    assert {p.name for p in tmp_path.iterdir()} == {"a.json", *kept}


def test_profiles_that_a_person_keeps_behind_a_link_stay_there(tmp_path: Path) -> None:
    kept, path = tmp_path / "kept.json", tmp_path / "profiles.json"
    kept.write_text(PROFILE % '"logs": []', encoding="utf-8")
    try:
        path.symlink_to(kept)
        path.read_bytes()
    except OSError:
        pytest.skip("this system lets nobody make links")
    ProfileFile(path).edit("A", {"timeouts.action_ms": 1_000})
    assert path.is_symlink()
    assert "action_ms" in kept.read_text(encoding="utf-8")


def test_a_program_in_the_current_folder_is_never_what_a_name_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "wpf-test-tool.exe"
    for folder in ("downloaded", "installed"):
        (tmp_path / folder).mkdir()
        shutil.copyfile(sys.executable, tmp_path / folder / name)
        (tmp_path / folder / name).chmod(0o755)
    monkeypatch.chdir(tmp_path / "downloaded")
    installed = str(tmp_path / "installed")
    assert find_program(name, os.pathsep.join(["", ".", "../downloaded", installed])) == os.path.join(installed, name)
    assert find_program(name, "") is None
    monkeypatch.setenv("PATH", os.pathsep.join([".", installed]))
    assert find_program(name) == os.path.join(installed, name)


def test_of_two_writers_at_once_one_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "index.json"
    texts = [bytes([65 + n]) * 300_000 for n in range(4)]
    wrong: list[Any] = []

    def write(text: bytes) -> None:
        for _ in range(20):
            write_whole(str(path), text)
            with suppress(PermissionError):  # on Windows, in the moment of another one's renaming
                if path.read_bytes() not in texts:
                    wrong.append(text[:1])

    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert os.listdir(tmp_path) == ["index.json"]


def test_what_a_client_starts_loads_nothing_from_the_folder_that_it_works_in(tmp_path: Path) -> None:
    for name in ("yaml", "json", "wpfagent"):
        (tmp_path / f"{name}.py").write_text("open('loaded', 'w').close()\n", encoding="utf-8")
    (tmp_path / "evil-1.dist-info").mkdir()
    (tmp_path / "evil-1.dist-info" / "METADATA").write_text("Name: evil\nVersion: 1\n", encoding="utf-8")
    (tmp_path / "evil-1.dist-info" / "entry_points.txt").write_text(
        "[wpfagent.actions]\nx = yaml:x\n", encoding="utf-8"
    )
    command = ServerCommand.here()
    words = [*command.words[: command.words.index("mcp")], "do", "--help"]
    env = {**os.environ, "PYTHONPATH": str(Path(wpfagent.__file__).parents[1])}
    done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "loaded").exists()
    assert words[0] == sys.executable


@pytest.mark.parametrize(
    "program",
    [r"C:\Windows\System32\forfiles.exe", "cmd.exe:x", "MSBuild.exe", "c:\\x.bat:y", "shutdown", "TaskKill.exe",
     r"C:\Windows\System32\eventvwr.exe"],
)  # fmt: skip
def test_what_runs_other_code_is_no_target(program: str) -> None:
    with pytest.raises(RefusedOutsideTarget):
        check_allowed(program, named=False)


@pytest.mark.parametrize("text", ["${v}" * 200, "${v}"])
def test_a_few_names_never_become_gigabytes(tmp_path: Path, text: str) -> None:
    steps = f"- {{action: type_text, selector: T, args: {{text: '{text}'}}}}\n" * (1 if len(text) > 10 else 200)
    written = f"{HEAD}variables: {{v: {'x' * 500_000}}}\nsteps:\n{steps}"
    with pytest.raises(FileInvalid, match="bring more than"):
        load_scenarios(scenario(tmp_path, written))
