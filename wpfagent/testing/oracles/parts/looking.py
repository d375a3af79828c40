"""Texts on the screen, as several oracles need them: which are new, which were typed, what names a window."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.testing.observing.shown import Shown, texts_of
from wpfagent.testing.oracles.base import Observation
from wpfagent.testing.oracles.parts.signature import stable_id

TYPED_KEPT = 300
"""How many of the typed texts are remembered, the newest."""


@dataclass(slots=True)
class SeenTexts:
    """What an oracle of texts remembers.

    Args:
        texts: all texts of the last screen; None before the first.
        typed: what was typed.
        reported: the keys of what was found.
    """

    texts: frozenset[str] | None = None
    typed: deque[str] = field(default_factory=lambda: deque(maxlen=TYPED_KEPT))
    reported: set[str] = field(default_factory=set)

    def new_in(self, observation: Observation, *, at_start: bool = False) -> tuple[Shown, frozenset[str]] | None:
        """Return what shows, and which texts were not there at the last look; None where no tree was read.

        Args:
            observation: what the gate has read.
            at_start: at the first look all texts are new, not only those that came with the action; but for an
                application that was attached to: what it showed is nobody's finding.
        """
        shown = observation.shown
        if shown is None:
            return None
        last = self.texts
        if last is None:
            known = observation.before if observation.target.how == "attached" or not at_start else None
            last = texts_of(known) if known is not None else frozenset()
        self.texts = shown.texts
        return shown, shown.texts - last

    def note_typed(self, observation: Observation) -> deque[str]:
        """Return the texts that were entered so far, this observation's arguments among them."""
        for text in _strings(observation.args):
            if text not in self.typed:
                self.typed.append(text)
        return self.typed


def _strings(given: Any) -> Iterator[str]:
    if isinstance(given, str):
        if given:
            yield given
    elif isinstance(given, Mapping):
        for value in given.values():
            yield from _strings(value)
    elif isinstance(given, list | tuple):
        for value in given:
            yield from _strings(value)


def is_typed_in(control: Control) -> bool:
    """Return whether a person writes in it: what stands there is not the program's word."""
    return control.control_type in ("Edit", "Document", "ComboBox", "Spinner") and control.read_only is not True


def window_id(window: WindowInfo, snapshot: Snapshot | None) -> str:
    """Return what names a window in every run: its AutomationId where its tree tells one, else its class."""
    roots = () if snapshot is None else (c for c in snapshot.controls if c.hwnd == window.hwnd and c.depth == 0)
    found = next((c.automation_id for c in roots), "")
    return stable_id(found) or stable_id(window.class_name)
