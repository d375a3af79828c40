"""Lines that a layman need not read: kept for a log, while a person sees only that something goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from wpfagent.core.language import Language
from wpfagent.core.shown import plain
from wpfagent.entries.cli.output import Output, pad, text_width


class Noted(Output):
    """An output whose lines are kept instead of printed.

    Args:
        language: what the person reads.
        seen: told of each line.
    """

    def __init__(self, language: Language, seen: Callable[[str], None] = lambda _line: None) -> None:
        super().__init__(language=language)
        self.lines: list[str] = []
        self._seen = seen

    @property
    def is_terminal(self) -> bool:
        """Nobody watches this one."""
        return False

    def line(self, text: str = "") -> None:
        """Keep a line for a person."""
        self.text(self.said(text))

    def text(self, text: str) -> None:
        """Keep a text as it stands."""
        self.lines.append(plain(text))
        self._seen(text)

    def styled(self, text: str, style: str) -> None:
        """Keep a line; a log has no styles."""
        self.line(text)

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Keep a table in aligned columns."""
        listed = [[self.said(h) for h in headers], *([("" if v is None else str(v)) for v in row] for row in rows)]
        widths = [max(map(text_width, column)) for column in zip(*listed, strict=True)]
        for row in listed:
            self.text("  ".join(pad(cell, w) for cell, w in zip(row, widths, strict=True)).rstrip())
