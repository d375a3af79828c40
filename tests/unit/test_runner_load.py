"""Every fault of a file is found, each at its line; variables in their texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from wpfagent.core.errors import FileInvalid
from wpfagent.runs.load import load_scenarios, read_scenarios
from wpfagent.testing.scenarios.variables import references

HEAD = "id: t\ntarget_spec: {exe: a.exe}\n"


def faults_of(folder: Path, text: str) -> list[str]:
    """The faults as `line: what`."""
    path = folder / "s.yaml"
    path.write_text(text, encoding="utf-8")
    _, faults = read_scenarios(str(path))
    return [f.message.removeprefix(f"{path}:") for f in faults]


def test_all_faults_of_a_file_are_found_in_the_order_of_their_lines(tmp_path: Path) -> None:
    found = faults_of(
        tmp_path,
        "id: t\ntarget_spec: {exe: a.exe}\non_failur: stop\nsteps:\n  - action: clik\n"
        "  - action: click\n    selector: {nme: 3}\n"
        "  - action: toggle\n    selector: {automation_id: '${nope}'}\n    tiemout_ms: 3\n"
        "teardown:\n  - {include: none.yaml}\n"
        "success: [{selector: {automation_id: X}, text_equal: y}]\n",
    )
    assert [f.split(":")[0] for f in found] == ["3", "5", "7", "9", "10", "12", "13"]
    for number, said in enumerate(("on_failur", "clik", "nme", "${nope}", "tiemout_ms", "none.yaml", "text_equal")):
        assert said in found[number]


def test_a_misspelt_key_is_one_fault_not_also_a_missing_one(tmp_path: Path) -> None:
    assert len(faults_of(tmp_path, HEAD + "steps:\n  - {acton: click, selector: {name: x}}\n")) == 1
    assert len(faults_of(tmp_path, HEAD + "steps:\n  - {action: click, selectr: {name: x}}\n")) == 1


def test_a_fault_that_every_data_row_has_is_named_once(tmp_path: Path) -> None:
    steps = "steps:\n  - {action: clik}\n"
    assert len(faults_of(tmp_path, HEAD + "data: [{a: 1}, {a: 2}]\n" + steps)) == 1


def test_faults_of_an_included_file_come_last_and_name_that_file(tmp_path: Path) -> None:
    (tmp_path / "inner.yaml").write_text("- {action: clik}\n", encoding="utf-8")
    found = faults_of(tmp_path, HEAD + "setup: [{include: inner.yaml}]\nsteps: [{action: klick}]\n")
    assert found[0].startswith("4: ")
    assert "inner.yaml:1: " in found[1]


def test_loading_raises_the_first_fault_and_says_how_many_more_there_are(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(HEAD + "steps:\n  - {action: clik}\n  - {action: clack}\n", encoding="utf-8")
    with pytest.raises(FileInvalid, match=r"s\.yaml:4: .*clik") as raised:
        load_scenarios(str(path))
    assert "1 more" in raised.value.hint


def test_a_file_that_is_not_there_is_one_fault(tmp_path: Path) -> None:
    scenarios, faults = read_scenarios(str(tmp_path / "none.yaml"))
    assert scenarios == ()
    assert len(faults) == 1


@pytest.mark.parametrize(
    "value", ["7", "{baseline: a.png, tolerance: 2}", "{baseline: a.png, ignore: [[1, 2, 3]]}", "{tolerance: 0.1}",
              "{baseline: a.png, tolerence: 0.1}", "{baseline: a.png, channel_tolerance: -1}"]
)  # fmt: skip
def test_a_comparison_of_pictures_is_checked_when_the_file_is_read(tmp_path: Path, value: str) -> None:
    step = f"steps:\n  - action: click\n    selector: {{name: x}}\n    expected: {{screenshot_diff: {value}}}\n"
    assert len(faults_of(tmp_path, HEAD + step)) == 1


def test_meta_keys_and_defaults_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    meta = "title: T\ntags: [a, b]\nowner: qa\ncreated_at: 2026-11-20\nretries: 2\non_failure: continue\n"
    path.write_text(HEAD + meta + "steps: [{action: click, selector: {name: x}, note: why}]\n", encoding="utf-8")
    made = load_scenarios(str(path))[0]
    assert (made.title, made.tags, made.owner, made.created_at) == ("T", ("a", "b"), "qa", "2026-11-20")
    assert (made.retries, made.on_failure, made.steps[0].note, made.steps[0].confirm) == (2, "continue", "why", False)


def test_references_are_found_at_any_depth_without_literals_and_secrets() -> None:
    data = {"a": ["${x} and ${y}", {"b": "$${no} ${secret:PIN}"}], "c": 3}
    assert list(references(data)) == ["x", "y"]
