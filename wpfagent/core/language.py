"""What a person reads, in the person's language: English as the program says it, or the catalogue's words for it.

The core speaks English, and records, JSON and logs stay English everywhere: they are for programs, and one word means
one thing. At the border to a person a text is looked up in `languages/<language>.json`: as a whole, else by its
template (`{0} cannot be read: {1}.`), else line by line and sentence by sentence. What is quoted is never translated.
"""

from __future__ import annotations

import json
import locale
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, cast

from wpfagent.core.environ import environment

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = ("en", "ja")
VARIABLE = "WPF_AGENT_LANG"
FOLDER = Path(__file__).parent / "languages"
MASK, UNMASKED = "\1", "\2"
_VISIBLE = re.compile(f"[^{UNMASKED}]")
LONGEST = 2_000
"""Longer texts are looked up line by line and sentence by sentence only."""
DEPTH = 3
"""So deep may what fills a template be a sentence of its own."""
_HOLE = re.compile(r"\{(\d+)\}")
_HOLE_AS_WHOLE = re.compile(r"\{\d+\}")
_ARTICLE = re.compile(r"(?:The|An?) ")
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")
_NTH = re.compile(r"(?:the )?(\d+)(?:st|nd|rd|th) ")
NTH = "{nth} {0}"
"""The catalogue's key for `5th row`: the place and what is counted."""
_SENTENCES = re.compile(r"(?<=[.;!?]) +")
_CLAUSES = re.compile(r", |; |: ")
_STEP = re.compile(r"[A-Z][a-z-]+ .*['(].*")
"""A step in words: `Click the button 'Save' (SaveButton)`."""
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`")
_INSIDE_QUOTES = re.compile(r"(?<!\w)'[^'\n]*'|\"[^\"\n]*\"|\{[^{}\n]*\}")
_NO_FILLING = re.compile(r"\. [A-Z]|   ")
"""What never fills a template: the end of a sentence, a gap between columns."""
_BEFORE_NAMES = re.compile(r"(?:Nearest|Nearest to it are|Commands|Columns|Profiles|One of): $")
"""What follows are names to be typed: as good as quoted."""
_OPTION = re.compile(r"^(\s*(?:-h --help|-{1,2}[\w=-]+|[a-z][\w-]*(?: [\w-]+)?)\s{2,})(\S.*)$")
"""A line of a help text: an option or a command, two blanks, what it is for."""
_EXAMPLE = re.compile(r"^(\s*(?:\S+ \| )?wpf-agent \S.*?(?:\s{3,}|\s{2}(?![\s\[(<-])))(\S.*)$")
_BREAKABLE = re.compile(r"[!-~]+[、。）」]*|\s+|.[、。）」ー]*")
_LITTLE_WORDS = frozenset(
    ("a", "and", "at", "be", "by", "for", "from", "in", "is", "it", "not", "of", "on", "or", "the", "to")
)
LITTLE_PARTS = frozenset((" of ", " is "))
_PLAIN = re.compile(r"[\d'\"(]")
"""`2 of 3` and `'Status' is 'open'` are ours; `list index out of range` is somebody's sentence."""
TELLING = 3
"""Templates with fewer letters, little words aside, count only inside another text."""


def language_of(named: str | None = None, environ: Mapping[str, str] | None = None) -> Language:
    """Return the language that a person reads.

    Args:
        named: what was asked for, as `ja`.
        environ: the environment: WPF_AGENT_LANG counts before the system's own language.
    """
    environ = environment() if environ is None else environ
    wanted = named or environ.get(VARIABLE) or _systems(environ)
    return cast("Language", wanted[:2]) if wanted[:2] in LANGUAGES else "en"


@contextmanager
def spoken(language: Language) -> Iterator[None]:
    """Let what is written for people meanwhile be in a language, by this process and by those that it starts."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = language
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def _systems(environ: Mapping[str, str]) -> str:
    """The language of the system's own texts: `ja-JP`, `en_US.UTF-8`; '' where it is not known."""
    if os.name == "nt":
        import ctypes

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return next((environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(key)), "")


def translated(text: str, language: Language) -> str:
    """Return a text in a language; what the catalogue does not have stays English."""
    return text if language == "en" else catalogue(language).translated(text)


@cache
def catalogue(language: Language) -> Catalogue:
    """Return the catalogue of a language."""
    return Catalogue(json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8")))


class Catalogue:
    """Texts and templates, and their translations.

    Args:
        entries: by the English text; `{0}`, `{1}`, … stand for what is filled in, in either order.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        self.entries = entries
        self._by_ends: dict[tuple[str, str], list[_Template]] = {}

    def translated(self, text: str, depth: int = 0) -> str:
        """Return a text translated as far as the catalogue goes."""
        bare = text.lstrip(" ")
        if bare != text:
            return text[: len(text) - len(bare)] + self.translated(bare, depth)
        found = self._whole(text, depth)
        if found is not None:
            return found
        if "\n" in text:
            return "\n".join(self._paragraph(lines, depth) for lines in _paragraphs(text))
        if (option := _OPTION.match(text) or _EXAMPLE.match(text)) is not None:
            return option[1] + self.translated(option[2], depth)
        parts = _SENTENCES.split(text)
        if len(parts) > 1:
            made = [self._whole(part, depth) or self._by_clauses(part, depth) for part in parts]
            return "".join(m if m[-1:] in "。！？" else f"{m} " for m in made).rstrip()
        told = self._by_clauses(text, depth)
        if told == text and (depth or text[:1].isdigit()):
            sentence = self._whole(f"{text}.", depth)
            told = sentence.removesuffix("。") if sentence else self._whole(text, depth, little=True) or text
        if told == text and (nth := _NTH.match(text)) is not None and (form := self.entries.get(NTH)) is not None:
            counted = self._whole(f"the {text[nth.end() :]}", depth) or text[nth.end() :]
            return form.replace("{nth}", nth[1]).replace("{0}", counted)
        return told

    def _paragraph(self, lines: list[str], depth: int) -> str:
        """Lines of one paragraph: as one text, filled anew, else line by line."""
        found = self.entries.get(" ".join(lines)) if len(lines) > 1 else None
        return filled(found) if found is not None else "\n".join(self.translated(line, depth) for line in lines)

    def _by_clauses(self, text: str, depth: int) -> str:
        """What is told in a row, as `file:3: why`, or `3 controls, attempt 2`: each by itself."""
        if text[-1:] == ";":
            return f"{self._by_clauses(text[:-1], depth)};"
        told, at = "", 0
        for found in _CLAUSES.finditer(_masked(text)):
            if (exact := self.entries.get(text[at:])) is not None:
                return told + exact
            part = text[at : found.start()]
            told += (self._whole(part, depth) or part) + found[0]
            at = found.end()
        if not at:
            return text
        rest = self._whole(text[at:], depth) or (self._whole(f"{text[at:]}.", depth) or text[at:]).removesuffix("。")
        return told + rest

    def _whole(self, text: str, depth: int, *, little: bool = False) -> str | None:
        if (exact := self.entries.get(text)) is not None:
            return exact
        if len(text) <= LONGEST and (read := self._read(text, depth, little=little)) is not None:
            return read
        if text[-1:] == "." and (bare := self._whole(text[:-1], depth, little=little)) is not None:
            return f"{bare.rstrip('。')}。"
        if (begins := _ARTICLE.match(text)) is not None:
            return self._whole(begins[0].lower() + text[begins.end() :], depth, little=little)
        return None

    def _read(self, text: str, depth: int, *, little: bool) -> str | None:
        """The text by the first template that it fits; one that ends with a hole takes no full stop into it."""
        masked = _masked(text)
        for template in self._near(text[:1], text[-1:]):
            if template.longest not in masked:
                continue
            if (little or template.is_telling) and (template.parts[-1] or text[-1:] != "."):
                given = template.read(text, masked)
                if given is not None:
                    return self._filled(template, given, depth)
        return None

    def _filled(self, template: _Template, given: Sequence[str], depth: int) -> str:
        filling = [g if n in template.quoted else self._filling(g, depth) for n, g in enumerate(given)]
        return _HOLE.sub(lambda hole: filling[int(hole[1])], template.translation)

    def _filling(self, text: str, depth: int) -> str:
        """What fills a template may be a phrase of its own, unless it is quoted; a step in quotes is one of ours."""
        if depth >= DEPTH or " " not in text:
            return self.entries.get(text) or _ORDINAL.sub(r"\1", text)
        if _QUOTED.fullmatch(text) is not None:
            step = self._whole(text[1:-1], depth + 1) if text[0] == '"' and _STEP.fullmatch(text[1:-1]) else None
            return f"「{step}」" if step is not None else text
        return self.translated(text, depth + 1)

    def _near(self, first: str, last: str) -> Sequence[_Template]:
        """The templates that a text with these characters at its ends may fit."""
        if (first, last) not in self._by_ends:
            self._by_ends[first, last] = [
                t for t in self._templates if t.masked[0][:1] in ("", first) and t.masked[-1][-1:] in ("", last)
            ]
        return self._by_ends[first, last]

    @cached_property
    def _templates(self) -> tuple[_Template, ...]:
        """The templates, those with the most words of their own first."""
        made = [_template(key, translation) for key, translation in self.entries.items() if _HOLE.search(key)]
        return tuple(sorted(made, key=lambda template: template.weight, reverse=True))


@dataclass(frozen=True, slots=True)
class _Template:
    """A template: its own words in order, and what stands for it in the other language."""

    parts: tuple[str, ...]
    masked: tuple[str, ...]
    longest: str
    order: tuple[int, ...]
    quoted: frozenset[int]
    is_telling: bool
    translation: str

    @property
    def counts(self) -> bool:
        """Whether it is a number of something, as `{0} steps`: no sentence that ends with that word."""
        return len(self.parts) == 2 and not self.parts[0] and self.parts[1].lstrip().isalpha()

    @property
    def weight(self) -> int:
        """How much of it are its own words."""
        return sum(map(len, self.parts))

    def read(self, text: str, masked: str) -> list[str] | None:
        """Return what fills the holes, in the order of their numbers; None where the text is another one.

        Each part is taken where it comes first, so that the time grows with the length of the text only.
        """
        last = len(self.parts) - 1
        if not masked.startswith(self.masked[0]) or not masked.endswith(self.masked[last]):
            return None
        if self.counts and " " in masked[: len(text) - len(self.parts[last])]:
            return None
        at, given = len(self.parts[0]), [""] * last
        for number in range(1, last + 1):
            part = self.masked[number]
            start = len(text) - len(part) if number == last else masked.find(part, at)
            if part == " " and number < last:
                start = masked.rfind(part, at, max(at, masked.find(self.masked[number + 1], start + 1)))
            if start < at or _NO_FILLING.search(masked, at, start):
                return None
            if at == 0 and _CLAUSES.search(masked, at, start + (part == " ")):
                return None  # a text that is about something else before
            given[self.order[number - 1]] = text[at:start]
            at = start + len(part)
        if not self.is_telling and self.parts[1] in LITTLE_PARTS and not _PLAIN.match(text):
            return None
        whole = _HOLE.sub(lambda hole: given[int(hole[1])], self.key)
        return given if whole == text else None

    @property
    def key(self) -> str:
        """The template as it stands in the catalogue."""
        holes = [f"{{{number}}}" for number in self.order]
        return "".join(part + hole for part, hole in zip(self.parts, [*holes, ""], strict=True))


def _template(key: str, translation: str) -> _Template:
    parts = _HOLE_AS_WHOLE.split(key)
    order = tuple(int(number) for number in _HOLE.findall(key))
    letters = sum(len(word) for word in re.findall(r"[a-z]+", " ".join(parts).lower()) if word not in _LITTLE_WORDS)
    masked = _masked(_HOLE_AS_WHOLE.sub(UNMASKED, key)).split(UNMASKED)
    around = zip(parts, parts[1:], order, strict=False)
    quoted = frozenset(
        n
        for before, after, n in around
        if _BEFORE_NAMES.search(before) or (before[-1:] == after[:1] and before[-1:] in ("'", '"', "`"))
    )
    return _Template(tuple(parts), tuple(masked), max(masked, key=len), order, quoted, letters >= TELLING, translation)


