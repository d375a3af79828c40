"""What a desktop is made of: rectangles, processes, windows, controls, snapshots.

Frozen values without behaviour beyond queries. Coordinates are physical pixels of the virtual screen (negative ones
are legal); times are seconds of the desktop's own clock unless a name says otherwise.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

ToggleState = Literal["on", "off", "indeterminate"]
ExpandState = Literal["collapsed", "expanded", "partially_expanded", "leaf"]
FIELD_TYPES = frozenset({"ComboBox", "Document", "Edit", "Slider", "Spinner"})
"""The control types that take a value: their help text is where programs say what is wrong with it."""
MARKS: dict[str, str] = {"on": "on", "off": "off", "indeterminate": "mixed"}
SAID = 80
"""How many characters of what an element says are shown in a list."""
AREAS = frozenset({"Custom", "Group", "Pane"})
"""What other controls stand in, and what does nothing of its own."""
ROW_TYPES = frozenset({"DataItem", "ListItem", "TreeItem"})
"""The control types of the rows of lists, tables and trees."""


class Rect(NamedTuple):
    """A rectangle in physical pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column that no longer belongs to it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row that no longer belongs to it."""
        return self.y + self.height

    @property
    def center(self) -> tuple[int, int]:
        """The middle, as (x, y)."""
        return self.x + self.width // 2, self.y + self.height // 2

    @property
    def is_empty(self) -> bool:
        """Whether it has no area."""
        return self.width <= 0 or self.height <= 0

    def contains(self, x: int, y: int) -> bool:
        """Return whether the point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def intersection(self, other: Rect) -> Rect:
        """Return the common part; empty (width or height 0) when there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, max(0, min(self.right, other.right) - x), max(0, min(self.bottom, other.bottom) - y))

    def pages_to(self, view: Rect) -> tuple[float | None, float | None]:
        """Return how many pages of a view to scroll each way until the middle of this shows; None where it does."""
        (x, y), (middle_x, middle_y) = self.center, view.center
        across = None if view.x <= x < view.right or not view.width else (x - middle_x) / view.width
        down = None if view.y <= y < view.bottom or not view.height else (y - middle_y) / view.height
        return across, down


@dataclass(frozen=True, slots=True)
class ProcessInfo:
    """A process. `started` is Unix time in seconds; with the pid it identifies the process for good."""

    pid: int
    name: str
    exe: str = ""
    parent: int = 0
    started: float = 0.0
    elevated: bool | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process holds: private memory in bytes, how many handles, GDI and USER objects, and unseen windows.

    `idle_s` is the processor time that nobody on the machine has used so far; None where that is not known.
    """

    memory: int
    handles: int
    gdi: int = 0
    user: int = 0
    idle_s: float | None = None
    unseen: int = 0
    """Top-level windows that are not shown."""


