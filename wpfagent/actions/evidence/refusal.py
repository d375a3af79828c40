"""How a program shows that it refuses what was entered: it says so on the field, or marks it red.

WPF gives a field that failed its validation a red frame (a row of a grid: a red mark before it), and the usual style
shows the error as its tool tip, which UI Automation has as its help text.
"""

from __future__ import annotations

from wpfagent.actions.doing import Doing
from wpfagent.core import wait
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control, Rect
from wpfagent.core.pixels import pixels_of
from wpfagent.desktops.locating.locate import window_of

FIELDS = frozenset({"ComboBox", "Custom", "DataItem", "Document", "Edit", "Spinner"})
"""The control types that values are entered into."""
METHODS = frozenset({"ValuePattern", "keyboard"})
REDDEST, REDDER = 150, 60
"""A pixel is red where its red is so bright, and so much brighter than its green and blue."""
MARKED = "the field is marked red"
AROUND = 2
"""An error's frame lies on the edge of a field, or so many pixels around it."""
FRAME_SHARE = 0.6
"""So much of a field's upper and lower edge is red where it has a red frame."""
ROW_HEAD, ROW_MARK = 12, 6
"""A row's error mark (a thin exclamation mark) stands in its first pixels, and has so many red ones."""


def refusal(doing: Doing, before: Control | None, now: Control) -> str | None:
    """Return what shows that a value is refused; None where nothing does.

    Args:
        doing: the action that entered it.
        before: the field as it was before; None where it was not read.
        now: the field as it is now.
    """
    said = now.help_text.strip()
    if before is not None and said != (told := before.help_text.strip()):
        hint = doing.hints.setdefault(before.runtime_id, told) if before.runtime_id else told
        if said and not (said == hint and now.value):  # a hint is back; an error from the first is about an empty field
            return f"the field says: {said}"
    # A program that was busy for long draws as late: what it has drawn is on the screen a frame after it came to rest.
    drawn_s = min(max(wait.FRAME_S, doing.busy_s), wait.SETTLE_S)
    return MARKED if doing.until(lambda: _is_marked(doing, now), drawn_s).value else None


def _is_marked(doing: Doing, control: Control) -> bool:
    window = window_of(control, doing.windows())
    rect = control.bounding_rect
    if window is None or rect is None or rect.is_empty or not control.visible:
        return False
    if doing.desktop.foreground() not in (0, window.hwnd):
        return False  # another window may cover it
    try:
        row = doing.desktop.grid_row(control, timeout_s=doing.left_s) if control.can("GridItem") else None
        if _reds(doing, _grown(rect)).frame(rect.height):
            return True
        if row is None or row.bounding_rect is None:
            return False
        x, y, _, height = row.bounding_rect
        return _reds(doing, Rect(x, y, ROW_HEAD, height)).count >= ROW_MARK
    except WpfAgentError:
        return False


def _grown(rect: Rect) -> Rect:
    return Rect(rect.x - AROUND, rect.y - AROUND, rect.width + 2 * AROUND, rect.height + 2 * AROUND)


class _Reds:
    """Where a part of the screen is red, as errors are."""

    def __init__(self, rows: list[int], width: int) -> None:
        self.rows, self.width = rows, width
        self.count = sum(rows)

    def frame(self, height: int) -> bool:
        """Return whether there is a red line near the upper and near the lower edge, and no red field between."""
        edge = min(2 * AROUND + 1, max(1, height // 3))
        least = FRAME_SHARE * self.width
        middle = self.rows[len(self.rows) // 2]
        return max(self.rows[:edge]) >= least and max(self.rows[-edge:]) >= least and middle < least


def _reds(doing: Doing, rect: Rect) -> _Reds:
    from PIL import ImageChops

    red, green, blue = pixels_of(doing.desktop.capture(rect=rect)).image().split()
    bright = red.point([255 * (v >= REDDEST) for v in range(256)])
    redder = ImageChops.subtract(red, ImageChops.lighter(green, blue)).point([255 * (v >= REDDER) for v in range(256)])
    width, height = red.size
    found = ImageChops.darker(bright, redder).tobytes()
    return _Reds([found.count(255, width * y, width * (y + 1)) for y in range(height)], width)
