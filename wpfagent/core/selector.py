"""How a control is named: the selector's keys, matching one control, explaining and suggesting.

A selector is a ladder: `automation_id`; `name` (+ `control_type`); `bounding_rect`. A lower rung is used only when the
one above matches nothing; when one matches several, the keys below narrow it. All other keys always narrow. Searching a
desktop with it is `locate`'s job; here is only what needs no desktop.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypedDict

from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control, Rect
from wpfagent.core.nearest import nearest as nearest  # noqa: PLC0414 -- for those who name elements
from wpfagent.core.pattern import compile_re
from wpfagent.core.shapes import key

CONTROL_TYPES = (
    "AppBar", "Button", "Calendar", "CheckBox", "ComboBox", "Custom", "DataGrid", "DataItem", "Document", "Edit",
    "Group", "Header", "HeaderItem", "Hyperlink", "Image", "List", "ListItem", "Menu", "MenuBar", "MenuItem", "Pane",
    "ProgressBar", "RadioButton", "ScrollBar", "SemanticZoom", "Separator", "Slider", "Spinner", "SplitButton",
    "StatusBar", "Tab", "TabItem", "Table", "Text", "Thumb", "TitleBar", "ToolBar", "ToolTip", "Tree", "TreeItem",
    "Window",
)  # fmt: skip
"""UI Automation's control types, without their suffix."""
REF = re.compile(r"e\d+")
"""How both desktops name an element."""
ROW_CONTAINERS = frozenset({"DataGrid", "List", "Table", "Tree", "ComboBox", "Tab"})


class SelectorKeys(TypedDict, total=False):
    """The selector's keys as keyword arguments."""

    automation_id: str
    name: str
    control_type: str
    name_re: str
    class_name: str
    index: int
    within: Selector | Mapping[str, Any] | str
    label: str
    row: int | Mapping[str, str]
    column: int | str
    ref: str
    bounding_rect: Iterable[int]
    checked: bool | Literal["mixed"]
    selected: bool
    expanded: bool


def _row(given: int | Mapping[str, Any]) -> int | tuple[tuple[str, str], ...]:
    return given if isinstance(given, int) else tuple((k, str(v)) for k, v in given.items())


