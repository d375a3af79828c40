"""What a dialog or a page asks and announces, and which captions answer it: Yes does what is said beside it.

Told apart are answers that carry on, decline, or only put something away; questions about unsaved changes, of which No
loses them; what a sentence says of one button alone; and headings that order something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from wpfagent.core.model import Control
from wpfagent.safety.captions import bounded, label_of, readings
from wpfagent.safety.lexicon import LOSING, MOST_OF_ITEM, elsewhere, is_entry, of_item, of_label

AFFIRMATIVE = frozenset({
    "yes", "ok", "okay", "continue", "proceed", "confirm", "yes to all", "accept", "apply", "replace", "agree", "sure",
    "i agree", "do it", "i understand", "understood", "agreed", "absolutely", "certainly", "はい", "続行", "実行",
    "すべてはい", "確定", "承諾", "置き換える", "了解", "同意する",
})  # fmt: skip
GOING_ON = AFFIRMATIVE | {
    "next", "start", "finish", "run", "go", "go ahead", "begin", "execute", "perform", "carry out", "次へ", "開始",
    "完了", "進む", "適用", "反映",
} | elsewhere.AGREEING  # fmt: skip
"""What carries on with what a dialog announces: its answers, and the steps of a wizard."""
CARRYING_OUT = GOING_ON | {
    "submit", "go on", "yep", "yeah", "y", "j", "i'm sure", "i am sure", "allow", "permit", "authorize", "authorise",
    "送信", "確認", "承認", "許可", "進める", "実施", "行う", "わかりました",
}  # fmt: skip
"""What does what a page is about, too."""
KEEPING = frozenset({"save", "保存"})
"""What does what the heading above it orders, and answers nothing else."""
RUNNING = frozenset({"run", "execute", "実行", "ausfuhren", "executer", "ejecutar", "esegui", "执行"})
ONWARD = "➤➜➔→▶►⏵⮞»›✓✔☑✅👍"
HURRYING = re.compile(
    r"(?<=\w)(?:!|する|します| (?:now|anyway|please|here|today|actions?|operation|task|command|query|script|statement"
    r"|changes"
    r"|(?:to )?(?:the )?(?:all|selected|selection)))+$"
)
_BESIDE = re.compile(r"^f\d{1,2}\W{0,2}(?=\w)|\s?(?:[(\[][^()\[\]]*[)\]]|\bf\d{1,2})$")
"""What a caption tells beside what it answers: `Run (F5)`, `F12 実行`."""
DISMISSING = frozenset({"cancel", "close", "キャンセル", "閉じる", "取消", "中止"})
CONFIRMING = ("yes", "do it", "confirm", "sure", "agree", "i agree", "はい", "確定", "承諾", "同意")
"""How the answers begin that can only be meant for what is said beside them; `OK` and `Next` are on pages, too."""
NEGATIVE = frozenset({"no", "いいえ", "don't save", "保存しない"})
DECLINING = re.compile(
    r"no\b|not\b|don't|do not|never|cancel|close|keep|later|back\b|go back|help|details|show|hide|more|less|copy|skip"
    r"|abort|stay|stop$|wait\b|retry|try again|return|print|view|open|browse|save|export|preview|search|find|what|why"
    r"|learn|about|minimi[sz]e|maximi[sz]e|restore down|いいえ|しない|キャンセル|閉じる|取消|取り消し|中止|戻る|ヘルプ"
    r"|詳細|残す|保持|やめ|後で|再試行|スキップ|保存|開く|参照|コピー|表示"
)
"""How the answers begin that do not carry out what a question announces."""
SAVE_QUESTION = re.compile(
    r"\b(save|unsaved|keep)\b.*\bchang|\bsave\b.*\?|unsaved|変更.*保存|保存しますか|未保存|保存されていません",
    re.IGNORECASE | re.DOTALL,
)
SAVES = re.compile(r"\b(save|keep)\b|保存しますか|保存して(?!い)", re.IGNORECASE)
"""What a question about unsaved changes says when Yes saves them; Yes to "Discard unsaved changes?" does not."""
GOES_ON = re.compile(
    r"\b(?:leave|close|exit|quit|continue|proceed|go on|log out|sign out|anyway|regardless)\b"
    r"|終了しますか|閉じますか|移動しますか|続行しますか|よろしいですか",
    re.IGNORECASE,
)
"""What one says that goes on without them: `You have unsaved changes. Leave anyway?`"""
OVERWRITE_QUESTION = re.compile(
    r"already exists|\breplace\b.*\?|\boverwrit|既に存在|すでに存在|置き換え|上書き", re.IGNORECASE | re.DOTALL
)
_LOST = "(?:deleted|removed|erased|discarded|overwritten|wiped|purged|destroyed|lost|uninstalled|formatted|dropped)"
ANNOUNCED = re.compile(
    rf"\b(?:will|would|shall|may|can|could|to|must|should)(?: (?!not )\w+){{0,3}}? (?:be|get)(?: \w+){{0,3}}? {_LOST}\b"
    rf"|\b(?:gets?(?: \w+){{0,2}}?|(?:is|are) (?:then|now|thereby|also|automatically)) {_LOST}\b"
    rf"|\b(?:is|are)(?: \w+){{0,3}}? {_LOST}\b.*\?$"
    rf"|\b(?:all|every\w*|selected|marked|chosen)\b[^.?!]{{0,40}}? (?:is|are) {_LOST}\b(?! (?:when|if|auto))"
    r"|\b(?:selected|marked|chosen|flagged|queued|scheduled) for (?:deletion|removal|erasure|destruction)\b"
    r"|\b(?:this|which|doing so)(?: \w+ly| also)? (?:(?:delet|remov|eras|overwrit|wip|purg)es|(?:discard|destroy)s)\b"
    r"|^\w+ing\b[^.?!]* (?:(?:delet|remov|eras|overwrit|wip|purg)es|(?:discard|destroy)s)"
    r" (?:all|any|every\w*|your|the (?:current|existing|old|previous|saved|whole))\b"
    r"|\b(?:after|once)\b[^.?!]*\b(?:can(?:not|'t)|(?:can )?no longer) be (?:changed|edited|modified|undone|reopened)\b"
    r"|\b(?:everything|all|whole|entire|your)\b[^.!?]{0,60}\b(?:vanish|disappear|(?:be|is|are) (?:gone|lost)\b)"
    r"|\byou(?:'ll| will| would)? lose (?!no)|\bno longer exist|\bnothing (?:\w+ ){0,3}left\b"
    r"|\b(?:permanent|irrevocab|irretrievab)ly (?:deleted|removed|erased|lost|destroyed|discarded|closed|cancell?ed)"
    r"|\b(?:can(?:no|'| no)?t|cannot|could not|impossible to|no way to)(?: \w+)? (?:be )?"
    r"(?:undone|undo|reversed|recovered?|restored|retrieved?|reverted|revoked|(?:brought|taken|got|gotten) back)\b"
    r"|\birreversib|\birrevocab|\bno (?:way back|(?:turning|going) back|undo)\b"
    r"|\b(?:gone|lost|closed?|deleted|removed|cancell?ed|terminated)(?: (?:your|the|this)(?: \w+){1,2})?"
    r" (?:for(?: ?ever| good)|permanently)\b"
    r"|\b(?:go(?:es)?|throw(?:n|ing)?)(?: [\w']+){0,4} away\b"
    r"|(?:削除|消去|破棄)(?:の)?対象(?:に|として)|元に戻せ(?:ません|ない)|取り消せ(?:ません|ない)|復元でき(?:ません|ない)|失われ(?:ます|る)"
    rf"|{elsewhere.ANNOUNCING}|(?:取り消す|元に戻す)ことはできません"
    r"|(?:すべて|全て|全部|データ|内容|履歴|記録)[^。]{0,12}(?:なくな(?:る|ります)|消え(?:る|ます)|残(?:らない|りません))"
)
ABOUT_TO = re.compile(r"\b(?:will|would|shall|(?:going|about|[Rr]eady|chosen?) to)\b|(?:します|されます)(?:[。!！.]|$)")
"""What makes an announcement of a sentence with a command's word: `This will erase the disk.`"""
_QUESTION = re.compile(r"[?？](?=\s|$)|か。?\s*$")
_LABEL = re.compile(r"(?:(?<!\b[A-Z])[:：]|\b(?:failed|error))\s*$")
"""How what names a field ends, `Delete reason:`, or tells what was done; `Format drive D:` does neither."""
_OF_SETTINGS = re.compile(r"(?:!|\b(?:settings|options|preferences)|設定)$", re.IGNORECASE)
"""How what is saved ends, and not done: what is chosen, the heading of a page of settings."""
_OF_RULES = re.compile(
    r"\b(?:permissions|rights|rules?|filters?|polic(?:y|ies))$|\ballow\b[^.]*\bto:?$"
    r"|^(?:(?:ask|confirm|notify|prompt|remind|warn)\b[^.?!]* )?(?:when(?:ever)?|if|after|before)\b[^.?!,;]*$"
    r"|\bwhat [^.?!,]* (?:does|do)$"
    r"|(?:ルール|権限|動作|とき|場合|条件に合う[^。、]*)$",
    re.IGNORECASE,
)
"""What says that what is chosen beside it is set, and not done yet: `Message filters`, `When a mail arrives`."""
_STEPS = re.compile(
    r"\b(?:pending|queued|proposed)\b"
    r"|\b(?:changes|operations|actions|steps|tasks|following|this)\b[^.?!]*\bwill be\b"
    r"|\bto be (?:done|made|performed|applied|executed)\b"
    r"|(?:次|以下)の(?:操作|変更|処理|作業|内容)|(?:操作|変更|処理|作業)(?:の)?(?:予定|一覧)",
    re.IGNORECASE,
)
"""What says that the entries of a list are carried out."""
_TO_NOTHING = re.compile(
    r"[^\W_をのが]+(?: (?:it|them|this|that|(?:the )?(?:e-?mail|message)|down|off|out|up))*", re.IGNORECASE
)
"""A command without what it is done to; a rule is about what it is made for, as the message that arrives."""
_TO_ALL = re.compile(r"\b(?:all|every\w*|entire)\b|すべて|全て|全部|全件|一括", re.IGNORECASE)
SETTLING = KEEPING | {"ok", "okay", "apply", "適用"}
"""What sets what is chosen on such a page; what starts something does it."""
_KEYS = re.compile(r"(?:(?:ctrl|alt|shift|cmd|win)\s?\+\s?)+\S+|f\d{1,2}|del", re.IGNORECASE)
"""What stands beside the name of what keys do."""
MOST_WORDS = 10
"""A heading that orders something has so many words at most; a sentence tells what one does oneself."""
EXPLAINED = re.compile(
    r"\b(?:[Cc]lick|[Pp]ress|[Cc]hoose|[Ss]elect|[Tt]ap|[Pp]ick)(?:ing)? (?:on )?(?:the )?[\"'“‘\[]?"
    r"(?P<name>[A-Z][\w']*(?: [A-Z][\w']*)?)|「(?P<quoted>[^」]+)」(?:ボタン)?を(?:クリック|押|選)"
)
"""A sentence that says what one button does: it does not colour the others."""


