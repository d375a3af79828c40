"""The oracle `thread_growth`: each use of a control leaves a thread behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.dotnet import Stack
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.growth import SUSPECTED_USES, GrowthSettings, code_of_use, described_use
from wpfagent.testing.oracles.parts.uses import Identity, used
from wpfagent.testing.runtime.facts import blamed_frame, place_of, stack_dict, standing

MOST_USES = 2 / 3
"""This share of a control's uses must have left a thread."""


@dataclass(frozen=True, slots=True)
class ThreadGrowthSettings(GrowthSettings):
    """From when on threads grow too much."""

    per_use: float = field(default=1.0, metadata={"doc": "threads that each use leaves behind"})

    def __post_init__(self) -> None:
        if self.per_use <= 0 or self.uses < 2:
            raise InvalidArgument("thread_growth needs some threads and 2 uses or more.")


@dataclass(slots=True)
class Threads:
    """Which control's use each thread that still runs began in, how often each was used, and which were asked about."""

    known: frozenset[int] = frozenset()
    began_in: dict[int, Identity | None] = field(default_factory=dict)
    uses: Counter[Identity] = field(default_factory=Counter)
    asked: Counter[Identity] = field(default_factory=Counter)

    def left_by(self, who: Identity) -> frozenset[int]:
        """Return the threads that began in a control's uses and still run."""
        return frozenset(thread for thread, beginner in self.began_in.items() if beginner == who)


class ThreadGrowth(Oracle[ThreadGrowthSettings, Threads]):
    """Each use of one control leaves a thread behind that stands in the program's own code and never ends.

    A .NET program's runtime tells of threads that begin and end. Where most uses of a control have left one, at least
    six in all, their stacks are read, and only those that the program's own code keeps count: pools and the framework's
    own helpers come and go by themselves.
    """

    rank = 145
    cause = "The handler behind {what} may start a thread or a loop that nothing ends."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        memory, inside, look = self.memory, observation.inside, observation.second_look
        if inside is None or observation.usage is None:
            return None
        who = used(observation)
        memory.began_in |= dict.fromkeys(inside.threads - memory.known, who if memory.known else None)
        memory.began_in = {t: beginner for t, beginner in memory.began_in.items() if t in inside.threads}
        memory.known = inside.threads
        if who is None or look is None:
            return None
        memory.uses[who] += 1
        left, least = memory.left_by(who), self._least(who)
        if memory.uses[who] < least or len(left) < max(least, memory.uses[who] * MOST_USES) * self.settings.per_use:
            return None
        memory.asked[who] += 1
        if memory.asked[who] & (memory.asked[who] - 1):
            return None  # asked at the first sign, at the second, the fourth, …: it costs half a second
        kept = _kept(look.stacks(), left)
        if len(kept) < least * self.settings.per_use:
            return None
        return self._finding(observation, who, kept)

    def _least(self, who: Identity) -> int:
        """So many uses must have left a thread."""
        return SUSPECTED_USES if self.settings.suspect.get("control") == who.to_dict() else self.settings.uses

    def _finding(self, observation: Observation, who: Identity, kept: Sequence[Stack]) -> Finding:
        what, process, uses = described_use(observation), observation.target.process, self.memory.uses[who]
        said, ran = code_of_use(observation)
        blamed = blamed_frame(kept[0])
        left = f"{uses} uses of {what} have left {len(kept)} threads in {process}; none of them has ended."
        stand = f"They stand in {standing(kept[0])}."
        return Finding(
            self.name,
            f"{process} has more threads after each use of {what}",
            f"{left} {stand}{said}",
            f"{what} can be used again and again without more threads being left.",
            key=who.about,
            details={
                "about": who.about,
                "uses": uses,
                "total": len(kept),
                "thread": stack_dict(kept[0]),
                "frame": place_of(blamed),
                "suspect": {"control": who.to_dict()},
                **ran,
            },
            of_last_action=False,
            frames=(blamed.name,) if blamed is not None else (),
        )


def _kept(stacks: Sequence[Stack], left: frozenset[int]) -> list[Stack]:
    """Return those of the threads that stand in the program's own code, in the method in which most of them do."""
    own = [(blamed.name, s) for s in stacks if s.thread_id in left and (blamed := blamed_frame(s)) is not None]
    commonest = Counter(name for name, _ in own).most_common(1)
    return [s for name, s in own if name == commonest[0][0]]
