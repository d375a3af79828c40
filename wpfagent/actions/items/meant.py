"""What is meant by words that only stand beside a control, or in an item: a person calls a switch or a tick by them."""

from __future__ import annotations

from collections.abc import Callable

from wpfagent.actions.actionability import check_enabled
from wpfagent.actions.doing import Doing
from wpfagent.core.errors import SelectorAmbiguous
from wpfagent.core.model import ROW_TYPES, Control, Snapshot
from wpfagent.desktops.base import Budget
from wpfagent.desktops.locating.alike import behind_option
from wpfagent.desktops.locating.known import remember
from wpfagent.desktops.locating.labels import OPTIONS, labelled

PARTS = 200
"""So many elements of an item are looked at."""


def labelled_by(doing: Doing, control: Control, fits: Callable[[Control], bool]) -> Control:
    """Return the one control that a text or tick labels, where that itself does not fit; else the control itself.

    Args:
        doing: the action's context.
        control: what the selector named.
        fits: whether the action can be done with a control.

    Raises:
        ElementNotEnabled: the one that is labelled is disabled.
    """
    if control.control_type not in ("Text", *OPTIONS) or not control.name or fits(control):
        return control
    window = next((w for w in doing.windows() if w.hwnd == control.hwnd), None)
    if window is None:
        return control
    shown = doing.desktop.snapshot((window,), timeout_s=doing.left_s)
    called = labelled if control.control_type == "Text" else behind_option
    found = called(shown, control.name, fits)
    if len(found) != 1:
        return control
    check_enabled(found[0])
    remember(doing.refs, control.name, found[0])
    return found[0]


def drop_down_of(doing: Doing, control: Control) -> Control | None:
    """Return the combo box that a control is, or as a text labels; None elsewhere."""
    named = labelled_by(doing, control, lambda c: c.control_type == "ComboBox")
    return named if named.control_type == "ComboBox" else None


def tick_of(doing: Doing, item: Control) -> Control:
    """Return the one check box that an item shows beside its words; the control itself where it has none.

    Raises:
        SelectorAmbiguous: it shows several.
    """
    if item.control_type not in ROW_TYPES or item.can("Toggle"):
        return item
    found = _ticks(doing.snapshot(Budget(PARTS), within=item))
    if len(found) > 1:
        raise SelectorAmbiguous(
            f"{item.describe()} holds {len(found)} check boxes: {', '.join(c.describe() for c in found)}.",
            hint="Name one of them: within the item, or by row and column.",
            details={"candidates": [c.to_dict() for c in found]},
        )
    return found[0] if found else item


def _ticks(shown: Snapshot) -> list[Control]:
    """Return the check boxes in the first element of a tree that stand in no other item."""
    found: list[Control] = []
    index = 1
    while index < len(shown.controls):
        control = shown.controls[index]
        is_item = control.control_type in ROW_TYPES
        if control.control_type == "CheckBox" and control.can("Toggle") and not is_item:
            found.append(control)
        index += len(shown.subtree(index)) if is_item else 1
    return found
