"""What a chord would do, judged before it is sent: end the program, delete, or press something.

`pressed_by` says which controls a chord presses, the caller finds them (whatever their number, visible or not), and
`of_chord` judges them as any other press. Each chord of a sequence is judged by itself, with what has the focus then.
Chords that leave the target are no matter of consent: `core.keys` refuses them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from wpfagent.core.model import Control
from wpfagent.safety.destructive import DELETABLE_TYPES, Reason, Surroundings, of_command

Pressing = Literal["focused", "default", "cancel", "access_key"]
"""`focused`: what has the focus; `default` and `cancel`: the window's buttons for Enter and Esc; `access_key`: every
control with this letter."""

PRESSED_BY_SPACE = frozenset({
    "Button", "SplitButton", "MenuItem", "Hyperlink", "Custom", "CheckBox", "RadioButton", "ListItem", "TreeItem",
    "TabItem", "DataItem",
})  # fmt: skip
"""What a key presses, chooses or ticks where it has the focus."""
ENDING = (("Alt", "F4"), ("Alt", "Space"))
"""They end the program, or open the menu that does, where the window in front is the main one."""
ALWAYS_ENDING = (("Ctrl", "Q"),)


def pressed_by(chord: Sequence[str], focused: Control | None, *, in_menu: bool = False) -> frozenset[Pressing]:
    """Return what a chord presses; empty when it presses nothing.

    Args:
        chord: canonical key names.
        focused: what has the focus.
        in_menu: a menu or another pop-up is open, where a letter alone is an access key.
    """
    key, modifiers = chord[-1], frozenset(chord[:-1])
    is_pressable = focused is not None and focused.control_type in PRESSED_BY_SPACE
    if key == "Space" and "Alt" not in modifiers:
        return frozenset({"focused"}) if is_pressable else frozenset()
    if key == "Enter":
        if is_pressable:
            return frozenset({"focused", "default"})
        takes_lines = focused is not None and focused.control_type == "Document"
        return frozenset() if takes_lines and not modifiers else frozenset({"default"})
    if key == "Esc":
        return frozenset({"cancel"})
    if len(key) == 1 and ("Alt" in modifiers or (in_menu and "Ctrl" not in modifiers)):
        return frozenset({"access_key"})
    return frozenset()


def of_chord(
    chord: Sequence[str],
    focused: Control | None,
    pressed: Iterable[tuple[Control, Surroundings]] = (),
    *,
    ends: bool = False,
    patterns: Sequence[str] = (),
) -> Reason | None:
    """Return why sending this chord is destructive; None when nothing says so.

    Args:
        chord: canonical key names.
        focused: what has the focus.
        pressed: the controls that `pressed_by` speaks of, with what stands around them.
        ends: whether the window in front is the program's main one.
        patterns: the profile's `destructive_patterns`.
    """
    name = "+".join(chord)
    if tuple(chord) in ALWAYS_ENDING or (ends and tuple(chord) in ENDING):
        return Reason("end the program", f"the keys {name}")
    deletes = chord[-1] == "Delete" and focused is not None and focused.control_type in DELETABLE_TYPES
    if deletes and focused is not None:
        return Reason("delete", f"the keys {name} on {focused.describe()}")
    for control, around in pressed:
        if (reason := of_command(control, around, patterns)) is not None:
            return Reason(reason.what, f"{reason.where}, which {name} may press")
    return None
