"""One look at an application as exploration needs it: what can be used now, how each element is called, which state.

A state is abstracted: structure, ids, enabled states, the open page and the window stack count; texts, numbers, what
fields hold, what is ticked, rows of data and what changes by itself do not. Otherwise a clock would make every screen
a new one.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.desktops.refs import window_id

ROW_CONTAINERS = frozenset({"DataGrid", "Table", "List", "Tree"})
COMPOUNDS = frozenset({"ScrollBar", "TitleBar", "Slider", "Spinner", "Calendar", "DatePicker", "ProgressBar"})
"""Types and classes whose parts are used through them."""
READABLE = frozenset({
    "Text", "Image", "Separator", "ToolTip", "Window", "Pane", "StatusBar", "ToolBar", "Menu", "MenuBar", "Tab",
    "Header", "Group", "ProgressBar", "ScrollBar", "Thumb", "TitleBar",
})  # fmt: skip
"""What is looked at rather than used; an expander is a group that can be used."""
LISTS = frozenset({"MenuItem", "ComboBox", "SplitButton"})
"""What opens a list over everything else."""
UNFOLDING = LISTS | {"Group", "TreeItem"}
BARE = frozenset({"Window", "Pane", "TitleBar", "MenuBar", "ScrollBar", "Thumb"})
"""What every window has by itself, whatever is drawn in it."""
COMMANDS = frozenset({"Button", "Hyperlink", "SplitButton"})
"""What a card may have one of: its boxes and fields are told apart."""
UNCOUNTED = frozenset({"Text", "Image", "Separator", "ToolTip"})
"""What comes and goes with what is said, not with what can be done."""
FEW_ITEMS = 8
"""So many items of a list count each for itself; of more, and of rows, one stands for all."""
FEW_ALIKE = 3
"""So many commands of one name or id in a window count each for itself; more are those of cards, as of rows."""
POPUP = "popup"
"""What the window of an element of a pop-up is called."""
ROWS = frozenset({"DataItem", "ListItem"})
"""What the rows of a container are: what stands in them is named by its place in the row, not by what it shows."""
HEADING = 40
"""No heading is longer."""
LABELLED = frozenset({"TabItem", "ListItem", "TreeItem", "DataItem", "Button", "MenuItem", "CheckBox", "RadioButton"})
"""What has its own name as a text in it."""
LABELLED_BEFORE = frozenset({"Edit", "ComboBox", "Slider", "Spinner"})
"""What mostly has a text before it that says what it is for."""
_NUMBERS = re.compile(r"\d+")
_COUNTS = re.compile(r"#\d+")


class Place(NamedTuple):
    """One element of a screen.

    Args:
        control: as it was read.
        key: names it from look to look and from run to run, without numbers and refs; '' for texts and pictures.
        window: the window that it belongs to; a pop-up's owner where that is known.
        parent: the index of its parent; -1 for a window's own element.
        container: the index of the grid, list or tree around it; -1 outside one.
        group: the key of that container; '' outside one.
        part: it belongs to a compound control, or to the window's frame.
        in_row: it stands in a row or item of that container, or in one of many cards: the same of each have one key.
    """

    control: Control
    key: str
    window: WindowInfo
    parent: int
    container: int
    group: str
    part: bool
    in_row: bool = False


@dataclass(frozen=True, slots=True)
class Screen:
    """What is shown.

    Args:
        snapshot: as it was read.
        places: its elements, in document order.
        window: the topmost window that can be used; None when there is none.
        modal: whether that window blocks another one.
        opened: the indices of what has opened a list (menu, drop-down), outermost first.
        usable: the indices of the elements that can be used now.
        state: the abstracted state.
        popups: the pop-ups that cover the rest: those that are known to stay open do not.
    """

    snapshot: Snapshot
    places: tuple[Place, ...]
    window: WindowInfo | None
    modal: bool
    opened: tuple[int, ...]
    usable: tuple[int, ...]
    state: str
    popups: frozenset[int] = frozenset()

    @property
    def place(self) -> str:
        """The window or pop-up in which one is; all pages of the main window are one place."""
        keys = (self.places[i].key for i in self.usable if self.places[i].key)
        first = next(keys, "")
        return first if first.startswith(POPUP) or self.opened else first.split("/", 1)[0]

    @property
    def is_bare(self) -> bool:
        """Whether nothing is told of what the windows show: the program draws them itself, and says nothing of it."""
        return all(p.part or p.control.control_type in BARE for p in self.places)

    @property
    def is_aside(self) -> bool:
        """Whether this is a pop-up, an open list, or a window beside the main one."""
        if self.opened or self.place.startswith(POPUP):
            return True
        return self.window is not None and bool(self.modal or self.window.owner or self.window.is_system_dialog)

    @property
    def title(self) -> str:
        """What a person would call it: the window's title, the open pages, one in the other, the open menu."""
        window = self.window
        if window is None:
            return ""
        pages = [p.control.name for p in self.places if p.control.control_type == "TabItem" and p.control.selected
                 and p.control.hwnd == window.hwnd]  # fmt: skip
        menus = [self.places[i].control.label for i in self.opened]
        return ": ".join([window.title, *pages]) + "".join(f" > {m}" for m in menus)

    @property
    def menu_path(self) -> tuple[str, ...]:
        """The captions of the menus that are open, from the menu bar down; () where something else is open."""
        opened = [self.places[i] for i in self.opened]
        if not opened or any(p.control.control_type != "MenuItem" for p in opened):
            return ()
        bar = opened[0].parent
        if bar < 0 or self.places[bar].control.control_type not in ("Menu", "MenuBar"):
            return ()
        return tuple(p.control.name for p in opened)

    def page_of(self, place: Place | None) -> str:
        """Return what is shown in the window of an element, by default in that of the menu bar: its page.

        What is enabled, other windows that stand open, and what fields hold make no other page.
        """
        if place is None:
            place = next((p for p in self.places if p.control.control_type in ("Menu", "MenuBar")), None)
        hwnd, window = (place.control.hwnd, place.key.split("/", 1)[0]) if place is not None else (0, "")
        opened = [f"{self.places[i].key} is open" for i in self.opened]
        shown = [
            p.key for i in self.usable
            if (p := self.places[i]).key and not p.part and p.container < 0 and (opened or p.control.hwnd == hwnd)
        ]  # fmt: skip
        return f"{window}:{_hashed([*opened, *shown])}"

    def told_of(self, place: Place) -> str:
        """Return what is said about a command: its help, and the texts in it and right behind it."""
        at = next((i for i, p in enumerate(self.places) if p is place), 0)
        texts = [place.control.help_text]
        for other in self.places[at + 1 : at + 4]:
            if other.control.control_type != "Text":
                break
            texts.append(other.control.text)
        return " ".join(dict.fromkeys(t for t in texts if t and t != place.control.name))


