"""Key names and chords: `Ctrl+Shift+S`, `Alt+F4`, `Enter`.

One vocabulary for every desktop. Modifiers are held while the last key is pressed. Chords that go to Windows instead of
the program in front (the Win key, switching tasks) are refused as a sequence is read, before any of it is sent.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from wpfagent.core.errors import InvalidArgument, RefusedOutsideTarget

MODIFIERS = ("Ctrl", "Alt", "Shift", "Win")
HELD = ("Ctrl", "Alt", "Shift")
"""The modifiers that may be held while the mouse is used."""
NAMED_KEYS = (
    "Enter", "Esc", "Tab", "Space", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown",
    "Left", "Right", "Up", "Down", "Menu", "CapsLock", *(f"F{n}" for n in range(1, 25)),
    "Num0", "Num1", "Num2", "Num3", "Num4", "Num5", "Num6", "Num7", "Num8", "Num9",
    "Plus", "Minus", "Comma", "Period", "NumMultiply", "NumDivide", "NumPlus", "NumMinus", "NumPeriod",
)  # fmt: skip
SIGNS = {"Plus": "+", "Minus": "-", "Comma": ",", "Period": "."}
"""What named keys type where no Ctrl or Alt is held: other signs are their own names."""
KEY_NAMES = (*MODIFIERS, *NAMED_KEYS)
STOP_KEY = "Ctrl+Shift+F11"
"""What stops us where nobody chose another: no chord of Windows, of a remote desktop or of a virtual machine (those
take Ctrl+Alt, F12 belongs to debuggers)."""
_ALIASES = {
    "control": "Ctrl", "strg": "Ctrl", "escape": "Esc", "return": "Enter", "del": "Delete", "ins": "Insert",
    "pgup": "PageUp", "pgdn": "PageDown", "prior": "PageUp", "next": "PageDown", "windows": "Win", "back": "Backspace",
    "apps": "Menu", "spacebar": "Space", "arrowleft": "Left", "arrowright": "Right", "arrowup": "Up",
    "arrowdown": "Down", "multiply": "NumMultiply", "divide": "NumDivide", "add": "NumPlus", "subtract": "NumMinus",
    "decimal": "NumPeriod", **{sign: name for name, sign in SIGNS.items()},
}  # fmt: skip
_KNOWN = {k.lower(): k for k in KEY_NAMES} | _ALIASES

_SWITCHING = (
    ({"Alt"}, "Tab"), ({"Alt"}, "Esc"), ({"Ctrl"}, "Esc"), ({"Ctrl", "Alt"}, "Delete"), ({"Ctrl", "Alt"}, "End"),
)  # fmt: skip
"""What Windows takes for itself, with these modifiers or more; Ctrl+Alt+End is Ctrl+Alt+Delete to a remote desktop."""


def leaves_target(chord: tuple[str, ...]) -> bool:
    """Return whether Windows takes this chord for itself: it would leave the program whatever has the focus."""
    held = set(chord)
    return "Win" in held or any(modifiers < held and chord[-1] == key for modifiers, key in _SWITCHING)


def ends_program(chord: Sequence[str]) -> bool:
    """Return whether a chord ends programs, or (Alt+Space) opens the menu that does; Shift makes no difference."""
    *held, key = chord
    return ("Alt" in held and key in ("F4", "Space")) or (key == "Q" and "Ctrl" in held and "Alt" not in held)


def parse_chord(text: str) -> tuple[str, ...]:
    """Return a chord's keys in canonical names, its modifiers once and in one order: `"shift+ctrl+s"` → Ctrl Shift S.

    Raises:
        InvalidArgument: a name is unknown, or a modifier does not come first.
    """
    parts = [p.strip() for p in text.replace("++", "+Plus").split("+")] if text != "+" else ["Plus"]
    keys = tuple(_key(part, text) for part in parts)
    if any(k not in MODIFIERS for k in keys[:-1]):
        raise InvalidArgument(f"{text!r} is no chord.", hint="Modifiers first, then one key: Ctrl+Shift+S.")
    return (*(m for m in MODIFIERS if m in keys[:-1] and m != keys[-1]), keys[-1])


def parse_modifiers(text: str) -> tuple[str, ...]:
    """Return the keys that are held down meanwhile, in canonical names: `"ctrl+shift"` → `("Ctrl", "Shift")`.

    Raises:
        InvalidArgument: one is none of Ctrl, Shift and Alt.
    """
    keys = parse_chord(text)
    if not set(keys) <= set(HELD):
        raise InvalidArgument(f"{text!r} cannot be held down.", hint="Ctrl, Shift or Alt: Ctrl+Shift.")
    return keys


STICKY = 5
"""So often Shift alone has Windows ask in front of everything whether keys shall stick."""
MOST_CHORDS = 500
"""So many chords are sent at a time: each is judged by itself."""


def parse_chords(text: str) -> list[tuple[str, ...]]:
    """Return the chords of a sequence separated by spaces: `"Ctrl+A Delete"`.

    Raises:
        InvalidArgument: one is no chord.
        RefusedOutsideTarget: one leaves the target: no part of the sequence is to be sent.
    """
    chords = [parse_chord(part) for part in text.split()]
    if not chords:
        raise InvalidArgument("No keys were given.", hint="For example: Ctrl+S, or: Ctrl+A Delete.")
    if len(chords) > MOST_CHORDS:
        raise InvalidArgument(
            f"{len(chords)} chords are too many.", hint=f"{MOST_CHORDS} at most; type_text types texts."
        )
    is_sticky = any(set(chords[at : at + STICKY]) == {("Shift",)} for at in range(len(chords) - STICKY + 1))
    if (leaving := ("Shift",) * STICKY if is_sticky else next(filter(leaves_target, chords), None)) is not None:
        raise RefusedOutsideTarget(
            f"{'+'.join(leaving)} goes to Windows, not to the program. No key was sent.",
            hint="Name what you want in the program: focus_window, menu, click. Switching tasks is never possible.",
        )
    return chords


def stop_chord(text: str) -> tuple[str, ...]:
    """Return the keys of a stop key.

    Raises:
        InvalidArgument: it is no chord, Windows or a remote desktop takes it, or it is a key of ordinary typing.
    """
    chord = parse_chord(text)
    is_plain = chord[-1] in MODIFIERS or (not {"Ctrl", "Alt"} & set(chord) and not re.fullmatch(r"F\d+", chord[-1]))
    if is_plain or leaves_target(chord) or {"Ctrl", "Alt"} <= set(chord):
        raise InvalidArgument(
            f"{text!r} cannot be the stop key.",
            hint=f"Ctrl or Alt with one more key that nobody else takes, or an F key: {STOP_KEY}.",
        )
    return chord


def _key(part: str, whole: str) -> str:
    if len(part) == 1 and part.isalnum() and len(part.upper()) == 1:
        return part.upper()
    if found := _KNOWN.get(part.lower()):
        return found
    if len(part) == 1 and part.isprintable() and not part.isspace():
        return part
    near = difflib.get_close_matches(part.lower(), _KNOWN, n=3)
    names = ", ".join(dict.fromkeys(_KNOWN[n] for n in near)) or "Enter, Esc, Tab, F1, Ctrl, Alt, Shift"
    raise InvalidArgument(f"Unknown key {part!r} in {whole!r}.", hint=f"Nearest: {names}.")
