"""An oracle of somebody else judges a program: installed by a package, named in a file, or given to a judge."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wpfagent.core.errors import InvalidArgument
from wpfagent.testing.oracles.judging import Judge
from wpfagent.testing.oracles.rules import rule_of, rules_of
from wpfagent.testing.tickets.store import TicketStore

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "oracles.md"
FORM = Path(__file__).parent / "scenarios" / "form.xaml"
SCENARIO = """id: shout
target_spec: {{exe: "{exe}"}}
{oracles}
steps:
  - {{action: type_text, selector: {{automation_id: NameBox}}, args: {{text: HELLO}}}}
  - {{action: type_text, selector: {{automation_id: NameBox}}, args: {{text: WORLD}}}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the module that the documentation shows."""
    (code,) = re.findall(r"```python\n# shouting\.py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "shouting.py").write_text(code, encoding="utf-8")
    return tmp_path


def run(folder: Path, oracles: str = "") -> tuple[int, list[str]]:
    """Run the scenario in a process of its own; return its exit code and the oracles of its tickets."""
    scenario = folder / "shout.yaml"
    scenario.write_text(SCENARIO.format(exe=FORM.as_posix(), oracles=oracles), encoding="utf-8")
    line = ["scenario", "run", str(scenario), "--artifacts", str(folder / "made"), "--desktop", "simulated"]
    paths = os.pathsep.join([str(folder), str(ROOT)])
    ran = subprocess.run(
        [sys.executable, "-m", "wpfagent", *line], cwd=folder, env={**os.environ, "PYTHONPATH": paths},
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    return ran.returncode, [e.oracle for e in TicketStore(folder / "made").entries()]


def test_one_that_a_scenario_names_makes_a_ticket_with_its_own_cause(folder: Path) -> None:
    assert run(folder) == (0, [])
    assert run(folder, 'oracles: {"shouting:Shouting": {times: 2}}') == (1, ["shouting"])
    (entry,) = TicketStore(folder / "made").entries()
    ticket = json.loads((entry.folder / "ticket.json").read_text(encoding="utf-8"))
    assert ticket["title"] == "NameBox shouts"
    assert [h["text"] for h in ticket["hypotheses"]] == ["A style may turn what is typed in NameBox into capitals."]


def test_its_settings_and_level_are_those_of_the_file(folder: Path) -> None:
    assert run(folder, 'oracles: {"shouting:Shouting": {times: 3}}') == (0, [])
    assert run(folder, 'oracles: {"shouting:Shouting": {times: 2, level: warn}}') == (0, [])


def test_one_that_an_installed_package_brings_is_on_by_itself_and_configured_by_its_name(folder: Path) -> None:
    about = folder / "shouting-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[wpfagent.oracles]\nshouting = shouting:Shouting\n", encoding="utf-8")
    assert run(folder, "oracles: {shouting: off}") == (0, [])
    assert run(folder, "oracles: {shouting: {times: 2}}") == (1, ["shouting"])


def test_one_that_is_given_to_a_judge_watches_with_its_own_settings(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(folder)
    import shouting  # type: ignore[import-not-found]

    judge = Judge()
    judge.add(shouting.Shouting(shouting.ShoutingSettings(times=5)))
    judge.add(shouting.Shouting)
    own = [r for r in judge.rules if r.oracle.name == "shouting"]
    assert [r.settings.times for r in own] == [3], "one of a class: the last that was given"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_module:Oracle", "cannot be loaded"),
        ("json:NoSuchClass", "cannot be loaded"),
        ("json:JSONDecoder", "is no oracle"),
        ("json:", "cannot be loaded"),
        ("shouting", "Unknown oracle"),
    ],
)
def test_what_is_no_oracle_is_refused_with_the_place_in_the_file(name: str, said: str) -> None:
    with pytest.raises(InvalidArgument, match=said) as caught:
        rules_of({name: "on"})
    assert caught.value.details["path"] == [name]
    assert caught.value.hint


def test_only_oracles_can_be_given_to_a_judge() -> None:
    with pytest.raises(InvalidArgument, match="is no oracle"):
        rule_of(dict)  # type: ignore[arg-type]
