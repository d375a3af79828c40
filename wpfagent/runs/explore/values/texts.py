"""Texts that programs stumble over: one generator for each kind, all randomness from the one that is passed in."""

from __future__ import annotations

import datetime as dt
import string
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

Generator = Callable[[Random], str]
BOUNDARIES = (15, 16, 31, 32, 49, 50, 51, 63, 64, 65, 99, 100, 101, 127, 128, 129, 254, 255, 256, 257, 1_024)
"""Lengths at which fields, columns and buffers end."""
BASE_DATE = dt.date(2026, 6, 15)
"""A fixed day to count from: a run must not depend on the day that it is started."""
DATE_FORMS = ("{0:04}-{1:02}-{2:02}", "{1}/{2}/{0}", "{2:02}.{1:02}.{0:04}", "{0:04}/{1:02}/{2:02}", "{0}年{1}月{2}日")
"""Year, month and day as people write them. (strftime depends on the machine's locale.)"""
IMPOSSIBLE_DATES = ("2026-02-30", "2/30/2026", "0000-00-00", "13/13/2026", "1/1/1601", "12/31/9999", "1899-12-31")


def word(dice: Random) -> str:
    """An ordinary word."""
    return "".join(dice.choices(string.ascii_lowercase, k=dice.randint(2, 9))).capitalize()


def sentence(dice: Random) -> str:
    """Some words with blanks."""
    return " ".join(word(dice) for _ in range(dice.randint(2, 6)))


def empty(_dice: Random) -> str:
    """Nothing."""
    return ""


def blank(dice: Random) -> str:
    """Only blanks, also the wide one of Japanese; or a word between blanks."""
    space = dice.choice((" ", "   ", "\u3000", "\u00a0"))
    return dice.choice((space, f"{space}{word(dice)}{space}"))


def boundary(dice: Random) -> str:
    """A text as long as fields use to be, or one longer."""
    return "".join(dice.choices(string.ascii_letters + " ", k=dice.choice(BOUNDARIES))).strip() or "x"


def japanese(dice: Random) -> str:
    """Kanji, kana, half-width kana, a dash that is none."""
    parts = ("東京都", "ひらがな", "カタカナ", "髙橋", "ｶﾀｶﾅ", "ー〜−", "①㈱", "表示ソ能", "齋藤")
    return "".join(dice.choices(parts, k=dice.randint(1, 4)))


def full_width(dice: Random) -> str:
    """Digits and letters in their full-width forms."""
    plain = dice.choice((str(dice.randint(0, 99_999)), word(dice), f"-{dice.randint(1, 99)}"))
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in plain)


def emoji(dice: Random) -> str:
    """Emoji, among them those that are made of several characters."""
    return "".join(dice.choices(("😀", "👩‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇯🇵", "👍🏽", "❤️"), k=dice.randint(1, 3)))


def surrogates(dice: Random) -> str:
    """Letters beyond the first plane, and accents that stand alone."""
    return "".join(dice.choices(("𠮷", "𩸽", "𝒳", "e\u0301", "か\u3099", "葛\U000e0100"), k=dice.randint(1, 4)))


def right_to_left(dice: Random) -> str:
    """Arabic and Hebrew, with marks that turn the direction."""
    return dice.choice(("مرحبا بالعالم", "שלום", "\u202eabc\u202c", "abc שלום 123", "٣٤٥"))


def number(dice: Random) -> str:
    """A small whole number."""
    return str(dice.choice((1, 2, 3, 5, 7, 10, 12, 42, dice.randint(1, 1_000))))


def round_number(dice: Random) -> str:
    """A number at which discounts, columns and limits begin, or just beside it."""
    return str(max(1, dice.choice((10, 20, 50, 100, 200, 256, 500, 1_000)) + dice.choice((-1, 0, 0, 1))))


def negative(dice: Random) -> str:
    """A number below zero."""
    return str(-dice.choice((1, 5, dice.randint(1, 1_000))))


def zero(dice: Random) -> str:
    """Zero, mostly as people write it: whole numbers are not read from its other forms."""
    return dice.choice(("0", "0", "0", "00", "0.0", "-0"))


