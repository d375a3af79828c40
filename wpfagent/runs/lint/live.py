"""Judges selectors by a running application, as it is now: only what is on screen at the start must be there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wpfagent.core.errors import ElementNotFound, InvalidArgument, SelectorAmbiguous, StaleRef
from wpfagent.core.model import Control
from wpfagent.core.selector import Selector
from wpfagent.desktops.target import Target
from wpfagent.gate.execute import Gate
from wpfagent.runs.lint.model import Finding

READ_MS = 5_000
"""How long looking for one selector may take."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a running application says to one selector: the verdict, why, near names, and the element it names."""

    verdict: Finding
    reason: str = ""
    near: tuple[str, ...] = ()
    control: Control | None = None


Look = Callable[[Selector, bool], Seen]
"""Given a selector, and whether its element must be there already."""


def looking_at(gate: Gate, target: Target) -> Look:
    """Return what judges selectors by this application; it only reads."""
    seen: dict[str, Seen] = {}

    def look(selector: Selector, must_be_there: bool) -> Seen:
        key = repr((selector.to_dict(), must_be_there))
        if key not in seen:
            seen[key] = _look(gate, target, selector, must_be_there=must_be_there)
        return seen[key]

    return look


def _look(gate: Gate, target: Target, selector: Selector, *, must_be_there: bool) -> Seen:
    try:
        control = gate.reading(target, READ_MS).search().one(selector).control
    except ElementNotFound as error:
        near = tuple(name for names in error.details.get("nearest", {}).values() for name in names)[:5]
        if must_be_there:
            return Seen("wrong", "it is not there, and no step before it could bring it", near)
        return Seen("unknown", "it is not on screen now", near)
    except SelectorAmbiguous as error:
        count = len(error.details.get("matches", ()))
        verdict: Finding = "wrong" if must_be_there else "unknown"
        return Seen(verdict, f"{count} elements match it now; add control_type, within, label, row or index")
    except (StaleRef, InvalidArgument) as error:
        return Seen("unknown", error.message)
    return Seen("ok", control=control)
