"""What was read by eye, as lines for people and models: the text, where it stands, how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

READ_BY_EYE = frozenset({"ocr_find", "ocr_text"})
"""The actions whose reply this puts into words."""


def eye_lines(result: Mapping[str, Any]) -> list[str]:
    """Return the lines of a reply of `ocr_find` or `ocr_text`; the last names the engine and the picture."""
    if "hits" in result:
        lines = [_hit(hit) for hit in result["hits"]]
        counted = f"{result['count']} hits"
    else:
        lines = [f"{line['text']}\t{line['rect']}{_sure(line)}" for line in result["lines"]]
        counted = f"{result['count']} lines"
    return [*lines, f"{counted}, read by {result['engine']}; screenshot_id {result['screenshot_id']}"]


def _hit(hit: Mapping[str, Any]) -> str:
    x, y = hit["center"]
    of = "" if hit["match"] == "whole" else f" in {hit['line']!r}"
    alike = ", by look-alikes" if hit["match"] == "alike" else ""
    return f"{hit['text']!r}{of} at {x},{y}{alike}{_sure(hit)}"


def _sure(told: Mapping[str, Any]) -> str:
    return f" {told['confidence']:.0%}" if told["confidence"] is not None else ""
