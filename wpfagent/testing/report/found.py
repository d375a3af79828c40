"""What the oracles said of a step and what was thrown in it, as they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.testing.oracles.base import ExceptionFacts
from wpfagent.testing.oracles.parts.exceptions import user_frames
from wpfagent.testing.report.texts import json_of, listing, mapping, text_of
from wpfagent.testing.runtime.facts import WAITS


@dataclass(frozen=True, slots=True)
class Found:
    """What an oracle said; `own` is the first frame of the program's own code."""

    oracle: str
    title: str
    actual: str
    expected: str
    severity: str
    exit_code: str = ""
    exception: str = ""
    message: str = ""
    frames: tuple[str, ...] = ()
    own: str = ""
    source: str = ""
    details: str = ""
    stack: tuple[str, ...] = ()
    stands: str = ""
    waits: str = ""


@dataclass(frozen=True, slots=True)
class Thrown:
    """An exception that was thrown inside of the program; `is_swallowed` where its own code caught it."""

    type: str
    message: str
    frames: tuple[str, ...] = ()
    caught_by: str = ""
    is_swallowed: bool = False


def say_found(line: Mapping[str, Any]) -> list[Found]:
    """Return what the oracles said of a step, failures first."""
    found = [found_of(f) for f in listing(line.get("findings")) if isinstance(f, dict)]
    return sorted(found, key=lambda f: f.severity == "warning")


def found_of(given: Mapping[str, Any]) -> Found:
    """Return a recorded finding as it is shown."""
    exception = mapping(given.get("exception"))
    code = given.get("exit_code")
    details = mapping(given.get("details"))
    frames = tuple(text_of(f) for f in listing(exception.get("frames")))
    stack = mapping(details.get("ui_thread"))
    return Found(
        oracle=text_of(given.get("oracle")),
        title=text_of(given.get("title")),
        actual=text_of(given.get("actual")),
        expected=text_of(given.get("expected")),
        severity="warning" if given.get("severity") == "warning" else "failure",
        exit_code="" if code is None else exit_text(code),
        exception=text_of(exception.get("type")),
        message=text_of(exception.get("message")),
        frames=frames,
        own=next(iter(user_frames(ExceptionFacts(text_of(exception.get("type")), frames=frames))), ""),
        source=text_of(exception.get("source")),
        details=json_of(details) if details else "",
        stack=tuple(text_of(f) for f in listing(stack.get("frames"))),
        stands=text_of(stack.get("in")),
        waits=WAITS.get(text_of(stack.get("waits_for")), ""),
    )


def thrown_of(line: Mapping[str, Any]) -> list[Thrown]:
    """Return the exceptions that a step's line tells of, those that came late too."""
    inside = mapping(line.get("dotnet"))
    given = [mapping(t) for key in ("thrown_late", "thrown") for t in listing(inside.get(key))]
    return [
        Thrown(
            text_of(t.get("type")),
            text_of(t.get("message")),
            tuple(text_of(f) for f in listing(t.get("frames"))),
            text_of(t.get("caught_by")),
            t.get("swallowed") is True,
        )
        for t in given
    ]


def exit_text(code: Any) -> str:
    """Return an exit code as people look it up: `3221225477 (0xC0000005)`."""
    if isinstance(code, int) and not isinstance(code, bool) and -(2**31) <= code < 2**32 and not -1 <= code <= 255:
        return f"{code} (0x{code & 0xFFFFFFFF:08X})"
    return text_of(code)
