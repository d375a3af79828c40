"""What an act did to the rows of lists that are filled again and again, or grow, by themselves.

Of such a list each change may be its own. But where all other rows say what they said, but for numbers, and only the
row of the act is gone or says other words, that is the act's doing. So is a row unlike all others, that comes at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions.evidence.self_changing import containers
from wpfagent.core.diff import shape
from wpfagent.core.model import ROW_TYPES, Control, Snapshot
from wpfagent.core.selector import ROW_CONTAINERS

Saying = tuple[tuple[str, str, str, str | None, bool], ...]
"""What a row says, without numbers: the type, name, value, check mark of each element, and whether it is enabled."""


LEAST_ALIKE = 3
"""Of so many rows, all alike but for numbers, it is known what a list adds by itself."""


def in_rows(subject: Control | None, before: Snapshot, after: Snapshot, *, late: bool) -> Mapping[str, Any] | None:
    """Return what rows tell of an act whatever their lists do by themselves; None where they tell nothing.

    Args:
        subject: what was acted on, as it was.
        before: the tree before the act.
        after: the tree after it.
        late: whether it was read a while after the program had handled the act.
    """
    return changed_alone(subject, before, after) or (None if late else _unlike_others(before, after))


def _unlike_others(before: Snapshot, after: Snapshot) -> Mapping[str, Any] | None:
    """The one new row of a list whose rows were all alike but for numbers, where it says other words than they do."""
    kinds: dict[str, list[str]] = {}
    for ref, around in containers(before).items():
        kinds.setdefault(around, []).append(ref)
    rows = {c.ref: shape(c.name) for c in before.controls if c.control_type in ROW_TYPES}
    alike = {
        around: {rows[r] for r in refs if r in rows}
        for around, refs in kinds.items()
        if sum(r in rows for r in refs) >= LEAST_ALIKE
    }
    inside = containers(after)
    fresh = [c for c in after.controls if c.control_type in ROW_TYPES and c.ref not in rows]
    odd = [c for c in fresh if len(own := alike.get(inside.get(c.ref, ""), set())) == 1 and shape(c.name) not in own]
    return {"appeared": [odd[0].describe()]} if len(odd) == 1 and odd[0].name else None


def changed_alone(subject: Control | None, before: Snapshot, after: Snapshot) -> Mapping[str, Any] | None:
    """Return how the row that an element stood in differs where no other row of its list does; None where it does not.

    Args:
        subject: what was acted on, as it was.
        before: the tree before the act.
        after: the tree after it.
    """
    at = before.index_of(subject.ref) if subject is not None else None
    above = list(before.ancestors(at)) if at is not None else []
    row = next((c for c in above if c.control_type in ROW_TYPES), None)
    around = next((c for c in above if c.control_type in ROW_CONTAINERS), None)
    place = after.index_of(around.ref) if around is not None else None
    start = before.index_of(around.ref) if around is not None else None
    if row is None or place is None or start is None or not row.name:
        return None
    was, now = _rows(before.subtree(start)), _rows(after.subtree(place))
    own = shape(row.name)
    if was is None or now is None or own not in was:
        return None
    if any(now.get(caption) != said for caption, said in was.items() if caption != own) or now.keys() - was.keys():
        return None
    if own not in now:
        return {"vanished": [row.describe()]}
    if was[own] == now[own] or [said[0] for said in was[own]] != [said[0] for said in now[own]]:
        return None  # buttons may come and go with the pointer
    old, new = ([w for said in of for w in said[1:3] if w] for of in (was[own], now[own]))
    return {"row": row.describe(), "says": new, "said": old}


def _rows(within: tuple[Control, ...]) -> dict[str, Saying] | None:
    """What the rows of a list say, by their captions without numbers; None where two are called alike."""
    found: dict[str, Saying] = {}
    for index, control in enumerate(within):
        if control.control_type not in ROW_TYPES:
            continue
        inner = within[index + 1 :]
        end = next((i for i, c in enumerate(inner) if c.depth <= control.depth), len(inner))
        caption = shape(control.name)
        if not caption or caption in found:
            return None
        found[caption] = tuple(
            (c.control_type, shape(c.name), shape(c.value or ""), c.toggle_state, c.enabled) for c in inner[:end]
        )
    return found
