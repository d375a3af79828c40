"""Trials begun before they are asked for: the minimiser is run ahead in thought, and what it would ask next is tried.

Every decision stays the minimiser's own. It is run again from its beginning with the outcomes that are known, and with
a guess for those that are not: the lists that it then asks for are begun on other desktops. What it really asks for
later is answered by them, or tried here. So the result is the one that it comes to alone, as far as a trial comes to
the same twice; only the waiting is less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from wpfagent.runs.minimize.minimizing import Options, Tester, shrink
from wpfagent.runs.minimize.steps import Item, Steps
from wpfagent.runs.minimize.trials import Trial

Asked = tuple[tuple[Item, ...], int]
"""A list, and for the how-manieth time it is asked for: one that does not fail every time is tried again."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a trial came to, and the titles of other failures that it showed, by their signatures."""

    trial: Trial
    others: Mapping[str, str] = field(default_factory=dict)


class Pending(Protocol):
    """A trial that was begun elsewhere."""

    def result(self) -> Tried | None:
        """Wait for it; None where it has not really begun, or was lost: then it is tried here."""

    def cancel(self) -> None:
        """Nobody asks for it any more."""


class Elsewhere(Protocol):
    """Other desktops."""

    def room(self) -> int:
        """Return how many trials could be begun now."""

    def begin(self, steps: Steps, items: Sequence[Item], signature: str) -> Pending:
        """Begin a trial."""


class WithOthers(Tester, Protocol):
    """What tries lists here, and keeps what else it has seen."""

    others: dict[str, str]


class Ahead:
    """Tries lists, some of them elsewhere and before they are asked for.

    Args:
        replays: tries lists here.
        elsewhere: the other desktops.
        options: those of the minimiser, for running it ahead.

    Attributes:
        begun: so many trials were begun elsewhere,
        used: and so many of them were asked for.
    """

    def __init__(self, replays: WithOthers, elsewhere: Elsewhere, options: Options | None) -> None:
        self.steps = replays.steps
        self.signature = replays.signature
        self.begun = 0
        self.used = 0
        self._replays = replays
        self._elsewhere = elsewhere
        self._options = options or Options()
        self._known: dict[Asked, Trial] = {}
        self._pending: dict[Asked, Pending] = {}
        self._counts: Counter[tuple[Item, ...]] = Counter()

    def test(self, items: Sequence[Item]) -> Trial:
        """Return what a list comes to. Raises WpfAgentError, KeyboardInterrupt."""
        whole = tuple(items)
        self._counts[whole] += 1
        asked = (whole, self._counts[whole])
        pending = self._pending.pop(asked, None)
        self._look_ahead(asked)
        tried = pending.result() if pending is not None else None
        if tried is None:
            trial = self._replays.test(whole)
        else:
            trial = tried.trial
            self.used += 1
            for signature, title in tried.others.items():
                self._replays.others.setdefault(signature, title)
        self._known[asked] = trial
        return trial

    def close(self) -> None:
        """Let go of what nobody asked for."""
        for pending in self._pending.values():
            pending.cancel()
        self._pending.clear()

    def _look_ahead(self, asked: Asked) -> None:
        room = self._elsewhere.room()
        if room <= 0 or self.signature is None:
            return
        thought = _Thought(self.steps, self.signature, self._known, {asked, *self._pending}, room)
        try:
            shrink(thought, options=self._options)
        except _Enough:
            pass  # there is work for every desktop
        for wanted in thought.wanted:
            self._pending[wanted] = self._elsewhere.begin(self.steps, wanted[0], self.signature)
            self.begun += 1


class _Enough(Exception):
    """So many lists are known that will be asked for next."""


class _Thought:
    """Answers the minimiser by what is known, and by guesses; notes the lists that nobody tries yet.

    A list is guessed to come to what it came to before, the whole recording to fail, any other one to pass: most do.
    """

    def __init__(
        self, steps: Steps, signature: str, known: Mapping[Asked, Trial], tried: set[Asked], room: int
    ) -> None:
        self.steps = steps
        self.signature: str | None = signature
        self.wanted: list[Asked] = []
        self._known = known
        self._tried = tried
        self._room = room
        self._counts: Counter[tuple[Item, ...]] = Counter()

    def test(self, items: Sequence[Item]) -> Trial:
        """Return what a list is known, or guessed, to come to. Raises _Enough."""
        whole = tuple(items)
        self._counts[whole] += 1
        asked = (whole, self._counts[whole])
        if (known := self._known.get(asked)) is not None:
            return known
        if asked not in self._tried and whole:
            self.wanted.append(asked)
            if len(self.wanted) >= self._room:
                raise _Enough
        before = self._known.get((whole, asked[1] - 1))
        return before or Trial("fails" if whole == self.steps.items else "passes")
