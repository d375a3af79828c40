"""The oracle `memory_growth`: each use of a control makes the process hold more memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Usage
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.growth import GrowthSettings, Ledger, described_use

MB = 1_000_000


@dataclass(frozen=True, slots=True)
class MemoryGrowthSettings(GrowthSettings):
    """From when on memory grows too much."""

    mb_per_use: float = field(default=2.0, metadata={"doc": "megabytes that each use adds"})
    total_mb: float = field(
        default=160.0, metadata={"doc": "megabytes in all from which on it is a failure; before that it is a warning"}
    )
    kept_mb: float = field(
        default=64.0, metadata={"doc": "the same where other memory was given back in between, and this was not"}
    )

    def __post_init__(self) -> None:
        if self.mb_per_use <= 0 or self.uses < 2:
            raise InvalidArgument("memory_growth needs some megabytes and 2 uses or more.")


class MemoryGrowth(Oracle[MemoryGrowthSettings, Ledger]):
    """The process holds more private memory after each use of one control, and gives it back at no other action.

    The trend over at least six uses is a robust one (Theil-Sen); most uses must add to it, the uses of no other control
    may explain it (one of the same name is the same command: in a menu, on a toolbar), the whole must stand out from
    how much memory changes anyway, and the program must not show more than before: a document that each use opens may
    be held. .NET leaves garbage until there is much of it (on machines with large caches more than 100 MB): below
    `total_mb` it is a warning, unless something was collected in between.
    """

    rank = 140
    cause = (
        "The handler behind {what} may keep what it makes: an event that is never unsubscribed, a list or cache that "
        "only grows, a window that is closed but still referenced."
    )

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        limit = self.settings.mb_per_use * MB
        found = self.memory.grown(observation, _memory, self.baseline, self.settings, limit=limit)
        if found is None:
            return None
        who, trend, is_suspected = found
        what, process = described_use(observation), observation.target.process
        least = self.settings.kept_mb if trend.collected else self.settings.total_mb
        sure = is_suspected or trend.total >= least * MB
        return Finding(
            "memory_growth",
            f"{process} holds more memory after each use of {what}",
            f"In {trend.uses} uses of {what} the private memory of {process} grew by {trend.total / MB:.0f} MB, about "
            f"{trend.slope / MB:.1f} MB a use, and was not given back.",
            f"{what} can be used again and again without more memory being held.",
            key=f"{who.about} {'failure' if sure else 'warning'}",
            details={
                "about": who.about,
                "uses": trend.uses,
                "mb_per_use": round(trend.slope / MB, 1),
                "total_mb": round(trend.total / MB, 1),
                "suspect": {"control": who.to_dict(), "slope": round(trend.slope)},
            },
            severity="failure" if sure else "warning",
            of_last_action=False,
        )


def _memory(usage: Usage) -> int:
    return usage.memory
