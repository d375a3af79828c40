"""Elements in the words of a tester, as `the button 'Save' (SaveButton)` is, and texts as they stand in a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wpfagent.core.model import ROW_TYPES

Line = Mapping[str, Any]

TYPE_WORDS: Mapping[str, str] = {
    "Button": "button", "SplitButton": "button", "CheckBox": "check box", "RadioButton": "option",
    "ComboBox": "drop-down list", "Edit": "field", "Document": "text area", "Text": "label", "TabItem": "tab",
    "Tab": "tabs", "List": "list", "ListItem": "list item", "Tree": "tree", "TreeItem": "tree item",
    "DataGrid": "table", "Table": "table", "DataItem": "row", "HeaderItem": "column header", "Header": "header",
    "Menu": "menu", "MenuBar": "menu bar", "MenuItem": "menu item", "Hyperlink": "link", "Slider": "slider",
    "Spinner": "spinner", "ProgressBar": "progress bar", "Calendar": "calendar", "Group": "group", "Window": "window",
    "Image": "picture", "ScrollBar": "scroll bar", "ToolBar": "tool bar", "StatusBar": "status bar",
    "TitleBar": "title bar", "ToolTip": "tool tip", "Pane": "area", "Thumb": "handle", "Separator": "separator",
}  # fmt: skip
PLAIN_TYPES = frozenset({"Edit", "Document"})
"""What one types into needs no word for what it is."""
NAMED_BY_CONTENT = frozenset({"Document", "Text", "DataItem"})
"""Their name is what they show, which changes: the AutomationId says enough."""
_TYPE_NAME = re.compile(r"[A-Z]\w*(?:[.+][A-Z]\w*)+")
"""What .NET says of an object that has no text of its own: `System.Data.DataRowView` names no row for anybody."""
TEXT_LENGTH = 120
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that nobody sees, that turn the direction of what follows, or that a terminal obeys."""


def quote(text: str) -> str:
    """Return a text as it stands in a step: in quotes, what nobody sees written out, long ones cut."""
    shown = str(text).replace("\r\n", "\n").replace("\n", "⏎").replace("\t", "⇥")
    if len(shown) > TEXT_LENGTH:
        shown = f"{shown[: TEXT_LENGTH - 1]}…"
    shown = _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", shown)
    return shown if shown.startswith("${secret:") else f"'{shown}'"


def element(line: Line, *, plain: bool = False) -> str:
    """Return the element of a step: `the button 'Save' (SaveButton)`.

    Args:
        line: a line of `steps.jsonl`.
        plain: whether the word for fields is left out: one types into `'Timeout (s)' (TimeoutBox)`.
    """
    return selected(line.get("selector") or {}, line.get("element") or {}, plain=plain)


def selected(selector: Mapping[str, Any], found: Mapping[str, Any] | None = None, *, plain: bool = False) -> str:
    """Return the element that a durable selector names; `found` is how it was."""
    found = found or {}
    if selector.get("row") is not None:
        return _in_table(selector)
    kind = found.get("control_type") or selector.get("control_type") or ""
    identifier = selector.get("automation_id") or found.get("automation_id")
    name = selector.get("name") or (None if kind in NAMED_BY_CONTENT and identifier else found.get("name"))
    if name and kind in ROW_TYPES and selector.get("index") is not None and _TYPE_NAME.fullmatch(name):
        name = None
    bare = plain and kind in PLAIN_TYPES and bool(name or identifier) and selector.get("index") is None
    own = [] if bare else [TYPE_WORDS.get(kind, "element")]
    if name:
        own.append(quote(name))
        own += [f"({identifier})"] if identifier else []
    elif identifier:
        own.append(str(identifier))
    if selector.get("name_re") and not name:
        own.append(f"whose name matches /{selector['name_re']}/")
    if selector.get("label"):
        own.append(f"beside {quote(selector['label'])}")
    if len(own) == 1 and selector.get("class_name"):
        own.append(f"of class {selector['class_name']}")
    if len(own) == 1 and selector.get("bounding_rect"):
        own.append(f"at {list(selector['bounding_rect'])}")
    words = " ".join(own)
    if selector.get("index") is not None:
        words = f"{_ordinal(selector['index'])} {words}"
    if selector.get("within"):
        words += f" in {selected(selector['within'])}"
    return words if bare else f"the {words}"


def _in_table(selector: Mapping[str, Any]) -> str:
    row, column = selector["row"], selector.get("column")
    keys = {k: v for k, v in selector.items() if k not in ("row", "column", "control_type")}
    container = selected(keys, {"control_type": selector.get("control_type", "DataGrid")}) if keys else "the table"
    if isinstance(row, Mapping):
        which = "the row where " + " and ".join(f"{quote(k)} is {quote(v)}" for k, v in row.items())
    else:
        which = f"the {_ordinal(row)} row"
    if column is None:
        return f"{which} of {container}"
    header = f"the column {quote(column)}" if isinstance(column, str) else f"the {_ordinal(column)} column"
    return f"the cell in {header} of {which} of {container}"


def _ordinal(index: int) -> str:
    """A place that counts from 0, as people count."""
    if index < 0:
        return "last" if index == -1 else f"{_ordinal(-index - 1)} to last"
    number = index + 1
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
