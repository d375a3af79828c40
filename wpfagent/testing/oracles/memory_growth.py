"""The oracle `memory_growth`: each use of a control makes the process hold more memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Usage
from wpfagent.dotnet import Frame
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.growth import GrowthSettings, Ledger, Trend, code_of_use, described_use
from wpfagent.testing.oracles.parts.uses import Identity
from wpfagent.testing.oracles.parts.weighing import Weighing
from wpfagent.testing.runtime.facts import place_of

MB = 1_000_000


@dataclass(frozen=True, slots=True)
class MemoryGrowthSettings(GrowthSettings):
    """From when on memory grows too much."""

    mb_per_use: float = field(default=2.0, metadata={"doc": "megabytes that each use adds"})
    total_mb: float = field(
        default=160.0, metadata={"doc": "megabytes in all from which on it is a failure; before that it is a warning"}
    )
    kept_mb: float = field(
        default=64.0,
        metadata={"doc": "the same where other memory was given back in between, this was not, and no heap is weighed"},
    )
    heap: bool = field(
        default=True, metadata={"doc": "whether a .NET program collects its garbage now and then, to be weighed"}
    )
    heap_mb_per_use: float = field(default=0.25, metadata={"doc": "megabytes that each use adds to a heap so weighed"})

    def __post_init__(self) -> None:
        if self.mb_per_use <= 0 or self.uses < 2 or self.heap_mb_per_use <= 0:
            raise InvalidArgument("memory_growth needs some megabytes and 2 uses or more.")


@dataclass(slots=True)
class Memory:
    """The private memory after each action, and the heap where it can be weighed."""

    private: Ledger = field(default_factory=Ledger)
    heap: Weighing = field(default_factory=Weighing)


class MemoryGrowth(Oracle[MemoryGrowthSettings, Memory]):
    """The process holds more memory after each use of one control, and gives it back at no other action.

    Where its .NET runtime can be asked it is the heap that counts, as it is after a collection: six uses in a row that
    each add to it, by what nothing else does, and none of which leaves it smaller than the one before, are a failure.
    Else it is the private memory, whose trend over at least six uses is a robust one (Theil-Sen); most uses must add to
    it, the uses of no other control may explain it (one of the same name is the same command: in a menu, on a toolbar),
    the whole must stand out from how much memory changes anyway. Either way the program must not show more than before:
    a document that each use opens may be held. .NET leaves garbage until there is much of it (on machines with large
    caches more than 100 MB): below `total_mb` it is a warning, unless something was collected in between.
    """

    rank = 140
    cause = (
        "The handler behind {what} may keep what it makes: an event that is never unsubscribed, a list or cache that "
        "only grows, a window that is closed but still referenced."
    )

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        settings, heap = self.settings, self.memory.heap
        found = self.memory.private.grown(
            observation,
            settings,
            level=_memory(observation.usage),
            first=_memory(self.baseline.usage),
            limit=settings.mb_per_use * MB,
        )
        limit = settings.heap_mb_per_use * MB
        kept = heap.grown(observation, settings, limit=limit, uses=settings.uses) if settings.heap else None
        if kept is not None:
            return _finding(observation, *kept, "heap", sure=True, made=heap.made_by(kept[0]))
        if found is None:
            return None
        who, trend, is_suspected = found
        least = settings.kept_mb if trend.collected and not heap.is_possible else settings.total_mb
        sure = is_suspected or trend.total >= least * MB
        if heap.is_possible and not sure:
            return None  # garbage is weighed out there
        return _finding(observation, who, trend, "private memory", sure=sure)


def _finding(
    observation: Observation, who: Identity, trend: Trend, what: str, *, sure: bool, made: tuple[Frame, ...] = ()
) -> Finding:
    used, process = described_use(observation), observation.target.process
    said, ran = code_of_use(observation)
    if made:
        maker = f"Most of what its uses allocated came from {made[0]}."
        said = f" {maker}{said}"
        ran |= {"frame": place_of(made[0]), "allocated_in": [str(frame) for frame in made]}
    total, slope = f"{trend.total / MB:.0f}", f"{trend.slope / MB:.1f}"
    if what == "heap":
        actual = (
            f"In {trend.uses} uses of {used} the heap of {process}, after its garbage was collected, grew by {total} "
            f"MB, about {slope} MB a use, and was not given back."
        )
    else:
        actual = (
            f"In {trend.uses} uses of {used} the private memory of {process} grew by {total} MB, about {slope} MB a "
            "use, and was not given back."
        )
    return Finding(
        "memory_growth",
        f"{process} holds more memory after each use of {used}",
        actual + said,
        f"{used} can be used again and again without more memory being held.",
        key=f"{who.about} {'failure' if sure else 'warning'}",
        details={
            "about": who.about,
            "measured": what,
            "uses": trend.uses,
            "mb_per_use": round(trend.slope / MB, 1),
            "total_mb": round(trend.total / MB, 1),
            "suspect": {"control": who.to_dict(), "slope": round(trend.slope)},
            **ran,
        },
        severity="failure" if sure else "warning",
        of_last_action=False,
    )


def _memory(usage: Usage | None) -> int | None:
    return usage.memory if usage is not None else None
