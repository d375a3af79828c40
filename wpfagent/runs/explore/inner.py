"""What ran inside the program guides what is done next: code that never ran, what calls it, and its words as values.

Where no runtime can be asked all of this is nothing: the dice fall as they would without it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from wpfagent import dotnet
from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.target import Target
from wpfagent.dotnet import Literals
from wpfagent.gate.execute import Gate
from wpfagent.runs.explore.offer import Candidate
from wpfagent.runs.explore.seen import plain
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.runtime.coverage import AT_START, Coverage

LEADING_IN = 3.0
"""How much likelier something is done again that entered new methods when it was done last: more may lie behind it."""
SPENT = 0.3
"""How much rarer something is done all of whose handlers have run."""
CALLS = 2
"""So often something is done because it would call what never ran: it may call it only under a condition."""
BY = (
    (re.compile(r"Loaded|Initialized|SizeChanged|LayoutUpdated|DataContext|IsVisible|Tick|Clos(?:ing|ed)"), ()),
    (re.compile(r"DoubleClick"), ("double",)),
    (re.compile(r"Wheel"), ("wheel",)),
    (re.compile(r"Drop$|Drag(?:Over|Enter|Leave)"), ("move",)),
    (re.compile(r"Drag(?:Delta|Started|Completed)|Stroke"), ("drag", "draw", "set_value")),
    (re.compile(r"ContextMenu|Right(?:Button|Tapped)"), ("context", "ask")),
    (re.compile(r"Key(?:Down|Up|Press)|TextInput"), ("enter", "typed")),
    (re.compile(r"Mouse|Pointer|Touch|Tapped"), ("poke", "draw", "move", "click", "select_item", "double")),
    (re.compile(r"^"), ("click", "menu", "toggle", "select_item", "select_combo", "type_text", "set_value", "expand",
                        "collapse")),
)  # fmt: skip
"""What is done to raise an event, by its name; the first that fits."""
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
        led: how many new methods the last use of each thing entered, by its key.
        entered: which action entered new methods on which screen: (state, key) → their names.
        words: the program's own words and numbers.
        last_new: after which step a method was entered that had never run.
        wires: what each control calls, by its label: the methods, and what has to be done to it.
        labels: what each thing that was offered may be labelled, by its key.
        done: how often each was done.
    """

    gate: Gate
    takes_words: bool = True
    coverage: Coverage | None = None
    led: Counter[str] = field(default_factory=Counter)
    entered: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    last_new: int = 0
    wires: defaultdict[str, set[tuple[tuple[str, str], tuple[str, ...]]]] = field(
        default_factory=lambda: defaultdict(set)
    )
    labels: dict[str, frozenset[str]] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)
    _known: int = 0
    _last: tuple[str, str] = ("", "")

    def start_over(self) -> None:
        """A fresh run of the application begins: what it runs at its start is nobody's doing."""
        self._last = ("", "")

    def note(self, state: str, key: str) -> None:
        """Take note that something was done: what comes from inside from now on is its doing."""
        self._last = (state, key)
        self.done[key] += 1
        self.led.pop(key, None)

    def gather(self, target: Target, step: int) -> None:
        """Take what has come from inside, and credit it to what was done last."""
        runtime = recorder_of(self.gate).runtime
        coverage = runtime.gather(target) if runtime is not None else None
        if coverage is None:
            return
        if self.coverage is not coverage:
            self.coverage, self._known = coverage, 0
            self.words = words_of(coverage) if self.takes_words else ()
            for wire in coverage.wires if self.takes_words else ():
                by = next(acts for event, acts in BY if event.search(wire.event))
                if wire.control and by:
                    self.wires[plain(wire.control)].add((wire.method, by))
        came = [*coverage.entered][self._known :]
        self._known += len(came)
        new = [named for named in came if coverage.entered[named] != AT_START]
        if new and self._last[1]:
            self.last_new = step
            self.led[self._last[1]] += len(new)
            self.entered.setdefault(self._last, []).extend(f"{type_name}.{method}" for type_name, method in new)

    def see(self, candidates: Iterable[Candidate]) -> None:
        """Take note of what is offered."""
        if self.wires:
            self.labels.update({c.key: _labels(c) for c in candidates if c.key not in self.labels})

    def is_uncalled(self, key: str) -> bool:
        """Return whether something would call a method that never ran, as far as the program's code tells."""
        if self.coverage is None or self.done[key] >= CALLS:
            return False
        return any(method not in self.coverage.entered for method in self._called_by(key))

    @property
    def has_more(self) -> bool:
        """Whether a method never ran that is called by a control which was never seen."""
        seen = frozenset[str]().union(*self.labels.values()) if self.wires else frozenset()
        entered = self.coverage.entered if self.coverage is not None else {}
        return any(m not in entered for label in self.wires.keys() - seen for m, _ in self.wires[label])

    def worth(self, key: str) -> float:
        """Return how much likelier something is chosen by what it led to inside; 1 where nothing is known."""
        if self.led[key]:
            return LEADING_IN
        called = self._called_by(key) if self.coverage is not None else []
        return SPENT if called and self.coverage is not None and self.coverage.entered.keys() >= set(called) else 1.0

    def _called_by(self, key: str) -> list[tuple[str, str]]:
        action = key.partition(" ")[0]
        labels = self.labels.get(key, frozenset()) & self.wires.keys()
        return [method for label in labels for method, by in self.wires[label] if action in by]


def _labels(candidate: Candidate) -> frozenset[str]:
    """What an element may be called in the code: its id, its name; the list it stands in, what it is dragged onto."""
    place, control = candidate.place, candidate.control
    if place is None or control is None:
        return frozenset()
    around = [place.group, *(p.group or p.key for p in candidate.onto[:1])]
    said = (control.automation_id, control.name, *(key.rpartition(".")[2] for key in around))
    return frozenset(map(plain, said)) - {""}


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
