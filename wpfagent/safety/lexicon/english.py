"""English captions: a verb is destructive by itself, by its object, or not with this object.

What decides is the verb and the words behind it; articles and possessives between them are passed over. A verb that
stands before a word like `date` or `rate` is no verb: `Send date`, `Exit code`.
"""

from __future__ import annotations

import re
from itertools import takewhile

from wpfagent.safety.captions import nouns, word_set

WORDS = word_set("""
    delete deletes del remove removes erase erases purge purges wipe wipes destroy destroys trash drop truncate expunge
    obliterate nuke shred prune dispose scrap decommission unlink unpair annihilate zap discard discards abandon revert
    reverts rollback reset resets overwrite overwrites publish publishes unpublish upload transmit post email fax
    deploy push pay buy tweet repost uninstall uninstalls deinstall format reformat unregister unsubscribe deregister
    disband liquidate vaporize vaporise raze
    nullify unfriend delist deprovision zeroize zeroise destruct evict exit quit shutdown terminate kill restart
    reboot logoff logout eradicate exterminate eliminate
""")
"""Words that make a command destructive, matched whole ("Undelete" and "Recipient" are none)."""
DELETING = word_set("delete deletes del remove erase purge wipe destroy expunge obliterate discard uninstall")
"""Verbs that take any object on a command: one can delete a policy, a status, a limit."""
SENDING = word_set("send sends resend submit submits")
"""Verbs that are destructive only where object, recipient or window says that data leaves the program."""
OUTSIDE = nouns("""
    mail email letter newsletter feedback report message sms fax invoice invitation invite reminder notification crash
    error log diagnostic statistics telemetry usage document file attachment link copy payment money gift reply comment
    review screenshot quote offer statement data post tweet bug ticket case suggestion rating announcement broadcast
    survey information info location contact page anyway immediately
""")
"""What leaves the program when it is sent."""
INSIDE = nouns("""
    back front backward forward layer printer queue desktop background foreground tray device plc controller port next
    previous bottom top onenote keyboard clipboard sleep
""")
"""What is no recipient: `Send to back`, `Send to printer`."""
MEASURES = nouns("date rate speed frequency probability interval")
"""What even these do nothing to."""
ABSTRACT = nouns("behavior behaviour confirmation criteria threshold")
"""What nothing is done to, whatever stands before it: `Delete confirmation`, `Discard outlier threshold`."""
GERUNDS = word_set("deleting removing erasing purging wiping uninstalling discarding formatting overwriting destroying")
NOUNS = word_set("deletion removal erasure destruction termination")
"""Nouns that command with `of` behind them, or as what is confirmed: `Deletion of all rows`."""
STARTING = word_set("start begin continue resume on with keep confirm")
ADVERBS = word_set("really permanently please securely completely definitely irrevocably")
"""What may stand before the verb of a command."""
ORDERING = STARTING | word_set("approve proceed finalize finalise run execute perform process batch bulk")
"""What a noun may stand behind that is done then: `Approve deletion`."""
CONDITIONS = word_set("on upon after before when if while every by at until since automatically")
"""What a thing's name goes on with when it tells of a rule: `Delete files on exit`."""
LISTS = nouns("""
    list recent favorites favourites quick view selection group playlist taskbar start home toolbar menu bookmarks
    history sidebar pinned watch display chart comparison
""")
"""What something is removed from and stays where it is."""
PHRASES = (
    "don't save", "do not save", "without saving", "empty recycle bin", "empty trash", "shut down", "log off",
    "log out", "sign out", "factory settings", "factory default", "replace existing", "yes, replace", "end task",
    "roll back", "power off", "power down", "undo all", "undo everything", "be lost",
    "lose changes", "lose all", "lose your", "zero out",
    "place order", "order now", "throw away", "get rid of", "hard delete", "factory reset", "toss out", "bin it",
    "bin this", "junk it", "rm -rf", "throw out", "do away with", "reinstall windows",
)  # fmt: skip
FILLERS = word_set("the this that these those a an my your its his selected current old entire whole another")
ATTRIBUTES = MEASURES | nouns("time quota reason policy size duration deadline delay limit count status")
"""What a word before it only describes, whatever the word."""
KINDS = nouns("""
    rule hook template alias account scale group chain cycle valve angle timeout cover requisition
    notification signature address type attribute
""")
"""What is of a kind, where the word before it is a noun: `Email templates`, `Pay scale`, `Push rules`."""
NOUNS_TOO = word_set("post push email fax pay buy kill wipe scrap shutdown restart reboot trash purchase")
"""Verbs that are such nouns: one may well reset a group, or upload a template."""
RECORDS = nouns("""
    code number history log address addresses interview name price office terms schedule station calendar survey
    strategy point condition page poll velocity curve detail
""")
"""What these verbs do not do anything to: they only describe it. One may well delete a number or send a log."""
DESCRIBING = word_set("""
    exit quit fax post rollback restart reboot shutdown scrap wipe pay kill push drop trash shred reset buy
""")
ENDINGS = word_set("at on by after every until since than when help instructions")
"""A caption that ends so is the label of a field, `Delete after`, or leads to a text."""
LOOKING = word_set("show view hide find search sort filter display see how why learn open go preview")
"""What stands first where something is only looked at, or explained."""
NEGATIONS = word_set("not cannot can't don't couldn't unable failed never won't")
"""Shortly before a verb these say that it is not done: `Don't send`, `Unable to remove the row`."""
TOGETHER = word_set("and then or")
_LOOKS = nouns("""
    filter sort sorting zoom view layout search selection highlight highlighting formatting grouping column query
    scroll breakpoint border bookmark split perspective camera window counter hyperlink underline break transform page
    spacing indent bold style flag marks markers notification alerts toasts searches
""")
"""What only looks otherwise afterwards."""
_EMPTY = word_set("blank empty trailing leading")
"""What holds nothing that could be lost."""
_LAST = nouns("""
    filter sorting zoom view layout selection formatting breakpoint break mode preview screen slideshow toolbar show
    player
""")
"""What only looks otherwise, whatever stands between it and its verb: `Exit reading view`, `Reset all page breaks`."""
_APPEARANCE = nouns("""
    background shadow fill outline tint vignette blur grain noise eye color colour margin indentation indents spaces
    whitespace diacritics accents imports usings gridlines legend trendline bullet arrows panes highlight focus tooltip
    wrapping distortion cast star silence vocals hum hiss echo
""")
"""How a picture, a chart or a text looks, or how it sounds: removing it, and resetting it, changes only that."""
_PLACES = nouns("""
    pan rotation orientation camera position size width height scale fit crop axis axes brightness contrast font theme
    speed timer stopwatch guides ruler splitter slider cursor brush tool picture columns
""")
"""Where and how large something is shown; resetting it only shows it otherwise."""
SETUP = nouns("""
    settings options preferences period grade slip preview progress signature effects criteria guide history interval
    level limit mode protection queue size status type percentage method schedule pile
""")
TAKING = word_set("reset resets revert reverts remove removes drop truncate unlink unregister unpublish abandon trash")
"""Verbs that are none before the others only: one resets settings, but `Fax settings`, `Purge schedule` name them."""
DRIVES = nouns("""
    disk drive volume partition card usb sd stick flash device storage media medium memory floppy ssd hdd everything
    all now and to it them
""")
"""What is empty once it is formatted; a single letter is one, too. Texts, cells and charts only look otherwise."""
UNLESS = {
    "remove": _LOOKS - nouns("page") | _LAST | _APPEARANCE | _EMPTY, "reset": _LOOKS | _LAST | _APPEARANCE | _PLACES,
    "revert": _LAST | _APPEARANCE, "quit": _LAST | {"smoking"}, "delete": nouns("mode"),
    "exit": _LAST | nouns("full fullscreen preview print edit editing presentation zoom group search sketch"),
    "unlink": nouns("boxes header footer layer style"),
    "drop": nouns("shadow ship cap down zone off list target here box menu area"),
    "truncate": nouns("long names text lines after decimals labels"),
    "restart": nouns("numbering number count list animation timer game level video slideshow beginning playback song"
                     " tour track tutorial debugging"),
    "wipe": nouns("transition effect test left right up"), "shred": nouns("report"), "overwrite": nouns("mode"),
    "erase": nouns("tool background"), "post": nouns("box code office script processing process"),
    "push": nouns("pin notification button"), "kill": nouns("switch list ring"),
}  # fmt: skip
"""What these verbs lose nothing with, as the first or the last word of it; how something looks only as the last."""
_SETTLED = nouns("""
    order subscription reservation booking appointment contract membership meeting event flight shipment payment plan
    invoice registration delivery account ticket enrollment policy job document
""")
_MONEY = nouns("funds money amount balance ownership now")
_GOODS = nouns("order purchase payment booking reservation sale deletion removal")
_STORES = nouns("""
    data history log database cache queue list recent everything all table record entries inbox messages memory disk
    storage cookies folder cart basket mailbox junk spam bin trash archive contents events drafts downloads clipboard
    recycle documents backups files items library playlist
""")
_PEOPLE = nouns("user member player guest participant account address")
WITH = {
    "cancel": _SETTLED, "close": nouns("program application app account period year quarter books ledger"),
    "write": nouns("off"), "ban": _PEOPLE, "kick": _PEOPLE, "expel": _PEOPLE, "clear": _STORES, "empty": _STORES,
    "flush": _STORES, "clean": _STORES | nouns("drive computer conversation tree workspace directory"),
    "confirm": _GOODS, "complete": nouns("order purchase payment"), "place": nouns("order bid"),
    "make": nouns("payment purchase"),
    "transfer": _MONEY, "wire": _MONEY, "dispatch": nouns("order goods shipment"), "ship": nouns("order"),
    "restore": nouns("backup from default factory snapshot database version settings"), "load": nouns("defaults"),
    "replace": nouns("file existing destination"), "end": nouns("task process processes session program"),
    "stop": nouns("process processes service server"), "force": nouns("stop close quit end push overwrite"),
    "switch": nouns("computer pc"), "turn": nouns("computer pc"), "forward": nouns("message mail email to"),
    "share": nouns("publicly online on via with"),
    "leave": nouns("team group organization organisation workspace channel conversation server project"),
    "forget": nouns("network device password me account all site"), "log": nouns("off out"), "shut": nouns("down"),
    "sign": nouns("out"), "check": nouns("pay"), "hard": nouns("reset"), "reply": nouns("send"),
    "reverse": nouns("posting booking transaction"), "move": nouns("trash bin deleted"), "put": nouns("trash bin"),
    "lose": nouns("changes data work"), **dict.fromkeys(("sanitize", "sanitise", "scrub", "reimage", "repartition"),
                                                        nouns("disk drive volume storage media device data database")),
}  # fmt: skip
"""Verbs that are destructive only with one of these behind them."""
ENDING = word_set("exit quit shutdown logoff logout")
"""What an item says that ends the program."""
OBJECTS = _STORES | nouns("""
    program application app now settings computer pc windows drive volume partition device process processes session
    changes permanently
""")
"""What an item's verb has behind it that is no name: `Reset all settings`, `Format disk`."""
LEADING = word_set("""
    void revoke withdraw deactivate initialize initialise reinitialize reinitialise broadcast purchase forfeit refund
    retire
""")
"""Verbs where they stand as one; they are nouns elsewhere. With RECORDS and _PAPERS they are nouns, too."""
_PAPERS = nouns("order list requests log center channel fraction value")
STORES_TO_FORMAT = word_set("quick full level start begin disk drive volume partition card usb low and now to confirm")
BEFORE_VERBS = word_set("""
    and then to please yes now really or force btn button cmd command mi mnu menu tsb tool item lnk link idc id part on
    b tb do
""")
"""What a verb may stand behind: `Save and close program`, `btnClearHistory`."""
_WORD = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f]+(?:'[a-z]+)?|[?!.,;:&+|/→»>·•–—]")
"""A run of letters, or a sign; Japanese, Chinese and Korean letters end it."""
_SIGNS = frozenset("?!.,;:&+|/→»>·•–—")
_PHRASE = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, PHRASES))})s?(?![a-z])")
_JOINED = re.compile(
    rf"\b({'|'.join(sorted(DELETING))})(all|everything|selected|rows?|records?|items?|files?|data|history|account|forever)(?![^\W_])"
)
"""`deleteall`: names of code whose parts a mark of an access key has joined."""
_BREAK = r"[\s/‐-―-]{0,2}"
_APART = re.compile(rf"\b(?:{'|'.join(_BREAK.join(verb) for verb in sorted(DELETING) if len(verb) > 4)})\b")
"""`de-lete`: the verbs that are drawn or broken into two."""
_WHOLESALE = re.compile(rf"\b(mass|bulk|hard|soft|force|quick|batch|multi|auto)(?={'|'.join(sorted(DELETING))})")
_CROSSED_OUT = re.compile(r"^[❌✖✘]\ufe0f?\s*(?:all|everything)\b(?! (?:tabs|windows|filters|panes|panels)\b)")


