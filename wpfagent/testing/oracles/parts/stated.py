"""Relations that a screen states about its own numbers, and numbers as people write them.

`Total = sum of the amounts of all lines`, `Sum: of column Amount`, `Total = Price x Quantity`, `合計 = 金額の合計`,
`合計=単価×数量`. What is no such sentence in full is not read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import Literal

LONGEST = 140
"""A relation is a short sentence; longer texts are help pages."""
DecimalSign = Literal[".", ","]
Operator = Literal["+", "-", "*", "/"]
_SPLIT = re.compile(
    r"^(?P<left>[^=:]{1,40}?)\s*(?::?=|\bequals\b|\bis the (?=sum\b|total\b|product\b))\s*(?P<right>.{3,})$",
    re.IGNORECASE,
)
_COLUMN = re.compile(
    r"^(?P<left>[^=:]{1,40}?)\s*:\s*(?P<right>(?:sum )?of (?:the )?column .+|[^:]+の合計|(?:the )?sum of .+)$",
    re.IGNORECASE,
)
_JAPANESE = re.compile(
    r"^(?P<left>[^=:はが]{1,20})(?:は|が)、?(?P<right>.+?の合計|.+[×+].+)(?:です|である|となります|になります)?$"
)
_SUM = re.compile(
    r"^(?:the )?(?:sum(?: total)?|total) (?:of )(?:all )?(?:the )?(?:column )?(?P<what>.+?)(?: column)?"
    r"(?: (?:of|in|over|from|for|across) (?:the |all |every |each )*[\w ]+)?$|^of (?:the )?column (?P<column>.+)$"
    r"|^sum\s*\((?P<call>[^()]+)\)$",
    re.IGNORECASE,
)
_SUM_JA = re.compile(
    r"^(?:(?:すべて|全て|全|各)の?)?(?:(?:行|明細|品目|商品|項目)の)?(?P<what>[^の]+?)(?:列|欄)?の(?:合計|総和|総計|和)$"
)
_OPERATORS = re.compile(r"\s*([×*÷＋])\s*|\s+([x/+\-−–])\s+|(?<=[^\x00-\x7f])([+])(?=[^\x00-\x7f])")
_MEANT: Mapping[str, Operator] = MappingProxyType(
    {"×": "*", "*": "*", "x": "*", "÷": "/", "/": "/", "+": "+", "＋": "+", "-": "-", "−": "-", "–": "-"}
)
_CURRENCY = r"(?:[$€£¥₩₹円元]|[A-Z]{3}|kr|Kč|zł|CHF|R\$)"
_AMOUNT = re.compile(
    rf"^\(?\s*[-−–+]?\s*{_CURRENCY}?\s*[-−–]?\s*(?P<digits>\d[\d.,'’ \u00a0\u202f]*|[.,]\d+)\s*{_CURRENCY}?\s*\)?$"
)
LONGEST_AMOUNT = 60
"""Characters of an amount: the pattern is slow on long runs of blanks."""
_SPACES = re.compile(r"(?<=\d)['’ \u00a0\u202f](?=\d{3}(?!\d))")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number and how many decimals it was written with."""

    value: Decimal
    decimals: int = 0


@dataclass(frozen=True, slots=True)
class Term:
    """One operand: a name, or the sum of a column."""

    name: str
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """`total` = terms joined by operators, `*` and `/` before `+` and `-`."""

    text: str
    total: str
    terms: tuple[Term, ...]
    operators: tuple[Operator, ...] = ()


def parse_statement(text: str) -> Statement | None:
    """Return the relation that a text states; None when it states none."""
    if not 7 <= len(text) <= LONGEST or "\n" in text:
        return None
    plain = " ".join(unicodedata.normalize("NFKC", text).split()).rstrip(".。 ")
    plain = plain[1:-1] if plain.startswith("(") and plain.endswith(")") else plain
    found = _SPLIT.match(plain) or _COLUMN.match(plain) or _JAPANESE.match(plain)
    if found is None:
        return None
    total, right = normal(found["left"]), found["right"].strip()
    if not total or not _is_name(total):
        return None
    if (term := _sum_of(right)) is not None:
        return Statement(text, total, (term,))
    pieces = _OPERATORS.split(right)
    names = [p.strip() for p in pieces[::4]]
    operators = tuple(_MEANT[next(o for o in pieces[i : i + 3] if o)] for i in range(1, len(pieces), 4))
    if not operators:
        return None
    terms = tuple(_sum_of(n) or Term(normal(n)) for n in names)
    if not all(_is_name(t.name) for t in terms) or any(t.name == total for t in terms):
        return None
    return Statement(text, total, terms, operators)


def _sum_of(text: str) -> Term | None:
    found = _SUM.match(text) or _SUM_JA.match(text)
    if found is None:
        return None
    name = normal(next(v for v in found.groupdict().values() if v))
    return Term(name, is_sum=True) if _is_name(name) and " and " not in name and not _OPERATORS.search(name) else None


def _is_name(name: str) -> bool:
    """A number is part of a formula, or of an example, that cannot be looked up."""
    return bool(re.search(r"[^\W\d_]", name)) and not re.search(r"\d|[%=<>]", name)


def normal(name: str) -> str:
    """Return a label as it is compared: without case, quotes, access keys and colons."""
    made = unicodedata.normalize("NFKC", name).replace("_", "").casefold()
    return " ".join(made.strip(" \t:'\"“”‘’「」『』*[]()").split())


def names_same(stated: str, label: str) -> bool:
    """Return whether a name in a sentence means a label: `amounts` means the column `Amount`."""
    shown = normal(label)
    plain = {stated}
    if stated.isascii():
        plain |= {stated.removesuffix("s"), stated.removesuffix("es")}
        plain |= {stated[:-3] + "y"} if stated.endswith("ies") else set()
    return bool(shown) and (shown in plain or shown.removesuffix("s") in plain)


def parse_amount(text: str, sign: DecimalSign) -> Amount | None:
    """Return a number as it is written with this decimal sign: `1,234.50`, `1.234,50 €`, `(5.00)`, `¥1,200`."""
    plain = unicodedata.normalize("NFKC", text).strip()
    found = _AMOUNT.match(plain) if len(plain) <= LONGEST_AMOUNT else None
    if found is None:
        return None
    digits = _SPACES.sub("", found["digits"].strip())
    group = "," if sign == "." else "."
    if not re.fullmatch(rf"(?:\d{{1,3}}(?:{re.escape(group)}\d{{3}})+|\d+)?(?:{re.escape(sign)}\d*)?", digits):
        return None
    whole, _, fraction = digits.replace(group, "").partition(sign)
    value = Decimal(f"{whole or 0}.{fraction or 0}")
    is_negative = bool(re.match(r"^\D*[-−–]", plain)) or (plain.startswith("(") and plain.endswith(")"))
    return Amount(-value if is_negative else value, len(fraction))
