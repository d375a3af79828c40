"""Which control a label names: by its own words, by the text inside of it, beside or above it, or by its tool tip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from wpfagent.core.captions import ACCESS_KEY, ITEMS, NAMED_BY_TEXTS, PRESSED, is_part, is_telling, tip_says
from wpfagent.core.fronts import covered, fronts, layers
from wpfagent.core.model import Control, Snapshot
from wpfagent.core.placed import AT_FIELD, NEARLY, in_one_line
from wpfagent.desktops.locating.mirrored import mirrored, runs_right_to_left
from wpfagent.desktops.locating.nearest import (
    HOLDERS,
    STANDS_AT,
    TYPED,
    comes_first,
    is_bare_tick,
    is_field_or_tick,
    nearest_to,
    plain,
    stands_between,
)

NOT_LABELLED = frozenset({
    "Custom", "DataItem", "Group", "Header", "HeaderItem", "ListItem", "Menu", "MenuBar", "MenuItem", "Pane",
    "ScrollBar", "Separator", "StatusBar", "TabItem", "Text", "Thumb", "TitleBar", "ToolBar", "ToolTip", "TreeItem",
    "Window",
})  # fmt: skip
"""What a label names only where it is called by it: nobody labels a frame, a bar, a column's header, an item."""
ADDRESS = "SysIPAddress32"
NATIVE_FIELDS = frozenset({"SysDateTimePick32", "SysMonthCal32", "msctls_hotkey32", ADDRESS})
"""Win32's fields that UI Automation knows as panes without a pattern: their text is their name."""
OF_A_VIEW = ("", "HorizontalScrollBar", "VerticalScrollBar")
"""The ids of the scroll bars of what scrolls; those of WPF's have a class as well."""
_DRAWN = ("Custom", "Pane")
_NEVER = frozenset({"MenuBar", "Pane", "Text", "TitleBar", "Window"})
_PRESSED = ("Button", "Group")
_TITLES = ("Text", "Group")
_COMPOSITES = ("ComboBox", "Spinner")
_INNER = ("Edit", "List", "Spinner")
_CAPTIONED = PRESSED | ITEMS | {"ComboBox", "Document", "Edit", "Spinner"}
"""What the text in it is a part of."""
OPTIONS = ("CheckBox", "RadioButton")
_IN_LISTS = ("DataItem", "ListItem", "TreeItem")
_ROWS = ("DataGrid", "List", "Table", "Tree")
_WHOLE = ("Calendar", "ScrollBar", "Slider", "Spinner")
_CLOSED = ("Calendar", "ScrollBar")
"""What no label outside of it names a part of: a day, an arrow."""


def labelled(
    snapshot: Snapshot, label: str, fits: Callable[[Control], bool], *, is_named: bool = False
) -> list[Control]:
    """Return the controls that a label names, each once: of its own layer, and not what another layer lies over.

    A dialog that is drawn over another one has its labels right on the fields of that.

    Args:
        snapshot: where to look; labels and controls are searched in it.
        label: the words; case, a colon at the end and marks of access keys do not count.
        fits: whether a control is one of those that may be meant.
        is_named: those that fit are called so themselves, as the button of each card: the only one in the label's
            closest group is meant, however far from the label it stands.
    """
    in_front = fronts(snapshot)
    apart = layers(snapshot, in_front)
    by_ref = {c.ref: c for layer in apart for c in _labelled(layer, label, fits, is_named=is_named)}
    found = list(by_ref.values())
    if len(apart) > 1 and not found:
        found = _labelled(snapshot, label, fits, is_named=is_named)
    behind = covered(snapshot, in_front, found) if len(found) > 1 else set()
    return [c for c in found if c.ref not in behind] or found


