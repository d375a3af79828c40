"""Captions as people see them: one normaliser before every match of labels, ids, questions and menus.

What looks like `Delete` reads as `delete`: full-width and styled letters, letters of other scripts that look the same,
marks and invisible characters inside, single letters set apart, marks of access keys, camelCase and snake_case.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_CONFUSED = str.maketrans(
    "асԁеһіјӏморԛѕтԝухвкнүгёїαεικνορτυχβημϲϳζγωոսօհցզıɩɡɑʏʀꭰꭼᴅᴇʟᴛꮮꭲꮢᥱҽ",
    "acdehijlmopqstwyxbkhyreiaeikvoptuxbnmcjzywnuohgqiigayrdedeltltree",
)
"""Small letters that look like Latin ones. Source: Unicode's security data, confusables.txt (UTS #39), those letters
whose skeleton is one letter of a to z, and the small forms of capitals whose skeleton is one."""
_LOOKS_LIKE_LETTERS = str.maketrans("01|357@$†€", "ollestaste")
_MNEMONIC = re.compile(r"[（(][_&]?[A-Za-z0-9][)）]")
"""An access key behind a Japanese caption: 削除(&D)."""
_INITIAL = re.compile(r"(?<!\w)[（(\[]([A-Za-z])[)）\]](?=[a-z])")
"""A letter that is set apart as the key: (D)elete."""
_CJK = "\u3040-\u30ff\u3400-\u9fff々ー"
_APART = re.compile(r"(?<!\w)\w(?:(?P<gap>[\s.\-·*~()\[\]/|]{1,3})\w)(?:(?P=gap)\w)+(?!\w)")
_CJK_APART = re.compile(rf"(?<=[{_CJK}])[ \t\u00a0]+(?=[{_CJK}])")
_INSIDE = re.compile(r"(?<=[^\W\d_])[01357|@$†€](?![^\W\D_])")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SNAKE = re.compile(r"\w+")
_ACCESS = re.compile(r"[_&](?=\w)")
_LETTER_OF = re.compile(r"(?:NEGATIVE (?:SQUARED|CIRCLED)|REGIONAL INDICATOR).* LETTER ([A-Z])")
"""What Unicode calls the letters of signs, which it takes for no letters."""
_CAPITAL_I = re.compile(r"(?<=[a-z])I(?=[a-z])")
"""What looks like a small `l` between small letters."""
_WITH_MARK = re.compile(r"LATIN (?:SMALL|CAPITAL) LETTER ([A-Z]) WITH ")
"""What Unicode calls letters with a mark that is a part of them: a stroke, a hook."""
_BLANKS = frozenset("\u2800\u3164\u115f\u1160\uffa0")
"""Letters and patterns of their scripts that show nothing."""
_REVERSED = re.compile("\u202e([^\u202c\u202e]*)\u202c?")
"""What is shown from right to left, whatever it is: `eteleD` as `Delete`."""
_TURNED = str.maketrans("ɐqɔpǝɟƃɥᴉɾʞꞁʃɯuodbɹsʇnʌʍxʎzᗡ∀ƆƎℲ⅁ꓶԀᴚꓤ⊥Λ⅄", "abcdefghijkllmnopqrstuvwxyzdacefglprrtvy")
_IS_TURNED = re.compile("[ɐɔǝɟƃɥᴉɾʞꞁʃɯɹʇʌʍʎᗡ∀ƆƎℲ⅁ꓶԀᴚꓤ⊥⅄]")
"""Letters that stand on their heads, and what they are: a line of them is read from its end."""
_HOW = re.compile(r"^(?:(?:click|press|tap|use)\b(?: \w+){0,3}? to|(?:this|it)(?: \w+)? will) ")
MOST_READ, MOST_PIECES, OVERLAP = 1_000, 2, 100
"""So many characters at the begin and at the end of a text are judged; of a caption so many pieces of twice as many."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list that is written with blanks between them."""
    return frozenset(text.split())


def nouns(text: str) -> frozenset[str]:
    """Return the words of such a list, and each as the plural of most nouns."""
    return frozenset(form for word in text.split() for form in (word, f"{word}s"))


