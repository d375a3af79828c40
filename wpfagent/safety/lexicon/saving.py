"""Captions that say that a command saves: it writes what outlives the program, a file or a record.

Saving is not destructive; somebody who tries a program with its real data wants it left alone all the same. Where a
word may say either, it counts: what is left out costs a try, what is saved costs data.
"""

from __future__ import annotations

import re

SAVING_GLYPHS = {
    "\U0001f4be": "save", "\ue74e": "save", "\ue105": "save", "\ue792": "save as", "\ue78c": "save", "\uea35": "save",
    "\uf0c7": "save", "\ue0c7": "save",
}  # fmt: skip
"""What pictures say: Unicode's floppy disk, then those of Segoe MDL2 Assets, then those of Font Awesome."""
_ENGLISH = re.compile(
    r"(?<!don't )(?<!do not )(?<!not )(?<!without )(?<!never )(?<!auto )(?<!auto-)(?<!last )(?<!check for )"
    r"\b(?:saves?(?! (?:point|slot|date|time|location|failed|history)s?\b)|commit|submit|export|persist|backup"
    r"|back up|check in"
    r"|apply(?! (?:filters?|sort\w*|search|zoom|styles?|themes?|format\w*)\b)"
    r"|update(?! (?:available|check|now|software|view|display|list|history|date|preview|channel|interval)\b)"
    r"|store (?:in|as|to|all|settings?|values?|changes?|data|records?|entry|entries|now)"
    r"|write (?:to|back|out|all|changes?|files?|data)|keep (?:the |my |these |all )?changes?)\b"
)
_JAPANESE = re.compile(
    r"(?:保存(?!先|済|しない|しませ|せず|した|しまし|され|日|場所|期間|期限|形式|名|数|版|間隔|履歴|フォルダ|パス|容量|方法|に失敗)"
    r"|適用(?!範囲|日|対象|除外|条件|済|外)|登録(?!日|者|番号|済|名|件数|一覧|情報|画面|解除|商品|数|先|内容)"
    r"|確定(?!日|申告|済|者)|エクスポート|書き?出し|書き込(?:み(?!禁止|専用|日)|む)|コミット|反映(?!先|日|済)"
    r"|バックアップ(?!から|先|日|一覧|の復元|を復元)|(?:csv|excel|pdf|xml|ファイル|データ)(?:形式)?(?:へ|に|で)?の?出力"
    r"|(?<!表示を)(?<!表示)(?<!画面を)(?<!画面)(?<!情報に)(?<!自動)(?<!一覧を)(?<!ビューを)"
    r"更新(?!日|者|履歴|番号|間隔|頻度|情報|プログラム|の確認|を確認|済|時刻))"
)
_MOST_WORDS = 3
"""The label of something to choose is a command of its own up to so many words: `Save as PDF`."""


def saving_word(plain: str, *, is_thing: bool = False) -> str | None:
    """Return the word or phrase of a caption or a sentence that says that something is saved; None without one.

    Args:
        plain: in small letters, without marks of access keys.
        is_thing: the caption names something to choose; only what stands there as a whole command counts.
    """
    found = _ENGLISH.search(plain) or _JAPANESE.search(plain)
    if found is None:
        return None
    if is_thing and (found.start() > 0 or len(plain.split()) > _MOST_WORDS):
        return None
    return found.group(0)
