"""The form of a command: which fields it takes, by how it is called, and by where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wpfagent.core.selector import spelled_out
from wpfagent.runs.explore.aims.refusals import Refusals
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.known.reading import FIELDS, ROWS
from wpfagent.runs.explore.screens.seen import Known, plain
from wpfagent.runs.explore.values.labels import is_search, takes_form
from wpfagent.safety.questions import GOING_ON

COMMANDS = frozenset({"Button", "Hyperlink"})
FILLED = FIELDS | {"RadioButton"}


@dataclass(frozen=True, slots=True)
class Forms:
    """What is known of forms.

    Args:
        graph: what was seen.
        refusals: a command that was refused takes fields, however it is called.
    """

    graph: Graph
    refusals: Refusals

    def takes(self, command: Known) -> bool:
        """Whether a command that names nothing takes the fields around it: as it is called, or as it was refused."""
        label = plain(command.name)
        takes = label in GOING_ON or self.refusals.times[f"click {command.key}"] > 0 or takes_form(label)
        return takes and bool(self.of(command))

    def of(self, command: Known) -> list[Known]:
        """The fields that stand in the same group; what confirms a dialog takes all fields of it that show with it.

        They come in the order in which they were seen, the radio buttons of a group as the first of them. A command
        that goes through pages (`Next`) takes those of the page that is shown, or on which it was seen first.
        """
        fields = [k for k in self.graph.controls.values() if k.control_type in FILLED and k.states & command.states]
        if not is_search(command.name):
            fields = [k for k in fields if not is_search(k.name or spelled_out(k.automation_id))]
        if not fields:
            return []
        here, states = self.graph.here, self.graph.states
        page = here if here in command.states else min(command.states, key=lambda s: states[s].number)
        beside = [k for k in fields if page in k.states] or fields
        beside = list({k.group: k for k in reversed(beside)}.values())[::-1]
        window = [k for k in beside if k.window == command.window]
        if plain(command.name) in GOING_ON and window:
            return [k for k in window if k.first >= command.first] or window  # what was there before lies behind
        return [k for k in beside if k.parent == command.parent]

    def choices(self, radio: Known) -> list[str]:
        """The keys of the radio buttons of a group."""
        known = self.graph.controls.values()
        return [k.key for k in known if k.control_type == "RadioButton" and k.group == radio.group]

    def id_of(self, command: Known) -> str:
        """What a form is known by: its fields. A wizard's `Next` has one on each page; a new row makes none."""
        return " ".join(k.key for k in self.of(command) if k.control_type not in ROWS)

    def entered(self, form: Sequence[Known]) -> dict[str, bool]:
        """The fields of a form that were given a value, and whether it is one that a form may accept."""
        return {k.key: k.group not in self.graph.odd for k in form if self.graph.values.get(k.group)}
