"""The pass that makes values simpler: shorter texts, then plainer ones, smaller numbers.

A text gets shorter, and at equal length comes to plainer characters; a number comes nearer to 0 and to a whole one. So
the pass ends. What a value means is nobody's concern here: `fields` finds the values of an item and puts others in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wpfagent.runs.minimize.deleting import find_integer
from wpfagent.runs.minimize.trials import Pass, T, Trials

Value = str | float | int
Fields = Callable[[T], Iterable[tuple[Value, Callable[[Value], T]]]]
PLAIN = ("a", "0")
"""What a character is replaced by, the plainest first."""


def simplify_values(fields: Fields[T]) -> Pass[T]:
    """Return the pass that makes the values of all items simpler, one after the other.

    Args:
        fields: gives an item's values, each with the function that returns the item with another value in its place.
    """

    def run(trials: Trials[T]) -> None:
        for at in reversed(range(len(trials.best))):
            for number in range(len(list(fields(trials.best[at])))):
                _simplify(trials, at, number, fields)

    return run


def _simplify(trials: Trials[T], at: int, number: int, fields: Fields[T]) -> None:
    length = len(trials.best)

    def value() -> Value:
        return list(fields(trials.best[at]))[number][0]

    def takes(other: Value) -> bool:
        """Whether it fails with another value, too. A list that got shorter by it has other positions: no more then."""
        if len(trials.best) != length or other == value():
            return False
        put = list(fields(trials.best[at]))[number][1]
        return trials.fails((*trials.best[:at], put(other), *trials.best[at + 1 :]))

    first = value()
    if isinstance(first, str):
        _shorten(first, takes)
        text = value() if len(trials.best) == length else ""
        if isinstance(text, str):
            _make_plain(text, takes)
    elif not isinstance(first, bool):
        any(takes(simpler) for simpler in simpler_numbers(first))


def _shorten(text: str, takes: Callable[[str], bool]) -> None:
    """Cut off as much as can go: everything, else the end, else the beginning, else out of the middle."""
    if not text or takes(""):
        return
    if len(text) > 1 and (takes(text[:1]) or takes(text[-1:])):
        return
    cut = find_integer(lambda n: n < len(text) and takes(text[:-n]))
    kept = text[: len(text) - cut]
    start = find_integer(lambda n: n < len(kept) and takes(kept[n:]))
    kept = kept[start:]
    at = 1
    while at < len(kept) - 1:
        here, before = at, kept
        gone = find_integer(lambda n, h=here, b=before: h + n < len(b) and takes(b[:h] + b[h + n :]))  # type: ignore[misc]
        kept = kept[:at] + kept[at + gone :]
        at += 1


def _make_plain(text: str, takes: Callable[[str], bool]) -> None:
    """Replace the whole text by plain characters where that can be, else each."""
    for plain in PLAIN:
        if text and (set(text) == {plain} or takes(plain * len(text))):
            return
    for i, character in enumerate(text):
        for plain in PLAIN:
            if character == plain:
                break
            other = text[:i] + plain + text[i + 1 :]
            if takes(other):
                text = other
                break


def simpler_numbers(number: float) -> Iterator[float]:
    """Yield simpler numbers, the simplest first: 0, 1, -1, round ones, and itself without its fraction."""
    size, sign = abs(number), -1 if number < 0 else 1
    round_ones = [sign * 10**power for power in range(1, 16) if 10**power < size]
    others = dict.fromkeys([0, 1, sign, *round_ones, sign * int(size)])
    yield from (other for other in others if abs(other) <= size and other != number)
