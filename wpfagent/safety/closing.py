"""Which button closes the window that it stands in."""

from __future__ import annotations

import re

from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.core.placed import NEARLY
from wpfagent.core.selector import split_identifier
from wpfagent.safety.captions import label_of, says_nothing, word_set

WHOLE_WINDOW = word_set("title bar titlebar caption window wnd main app application shell chrome mainwindow program")
CLOSING_NOISE = WHOLE_WINDOW | word_set(
    "part btn button b win form cmd command system root x the non client host control box icon img image"
)
"""Words of a close button's id that say nothing of what it closes."""
CROSSES = frozenset("x\u00d7\u2715\u2716\u2a09\u274c\u2a2f\u2573\U0001f5d9\ue711\ue8bb\ue106\ue10a")
"""Signs that take away what they stand on."""
CLOSE_CAPTIONS = CROSSES | {"close", "閉じる", "exit", "r"}
"""What a title bar's close button shows; `r` is Marlett's."""
TITLE_AREA_HEIGHT, TITLE_AREA_SIDE, CORNER = 60, 160, 12
"""Physical pixels from a window's top, and from a side, where its own buttons are; from its corner."""


def closes_window(control: Control, window: WindowInfo | None, title_bar: Rect | None = None) -> bool:
    """Return whether a button closes the window that it stands in, as the one in a title bar does.

    By an id or caption that means closing and nothing else, where it names the window or stands where windows have
    their own buttons; where its cross is drawn, and no words tell what it is, by the right upper corner. A sign below
    the window's title bar takes away what it stands on, as a notice's cross does.
    """
    if re.search(r"\balt\s*\+\s*f4\b", control.name, re.IGNORECASE):
        return True
    if control.control_type not in ("Button", "Hyperlink") or (window is not None and window.popup):
        return False
    rest = (words := {w.casefold() for w in split_identifier(control.automation_id)}) - CLOSING_NOISE
    label, tip = label_of(control.name), label_of(control.help_text)
    by_id = rest == {"close"} and label in CLOSE_CAPTIONS | {""}
    said = {label, tip if says_nothing(control.name) else label}
    is_named = by_id or ("close" not in rest and not said.isdisjoint(CLOSE_CAPTIONS))
    is_drawn = not (label or tip) and (not words or "close" in words)
    if by_id and WHOLE_WINDOW & words:
        return True
    rect, frame = control.bounding_rect, window.rect if window is not None else None
    if not rect or not rect.width or frame is None or not frame.width:
        return by_id
    is_sign = label in CROSSES or not label
    if is_sign and title_bar is not None and not title_bar.is_empty and rect.y >= title_bar.bottom - NEARLY:
        return False
    if is_drawn and rect.y - frame.y <= CORNER and abs(frame.right - rect.right) <= CORNER:
        return True
    from_side = min(frame.right - rect.x, rect.right - frame.x)
    return is_named and rect.y - frame.y <= TITLE_AREA_HEIGHT and from_side <= TITLE_AREA_SIDE
