"""What the screen says about a field: words beside it and messages about it suggest values to type.

Only ordinary wording of forms is read (English and Japanese): examples, quoted codes, limits, lengths, kinds of value.
Each suggestion has a class, so that a value that was tried counts for its kind, and a rank: what the words single out
("negative ones are returns") comes before what a form would usually be filled with, and both before exact boundaries.
"""

from __future__ import annotations

import datetime as dt
import re
import string
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from wpfagent.runs.explore.values.texts import BASE_DATE

_NUMBER = r"[-−]?\d+(?:[.,]\d+)?"
_BETWEEN = re.compile(rf"({_NUMBER})\s*(?:and|to|through|-|–|…|\.\.+|〜|～|から)\s*({_NUMBER})", re.I)
_AT_MOST = re.compile(rf"(?:at most|up to|max(?:imum|\.)?|no more than|less than|below|under|<=?|≤)\s*:?\s*"
                      rf"({_NUMBER})|({_NUMBER})\s*(?:以下|以内|未満|まで)", re.I)  # fmt: skip
_AT_LEAST = re.compile(rf"(?:at least|min(?:imum|\.)?|no less than|more than|greater than|above|over|from|>=?|≥)"
                       rf"\s*:?\s*({_NUMBER})|({_NUMBER})\s*(?:以上|より大きい|を超える)", re.I)  # fmt: skip
_LENGTH = re.compile(r"(\d+)\s*(?:characters?|chars?|letters|digits|signs|文字|桁)", re.I)
_DIGITS = re.compile(r"数字\s*(\d+)\s*(?:桁|文字)|(\d+)\s*(?:桁|文字)の(?:半角)?数字")
_SCRIPTS = {"ひらがな": "さとう はなこ", "カタカナ": "サトウ ハナコ"}
QUOTED = re.compile(r"[\"'“‘「『`]([^\"'”’」』`]{1,40})[\"'”’」』`]")
_EXAMPLE = re.compile(
    r"(?:e\.g\.|for example|example|such as|like|format|pattern|form|例)\s*[:：,]?\s*(\S{1,40})", re.I
)
_PATTERN = re.compile(
    r"\b[A-Z]{1,4}(?:[-/. ]?[A-Z0-9#]{1,8}){0,3}[-/. ]?[0-9#]+[A-Z0-9#]*\b|\b[A-Z]{2,4}[-/][A-Z0-9#]{2,8}\b"
)
_NEGATIVE = re.compile(r"negative|below zero|less than (?:zero|0)|minus|マイナス|負の", re.I)
_ZERO = re.compile(r"\bzero\b|(?<![\d.,])0 (?:is|means|=|counts|stands|for)\b|ゼロ|(?<![\d.,])0 ?は", re.I)
_PAST = re.compile(r"\bpast\b|already over|earlier|before today|過去", re.I)
_FUTURE = re.compile(r"\bfuture\b|later than|after today|未来|将来", re.I)
_LONG = re.compile(r"\blong\b|longer|長い", re.I)
_EMPTY = re.compile(r"\bempty\b|\bblank\b|空欄|未入力", re.I)
_DATE = re.compile(r"\bdates?\b|\bday\b|yyyy|日付|年月日", re.I)
_NUMERIC = re.compile(r"\bnumbers?\b|numeric|\bamount\b|quantity|whole|integer|digits|数字|数値|数量|金額", re.I)
_UNICODE = re.compile(r"special characters|unicode|accent|umlaut|non-ascii|kanji|記号|全角", re.I)
_OVER = re.compile(r"more than|greater than|above|over|>(?!=)", re.I)
_FORM_OF_DATE = re.compile(r"[yYmMdD]{1,4}(?:[-/.年月][yYmMdD]{1,4}){1,2}日?")
_COMPLAINT = re.compile(
    r"\b(?:invalid|required|must|missing|incorrect|wrong|not (?:valid|allowed|a valid|a number|a date|accepted)"
    r"|(?:can(?:not|'t)|may not|should not) be|please (?:enter|check|fill|choose|select|correct|provide|give)|error"
    r"|out of range|too (?:long|short|large|small|high|low|many|few)|at least (?:one|\d+)|between \S+ and \S+"
    r"|already (?:exists?|taken|used|in use)|(?:does|do) not (?:exist|match)|unknown|not known|no such|not found)\b"
    r"|^(?:choose|select|pick|enter|type|fill in|provide|specify|give|add|correct|check|use)\b.{4,}[.!]$"
    r"|(?:入力|選択|確認|指定|追加|修正)(?:して)?(?:ください|下さい)|選んで(?:ください|下さい)|必須|無効|不正|正しく|範囲"
    r"|できません|エラー|誤り|重複して|超過|超えて|オーバー|未入力"
    r"|存在しません|見つかりません|一致しません|すでに|既に",
    re.I,
)
LONGEST = 2_000
"""No text that a hint asks for is longer."""
SINGLED_OUT, USUAL, BOUNDARY = 0, 1, 2
"""Ranks: what the words single out, what a form is usually filled with, exact boundaries."""


class Suggestion(NamedTuple):
    """A value to type, what kind of value it is, and its rank."""

    kind: str
    text: str
    rank: int = USUAL


