"""How a program shows that it refuses what was entered: it says so on the field, in it or beside it, or marks it red.

WPF gives a field that failed its validation a red frame (a row of a grid: a red mark before it), and the usual style
shows the error as its tool tip, which UI Automation has as its help text. Styles of their own write it in red inside of
the field. Windows Forms' ErrorProvider puts a sign beside it, whose name says what is wrong; its grid one into the cell
or before its row, whose tool tip says it.
"""

from __future__ import annotations

from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence.shown_tips import come, shown
from wpfagent.actions.frameworks import framework_of
from wpfagent.core import wait
from wpfagent.core.captions import is_telling
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control, Rect
from wpfagent.core.pixels import pixels_of
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating.locate import window_of

FIELDS = frozenset({"ComboBox", "Custom", "DataItem", "Document", "Edit", "Spinner", "TreeItem"})
"""The control types that values are entered into."""
METHODS = frozenset({"ValuePattern", "keyboard"})
REDDEST, REDDER = 150, 60
"""A pixel is red where its red is so bright, and so much brighter than its green and blue."""
MARKED = "the field is marked red"
SIGN = "an error's sign stands in the row"
AROUND = 2
"""An error's frame lies on the edge of a field, or so many pixels around it."""
FRAME_SHARE = 0.6
"""So much of a field's upper and lower edge is red where it has a red frame."""
SIGN_OFF = 8
"""The middle of an error's sign lies so many pixels to the right of its field."""
MOST_TEXTS, LEAST_RED = 6, 12
"""So many texts inside of a field are looked at; a text in red has so many red pixels."""
SIGN_SIZE = 7
"""An error's sign is so wide and so high at least, and not more than twice of it."""
ROW_HEAD, ROW_MARK = 12, 6
"""A row's error mark (a thin exclamation mark) stands in its first pixels, and has so many red ones."""


def is_entry(performed: Performed, subject: Control | None) -> bool:
    """Return whether what was done entered a value into a field."""
    return performed.method in METHODS and subject is not None and subject.control_type in FIELDS


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
    is_kept = before is None or before.value == now.value  # a sign at what took the value is an older one, or another's
    said = _said_beside(doing, now) if is_kept or not now.can("GridItem") else ""
    if said:
        return said if said == SIGN else f"the field says: {said}"
    # A program that was busy for long draws as late: what it has drawn is on the screen a frame after it came to rest.
    drawn_s = min(max(wait.FRAME_S, doing.busy_s), wait.SETTLE_S)
    return doing.until(lambda: _marked(doing, now), drawn_s).value


def _said_beside(doing: Doing, field: Control) -> str:
    """Return what the error sign to the right of a field says; '' where none stands there, as in most frameworks."""
    rect = field.bounding_rect
    try:
        if rect is None or rect.is_empty or not framework_of(doing.framework(field)).errors_beside:
            return ""
        if field.can("GridItem"):
            return _said_in_row(doing, field)
        place = (rect.right + SIGN_OFF, rect.center[1])
        sign = doing.desktop.at_point(*place, timeout_s=doing.left_s)
        if sign is None or sign.control_type != "Image":
            return ""
        around = doing.desktop.parent(sign, timeout_s=doing.left_s)
        return sign.name if around is not None and around.control_type == "Group" else ""
    except WpfAgentError:
        return ""


def _said_in_row(doing: Doing, cell: Control) -> str:
    """Return what the tool tip of the error sign says that shows in a cell, or in the head of its row."""
    row = doing.desktop.grid_row(cell, timeout_s=doing.left_s)
    heads = doing.desktop.children(row, limit=1, timeout_s=doing.left_s) if row is not None else ()
    for part in (*(c for c in heads if c.control_type == "Header"), cell):
        place = part.bounding_rect
        if place is None or place.is_empty or doing.policy.input == "never":
            continue
        box = _reds(doing, place).box
        if box is None or min(box[2:]) < SIGN_SIZE or max(box[2:]) > 2 * SIGN_SIZE:
            continue
        sign = Rect(place.x + box[0], place.y + box[1], box[2], box[3])
        shown_before = shown(doing)
        doing.desktop.mouse_move(*sign.center)
        return come(doing, shown_before) or SIGN
    return ""


def _marked(doing: Doing, control: Control) -> str | None:
    """Return what is red at a field: its frame, its row's mark, or a text inside of it; None where nothing is."""
    window = window_of(control, doing.windows())
    rect = control.bounding_rect
    if window is None or rect is None or rect.is_empty or not control.visible:
        return None
    if doing.desktop.foreground() not in (0, window.hwnd):
        return None  # another window may cover it
    try:
        row = doing.desktop.grid_row(control, timeout_s=doing.left_s) if control.can("GridItem") else None
        reds = _reds(doing, _grown(rect))
        if reds.count >= LEAST_RED and (said := _said_in_red(doing, control, is_underlined=reds.has_line())):
            return f"the field says: {said}"
        if reds.frame(rect.height):
            return MARKED
        if row is None or row.bounding_rect is None:
            return None
        x, y, _, height = row.bounding_rect
        return MARKED if _reds(doing, Rect(x, y, ROW_HEAD, height)).count >= ROW_MARK else None
    except WpfAgentError:
        return None


def _said_in_red(doing: Doing, field: Control, *, is_underlined: bool) -> str:
    """Return what is written in red inside of a field, and is not what it holds; '' where nothing is.

    What stood there before, as a mark of what must be filled in does, counts where the field has a red line, too.
    """
    old = {c.name for c in doing.before.controls if c.control_type == "Text"} if doing.before is not None else set()
    for text in doing.find_all(Conditions(control_type="Text"), within=field, limit=MOST_TEXTS):
        place, is_new = text.bounding_rect, text.name not in old
        if not is_telling(text.name) or text.name == field.value or place is None or place.is_empty:
            continue
        if (is_new or is_underlined) and _reds(doing, place).count >= LEAST_RED:
            return text.name
    return ""


def _grown(rect: Rect) -> Rect:
    return Rect(rect.x - AROUND, rect.y - AROUND, rect.width + 2 * AROUND, rect.height + 2 * AROUND)


class _Reds:
    """Where a part of the screen is red, as errors are."""

    def __init__(self, rows: list[int], width: int, box: tuple[int, int, int, int] | None) -> None:
        self.rows, self.width, self.box = rows, width, box  # x, y, width, height of all that is red
        self.count = sum(rows)

    def has_line(self) -> bool:
        """Return whether there is a red line from one side to the other, and it is not red all over."""
        least = FRAME_SHARE * self.width
        lines = sum(count >= least for count in self.rows)
        return 0 < lines < len(self.rows) // 2

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
    both = ImageChops.darker(bright, redder)
    found, edges = both.tobytes(), both.getbbox()
    box = (edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]) if edges else None
    return _Reds([found.count(255, width * y, width * (y + 1)) for y in range(height)], width, box)
