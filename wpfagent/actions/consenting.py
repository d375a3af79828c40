"""Asking for consent before something destructive is done, whichever way it would come about.

By using a control, by a caption of a menu path, by a key that activates a control (Enter, Space, Delete, access keys),
by a chord that ends the program, by a newline in typed text, by an overwrite. Each function returns when nothing is
destructive or consent was given, and raises through `doing.permit` before anything was touched.
"""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.actions.doing import Doing
from wpfagent.core.errors import StaleRef
from wpfagent.core.model import Control, Snapshot
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locate import window_of
from wpfagent.desktops.target import main_window
from wpfagent.safety import destructive
from wpfagent.safety.destructive import Reason, Surroundings
from wpfagent.safety.keyboard import PRESSED_BY_SPACE

ENDING_CHORDS = (("Alt", "F4"), ("Ctrl", "Q"), ("Alt", "Space"))
"""Chords that end the program, or (Alt+Space) open the menu that does."""
DELETING = frozenset({"delete", "remove", "erase", "purge", "wipe", "destroy", "discard", "uninstall", "削除", "消去",
                      "破棄"})  # fmt: skip
ACTIVATED_BY_ENTER = ("Button", "SplitButton", "MenuItem", "Hyperlink", "Custom")
CAPTIONED = destructive.COMMAND_TYPES | {"ListItem", "TreeItem", "TabItem", "RadioButton", "CheckBox"}
"""What is pressed or chosen by its caption: one that changed since it was judged is not what was asked for."""
WITH_ACCESS_KEYS = ("Button", "MenuItem", "Hyperlink", "SplitButton", "CheckBox", "RadioButton", "TabItem", "ListItem",
                    "Text", "Custom")  # fmt: skip
DISCARDING = frozenset({"discard", "discard changes", "abandon", "破棄"})
"""What a cancel button says that loses something; Esc presses it."""
EVERY = 10_000
"""All elements of a kind, wherever they stand and whether they show: their keys work all the same."""


def of_control(doing: Doing, control: Control, known: Snapshot | None = None) -> None:
    """Ask when using this control, or the button that it is the caption of, is destructive."""
    if (reason := reason_of(doing, control, known)) is not None:
        doing.permit(reason, control)


def reason_of(doing: Doing, control: Control, known: Snapshot | None = None) -> Reason | None:
    """Return why using this control, or the button that it is the caption of, is destructive; None when it is not.

    Args:
        doing: the action's context.
        control: the control.
        known: the tree as it was read a moment ago: what stands around the control is not read again.
    """
    around = doing.surroundings(control, known)
    pressed = (control, *_captioned(doing, control, PASSIVE))
    return destructive.of_press(pressed, around, doing.policy.destructive_patterns)


def of_press(doing: Doing, judged: Control, now: Control, between: Sequence[Control] | None = None) -> None:
    """Ask, in the last call before a control is pressed, by what it is now and by what lies on it.

    Args:
        doing: the action's context.
        judged: the control as it was judged first.
        now: the same, read a moment ago.
        between: what lies under the pointer, up to the control; None where the mouse is not used.

    Raises:
        StaleRef: the caption is no longer the one that was judged.
    """
    around = doing.surroundings(now, doing.before)
    above = _captioned(doing, now, (*PASSIVE, *AREAS)) if between is not None else ()
    pressed = (*(between or ()), now, *above)
    if (reason := destructive.of_press(pressed, around, doing.policy.destructive_patterns)) is not None:
        doing.permit(reason, now)
    if now.control_type in CAPTIONED and destructive.is_renamed(judged, now):
        raise StaleRef(
            f"{judged.describe()} became {now.describe()} before it was pressed; nothing was done.",
            hint="Look again, and name it as it is now.",
            details={"candidates": [now.to_dict()]},
        )


PASSIVE = ("Text", "Image")
AREAS = ("Custom", "Group", "Pane")


def _captioned(doing: Doing, control: Control, kinds: Sequence[str]) -> list[Control]:
    """The buttons and items around an element of these kinds: using it uses them."""
    found: list[Control] = []
    above: Control | None = control if control.control_type in kinds else None
    for _ in range(3):
        above = doing.desktop.parent(above, timeout_s=doing.left_s) if above else None
        if above is None or above.control_type == "Window":
            break
        found.append(above)
    return found


def of_drop(doing: Doing, target: Control) -> None:
    """Ask when dropping something on this control is destructive ("Recycle bin"); "Drop here" only says what it is."""
    around = doing.surroundings(target)
    reason = destructive.of_drop(target) or destructive.of_command(target, around, doing.policy.destructive_patterns)
    if reason is not None and reason.what != "drop":
        doing.permit(reason, target)


def of_path(doing: Doing, path: Sequence[str]) -> None:
    """Ask when a menu path is destructive by its captions: before any menu is opened."""
    for label in path[:-1]:
        word = destructive.of_label(label)
        if word in DELETING:  # `Delete > All rows`; but `Format > Font` formats nothing
            doing.permit(Reason(word, f"the menu {' > '.join(path)!r}"), None)
    label = path[-1]
    if (word := destructive.of_label(label)) or (word := destructive.of_identifier(label)):
        doing.permit(Reason(word, f"the caption {label!r}"), None)


