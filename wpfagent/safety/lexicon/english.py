"""English captions: a verb is destructive by itself, by its object, or not with this object.

What decides is the verb and the words behind it; articles and possessives between them are passed over. A verb that
stands before a word like `date` or `rate` is no verb: `Send date`, `Exit code`.
"""

from __future__ import annotations

import re

WORDS = frozenset({
    # deleting data
    "delete", "deletes", "remove", "removes", "erase", "erases", "purge", "purges", "wipe", "wipes", "destroy",
    "destroys", "trash", "drop", "truncate", "expunge", "obliterate", "nuke", "shred", "prune", "dispose", "scrap",
    "decommission", "unlink", "unpair", "annihilate", "zap",
    # discarding changes
    "discard", "discards", "abandon", "revert", "reverts", "rollback", "reset", "resets", "overwrite", "overwrites",
    # sending outside
    "send", "sends", "resend", "submit", "submits", "publish", "publishes", "unpublish", "upload", "transmit", "post",
    "email", "fax", "deploy", "push", "pay", "buy", "tweet", "repost",
    # uninstalling, formatting, giving up
    "uninstall", "uninstalls", "deinstall", "format", "reformat", "unregister", "unsubscribe", "deregister",
    "deprovision",
    # ending the program or the machine
    "exit", "quit", "shutdown", "terminate", "kill", "restart", "reboot", "logoff", "logout",
})  # fmt: skip
"""Words that make a command destructive, matched whole ("Undelete" and "Recipient" are none)."""
PHRASES = (
    "don't save", "do not save", "without saving", "empty recycle bin", "empty trash", "shut down",
    "log off", "log out", "sign out", "factory settings", "factory default", "replace existing", "yes, replace",
    "close all", "end task", "roll back", "power off", "power down", "undo all", "be lost", "lose changes",
    "lose all", "lose your", "recycle bin", "zero out", "dispose of", "place order", "order now", "throw away",
    "get rid of", "hard delete",
)  # fmt: skip
HARMLESS_PHRASES = ("post code", "postal code", "drop down", "send to back", "e-mail address", "email address",
                    "post office")  # fmt: skip
FILLERS = frozenset({"the", "this", "that", "these", "those", "a", "an", "my", "your", "its", "his", "selected",
                     "current", "old", "entire", "whole", "another"})  # fmt: skip
ATTRIBUTES = frozenset({
    "date", "dates", "time", "times", "rate", "rates", "speed", "quota", "interval", "reason", "reasons", "policy",
    "size", "duration", "deadline", "delay", "limit", "count", "status", "frequency", "probability",
})  # fmt: skip
"""What a word before it only describes, whatever the word."""
RECORDS = frozenset({
    "code", "codes", "number", "numbers", "history", "log", "logs", "address", "addresses", "interview", "name",
    "names", "price", "office", "terms", "schedule", "station", "calendar", "survey", "strategy", "point", "points",
    "condition", "conditions", "page", "poll", "velocity",
})  # fmt: skip
"""What these verbs do not do anything to: they only describe it. One may well delete a number or send a log."""
DESCRIBING = frozenset({"exit", "quit", "fax", "post", "rollback", "restart", "reboot", "shutdown", "scrap", "wipe",
                        "pay", "kill", "push", "drop", "truncate", "trash", "shred", "reset"})  # fmt: skip
