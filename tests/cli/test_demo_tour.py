"""The tour of `wpf-agent demo` on the simulated desktop: what it shows, what it leaves, what it is worth."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wpfagent import demo
from wpfagent.core.errors import Unsupported
from wpfagent.entries.cli import touring
from wpfagent.entries.cli.output import Output
from wpfagent.entries.cli.touring import TEXTS, has_viewer, may_open
from wpfagent.gate.schema import validate_actions
from wpfagent.runs.explore.load import load_exploration

SHORT = "target: {profile: demo, mode: launch}\nmax_steps: 2\naction_space: [{control_type: Edit, weight: 0}]\n"
"""An exploration that ends before it can find anything."""


@pytest.fixture
def nothing_to_find(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = cli.folder / "short.yaml"
    path.write_text(SHORT, encoding="utf-8")
    monkeypatch.setattr(touring, "EXPLORATION", path)


def test_the_tour_ends_with_a_bug_its_shortest_way_its_ticket_and_its_report(cli: Any) -> None:
    toured = cli("demo", "--no-open")
    assert toured.code == 0, toured.out + toured.err
    assert "2 of 2 scenarios passed." in toured.out
    assert re.search(r"Reproduces 5/5, minimised from \d+ to [1-4] steps? in \d+ trials", toured.out)
    named = dict(re.findall(r"^  the (report|ticket|replay file|exploration) +(\S+)$", toured.out, re.MULTILINE))
    assert set(named) == {"report", "ticket", "replay file", "exploration"}
    for path in named.values():
        assert Path(path).is_file(), path
    assert "unhandled" in Path(named["ticket"]).read_text(encoding="utf-8")
    assert "<html" in Path(named["report"]).read_text(encoding="utf-8")
    assert "<svg" in Path(named["exploration"]).read_text(encoding="utf-8")
    actions = json.loads(Path(named["replay file"]).read_text(encoding="utf-8"))["actions"]
    _, calls = validate_actions([{k: a[k] for k in ("tool", "args")} for a in actions])
    assert 1 <= len(calls) <= 4
    again = re.search(r"see it fail again +(.+)", toured.out)
    assert again is not None
    shown = pasted(again[1], cli.folder)
    assert shown.returncode == 1, f"the named command shows the failure: {shown}"


def pasted(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line as a shell does."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    words = command.removeprefix("& ").replace("'", '"') if sys.platform == "win32" else command
    return subprocess.run(words, shell=True, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_its_scenarios_lie_among_the_records_and_run_again(cli: Any) -> None:
    toured = cli("demo", "--no-open")
    own = re.findall(r"to copy, for your own +(.+)$", toured.out, re.MULTILINE)
    assert [Path(path).name for path in own] == ["a-settings.yaml", "b-order-dialog.yaml", "exploration.yaml"]
    for path in own:
        assert Path(path).is_relative_to(cli.folder / "artifacts")
    assert not [path for path in (*demo.SCENARIOS, demo.EXPLORATION) if str(path) in toured.out], "gone after the exe"
    again = re.search(r"run a scenario again +(.+)", toured.out)
    assert again is not None
    assert pasted(again[1], cli.folder).returncode == 0
    assert cli("scenario", "lint", *own[:2]).code == 0, "their XAML lies beside them"


def test_the_tour_is_told_as_json_to_programs(cli: Any) -> None:
    toured = cli("demo", "--json")
    made = toured.json
    assert [s["outcome"] for s in made["scenarios"]] == ["passed", "passed"]
    assert made["exploration"]["ended"] == "failures"
    assert made["minimised"]["reproduced"] == made["minimised"]["attempts"] == 5
    assert Path(made["report"]).is_file()
    assert toured.code == 0


def test_the_tour_is_told_in_japanese(cli: Any) -> None:
    toured = cli("demo", "--lang", "ja", "--no-open")
    assert toured.code == 0, toured.out + toured.err
    assert "ツアーのまとめ" in toured.out
    assert "シナリオ 2 件中 2 件が合格" in toured.out
    english = [text for text in TEXTS.values() if "{" not in text and text in toured.out]
    assert not english


def test_a_second_tour_tries_the_known_ticket_again(cli: Any) -> None:
    assert cli("demo").code == 0
    toured = cli("demo")
    assert toured.code == 0, toured.out
    assert "seen 2 times" in toured.out
    assert "Reproduces 5/5" in toured.out
    assert len(list((cli.folder / "artifacts" / "tickets").glob("*/TICKET-*"))) == 1


@pytest.mark.usefixtures("nothing_to_find")
def test_a_tour_that_finds_nothing_has_failed_and_says_what_to_do(cli: Any) -> None:
    toured = cli("demo")
    assert toured.code == 1
    assert "Nothing was found in 2 steps" in toured.out
    assert "--seed" in toured.out
    assert str(cli.folder / "artifacts" / "sessions") in toured.out


def test_an_interrupted_tour_says_so_and_keeps_what_was_done(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_args: Any, **_keys: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wpfagent.entries.cli.exploring.Counters.stepped", interrupted)
    toured = cli("demo")
    assert toured.code == 130
    assert TEXTS["interrupted"] in toured.out
    assert "2 of 2 written scenarios passed" in toured.out


def test_a_seed_is_a_number(cli: Any) -> None:
    assert cli("demo", "--seed", "x").code == 2
    assert not (cli.folder / "artifacts").exists()


# -- opening the report -----------------------------------------------------------------------------------------------


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A person at a desktop; returns what is opened for them."""
    opened: list[Path] = []
    monkeypatch.setattr(touring, "open_file", opened.append)
    monkeypatch.setattr(touring, "has_viewer", lambda: True)
    monkeypatch.setattr(Output, "is_terminal", property(lambda self: True))
    return opened


