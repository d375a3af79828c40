"""Texts by key, in the person's language: the catalogue has each as a whole, and what is filled in stays as it is.

A line that is put together first and looked up then is guessed at by its template; where a program has a table of its
texts nothing needs to be guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from wpfagent.core.language import Language, catalogue

_HOLE = re.compile(r"\{(\w+)\}")
_NUMBERED = re.compile(r"\{(\d+)\}")


class Sayer:
    """Says the texts of one table.

    Args:
        texts: English, by key; `{name}` stands for what is filled in.
        language: what the person reads.
    """

    def __init__(self, texts: Mapping[str, str], language: Language) -> None:
        self._texts = texts
        self._language: Language = language

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with these values in it."""
        text = self._texts[key]
        names = _HOLE.findall(text)
        numbered = template_of(text)
        if self._language != "en":
            numbered = catalogue(self._language).entries.get(numbered, numbered)
        return _NUMBERED.sub(lambda hole: str(values[names[int(hole[1])]]), numbered)


def template_of(text: str) -> str:
    """Return a text as catalogues have it: its holes by number."""
    at = iter(range(len(text)))
    return _HOLE.sub(lambda _: f"{{{next(at)}}}", text)
