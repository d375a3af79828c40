"""What a tree that was read a moment ago says already: a search in it costs no call."""

from __future__ import annotations

from wpfagent.core.model import Control, Snapshot
from wpfagent.core.named_by_order import is_named_by_order
from wpfagent.desktops.base import Conditions


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
