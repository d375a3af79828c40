"""What counts as destructive, and how it is recognised before anything is done.

Deleting data, discarding changes, sending outside, uninstalling or formatting, confirming an overwrite, ending the
program. Not destructive: closing a secondary window, a dialog or a message box, and saving. Recognised by an English
and Japanese lexicon (`lexicon`) on the control's own label, id and access key; for Yes, OK and default buttons by the
text and title of their dialog; by the profile's patterns. `safety` decides what follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.core.pattern import compile_re
from wpfagent.core.selector import spelled_out, split_identifier
from wpfagent.safety.captions import bounded, label_of, says_nothing, without_how, word_set
from wpfagent.safety.closing import CLOSING_NOISE, closes_window
from wpfagent.safety.lexicon import (
    GLYPHS,
    LOSING,
    MOST_OF_ITEM,
    elsewhere,
    of_identifier,
    of_item,
    of_label,
    says_leaving,
)
from wpfagent.safety.questions import DISMISSING, loses, of_answer

SLID = re.compile(r"\b(?:slide|swipe|drag|pull|move)\b|スライド|スワイプ", re.IGNORECASE)
"""What the caption of a slider says that does something when it is at its end."""
SLIDING = frozenset({"Slider", "Thumb"})
OPENING_SIGNS = frozenset("▾▼▿⌄˅∨⏷🞃⋮⋯…︙≡☰ ")
OPENING_WORDS = word_set("arrow chevron dropdown flyout menu more options overflow")
"""What a button shows, and how its AutomationId ends, that only opens a menu."""
COMMAND_TYPES = frozenset({"Button", "SplitButton", "MenuItem", "Hyperlink"})
"""Control types that run a command when they are used. Entering text into "Delete reason" deletes nothing."""
SET = frozenset({"CheckBox", "HeaderItem", "RadioButton", "TabItem", "TreeItem"})
"""What is ticked, turned to, sorted by or opened; what it names is done by something else."""
ITEMS = SET | {"ListItem"}
THINGS = ITEMS | {"Custom", "Image", "Text"}
"""What may run a command, and mostly names something that is there to be chosen."""
LOSING_A_CHARACTER = frozenset({"ComboBox", "Document", "Edit", "Pane", "Spinner"})
"""Where the Delete key deletes a character; anywhere else it may delete data. (Some editors are a Pane.)"""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is destructive, or saves: what was read, and where."""

    what: str
    where: str
    saves: bool = False

    def __str__(self) -> str:
        return f"{self.what!r} in {self.where}"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a control: its window, whether that is the program's main one, and what is said there."""

    window: WindowInfo | None = None
    is_main: bool = False
    is_dialog: bool = False
    texts: tuple[str, ...] = ()
    """The title and all texts of a dialog; elsewhere '' and the texts that the control stands with."""
    is_notice: bool = False
    """The dialog has one button, and asks nothing: it can only be taken note of."""
    title_bar: Rect | None = None
    """Where the window's own title bar is, as far as that was read."""
    is_form: bool = False
    """There are fields, or no question, beside the texts: buttons there may have other tasks than answering."""


def of_command(control: Control, around: Surroundings, patterns: Sequence[str] = ()) -> Reason | None:
    """Return why using this control is destructive; None when nothing says so.

    Args:
        control: what would be clicked, invoked or activated by a key.
        around: its window and, in a dialog, the dialog's texts.
        patterns: the profile's `destructive_patterns`, searched in label, id and help text.
    """
    where, around = control.describe(), replace(around, texts=tuple(map(bounded, around.texts)))
    for pattern in patterns:
        for text in (control.name, control.automation_id, control.help_text):
            if text and (found := compile_re(pattern, "destructive_patterns").search(text)):
                return Reason(found.group(0) or pattern, f"{where} (the profile's destructive_patterns)")
    if control.control_type in THINGS:
        sets = control.control_type in SET if control.control_type in ITEMS else None
        judged = (of_label(t, most=MOST_OF_ITEM) if sets is None else of_item(t, sets=sets) for t in labels_of(control))
        word = next(filter(None, judged), None)
        if word is None and control.control_type not in ITEMS:
            word = of_tip(control.help_text)
        if word is None and control.control_type == "Image":
            word = of_identifier(control.automation_id)
        return Reason(word, where) if word else None
    if control.control_type in SLIDING:
        slid = filter(SLID.search, (control.name, control.help_text))
        return next((Reason(word, where) for word in map(of_label, slid) if word), None)
    if control.control_type not in COMMAND_TYPES:
        return None
    if only_opens(control) or (around.is_dialog and label_of(control.name) in DISMISSING):
        return None  # Cancel and Close of a dialog only take it away
    leaves = says_leaving((around.window.title if around.window else "", *(around.texts if around.is_dialog else ())))
    told = [(of_label(text, leaves=leaves), where) for text in labels_of(control)]
    told += [(of_tip(control.help_text), f"{where}, whose tool tip says {bounded(control.help_text)!r}")]
    told += [(of_label(t, leaves=leaves, most=MOST_OF_ITEM), f"{where} with {t!r} in it") for t in control.beside]
    if not (_is_part(control) or opens_more(control)):
        told += [(of_identifier(control.automation_id, leaves=leaves), where)]
    if reasons := [Reason(word, at) for word, at in told if word]:
        return reasons[0]
    if around.is_main and closes_window(control, around.window, around.title_bar):
        return Reason("close", f"{where} of the main window, which ends the program")
    if not around.texts or around.is_notice:
        return None
    answered = of_answer(control, around.texts, is_dialog=around.is_dialog, is_form=around.is_form)
    word, said = answered or ("", "")
    title = around.window.title if around.window else ""
    where = f"{where} of the dialog {title!r}"
    return Reason(word, f"{where}, which says {said!r}" if said not in ("", title) else where) if answered else None


