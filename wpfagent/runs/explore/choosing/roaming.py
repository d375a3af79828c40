"""Where one goes: to all pages first, later where least was done.

Else the page with the most to combine gets nearly all of the steps.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random

from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.values.arguments import Choice

ROAMING_CHANCE, MOST_OFTEN = 0.08, 0.3
"""How often another page is gone to on which so much less was done, and how often at most: the less, the oftener."""
MUCH = 2.0
"""So much less, by what can be done there, is worth the way."""
AGAIN_AFTER, LONG_AGO = 40, 0.5
"""A page that was not shown for so many looks is looked at again, and how often it comes before the others.

What was done elsewhere may show there.
"""


def survey(situation: Situation) -> Choice | None:
    """Return a page never opened, beside others that showed something new: all are known before one is used."""
    if situation.asks:
        return None
    unseen = [c for c in situation.never_done if situation.graph.listed.leads_on(c.key)]
    return situation.draw(unseen, [c.weight for c in unseen]) if unseen else None


def way_to_the_least_done(state: str, graph: Graph, dice: Random) -> list[str]:
    """Return a known way to a page, window or dialog on which much less was done than here; mostly [].

    Or to the page that was not shown for longest.
    """
    share = _done(graph)
    here = share[graph.states[state].page]
    main = {s.page for s in graph.states.values() if not s.above}
    least = min((share[page] for page in main), default=here)
    chance = min(MOST_OFTEN, ROAMING_CHANCE * here / (MUCH * least)) if least else MOST_OFTEN
    if dice.random() >= max(ROAMING_CHANCE, chance):
        return []
    wanted = sorted((page for page in share if share[page] * MUCH < here), key=lambda p: (p not in main, share[p], p))
    long_ago = sorted((page for page in main if graph.looks - graph.shown_at.get(page, graph.looks) >= AGAIN_AFTER),
                      key=lambda page: (graph.shown_at[page], page))  # fmt: skip
    for page in [*long_ago, *wanted] if long_ago and dice.random() < LONG_AGO else [*wanted, *long_ago]:
        way = graph.ways.way(state, lambda s, page=page: s.page == page)  # type: ignore[misc]
        if way:
            return way
    return []


def _done(graph: Graph) -> dict[str, float]:
    """How often each thing was done that can be done on a page; what shows on many pages counts the less for each.

    A window that lies over a page offers what is on that page, too.
    """
    offered: defaultdict[str, set[str]] = defaultdict(set)
    for state in graph.states.values():
        offered[state.page].update(state.offered)
    own = {page: sum(map(graph.locality, keys)) for page, keys in offered.items()}
    return {page: sum(graph.tried[k] * graph.locality(k) for k in sorted(keys)) / max(1.0, own[page])
            for page, keys in offered.items()}  # fmt: skip
