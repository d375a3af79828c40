"""Each planted bug, on its shortest way: the oracle that its entry names sees it, and the ticket names the cause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.simulated.minimize.noisy_runs import WAYS, Finder, Way


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.bug.id)
def test_the_shortest_way_leaves_a_ticket_that_names_the_cause(tmp_path: Path, way: Way) -> None:
    finder = Finder(tmp_path)
    steps = [*way.steps]
    if way.check:
        steps[-1] = {**steps[-1], "expected": dict(way.check)}
    entry = finder.run(way, steps)
    assert entry is not None
    assert entry.oracle == ("expectation_not_met" if way.check else way.bug.oracle)
    hypotheses = json.loads((entry.folder / "ticket.json").read_text(encoding="utf-8"))["hypotheses"]
    assert any(way.bug.hypothesis in h["text"] for h in hypotheses), [h["text"] for h in hypotheses]
