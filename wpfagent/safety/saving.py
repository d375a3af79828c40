"""What counts as saving, and how it is recognised before anything is done.

By the lexicon on a control's label and id; for Yes, OK and the like by the title and the question of their dialog; by
the chords that many programs save on. Asked only where a policy leaves alone what saves.
"""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.core.model import Control
from wpfagent.core.selector import spelled_out
from wpfagent.safety import destructive, questions
from wpfagent.safety.captions import label_of
from wpfagent.safety.destructive import Reason, Surroundings
from wpfagent.safety.lexicon import saving_of_label

CHORDS = (frozenset({"Ctrl", "S"}), frozenset({"Ctrl", "Shift", "S"}), frozenset({"F12"}), frozenset({"Shift", "F12"}))
"""What programs save on; F12 asks Office for a name."""


def of_command(control: Control, around: Surroundings) -> Reason | None:
    """Return why using this control saves; None when nothing says so.

    Args:
        control: what would be clicked, invoked, opened or activated by a key.
        around: its window and, in a dialog, the dialog's texts.
    """
    is_thing = control.control_type in destructive.THINGS
    if not is_thing and control.control_type not in destructive.COMMAND_TYPES:
        return None
    label = label_of(control.name)
    if around.is_dialog and (label in questions.DISMISSING or label in questions.NEGATIVE):
        return None
    found = (saving_of_label(text, is_thing=is_thing) for text in (*destructive.labels_of(control), *control.beside))
    word = next(filter(None, found), None)
    if word is None and not is_thing:
        word = saving_of_label(spelled_out(control.automation_id)) or _of_answer(label, around)
    return Reason(word, control.describe(), saves=True) if word else None


def _of_answer(label: str, around: Surroundings) -> str | None:
    """What an affirmative answer saves, by the question that it answers or the title of its dialog."""
    if not around.is_dialog or around.is_notice or not questions.affirms(label):
        return None
    if questions.asks_to_save(around.texts):
        return "save changes"
    return saving_of_label(around.window.title) if around.window is not None else None


def of_chord(chord: Sequence[str]) -> Reason | None:
    """Return why sending this chord saves; None when programs do not usually save on it."""
    return Reason("save", f"the keys {'+'.join(chord)}", saves=True) if frozenset(chord) in CHORDS else None


def of_path(path: Sequence[str]) -> Reason | None:
    """Return why a menu path saves: by any of its captions, as what opens a list of formats says it for each."""
    word = next(filter(None, map(saving_of_label, path)), None)
    return Reason(word, f"the menu {' > '.join(path)!r}", saves=True) if word else None
