"""What ran inside the program guides what is done next: code that never ran, what calls it, and its words as values.

Where no runtime can be asked all of this is nothing: the dice fall as they would without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wpfagent import dotnet
from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.target import Target
from wpfagent.dotnet import Literals
from wpfagent.gate.execute import Gate
from wpfagent.runs.explore.known.callers import Callers
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.runtime.coverage import AT_START, Coverage

WORDS_KEPT = 200
"""So many of the program's own words are tried at most; those that are compared with something come first."""
LONGEST_WORD = 60
"""Longer ones are sentences for a reader, not values."""
NO_VALUE = re.compile(
    r"[\r\n\t{}<>]|^[\W_]*$|^--?[a-z]|yyyy|HH:mm|\.(?:xaml|dll|exe|png|json)$|^(?:pack|https?):", re.IGNORECASE
)
"""Formats, markup, options of the command line, resources and mere punctuation are no values that a person types."""


@dataclass(slots=True)
class Inner:
    """What one exploration knows from inside the program.

    Args:
        gate: whose recorder asks the runtime.
        takes_words: whether the program's own words are values.
        coverage: its methods, once they are watched.
        words: the program's own words and numbers.
        last_new: after which step a method was entered that had never run.
        callers: what its code says of its controls; None where nothing can be read.
    """

    gate: Gate
    takes_words: bool = True
    coverage: Coverage | None = None
    words: tuple[str, ...] = ()
    last_new: int = 0
    callers: Callers | None = None
    _known: int = 0
    _last: str = ""

    def start_over(self) -> None:
        """A fresh run of the application begins: what it runs at its start is nobody's doing."""
        self._last = ""

    def note(self, key: str) -> None:
        """Take note that something was done: what comes from inside from now on is its doing."""
        self._last = key
        if self.callers is not None:
            self.callers.note(key)

    def gather(self, target: Target, step: int) -> None:
        """Take what has come from inside, and credit it to what was done last."""
        runtime = recorder_of(self.gate).runtime
        coverage = runtime.gather(target) if runtime is not None else None
        if coverage is None:
            return
        if self.coverage is not coverage:
            self.coverage, self._known = coverage, 0
            self.words = words_of(coverage) if self.takes_words else ()
            self.callers = Callers(coverage)
        came = [*coverage.entered][self._known :]
        self._known += len(came)
        new = [named for named in came if coverage.entered[named] != AT_START]
        if new and self._last and self.callers is not None:
            self.last_new = step
            self.callers.credit(self._last, len(new))


def words_of(coverage: Coverage) -> tuple[str, ...]:
    """Return the words and numbers of a program that may be values, the likeliest first; () where none can be read."""
    try:
        found = dotnet.literals(coverage.assemblies)
    except WpfAgentError as error:
        coverage.missing = coverage.missing or error.message
        return ()
    return tuple(dict.fromkeys(w for w in _values(found) if len(w) <= LONGEST_WORD and not NO_VALUE.search(w)))[
        :WORDS_KEPT
    ]


def _values(found: Literals) -> Iterator[str]:
    """Words and numbers by turns, as the reader ranks them; then the names of enums, and the texts of resources."""
    numbers = [str(int(n)) if n == int(n) else str(n) for n in found.numbers if abs(n) < 1e15]
    for word, number in zip(found.strings, numbers, strict=False):
        yield from (word, number)
    yield from found.strings[len(numbers) :]
    yield from numbers[len(found.strings) :]
    for names in found.enums.values():
        yield from names
    yield from found.resources
