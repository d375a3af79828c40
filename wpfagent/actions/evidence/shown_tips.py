"""The tool tips that show: UI Automation tells of them only as long as they do."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.actions.doing import Doing
from wpfagent.desktops.base import Budget, Conditions

TIP_PARTS = 50
"""So many elements of a tool tip are read for its texts."""
TIP_S = 1.3
"""So long after the pointer came a tool tip shows at the latest: WPF's after a second, Windows Forms' after a half."""


def shown(doing: Doing) -> list[tuple[str, str]]:
    """Return the tool tips that show, by ref and text: native ones keep their window for another text."""
    found = []
    for tip in doing.find_all(Conditions(control_type="ToolTip")):
        inside = () if tip.text or not tip.visible else doing.snapshot(Budget(TIP_PARTS), within=tip)
        text = tip.text or "\n".join(c.text for c in inside if c.control_type == "Text")
        if tip.visible and text:
            found.append((tip.ref, text))
    return found


def come(doing: Doing, known: Sequence[tuple[str, str]], wait_s: float = TIP_S) -> str:
    """Wait for a tool tip that was not known, and return what it says; '' where none comes in time."""
    return doing.until(lambda: next((text for ref, text in shown(doing) if (ref, text) not in known), ""), wait_s).value