def english_word(plain: str, *, leaves: bool = False, most: int = 0) -> str | None:
    """Return the destructive word or phrase in a caption or a sentence.

    Args:
        plain: in small letters, without marks of access keys.
        leaves: whether a bare `send` sends outside.
        most: the caption names something to choose: only a whole command of so many words counts; 0 = any.
    """
    plain = _APART.sub(lambda verb: re.sub(r"\W", "", verb[0]), re.sub(r"\be-mail", "email", plain))
    plain = _WHOLESALE.sub(r"\1 ", _JOINED.sub(r"\1 \2", plain))
    if crossed_out := _CROSSED_OUT.match(plain):
        return crossed_out.group(0)
    words: list[str] = _WORD.findall(plain)
    if most and (len([w for w in words if w not in _SIGNS]) > most or CONDITIONS & set(words[1:])):
        return None
    if phrase := _PHRASE.search(plain):
        return phrase.group(0)
    goes = words[:1] == ["go"] and words[1:2] and words[1] in DELETING
    if words and words[0] in LOOKING and not goes and not TOGETHER & set(words) and not _SIGNS & set(words[:-1]):
        return None
    if words and words[-1] in ENDINGS:
        return None
    if "un" in words[:1] or (words[:1] == ["undo"] and not {"all", *TOGETHER} & set(words)):
        return None
    if most:
        first = next((at for at, w in enumerate(words) if w not in ADVERBS), len(words))
        return words[first] if words[first:] and _is_destructive(words, first, is_thing=True) else None
    found = (w for at, w in enumerate(words) if _is_destructive(words, at) or _sends(words, at, leaves=leaves))
    return next(found, None)


