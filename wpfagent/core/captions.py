"""What a control is called: the one place that decides it, for every tree, search, table, message and evidence.

A caption is what a person sees: the program's own name for the element, unless that is a type's name, a bare symbol,
or shared by its siblings while their texts differ; then the texts inside of it; then its tool tip or help text. The
program's own name stays in `Control.own_name`.

Source: UI Automation's Name of an item that WPF makes from an object is the object's `ToString()`, the full name of
its type where the class does not override it (`ItemAutomationPeer.GetNameCore`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from unicodedata import normalize

from wpfagent.core.model import FIELD_TYPES, ROW_TYPES, Control, Rect
from wpfagent.core.named_by_order import set_right

NEW_ITEM = "{NewItemPlaceholder}"
"""What WPF calls the empty row of a grid that takes a new item (`CollectionView.NewItemPlaceholder`)."""
NULL = "(null)"
"""What a DataGridView of Windows Forms gives as the value of an empty cell."""
ITEMS = ROW_TYPES | {"TabItem"}
NAMED_BY_TEXTS = ITEMS | {
    "Button", "CheckBox", "HeaderItem", "Hyperlink", "MenuItem", "RadioButton", "SplitButton",
}  # fmt: skip
"""Control types whose content is their caption."""
TEXTS = frozenset({"Text", "Hyperlink"})
PRESSED = frozenset({"Button", "CheckBox", "RadioButton", "SplitButton"})
"""Parts of an item that are used by themselves: their captions name the item only where it has no other text."""
OWN_PLACES = ITEMS | {
    "ComboBox", "DataGrid", "Document", "Edit", "List", "Menu", "MenuItem", "Tab", "Table", "ToolBar", "Tree", "Window",
}  # fmt: skip
"""What has captions of its own inside: its texts are not those of the element around it."""
MOST_TEXTS = 3
"""How many texts make a caption where the first alone does not tell it from its siblings, or of a row's cells."""
MOST_ITEMS = 5_000
"""How many captions of items are remembered of one program."""
MOST_CHARACTERS, _CELLS = 120, ("GridItem", "TableItem")
_TYPE = r"[A-Za-z_]\w*(?:`\d+)?(?:\[[^\s\]]*\])?"
_TYPE_NAME = re.compile(
    rf"(?:{_TYPE}\.)+{_TYPE}(?:[+.]{_TYPE})*"  # Namespace.Type, Namespace.Outer+Inner
    r"(?:\[\])?(?::.*| (?:Header|Content|Items\.Count):.*)?",  # a control's ToString()
    re.DOTALL,
)
_MARKED = re.compile(r"_[^\W_]")
ACCESS_KEY = re.compile(r"\s*(?:\(&?_?[A-Za-z0-9]\)|（[A-Za-z0-9]）)(?=(?:\.{3}|…)?$)")
"""The access key that stands behind a caption in scripts that have no such letters: 保存(S), ファイルを開く(O)..."""
_CHORD = re.compile(r"\s*[(\[（][^()\[\]（）]*[)\]）]$|[.。…]+$")
"""What stands behind the words of a tool tip or hint: the keys that do the same, a full stop, dots."""
_ARROWS = re.compile(r"^[<＜‹«←◀◁＋+]\s*|\s*(?:[>＞›»→▶▷▲▼△▽▴▾⌄]|…|\.{3})$")
"""What stands beside the words of a button that goes on, adds or opens: `Next >`, `＋ Add`, `Columns ▾`, `Print…`."""
_APART = re.compile(r"(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])")
_MEMBERS = re.compile(r"\w* ?\{ \w+ = .*\}", re.DOTALL)
"""What `ToString()` of a record or an anonymous type gives."""
_CELL_NAME = re.compile(r"\w[^:]*: .+, \w[^:]*: \d+", re.DOTALL)
"""What WPF calls a cell without a text of its own: `Item: Shop.Order, Column Display Index: 2`, in its language."""
_SURELY_A_TYPE = re.compile(
    r"(?:System|Microsoft|Windows)\.\w+.*|.*[a-z]\.[A-Z]\w* (?:Header|Content|Items\.Count):.*", re.DOTALL
)


def is_type_name(name: str) -> bool:
    """Return whether a name looks like what `ToString()` gives for an object without words of its own."""
    pattern = _TYPE_NAME if "." in name else _MEMBERS if "{ " in name else None
    return pattern is not None and pattern.fullmatch(name) is not None


