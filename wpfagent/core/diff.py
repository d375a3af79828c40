"""What changed between two snapshots: appeared, vanished, changed; windows opened, closed, retitled, moved.

Elements are the same when their ref is (the desktop keeps one ref for one runtime id). One that was made anew in the
same place, with the same type and caption, is the same, too. Focus alone is no change, nor is position but for items:
they come and go without the program doing anything. What a title bar consists of does not count. Windows that stand in
another one count as windows: their place, and which is in front.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.core.model import ROW_TYPES, Control, Snapshot, WindowInfo

WATCHED = ("name", "value", "enabled", "visible", "read_only", "toggle_state", "selected", "expanded")
TITLES = "titles"
"""Stands for the windows' titles among the refs of what changes by itself."""
SLIDES_OF = 4
"""What slides is at most one of so many elements; where more are in another place, the page was scrolled."""
HOLDER = "mdiclient"
"""Part of the class of what holds windows in a window (MDI), in small letters: the one in front first."""
IN_FRONT = "in_front"
"""The key of what came in front of the others there, which no window does by itself."""
SHOWN = 10
LONGEST, AROUND = 160, 40
"""Of a longer text only what differs is shown, with so many characters on each side."""
SAYS_MOST = ("Window", "ToolTip", "Text", "Document", "Edit", "TabItem", "ListItem", "DataItem", "TreeItem")
"""Of what appeared or vanished, elements of these types are named first, then others with a caption."""
_NUMBER = re.compile(r"[+-]?\d[\d.,:/-]*")


def shape(text: str) -> str:
    """Return a text with each number, date and time in it made alike: `Frame 12` and `Frame 13` have one shape."""
    return _NUMBER.sub("0", text)


@dataclass(frozen=True, slots=True)
class Change:
    """One property of one element that changed."""

    control: Control
    key: str
    old: Any
    new: Any

    @property
    def is_tick(self) -> bool:
        """Whether only the numbers of a text changed, as in a clock, a counter or a progress bar."""
        texts = isinstance(self.old, str) and isinstance(self.new, str)
        return self.key in ("name", "value") and texts and shape(self.old) == shape(self.new)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"element": self.control.describe(), "ref": self.control.ref, self.key: excerpts(self.old, self.new)}


def excerpts(old: Any, new: Any) -> list[Any]:
    """Return two values; of long texts the part that differs, with what stands around it."""
    if not (isinstance(old, str) and isinstance(new, str)) or max(len(old), len(new)) <= LONGEST:
        return [old, new]
    shorter = min(len(old), len(new))
    start = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    end = next((i for i in range(shorter - start) if old[-1 - i] != new[-1 - i]), shorter - start)
    return [_part(text, start - AROUND, len(text) - end + AROUND) for text in (old, new)]


def _part(text: str, start: int, end: int) -> str:
    start, end = max(0, start), min(len(text), end)
    if end - start > LONGEST:
        inner = f"{text[start : start + LONGEST // 2]} … {text[end - LONGEST // 2 : end]}"
    else:
        inner = text[start:end]
    return f"{'…' if start else ''}{inner}{'…' if end < len(text) else ''}"


@dataclass(frozen=True, slots=True)
class Difference:
    """All that changed."""

    appeared: tuple[Control, ...] = ()
    vanished: tuple[Control, ...] = ()
    changed: tuple[Change, ...] = ()
    opened: tuple[WindowInfo, ...] = ()
    closed: tuple[WindowInfo, ...] = ()
    retitled: tuple[tuple[str, str], ...] = ()
    placed: tuple[WindowInfo, ...] = ()
    """Windows that were moved, resized, minimised or restored."""

    def without(self, restless: Container[str]) -> Difference:
        """Return it without the changes of elements (by ref) and the titles that change by themselves."""
        return replace(
            self,
            changed=tuple(c for c in self.changed if c.control.ref not in restless),
            retitled=() if TITLES in restless else self.retitled,
        )

    def without_of(self, refs: Container[str], inside: Mapping[str, str]) -> Difference:
        """Return it without these elements and, where one is a list or table (`inside` tells of which), its rows."""

        def stays(control: Control) -> bool:
            return control.ref not in refs and inside.get(control.ref) not in refs

        return replace(
            self.without(refs),
            appeared=tuple(c for c in self.appeared if stays(c)),
            vanished=tuple(c for c in self.vanished if stays(c)),
            changed=tuple(c for c in self.changed if stays(c.control)),
        )

    def movers(self) -> set[str]:
        """Return what changed, as `without` takes it."""
        return {c.control.ref for c in self.changed} | ({TITLES} if self.retitled else set())

    def __bool__(self) -> bool:
        return any((self.appeared, self.vanished, self.changed, self.opened, self.closed, self.retitled, self.placed))

    def to_dict(self, limit: int = SHOWN) -> dict[str, Any]:
        """Return the JSON form; what did not happen is absent, long lists are cut and counted."""
        made: dict[str, Any] = {}
        if self.opened:
            made["windows_opened"] = [w.title or w.class_name for w in self.opened]
        if self.closed:
            made["windows_closed"] = [w.title or w.class_name for w in self.closed]
        if self.retitled:
            made["titles"] = [list(pair) for pair in self.retitled]
        if self.placed:
            made["windows_placed"] = [
                {"title": w.title, "rect": list(w.rect), **({"minimized": True} if w.minimized else {})}
                for w in self.placed
            ]
        for key, controls in (("appeared", self.appeared), ("vanished", self.vanished)):
            if controls:
                made[key] = [c.describe() for c in sorted(controls, key=_says)[:limit]]
                if len(controls) > limit:
                    made[f"{key}_count"] = len(controls)
        if self.changed:
            made["changed"] = [c.to_dict() for c in self.changed[:limit]]
            if len(self.changed) > limit:
                made["changed_count"] = len(self.changed)
        return made


