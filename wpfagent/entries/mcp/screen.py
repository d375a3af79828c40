"""What a window shows, in few lines for a model: each control that can be acted on with its ref, caption and state.

Containers without a caption are left out, what is in them stands in their place. Texts stand without a ref: they are
read already, and their caption names them. A row of a grid, a header and a title bar are a line each. The items of
a closed combo box cannot be used and are left out, as is the glyph on a button that has a name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wpfagent.core.captions import NULL, PRESSED, is_symbol
from wpfagent.core.model import ROW_TYPES

NAME_LENGTH = 60
Control = Mapping[str, Any]
"""A control as `list_controls` tells it: `Control.to_dict` with its `marks`."""
USED_BY = frozenset({
    "ExpandCollapse", "Grid", "Invoke", "RangeValue", "Scroll", "Selection", "SelectionItem", "Toggle", "Value",
    "Window",
})  # fmt: skip
"""The patterns by which something can be done with a control."""
USED = frozenset({
    "Button", "CheckBox", "ComboBox", "DataGrid", "Document", "Edit", "Hyperlink", "List", "ListItem", "MenuItem",
    "RadioButton", "Slider", "Spinner", "SplitButton", "Tab", "TabItem", "Table", "Tree", "TreeItem", "DataItem",
})  # fmt: skip
"""The control types that are there to be used, whatever patterns they tell."""
PARTS = frozenset({"ScrollBar", "Thumb", "Separator"})
"""What only serves another control (`scroll` does what a scroll bar does); neither it nor what is in it is shown."""
PART_IDS = frozenset({"DecreaseLarge", "Expander", "IncreaseLarge"})
"""WPF's ids of the buttons without words that a slider and a branch are made of: `set_value` and `expand` do that."""
ONE_LINE = ROW_TYPES | {"Header", "TitleBar"}
"""What is a line with all that is in it."""
CELLS = frozenset({"Custom", "DataItem", "Edit", "Header", "HeaderItem", "Text"})
"""What a cell of a row is without a word."""
IMPLIED = {"ComboBox": "collapsed", "MenuItem": "collapsed", "SplitButton": "collapsed"}
"""A state that goes without saying."""
TICKED, TICKS = ("True", "False"), frozenset({"on", "off", "mixed"})
"""Values that say what the state says already."""
_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"[A-Za-z]{1,8}|\d{1,3}|[\"'\])]+[,:.]?\n?|[^\sA-Za-z\d]|\n")


def weight(text: str) -> float:
    """Return about how many tokens a text costs a model: rather too many, and at least a quarter of its bytes."""
    return max(len(_PIECE.findall(text)), len(text.encode(errors="replace")) / 4)


def short(text: str, length: int = NAME_LENGTH) -> str:
    """Return a text in quotes that fits a line."""
    flat = " ".join(text.split())
    return json.dumps(flat if len(flat) <= length else flat[: length - 1] + "…", ensure_ascii=False)


def is_usable(control: Control) -> bool:
    """Whether something can be done with a control."""
    return control["control_type"] in USED or not USED_BY.isdisjoint(control.get("patterns", ()))


def screen_lines(controls: Sequence[Control]) -> list[str]:
    """Return the lines of a window's controls, in document order, indented by what is shown around them."""
    found: list[str] = []
    around: list[int] = []
    index = 0
    while index < len(controls):
        control, end = controls[index], _end(controls, index)
        while around and around[-1] >= control["depth"]:
            around.pop()
        inner = controls[index + 1 : end]
        if control["control_type"] in PARTS:
            index = end
            continue
        if control["control_type"] in ONE_LINE and not any(c["control_type"] in ROW_TYPES for c in inner):
            found.append(" " * len(around) + _row(control, inner))
            index = end
            continue
        if cells := _grid_row(control, inner):
            head = {**control, "control_type": "Header"} if not any(map(_is_cell, inner)) else control
            found.append(" " * len(around) + _row(head, cells))
            index = end
            continue
        above = controls[_parent(controls, index)] if index else None
        beside = controls[_before(controls, index)]
        is_label = (end < len(controls) and _names(control, controls[end])) or _names(control, beside)
        if not is_label and (line := _line(control, above, has_inner=bool(inner))):
            found.append(" " * len(around) + line)
            around.append(control["depth"])
        is_closed = control["control_type"] == "ComboBox" and "collapsed" in control.get("marks", ())
        index = end if is_closed else index + 1
    return found