def is_symbol(text: str) -> bool:
    """Return whether a text is a glyph or a single sign: nothing that a person would call it by."""
    bare = text.strip()
    return bool(bare) and ((len(bare) == 1 and not bare.isalnum()) or _is_glyph(bare))


def is_telling(text: str) -> bool:
    """Return whether a text is words rather than nothing or a symbol."""
    return bool(text) and not text.isspace() and not is_symbol(text)


@dataclass(slots=True)
class Known:
    """What was learned of one program: names that several siblings share, and those of headers out of view."""

    shared: set[tuple[str, str]] = field(default_factory=set)
    headers: dict[tuple[int, ...], str] = field(default_factory=dict)
    items: dict[tuple[int, ...], str] = field(default_factory=dict)
    """The captions of items that showed, by runtime id: in a closed or hidden list they tell only their own names."""
    documents: set[tuple[int, ...]] = field(default_factory=set)
    """The documents of running text that were asked for what they hold, by runtime id."""
    hints: dict[tuple[int, ...], str] = field(default_factory=dict)
    """What fields told as their help while they were empty, by runtime id: one that is filled in tells it no more."""

    def is_shared(self, control_type: str, name: str) -> bool:
        """Return whether siblings of this type were seen to have the same name, and other texts."""
        return (control_type, name) in self.shared

    def note_items(self, controls: Iterable[Control]) -> None:
        """Remember the captions of list items; when there are too many, the oldest are forgotten."""
        for control in controls:
            if control.control_type == "ListItem" and control.own_name and control.runtime_id:
                self.items.pop(control.runtime_id, None)
                self.items[control.runtime_id] = control.name
        while len(self.items) > MOST_ITEMS:
            self.items.pop(next(iter(self.items)))

    def hint_of(self, control: Control) -> str:
        """Return the words that stand in a field while it is empty: a person knows it by them afterwards, too."""
        if control.help_text and not control.value and len(self.hints) < MOST_ITEMS:
            self.hints[control.runtime_id] = control.help_text
        return self.hints.get(control.runtime_id, "") if control.runtime_id else ""


def is_called(control: Control, words: str) -> bool:
    """Return whether a person calls a control so besides its caption: without access key or arrow, by its tip or hint.

    Full and half width make no difference then, nor do blanks that set characters apart, nor the key over a caption.
    What explains a command in the lines below it is no part of its name.
    """
    if not words:
        return False
    name = control.name.split("\n", 1)[0] if control.control_type in PRESSED and "\n" not in words else control.name
    bare = ACCESS_KEY.sub("", name).rstrip()
    is_explained = control.control_type in NAMED_BY_TEXTS or not is_telling(control.name)
    tips = (control.hint, control.help_text if is_explained else "")
    if words in (bare, control.own_name) or any(tip_says(tip, words) for tip in tips):
        return True
    wanted = folded(words)
    beside = " ".join((bare, *control.beside)) if control.beside else bare
    return wanted in map(folded, (bare, _ARROWS.sub("", bare), beside))


def tip_says(tip: str, words: str) -> bool:
    """Return whether a tool tip is what a person calls a command by: in its first line, the chord behind it aside."""
    return bool(tip and words) and folded(words) in (folded(tip), folded(words_of_tip(tip)))


def words_of_tip(tip: str) -> str:
    """Return the first line of a tool tip without the chord or full stop at its end: what a person calls it."""
    return _CHORD.sub("", tip.split("\n", 1)[0])


def folded(text: str) -> str:
    """Return a text as people read it who do not see case, full or half width, and blanks that set signs apart."""
    if text.isascii():
        return text.casefold().strip()
    return normalize("NFKC", _APART.sub("", text)).casefold().strip()


def is_part(around: Control, inner: Control) -> bool:
    """Return whether what is below an element in the tree is part of it: no page of its tab, but a caption cut off."""
    rect, place = around.bounding_rect, inner.bounding_rect
    is_inside = rect is None or place is None or rect.is_empty or rect.contains(*place.center)
    return is_inside or around.control_type in ROW_TYPES


def own_name(control: Control) -> str:
    """Return the program's own name for an element."""
    return control.name if control.own_name is None else control.own_name


def wants_texts(control: Control, known: Known | None = None) -> bool:
    """Return whether the texts inside of an element have to be known to name it, or to say what it shows."""
    name = own_name(control)
    if control.control_type == "ComboBox":
        return control.value is not None and is_type_name(control.value)
    if name == NEW_ITEM:
        return False
    if not is_telling(name):
        return control.control_type in NAMED_BY_TEXTS or control.can(*_CELLS)
    if control.control_type == "Custom" and control.can(*_CELLS) and _CELL_NAME.fullmatch(name):
        return True
    return is_type_name(name) or (known is not None and known.is_shared(control.control_type, name))


