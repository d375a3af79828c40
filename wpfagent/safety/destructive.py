"""What counts as destructive, and how it is recognised before anything is done.

Deleting data, discarding changes, sending outside, uninstalling or formatting, confirming an overwrite, ending the
program. Not destructive: closing a secondary window, a dialog or a message box, and saving. Recognised by an English
and Japanese lexicon (`lexicon`) on the control's own label, id and access key; for Yes, OK and default buttons by the
text and title of their dialog; by the profile's patterns. `safety` decides what follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.core.pattern import compile_re
from wpfagent.core.selector import spelled_out, split_identifier
from wpfagent.safety.captions import bounded, label_of, readings, says_nothing, without_how, word_set
from wpfagent.safety.closing import CLOSING_NOISE, closes_window
from wpfagent.safety.lexicon import GLYPHS, LOSING, elsewhere, is_entry, of_identifier, of_item, of_label, says_leaving

AFFIRMATIVE = frozenset({
    "yes", "ok", "okay", "continue", "proceed", "confirm", "yes to all", "accept", "apply", "replace", "agree", "sure",
    "i agree", "do it", "i understand", "understood", "agreed", "absolutely", "certainly", "はい", "続行", "実行",
    "すべてはい", "確定", "承諾", "置き換える", "了解", "同意する",
})  # fmt: skip
GOING_ON = AFFIRMATIVE | {
    "next", "start", "finish", "run", "go", "go ahead", "begin", "execute", "次へ", "開始", "完了", "進む",
} | elsewhere.AGREEING  # fmt: skip
"""What carries on with what a dialog announces: its answers, and the steps of a wizard."""
ONWARD = frozenset("➤➜➔→▶►⏵⮞»›✓✔☑")
HURRYING = re.compile(r"(?<=\w) (?:now|anyway|please|here|today)$")
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
    rf"\b(?:will|would|shall|may|can|could|to|must|should)(?: \w+){{0,3}}? (?:be|get)(?: \w+){{0,3}}? {_LOST}\b"
    rf"|\b(?:gets?(?: \w+){{0,2}}?|(?:is|are) (?:then|now|thereby|also|automatically)) {_LOST}\b"
    rf"|\b(?:is|are)(?: \w+){{0,3}}? {_LOST}\b.*\?$"
    r"|\b(?:this|which|doing so)(?: \w+ly| also)? (?:(?:delet|remov|eras|overwrit|wip|purg)es|(?:discard|destroy)s)\b"
    r"|\b(?:everything|all|whole|entire|your)\b[^.!?]{0,60}\b(?:vanish|disappear|(?:be|is|are) (?:gone|lost)\b)"
    r"|\byou(?:'ll| will| would)? lose (?!no)|\bno longer exist|\bnothing (?:\w+ ){0,3}left\b"
    r"|\b(?:permanent|irrevocab|irretrievab)ly (?:deleted|removed|erased|lost|destroyed|discarded|closed|cancell?ed)"
    r"|\b(?:can(?:no|'| no)?t|cannot|could not|impossible to|no way to)(?: \w+)? (?:be )?"
    r"(?:undone|undo|reversed|recovered?|restored|retrieved?|reverted|revoked|(?:brought|taken|got|gotten) back)\b"
    r"|\birreversib|\birrevocab|\bno (?:way back|(?:turning|going) back|undo)\b"
    r"|\b(?:gone|lost|closed|deleted|removed|cancell?ed|terminated) (?:for(?: ?ever| good)|permanently)\b"
    r"|\b(?:go(?:es)?|throw(?:n|ing)?)(?: [\w']+){0,4} away\b"
    r"|元に戻せ(?:ません|ない)|取り消せ(?:ません|ない)|復元でき(?:ません|ない)|失われ(?:ます|る)"
    r"|(?:取り消す|元に戻す)ことはできません"
    r"|(?:すべて|全て|全部|データ|内容|履歴|記録)[^。]{0,12}(?:なくな(?:る|ります)|消え(?:る|ます)|残(?:らない|りません))"
)
ABOUT_TO = re.compile(r"\b(?:will|would|shall|(?:going|about|[Rr]eady|chosen?) to)\b|(?:します|されます)(?:[。!！.]|$)")
"""What makes an announcement of a sentence with a command's word: `This will erase the disk.`"""
EXPLAINED = re.compile(
    r"\b(?:[Cc]lick|[Pp]ress|[Cc]hoose|[Ss]elect|[Tt]ap|[Pp]ick)(?:ing)? (?:on )?(?:the )?[\"'“‘\[]?"
    r"(?P<name>[A-Z][\w']*(?: [A-Z][\w']*)?)|「(?P<quoted>[^」]+)」(?:ボタン)?を(?:クリック|押|選)"
)
"""A sentence that says what one button does: it does not colour the others."""
SLID = re.compile(r"\b(?:slide|swipe|drag|pull)\b|スライド|スワイプ", re.IGNORECASE)
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
        judged = (of_label(t, is_thing=True) if sets is None else of_item(t, sets=sets) for t in labels_of(control))
        word = next(filter(None, judged), None)
        if word is None and control.control_type == "Image":
            word = of_identifier(control.automation_id)
        return Reason(word, where) if word else None
    if control.control_type in SLIDING and SLID.search(control.name) and (word := of_label(control.name)):
        return Reason(word, where)
    if control.control_type not in COMMAND_TYPES:
        return None
    if only_opens(control) or (around.is_dialog and label_of(control.name) in DISMISSING):
        return None  # Cancel and Close of a dialog only take it away
    leaves = says_leaving((around.window.title if around.window else "", *(around.texts if around.is_dialog else ())))
    told = [(of_label(text, leaves=leaves), where) for text in labels_of(control)]
    told += [(of_tip(control.help_text), f"{where}, whose tool tip says {bounded(control.help_text)!r}")]
    told += [(of_label(t, leaves=leaves, is_thing=True), f"{where} with {t!r} in it") for t in control.beside]
    if not (_is_part(control) or opens_more(control)):
        told += [(of_identifier(control.automation_id, leaves=leaves), where)]
    if reasons := [Reason(word, at) for word, at in told if word]:
        return reasons[0]
    if around.is_main and closes_window(control, around.window, around.title_bar):
        return Reason("close", f"{where} of the main window, which ends the program")
    return _of_dialog_button(control, around)