def _says(control: Control) -> int:
    """How soon an element is named: what says most first."""
    if control.control_type in SAYS_MOST and (control.name or control.value):
        return SAYS_MOST.index(control.control_type)
    return len(SAYS_MOST) + (not control.name)


def _same_places(before: Snapshot, after: Snapshot) -> bool:
    """Whether no window moved or changed its size: only then did items move by themselves (sorted, scrolled)."""
    rects = {w.hwnd: w.rect for w in before.windows}
    return all(rects.get(w.hwnd, w.rect) == w.rect for w in after.windows)


def diff_windows(before: Sequence[WindowInfo], after: Sequence[WindowInfo]) -> Difference:
    """Return which windows opened, closed, moved or changed their title; pop-ups count as windows."""
    old, new = {w.hwnd: w for w in before}, {w.hwnd: w for w in after}
    stayed = [(old[h], w) for h, w in new.items() if h in old]
    return Difference(
        opened=tuple(w for h, w in new.items() if h not in old),
        closed=tuple(w for h, w in old.items() if h not in new),
        retitled=tuple((was.title, now.title) for was, now in stayed if was.title != now.title),
        placed=tuple(now for was, now in stayed if (was.rect, was.minimized) != (now.rect, now.minimized)),
    )


def diff(before: Snapshot, after: Snapshot, *, ignore: Iterable[str] = ()) -> Difference:
    """Return what changed from one snapshot to the next; `ignore` names refs that do not count.

    What appeared and vanished is told of the windows that were read to their end.
    """
    left_out = set(ignore)
    old = {c.ref: c for c in before.controls}
    new = {c.ref: c for c in after.controls}
    pairs = [(old[ref], now) for ref, now in new.items() if ref in old]
    appeared = [c for ref, c in new.items() if ref not in old]
    vanished = [c for ref, c in old.items() if ref not in new]
    again: list[tuple[Control, Control]] = []
    if appeared and vanished:
        again, appeared, vanished = _made_anew(appeared, vanished)
        pairs += again
    pairs = [(was, now) for was, now in pairs if now.ref not in left_out and was is not now]
    moved = [  # a row in another place was sorted, scrolled or moved
        Change(now, "bounding_rect", list(was.bounding_rect), list(now.bounding_rect))
        for was, now in pairs
        if now.control_type in ROW_TYPES
        and was.bounding_rect
        and now.bounding_rect
        and (was.bounding_rect.x, was.bounding_rect.y) != (now.bounding_rect.x, now.bounding_rect.y)
    ]
    changed = [
        Change(now, key, getattr(was, key), getattr(now, key))
        for was, now in pairs
        for key in WATCHED
        if getattr(was, key) != getattr(now, key)
    ]
    windows = diff_windows(before.windows, after.windows)
    places = (*moved, *_slid([(old[ref], c) for ref, c in new.items() if ref in old]), *_reordered(again))
    places = (*places, *_inner_windows(before, after)) if _same_places(before, after) else ()
    return replace(
        windows,
        appeared=_told(appeared, after, before, left_out),
        vanished=_told(vanished, before, after, left_out),
        changed=(*changed, *places),
    )


