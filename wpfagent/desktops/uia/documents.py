"""What stands in running text: WPF puts a flow document's links and controls into the tree once its range was asked.

Source: WPF's `DocumentAutomationPeer`, whose children are those of the range that `ITextRangeProvider.GetChildren` was
asked of last, and none before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wpfagent.core.captions import Known
from wpfagent.core.errors import StaleRef, Unsupported
from wpfagent.core.model import Control
from wpfagent.desktops.uia.com import Automation, Element, com_error

VIEWER = "FlowDocument"
"""What the class of each of WPF's viewers of flow documents begins with. A fixed one would load all of its pages."""


def open_documents(
    automation: Automation, controls: Iterable[Control], live: Callable[[Control], Element], known: Known
) -> bool:
    """Have the flow documents among these tell what they hold, each once; return whether one holds something."""
    holds = False
    above: dict[int, Control] = {}
    for control in controls:
        above[control.depth] = control
        viewer = above.get(control.depth - 1) if control.class_name == "Document" else None
        if viewer is None or not viewer.class_name.startswith(VIEWER) or control.runtime_id in known.documents:
            continue
        known.documents.add(control.runtime_id)
        try:
            held = automation.pattern(live(control), "Text").DocumentRange.GetChildren()
        except (com_error(), ValueError, StaleRef, Unsupported):  # it vanished meanwhile
            continue
        holds = holds or bool(held and held.Length)
    return holds
