"""Whether something may lie over a control that no peer tells of: a dialog drawn inside of its window.

WPF's peers know rectangles, not what the mouse hits, and what dims the rest (a Border, a Grid) has no peer. What can be
seen of such a layer are its fields and buttons, or the words and the bar that say what to wait for: they lie over parts
of the window that stand before them in the tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.core.captions import ITEMS, PRESSED
from wpfagent.core.diff import Difference
from wpfagent.core.model import Control, Snapshot

USED = ITEMS | PRESSED | {"ComboBox", "Edit", "Hyperlink", "List", "Slider", "Thumb"}
SHOWN = frozenset({"ProgressBar", "Text"})
"""What a layer shows that is only to be waited for."""
FIELDS = frozenset({"ComboBox", "Edit"})
"""What has buttons over it by its nature: to clear it, to show a password."""
MOST = 12
"""So many of the last controls of a window are looked at: a layer stands at the end of the tree."""
Place = tuple[int, int, int, int, int]
"""Where a control stands in the tree, and its left, top, right and bottom edge."""


def may_cover(snapshot: Snapshot, control: Control) -> bool:
    """Return whether controls that stand later in the window lie over earlier ones, and this one on nothing itself."""
    here, used, shown, below = -1, [], [], []
    for index, other in enumerate(snapshot.controls):
        if other.ref == control.ref:
            here = index
        rect = other.bounding_rect
        if rect is None or other.hwnd != control.hwnd or not (other.visible and other.enabled):
            continue
        if other.control_type in SHOWN:
            shown.append(index)
        elif other.control_type in USED:
            used.append(index)
            if other.control_type not in FIELDS:
                below.append((index, rect.x, rect.y, rect.right, rect.bottom))
    if here < 0 or _lies_on_others(snapshot, here, below):
        return False
    last = used[-MOST:] + shown[-MOST:]
    return any(_lies_on_others(snapshot, index, below) for index in last if index > here)


def brought_over(before: Snapshot, after: Snapshot, known: frozenset[str]) -> frozenset[str]:
    """Return the refs of what an act brought up over the rest: buttons that came while nothing left or made room.

    Args:
        before: the tree before the act.
        after: the tree after it.
        known: what an earlier act brought up; it counts as long as it is there.
    """
    shown = {c.ref: c for c in after.controls}
    was = {c.ref for c in before.controls}
    made = [c for c in after.controls if c.ref not in was and c.visible]
    windows = {c.hwnd for c in made if c.control_type in PRESSED} & {w.hwnd for w in before.windows}
    stayed = (
        c.ref in shown and shown[c.ref].bounding_rect == c.bounding_rect
        for c in before.controls if c.hwnd in windows and c.control_type in USED
    )  # fmt: skip
    if windows and all(stayed):
        return frozenset(c.ref for c in made if c.hwnd in windows)
    return known & shown.keys()


def only_went(change: Difference, control: Control | None, over: frozenset[str]) -> bool:
    """Return whether all that changed is that what an earlier act brought up over a control (`over`) went away."""
    gone = frozenset(c.ref for c in change.vanished)
    beside = control is not None and control.ref not in over
    return beside and bool(gone) and gone <= over and change == Difference(vanished=change.vanished)


def _lies_on_others(snapshot: Snapshot, index: int, below: Sequence[Place]) -> bool:
    """Whether the middle of an element lies in an earlier one that does not hold it."""
    rect = snapshot.controls[index].bounding_rect
    if rect is None or rect.is_empty:
        return False
    x, y = rect.center
    found = [i for i, left, top, right, bottom in below if left <= x < right and top <= y < bottom and i < index]
    return bool({snapshot.controls[i].ref for i in found} - {c.ref for c in snapshot.ancestors(index)})
