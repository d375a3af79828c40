"""What a control says besides its caption: what stands in it, what it is the caption of, what it lets choose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from unicodedata import normalize

from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import layers
from wpfagent.core.captions import PRESSED
from wpfagent.core.errors import Unsupported
from wpfagent.core.keys import SIGNS
from wpfagent.core.model import AREAS, ROW_TYPES, Control, Rect, Snapshot
from wpfagent.core.placed import in_one_line
from wpfagent.core.selector import split_identifier
from wpfagent.desktops.base import Conditions
from wpfagent.safety import questions
from wpfagent.safety.captions import bounded, label_of, says_nothing
from wpfagent.safety.closing import CROSSES
from wpfagent.safety.destructive import COMMAND_TYPES, ITEMS, SLID, SLIDING

PASSIVE = ("Text", "Image")
OPENED_S = 0.5
"""How long a list may take to show its items."""
MOST_ITEMS = 500
"""So many items of a list are looked at that shows only some of them."""
LEAST_AROUND = 3
"""So many elements around another are looked at; farther out the first that is no area."""
EVERY = 10_000
"""All elements of a kind, wherever they stand and whether they show: their keys work all the same."""
DIGITS = frozenset("0123456789")
ERASE = "\u232b"
_LOSES = r"(?: \w+){0,5}? (?:(?:to|and|will) (?:delete|remove|erase|discard)|deletes|removes|erases|discards)\b"
GESTURES = {
    "click": r"(?<![+-])(?<!\+ )(?<!double )(?<!right )\b(?:click|tap|touch|press)(?:ing)?(?: on)?"
    r" (?:an?|any|each|every|the) \w+(?: (?:to|will))?(?= (?:delet|remov|eras|discard))"
    r"|(?<!ダブル)(?<!右)クリックすると",
    "double": r"\bdouble[- ]?(?:click|tap)|ダブルクリック",
    "middle": r"\b(?:middle|wheel)[- ]?click|(?:中|ホイール)クリック",
    "right": r"\bright[- ]?click(?!.*\b(?:menu|choose|select))|右クリック(?!.*(?:メニュー|選択|選び))",
    "hold": r"\bhold\b|\bholding\b|\blong[- ]?(?:press|tap)|長押し",
    "drag": r"\b(?:drag|swip|flick)\w*|ドラッグ|スワイプ",
    "empty": r"\b(?:clear|empty|blank)\b|空(?:に|欄)",
    "hover": rf"\b(?:hover\w*|rest(?:ing)? the (?:mouse|pointer)){_LOSES}|(?:マウス|ポインター?)を(?:重ね|合わせ)ると",
    "the wheel": rf"\b(?:wheel|scroll(?:ing)? (?:over|on)){_LOSES}|ホイール(?!クリック)",
}
"""How a text names what is done with the mouse, or that a field is left empty; other gestures are keys."""
CLICKED = frozenset({"Custom", "DataItem", "Image", "ListItem", "Text", "TreeItem"})
"""What a text means that says what a click does: `Click a row to delete it`."""
OF_BUTTONS = re.compile(r"\b(?:button|key|icon|cross|link)\b|ボタン|キー", re.IGNORECASE)
"""What else it may mean."""
KEYS = {
    "Backspace": "Back(?:space)?", "Enter": "(?:Enter|Return|Eingabe)", "Delete": "(?:Del(?:ete)?|Entf|Suppr?)",
    "Esc": "Esc(?:ape)?", "Ctrl": "(?:Ctrl|Control|Strg)", "Shift": "(?:Shift|Umschalt|Maj)",
    "Insert": "(?:Ins(?:ert)?|Einfg)", "NumMinus": "(?:Num )?(?:[-−]|Minus|Subtract)",
}  # fmt: skip
"""What keys are called."""
FIELDS = frozenset({"ComboBox", "Edit"})
MINUSES, PLUSES = frozenset("-−–—➖⊖\ue738"), frozenset("+＋➕⊕\ue710")
"""Signs that take a row away, where none of the others is beside them."""
MESSAGES = frozenset({"toast", "notification", "snackbar", "banner"})
"""What an AutomationId or a class calls a message, which a cross only takes away."""
PUTTING_AWAY = frozenset({"close", "dismiss", "hide", "clear", "collapse", "unpin", "cancel"})
"""What an AutomationId says of a cross that loses nothing."""
NEAR = 40
"""So many pixels away from a field stands at most what empties it."""
LEVEL = 2
MOST_TEXTS = 10
"""So many parts of a command are read for its texts."""
LABEL_GAP = 8
"""Pixels between a picture and the text below it that is its caption, and twice how far that may be off its middle."""
VAGUE = frozenset({"here", "click here", "this", "this link", "this button", "link", "ここ", "こちら", "ここをクリック",
                   "こちらをクリック"})  # fmt: skip
"""The words of a link that say only where to click: the sentence that they stand in says what for."""


def around(doing: Doing, control: Control, kinds: Sequence[str]) -> list[Control]:
    """Return the buttons and items around an element of these kinds: using it uses them, through any areas between."""
    found: list[Control] = []
    above: Control | None = control if control.control_type in kinds else None
    while above is not None and (len(found) < LEAST_AROUND or above.control_type in AREAS):
        above = doing.desktop.parent(above, timeout_s=doing.left_s)
        if above is None or above.control_type == "Window":
            break
        found.append(above)
    return [c for at, c in enumerate(found) if at < LEAST_AROUND or c.control_type not in AREAS]


def inside(doing: Doing, control: Control) -> list[Control]:
    """Return what a command says besides its caption: its texts, they as one, its pictures; of `here` the sentence."""
    if control.control_type in SLIDING:
        said = (*_in_line(doing, control), *_beside(doing, control))
        return [replace(control, name=name) for name in said if SLID.search(name)]
    if control.control_type in (*PASSIVE, *AREAS):
        return _in_tile(doing, control)
    if control.control_type not in COMMAND_TYPES | {"CheckBox", "RadioButton"}:
        return []
    if control.control_type == "Hyperlink" and ((label := label_of(control.name)) in VAGUE or questions.affirms(label)):
        above = doing.desktop.parent(control, timeout_s=doing.left_s)
        sentences = re.split(r"(?<=[.!?。！？])\s*", above.name) if above is not None else ()
        return [replace(control, name=said) for said in sentences if control.name in said]
    at = _place_in(doing, control)
    if at is not None:
        parts = list(_known(doing).subtree(at)[1:])
    elif control.own_name is None:  # its name is its own
        parts = []
    else:
        parts = doing.desktop.children(control, limit=MOST_TEXTS, timeout_s=doing.left_s)
    texts = [c for c in parts if c.control_type == "Text" and c.name]
    pictures = [c for c in parts if c.control_type == "Image"]
    whole = [replace(control, name=between.join(c.name for c in texts)) for between in ("", " ") if len(texts) > 1]
    told = [*texts, *pictures, *whole]
    if says_nothing(control.name):
        beside = (*(() if texts else below(doing, control)), *_tips_around(doing, control))
        told += [replace(control, name=label) for label in (*beside, *_taking_away(doing, control))]
    return told


def _known(doing: Doing) -> Snapshot:
    """The tree that was read before; an empty one where none was."""
    return doing.known or Snapshot()


def _place_in(doing: Doing, control: Control) -> int | None:
    """Where an element stands in that tree: what is made anew has another ref in its place."""
    at, place = _known(doing).index_of(control.ref), (control.control_type, control.name, control.bounding_rect)
    alike = (n for n, c in enumerate(_known(doing)) if (c.control_type, c.name, c.bounding_rect) == place)
    return at if at is not None else next(alike, None)


def is_key(doing: Doing, control: Control) -> bool:
    """Return whether a button with one sign stands among the ten digits: it types, reckons or erases one of them."""
    if control.control_type != "Button" or len(control.name.strip()) != 1:
        return False
    pad = doing.desktop.parent(control, timeout_s=doing.left_s)
    keys = doing.desktop.children(pad, limit=MOST_ITEMS, timeout_s=doing.left_s) if pad is not None else ()
    return {c.name.strip() for c in keys if c.control_type == "Button"} >= DIGITS


def erases_a_sign(doing: Doing, control: Control) -> bool:
    """Return whether this is a keypad's key that erases one sign, or the text in it; elsewhere its picture deletes."""
    if control.name.strip() != ERASE:
        return False
    key = control if control.control_type != "Text" else doing.desktop.parent(control, timeout_s=doing.left_s)
    return key is not None and is_key(doing, key)


