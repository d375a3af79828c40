"""What tools and arguments are told as to a model, where it is shorter than the reference: a model pays for each word.

What is not here is told as in the reference. What is said of consent and errors stays.
"""

from __future__ import annotations

from collections.abc import Mapping

TITLE = "a part, or regular expression; else the topmost"
SELECTOR = "ref or caption, or {automation_id | name, control_type, …}"
TOOLS: Mapping[str, str] = {
    "launch_application": "Start an application and wait for its window, or bring the running one to the front.",
    "list_applications": "List the applications that have a window.",
    "list_windows": "List windows, topmost first: the target's, or all.",
    "resolve_target": "Find exactly one running application: its target_id. Never launches.",
    "focus_window": "Bring a window to the foreground, restored.",
    "wait_window": "Wait for a usable window with this title, or until it is gone.",
    "list_controls": "List what the target's windows show, or an element holds, with refs.",
    "get_state": "Read an element's states, value, text, items.",
    "read_table": "Read rows of a grid or list, with headers and the number of rows.",
    "ui_diff": "Tell what changed in the target's windows since the mark was set.",
    "screenshot": "Picture of the target's top window, an element, or the whole desktop.",
    "wait_focus": "Wait until an element has the keyboard focus.",
    "wait_for": "Wait for an element's state, an idle program, or an expectation.",
    "why": "Say what is in the way of using an element. Never waits.",
    "click": "Click an element as a user does.",
    "type_text": "Type text into a field: replaced or appended, committed.",
    "send_keys": "Press key chords, into an element or what has the focus.",
    "select_item": "Select a list, tree or tab item or a grid row.",
    "toggle": "Toggle a check box or the like, to a state when one is given.",
    "expand": "Open an expander, combo box, tree or menu item.",
    "collapse": "Close an expander, combo box, tree or menu item.",
    "scroll": "Scroll by pages or to an end, or turn the wheel.",
    "file_dialog": "Answer the open or save dialog. Overwriting a file is destructive.",
    "run_actions": "Perform actions in order; stops at the first that fails. The reply tells what changed.",
    "run_random": "Explore an application at random; each failure (crash, freeze, lost entry, …) becomes "
    "a ticket with few steps. Cancelling keeps them.",
    "minimize": "Shrink a failure to the steps that matter, each trial anew. Writes a replay file and a scenario.",
}
ARGUMENTS: Mapping[str, Mapping[str, str]] = {
    "launch_application": {"profile": "", "exe": "or a program, where that is allowed"},
    "quit_application": {"force": "at once"},
    "list_windows": {"query": "part of a title", "all": "menus and tips too"},
    "resolve_target": {"target_spec": "pid, process, exe, title_re, class_name, profile: all given must hold"},
    "focus_window": {"title": TITLE},
    "close_window": {"title": TITLE},
    "move_window": {"title": TITLE, "x": "pixels", "y": "pixels"},
    "resize_window": {"title": TITLE, "width": "pixels, with the frame", "height": ""},
    "window_state": {"title": TITLE, "state": ""},
    "wait_window": {"title": "a part, or regular expression", "gone": ""},
    "list_controls": {
        "depth": "", "filter": "control_type, name_re, automation_id_re, enabled, visible", "limit": "",
        "after": "`next` of the last reply",
    },
    "get_state": {"selector": SELECTOR, "items": "at most so many"},
    "read_table": {"start": "from 0", "limit": ""},
    "ui_diff": {"mark": "a new name is set", "reset": "", "limit": ""},
    "screenshot": {"region": "[x, y, width, height] in the picture's pixels"},
    "click": {
        "selector": SELECTOR,
        "double": "", "input": "by mouse",
        "at": "{x: 0.9, y: 0.5} fractions, or {dx, dy} pixels",
        "hold_ms": "press so long", "keys": "chords in hold_ms", "modifiers": "held: Ctrl+Shift",
    },
    "type_text": {
        "selector": SELECTOR, "text": "", "secret": "instead: NAME of WPF_AGENT_SECRET_NAME", "append": "",
        "commit": "move focus on", "enter": "", "input": "by keyboard",
    },
    "send_keys": {"keys": "Ctrl+S, or Ctrl+A Delete"},
    "set_value": {"value": "a number, text or date as shown"},
    "select_combo": {"item_text": "exact"},
    "select_item": {"item_text": "where the list is named", "path": "or texts from a tree's top", "mode": ""},
    "toggle": {"state": "without: the next"},
    "scroll": {"pages": "", "notches": "of the wheel", "modifiers": ""},
    "menu": {"path": '"File > Save", or a list of captions'},
    "run_random": {
        "profile": "started anew", "target_id": "or one that runs", "seed": "same seed, same run", "until_covered": "",
        "max_time_s": "", "allow_destructive": "needs the profile's permission and the person's consent",
    },
    "minimize": {"of": "id of a ticket or session, or a replay file", "times": "tries, if flaky"},
}  # fmt: skip
"""By tool and argument; an empty text: the name says it."""
