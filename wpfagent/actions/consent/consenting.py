"""Asking for consent before something destructive is done, whichever way it would come about.

By a control, a menu path, a key that activates a control, a chord that ends the program, a newline in typed text. Each
function returns when nothing is destructive or consent was given, and raises through `doing.permit` before the act.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from wpfagent.actions.consent import default_buttons, keys_to, renewed, saying, shown_keys, surrounding
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.core.keys import ends_program
from wpfagent.core.model import AREAS, ROW_TYPES, Control, Rect, Snapshot, WindowInfo
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating.locate import window_of
from wpfagent.desktops.target import main_window
from wpfagent.safety import destructive, questions, saving
from wpfagent.safety.destructive import Reason, Surroundings
from wpfagent.safety.lexicon import of_item, of_label

PRESSED_BY_SPACE = renewed.CAPTIONED | {"Custom", "DataItem"}
"""What Space presses, chooses or ticks where it has the focus."""
ACTIVATED_BY_ENTER = destructive.COMMAND_TYPES | {"Custom"}
KEEPING_ENTER = destructive.COMMAND_TYPES | {"Document"}
WITH_ACCESS_KEYS = Conditions(control_types=(*sorted(renewed.CAPTIONED), "Text", "Custom"), keyed=True)
DISCARDING = ("discard", "abandon", "do", "without", "exit", "quit", "log", "sign", "破棄", "保存しない", "保存せず",
              "終了")  # fmt: skip
"""How what a cancel button says begins that loses or ends something; Esc presses it."""
NATIVE_MENU = "#32768"
"""The window class of menus that Windows draws, those of the frame too."""
TAB_KEYS = frozenset({"Tab", "PageUp", "PageDown"})
"""With Ctrl they choose another tab."""
CHOSEN_BY_ANY_BUTTON = destructive.ITEMS - {"CheckBox"} | {"DataItem"}
"""What the right button chooses, too, before a menu opens."""
TYPED = re.compile(r"\b(?:type|enter|write)\b|入力", re.IGNORECASE)
"""How a text begins that says which word to enter: `Type DELETE to delete all rows`."""
OPENED = frozenset({"ComboBox", "Custom", "Group", "Pane", "TreeItem"})
Between = Sequence[Control] | None
"""What lies under the pointer, up to the element that is pressed; None where the mouse is not used."""


def of_control(doing: Doing, control: Control, known: Snapshot | None = None, between: Between = None) -> None:
    """Ask when using this control, or the button that it is the caption of, is destructive."""
    of_gesture(doing, control, "click")
    if (reason := reason_of(doing, control, known, between)) is not None:
        doing.permit(reason, control)


def reason_of(doing: Doing, control: Control, known: Snapshot | None = None, between: Between = None) -> Reason | None:
    """Return why using this control, or the button that it is the caption of, is destructive; None when it is not.

    Args:
        doing: the action's context.
        control: the control.
        known: the tree as it was read a moment ago: what stands around the control is not read again.
        between: what lies under the pointer.
    """
    around = surrounding.around(doing, control, known)
    above = saying.around(doing, control, saying.PASSIVE if between is None else (*saying.PASSIVE, *AREAS))
    pressed = (said for hit in (*(between or ()), control, *above) for said in (hit, *saying.inside(doing, hit)))
    return _of_menus(doing, control) or _against(doing, pressed, around)


def of_press(doing: Doing, judged: Control, now: Control, between: Between = None) -> None:
    """Ask, in the last call before a control that was judged is pressed, by what it is now and by what lies on it.

    Raises:
        StaleRef: the caption is no longer the one that was judged.
    """
    of_control(doing, now, doing.known, between)
    renewed.check_same(judged, now)


def of_gesture(doing: Doing, control: Control | None, gesture: str) -> None:
    """Ask when the window says that a gesture, or a key, is destructive: `Double-click to delete`, `F8: delete all`."""
    for said in saying.of_gesture(doing, control, gesture):
        if questions.loses(word := of_label(said)):
            doing.permit(Reason(word or "", f"{gesture}, of which {said!r} tells"), control)


def of_captions(doing: Doing, captions: Sequence[str], point: tuple[int, int]) -> None:
    """Ask when a text that is read where a click goes is destructive on a button: nothing else says what is there."""
    windows = doing.windows()
    window = next((w for w in windows if w.rect.contains(*point)), None)
    for text in captions:
        seen = Control(
            "", name=text, control_type="Button", bounding_rect=Rect(*point, 1, 1), pid=doing.app.pid,
            hwnd=window.hwnd if window is not None else 0,
        )  # fmt: skip
        if (reason := doing.policy.against(seen, surrounding.around(doing, seen, doing.known))) is not None:
            doing.permit(replace(reason, where=f"{text!r}, which is read at {point[0]},{point[1]}"), seen)


def of_unread(doing: Doing, point: tuple[int, int]) -> None:
    """Ask when nothing tells what a click presses: it is drawn, and no engine is installed that reads it."""
    unread = "anything: no OCR engine is installed that could read it"
    doing.permit(Reason(unread, f"what is drawn at {point[0]},{point[1]}"), None)


def of_choice(doing: Doing, hit: Sequence[Control], button: str) -> None:
    """Ask when what is hit by another button than the left one is lost by that, or an item that must not be chosen."""
    of_gesture(doing, hit[-1], button)
    for control in hit:
        if control.control_type in CHOSEN_BY_ANY_BUTTON:
            of_control(doing, control)


def _against(doing: Doing, pressed: Iterable[Control], around: Surroundings) -> Reason | None:
    """Why a press is destructive, or saves, that goes through these controls: the innermost first."""
    told = [replace(c, help_text=doing.tips.get(c.runtime_id, "") or c.help_text) for c in pressed]
    told = [replace(c, name="") if saying.erases_a_sign(doing, c) else c for c in saying.as_items(told)]
    return next(filter(None, (doing.policy.against(control, around) for control in told)), None)


def of_drop(doing: Doing, target: Control) -> None:
    """Ask when dropping something on this control is destructive ("Recycle bin"); "Drop here" only says what it is."""
    below = [replace(target, name=text) for text in saying.below(doing, target) if target.control_type == "Image"]
    told = map(destructive.of_drop, (target, *below, *saying.around(doing, target, (target.control_type,))))
    reason = next(filter(None, told), None) or doing.policy.against(target, surrounding.around(doing, target))
    if reason is not None and reason.what != "drop":
        doing.permit(reason, target)


def of_path(doing: Doing, path: Sequence[str]) -> None:
    """Ask when a menu path is destructive by its captions: before any menu is opened."""
    if (reason := destructive.of_path(path)) is not None:
        doing.permit(reason, None)
    if doing.policy.leaves_saving and (reason := saving.of_path(path)) is not None:
        doing.permit(reason, None)


def _of_menus(doing: Doing, control: Control) -> Reason | None:
    """Why an item of a menu is destructive by the menus that are open around it: `Everything` in `Delete`."""
    if control.control_type != "MenuItem" or destructive.only_opens(control):
        return None
    menus = [c.name for c in doing.known or () if c.control_type == "MenuItem" and c.expanded == "expanded"]
    return next(filter(None, (destructive.of_path((menu, control.name)) for menu in menus)), None)


def of_closing(doing: Doing, window: WindowInfo | None, how: str, control: Control | None = None) -> None:
    """Ask before a window is closed that is the program's main one: that ends the program."""
    main = main_window(doing.windows(), doing.app.first)
    if main is not None and window is not None and window.hwnd == main.hwnd:
        doing.permit(Reason("end the program", how), control)