def _in_tile(doing: Doing, control: Control) -> list[Control]:
    """Return the texts of an area that holds only words and pictures: a click on any of them may be one on it.

    One that holds nothing is a picture itself.
    """
    known = _known(doing)
    if (at := known.index_of(control.ref)) is None:
        return []
    if control.control_type in PASSIVE:
        at = next((i for i in range(at, -1, -1) if known.controls[i].depth < known.controls[at].depth), at)
    parts = known.subtree(at)[1:] if known.controls[at].control_type in AREAS else ()
    if control.control_type in AREAS and not parts:
        return [replace(control, control_type="Image")]
    is_tile = len(parts) <= MOST_TEXTS and all(c.control_type in PASSIVE for c in parts)
    return [c for c in parts if c.control_type == "Text" and c.name] if is_tile else []


def below(doing: Doing, control: Control) -> list[str]:
    """Return the text that stands right below a picture that is pressed, in its middle: as its caption."""
    at = control.bounding_rect
    return [name for name, rect in _texts(doing, control) if at is not None and _is_below(at, rect)]


def _taking_away(doing: Doing, control: Control) -> list[str]:
    """Return what a bare cross does that stands on an entry of a list, or on one of several alike: it takes it away.

    That of a tab or a tag, which stand in a line, only closes it; that of a field empties it.
    """
    rect, known, sign = control.bounding_rect, _known(doing), label_of(control.name)
    is_told = _words_of(control.automation_id) & PUTTING_AWAY or control.help_text or doing.tips.get(control.runtime_id)
    if sign not in CROSSES | MINUSES or is_told or rect is None:
        return []
    shown = [(c, r) for c in known if c.hwnd == control.hwnd and c.visible and (r := c.bounding_rect) is not None]
    at = _place_in(doing, control)
    above = list(known.ancestors(at)) if at is not None else []
    is_message = any(MESSAGES & _words_of(f"{c.automation_id} {c.class_name}") for c in above)
    if is_message or (sign in MINUSES and _counts(rect, shown)):
        return []
    entry = next((c for c in above if c.control_type in ROW_TYPES), None)
    if entry is not None:
        taken = sign in MINUSES or not _is_tag(known, entry, shown)
    else:
        fields = (r for c, r in shown if c.control_type in FIELDS and in_one_line(r, rect))
        of_field = any(-NEAR <= rect.x - field.right <= NEAR for field in fields)
        taken = not of_field and any(_is_same_column(control, rect, c, r) for c, r in shown)
    return ["Remove this entry"] if taken else []


