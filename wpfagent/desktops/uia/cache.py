"""From cached elements to `Control`s: how what was fetched is read.

Reading runs once for each element of each snapshot, so it uses typed getters and one reused VARIANT.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import byref, c_void_p
from typing import Any, NamedTuple

from wpfagent.core.captions import NULL, Known, captioned, wants_texts
from wpfagent.core.errors import Unsupported
from wpfagent.core.model import Control, ExpandState, Rect, ToggleState
from wpfagent.core.named_by_order import WINFORMS
from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia import lending, natives
from wpfagent.desktops.uia.com import Automation, Element, SafeArray, Variant, com_error
from wpfagent.desktops.uia.kinds import Kinds, PatternRow, Patterns, kind_of
from wpfagent.desktops.uia.refs import Refs, RuntimeId
from wpfagent.desktops.uia.requests import Requests
from wpfagent.desktops.uia.win32 import oleaut32

BUTTON, EDIT, TREE_ITEM = (uia.CONTROL_TYPE_IDS[kind] for kind in ("Button", "Edit", "TreeItem"))
LARGEST_CONTROL_ID = 0xFFFF
SMALL_TYPES = frozenset({"Button", "ComboBox", "Custom", "DataItem", "HeaderItem", "Hyperlink", "ListItem", "MenuItem"})
"""Control types that hold little: their whole content is read for their caption; a tab may hold a page."""
VT_I4, VT_R8, VT_BSTR, VT_BOOL = 3, 5, 8, 11
TOGGLE_STATES: tuple[ToggleState, ...] = ("off", "on", "indeterminate")
EXPAND_STATES: tuple[ExpandState, ...] = ("collapsed", "expanded", "partially_expanded", "leaf")


class States(NamedTuple):
    """What the patterns of an element say of it."""

    value: str | None = None
    read_only: bool | None = None
    selected: bool | None = None
    toggle_state: ToggleState | None = None
    expanded: ExpandState | None = None
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None


STATELESS = States()


class Reader:
    """Reads cached elements of one process. For one thread at a time: its VARIANT is used again and again."""

    def __init__(
        self, automation: Automation, requests: Requests, refs: Refs, pid: int, names: Known | None = None
    ) -> None:
        self._requests = requests
        self._refs = refs
        self._pid = pid
        self._get_cached = automation.get_cached
        self._get_runtime_id = automation.get_runtime_id
        self._get_automation_id = automation.get_text["AutomationId"]
        self._get_name = automation.get_text["Name"]
        self._get_class_name = automation.get_text["ClassName"]
        self._get_help_text = automation.get_text["HelpText"]
        self._get_item_status = automation.get_text["ItemStatus"]
        self._get_access_key = automation.get_text["AccessKey"]
        self._get_shortcut = automation.get_text["AcceleratorKey"]
        self._rows: dict[int, PatternRow] = {}
        self._automation = automation
        self.names = Known() if names is None else names
        self.kinds: Kinds | None = None
        """Learns from what is read, where it is given."""
        self.by_kind = False
        """Whether elements come without the patterns of their kind."""
        self.in_row = False
        """Whether what is read stands in a row of a long grid."""
        self._variant = Variant()
        self._variant_ref = byref(self._variant)
        self._double = ctypes.c_double.from_buffer(self._variant, Variant.data.offset)
        self._bool = ctypes.c_short.from_buffer(self._variant, Variant.data.offset)
        self._string = ctypes.c_wchar_p.from_buffer(self._variant, Variant.data.offset)
        self._bstr = ctypes.c_wchar_p()
        self._bstr_ref = byref(self._bstr)
        self._array = c_void_p()
        self._array_ref = byref(self._array)

    def control(self, element: Element, *, hwnd: int, depth: int = 0, name: str | None = None) -> Control:
        """Return the control that a cached element describes, under its caption; `name` replaces its own.

        Where the texts inside of it are needed for that, they are fetched in one call more.
        """
        type_id = element.CachedControlType
        made = self.identified(element, self.runtime_id(element), type_id, hwnd=hwnd, depth=depth, name=name)
        return self._captioned(element, made) if wants_texts(made, self.names) else made

    def with_texts(self, element: Element, *, hwnd: int) -> Control:
        """Return the control that a cached element describes, with what is inside of it known whatever its name is."""
        type_id = element.CachedControlType
        made = self.identified(element, self.runtime_id(element), type_id, hwnd=hwnd, depth=0)
        return self._captioned(element, made)

    def unreal(self, element: Element, *, hwnd: int) -> Control | None:
        """Return a fetched item that is not real yet, so nothing is inside of it; None when it is real."""
        type_id, class_name = element.CachedControlType, self._read_text(element, self._get_class_name)
        patterns = self._row(uia.AVAILABILITY_BY_TYPE.get(type_id, uia.AVAILABILITY)).of(element)
        if "VirtualizedItem" not in patterns:
            return None
        runtime_id = self.runtime_id(element)
        return Control(
            self._refs.keep(self._pid, runtime_id, (type_id, "", class_name), element),
            name=self._name(element, type_id, class_name, patterns, STATELESS),
            control_type=uia.CONTROL_TYPES.get(type_id, "Custom"),
            class_name=class_name,
            enabled=False,
            visible=False,
            patterns=patterns,
            selected=self._flag(element, uia.IS_SELECTED) if "SelectionItem" in patterns else None,
            runtime_id=runtime_id,
            hwnd=hwnd,
            pid=self._pid,
        )

    def _captioned(self, element: Element, control: Control) -> Control:
        """Return a control under the caption that what is inside of it makes."""
        request = self._requests.subtree if control.control_type in SMALL_TYPES else self._requests.with_children
        parts = [control]
        try:
            self._add_parts(element.BuildUpdatedCache(request), control, parts)
        except (com_error(), ValueError):  # it vanished meanwhile: its own name still stands
            return control
        return captioned(parts, self.names)[0]

    def _add_parts(self, element: Element, above: Control, parts: list[Control]) -> None:
        children = element.GetCachedChildren()
        for index in range(children.Length if children else 0):
            child = children.GetElement(index)
            type_id, runtime_id = child.CachedControlType, self.runtime_id(child)
            part = self.identified(child, runtime_id, type_id, hwnd=above.hwnd, depth=above.depth + 1)
            parts.append(part)
            self._add_parts(child, part, parts)

    def identified(
        self,
        element: Element,
        runtime_id: RuntimeId,
        type_id: int,
        *,
        hwnd: int,
        depth: int,
        name: str | None = None,
        is_double: bool = False,
    ) -> Control:
        """Return the control of an element whose runtime id and type are known; `is_double`: another has that id."""
        automation_id = self._read_text(element, self._get_automation_id)
        if is_handle(automation_id):
            automation_id = ""
        class_name = self._read_text(element, self._get_class_name)
        patterns = self._patterns(element, type_id, class_name)
        is_password = bool(element.CachedIsPassword)
        states = self._states(element, type_id, patterns, is_password=is_password) if patterns else STATELESS
        box = element.CachedBoundingRectangle
        left, top, width, height = box.left, box.top, box.right - box.left, box.bottom - box.top
        has_place = width > 0 or height > 0
        # A property of Windows Forms says it is disabled where it is read-only. Source: dotnet/winforms, GridEntry.
        is_fixed = type_id == TREE_ITEM and "Value" in patterns and "SelectionItem" not in patterns
        is_fixed = is_fixed and not element.CachedIsEnabled
        return Control(
            self._refs.keep(self._pid, runtime_id, (type_id, automation_id, class_name), element, is_double=is_double),
            automation_id,
            self._name(element, type_id, class_name, patterns, states) if name is None else name,
            kind_of(type_id, patterns),
            class_name,
            is_fixed or bool(element.CachedIsEnabled),
            not element.CachedIsOffscreen and (has_place or "ScrollItem" not in patterns),
            Rect(left, top, width, height) if has_place else None,
            states.value,
            patterns,
            depth,
            self._help(element, type_id, states),
            self._read_text(element, self._get_access_key),
            bool(element.CachedHasKeyboardFocus),
            bool(element.CachedIsKeyboardFocusable),
            is_password,
            is_fixed or states.read_only,
            states.selected,
            states.toggle_state,
            states.expanded,
            states.minimum,
            states.maximum,
            runtime_id,
            hwnd,
            self._pid,
            None,
            self._read_text(element, self._get_item_status),
            states.step,
            shortcut=self._read_text(element, self._get_shortcut),
        )

    def _name(self, element: Element, type_id: int, class_name: str, patterns: Patterns, states: States) -> str:
        """Return an element's name, no label's; of a cell of a long grid it is what it shows, and its row has none."""
        if self._requests.named:
            name = self._read_text(element, self._get_name)
            is_forms = name and type_id == BUTTON and class_name.startswith(WINFORMS)
            is_stray = is_forms and natives.is_named_by_label(element.CachedNativeWindowHandle or 0, name)
            if not name and type_id == uia.TOOL_TIP:
                return natives.shown_in(element.CachedNativeWindowHandle or 0, natives.TOOL_TIP) or ""
            return "" if is_stray else name
        is_row = type_id == uia.CUSTOM and not patterns and not element.CachedNativeWindowHandle
        is_cell = "GridItem" in patterns and type_id != uia.TEXT
        if self.in_row or is_row or is_cell:
            return "" if states.value in (None, NULL) else states.value
        try:
            return element.CurrentName or ""
        except (com_error(), ValueError):  # it vanished meanwhile
            return ""

    def _help(self, element: Element, type_id: int, states: States) -> str:
        cue = lending.cue_of(element.CachedNativeWindowHandle or 0) if type_id == EDIT and not states.value else ""
        return cue or self._read_text(element, self._get_help_text)

    def whole(self, element: Element, *, hwnd: int, in_row: bool) -> list[Control]:
        """Return an element that was fetched with all below it, and what is below it."""
        with self.row(in_row):
            parts = [self.control(element, hwnd=hwnd)]
            self._add_parts(element, parts[0], parts)
        return parts

    @contextmanager
    def row(self, is_row: bool = True) -> Iterator[None]:
        """What is read meanwhile stands in a row: in a long grid none of it is asked for its name."""
        self.in_row = is_row
        try:
            yield
        finally:
            self.in_row = False

    def _states(self, element: Element, type_id: int, patterns: Patterns, *, is_password: bool) -> States:
        """Return what the patterns of an element say."""
        value: str | None = None
        read_only: bool | None = None
        minimum: float | None = None
        maximum: float | None = None
        step: float | None = None
        if "RangeValue" in patterns:
            value = f"{self._number(element, uia.RANGE_VALUE):.15g}"
            read_only = self._flag(element, uia.RANGE_READ_ONLY)
            minimum = self._number(element, uia.RANGE_MINIMUM)
            maximum = self._number(element, uia.RANGE_MAXIMUM)
            step = self._number(element, uia.RANGE_STEP) or None
        if "Value" in patterns:
            read_only = self._flag(element, uia.VALUE_READ_ONLY)
            shown = None if is_password else self._text(element, uia.VALUE)
            value = shown or (value if type_id == uia.PROGRESS_BAR else shown)
        hwnd = (element.CachedNativeWindowHandle or 0) if type_id in (uia.SLIDER, uia.COMBO_BOX) else 0
        if type_id == uia.SLIDER and minimum is None and (held := natives.range_of(hwnd)):
            value, minimum, maximum, step = f"{held.value}", *map(float, held[1:])
        if value is None and type_id == uia.COMBO_BOX and "Selection" in patterns:
            value = self._chosen_name(element)
        value = value or (natives.shown_in(hwnd, natives.COMBO_BOX) if hwnd else None) or value
        return States(
            value,
            read_only,
            self._flag(element, uia.IS_SELECTED) if "SelectionItem" in patterns else None,
            _named(TOGGLE_STATES, self._integer(element, uia.TOGGLE_STATE)) if "Toggle" in patterns else None,
            _named(EXPAND_STATES, self._integer(element, uia.EXPAND_STATE)) if "ExpandCollapse" in patterns else None,
            minimum,
            maximum,
            step,
        )

    def known_access_key(self, control: Control) -> str | None:
        """Return the access key that was told of this element under this name; None when it was not asked for yet."""
        return self._refs.access_key(self._pid, control.ref, control.name)

    def keep_access_key(self, control: Control) -> None:
        """Remember the access key of an element that was read with it."""
        self._refs.keep_access_key(self._pid, control.ref, control.name, control.access_key)

    def runtime_id(self, element: Element) -> RuntimeId:
        """Return an element's runtime id; () when it has none."""
        if self._get_runtime_id(element, self._array_ref) < 0 or not self._array.value:
            return ()
        address = self._array.value
        array = SafeArray.from_address(address)
        found = tuple((ctypes.c_int * array.count).from_address(array.data)) if array.count else ()
        oleaut32.SafeArrayDestroy(address)
        return found

    def is_same(self, element: Element, control: Control) -> bool:
        """Return whether a cached element is the one described by `control`, which has the same runtime id.

        WPF makes runtime ids from hash codes: in a large window some elements share theirs.
        """
        box = element.CachedBoundingRectangle
        there = control.bounding_rect or (box.left, box.top)
        return (
            (box.left, box.top) == tuple(there[:2])
            and kind_of(element.CachedControlType, control.patterns) == control.control_type
            and self._read_text(element, self._get_automation_id) == control.automation_id
            and self._read_text(element, self._get_class_name) == control.class_name
        )

    def _read_text(self, element: Element, get: Callable[..., int]) -> str:
        if get(element, self._bstr_ref) < 0:
            return ""
        found = self._bstr.value
        if found is None:
            return ""
        oleaut32.SysFreeString(self._bstr)
        return found

    def _patterns(self, element: Element, type_id: int, class_name: str) -> Patterns:
        asked = uia.AVAILABILITY_BY_TYPE.get(type_id, uia.AVAILABILITY)
        if self.kinds is None:
            return self._row(asked).of(element)
        if self.by_kind:
            lively = self._row(uia.LIVELY).of(element)
            known = self.kinds.patterns((type_id, class_name, lively))
            if known is not None:
                return known
            try:
                element = element.BuildUpdatedCache(self._requests.listed)
            except (com_error(), ValueError):  # it vanished meanwhile
                return lively
        found = self._row(asked).of(element)
        self.kinds.learn(type_id, class_name, found, is_asked=self.by_kind)
        return found

    def _row(self, asked: tuple[tuple[str, int], ...]) -> PatternRow:
        row = self._rows.get(id(asked))
        if row is None:
            row = self._rows[id(asked)] = PatternRow(self._get_cached, asked)
        return row

    def _flag(self, element: Element, number: int) -> bool | None:
        self._get_cached(element, number, self._variant_ref)
        return bool(self._bool.value) if self._variant.type == VT_BOOL else None

    def _integer(self, element: Element, number: int) -> int:
        self._get_cached(element, number, self._variant_ref)
        return self._variant.data & 0xFFFFFFFF if self._variant.type == VT_I4 else -1

    def _number(self, element: Element, number: int) -> float:
        self._get_cached(element, number, self._variant_ref)
        return self._double.value if self._variant.type == VT_R8 else 0.0

    def _text(self, element: Element, number: int) -> str | None:
        self._get_cached(element, number, self._variant_ref)
        if self._variant.type != VT_BSTR:
            return None
        found = self._string.value
        oleaut32.SysFreeString(self._string)
        return found or ""

    def _chosen_name(self, element: Element) -> str | None:
        """Return the text of a combo box that cannot be typed into: it has no Value, it is its selected item's.

        Asked of each by itself: with selections in the request for a tree, a list would tell all that is selected.
        The names of items are kept for some looks.
        """
        try:
            fetched = element.BuildUpdatedCache(self._requests.chosen)
            chosen: Any = self._automation.cached_pattern(fetched, "Selection").GetCachedSelection()
            if not chosen or not chosen.Length:
                return None
            item = chosen.GetElement(0)
            known: dict[RuntimeId, str] = self.kinds.item_names if self.kinds is not None else {}
            key = self.runtime_id(item)
            name = known.get(key) if key else None
            if name is None:
                name = known[key] = self.control(item.BuildUpdatedCache(self._requests.listed), hwnd=0).name
        except (com_error(), ValueError, Unsupported):  # it vanished meanwhile: the rest of it still stands
            return None
        return name


def _named(names: tuple[Any, ...], index: int) -> Any:
    return names[index] if 0 <= index < len(names) else None


def is_handle(automation_id: str) -> bool:
    """Return whether an AutomationId is a window's handle or a hash code, another one at each start of the program.

    What has no name of its own in code gets one in Windows Forms; the ids of controls in Win32 have 16 bits.
    """
    return automation_id.removeprefix("-").isdecimal() and abs(int(automation_id)) > LARGEST_CONTROL_ID
