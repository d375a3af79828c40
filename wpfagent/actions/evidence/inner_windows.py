"""Windows that stand in another window (MDI): the one that is acted on comes in front of the others, as by a click.

A program acts on the one in front: a pattern that reached a covered one would have it act on another.
"""

from __future__ import annotations

import itertools
from contextlib import suppress

from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import sight
from wpfagent.core.diff import HOLDER
from wpfagent.core.errors import StaleRef, Unsupported
from wpfagent.core.model import Control, Snapshot
from wpfagent.desktops.target import find_by_title

WINDOWS = ("Window", "Pane")
"""What a window in a window is, as the system tells it."""
UP_S = 1.0
"""How long a window may take to come in front of the others."""


def seen_in_front(doing: Doing, seen: Snapshot) -> Snapshot:
    """Bring the inner window of the action's element in front of the others; return the tree as it is then.

    What coming up changed is no effect of the act: where it came up, the tree is read again.

    Raises:
        ElementObscured: a layer that is no window lies over the element.
    """
    return sight.uncovered(doing, _as_raised(doing, seen))


def _as_raised(doing: Doing, seen: Snapshot) -> Snapshot:
    control = doing.control
    window, holder = _around(doing, control, seen) if control is not None else (None, None)
    if window is None or holder is None or _is_in_front(doing, window, holder):
        return seen
    with suppress(Unsupported, StaleRef):
        _come_up(doing, window, holder)
        doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s), hwnd=window.hwnd)
        return sight.look(doing)
    return seen


def focus(doing: Doing, window: Control) -> Performed:
    """Bring an inner window in front of the others, and what it stands in to the foreground."""
    holder = _climbed(doing, window)[1]
    if holder is None or _is_in_front(doing, window, holder):
        doing.bring_to_front(window)
        return Performed("none", unneeded={"foreground": window.name})
    if _come_up(doing, window, holder):
        return Performed("WM_MDIACTIVATE", confirmed={"foreground": window.name})
    return Performed("WM_MDIACTIVATE", unverifiable="the window did not come in front of the others")


def _come_up(doing: Doing, window: Control, holder: Control) -> bool:
    doing.give_way()
    doing.bring_to_front(window)
    doing.verb(window, "come_up")
    return doing.until(lambda: _is_in_front(doing, window, holder), UP_S).ok


def meant(doing: Doing, title: str | None) -> Control | None:
    """Return the inner window around the action's element; without one that of this title, where no other has it."""
    if doing.control is not None:
        return _climbed(doing, doing.control)[0]
    if title is None or find_by_title(title, [w for w in doing.windows() if not w.popup]):
        return None
    seen = doing.snapshot()
    framed = ((next(iter(seen.ancestors(at)), c), c) for at, c in enumerate(seen.controls) if c.control_type in WINDOWS)
    inner = [c for outer, c in framed if _holds(outer, c)]
    fitting = [c for c in inner if c.name == title] or [c for c in inner if title.lower() in c.name.lower()]
    return fitting[0] if len(fitting) == 1 else None


def _around(doing: Doing, control: Control, seen: Snapshot) -> tuple[Control | None, Control | None]:
    """The inner window around an element (which may be the element itself), and what holds it."""
    at = seen.index_of(control.ref)
    if at is None:  # the tree was too large to be read as a whole
        return _climbed(doing, control) if any(HOLDER in c.class_name.lower() for c in seen.controls) else (None, None)
    chain = [control, *seen.ancestors(at)]
    return next(((inner, outer) for inner, outer in itertools.pairwise(chain) if _holds(outer, inner)), (None, None))


def _holds(outer: Control, inner: Control) -> bool:
    return HOLDER in outer.class_name.lower() and inner.control_type in WINDOWS


def _climbed(doing: Doing, control: Control) -> tuple[Control | None, Control | None]:
    inner: Control | None = control
    while inner is not None:
        outer = doing.desktop.parent(inner, timeout_s=doing.left_s)
        if outer is not None and _holds(outer, inner):
            return inner, outer
        inner = outer
    return None, None


def _is_in_front(doing: Doing, window: Control, holder: Control) -> bool:
    """Whether it is the first of the windows there: they stand in the tree from front to back."""
    inside = doing.desktop.children(holder, limit=1, timeout_s=doing.left_s)
    return not inside or inside[0].ref == window.ref
