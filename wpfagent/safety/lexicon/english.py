"""English captions: a verb is destructive by itself, by its object, or not with this object.

What decides is the verb and the words behind it; articles and possessives between them are passed over. A verb that
stands before a word like `date` or `rate` is no verb: `Send date`, `Exit code`.
"""

from __future__ import annotations

import re
from itertools import takewhile

from wpfagent.safety.captions import word_set

WORDS = word_set("""
    delete deletes del remove removes erase erases purge purges wipe wipes destroy destroys trash drop truncate expunge
    obliterate nuke shred prune dispose scrap decommission unlink unpair annihilate zap discard discards abandon revert
    reverts rollback reset resets overwrite overwrites publish publishes unpublish upload transmit post email fax
    deploy push pay buy tweet repost uninstall uninstalls deinstall format reformat unregister unsubscribe deregister
    deprovision zeroize zeroise destruct evict exit quit shutdown terminate kill restart reboot logoff logout
""")
"""Words that make a command destructive, matched whole ("Undelete" and "Recipient" are none)."""
DELETING = word_set("delete deletes del remove erase purge wipe destroy expunge obliterate discard uninstall")
"""Verbs that take any object on a command: one can delete a policy, a status, a limit."""
SENDING = frozenset({"send", "sends", "resend", "submit", "submits"})
"""Verbs that are destructive only where object, recipient or window says that data leaves the program."""
OUTSIDE = word_set("""
    mail mails email emails letter newsletter feedback report reports message messages sms fax invoice invoices
    invitation invitations invite invites reminder reminders notification notifications crash error errors log logs
    diagnostics diagnostic statistics telemetry usage document documents file files attachment attachments link copy
    payment money gift reply comment comments review screenshot quote offer statement data post tweet bug ticket case
    suggestion suggestions rating announcement broadcast survey information info location contact page anyway
    immediately
""")
"""What leaves the program when it is sent."""
INSIDE = word_set("""
    back front backward backwards forward layer printer queue desktop background foreground tray device plc controller
    port next previous bottom top onenote keyboard clipboard sleep
""")
"""What is no recipient: `Send to back`, `Send to printer`."""
MEASURES = word_set("date dates rate rates speed frequency probability interval criteria")
"""What even these do nothing to."""
GERUNDS = word_set("deleting removing erasing purging wiping uninstalling discarding formatting overwriting destroying")
NOUNS = word_set("deletion removal erasure destruction termination")
"""Nouns that command with `of` behind them, or as what is confirmed: `Deletion of all rows`."""
STARTING = word_set("start begin continue resume on with keep confirm")
ORDERING = STARTING | {"approve", "proceed", "finalize", "finalise", "run", "execute", "perform", "process", "batch",
                       "bulk"}  # fmt: skip
"""What a noun may stand behind that is done then: `Approve deletion`."""
CONDITIONS = word_set("on after before when if while every by at until since from")
"""What a thing's name goes on with when it tells of a rule: `Delete files on exit`."""
LISTS = frozenset({"list", "recent", "favorites", "favourites", "quick", "view", "selection", "group", "playlist",
                   "taskbar", "start", "home", "toolbar", "menu", "bookmarks", "history", "sidebar", "pinned",
                   "watch", "display", "chart", "comparison"})  # fmt: skip
"""What something is removed from and stays where it is."""
PHRASES = (
    "don't save", "do not save", "without saving", "empty recycle bin", "empty trash", "shut down",
    "log off", "log out", "sign out", "factory settings", "factory default", "replace existing", "yes, replace",
    "end task", "roll back", "power off", "power down", "undo all", "be lost", "lose changes",
    "lose all", "lose your", "zero out", "dispose of", "place order", "order now", "throw away",
    "get rid of", "hard delete", "factory reset",
)  # fmt: skip
HARMLESS_PHRASES = ("post code", "postal code", "drop down", "send to back", "e-mail address", "email address",
                    "post office")  # fmt: skip
FILLERS = word_set("the this that these those a an my your its his selected current old entire whole another")
ATTRIBUTES = word_set("""
    date dates time times rate rates speed quota interval reason reasons policy size duration deadline delay limit
    count status frequency probability
""")
"""What a word before it only describes, whatever the word."""
RECORDS = word_set("""
    code codes number numbers history log logs address addresses interview name names price office terms schedule
    station calendar survey strategy point points condition conditions page poll velocity
""")
"""What these verbs do not do anything to: they only describe it. One may well delete a number or send a log."""
DESCRIBING = frozenset({"exit", "quit", "fax", "post", "rollback", "restart", "reboot", "shutdown", "scrap", "wipe",
                        "pay", "kill", "push", "drop", "truncate", "trash", "shred", "reset"})  # fmt: skip
