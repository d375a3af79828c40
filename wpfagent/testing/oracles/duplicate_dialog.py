"""The oracle `duplicate_dialog`: one action opened the same window twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Snapshot, WindowInfo
from wpfagent.testing.oracles.base import Finding, LastingOracle, Observation
from wpfagent.testing.oracles.error_dialog import is_dialog
from wpfagent.testing.oracles.parts.looking import window_id
from wpfagent.testing.oracles.parts.signature import stable_id

_NUMBERS = re.compile(r"\d+")
ALONE_TIMES = 1
"""How often a window came alone before none is waited for: a late double is seen at the next action.

An exploration counts that over all its runs; a replay waits anew in each, because a double may come now and then.
"""
LOOKS = 3
"""How often a window that opened is looked at again while its double may still be built."""


@dataclass(frozen=True, slots=True)
class DuplicateSettings:
    """How long a second window may take."""

    settle_ms: int = field(default=250, metadata={"doc": "how long after a window opened its double may come, in ms"})

    def __post_init__(self) -> None:
        if self.settle_ms < 0:
            raise InvalidArgument("settle_ms is 0 or more.")


@dataclass(slots=True)
class Alone:
    """How often a window, by its title and class, came without a double."""

    times: Counter[tuple[str, str]] = field(default_factory=Counter)


@dataclass(slots=True)
class Opened(Alone):
    """What is open in one run of a program; and the same counts for that run.

    Args:
        windows: the handles of all windows after the last action; None before the first.
        recent: those that came with the last action.
        opener: that action, in words.
    """

    windows: frozenset[int] | None = None
    recent: frozenset[int] = frozenset()
    opener: str = ""


@dataclass(slots=True)
class _Seen:
    """The windows as they were seen last, their trees, and which were opened."""

    windows: tuple[WindowInfo, ...]
    after: Snapshot | None
    opened: frozenset[int]


class DuplicateDialog(LastingOracle[DuplicateSettings, Opened, Alone]):
    """One action opened two windows with the same title, class and content, where there was none before.

    The same modal dialog once more while the first is open is one, too. A double that was there when the next action
    began is of the action before. Menus, tool tips and pop-ups are none, nor are windows without a title, message boxes
    with different texts, and a further window like one that was open already (documents look alike).
    """

    rank = 200
    cause = "The handler may be attached twice, or may open {about} without looking whether it is open."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        memory = self.memory
        earlier = observation.before if observation.action != "glance" else None
        acted = earlier is not None
        there = _handles(earlier.windows) if earlier is not None else None
        known = memory.windows
        if known is None:
            known = there if there is not None else self.baseline.windows
        before = there if there is not None else known
        recent, opener = memory.recent, memory.opener
        seen = _Seen(observation.windows, observation.after, _handles(observation.windows) - before)
        late = before - known if acted else seen.opened
        memory.windows, memory.recent = _handles(observation.windows), seen.opened if acted else recent | seen.opened
        if acted:
            memory.opener = observation.subject
        if not seen.opened and not late:
            return None
        if acted:
            self._wait_for_double(observation, seen, before)
        found = _twice(seen.opened, seen, observation.subject)
        if found is None and late and recent:
            found = _twice(recent | late, seen, opener or observation.subject, with_one_of=late)
            found = replace(found, of_action_before=acted and bool(opener)) if found is not None else None
        return found or _opened_again(before, seen, observation.subject)

    def _wait_for_double(self, observation: Observation, seen: _Seen, before: frozenset[int]) -> None:
        """Look again while a second window may be on its way."""
        look, memory = observation.second_look, self.memory
        alone = self.history.times if observation.is_exploring else memory.times
        fresh = [(w.title, stable_id(w.class_name)) for w in _chosen(seen.windows, seen.opened)]
        usable = any(w.enabled for w in seen.windows if not w.popup)
        if look is None or (len(fresh) == 1 and alone[fresh[0]] >= ALONE_TIMES and usable):
            return
        for number in range(LOOKS):
            if not _may_be_more(seen, is_first=number == 0):
                break
            shown = look.windows(seen.windows, self.settings.settle_ms / 1000)
            is_other = _handles(shown) != _handles(seen.windows)
            if seen.after is None or is_other or [*_pairs(_chosen(shown, seen.opened))]:
                later = look.again(0)
                if later is None:
                    break
                shown, seen.after = later.windows, later
            seen.windows, seen.opened = shown, _handles(shown) - before
            memory.windows, memory.recent = _handles(shown), seen.opened
        if len(_chosen(seen.windows, seen.opened)) == 1:
            alone.update(fresh)


def _twice(
    hwnds: frozenset[int], seen: _Seen, subject: str, *, with_one_of: frozenset[int] | None = None
) -> Finding | None:
    """Return the finding where two of these windows are the same, one of them among `with_one_of`."""
    for one, other in _pairs(_chosen(seen.windows, hwnds)) if seen.after is not None else ():
        is_meant = with_one_of is None or bool({one.hwnd, other.hwnd} & with_one_of)
        if is_meant and seen.after is not None and _same_content(one, other, seen.after):
            return _finding(subject, one, seen.after, "opened twice")
    return None


def _opened_again(before: frozenset[int], seen: _Seen, subject: str) -> Finding | None:
    """Return the finding where a window opened like one that was there and is blocked."""
    for window in _chosen(seen.windows, seen.opened) if seen.after is not None else ():
        for old in _chosen(seen.windows, before):
            blocks = not old.enabled and is_dialog(old, seen.windows) and _alike(window, old)
            if blocks and seen.after is not None and _same_content(window, old, seen.after):
                return _finding(subject, window, seen.after, "opened again while it was open")
    return None


def _handles(windows: Iterable[WindowInfo]) -> frozenset[int]:
    return frozenset(w.hwnd for w in windows)


def _chosen(windows: Iterable[WindowInfo], hwnds: frozenset[int]) -> list[WindowInfo]:
    return [w for w in windows if w.hwnd in hwnds and not w.popup and w.title]


def _may_be_more(seen: _Seen, *, is_first: bool) -> bool:
    """Whether a second window may be on its way: it is there and not complete, or it blocks all others already."""
    fresh, after = _chosen(seen.windows, seen.opened), seen.after
    pairs = list(_pairs(fresh))
    if pairs:
        return after is None or not any(_same_content(one, other, after) for one, other in pairs)
    return len(fresh) == 1 and (is_first or not any(w.enabled for w in seen.windows if not w.popup))


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