def line_of(control: Control, *, in_row: bool = False) -> str:
    """Return one control on one line: `[e12] Button "Save" disabled`; in a row without what every cell is."""
    has_ref = is_usable(control) or len(" ".join(control["name"].split())) > NAME_LENGTH
    words = [f"[{control['ref']}]"] if has_ref else []
    is_field = control["control_type"] == "Edit" and not control["name"]  # in a card, say: no column says what it is
    words += [] if in_row and control["control_type"] in CELLS and not is_field else [control["control_type"]]
    if control["name"]:
        words.append(short(control["name"]))
    elif control["automation_id"]:
        words.append(f"#{control['automation_id']}")
    value = control.get("value")
    is_told = value in TICKED and not TICKS.isdisjoint(control.get("marks", ()))
    if value not in (None, "", control["name"]) and not is_told:
        words.append(f"= {short(value)}")
    implied = IMPLIED.get(control["control_type"])
    return " ".join(words + [mark for mark in control.get("marks", ()) if mark != implied])


def _line(control: Control, above: Control | None, *, has_inner: bool) -> str:
    """The line of a control; empty where it says and does nothing, or no more than what it is a part of."""
    if control["control_type"] == "Button" and not control["name"] and control["automation_id"] in PART_IDS:
        return ""
    if not is_usable(control):
        if not control["name"] and not control.get("value") and (has_inner or not control["automation_id"]):
            return ""
        if control["control_type"] == "Text" and _repeats(control, above):
            return ""
    return line_of(control)


def _repeats(text: Control, above: Control | None) -> bool:
    """Whether a text says no more than the control around it, as `22` on a day, or is the glyph on a named button."""
    if above is None or above["depth"] >= text["depth"]:
        return not text["name"]
    if above["control_type"] in PRESSED and above["name"]:
        words, said = set(_WORD.findall(text["name"])), f"{above['name']} {above.get('value')}"
        return is_symbol(text["name"]) or words <= set(_WORD.findall(said))
    return bool(text["name"] in ("", above["name"], above.get("value")))


def _names(label: Control, control: Control) -> bool:
    """Whether a text is the caption of the control after it, which says it by itself."""
    is_same: bool = label["control_type"] == "Text" and label["name"] == control["name"]
    return is_same and is_usable(control)


def _row(row: Control, inner: Sequence[Control]) -> str:
    """A row, a header or a title bar with its cells on one line: `[e30] DataItem [e31] "SO-1001" | [e32] "Alice"`."""
    shown = list(_cells(row, inner))
    names, cells = {c["name"] for c in shown}, [line_of(c, in_row=True) for c in shown]
    is_unseen = row["control_type"] == "DataItem" and row["name"] not in {c["name"] for c in inner}
    if row["name"] in names or (is_unseen and names - {""}):  # of a bound row the name may be a class
        row = {**row, "name": "", "automation_id": "", "value": None}
    head = line_of(row) if row["control_type"] in ROW_TYPES | {"Custom"} else row["control_type"] + ":"
    return f"{head} {' | '.join(cells)}" if cells else head


def _grid_row(row: Control, inner: Sequence[Control]) -> list[Control]:
    """Return what stands in a row of a grid that tells no such type, by what each cell shows; [] for anything else.

    Source: dotnet/winforms, DataGridViewRow's accessible object: a custom element, whose cells are called by place.
    """
    if row["control_type"] != "Custom" or not inner or any(c["depth"] != row["depth"] + 1 for c in inner):
        return []
    if not all(_is_cell(c) or c["control_type"] == "Header" for c in inner):
        return []
    shown = [{**c, "name": _text_of(c), "value": None} if _is_cell(c) else c for c in inner]
    return [c for c in shown if _is_cell(c) or c["name"]]


def _is_cell(control: Control) -> bool:
    return "GridItem" in control.get("patterns", ()) and control["control_type"] != "Header"


def _text_of(cell: Control) -> str:
    value = cell.get("value")
    is_state = value in (None, NULL) or (value in TICKED and not TICKS.isdisjoint(cell.get("marks", ())))
    return "" if is_state else str(value)


def _cells(row: Control, inner: Sequence[Control]) -> Iterable[Control]:
    """What is in a row and says or does something."""
    above = row
    for control in inner:
        text = control["control_type"] == "Text" and not is_usable(control)
        same_as_around = text and (_repeats(control, above) or control["name"] == row["name"])
        if not text:
            above = control
        if same_as_around or not _line(control, None, has_inner=False) or control["control_type"] in PARTS:
            continue
        yield control


def _before(controls: Sequence[Control], index: int) -> int:
    """The index of what stands before a control, in the same one; its own where it is the first."""
    depth = controls[index]["depth"]
    above = next((i for i in range(index - 1, -1, -1) if controls[i]["depth"] <= depth), index)
    return above if controls[above]["depth"] == depth else index


def _parent(controls: Sequence[Control], index: int) -> int:
    depth = controls[index]["depth"]
    return next((i for i in range(index - 1, -1, -1) if controls[i]["depth"] < depth), index)


def _end(controls: Sequence[Control], index: int) -> int:
    """The index after the last control that is in this one."""
    depth, end = controls[index]["depth"], index + 1
    while end < len(controls) and controls[end]["depth"] > depth:
        end += 1
    return end
