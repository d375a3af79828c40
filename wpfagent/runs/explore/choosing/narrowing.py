"""Fields whose text hides rows of a list: a filter that finds nothing leaves nothing to do on its page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from wpfagent.core.model import ROW_TYPES
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.values.arguments import Choice

FEW = 1
"""A list that shows no more rows than this is as good as empty: a grid may go on showing the row for a new one."""
EMPTY_CHANCE, WIDEN_CHANCE = 0.75, 0.2
"""How often a field is emptied whose text leaves next to nothing, and one whose text leaves some rows: what commands do
with an empty list, and what it finds, is to be seen as well."""


@dataclass(slots=True)
class Narrowing:
    """What hides rows, and how many were shown when it was filled in.

    Args:
        hiding: the rows of each list on the page before, by the key of what filled in the field.
    """

    hiding: dict[str, Counter[str]] = field(default_factory=dict)
    _entry: tuple[Choice, Screen] | None = None

    def chose(self, choice: Choice, screen: Screen) -> None:
        """Take note of what is done next, and of what is shown before it."""
        self._entry = (choice, screen) if choice.candidate.action == "type_text" else None

    def see(self, screen: Screen) -> None:
        """Take note of what is shown after it."""
        if self._entry is None:
            return
        (entry, before), self._entry = self._entry, None
        if screen.title != before.title:
            return
        if not entry.args.get("text"):
            self.hiding.pop(entry.key, None)
        elif _lost(rows := _rows(before), _rows(screen)):
            self.hiding.setdefault(entry.key, rows)

    def widen(self, situation: Situation) -> Choice | None:
        """Return how the rows come back: soon where a list is as good as empty, else now and then."""
        now = _rows(situation.screen) if self.hiding else Counter[str]()
        for key, before in self.hiding.items():
            candidate = situation.by_key.get(key)
            if candidate is None or not (lost := _lost(before, now)):
                continue
            is_empty = min(now[group] for group in lost) <= FEW
            if situation.dice.random() >= (EMPTY_CHANCE if is_empty else WIDEN_CHANCE):
                continue
            del self.hiding[key]
            return replace(situation.fill(candidate, remembering=True), args={"text": ""}, kind="empty")
        return None

    def start_over(self) -> None:
        """A fresh run of the application begins: its fields hold nothing yet."""
        self.hiding.clear()


def _rows(screen: Screen) -> Counter[str]:
    """Return how many rows each list shows."""
    shown = (p for p in screen.places if p.control.control_type in ROW_TYPES and p.control.visible and not p.in_row)
    return Counter(p.group for p in shown if p.group)


def _lost(before: Counter[str], now: Counter[str]) -> list[str]:
    return [group for group, count in before.items() if now[group] < count]
