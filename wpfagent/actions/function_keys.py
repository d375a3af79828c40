"""Function keys that the screen names: a bar of buttons `F1 Help … F12 Exit` says what its keys do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from wpfagent.actions.doing import Doing
from wpfagent.core.model import Control
from wpfagent.desktops.base import Conditions

FUNCTION_KEY = re.compile(r"F\d{1,2}")
SHOWING = ("Button", "Hyperlink", "SplitButton")
"""What shows the key that presses it as well."""
EVERY = 10_000
"""All of them, also those that do not show: their keys work all the same."""


def buttons_of(doing: Doing, chord: Sequence[str]) -> list[Control]:
    """Return the enabled buttons that show a function key as theirs: `F12` over `Exit`, `Exit (F12)`."""
    if not FUNCTION_KEY.fullmatch(chord[-1]):
        return []
    shown = re.compile(rf"(?<![A-Za-z\d+]){re.escape('+'.join(chord))}(?![A-Za-z\d+])", re.IGNORECASE)
    buttons = doing.find_all(Conditions(control_types=SHOWING), limit=EVERY)
    return [b for b in buttons if b.enabled and shown.search(normalize("NFKC", " ".join((b.name, *b.beside))))]