def of_tip(text: str) -> str | None:
    """What a command loses by its tool tip, whatever its caption: `Deletes all rows`, not what is told beside it."""
    word, said = of_label(text), without_how(text)
    return word if loses(word) and (not said.isascii() or word in said.split()[:2]) else None


def loses(word: str | None) -> bool:
    """Return whether a word of the lexicon can only mean losing what it names: `delete` and `deletes`."""
    return word is not None and word.removesuffix("s") in LOSING


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
    return text.rstrip().endswith(("?", "？", "か。", "か")) or bool(_announced(text))


def _explained(text: str) -> str:
    """The caption of the button of which a text says what it does; '' where it says it of none."""
    return label_of(named["name"] or named["quoted"]) if (named := EXPLAINED.search(text)) else ""


def _without_other_buttons(text: str, answer: str) -> str:
    """A text without the sentences that say what another button does."""
    said = ((sentence, _explained(sentence)) for sentence in re.split(r"(?<=[.!?。！？])\s*", text))
    return " ".join(
        s for s, name in said if not (name and answer) or name.startswith(answer) or answer.startswith(name)
    )


def asks_to_save(texts: Sequence[str]) -> bool:
    """Return whether No discards changes and Yes saves them, rather than the other way round."""
    asked = [text for text in texts if SAVE_QUESTION.search(text)]
    if not any(map(SAVES.search, texts)) and any(map(GOES_ON.search, texts)):
        return False
    return any(SAVES.search(text) or of_label(text) is None for text in asked)


def _of_dialog_button(control: Control, around: Surroundings) -> Reason | None:
    if not around.texts or around.is_notice:
        return None
    label = _answer(control)
    if label in NEGATIVE:
        asked = next(filter(SAVE_QUESTION.search, around.texts), "") if asks_to_save(around.texts) else ""
        return Reason("discard changes", f"{control.describe()} of the question {asked!r}") if asked else None
    is_meant = affirms(label) or label in map(_explained, around.texts)
    if not label or (not is_meant and (around.is_form or declines(control))):
        return None
    is_told = around.is_dialog or label.startswith(CONFIRMING)
    texts = around.texts if is_told else (text for text in around.texts if _is_meant(text, label))
    word, said = of_dialog(texts, label) or (_announced(control.name), "")
    title = around.window.title if around.window else ""
    where = f"{control.describe()} of the dialog {title!r}"
    told = f"{where}, which says {said!r}" if said not in ("", title) else where
    return Reason(word, told) if word else None


def declines(control: Control) -> bool:
    """Return whether a control's caption says that it does not carry out what is said beside it."""
    label = _answer(control)
    return DECLINING.match(label) is not None or bool({*label.split()[:1]} & elsewhere.DECLINING)


def _is_meant(text: str, label: str) -> bool:
    """Whether a text in a page is meant for a button beside it: a question, what will happen, what that button does."""
    return asks(text) or _explained(text) == label or (affirms(label) and orders(text))


def orders(text: str) -> bool:
    """Return whether a text says a whole command, done by who goes on beside it; a setting and a label do not."""
    return not text.rstrip().endswith((":", "：")) and of_item(text) not in (None, "overwrite", "上書き")


def is_answer(control: Control) -> bool:
    """Return whether a control's caption answers a question, or carries on with what is announced."""
    label = _answer(control)
    return label in NEGATIVE or affirms(label)


def _answer(control: Control) -> str:
    """What a button says as an answer: a sign that leads on says to go on, and `Proceed now` no more than `Proceed`."""
    sign = control.name.strip().rstrip("\ufe0f\ufe0e")
    return "go" if sign in ONWARD else HURRYING.sub("", label_of(control.name))


def affirms(label: str) -> bool:
    """Return whether a caption, in small letters, says yes or to go on."""
    return label in GOING_ON or label.startswith(("yes", "ok", "do it", "はい"))


def _announced(text: str) -> str:
    """What a question says that will happen, or an answer of its own consequences: `OK (irreversible)`."""
    found = next(filter(None, map(ANNOUNCED.search, readings(text))), None)
    word = found.group(0) if found is not None else of_label(text) if ABOUT_TO.search(text) else None
    return word if word is not None and (found is not None or loses(word) or not word.isascii()) else ""
