"""The oracle `slow_response`: the UI thread was busy for long after an action."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from statistics import median

from wpfagent.core.errors import AppNotResponding, InvalidArgument
from wpfagent.testing.oracles.base import Finding, LastingOracle, Observation
from wpfagent.testing.oracles.parts.processors import Processors
from wpfagent.testing.oracles.parts.uses import Suspect, used
from wpfagent.testing.runtime.facts import blamed_frame, counted_frames, stack_details, standing

LIMIT_MS = 3_000
PROVEN_MS = 1_000
"""From when on it is a warning that the UI thread was seen in the program's own code: a person notices a second."""
RECENT = 12
"""So many actions tell how fast the program answers just now."""
KNOWN = 3
"""So many of them at least."""
TIMES, TIMES_LOADED = 5, 20
"""An action that takes so many times as long as others just did is slow by itself; on a machine that has no time left
it takes more to say so."""


@dataclass(frozen=True, slots=True)
class SlowResponseSettings(Suspect):
    """From when on an answer is slow."""

    limit_ms: int = field(default=LIMIT_MS, metadata={"doc": "milliseconds that the UI thread may be busy"})

    def __post_init__(self) -> None:
        if self.limit_ms <= 0:
            raise InvalidArgument(f"limit_ms cannot be {self.limit_ms}.", hint="It is 1 or more.")


@dataclass(slots=True)
class _Recent:
    """How long the last actions of this run kept the UI thread busy, and whether the machine had time."""

    busy_ms: deque[int] = field(default_factory=lambda: deque(maxlen=RECENT))
    processors: Processors = field(default_factory=Processors)


@dataclass(slots=True)
class _History:
    """The same over all runs, by control; and how often each control was slow."""

    busy_ms: deque[tuple[str, int]] = field(default_factory=lambda: deque(maxlen=RECENT))
    slow: Counter[str] = field(default_factory=Counter)


class SlowResponse(LastingOracle[SlowResponseSettings, _Recent, _History]):
    """The program's UI thread was busy for longer than `limit_ms` after an action, and answered then.

    A person sees a window that does not paint and does not take clicks. From `freeze_ms` on it is `not_responding`.
    A loaded machine makes every answer slow: it is a failure only where the action took five times as long as the last
    ones did (twenty times where the machine's processors had no time left; just after a start beside those of the
    program's runs before, if it is not loaded; five times on any machine where the same control was slow before, and
    the others were not), and a warning where those were slow too or too few are known. Opening one of Windows' own
    dialogs does not count: the first file dialog loads the extensions of the shell.
    Where its .NET runtime can be asked, the finding names the program's own method that the thread was in; then one
    second is enough for a warning.
    """

    rank = 160
    cause = "The handler behind {what} may do long work, or wait, on the UI thread."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        recent, busy_ms = self.memory.busy_ms, observation.busy_ms
        who = used(observation)
        if observation.check or observation.effect is None:
            return None
        about = who.about if who is not None else observation.action
        before, slow = self.history.busy_ms, self.history.slow
        is_new = len(recent) < KNOWN
        is_loaded = self.memory.processors.had_no_time(observation)
        others = [ms for other, ms in before if other != about]
        is_again = slow[about] > 0 and len(others) >= KNOWN
        known = others if is_again or (is_new and not is_loaded) else recent
        usual = median(known) if len(known) >= KNOWN else None
        recent.append(busy_ms)
        before.append((about, busy_ms))
        times = TIMES if is_again or not (is_loaded or is_new) else TIMES_LOADED
        frozen = busy_ms >= observation.freeze_ms or isinstance(observation.error, AppNotResponding)
        stack = observation.inside.stack if observation.inside is not None else None
        blamed, stands = blamed_frame(stack), standing(stack)
        limit_ms = self.settings.limit_ms if blamed is None else min(self.settings.limit_ms, PROVEN_MS)
        if busy_ms < limit_ms or frozen or not observation.liveness.running or _opened_dialog(observation):
            return None
        slow[about] += busy_ms >= self.settings.limit_ms
        suspected = self.settings.suspect.get("about") == about
        sure = suspected or (usual is not None and busy_ms >= times * usual)
        sure = sure and busy_ms >= self.settings.limit_ms
        process, subject = observation.target.process, observation.subject
        return Finding(
            "slow_response",
            f"{process} was busy for {busy_ms} ms{f' in {blamed}' if blamed is not None else ''} after {subject}",
            f"The UI thread of {process} did not answer for {busy_ms} ms after {subject}"
            + (f"; after the actions before it did within {usual:.0f} ms." if usual is not None else ".")
            + (f" It was in {stands}." if stands else ""),
            f"{process} answers within {limit_ms} ms after {subject}.",
            key=about,
            details={
                "about": about,
                "handler": subject,
                "busy_ms": busy_ms,
                "limit_ms": limit_ms,
                "usual_ms": round(usual) if usual is not None else None,
                "suspect": {"about": about},
                **stack_details(stack),
            },
            frames=counted_frames(stack),
            severity="failure" if sure else "warning",
        )


def _opened_dialog(observation: Observation) -> bool:
    before = {w.hwnd for w in observation.before.windows} if observation.before is not None else set()
    # the first file dialog of a program loads the extensions of the shell
    return any(w.is_system_dialog and w.hwnd not in before for w in observation.windows)
