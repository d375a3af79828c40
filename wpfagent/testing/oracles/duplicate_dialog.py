"""The oracle `duplicate_dialog`: one action opened the same window twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Snapshot, WindowInfo
from wpfagent.testing.oracles.base import Finding, Observation, oracle
from wpfagent.testing.oracles.error_dialog import is_dialog
from wpfagent.testing.oracles.parts.baseline import baseline_of
from wpfagent.testing.oracles.parts.looking import window_id
from wpfagent.testing.oracles.parts.signature import stable_id
from wpfagent.testing.oracles.parts.uses import LIVES

_NUMBERS = re.compile(r"\d+")
ALONE_TIMES = 1
"""A window that came alone so often is not waited for: a double that comes late is seen at the next action.

An exploration counts that over all its runs; a replay waits anew in each, because a double may come now and then.
"""
LOOKS = 3
"""A window that opened is looked at once more, and so often while its double is being built."""


@dataclass(frozen=True, slots=True)
class DuplicateSettings:
    """How long a second window may take."""

    settle_ms: int = field(default=250, metadata={"doc": "how long after a window opened its double may come, in ms"})

    def __post_init__(self) -> None:
        if self.settle_ms < 0:
            raise InvalidArgument("settle_ms is 0 or more.")


@oracle(settings=DuplicateSettings)
def duplicate_dialog(observation: Observation, settings: DuplicateSettings) -> Finding | None:
    """One action opened two windows with the same title, class and content, where there was none before.

    The same modal dialog once more while the first is open is one, too. A double that was there when the next action
    began is of the action before. Menus, tool tips and pop-ups are none, nor are windows without a title, message boxes
    with different texts, and a further window like one that was open already (documents look alike).
    """
    memory = observation.memory
    now = frozenset(w.hwnd for w in observation.windows)
    earlier = observation.before if observation.action != "glance" else None
    acted = earlier is not None
    there = frozenset(w.hwnd for w in earlier.windows) if earlier is not None else None
    known: frozenset[int] = memory.get("open", there if there is not None else baseline_of(observation).windows)
    recent: frozenset[int] = memory.get("recent", frozenset())
    before = there if there is not None else known
    windows, after = observation.windows, observation.after
    opened = now - before
    late = before - known if acted else opened
    memory["open"], memory["recent"] = now, opened if acted else recent | opened
    opener: str = memory.get("opener", "")
    if acted:
        memory["opener"] = observation.subject
    if not opened and not late:
        return None
    look = observation.second_look if acted else None
    kept = memory.get(LIVES, memory) if observation.is_exploring else memory
    alone: Counter[tuple[str, str]] = kept.setdefault("alone", Counter())
    fresh = [(w.title, stable_id(w.class_name)) for w in _chosen(windows, opened)]
    if len(fresh) == 1 and alone[fresh[0]] >= ALONE_TIMES and any(w.enabled for w in windows if not w.popup):
        look = None
    for number in range(LOOKS):
        if look is None or not _may_be_more(windows, opened, after, is_first=number == 0):
            break
        shown = look.windows(windows, settings.settle_ms / 1000)
        now = frozenset(w.hwnd for w in shown)
        if after is None or now != frozenset(w.hwnd for w in windows) or [*_pairs(_chosen(shown, opened))]:
            later = look.again(0)
            if later is None:
                break
            shown, after, now = later.windows, later, frozenset(w.hwnd for w in later.windows)
        windows, opened = shown, now - before
        memory["open"], memory["recent"] = now, opened
    if look is not None and len(_chosen(windows, opened)) == 1:
        alone.update(fresh)
    if after is None:
        return None
    subject = observation.subject
    for one, other in _pairs(_chosen(windows, opened)):
        if _same_content(one, other, after):
            return _finding(subject, one, after, "opened twice")
    if late and recent:
        for one, other in _pairs(_chosen(windows, recent | late)):
            if {one.hwnd, other.hwnd} & late and _same_content(one, other, after):
                found = _finding(opener or subject, one, after, "opened twice")
                return replace(found, of_action_before=acted and bool(opener))
    for window in _chosen(windows, opened):
        for old in _chosen(windows, before):
            blocks = not old.enabled and is_dialog(old, windows)
            if blocks and _alike(window, old) and _same_content(window, old, after):
                return _finding(subject, window, after, "opened again while it was open")
    return None


def _chosen(windows: Iterable[WindowInfo], hwnds: frozenset[int]) -> list[WindowInfo]:
    return [w for w in windows if w.hwnd in hwnds and not w.popup and w.title]


def _may_be_more(
    windows: tuple[WindowInfo, ...], opened: frozenset[int], after: Snapshot | None, *, is_first: bool
) -> bool:
    """Whether a second window may be on its way: it is there and not complete, or it blocks all others already."""
    fresh = _chosen(windows, opened)
    pairs = list(_pairs(fresh))
    if pairs:
        return after is None or not any(_same_content(one, other, after) for one, other in pairs)
    return len(fresh) == 1 and (is_first or not any(w.enabled for w in windows if not w.popup))


def _pairs(windows: list[WindowInfo]) -> Iterator[tuple[WindowInfo, WindowInfo]]:
    for i, one in enumerate(windows):
        yield from ((one, other) for other in windows[i + 1 :] if _alike(one, other))


def _alike(one: WindowInfo, other: WindowInfo) -> bool:
    return one.title == other.title and stable_id(one.class_name) == stable_id(other.class_name)


def _same_content(one: WindowInfo, other: WindowInfo, snapshot: Snapshot) -> bool:
    """Whether two windows consist of the same and say the same; numbers aside, which may be times."""
    shape, second = _shape(one, snapshot), _shape(other, snapshot)
    return bool(shape) and shape == second


def _shape(window: WindowInfo, snapshot: Snapshot) -> Counter[tuple[str, str, str]]:
    return Counter(
        (c.control_type, c.automation_id, _NUMBERS.sub("#", c.name))
        for c in snapshot.controls
        if c.hwnd == window.hwnd and c.control_type not in ("TitleBar", "Window") and c.visible
    )


def _finding(subject: str, window: WindowInfo, after: Snapshot, how: str) -> Finding:
    return Finding(
        "duplicate_dialog",
        f"The window {window.title!r} {how} after {subject}",
        f"Two windows {window.title!r} with the same content are open after {subject}.",
        f"One window {window.title!r}.",
        key=f"{window.title} {stable_id(window.class_name)}",
        details={"window": window.title, "class_name": window.class_name, "about": window_id(window, after)},
    )
