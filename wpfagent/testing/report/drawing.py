"""The map of an exploration as an SVG picture: states as cards with their screenshots, transitions as arrows."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

CARD_WIDTH, CARD_HEIGHT, SHOT_HEIGHT = 180, 150, 96
GAP_X, GAP_Y, MARGIN = 70, 34, 20
SHOWN = 60
"""So many states are drawn, the most visited ones."""
TITLE_LENGTH = 26


def draw_states(coverage: Mapping[str, Any], link: Callable[[str], str | None] = str) -> str:
    """Return the picture; `link` gives where a state's picture lies (as it is: relative to the session's folder).

    States stand in columns by their distance from the first one, in the order in which they were seen.
    """
    states = sorted(coverage["states"], key=lambda s: (s["number"] != 1, -s["visits"], s["number"]))[:SHOWN]
    states.sort(key=lambda s: s["number"])
    shown = {s["id"] for s in states}
    arrows: dict[tuple[str, str], int] = defaultdict(int)
    for way in coverage["transitions"]:
        if way["from"] in shown and way["to"] in shown:
            arrows[way["from"], way["to"]] += way["times"]
    places = _places(states, arrows)
    width = max((x for x, _ in places.values()), default=0) + CARD_WIDTH + MARGIN
    height = max((y for _, y in places.values()), default=0) + CARD_HEIGHT + MARGIN
    left_out = len(coverage["states"]) - len(states)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" font-family="sans-serif" font-size="11">',
        f"<title>{len(states)} states{f' ({left_out} more are not drawn)' if left_out else ''}</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#6b7c8f"/></marker></defs>',
        *(_arrow(places[a], places[b], n) for (a, b), n in sorted(arrows.items())),
        *(_card(s, places[s["id"]], link(s["picture"]) if s.get("picture") else None) for s in states),
        "</svg>",
    ]
    return "\n".join(parts)


def _places(states: list[Mapping[str, Any]], arrows: Mapping[tuple[str, str], int]) -> dict[str, tuple[int, int]]:
    following: dict[str, list[str]] = defaultdict(list)
    for one, other in sorted(arrows):
        following[one].append(other)
    columns: dict[str, int] = {}
    for state in states:
        if state["id"] in columns:
            continue
        columns[state["id"]] = 0
        queue = deque([state["id"]])
        while queue:
            here = queue.popleft()
            for other in following[here]:
                if other not in columns:
                    columns[other] = columns[here] + 1
                    queue.append(other)
    rows: dict[int, int] = defaultdict(int)
    made = {}
    for state in states:
        column = columns[state["id"]]
        made[state["id"]] = (MARGIN + column * (CARD_WIDTH + GAP_X), MARGIN + rows[column] * (CARD_HEIGHT + GAP_Y))
        rows[column] += 1
    return made


def _arrow(start: tuple[int, int], end: tuple[int, int], times: int) -> str:
    forward = end[0] > start[0]
    x1, y1 = start[0] + (CARD_WIDTH if forward else CARD_WIDTH // 2), start[1] + (CARD_HEIGHT // 2 if forward else 0)
    x2, y2 = end[0] + (0 if forward else CARD_WIDTH // 2), end[1] + (CARD_HEIGHT // 2 if forward else CARD_HEIGHT)
    middle = (x1 + x2) // 2
    path = f"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}"
    weight = min(3.0, 0.8 + 0.2 * times)
    return (f'<path d="{path}" fill="none" stroke="#6b7c8f" stroke-opacity=".5" stroke-width="{weight:.1f}" '
            f'marker-end="url(#tip)"><title>{times} times</title></path>')  # fmt: skip


def _card(state: Mapping[str, Any], place: tuple[int, int], picture: str | None) -> str:
    x, y = place
    title = str(state["title"])
    short = title if len(title) <= TITLE_LENGTH else title[: TITLE_LENGTH - 1] + "…"
    shot = (
        f'<image href="{escape(picture)}" x="{x + 4}" y="{y + 4}" width="{CARD_WIDTH - 8}" '
        f'height="{SHOT_HEIGHT}" preserveAspectRatio="xMidYMin slice"/>'
        if picture
        else f'<rect x="{x + 4}" y="{y + 4}" width="{CARD_WIDTH - 8}" height="{SHOT_HEIGHT}" fill="#e8edf2"/>'
    )
    full = state["tried"] >= state["actions"]
    edge = "#2e7d4f" if full else "#b7c3cf"
    return (
        f'<g><rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" fill="#fff" stroke="{edge}"/>'
        f"{shot}"
        f'<text x="{x + 8}" y="{y + SHOT_HEIGHT + 20}" font-weight="600">{state["number"]} {escape(short)}</text>'
        f'<text x="{x + 8}" y="{y + SHOT_HEIGHT + 37}" fill="#5a6b7c">{state["tried"]} of {state["actions"]} tried, '
        f"{state['visits']} visits</text><title>{escape(title)} ({escape(state['id'])})</title></g>"
    )
