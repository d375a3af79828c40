"""What a run consists of: scenarios by their rows, explorations by their seeds, each with every profile."""

from __future__ import annotations

from pathlib import Path

import pytest

from wpfagent.core.errors import InvalidArgument
from wpfagent.profiles.store import open_profiles
from wpfagent.runs.fleet.facts import Likeness, own_likenesses
from wpfagent.runs.fleet.planning import Wanted, plan, profiles_of
from wpfagent.testing.oracles.judging import check_profile

SCENARIO = "id: s\nprofile: own\ndata: [{a: 1}, {a: 2}]\nsteps:\n  - {action: click, selector: {name: x}}\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "s.scenario.yaml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "e.exploration.yaml").write_text("target: {profile: own}\nseed: 7\n", encoding="utf-8")
    return [str(tmp_path / "s.scenario.yaml"), str(tmp_path / "e.exploration.yaml")]


def test_scenarios_by_rows_and_explorations_by_seeds_with_each_profile(files: list[str]) -> None:
    planned = plan("run", Wanted(files, profiles=("A", "B"), seeds=(3, 4, 5)))
    told = [(p.order.profile, p.order.kind, p.order.row if p.order.seed is None else p.order.seed) for p in planned]
    of_each = [("scenario", 0), ("scenario", 1), ("exploration", 3), ("exploration", 4), ("exploration", 5)]
    assert told == [(profile, *what) for profile in ("A", "B") for what in of_each]
    assert len({p.order.work for p in planned}) == 10
    assert [p.order.work for p in planned] == sorted(p.order.work for p in planned)
    assert profiles_of(planned) == ["A", "B"]


def test_without_profiles_and_seeds_the_files_say_which(files: list[str]) -> None:
    planned = plan("run", Wanted(files))
    assert [(p.order.profile, p.order.seed) for p in planned] == [("own", None), ("own", None), ("own", 7)]


def test_seeds_alone_explore_a_profile_and_nothing_at_all_is_an_error() -> None:
    assert [p.order.seed for p in plan("run", Wanted(profiles=("A",), seeds=(1, 2)))] == [1, 2]
    with pytest.raises(InvalidArgument, match="Nothing is to be done"):
        plan("run", Wanted())


def test_of_the_demo_nothing_but_the_products_version_is_compared() -> None:
    for desktop in ("simulated", "uia"):
        known = open_profiles(None, desktop_name=desktop, check=check_profile).profiles
        assert own_likenesses(known, ["demo"]) == {"demo": Likeness()}
