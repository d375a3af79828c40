"""The keyboard at an element: the focus, chords one by one, and typed text that stays where it belongs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wpfagent.actions.base import Performed
from wpfagent.actions.consent import consenting, keys_to
from wpfagent.actions.doing import Doing
from wpfagent.actions.input import pointing
from wpfagent.core.errors import Refused, RefusedOutsideTarget, Unsupported, WpfAgentError
from wpfagent.core.model import Control
from wpfagent.core.named_by_order import NATIVE
from wpfagent.desktops.locating.items import ancestors
from wpfagent.desktops.locating.labels import NATIVE_FIELDS

TEXT_TYPES = ("Edit", "Document")
FOCUSED_S = 0.5
"""How long an element may take to have the focus that it was given."""
CHOSEN_BY_FOCUS = frozenset({"RadioButton", "TabItem", "TreeItem"})  # in some frameworks
CONTAINERS = ("List", "Tree", "DataGrid", "Tab")
"""What passes the keys on to one of its items."""
MENUS = 4
"""So many menus are closed, one inside the other."""
PARTS_DEEP = 3
"""So deep inside of an element may a part of it have the focus for it."""
DEPTH = 12
"""So deep may an item stand in its tree."""
PIECE = 50
"""So many characters are typed before it is looked again whether what has the focus still takes text."""
Chord = Sequence[str]


def check_allowed(doing: Doing) -> None:
    """Raise RefusedMode when the profile forbids input."""
    doing.policy.check_mode("Keyboard input", "input")


def take_focus(doing: Doing, control: Control) -> bool:
    """Give an element the focus by its pattern, without a click; return whether it has it then."""
    doing.give_way()
    doing.bring_to_front(control)
    if doing.read(control).focused:
        return True
    if control.control_type in CHOSEN_BY_FOCUS:
        consenting.of_control(doing, control)
    doing.focus(control)
    return doing.until(lambda: has_focus(doing, control), FOCUSED_S).ok


def ensure_focus(doing: Doing, control: Control) -> None:
    """Give an element the focus for keys: by its pattern, else by a click that is judged as a press.

    Raises:
        Unsupported: it cannot take the focus; a click would only press it, or another field keeps the focus.
    """
    check_allowed(doing)
    if take_focus(doing, control):
        return
    if control.control_type in pointing.ACTORS and not control.focusable:
        raise Unsupported(
            f"{control.describe()} cannot take the keyboard focus.", hint="Use click, or name the field beside it."
        )
    pointing.click(doing, control)
    if not doing.until(lambda: has_focus(doing, control), FOCUSED_S).ok:
        _check_let_go(doing, control)


def _check_let_go(doing: Doing, control: Control) -> None:
    """Raise Unsupported where a field elsewhere still has the focus: it refuses what it holds, and would get the keys.

    Source: dotnet/winforms, ContainerControl.ValidateThroughAncestor gives the focus back to what is not valid.
    """
    focused = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    if focused is None or (focused.control_type not in TEXT_TYPES and not focused.can("Value")):
        return
    here, place = control.bounding_rect, focused.bounding_rect
    if here is not None and place is not None and here.intersection(place).is_empty:
        raise Unsupported(
            f"{focused.describe()} keeps the keyboard focus: what is meant for {control.describe()} would go there.",
            hint="What was entered there may be refused: enter what it takes, or send_keys Esc.",
        )


def has_focus(doing: Doing, control: Control) -> bool:
    """Return whether an element, or something inside of it, has the keyboard focus."""
    now = doing.read(control)
    if now.focused:
        return True
    focused = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    if now.selected and focused is not None and _passes_keys_on(focused):
        return any(c.ref == focused.ref for c in ancestors(doing.desktop, control, DEPTH, doing.left_s))
    if focused is None:
        return False
    around = ancestors(doing.desktop, focused, PARTS_DEEP, doing.left_s)
    return focused.ref == control.ref or any(c.ref == control.ref for c in around)


def is_drawn(control: Control) -> bool:
    """Return whether an element that takes the focus tells nothing of what it holds: an editor draws its text so."""
    takes_focus = control.focusable or control.focused
    is_bare = control.control_type in ("Custom", "Pane") and takes_focus and not control.patterns
    return is_bare and not any(native.lower() in control.class_name.lower() for native in NATIVE_FIELDS)


def takes_caret(doing: Doing, control: Control) -> bool:
    """Return whether a text cursor stands in an element that tells nothing of itself, once it has the focus."""
    if not is_drawn(control) or doing.policy.input == "never":
        return False
    ensure_focus(doing, control)
    return doing.until(lambda: _holds_caret(doing, control), FOCUSED_S).ok


def _holds_caret(doing: Doing, control: Control) -> bool:
    return keys_to.shows_caret(doing, control) and has_focus(doing, control)


def type_at_caret(doing: Doing, control: Control, text: str, *, append: bool) -> Performed:
    """Type where the text cursor stands: what is there cannot be read, and nothing of it is replaced."""
    consenting.of_typing(doing, control, text)
    if append:
        press(doing, [("Ctrl", "End")], control=control, at_once=True)
    type_text(doing, text, control)
    doing.desktop.wait_idle(doing.app.pid, doing.left_s)
    return Performed("keyboard", subject=control, may_only_draw=True)


def _passes_keys_on(container: Control) -> bool:
    """Whether this is a native list or tree, which has the focus itself: keys go to the item that is chosen in it."""
    return container.control_type in CONTAINERS and container.class_name.startswith(NATIVE)


def current_item(doing: Doing, control: Control) -> Control:
    """Return the item of a list, tree, grid or tab that keys are meant for; the element itself elsewhere."""
    if control.control_type not in CONTAINERS:
        return control
    items = doing.desktop.children(control, limit=200, timeout_s=doing.left_s)
    able = [c for c in items if c.can("SelectionItem") and c.focusable and c.enabled]
    return next((c for c in able if c.selected), able[0] if able else control)


def press(
    doing: Doing,
    chords: Sequence[Chord],
    *,
    control: Control | None = None,
    is_judged: bool = False,
    at_once: bool = False,
) -> None:
    """Press chords one after another, each judged by what has the focus at that moment.

    Args:
        doing: the action's context.
        chords: canonical key names, at least one.
        control: where the first keys go; None = what has the focus.
        is_judged: the first chord was judged a moment ago, and nothing was done since.
        at_once: all of them stay in the field: no rest between them.

    Raises:
        Refused: a chord would do what nobody consented to, or the foreground left the target; says how far it got.
    """
    for number, chord in enumerate(chords):
        try:
            doing.give_way()
            check_foreground(doing)
            if number or not is_judged:
                leads = any(before in keys_to.LEADING for before in map(tuple, chords[:number]))
                consenting.of_chord(doing, control if at_once or number == 0 else None, chord, leads=leads)
        except Refused as error:
            if number:
                _leave_menus(doing)
            raise _after(error, chords, number) from None
        doing.goes_out()
        doing.desktop.press_keys(chord)
        if not at_once:
            doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s))


def check_foreground(doing: Doing) -> None:
    """Raise RefusedOutsideTarget when the window in front, which gets the keys, is not the target's."""
    front = doing.desktop.foreground()
    if not front or any(w.hwnd == front for w in doing.windows()):
        return
    raise RefusedOutsideTarget(
        f"The keyboard belongs to another program's window now, not to {doing.app.process}.",
        hint="Bring the target to the front (focus_window), then send the rest.",
    )