def bounded(text: str) -> str:
    """Return the begin and the end of a text that nobody reads as a whole: patterns take long for one of a megabyte."""
    return text if len(text) <= 2 * MOST_READ else f"{text[:MOST_READ]} … {text[-MOST_READ:]}"


def pieces(text: str) -> list[str]:
    """Return the parts of a long caption, which overlap; patterns take long for one of them all."""
    step = 2 * MOST_READ - OVERLAP
    return [text[at : at + 2 * MOST_READ] for at in range(0, max(1, len(text) - OVERLAP), step)][:MOST_PIECES]


def readings(text: str) -> tuple[str, ...]:
    """Return what a caption may say, in small letters: with access keys taken out, and split where names are joined.

    Usually one; the first is what most people read.
    """
    return _readings(bounded(text))


@lru_cache(maxsize=4096)
def _readings(text: str) -> tuple[str, ...]:
    seen = _visible(_MNEMONIC.sub("", _INITIAL.sub(r"\1", text)))
    words = _CAMEL.sub(" ", _SNAKE.sub(_unsnaked, seen))
    made = [_small(_ACCESS.sub("", seen)), _small(_ACCESS.sub("", words))]
    made += [_INSIDE.sub(lambda m: m[0].translate(_LOOKS_LIKE_LETTERS), made[0])]
    made += [_small(_CAPITAL_I.sub("l", seen))]
    if _IS_TURNED.search(text):
        made += _readings(text[::-1].translate(_TURNED))
    if "\u202e" in text:
        made += _readings(_REVERSED.sub(lambda m: m[1][::-1], text))
    return tuple(dict.fromkeys(made))


def label_of(text: str) -> str:
    """Return a button's caption to compare with whole words: small letters, without access keys and closing dots."""
    seen = readings(text)[0] if text else ""
    return re.sub(r"[_&]", "", seen).rstrip(".… >»→").strip()


def without_how(text: str) -> str:
    """Return a tool tip in small letters, without how the button is used: `Click here to delete all rows`."""
    return _HOW.sub("", readings(text)[0])


def says_nothing(text: str) -> bool:
    """Return whether a caption says nothing in words: empty, a picture, a sign, a single letter (`X`)."""
    return sum(c.isalnum() for c in _visible(bounded(text))) <= (1 if text.isascii() else 0)


def _visible(text: str) -> str:
    """The text in plain letters, without what is not seen by itself; Japanese and Korean stay as they are."""
    if text.isascii():
        plain = text
    else:
        plain = unicodedata.normalize("NFKC", "".join(map(_shown, text)))
        plain = "".join(map(_unmarked, plain))
        plain = _CJK_APART.sub("", plain)
    return _APART.sub(lambda m: re.sub(r"\W|_", "", m[0]), plain).strip()


def _shown(character: str) -> str:
    """What a character looks like: nothing, a letter that is drawn in a sign, itself."""
    category = unicodedata.category(character)
    if category == "Cf" or character in _BLANKS:
        return ""
    letter = _LETTER_OF.fullmatch(unicodedata.name(character, "")) if category == "So" else None
    return letter[1] if letter else character


def _unmarked(character: str) -> str:
    """A letter without its marks; a mark alone is nothing."""
    if character.isascii() or "\u3040" <= character <= "\ud7ff":
        return character
    if unicodedata.category(character) in ("Mn", "Me"):
        return ""
    bare = "".join(c for c in unicodedata.normalize("NFD", character) if unicodedata.category(c) != "Mn")
    marked = None if bare.isascii() else _WITH_MARK.match(unicodedata.name(character, ""))
    return (marked[1].lower() if character.islower() else marked[1]) if marked else bare or character


def _unsnaked(found: re.Match[str]) -> str:
    """The words of `delete_all` and `DELETE_ALL`; the `_` of `D_elete` and `_Delete` marks an access key."""
    word = found[0]
    inner = word.strip("_")
    is_snake = inner.count("_") > 1 or inner in (inner.lower(), inner.upper()) or re.search(r"[a-z]_[A-Z]", inner)
    return word.replace("_", " ").strip() if is_snake and "_" in inner else word


def _small(text: str) -> str:
    return text.casefold().translate(_CONFUSED).replace("’", "'").strip()
