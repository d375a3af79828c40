"""The numbers of UI Automation: control types, properties, patterns, scopes, results."""

from __future__ import annotations

from typing import Final

CONTROL_TYPES: Final = {
    50000: "Button", 50001: "Calendar", 50002: "CheckBox", 50003: "ComboBox", 50004: "Edit", 50005: "Hyperlink",
    50006: "Image", 50007: "ListItem", 50008: "List", 50009: "Menu", 50010: "MenuBar", 50011: "MenuItem",
    50012: "ProgressBar", 50013: "RadioButton", 50014: "ScrollBar", 50015: "Slider", 50016: "Spinner",
    50017: "StatusBar", 50018: "Tab", 50019: "TabItem", 50020: "Text", 50021: "ToolBar", 50022: "ToolTip",
    50023: "Tree", 50024: "TreeItem", 50025: "Custom", 50026: "Group", 50027: "Thumb", 50028: "DataGrid",
    50029: "DataItem", 50030: "Document", 50031: "SplitButton", 50032: "Window", 50033: "Pane", 50034: "Header",
    50035: "HeaderItem", 50036: "Table", 50037: "TitleBar", 50038: "Separator", 50039: "SemanticZoom", 50040: "AppBar",
}  # fmt: skip
CONTROL_TYPE_IDS: Final = {name: number for number, name in CONTROL_TYPES.items()}

# Properties of every element.
RUNTIME_ID, BOUNDING_RECT, PROCESS_ID, CONTROL_TYPE, NAME, ACCESS_KEY = 30000, 30001, 30002, 30003, 30005, 30007
HAS_FOCUS, FOCUSABLE, ENABLED, AUTOMATION_ID, CLASS_NAME, HELP_TEXT = 30008, 30009, 30010, 30011, 30012, 30013
IS_PASSWORD, WINDOW_HANDLE, OFFSCREEN, ITEM_STATUS, ACCELERATOR_KEY = 30019, 30020, 30022, 30026, 30006
ELEMENT_PROPERTIES: Final = (
    BOUNDING_RECT, CONTROL_TYPE, NAME, ACCESS_KEY, HAS_FOCUS, FOCUSABLE, ENABLED, AUTOMATION_ID, CLASS_NAME,
    HELP_TEXT, IS_PASSWORD, WINDOW_HANDLE, OFFSCREEN, ITEM_STATUS,
)  # fmt: skip

# Properties of patterns.
VALUE, VALUE_READ_ONLY, RANGE_VALUE, RANGE_READ_ONLY, RANGE_MINIMUM, RANGE_MAXIMUM = (
    30045, 30046, 30047, 30048, 30049, 30050,
)  # fmt: skip
RANGE_STEP, GRID_ROW_COUNT = 30052, 30062
EXPAND_STATE, IS_SELECTED, TOGGLE_STATE, SELECTION = 30070, 30079, 30086, 30059
STATE_PROPERTIES: Final = (
    VALUE, VALUE_READ_ONLY, RANGE_VALUE, RANGE_READ_ONLY, RANGE_MINIMUM, RANGE_MAXIMUM, EXPAND_STATE, IS_SELECTED,
    TOGGLE_STATE,
)  # fmt: skip

# Pattern name: (pattern id, Is<Pattern>PatternAvailable property id).
PATTERNS: Final = {
    "Invoke": (10000, 30031), "Selection": (10001, 30037), "Value": (10002, 30043), "RangeValue": (10003, 30033),
    "Scroll": (10004, 30034), "ExpandCollapse": (10005, 30028), "Grid": (10006, 30030), "GridItem": (10007, 30029),
    "MultipleView": (10008, 30032), "Window": (10009, 30044), "SelectionItem": (10010, 30036), "Dock": (10011, 30027),
    "Table": (10012, 30038), "TableItem": (10013, 30039), "Text": (10014, 30040), "Toggle": (10015, 30041),
    "Transform": (10016, 30042), "ScrollItem": (10017, 30035), "ItemContainer": (10019, 30108),
    "VirtualizedItem": (10020, 30109),
}  # fmt: skip
PATTERN_IDS: Final = {name: ids[0] for name, ids in PATTERNS.items()}
AVAILABILITY: Final = tuple((name, ids[1]) for name, ids in PATTERNS.items())

