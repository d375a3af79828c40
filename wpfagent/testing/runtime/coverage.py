"""Which methods of a program ran, and by which act each was entered first: coverage without instrumentation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wpfagent import dotnet
from wpfagent.core.errors import WpfAgentError
from wpfagent.dotnet import FirstCall, Wire

AT_START = "the start"
"""What ran before anything was done."""
Named = tuple[str, str]
"""A method: its type with the namespace, its name. Overloads count as one."""


@dataclass(slots=True)
class Coverage:
    """What is known of one program over all its runs.

    Args:
        assemblies: its own, whose methods count.
        entered: each method that ran, with the act by which it was entered first.
        by_act: the methods that each act was the first to enter, in their order.
        source: the folder of its sources; None where nobody named one.
        missing: why its methods cannot be listed; '' where they can.
    """

    assemblies: Sequence[Path] = ()
    entered: dict[Named, str] = field(default_factory=dict)
    by_act: defaultdict[str, list[Named]] = field(default_factory=lambda: defaultdict(list))
    source: Path | None = None
    missing: str = ""
    _own: tuple[Named, ...] | None = None
    _wires: tuple[Wire, ...] | None = None

    def note(self, calls: Iterable[FirstCall], act: str) -> int:
        """Take note of first calls; return how many methods are new."""
        before = len(self.entered)
        for call in calls:
            named = call.type, call.method
            if named not in self.entered:
                self.entered[named] = act or AT_START
                self.by_act[act or AT_START].append(named)
        return len(self.entered) - before

    @property
    def own(self) -> tuple[Named, ...]:
        """All its methods that a person wrote; () where its assemblies cannot be read: `missing` says why."""
        if self._own is None:
            try:
                found = dotnet.own_methods(self.assemblies)
            except WpfAgentError as error:
                found, self.missing = (), error.message
            self._own = tuple(dict.fromkeys((m.type, m.method) for m in found))
        return self._own

    @property
    def wires(self) -> tuple[Wire, ...]:
        """What calls its handlers and commands; () where its assemblies cannot be read."""
        if self._wires is None:
            try:
                self._wires = dotnet.wires_of(self.assemblies, self.source)
            except WpfAgentError as error:
                self._wires, self.missing = (), self.missing or error.message
        return self._wires

    def to_dict(self) -> dict[str, Any]:
        """Return the table: per class entered and total, what never ran, and by which act the rest was entered."""
        own = self.own or tuple(self.entered)
        classes: defaultdict[str, dict[str, Any]] = defaultdict(lambda: {"entered": {}, "never": []})
        for type_name, method in own:
            act = self.entered.get((type_name, method))
            if act is None:
                classes[type_name]["never"].append(method)
            else:
                classes[type_name]["entered"][method] = act
        ran = sum(m in self.entered for m in own)
        made: dict[str, Any] = {"entered": ran, "total": len(own) if self.own else None}
        rows = [{"class": name, **found} for name, found in sorted(classes.items())]
        unused = self._unused()
        made |= ({"missing": self.missing} if self.missing else {}) | ({"unused": unused} if unused else {})
        return made | {"classes": rows}

    def _unused(self) -> list[dict[str, str]]:
        """The handlers and commands that never ran, with the control that would call each: what a test would use."""
        never = set(self.own) - set(self.entered)
        made = []
        for wire in self.wires if never else ():
            if wire.method in never:
                told = {"method": ".".join(wire.method), "control": wire.control, "event": wire.event}
                told |= {"command": wire.command, "xaml": wire.place}
                made.append({key: value for key, value in told.items() if value})
        return made
