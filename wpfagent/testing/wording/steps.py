"""Steps in the words of a tester, as `Click the button 'Save' (SaveButton)` is.

Made from the lines of `steps.jsonl`: the action, its arguments, the durable selector and the element as it was found.
An action that has no form of its own here is said by its name, its element and its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.actions.menus import split_path
from wpfagent.testing.wording.elements import Line, element, quote, selected

_PATTERN_MARKS = frozenset("\\.*+?^$|()[]{}")
_STATES = {"on": "Tick", "off": "Remove the tick from", "indeterminate": "Set to its third state:"}
_CLICKS = {"right": "Right-click", "middle": "Middle-click", "left": "Click"}


def step_words(line: Line) -> str:
    """Return one action or check as a sentence: what to do."""
    if "check" in line:
        return check_words(line)
    text = _SAYING.get(str(line.get("action")), _plainly)(line)
    return f"{text[:1].upper()}{text[1:]}."


def is_done_by_hand(line: Line) -> bool:
    """Whether a line is an action that a person has to do, or to wait for; what only looks is none."""
    name = str(line.get("action"))
    return name in _SAYING or (name in ACTIONS and not ACTIONS[name].reads)


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


# -- actions ------------------------------------------------------------------------------------------------------


def _args(line: Line) -> Mapping[str, Any]:
    args: Mapping[str, Any] = line.get("args") or {}
    return args


def _plainly(line: Line) -> str:
    """An action without a form of its own: its name, its element, its arguments."""
    name = line.get("action")
    if name not in ACTIONS:
        return str(line.get("subject") or name)
    given = ", ".join(f"{k} {v}" for k, v in _args(line).items() if v is not None and not isinstance(v, Mapping))
    words = [str(name).replace("_", " "), *([element(line)] if line.get("selector") else [])]
    return " ".join([*words, *([f"({given})"] if given else [])])


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


_SAYING: Mapping[str, Callable[[Line], str]] = {
    "click": _click,
    "hover": lambda line: f"Rest the mouse pointer on {element(line)}",
    "drag": _drag,
    "click_xy": lambda line: (
        f"{_CLICKS[_args(line).get('button') or 'left']} at the point "
        f"{_args(line).get('x')}, {_args(line).get('y')} of the screen"
    ),
    "ocr_find": lambda line: f"Look by eye for {quote(_args(line).get('text', ''))}",
    "ocr_text": lambda _line: "Read the window by eye",
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
"""How actions that a person has to do, or to wait for, are said."""


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
