"""profiles.json: where it is found, what it may hold, and the built-in demo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wpfagent.core.errors import ProfileInvalid, ProfileNotFound
from wpfagent.profiles.schema import load_profiles
from wpfagent.profiles.store import find_profiles, open_profiles

TEMPLATE = Path(__file__).parents[2] / "profiles.json"


def write(path: Path, *profiles: dict[str, Any]) -> Path:
    path.write_text(json.dumps({"version": 1, "profiles": profiles}), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")
    monkeypatch.delenv("WPF_AGENT_PROFILES", raising=False)
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


def test_the_path_that_was_named_wins_then_the_environment_then_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there, named = (write(tmp_path / n) for n in ("cwd/profiles.json", "env.json", "named.json"))
    assert find_profiles() == here
    monkeypatch.setenv("WPF_AGENT_PROFILES", str(there))
    assert find_profiles() == there
    assert find_profiles(str(named)) == named


def test_the_current_folder_is_left_out_where_it_is_foreign(tmp_path: Path) -> None:
    write(tmp_path / "cwd" / "profiles.json")
    assert find_profiles(use_current_folder=False) is None


def test_no_file_is_no_error_but_a_named_one_must_exist(tmp_path: Path) -> None:
    assert find_profiles() is None
    assert list(open_profiles(None, desktop_name="simulated").profiles) == ["demo"]
    with pytest.raises(ProfileNotFound, match="--profiles"):
        find_profiles(str(tmp_path / "none.json"))
    with pytest.raises(ProfileNotFound, match="WPF_AGENT_PROFILES"):
        find_profiles(environ={"WPF_AGENT_PROFILES": str(tmp_path / "none.json")})


def test_the_demo_is_always_there_and_cannot_be_taken_over(tmp_path: Path) -> None:
    path = write(tmp_path / "p.json", {"name": "App", "match": {"process": "App.exe"}})
    held = open_profiles(path, desktop_name="simulated", lang="ja")
    assert list(held.profiles) == ["demo", "App"]
    launch = held.profiles["demo"].launch
    assert launch is not None
    assert launch.args == ("--lang", "ja")
    write(path, {"name": "demo", "match": {"process": "App.exe"}})
    with pytest.raises(ProfileInvalid, match="built-in"):
        open_profiles(path, desktop_name="simulated")


def test_the_template_at_the_top_is_valid_and_names_its_schema() -> None:
    profiles = load_profiles(TEMPLATE.read_text(encoding="utf-8"), str(TEMPLATE))
    assert len(profiles) == 1
    schema = json.loads(TEMPLATE.read_text(encoding="utf-8"))["$schema"]
    assert (TEMPLATE.parent / schema).is_file()


def test_sources_count_from_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "p.json", {"name": "A", "match": {"pid": 1}, "source": ["src"], "scenarios": ["../s"]})
    profile = load_profiles(path.read_text(encoding="utf-8"), str(path))[0]
    assert profile.source == (str(tmp_path / "src"),)
    assert profile.scenarios == (str(tmp_path.parent / "s"),)


GOOD = {"name": "A", "match": {"process": "a.exe"}}


@pytest.mark.parametrize(
    ("profiles", "says", "hint"),
    [
        ([{**GOOD, "safety": {"mode": "save"}}], "profiles[0].safety.mode", "safe, extended"),
        ([{**GOOD, "safty": {}}], "profiles[0].safty", "safety"),
        ([GOOD, {**GOOD, "name": "B", "launch": {}}], "profiles[1].launch.exe", "needed"),
        ([{**GOOD, "timeouts": {"action_ms": "5"}}], "profiles[0].timeouts.action_ms", "whole number"),
        ([{"match": {"pid": 1}}], "profiles[0].name", "needed"),
        ([GOOD, GOOD], "two profiles", "Rename"),
        ([{"name": "A"}], "neither match nor launch", "process"),
        ([{"name": "A", "match": {"title_re": "("}}], "match.title_re", ""),
    ],
)
def test_a_fault_names_the_key_and_what_is_right(profiles: list[Any], says: str, hint: str) -> None:
    with pytest.raises(ProfileInvalid) as raised:
        load_profiles(json.dumps({"profiles": profiles}), "p.json")
    assert says in raised.value.message
    assert raised.value.message.startswith("p.json")
    assert hint in raised.value.hint


def test_what_is_no_json_names_the_line() -> None:
    with pytest.raises(ProfileInvalid, match=r"p\.json:2: no valid JSON"):
        load_profiles('{"profiles": [\n{"name" "x"}]}', "p.json")
    with pytest.raises(ProfileInvalid, match="version 2"):
        load_profiles('{"version": 2, "profiles": []}', "p.json")
