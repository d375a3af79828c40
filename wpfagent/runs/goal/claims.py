"""What a model says is so, held against what can be seen: now, and how it was before anything was done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from wpfagent.actions import expect
from wpfagent.actions.expect import Expectation
from wpfagent.core.errors import ElementNotFound, InvalidArgument
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.desktops.base import Conditions, Desktop
from wpfagent.desktops.locating.known import known_below
from wpfagent.desktops.target import Target
from wpfagent.gate.execute import Gate

LOOK_MS = 5_000
"""How long the first look at the application may take."""
NOT_FOR_MODELS = ("screenshot_diff",)
"""What compares with files: a model has none, and must not name any."""


def parsed(given: Any) -> Expectation:
    """Return the expectation that a model wrote.

    Raises:
        InvalidArgument: it is none, or one that is not for models.
    """
    expectation = Expectation.parse(given)
    if named := [k for k, _ in expectation.checks if k in NOT_FOR_MODELS]:
        raise InvalidArgument(f"{named[0]} cannot be used here.", hint="Name what can be seen of a control or window.")
    return expectation


class Start:
    """How an application was before anything was done to it."""

    def __init__(self, gate: Gate, target: Target) -> None:
        self._gate = gate
        self._target = target
        self._seen = gate.look(target, LOOK_MS)

    def held(self, expectation: Expectation) -> bool:
        """Return whether an expectation held then already, as far as the controls that were read tell."""
        doing = replace(self._gate.reading(self._target, LOOK_MS), desktop=_AsItWas(self._gate.desktop, self._seen))
        return expect.judge(expectation, doing).ok


@dataclass(frozen=True, slots=True)
class _AsItWas:
    """A desktop that answers from one snapshot; what the snapshot does not hold was not found."""

    now: Desktop
    seen: Snapshot

    @property
    def clock(self) -> Any:
        return self.now.clock

    def windows(self, *_args: Any, **_options: Any) -> list[WindowInfo]:
        return list(self.seen.windows)

    def find(
        self, conditions: Conditions, *, within: Control | None = None, limit: int = 200, **_options: Any
    ) -> list[Control]:
        return known_below(self.seen, within, conditions, limit)

    def snapshot(self, *_args: Any, within: Control | None = None, **_options: Any) -> Snapshot:
        return Snapshot(self._below(within), self.seen.windows)

    def children(self, control: Control, **_options: Any) -> list[Control]:
        return [c for c in self._below(control) if c.depth == control.depth + 1]

    def text(self, control: Control, **_options: Any) -> str:
        return control.text

    def _below(self, within: Control | None) -> tuple[Control, ...]:
        if within is None:
            return self.seen.controls
        at = next((n for n, c in enumerate(self.seen.controls) if c.ref == within.ref), None)
        return () if at is None else self.seen.subtree(at)

    def __getattr__(self, name: str) -> Any:
        raise ElementNotFound("This was not read when the run began.")
