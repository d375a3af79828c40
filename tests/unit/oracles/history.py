"""Sequences of observations of one program: a window with controls, used one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from observed import MAIN, control, observed, window

from wpfagent.core.model import Control, Liveness, Snapshot, Usage, WindowInfo
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.runtime.facts import Inside

STATUS = "StatusText"


@dataclass
class History:
    """Feeds one oracle with what the uses of a program's controls came to.

    Args:
        kind: which one.
        names: the program's buttons and fields: `Save` is a button, `Note:` a field, `Urgent?` a check box.
        settings: the oracle's.
    """

    kind: type[Oracle[Any, Any]]
    names: tuple[str, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    found: list[Finding] = field(default_factory=list)
    time_s: float = 0.0
    runs: int = 0
    usage: Usage = field(default_factory=lambda: Usage(100_000_000, 400))
    controls: dict[str, Control] = field(default_factory=dict)
    windows: tuple[WindowInfo, ...] = field(default_factory=lambda: (window(),))
    inside: Inside | None = None
    second_look: Any = None

    def __post_init__(self) -> None:
        self.oracle: Any = self.kind(self.kind.settings_type(**self.settings))
        self.controls = {"": control("", "Window", ref="root", depth=0, automation_id="MainWindow")}
        self.controls[STATUS] = control("ready", ref=STATUS, automation_id=STATUS)
        for name in self.names:
            plain = name.rstrip(":?")
            more: dict[str, Any] = {"ref": plain, "automation_id": plain}
            if name.endswith(":"):
                more["value"] = ""
            if name.endswith("?"):
                more["toggle_state"] = "off"
            kind = "Edit" if name.endswith(":") else "CheckBox" if name.endswith("?") else "Button"
            self.controls[plain] = control(plain, kind, **more)

    @property
    def failures(self) -> list[Finding]:
        return [f for f in self.found if f.severity == "failure"]

    def tree(self) -> Snapshot:
        return Snapshot(tuple(self.controls.values()), self.windows)

    def change(self, who: str, **values: Any) -> None:
        """Let the program change a control while nothing is done."""
        self.controls[who] = replace(self.controls[who], **values)

    def remove(self, *names: str) -> None:
        """Let controls go, as when their page is left."""
        for name in names:
            self.controls.pop(name)

    def do(self, action: str, name: str, *, says: str | None = None, later: Any = None, **given: Any) -> Finding | None:
        """Perform an action on a control.

        Args:
            action: its name.
            name: of the control.
            says: what the status says afterwards; None lets it count the actions, '' leaves everything as it was.
            later: a function that changes the program before it is looked at again.
            given: further fields of the observation.
        """
        before, used = self.tree(), self.controls[name]
        self.runs += 1
        self.time_s += given.pop("takes_s", 1.0)
        if says != "":
            self.change(STATUS, name=says or f"{name}: done ({self.runs})")
        if later is not None:
            later()
        after = self.tree()
        effect = given.pop("effect", "unverifiable" if before == after else "confirmed")
        return self.look(action=action, control=used, before=before, after=after, effect=effect,
                         subject=f"{action} {used.describe()}", **given)  # fmt: skip

    def press(self, *names: str, **given: Any) -> Finding | None:
        """Press buttons one after the other; return what the last press found."""
        found = None
        for name in names:
            found = self.do("click", name, **given)
        return found

    def type(self, name: str, text: str) -> Finding | None:
        """Type into a field."""
        return self.do("type_text", name, later=lambda: self.change(name, value=text))

    def glance(self) -> Finding | None:
        """Look once more at the end."""
        return self.look(action="glance", before=None, after=self.tree(), subject="glance")

    def look(self, **given: Any) -> Finding | None:
        """Feed one observation."""
        seen: Observation = observed(
            windows=given.pop("windows", self.windows), usage=given.pop("usage", self.usage),
            time_s=self.time_s, liveness=given.pop("liveness", Liveness(True)), inside=self.inside,
            second_look=self.second_look, **given
        )  # fmt: skip
        found = self.oracle.check(seen)
        if found is not None:
            self.found.append(found)
        return found

    def restart(self) -> None:
        """Let the program run anew: what the oracle remembers of that run goes, what it knows of the program stays."""
        known = self.oracle.history
        self.oracle = self.kind(self.kind.settings_type(**self.settings))
        self.oracle.history = known

    def suspects(self, finding: Finding) -> History:
        """Return a fresh run of the same program, in which the oracle knows what to look for."""
        names = tuple(self.names)
        return History(self.kind, names, {**self.settings, "suspect": finding.details["suspect"]})


__all__ = ["MAIN", "History"]
