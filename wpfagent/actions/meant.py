"""What is meant by words that only stand beside a control: a person calls a list, a field or a switch by them."""

from __future__ import annotations

from collections.abc import Callable

from wpfagent.actions.doing import Doing
from wpfagent.core.model import Control
from wpfagent.desktops.labels import labelled


def labelled_by(doing: Doing, control: Control, fits: Callable[[Control], bool]) -> Control:
    """Return the one control that a text labels, where the text itself does not fit; else the control itself.

    Args:
        doing: the action's context.
        control: what the selector named.
        fits: whether the action can be done with a control.
    """
    if control.control_type != "Text" or not control.name or fits(control):
        return control
    window = next((w for w in doing.windows() if w.hwnd == control.hwnd), None)
    if window is None:
        return control
    found = labelled(doing.desktop.snapshot((window,), timeout_s=doing.left_s), control.name, fits)
    return found[0] if len(found) == 1 else control