ENDINGS = word_set("at on by after every until since when help instructions")
"""A caption that ends so is the label of a field, `Delete after`, or leads to a text."""
LOOKING = word_set("show view hide find search sort filter display see how why learn open go")
"""What stands first where something is only looked at, or explained."""
NEGATIONS = word_set("not cannot can't don't couldn't unable failed never won't")
"""Shortly before a verb these say that it is not done: `Don't send`, `Unable to remove the row`."""
TOGETHER = frozenset({"and", "then", "or"})
_LOOKS = word_set("""
    filter filters sort sorting zoom view views layout search selection highlight highlights highlighting formatting
    grouping columns column query scroll breakpoint breakpoints border borders bookmark bookmarks split perspective
    camera window counter hyperlink underline break breaks transform page spacing indent bold style styles flag flags
    marks markers notification notifications alerts toasts searches
""")
"""What only looks otherwise afterwards."""
_EMPTY = frozenset({"blank", "empty", "trailing", "leading"})
"""What holds nothing that could be lost."""
_LAST = frozenset({"filter", "filters", "sorting", "zoom", "view", "views", "layout", "selection", "formatting",
                   "breakpoint", "breakpoints", "break", "breaks", "mode", "preview", "screen", "slideshow",
                   "toolbar"})  # fmt: skip
"""What only looks otherwise, whatever stands between it and its verb: `Exit reading view`, `Reset all page breaks`."""
_APPEARANCE = word_set("""
    background shadow shadows fill outline outlines tint vignette blur grain noise eye color colors colour colours
    margin margins indentation indents spaces whitespace diacritics accents imports usings gridlines legend trendline
    bullet bullets arrows panes highlight highlights focus tooltip
""")
"""How a picture, a chart or a text looks: removing it, and resetting it, changes only that."""
_PLACES = word_set("""
    pan rotation orientation camera position positions size sizes width widths height scale fit crop axis axes
    brightness contrast font fonts theme speed timer stopwatch guides ruler splitter slider cursor brush tool picture
    columns
""")
"""Where and how large something is shown; resetting it only shows it otherwise."""
SETUP = word_set("""
    settings options preferences period periods grade grades slips slip preview progress signature effects criteria
    guide guides history interval intervals level levels limit limits mode protection queue size sizes status types
""")
NAMING = frozenset({"email", "fax", "pay", "publish", "deploy", "upload", "transmit", "post", "push", "exit", "restart",
                    "shutdown", "shred", "overwrite", "kill", "scrap"})  # fmt: skip
"""Verbs that are no verbs before these: `Fax settings`, `Pay grades`, `Publish date limits`. A reset resets them."""
DRIVES = frozenset({"disk", "disks", "drive", "drives", "volume", "partition", "card", "usb", "sd", "stick", "flash",
                    "device", "storage", "media", "medium", "memory", "floppy", "ssd", "hdd", "everything", "all",
                    "now", "and", "to", "it", "them"})  # fmt: skip