ENDINGS = frozenset({"at", "on", "by", "after", "every", "until", "since", "when"})
"""A caption that ends so is the label of a field: `Delete after`."""
LOOKING = frozenset({"show", "view", "hide", "find", "search", "sort", "filter", "display", "see"})
"""What stands first where something is only looked at."""
NEGATIONS = frozenset({"not", "cannot", "can't", "don't", "couldn't", "unable", "failed", "never", "won't", "safely"})
"""Shortly before a verb these say that it is not done: `Don't send`, `Unable to remove the row`."""
TOGETHER = frozenset({"and", "then", "or"})
_LOOKS = frozenset({
    "filter", "filters", "sort", "sorting", "zoom", "view", "views", "layout", "search", "selection", "highlight",
    "highlights", "highlighting", "formatting", "grouping", "columns", "column", "query", "scroll", "breakpoint",
    "breakpoints", "border", "borders", "bookmark", "bookmarks", "split", "perspective", "camera", "window", "counter",
    "hyperlink", "underline", "bold", "style", "styles", "flag", "flags", "marks", "markers",
})  # fmt: skip
"""What only looks otherwise afterwards."""
UNLESS = {
    "remove": _LOOKS, "reset": _LOOKS, "drop": frozenset({
        "shadow", "shadows", "cap", "caps", "down", "zone", "off", "list", "target", "here", "box", "menu", "area",
    }),
    "exit": frozenset({"full", "fullscreen", "preview", "print", "edit", "editing", "mode", "presentation", "slideshow",
                       "zoom", "group", "search"}),
    "format": frozenset({
        "cell", "cells", "painter", "as", "text", "paragraph", "paragraphs", "font", "fonts", "table", "tables",
        "number", "numbers", "selection", "document", "code", "date", "dates", "column", "columns", "row", "rows",
        "page", "style", "styles", "picture", "pictures", "shape", "shapes", "chart", "axis", "options", "string",
        "list", "strings", "field", "fields", "range", "sheet", "bullets", "line", "lines", "source", "json", "xml",
    }),
    "truncate": frozenset({"long", "names", "text", "texts", "lines", "after"}),
    "restart": frozenset({"numbering", "numbers", "count", "list", "animation", "timer", "game", "level"}),
    "wipe": frozenset({"transition", "effect", "test"}),
    "shred": frozenset({"report"}), "overwrite": frozenset({"mode"}),
    "post": frozenset({"box", "code", "office"}),
    "kill": frozenset({"switch", "list"}),
    "quit": frozenset({"smoking"}),
}  # fmt: skip
"""Verbs that are harmless with one of these objects."""
UNLESS["reformat"] = UNLESS["format"]
_SETTLED = frozenset({
    "order", "orders", "subscription", "reservation", "reservations", "booking", "bookings", "appointment",
    "appointments", "contract", "membership", "meeting", "event", "flight", "shipment", "shipments", "payment", "plan",
    "invoice", "invoices", "registration", "delivery", "account", "ticket", "tickets", "enrollment", "policy",
})  # fmt: skip
_MONEY = frozenset({"funds", "money", "amount", "balance", "ownership", "now"})
_GOODS = frozenset({"order", "orders", "purchase", "payment", "booking", "reservation", "sale", "deletion", "removal"})
_STORES = frozenset({
    "data", "history", "log", "logs", "database", "databases", "cache", "queue", "list", "recent", "everything", "all",
    "table", "tables", "record", "records", "entries", "inbox", "messages", "memory", "disk", "storage", "cookies",
    "folder", "cart", "basket", "mailbox", "junk", "spam", "bin", "trash", "archive", "contents", "events", "drafts",
    "downloads", "clipboard", "recycle", "documents", "backups", "files", "items",
})  # fmt: skip
WITH = {
    "cancel": _SETTLED,
    "close": frozenset({"program", "application", "app", "account", "accounts", "all"}),
    "clear": _STORES, "empty": _STORES, "flush": _STORES, "clean": _STORES | {"up", "drive", "computer"},
    "confirm": _GOODS, "complete": frozenset({"order", "purchase", "payment"}), "place": frozenset({"order", "bid"}),
    "make": frozenset({"payment", "purchase"}), "transfer": _MONEY, "wire": _MONEY,
    "dispatch": frozenset({"order", "orders", "goods", "shipment"}), "ship": frozenset({"order", "orders"}),
    "restore": frozenset({"backup", "backups", "from", "defaults", "default", "factory", "snapshot", "database",
                          "version", "settings"}),
    "load": frozenset({"defaults"}),
    "replace": frozenset({"file", "files", "existing", "destination"}),
    "end": frozenset({"task", "tasks", "process", "processes", "session", "program"}),
    "stop": frozenset({"process", "service", "server"}),
    "force": frozenset({"stop", "close", "quit", "end", "push", "overwrite"}),
    "switch": frozenset({"computer"}), "turn": frozenset({"computer"}),
    "forward": frozenset({"message", "messages", "mail", "email", "to"}),
    "share": frozenset({"publicly", "online", "on", "via", "with"}),
    "leave": frozenset({"team", "group", "organization", "organisation", "workspace", "channel", "conversation",
                        "server", "project"}),
    "forget": frozenset({"network", "device", "password", "me", "account", "all"}),
    "log": frozenset({"off", "out"}), "shut": frozenset({"down"}), "sign": frozenset({"out"}),
    "check": frozenset({"pay"}), "hard": frozenset({"reset"}), "reply": frozenset({"send"}),
    "move": frozenset({"trash", "bin"}), "lose": frozenset({"changes", "data", "work"}),
}  # fmt: skip
"""Verbs that are destructive only with one of these behind them."""
LEADING = frozenset({"void", "revoke", "withdraw", "deactivate", "initialize", "initialise", "reinitialize",
                     "reinitialise", "broadcast", "purchase", "forfeit"})  # fmt: skip
