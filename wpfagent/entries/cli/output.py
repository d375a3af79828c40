"""What the command line prints: lines, tables, trees of controls, JSON; errors on stderr."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wpfagent.core.errors import WpfAgentError
from wpfagent.core.extras import is_there
from wpfagent.core.language import Language, translated
from wpfagent.core.shown import plain


def emit(text: str, **options: Any) -> None:
    """Print a text so that nothing in it steers the terminal. Options are those of `print`."""
    print(plain(text), **{"flush": True, **options})


class Output:
    """Prints for a person in a language, or with `json` one JSON document for a program."""

    def __init__(self, *, json: bool = False, language: Language = "en") -> None:
        self.json = json
        self.language: Language = language

    @property
    def is_terminal(self) -> bool:
        """Whether a person watches."""
        return sys.stdout.isatty()

    @property
    def is_rich(self) -> bool:
        """Whether a person watches, and what draws tables and progress on a terminal is installed."""
        return self.is_terminal and is_there("rich")

    def said(self, text: str) -> str:
        """Return a text as this person reads it, for a cell or a part of a line."""
        return text if self.json else translated(text, self.language)

    def line(self, text: str = "") -> None:
        """Print a line for a person; nothing with `json`."""
        if not self.json:
            emit(self.said(text))

    def tell(self, text: str) -> None:
        """Print a line on stderr for a person to read at once, whatever stdout is for."""
        emit(self.said(text), file=sys.stderr)

    def text(self, text: str) -> None:
        """Print a document for a person as it stands; nothing with `json`."""
        if not self.json:
            emit(text)

    def document(self, data: Mapping[str, Any]) -> None:
        """Print the JSON document; nothing without `json`."""
        if self.json:
            emit(json.dumps(data, ensure_ascii=False, indent=1, default=str))

    def styled(self, text: str, style: str) -> None:
        """Print a line, in this rich style on a terminal."""
        if self.json:
            return
        if not self.is_rich:
            self.line(text)
            return
        from rich.console import Console
        from rich.text import Text

        Console(highlight=False).print(Text(plain(self.said(text)), style=style))

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Print a table: rich on a terminal, aligned columns elsewhere."""
        headers = [self.said(header) for header in headers]
        listed = [["" if v is None else plain(str(v)) for v in row] for row in rows]
        if self.json:
            return
        if self.is_rich:
            from rich.console import Console
            from rich.table import Table
            from rich.text import Text

            made = Table(*headers, box=None, header_style="bold", pad_edge=False)
            for row in listed:
                made.add_row(*(Text(cell) for cell in row))
            Console(highlight=False).print(made)
            return
        widths = [max(map(text_width, column)) for column in zip(headers, *listed, strict=True)]
        for row in (list(headers), *listed):
            print("  ".join(pad(cell, w) for cell, w in zip(row, widths, strict=True)).rstrip(), flush=True)


def print_error(error: WpfAgentError, *, as_json: bool, language: Language = "en") -> None:
    """Print an error: JSON on stdout for programs, message and hint on stderr for people."""
    if as_json:
        emit(json.dumps(error.to_dict(), ensure_ascii=False, indent=1, default=str))
        return
    message, hint = plain(translated(error.message, language)), plain(translated(error.hint, language))
    if sys.stderr.isatty() and is_there("rich"):
        from rich.console import Console
        from rich.text import Text

        console = Console(stderr=True, highlight=False)
        console.print(Text.assemble((f"{error.code}: ", "bold red"), message))
        if hint:
            console.print(Text(hint, style="cyan"))
        return
    print(f"{error.code}: {message}", file=sys.stderr)
    if hint:
        print(hint, file=sys.stderr)


def pad(text: str, width: int) -> str:
    """Return a text filled up with blanks to so many columns of a terminal."""
    return text + " " * max(0, width - text_width(text))


def text_width(text: str) -> int:
    """How many columns a terminal needs for it."""
    return len(text) + sum(1 for c in text if unicodedata.east_asian_width(c) in ("W", "F"))
