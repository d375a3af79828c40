"""What counts as destructive, and how it is recognised before anything is done.

Deleting data, discarding changes, sending outside, uninstalling or formatting, confirming an overwrite, ending the
program. Not destructive: closing a secondary window, a dialog or a message box, and saving. Recognised by whole words
of an English and Japanese lexicon on the control's own label, id and access key; for Yes, OK and default buttons by the
text and title of their dialog; by the profile's patterns. `safety` decides what follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wpfagent.model import Control, WindowInfo
from wpfagent.selector import compile_re, split_identifier

WORDS = frozenset({
    # deleting data
    "delete", "deletes", "remove", "removes", "erase", "erases", "purge", "wipe", "destroy", "trash", "drop",
    "truncate",
    # discarding changes
    "discard", "abandon", "revert", "rollback", "reset", "overwrite", "overwrites",
    # sending outside
    "send", "sends", "submit", "publish", "upload", "transmit", "post", "email", "fax", "deploy", "push", "pay",
    # uninstalling, formatting
    "uninstall", "format", "reformat", "deinstall", "unregister",
    # ending the program or the machine
    "exit", "quit", "shutdown", "terminate", "kill", "restart", "reboot", "logoff", "logout",
})  # fmt: skip
"""English words that make a command destructive, matched whole ("Undelete" and "Recipient" are none)."""
PHRASES = (
    "don't save", "do not save", "without saving", "clear all", "empty recycle bin", "empty trash", "shut down",
    "log off", "log out", "sign out", "factory settings", "replace existing", "yes, replace", "close all", "end task",
)  # fmt: skip
JAPANESE = (
    "削除", "消去", "抹消", "破棄", "廃棄", "除去", "初期化", "リセット", "元に戻せ", "上書き", "送信", "送付", "投稿",
    "公開する", "アップロード", "アンインストール", "フォーマット", "終了", "シャットダウン", "再起動", "ログアウト",
    "ログオフ", "保存しない", "保存せず", "全消し", "支払", "ごみ箱を空", "ゴミ箱を空",
)  # fmt: skip
"""Japanese has no blanks between words: these are matched anywhere in a label."""
JAPANESE_HARMLESS = (
    "上書き保存", "削除を元に戻す", "削除の取り消し", "削除済みを表示", "送信者", "送信元", "送信先", "送信日",
    "終了日", "終了時", "送信済み",
)  # fmt: skip
"""Labels that hold one of these words and say something else."""
HARMLESS_PHRASES = ("format painter", "exit full screen", "post code", "postal code", "drop down", "send to back",
                    "e-mail address", "email address", "reset zoom", "restart numbering")  # fmt: skip
AFFIRMATIVE = frozenset({
    "yes", "ok", "okay", "continue", "proceed", "confirm", "yes to all", "accept", "apply", "replace", "はい", "ｏｋ",
    "続行", "実行", "すべてはい", "確定", "承諾", "置き換える", "了解",
})  # fmt: skip
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
WORD = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f]+")
"""A run of letters; Japanese, Chinese and Korean ones end it."""
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


def of_label(text: str) -> str | None:
    """Return the destructive word or phrase in a label; None when there is none."""
    plain: str = re.sub(r"[_&](?=\w)", "", text).strip().casefold().replace("’", "'")
    for phrase in HARMLESS_PHRASES:
        plain = plain.replace(phrase, " ")
    for phrase in PHRASES:
        if phrase in plain:
            return phrase
    words: list[str] = WORD.findall(plain)
    if found := next((w for w in words if w in WORDS), None):
        return found
    for harmless in JAPANESE_HARMLESS:
        plain = plain.replace(harmless, " ")
    return next((word for word in JAPANESE if word in plain), None)


def of_identifier(identifier: str) -> str | None:
    """Return the destructive word in an AutomationId: `btnDeleteAll` → `delete`."""
    return of_label(" ".join(split_identifier(identifier)))


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
    label = control.name or control.help_text
    if _is_dismissal(control, around):
        return None
    if (word := of_label(label)) or (word := of_identifier(control.automation_id)):
        return Reason(word, where)
    if around.is_main and _is_title_bar_close(control):
        return Reason("close", f"{where} of the main window, which ends the program")
    return _of_dialog_button(control, around)


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
    if label in AFFIRMATIVE and (word := of_dialog(around.texts)):
        title = around.window.title if around.window else ""
        return Reason(word, f"{control.describe()} of the dialog {title!r}")
    return None


def _button_label(control: Control) -> str:
    plain = re.sub(r"\([_&]?\w\)|（[_&]?\w）|[_&]", "", control.name)
    return plain.strip().casefold().replace("’", "'").rstrip(".…")


def _is_dismissal(control: Control, around: Surroundings) -> bool:
    """Cancel and Close of a dialog only take it away."""
    return around.is_dialog and _button_label(control) in {"cancel", "キャンセル", "close", "閉じる", "取消", "中止"}


def _is_title_bar_close(control: Control) -> bool:
    return control.control_type == "Button" and control.automation_id in ("Close", "CloseButton", "PART_Close")
