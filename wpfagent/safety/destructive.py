"""What counts as destructive, and how it is recognised before anything is done.

Deleting data, discarding changes, sending outside, uninstalling or formatting, confirming an overwrite, ending the
program. Not destructive: closing a secondary window, a dialog or a message box, and saving. Recognised by an English
and Japanese lexicon (`lexicon`) on the control's own label, id and access key; for Yes, OK and default buttons by the
text and title of their dialog; by the profile's patterns. `safety` decides what follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wpfagent.core.model import Control, WindowInfo
from wpfagent.core.selector import compile_re
from wpfagent.safety.lexicon import has_words, of_identifier, of_label

__all__ = [
    "AFFIRMATIVE", "DELETABLE_TYPES", "DISMISSING", "NEGATIVE", "OVERWRITE_QUESTION", "Reason", "Surroundings",
    "is_renamed", "of_command", "of_dialog", "of_drop", "of_identifier", "of_label", "of_press",
]  # fmt: skip

AFFIRMATIVE = frozenset({
    "yes", "ok", "okay", "continue", "proceed", "confirm", "yes to all", "accept", "apply", "replace", "はい", "ｏｋ",
    "続行", "実行", "すべてはい", "確定", "承諾", "置き換える", "了解",
})  # fmt: skip
GOING_ON = AFFIRMATIVE | {
    "next", "start", "finish", "run", "go ahead", "do it", "begin", "次へ", "開始", "完了", "進む",
}  # fmt: skip
"""What carries on with what a dialog announces: its answers, and the steps of a wizard."""
DISMISSING = frozenset({"cancel", "close", "キャンセル", "閉じる", "取消", "中止"})
"""What only takes a dialog away."""
NEGATIVE = frozenset({"no", "いいえ", "don't save", "保存しない"})
SAVE_QUESTION = re.compile(
    r"\b(save|unsaved|keep)\b.*\bchang|\bsave\b.*\?|unsaved|変更.*保存|保存しますか|未保存|保存されていません",
    re.IGNORECASE | re.DOTALL,
)
SAVES = re.compile(r"\b(save|keep)\b|保存しますか|保存して", re.IGNORECASE)
"""What a question about unsaved changes says when Yes saves them; Yes to "Discard unsaved changes?" does not."""
OVERWRITE_QUESTION = re.compile(
    r"already exists|\breplace\b.*\?|\boverwrit|既に存在|すでに存在|置き換え|上書き", re.IGNORECASE | re.DOTALL
)
DROP_ZONES = re.compile(r"\b(trash|bin|wastebasket)\b|ごみ箱|ゴミ箱", re.IGNORECASE)
COMMAND_TYPES = frozenset({"Button", "SplitButton", "MenuItem", "Hyperlink", "Custom", "Image", "Text"})
"""Control types that run a command when they are used. Entering text into "Delete reason" deletes nothing."""
DELETABLE_TYPES = frozenset({"DataItem", "ListItem", "TreeItem", "DataGrid", "List", "Table", "Tree", "Custom"})
"""Where the Delete key deletes data rather than a character."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is destructive: what was read, and where."""

    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.what!r} in {self.where}"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a control: its window, whether that is the program's main one, and the texts in a dialog."""

    window: WindowInfo | None = None
    is_main: bool = False
    is_dialog: bool = False
    texts: tuple[str, ...] = ()
    is_notice: bool = False
    """The dialog has one button: it can only be taken note of."""


