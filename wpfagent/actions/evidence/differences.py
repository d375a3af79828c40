"""What of a difference says something about an act: not tool tips, closed lists, or what scrolling to it moved."""

from __future__ import annotations

from dataclasses import replace

from wpfagent.actions.evidence import layers
from wpfagent.core.diff import Difference
from wpfagent.core.model import ROW_TYPES, Control, Snapshot
from wpfagent.core.selector import ROW_CONTAINERS

LAYER_WENT = "only what lay over the window went away: it may have taken the click"
CHOSE_NONE = "others are not chosen any more, and this one is not either: the click may have met none"


def missed(change: Difference, control: Control | None, over: frozenset[str], before: Snapshot) -> str | None:
    """Return why a click may not have met what it was meant for, by all that changed; None where nothing says so.

    Args:
        change: what came of the click.
        control: what was clicked, as it was before.
        over: the refs of what an earlier act brought up over the rest.
        before: the tree before the act.
    """
    if layers.only_went(change, control, over, before):
        return LAYER_WENT
    if control is None or not control.can("SelectionItem") or control.control_type not in ROW_TYPES or control.selected:
        return None
    gone = tuple(
        c for c in change.changed
        if c.key == "selected" and not c.new and c.control.control_type in ROW_TYPES and c.control.ref != control.ref
    )  # fmt: skip
    return CHOSE_NONE if gone and change == Difference(changed=gone) else None


def slid_in(change: Difference) -> dict[str, Control]:
    """Return what lies elsewhere now, by its ref."""
    return {c.control.ref: c.control for c in change.changed if c.key == "bounding_rect"}


def scrolled(change: Difference) -> Difference:
    """Leave out what differs because the element was scrolled into view before it was acted on."""
    places = ("visible", "bounding_rect")
    return replace(
        change,
        appeared=tuple(c for c in change.appeared if c.control_type not in ROW_TYPES),
        vanished=tuple(c for c in change.vanished if c.control_type not in ROW_TYPES),
        changed=tuple(c for c in change.changed if c.control.control_type != "ScrollBar" and c.key not in places),
    )


def telling(change: Difference, before: Snapshot, after: Snapshot) -> Difference:
    """Leave out what comes and goes by itself and tells no effect: tool tips, grippers, the items of closed lists.

    So does a title bar that goes with its window: a dialog over it, or its end, is told as a window.
    """
    tips = _tip_windows(before) | _tip_windows(after)
    listed = {known.controls[i].ref for known in (before, after) for i in known.of_closed_lists()}
    appeared, vanished = (
        tuple(c for c in found if not _is_beside(c) and c.hwnd not in tips and c.ref not in listed)
        for found in (change.appeared, change.vanished)
    )
    frames = _of_title_bars(before) | _of_title_bars(after)
    kept = (c for c in change.changed if c.control.control_type != "ToolTip" and c.control.hwnd not in tips)
    changed = tuple(c for c in kept if c.key != "enabled" or c.control.ref not in frames)
    return replace(change, appeared=appeared, vanished=vanished, changed=changed)


def is_item_gone(item: Control, change: Difference, before: Snapshot, after: Snapshot) -> bool:
    """Return whether a chosen item is gone: with its list, or made anew while words beside the list say something else.

    A program that marks what is chosen by filling its list again leaves no item whose state could be read.
    """
    around = _list_around(item, before)
    if around is None or after.index_of(item.ref) is not None:
        return False
    place = after.index_of(around.ref)
    inside = {c.ref for c in after.subtree(place)} if place is not None else set()
    return place is None or any(c.key in ("name", "value") and c.control.ref not in inside for c in change.changed)


def is_item_run(item: Control, change: Difference, after: Snapshot) -> bool:
    """Return whether an item was taken as a command: its list shows none as chosen, and more than words came beside it.

    A list that serves as a menu takes the choice back, so that the same item can be chosen again.
    """
    around = _list_around(item, after)
    place = after.index_of(around.ref) if around is not None else None
    if place is None:
        return False
    inside = after.subtree(place)
    known = {c.ref for c in inside}
    came = any(c.control_type != "Text" and c.ref not in known for c in change.appeared)
    return came and not any(c.selected for c in inside)


def _list_around(item: Control, snapshot: Snapshot) -> Control | None:
    at = snapshot.index_of(item.ref)
    return next((c for c in snapshot.ancestors(at) if c.control_type in ROW_CONTAINERS), None) if at else None


def _tip_windows(snapshot: Snapshot) -> set[int]:
    """Return the windows that tool tips show in; the tip of a part of a window has none of its own."""
    tips = {c.hwnd for c in snapshot.controls if c.control_type == "ToolTip"}
    return tips & {w.hwnd for w in snapshot.windows if w.popup}


def _of_title_bars(snapshot: Snapshot) -> set[str]:
    """Return the refs of title bars and their buttons."""
    bars = (i for i, c in enumerate(snapshot.controls) if c.control_type == "TitleBar")
    return {c.ref for i in bars for c in snapshot.subtree(i)}


def _is_beside(control: Control) -> bool:
    """Whether this is a tool tip, or a part that something is gripped by, which shows where it can be."""
    return control.control_type == "ToolTip" or (control.control_type == "Thumb" and not control.name)
