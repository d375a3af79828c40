"""Exceptions as the program's own runtime told of them: facts for findings, and which of them ended the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wpfagent.dotnet import Frame, Thrown
from wpfagent.testing.oracles.base import ExceptionFacts
from wpfagent.testing.oracles.parts.exceptions import FRAMES_KEPT, placed_frames, telling_one
from wpfagent.testing.runtime.facts import Inside, own_frames, place_of

SOURCE = "runtime"
"""Where such an exception was read."""


def facts_of(thrown: Thrown) -> ExceptionFacts:
    """Return an exception as findings hold it: the inner one where the outer one only wraps it, as in printed ones."""
    chain = [*_chain(thrown)]
    depth = telling_one([one.type for one in chain])
    told = chain[depth]
    frames = [f for one in reversed(chain) for f in one.frames]
    text = "\n ---> ".join(f"{one.type}: {one.message}" for one in chain)
    lines = [text, *(f"   at {_placed(f)}" for f in frames[:FRAMES_KEPT])]
    names = tuple(f.name for f in frames[:FRAMES_KEPT])
    around = tuple(f"{one.type}: {one.message}" for one in chain[:depth])
    return ExceptionFacts(told.type, told.message, names, SOURCE, "\n".join(lines), around)


def code_of(thrown: Thrown) -> dict[str, Any]:
    """Return the program's own frames with file and line, innermost first, for a finding's details.

    An exception and the one that wraps it were thrown below the same callers: those are named once.
    """
    own: list[Frame] = []
    for one in reversed([*_chain(thrown)]):
        outer = own_frames(one)
        while own and own[-1] in outer:
            own.pop()
        own += outer
    return _code(own)


def printed_code_of(facts: ExceptionFacts) -> dict[str, Any]:
    """Return the same of an exception that was printed: where a program ends at once nothing else is left of it."""
    return _code(placed_frames(facts.text))


def _code(own: Sequence[Frame]) -> dict[str, Any]:
    return {"own_frames": [str(f) for f in own], "frame": place_of(own[0])} if own else {}


def ending(inside: Inside | None) -> Thrown | None:
    """Return the exception that ended the program: the last that nobody is known to have caught.

    One that passes native code is thrown again behind it, without the frames before: where it was thrown first counts.
    """
    seen = [t for t in (*inside.late, *inside.thrown) if t.swallowed is not True] if inside is not None else []
    if not seen:
        return None
    last = next((t for t in reversed(seen) if own_frames(t)), seen[-1])  # the framework throws by itself, too
    same = [t for t in seen if (t.type, t.message, t.thread_id) == (last.type, last.message, last.thread_id)]
    return max(same, key=lambda t: (len(own_frames(t)), len(t.inner)))


def _chain(thrown: Thrown) -> Iterator[Thrown]:
    yield thrown
    for inner in thrown.inner[:1]:
        yield from _chain(inner)


def _placed(frame: Frame) -> str:
    return f"{frame.name}()" + (f" in {frame.file}:line {frame.line}" if frame.file and frame.line else "")
