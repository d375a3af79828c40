"""Which of several controls alike a label and an index mean: those in its line, in its column, in the list it names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from wpfagent.core.captions import ITEMS, is_symbol, is_telling
from wpfagent.core.model import ROW_TYPES, Control, Rect, Snapshot
from wpfagent.core.placed import NEARLY, in_one_line
from wpfagent.core.selector import Selector
from wpfagent.desktops.locating.composites import opens_more
from wpfagent.desktops.locating.labels import NOT_LABELLED, OPTIONS, is_field, labelled, words_alone
from wpfagent.desktops.locating.nearest import HOLDERS, TYPED, plain


def meant(
    snapshot: Snapshot, selector: Selector, found: list[Control], fits: Callable[[Control], bool], *, reads: bool
) -> list[Control]:
    """Return what is meant of what a label names: by an index those alike, by who only reads the text behind it.

    Args:
        snapshot: where they are.
        selector: with the label.
        found: what the label names.
        fits: whether a control is one of those that may be meant.
        reads: whether it is only looked at.
    """
    label = selector.label or ""
    found = [_shown_in(snapshot, c) for c in found] if reads else found
    if reads and selector.control_type in (None, "Text") and (behind := text_behind(snapshot, label)):
        here = behind[0].bounding_rect
        beside = [c for c in found if here and c.bounding_rect and in_one_line(here, c.bounding_rect)]
        return beside or (found if _heads_another(snapshot, behind[0], found) else behind)
    if len(found) != 1:
        if not found and selector.control_type in (None, "Text"):
            return text_behind(snapshot, label)  # a property's value, which is edited in its place
        return found or in_row_called(snapshot, label, fits)
    if len(arrows := arrows_with(snapshot, found[0], fits)) > 1:
        return arrows  # which of them is meant, only an index says
    if selector.index is None:
        return found
    items = items_below(snapshot, found[0]) if selector.control_type is None else []
    return items or counted(snapshot, label, found[0], fits)


def _shown_in(snapshot: Snapshot, control: Control) -> Control:
    """Return the field that shows the value of a spinner which tells none itself; any other control as it is."""
    if control.control_type != "Spinner" or control.value is not None:
        return control
    parts = snapshot.subtree(snapshot.index_of(control.ref) or 0)[1:]
    inner = [c for c in parts if c.control_type == "Edit"]
    return inner[0] if len(inner) == 1 else control


def _heads_another(snapshot: Snapshot, text: Control, found: Sequence[Control]) -> bool:
    """Whether a text right of a label heads what stands beside what the label heads: two columns."""
    rects = [c.bounding_rect for c in found if c.bounding_rect is not None]
    own = labelled(snapshot, text.name, lambda c: c.control_type != "Text" and c not in found) if rects else []
    return any(c.bounding_rect is not None and any(in_one_line(r, c.bounding_rect) for r in rects) for c in own)


def under(snapshot: Snapshot, heading: Control, found: Sequence[Control], *, is_counted: bool) -> list[Control]:
    """Return what stands under a heading, of several: in its closest group that holds any, and in no other frame.

    In the line of the heading others may stand, each over its column; where nothing stands below it, it stands below
    what it heads, as in a ribbon.

    Args:
        snapshot: where they are.
        heading: the text.
        found: what may be meant.
        is_counted: an index counts them; else the nearest is meant.
    """
    at, refs, here = snapshot.index_of(heading.ref), {c.ref for c in found}, heading.bounding_rect
    place, words = at or 0, words_alone(snapshot)
    for above in snapshot.ancestors(place) if at is not None and here is not None else ():
        while snapshot.controls[place] is not above:
            place -= 1
        among = [c for c in snapshot.subtree(place)[1:] if c.ref in refs and c.visible and c.bounding_rect]
        if among:
            own = [c for c in among if not _is_framed(snapshot, c, above)]
            headed = [(c.bounding_rect, c) for c in own if c.bounding_rect and _is_headed(words, heading, c)]
            below = [(r, c) for r, c in headed if here and r.y >= here.y - NEARLY] or headed
            if here is not None and not is_counted:
                below.sort(key=lambda at: _from_heading(snapshot, heading, here, *at))
            return [c for _, c in below][: None if is_counted else 1]
    return []


def under_words(snapshot: Snapshot, selector: Selector, found: Sequence[Control]) -> list[Control]:
    """Return what stands under the one text that says what a selector's label does, of several."""
    heads = [c for c in snapshot if c.control_type == "Text" and c.visible and c.name == selector.label]
    is_counted = selector.index is not None
    return under(snapshot, heads[0], found, is_counted=is_counted) if len(heads) == 1 and found else []