def _words_of(identifier: str) -> set[str]:
    return {word.casefold() for word in split_identifier(identifier)}


def _counts(rect: Rect, shown: Sequence[tuple[Control, Rect]]) -> bool:
    """Whether a minus makes a number smaller, or closes a branch: a plus is level with it, or no text before it."""
    is_led = any(c.control_type == "Text" and r.right <= rect.x + LEVEL and in_one_line(rect, r) for c, r in shown)
    pluses = (r for c, r in shown if label_of(c.name) in PLUSES)
    return not is_led or any(in_one_line(rect, r) or abs(rect.x - r.x) <= LEVEL for r in pluses)


def _is_tag(known: Snapshot, entry: Control, shown: Sequence[tuple[Control, Rect]]) -> bool:
    """Whether an entry of a list is a tag, or a tab that is made so: one text, others in its line or much room."""
    at, rect = known.index_of(entry.ref), entry.bounding_rect
    inside = known.subtree(at) if at is not None else ()
    if at is None or rect is None or sum(c.control_type == "Text" and not says_nothing(c.name) for c in inside) > 1:
        return False
    others = [r for c, r in shown if c.control_type == entry.control_type and c.ref != entry.ref]
    holder = next((c.bounding_rect for c in known.ancestors(at)), None)
    has_room = holder is not None and 2 * rect.width < holder.width
    return has_room and (not others or any(in_one_line(rect, r) for r in others))


