"""The oracle `duplicate_id`: two controls side by side answer to one AutomationId."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from wpfagent.core.model import Control, Snapshot
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.signature import stable_id
from wpfagent.testing.oracles.parts.uses import Suspect

USABLE = ("Invoke", "Toggle", "SelectionItem", "ExpandCollapse", "Value", "RangeValue")
ITEMS = frozenset({"ListItem", "DataItem", "TreeItem", "TabItem", "MenuItem", "HeaderItem", "Custom"})
"""These are made from one template for many objects: their ids tell the template, not the item."""


@dataclass(slots=True)
class Reported:
    """The ids that were reported."""

    ids: set[str] = field(default_factory=set)


class DuplicateId(Oracle[Suspect, Reported]):
    """Two usable controls with the same parent have the same AutomationId: nobody can tell them apart by it.

    A warning, once for each id. Items of lists, trees, tabs, menus and tables share the ids of their template; they are
    none, nor is an id that two places of a window use.
    """

    rank = 235
    cause = "The AutomationId of {about} may have been copied together with its markup."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        after = observation.after
        if after is None or after.partial:
            return None
        suspected = self.settings.suspect.get("about")
        for one, *others in _shared(after):
            about = f"{one.control_type} {stable_id(one.automation_id)}"
            if one.automation_id in self.memory.ids or (suspected is not None and suspected != about):
                continue
            self.memory.ids.add(one.automation_id)
            return Finding(
                "duplicate_id",
                f"{len(others) + 1} controls side by side have the AutomationId {one.automation_id}",
                f"{one.describe()} and {', '.join(c.describe() for c in others)} have the same AutomationId.",
                "An AutomationId of its own for each control.",
                key=one.automation_id,
                details={
                    "elements": [c.describe() for c in (one, *others)],
                    "about": about,
                    "suspect": {"about": about},
                },
                severity="warning" if suspected is None else "failure",
                of_last_action=False,
            )
        return None


def _shared(snapshot: Snapshot) -> list[list[Control]]:
    """The usable controls that share parent, AutomationId and window."""
    found: dict[tuple[int, str, str], list[Control]] = defaultdict(list)
    parents: list[Control] = []
    for control in snapshot:
        del parents[control.depth :]
        is_item = any(c.control_type in ITEMS for c in (*parents, control))
        if parents and control.automation_id and control.can(*USABLE) and not is_item:
            found[control.hwnd, parents[-1].ref, control.automation_id].append(control)
        parents.append(control)
    return [controls for controls in found.values() if len(controls) > 1]
