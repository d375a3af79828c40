"""What passed the gate in the record's words, as `click Button 'Save' (automation_id SaveButton)`."""

from __future__ import annotations

from typing import Any

from wpfagent.core.selector import Selector
from wpfagent.gate.passage import Passage


def subject_of(passage: Passage, selector: Selector | None) -> str:
    """Return a passage in the record's words: `click Button 'Card' (automation_id CardButton)`.

    Args:
        passage: the action or check.
        selector: which element, in durable keys.
    """
    if passage.check:
        words = ", ".join(f"{k} {v!r}" for k, v in passage.expected.items() if k != "selector")
        return f"check {words}" + (f" of {selector.describe()}" if selector is not None else "")
    name = passage.request.action
    if name == "glance":
        return "look at the program once more"
    if passage.control is not None:
        return f"{name} {passage.control.describe()}"
    if selector is not None:
        return f"{name} {selector.describe()}"
    texts = (" > ".join(v) if isinstance(v, list | tuple) else v for v in passage.request.args.values() if _is_text(v))
    text = next(texts, None)
    return f"{name} {text!r}" if text is not None else name


def _is_text(value: Any) -> bool:
    """Whether an argument is a text, or the captions of a path."""
    return isinstance(value, str) or (isinstance(value, list | tuple) and all(isinstance(v, str) for v in value))