LIVELY: Final = tuple(
    pair for pair in AVAILABILITY
    if pair[0] in ("Invoke", "Value", "RangeValue", "ExpandCollapse", "SelectionItem", "Toggle", "VirtualizedItem")
)  # fmt: skip
"""What an element can do and may lose or get while it lives; the other patterns are those of its kind."""
_NEVER_ON_CONTENT = frozenset({"Selection", "Grid", "MultipleView", "Window", "Dock", "Table", "ItemContainer"})
_LEAF_TYPES = ("Text", "Image", "Separator", "Thumb", "CheckBox", "RadioButton", "ToolTip", "ProgressBar", "Button")
_LEAF_AVAILABILITY = tuple(pair for pair in AVAILABILITY if pair[0] not in _NEVER_ON_CONTENT)
AVAILABILITY_BY_TYPE: Final = {
    number: _LEAF_AVAILABILITY if name in _LEAF_TYPES else AVAILABILITY for number, name in CONTROL_TYPES.items()
}
"""Which patterns to ask for: single controls are no containers, so their container patterns are not looked at."""
COMBO_BOX: Final = CONTROL_TYPE_IDS["ComboBox"]
SLIDER: Final = CONTROL_TYPE_IDS["Slider"]
PROGRESS_BAR: Final = CONTROL_TYPE_IDS["ProgressBar"]
TOOL_TIP: Final = CONTROL_TYPE_IDS["ToolTip"]
TEXT: Final = CONTROL_TYPE_IDS["Text"]
DATA_ITEM: Final = CONTROL_TYPE_IDS["DataItem"]
CUSTOM: Final = CONTROL_TYPE_IDS["Custom"]

ELEMENT, CHILDREN, DESCENDANTS, SUBTREE = 1, 2, 4, 7
MODE_NONE, MODE_FULL = 0, 1

E_FAIL, E_ACCESSDENIED, E_INVALIDARG, E_NOTIMPL = -0x7FFFBFFB, -0x7FF8FFFB, -0x7FF8FFA9, -0x7FFFBFFF
ELEMENT_NOT_ENABLED, ELEMENT_NOT_AVAILABLE, NO_CLICKABLE_POINT, NOT_SUPPORTED = (
    -0x7FFBFE00, -0x7FFBFDFF, -0x7FFBFDFE, -0x7FFBFDFC,
)  # fmt: skip
UIA_TIMEOUT, INVALID_OPERATION = -0x7FECEAFB, -0x7FECEAF7
E_POINTER: Final = -0x7FFFBFFD
"""A NullReferenceException of a handler, too."""
FACILITY_URT: Final = 0x13
"""The facility of the results that exceptions of .NET have."""
GONE_RESULTS: Final = frozenset({
    ELEMENT_NOT_AVAILABLE,
    -0x7FF8F946,  # RPC_S_SERVER_UNAVAILABLE
    -0x7FF8F942,  # RPC_S_CALL_FAILED
    -0x7FFEFEF8,  # RPC_E_DISCONNECTED
    -0x7FFBFE03,  # CO_E_OBJNOTCONNECTED
    -0x7FF8FA88,  # ERROR_INVALID_WINDOW_HANDLE
})  # fmt: skip
TIMEOUT_RESULTS: Final = frozenset({
    UIA_TIMEOUT,
    -0x7FFEFEE1,  # RPC_E_TIMEOUT
    -0x7FFEFFFF,  # RPC_E_CALL_REJECTED
    -0x7FFEFEF6,  # RPC_E_SERVERCALL_RETRYLATER
    -0x7FF8FA4C,  # ERROR_TIMEOUT
})  # fmt: skip
