"""Pages that run from right to left, as those in Arabic and Hebrew do: their labels stand right of what they name."""

from __future__ import annotations

from dataclasses import replace
from unicodedata import bidirectional

from wpfagent.core.model import Control, Snapshot
from wpfagent.core.placed import in_one_line

FIELDS = ("ComboBox", "Document", "Edit", "Slider", "Spinner")


def runs_right_to_left(snapshot: Snapshot, label: str) -> bool:
    """Return whether a label of such a script stands on a page whose lines mostly begin with words at their right end.

    Such words may also stand on a page that is not turned round, left of their fields.
    """
    if not _is_right_to_left(label):
        return False
    words = [c for c in snapshot if c.control_type == "Text" and c.visible and _is_right_to_left(c.name)]
    fields = [c for c in snapshot if c.control_type in FIELDS and c.visible]
    return sum(_begins(text, words, fields) for text in words) > 0


def mirrored(snapshot: Snapshot) -> Snapshot:
    """Return a tree with left and right changed places."""
    return replace(snapshot, controls=tuple(map(_turned, snapshot.controls)))


def _turned(control: Control) -> Control:
    rect = control.bounding_rect
    return control if rect is None else replace(control, bounding_rect=rect._replace(x=-rect.right))


def _is_right_to_left(words: str) -> bool:
    return any(bidirectional(letter) in ("R", "AL") for letter in words)


def _begins(text: Control, words: list[Control], fields: list[Control]) -> int:
    """1 where words stand at the right end of a text's line and a field at the left one, -1 the other way, else 0."""
    here = text.bounding_rect
    if here is None:
        return 0
    line = [(c.bounding_rect, c in fields) for c in (*words, *fields) if c.bounding_rect and c.hwnd == text.hwnd]
    line = [(rect, is_field) for rect, is_field in line if in_one_line(here, rect)]
    is_left_field = min(line, key=lambda at: at[0].x)[1]
    return is_left_field - max(line, key=lambda at: at[0].right)[1]
