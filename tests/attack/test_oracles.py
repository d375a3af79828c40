"""An oracle of somebody else's that fails, or finds nonsense, costs no act, no record and no run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from wpfagent.testing.oracles import judging

CODE = '''
from wpfagent.testing.oracles.base import Finding, NoMemory, NoSettings, Oracle

class Own(Oracle[NoSettings, NoMemory]):
    """One of somebody else's."""
    {}
'''
CHECK = "def check(self, observation): {}"
OWN = {
    "raises": CHECK.format("raise ValueError('boom')"),
    "ends the process": CHECK.format("raise SystemExit(3)"),
    "cannot be made": "def __init__(self, *a, **more): raise RuntimeError('boom')",
    "finds a number": CHECK.format("return 42"),
    "finds a megabyte": CHECK.format("return Finding('own', 'x' * 10**6, 'y' * 10**6, 'z', 'k')"),
    "finds half a character": CHECK.format("return Finding('own', 'a\\ud83d', 'b', 'c', 'k')"),
    "hangs": CHECK.format("__import__('time').sleep(60)"),
    "changes its memory": CHECK.format("self.memory = self.settings = 5"),
}


@pytest.mark.parametrize("entry", ["run", "scenario", "replay", "exploration"])
@pytest.mark.parametrize("what", OWN)
def test_an_oracle_that_fails_stops_nothing(
    program: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, entry: str
) -> None:
    module = f"own_{what.replace(' ', '_')}"
    monkeypatch.setattr(judging, "OWN_S", 0.3)
    (tmp_path / f"{module}.py").write_text(CODE.format(OWN[what]), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    made = program('<Button x:Name="B" Content="Go" Click="on_used"/>', profile={"oracles": {f"{module}:Own": "on"}})
    outcome = perform(entry, made, [Ask("click", {"automation_id": "B"}), Ask("list_windows")])
    assert "used" in outcome.fired
    assert "unexpected" not in outcome.said, outcome.said
    assert len(outcome.said) < 50_000
    assert list(made.artifacts.rglob("session.json"))
    if what in ("raises", "finds a number", "hangs") and entry in ("run", "replay"):
        assert "The oracle own failed" in outcome.said, outcome.said
