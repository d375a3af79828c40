"""What a screen shows: a tree and all texts in it.

A set of texts costs little where elements are many: only the texts that were not there a moment ago are looked into.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wpfagent.core.model import Control, Snapshot


@dataclass(frozen=True, slots=True)
class Shown:
    """A tree and all texts in it: names, values, and the windows' titles."""

    snapshot: Snapshot
    texts: frozenset[str]

    @classmethod
    def of(cls, snapshot: Snapshot) -> Shown:
        """Return what a tree shows."""
        return cls(snapshot, texts_of(snapshot))

    def holders(self, texts: Iterable[str]) -> Iterator[tuple[int, Control, str]]:
        """Yield index, element and text of the elements that show one of these texts, a value before a name."""
        wanted = frozenset(texts)
        for index, control in enumerate(self.snapshot.controls):
            if control.value in wanted:
                yield index, control, control.value or ""
            elif control.name in wanted:
                yield index, control, control.name


def texts_of(snapshot: Snapshot) -> frozenset[str]:
    """Return all texts of a tree."""
    texts = {c.name for c in snapshot.controls}
    texts.update([c.value for c in snapshot.controls if c.value])
    texts.update([w.title for w in snapshot.windows])
    texts.discard("")
    return frozenset(texts)