def read_screen(snapshot: Snapshot, self_changing: Collection[str] = (), lasting: Collection[int] = ()) -> Screen:
    """Return what a snapshot shows.

    Args:
        snapshot: as it was read.
        self_changing: the refs of elements that change by themselves: they make no state.
        lasting: the windows of pop-ups that stay open on Esc: what lies beside them can be used, too.
    """
    frames = [w for w in snapshot.windows if not w.popup and not w.minimized]
    modal = any(not w.enabled for w in frames)
    enabled = [w for w in frames if w.enabled]
    top = enabled[0] if enabled else None
    places = _places(snapshot)
    beside = {w.hwnd for w in snapshot.windows if w.popup and w.hwnd in lasting}
    in_use = {w.hwnd for w in (enabled[:1] if modal else enabled)} | beside
    popups = {w.hwnd for w in snapshot.windows if w.popup} - beside
    opened = tuple(
        i for i, p in enumerate(places)
        if p.control.control_type in LISTS and p.control.expanded == "expanded" and p.control.hwnd in in_use | popups
    )  # fmt: skip
    usable = _usable(places, in_use, popups, opened)
    state = _state(places, usable, opened, frames, self_changing)
    covering = {places[i].control.hwnd for i in usable} <= popups
    return Screen(snapshot, places, top, modal, opened, usable, state, frozenset(popups if covering else ()))


def headings(screen: Screen) -> frozenset[str]:
    """The texts that stand free on a screen, and the page that is open."""
    free = {p.control.name for p in screen.places if p.control.control_type == "Text" and p.container < 0
            and len(p.control.name) <= HEADING
            and (p.parent < 0 or screen.places[p.parent].control.control_type not in LABELLED)}  # fmt: skip
    return frozenset(free | {p.control.name for p in screen.places if p.control.selected})


def _places(snapshot: Snapshot) -> tuple[Place, ...]:
    windows = {w.hwnd: w for w in snapshot.windows}
    names: dict[int, str] = {}
    counted: Counter[str] = Counter()
    above_it: list[int] = []  # the places around the next one, outermost first, and their depths
    depths: list[int] = []
    latest: dict[int, int] = {}  # the last one so far of those in each place
    made: list[Place] = []
    closed = snapshot.of_closed_lists()
    for index, control in enumerate(snapshot.controls):
        if index in closed:
            continue
        depth = control.depth
        while depths and depths[-1] >= depth:
            above_it.pop()
            depths.pop()
        window = windows.get(control.hwnd)
        if window is None:
            continue
        if control.hwnd not in names:
            names[control.hwnd] = _window_name(window, control)
        parent = above_it[-1] if above_it else -1
        above = made[parent] if parent >= 0 else None
        container, part, in_row = -1, False, False
        if above is not None:
            kind = above.control.control_type
            is_row = kind in ROWS or (kind == "Custom" and above.parent == above.container)  # as Windows Forms has them
            in_row = control.control_type != "HeaderItem" and (above.in_row or (above.container >= 0 and is_row))
            container = parent if kind in ROW_CONTAINERS else above.container
            part = above.part or kind in COMPOUNDS or above.control.class_name in COMPOUNDS
            part = part or (kind == "ComboBox" and control.control_type != "ListItem")
            part = part or _unfolds(control, above.control)
        key = ""
        if control.control_type not in UNCOUNTED:
            before = made[latest[parent]].control if parent in latest else control
            is_caption = above is not None and before.name == above.control.name
            label = before.name if before.control_type == "Text" and not is_caption else ""
            key = _key(control, names[control.hwnd], above, label, in_row=in_row)
            among = f"{parent if in_row else '' if window.popup else control.hwnd} {key}"
            counted[among] += 1
            if counted[among] > 1:
                key = f"{key}#{counted[among]}"
        group = made[container].key if container >= 0 else ""
        latest[parent] = len(made)
        above_it.append(len(made))
        depths.append(depth)
        made.append(Place(control, key, window, parent, container, group, part, in_row))
    return _with_cards(made)