def of_tip(text: str) -> str | None:
    """What a command loses by its tool tip, whatever its caption: `Deletes all rows`, not what is told beside it."""
    word, said = of_label(text), without_how(text)
    return word if loses(word) and (not said.isascii() or word in said.split()[:2]) else None


def only_opens(control: Control) -> bool:
    """Return whether this is a menu rather than a command in one: `Format` is a menu of every editor."""
    return control.control_type == "MenuItem" and control.can("ExpandCollapse") and not control.can("Invoke")


def _is_part(control: Control) -> bool:
    """Return whether a button is a part of a control, as its template says: the cross of a tag, `PART_DeleteButton`.

    It does that to what it is a part of; `PART_DeleteAll` says of itself what it does it to.
    """
    words = {word.casefold() for word in split_identifier(control.automation_id.removeprefix("PART_"))}
    return control.automation_id.startswith("PART_") and len(words - CLOSING_NOISE) == 1 and says_nothing(control.name)


def opens_more(control: Control) -> bool:
    """Return whether a button is the arrow or the dots beside a command, which open its menu: `PostMore` with `▾`.

    A toggle whose id ends with *drop* drops something down. What stands in the menu is judged by itself.
    """
    last = ([w.casefold() for w in split_identifier(control.automation_id)] or [""])[-1]
    is_sign = bool(control.name.strip()) and set(control.name) <= OPENING_SIGNS
    return (is_sign and last in OPENING_WORDS) or (last == "drop" and control.can("Toggle"))


def labels_of(control: Control) -> tuple[str, ...]:
    """Return the caption, of a cell what it shows; where it says nothing in words, the tool tip too."""
    if control.control_type in COMMAND_TYPES and control.can("GridItem") and control.value:
        return control.name, control.value  # its name only tells the place
    if control.control_type in ITEMS and control.own_name is not None:  # it is made of the texts inside
        return control.name, control.name.split(", ")[0]
    is_silent = says_nothing(control.name) or all(c in GLYPHS or not c.isalnum() for c in control.name)
    return (control.name, control.help_text) if is_silent else (control.name,)


def is_renamed(judged: Control, now: Control) -> bool:
    """Return whether a control says something else than when it was judged: the act is to be refused then.

    A caption that is made of texts is longer where that tells it from its siblings: the same, with more of its texts.
    """
    if (judged.automation_id, judged.help_text) != (now.automation_id, now.help_text):
        return True
    if judged.own_name is None or judged.own_name != now.own_name:
        return judged.name != now.name
    short, long = sorted((judged.name, now.name), key=len)
    is_same = long == short or (short != "" and long.startswith(f"{short}, "))
    return not is_same or of_label(long) != of_label(short)


def of_path(path: Sequence[str]) -> Reason | None:
    """Return why an item of a menu is destructive by its caption and those of the menus around it, outermost first.

    `Delete > All rows` is, but `Format > Font` formats nothing; `Clear > History`, `Send to > Phone` are one command.
    """
    for label in path[:-1]:
        if (word := of_label(label)) in LOSING:
            return Reason(word or "", f"the menu {' > '.join(path)!r}")
    item, menu = path[-1], path[-2] if len(path) > 1 else ""
    if word := of_label(item) or of_identifier(item):
        return Reason(word, f"the caption {item!r}")
    is_begun = menu != "" and (menu.casefold().endswith(" to") or of_label(menu) is None)
    word = of_label(f"{menu} {item}") if is_begun else None
    return Reason(word, f"the menu {' > '.join(path)!r}") if word else None


def of_drop(control: Control) -> Reason | None:
    """Return why dropping something on this is destructive, whatever it is; None when nothing says so."""
    found = elsewhere.DROP_ZONES.search(f"{control.label} {spelled_out(control.automation_id)}")
    word = found.group(0) if found else of_label(control.label)
    return Reason(word, f"dropping on {control.describe()}") if word else None