def _is_same_column(cross: Control, rect: Rect, other: Control, place: Rect) -> bool:
    is_level = abs(rect.x - place.x) <= LEVEL and not in_one_line(rect, place)
    return (other.control_type, other.name) == (cross.control_type, cross.name) and is_level


def _tips_around(doing: Doing, control: Control) -> list[str]:
    """Return the tool tip of the closest part of a page around an element that has one: it shows over the element."""
    at = _known(doing).index_of(control.ref) if not control.help_text else None
    above = _known(doing).ancestors(at) if at is not None else ()
    return [c.help_text for c in above if c.control_type in AREAS and c.help_text][:1]


def _in_line(doing: Doing, control: Control) -> list[str]:
    """Return the texts that stand in one line with what is slid: in its track, mostly."""
    at = control.bounding_rect
    return [name for name, rect in _texts(doing, control) if at is not None and in_one_line(at, rect)]


def _beside(doing: Doing, control: Control) -> list[str]:
    """Return the texts that an element stands with: over it, mostly."""
    found = layers.beside(_known(doing), control)
    return found[0] if found is not None else []


def _texts(doing: Doing, control: Control) -> list[tuple[str, Rect]]:
    """Return the texts of an element's window, and where they stand."""
    texts = (c for c in _known(doing) if c.control_type == "Text" and c.hwnd == control.hwnd)
    return [(c.name, c.bounding_rect) for c in texts if c.bounding_rect is not None]


def _is_below(above: Rect, rect: Rect) -> bool:
    is_near = 0 <= rect.y - (above.y + above.height) <= LABEL_GAP
    return is_near and abs((2 * rect.x + rect.width) - (2 * above.x + above.width)) <= LABEL_GAP


def as_items(pressed: Sequence[Control]) -> list[Control]:
    """Return what is pressed, with a text in an item that is called by it as that item."""
    items = [c for c in pressed if c.control_type in ITEMS]

    def as_item(text: Control) -> Control:
        item = next((i for i in items if f"{i.name}, ".startswith(f"{text.name}, ")), text)
        return replace(text, control_type=item.control_type) if text.control_type == "Text" and text.name else text

    return [as_item(control) for control in pressed]


def of_gesture(doing: Doing, control: Control | None, gesture: str) -> list[str]:
    """Return the sentences of an element's window, its tool tips too, that name a gesture or a key."""
    named = re.compile(GESTURES.get(gesture) or _of_keys(gesture), re.IGNORECASE)
    if gesture == "click" and (control is None or control.control_type not in CLICKED):
        is_meant = control is not None and control.control_type == "Button" and not questions.declines(control)
        texts = {*_beside(doing, control)} if control is not None and is_meant else set()
    else:
        shown = _known(doing).controls or ((control,) if control is not None else ())
        here = [c for c in shown if control is None or c.hwnd == control.hwnd]
        texts = {text for c in here for text in (c.name, c.help_text)}
        texts = {text for text in texts if gesture != "click" or not OF_BUTTONS.search(text)}
    texts = {text for text in (normalize("NFKC", bounded(text)) for text in texts) if named.search(text)}
    return [said for text in sorted(texts) for said in re.split(r"(?<=[.!?。！？\n])\s*", text) if named.search(said)]


