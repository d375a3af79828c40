"""The pictures that were handed out: what a text was read on, and what a point was chosen on.

A picture is kept with its window as it stood then: before a click by it, both are compared with what is there now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Picture, Rect, WindowInfo

MOST = 12
LATEST = "last"


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of an application.

    Args:
        picture: as it was handed out.
        identity: of the application.
        hwnd: the window that it shows.
        window: where that stood.
    """

    picture: Picture
    identity: str
    hwnd: int
    window: Rect


@dataclass(slots=True)
class Album:
    """The newest pictures by their ids."""

    shots: dict[str, Shot] = field(default_factory=dict)

    def keep(self, picture: Picture, identity: str, windows: Sequence[WindowInfo], name: str = "") -> str:
        """Keep a picture, and return its id: the name that it has already, else a new one.

        Args:
            picture: the picture.
            identity: of the application that it shows.
            windows: that application's, topmost first.
            name: the id, where it has one.
        """
        window = _shown_in(picture, windows)
        name = name or self._new_name()
        if window is not None:
            self.shots.pop(name, None)
            self.shots[name] = Shot(picture, identity, window.hwnd, window.rect)
            for oldest in list(self.shots)[:-MOST]:
                del self.shots[oldest]
        return name

    def get(self, identity: str, name: str) -> Shot:
        """Return a picture of an application; `last` is the newest. Raises InvalidArgument."""
        own = {n: shot for n, shot in self.shots.items() if shot.identity == identity}
        name = next(reversed(own), name) if name == LATEST else name
        if name not in own:
            known = ", ".join(own) or "none; take one: screenshot, ocr_text or ocr_find"
            raise InvalidArgument(f"There is no picture {name!r} of this application.", hint=f"Kept are: {known}.")
        return own[name]

    def _new_name(self) -> str:
        numbers = [int(n[1:]) for n in self.shots if n[:1] == "p" and n[1:].isdecimal()]
        return f"p{max(numbers, default=0) + 1}"


def _shown_in(picture: Picture, windows: Sequence[WindowInfo]) -> WindowInfo | None:
    """The window that a picture shows: the topmost that holds all of it, else the topmost that it touches."""
    common = [(w, w.rect.intersection(picture.rect)) for w in windows if not w.popup]
    whole = (w for w, part in common if part == picture.rect)
    return next(whole, None) or next((w for w, part in common if not part.is_empty), None)