def _from_heading(snapshot: Snapshot, heading: Control, here: Rect, rect: Rect, control: Control) -> tuple[bool, int]:
    """How far something stands from a heading; what lies behind its layer is farthest."""
    return lie_behind([control], heading, lambda: snapshot), abs(rect.center[1] - here.center[1])


def lie_behind(named: Sequence[Control], heading: Control, tree: Callable[[], Snapshot]) -> bool:
    """Return whether what a heading would name comes before it in the tree, in another line: behind its layer."""
    here = heading.bounding_rect
    if here is None or any(c.bounding_rect is None or in_one_line(here, c.bounding_rect) for c in named):
        return False
    snapshot = tree()
    at = snapshot.index_of(heading.ref) or 0
    return all((snapshot.index_of(c.ref) or 0) < at for c in named)


def _is_framed(snapshot: Snapshot, control: Control, around: Control) -> bool:
    """Whether a control stands in a frame within what is around it; what opens an expander is no part of it."""
    within = takewhile(lambda c: c is not around, snapshot.ancestors(snapshot.index_of(control.ref) or 0))
    is_head = opens_more(control)
    return any(c.control_type == "Group" and not (is_head and c.depth == control.depth - 1) for c in within)


def _is_headed(words: Sequence[Control], heading: Control, control: Control) -> bool:
    """Whether no other words in the line of a heading are as near to a control: those it begins right of, or below."""
    here, rect = heading.bounding_rect, control.bounding_rect
    if here is None or rect is None:
        return False
    texts = (c.bounding_rect for c in words if c.hwnd == heading.hwnd)
    line = [r for r in texts if r is not None and in_one_line(here, r) and r != here]
    if rect.y >= here.y - NEARLY:
        return rect.right > here.x and not any(here.right <= r.x <= rect.x for r in line)
    return all(abs(here.center[0] - rect.center[0]) <= abs(r.center[0] - rect.center[0]) for r in line)


def labelled_for(
    snapshot: Snapshot, label: str, fits: Callable[[Control], bool], able: Sequence[str], *, is_named: bool = False
) -> list[Control]:
    """Return what a label names, or the signs drawn behind it; `able`: patterns of what is to be done.

    A list in which what was entered shows stands before its field: where it cannot do it, the one in its line is meant.
    So it is with an option that is called as a field is: where the option cannot do it, the field is meant.
    """
    found = labelled(snapshot, label, fits, is_named=is_named) or behind_option(snapshot, label, fits)
    if label.endswith((":", "：")):  # said with its colon a label is meant, not an option that is called so without
        found = [c for c in found if c.name == label] or found
    if len(found) == 1 and able and found[0].control_type in (*HOLDERS, *OPTIONS) and not found[0].can(*able):
        here = found[0].bounding_rect
        others = labelled(snapshot, label, lambda c: c.can(*able) and fits(c), is_named=is_named)
        if found[0].control_type in OPTIONS:
            return others or found
        if beside := [c for c in others if here and c.bounding_rect and in_one_line(c.bounding_rect, here)]:
            return beside
    signs = [] if is_named and found else signs_behind(snapshot, label, fits, is_named=is_named)
    below = signs[0].bounding_rect.bottom - NEARLY if signs and signs[0].bounding_rect else 0
    is_behind = any(c.bounding_rect is None or c.bounding_rect.y < below for c in found)
    return found if is_behind or not signs else signs


def in_row_called(snapshot: Snapshot, label: str, fits: Callable[[Control], bool]) -> list[Control]:
    """Return what fits in the one row that is called as a label says, wherever in it that stands."""
    words = plain(label)
    rows = [i for i, c in enumerate(snapshot.controls) if c.control_type in ROW_TYPES and plain(c.name) == words]
    return [c for c in snapshot.subtree(rows[0])[1:] if c.visible and fits(c)] if len(rows) == 1 else []


