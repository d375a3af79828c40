"""What changed between two snapshots: appeared, vanished, changed; windows opened, closed, retitled.

Elements are the same when their ref is (the desktop keeps one ref for one runtime id). Focus alone is no
change, nor is position but for items: they come and go without the program doing anything.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.core.model import ROW_TYPES, Control, Snapshot, WindowInfo

WATCHED = ("name", "value", "enabled", "visible", "read_only", "toggle_state", "selected", "expanded")
TITLES = "titles"
"""Stands for the windows' titles among the refs of what changes by itself."""
SHOWN = 10


@dataclass(frozen=True, slots=True)
class Change:
    """One property of one element that changed."""

    control: Control
    key: str
    old: Any
    new: Any

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"element": self.control.describe(), "ref": self.control.ref, self.key: [self.old, self.new]}


@dataclass(frozen=True, slots=True)
class Difference:
    """All that changed."""

    appeared: tuple[Control, ...] = ()
    vanished: tuple[Control, ...] = ()
    changed: tuple[Change, ...] = ()
    opened: tuple[WindowInfo, ...] = ()
    closed: tuple[WindowInfo, ...] = ()
    retitled: tuple[tuple[str, str], ...] = ()

    def without(self, restless: Container[str]) -> Difference:
        """Return it without the changes of elements (by ref) and the titles that change by themselves."""
        return replace(
            self,
            changed=tuple(c for c in self.changed if c.control.ref not in restless),
            retitled=() if TITLES in restless else self.retitled,
        )

    def movers(self) -> set[str]:
        """Return what changed, as `without` takes it."""
        return {c.control.ref for c in self.changed} | ({TITLES} if self.retitled else set())

    def __bool__(self) -> bool:
        return any((self.appeared, self.vanished, self.changed, self.opened, self.closed, self.retitled))

    def to_dict(self, limit: int = SHOWN) -> dict[str, Any]:
        """Return the JSON form; what did not happen is absent, long lists are cut and counted."""
        made: dict[str, Any] = {}
        if self.opened:
            made["windows_opened"] = [w.title or w.class_name for w in self.opened]
        if self.closed:
            made["windows_closed"] = [w.title or w.class_name for w in self.closed]
        if self.retitled:
            made["titles"] = [list(pair) for pair in self.retitled]
        for key, controls in (("appeared", self.appeared), ("vanished", self.vanished)):
            if controls:
                made[key] = [c.describe() for c in controls[:limit]]
                if len(controls) > limit:
                    made[f"{key}_count"] = len(controls)
        if self.changed:
            made["changed"] = [c.to_dict() for c in self.changed[:limit]]
            if len(self.changed) > limit:
                made["changed_count"] = len(self.changed)
        return made


def _same_places(before: Snapshot, after: Snapshot) -> bool:
    """Whether no window moved or changed its size: only then did items move by themselves (sorted, scrolled)."""
    rects = {w.hwnd: w.rect for w in before.windows}
    return all(rects.get(w.hwnd, w.rect) == w.rect for w in after.windows)


def diff_windows(before: Sequence[WindowInfo], after: Sequence[WindowInfo]) -> Difference:
    """Return which windows opened, closed or changed their title; pop-ups count as windows."""
    old, new = {w.hwnd: w for w in before}, {w.hwnd: w for w in after}
    return Difference(
        opened=tuple(w for h, w in new.items() if h not in old),
        closed=tuple(w for h, w in old.items() if h not in new),
        retitled=tuple((old[h].title, w.title) for h, w in new.items() if h in old and old[h].title != w.title),
    )


def diff(before: Snapshot, after: Snapshot, *, ignore: Iterable[str] = ()) -> Difference:
    """Return what changed from one snapshot to the next; `ignore` names refs that do not count."""
    left_out = set(ignore)
    old = {c.ref: c for c in before.controls}
    new = {c.ref: c for c in after.controls}
    moved = [  # a row in another place was sorted, scrolled or moved
        Change(now, "bounding_rect", list(was.bounding_rect), list(now.bounding_rect))
        for ref, now in new.items()
        if now.control_type in ROW_TYPES
        and ref not in left_out
        and (was := old.get(ref)) is not None
        and was.bounding_rect
        and now.bounding_rect
        and (was.bounding_rect.x, was.bounding_rect.y) != (now.bounding_rect.x, now.bounding_rect.y)
    ]
    changed = [
        Change(now, key, getattr(was, key), getattr(now, key))
        for ref, now in new.items()
        if ref not in left_out and (was := old.get(ref)) is not None and was is not now
        for key in WATCHED
        if getattr(was, key) != getattr(now, key)
    ]
    windows = diff_windows(before.windows, after.windows)
    cut = before.truncated or after.truncated
    return Difference(
        appeared=() if cut else tuple(c for r, c in new.items() if r not in old and r not in left_out),
        vanished=() if cut else tuple(c for r, c in old.items() if r not in new and r not in left_out),
        changed=(*changed, *(moved if _same_places(before, after) else ())),
        opened=windows.opened,
        closed=windows.closed,
        retitled=windows.retitled,
    )
