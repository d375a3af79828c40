"""Reading a list that shows a part of itself, a page at a time, and leaving it scrolled as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from wpfagent.core.errors import StaleRef, TimedOut, Unsupported
from wpfagent.core.model import Control
from wpfagent.desktops.base import Desktop, VerbValue
from wpfagent.desktops.locating import items
from wpfagent.desktops.locating.ordering import order_key

IDLE_S = 1.0
"""How long a list may take to show a page."""
END = 99.9
"""From here on a scroll position in percent is the end."""
FINEST = 0.01
"""Bisection ends at this part of the way, in percent."""
LEAST_S = 0.2
"""With less time than this left no further page is read."""


@contextmanager
def kept(desktop: Desktop, container: Control, left: Callable[[], float]) -> Iterator[None]:
    """A container is scrolled after the block as it was before it."""
    before = _position(desktop, container, left)
    try:
        yield
    finally:
        with suppress(StaleRef, Unsupported):
            if before != (None, None) and _position(desktop, container, left) != before:
                _scroll(desktop, container, before, left)


def find(
    desktop: Desktop, container: Control, wanted: str, fitting: Callable[[], list[Control]], left: Callable[[], float]
) -> Control | None:
    """Return the item that `fitting` finds on one of a list's pages, which then shows; None when none has it.

    Args:
        desktop: where.
        container: a list that scrolls.
        wanted: the item's text: in a list in order its page is found by bisection.
        fitting: returns the items that fit among those that are real now.
        left: how many seconds are left.

    Raises:
        TimedOut: the time ended before the list.
    """
    before = _position(desktop, container, left)
    if before[1] is None:
        return None

    def page(percent: float) -> Control | None:
        _scroll(desktop, container, (None, percent), left)
        return next(iter(fitting()), None)

    found, is_sure = _next_to(desktop, container, before, fitting, left) or page(0.0), False
    if found is None:
        found, is_sure = _bisected(desktop, container, wanted, page, left)
    if found is not None or is_sure:
        if found is None:
            _scroll(desktop, container, before, left)
        return found
    _scroll(desktop, container, (None, 0.0), left)
    pages, place = 1, _position(desktop, container, left)
    while place[1] is not None and place[1] < END:
        if left() <= LEAST_S:
            _scroll(desktop, container, before, left)
            raise TimedOut(
                f"{pages} pages of {container.describe()} were read and none shows {wanted!r}; it has more.",
                hint="Raise timeout_ms, filter the list in the program, or name the row by its index.",
            )
        _act(desktop, container, "scroll_by", (None, 1.0), left)
        pages, last, place = pages + 1, place, _position(desktop, container, left)
        if found := next(iter(fitting()), None):
            return found
        if place == last:
            break
    _scroll(desktop, container, before, left)
    return None


def _next_to(
    desktop: Desktop,
    container: Control,
    before: tuple[float | None, float | None],
    fitting: Callable[[], list[Control]],
    left: Callable[[], float],
) -> Control | None:
    """Return what the page before or behind the one that shows has: what was seen last has mostly gone there."""
    is_far = before[1] is not None and before[1] > 0
    for pages in (-1.0, 1.0) if is_far else ():  # from the top on all pages are read in order anyway
        _act(desktop, container, "scroll_by", (None, pages), left)
        if found := next(iter(fitting()), None):
            return found
        _scroll(desktop, container, before, left)
    return None


def _bisected(
    desktop: Desktop,
    container: Control,
    wanted: str,
    page: Callable[[float], Control | None],
    left: Callable[[], float],
) -> tuple[Control | None, bool]:
    """Return the item, and whether the order of all captions seen says that there is no other place for it."""
    goal = order_key(wanted)

    def keys() -> list[tuple[tuple[int, int, str], ...]]:
        return [order_key(text) for text in items.captions(desktop, container, left(), in_view=True)]

    top = keys()
    if found := page(100.0):
        return found, True
    end = keys()
    seen = top + [key for key in end if key not in top]
    rising = bool(seen) and seen == sorted(seen)
    if len(seen) < 2 or not (rising or seen == sorted(seen, reverse=True)):
        return None, False
    low, high = 0.0, 100.0
    while high - low > FINEST and left() > LEAST_S:
        if goal < min(seen[0], seen[-1]) or goal > max(seen[0], seen[-1]):
            return None, True
        middle = (low + high) / 2
        if found := page(middle):
            return found, True
        here = keys()
        if not here or here != sorted(here, reverse=not rising):
            return None, False
        if min(here[0], here[-1]) <= goal <= max(here[0], here[-1]):
            return None, True  # it would stand here
        if (goal < here[0]) == rising:
            high = middle
        else:
            low = middle
    return None, False


def _position(desktop: Desktop, container: Control, left: Callable[[], float]) -> tuple[float | None, float | None]:
    if not container.can("Scroll"):
        return None, None
    return desktop.scroll_position(container, timeout_s=left())


def _scroll(
    desktop: Desktop, container: Control, to: tuple[float | None, float | None], left: Callable[[], float]
) -> None:
    _act(desktop, container, "scroll", to, left)


def _act(desktop: Desktop, container: Control, verb: str, value: VerbValue, left: Callable[[], float]) -> None:
    act = desktop.act(container, "scroll_by" if verb == "scroll_by" else "scroll", value)
    act.wait(left())
    if (error := act.error()) is not None:
        raise error
    desktop.wait_idle(container.pid, min(IDLE_S, left()), hwnd=container.hwnd)
