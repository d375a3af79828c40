"""Texts as the index compares them: folded, in grams of one to three characters; and the piece that shows a hit.

Case and width do not count (`ＥＲＲＯＲ` is `error`, `ｴﾗｰ` is `エラー`). A word is found wherever its characters
stand in a row, so Japanese needs no dictionary. Words of three characters and more go by SQLite's trigrams, shorter
ones by a second table of single characters and pairs.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from operator import add

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.json_text import valid_text

LONG = 3
"""From this length on a word goes by trigrams."""
GRAMS_ASKED = 48
"""So many grams of a query are asked of the index; the text itself is looked at for the rest."""
LONGEST_QUERY = 1_000
"""Characters of a query."""
AROUND = 48
"""Characters of a snippet at each side of what was found."""
_PRIVATE = 0xF0000
"""Characters that no text has: stand for the signs that end a token, and for tags."""
_SIGNS = {n: chr(_PRIVATE + n) for n in range(33, 127) if not chr(n).isalnum()}
_BLANKS = re.compile(r"[\s\0-\x1f\x7f]+")


def plain(text: str) -> str:
    """Return a text as it is kept: valid Unicode, blanks and controls as single spaces."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    return _BLANKS.sub(" ", valid_text(text)).strip()


def fold(text: str) -> str:
    """Return a text as it is compared: one case, one width."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def words_of(query: str) -> tuple[str, ...]:
    """Return the words of a query, folded; every character of it is text, none an operator.

    Raises:
        InvalidArgument: there is no word in it, or it is too long.
    """
    if len(query) > LONGEST_QUERY:
        raise InvalidArgument(
            f"The text to search for has {len(query)} characters.", hint=f"At most {LONGEST_QUERY}; a few words do."
        )
    words = plain(fold(plain(query))).split()
    if not words:
        raise InvalidArgument("The text to search for is empty.", hint="Give a word, or a part of one.")
    return tuple(dict.fromkeys(words))


def short_grams(folded: str) -> str:
    """Return the single characters and pairs of a folded text, as tokens with spaces between."""
    return " ".join(set().union(*map(_grams_of, set(folded.split(" ")))))


@lru_cache(maxsize=8_192)
def _grams_of(word: str) -> frozenset[str]:
    """The characters and pairs of a word; programs show the same words again and again."""
    signs = word.translate(_SIGNS)
    return frozenset({*signs, *map(add, signs, signs[1:])})


@lru_cache(maxsize=1024)
def tag(name: str) -> str:
    """Return three characters that no text has; they stand in the index for a fact about a text: `kind:log`."""
    digest = int.from_bytes(hashlib.blake2b(name.encode(errors="replace"), digest_size=5).digest())
    return "".join(chr(_PRIVATE + 0x1000 + (digest >> shift & 0xFFF)) for shift in (0, 12, 24))


def long_query(words: tuple[str, ...], tags: tuple[tuple[str, ...], ...]) -> str:
    """Return what is asked of the trigrams: all words have three characters or more; one tag of each tuple holds."""
    grams = dict.fromkeys(w[i : i + LONG] for w in words for i in range(len(w) - LONG + 1))
    return _all_of(list(grams), tags)


def short_query(words: tuple[str, ...], tags: tuple[tuple[str, ...], ...]) -> str:
    """Return what is asked of the characters and pairs: the short words, and the pairs of the long ones."""
    grams = dict.fromkeys(w for w in words if len(w) < LONG)
    grams |= dict.fromkeys(w[i : i + 2] for w in words if len(w) >= LONG for i in range(len(w) - 1))
    return _all_of([g.translate(_SIGNS) for g in grams], tags)


def _all_of(grams: list[str], tags: tuple[tuple[str, ...], ...]) -> str:
    asked = grams[:: max(1, -(-len(grams) // GRAMS_ASKED))]
    either = [" OR ".join(_quoted(tag(name)) for name in of) for of in tags if of]
    return " AND ".join([*(f"({e})" for e in either), *map(_quoted, asked)])


def _quoted(gram: str) -> str:
    return '"' + gram.replace('"', '""') + '"'


def holds(body: str, words: tuple[str, ...]) -> bool:
    """Return whether each folded word stands in a text."""
    folded = fold(body)
    return all(w in folded for w in words)


def snippet(body: str, words: tuple[str, ...]) -> str:
    """Return the piece of a text around the first of these words that it holds; its beginning without any."""
    folded = fold(body)
    found = [(at, w) for w in words if (at := folded.find(w)) >= 0]
    start, end = (0, 0)
    if found:
        at, word = min(found)
        start, end = _place(body, folded, at, len(word))
    low, high = max(0, start - AROUND), min(len(body), max(end, start) + AROUND)
    return ("…" if low else "") + body[low:high].strip() + ("…" if high < len(body) else "")


def _place(body: str, folded: str, at: int, length: int) -> tuple[int, int]:
    """Where in a text a place of its folded form stands; folding may change how many characters there are."""
    if len(body) == len(folded):
        return at, at + length
    start = _before(body, at)
    return start, _before(body, at + length)


def _before(body: str, at: int) -> int:
    """How many characters of a text make the first `at` of its folded form."""
    low, high = 0, len(body)
    while low < high:
        middle = (low + high) // 2
        if len(fold(body[:middle])) < at:
            low = middle + 1
        else:
            high = middle
    return low