"""What is empty once it is formatted; a single letter is one, too. Texts, cells and charts only look otherwise."""
UNLESS = {
    "remove": _LOOKS - {"page"} | _LAST | _APPEARANCE | _EMPTY, "reset": _LOOKS | _LAST | _APPEARANCE | _PLACES,
    "revert": _LAST | _APPEARANCE, "quit": _LAST | {"smoking"}, "delete": frozenset({"mode"}),
    "exit": _LAST | word_set("full fullscreen preview print edit editing presentation zoom group search sketch"),
    "unlink": word_set("boxes header footer layer layers style"),
    "drop": word_set("shadow shadows cap caps down zone off list target here box menu area"),
    "truncate": word_set("long names text texts lines after decimals labels"),
    "restart": word_set("numbering numbers count list animation timer game level video slideshow beginning playback"
                        " song tour track tutorial"),
    "wipe": word_set("transition effect test"), "shred": frozenset({"report"}), "overwrite": frozenset({"mode"}),
    "erase": frozenset({"tool"}), "post": word_set("box code office script processing process"),
    "push": word_set("pin pins notifications notification button"), "kill": word_set("switch list ring"),
}  # fmt: skip
"""What these verbs lose nothing with, as the first or the last word of it; how something looks only as the last."""
_SETTLED = word_set("""
    order orders subscription reservation reservations booking bookings appointment appointments contract membership
    meeting event flight shipment shipments payment plan invoice invoices registration delivery account ticket tickets
    enrollment policy
""")
_MONEY = frozenset({"funds", "money", "amount", "balance", "ownership", "now"})
_GOODS = word_set("order orders purchase payment booking reservation sale deletion removal")
_STORES = word_set("""
    data history log logs database databases cache queue list recent everything all table tables record records entries
    inbox messages memory disk storage cookies folder cart basket mailbox junk spam bin trash archive contents events
    drafts downloads clipboard recycle documents backups files items
""")
_PEOPLE = word_set("user member player guest participant account address")
WITH = {
    "cancel": _SETTLED,
    "close": word_set("program application app account period year quarter books ledger"),
    "write": frozenset({"off"}), "ban": _PEOPLE, "kick": _PEOPLE, "expel": _PEOPLE,
    "clear": _STORES, "empty": _STORES, "flush": _STORES,
    "clean": _STORES | word_set("drive computer conversation tree workspace"),
    "confirm": _GOODS, "complete": frozenset({"order", "purchase", "payment"}), "place": frozenset({"order", "bid"}),
    "make": frozenset({"payment", "purchase"}), "transfer": _MONEY, "wire": _MONEY,
    "dispatch": frozenset({"order", "orders", "goods", "shipment"}), "ship": frozenset({"order", "orders"}),
    "restore": word_set("backup backups from defaults default factory snapshot database version settings"),
    "load": frozenset({"defaults"}),
    "replace": frozenset({"file", "files", "existing", "destination"}),
    "end": word_set("task tasks process processes session program"),
    "stop": frozenset({"process", "processes", "service", "server"}),
    "force": frozenset({"stop", "close", "quit", "end", "push", "overwrite"}),
    "switch": frozenset({"computer"}), "turn": frozenset({"computer"}),
    "forward": frozenset({"message", "messages", "mail", "email", "to"}),
    "share": frozenset({"publicly", "online", "on", "via", "with"}),
    "leave": word_set("team group organization organisation workspace channel conversation server project"),
    "forget": word_set("network device password me account all site"),
    "log": frozenset({"off", "out"}), "shut": frozenset({"down"}), "sign": frozenset({"out"}),
    "check": frozenset({"pay"}), "hard": frozenset({"reset"}), "reply": frozenset({"send"}),
    "move": frozenset({"trash", "bin"}), "lose": frozenset({"changes", "data", "work"}),
}  # fmt: skip
"""Verbs that are destructive only with one of these behind them."""
ENDING = frozenset({"exit", "quit", "shutdown", "logoff", "logout"})
"""What an item says that ends the program."""
OBJECTS = _STORES | {"program", "application", "app", "now", "settings", "computer", "pc", "windows", "drive", "volume",
                     "partition", "device", "process", "processes", "session", "changes", "permanently"}  # fmt: skip
"""What an item's verb has behind it that is no name: `Reset all settings`, `Format disk`."""
LEADING = frozenset({"void", "revoke", "withdraw", "deactivate", "initialize", "initialise", "reinitialize",
                     "reinitialise", "broadcast", "purchase", "forfeit", "refund", "retire"})  # fmt: skip
"""Verbs where they stand as one; they are nouns elsewhere. With RECORDS and _PAPERS they are nouns, too."""
_PAPERS = word_set("order orders list requests log center channel fraction value values")
STORES_TO_FORMAT = word_set("quick full level start begin disk drive volume partition card usb low and now to confirm")
BEFORE_VERBS = frozenset({"and", "then", "to", "please", "yes", "now", "really", "or", "force", "btn", "button", "cmd",
                          "command", "mi", "mnu", "menu", "tsb", "tool", "item", "lnk", "link", "idc", "id", "part",
                          "on", "b", "tb", "do"})  # fmt: skip
"""What a verb may stand behind: `Save and close program`, `btnClearHistory`."""
_WORD = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f]+(?:'[a-z]+)?|[?!.,;:&+|/→»>·•–—]")
"""A run of letters, or a sign; Japanese, Chinese and Korean letters end it."""
_SIGNS = frozenset("?!.,;:&+|/→»>·•–—")
_PHRASE = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, PHRASES))})")
_JOINED = re.compile(
    rf"\b({'|'.join(sorted(DELETING))})(all|everything|selected|rows?|records?|items?|files?|data|history|account)(?![^\W_])"
)
"""`deleteall`: names of code whose parts a mark of an access key has joined."""
_HARMLESS = re.compile("|".join(map(re.escape, HARMLESS_PHRASES)))