def behind_option(snapshot: Snapshot, label: str, fits: Callable[[Control], bool]) -> list[Control]:
    """Return what stands next to the tick of this caption, where it fits: `☑ At most (MB): [6]`.

    That is the next in its line; where there is none and a colon ends the caption, what is indented right below it.
    """
    words = plain(label)
    for option in snapshot:
        here = option.bounding_rect
        if option.control_type not in OPTIONS or here is None or not option.visible or plain(option.name) != words:
            continue
        others = [
            (c.bounding_rect, c) for c in snapshot
            if c.bounding_rect is not None and c.visible and c.hwnd == option.hwnd and c is not option
            and (c.control_type in ("Button", "Text") or c.control_type not in NOT_LABELLED or is_field(c))
        ]  # fmt: skip
        line = [
            (r.x, -r.width, c.ref, c) for r, c in others if r.x >= here.x + here.width // 2 and in_one_line(here, r)
        ]
        if not line and option.name.rstrip().endswith((":", "：")):
            line = [(r.y, -r.width, c.ref, c) for r, c in others if _is_indented(here, r)]
        nearest = min(line, default=None)
        if nearest is not None and fits(nearest[-1]):
            return [nearest[-1]]
    return []


def _is_indented(option: Rect, rect: Rect) -> bool:
    return -NEARLY <= rect.y - option.bottom <= option.height and 0 < rect.x - option.x <= 2 * option.height


def signs_behind(snapshot: Snapshot, label: str, fits: Callable[[Control], bool], *, is_named: bool) -> list[Control]:
    """Return the signs that are drawn behind a label in its line, up to the next words: stars without elements.

    `is_named`: the text that is called so, which may have a handler of its own: `Guests − 2 +`.
    """
    words = plain(label)
    for text in snapshot:
        here = text.bounding_rect
        if text.control_type != "Text" or here is None or plain(text.name) != words:
            continue
        line = sorted(
            (c.bounding_rect.x, c.ref, c) for c in snapshot
            if c.bounding_rect is not None and c.control_type == "Text" and c.visible and c.hwnd == text.hwnd
            and c.bounding_rect.x >= here.right - NEARLY and in_one_line(here, c.bounding_rect)
        )  # fmt: skip
        signs = [c for _, _, c in takewhile(lambda at: is_named or is_symbol(at[2].name), line) if fits(c)]
        if is_named and signs:
            return signs[:1]
        if len(signs) > 1:
            return signs
    return []


def narrowed(found: list[Control], selector: Selector) -> list[Control]:
    """Return several matches as the keys below the rung that matched narrow them, as far as any is left."""
    if selector.automation_id is not None and selector.name is not None:
        found = [c for c in found if c.name == selector.name] or found
    texts = [c.bounding_rect for c in found if c.control_type == "Text" and c.bounding_rect is not None]
    if texts:  # Windows Forms calls a panel by the label before it in the tab order
        found = [c for c in found if c.control_type != "Pane" or any(_holds(c, place) for place in texts)]
    if len(found) > 1 and (rect := selector.bounding_rect) is not None:
        found = [c for c in found if c.bounding_rect and c.bounding_rect.contains(*rect.center)] or found
    if len(found) > 1 and selector.index is None:
        found = [c for c in found if c.visible] or found
    return found


def _holds(pane: Control, place: Rect) -> bool:
    return pane.bounding_rect is not None and pane.bounding_rect.contains(*place.center)


def counted(snapshot: Snapshot, label: str, first: Control, fits: Callable[[Control], bool]) -> list[Control]:
    """Return what an index counts behind a label: the items of the list it names, its line, or the column it heads.

    Args:
        snapshot: where they are.
        label: the words.
        first: what the label names.
        fits: whether a control is one of those that may be meant.
    """
    line = line_from(snapshot, first, fits)
    return line if len(line) > 1 else column_from(snapshot, label, first, fits)


def arrows_with(snapshot: Snapshot, first: Control, fits: Callable[[Control], bool]) -> list[Control]:
    """Return a button without words, and those above or below it at the same field, from the top: its arrows."""
    rect = first.bounding_rect
    if rect is None or not _is_wordless(first):
        return [first]
    beside = (c.bounding_rect for c in snapshot if c.control_type in TYPED and c.hwnd == first.hwnd)
    field = next((f for f in beside if f is not None and _is_at_side(f, rect)), None)
    if field is None:
        return [first]
    column = [
        (c.bounding_rect.y, c)
        for c in snapshot
        if c.bounding_rect is not None and c.hwnd == first.hwnd and c.visible and _is_wordless(c) and fits(c)
        and abs(c.bounding_rect.x - rect.x) <= NEARLY and _is_at_side(field, c.bounding_rect)
    ]  # fmt: skip
    return [c for _, c in sorted(column, key=lambda at: at[0])] or [first]