def suggestions(texts: Iterable[str], dice: Random, current: str = "") -> list[Suggestion]:
    """Return what these texts suggest, each kind once, in a fixed order.

    Args:
        texts: what stands beside a field, its help, messages that name it.
        dice: for what a text leaves open.
        current: what the field holds: it shows the form of a date.
    """
    found: dict[str, Suggestion] = {}
    for text in texts:
        for made in _of_text(text, dice, current):
            known = found.get(made.kind)
            if known is None or made.rank < known.rank:
                found[made.kind] = made
    return [found[k] for k in sorted(found)]


def classes(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds of value that these texts tell apart: what they single out, else what is usual, else nothing."""
    made = suggestions(texts, Random(0))
    for rank in (SINGLED_OUT, USUAL):
        if kinds := tuple(s.kind for s in made if s.rank == rank):
            return kinds
    return ()


def is_complaint(text: str) -> bool:
    """Return whether a text says that something entered is not accepted."""
    return _COMPLAINT.search(text) is not None


def _of_text(text: str, dice: Random, current: str) -> Iterator[Suggestion]:
    yield from _limits(_LENGTH.sub(" ", text))
    for length in _LENGTH.finditer(text):
        size = int(length[1])
        if size <= LONGEST:
            yield Suggestion(f"length {size}", ("abcdefghij" * (size // 10 + 1))[:size], BOUNDARY)
            yield Suggestion(f"length {size + 1}", ("abcdefghij" * (size // 10 + 1))[: size + 1], SINGLED_OUT)
    for example in (*QUOTED.findall(text), *_EXAMPLE.findall(text), *_PATTERN.findall(text)):
        plain = example.strip(".,;:()（）。、")
        if plain and not _FORM_OF_DATE.fullmatch(plain):
            yield Suggestion(f"shown {plain}", _instance(plain, dice), SINGLED_OUT)
    if _NEGATIVE.search(text):
        yield Suggestion("negative", str(-dice.randint(1, 99)), SINGLED_OUT)
    if _ZERO.search(text):
        yield Suggestion("zero", "0", SINGLED_OUT)
    if _LONG.search(text):
        yield Suggestion("long", "long text " * dice.choice((7, 13, 30)), SINGLED_OUT)
    if _EMPTY.search(text):
        yield Suggestion("empty", "", SINGLED_OUT)
    if _UNICODE.search(text):
        yield Suggestion("unicode", "Ünïcödé 漢字 😀", SINGLED_OUT)
    dated, past, future = bool(_DATE.search(text)), bool(_PAST.search(text)), bool(_FUTURE.search(text))
    if dated or past:
        day = BASE_DATE - dt.timedelta(days=dice.randint(4_000, 9_000))
        yield Suggestion("past date", shown_date(day, current), SINGLED_OUT)
    if dated or future:
        day = BASE_DATE + dt.timedelta(days=dice.randint(4_000, 9_000))
        yield Suggestion("future date", shown_date(day, current), SINGLED_OUT)
    for digits in _DIGITS.finditer(text):
        size = int(digits[1] or digits[2])
        if size <= LONGEST:
            yield Suggestion(f"{size} digits", "".join(dice.choice("123456789") for _ in range(size)), SINGLED_OUT)
    for script, example in _SCRIPTS.items():
        if script in text:
            yield Suggestion(script, example, SINGLED_OUT)
    if _NUMERIC.search(text):
        yield Suggestion("number", str(dice.randint(1, 99)))


def _limits(text: str) -> Iterator[Suggestion]:
    """Values at the limits that a text names, and one on the far side of each that a special rule seems to hold for."""
    numbers = [n for pair in _BETWEEN.findall(text) for n in pair]
    far: set[int] = set()
    for pattern, side in ((_AT_MOST, 1), (_AT_LEAST, 0)):
        for found in pattern.finditer(text):
            shown = found[1] or found[2]
            numbers.append(shown)
            value = _whole(shown)
            if value is not None:
                far.add(value + (1 if side or _OVER.match(found[0]) else 0))
    for shown in numbers:
        value = _whole(shown)
        if value is not None:
            for near in (value - 1, value, value + 1):
                yield Suggestion(f"limit {near}", str(near), SINGLED_OUT if near in far else BOUNDARY)


def _whole(shown: str) -> int | None:
    """A whole number of a size that forms ask for; None for any other."""
    value = float(shown.replace("−", "-").replace(",", "."))
    return int(value) if value.is_integer() and abs(value) < 1e9 else None


def _instance(pattern: str, dice: Random) -> str:
    """A value of the form that an example shows: `AA-999` and `##-XX` are forms, `AB-1234` is a value itself."""
    if re.fullmatch(r"[A#9NX0]+(?:[-/. ][A#9NX0]+)*", pattern) and len(set(pattern)) <= 4:
        return "".join(
            dice.choice(string.digits) if c in "#90N" else dice.choice(string.ascii_uppercase) if c in "AX" else c
            for c in pattern
        )
    return pattern


def shown_date(day: dt.date, current: str) -> str:
    """Return a date in the form of another one; as ISO 8601 where that shows none."""
    if re.fullmatch(r"\d{1,2}/\d{1,2}/\d{4}", current):
        return f"{day.month}/{day.day}/{day.year}"
    if re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{4}", current):
        return f"{day.day:02}.{day.month:02}.{day.year}"
    if re.fullmatch(r"\d{4}/\d{1,2}/\d{1,2}", current):
        return f"{day.year}/{day.month:02}/{day.day:02}"
    return day.isoformat()
