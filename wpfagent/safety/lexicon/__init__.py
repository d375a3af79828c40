"""The lexicon of the destructive: which words of a caption, an identifier or a glyph say what a command does.

English captions are read by words, with their objects: `Format drive` is not `Format cells`, and `Send date` names a
date. Japanese ones are read by stems and what follows them: 送信する is a command, 送信者 is a person.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from wpfagent.core.selector import split_identifier
from wpfagent.safety.lexicon.english import english_word
from wpfagent.safety.lexicon.japanese import japanese_word

__all__ = ["GLYPHS", "has_words", "of_identifier", "of_label"]

GLYPHS = {
    "\U0001f5d1": "delete", "\U0001f6ae": "delete", "\u232b": "delete", "\u2326": "delete", "\U0001f4e4": "send",
    "\u23fb": "shutdown", "\u23fc": "shutdown",
    "\ue74d": "delete", "\ue107": "delete", "\ue724": "send", "\ue122": "send", "\ue7e8": "shutdown",
    "\uf1f8": "delete", "\uf2ed": "delete", "\uf014": "delete", "\uf1d8": "send", "\uf011": "shutdown",
}  # fmt: skip
"""What pictures say: Unicode's own, then those of Segoe MDL2 Assets, then those of Font Awesome."""
_MNEMONIC = re.compile(r"[（(][_&]?[A-Za-z0-9][)）]")
"""An access key behind a Japanese caption: 削除(&D)."""


@lru_cache(maxsize=4096)
def of_label(text: str) -> str | None:
    """Return the destructive word or phrase in a label; None when there is none."""
    if not text:
        return None
    if len(text) <= 3 and (told := next((GLYPHS[c] for c in text if c in GLYPHS), None)):
        return told
    plain = re.sub(r"[_&](?=\w)", "", _MNEMONIC.sub("", text)).strip()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", plain)
        if found := japanese_word(plain):
            return found
    return english_word(plain.casefold().replace("’", "'"))


def of_identifier(identifier: str) -> str | None:
    """Return the destructive word in an AutomationId: `btnDeleteAll` → `delete`."""
    return of_label(" ".join(split_identifier(identifier)))


def has_words(text: str) -> bool:
    """Return whether a caption says anything in letters; a glyph of an icon font does not."""
    return any(c.isalnum() for c in text)