def of_point(doing: Doing, point: tuple[int, int]) -> None:
    """Ask when the mouse would press the frame's own close button, or its menu, whose double click closes."""
    under = next((w for w in doing.windows() if w.rect.contains(*point)), None)
    if under is not None and doing.desktop.frame_part(*point):
        of_closing(doing, under, f"the frame of the main window {under.title!r}")
    if under is not None:
        _of_unread_menu(doing, under, "a click")


def _of_unread_menu(doing: Doing, menu: WindowInfo, how: str) -> None:
    """A menu of Windows whose items cannot be read may be the frame's own, which closes the window."""
    if menu.class_name != NATIVE_MENU:
        return
    if not doing.desktop.find(Conditions(control_type="MenuItem"), windows=(menu,), limit=1, timeout_s=doing.left_s):
        below = next((w for w in doing.windows() if w.enabled and not w.popup), None)
        of_closing(doing, below, f"{how} in a menu of Windows whose items cannot be read")


def of_typing(doing: Doing, field: Control, text: str) -> None:
    """Ask when typed text would press a button: a newline in a single-line field is Enter, U+001B is Esc to WPF."""
    if ("\n" in text or "\r" in text) and field.control_type != "Document":
        _of_enter(doing, field)
    if "\x1b" in text:
        _of_escape(doing, field)