def loses(word: str | None) -> bool:
    """Return whether a word of the lexicon can only mean losing what it names: `delete` and `deletes`."""
    return word is not None and word.removesuffix("s") in LOSING


def of_answer(control: Control, texts: Sequence[str], *, is_dialog: bool, is_form: bool) -> tuple[str, str] | None:
    """Return what it does to press a button beside texts, and the one that says so; None when none does.

    Args:
        control: the button.
        texts: the title and the texts that it stands with.
        is_dialog: whether they are all of a dialog: an answer answers any of them.
        is_form: whether it may have other tasks than answering.
    """
    label = _answer(control)
    texts = [text for at, text in enumerate(texts) if not _only_names(texts, at)]
    if label in NEGATIVE:
        asked = next(filter(SAVE_QUESTION.search, texts), "") if asks_to_save(texts) else ""
        return ("discard changes", asked) if asked else None
    is_meant = affirms(label) or label in KEEPING or label in map(_explained, texts)
    if not label or (not is_meant and (is_form or declines(control))):
        return None
    is_told = (is_dialog and label not in KEEPING) or label.startswith(CONFIRMING)
    found = of_dialog(texts if is_told else (text for text in texts if _is_meant(text, label)), label)
    return found or ((word, "") if (word := _announced(control.name)) else None)


