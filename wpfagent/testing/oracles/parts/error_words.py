"""Whether a text tells of an error, in English or Japanese; a text that merely contains the word does not.

`Saving failed.` and `保存に失敗しました` do; `Error rate: 0`, `No errors`, `Stop if an error occurs` and `エラー率` do
not. A sentence is judged by itself: what denies it, or makes it a condition, stands in the same sentence.
"""

from __future__ import annotations

import re

_KIND = (
    r"(?:fatal|critical|serious|severe|unexpected|internal|unhandled|unknown|runtime|system|application|server|network"
    r"|connection|database|disk|file|access|read|write|i/?o|syntax|program)"
)
_NOUNS = (
    r"(?:rates?|logs?|lists?|levels?|logging|history|handling|reporting|settings?|options?|counts?|counter|statistics"
    r"|bars?|correction|checking|margin|threshold|limit|types?|modes?|messages?|pages?|numbers?|texts?|notifications?"
    r"|codes|recovery|tolerance|budget|detection|viewer|console|provider|template|colou?r|free|column|field)"
)
"""What follows the word where it is only part of a name."""
_ENGLISH = re.compile(
    rf"^\W*errors?\s*(?:[!.:：]|[-–—]\s)\s*+(?![-–—]*\s*$)(?!(?:0|none|nil|n/a|no\s+errors?)\b|no\W*$)"
    rf"|^\W*error\s+(?:code\s*[:=#]?\s*)?\(?(?:0x)?[0-9a-f]*\d[0-9a-f]*\b"  # Error 0x80004005
    rf"|\berrors?\s+(?:has\s+|have\s+|had\s+|was\s+|were\s+)?(?:occurred|happened|encountered|detected|found)\b"
    rf"|\berror\s+(?:while|when|during|in|at|opening|reading|writing|saving|loading|connecting|processing|creating)\b"
    rf"|\b{_KIND}\s+(?:errors?|exceptions?|failure)\b(?!\s*[-:：]?\s*{_NOUNS}\b)(?!s?\s*[:：=]?\s*(?:0|none|no)\b)"
    rf"|\b(?:has|have|had|was|is|it)?\s*failed\b(?=\s*(?:$|[.!:：;,(\[–—-]|to\b|with\b|because\b|at\b|on\b|due\b|while\b))"
    rf"(?!\s*[:：=]\s*(?:0|none|no)\b)"
    rf"|^\W*failure\s*[:：!]|\bfailure\s+(?:while|when|during|to)\b"
    rf"|\b(?:could\s+not|couldn['’]t|unable\s+to)\s+(?:be\s+)?\w+"
    rf"|\bhas\s+stopped\s+working\b|\bassertion\s+failed\b|\bruntime\s+error\s*!|\bcrashed\b",
    re.IGNORECASE,
)
_ENGLISH_DENIED = re.compile(
    r"\b(?:no|not|never|none|nothing|without|zero|0|if|when|whenever|unless|until|on|case|after|show|hide|ignore|report"
    r"|notify|alert|retry|stop|only|recent|last|number|what|why|how)\b[^.!?]*$",
    re.IGNORECASE,
)
"""What stands before it where nothing happened, or where it would only be so."""
_JAPANESE = re.compile(
    r"エラー(?:が|を)\s*(?:発生|起き|起こ|検出|見つか|検知)|エラー\s*[:：]\s*(?!\s*$)(?!\s*(?:0|０|なし|無し|-|ー))"
    r"|\S+エラー(?:です|でした|になりました|となりました|のため|により)?\s*(?:[!！。.(（]|$)"
    r"|エラー(?:です|になりました|のため)|エラー\s*(?:コード\s*[:：]?\s*)?\(?(?:0x)?[0-9A-F]*\d[0-9A-F]*\b"
    r"|失敗(?:し(?:まし)?た|です|となり|に終わ)|に失敗\s*(?:[!！。:：]|$)|\S失敗\s*(?:[!！。:：]\s*(?!\s*(?:0|０|なし))|$)"
    r"|例外が(?:発生|スロー)|ハンドルされ(?:てい)?ない例外|未処理の例外|異常終了し|(?:予期しない|予期せぬ)(?:エラー|例外|問題)"
    r"|致命的な(?:エラー|問題|障害)|動作を停止しました|(?:でき|出来)ませんでした"
)
_JAPANESE_DENIED = re.compile(
    r"場合|とき|時(?:に|の|は|、|$)|際|たら|ならば|いません|ありません(?!でした。?が)|なし|無し|せずに|ないように|件数|回数|[0０]\s*件"
    r"|失敗したら|(?<!予期)しない|履歴|一覧|ログ"
)
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\r?\n")
_TITLE_PARTS = re.compile(r"\s+[-–—|/]\s+|\s*[:：|｜]\s*")
_TITLE = re.compile(
    rf"^(?:(?!no\b|input\b|validation\b|standard\b|margin\b)\S+\s+){{0,4}}"
    rf"(?:errors?|exceptions?|failures?|failed|crash(?:ed)?)\s*(?:\(?\d*\)?)\W*$"
    rf"|^(?:(?:an?|the|fatal|unhandled|unexpected|critical)\s+)*(?:error|exception|crash)\b(?!\s+{_NOUNS}\b)",
    re.IGNORECASE,
)
_TITLE_HEALTHY = re.compile(rf"\b(?:input|validation|standard)\s+errors?\b|\b(?:margin of|no)\s+errors?\b"
                            rf"|\b(?:error|exception|failure|crash)s?\s+{_NOUNS}\b", re.IGNORECASE)  # fmt: skip
