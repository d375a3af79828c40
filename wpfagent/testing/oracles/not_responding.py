"""The oracle `not_responding`: the program's UI thread does not answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.errors import AppNotResponding, InvalidArgument
from wpfagent.testing.oracles.base import Finding, LastingOracle, Observation
from wpfagent.testing.oracles.parts.processors import Processors
from wpfagent.testing.runtime.facts import (
    blamed_frame,
    counted_frames,
    stack_details,
    standing,
    waits_for_messages,
)

CLOCKS_DIFFER_MS = 50
"""A wait of the whole limit may be measured this much shorter."""


@dataclass(frozen=True, slots=True)
class NotRespondingSettings:
    """From when on a busy program counts as frozen."""

    freeze_ms: int | None = field(
        default=None, metadata={"doc": "milliseconds without an answer; otherwise the profile's timeouts.freeze_ms"}
    )

    def __post_init__(self) -> None:
        if self.freeze_ms is not None and self.freeze_ms <= 0:
            raise InvalidArgument(f"freeze_ms cannot be {self.freeze_ms}.", hint="It is 1 or more.")


@dataclass(slots=True)
class Hangs:
    """Whether it hangs now, how often it has, and whether the machine had time for it."""

    hung: bool = False
    times: int = 0
    processors: Processors = field(default_factory=Processors)


@dataclass(slots=True)
class Hung:
    """Where the program's UI thread stood when an act had hung it, by the act."""

    frames: dict[str, tuple[str, ...]] = field(default_factory=dict)


class NotResponding(LastingOracle[NotRespondingSettings, Hangs, Hung]):
    """The program's UI thread has not answered for longer than `freeze_ms`.

    What Windows says of its windows and how long it took to rest after the action; nothing is asked of the program.
    Where its .NET runtime can be asked, the finding names the program's own method that the thread is in, and what it
    waits for; where that does not answer in time, a hang of the same act before tells it from others. A thread that
    waits for messages is not kept by its program: that is a warning; so is one that computes, and was not seen in the
    program's own code, on a machine whose processors had no time left, up to twice the limit. An action that gave up
    earlier, with a short time of its own, is a failure only in a test, which promised that time.
    """

    rank = 50

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        limit = self.settings.freeze_ms or observation.freeze_ms
        memory = self.memory
        is_loaded = memory.processors.had_no_time(observation)
        gave_up = isinstance(observation.error, AppNotResponding)
        still = not observation.liveness.responding or (gave_up and _is_hung(observation.busy_ms, limit))
        still = still or (observation.inside is not None and observation.inside.stuck_ms > 0)
        long_busy = observation.busy_ms >= limit
        failed = long_busy or (gave_up and (still or observation.is_test))
        if not observation.liveness.running or not failed:
            memory.hung = memory.hung and still
            return None
        if not memory.hung:
            memory.times += 1
        memory.hung = still
        is_late = observation.inside is not None and observation.inside.stuck_before
        process, subject = observation.target.process, observation.act_of(is_late=is_late)
        how_long = (
            f"for {observation.busy_ms} ms" if observation.busy_ms else f"within the time of the action ({subject})"
        )
        stack = observation.inside.stack if observation.inside is not None else None
        blamed, stands, is_free = blamed_frame(stack), standing(stack), waits_for_messages(stack)
        frames = counted_frames(stack) or (self.history.frames.get(subject, ()) if stack is None else ())
        self.history.frames[subject] = frames
        computes = stack is None or stack.waits_for in (None, "computing")
        may_lack_time = computes and blamed is None and 0 < observation.busy_ms < 2 * limit
        return Finding(
            "not_responding",
            f"{process} {'stopped responding' if still else f'did not respond for {observation.busy_ms} ms'}"
            + (f" in {blamed}" if blamed is not None else "")
            + f" after {subject}",
            f"The UI thread of {process} did not answer {how_long}"
            + ("; it still does not." if still else ".")
            + (f" It is in {stands}." if stands else " It waits for messages, idle." if is_free else ""),
            f"{process} answers within {limit} ms after {subject}.",
            key="free" if is_free else f"hang {memory.times}",
            details={
                "handler": subject,
                "busy_ms": observation.busy_ms,
                "freeze_ms": limit,
                "still_hung": still,
                "windows": [w.title or w.class_name for w in observation.windows if not w.responding],
                **stack_details(stack),
            },
            frames=frames,
            severity="warning" if is_free or (is_loaded and may_lack_time) else "failure",
            of_action_before=is_late,
        )


def _is_hung(busy_ms: int, limit: int) -> bool:
    """Whether a program that an action gave up on stayed busy for the whole limit; 0 is a time nobody measured."""
    return busy_ms == 0 or busy_ms + CLOCKS_DIFFER_MS >= limit