def test_the_report_is_opened_where_somebody_sees_it(cli: Any, watched: list[Path]) -> None:
    toured = cli("demo")
    assert [p.name for p in watched] == ["report.html"]
    assert TEXTS["opened"] in toured.out


@pytest.mark.usefixtures("watched")
def test_the_report_is_only_named_where_nobody_wants_or_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert may_open(Output(), wanted=True)
    assert not may_open(Output(), wanted=False)
    assert not may_open(Output(json=True), wanted=True)
    monkeypatch.setattr(Output, "is_terminal", property(lambda self: False))
    assert not may_open(Output(), wanted=True)


def test_a_report_that_cannot_be_opened_is_named(
    cli: Any, watched: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(path: Path) -> None:
        raise Unsupported("There is no program here that opens files (xdg-open).", hint=f"Open it yourself: {path}")

    monkeypatch.setattr(touring, "open_file", fails)
    toured = cli("demo")
    assert toured.code == 0
    assert "Open it yourself" in toured.out
    assert TEXTS["opened"] not in toured.out


@pytest.mark.parametrize(
    ("environ", "platform", "seen"),
    [
        ({}, "win32", True),
        ({}, "darwin", True),
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"CI": "true"}, "win32", False),
        ({"CI": "1", "DISPLAY": ":0"}, "linux", False),
    ],
)
def test_somebody_sees_it_at_a_desktop_that_is_no_build_machine(
    environ: dict[str, str], platform: str, seen: bool
) -> None:
    assert has_viewer(environ, platform) is seen


# -- any seed ---------------------------------------------------------------------------------------------------------


def test_the_exploration_of_the_tour_names_no_way_to_a_bug() -> None:
    rules = load_exploration(str(touring.EXPLORATION)).action_space
    assert not any(rule.values or rule.texts for rule in rules)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(1, 9), 123, 31_337])
def test_another_seed_finds_a_planted_bug_too(cli: Any, seed: int) -> None:
    made = cli("demo", "--seed", str(seed), "--json").json
    assert made["exploration"]["found"], made["exploration"]
    assert made["minimised"]["reproduced"] == 5
    assert made["minimised"]["to"] <= 4
    assert any(name in made["ticket"]["title"] for name in ("CardButton", "SearchBox"))
