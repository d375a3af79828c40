"""Exploration files: what is read, and what is wrong with line, reason and the nearest names."""

from __future__ import annotations

from pathlib import Path

import pytest

from wpfagent.core.errors import FileInvalid
from wpfagent.runs.explore.load import load_exploration

FULL = """\
target: {profile: MyApp}
seed: 12345
max_steps: 300
strategy: weighted
action_space:
  - {action: type_text, weight: 2.5, texts: [number, japanese], values: [至急]}
  - {action: click, name_re: Report, when: {selector: {automation_id: Grid}, exists: true}}
  - {control_type: HeaderItem, weight: 0}
invariants:
  - {when: {window_exists: Orders}, then: {selector: {automation_id: Grid}, exists: true}}
safety: {allow_destructive: false, input: never, destructive_patterns: ["(?i)zap"]}
oracles: {error_text: warn}
at_end:
  - {action: menu, args: {path: [File, Exit]}, confirm: true}
"""


def load(folder: Path, text: str) -> object:
    path = folder / "explore.yaml"
    path.write_text(text, encoding="utf-8")
    return load_exploration(str(path))


def test_a_full_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "explore.yaml"
    path.write_text(FULL, encoding="utf-8")
    made = load_exploration(str(path))
    assert made.target is not None
    assert made.target.profile == "MyApp"
    assert (made.seed, made.max_steps, made.strategy) == (12345, 300, "weighted")
    assert made.action_space[0].texts == ("number", "japanese")
    assert made.action_space[1].when is not None
    assert made.action_space[2].weight == 0
    assert len(made.invariants[0].then) == 1
    assert made.safety.input == "never"
    assert made.at_end[0].confirm
    assert made.path == str(path)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("max_stpes: 3\n", 1, "max_steps"),
        ("seed: 1\nstrategy: greedy\n", 2, "novelty"),
        ("max_steps: 0\n", 1, "1 or more"),
        ("action_space:\n  - {action: clik}\n", 2, "click"),
        ("action_space:\n  - {control_type: Buton}\n", 2, "Button"),
        ("action_space:\n  - weight: -1\n", 2, "0 or more"),
        ("action_space:\n  - texts: [japanse]\n", 2, "japanese"),
        ("action_space:\n  - {name_re: '('}\n", 2, "no regular expression"),
        ("oracles: {slow: off, eror_text: off}\n", 1, "oracle"),
        ("at_end:\n  - {action: menu, args: {pth: [File]}}\n", 2, "path"),
        ("safety: {input: sometimes}\n", 1, "never"),
        ("- 1\n", 1, "mapping"),
    ],
)
def test_a_fault_names_file_line_and_what_is_right(tmp_path: Path, text: str, line: int, said: str) -> None:
    with pytest.raises(FileInvalid) as raised:
        load(tmp_path, text)
    assert f"explore.yaml:{line}" in raised.value.message
    assert said in str(raised.value)