def _labelled(snapshot: Snapshot, label: str, fits: Callable[[Control], bool], *, is_named: bool) -> list[Control]:
    if runs_right_to_left(snapshot, label):
        here = {c.ref: c for c in snapshot}
        found = _labelled(mirrored(snapshot), label, lambda c: fits(here[c.ref]), is_named=is_named)
        return [here[c.ref] for c in found]
    words = plain(label)
    wanted = [c for c in snapshot if (c.control_type not in _NEVER or is_field(c)) and fits(c)]
    named = [c for c in wanted if plain(c.name) == words and c.control_type not in _PRESSED]
    called = _without_inner(snapshot, [c for c in named if c.control_type not in NOT_LABELLED])
    if called:
        return called
    fields = [c for c in wanted if c.control_type not in NOT_LABELLED or is_field(c)] or wanted
    fields = _without_parts(snapshot, fields)
    by_ref = {c.ref: c for c in fields}
    clipped = _clipped(snapshot)
    captions = words_alone(snapshot)
    in_view = {ref: c for ref, c in by_ref.items() if ref not in clipped}
    in_trees = _below(snapshot, {c.ref for c in snapshot if c.control_type == "TreeItem"})
    outside = {ref: c for ref, c in in_view.items() if ref not in in_trees or not is_bare_tick(c)}
    named_by: dict[str, Control] = {}
    aside: dict[str, Control] = {}
    telling: set[str] = set()
    for index, text in enumerate(snapshot.controls):
        is_label = text.control_type in _TITLES and plain(text.name) == words
        if not is_label or any(c.ref in telling for c in snapshot.ancestors(index)):
            continue  # the text in a label that has told already says nothing more
        near = by_ref if text.ref in clipped else in_view if text.ref in in_trees else outside  # no branch's arrow
        control = _named_by(snapshot, index, near, captions, is_named)
        if control is not None and not _is_beyond(snapshot, index, control, captions, is_named):
            telling |= {text.ref} if text.control_type == "Text" else set()
            (aside if _captions_another(snapshot, index, control) else named_by).setdefault(control.ref, control)
    tipped = [c for c in fields if tip_says(c.hint, words) or (not c.name and plain(c.help_text) == words)]
    if called:
        return [c for c in called if c.ref in named_by] or list(named_by.values()) or called
    return list((named_by or aside).values()) or named or tipped or _drawn_at(snapshot, words, fits)


def _drawn_at(snapshot: Snapshot, words: str, fits: Callable[[Control], bool]) -> list[Control]:
    """Return what stands at a label and tells nothing of itself: a pane without parts, which a program draws itself."""
    after = (*(c.depth for c in snapshot.controls[1:]), 0)
    bare = [
        c
        for c, below in zip(snapshot.controls, after, strict=False)
        if c.control_type in _DRAWN and below <= c.depth and fits(c)
    ]
    texts = [c for c in snapshot if c.control_type == "Text" and plain(c.name) == words] if bare else []
    return [c for text in texts[:1] if (c := nearest_to(text, bare, words_alone(snapshot))) is not None]


def _clipped(snapshot: Snapshot) -> set[str]:
    """Return the refs of what lies outside of the list it stands in: WPF tells places of rows that do not show."""
    found: set[str] = set()
    for index, holder in enumerate(snapshot.controls):
        rect = holder.bounding_rect
        if holder.control_type in _ROWS and holder.can("Scroll") and rect is not None and not rect.is_empty:
            inside = ((c.ref, c.bounding_rect) for c in snapshot.subtree(index)[1:])
            found |= {ref for ref, place in inside if place is not None and not rect.contains(*place.center)}
    return found


def words_alone(snapshot: Snapshot) -> list[Control]:
    """Return the words and signs that stand by themselves: of what follows them in their line they are the caption."""
    found: list[Control] = []
    above: dict[int, Control] = {}
    lines = _lines_to_fill_in(snapshot)
    for control in snapshot.controls:
        above[control.depth] = control
        around = above.get(control.depth - 1)
        is_caption = around is not None and around.control_type in _CAPTIONED and around.ref not in lines
        stands_alone = around is None or not is_caption or not is_part(around, control)
        if control.control_type == "Text" and control.visible and stands_alone and control.name.strip():
            found.append(control)
    return found


def _lines_to_fill_in(snapshot: Snapshot) -> set[str]:
    """Return the refs of the items that hold a field: their texts are labels of it, as in a grid of properties."""
    found: set[str] = set()
    above: list[Control] = []
    for control in snapshot.controls:
        del above[control.depth :]
        found |= {c.ref for c in above if c.control_type in ITEMS} if is_field_or_tick(control) else set()
        above.append(control)
    return found


def _captions_another(snapshot: Snapshot, index: int, control: Control) -> bool:
    """Whether a text is the caption of a tab, button or item, and what it would name lies outside of that."""
    for above in snapshot.ancestors(index):
        if above.control_type in NAMED_BY_TEXTS:
            is_caption = is_part(above, snapshot.controls[index])
            return is_caption and control.ref not in {above.ref} | _below(snapshot, {above.ref})
    return False


def _is_beyond(snapshot: Snapshot, index: int, control: Control, captions: Sequence[Control], is_named: bool) -> bool:
    """Whether a control stands beyond what a label stands at: behind that and other words, or below it as a button.

    A label of what tells nothing of its parts, as a slider with two thumbs, names no field of the next column. One with
    words behind or below it, as a property's name before its value, names no button with words of its own. What does
    not stand in the closest group of both is not looked at.
    """
    text = snapshot.controls[index]
    here, rect = text.bounding_rect, control.bounding_rect
    if text.control_type != "Text" or here is None or rect is None:
        return False
    if control.control_type in TYPED and _is_anothers(snapshot, text, control, captions):
        return True
    if not is_named and _passes_column(snapshot, text, control, captions):
        return True
    between = [c.bounding_rect.x for c in captions if c.bounding_rect and stands_between(text, c, rect)]
    is_below = rect.y >= here.bottom - NEARLY and control.control_type in PRESSED and is_telling(control.name)
    if not (between or is_below):
        return False
    if is_below and not is_named and any(comes_first(text, c, rect) for c in captions):
        return True
    group = _closest_group(snapshot, index, control)
    places = [c.bounding_rect for c in group if c.control_type in STANDS_AT and c.visible and c.hwnd == text.hwnd]
    line = [r for r in places if r is not None and in_one_line(here, r) and not r.contains(*rect.center)]
    return any(here.right - NEARLY <= r.x and r.right <= min(between, default=r.right) + NEARLY for r in line)