def only_names(plain: str, word: str) -> bool:
    """Return whether an item's caption names a thing by a word that is a noun as well: `Post`, `Trash`, `Buy milk`."""
    behind = _WORD.findall(plain)[1:]
    is_bare = not behind and word not in ENDING
    return word in WORDS - DELETING and (is_bare or (bool(behind) and not OBJECTS & set(behind)))


def _is_destructive(words: list[str], at: int, *, is_thing: bool = False) -> bool:
    word, behind = words[at], _behind(words, at)
    following = behind[0] if behind else ""
    before = words[at - 1] if at else ""
    if _is_negated(words, at) or (before == "safely" and word in ("remove", "eject")):
        return False
    if (before == "auto" and behind[:1] != ["now"]) or (word == "drop" and "drag" in words[max(0, at - 2) : at]):
        return False  # `Auto-delete settings` tells of a rule, `Drag and drop` of a gesture
    if at > 1 and before in CONDITIONS - {"by"}:
        return False  # `Ask before delete` tells when
    if word in DELETING and not is_thing:
        return not (following in MEASURES or _only_looks(word, behind) or _only_from_a_list(word, behind))
    if word in NOUNS_TOO and following in KINDS:
        return False
    if word in WORDS:
        is_named = bool({following, *behind[-1:]} & SETUP) or (len(behind) == 2 and behind[1] in MEASURES)
        is_named = (is_named and word not in TAKING) or (word in DESCRIBING and following in RECORDS)
        if is_named or following in ATTRIBUTES:
            return False
        if word in ("format", "reformat"):  # `Number format` is a noun
            is_verb = not at or before in STORES_TO_FORMAT | BEFORE_VERBS | _SIGNS
            return is_verb and (not behind or any(w in DRIVES or len(w) == 1 for w in behind[:4]))
        if word in ("email", "fax", "post", "tweet") and before in ("new", "add", "create", "write", "open", "read"):
            return False  # a noun there
        return not (_only_looks(word, behind) or _only_from_a_list(word, behind))
    if word in GERUNDS:
        return before in STARTING
    if word in NOUNS:
        is_last = at > 0 and not behind and before in ORDERING
        return is_last or (words[at + 1 : at + 2] == ["of"] and (not at or before in ORDERING | BEFORE_VERBS))
    if at and before not in BEFORE_VERBS and before not in _SIGNS:
        return False
    if word in LEADING:
        return following not in RECORDS | _PAPERS | ATTRIBUTES | SETUP
    if word == "close" and "all" in behind[:1]:
        return not {"but", "except", "other", "others", "panels", "tabs", "popups"} & set(behind)
    if word in WITH and (objects := WITH[word]):
        named = [w for w in behind[:5] if w in objects]
        return bool(named) and not any(w in ATTRIBUTES | (RECORDS | SETUP | _LOOKS) - objects for w in behind[:3])
    return False


