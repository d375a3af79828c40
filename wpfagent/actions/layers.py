"""Whether something may lie over a control that no peer tells of: a dialog drawn inside of its window.

WPF's peers know rectangles, not what the mouse hits, and what dims the rest (a Border, a Grid) has no peer. What can be
seen of such a layer are its fields and buttons: they lie over parts of the window that stand before them in the tree.
"""

from __future__ import annotations

from wpfagent.core.captions import ITEMS, PRESSED
from wpfagent.core.model import Control, Snapshot

USED = ITEMS | PRESSED | {"ComboBox", "Edit", "Hyperlink", "List", "Slider", "Thumb"}
FIELDS = frozenset({"ComboBox", "Edit"})
"""What has buttons over it by its nature: to clear it, to show a password."""
MOST = 40
"""So many of the last controls of a window are looked at: a layer stands at the end of the tree."""


def may_cover(snapshot: Snapshot, control: Control) -> bool:
    """Return whether controls that stand later in the window lie over earlier ones, and this one on nothing itself."""
    controls = snapshot.controls
    here = next((i for i, c in enumerate(controls) if c.ref == control.ref), None)
    if here is None:
        return False
    used = [
        (i, c) for i, c in enumerate(controls)
        if c.hwnd == control.hwnd and c.visible and c.enabled and c.control_type in USED and c.bounding_rect is not None
    ]  # fmt: skip
    if _lies_on_others(snapshot, here, used):
        return False
    later = [i for i, _ in used if i > here][-MOST:]
    return any(_lies_on_others(snapshot, index, used) for index in later)


def _lies_on_others(snapshot: Snapshot, index: int, used: list[tuple[int, Control]]) -> bool:
    """Whether the middle of an element lies in an earlier one that does not hold it."""
    rect = snapshot.controls[index].bounding_rect
    if rect is None or rect.is_empty:
        return False
    below = [c for i, c in used if i < index and c.control_type not in FIELDS and _holds(c, rect.center)]
    return bool(below) and bool({c.ref for c in below} - {c.ref for c in snapshot.ancestors(index)})


def _holds(control: Control, point: tuple[int, int]) -> bool:
    return control.bounding_rect is not None and control.bounding_rect.contains(*point)
