"""Keys that the screen names: a bar of buttons `F1 Help … F12 Exit`, a tool tip `Delete (Ctrl+D)` say what keys do.

The menus of a WPF program name most of them, and tell their items only while they are open: they are opened once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from unicodedata import normalize

from wpfagent.actions import keys_to, saying
from wpfagent.actions.doing import Doing
from wpfagent.core.model import Control
from wpfagent.desktops.base import Budget, Conditions

FUNCTION_KEY = re.compile(r"F\d{1,2}")
SHOWING = ("Button", "Hyperlink", "MenuItem", "SplitButton")
"""What shows the key that presses it as well."""
USUAL = frozenset("ACFINOPSUVXYZ")
"""Letters that mean the same with Ctrl in every program."""
OPENED_S = 0.4
"""How long a menu may take to show its items."""
MOST_KNOWN = 100
MOST_SHOWN = 400
_KNOWN: dict[tuple[str, str, str], list[Control]] = {}
"""The items of the menus that were opened, by their program, and the ref and caption of the menu."""


def buttons_of(doing: Doing, chord: Sequence[str]) -> list[Control]:
    """Return the enabled commands that show a key as theirs: `F12` over `Exit`, `Exit (F12)`, `Delete (Ctrl+D)`."""
    if not FUNCTION_KEY.fullmatch(chord[-1]) and not {"Ctrl", "Alt"} & set(chord[:-1]):
        return []
    keys = r"\s?[+-]\s?".join(map(re.escape, chord))
    shown = re.compile(rf"(?<![A-Za-z\d+]){keys}(?![A-Za-z\d+])", re.IGNORECASE)
    buttons = doing.find_all(Conditions(control_types=SHOWING), limit=saying.EVERY)
    if _may_stand_in_a_menu(chord) and not keys_to.lead_elsewhere(doing):
        buttons += [item for menu in buttons for item in _items_of(doing, menu)]
    said = ((b, normalize("NFKC", " ".join((b.name, *b.beside, b.help_text)))) for b in buttons if b.enabled)
    return [button for button, text in said if shown.search(text)]


def _may_stand_in_a_menu(chord: Sequence[str]) -> bool:
    """Whether a chord may be what a menu names; those that every program has alike, and that open menus, are not."""
    key = chord[-1]
    is_usual = tuple(chord[:-1]) == ("Ctrl",) and key in USUAL
    is_named = len(key) == 1 or key in ("Delete", "Back")
    return (is_named and "Ctrl" in chord and not is_usual) or (FUNCTION_KEY.fullmatch(key) is not None and key != "F10")


def _items_of(doing: Doing, menu: Control) -> list[Control]:
    """Return the items of a closed menu of WPF; it is opened for that once."""
    if menu.control_type != "MenuItem" or menu.expanded != "collapsed" or not (menu.enabled and menu.visible):
        return []
    key = (doing.app.identity, menu.ref, menu.name)
    if key not in _KNOWN and doing.framework(menu) == "WPF":
        doing.verb(menu, "expand")
        found = doing.until(lambda: _shown_in(doing, menu), OPENED_S).value or []
        doing.verb(menu, "collapse")
        doing.until(lambda: not _shown_in(doing, menu), OPENED_S)
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = found
    return _KNOWN.get(key, [])


def _shown_in(doing: Doing, menu: Control) -> list[Control]:
    """Return the items that an open menu shows, with the texts in them: what they are called, and their keys."""
    shown = doing.snapshot(Budget(MOST_SHOWN), within=menu)
    texts = {c.ref: tuple(t.name for t in shown.subtree(at) if t.control_type == "Text") for at, c in enumerate(shown)}
    items = (c for c in shown if c.control_type == "MenuItem" and c.ref != menu.ref)
    return [replace(c, beside=texts[c.ref]) for c in items]
