"""Steps in the words of a tester, as `Click the button 'Save' (SaveButton)` is.

Made from the lines of `steps.jsonl`: the action, its arguments, the durable selector and the element as it was found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wpfagent.actions.menus import split_path
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
_PATTERN_MARKS = frozenset("\\.*+?^$|()[]{}")
_STATES = {"on": "Tick", "off": "Remove the tick from", "indeterminate": "Set to its third state:"}
_CLICKS = {"right": "Right-click", "middle": "Middle-click", "left": "Click"}


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


def step_words(line: Line) -> str:
    """Return one action or check as a sentence: what to do."""
    if "check" in line:
        return check_words(line)
    say = SAYING.get(str(line.get("action")))
    text = say(line) if say is not None else str(line.get("subject") or line.get("action"))
    return f"{text[:1].upper()}{text[1:]}."


def minimised_words(facts: Mapping[str, int]) -> str:
    """Return what minimising came to: `reproduces 5/5, minimised from 37 to 4 steps in 61 trials`."""
    steps = "step" if facts["to"] == 1 else "steps"
    return (
        f"reproduces {facts['reproduced']}/{facts['attempts']}, "
        f"minimised from {facts['from']} to {facts['to']} {steps} in {facts['trials']} trials"
    )


def check_words(line: Line) -> str:
    """Return a check as a sentence, as `Check that the text of … is 'Saved'` is."""
    said = expectation_words(line, line.get("selector") or {}, line.get("element") or {})
    if line.get("check") == "failure":
        return f"Check that this does not come true: {said}."
    return f"Check that {said}."


def expectation_words(
    expected: Mapping[str, Any], selector: Mapping[str, Any], found: Mapping[str, Any] | None = None
) -> str:
    """Return an expectation as a clause: `the button 'Save' (SaveButton) is enabled`."""
    on = selected(expected.get("selector") or selector, found)
    clauses = [say(on, expected[key]) for key, say in EXPECTING.items() if key in expected]
    return " and ".join(clauses) or f"{on} is as expected"


def titled(wanted: str) -> str:
    """Return a window as a part of its title, or a pattern for it, names it."""
    if any(c in _PATTERN_MARKS for c in wanted):
        return f"a window whose title matches the pattern /{wanted}/"
    return f"a window {quote(wanted)}"


def start_words(
    process: str, args: str, *, launched: bool, title: str = "", folder: str = "", variables: Sequence[str] = ()
) -> str:
    """Return the first step: how the program comes to be there.

    Args:
        process: its executable's name.
        args: its arguments.
        launched: whether it was started for this; else it ran already.
        title: its window's title.
        folder: its working folder, where one was given.
        variables: the names of the environment variables that were set for it.
    """
    if launched:
        where = f" in the folder {folder}" if folder else ""
        having = f", with {', '.join(variables)} set in the environment as in the profile" if variables else ""
        return f"Start {process}{' ' + args if args else ''}{where}{having}."
    shown = f" (window {quote(title)})" if title else ""
    return f"Have {process} running{shown}{', started with ' + args if args else ''}."


# -- elements -----------------------------------------------------------------------------------------------------


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


# -- actions ------------------------------------------------------------------------------------------------------


def _args(line: Line) -> Mapping[str, Any]:
    args: Mapping[str, Any] = line.get("args") or {}
    return args


def _click(line: Line) -> str:
    args = _args(line)
    how = _CLICKS[args.get("button") or "left"]
    return f"{'Double-' + how.lower() if args.get('double') else how} {element(line)}"


def _drag(line: Line) -> str:
    args = _args(line)
    if args.get("to"):
        return f"Drag {element(line)} onto {selected(args['to'])}"
    right, down = args.get("by") or (0, 0)
    across = f"{abs(right)} pixels to the {'right' if right >= 0 else 'left'}"
    return f"Drag {element(line)} {across} and {abs(down)} pixels {'down' if down >= 0 else 'up'}"


def _type_text(line: Line) -> str:
    args, field = _args(line), element(line, plain=True)
    text = f"${{secret:{args['secret']}}}" if args.get("secret") else str(args.get("text") or "")
    if not text:
        return f"Clear {field}"
    ends = " (with the blanks at its ends)" if text != text.strip() else ""
    stay = " and stay in it (the focus does not move on)" if args.get("commit") is False else ""
    how = "Add {} to the text in {}" if args.get("append") else "Type {} into {}"
    return how.format(f"{quote(text)}{ends}", field) + stay


def _send_keys(line: Line) -> str:
    chords = ", then ".join(str(_args(line).get("keys", "")).split())
    return f"Press {chords}" + (f" in {element(line)}" if line.get("selector") else "")


def _select_item(line: Line) -> str:
    args = _args(line)
    what = f"{quote(args['item_text'])} in {element(line)}" if args.get("item_text") else element(line)
    mode = args.get("mode") or "only"
    if mode == "only":
        return f"Select {what}"
    return f"Hold Ctrl and click {what}, which {'adds it to' if mode == 'add' else 'takes it out of'} the selection"


def _toggle(line: Line) -> str:
    return f"{_STATES.get(_args(line).get('state') or '', 'Toggle')} {element(line)}"


def _scroll(line: Line) -> str:
    args = _args(line)
    direction, pages = args.get("direction") or "down", float(args.get("pages") or 1)
    if direction in ("top", "bottom"):
        return f"Scroll {element(line)} to its {direction}"
    return f"Scroll {element(line)} {direction} by {pages:g} page{'' if pages == 1 else 's'}"


def _path(line: Line) -> str:
    return " > ".join(split_path(_args(line).get("path") or ""))


def _window(line: Line) -> str:
    title = _args(line).get("title") or (line.get("target") or {}).get("title")
    return f"the window {quote(title)}" if title else "the top window"


def _close_window(line: Line) -> str:
    if line.get("selector"):
        return f"Close the window of {element(line)}"
    title = _args(line).get("title")
    return f"Close the window {quote(title)}" if title else "Close the topmost window"


def _wait_window(line: Line) -> str:
    args = _args(line)
    title = str(args.get("title", ""))
    which = titled(title).replace("a window '", "the window '", 1)
    return f"Wait until {which} is {'gone' if args.get('gone') else 'shown'}"


def _wait_for(line: Line) -> str:
    until = _args(line).get("until") or "exists"
    if isinstance(until, Mapping):
        return f"Wait until {expectation_words(until, line.get('selector') or {}, line.get('element') or {})}"
    if until == "idle":
        return "Wait until the program has come to rest"
    return f"Wait until {element(line)} is {'there' if until == 'exists' else until}"


def _launch(line: Line) -> str:
    args = _args(line)
    program = args.get("exe") or args.get("profile") or line.get("name") or "the program"
    return " ".join(["Start", str(program), *map(str, args.get("args") or ())])


def _quit(line: Line) -> str:
    return "End the program at once" if _args(line).get("force") else "Quit the program"


SAYING: Mapping[str, Callable[[Line], str]] = {
    "click": _click,
    "hover": lambda line: f"Rest the mouse pointer on {element(line)}",
    "drag": _drag,
    "click_xy": lambda line: (
        f"{_CLICKS[_args(line).get('button') or 'left']} at the point "
        f"{_args(line).get('x')}, {_args(line).get('y')} of the screen"
    ),
    "type_text": _type_text,
    "send_keys": _send_keys,
    "set_value": lambda line: f"Set {element(line)} to {quote(_args(line).get('value', ''))}",
    "select_combo": lambda line: f"Choose {quote(_args(line).get('item_text', ''))} in {element(line)}",
    "select_item": _select_item,
    "toggle": _toggle,
    "expand": lambda line: f"Open {element(line)}",
    "collapse": lambda line: f"Close {element(line)}",
    "scroll": _scroll,
    "scroll_into_view": lambda line: f"Scroll until {element(line)} is in view",
    "menu": lambda line: f"Choose {_path(line)} in the menu bar",
    "context_menu": lambda line: f"Right-click {element(line)} and choose {_path(line)}",
    "file_dialog": lambda line: f"Enter {quote(_args(line).get('path', ''))} in the file dialog and confirm it",
    "focus_window": lambda line: f"Bring {_window(line)} to the front",
    "close_window": _close_window,
    "wait_window": _wait_window,
    "wait_for": _wait_for,
    "launch_application": _launch,
    "quit_application": _quit,
}
"""How each action that a person has to do, or to wait for, is said."""


# -- expectations -------------------------------------------------------------------------------------------------


def _is(word: str) -> Callable[[str, Any], str]:
    return lambda on, wanted: f"{on} is {'' if wanted else 'not '}{word}"


def _selected(on: str, wanted: bool | str) -> str:
    return _is("selected")(on, wanted) if isinstance(wanted, bool) else f"{quote(wanted)} is selected in {on}"


def _window_exists(_on: str, wanted: str | bool) -> str:
    if isinstance(wanted, bool):
        return f"the program shows {'a' if wanted else 'no'} window"
    return f"{titled(wanted)} is open"


def _picture(on: str, wanted: str | Mapping[str, Any]) -> str:
    given = {"baseline": wanted} if isinstance(wanted, str) else wanted
    what = "the window" if on == "the element" else on
    return f"{what} looks like the picture {given['baseline']}"


EXPECTING: Mapping[str, Callable[[str, Any], str]] = {
    "exists": _is("there"),
    "text_equals": lambda on, wanted: f"the text of {on} is {quote(wanted)}",
    "enabled": _is("enabled"),
    "selected": _selected,
    "text_contains": lambda on, wanted: f"the text of {on} contains {quote(wanted)}",
    "value_equals": lambda on, wanted: f"the value of {on} is {quote(wanted)}",
    "regex": lambda on, wanted: f"the text of {on} matches the pattern /{wanted}/",
    "count_greater_equal": lambda on, wanted: f"there are at least {wanted} of {on}",
    "visible": _is("on screen"),
    "window_exists": _window_exists,
    "screenshot_diff": _picture,
}
"""How each expectation is said."""
