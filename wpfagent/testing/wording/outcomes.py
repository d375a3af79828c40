"""What an action came to, in words: its effect and the evidence for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.gate.request import Reply


def act_words(reply: Reply) -> str:
    """Return what an act came to: `confirmed: click Button 'Save' (invoke, 12 ms)`."""
    on = reply.control.describe() if reply.control is not None else ""
    healed = f", found again by {reply.matched_by}" if reply.healed else ""
    return f"{reply.effect}: {reply.action} {on}".rstrip() + f" ({reply.method}, {reply.elapsed_ms} ms{healed})"


def evidence_words(reply: Reply) -> list[str]:
    """Return the evidence of an effect, a line each."""
    return [f"  {key}: {plain(value)}" for key, value in reply.evidence.items()]


def plain(value: Any) -> str:
    """Return evidence as people read it."""
    if isinstance(value, list | tuple):
        separator = "; " if any(isinstance(v, Mapping) for v in value) else ", "
        return separator.join(plain(v) for v in value)
    if isinstance(value, Mapping) and "element" in value:
        changes = [f"{k} {_change(v)}" for k, v in value.items() if k not in ("element", "ref")]
        return f"{value['element']}: {', '.join(changes)}"
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {plain(v)}" for k, v in value.items())
    return str(value)


def _change(value: Any) -> str:
    two = isinstance(value, list | tuple) and len(value) == 2
    return " -> ".join(str(v) if v != "" else "''" for v in value) if two else plain(value)