@dataclass(frozen=True, slots=True)
class Selector:
    """Names one control.

    Args:
        automation_id: UIA AutomationId, exact.
        name: UIA Name, exact.
        control_type: UIA's word without its suffix: `Button`, `Edit`, `DataItem`.
        name_re: regular expression, searched in the name.
        class_name: UIA ClassName, exact.
        index: which of several matches, from 0, in document order; negative from the end. With `row`: which row.
        within: a selector for an ancestor (a window, a group), or for the heading over it.
        label: the text beside or above the control.
        row: a row of the grid or list that the other keys name, or the row of what they name: an index from 0, or
            `{header: text, …}`.
        column: with `row`, the cell: a header's text or an index from 0. Without it the row itself is meant.
        ref: what `list_controls` calls the control; checked for identity.
        bounding_rect: `[x, y, width, height]`; its centre. The last resort, extended mode only.
        checked: whether it is on: true, false, or `mixed`; controls that cannot be toggled never match.
        selected: whether it is selected.
        expanded: whether it is open.
    """

    automation_id: str | None = None
    name: str | None = None
    control_type: str | None = key(None, examples=CONTROL_TYPES)
    name_re: str | None = None
    class_name: str | None = None
    index: int | None = None
    within: Selector | None = None
    label: str | None = None
    row: int | tuple[tuple[str, str], ...] | None = key(None, kind=int | dict[str, str | int] | None, make=_row)
    column: int | str | None = None
    ref: str | None = None
    bounding_rect: Rect | None = key(None, kind=list[int] | None, length=4, make=lambda numbers: Rect(*numbers))
    checked: bool | Literal["mixed"] | None = None
    selected: bool | None = None
    expanded: bool | None = None

    def __post_init__(self) -> None:
        around, levels = self.within, 0
        while isinstance(around, Selector):
            around, levels = around.within, levels + 1
        if levels > shapes.DEEPEST:
            raise InvalidArgument(f"`within` is nested more than {shapes.DEEPEST} deep.", hint="One or two are enough.")
        if all(getattr(self, f.name) is None for f in fields(self)):
            raise InvalidArgument("The selector is empty.", hint=f"Give one of: {', '.join(KEYS)}.")
        if self.automation_id == "" or self.name == "":
            raise InvalidArgument(
                "An empty automation_id or name names nothing.", hint="Use control_type with label, within or index."
            )
        if self.index is not None and all(getattr(self, f.name) is None for f in fields(self) if f.name != "index"):
            raise InvalidArgument("`index` alone names nothing.", hint="Say of what: control_type, name, within.")
        if self.control_type is not None and self.control_type not in CONTROL_TYPES:
            near = nearest(self.control_type, CONTROL_TYPES)
            raise InvalidArgument(
                f"Unknown control type {self.control_type!r}.", hint=f"Nearest: {', '.join(near) or 'Button, Edit'}."
            )
        if self.name_re is not None:
            compile_re(self.name_re, "name_re")
        if self.column is not None and self.row is None:
            raise InvalidArgument("`column` needs `row`.", hint="Give the row too: an index, or {header: text}.")
        if self.row == ():
            raise InvalidArgument("`row` names nothing.", hint='A row is an index from 0, or {"header": "text"}.')

    @classmethod
    def of_text(cls, text: str) -> Selector:
        """Return what one text means wherever a selector is expected: a ref of a reply, else a caption."""
        ref = text.strip().removeprefix("[").removesuffix("]")
        return cls(ref=ref) if REF.fullmatch(ref) else cls(name=text)

    @classmethod
    def parse(cls, given: Selector | Mapping[str, Any] | str) -> Selector:
        """Return a selector made from a mapping, or from one text.

        Raises:
            InvalidArgument: an unknown key (the nearest is named), a wrong type, an empty selector.
        """
        if isinstance(given, Selector):
            return given
        return shapes.read(cls, given, what="selector", error=InvalidArgument)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; keys that are not used are absent."""
        made: dict[str, Any] = {}
        for f in fields(self):
            value = getattr(self, f.name)
            if value is None:
                continue
            if isinstance(value, Selector):
                value = value.to_dict()
            elif f.name == "row" and isinstance(value, tuple):
                value = dict(value)
            elif isinstance(value, Rect):
                value = list(value)
            made[f.name] = value
        return made

    def describe(self) -> str:
        """Return one short phrase for messages."""
        return ", ".join(f"{k} {v!r}" for k, v in self.to_dict().items())

    @property
    def container(self) -> Selector | None:
        """The selector of the grid or list that `row` is about; None when no other key names one."""
        item_type = self.control_type if self.control_type not in ROW_CONTAINERS else None
        bare = _without(self, ("row", "column", "index", *(("control_type",) if item_type else ())))
        return None if bare is not None and bare == _without(bare, KEYS_BUT_WITHIN) else bare

    @property
    def part_of_row(self) -> Selector | None:
        """What the name or label beside `row` says where it is no grid's or list's: a button, say, in the row."""
        if self.name is None and self.name_re is None and (self.label is None or self.column is not None):
            return None
        row = Selector(row=self.row, column=self.column, index=self.index, within=self.within)
        return replace(self, row=None, column=None, index=None, within=row)

    @property
    def headers(self) -> list[str]:
        """The headers that a row, and a cell of it, are named by."""
        named = [header for header, _ in self.row] if isinstance(self.row, tuple) else []
        return [*named, *([self.column] if isinstance(self.column, str) else [])]

    def narrows(self, control: Control) -> bool:
        """Return whether the keys that always narrow (control_type, class_name, name_re) hold for this control."""
        if self.control_type is not None and control.control_type != self.control_type:
            return False
        if self.class_name is not None and control.class_name != self.class_name:
            return False
        if self.has_state and not self._is_in_state(control):
            return False
        return self.name_re is None or compile_re(self.name_re, "name_re").search(control.name) is not None

    @property
    def has_state(self) -> bool:
        """Whether one of the keys is about a state."""
        return any(getattr(self, key) is not None for key in STATES)

    def _is_in_state(self, control: Control) -> bool:
        states = {
            "checked": CHECKED.get(control.toggle_state or ""),
            "selected": control.selected,
            "expanded": control.expanded == "expanded" if control.expanded else None,
        }
        return all((wanted := getattr(self, key)) is None or wanted == now for key, now in states.items())


CHECKED: dict[str, bool | Literal["mixed"]] = {"on": True, "off": False, "indeterminate": "mixed"}
"""The states of a check mark as the key `checked` says them."""
STATES = ("checked", "selected", "expanded")
KEYS = tuple(f.name for f in fields(Selector))
KEYS_BUT_WITHIN = tuple(k for k in KEYS if k != "within")


def _without(selector: Selector, keys: Iterable[str]) -> Selector | None:
    left = {k: v for k, v in ((f.name, getattr(selector, f.name)) for f in fields(selector)) if k not in keys}
    return Selector(**left) if any(v is not None for v in left.values()) else None


def suggest(selector: Selector, controls: Iterable[Control]) -> dict[str, list[str]]:
    """Return the nearest AutomationIds and names among these controls, for a selector that matched nothing."""
    seen = list(controls)
    found: dict[str, list[str]] = {}
    if wanted := selector.automation_id:
        found["automation_ids"] = nearest(wanted, (c.automation_id for c in seen))
    if wanted := selector.name or selector.label or selector.name_re:
        found["names"] = nearest(wanted, (c.name for c in seen))
    elif selector.automation_id:
        found["names"] = nearest(spelled_out(selector.automation_id), (c.name for c in seen))
    return {k: v for k, v in found.items() if v}


def split_identifier(identifier: str) -> list[str]:
    """Return the words of an identifier: `btnDeleteAll_2` → `["btn", "Delete", "All", "2"]`."""
    return re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+", identifier)


def spelled_out(identifier: str) -> str:
    """Return an identifier as a person would write it: `CustomerEmail` is `Customer Email`."""
    return " ".join(split_identifier(identifier))


def durable(control: Control, within: Selector | None = None) -> Selector:
    """Return the selector to record for this control: every rung that is known, no ref.

    Args:
        control: the control.
        within: the selector of an ancestor, for a control whose own keys do not name it alone.
    """
    made = Selector(
        automation_id=control.automation_id or None,
        name=(control.name or None) if control.control_type not in ("Edit", "Document", "Text") else None,
        control_type=control.control_type if control.control_type in CONTROL_TYPES else None,
        within=within,
    )
    if made.automation_id or made.name:
        return made
    named = replace(made, name=control.name or None, class_name=control.class_name or None)
    return named if named.name else replace(named, bounding_rect=control.bounding_rect)
