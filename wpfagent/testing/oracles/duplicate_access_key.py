"""The oracle `duplicate_access_key`: Alt and one letter stand for two controls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from wpfagent.core.model import Control, Snapshot
from wpfagent.testing.oracles.base import Finding, NoSettings, Observation, Oracle
from wpfagent.testing.oracles.parts.signature import stable_id

KINDS = ("Button", "MenuItem", "Hyperlink", "SplitButton", "CheckBox", "RadioButton", "TabItem", "Text")
"""What has an access key of its own, labels too. A field has that of its label, an item that of its template."""
Place = tuple[int, str]
"""The window, and the menu item that the menu belongs to: an access key counts once in it."""


@dataclass(slots=True)
class Keys:
    """What is known of the program's access keys.

    Args:
        known: by ref and name what was told of a control; '' where it has none.
        reported: the pairs that were reported.
    """

    known: dict[tuple[str, str], str] = field(default_factory=dict)
    reported: set[str] = field(default_factory=set)


class DuplicateAccessKey(Oracle[NoSettings, Keys]):
    """Two controls of a window that can be used have the same access key: it only moves the focus between them.

    A warning, once for each pair. In menus the items of one level count. Controls that are hidden or disabled are none,
    nor is what stands in the system's own dialogs and in title bars. It is off where nobody switches it on: the program
    is asked for the access keys of what is new in its windows.
    """

    rank = 237
    level = "off"
    cause = "The captions of {about} may have been written, or translated, without a look at each other."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        after = observation.after
        if after is None or after.partial:
            return None
        self._ask(observation, [control for _, control, _ in _usable(after)])
        found: dict[tuple[Place, str], list[Control]] = defaultdict(list)
        for place, control, parent in _usable(after):
            key = self._key(control)
            if key and not (control.control_type == "Text" and self._key(parent) == key):
                found[place, key].append(control)
        for (_, key), controls in found.items():
            for pair in combinations(controls, 2):
                about = " / ".join(sorted(map(_about, pair)))
                if f"{key} {about}" not in self.memory.reported:
                    self.memory.reported.add(f"{key} {about}")
                    return _finding(key, about, *pair)
        return None

    def _ask(self, observation: Observation, controls: list[Control]) -> None:
        """Have the access keys of controls told that are not known yet, where the tree does not tell them."""
        known, second = self.memory.known, observation.second_look
        new = [c for c in controls if not c.access_key and (c.ref, c.name) not in known]
        if new and second is not None and (told := second.with_access_keys(KINDS)):
            known.update(((c.ref, c.name), "") for c in new)
            known.update(((c.ref, c.name), c.access_key) for c in told)

    def _key(self, control: Control) -> str:
        told = control.access_key or self.memory.known.get((control.ref, control.name), "")
        return told.replace(" ", "").title()


def _usable(snapshot: Snapshot) -> Iterator[tuple[Place, Control, Control]]:
    """Yield what has access keys and can be used, with the place in which its key counts and its parent."""
    system = {w.hwnd for w in snapshot.windows if w.is_system_dialog}
    parents: list[Control] = []
    for control in snapshot:
        del parents[control.depth :]
        above = [c for c in parents if c.hwnd == control.hwnd]
        usable = control.enabled and control.visible and control.control_type in KINDS and control.hwnd not in system
        if above and usable and not any(c.control_type == "TitleBar" for c in above):
            menu = next((c.ref for c in reversed(above) if c.control_type == "MenuItem"), "")
            yield (control.hwnd, menu), control, above[-1]
        parents.append(control)


def _about(control: Control) -> str:
    return f"{control.control_type} {stable_id(control.automation_id) or control.name}"


def _finding(key: str, about: str, one: Control, other: Control) -> Finding:
    return Finding(
        "duplicate_access_key",
        f"Two controls share the access key {key}: {one.name} and {other.name}",
        f"{one.describe()} and {other.describe()} both have the access key {key}.",
        "An access key of its own for each control, or none.",
        key=f"{key} {about}",
        details={"elements": [one.describe(), other.describe()], "access_key": key, "about": about},
        severity="warning",
        of_last_action=False,
    )
