"""`wpf-agent random run`: seeds, budgets, reports, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wpfagent.demo.planted import PLANTED
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.entries.cli import main
from wpfagent.testing.record.read import list_sessions


def call(folder: Path, *words: str) -> int:
    return main(["random", "run", *words, "--artifacts", str(folder)], desktop=SimulatedDesktop())


def test_a_run_is_recorded_with_its_seed_and_its_coverage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = call(tmp_path, "--profile", "demo", "--seed", "5", "--max-steps", "20", "--no-pictures")
    said = capsys.readouterr().out
    assert code == 0
    assert "seed 5, novelty: 0 failures in 20 steps" in said
    session = list_sessions(tmp_path)[0]
    folder = tmp_path / "sessions" / session.folder.name
    facts = json.loads((folder / "session.json").read_text(encoding="utf-8"))
    assert (facts["caller"], facts["seed"], facts["outcome"]) == ("random", 5, "passed")
    covered = json.loads((folder / "coverage.json").read_text(encoding="utf-8"))
    assert covered["states"]
    assert (folder / "coverage.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_find_is_minimised_and_reported_and_the_exit_code_is_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "found.json"
    code = call(tmp_path, "--profile", "demo", "--seed", "8", "--max-steps", "400", "--max-failures", "1",
                "--no-pictures", "--report", str(report))  # fmt: skip
    assert code == 1
    assert "minimised from" in capsys.readouterr().out
    finding = json.loads(report.read_text(encoding="utf-8"))["findings"][0]
    assert finding["minimised"]
    shortest = max(len(bug.steps) for bug in PLANTED if bug.oracle == finding["oracle"])
    assert 0 < len(finding["steps"]) <= 1.3 * shortest
    assert finding["replay"]["successes"] == finding["replay"]["attempts"] > 0
    assert {"action", "control"} <= set(finding["steps"][0])


def test_minimising_ends_when_the_time_for_it_is_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = call(tmp_path, "--profile", "demo", "--seed", "2", "--max-steps", "400", "--max-failures", "1",
                "--no-pictures", "--minimize-time", "0.01")  # fmt: skip
    assert code == 1
    assert "ended early" in capsys.readouterr().out


def test_what_was_found_is_reported_before_it_is_minimised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object, **__: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("wpfagent.entries.cli.exploring.minimize_tickets", killed)
    report = tmp_path / "found.json"
    code = call(tmp_path, "--profile", "demo", "--seed", "2", "--max-steps", "400", "--max-failures", "1",
                "--no-pictures", "--report", str(report))  # fmt: skip
    assert code == 130
    capsys.readouterr()
    (finding,) = json.loads(report.read_text(encoding="utf-8"))["findings"]
    assert finding["minimised"] is False


def test_the_same_seed_makes_the_same_choices_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = []
    for name in ("first", "second"):
        call(tmp_path / name, "--profile", "demo", "--seed", "11", "--max-steps", "60", "--no-pictures",
             "--no-minimize")  # fmt: skip
        session = list_sessions(tmp_path / name)[0]
        lines = (session.folder / "steps.jsonl").read_text(encoding="utf-8").splitlines()
        steps = [json.loads(line) for line in lines]
        chosen = [{k: s[k] for k in ("state", "choice", "kind", "args", "effect") if k in s} for s in steps]
        made.append(json.dumps(chosen, ensure_ascii=False).encode())
    capsys.readouterr()
    assert made[0] == made[1]
    assert made[0].count(b'"choice"') == 60


def test_a_time_budget_ends_a_run_before_its_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call(tmp_path, "--profile", "demo", "--seed", "1", "--max-steps", "2000", "--max-time", "0.5", "--no-pictures",
         "--no-minimize", "--json")  # fmt: skip
    result = json.loads(capsys.readouterr().out)["results"][0]
    assert result["ended"] == "time"
    assert result["steps"] < 2000


def test_several_seeds_make_a_session_each_and_json_lists_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call(tmp_path, "--profile", "demo", "--seeds", "1-2", "--max-steps", "4", "--no-pictures", "--json")
    made = json.loads(capsys.readouterr().out)
    assert [r["seed"] for r in made["results"]] == [1, 2]
    assert len(list_sessions(tmp_path)) == 2


def test_a_file_is_read_and_options_count_before_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "explore.yaml"
    path.write_text("target: {profile: demo}\nseed: 9\nmax_steps: 50\nstrategy: uniform\n", encoding="utf-8")
    assert call(tmp_path, "--file", str(path), "--max-steps", "3", "--no-pictures") == 0
    assert "seed 9, uniform: 0 failures in 3 steps" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--profile", "demo", "--strategy", "greedy"),
        ("--profile", "demo", "--max-steps", "0"),
        ("--profile", "demo", "--seeds", "5-1"),
        ("--profile", "demo", "--seed", "1", "--seeds", "1-2"),
        ("--profile", "demo", "--file", "nowhere.yaml"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_starts(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert call(tmp_path, *words) == 2
    assert not (tmp_path / "sessions").exists()