def captioned(controls: Sequence[Control], known: Known | None = None) -> list[Control]:
    """Return the controls of a tree, in document order, each under its caption.

    Args:
        controls: a tree, or a part of one that begins with an element and goes on with what is below it.
        known: what was learned of the program; what shows now is added.
    """
    known = Known() if known is None else known
    made = list(controls)
    siblings = _items_by_parent(made)
    for group in siblings:
        _learn_own_names(made, group, known)
    table_rows = _rows_without_type(made)
    due = [i for i, control in enumerate(made) if i in table_rows or wants_texts(control, known)]
    for index, control in enumerate(made):
        if "_" in control.name and control.control_type == "Text":
            made[index] = _without_mark(made, index)
        elif control.control_type in FIELD_TYPES and (hint := known.hint_of(control)):
            made[index] = replace(control, hint=hint)
    set_right(made)
    for index in reversed(due):  # what is inside first
        made[index] = _named(made, index, known)
    if due:
        late, shared = set(due), len(known.shared)
        for group in siblings:
            _tell_apart(made, [i for i in group if i in late], known)
        if len(known.shared) > shared:  # their like in other lists are called so, too
            for index in reversed(due):
                made[index] = _named(made, index, known)
        known.note_items(made[i] for i in due)
    return made


def texts_of(controls: Sequence[Control], index: int) -> list[str]:
    """Return the telling texts that a person reads in `controls[index]`: a row's cells, else what stands in it."""
    control = controls[index]
    cells: list[str] = []
    texts: list[Control] = []
    pressed: list[Control] = []
    for part in _parts(controls, index):
        if part.can(*_CELLS) and part.depth == control.depth + 1:
            cells.append(_cell_text(part))
        elif part.control_type in PRESSED:
            pressed.append(part)
        elif part.control_type in TEXTS:
            texts.append(part)
    if telling := [text for text in cells if is_telling(text)]:
        return telling
    for found in (texts, pressed):
        telling = [_unmarked(c.name) for c in found if is_telling(c.name)]
        if len(telling) > 1:
            telling = list(dict.fromkeys(_unmarked(c.name) for c in _in_reading_order(found) if is_telling(c.name)))
        if telling:
            return telling
    return []


def _named(controls: Sequence[Control], index: int, known: Known) -> Control:
    control = controls[index]
    if control.control_type == "ComboBox":
        shown = texts_of(controls, index)
        return replace(control, value=_joined(shown)) if shown else control
    name = _caption(controls, index, known)
    beside = tuple(texts_of(controls, index)[1:]) if control.control_type in PRESSED else ()
    if name == control.name:
        return replace(control, beside=beside) if beside else control
    return replace(control, name=name, own_name=own_name(control), beside=beside)


def _caption(controls: Sequence[Control], index: int, known: Known) -> str:
    control, own = controls[index], own_name(controls[index])
    texts = texts_of(controls, index)
    if own in texts and not is_symbol(own) and not known.is_shared(control.control_type, own):
        return own
    if texts:
        first = texts[0]
        return _joined(texts) if known.is_shared(control.control_type, first) else first
    if is_type_name(own) and control.runtime_id in known.items:
        return known.items[control.runtime_id]  # it shows no more
    if own and not is_symbol(own) and not _SURELY_A_TYPE.fullmatch(own) and not _CELL_NAME.fullmatch(own):
        return own
    if is_telling(control.help_text):
        return control.help_text
    if other := _picture(controls, index) or _entered(controls, index):
        return other
    return "" if control.can(*_CELLS) or _is_glyph(own) else own


def _is_glyph(text: str) -> bool:
    """Return whether a text is signs of an icon font only."""
    return bool(text) and all("\ue000" <= c <= "\uf8ff" or c.isspace() for c in text)


def _in_reading_order(texts: Sequence[Control]) -> list[Control]:
    """Return texts line by line, each from the left: a template may hold what stands on the right first."""
    placed = [(c.bounding_rect, c) for c in texts if c.bounding_rect is not None]
    if len(placed) < len(texts):
        return list(texts)
    placed.sort(key=lambda at: at[0].y)
    lines: list[list[tuple[Rect, Control]]] = []
    for rect, control in placed:
        if lines and rect.center[1] < lines[-1][0][0].bottom:
            lines[-1].append((rect, control))
        else:
            lines.append([(rect, control)])
    return [control for line in lines for _, control in sorted(line, key=lambda at: at[0].x)]