def of_dialog(texts: Iterable[str], answer: str = "") -> tuple[str, str] | None:
    """Return what makes a question destructive to affirm, and the text that says it; None when nothing does.

    Args:
        texts: the dialog's title, then all its other texts.
        answer: the label of the button that would affirm it; what a sentence says of another one is passed over.
    """
    said = tuple(map(bounded, texts))
    found = ((_of_question(_without_other_buttons(text, answer), said, n), text) for n, text in enumerate(said))
    return next(((word, text) for word, text in found if word), None)


def _of_question(text: str, said: Sequence[str], number: int) -> str | None:
    """What makes one of a dialog's texts destructive to affirm; the first of them is its title."""
    if number and is_entry(text) and not (asks(text) or loses(of_label(text))):
        return None
    is_sentence = len(text.split()) >= 3 or any(map(text.count, "?？!！。")) or (len(text) >= 6 and not text.isascii())
    if number and not is_sentence:  # `Delete customers`; `Format` and `Delete reason:` are labels of fields
        is_command = (" " in text.strip() or (len(text) > 3 and not text.isascii())) and orders(text)
        return of_label(text) if is_command else None
    if found := OVERWRITE_QUESTION.search(text):
        return found.group(0)
    of_changes = SAVE_QUESTION.search(text)
    if of_changes and asks_to_save(said):
        return None
    return of_label(text, leaves=True) or _announced(text) or (of_changes.group(0) if of_changes else None)


