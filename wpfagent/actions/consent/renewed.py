"""What a program makes anew while it is used: a list that is filled again has other items of the same names."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from wpfagent.actions import actionability
from wpfagent.actions.doing import Doing
from wpfagent.core.errors import ElementNotVisible, StaleRef, WpfAgentError
from wpfagent.core.model import Control
from wpfagent.safety import destructive

R = TypeVar("R")
CAPTIONED = destructive.COMMAND_TYPES | destructive.ITEMS
"""What is pressed or chosen by its caption: one that changed since it was judged is not what was asked for."""
RENEWALS = 10
"""So often an element may be made anew while it is aimed at."""
FILLED_S = 0.5
"""So long a list that was cleared may take until it is filled again."""


def perform(doing: Doing, act: Callable[[], R], judge: Callable[[Doing, Control], None]) -> R:
    """Act; once more where the element was made anew before anything went out to the program.

    Args:
        doing: the action's context.
        act: what is done to `doing.control`.
        judge: asks for consent to use what has come in its place.

    Raises:
        StaleRef: the element is gone, and nothing has come in its place, or what says something else.
    """
    for _ in range(RENEWALS):
        try:
            return act()
        except StaleRef:
            control = None if doing.sent else doing.until(lambda: _in_place_of(doing, doing.control), FILLED_S).value
            if control is None:
                raise
            if doing.control is not None:
                check_same(doing.control, control)  # a consent was given to what it said
            judge(doing, control)
            doing.control, doing.renewals = control, doing.renewals + 1
    return act()


def as_it_is(doing: Doing, control: Control) -> Control:
    """Return an element as it is now, or what has come in its place; the element itself where nothing has."""
    with suppress(StaleRef):
        now = doing.read(control)
        if now.patterns or not control.patterns:  # what is taken away may still answer, and can do nothing any more
            return now
    return _in_place_of(doing, control) or control


def check_same(judged: Control, now: Control) -> None:
    """Raise StaleRef where what is pressed by its caption says something else than when it was judged."""
    if now.control_type in CAPTIONED and destructive.is_renamed(judged, now):
        raise StaleRef(
            f"{judged.describe()} became {now.describe()} before it was pressed; nothing was done.",
            hint="Look again, and name it as it is now.",
            details={"candidates": [now.to_dict()]},
        )


def check_shown(doing: Doing, now: Control) -> None:
    """Raise ElementNotVisible for what does not show; StaleRef where another has come in its place."""
    try:
        actionability.check_shown(now)
    except ElementNotVisible:
        is_meant = doing.control is not None and now.ref == doing.control.ref
        if is_meant and _in_place_of(doing, now) is not None:
            raise StaleRef(f"{now.describe()} was made anew.", hint="Look again, and name it as it is now.") from None
        raise


def _in_place_of(doing: Doing, old: Control | None) -> Control | None:
    """Return what the selector names now, where it is another element; a ref names none but its own."""
    if old is None or doing.selector is None or doing.selector.ref is not None:
        return None
    try:
        now = doing.enabled_now(doing.selector, suggests=False).control
    except WpfAgentError:
        return None
    return now if now.ref != old.ref and now.runtime_id != old.runtime_id and now.visible else None