def _parts(controls: Sequence[Control], index: int) -> Iterator[Control]:
    """Yield what is inside of an element and belongs to its caption."""
    control, at, end = controls[index], index + 1, len(controls)
    below = control.depth
    while at < end and controls[at].depth > below:
        part = controls[at]
        is_cell = part.can(*_CELLS) and part.depth == below + 1
        if part.control_type in OWN_PLACES and not is_cell:
            at = _after(controls, at)
            continue
        if is_cell or is_part(control, part):
            yield part
        at = _after(controls, at) if is_cell or part.control_type in PRESSED else at + 1


def _after(controls: Sequence[Control], index: int) -> int:
    depth, at = controls[index].depth, index + 1
    while at < len(controls) and controls[at].depth > depth:
        at += 1
    return at


def _without_mark(controls: Sequence[Control], index: int) -> Control:
    """Return a text without the mark of the access key, where it is the caption of the element right above it."""
    text = controls[index]
    above = next((c for c in controls[index - 1 :: -1] if c.depth < text.depth), text) if index else text
    is_caption = above is not text and text.name.replace("_", "", 1) == above.name
    return replace(text, name=above.name, own_name=text.name) if is_caption else text


def _unmarked(text: str) -> str:
    """Return a caption without the mark of its access key: `_Save` → `Save`."""
    return text[1:] if _MARKED.match(text) else text


def _cell_text(cell: Control) -> str:
    return cell.name if cell.value in (None, "", NULL) or is_type_name(str(cell.value)) else str(cell.value)


def _picture(controls: Sequence[Control], index: int) -> str:
    """Return the name or tool tip of the first picture or text in an element that has one."""
    for part in _parts(controls, index):
        if part.control_type in ("Image", *TEXTS):
            for words in (part.name, part.help_text):
                if is_telling(words):
                    return words
    return ""


def _entered(controls: Sequence[Control], index: int) -> str:
    """Return what stands in the field that an item shows instead of its text, while it is renamed."""
    if controls[index].control_type not in ITEMS:
        return ""
    fields = (c for c in controls[index + 1 : _after(controls, index)] if c.control_type == "Edit")
    return next((c.value for c in fields if c.value and not c.is_password), "")[:MOST_CHARACTERS]


def _joined(texts: Sequence[str]) -> str:
    return ", ".join(texts[:MOST_TEXTS])[:MOST_CHARACTERS]


def _items_by_parent(controls: Sequence[Control]) -> list[list[int]]:
    """Return the places of the items that have siblings, by what holds them."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    above: list[int] = []
    for index, control in enumerate(controls):
        del above[max(0, control.depth - controls[0].depth) :]
        if control.control_type in ITEMS:
            groups[above[-1] if above else -1].append(index)
        above.append(index)
    return [group for group in groups.values() if len(group) > 1]


def _rows_without_type(controls: Sequence[Control]) -> set[int]:
    """Return the places of rows that only their cells show to be rows, as a DataGridView of Windows Forms has them."""
    found: set[int] = set()
    for index, control in enumerate(controls):
        if index and control.can(*_CELLS) and controls[0].depth < control.depth:
            above = _above(controls, index)
            if above is not None and controls[above].control_type == "Custom" and not controls[above].can(*_CELLS):
                found.add(above)
    return found


def _above(controls: Sequence[Control], index: int) -> int | None:
    return next((i for i in range(index - 1, -1, -1) if controls[i].depth < controls[index].depth), None)


def _learn_own_names(controls: Sequence[Control], group: Iterable[int], known: Known) -> None:
    """Note the own names that items share although their texts differ: what `ToString()` says of all of them."""
    by_name: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for index in group:
        name = own_name(controls[index])
        if name:
            by_name[controls[index].control_type, name].append(index)
    for key, equals in by_name.items():
        if len(equals) < 2 or key in known.shared:
            continue
        shown = [tuple(texts_of(controls, i)) for i in equals]
        if all(texts and key[1] not in texts for texts in shown) and len(set(shown)) > 1:
            known.shared.add(key)


def _tell_apart(controls: list[Control], group: Sequence[int], known: Known) -> None:
    """Give items whose first text is the same the texts that tell them apart."""
    by_caption: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for index in group:
        by_caption[controls[index].control_type, controls[index].name].append(index)
    for key, equals in by_caption.items():
        if len(equals) < 2 or not key[1] or len({tuple(texts_of(controls, i)) for i in equals}) < 2:
            continue
        known.shared.add(key)
        for index in equals:
            controls[index] = _named(controls, index, known)