def _is_anothers(snapshot: Snapshot, text: Control, control: Control, captions: Sequence[Control]) -> bool:
    """Whether a field right of a label has words right above it, and buttons with words stand between the two."""
    here, rect = text.bounding_rect, control.bounding_rect
    if here is None or rect is None or rect.x < here.right:
        return False
    above = (c.bounding_rect for c in captions if c is not text and c.hwnd == text.hwnd and is_telling(c.name))
    if not any(r and abs(r.x - rect.x) <= NEARLY and -NEARLY <= rect.y - r.bottom <= r.height for r in above):
        return False
    pressed = (c for c in snapshot if c.control_type in PRESSED and c.hwnd == text.hwnd and is_telling(c.name))
    places = (c.bounding_rect for c in pressed if c.visible)
    return any(r and here.right <= r.x and r.right <= rect.x and in_one_line(here, r) for r in places)


def _passes_column(snapshot: Snapshot, text: Control, control: Control, captions: Sequence[Control]) -> bool:
    """Whether a button with words of its own stands behind the column in which the fields of a label's like stand.

    What stands there in the label's own line tells nothing of itself, as drawn stars do: that is what the label names.
    """
    here, rect = text.bounding_rect, control.bounding_rect
    if here is None or rect is None or control.control_type not in PRESSED or not is_telling(control.name):
        return False
    if rect.x < here.right or not in_one_line(here, rect):
        return False
    places = (c.bounding_rect for c in captions if c is not text and c.hwnd == text.hwnd)
    like = [r for r in places if r is not None and min(abs(r.x - here.x), abs(r.right - here.right)) <= NEARLY]
    fields = (c.bounding_rect for c in snapshot if c.visible and (c.control_type in STANDS_AT or is_field(c)))
    column = (f for f in fields if f is not None and here.right - NEARLY <= f.x and f.right <= rect.x + NEARLY)
    return any(label.right <= field.x + NEARLY and in_one_line(label, field) for field in column for label in like)


def _closest_group(snapshot: Snapshot, index: int, control: Control) -> Sequence[Control]:
    """Return what the closest element that holds both a text and a control holds; everything where none does."""
    place = index
    for above in snapshot.ancestors(index):
        while snapshot.controls[place] is not above:
            place -= 1
        if control in (inside := snapshot.subtree(place)):
            return inside
    return snapshot.controls


def is_field(control: Control) -> bool:
    """Whether a control of no known type takes a value: a date picker, a box for numbers, a field that is a pane."""
    takes_value = control.can("Value", "RangeValue") and not control.can("GridItem")
    if control.control_type == "ScrollBar":  # one of its own, no list's
        return bool(control.class_name) and control.automation_id not in OF_A_VIEW
    return control.class_name in NATIVE_FIELDS or (control.control_type in ("Custom", "Pane") and takes_value)


def _without_parts(snapshot: Snapshot, fields: list[Control]) -> list[Control]:
    """Leave out the parts of a slider, spinner, date or the like that is a field itself, and the days of calendars."""
    wholes = {c.ref for c in fields if c.control_type in _WHOLE or any(n in c.class_name for n in NATIVE_FIELDS)}
    parts = _below(snapshot, wholes | {c.ref for c in snapshot if c.control_type in _CLOSED})
    return [c for c in fields if c.ref not in parts]


def _without_inner(snapshot: Snapshot, named: list[Control]) -> list[Control]:
    """Leave out what is inside of a control of the same name: they are one, as a spinner and its text."""
    inner = _below(snapshot, {c.ref for c in named if c.control_type in _COMPOSITES})
    return [c for c in named if c.control_type not in _INNER or c.ref not in inner]


def _below(snapshot: Snapshot, refs: set[str]) -> set[str]:
    """Return the refs of everything that lies in these elements."""
    places = (index for index, control in enumerate(snapshot.controls) if control.ref in refs)
    return {c.ref for index in places for c in snapshot.subtree(index)[1:]} if refs else set()


