"""The refs that were given out, and what each of them named: enough to check it and to find it again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from wpfagent.core.model import Control, WindowInfo
from wpfagent.core.selector import Selector, durable


def window_id(window: WindowInfo) -> str:
    """Return what names a window from run to run: its class without WPF's running number, owned or not."""
    name = window.class_name.split("[", 1)[0]
    return f"{name}|{'owned' if window.owner else 'main'}"


@dataclass(frozen=True, slots=True)
class RefEntry:
    """What is remembered of a control that was given out as a ref: enough to check and to find it again."""

    control: Control
    selector: Selector
    window_id: str


@dataclass(slots=True)
class RefBook:
    """The refs that were given out, newest last; the oldest are forgotten."""

    entries: dict[str, RefEntry] = field(default_factory=dict)
    limit: int = 20_000
    called: dict[str, Control] = field(default_factory=dict)
    """The fields by the words that they were named by: what is written into an empty one goes as it is filled."""
    missed: tuple[str, float, float] = ("", 0.0, 0.0)
    """Which words named nothing, in the search up to which deadline, and since when."""

    def note(self, control: Control, window_id: str = "") -> None:
        """Remember a control under its ref."""
        self.entries.pop(control.ref, None)
        self.entries[control.ref] = RefEntry(control, durable(control), window_id)
        while len(self.entries) > self.limit:
            self.entries.pop(next(iter(self.entries)))

    def durable(self, selector: Selector) -> Selector:
        """Return a selector with every ref in it replaced by what names its element from run to run."""
        within = self.durable(selector.within) if selector.within else None
        entry = self.entries.get(selector.ref or "")
        if selector.ref is None or entry is None:
            return replace(selector, within=within)
        named = replace(entry.selector, row=selector.row, column=selector.column)
        return replace(named, within=within or named.within)