def english_word(plain: str, *, leaves: bool = False, is_thing: bool = False) -> str | None:
    """Return the destructive word or phrase in a caption or a sentence.

    Args:
        plain: in small letters, without marks of access keys.
        leaves: whether a bare `send` sends outside.
        is_thing: the caption names something to choose; only what stands there as a whole command counts.
    """
    plain = re.sub(r"\be-mail", "email", plain)
    plain = _JOINED.sub(r"\1 \2", _HARMLESS.sub(".", plain))
    words: list[str] = _WORD.findall(plain)
    if is_thing and (len([w for w in words if w not in _SIGNS]) > 4 or CONDITIONS & set(words[1:])):
        return None
    if phrase := _PHRASE.search(plain):
        return phrase.group(0)
    if words and words[0] in LOOKING and not TOGETHER & set(words) and not _SIGNS & set(words[:-1]):
        return None
    if words and words[-1] in ENDINGS:
        return None
    if "un" in words[:1] or (words[:1] == ["undo"] and "all" not in words):
        return None
    if is_thing:
        return next((w for at, w in enumerate(words[:1]) if _is_destructive(words, at, is_thing=True)), None)
    found = (w for at, w in enumerate(words) if _is_destructive(words, at) or _sends(words, at, leaves=leaves))
    return next(found, None)


def only_names(plain: str, word: str) -> bool:
    """Return whether an item's caption names a thing by a word that is a noun as well: `Post`, `Trash`, `Buy milk`.

    Args:
        plain: in small letters, without marks of access keys.
        word: the destructive word that was found in it.
    """
    behind = _WORD.findall(plain)[1:]
    is_bare = not behind and word not in ENDING
    return word in WORDS - DELETING and (is_bare or (bool(behind) and not OBJECTS & set(behind)))


def _is_destructive(words: list[str], at: int, *, is_thing: bool = False) -> bool:
    word, behind = words[at], _behind(words, at)
    following = behind[0] if behind else ""
    before = words[at - 1] if at else ""
    if NEGATIONS & set(words[max(0, at - 2) : at]) or (before == "safely" and word in ("remove", "eject")):
        return False
    if before == "auto":
        return False  # `Auto-delete settings` tells of a rule
    if at > 1 and before in CONDITIONS - {"by", "from"}:
        return False  # `Ask before delete` tells when
    if word in DELETING and not is_thing:
        return not (following in MEASURES or _only_looks(word, behind) or _only_from_a_list(word, behind))
    if word in WORDS:
        is_described = (word in DESCRIBING and following in RECORDS) or (
            word in NAMING and bool({following, *behind[-1:]} & SETUP)
        )
        if following in ATTRIBUTES or is_described:
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
        return following not in RECORDS | _PAPERS | ATTRIBUTES
    if word == "close" and "all" in behind[:1]:
        return not {"but", "except", "other", "others", "panels", "tabs", "popups"} & set(behind)
    if word in WITH and (objects := WITH[word]):
        named = [w for w in behind[:5] if {w, w.removesuffix("s")} & objects]
        return bool(named) and not any(w in ATTRIBUTES | RECORDS - objects | _LOOKS - objects for w in behind[:3])
    return False


def _only_looks(word: str, behind: list[str]) -> bool:
    """Whether nothing is lost with what this is done to, up to what says from where."""
    named = list(takewhile(lambda w: w not in (CONDITIONS | TOGETHER) - {"from"}, behind))
    return bool(({*behind[:1]} - _APPEARANCE - _PLACES | {*named[-1:]}) & UNLESS.get(word, frozenset()))


def _only_from_a_list(word: str, behind: list[str]) -> bool:
    """`Remove from list`: what is removed stays where it is."""
    at = behind.index("from") if word in ("remove", "removes") and "from" in behind else -1
    return at >= 0 and bool(LISTS & set(behind[at + 1 : at + 4])) and not {"disk", "all"} & set(behind)


def _sends(words: list[str], at: int, *, leaves: bool) -> bool:
    """Whether something is sent outside: by its object, its recipient, or what stands around."""
    if words[at] not in SENDING or NEGATIONS & set(words[max(0, at - 2) : at]):
        return False
    if at and words[at - 1] not in BEFORE_VERBS | _SIGNS | {"save", "you", "will", "sign", "print", "accept"}:
        return False
    behind = _behind(words, at)
    if behind[:1] and behind[0] in ATTRIBUTES | RECORDS - OUTSIDE | INSIDE | {"button", "key", "keys", "queue"}:
        return False
    if "to" in behind:
        return not INSIDE & set(behind[behind.index("to") :])
    return leaves or bool(OUTSIDE & set(behind[:4]))


def _behind(words: list[str], at: int) -> list[str]:
    """The words behind one, up to the end of its sentence, without articles; an object begins after them."""
    found: list[str] = []
    for word in words[at + 1 :]:
        if word in _SIGNS:
            break
        if word not in FILLERS:
            found.append(word)
    return found
