"""Groups of a list that are closed: what stands in them is no element until their group is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wpfagent.actions.doing import Doing
from wpfagent.core.errors import StaleRef
from wpfagent.core.model import Control
from wpfagent.core.selector import ROW_CONTAINERS
from wpfagent.desktops.base import Conditions

T = TypeVar("T")
MOST_GROUPS = 40
"""So many groups of a list are looked into."""
OPENED_S = 0.5
"""How long a group that was opened may take to show its items."""


def in_closed_group(doing: Doing, within: Control | None, probe: Callable[[], T]) -> T | None:
    """Return what `probe` finds once a closed group was opened; the groups in vain are closed again.

    Args:
        doing: the action's context.
        within: the list; None = all lists of the target's windows in use.
        probe: looks for what is meant; anything false where it is not there.
    """
    for group in doing.find_all(Conditions(control_type="Group"), within=within, limit=MOST_GROUPS):
        if not group.can("ExpandCollapse") or not (within is not None or _is_of_list(doing, group)):
            continue
        if doing.read(group).expanded != "collapsed":
            continue
        doing.verb(group, "expand")
        if found := doing.until(probe, OPENED_S).value:
            return found
        doing.verb(group, "collapse")
    return None


def _is_of_list(doing: Doing, group: Control) -> bool:
    """Whether a group is one of a list's or grid's that can be used now; other expanders stay as they are."""
    if not (group.visible and group.enabled) or any(w.hwnd == group.hwnd and not w.enabled for w in doing.windows()):
        return False
    try:
        parent = doing.desktop.parent(group, timeout_s=doing.left_s)
    except StaleRef:
        return False
    return parent is not None and parent.control_type in ROW_CONTAINERS