def of_reason(doing: Doing, what: str, where: str) -> None:
    """Ask for something that is known to be destructive."""
    doing.permit(Reason(what, where), None)


def of_ending(doing: Doing, root: Control, how: str) -> None:
    """Ask before the program is ended."""
    doing.permit(Reason("end the program", how), root)


def of_typing(doing: Doing, field: Control, text: str) -> None:
    """Ask when typed text would press a button: a newline in a single-line field is Enter."""
    if ("\n" in text or "\r" in text) and field.control_type != "Document":
        _of_enter(doing, field)


def of_chord(doing: Doing, control: Control | None, chord: Sequence[str]) -> None:
    """Ask when a chord ends the program, deletes, or activates something destructive.

    Args:
        doing: the action's context.
        control: where the keys go; None = what has the focus.
        chord: canonical key names.
    """
    focused = control or doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    if tuple(chord) in ENDING_CHORDS:
        _of_closing_chord(doing, focused, chord)
    key, modifiers = chord[-1], tuple(chord[:-1])
    if key == "Delete" and focused is not None and focused.control_type in destructive.DELETABLE_TYPES:
        doing.permit(Reason("delete", f"the Delete key on {focused.describe()}"), focused)
    if key == "Enter":
        _of_enter(doing, focused)
    if key == "Esc":
        _of_escape(doing, focused)
    presses = focused is not None and focused.control_type in PRESSED_BY_SPACE
    if key == "Space" and modifiers != ("Alt",) and focused is not None and presses:
        of_control(doing, focused)
    if len(key) == 1 and modifiers in ((), ("Alt",), ("Shift",), ("Alt", "Shift"), ("Shift", "Alt")):
        _of_access_key(doing, key, focused, alt="Alt" in modifiers)


def _of_closing_chord(doing: Doing, focused: Control | None, chord: Sequence[str]) -> None:
    windows = doing.windows()
    main = main_window(windows)
    front = next((w for w in windows if w.hwnd == doing.desktop.foreground()), None)
    at = window_of(focused, windows) if focused else None
    closing = at or front or main
    if tuple(chord) == ("Ctrl", "Q") or (main is not None and closing is not None and closing.hwnd == main.hwnd):
        doing.permit(Reason("end the program", "+".join(chord)), focused)


def _of_enter(doing: Doing, focused: Control | None) -> None:
    """Enter presses the focused button; elsewhere the window's default button, which UIA does not tell: any counts."""
    if focused is not None and focused.control_type in ACTIVATED_BY_ENTER:
        of_control(doing, focused)
        return
    if focused is not None and focused.control_type == "Document":
        return
    for button, reason in _destructive_buttons(doing, focused):
        doing.permit(Reason(reason.what, f"{reason.where}, which Enter may press"), button)


def _of_escape(doing: Doing, focused: Control | None) -> None:
    """Esc presses the window's cancel button, which UIA does not tell: one that says that it discards counts."""
    if any(w.popup for w in doing.windows()):
        return
    for button, reason in _destructive_buttons(doing, focused):
        if reason.what.casefold() in DISCARDING:
            doing.permit(Reason(reason.what, f"{reason.where}, which Esc may press"), button)


def _destructive_buttons(doing: Doing, focused: Control | None) -> list[tuple[Control, Reason]]:
    """The enabled buttons of the focused window that are destructive, also those that do not show."""
    windows = doing.windows()
    window = (window_of(focused, windows) if focused else None) or next((w for w in windows if w.is_usable), None)
    if window is None:
        return []
    buttons = doing.desktop.find(
        Conditions(control_type="Button"), windows=(window,), limit=EVERY, timeout_s=doing.left_s
    )
    able = [b for b in buttons if b.enabled and b.hwnd == window.hwnd and not _is_of_title_bar(b)]
    around = doing.surroundings(able[0]) if able else Surroundings()
    judged = ((b, destructive.of_command(b, around, doing.policy.destructive_patterns)) for b in able)
    return [(button, reason) for button, reason in judged if reason is not None]


def _is_of_title_bar(button: Control) -> bool:
    """Whether this is one of the frame's own buttons: Enter and Esc never press them."""
    return not button.focusable and button.automation_id in ("Close", "Minimize", "Maximize", "Restore")


def _of_access_key(doing: Doing, key: str, focused: Control | None, *, alt: bool) -> None:
    """Alt and a letter press the control with that access key; in an open menu the letter alone does."""
    in_menu = focused is not None and focused.control_type == "MenuItem"
    in_menu = in_menu or (not alt and any(w.popup for w in doing.windows()))
    if not alt and not in_menu:
        return
    kinds = ("MenuItem",) if in_menu and not alt else WITH_ACCESS_KEYS
    for kind in kinds:
        for control in doing.find_all(Conditions(control_type=kind), limit=EVERY):
            letter = control.access_key.replace(" ", "").split("+")[-1].upper()
            if letter == key and control.enabled:
                of_control(doing, control)
