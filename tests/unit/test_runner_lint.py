"""Selectors against XAML: ok, wrong with the nearest, unknown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wpfagent.demo import APPLICATION, SCENARIOS
from wpfagent.desktops.simulated.xaml import parse_xaml
from wpfagent.errors import FileInvalid
from wpfagent.runner.lint import find_xaml, judge_selector, lint_scenario
from wpfagent.runner.load import load_scenarios
from wpfagent.selector import Selector

FORM = Path(__file__).parents[1] / "simulated" / "scenarios" / "form.xaml"
ELEMENTS = parse_xaml(FORM).elements
PLAIN = tuple(e for e in ELEMENTS if not (e.bound and e.control_type == "Button"))
"""Without the button whose caption is bound."""


@pytest.mark.parametrize(
    ("selector", "verdict", "near"),
    [
        ({"automation_id": "SaveButton"}, "ok", ""),
        ({"automation_id": "SaveButton", "control_type": "Edit"}, "wrong", "Button"),
        ({"automation_id": "SavButton"}, "wrong", "SaveButton"),
        ({"automation_id": "SavButton", "name": "Save"}, "ok", ""),
        ({"name": "Save", "control_type": "Button"}, "ok", ""),
        ({"name": "Sve", "control_type": "Button"}, "wrong", ""),
        ({"name_re": "^Sa"}, "ok", ""),
        ({"name_re": "^Zz", "control_type": "Button"}, "wrong", ""),
        ({"label": "Name"}, "ok", ""),
        ({"automation_id": "ItemCheck"}, "unknown", ""),
        ({"name": "Anything", "control_type": "ListItem"}, "unknown", ""),
        ({"name": "OK", "control_type": "Button"}, "unknown", ""),
        ({"automation_id": "1148"}, "unknown", ""),
        ({"automation_id": "Items", "row": 3}, "unknown", ""),
        ({"automation_id": "Itms", "row": 3}, "wrong", "Items"),
        ({"automation_id": "SaveButton", "within": {"automation_id": "FormWindw"}}, "wrong", "FormWindow"),
        ({"bounding_rect": [1, 2, 3, 4]}, "unknown", ""),
    ],
)
def test_the_verdict_on_a_selector(selector: dict[str, Any], verdict: str, near: str) -> None:
    found, reason, nearest = judge_selector(Selector.parse(selector), PLAIN)
    assert found == verdict, reason
    if near:
        assert near in nearest


def test_a_name_may_come_from_a_binding() -> None:
    assert judge_selector(Selector(name="Whatever", control_type="Button"), ELEMENTS)[0] == "unknown"
    assert judge_selector(Selector(name="Whatever", control_type="Button"), PLAIN)[0] == "wrong"


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.stem)
def test_nothing_is_wrong_in_the_demos_scenarios(path: Path) -> None:
    report = lint_scenario(load_scenarios(str(path))[0])
    assert str(APPLICATION) in report.sources
    assert [f for f in report.findings if f.verdict == "wrong"] == []
    assert report.counts["ok"] >= 8
    assert report.exit_code == 0


def test_folders_are_read_without_what_a_build_left(tmp_path: Path) -> None:
    for name in ("a.xaml", "bin/b.xaml", "obj/c.xaml", "sub/d.xaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("<Window/>", encoding="utf-8")
    assert [p.name for p in find_xaml([str(tmp_path)])] == ["a.xaml", "d.xaml"]
    with pytest.raises(FileInvalid, match="no source"):
        find_xaml([str(tmp_path / "none")])
