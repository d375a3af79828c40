"""Whether a text was decoded wrongly: U+FFFD, or characters that are plainly another encoding's bytes.

A wrong decoding is proved by undoing it: the characters give bytes in the encoding that was wrongly taken, and these
are text in the right one. Words that merely look unusual (`São`, `MANHÃ»`, `été»…`, half-width katakana) stay as they
are.
"""

from __future__ import annotations

import re
import unicodedata

REPLACEMENT = "\ufffd"
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_CONTINUATION = (
    "\u0080-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d"
    "\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178"
)
"""What the bytes 80-BF are in Windows-1252, and in Latin-1."""
_AS_1252 = re.compile(
    rf"(?:[\u00c2-\u00df][{_CONTINUATION}]|[\u00e0-\u00ef][{_CONTINUATION}]{{2}}|[\u00f0-\u00f4][{_CONTINUATION}]{{3}})+"
)
_CLOSERS = frozenset("»”’›…–—\u00a0™®©°²³ªº·")
"""What may stand behind a word in any well-written text."""
_OPENERS = "«“‘‹([\"'"
_AS_932 = re.compile(r"[^\x00-\x7f]{3,}")
_RARE = re.compile(r"[縺繧繝](?:.{0,2}[縺繧繝])+|[縺繧繝譁][・ｦ-ﾟ]")
"""What hiragana and katakana in UTF-8 begin with in Shift_JIS; these kanji hardly stand side by side in Japanese."""
_LATIN_932 = re.compile(r"(?<=[A-Za-z])[ﾂ-ﾟ][｡-ｿ](?=[A-Za-z])")
_932_AS_1252 = re.compile(r"(?:[ƒ‚][^\s]){3,}")


def garbled_part(text: str) -> str | None:
    """Return the part of a text that was decoded wrongly; None when there is none."""
    if not _NOT_ASCII.search(text):
        return None
    if REPLACEMENT in text:
        found = re.search(rf"\S*{REPLACEMENT}\S*", text)
        return found.group(0) if found else REPLACEMENT
    for find in (_utf8_as_1252, _utf8_as_932, _932_as_1252):
        part = find(text)
        if part is not None:
            return part
    return None


def repaired(text: str) -> str:
    """Return a text with wrongly decoded parts as they were meant, as far as they can be told."""
    made = _AS_1252.sub(lambda m: _decoded_1252(m.group(0)) or m.group(0), text)
    return _AS_932.sub(lambda m: _decoded_932(m.group(0)) or m.group(0), made)


def _utf8_as_1252(text: str) -> str | None:
    for found in _AS_1252.finditer(text):
        part = found.group(0)
        meant = _decoded_1252(part)
        if meant is not None and _is_sensible(meant) and not _may_be_meant(text, found.start(), found.end()):
            return part
    return None


def _decoded_1252(part: str) -> str | None:
    """Undo UTF-8 that was read as Windows-1252, which has no characters for five bytes: those stay control codes."""
    data = bytearray()
    for character in part:
        try:
            data += character.encode("cp1252")
        except UnicodeEncodeError:
            if ord(character) > 0xFF:
                return None
            data.append(ord(character))
    return _as_utf8(bytes(data), len(part))


def _as_utf8(data: bytes, length: int) -> str | None:
    try:
        meant = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return meant if len(meant) < length else None


def _may_be_meant(text: str, start: int, end: int) -> bool:
    """A capital or accented letter at the end of its word, and what closes a phrase: `MANHÃ»`, `été»…`."""
    lead, rest = text[start], text[start + 1 : end]
    if any(c not in _CLOSERS for c in rest) or text[end : end + 1].isalnum():
        return False
    before = text[start - 1 : start]
    if not before or before.isspace() or before.isdigit():
        return lead not in "ÂÃ"
    return before in _OPENERS or (before.isalpha() and before.isupper() == lead.isupper())


def _is_sensible(meant: str) -> bool:
    """Whether these are characters that programs show; single Greek or Cyrillic letters come about by accident."""
    scripts = [_script(c) for c in meant]
    if None in scripts:
        return False
    return len(meant) > 1 or scripts[0] != "letters of another alphabet"


def _script(character: str) -> str | None:
    code = ord(character)
    if unicodedata.category(character) in ("Cn", "Co", "Cs", "Cc"):
        return None
    if 0xA0 <= code < 0x180:
        return "latin"
    if 0x370 <= code < 0x460:
        return "letters of another alphabet"
    if 0x2010 <= code < 0x2800 or 0x3000 <= code < 0xA000 or 0xAC00 <= code < 0xD7A4 or 0xFF00 <= code < 0xFFF0:
        return "symbols and East Asian"
    return "emoji" if 0x1F000 <= code < 0x1FB00 else None


def _utf8_as_932(text: str) -> str | None:
    for found in _AS_932.finditer(text):
        meant = _decoded_932(found.group(0))
        if meant is not None:
            return found.group(0)
    rare = _RARE.search(text) or _LATIN_932.search(text)
    return rare.group(0) if rare else None


def _decoded_932(part: str) -> str | None:
    try:
        meant = _as_utf8(part.encode("cp932"), len(part))
    except UnicodeEncodeError:
        return None
    halves = all("\uff61" <= c <= "\uff9f" for c in part)  # half-width katakana are often such bytes by accident
    return meant if meant and not halves and all(_script(c) == "symbols and East Asian" for c in meant) else None


def _932_as_1252(text: str) -> str | None:
    found = _932_AS_1252.search(text)
    if found is None:
        return None
    try:
        meant = found.group(0).encode("cp1252").decode("cp932")
    except UnicodeError:
        return None
    return found.group(0) if all("\u3040" <= c < "\u3100" or "\u4e00" <= c < "\u9fff" for c in meant) else None
