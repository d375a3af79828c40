"""Names that a toolkit takes from the label before in the tab order, wherever that stands: set right by place.

Source: Win32's own providers name a field by the static text before it in the order of the windows; so does
`Control.ControlAccessibleObject.Name` of Windows Forms. A person reads the words that stand beside or above it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from wpfagent.core.model import Control, Rect
from wpfagent.core.placed import AT_FIELD, BELOW, NEARLY, distance_to, in_one_line, stands_at

WINFORMS = "WindowsForms10."
NATIVE = ("ComboBox", "Edit", "ListBox", "RichEdit", "RICHEDIT", "Sys", "msctls_", WINFORMS)
"""How the classes of windows begin that Win32 and Windows Forms make controls of."""
FIELDS = frozenset({"Calendar", "ComboBox", "Document", "Edit", "List", "ProgressBar", "Slider", "Spinner"})
"""Control types without words of their own, which a label names."""
NEVER_LABELLED = frozenset({
    "DataGrid", "List", "MenuBar", "Pane", "ScrollBar", "StatusBar", "Tab", "Table", "ToolBar", "Tree",
})  # fmt: skip
"""Control types that Windows Forms names so too, and that stand far from their label more often than at it."""
BARS = frozenset({"MenuBar", "StatusBar", "ToolBar"})


def is_named_by_order(control: Control) -> bool:
    """Return whether the name of a control may be that of a label which stands at another one."""
    is_pane = control.control_type == "Pane" and control.class_name.startswith(WINFORMS)
    return is_pane or _is_field(control)


def _is_field(control: Control) -> bool:
    return control.control_type in FIELDS and control.class_name.startswith(NATIVE)


def set_right(controls: list[Control]) -> None:
    """Give the native fields of a tree the names of the labels that stand at them, where the order gave them others."""
    if not any(c.class_name.startswith(NATIVE) for c in controls):
        return
    labels = _labels(controls)
    hidden = _of_hidden_labels(controls, labels)
    for index, control in enumerate(controls):
        if control.control_type in NEVER_LABELLED and control.class_name.startswith(WINFORMS):
            controls[index] = _without_stray_name(control, {**labels, **hidden})
    fields = [
        i for i, c in enumerate(controls) if (labels or hidden) and _is_field(c) and c.visible and c.bounding_rect
    ]
    places = [controls[i].bounding_rect for i in fields]
    units = {name for name, at in labels.items() if name[:1].islower() and any(_is_behind(r, at) for r in places)}
    labels = {name: at for name, at in labels.items() if name not in units}
    given = {controls[i].name for i in fields}
    free = {name: at for name, at in labels.items() if name not in given}
    nobodys = units | hidden.keys()
    strays = {i for i in fields if controls[i].name in nobodys or _is_stray(controls[i], labels, free, places)}
    if not strays:
        return
    beside = {i: _label_of(controls[i], labels, places) for i in fields}
    taken, rightly = {controls[i].name for i in strays}, {controls[i].name for i in fields if i not in strays}
    for index, words in beside.items():
        control = controls[index]
        if not control.name and words in taken:
            controls[index] = replace(control, name=words, own_name="")
        elif index in strays and (words or control.name in {*nobodys, *beside.values()}):
            own = control.name if control.own_name is None else control.own_name
            controls[index] = replace(control, name="" if words in rightly else words, own_name=own)


def _labels(controls: Sequence[Control]) -> Mapping[str, list[Rect]]:
    """The places of the texts, by what they say; what a cell says is no label."""
    found: defaultdict[str, list[Rect]] = defaultdict(list)
    for control in controls:
        is_text = control.control_type in ("Text", "Hyperlink") and not control.can("GridItem")
        if is_text and control.name.strip() and control.bounding_rect:
            found[control.name].append(control.bounding_rect)
    return found


def _of_hidden_labels(controls: Sequence[Control], labels: Mapping[str, list[Rect]]) -> dict[str, list[Rect]]:
    """Return the names that several bars share: those of a label on a page that does not show, and no field's."""
    bars = [c.name for c in controls if c.control_type in BARS and c.class_name.startswith(WINFORMS)]
    return {name: [] for name in bars if name and name not in labels and bars.count(name) > 1}


def _without_stray_name(control: Control, labels: Mapping[str, list[Rect]]) -> Control:
    """Return a list or bar without the name of a label that does not stand at it; one of its own is no label's."""
    name, rect = control.name, control.bounding_rect
    is_label = name in labels or name.rstrip().endswith((":", "："))
    if not is_label or (rect is not None and any(stands_at(label, rect) for label in labels.get(name, ()))):
        return control
    return replace(control, name="", own_name=name)


def _is_stray(
    field: Control, labels: Mapping[str, list[Rect]], free: Mapping[str, list[Rect]], fields: Sequence[Rect | None]
) -> bool:
    """Whether a field has the name of a label that stands at none of its sides, or above it behind another label.

    So has one that is called by what stands above it, where words in its own line (`free`) name no other field.
    """
    rect = field.bounding_rect
    if rect is None or field.name not in labels:
        return False
    gap = _gap(labels[field.name], rect)
    if gap is None or gap < BELOW:
        return gap is None
    own = _label_of(field, free, fields)
    if own and (_gap(free[own], rect) or 0) < BELOW and not any(_is_behind(other, free[own]) for other in fields):
        return True
    others = (_gap(places, rect) for name, places in labels.items() if name != field.name)
    return any(other is not None and BELOW <= other < gap for other in others)


def _gap(places: Sequence[Rect], rect: Rect) -> float | None:
    return min((gap for place in places if (gap := distance_to(place, rect)) is not None), default=None)


def _is_behind(field: Rect | None, labels: Sequence[Rect]) -> bool:
    """Whether one of these labels stands right behind a field: its unit, which names nothing below it."""
    return field is not None and any(
        -NEARLY <= label.x - field.right <= AT_FIELD and in_one_line(label, field) for label in labels
    )


def _label_of(field: Control, labels: Mapping[str, list[Rect]], fields: Sequence[Rect | None]) -> str:
    """The words that stand nearest to a field, with no other field between; "" where there are none."""
    rect = field.bounding_rect
    if rect is None:
        return ""
    found: list[tuple[float, str]] = []
    for name, places in labels.items():
        for place in places:
            gap = distance_to(place, rect)
            if gap is not None and not any(_stands_between(place, other, rect) for other in fields):
                found.append((gap, name))
    return min(found, default=(0, ""))[1]


def _stands_between(label: Rect, other: Rect | None, rect: Rect) -> bool:
    if other is None or other.contains(*rect.center):
        return False
    is_in_line = in_one_line(label, other) and label.right <= other.x + other.width and other.right <= rect.x + NEARLY
    return is_in_line or (label.bottom <= other.center[1] <= rect.y and label.x < other.right and other.x < rect.right)
