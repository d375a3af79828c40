"""What could be done now: sensible pairs of an element and an action that its patterns allow.

Only in the topmost window where that one blocks others, only in the open menu or drop-down where there is one, never
outside the target (of a dialog that asks for a file only Cancel: a file belongs to the person, not to the program),
and nothing that the policy has something against: what is destructive, and what saves where that is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from wpfagent.actions.dialogs import FILE_NAME_IDS
from wpfagent.actions.values.dates import is_date_field
from wpfagent.core.model import Control, WindowInfo
from wpfagent.core.named_by_order import WINFORMS
from wpfagent.core.pattern import compile_re
from wpfagent.runs.explore.model import Rule
from wpfagent.runs.explore.screens.by_hand import by_hand
from wpfagent.runs.explore.screens.in_lists import by_mouse, each_by_name, of_item, of_items, unfold
from wpfagent.runs.explore.screens.offer import Candidate, Offered, Shown, offer
from wpfagent.runs.explore.screens.screen import Place, Screen
from wpfagent.safety import destructive, saving
from wpfagent.safety.destructive import Reason, Surroundings
from wpfagent.safety.policy import Policy

KEYS = ("Esc", "Tab", "Shift+Tab", "Down", "Up", "F5", "F2", "Ctrl+S", "Ctrl+Z", "Ctrl+Y", "Ctrl+N", "Ctrl+F", "Enter",
        "Home", "End", "Ctrl+A")  # fmt: skip
"""Chords that many programs know; what they would activate is asked for by the gate."""
CANCEL_ID = "2"
"""The id of Cancel in each of the system's own dialogs (IDCANCEL)."""
READ_ONLY = frozenset({"ProgressBar", "ScrollBar", "Thumb", "Text", "Image", "ToolTip", "Separator", "TitleBar"})
ONCE = 0.3
"""How often the rows of a list are sorted: each way once, and no value that is entered has to be met with it."""
SELDOM = 0.2
"""How often something is opened or closed whose content can be chosen directly."""
SAYING = frozenset({"Button", "Hyperlink", "RadioButton"})
"""What says by its caption what it is for."""
IN_ROWS = 0.6
"""The same of a button or box that stands in every row."""
PRESSED = frozenset({"Button", "CheckBox", "Hyperlink", "SplitButton"})
"""What a person presses, whatever its provider says that can be done to it."""
LISTED = frozenset({"DataItem", "ListItem", "TreeItem"})
ACTIVATING = frozenset({"click", "toggle", "select_item", "menu"})


def candidates_of(
    screen: Screen,
    policy: Policy,
    *,
    around: Callable[[Control], Surroundings],
    rules: Sequence[Rule] = (),
    known: Shown | None = None,
    allow_destructive: bool = False,
) -> Offered:
    """Return what could be done, sorted by key.

    Args:
        screen: what is shown.
        policy: what the caller may do; its patterns make more destructive.
        around: tells what stands around a control; asked once for each window.
        rules: weights, and what is never done. Those with a precondition hold here: who asks has looked.
        known: what combo boxes and menus have shown so far.
        allow_destructive: whether profile and flag allow what is destructive.
    """
    windows: dict[int, Surroundings] = {}
    left_out: dict[str, Reason] = {}
    lists = _lists(screen)

    def allowed(found: Iterator[Candidate], refused: dict[str, Reason]) -> tuple[Candidate, ...]:
        made: list[Candidate] = []
        enabled = (one for one in found if one.action not in policy.disabled)
        for candidate in filter(None, (_ruled(one, rules) for one in enabled)):
            is_free = allow_destructive and not policy.leaves_saving
            reason = None if is_free else _against(candidate, policy, rules, windows, around)
            if reason is not None and (reason.saves or not allow_destructive):
                refused[candidate.key] = reason
            else:
                made.append(candidate)
        return tuple(sorted({c.key: c for c in reversed(made)}.values(), key=lambda c: c.key))

    likely = allowed(_offers(screen, policy, known or Shown(), lists), left_out)
    by_input = policy.input != "never" and not _is_file_dialog(screen)
    return Offered(likely, left_out, allowed(by_hand(screen, lists), {}) if by_input else ())


def _lists(screen: Screen) -> dict[int, list[Place]]:
    """The items of lists, grids and trees, by the index of what holds them; none where something lies over all."""
    found: dict[int, list[Place]] = {}
    for index in () if screen.opened else screen.usable:
        place = screen.places[index]
        if place.container >= 0 and not place.part and place.control.control_type in LISTED:
            found.setdefault(place.container, []).append(place)
    return found


