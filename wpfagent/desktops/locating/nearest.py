"""Which control a label stands nearest to, and what stands between the two."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wpfagent.core.captions import PRESSED, folded, is_symbol, is_telling
from wpfagent.core.model import Control, Rect
from wpfagent.core.placed import AT_FIELD, BELOW, NEARLY, distance_of_tick, distance_to, in_one_line

CALLED_BY_ITSELF = 500
"""So much farther counts a button with a caption or sign of its own: those beside a field belong to the field."""
WORDLESS = 100  # so much farther counts a button that shows a picture only: an arrow or eye belongs to its field
BEHIND_WORDS = 2_000  # so much farther counts a field behind other words, which name it: one below is nearer
BELOW_FIELD = 2 * BELOW  # so far counts a field right above its label: what is below, without words between, is nearer
FARTHER = 10  # times farther counts a list or a tab: a field below a label is nearer than the page beside the form
UNITS = frozenset({
    "年", "月", "日", "時", "分", "秒", "時間", "分間", "日間", "週間", "年間", "か月", "ヶ月", "ヵ月", "歳", "才",
    "円", "千円", "ドル", "件", "個", "人", "名", "枚", "本", "台", "回", "点", "箱", "冊", "頁", "ページ", "行", "泊",
    "割", "%", "坪",
    "kg", "g", "mg", "t", "km", "m", "cm", "mm", "ml", "l", "px", "pt", "min", "sec", "ms",
    "dpi", "hz", "khz", "mhz", "ghz", "kb", "mb", "gb", "tb",
})  # fmt: skip
"""What is counted or measured stands before these, in Japanese always."""
_REQUIRED = re.compile(r"\s*(?:[*＊※]|[（(\[【](?:必須|required)[)）\]】])$|^[*＊※]\s*", re.IGNORECASE)
"""What a form marks the labels with of what has to be filled in."""
TYPED = ("ComboBox", "Document", "Edit", "Spinner")
HOLDERS = ("DataGrid", "List", "Tab", "Table", "ToolBar", "Tree")
STANDS_AT = (*TYPED, "List", "Slider", "Thumb")


def nearest_to(text: Control, wanted: Sequence[Control], captions: Sequence[Control] = ()) -> Control | None:
    """Return the control right of a label in its line, else the nearest one below it; `captions` are other labels."""
    if (here := text.bounding_rect) is None:
        return None
    is_unit = plain(text.name) in UNITS
    counted = _counted_in(here, wanted) if is_unit or text.name[:1].islower() else None
    best: tuple[float, Control] | None = None
    for control in wanted:
        rect = control.bounding_rect
        if rect is None or rect.is_empty or not control.visible or control.hwnd != text.hwnd:
            continue
        distance = distance_to(here, rect)
        if distance is None and is_bare_tick(control) and not _has_label(control, captions):
            distance = distance_of_tick(here, rect)
        if distance is None and _stands_below(text, control, wanted, captions):
            distance = -1.0 if _each_below(text, wanted, captions) else BELOW_FIELD
        if control.control_type in TYPED and rect.contains(*here.center) and _is_in_lines(here, rect):
            distance = 0.0  # what is written into an empty field says what belongs there
        if distance is not None and control.control_type in PRESSED and (control.name or control.can("Invoke")):
            distance += CALLED_BY_ITSELF if control.name else WORDLESS
            distance += BELOW if is_telling(control.name) else 0  # a field below a label is nearer than "New" beside it
        elif distance is not None and distance >= BELOW and control.control_type in PRESSED:
            passed = (c.bounding_rect for c in wanted if c is not control and c.control_type in PRESSED)
            distance += WORDLESS if any(r and _is_between_lines(here, r, rect) for r in passed) else 0
        if distance is not None and control.control_type == "Image":
            distance += CALLED_BY_ITSELF
        if distance is not None and control.control_type in HOLDERS:
            if distance >= BELOW and _stands_at_button(here, rect, text, wanted):
                continue
            passed_line = BELOW if distance >= BELOW else 0
            distance = passed_line + (distance - passed_line) * FARTHER
        between = [c for c in captions if stands_between(text, c, rect)] if distance is not None else []
        if sum(is_symbol(c.name) for c in between) > 1:
            continue  # what is drawn there, as stars are, is what the label names
        if distance is not None and distance >= BELOW:
            between += [c for c in captions if c.bounding_rect and _is_between_lines(here, c.bounding_rect, rect)]
        if distance is not None and between:
            distance += BEHIND_WORDS
        if distance is not None and (best is None or distance < best[0]):
            best = (distance, control)
    if counted is not None and (is_unit or best is None or best[0] >= CALLED_BY_ITSELF):  # no field follows in the line
        return counted
    return best[1] if best else None


def _stands_at_button(here: Rect, holder: Rect, text: Control, wanted: Sequence[Control]) -> bool:
    """Whether a button stands right at a label, and another line between both and a list or page below them.

    A button that drops choices down says what is chosen, where a field would stand.
    """
    others = [
        (c, c.bounding_rect) for c in wanted
        if c.bounding_rect is not None and c.visible and c.hwnd == text.hwnd and c.control_type not in HOLDERS
    ]  # fmt: skip
    pressed = (r for c, r in others if c.control_type == "Button" and in_one_line(here, r))
    is_at = any(-NEARLY <= r.x - here.right <= 2 * AT_FIELD for r in pressed)
    return is_at and any(
        here.bottom <= r.y and r.bottom <= holder.y + NEARLY and holder.x <= r.x <= holder.right for _, r in others
    )


def _is_in_lines(text: Rect, field: Rect) -> bool:
    """Whether a text reaches over neither the upper nor the lower edge of a field."""
    return field.y - NEARLY <= text.y and text.bottom <= field.bottom + NEARLY


def _counted_in(unit: Rect, wanted: Sequence[Control]) -> Control | None:
    """Return the field that a unit stands right behind, in its line: what stands behind the unit has its own."""
    for control in wanted:
        rect = control.bounding_rect
        if rect is None or control.control_type not in TYPED or not control.visible or not in_one_line(unit, rect):
            continue
        if -NEARLY <= unit.x - rect.right <= AT_FIELD:
            return control
    return None


def comes_first(label: Control, words: Control, rect: Rect) -> bool:
    """Whether other words stand right of a label in its line, or between it and what stands below it."""
    here, place = label.bounding_rect, words.bounding_rect
    if here is None or place is None or words.hwnd != label.hwnd or words is label:
        return False
    is_behind = place.x >= here.right and in_one_line(here, place)
    return is_behind or _is_between_lines(here, place, rect)


def _is_between_lines(here: Rect, place: Rect, rect: Rect) -> bool:
    is_over = all(min(r.right, place.right) > max(r.x, place.x) for r in (here, rect))
    return is_over and here.bottom - NEARLY <= place.y and place.bottom <= rect.y + NEARLY


def _stands_below(label: Control, control: Control, wanted: Sequence[Control], captions: Sequence[Control]) -> bool:
    """Whether a label stands right below a field that no other words name, left of it or above it."""
    here, rect = label.bounding_rect, control.bounding_rect
    if here is None or rect is None or control.control_type not in STANDS_AT or abs(here.y - rect.bottom) > NEARLY:
        return False
    if min(abs(here.x - rect.x), abs(here.center[0] - rect.center[0])) > NEARLY:
        return False
    fields = [c.bounding_rect for c in wanted if c.bounding_rect is not None and c is not control]
    for words in captions:
        if words is not label and _is_below_own(words, wanted, captions):
            continue
        far = distance_to(words.bounding_rect, rect) if words.bounding_rect is not None and words is not label else None
        near = (distance_to(words.bounding_rect, f) for f in fields) if words.bounding_rect is not None else ()
        if far is not None and not any(d is not None and d < far for d in near):
            return False
    return True


def _is_below_own(words: Control, wanted: Sequence[Control], captions: Sequence[Control]) -> bool:
    """Whether words stand right below a field, as others do down from there: they name no field below them."""
    here = words.bounding_rect
    above = (c.bounding_rect for c in wanted if c.bounding_rect is not None and c.hwnd == words.hwnd)
    return here is not None and any(_follows(r, here, NEARLY) for r in above) and _each_below(words, wanted, captions)


def _each_below(label: Control, wanted: Sequence[Control], captions: Sequence[Control]) -> bool:
    """Whether fields and words alternate from a label downwards, and words come last: each stands below its field.

    So it is where the label is nearer to the field above than to the one below it.
    """
    here = label.bounding_rect
    fields = [c.bounding_rect for c in wanted if c.bounding_rect is not None and c.visible and c.hwnd == label.hwnd]
    words = [c.bounding_rect for c in captions if c.bounding_rect is not None and c.hwnd == label.hwnd]
    if here is None or any(r.x >= here.right and in_one_line(here, r) for r in fields):
        return False
    gap = min((here.y - r.bottom for r in fields if _follows(r, here, here.height)), default=here.height)
    for passed in range(len(fields) + 1):
        field = next((r for r in fields if _follows(here, r, here.height)), None)
        below = next((r for r in words if field is not None and _follows(field, r, here.height)), None)
        if field is not None and field.y - here.bottom <= gap:
            return False
        if below is None:
            return field is None and passed > 0
        here = below
    return False


def _follows(above: Rect, rect: Rect, gap: int) -> bool:
    return abs(above.x - rect.x) <= NEARLY and -NEARLY <= rect.y - above.bottom <= gap


def stands_between(label: Control, words: Control, rect: Rect) -> bool:
    """Whether other words stand in the line of a label and a field right of it, between the two."""
    here, place = label.bounding_rect, words.bounding_rect
    if here is None or place is None or words.hwnd != label.hwnd or rect.x < here.right:
        return False
    if is_symbol(words.name) and rect.x - place.right <= AT_FIELD:
        return False  # a sign at the field belongs to it, as a currency's does
    return here.right <= place.x and place.right <= rect.x + NEARLY and in_one_line(here, place)


def is_field_or_tick(control: Control) -> bool:
    """Whether a label beside a control is its own, as a rule."""
    return control.control_type in (*TYPED, "Slider") or is_bare_tick(control)


def _has_label(control: Control, captions: Sequence[Control]) -> bool:
    """Whether words stand left of a button that stays down, in its line: those right of it are not its own then."""
    rect = control.bounding_rect
    if rect is None or control.control_type != "Button":
        return False
    places = (c.bounding_rect for c in captions if c.hwnd == control.hwnd)
    return any(r is not None and r.right <= rect.x + NEARLY and in_one_line(r, rect) for r in places)


def is_bare_tick(control: Control) -> bool:
    """Whether a control is switched on and off and has no words of its own: its label may stand right of it.

    A field with a tick of its own, as that of a date may have, is labelled as a field is.
    """
    is_switched = control.can("Toggle") and control.control_type not in TYPED
    return (is_switched or control.control_type == "RadioButton") and not is_telling(control.name)


def plain(label: str) -> str:
    """Return a label as it is compared: without colon, access key, and the mark of what has to be filled in.

    Case and width do not count, nor do blanks that set its characters apart; a bare sign stays as it is.
    """
    bare = _REQUIRED.sub("", label.strip().rstrip(":：")).replace("_", "").replace("&", "").strip()
    return folded(bare or label)
