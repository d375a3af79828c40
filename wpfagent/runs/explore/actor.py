"""Doing what was chosen, through the gate: the counterpart of the observer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.actions.evidence.refusal import MARKED
from wpfagent.core.errors import (
    AppFailed,
    ElementNotFound,
    ElementObscured,
    HandlerThrew,
    InvalidArgument,
    NotReached,
    Refused,
    Unsupported,
)
from wpfagent.core.model import Usage
from wpfagent.core.selector import Selector
from wpfagent.desktops.refs import window_id
from wpfagent.desktops.target import Target
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.runs.explore.observer import Observer
from wpfagent.runs.explore.screens.offer import POKE
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.values.arguments import Choice
from wpfagent.testing.record.recorder import recorder_of

ACT_MS = 4_000
"""How long an action may take at least; a freeze is given its whole time."""
MORE_MEMORY = 10_000_000
MORE_HANDLES = 15
"""What one action may make a program hold before it is suspected of never letting it go."""
CHOSEN = frozenset({"selected", "focused", "visible"})
"""What a click on an item changes, whatever else is done with the item."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a choice.

    Args:
        effect: what the gate saw; None where it could not be done. What a click does as well shows nothing of a drag.
        refused: the gate did not allow it.
        failed: the application ended or hung.
        covered: something was found to lie over it, and it is not offered while that is so.
        grew: it holds much more than before: memory, or handles.
        in_error: a grid's cell was left in error, or another one that is kept this one from being edited.
    """

    effect: str | None = None
    refused: bool = False
    failed: AppFailed | None = None
    covered: bool = False
    grew: bool = False
    in_error: bool = False


@dataclass(frozen=True, slots=True)
class Actor:
    """Performs choices.

    Args:
        gate: what performs them.
        observer: learns what was refused, that an item is gone, and that Esc was sent.
        log: takes lines for the session's log.
    """

    gate: Gate
    observer: Observer
    log: Callable[[str], None]

    def do(self, choice: Choice, screen: Screen, target: Target, place: dict[str, Any]) -> Done:
        """Perform a choice; `place` says where in the exploration. Raises StorageFailed."""
        request = Request(choice.candidate.action, choice.args, self._selector(choice), target,
                          self._timeout_ms(target), place=place)  # fmt: skip
        recorder = recorder_of(self.gate)
        held = recorder.usage
        is_cell = choice.control is not None and choice.control.can("GridItem")
        try:
            reply = self.gate.execute(request)
            if choice.args.get("keys") == "Esc":
                self.observer.escaped(screen)
            in_error = is_cell and reply.evidence.get("reason") == MARKED
            effect = "unverifiable" if choice.candidate.is_by_hand and only_chose(reply.evidence) else reply.effect
            if effect == "confirmed" and choice.key.startswith(POKE):
                self.observer.proven.add(choice.key)
            return Done(effect, grew=_grew(held, recorder.usage), in_error=in_error)
        except Refused as error:
            self.observer.refused.add((screen.state, choice.key))
            self.log(f"refused: {choice.describe()}: {error.message}")
            return Done(refused=True)
        except AppFailed as error:
            return Done(failed=error)
        except (NotReached, InvalidArgument) as error:
            gone = isinstance(error, ElementNotFound | Unsupported) and choice.candidate.action == "select_combo"
            if gone and choice.candidate.place is not None:
                self.observer.items.pop(choice.candidate.place.key, None)
            self.log(f"not done: {choice.describe()}: {error.message}")
            covered = isinstance(error, ElementObscured) and self._hides(error, choice, screen)
            return Done(covered=covered, in_error=is_cell and isinstance(error, HandlerThrew))

    def _hides(self, error: ElementObscured, choice: Choice, screen: Screen) -> bool:
        by = error.details.get("by")
        if by is None or choice.place is None:
            return False
        return self.observer.covers.note(screen, choice.place, by["ref"])

    def _selector(self, choice: Choice) -> Selector | None:
        """By ref: the very element that was looked at. The record names it durably."""
        control = choice.control
        if control is None or choice.place is None or choice.candidate.path:
            return None
        for place in (choice.place, choice.onto):
            if place is not None:
                self.gate.refs.note(place.control, window_id(place.window))
        return Selector(ref=control.ref)

    def _timeout_ms(self, target: Target) -> int:
        return max(ACT_MS, self.gate.timeouts_of(target).freeze_ms + 1_000)


def only_chose(evidence: Mapping[str, Any]) -> bool:
    """Return whether nothing but selections, the focus and what is in view changed, of what an act's evidence tells."""
    changed = evidence.get("changed", ())
    stays = not any(evidence.get(key) for key in ("opened", "closed", "retitled", "appeared", "vanished"))
    return bool(changed) and stays and all(c.keys() - {"element", "ref"} <= CHOSEN for c in changed)


def _grew(before: Usage | None, after: Usage | None) -> bool:
    if before is None or after is None:
        return False
    handles = (after.handles + after.gdi + after.user) - (before.handles + before.gdi + before.user)
    return after.memory - before.memory > MORE_MEMORY or handles > MORE_HANDLES
