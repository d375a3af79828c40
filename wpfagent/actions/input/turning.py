"""Spinners whose field takes no text, or no choice by it: the arrow keys turn them until they show what is wanted."""

from __future__ import annotations

from collections.abc import Iterator

from wpfagent.actions.base import Check, Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import keyboard
from wpfagent.core import wait
from wpfagent.core.errors import ElementNotFound
from wpfagent.core.model import Control
from wpfagent.core.selector import nearest
from wpfagent.desktops.base import Conditions

MOST_TURNS = 200
"""How many steps a spinner is turned one way before its end is given up."""


def turned(doing: Doing, control: Control, wanted: str) -> Performed | None:
    """Turn a spinner that only the arrows change, or choose in, to a text; None for anything else.

    Raises:
        ElementNotFound: it takes no text, and never shows this one.
    """
    spinner = _spinner_around(doing, control)
    fields = doing.find_all(Conditions(control_type="Edit"), within=spinner, limit=2) if spinner else []
    if spinner is None or len(fields) != 1:
        return None
    field = fields[0]
    of_texts = not (is_number(field.value or "") or is_number(wanted))
    if not field.read_only and not (of_texts and framework_of(doing.framework(spinner)).texts_by_turning):
        return None
    try:
        return turn(doing, spinner, field, wanted)
    except ElementNotFound:
        if field.read_only:
            raise
        return None


def _spinner_around(doing: Doing, control: Control) -> Control | None:
    """Return the spinner that a control is, or the field of."""
    if control.control_type == "Edit" and not control.automation_id:
        control = doing.desktop.parent(control, timeout_s=doing.left_s) or control
    return control if control.control_type == "Spinner" else None


def turn(doing: Doing, spinner: Control, field: Control, wanted: str) -> Performed:
    """Turn a spinner to a text: down as far as it goes, then up; back to where it was when it never shows it.

    Raises:
        ElementNotFound: it shows no such text; it shows again what it did before.
    """
    before = field.value or ""
    if before == wanted:
        return Performed("none", unneeded={"value": before}, subject=field)
    keyboard.ensure_focus(doing, field)
    seen = [before]
    for key in ("Down", "Up"):
        for text in _turned(doing, field, key):
            if text == wanted:
                return Performed("keyboard", check=_shows(wanted, before), subject=field)
            seen += [] if text in seen else [text]
    if doing.read(field).value != before:
        next((text for text in _turned(doing, field, "Down") if text == before), None)
    raise ElementNotFound(
        f"{spinner.describe()} never shows {wanted!r}.",
        hint=f"Nearest: {', '.join(map(repr, nearest(wanted, seen) or seen[:10]))}.",
        details={"nearest": {"items": seen[:50]}},
    )


def is_number(text: str) -> bool:
    """Return whether a text holds digits: a spinner of numbers takes what is typed."""
    return any(sign.isdigit() for sign in text)


def _turned(doing: Doing, field: Control, key: str) -> Iterator[str]:
    """Press an arrow key again and again; yield what the field shows, until it stays the same or begins anew."""
    last = first = doing.read(field).value or ""
    for _ in range(MOST_TURNS):
        keyboard.press(doing, [(key,)], control=field)
        waited = doing.until(lambda old=last: _differs(doing, field, old), wait.SETTLE_S)  # type: ignore[misc]
        if not waited.ok:
            return
        last = waited.value or ""
        yield last
        if last == first:
            return


def _differs(doing: Doing, field: Control, old: str) -> str | None:
    now = doing.read(field).value or ""
    return now if now != old else None


def _shows(wanted: str, before: str) -> Check:
    return lambda now: {"value": wanted, "was": before} if now.value == wanted else None
