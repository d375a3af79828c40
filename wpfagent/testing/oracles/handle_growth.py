"""The oracle `handle_growth`: each use of a control makes the process hold more handles."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Usage
from wpfagent.testing.oracles.base import Finding, Observation, oracle
from wpfagent.testing.oracles.parts.growth import Ledger, suspected_trend, trend_of
from wpfagent.testing.oracles.parts.uses import Suspect, acted_on, described


@dataclass(frozen=True, slots=True)
class HandleGrowthSettings(Suspect):
    """From when on handles grow too much."""

    per_use: float = field(default=15.0, metadata={"doc": "handles, GDI and USER objects that each use adds"})
    total: int = field(
        default=150, metadata={"doc": "how many in all from which on it is a failure; before that it is a warning"}
    )
    uses: int = field(default=6, metadata={"doc": "uses of the same control that tell a trend"})

    def __post_init__(self) -> None:
        if self.per_use <= 0 or self.uses < 2:
            raise InvalidArgument("handle_growth needs some handles and 2 uses or more.")


@oracle(settings=HandleGrowthSettings)
def handle_growth(observation: Observation, settings: HandleGrowthSettings) -> Finding | None:
    """The process holds more handles, GDI and USER objects after each use of one control, and gives them back nowhere.

    Windows allows a process 10,000 GDI and as many USER objects; then it stops painting. The trend is found as that of
    `memory_growth` is; below `total` it is a warning: .NET closes some handles only when it collects garbage.
    """
    ledger = Ledger.of(observation, _handles)
    who = ledger.note(observation, _handles)
    if who is None:
        return None
    suspected = settings.suspect.get("control") == who.to_dict()
    trend = trend_of(who, ledger, limit=settings.per_use, uses=settings.uses)
    if trend is None and suspected:
        trend = suspected_trend(who, ledger, float(settings.suspect.get("slope", settings.per_use)))
    control = acted_on(observation)
    if trend is None or control is None:
        return None
    what, process = described(control), observation.target.process
    sure = suspected or trend.total >= settings.total
    return Finding(
        "handle_growth",
        f"{process} holds more handles after each use of {what}",
        f"In {trend.uses} uses of {what} the handles, GDI and USER objects of {process} grew by {trend.total}, "
        f"about {trend.slope:.0f} a use, and were not given back.",
        f"{what} can be used again and again without more handles being held.",
        key=f"{who.about} {'failure' if sure else 'warning'}",
        details={
            "about": who.about,
            "uses": trend.uses,
            "per_use": round(trend.slope, 1),
            "total": trend.total,
            "suspect": {"control": who.to_dict(), "slope": round(trend.slope, 1)},
        },
        severity="failure" if sure else "warning",
        of_last_action=False,
    )


def _handles(usage: Usage) -> int:
    return usage.handles + usage.gdi + usage.user
