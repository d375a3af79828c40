"""Going where least was done: else the page with the most to combine gets nearly all of the steps."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from wpfagent.runs.explore.graph import Graph

ROAMING_CHANCE, MOST_OFTEN = 0.08, 0.3
"""How often another page is gone to on which so much less was done, and how often at most: the less, the oftener."""
MUCH = 2.0
"""So much less, by what can be done there, is worth the way."""


def way_to_the_least_done(state: str, graph: Graph, dice: Random) -> list[str]:
    """Return a known way to a page, window or dialog on which much less was done than here; mostly []."""
    share = _done(graph)
    here = share[graph.states[state].page]
    main = {s.page for s in graph.states.values() if not s.above}
    least = min((share[page] for page in main), default=here)
    chance = min(MOST_OFTEN, ROAMING_CHANCE * here / (MUCH * least)) if least else MOST_OFTEN
    if dice.random() >= max(ROAMING_CHANCE, chance):
        return []
    wanted = sorted((page for page in share if share[page] * MUCH < here), key=lambda p: (p not in main, share[p], p))
    for page in wanted:
        way = graph.ways.way(state, lambda s, page=page: s.page == page)  # type: ignore[misc]
        if way:
            return way
    return []


def _done(graph: Graph) -> dict[str, float]:
    """How often something was done on each page, for each thing that can be done there."""
    actions: defaultdict[str, int] = defaultdict(int)
    offered: defaultdict[str, set[str]] = defaultdict(set)
    for state in graph.states.values():
        actions[state.page] += state.tried.total()
        offered[state.page].update(state.offered)
    return {page: actions[page] / max(1, len(offered[page])) for page in offered}
