"""What a command's name says of it: whether its effect, or whether it can be used, follows from a state.

English and Japanese words. They only ever make an oracle more careful: a command that is named so is judged less.
"""

from __future__ import annotations

import re

from wpfagent.core.model import Control
from wpfagent.core.selector import spelled_out

_FOLLOWS = re.compile(
    r"\b(?:undo|redo|back|forward|next|prev(?:ious)?|first|last|finish|more|less|up|down|higher|lower|zoom|expand"
    r"|collapse|save|apply|revert|cancel|abort|stop|pause|resume|continue|start|begin|play|connect|disconnect|log ?in"
    r"|log ?out|sign ?in|sign ?out|close|ok|clear|reset|remove|delete|cut|paste)\b|^[\W\d_]+$"
    r"|元に戻す|やり直|戻る|次へ|前へ|進む|最初|最後|完了|もっと|拡大|縮小|保存|適用|キャンセル|取り?消|中止|停止|一時停止|再開"
    r"|続行|開始|再生|接続(?!テスト|先|の?確認)|切断|ログイン|ログアウト|サインイン|閉じる|クリア|リセット|削除|切り取り|貼り付け",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:approve|accept|agree|reject|decline|confirm|submit|complete|lock|unlock|sign|post|send|publish|release|book"
    r"|reserve|pay|bill|archive|activate|register|enable|disable|dismiss|got it|install|update|download|subscribe|join"
    r"|mark|ship|check ?in|check ?out|buy|order|close|end)\b"
    r"|承認|同意|受け?入れ|却下|拒否|確認|確定|送信|提出|公開|予約|支払|請求|有効|無効|登録|発送|出荷|購入|注文|インストール|更新",
    re.IGNORECASE,
)
_UNSEEN = re.compile(
    r"\b(?:copy|print|export|refresh|reload|update|sync\w*|beep|sound|record|backup|send|mail|remember|optimi[sz]e|verify"
    r"|validate|check|test|select all|show all|default|home|today|about|open|browse|explore|focus)\b"
    r"|コピー|印刷|エクスポート|出力|再読|更新|同期|音|バックアップ|送信|検証|テスト|すべて選択|全選択|既定|ホーム|今日|開く",
    re.IGNORECASE,
)
_HELD = re.compile(r"\b(?:hold|keep (?:pressed|holding)|long[- ]?press)\b|長押し|押し続け", re.IGNORECASE)
_SAVES = re.compile(r"\b(?:save|apply|keep|store|remember)\b|保存|適用|記憶|登録する|残す", re.IGNORECASE)
_SAVES_ELSEWHERE = re.compile(
    r"\bsave\s+(?:as|a copy|picture|image|screenshot|report|log)\b|名前を付けて|別名", re.IGNORECASE
)
_KEEPS = re.compile(
    r"\b(?:keeps?|remembers?|stores?|retains?|(?:shown|there|back|restored)\s+again|next\s+time|permanently|persist\w*)\b"
    r"|次回|保持|覚え|記憶|残り(?:ます|る)|再表示|失われません",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"\b(?:cancel|discard|undo|redo|revert|reset|clear|restore|default|reload|refresh|load|open|import|new|add|delete"
    r"|remove|log ?in|log ?out|sign ?in|sign ?out|switch|copy|duplicate|paste|sync)\b"
    r"|キャンセル|破棄|元に戻|やり直|リセット|クリア|消去|復元|既定|再読|更新|読み込|開く|インポート|取り?込|新規|追加|削除|切り?替|複製|貼り付け",
    re.IGNORECASE,
)

_DISMISSES = re.compile(r"^\W*(?:cancel|close|no|back|キャンセル|閉じる|いいえ|戻る)\W*$", re.IGNORECASE)


def follows_state(control: Control) -> bool:
    """Return whether it is a command that cannot be used, or does nothing, in some healthy states: Undo, Next, Save.

    What is shown in a language that is not known here may still have an AutomationId that says it.
    """
    named = (_words(control), spelled_out(control.automation_id))
    return any(_FOLLOWS.search(words) for words in named)


def is_done_once(control: Control) -> bool:
    """Return whether it is a command that a record needs once: Approve, Send, Publish."""
    return _ONCE.search(_words(control)) is not None


def may_be_unseen(control: Control) -> bool:
    """Return whether it is a command whose healthy effect may not show (Copy, Print), or that has to be held."""
    words = _words(control)
    return _UNSEEN.search(words) is not None or _HELD.search(f"{words} {control.help_text}") is not None


def saves(control: Control) -> bool:
    """Return whether a command says that it saves what was entered."""
    words = _words(control)
    return promises_to_keep(control) or (_SAVES.search(words) is not None and _SAVES_ELSEWHERE.search(words) is None)


def promises_to_keep(control: Control) -> bool:
    """Return whether a command's help says that what was entered will be there later."""
    return _KEEPS.search(control.help_text) is not None


def dismisses(control: Control) -> bool:
    """Return whether it leaves a dialog without doing anything: Cancel, Close, No."""
    return _DISMISSES.search(_words(control)) is not None


def takes_back(control: Control) -> bool:
    """Return whether a command may change or take back what was entered: Cancel, Reset, New, Open."""
    return _TAKES_BACK.search(_words(control)) is not None


def _words(control: Control) -> str:
    """Its name; where it has none its help; and its AutomationId as words."""
    shown = control.name or control.help_text
    return shown if shown else spelled_out(control.automation_id)