def of_opening(doing: Doing, control: Control) -> None:
    """Ask when what is opened, or chosen from, loses everything, or what is chosen: `Delete all`, not `Delete`."""
    if control.control_type in OPENED:
        of_item_text(doing, control, control.name, sets=True)
        if word := destructive.of_tip(control.help_text):
            doing.permit(Reason(word, f"{control.describe()}, whose tool tip says {control.help_text!r}"), control)


def of_item_text(doing: Doing, holder: Control, text: str, *, sets: bool = False) -> None:
    """Ask when the item of this text, which is about to be chosen by it (`sets`: opened), is destructive."""
    if (word := of_item(text, sets=sets)) is not None:
        doing.permit(Reason(word, f"the item {text!r} of {holder.describe()}"), holder)


def characters_that_press(doing: Doing) -> str:
    """Return the characters that would press something destructive, were the focus on it, or no longer in a field."""
    found = [c for c in doing.find_all(WITH_ACCESS_KEYS, limit=saying.EVERY) if c.enabled]
    told = [c for c in found if doing.policy.against(c, surrounding.around(doing, c, doing.known)) is not None]
    letters = "".join(c.access_key.replace(" ", "").split("+")[-1] for c in told)
    return f" {letters.upper()}{letters.lower()}" if told else ""


def of_entry(doing: Doing, field: Control, text: str) -> None:
    """Ask when an entered text is what something destructive waits for: the word for it, an item of a combo box."""
    if not text:
        of_gesture(doing, field, "empty")
    for said in saying.of_field(doing, field):
        is_asked = text.strip() and re.search(rf"(?<!\w){re.escape(text.strip())}(?!\w)", said) and TYPED.search(said)
        if is_asked and (asked := questions.of_dialog(["", said])):
            doing.permit(Reason(asked[0], f"the field {said!r}"), field)
    combo = field if field.control_type == "ComboBox" else doing.desktop.parent(field, timeout_s=doing.left_s)
    if combo is None or combo.control_type != "ComboBox" or not text.strip():
        return
    real = doing.find_all(Conditions(control_type="ListItem"), within=combo, limit=saying.EVERY)
    known = [c.name for c in (*real, *saying.unreal_items(doing, combo, real))] or [text]  # a closed list may tell none
    for name in known:
        if name.casefold().startswith(text.casefold()):
            of_item_text(doing, combo, name)


