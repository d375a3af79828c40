"""Keys that the screen names: a bar of buttons `F1 Help … F12 Exit`, a tool tip `Delete (Ctrl+D)` say what keys do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from wpfagent.actions import saying
from wpfagent.actions.doing import Doing
from wpfagent.core.model import Control
from wpfagent.desktops.base import Conditions

FUNCTION_KEY = re.compile(r"F\d{1,2}")
SHOWING = ("Button", "Hyperlink", "MenuItem", "SplitButton")
"""What shows the key that presses it as well."""


def buttons_of(doing: Doing, chord: Sequence[str]) -> list[Control]:
    """Return the enabled commands that show a key as theirs: `F12` over `Exit`, `Exit (F12)`, `Delete (Ctrl+D)`."""
    if not FUNCTION_KEY.fullmatch(chord[-1]) and not {"Ctrl", "Alt"} & set(chord[:-1]):
        return []
    keys = r"\s?[+-]\s?".join(map(re.escape, chord))
    shown = re.compile(rf"(?<![A-Za-z\d+]){keys}(?![A-Za-z\d+])", re.IGNORECASE)
    buttons = doing.find_all(Conditions(control_types=SHOWING), limit=saying.EVERY)
    said = ((b, normalize("NFKC", " ".join((b.name, *b.beside, b.help_text)))) for b in buttons if b.enabled)
    return [button for button, text in said if shown.search(text)]
