"""The oracle `handle_growth`: each use of a control makes the process hold more handles."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Usage
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.growth import GrowthSettings, Ledger, code_of_use, counted, described_use


@dataclass(frozen=True, slots=True)
class HandleGrowthSettings(GrowthSettings):
    """From when on handles grow too much."""

    per_use: float = field(default=15.0, metadata={"doc": "handles, GDI and USER objects that each use adds"})
    total: int = field(
        default=150, metadata={"doc": "how many in all from which on it is a failure; before that it is a warning"}
    )

    def __post_init__(self) -> None:
        if self.per_use <= 0 or self.uses < 2:
            raise InvalidArgument("handle_growth needs some handles and 2 uses or more.")


class HandleGrowth(Oracle[HandleGrowthSettings, Ledger]):
    """The process holds more handles, GDI and USER objects after each use of one control, and gives them back nowhere.

    Windows allows a process 10,000 GDI and as many USER objects; then it stops painting. The trend is found as that of
    `memory_growth` is; below `total` it is a warning: .NET closes some handles only when it collects garbage.
    """

    rank = 150
    cause = (
        "The handler behind {what} may open something that it never closes or disposes: a file, a timer, a bitmap, a "
        "window that is only hidden."
    )

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        found = self.memory.grown(
            observation,
            self.settings,
            level=_handles(observation.usage),
            first=_handles(self.baseline.usage),
            limit=self.settings.per_use,
        )
        if found is None:
            return None
        who, trend, is_suspected = found
        what, process = described_use(observation), observation.target.process
        said, _ = code_of_use(observation)
        sure = is_suspected or trend.total >= self.settings.total
        actual = (
            f"In {trend.uses} uses of {what} the handles, GDI and USER objects of {process} grew by {trend.total}, "
            f"about {trend.slope:.0f} a use, and were not given back."
        )
        return Finding(
            "handle_growth",
            f"{process} holds more handles after each use of {what}",
            actual + said,
            f"{what} can be used again and again without more handles being held.",
            key=f"{who.about} {'failure' if sure else 'warning'}",
            details=counted(who, trend, observation),
            severity="failure" if sure else "warning",
            of_last_action=False,
        )


def _handles(usage: Usage | None) -> int | None:
    return usage.handles + usage.gdi + usage.user if usage is not None else None
