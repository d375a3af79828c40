"""Finding a text in what was read, tolerantly: width, case and spaces do not count, nor do characters that look alike.

Every hit is listed; none is chosen. A hit that holds only by look-alikes says so.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from wpfagent.core.model import Rect
from wpfagent.desktops.eyes.reading import Line, Reading, rows

Match = Literal["whole", "part", "alike"]
ALIKE = (
    "oо0〇○◯", "1liı|!丨", "5s", "8b", "9gq", "2z", "×xхメ", "一ー‐-‑‒–—―−", "・·•", "口ロ□", "力カ", "二ニ",
    "工エ", "夕タ", "卜ト", "八ハ", "へヘ", "べベ", "ぺペ", "りリ", "千チ", "才オ", "三ミ", "ッツ", "っつ", "ャヤ",
    "ゃや", "ュユ", "ゅゆ", "ョヨ", "ょよ", "ァア", "ぁあ", "ィイ", "ぃい", "ゥウ", "ぅう", "ェエ", "ぇえ", "ォオ",
    "ぉお", "ばぱ", "びぴ", "ぶぷ", "ぼぽ", "バパ", "ビピ", "ブプ", "ボポ", "ソン", "“”\"〃", "‘’'`´′", "。.", "、,",
    "「[", "」]", "～~〜",
)  # fmt: skip
"""Characters that engines take for each other; each group is one character when texts are compared loosely."""
_ALIKE = {c: group[0] for group in reversed(ALIKE) for c in group}
_PAIRS = (("rn", "m"), ("vv", "w"), ("nn", "m"), ("cl", "d"))
_MNEMONIC = re.compile(r"(?<=\w)[(（][A-Za-z0-9][)）]")
"""The access key behind a Japanese caption: underlined, it is read as another letter."""
_DOTS = re.compile(r"…|\.{2,}|・{2,}")
"""An ellipsis, of which engines see two dots or four."""
_LEFT_OUT = frozenset({"Ps", "Pe", "Pi", "Pf"})
"""Brackets and quotes, which engines add and miss."""
_VOICED = "\uff9e\uff9f\u3099\u309a"
NEAREST = 5


@dataclass(frozen=True, slots=True)
class Hit:
    """A place where a text was read.

    Args:
        text: the part that matched, as it was read.
        line: the whole line.
        rect: where the part stands.
        confidence: how sure the engine is, 0…1; None where it does not tell.
        match: `whole`: it is all that the line says; `part`: it is a part of it; `alike`: only by look-alikes.
    """

    text: str
    line: str
    rect: Rect
    confidence: float | None
    match: Match


def find(reading: Reading, wanted: str) -> list[Hit]:
    """Return every place where a text was read: whole lines first, then parts, then what only looks alike."""
    hits = [hit for line in rows(reading.lines) for hit in _in_line(line, wanted)]
    order: tuple[Match, ...] = ("whole", "part", "alike")
    return sorted(hits, key=lambda hit: order.index(hit.match))


def contains(reading: Reading, wanted: str) -> bool:
    """Return whether a text was read."""
    return bool(find(reading, wanted))


def nearest(reading: Reading, wanted: str) -> list[str]:
    """Return the lines that resemble a text most, the best first."""
    by_key = {_folded(line.text)[0]: line.text for line in reading.lines}
    return [by_key[key] for key in difflib.get_close_matches(_folded(wanted)[0], by_key, n=NEAREST, cutoff=0.5)]


def _in_line(line: Line, wanted: str) -> Iterator[Hit]:
    seen: set[int] = set()
    for loosely in (False, True):
        text, places = _folded(line.text, loosely=loosely)
        key, _ = _folded(wanted, loosely=loosely)
        at = text.find(key) if key else -1
        while at >= 0:
            begin, end = places[at][0], places[at + len(key) - 1][1]
            if loosely and (access := _MNEMONIC.match(line.text, end)) and _MNEMONIC.search(wanted):
                end = access.end()
            if begin not in seen:
                seen.add(begin)
                match: Match = "alike" if loosely else "whole" if len(key) == len(text) else "part"
                part = line.text[begin:end]
                yield Hit(part, line.text, line.part(begin, end), line.confidence_of(begin, end), match)
            at = text.find(key, at + len(key))


def _folded(text: str, *, loosely: bool = False) -> tuple[str, list[tuple[int, int]]]:
    """Return a text as it is compared, and for each of its characters which ones of the text it stands for."""
    made: list[tuple[str, tuple[int, int]]] = []
    keys = [found.span() for sign in (_MNEMONIC, _DOTS) for found in sign.finditer(text)] if loosely else []
    for begin, end in _clusters(text):
        if any(a <= begin < b for a, b in keys):
            continue
        made += [
            (_ALIKE.get(c, c) if loosely else c, (begin, end))
            for c in unicodedata.normalize("NFKC", text[begin:end]).casefold()
            if not c.isspace() and (kind := unicodedata.category(c)) != "Cf" and not (loosely and kind in _LEFT_OUT)
        ]
    if loosely:
        made = _joined(made)
    return "".join(c for c, _ in made), [place for _, place in made]


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """The characters of a text, each with the voiced marks and accents that are written behind it."""
    begin = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or not (text[end] in _VOICED or unicodedata.combining(text[end])):
            yield begin, end
            begin = end


def _joined(made: list[tuple[str, tuple[int, int]]]) -> list[tuple[str, tuple[int, int]]]:
    """Make one character of each pair of letters that looks like it."""
    pairs = {tuple(_ALIKE.get(c, c) for c in pair): _ALIKE.get(one, one) for pair, one in _PAIRS}
    found: list[tuple[str, tuple[int, int]]] = []
    for character, place in made:
        if found and (one := pairs.get((found[-1][0], character))) is not None:
            found[-1] = one, (found[-1][1][0], place[1])
        else:
            found.append((character, place))
    return found