def type_text(doing: Doing, text: str, field: Control) -> None:
    """Type characters into a field that has the focus; Enter and Tab are chords of their own.

    Raises:
        Unsupported: the focus left for something that takes no text; says how much was typed.
    """
    if (item := keys_to.menu_bar_item(doing, None)) is not None:
        raise Unsupported(f"The keys go to {item.describe()} now.", hint="Leave the menu first: send_keys Esc.")
    typed = 0
    for part in re.split(r"(\r\n|[\r\n\t])", text):
        if not part:
            continue
        if part in ("\r\n", "\r", "\n", "\t"):
            focused = field if typed == 0 else None
            press(doing, [("Tab",) if part == "\t" else ("Enter",)], control=focused)
        else:
            pressing = consenting.characters_that_press(doing) if typed or len(part) > 1 else ""
            for at, piece in _pieces(part, pressing):
                doing.give_way()
                check_foreground(doing)
                if typed + at:
                    _check_takes_text(doing, field, text, typed + at, waits=piece[0] in pressing)
                doing.goes_out()
                type_in_front(doing, piece)
        typed += len(part)


def _pieces(text: str, pressing: str) -> list[tuple[int, str]]:
    """A text in pieces, each with its place: it is looked where the focus is before one of these characters, too."""
    rest = f"(?![{re.escape(pressing)}])." if pressing else "."
    return [(found.start(), found[0]) for found in re.finditer(rf".(?:{rest}){{0,{PIECE - 1}}}", text, re.DOTALL)]


def type_in_front(doing: Doing, text: str) -> None:
    """Type characters, each only while the window in front is the target's: another's would take the rest."""
    front = 0
    for character in text:
        doing.desktop.person.heed()
        if (now := doing.desktop.foreground()) != front:
            check_foreground(doing)
            front = now
        doing.desktop.type_text(character)


def _check_takes_text(doing: Doing, field: Control, text: str, typed: int, *, waits: bool = False) -> None:
    if waits:  # the program may lead on to the next field when one is full
        doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s), hwnd=field.hwnd)
    focused = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    if focused is None and not waits:  # not every program tells
        return
    takes_text = focused is not None and (focused.control_type in TEXT_TYPES or focused.can("Value"))
    if takes_text or (focused is not None and focused.ref == field.ref):
        return
    at = focused.describe() if focused is not None else "nothing that is known"
    raise Unsupported(
        f"After {typed} of {len(text)} characters the focus went to {at}, which takes no text.",
        hint="Type into each field by itself; send_keys presses Tab and Enter.",
        details={"typed": typed},
    )


def _after(error: WpfAgentError, chords: Sequence[Chord], done: int) -> WpfAgentError:
    """The same error, with how far the sequence got."""
    if len(chords) > 1:
        pressed, rest = (" ".join("+".join(c) for c in part) for part in (chords[:done], chords[done:]))
        error.message += f" Pressed: {pressed or 'nothing'}; not pressed: {rest}."
        error.details |= {"pressed": pressed, "not_pressed": rest}
    return error


def _leave_menus(doing: Doing) -> None:
    """Close the menus that the keys before have opened; Esc beyond them would press the window's cancel button."""
    for _ in range(MENUS):
        if not any(w.popup for w in doing.windows()):
            return
        doing.desktop.press_keys(("Esc",))
        doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s))
