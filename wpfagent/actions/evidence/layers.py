"""Whether something may lie over a control that no peer tells of: a dialog drawn inside of its window.

WPF's peers know rectangles, not what the mouse hits, and what dims the rest (a Border, a Grid) has no peer. What can be
seen of such a layer are its fields and buttons, or the words and the bar that say what to wait for: they lie over parts
of the window that stand before them in the tree.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from wpfagent.core.captions import ITEMS, PRESSED
from wpfagent.core.diff import HOLDER, Difference
from wpfagent.core.model import AREAS, ROW_TYPES, Control, Rect, Snapshot
from wpfagent.core.selector import ROW_CONTAINERS
from wpfagent.safety.questions import asks, is_answer, is_of_rule, only_sets, orders, runs

USED = ITEMS | PRESSED | {"ComboBox", "Edit", "Hyperlink", "List", "Slider", "Thumb"}
OPENERS = ("expanded", "toggle_state")
"""What goes back to what it was when what it opened is closed."""
SHOWN = frozenset({"ProgressBar", "Text"})
"""What a layer shows that is only to be waited for."""
FIELDS = frozenset({"ComboBox", "Edit"})
"""What has buttons over it by its nature: to clear it, to show a password."""
DOTS = ("…", "...")
"""How words end that say what goes on."""
FULL = "100"
"""What a bar tells that has come to its end."""
MOST = 12
"""So many of the last controls of a window are looked at: a layer stands at the end of the tree."""
STANDS_WITH = PRESSED | AREAS | {
    "ComboBox", "DataGrid", "Edit", "Hyperlink", "Image", "List", "ProgressBar", "Separator", "Text",
}  # fmt: skip
"""What a question, what it is about and its answers are made of, where they have no window of their own."""
CHOOSERS = ("ComboBox", "RadioButton")
CHOICES = ("Button", "CheckBox", *CHOOSERS)
CUTTING = ROW_CONTAINERS - {"ComboBox"}
"""What shows nothing of its items beside itself, whether it tells that it scrolls or not."""
BEGIN = 4
"""So many words of a statement tell what it does."""
UP = 6
"""So many elements around an answer are looked at for the nearest texts."""
Place = tuple[int, int, int, int, int]
"""Where a control stands in the tree, and its left, top, right and bottom edge."""


def may_cover(snapshot: Snapshot, control: Control) -> Control | None:
    """Return a control that stands later in the window and lies over earlier ones; None where this one lies on others.

    Words are returned before what is used: they say what the layer is about.
    """
    used, shown, below = [], [], []
    here = snapshot.index_of(control.ref)
    if here is None:
        return None
    window = snapshot.controls[here].hwnd  # a part of a pop-up, read by itself, is told to be in the window below
    apart = _in_other_inner_windows(snapshot, here)
    for index, other in enumerate(snapshot.controls):
        rect = other.bounding_rect
        if rect is None or other.hwnd != window or not (other.visible and other.enabled) or index in apart:
            continue
        if other.control_type in SHOWN:
            shown.append(index)
        elif other.control_type in USED:
            used.append(index)
            if other.control_type not in FIELDS:
                below.append((index, rect.x, rect.y, rect.right, rect.bottom))
    if _lies_on_others(snapshot, here, below):
        return None
    last = (index for index in shown[-MOST:] + used[-MOST:] if index > here)
    return next((snapshot.controls[i] for i in last if _lies_on_others(snapshot, i, below)), None)


def _inner(snapshot: Snapshot) -> set[int]:
    """Where stands what is in windows that stand in another one (MDI)."""
    holders = (index for index, c in enumerate(snapshot.controls) if HOLDER in c.class_name.lower())
    return {at for index in holders for at in range(index + 1, index + len(snapshot.subtree(index)))}


def _in_other_inner_windows(snapshot: Snapshot, here: int) -> set[int]:
    """Where stands what is in such windows, but for the one around a control."""
    found = _inner(snapshot)
    if here in found:
        inside = [here, *(snapshot.index_of(c.ref) or 0 for c in snapshot.ancestors(here))]
        top = next(at for at, above in itertools.pairwise(inside) if above not in found)
        found.difference_update(range(top, top + len(snapshot.subtree(top))))
    return found


def doubt(snapshot: Snapshot, control: Control | None, method: str, over: frozenset[str]) -> dict[str, str]:
    """Return what is drawn over a window, where the mouse pressed something in it and nothing came of it.

    Args:
        snapshot: the tree before the act.
        control: what was pressed.
        method: how.
        over: the refs of what an earlier act brought up over the rest.
    """
    if control is None or method != "mouse" or control.ref in over:
        return {}
    came = next((c for c in snapshot if c.ref in over and c.control_type == "Text"), None)
    layer = came or may_cover(snapshot, control)
    return {"may_be_covered_by": layer.describe()} if layer is not None else {}


def waited_for(snapshot: Snapshot, control: Control, over: frozenset[str] = frozenset()) -> Control | None:
    """Return the bar, not full, of a layer that says to wait: nothing to use follows it, and it lies over others.

    So do words with dots behind them, where an act brought them over the rest.
    """
    here = snapshot.index_of(control.ref)
    for index in range(len(snapshot) - 1, here if here is not None else len(snapshot), -1):
        last = snapshot.controls[index]
        if last.control_type in USED:
            return None
        if last.control_type == "ProgressBar" and last.visible and last.value != FULL:
            return last if _shows_over(snapshot, index, USED | {"Document"}) else None
        if last.ref in over and last.visible and last.text.endswith(DOTS):
            return last
    return None


def _waits(snapshot: Snapshot, made: Sequence[Control]) -> frozenset[str]:
    """Return the refs of the texts, all that an act brought up at the end of the tree, that lie over what is used."""
    refs, found = {c.ref for c in made}, []
    for index in range(len(snapshot) - 1, -1, -1):
        last = snapshot.controls[index]
        if last.control_type in USED or (last.control_type == "Text" and last.ref not in refs):
            break
        if last.control_type == "Text" and _shows_over(snapshot, index, USED - FIELDS):
            found.append(last.ref)
    return frozenset(found)


def _shows_over(snapshot: Snapshot, index: int, kinds: frozenset[str] | set[str]) -> bool:
    """Whether an element lies over what shows of an earlier one of these kinds that does not hold it."""
    control, around = snapshot.controls[index], {c.ref for c in snapshot.ancestors(index)}
    earlier = (i for i in range(index) if snapshot.controls[i].control_type in kinds)
    return any(_shows_below(snapshot, i, control) for i in earlier if snapshot.controls[i].ref not in around)


def _shows_below(snapshot: Snapshot, index: int, over: Control) -> bool:
    """Whether what shows of an element, in what scrolls it, lies below a part of another one."""
    rect, area = _shown_of(snapshot, index), over.bounding_rect
    if area is None or not snapshot.controls[index].visible:
        return False
    return snapshot.controls[index].hwnd == over.hwnd and not rect.intersection(area).is_empty


def _shown_of(snapshot: Snapshot, index: int) -> Rect:
    """Return what shows of an element in all that scrolls it; empty where nothing does."""
    rect = snapshot.controls[index].bounding_rect or Rect(0, 0, 0, 0)
    for above in snapshot.ancestors(index):
        if above.can("Scroll") or above.control_type in CUTTING:
            rect = rect.intersection(above.bounding_rect or rect)
    return rect


def beside(snapshot: Snapshot, control: Control) -> tuple[list[str], bool] | None:
    """Return the texts that a control stands with, and whether one before it is a question; None where it is not there.

    What has no window of its own, a layer or a line that asks, is known by its texts: those that stand with the control
    below one parent with nothing between but other answers and fields; without any, those around the parent.
    """
    at = snapshot.index_of(control.ref)
    if at is None:
        return None
    controls = snapshot.controls
    places = list(itertools.islice(_upwards(controls, at), UP))
    button = next((n for n, place in enumerate(places) if controls[place].control_type in PRESSED), 0)
    beyond: list[str] = []
    is_scrolled = not controls[at].visible or any(c.can("Scroll") for c in snapshot.ancestors(at))
    for place in places[button:]:
        (before, above), (after, below) = (_run(snapshot, place, step, is_scrolled) for step in (-1, 1))
        beyond += (text for text in (*above, *below) if orders(text) or text.endswith(("?", "？")))
        if place != at and controls[place].control_type == "Group":
            before.append(controls[place].name)
        if any(before) or after:
            return [*before, *after, *beyond], any(map(asks, before))
    return beyond, False


def said_by(control: Control) -> str:
    """Return what a control says to be read: a text, a field that only shows one, what a tick agrees to."""
    is_shown = control.control_type in ("Edit", "Document") and control.read_only is True
    if control.control_type == "Text" or is_shown:
        return control.text
    return control.name if control.control_type == "CheckBox" and asks(control.name) else ""


def chosen_around(snapshot: Snapshot, control: Control) -> list[str]:
    """Return the commands that are chosen in the nearest part of the window around a button where one may choose.

    A tick that orders nothing, as `Don't ask again`, is no such choice. What is chosen in a group with a button of its
    own is for that one, where one may choose outside of the group as well.
    """
    at = snapshot.index_of(control.ref)
    whole = tuple(c for c in snapshot.controls if c.hwnd == control.hwnd)
    for part in (*map(snapshot.subtree, _upwards(snapshot.controls, at)), whole) if at is not None else ():
        rest = _without_answered(part, control)
        among = rest if _lets_choose(rest) else part
        if (chosen := chosen_in(among, control)) or _lets_choose(among):
            return chosen
    return []


def _lets_choose(controls: Sequence[Control]) -> bool:
    return any(c.control_type in CHOOSERS for c in controls)


def _without_answered(controls: Sequence[Control], button: Control) -> list[Control]:
    """These controls without the groups and panels that hold a button of their own which says to go on."""
    found: list[Control] = []
    index = 0
    while index < len(controls):
        control, end = controls[index], index + 1
        while index and control.control_type in AREAS and end < len(controls) and controls[end].depth > control.depth:
            end += 1
        inner = controls[index + 1 : end]
        is_answered = any(c.control_type in PRESSED and is_answer(c) for c in inner)
        if is_answered and all(c.ref != button.ref for c in inner):
            index = end
        else:
            found.append(control)
            index += 1
    return found


def chosen_in(controls: Sequence[Control], button: Control, title: str = "") -> list[str]:
    """Return the commands that are chosen among these controls: `Go` beside them does those.

    `OK` of a page of rules only sets what is ticked there, or names nothing that it is done to (`Delete it`). A bare
    verb that is ticked beside other ticks names a right.
    """
    sets = only_sets(button, [title, *(c.name for c in controls if c.control_type in ("Group", "Text"))])
    kinds = CHOICES if not runs(button) else (*CHOICES, "Edit")
    ticks = sum(c.control_type == "CheckBox" for c in controls)
    return [
        f"{said}!" for c in controls if c.control_type in kinds and (said := _chosen_by(c)) and orders(said)
        and not (sets and is_of_rule(said, is_tick=c.control_type == "CheckBox"))
        and not (c.control_type == "CheckBox" and ticks > 1 and len(said.split()) == 1 and said.isascii())
    ]  # fmt: skip


def _chosen_by(control: Control) -> str:
    is_on = control.selected or control.toggle_state == "on"
    if control.control_type == "Edit":  # a query is made of statements
        written = (" ".join(part.split()[:BEGIN]) for part in re.split(r"[;\n]", control.value or ""))
        return next(filter(orders, written), "")
    return (control.value or "") if control.control_type == "ComboBox" else control.name if is_on else ""


def _upwards(controls: Sequence[Control], at: int) -> Iterator[int]:
    """Where an element stands, and what is around it, below its window."""
    depth = controls[at].depth + 1
    for index in range(at, -1, -1):
        if controls[index].depth < depth:
            if controls[index].control_type == "Window":
                return
            depth = controls[index].depth
            yield index


def _run(snapshot: Snapshot, place: int, step: int, is_scrolled: bool) -> tuple[list[str], list[str]]:
    """The texts before (or after) an element below its parent, up to what no question is made of.

    Those that show; where the element is scrolled, it may be scrolled away with them, or they may be from it.

    A line between a text and buttons belongs to them; one between two groups of buttons ends what is said to either.
    Apart from them those in areas that hold only words, as the head of a page, and those beyond a group or a panel.
    """
    controls, index = snapshot.controls, place + step
    depth = controls[place].depth
    found: tuple[list[str], list[str]] = ([], [])
    is_apart = is_beyond = False
    while 0 <= index < len(controls) and controls[index].depth >= depth:
        other = controls[index]
        if other.depth == depth:
            if other.control_type not in STANDS_WITH or (is_apart and other.control_type in PRESSED):
                break
            is_apart = is_apart or other.control_type == "Separator"
            is_beyond = is_beyond or other.control_type in ("Group", "Pane")
            counts = other.visible or is_scrolled
            inside = snapshot.subtree(index)[1:] if other.control_type in AREAS and counts else ()
            if all(c.control_type in ("Text", "Image") for c in inside):
                found[1].extend(filter(None, map(said_by, inside)))
            found[is_beyond].extend(filter(None, (said_by(other) if counts else "",)))
        index += step
    return found


def brought_over(before: Snapshot, after: Snapshot, known: frozenset[str]) -> frozenset[str]:
    """Return the refs of what an act brought up over the rest, while nothing left: buttons, or what lies upon others.

    Words that lie over the rest at the end of the tree are so also where the rest is a page that came with them.

    Args:
        before: the tree before the act.
        after: the tree after it.
        known: what an earlier act brought up; it counts as long as it is there. That it goes is no change of the rest,
            nor is it that an item shows less.
    """
    shown = {c.ref: c for c in after.controls}
    was = {c.ref for c in before.controls}
    inner = _inner(after)
    places = [i for i, c in enumerate(after.controls) if c.ref not in was and c.visible and i not in inner]
    made = [after.controls[i] for i in places]
    seen = (c for c in before.controls if c.control_type in USED and c.visible)
    used = [(c, rect) for c in seen if (rect := c.bounding_rect) is not None and not rect.is_empty]
    windows: set[int] = set()
    for i, c in zip(places, made, strict=True):
        if c.hwnd not in windows and (c.control_type in PRESSED or _lies_over(after, i, used)):
            windows.add(c.hwnd)
    windows &= {w.hwnd for w in before.windows}
    stayed = (
        _stayed(c, shown[c.ref], made) if c.ref in shown else _is_of_item(before, i, shown)
        for i, c in enumerate(before.controls)
        if c.hwnd in windows and c.control_type in USED and c.ref not in known
    )
    if windows and all(stayed):
        return frozenset(c.ref for c in made if c.hwnd in windows)
    return (known & shown.keys()) | _waits(after, made)


def _is_of_item(before: Snapshot, index: int, shown: Mapping[str, Control]) -> bool:
    """Whether what went is a part of an item that is there still, as what it shows under the pointer only is."""
    items = (c for c in before.ancestors(index) if c.control_type in ROW_TYPES and c.ref in shown)
    return next((shown[c.ref].bounding_rect == c.bounding_rect for c in items), False)


def _stayed(was: Control, now: Control, made: Sequence[Control]) -> bool:
    """Whether a control kept its place, or moved across only as a page that slides in: no room for other lines."""
    old, new = was.bounding_rect, now.bounding_rect
    if old == new or old is None or new is None:
        return old == new
    lines = (c.bounding_rect for c in made if c.hwnd == now.hwnd and c.bounding_rect is not None)
    is_across = new._replace(x=old.x) == old
    return is_across and not any(rect.y < old.bottom and old.y < rect.bottom for rect in lines)


def _lies_over(snapshot: Snapshot, index: int, used: Iterable[tuple[Control, Rect]]) -> bool:
    """Whether a list, a field or a text lies upon what is used and does not hold it."""
    control = snapshot.controls[index]
    here = control.bounding_rect
    if here is None or here.is_empty or control.control_type not in CUTTING | FIELDS | {"Text"}:
        return False
    left, top, right, bottom = here.x, here.y, here.right, here.bottom
    under = {
        c.ref for c, (x, y, width, height) in used
        if c.hwnd == control.hwnd and x < right and left < x + width and y < bottom and top < y + height
    }  # fmt: skip
    return bool(under) and not under <= {c.ref for c in snapshot.ancestors(index)}


def only_went(change: Difference, control: Control | None, over: frozenset[str], before: Snapshot) -> bool:
    """Return whether all that changed is that what lay over a control went away.

    Where a layer that says to wait lay there at the press, it took the click, whatever the work that ended changed.

    Args:
        change: what came of the click.
        control: what was clicked, as it was before.
        over: the refs of what an earlier act brought up over the rest, and of what said to wait at the press.
        before: the tree before the act.
    """
    gone = frozenset(c.ref for c in change.vanished)
    if control is None or control.ref in over or not gone:
        return False
    openers = tuple(c for c in change.changed if c.key in OPENERS and c.control.ref != control.ref)
    is_all = change == Difference(vanished=change.vanished, changed=openers)
    bar = waited_for(before, control)
    if bar is not None and bar.ref in gone:
        return is_all or bar.ref in over
    return is_all and gone <= over


def _lies_on_others(snapshot: Snapshot, index: int, below: Sequence[Place]) -> bool:
    """Whether the middle of an element lies in an earlier one that does not hold it."""
    rect = _shown_of(snapshot, index)
    if rect.is_empty:
        return False
    x, y = rect.center
    found = [i for i, left, top, right, bottom in below if left <= x < right and top <= y < bottom and i < index]
    shown = {snapshot.controls[i].ref for i in found if _shown_of(snapshot, i).contains(x, y)}
    return not shown <= {c.ref for c in snapshot.ancestors(index)}