def of_moving(doing: Doing, focused: Control, key: str) -> None:
    """Ask when a key or the wheel may choose a destructive item: which one it chooses, only the program knows."""
    holder, kind = keys_to.holder_of_items(doing, focused, key)
    if focused.control_type == "Slider":
        of_control(doing, focused)
    if holder is None:
        return
    of_opening(doing, holder)
    found = doing.find_all(Conditions(control_type=kind), within=holder, limit=saying.EVERY)
    is_inside = focused.ref in [c.ref for c in found[1:-1]]
    if not (key in keys_to.ARROWS and is_inside):  # it may lead to one that is not real yet
        found += saying.unreal_items(doing, holder, found)
    if len(key) == 1 and holder.control_type == "ComboBox" and saying.takes_text(doing, holder):
        begun = (key.casefold(), f"{holder.value or ''}{key}".casefold())  # it is typed, and may be completed
        found = [item for item in found if item.name.casefold().startswith(begun)]
    around = surrounding.around(doing, holder, doing.known)
    for item in found:
        if not item.selected and (reason := doing.policy.against(item, around)) is not None:
            doing.permit(replace(reason, where=f"{reason.where}, which {key} may choose"), item)


def of_chord(doing: Doing, control: Control | None, chord: Sequence[str], *, leads: bool = False) -> None:
    """Ask when a chord ends the program, deletes, or activates something destructive.

    Args:
        doing: the action's context.
        control: where the keys go; None = what has the focus.
        chord: canonical key names.
        leads: whether Alt or F10 was pressed before: letters may go to key tips, wherever the focus is.
    """
    focused = control or doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    if doing.policy.leaves_saving and (reason := saving.of_chord(chord)) is not None:
        doing.permit(reason, focused)
    if ends_program(chord):
        _of_closing_chord(doing, focused, chord)
    key, modifiers, pressed = chord[-1], tuple(chord[:-1]), "+".join(chord)
    if key == "Delete" and not keys_to.lose_a_character(doing, focused):
        at = focused.describe() if focused is not None else "what has the focus"
        doing.permit(Reason("delete", f"the Delete key on {at}"), focused)
    if len(key) == 1 or key in ("Enter", "Space"):
        focused = keys_to.menu_bar_item(doing, focused) or focused
    if key == "Enter":
        _of_enter(doing, focused, alt="Alt" in modifiers)
    if key == "Esc":
        _of_escape(doing, focused)
    if key == "Space" and "Alt" not in modifiers and focused is not None and focused.control_type in PRESSED_BY_SPACE:
        of_control(doing, focused)
    is_letter = len(key) == 1 and not {"Ctrl", "Alt"} & set(modifiers)
    if focused is not None and (is_letter or (key in keys_to.MOVING and "Alt" not in modifiers)):
        of_moving(doing, focused, key)
    pastes = pressed in keys_to.PASTING  # a combo box completes it to one of its items
    if focused is not None and pastes and focused.control_type in ("ComboBox", "Edit"):
        of_moving(doing, focused, pressed)
    if focused is not None and pressed in keys_to.TAKING:
        _of_taking(doing, focused, pressed)
    if key in TAB_KEYS and "Ctrl" in modifiers:
        for tabs in doing.find_all(Conditions(control_type="Tab"), limit=saying.EVERY):
            of_moving(doing, tabs, pressed)
    if is_letter or key in ("Enter", "Space"):
        _of_open_menus(doing, focused, key)
    if len(key) == 1 and "Ctrl" not in modifiers:
        leads = leads or (control is not None and is_letter and keys_to.go_to_tips(doing))
        _of_access_key(doing, key, focused, alt="Alt" in modifiers, leads=leads)
    for button in shown_keys.buttons_of(doing, chord):
        of_control(doing, button)
    in_text = (is_letter or key in ("Backspace", "Delete")) and keys_to.lose_a_character(doing, focused)
    if not (in_text and is_letter):
        of_gesture(doing, focused, "empty" if in_text else pressed)