def _against(
    candidate: Candidate,
    policy: Policy,
    rules: Sequence[Rule],
    windows: dict[int, Surroundings],
    around: Callable[[Control], Surroundings],
) -> Reason | None:
    """Why something is left out. A menu that opens a list of ways to save is not opened where saving is left alone."""
    control = candidate.control
    if any(rule.destructive and _fits(rule, candidate) for rule in rules):
        return Reason("destructive", "a rule of the exploration")
    opens = candidate.kind == "opening" and (candidate.action != "click" or bool(candidate.items))
    if control is None or candidate.path:
        return None  # a menu's command was judged when its menu was open, and the gate judges it again
    if opens and (not policy.leaves_saving or control.control_type not in destructive.COMMAND_TYPES):
        return None
    if not opens and candidate.action not in ACTIVATING:
        return None
    if control.hwnd not in windows:
        windows[control.hwnd] = around(control)
    return (
        saving.of_command(control, windows[control.hwnd]) if opens else policy.against(control, windows[control.hwnd])
    )


def _fits(rule: Rule, candidate: Candidate) -> bool:
    control = candidate.control
    if rule.action is not None and rule.action != candidate.action:
        return False
    if rule.control_type is not None and (control is None or control.control_type != rule.control_type):
        return False
    for pattern, text in ((rule.automation_id_re, control.automation_id if control else ""),
                          (rule.name_re, control.name if control else "")):  # fmt: skip
        if pattern is not None and compile_re(pattern, "action_space").search(text) is None:
            return False
    return True


def _ruled(candidate: Candidate, rules: Sequence[Rule]) -> Candidate | None:
    """The candidate with the weights and texts of the rules that fit it; None where it is never done."""
    weight, texts, values = candidate.weight, candidate.texts, candidate.values
    for rule in rules:
        if _fits(rule, candidate):
            weight *= rule.weight
            texts, values = rule.texts or texts, (*values, *rule.values)
    if weight <= 0:
        return None
    if (weight, texts, values) == (candidate.weight, candidate.texts, candidate.values):
        return candidate
    return replace(candidate, weight=weight, texts=texts, values=values)


# -- by pattern -----------------------------------------------------------------------------------------------------


def _offers(screen: Screen, policy: Policy, known: Shown, lists: Mapping[int, Sequence[Place]]) -> Iterator[Candidate]:
    by_input = policy.input != "never"
    if _is_file_dialog(screen):
        yield from _out_of_file_dialog(screen)
        return
    if screen.opened and screen.places[screen.opened[-1]].control.control_type == "ComboBox":
        place = screen.places[screen.opened[-1]]  # its items are chosen by their text once they are known
        if place.key in known.items:
            yield offer(place, "select_combo", "setter")
        yield offer(place, "collapse", "closing", SELDOM if place.key in known.items else 1.0)
        return
    in_rows: dict[str, list[Place]] = {}
    for index in screen.usable:
        place = screen.places[index]
        if by_input and place.control.control_type == "Thumb" and _is_free(screen, place):
            yield offer(place, "drag", "setter", SELDOM)
        if place.part or place.control.control_type in READ_ONLY:
            continue
        if place.container >= 0 and place.control.control_type in ("DataItem", "ListItem") and not screen.opened:
            continue
        if place.in_row:
            if place.control.enabled:
                in_rows.setdefault(place.key, []).append(place)
            continue
        if place.control.control_type == "ListItem" and _in_combo_box(screen, place):
            continue  # its box chooses it by its text
        if place.control.enabled:
            takes_no_text = _is_only_chosen_from(screen, index)
            found = _of_control(place, by_input, known)
            yield from (c for c in found if not (takes_no_text and c.action == "type_text"))
    for container, items in sorted(lists.items()):
        yield from of_items(screen, container, [p for p in items if p.control.control_type != "TreeItem"])
        if by_input:
            yield from by_mouse(screen.places[container], items)
    for places in in_rows.values():
        yield from _of_rows(tuple(places), by_input, known)
    yield from _of_window(screen, by_input)


def _is_free(screen: Screen, thumb: Place) -> bool:
    """Whether a thumb is that of a splitter, or of a range: no part of a scroll bar, a slider or a column's head."""
    above = screen.places[thumb.parent].control.control_type if thumb.parent >= 0 else ""
    return thumb.control.enabled and not thumb.part and above != "HeaderItem"


def _in_combo_box(screen: Screen, place: Place) -> bool:
    return place.parent >= 0 and screen.places[place.parent].control.control_type == "ComboBox"


def _is_only_chosen_from(screen: Screen, index: int) -> bool:
    """Whether this is a combo box of Windows Forms without a field: its value takes the texts of its items only.

    Source: dotnet/winforms, ComboBox.Text and Control.ControlAccessibleObject.IsReadOnly.
    """
    control = screen.places[index].control
    if control.control_type != "ComboBox" or not control.class_name.startswith(WINFORMS):
        return False
    return not any(p.parent == index and p.control.control_type == "Edit" for p in screen.places)


