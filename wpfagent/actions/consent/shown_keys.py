"""Keys that the screen names: a bar of buttons `F1 Help … F12 Exit`, a tool tip `Delete (Ctrl+D)` say what keys do.

Menus name most of them, and tell their items only while they are open: they are opened once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from unicodedata import normalize

from wpfagent.actions.consent import keys_to, saying
from wpfagent.actions.doing import Doing
from wpfagent.core.model import Control
from wpfagent.desktops.base import Budget, Conditions

FUNCTION_KEY = re.compile(r"F\d{1,2}")
SHOWING = ("Button", "Hyperlink", "MenuItem", "SplitButton")
"""What shows the key that presses it as well."""
USUAL = frozenset("ACFNOPSVXYZ")
"""Letters that mean the same with Ctrl in every program."""
MOVING = keys_to.MOVING | {"Tab", "Esc", "Space"}
"""Keys that only move the focus, or open and close something, with Ctrl and Alt as well."""
OPENED_S = 0.4
"""How long a menu may take to show its items."""
MOST_SHOWN = 400


def buttons_of(doing: Doing, chord: Sequence[str]) -> list[Control]:
    """Return the enabled commands that show a key as theirs: `F12` over `Exit`, `Exit (F12)`, `Delete (Ctrl+D)`."""
    if not FUNCTION_KEY.fullmatch(chord[-1]) and not {"Ctrl", "Alt"} & set(chord[:-1]):
        return []
    shown = re.compile(saying.named_keys(chord), re.IGNORECASE)
    buttons = doing.find_all(Conditions(control_types=SHOWING), limit=saying.EVERY)
    if _may_stand_in_a_menu(chord) and not keys_to.lead_elsewhere(doing):
        buttons += [item for menu in buttons for item in _items_of(doing, menu)]
    said = (
        (b, normalize("NFKC", " ".join((b.name, *b.beside, b.help_text, b.shortcut)))) for b in buttons if b.enabled
    )
    return [button for button, text in said if shown.search(text)]


def _may_stand_in_a_menu(chord: Sequence[str]) -> bool:
    """Whether a chord may be what a menu names; those that every program has alike, and that open menus, are not."""
    key, modifiers = chord[-1], set(chord[:-1])
    if FUNCTION_KEY.fullmatch(key):
        return key != "F10"
    is_usual = (modifiers == {"Ctrl"} and key in USUAL) or (modifiers == {"Alt"} and len(key) == 1)
    return bool({"Ctrl", "Alt"} & modifiers) and not (is_usual or key in MOVING)


def _items_of(doing: Doing, menu: Control) -> list[Control]:
    """Return the items of a closed menu and of the menus in it; it is opened for that once."""
    if menu.control_type != "MenuItem" or menu.expanded != "collapsed" or not (menu.enabled and menu.visible):
        return []
    key = menu.ref, menu.name
    if key not in doing.menus and any(c.control_type == "MenuItem" for c in doing.desktop.children(menu, limit=3)):
        doing.menus[key] = []  # it tells its items while it is closed: they are among those that were found
    if key not in doing.menus:
        opened = _opened(doing, menu, {c.ref for c in _shown(doing)})
        doing.menus[key] = [replace(item, enabled=True) for item in opened]  # what is disabled now may not be later
    return doing.menus[key]


def _opened(doing: Doing, menu: Control, known: set[str]) -> list[Control]:
    """Open a menu, return what it shows and what the menus in it show, and close it."""

    def shown() -> list[Control]:
        return [c for c in _shown(doing) if c.ref not in known]

    doing.verb(menu, "expand")
    found = doing.until(shown, OPENED_S).value or []
    found = found if any(c.shortcut for c in found) else _with_texts(doing, menu, found)
    inner = [c for c in found if c.expanded == "collapsed" and c.enabled]
    items = found + [c for menu_in_it in inner for c in _opened(doing, menu_in_it, known | {i.ref for i in found})]
    doing.verb(menu, "collapse")
    doing.until(lambda: not shown(), OPENED_S)
    return items


def _with_texts(doing: Doing, menu: Control, items: list[Control]) -> list[Control]:
    """Return items with the texts in them: WPF's tell their keys by these alone."""
    shown = doing.snapshot(Budget(MOST_SHOWN), within=menu)
    texts = {c.ref: tuple(t.name for t in shown.subtree(at) if t.control_type == "Text") for at, c in enumerate(shown)}
    return [replace(c, beside=texts.get(c.ref, ())) for c in items]


def _shown(doing: Doing) -> list[Control]:
    return doing.find_all(Conditions(control_type="MenuItem"), limit=MOST_SHOWN)