def _of_taking(doing: Doing, focused: Control, chord: str) -> None:
    """Ask when a key takes an item: the one that has the focus; of an open list any, as the pointer may rest on it."""
    if focused.control_type in ROW_TYPES and chord != "Tab":
        of_control(doing, focused)
    elif focused.control_type == "ComboBox" or any(w.popup for w in doing.windows()):
        holder, _ = keys_to.holder_of_items(doing, focused, chord)
        if holder is not None and holder.expanded == "expanded":
            of_moving(doing, focused, chord)


def _of_closing_chord(doing: Doing, focused: Control | None, chord: Sequence[str]) -> None:
    windows = doing.windows()
    main = main_window(windows, doing.app.first)
    front = next((w for w in windows if w.hwnd == doing.desktop.foreground()), None)
    at = window_of(focused, windows) if focused else None
    if chord[-1] == "Q":
        doing.permit(Reason("end the program", "+".join(chord)), focused)
    of_closing(doing, at or front or main, "+".join(chord), focused)


def _of_enter(doing: Doing, focused: Control | None, *, alt: bool = False) -> None:
    """Enter presses the focused button; elsewhere the window's default button: any that may be it counts."""
    if alt and focused is not None and framework_of(doing.framework(focused)).alt_keeps_from_buttons:
        return
    kind = focused.control_type if focused is not None else ""
    if focused is not None and kind in ACTIVATED_BY_ENTER:
        of_control(doing, focused)
    if kind == "Text":  # which of its links has the focus is not told
        for link in doing.find_all(Conditions(control_type="Hyperlink"), within=focused):
            of_control(doing, link)
    if kind in KEEPING_ENTER:  # a date picker, which is Custom, leaves it to the window
        return
    for text in saying.of_field(doing, focused) if focused is not None else ():
        if questions.loses(word := of_label(text)):
            doing.permit(Reason(word or "", f"Enter in the field {text!r}"), focused)
    for item in saying.found_below(doing, focused) if focused is not None else ():
        if (reason := reason_of(doing, item)) is not None:
            doing.permit(replace(reason, where=f"{reason.where}, which Enter may take"), item)
    for button, reason in default_buttons.pressed_by(doing, "Enter", focused):
        doing.permit(replace(reason, where=f"{reason.where}, which Enter may press"), button)


def _of_escape(doing: Doing, focused: Control | None) -> None:
    """Esc presses the window's cancel button, which UIA does not tell: one that discards or ends something counts."""
    if keys_to.lead_elsewhere(doing):
        return
    for button, reason in default_buttons.pressed_by(doing, "Esc", focused):
        if reason.what.casefold().startswith(DISCARDING):
            doing.permit(Reason(reason.what, f"{reason.where}, which Esc may press"), button)


def _of_open_menus(doing: Doing, focused: Control | None, key: str) -> None:
    """A key presses an item of an open menu; where the focus does not tell which, any of them counts."""
    menus = [w for w in doing.windows() if w.popup or (w.owner and not w.titled)]
    for menu in menus:
        _of_unread_menu(doing, menu, key)
    is_letter, is_told = len(key) == 1, focused is not None and focused.control_type == "MenuItem"
    if menus and (is_letter or not is_told):
        for item in doing.find_all(Conditions(control_type="MenuItem"), limit=saying.EVERY):
            if item.enabled and item.visible and (keys_to.press_item(item, key) or not is_letter):
                of_control(doing, item)


def _of_access_key(doing: Doing, key: str, focused: Control | None, *, alt: bool, leads: bool) -> None:
    """Alt and a letter press the control with that access key; the letter alone does where nothing takes letters."""
    at = focused.control_type if focused is not None else ""
    if not (alt or leads) and focused is not None and keys_to.are_letters_for(doing, focused):
        return
    keyed = Conditions(control_type="MenuItem", keyed=True) if at == "MenuItem" and not alt else WITH_ACCESS_KEYS
    for control in doing.find_all(keyed, limit=saying.EVERY):
        if control.enabled and keys_to.press_item(control, key):
            of_control(doing, control)
