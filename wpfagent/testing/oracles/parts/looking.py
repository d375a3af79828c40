"""What the screen shows, as several oracles need it: all texts of an observation, what is new, what was typed.

A set of texts costs little where elements are many: only the texts that were not there a moment ago are looked into.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.testing.oracles.base import Observation
from wpfagent.testing.oracles.parts.signature import stable_id

TYPED_KEPT = 300
"""So many typed texts are remembered."""
_SHOWN = "shown"
_LAST = "texts"
_TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Shown:
    """A tree and all texts in it: names, values, and the windows' titles."""

    snapshot: Snapshot
    texts: frozenset[str]

    def holders(self, texts: Iterable[str]) -> Iterator[tuple[int, Control, str]]:
        """Yield index, element and text of the elements that show one of these texts, a value before a name."""
        wanted = frozenset(texts)
        for index, control in enumerate(self.snapshot.controls):
            if control.value in wanted:
                yield index, control, control.value or ""
            elif control.name in wanted:
                yield index, control, control.name


def shown_in(observation: Observation) -> Shown | None:
    """Return what shows after the action; None where no tree was read. Made once for all oracles."""
    after = observation.after
    if after is None:
        return None
    found: Shown | None = observation.shared.get(_SHOWN)
    if found is None:
        found = observation.shared[_SHOWN] = Shown(after, texts_of(after))
    return found


def texts_of(snapshot: Snapshot) -> frozenset[str]:
    """Return all texts of a tree."""
    texts = {c.name for c in snapshot.controls}
    texts.update([c.value for c in snapshot.controls if c.value])
    texts.update([w.title for w in snapshot.windows])
    texts.discard("")
    return frozenset(texts)


def new_texts(observation: Observation, *, at_start: bool = False) -> tuple[Shown, frozenset[str]] | None:
    """Return what shows, and which texts were not there at this oracle's last look; None where no tree was read.

    Args:
        observation: what the gate has read.
        at_start: at the first look all texts are new, not only those that came with the action; but for an application
            that was attached to: what it showed is nobody's finding.
    """
    shown = shown_in(observation)
    if shown is None:
        return None
    memory = observation.memory
    last: frozenset[str] | None = memory.get(_LAST)
    if last is None:
        known = observation.before if observation.target.how == "attached" or not at_start else None
        last = texts_of(known) if known is not None else frozenset()
    memory[_LAST] = shown.texts
    return shown, shown.texts - last


def typed_in(observation: Observation) -> deque[str]:
    """Return the texts that were entered so far, this observation's arguments among them."""
    typed: deque[str] = observation.memory.setdefault(_TYPED, deque(maxlen=TYPED_KEPT))
    for text in _strings(observation.args):
        if text not in typed:
            typed.append(text)
    return typed


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