def _named_by(
    snapshot: Snapshot, index: int, fields: Mapping[str, Control], captions: Sequence[Control], is_named: bool
) -> Control | None:
    """Return the field that a text names: the one whose template holds it, else the nearest in the closest group.

    `is_named`: the only one of the closest group that has any is as good.
    """
    text, place = snapshot.controls[index], index
    if inside := [c for c in snapshot.subtree(index)[1:] if text.control_type == "Group" and c.ref in fields]:
        title = next((c for c in inside if c.read_only and c.value == text.name), None)  # a field that only shows it
        title = title or _title_of(text, inside)
        inside = [c for c in inside if c is not title]
        return inside[0] if len(inside) == 1 else nearest_to(title, inside, captions)  # no other frame's
    for above in snapshot.ancestors(index):
        while snapshot.controls[place] is not above:
            place -= 1
        if text.control_type == "Text" and above.ref in fields and above.control_type not in HOLDERS:
            # In the head of a card that opens stands what switches it on: that is what its words name.
            inside = [c for c in snapshot.subtree(place)[1:] if c.ref in fields and is_field_or_tick(c)]
            return (nearest_to(text, inside, captions) if above.control_type == "Button" else None) or above
        among = [c for c in snapshot.subtree(place)[1:] if c.ref in fields and c is not text]
        among = _without_others(snapshot, index, among) if is_named else among
        if (control := nearest_to(text, among, captions)) is not None:
            at_field = _at_field(above, fields.values()) if text.control_type == "Text" else None
            return at_field or control
        if is_named and among:
            return among[0] if len(among) == 1 and among[0].visible else None
        if (control := _in_next_line(snapshot, index, fields, captions)) is not None:
            return control
    return nearest_to(text, list(fields.values()), captions)


def _in_next_line(
    snapshot: Snapshot, index: int, fields: Mapping[str, Control], captions: Sequence[Control]
) -> Control | None:
    """Return the field that follows a label in the tree and begins the line below it, as in a panel that wraps."""
    text, after = snapshot.controls[index], snapshot.controls[index + 1 : index + 2]
    here, rect = text.bounding_rect, after[0].bounding_rect if after else None
    if here is None or rect is None or after[0].ref not in fields or after[0].depth != text.depth:
        return None
    is_below = -NEARLY <= rect.y - here.bottom <= here.height and rect.right <= here.x and text.control_type == "Text"
    places = (c.bounding_rect for c in captions if c.hwnd == text.hwnd)
    has_own = any(r is not None and r.right <= rect.x + NEARLY and in_one_line(r, rect) for r in places)
    return after[0] if is_below and not has_own else None


def _at_field(field: Control, wanted: Iterable[Control]) -> Control | None:
    """Return the sign at the end of a field that holds its label: it opens what helps, the one inside empties it."""
    place = field.bounding_rect
    if field.control_type not in TYPED or place is None:
        return None
    signs = (c for c in wanted if c.control_type in PRESSED and c.visible and not is_telling(c.name))
    placed = ((c, c.bounding_rect) for c in signs if c.bounding_rect is not None)
    return next((c for c, r in placed if -NEARLY <= r.x - place.right <= AT_FIELD and in_one_line(place, r)), None)


def _title_of(frame: Control, inside: Sequence[Control]) -> Control:
    """Return a frame with the place of its title: above all that stands in it."""
    rect, tops = frame.bounding_rect, [c.bounding_rect.y for c in inside if c.bounding_rect is not None]
    if rect is None or not tops:
        return frame
    return replace(frame, bounding_rect=rect._replace(height=max(NEARLY, min(tops) - rect.y)))


def _without_others(snapshot: Snapshot, index: int, among: Sequence[Control]) -> list[Control]:
    """Leave out what stands in another item than a text does: the button of one card is not that of the next."""

    def items(at: int) -> list[str]:
        return [c.ref for c in snapshot.ancestors(at) if c.control_type in _IN_LISTS]

    around = items(index)
    held = ((c, items(snapshot.index_of(c.ref) or 0)) for c in among)
    return [c for c, own in held if not own or own[0] in around] if around else list(among)


def as_shown(snapshot: Snapshot, label: str) -> str:
    """Return the label that is shown with an access key behind it, as `Name(N):`, where the words alone label nothing.

    Where several fit (`Line (A)`, `Line (B)`) the letter is no access key, and the words stay as they are.
    """
    words = plain(label)
    names = {c.name for c in snapshot if c.name.endswith((")", "）", ":", "："))}
    keyed = {name for name in names if plain(ACCESS_KEY.sub("", name.rstrip(":：").rstrip())) == words}
    labels = (c for c in snapshot if c.control_type not in NOT_LABELLED or c.control_type in _TITLES)
    is_shown = len({plain(name) for name in keyed}) != 1 or any(plain(c.name) == words for c in labels)
    return label if is_shown else keyed.pop()
