"""The lexicon of the destructive, and of what saves: which words of a caption, an identifier or a glyph say it.

English captions are read by words, with their objects: `Format drive` is not `Format cells`, and `Send date` names a
date. Japanese ones are read by stems and what follows them: 送信する is a command, 送信者 is a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from wpfagent.core.selector import spelled_out
from wpfagent.safety.captions import MOST_READ, bounded, pieces, readings
from wpfagent.safety.lexicon import elsewhere, english, japanese
from wpfagent.safety.lexicon.saving import SAVING_GLYPHS, saving_word

GLYPHS = {sign: word for word, signs in {
    "delete": "\U0001f5d1\U0001f6ae\u232b\u2326\ue74d\ue107\uf1f8\uf2ed\uf014",
    "upload": "\U0001f4e4",
    "shutdown": "\u23fb\u23fc\ue7e8\uf011",
    "send": "\ue724\ue122\uf1d8",
}.items() for sign in signs}  # fmt: skip
"""What pictures say: Unicode's own, then those of Segoe MDL2 Assets, then those of Font Awesome."""
LEAVES = re.compile(
    r"\b(?:e-?mail|mail|mailing|feedback|fax|newsletter|crash|bug report|error report|support request|compose"
    r"|recipients?|new message|invitation|telemetry|diagnostics)\b|\bto:"
    r"|メール|フィードバック|宛先|送信先|不具合|問い合わせ|問合せ|エラー報告|ご意見"
)
"""What a window's title or a question says when a bare `Send` in it sends something outside."""
LOSING = english.DELETING | japanese.LOSING | elsewhere.DOING
"""The words that can only mean losing what they name: what `Format` or `Send` means depends on more."""
MOST_OF_ITEM = 4
"""So many words an item has at most that is a whole command: others are names, titles, sentences."""
_TOTAL = re.compile(r"\b(?:all|every\w*|entire|whole)\b|すべて|全|一括|空に|工場出荷|初期状態", re.IGNORECASE)
"""What says that nothing is left."""


@lru_cache(maxsize=4096)
def of_label(text: str, *, leaves: bool = False, most: int = 0) -> str | None:
    """Return the destructive word or phrase in a label; None when there is none.

    Args:
        text: as it is shown.
        leaves: whether what stands around says that data leaves the program: then a bare `Send` sends it outside.
        most: so many words a whole command has at most that is the label of something to be chosen (an entry of a list,
            an option): `Delete policy` names a policy there, and is a command on a button; 0 = it is no such label.
    """
    parts = (text,) if len(text) <= 2 * MOST_READ else (*pieces(text), bounded(text))
    return next(filter(None, (_of_piece(part, leaves, most) for part in parts)), None) if text else None


def _of_piece(text: str, leaves: bool, most: int) -> str | None:
    for plain in readings("".join(f" {GLYPHS[c]} " if c in GLYPHS else c for c in text)):
        if not plain.isascii() and (found := japanese.japanese_word(plain, leaves=leaves, most=most)):
            return found
        found = english.english_word(plain, leaves=leaves, most=most)
        if found := found or elsewhere.word_elsewhere(plain, is_thing=most > 0):
            return found
    return None


def of_item(text: str, *, sets: bool = False, most: int = MOST_OF_ITEM) -> str | None:
    """Return what makes it destructive to choose an item, an option or a page of this label; None when nothing does.

    Args:
        text: as it is shown.
        sets: it is ticked, turned to or opened: `Delete` names an option, a page or a folder there, and only what it
            does to everything, or what ends the program, is more than that.
        most: so many words a whole command has at most.
    """
    word = of_label(text, most=most)
    if word is None or word in elsewhere.DOING:
        return word
    if sets:
        is_more = _TOTAL.search(bounded(text)) or word in english.ENDING or " " in word
        return word if is_more else None
    names = (english.only_names(plain, word) or japanese.only_names(plain, word) for plain in readings(text))
    return None if any(names) else word


def of_identifier(identifier: str, *, leaves: bool = False) -> str | None:
    """Return the destructive word in an AutomationId: `btnDeleteAll` → `delete`."""
    return of_label(spelled_out(bounded(identifier)), leaves=leaves)


@lru_cache(maxsize=4096)
def saving_of_label(text: str, *, is_thing: bool = False) -> str | None:
    """Return the word or phrase in a label that says that something is saved; None when there is none.

    Args:
        text: as it is shown.
        is_thing: the label of something that is there to be chosen.
    """
    named = "".join(f" {SAVING_GLYPHS[c]} " if c in SAVING_GLYPHS else c for c in bounded(text))
    found = (saving_word(plain, is_thing=is_thing) for plain in readings(named)) if named else ()
    return next(filter(None, found), None)


def says_leaving(texts: Iterable[str]) -> bool:
    """Return whether what stands around a command says that data leaves: a mail, feedback, a report."""
    return any(LEAVES.search(plain) for text in texts if text for plain in readings(text))


def is_entry(text: str) -> bool:
    """Return whether a text may show what was entered in a field, as a summary does: `E-mail: ann@example.org`."""
    name, _, value = text.replace("：", ":").partition(": ")
    return len(name.split()) == 1 and bool(value.strip()) and of_label(value) is None