_TITLE_JAPANESE = re.compile(
    r"(?:エラー|例外|異常終了|異常|失敗)(?:が発生.*|情報|報告|通知)?[!！。]?$|致命的|動作を停止"
)
_TITLE_JAPANESE_HEALTHY = re.compile(r"(?:入力|検証|バリデーション)(?:チェック)?エラー|エラーなし|正常")
_FATAL = re.compile(
    r"\bunhandled\s+exception\b|\bhas\s+stopped\s+working\b|\bassertion\s+failed\b|\bmicrosoft visual c\+\+ runtime"
    r"|\bruntime\s+error\s*!|\bapplication error\s*$|\bfatal\s+(?:error|exception)\b"
    r"|\bunexpected\s+(?:error|exception)\s+(?:has\s+)?(?:occurred|happened)\b|\breferenced memory at\b"
    r"|ハンドルされ(?:てい)?ない例外|未処理の例外|動作を停止しました|アプリケーション ?エラー\s*$"
    r"|(?:予期しない|予期せぬ)(?:エラー|例外)が|致命的な(?:エラー|例外)",
    re.IGNORECASE | re.MULTILINE,
)
_HINTS = (
    "err", "fail", "visual c", "traceback", "could", "unable", "stopped", "crash", "exception", "エラー", "失敗",
    "例外", "異常", "予期", "致命", "停止", "ませんでした",
)  # fmt: skip
"""Without one of these there is nothing to find; most texts end here."""


def may_tell(text: str) -> bool:
    """Return whether a text, or one of many joined texts, may tell of an error; quick, for what mostly does not."""
    low = text.lower()
    return any(hint in low for hint in _HINTS)


def error_sentence(text: str) -> str | None:
    """Return the sentence that tells of an error; None when there is none."""
    if not may_tell(text):
        return None
    for part in _SENTENCES.split(text):
        if (found := _ENGLISH.search(part)) and not _ENGLISH_DENIED.search(part[: found.start()]):
            return part.strip()
        if _JAPANESE.search(part) and not _JAPANESE_DENIED.search(part):
            return part.strip()
    return None


def is_error_title(title: str) -> bool:
    """Return whether a window's title says that it tells of an error: `Error`, `Orders - Error`, `保存エラー`."""
    if not may_tell(title):
        return False
    for part in _TITLE_PARTS.split(title):
        if _TITLE.search(part) and not _TITLE_HEALTHY.search(part):
            return True
        if _TITLE_JAPANESE.search(part) and not _TITLE_JAPANESE_HEALTHY.search(part):
            return True
    return bool(_FATAL.search(title))


def fatal_phrase(text: str) -> str | None:
    """Return the words by which a program says that it failed itself, whatever its title; None when it does not."""
    found = _FATAL.search(text)
    return found.group(0) if found else None