def _with_cards(places: Sequence[Place]) -> tuple[Place, ...]:
    """Return the places, the command of each of many cards with one key: nothing tells that these are cards."""
    commands = [_command(place) for place in places]
    often = Counter(commands)
    return tuple(
        place if known is None or often[known] <= FEW_ALIKE else place._replace(key=known[1], in_row=True)
        for place, known in zip(places, commands, strict=True)
    )


def _command(place: Place) -> tuple[int, str, str] | None:
    """What a command outside of rows has in common with those of other cards; None: it has no id and no name."""
    control = place.control
    if control.control_type not in COMMANDS or place.in_row or place.part:
        return None
    own = "" if control.automation_id else control.name
    return (control.hwnd, _COUNTS.sub("", place.key), own) if control.automation_id or own else None


def _unfolds(control: Control, above: Control) -> bool:
    """Whether an element is the arrow that unfolds the one around it: that one is unfolded by itself."""
    if not above.can("ExpandCollapse") or control.control_type != "Button" or not control.can("Toggle"):
        return False
    return control.automation_id == "HeaderSite" or not control.name or control.name == above.name


def _window_name(window: WindowInfo, root: Control) -> str:
    if window.popup:
        return POPUP
    name = root.automation_id if root.depth == 0 else ""
    return name or f"{window_id(window)}|{_NUMBERS.sub('0', window.title)}"


def _key(control: Control, window: str, above: Place | None, label: str, *, in_row: bool) -> str:
    """Where an element is: its id or name in its window; in a row its type or id alone, whatever the row.

    A field that has neither is known by the label before it: the pages of an assistant have others in the same place.
    """
    if in_row and above is not None:
        around = above.key if above.in_row else f"{above.group}>row"
        return f"{around}>{control.control_type}{'.' * bool(control.automation_id)}{control.automation_id}"
    if control.automation_id:
        return f"{window}/{control.control_type}.{control.automation_id}"
    own = control.control_type
    if control.control_type not in ("Edit", "Document", "DataItem", "Text"):
        own = f"{own}:{_NUMBERS.sub('0', control.name)}"
    is_label = len(label) <= HEADING and re.search(r"\w", label) is not None
    if control.control_type in LABELLED_BEFORE and not control.name and is_label:
        own = f"{own}~{_NUMBERS.sub('0', label)}"
    return f"{above.key}>{own}" if above is not None else f"{window}/{own}"


def _usable(places: tuple[Place, ...], in_use: set[int], popups: set[int], opened: tuple[int, ...]) -> tuple[int, ...]:
    """The elements that can be used: those of an open list alone where there is one."""
    below: set[int] = set(opened)
    if opened:
        for index, place in enumerate(places):
            if place.parent in below:
                below.add(index)
    listed = [
        i for i, p in enumerate(places)
        if (i in below or p.control.hwnd in popups) and p.control.control_type not in ("ToolTip", "Text", "Window")
    ]  # fmt: skip
    listed = [i for i in listed if i not in opened]
    items = [i for i in listed if places[i].control.control_type in ("MenuItem", "ListItem", "Button", "TreeItem")]
    if opened or items:
        return tuple(listed)
    return tuple(i for i, p in enumerate(places) if p.control.hwnd in in_use)


def _state(
    places: tuple[Place, ...],
    usable: tuple[int, ...],
    opened: tuple[int, ...],
    frames: list[WindowInfo],
    self_changing: Collection[str],
) -> str:
    """What cannot be used now (a window that is blocked, all but an open menu) makes no difference."""
    parts = [f"{window_id(w)}|{w.enabled}" for w in frames]
    parts += [f"{places[i].key} is open" for i in opened]
    rows: set[int] = set()
    for index in usable:
        place = places[index]
        control = place.control
        if control.ref in self_changing or place.part or control.control_type in UNCOUNTED:
            continue
        if place.container >= 0 and control.control_type != "TreeItem":
            if control.control_type in ("DataItem", "ListItem"):
                rows.add(place.container)
            continue
        unfolded = control.expanded if control.control_type in UNFOLDING else None
        selected = control.selected if control.control_type == "TabItem" else None
        parts.append(f"{place.key}|{control.enabled}|{unfolded}|{selected}")
    parts += [f"{places[i].key} has rows" for i in sorted(rows)]
    return _hashed(parts)


def _hashed(parts: list[str]) -> str:
    """A window that is open twice, and all that is in it, counts once."""
    return hashlib.sha256("\n".join(dict.fromkeys(parts)).encode()).hexdigest()[:12]
