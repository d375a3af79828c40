"""The oracle `thread_growth`: each use of a control leaves a thread behind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.dotnet import Stack
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.growth import GrowthSettings, Ledger, code_of_use, described_use
from wpfagent.testing.oracles.parts.uses import Identity
from wpfagent.testing.runtime.facts import blamed_frame, place_of, stack_dict, standing


@dataclass(frozen=True, slots=True)
class ThreadGrowthSettings(GrowthSettings):
    """From when on threads grow too much."""

    per_use: float = field(default=1.0, metadata={"doc": "threads that each use leaves behind"})

    def __post_init__(self) -> None:
        if self.per_use <= 0 or self.uses < 2:
            raise InvalidArgument("thread_growth needs some threads and 2 uses or more.")


@dataclass(slots=True)
class Threads:
    """How many there were after each action, and the controls whose threads stand in no code of the program."""

    ledger: Ledger = field(default_factory=Ledger)
    asked: Counter[Identity] = field(default_factory=Counter)


class ThreadGrowth(Oracle[ThreadGrowthSettings, Threads]):
    """Each use of one control leaves a thread behind that stands in the program's own code and never ends.

    A .NET program's runtime tells of threads that begin and end. The trend is found as that of `memory_growth` is; then
    their stacks are read, and only those that the program's own code keeps count: pools and the framework's own helpers
    come and go by themselves.
    """

    rank = 145
    cause = "The handler behind {what} may start a thread or a loop that nothing ends."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        inside, look = observation.inside, observation.second_look
        level = len(inside.threads) if inside is not None and observation.usage is not None else None
        found = self.memory.ledger.grown(
            observation, self.settings, level=level, first=None, limit=self.settings.per_use
        )
        if found is None or inside is None or look is None:
            return None
        who, trend, _ = found
        self.memory.asked[who] += 1
        if self.memory.asked[who] & (self.memory.asked[who] - 1):
            return None  # asked at the first sign, at the second, the fourth, …: it costs half a second
        kept = _kept(look.stacks(), inside.threads)
        if len(kept) < trend.uses * self.settings.per_use:
            return None
        what, process, (said, ran) = described_use(observation), observation.target.process, code_of_use(observation)
        blamed = blamed_frame(kept[0])
        grew = f"{process} got {trend.total} threads more in {trend.uses} uses of {what}, and none of them has ended."
        stand = f"{len(kept)} threads stand in {standing(kept[0])}."
        return Finding(
            "thread_growth",
            f"{process} has more threads after each use of {what}",
            f"{grew} {stand}{said}",
            f"{what} can be used again and again without more threads being left.",
            key=who.about,
            details={
                "about": who.about,
                "uses": trend.uses,
                "total": trend.total,
                "thread": stack_dict(kept[0]),
                "frame": place_of(blamed),
                "suspect": {"control": who.to_dict(), "slope": round(trend.slope, 1)},
                **ran,
            },
            of_last_action=False,
            frames=(blamed.name,) if blamed is not None else (),
        )


def _kept(stacks: tuple[Stack, ...], begun: frozenset[int]) -> list[Stack]:
    """Return those of the threads that stand in the program's own code, in the method in which most of them do."""
    own = [(blamed.name, s) for s in stacks if s.thread_id in begun and (blamed := blamed_frame(s)) is not None]
    commonest = Counter(name for name, _ in own).most_common(1)
    return [s for name, s in own if name == commonest[0][0]]
