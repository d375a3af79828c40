"""Settings that several oracles share."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.pattern import compile_re


@dataclass(frozen=True, slots=True)
class PatternSettings:
    """Regular expressions that say what is an error here, and what is none."""

    pattern: str | None = field(default=None, metadata={"doc": "a regular expression; what it matches is an error"})
    ignore: str | None = field(default=None, metadata={"doc": "a regular expression; what it matches is no error"})

    def __post_init__(self) -> None:
        for key in ("pattern", "ignore"):
            compile_re(getattr(self, key) or "", key)

    def matches(self, text: str) -> bool:
        """Return whether `pattern` finds something in a text."""
        return self.pattern is not None and compile_re(self.pattern, "pattern").search(text) is not None

    def ignores(self, text: str) -> bool:
        """Return whether `ignore` finds something in a text."""
        return self.ignore is not None and compile_re(self.ignore, "ignore").search(text) is not None