def _only_looks(word: str, behind: list[str]) -> bool:
    """Whether nothing is lost with what this is done to, up to what says from where."""
    named = list(takewhile(lambda w: w not in CONDITIONS | TOGETHER, behind))
    named = named or behind  # `Remove and sort usings`
    beside = behind[len(named) + 1 : len(named) + 2]  # `Reset counters and logs`
    harmless = UNLESS.get(word, frozenset()) | ABSTRACT
    looks = ({*behind[:1]} - _APPEARANCE - _PLACES | {*named[-1:]}) & harmless
    return bool(looks) and not _STORES & set(beside)


def _only_from_a_list(word: str, behind: list[str]) -> bool:
    """`Remove from list`: what is removed stays where it is."""
    at = behind.index("from") if word in ("remove", "removes") and "from" in behind else -1
    return at >= 0 and bool(LISTS & set(behind[at + 1 : at + 4])) and not {"disk", "all"} & set(behind)


def _sends(words: list[str], at: int, *, leaves: bool) -> bool:
    """Whether something is sent outside: by its object, its recipient, or what stands around."""
    if words[at] not in SENDING or _is_negated(words, at):
        return False
    if at and words[at - 1] not in BEFORE_VERBS | _SIGNS | {"save", "you", "will", "sign", "print", "accept"}:
        return False
    behind = _behind(words, at)
    if behind[:1] and behind[0] in ATTRIBUTES | RECORDS - OUTSIDE | INSIDE | {"button", "key", "keys", "queue"}:
        return False
    if "to" in behind:
        return not INSIDE & set(behind[behind.index("to") :])
    return leaves or bool(OUTSIDE & set(behind[:4]))


def _is_negated(words: list[str], at: int) -> bool:
    """Whether it is said shortly before a word, in the same sentence, that it is not done."""
    return not NEGATIONS.isdisjoint(takewhile(lambda w: w not in _SIGNS, reversed(words[max(0, at - 2) : at])))


def _behind(words: list[str], at: int) -> list[str]:
    """The words behind one, up to the end of its sentence, without articles; an object begins after them."""
    found: list[str] = []
    for word in words[at + 1 :]:
        if word in _SIGNS:
            break
        if word not in FILLERS:
            found.append(word)
    return found
