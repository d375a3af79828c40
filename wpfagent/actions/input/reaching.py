"""Finding what an act is meant for, also where a virtualised list makes it only when it is scrolled there.

What a list finds by its name alone it shows at once. Else a person scrolls: what is named by a caption or a label and
stands nowhere is looked for on the pages of the lists that show a part of themselves, when the program rests, then in
the groups of lists that are closed, among what tool bars had no room for, and by the tool tips of commands without
words. Where it is not found they are scrolled and closed as they were, and it is waited for. Who only looks scrolls
nothing, nor does who tries hundreds of acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence.stirring import wake
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import by_tip, under_pointer, wheeling
from wpfagent.actions.items.grouped import in_closed_group
from wpfagent.core import wait
from wpfagent.core.errors import ElementNotEnabled, ElementNotFound, NotReached, StaleRef, TimedOut, Unsupported
from wpfagent.core.model import ROW_TYPES, Control
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Conditions, Verb
from wpfagent.desktops.locating import columns, items, paging, rows
from wpfagent.desktops.locating.locate import Found

HURRIED = frozenset({"random", "replay", "minimize"})
GRIDS = ("DataGrid", "Table")
LISTS = ("Custom", "DataGrid", "List", "Pane", "Table", "Tree")
MOST_LISTS = 4
"""So many lists are looked through, the first ones of those that show a part of themselves."""
OVERFLOW = "OverflowButton"
"""The button of WPF's tool bars that shows what they had no room for. Source: dotnet/wpf, the themes' ToolBar."""
MOST_TOOLS = 200
OPENED_S = 0.5
RESTED_S = 0.5
"""How long the program was idle and unchanged before anything is scrolled or opened."""
EACH_S = 3.0
"""How long one list is looked through."""


def find_for_act(doing: Doing, selector: Selector) -> Found:
    """Wait until the selector names exactly one element that a pattern may be used on, and return it."""
    woken = asked = tells = False

    def attempt() -> Found:
        nonlocal woken, asked
        try:
            return doing.enabled_now(selector, suggests=tells)
        except ElementNotEnabled as error:
            if not woken and "modal" not in error.details:
                woken = True
                wake(doing)
            raise
        except ElementNotFound:
            if asked or not by_words:
                raise
            if (told := by_tip.remembered(doing, selector)) is not None:
                return told
            asked = True  # a list makes it, a column in order tells it at once: nothing moves where they do not
            if not (_is_made(doing, selector) or _is_in_long_grid(doing, selector, in_order=True)):
                raise
            return doing.enabled_now(selector)

    by_words = _is_by_words(selector) and doing.policy.caller not in HURRIED
    by_row = _is_by_row(selector) and doing.policy.caller not in HURRIED
    by_pointer = _is_in_something(selector) and doing.policy.caller not in HURRIED
    if by_words or by_row or by_pointer:
        with suppress(ElementNotFound):
            return doing.retry(attempt, rest_s=RESTED_S)
        doing.disturbs()
    if by_pointer and (_shows_under_pointer(doing, selector) or _is_in_item_of_list(doing, selector)):
        return doing.retry(attempt)
    tells = True
    if not (by_words or by_row) or doing.left_s < OPENED_S:
        return doing.retry(attempt, rest_s=_absent_s(doing, RESTED_S if by_pointer else 0.0))
    if (by_words and _is_in_list(doing, selector)) or in_closed_group(doing, None, lambda: _shows(doing, selector)):
        return doing.retry(attempt)
    if by_words and (_is_in_long_grid(doing, selector) or _is_in_overflow(doing, selector)):
        return doing.retry(attempt)
    if by_words and (told := by_tip.looked_for(doing, selector)) is not None:
        return told
    try:
        return doing.retry(attempt, rest_s=_absent_s(doing, RESTED_S))
    except ElementNotFound as error:
        error.hint = by_tip.hint(doing, selector) or error.hint
        raise


def _absent_s(doing: Doing, rested_s: float) -> float | None:
    """How long a program is to rest yet until what is not there is given up: what comes began with the last action."""
    since = doing.desktop.clock.now() - doing.acted_at if doing.acted_at is not None else 0.0
    return None if doing.patient else min(wait.ABSENT_S - rested_s, max(RESTED_S, wait.ABSENT_S - since))


def _is_by_words(selector: Selector) -> bool:
    by_words = bool(selector.name or selector.label) and selector.automation_id is None and selector.ref is None
    return by_words and selector.within is None and selector.row is None and selector.index is None


def _is_in_something(selector: Selector) -> bool:
    """Whether it is named by what it stands in or beside: that may show it under the pointer only."""
    return selector.within is not None or bool(selector.name and (selector.label or selector.row is not None))


def _shows_under_pointer(doing: Doing, selector: Selector) -> bool:
    """Whether what is named shows once the pointer rests on what it stands in or beside; it rests there then."""
    part = selector if selector.row is None else selector.part_of_row or selector
    try:
        holder = doing.search().one(part.within or Selector(name=selector.label)).control
    except NotReached:
        return False
    return bool(under_pointer.shown(doing, holder, lambda: _shows(doing, selector)))


def _is_in_item_of_list(doing: Doing, selector: Selector) -> bool:
    """Whether a list has the item in which something is named on another page, and it shows there."""
    if selector.within is None or not _is_by_words(selector.within) or _shows(doing, selector.within):
        return False
    return _is_in_list(doing, selector.within) and (_shows(doing, selector) or _shows_under_pointer(doing, selector))


def _is_by_row(selector: Selector) -> bool:
    return selector.row is not None or (selector.within is not None and _is_by_row(selector.within))


def _shows(doing: Doing, selector: Selector) -> bool:
    with suppress(ElementNotFound):
        return bool(doing.search().all(selector)[0])
    return False


def _is_in_list(doing: Doing, selector: Selector) -> bool:
    """Whether a list has what is named on another page; it shows that page then."""
    return any(_is_reached(doing, container, selector) for container in _partly_shown(doing))


def _is_made(doing: Doing, selector: Selector) -> bool:
    """Whether a list has an item of this name that is no element yet; the list has made it then."""
    if not selector.name or selector.control_type not in (None, *ROW_TYPES):
        return False
    for container in _partly_shown(doing):
        if container.can("ItemContainer") and items.own_named(doing.desktop, container, selector.name, doing.left_s):
            return True
    return False


def _partly_shown(doing: Doing) -> list[Control]:
    """Return the lists in use that make their items when they are scrolled to."""
    found = doing.find_all(Conditions(control_types=LISTS), limit=100)
    blocked = {w.hwnd for w in doing.windows() if not w.enabled}
    able = [c for c in found if c.can("Scroll") and c.visible and c.enabled and c.hwnd not in blocked]
    moved = (c for c in able if _scrolls(doing, c))
    return [c for c, _ in zip(moved, range(MOST_LISTS), strict=False)]


def _is_in_long_grid(doing: Doing, selector: Selector, *, in_order: bool = False) -> bool:
    """Whether a cell of a grid of which only the rows in view are in the tree shows what is named; it shows then.

    Args:
        doing: the action's context.
        selector: what is named.
        in_order: whether only columns in order are looked at.
    """
    blocked = {w.hwnd for w in doing.windows() if not w.enabled}
    for grid in doing.find_all(Conditions(control_types=GRIDS), limit=MOST_LISTS) if selector.name else ():
        if not grid.can("Grid") or grid.can("Scroll", "ItemContainer") or not grid.visible or grid.hwnd in blocked:
            continue
        if doing.desktop.grid_size(grid, timeout_s=doing.left_s)[0] <= rows.FEW_ROWS:
            continue
        left = _up_to(doing, EACH_S)
        cell = columns.cell_with(doing.desktop, grid, selector.name or "", left, in_order=in_order)
        if cell is not None:
            wheeling.turn_to(doing, cell)
            return True
    return False


def _up_to(doing: Doing, most_s: float) -> Callable[[], float]:
    end = min(doing.deadline, doing.desktop.clock.now() + most_s)
    return lambda: max(0.05, end - doing.desktop.clock.now())


def _is_in_overflow(doing: Doing, selector: Selector) -> bool:
    """Whether a tool bar has what is named among what it had no room for; it shows it then."""
    for button, show, hide in _overflows(doing):
        if not (button.enabled and button.visible):
            continue
        if doing.policy.input != "never":
            doing.bring_to_front(button)  # a window that comes to the front later closes what it dropped down
        doing.verb(button, show)
        if doing.until(lambda: _shows(doing, selector), OPENED_S).ok:
            return True
        doing.verb(button, hide)
    return False


def _overflows(doing: Doing) -> Iterator[tuple[Control, Verb, Verb]]:
    """Yield the closed buttons that show what tool bars had no room for, and how each is opened and closed."""
    for button in doing.find_all(Conditions(automation_id=OVERFLOW), limit=MOST_LISTS):
        if button.can("Toggle") and button.toggle_state == "off":
            yield button, "toggle", "toggle"
    for bar in doing.find_all(Conditions(control_type="ToolBar"), limit=MOST_LISTS):
        if not framework_of(doing.framework(bar)).overflow_is_last:
            continue
        last = doing.desktop.children(bar, limit=MOST_TOOLS, timeout_s=doing.left_s)[-1:]
        if last and last[0].control_type == "MenuItem" and last[0].expanded == "collapsed":
            yield last[0], "expand", "collapse"


def _scrolls(doing: Doing, container: Control) -> bool:
    try:
        return doing.desktop.scroll_position(container, timeout_s=doing.left_s)[1] is not None
    except (StaleRef, Unsupported):
        return False


def _found_in(doing: Doing, container: Control, selector: Selector) -> list[Control]:
    return replace(doing.search(), root=container).all(selector)[0]


def _is_reached(doing: Doing, container: Control, selector: Selector) -> bool:
    """Whether a page of a list shows what is named; it shows it then."""
    words, left = selector.name or selector.label or "", _up_to(doing, EACH_S)
    try:
        return (
            paging.find(doing.desktop, container, words, lambda: _found_in(doing, container, selector), left)
            is not None
        )
    except (StaleRef, TimedOut, Unsupported):
        return False
