"""What is wrong with data that came in: where, what, and what would be right."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from wpfagent.core.errors import WpfAgentError

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault.

    Args:
        path: the keys and indices that lead to it.
        message: what was seen there.
        hint: what would be right.
        wants_text: whether a text is accepted there, so that a number's digits may be meant.
        unknown: whether the last key of the path is one that is not known.
    """

    path: Path
    message: str
    hint: str = ""
    wants_text: bool = field(default=False, compare=False)
    unknown: bool = field(default=False, compare=False)

    def error(self, kind: type[WpfAgentError], what: str, *, more: int = 0) -> WpfAgentError:
        """Return it as an error of this kind.

        Args:
            kind: the class of the error.
            what: how the message calls the whole: `click`, `profiles.json`.
            more: how many other faults there are.
        """
        at = f"{what}: {show_path(self.path)}" if self.path else what
        others = f" ({more} more like this.)" if more > 0 else ""
        return kind(f"{at}: {self.message}{others}", hint=self.hint, details={"path": list(self.path)})


def show_path(path: Path) -> str:
    """Return a path as people write it: `profiles[0].launch.exe`."""
    text = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path)
    return text.removeprefix(".")


def show(value: Any) -> str:
    """Return a value as a message shows it: JSON, at most 80 characters of it."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):  # an integer of thousands of digits, a mapping that holds itself
        return "a value that cannot be shown"
    return text if len(text) <= 80 else text[:77] + "..."