def _inner_windows(before: Snapshot, after: Snapshot) -> list[Change]:
    """Return which inner windows that were there already lie elsewhere, and which one is in front instead."""
    was = {c.ref: c for c in _held(before)}
    stayed = [(was[c.ref], c) for c in _held(after) if c.ref in was]
    found = [
        Change(now, "bounding_rect", list(old.bounding_rect), list(now.bounding_rect))
        for old, now in stayed
        if old.bounding_rect and now.bounding_rect and old.bounding_rect != now.bounding_rect
    ]
    first = next((old for old in was.values() if any(old.ref == now.ref for _, now in stayed)), None)
    if first is not None and stayed[0][1].ref != first.ref:
        found.append(Change(stayed[0][1], IN_FRONT, old=False, new=True))
    return found


def _held(snapshot: Snapshot) -> list[Control]:
    """The windows in what holds inner windows."""
    holders = (i for i, c in enumerate(snapshot.controls) if c.class_name and HOLDER in c.class_name.lower())
    return [c for i in holders for c in snapshot.subtree(i)[1:] if c.depth == snapshot.controls[i].depth + 1]


def _slid(pairs: Sequence[tuple[Control, Control]]) -> list[Change]:
    """What went to another place altogether, as a drawer does; nothing where a good part of the window moved along.

    Places that overlap, and whole pages, tell of a layout that made room or of scrolling.
    """
    moved = [
        Change(now, "bounding_rect", list(was.bounding_rect), list(now.bounding_rect))
        for was, now in pairs
        if now.control_type not in ROW_TYPES and was.visible and now.visible
        and was.bounding_rect and now.bounding_rect and was.bounding_rect != now.bounding_rect
        and was.bounding_rect.intersection(now.bounding_rect).is_empty
        and not (was.bounding_rect.is_empty or now.bounding_rect.is_empty)
    ]  # fmt: skip
    return moved if len(moved) * SLIDES_OF <= len(pairs) else []


def _reordered(pairs: Sequence[tuple[Control, Control]]) -> list[Change]:
    """What was made anew in another order, as the rows of a list are that was sorted: each column by itself."""
    columns: dict[tuple[object, ...], list[tuple[Control, Control]]] = defaultdict(list)
    for was, now in pairs:
        if was.visible and now.visible and was.bounding_rect and now.bounding_rect and now.name:
            columns[now.hwnd, now.depth, was.bounding_rect.x, now.bounding_rect.x].append((was, now))
    found: list[Change] = []
    for column in columns.values():
        before = sorted(column, key=lambda pair: pair[0].bounding_rect or ())
        after = sorted(column, key=lambda pair: pair[1].bounding_rect or ())
        found += [
            Change(now, "bounding_rect", list(was.bounding_rect or ()), list(now.bounding_rect or ()))
            for (was, now), (other, _) in zip(before, after, strict=True)
            if was is not other
        ]
    return found


def _made_anew(
    appeared: list[Control], vanished: list[Control]
) -> tuple[list[tuple[Control, Control]], list[Control], list[Control]]:
    """Pair what vanished with what appeared in its place; return the pairs and what is left of either."""
    gone: dict[tuple[object, ...], deque[Control]] = defaultdict(deque)
    for control in vanished:
        gone[_identity(control)].append(control)
    pairs, fresh = [], []
    for control in appeared:
        equals = gone.get(_identity(control))
        if equals:
            pairs.append((equals.popleft(), control))
        else:
            fresh.append(control)
    left = {c.ref for equals in gone.values() for c in equals}
    return pairs, fresh, [c for c in vanished if c.ref in left]


def _identity(control: Control) -> tuple[object, ...]:
    caption = control.name or control.value
    return (control.hwnd, control.depth, control.control_type, control.class_name, control.automation_id, caption)


def _told(found: list[Control], mine: Snapshot, other: Snapshot, left_out: set[str]) -> tuple[Control, ...]:
    """What is in one snapshot only, of windows that both read whole, or that only one had; without title bars."""
    if not found:
        return ()
    cut = _cut(mine) | _cut(other)
    bars = {c.ref for i, b in enumerate(mine.controls) if b.control_type == "TitleBar" for c in mine.subtree(i)}
    return tuple(c for c in found if c.hwnd not in cut and c.ref not in left_out and c.ref not in bars)


def _cut(snapshot: Snapshot) -> set[int]:
    """The windows that a truncated snapshot did not read to their end: they are read one after another."""
    if not snapshot.truncated:
        return set()
    last = snapshot.controls[-1].hwnd if snapshot.controls else 0
    whole = {c.hwnd for c in snapshot.controls} - {last}
    return {last, *(w.hwnd for w in snapshot.windows)} - whole