def of_command(control: Control, around: Surroundings, patterns: Sequence[str] = ()) -> Reason | None:
    """Return why using this control is destructive; None when nothing says so.

    Args:
        control: what would be clicked, invoked or activated by a key.
        around: its window and, in a dialog, the dialog's texts.
        patterns: the profile's `destructive_patterns`, searched in label and id.
    """
    where = control.describe()
    for pattern in patterns:
        for text in (control.name, control.automation_id, control.help_text):
            if text and (found := compile_re(pattern, "destructive_patterns").search(text)):
                return Reason(found.group(0) or pattern, f"{where} (the profile's destructive_patterns)")
    if control.control_type not in COMMAND_TYPES:
        return None
    if control.control_type == "MenuItem" and control.can("ExpandCollapse") and not control.can("Invoke"):
        return None  # it only opens: `Format` is a menu of every editor
    if _is_dismissal(control, around):
        return None
    labels = (control.name, *(() if has_words(control.name) else (control.help_text,)))
    if (word := next(filter(None, map(of_label, labels)), None)) or (word := of_identifier(control.automation_id)):
        return Reason(word, where)
    if around.is_main and _is_title_bar_close(control):
        return Reason("close", f"{where} of the main window, which ends the program")
    return _of_dialog_button(control, around)


def of_press(pressed: Sequence[Control], around: Surroundings, patterns: Sequence[str] = ()) -> Reason | None:
    """Return why a press is destructive that goes through these controls; None when nothing says so.

    Args:
        pressed: what the press reaches: the innermost element under the point first, its ancestors up to the one that
            was named, and the buttons and items that it is the caption of.
        around: the window of these controls and, in a dialog, the dialog's texts.
        patterns: the profile's `destructive_patterns`.
    """
    return next(filter(None, (of_command(control, around, patterns) for control in pressed)), None)


def is_renamed(judged: Control, now: Control) -> bool:
    """Return whether a control says something else than when it was judged: the act is to be refused then."""
    return (judged.name, judged.automation_id, judged.help_text) != (now.name, now.automation_id, now.help_text)


def of_drop(control: Control) -> Reason | None:
    """Return why dropping something on this is destructive, whatever it is; None when nothing says so."""
    found = DROP_ZONES.search(control.label)
    word = found.group(0) if found else of_label(control.label)
    return Reason(word, f"dropping on {control.describe()}") if word else None


def of_dialog(texts: Iterable[str]) -> str | None:
    """Return what makes a question destructive to affirm: its title, then its texts; None when nothing does."""
    for number, text in enumerate(texts):
        if number and not _is_sentence(text):
            continue  # the label of a field
        if found := OVERWRITE_QUESTION.search(text):
            return found.group(0)
        if _asks_to_save(text):
            continue
        if word := of_label(text):
            return word
    return None


def _is_sentence(text: str) -> bool:
    return len(text.split()) >= 3 or any(c in text for c in "?？!！。") or (not text.isascii() and len(text) >= 6)


def _asks_to_save(text: str) -> bool:
    """Whether No discards changes and Yes saves them, rather than the other way round."""
    return SAVE_QUESTION.search(text) is not None and (SAVES.search(text) is not None or of_label(text) is None)


def _of_dialog_button(control: Control, around: Surroundings) -> Reason | None:
    if not around.is_dialog or around.is_notice:
        return None
    label = _button_label(control)
    if label in NEGATIVE:
        asked = next((t for t in around.texts if _asks_to_save(t)), None)
        return Reason("discard changes", f"{control.describe()} of the question {asked!r}") if asked else None
    affirms = label in GOING_ON or label.startswith(("yes", "はい"))
    if affirms and (word := of_dialog(around.texts)):
        title = around.window.title if around.window else ""
        return Reason(word, f"{control.describe()} of the dialog {title!r}")
    return None


def _button_label(control: Control) -> str:
    plain = re.sub(r"\([_&]?\w\)|（[_&]?\w）|[_&]", "", control.name)
    return plain.strip().casefold().replace("’", "'").rstrip(".… >»→")


def _is_dismissal(control: Control, around: Surroundings) -> bool:
    """Cancel and Close of a dialog only take it away."""
    return around.is_dialog and _button_label(control) in DISMISSING


def _is_title_bar_close(control: Control) -> bool:
    return control.control_type == "Button" and control.automation_id in ("Close", "CloseButton", "PART_Close")