@dataclass(frozen=True, slots=True)
class WindowInfo:
    """A top-level window: main, owned, dialog, menu or pop-up. `title` is the Win32 title."""

    hwnd: int
    pid: int
    process: str
    title: str
    class_name: str
    rect: Rect
    owner: int = 0
    enabled: bool = True
    foreground: bool = False
    responding: bool = True
    minimized: bool = False
    elevated: bool | None = None
    popup: bool = False
    """A menu, drop-down, tool tip or other window without a frame that belongs to another."""
    maximized: bool = False
    titled: bool = True
    """Whether it has a title bar; a splash screen has none."""

    @property
    def state(self) -> str:
        """`normal`, `maximized` or `minimized`."""
        return "minimized" if self.minimized else "maximized" if self.maximized else "normal"

    @property
    def is_system_dialog(self) -> bool:
        """Whether it is one of the system's own dialogs, by its class: message boxes, those that ask for a file."""
        return self.class_name == "#32770"

    @property
    def is_usable(self) -> bool:
        """Whether a person could use it now: enabled, shown in some size, answering, no pop-up."""
        return self.enabled and self.responding and not self.popup and not self.rect.is_empty

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `list_windows` prints."""
        return {
            "title": self.title,
            "pid": self.pid,
            "process": self.process,
            "class_name": self.class_name,
            "hwnd": self.hwnd,
            "rect": list(self.rect),
            "foreground": self.foreground,
            "elevated": self.elevated,
            "responding": self.responding,
            **({} if self.state == "normal" else {"state": self.state}),
        }


@dataclass(frozen=True, slots=True)
class Control:
    """One element as UI Automation describes it, at one moment.

    `ref` names the live element that the desktop keeps behind this description; `control_type` is UIA's word
    without its suffix (`Button`, `Edit`, `DataItem`); `patterns` are UIA pattern names without theirs (`Invoke`,
    `Value`). `visible` is the contrary of IsOffscreen. States that do not apply are None. `hwnd` is the top-level
    window that the element is part of. `value` of a password field is always None. `access_key` is read of single
    elements (found, read again); in a snapshot it may be empty: it is expensive. `name` is what a person sees
    (`core.captions`); where the program's own UIA Name is another one, that is `own_name`. `item_status` is what
    the program says of an element: an error, a sort order. `step` (of a range) is read of single elements only.
    `beside` are the other texts in what is pressed and named by the first one: of a key with `F12` over `Exit`, `Exit`.
    `shortcut` are the keys that do what it does, as a menu shows them; read of single elements only.
    """

    ref: str
    automation_id: str = ""
    name: str = ""
    control_type: str = "Custom"
    class_name: str = ""
    enabled: bool = True
    visible: bool = True
    bounding_rect: Rect | None = None
    value: str | None = None
    patterns: tuple[str, ...] = ()
    depth: int = 0
    help_text: str = ""
    access_key: str = ""
    focused: bool = False
    focusable: bool = False
    is_password: bool = False
    read_only: bool | None = None
    selected: bool | None = None
    toggle_state: ToggleState | None = None
    expanded: ExpandState | None = None
    minimum: float | None = None
    maximum: float | None = None
    runtime_id: tuple[int, ...] = ()
    hwnd: int = 0
    pid: int = 0
    own_name: str | None = None
    item_status: str = ""
    step: float | None = None
    beside: tuple[str, ...] = ()
    shortcut: str = ""
    hint: str = ""
    """What it told as its help as long as it was empty: the words that stand in it then."""

    @property
    def text(self) -> str:
        """What a person reads in it: the value where it has one, else the name."""
        return self.value if self.value is not None else self.name

    @property
    def label(self) -> str:
        """What a person would call it."""
        return self.name or self.help_text or self.automation_id

    def can(self, *patterns: str) -> bool:
        """Return whether it supports any of these patterns."""
        return any(p in self.patterns for p in patterns)

    def describe(self) -> str:
        """Return one short phrase for messages: `Button 'Save' (automation_id SaveButton)`."""
        words = [self.control_type]
        if self.name:
            words.append(repr(self.name if len(self.name) <= 60 else self.name[:57] + "..."))
        if self.automation_id:
            words.append(f"(automation_id {self.automation_id})")
        return " ".join(words)

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `list_controls` prints."""
        return {
            "ref": self.ref,
            "automation_id": self.automation_id,
            "name": self.name,
            "control_type": self.control_type,
            "enabled": self.enabled,
            "visible": self.visible,
            "bounding_rect": list(self.bounding_rect) if self.bounding_rect else None,
            "value": self.value,
            "class_name": self.class_name,
            "patterns": list(self.patterns),
            "depth": self.depth,
        }

    def marks(self) -> list[str]:
        """Return the states that a person would see, in few words: `off`, `selected`, `read-only`, `0..10`."""
        is_field = self.control_type in FIELD_TYPES
        found = [
            *(() if self.enabled else ("disabled",)),
            *(() if self.visible else ("offscreen",)),
            *((MARKS[self.toggle_state],) if self.toggle_state else ()),
            *(("selected",) if self.selected else ()),
            *((self.expanded,) if self.expanded in ("expanded", "collapsed") else ()),
            *(("focused",) if self.focused else ()),
            *(("password",) if self.is_password else ()),
            *(("read-only",) if self.read_only and is_field else ()),
            *(
                (f"{self.minimum:g}..{self.maximum:g}",)
                if self.minimum is not None and self.maximum is not None
                else ()
            ),
        ]
        says = self.item_status or (self.help_text if is_field and self.help_text != self.name else "")
        return [*found, f"says {says[:SAID]!r}"] if says else found

    def states(self) -> dict[str, Any]:
        """Return enabled, visible, focused, selected, toggle_state, expanded, value; what does not apply is absent."""
        found = {
            "enabled": self.enabled,
            "visible": self.visible,
            "focused": self.focused,
            "selected": self.selected,
            "toggle_state": self.toggle_state,
            "expanded": self.expanded,
            "value": self.value,
        }
        return {k: v for k, v in found.items() if v is not None}

    def details(self) -> dict[str, Any]:
        """Return what else `get_state` tells: read_only, password, minimum, maximum, step, says; as far as it applies.

        `says` is its status (an error, a sort order), else its help text or tool tip.
        """
        found = {
            "read_only": self.read_only,
            "password": self.is_password or None,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "step": self.step,
            "says": self.item_status or self.help_text or None,
        }
        return {k: v for k, v in found.items() if v is not None}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The controls of some windows at one moment, in document order; `depth` gives the tree.

    `truncated` says that a budget ended the walk; `next` continues it. `partial` says that a branch could not be
    read (the program was rebuilding it).
    """

    controls: tuple[Control, ...] = ()
    windows: tuple[WindowInfo, ...] = ()
    truncated: bool = False
    next: str | None = None
    partial: bool = False

    def __iter__(self) -> Iterator[Control]:
        return iter(self.controls)

    def __len__(self) -> int:
        return len(self.controls)

    def index_of(self, ref: str) -> int | None:
        """Return where the control with this ref stands; None where it does not."""
        return next((i for i, c in enumerate(self.controls) if c.ref == ref), None)

    def ancestors(self, index: int) -> Iterator[Control]:
        """Yield the ancestors of `controls[index]`, nearest first."""
        depth = self.controls[index].depth
        for i in range(index - 1, -1, -1):
            if self.controls[i].depth < depth:
                depth = self.controls[i].depth
                yield self.controls[i]

    def of_closed_lists(self) -> frozenset[int]:
        """Return the indices of the items of closed combo boxes, with what is in them.

        They cannot be used. WPF goes on telling them for a moment after a list was closed.
        """
        found: set[int] = set()
        for index, combo in enumerate(self.controls):
            if combo.control_type != "ComboBox" or combo.expanded != "collapsed":
                continue
            for at, inner in enumerate(self.subtree(index), start=index):
                if inner.control_type == "ListItem" and inner.depth == combo.depth + 1:
                    found.update(range(at, at + len(self.subtree(at))))
        return frozenset(found)

    def subtree(self, index: int) -> tuple[Control, ...]:
        """Return `controls[index]` and its descendants."""
        depth = self.controls[index].depth
        end = index + 1
        while end < len(self.controls) and self.controls[end].depth > depth:
            end += 1
        return self.controls[index:end]


@dataclass(frozen=True, slots=True)
class Liveness:
    """How a process is: running or ended (with its code where it is known), answering or hung."""

    running: bool
    responding: bool = True
    exit_code: int | None = None


class Encodable(Protocol):
    """Pixels that become a PNG when somebody asks for it."""

    def png(self) -> bytes:
        """Return the PNG."""

    def digest(self) -> bytes:
        """Return a hash of the pixels."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in physical pixels. `method` says how it was taken; `rect` where it lies on the virtual screen.

    `content` is its PNG, or what makes it once it is asked for.
    """

    content: bytes | Encodable = field(repr=False)
    width: int
    height: int
    rect: Rect
    method: str

    @property
    def png(self) -> bytes:
        """The picture as a PNG file."""
        return self.content if isinstance(self.content, bytes) else self.content.png()

    @property
    def digest(self) -> bytes:
        """A hash: pictures of the same kind that look alike have the same."""
        return hashlib.sha256(self.content).digest() if isinstance(self.content, bytes) else self.content.digest()


def iso_time(when: dt.datetime | None = None) -> str:
    """Return a time as ISO 8601 with milliseconds and offset (now when not given)."""
    return (when or dt.datetime.now().astimezone()).isoformat(timespec="milliseconds")
