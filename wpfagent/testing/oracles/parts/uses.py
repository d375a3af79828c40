"""What oracles that follow one control over many actions share: which control was used, in names that last.

A ref lives as long as its element; what is remembered over pages that come and go, and over several runs of a program,
is its window and its AutomationId, else its type, name and place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.core.model import Control, Snapshot
from wpfagent.testing.oracles.base import Observation
from wpfagent.testing.oracles.parts.signature import stable_id

PRESSED_TYPES = frozenset({"Button", "SplitButton", "Hyperlink", "MenuItem"})
ENTERING = frozenset({"type_text", "set_value", "toggle", "select_combo", "select_item", "drag"})
"""Actions that enter or choose something."""
_DIGITS = str.maketrans("", "", "0123456789*•")


@dataclass(frozen=True, slots=True)
class Suspect:
    """Settings of an oracle that needs a history: what it suspects already.

    Args:
        suspect: what an earlier finding was about; it is then found at the first clear sign.
    """

    suspect: Mapping[str, Any] = field(
        default_factory=dict, metadata={"doc": "what an earlier finding was about: then the first clear sign counts"}
    )


@dataclass(frozen=True, slots=True)
class Identity:
    """A control as it is known again.

    Args:
        window: the AutomationId of its window, else its class and title without numbers.
        kind: its control type.
        name: its AutomationId, else its name, else its help.
        place: the controls around it, where it has no AutomationId.
    """

    window: str
    kind: str
    name: str
    place: str = ""

    @property
    def about(self) -> str:
        """It in one text that is the same in every run."""
        return "/".join(filter(None, (self.window, self.place, self.name or self.kind)))

    def find(self, snapshot: Snapshot) -> Control | None:
        """Return it as a tree shows it; None when it is not there, or when several controls could be it."""
        found = [i for i, c in enumerate(snapshot.controls) if c.control_type == self.kind and _name_of(c) == self.name]
        fitting = [i for i in found if identity_of(snapshot.controls[i], snapshot, at=i) == self]
        return snapshot.controls[fitting[0]] if len(fitting) == 1 else None

    def to_dict(self) -> dict[str, str]:
        """Return the JSON form."""
        return {"window": self.window, "kind": self.kind, "name": self.name, "place": self.place}

    @classmethod
    def parse(cls, given: Mapping[str, Any]) -> Identity:
        """Return what `to_dict` wrote."""
        return cls(*(str(given.get(key, "")) for key in ("window", "kind", "name", "place")))


def identity_of(control: Control, snapshot: Snapshot | None, *, at: int | None = None) -> Identity:
    """Return what a control is known by.

    Args:
        control: the control.
        snapshot: a tree that it is in; None where there is none.
        at: its place in that tree, where that is known.
    """
    name = _name_of(control)
    if snapshot is None:
        return Identity("", control.control_type, name)
    window = _window_of(control.hwnd, snapshot)
    if control.automation_id and stable_id(control.automation_id):
        return Identity(window, control.control_type, name)
    if at is None:
        at = snapshot.index_of(control.ref)
    above = snapshot.ancestors(at) if at is not None else ()
    place = "/".join(reversed([stable_id(c.automation_id) or c.control_type for c in above if c.depth]))
    return Identity(window, control.control_type, name, place)


def acted_on(observation: Observation) -> Control | None:
    """Return the control that an action used: the menu item that a path led to, else the one it was performed on."""
    return observation.item or observation.control


def used(observation: Observation) -> Identity | None:
    """Return the control that an action used; None for checks, looks and what was not performed."""
    control, before = acted_on(observation), observation.before
    if observation.check or control is None or observation.effect is None or observation.error is not None:
        return None
    if observation.item is not None and before is not None:  # its menu had not been opened yet
        window = next((w.hwnd for w in before.windows if w.enabled and not w.popup), control.hwnd)
        control = replace(control, hwnd=window)
    return identity_of(control, before)


def pressed(observation: Observation) -> Identity | None:
    """Return the button, link or menu item that a plain click pressed; None for all else."""
    control = observation.control
    plain = observation.args.get("button") in (None, "left") and not observation.args.get("double")
    if observation.action != "click" or control is None or control.control_type not in PRESSED_TYPES or not plain:
        return None
    return used(observation)


def is_whole(snapshot: Snapshot | None) -> bool:
    """Whether a tree was read to its end."""
    return snapshot is not None and not snapshot.truncated and not snapshot.partial


def by_ref(snapshot: Snapshot | None, ref: str) -> Control | None:
    """Return a control of a tree by its ref."""
    return next((c for c in snapshot or () if c.ref == ref), None)


def described(control: Control) -> str:
    """Return a control in words; one without a name by its help, as an icon's tool tip."""
    if control.name or not control.help_text:
        return control.describe()
    return f"{control.describe()} {control.help_text!r}"


def _name_of(control: Control) -> str:
    return stable_id(control.automation_id) or control.name or control.help_text


def _window_of(hwnd: int, snapshot: Snapshot) -> str:
    """A window as it is known again; a menu or drop-down belongs to the window below it."""
    windows = {w.hwnd: w for w in snapshot.windows}
    while hwnd in windows and windows[hwnd].popup and windows[hwnd].owner in windows:
        hwnd = windows[hwnd].owner
    root = next((c for c in snapshot.controls if c.hwnd == hwnd and c.depth == 0), None)
    if root is not None and (own := stable_id(root.automation_id)):
        return own
    window = windows.get(hwnd)
    title = (window.title if window is not None else root.name if root is not None else "").translate(_DIGITS)
    kind = stable_id((root.class_name if root is not None else "") or (window.class_name if window is not None else ""))
    return " ".join(filter(None, (kind, *title.split())))
