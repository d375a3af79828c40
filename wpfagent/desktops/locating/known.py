"""What is known before a search: a tree that was read a moment ago, and the fields that were named before."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from wpfagent.core.errors import StaleRef
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.core.named_by_order import is_named_by_order
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Conditions, Desktop
from wpfagent.desktops.locating.nearest import TYPED, plain
from wpfagent.desktops.refs import RefBook

APPEARS_S = 0.5
"""So long words name nothing before they mean the field that they named before: another one may be about to show."""


def index_in(known: Snapshot | None, control: Control) -> int | None:
    """Return where a control stands in a tree that is whole; None where that cannot be said."""
    if known is None or known.truncated or known.partial:
        return None
    return known.index_of(control.ref)


def known_below(known: Snapshot, within: Control | None, conditions: Conditions, limit: int) -> list[Control]:
    """Return what a search below an element (or everywhere) would find in this tree."""
    at = index_in(known, within) if within is not None else None
    among = known.controls if at is None else known.subtree(at)
    wanted = [(k, v) for k in ("automation_id", "control_type", "class_name")
              if (v := getattr(conditions, k)) is not None]  # fmt: skip
    found = (c for c in among if conditions.name is None or conditions.name in (c.name, c.own_name))
    found = (c for c in found if not conditions.control_types or c.control_type in conditions.control_types)
    return [c for c in found if all(getattr(c, k) == v for k, v in wanted)][:limit]


def where_it_stands(tree: Snapshot, conditions: Conditions, found: list[Control]) -> list[Control]:
    """Return what is called so where it stands, where a toolkit named fields by labels in the order of the tabs."""
    known = known_below(tree, None, conditions, len(tree.controls))
    called = [c for c in known if c.name == conditions.name or not is_named_by_order(c)]
    seen = {c.ref for c in tree}
    return [*called, *(c for c in found if c.ref not in seen)] or found


def remember(refs: RefBook, words: str | None, control: Control) -> None:
    """Keep which field was named by these words."""
    if words and control.control_type in TYPED:
        refs.called[plain(words)] = control


def called_before(
    desktop: Desktop,
    refs: RefBook,
    windows: Sequence[WindowInfo],
    selector: Selector,
    deadline: float,
    able: Sequence[str],
) -> Control | None:
    """Return the field that words named before which show nowhere now, where it still shows: its hint went.

    Args:
        desktop: where.
        refs: with the fields.
        windows: the target's windows.
        selector: what named nothing.
        deadline: of this search, by which its attempts are told to be one.
        able: the patterns of what is to be done: who names a field without saying `label` is to enter something.
    """
    words = plain(selector.label or (selector.name if "Value" in able else None) or "")
    others = (selector.row, selector.within, selector.index, selector.automation_id)
    if words not in refs.called or any(key is not None for key in others):
        return None
    now = desktop.clock.now()
    if refs.missed[:2] != (words, deadline):
        refs.missed = (words, deadline, now)
    if now - refs.missed[2] < APPEARS_S:
        return None
    with suppress(StaleRef):
        field = desktop.read(refs.called[words], timeout_s=max(1.0, deadline - now))
        usable = {w.hwnd for w in windows if w.enabled}
        if field.visible and field.hwnd in usable and selector.narrows(field):
            return field
    return None