def _of_control(place: Place, by_input: bool, known: Shown) -> Iterator[Candidate]:
    control = place.control
    kind = control.control_type
    if kind == "Calendar" or is_date_field(control):
        if by_input:
            yield offer(place, "set_value", "setter")
    elif kind in ("Edit", "Document"):
        if not control.read_only and (control.can("Value") or (by_input and control.focusable)):
            yield offer(place, "type_text", "setter", 1.0 if kind == "Edit" else 0.4)
    elif kind == "ComboBox":
        if place.key in known.items:
            yield offer(place, "select_combo", "setter")
        elif control.can("ExpandCollapse"):
            yield offer(place, "expand", "opening")
        if control.can("Value") and control.read_only is False:
            yield offer(place, "type_text", "setter", 0.5)
    elif kind in ("Slider", "Spinner"):
        if control.can("RangeValue") and not control.read_only:
            yield offer(place, "set_value", "setter")
        elif by_input and kind == "Spinner" and not control.read_only:  # its field tells the number
            yield offer(place, "type_text", "setter")
    elif kind in ("TabItem", "TreeItem", "RadioButton", "ListItem", "DataItem"):
        yield from of_item(place)
    elif kind == "MenuItem" and control.can("ExpandCollapse") and control.expanded != "leaf":
        if control.expanded == "collapsed":
            entries = [known.menu[key] for key in sorted(known.menu) if known.menu[key].bar == place.key]
            yield offer(place, "expand", "opening", SELDOM if entries else 0.7)
            for entry in entries:
                yield Candidate(f"menu {entry.place.key}", "menu", entry.place, "command", 1.0, path=entry.path)
    elif control.can("Toggle"):
        yield offer(place, "toggle", "setter")
    elif kind == "HeaderItem":
        if control.can("Invoke"):
            yield offer(place, "click", "opening", ONCE)
    elif control.can("Invoke"):
        yield offer(place, "click", "command")
    elif control.can("Value") and control.read_only is False and kind == "Custom":
        yield offer(place, "set_value", "setter")
    elif control.can("ExpandCollapse") and kind in ("Group", "Custom", "Button") and control.expanded != "leaf":
        yield unfold(place)
    elif by_input and kind in PRESSED:
        yield offer(place, "click", "command")


def _of_rows(places: tuple[Place, ...], by_input: bool, known: Shown) -> Iterator[Candidate]:
    """What stands in every row: one candidate for all. The texts of cells are typed by their grid (`_of_items`).

    Where each of a few rows says something else, as a bar of pages does, each stands for itself. A cell that can be
    pressed and not edited is pressed where it has a name: a record could not name it otherwise.
    """
    if places[0].control.control_type == "Custom":
        places = tuple(
            p for p in places if p.control.can("Invoke") and p.control.name and p.control.read_only is not False
        )
    if places and places[0].control.control_type in SAYING and (each := each_by_name(places)):
        for place in each:
            yield from _of_control(place, by_input, known)
        return
    for candidate in _of_control(places[0], by_input, known) if places else ():
        yield replace(candidate, items=places, weight=candidate.weight * IN_ROWS)


def _of_window(screen: Screen, by_input: bool) -> Iterator[Candidate]:
    window = screen.window
    if screen.opened:
        place = screen.places[screen.opened[-1]]
        yield Candidate(f"collapse {place.key}", "collapse", place, "closing", 0.15)
        return
    if window is None:
        return
    if any(w.popup for w in screen.snapshot.windows) and by_input:
        yield Candidate("keys Esc", "send_keys", None, "closing", 0.15)
        if screen.popups:
            return
    root = next((p for p in screen.places if p.control.hwnd == window.hwnd and p.parent < 0), None)
    if root is not None and (window.owner or _is_secondary(window, screen)):
        yield Candidate(f"close {root.key}", "close_window", None, "closing", 0.25)
    if by_input:
        yield Candidate("keys", "send_keys", None, "page", 0.15)


def _is_file_dialog(screen: Screen) -> bool:
    """Whether the system asks for a file or folder: what is chosen or written there is not the program's own."""
    window = screen.window
    if window is None or not window.is_system_dialog:
        return False
    return any(p.control.hwnd == window.hwnd and p.control.automation_id in FILE_NAME_IDS for p in screen.places)


def _out_of_file_dialog(screen: Screen) -> Iterator[Candidate]:
    """Only the way out: by its Cancel button, or by closing it."""
    for index in screen.usable:
        place = screen.places[index]
        if place.control.automation_id == CANCEL_ID and place.control.control_type == "Button":
            yield offer(place, "click", "closing")
    root = next((p for p in screen.places if screen.window and p.control.hwnd == screen.window.hwnd and p.parent < 0),
                None)  # fmt: skip
    if root is not None:
        yield Candidate(f"close {root.key}", "close_window", None, "closing", 0.25)


def _is_secondary(window: WindowInfo, screen: Screen) -> bool:
    """Whether it is a message box, or smaller than another window of the program."""
    if window.is_system_dialog:
        return True
    area = window.rect.width * window.rect.height
    return any(w.rect.width * w.rect.height > area for w in screen.snapshot.windows if not w.popup)