def huge(dice: Random) -> str:
    """A number at the end of a type, or beyond."""
    return dice.choice(("32768", "65536", "2147483647", "2147483648", "-2147483649", "99999999",
                        "9223372036854775808", "1e308", "1E400"))  # fmt: skip


def decimal(dice: Random) -> str:
    """A number with a point or comma, grouped or not."""
    whole, part = dice.randint(0, 2_000), dice.randint(0, 99)
    return dice.choice((f"{whole}.{part:02}", f"{whole},{part:02}", f"{whole:,}.{part:02}", f".{part}", f"{whole}."))


def date(dice: Random) -> str:
    """A date near or far, in one of several forms."""
    days = dice.choice((0, 1, -1, 30, -365, dice.randint(-40_000, 40_000)))
    return written_date(BASE_DATE + dt.timedelta(days=days), dice.choice(DATE_FORMS))


def impossible_date(dice: Random) -> str:
    """A date that no calendar has, or few programs."""
    return dice.choice(IMPOSSIBLE_DATES)


def address(dice: Random) -> str:
    """A mail or web address, right or nearly."""
    name = word(dice).lower()
    return dice.choice((f"{name}@example.com", f"{name}@", f"https://{name}.example", f"http://{name}.example",
                        f"{name}.example:8080", "localhost:1"))  # fmt: skip


def code(dice: Random) -> str:
    """Something like a number of an order or article."""
    letters = "".join(dice.choices(string.ascii_uppercase, k=dice.randint(1, 3)))
    return f"{letters}-{dice.randint(0, 9_999):0{dice.choice((2, 3, 4))}}"


def injection(dice: Random) -> str:
    """What a careless program takes for markup, a query, a format or a path."""
    return dice.choice((
        "<b>x</b>", "a < b & c", "' OR '1'='1", 'say "hi"', "{0}", "%s%n", "a%", "${x}", "=1+1",
        "..\\..\\x", "C:\\x\\?.txt", "a;b,c", "\\", "*", "]]>", "&amp;", "{Binding X}",
    ))  # fmt: skip


def quote(dice: Random) -> str:
    """A quotation mark that nothing closes: phrases and tables are quoted."""
    return dice.choice(('"x', '"', 'x "y'))


def apostrophe(dice: Random) -> str:
    """An apostrophe that nothing closes: queries are quoted with it, and names have it."""
    return dice.choice(("it's", "'", "O'Neill"))


def bracket(dice: Random) -> str:
    """A bracket that nothing closes."""
    return dice.choice(("(", "[a", "{", "<x", "「x"))


def pasted(dice: Random) -> str:
    """What comes along when text is pasted from tables and pages: tabs, zero-width characters, typographic marks."""
    one, other = word(dice), word(dice)
    return dice.choice((f"{one}\t{other}", f"\ufeff{one}", f"{one}\u200b{other}", f"“{one}” – {other}…",
                        f"{one}\u00ad{other}", f" {one} "))  # fmt: skip


TEXTS: Mapping[str, Generator] = MappingProxyType({g.__name__: g for g in (
    word, sentence, empty, blank, boundary, japanese, full_width, emoji, surrogates, right_to_left, number,
    round_number, negative, zero, huge, decimal, date, impossible_date, address, code, injection, quote,
    apostrophe, bracket, pasted,
)})  # fmt: skip
"""The generators by name."""
FAMILIES: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "word": ("word", "sentence", "code", "address"),
    "nothing": ("empty", "blank"),
    "foreign": ("japanese", "full_width", "emoji", "surrogates", "right_to_left"),
    "number": ("number", "round_number", "decimal", "count", "amount", "percent", "year"),
    "date": ("date", "impossible_date"),
    "markup": ("injection", "quote", "apostrophe", "bracket", "pasted"),
})  # fmt: skip
"""Kinds that programs treat alike, those of `labels` among them: where one was tried the others are less new."""
FAMILY = MappingProxyType({kind: family for family, kinds in FAMILIES.items() for kind in kinds})
STUMBLED_OVER = frozenset({"injection", "quote", "apostrophe", "bracket"})
"""Kinds that programs stumble over oftener than over other texts, whatever a field is for."""


def written_date(day: dt.date, form: str) -> str:
    """Return a date in one of the forms."""
    return form.format(day.year, day.month, day.day)
