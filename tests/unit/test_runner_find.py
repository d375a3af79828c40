"""Names, folders and patterns as scenario files; tags."""

from __future__ import annotations

from pathlib import Path

import pytest

from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.runs.find import find_files, with_tags
from wpfagent.runs.model import Scenario

SCENARIO = "id: t\nsteps: [{action: click}]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "a.yaml": SCENARIO,
        "sub/b.yml": SCENARIO,
        "sub/c.json": '{"id": "c", "steps": [{"action": "click"}]}',
        "sub/login.yaml": "steps: [{action: click}]\n",
        "sub/data.json": "[1, 2]",
        "sub/broken.json": "{",
        "artifacts/sessions/1/scenario.yaml": SCENARIO,
        ".hidden/d.yaml": SCENARIO,
        "notes.txt": "id: t\nsteps: []",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def names(given: list[str]) -> list[str]:
    return [Path(p).as_posix() for p in find_files(given)]


def test_a_folder_means_the_scenarios_below_it_without_fragments_and_records(folder: Path) -> None:
    assert names(["."]) == ["a.yaml", "sub/b.yml", "sub/c.json"]


def test_a_pattern_means_the_scenarios_that_fit_it(folder: Path) -> None:
    assert names(["*.yaml"]) == ["a.yaml"]
    assert names(["sub/*"]) == ["sub/b.yml", "sub/c.json"]


def test_a_named_file_is_taken_whatever_it_holds_and_each_file_once(folder: Path) -> None:
    assert names(["sub/login.yaml", "a.yaml", "*.yaml", "."])[:2] == ["sub/login.yaml", "a.yaml"]
    assert len(names(["a.yaml", "."])) == 3


def test_a_yaml_file_that_does_not_parse_is_not_passed_over(folder: Path) -> None:
    (folder / "sub" / "broken.yaml").write_text("id: [", encoding="utf-8")
    assert "sub/broken.yaml" in names(["sub"])


@pytest.mark.parametrize("given", ["none.yaml", "*.none", "empty"])
def test_what_means_no_file_is_an_error(folder: Path, given: str) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(FileInvalid, match=given.replace("*", r"\*")):
        find_files([given])


def test_tags_pick_any_and_leave_out() -> None:
    made = [Scenario("a", tags=("smoke",)), Scenario("b", tags=("smoke", "slow")), Scenario("c")]

    def ids(*tags: str) -> list[str]:
        return [s.id for s in with_tags(made, tags)]

    assert ids("smoke") == ["a", "b"]
    assert ids("smoke", "!slow") == ["a"]
    assert ids("!slow") == ["a", "c"]
    assert ids("slow", "smoke") == ["a", "b"]
    with pytest.raises(InvalidArgument) as raised:
        with_tags(made, ["smok"])
    assert "smoke" in raised.value.hint