def _masked(text: str) -> str:
    """A text with what is quoted made unreadable: nothing in it is a part of a sentence."""
    return _INSIDE_QUOTES.sub(lambda match: f"{match[0][0]}{_VISIBLE.sub(MASK, match[0][1:-1])}{match[0][-1]}", text)


def pieces_of(text: str) -> Iterator[str]:
    """Yield the pieces in which a help text is looked up."""
    for lines in _paragraphs(text):
        if len(lines) > 1:
            yield " ".join(lines)
        elif (option := _OPTION.match(lines[0]) or _EXAMPLE.match(lines[0])) is not None:
            yield option[2]
        elif lines[0] and not lines[0][0].isspace():
            yield lines[0]


def _paragraphs(text: str) -> Iterator[list[str]]:
    """The lines of a text, those that are one paragraph together."""
    lines: list[str] = []
    for line in text.split("\n"):
        if line and not line[0].isspace():
            lines.append(line)
            continue
        if lines:
            yield lines
        lines = []
        yield [line]
    if lines:
        yield lines


def filled(text: str, width: int = 110) -> str:
    """Return a text in lines of so many columns of a terminal; between Japanese characters a line may end anywhere."""
    lines, line, columns = [], "", 0
    for word in _BREAKABLE.findall(text):
        size = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in word)
        if line and columns + size > width:
            lines.append(line.rstrip())
            line, columns = "", 0
        line += word if line else word.lstrip()
        columns += size
    return "\n".join([*lines, line.rstrip()])