def _of_keys(chord: str) -> str:
    """How a text names a chord; a key alone only where it is said to be pressed: an `X` is no key everywhere."""
    keys = chord.split("+")
    is_plain = len(keys) == 1 and chord != "Backspace" and not re.fullmatch(r"F\d+", chord)
    pressed = r"\b(?:press|hit|push|key)\s+(?:the )?" if is_plain else ""
    return rf"{pressed}[\"'\[(]?{named_keys(keys)}"


def named_keys(chord: Sequence[str]) -> str:
    """Return the pattern of how programs show a chord: `Ctrl+Del`, `Strg-Entf`, `Control + Delete`."""
    *held, key = (KEYS.get(key, re.escape(SIGNS.get(key, key))) for key in chord)
    named = "|".join(r"(?:\s?[+-]\s?|\s)".join((*order, key)) for order in permutations(held))
    return rf"(?<![A-Za-z\d+])(?:{named})(?![A-Za-z\d+])"


def of_field(doing: Doing, field: Control) -> list[str]:
    """Return what is said of a field: its name, its tool tip, the text right before it."""
    if field.control_type != "Edit":
        return []
    known, label = _known(doing), ""
    at = known.index_of(field.ref)
    if at and known.controls[at - 1].control_type == "Text":
        holder = next(known.ancestors(at - 1), None)
        is_caption = holder is not None and holder.control_type in PRESSED  # of the button before the field
        label = "" if is_caption else known.controls[at - 1].name
    return [text for text in (field.name, field.help_text, label) if text]


def found_below(doing: Doing, field: Control) -> list[Control]:
    """Return the items of the list right below a field, which shows what it finds: Enter in the field takes one."""
    here = field.bounding_rect
    if field.control_type != "Edit" or here is None:
        return []
    lists = (c for c in doing.find_all(Conditions(control_type="List"), limit=EVERY) if c.visible and c.bounding_rect)
    below = [c for c in lists if c.bounding_rect is not None and _hangs_at(here, c.bounding_rect)]
    return [c for holder in below for c in doing.find_all(Conditions(control_type="ListItem"), holder) if c.enabled]


def _hangs_at(field: Rect, rect: Rect) -> bool:
    """Whether a list begins right below a field, and is about where it is."""
    overlap = min(field.right, rect.right) - max(field.x, rect.x)
    return -field.height < rect.y - field.bottom <= field.height and overlap > min(field.width, rect.width) // 2


def unreal_items(doing: Doing, holder: Control, real: Sequence[Control]) -> list[Control]:
    """The items that are not real yet, or that a closed list tells only while it is open: read once for an action."""
    if holder.ref in doing.items_of:
        return doing.items_of[holder.ref]
    found: list[Control] = []
    if holder.can("ItemContainer") or (holder.control_type == "ComboBox" and not real):  # each costs two calls
        with suppress(Unsupported):
            found, _ = doing.desktop.items(holder, start=0, limit=MOST_ITEMS, most=MOST_ITEMS, timeout_s=doing.left_s)
    is_told = found or real or holder.can("ItemContainer")
    if not is_told and holder.expanded == "collapsed" and not takes_text(doing, holder):
        listed = Conditions(control_type="ListItem")
        doing.verb(holder, "expand")
        found = doing.until(lambda: doing.find_all(listed, within=holder, limit=EVERY), OPENED_S).value or []
        doing.verb(holder, "collapse")
    doing.items_of[holder.ref] = found
    return found


def takes_text(doing: Doing, combo: Control) -> bool:
    """Whether a text is entered into a combo box: opening its list would choose what that begins."""
    return bool(doing.find_all(Conditions(control_type="Edit"), within=combo, limit=1))