"""Verbs where they stand as one; they are nouns elsewhere. With RECORDS and _PAPERS they are nouns, too."""
_PAPERS = frozenset({"order", "orders", "list", "requests", "log", "center", "channel", "fraction", "value", "values"})
STORES_TO_FORMAT = frozenset({"quick", "full", "level", "start", "begin", "disk", "drive", "volume", "partition",
                              "card", "usb", "low", "and", "now", "to", "confirm"})  # fmt: skip
BEFORE_VERBS = frozenset({"and", "then", "to", "please", "yes", "now", "really", "or", "force", "btn", "button", "cmd",
                          "command", "mi", "mnu", "menu", "tsb", "tool", "item", "lnk", "link", "idc", "id", "part",
                          "on", "b", "tb", "do"})  # fmt: skip
"""What a verb may stand behind: `Save and close program`, `btnClearHistory`."""
_WORD = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f]+(?:'[a-z]+)?|[?!.,;:&+]")
"""A run of letters, or a sign; Japanese, Chinese and Korean letters end it."""
_SIGNS = frozenset("?!.,;:&+")
_PHRASE = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, PHRASES))})")
_HARMLESS = re.compile("|".join(map(re.escape, HARMLESS_PHRASES)))


def english_word(plain: str) -> str | None:
    """Return the destructive word or phrase in a caption or a sentence.

    Args:
        plain: in small letters, without marks of access keys.
    """
    plain = re.sub(r"\be-mail", "email", plain)
    plain = _HARMLESS.sub(".", plain)
    if phrase := _PHRASE.search(plain):
        return phrase.group(0)
    words: list[str] = _WORD.findall(plain)
    if words and words[0] in LOOKING and not TOGETHER & set(words) and not _SIGNS & set(words[:-1]):
        return None
    if words and words[-1] in ENDINGS:
        return None
    return next((word for at, word in enumerate(words) if _is_destructive(words, at)), None)


def _is_destructive(words: list[str], at: int) -> bool:
    word, behind = words[at], _behind(words, at)
    following = behind[0] if behind else ""
    if NEGATIONS & set(words[max(0, at - 2) : at]):
        return False
    if word in WORDS:
        if following in ATTRIBUTES or (word in DESCRIBING and following in RECORDS):
            return False
        if word in ("format", "reformat") and at and words[at - 1] not in STORES_TO_FORMAT | BEFORE_VERBS | _SIGNS:
            return False  # `Number format` is a noun
        return following not in UNLESS.get(word, ())
    if at and words[at - 1] not in BEFORE_VERBS and words[at - 1] not in _SIGNS:
        return False
    if word in LEADING:
        return following not in RECORDS | _PAPERS | ATTRIBUTES
    if word in WITH and (objects := WITH[word]):
        named = [w for w in behind[:5] if w in objects]
        return bool(named) and not any(w in ATTRIBUTES | RECORDS - objects | _LOOKS - objects for w in behind[:3])
    return False


def _behind(words: list[str], at: int) -> list[str]:
    """The words behind one, up to the end of its sentence, without articles; an object begins after them."""
    found: list[str] = []
    for word in words[at + 1 :]:
        if word in _SIGNS:
            break
        if word not in FILLERS:
            found.append(word)
    return found
