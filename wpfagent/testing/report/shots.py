"""The pictures of a step, with what is outlined in them, and the difference of its trees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.core.diff import Difference
from wpfagent.core.model import Rect, Snapshot
from wpfagent.testing.report import changes
from wpfagent.testing.report.album import Album
from wpfagent.testing.report.source import Source
from wpfagent.testing.report.texts import mapping, rect_of, text_of

MARGIN = 2.0
"""Pixels between an element and its outline."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A rectangle in a picture, in its own pixels.

    `look`: `target` (what was acted on), `place` (where that was), `check` (what was checked), `change`.
    """

    x: float
    y: float
    width: float
    height: float
    look: str


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture on a card: which one, its size in pixels, what is outlined, where on the screen it was taken."""

    kind: str
    picture: str
    width: int
    height: int
    outlines: tuple[Outline, ...] = ()
    corner: tuple[float, float] | None = None

    def at_check(self) -> Shot:
        """Return it as the picture of a check."""
        return replace(self, kind="at_check")


@dataclass(frozen=True, slots=True)
class Seen:
    """All that is to be seen of a step."""

    shots: tuple[Shot, ...] = ()
    thumb: Shot | None = None
    difference: Difference | None = None


class Shots:
    """Finds the pictures and trees of steps.

    Args:
        source: the record's folder.
        album: where the pictures are collected.
    """

    def __init__(self, source: Source, album: Album) -> None:
        self.source = source
        self.album = album

    def of(self, line: Mapping[str, Any], *, important: bool = False) -> Seen:
        """Return the pictures of a step and the difference of its trees."""
        screen, uia = line.get("screen"), mapping(line.get("uia"))
        paths = mapping(screen) or ({"after": screen} if isinstance(screen, str) else {})
        if not paths and isinstance(line.get("path"), str):
            paths = {"result": line["path"]}
        trees = {k: self.source.tree(uia.get(k)) for k in ("before", "after")}
        before, after = trees["before"], trees["after"]
        difference = changes.between(before, after) if before is not None and after is not None else None
        rects = mapping(line.get("screen_rects"))
        shots = []
        for kind in ("before", "after", "result"):
            path = self.source.inside(paths.get(kind))
            taken = self.album.add(path, important=important) if path is not None else None
            if taken is None:
                continue
            picture, width, height = taken
            corner = rect_of(rects.get(kind)) or _window_rect(trees.get(kind), width, height)
            shot = Shot(kind, picture, width, height, corner=corner[:2] if corner else None)
            shots.append(replace(shot, outlines=self._outlines(shot, line, after, difference)))
        thumb = shots[-1] if shots else None
        return Seen(tuple(shots), replace(thumb, outlines=()) if thumb else None, difference)

    def checked(self, shot: Shot, line: Mapping[str, Any], check: Mapping[str, Any]) -> Shot:
        """Return the picture after an action with the element outlined that a check looked at."""
        tree = self.source.tree(mapping(line.get("uia")).get("after"))
        found = changes.same_element(mapping(check.get("selector")), tree) if tree is not None else None
        outline = _outline(shot, found.bounding_rect if found is not None else None, "check")
        return replace(shot, outlines=(*shot.outlines, outline)) if outline is not None else shot

    @staticmethod
    def _outlines(
        shot: Shot, line: Mapping[str, Any], after: Snapshot | None, difference: Difference | None
    ) -> tuple[Outline, ...]:
        element = mapping(line.get("element"))
        rect: Rect | tuple[float, ...] | None = rect_of(element.get("bounding_rect"))
        look = "check" if "check" in line else "target"
        made: list[Outline | None] = []
        if shot.kind == "after":
            sought = element or mapping(line.get("selector"))
            now = changes.same_element(sought, after) if after is not None else None
            if now is None or not now.visible:
                look = "place"
            elif now.bounding_rect is not None:
                rect = now.bounding_rect
        if shot.kind == "after" and difference is not None:
            made = [_outline(shot, r, "change") for r in changes.marks(difference) if r != rect]
        made.append(_outline(shot, rect, look))
        return tuple(o for o in made if o is not None)


def _window_rect(tree: Snapshot | None, width: int, height: int) -> Rect | None:
    """Where a picture was taken, from the windows that its tree names: the topmost of the picture's size."""
    if tree is None:
        return None
    return next((w.rect for w in tree.windows if (w.rect.width, w.rect.height) == (width, height)), None)


def _outline(shot: Shot, rect: Rect | tuple[float, ...] | None, look: str) -> Outline | None:
    if rect is None or shot.corner is None:
        return None
    x, y = rect[0] - shot.corner[0], rect[1] - shot.corner[1]
    left, top = max(1.0, x - MARGIN), max(1.0, y - MARGIN)
    right, bottom = min(shot.width - 1.0, x + rect[2] + MARGIN), min(shot.height - 1.0, y + rect[3] + MARGIN)
    if right - left < 2 or bottom - top < 2:
        return None
    return Outline(left, top, right - left, bottom - top, look)


def picture_of(source: Source, album: Album, path: Any, kind: str, *, important: bool = True) -> Shot | None:
    """Return one picture of a folder without outlines of ours; None when there is none."""
    found = source.inside(text_of(path))
    taken = album.add(found, important=important) if found is not None else None
    return Shot(kind, *taken) if taken is not None else None