def asks(text: str) -> bool:
    """Return whether a text is a question, or says that something is lost."""
    return _QUESTION.search(text) is not None or bool(_announced(text))


def lists_what_follows(text: str) -> bool:
    """Return whether a text says of a list that it tells what will be done: `Pending operations`, `次の操作`."""
    return _STEPS.search(bounded(text)) is not None


def _only_names(texts: Sequence[str], at: int) -> bool:
    """Whether a text names what the keys beside it do, or, in Japanese, the end of what has a beginning, too."""
    is_end, is_list = texts[at] == "終了" and "開始" in texts, len([*filter(None, texts)]) > 2
    return is_end or (is_list and not asks(texts[at]) and any(map(_KEYS.fullmatch, texts[max(0, at - 1) : at + 2])))


def _explained(text: str) -> str:
    """The caption of the button of which a text says what it does; '' where it says it of none."""
    return label_of(named["name"] or named["quoted"]) if (named := EXPLAINED.search(text)) else ""


def _without_other_buttons(text: str, answer: str) -> str:
    """A text without the sentences that say what another button does."""
    said = ((sentence, _explained(sentence)) for sentence in re.split(r"(?<=[.!?。！？])\s*", text))
    told = (s for s, name in said if not (name and answer) or name.startswith(answer) or answer.startswith(name))
    return " ".join(told)


def asks_to_save(texts: Sequence[str]) -> bool:
    """Return whether No discards changes and Yes saves them, rather than the other way round."""
    asked = [text for text in texts if SAVE_QUESTION.search(text)]
    if not any(map(SAVES.search, texts)) and any(map(GOES_ON.search, texts)):
        return False
    return any(SAVES.search(text) or of_label(text) is None for text in asked)


def declines(control: Control) -> bool:
    """Return whether a control's caption says that it does not carry out what is said beside it."""
    label = _answer(control)
    return DECLINING.match(label) is not None or bool({*label.split()[:1]} & elsewhere.DECLINING)


def _is_meant(text: str, label: str) -> bool:
    """Whether a text in a page is meant for a button beside it: a question, what will happen, what that button does."""
    if label in KEEPING:
        return orders(text) and _OF_SETTINGS.search(text) is None
    return asks(text) or _explained(text) == label or (affirms(label) and orders(text))


def only_sets(control: Control, texts: Iterable[str]) -> bool:
    """Return whether what is chosen beside these texts is set by a button, and not done yet."""
    return _answer(control) in SETTLING and any(map(_OF_RULES.search, map(bounded, texts)))


def is_of_rule(command: str, *, is_tick: bool) -> bool:
    """Return whether a command may be part of a rule: a tick, or one that names nothing (`Delete it`, `Shut down`)."""
    return _TO_ALL.search(command) is None and (is_tick or _TO_NOTHING.fullmatch(command) is not None)


def runs(control: Control) -> bool:
    """Return whether a button runs what was written: a query, a script, a command."""
    return _answer(control) in RUNNING


def orders(text: str) -> bool:
    """Return whether a text says a whole command, done by who goes on beside it; a setting and a label do not."""
    most = MOST_OF_ITEM if text.endswith(".") else MOST_WORDS
    return _LABEL.search(text) is None and of_item(text, most=most) not in (None, "overwrite", "上書き")


def is_answer(control: Control) -> bool:
    """Return whether a control's caption answers a question, or carries on with what is announced."""
    label = _answer(control)
    return label in NEGATIVE or affirms(label)


def _answer(control: Control) -> str:
    """What a button says as an answer: a sign that leads on says to go on, and `Proceed now` no more than `Proceed`."""
    name = control.name.strip()
    words = name.lstrip(f"{ONWARD}\ufe0f\ufe0e ")
    return "go" if name and not words else HURRYING.sub("", _BESIDE.sub("", label_of(words)))


def affirms(label: str) -> bool:
    """Return whether a caption, in small letters, says yes or to go on."""
    return label in CARRYING_OUT or label.startswith(("yes", "ok", "do it", "はい"))


@lru_cache(maxsize=1_024)  # the texts of a page are read again at each look
def _announced(text: str) -> str:
    """What a question says that will happen, or an answer of its own consequences: `OK (irreversible)`."""
    found = next(filter(None, map(ANNOUNCED.search, readings(text))), None)
    word = found.group(0) if found is not None else of_label(text) if ABOUT_TO.search(text) else None
    return word if word is not None and (found is not None or loses(word) or not word.isascii()) else ""