def items_below(snapshot: Snapshot, holder: Control) -> list[Control]:
    """Return the items of a labelled list, stars or colours among them; nothing where it is no list."""
    if holder.control_type not in HOLDERS:
        return []
    at = next(i for i, c in enumerate(snapshot.controls) if c.ref == holder.ref)
    return [c for c in snapshot.subtree(at)[1:] if c.control_type in ITEMS]


def line_from(snapshot: Snapshot, first: Control, fits: Callable[[Control], bool]) -> list[Control]:
    """Return a labelled control and those alike that follow in its line, up to the next words: stars, thumbs, colours.

    Args:
        snapshot: where they are.
        first: what the label names.
        fits: whether a control is one of those that may be meant.
    """
    start = first.bounding_rect
    if start is None:
        return [first]
    line = [
        (c.bounding_rect.x, c)
        for c in snapshot
        if c.bounding_rect is not None and c.visible and c.hwnd == first.hwnd and c.bounding_rect.x > start.x
        and abs(c.bounding_rect.center[1] - start.center[1]) <= NEARLY
    ]  # fmt: skip
    made, reached = [first], start.right
    for left, control in sorted(line, key=lambda at: at[0]):
        if control.control_type == "Text" and left >= reached and is_telling(control.name):
            break
        is_alike = control.depth == first.depth or first.control_type == "Edit"  # that of a date is a part of it
        if control.control_type == first.control_type and is_alike and fits(control):
            made.append(control)
            reached = control.bounding_rect.right if control.bounding_rect is not None else reached
    return made


def column_from(snapshot: Snapshot, label: str, first: Control, fits: Callable[[Control], bool]) -> list[Control]:
    """Return a control that a label stands above, and those alike below it, up to the next words: a column of lines."""
    top = first.bounding_rect
    texts = [(c, c.bounding_rect) for c in snapshot if c.control_type == "Text" and c.visible and c.hwnd == first.hwnd]
    if top is None or not any(plain(c.name) == plain(label) and r and r.bottom <= top.y + NEARLY for c, r in texts):
        return [first]
    words = [r.y for c, r in texts if r and is_telling(c.name) and r.y > top.y and _overlap(r, top)]
    end = min((y for y in words if not top.y <= y <= top.bottom), default=None)
    column = [
        (c.bounding_rect.y, c)
        for c in snapshot
        if c.bounding_rect is not None and c.visible and c.hwnd == first.hwnd and c.bounding_rect.y > top.y
        and abs(c.bounding_rect.x - top.x) <= NEARLY and (c.control_type, c.depth) == (first.control_type, first.depth)
        and (end is None or c.bounding_rect.y < end) and fits(c)
    ]  # fmt: skip
    return [first, *(c for _, c in sorted(column, key=lambda at: at[0]))]


def text_behind(snapshot: Snapshot, label: str) -> list[Control]:
    """Return the text that stands right of a label in its line, next to it: what it says is the label's value."""
    words = plain(label)
    for text in snapshot:
        here = text.bounding_rect
        if text.control_type != "Text" or here is None or not text.visible or plain(text.name) != words:
            continue
        line = [
            (c.bounding_rect.x, c)
            for c in snapshot
            if c.bounding_rect is not None and c.visible and c.hwnd == text.hwnd and c.bounding_rect.x >= here.right
            and in_one_line(here, c.bounding_rect)
        ]  # fmt: skip
        nearest = min(line, key=lambda at: at[0], default=(0, text))[1]
        if nearest.control_type == "Text" and nearest is not text and nearest.name.strip():
            return [nearest]
    return []


def _overlap(one: Rect, other: Rect) -> bool:
    return min(one.right, other.right) > max(one.x, other.x)


def _is_wordless(control: Control) -> bool:
    return control.control_type == "Button" and control.can("Invoke") and not is_telling(control.name)


def _is_at_side(field: Rect, rect: Rect) -> bool:
    """Whether something no higher than a field stands at its end, or in it."""
    is_level = field.y - NEARLY <= rect.y and rect.bottom <= field.bottom + NEARLY
    return is_level and field.x < rect.x <= field.right + 2 * NEARLY
