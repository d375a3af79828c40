"""The oracle `window_offscreen`: a window lies where no screen shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Rect, WindowInfo
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.looking import window_id

MOST_LOOKS = 3
TITLE_HEIGHT = 32
PARKED = -30_000
"""Windows puts minimised windows at -32000; what lies there was put out of the way."""
SMALLEST = (100, 40)
"""Smaller windows are not meant to be looked at."""


@dataclass(frozen=True, slots=True)
class OffscreenSettings:
    """How much of a window must be seen, and how long it may take to come."""

    visible_share: float = field(
        default=0.25, metadata={"doc": "a window of which at least this part shows is none, whatever its title bar"}
    )
    settle_ms: int = field(default=300, metadata={"doc": "how long a window may lie there, in ms: it may be moving"})

    def __post_init__(self) -> None:
        if not 0 <= self.visible_share <= 1 or self.settle_ms < 0:
            raise InvalidArgument("visible_share is between 0 and 1, settle_ms is 0 or more.")


@dataclass(slots=True)
class Looked:
    """The windows that were found, and how often each was looked at again."""

    reported: set[int] = field(default_factory=set)
    looks: Counter[int] = field(default_factory=Counter)


class WindowOffscreen(Oracle[OffscreenSettings, Looked]):
    """A window lies outside every screen, or so far that neither its title bar nor much else of it can be seen.

    Judged are windows with a title that are neither minimised nor pop-ups. Less than 40 x 20 pixels of the title bar
    and less than `visible_share` of the window must show, still after `settle_ms`. What already lay there when the
    program was attached to is nobody's finding.
    """

    rank = 210
    cause = "The place of the window {about} may be restored or computed without regard to the screens."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        if not observation.monitors:
            return None
        reported, looks = self.memory.reported, self.memory.looks
        known = self.baseline.windows if observation.target.how == "attached" else frozenset()
        for window in observation.windows:
            if (
                window.hwnd in reported
                or window.hwnd in known
                or not _is_off(window, observation.monitors, self.settings)
            ):
                continue
            looks[window.hwnd] += 1
            if looks[window.hwnd] > MOST_LOOKS:
                continue  # it comes back each time
            later = observation.second_look.again(self.settings.settle_ms / 1000) if observation.second_look else None
            if later is not None:
                still = next((w for w in later.windows if w.hwnd == window.hwnd), None)
                if still is None or not _is_off(still, observation.monitors, self.settings):
                    continue
            reported.add(window.hwnd)
            return _finding(observation, window)
        return None


def _is_off(window: WindowInfo, monitors: Iterable[Rect], settings: OffscreenSettings) -> bool:
    rect = window.rect
    if window.popup or window.minimized or not window.title or rect.x <= PARKED or rect.y <= PARKED:
        return False
    if rect.width < SMALLEST[0] or rect.height < SMALLEST[1]:
        return False
    title = Rect(rect.x, rect.y, rect.width, min(TITLE_HEIGHT, rect.height))
    seen = 0
    for monitor in monitors:
        strip, part = title.intersection(monitor), rect.intersection(monitor)
        if strip.width >= 40 and strip.height >= 20:
            return False
        seen += part.width * part.height
    return seen < settings.visible_share * rect.width * rect.height


def _finding(observation: Observation, window: WindowInfo) -> Finding:
    screens = ", ".join(f"{m.width} x {m.height} at ({m.x}, {m.y})" for m in observation.monitors)
    rect = window.rect
    return Finding(
        "window_offscreen",
        f"The window {window.title!r} lies off the screen after {observation.subject}",
        f"The window {window.title!r} ({rect.width} x {rect.height}) is at ({rect.x}, {rect.y}); screens: {screens}.",
        "A window that can be seen and moved.",
        key=f"{window.hwnd}",
        details={
            "window": window.title,
            "class_name": window.class_name,
            "rect": list(rect),
            "monitors": [list(m) for m in observation.monitors],
            "about": window_id(window, observation.after),
        },
    )
