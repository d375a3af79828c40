"""The oracle `window_growth`: each use of a control leaves a window behind that nobody sees."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Usage
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.growth import GrowthSettings, Ledger, code_of_use, counted, described_use


@dataclass(frozen=True, slots=True)
class WindowGrowthSettings(GrowthSettings):
    """From when on windows grow too much."""

    per_use: float = field(default=1.0, metadata={"doc": "windows that each use leaves behind"})

    def __post_init__(self) -> None:
        if self.per_use <= 0 or self.uses < 2:
            raise InvalidArgument("window_growth needs some windows and 2 uses or more.")


class WindowGrowth(Oracle[WindowGrowthSettings, Ledger]):
    """Each use of one control leaves a window behind that is not shown and never goes.

    For a person it was closed; it is only hidden. The trend is found as that of `memory_growth` without a runtime is.
    What stays once and is used again, as that of a drop-down list, is none. Nor is one that came with a window that is
    still open, minimised maybe: frameworks keep hidden ones beside theirs. Where several are closed that were opened
    before, fewer could explain what is hidden, and yet nothing more is: only more than ever before counts.
    """

    rank = 143
    cause = "The handler behind {what} may hide its window instead of closing it, or make one that nothing closes."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        first = _left(self.baseline.usage, len(self.baseline.windows))
        level = _left(observation.usage, sum(not w.popup for w in observation.windows))
        most = first if self.memory.last is None else self.memory.last
        if level is not None and most is not None:
            level = max(level, most)
        found = self.memory.grown(observation, self.settings, level=level, first=first, limit=self.settings.per_use)
        if found is None:
            return None
        who, trend, _ = found
        what, process, (said, _) = described_use(observation), observation.target.process, code_of_use(observation)
        left = f"{trend.uses} uses of {what} have left {trend.total} windows in {process} that are not shown."
        return Finding(
            self.name,
            f"{process} has more hidden windows after each use of {what}",
            left + said,
            f"{what} can be used again and again without windows being left.",
            key=who.about,
            details=counted(who, trend, observation),
            of_last_action=False,
        )


def _left(usage: Usage | None, opened: int) -> int | None:
    """How many hidden windows there are beyond one for each that is open."""
    return usage.unseen - opened if usage is not None else None
