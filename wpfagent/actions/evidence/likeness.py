"""Whether what a field shows is what was asked for: in the program's own form, or as it takes what is typed.

Never a part of it, and never another value: a field that is full cuts the rest off, one that completes makes another
word of it, one that is not cleared keeps what it held. Whoever asked for the whole was not given it.
"""

from __future__ import annotations

import re
from collections import Counter

NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?")
GROUPED = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?")
SIGNED = re.compile(r"[-(] ?[0-9]+\)?")
"""A number below zero, as programs write it."""
IN_BRACKETS = re.compile(r"\([^()]+\)")
"""An amount below zero, as bookkeepers write it."""
MASK = re.compile(r"[-()/: ]")
"""The literals that a mask puts between what is typed."""
EMPTY_MASK = re.compile(r"(?=(?:[^_]*_){2})[-()/:.+ _\d]*")
"""What a field with a mask shows where nothing was entered, or not all: `(___) ___-____`."""
DIGITS = re.compile(r"\d+")
PARTS = 3
"""Of so many numbers is a date made."""
MOST_DAYS = 31
"""A greater number stands first in a date that begins with its year: its order is known, whatever is shown."""
SWAPPED = str.maketrans(".,", ",.")
NEAR_SHARE = 0.05
"""What snaps to its ticks ends so near to what was asked for, as a share of its range."""


def is_same_value(seen: str, wanted: str) -> bool:
    """Return whether a text is a number or date in another form: `$9.00` for 9, `6/14/2026 12:00 AM` for 2026-06-14.

    Or what was typed with the literals of a mask between (`(555) 123-4567` for 5551234567), or in capitals.
    """
    if seen.casefold() == wanted.casefold():
        return True
    if wanted.isalnum() and not SIGNED.fullmatch(seen) and MASK.sub("", seen) == wanted:
        return True
    if NUMBER.fullmatch(wanted.strip()):
        number = float(wanted.replace(",", "."))
        bare = re.sub(r"[^\d.,+-]", "", seen)
        bare = f"-{bare}" if IN_BRACKETS.fullmatch(seen.strip()) else bare
        forms = (bare, bare.translate(SWAPPED))
        return any(GROUPED.fullmatch(form) and float(form.replace(",", "")) == number for form in forms)
    return not re.search("[A-Za-z]", wanted) and _has_parts_of(seen, wanted)


def _has_parts_of(seen: str, wanted: str) -> bool:
    """Whether all numbers of a date stand in another one; in the same order where the separators are, or year first."""
    parts, shown = ([int(n) for n in DIGITS.findall(text)] for text in (wanted, seen))
    if len(parts) < PARTS or not Counter(parts) <= Counter(shown):
        return False
    separators, others = (DIGITS.split(text)[1:PARTS] for text in (wanted, seen))
    return separators != others or parts[:PARTS] == shown[:PARTS] or parts[0] > MOST_DAYS


def is_made_of(seen: str, wanted: str, before: str) -> bool:
    """Return whether a program made a text out of the keys that were typed: by its rules, and to the end.

    It left out all characters of a kind (`12` of `1a2b` in a field for digits), or put signs and blanks between, as an
    editor indents and closes brackets. One that left out some of a kind, or the end, was full; letters that it added
    make another word; and what was there before is no part of it.
    """
    at = len(before) if before and wanted.startswith(before) and seen.startswith(before) else 0
    typed, made = wanted[at:], seen[at:]
    if left_out := _rest(typed, made):
        return not typed.startswith(made) and not {_kind(c) for c in left_out} & {_kind(c) for c in made}
    added = _rest(made, typed)
    is_kept = at == 0 and before.strip() != "" and before in seen and before not in wanted
    return added is not None and not is_kept and not any(c.isalnum() for c in added)


def has_arrived(seen: str, wanted: str, before: str) -> bool:
    """Return whether a field shows all that was typed, as it is or in the form that its program gives it."""
    return seen == wanted or is_made_of(seen, wanted, before)


def _rest(whole: str, part: str) -> str | None:
    """What a text holds beside the characters of another one in their order; None where they do not all stand in it."""
    rest, left = [], list(reversed(part))
    for character in whole:
        if left and character == left[-1]:
            left.pop()
        else:
            rest.append(character)
    return None if left else "".join(rest)


def _kind(character: str) -> str:
    if character.isdigit():
        return "digit"
    return "letter" if character.isalpha() else "sign"


def is_masked(shown: str) -> bool:
    """Return whether a field shows the places that its mask keeps for what is typed."""
    return EMPTY_MASK.fullmatch(shown) is not None


def is_near(now: float, wanted: float, low: float | None, high: float | None, step: float | None) -> bool:
    """Return whether a number is what a control with ticks makes of the one that was asked for."""
    span = NEAR_SHARE * (high - low) if low is not None and high is not None else 0.0
    return abs(now - wanted) <= max(span, (step or 0.0) / 2)
