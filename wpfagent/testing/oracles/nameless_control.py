"""The oracle `nameless_control`: a control that people use says nothing about what it is for."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.signature import stable_id
from wpfagent.testing.oracles.parts.uses import Suspect

CAPTIONED = frozenset({"Button", "MenuItem", "TabItem", "Hyperlink", "CheckBox", "RadioButton", "SplitButton"})
"""These carry their own caption."""
LABELLED = frozenset({"Edit", "ComboBox", "Slider", "Spinner", "ListItem", "TreeItem"})
"""These are named by what stands beside or in them, and often by nothing."""
JUDGED = CAPTIONED | LABELLED
ACTING = ("Invoke", "Toggle", "SelectionItem", "ExpandCollapse", "Value", "RangeValue")
PART_OF = frozenset({
    "ScrollBar", "Slider", "Spinner", "ComboBox", "TitleBar", "Header", "HeaderItem", "DataGrid", "Table", "Calendar",
    "TreeItem", "SplitButton", "Thumb", "MenuItem",
})  # fmt: skip
"""Unnamed controls directly in these are their parts: arrows, toggles, grippers, the corner that selects all."""
PART_PATTERNS = ("ExpandCollapse", "RangeValue", "Value", "Toggle", "Invoke")
HOLDERS = frozenset({"Group", "Pane", "Window", "Tab", "TabItem", "List", "ListItem", "DataItem", "Menu", "ToolBar"})
"""What these hold is content, though some of them fold (an expander is a Group)."""
PART_IDS = ("PART_", "Part", "HeaderSite", "Expander", "OverflowButton", "LineUp", "LineDown", "PageUp", "PageDown")
MOST_LOOKS = 3
RECENT = 2
"""What was asked for so many looks ago may show now."""
SMALLEST = 4
"""Narrower ones cannot be hit, and are not seen."""
Reason = Literal["lost", "empty", "unlabelled"]


@dataclass(frozen=True, slots=True)
class NamelessSettings(Suspect):
    """How long a control may be without a name."""

    settle_ms: int = field(default=400, metadata={"doc": "how long it may have no name, in ms: a page is being built"})

    def __post_init__(self) -> None:
        if self.settle_ms < 0:
            raise InvalidArgument("settle_ms is 0 or more.")


@dataclass(slots=True)
class Names:
    """What is known of the program's captions.

    Args:
        named: the refs and AutomationIds of controls that had a name.
        reported: the windows whose unnamed controls were reported.
        judged: refs and AutomationIds of what was judged.
        looks: how often each was looked at again.
        empty: the fields that held nothing, at the latest looks.
    """

    named: set[str] = field(default_factory=set)
    reported: set[tuple[int, bool]] = field(default_factory=set)
    judged: set[str] = field(default_factory=set)
    looks: Counter[str] = field(default_factory=Counter)
    empty: deque[frozenset[str]] = field(default_factory=lambda: deque(maxlen=RECENT))


class NamelessControl(Oracle[NamelessSettings, Names]):
    """A control that can be used has no name, no help text and no content that says what it is for.

    A failure where a button, menu item, tab, link, check box or radio button has lost the name that it had. A warning
    where a form went away meanwhile in which a field was empty: it may show what was entered. A warning, too,
    where it never had one and others of its kind in the window are named, and for fields and items, which may be
    labelled in a way that cannot be seen from outside; one warning stands for all of a window. Parts of other controls
    (scroll bars, spinners, headers, combo boxes, title bars) are none, nor are icons with a help text.
    """

    rank = 230
    cause = "The caption of {about} may come from a value, a binding or a resource that is empty here."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        after = observation.after
        if after is None or after.partial:
            return None
        memory, named, judged = self.memory, self.memory.named, self.memory.judged
        if not memory.named and observation.before is not None:
            _learn(observation.before, named)
        _learn(after, named)
        took_nothing = self._took_nothing(after)
        if "control" in self.settings.suspect:
            named.add(str(self.settings.suspect["control"]))  # it had a name in an earlier run
        found: list[tuple[Control, Reason]] = []
        for index, reason in _suspects(after, named, judged):
            control = after.controls[index]
            if found and (control.hwnd, reason == "lost") != (found[0][0].hwnd, found[0][1] == "lost"):
                continue  # of another window or kind: the next look finds it
            if not found and self._gets_a_name(control, reason, observation):
                continue
            judged.update((_key(control), control.ref))
            found.append((control, reason))
        about = self.settings.suspect.get("about")
        chosen = next((f for f in found if _about(f[0]) == about), found[0] if found else None)
        if chosen is None or (window := (chosen[0].hwnd, chosen[1] == "lost")) in memory.reported:
            return None
        is_suspected = _about(chosen[0]) == about
        if chosen[1] != "lost" and not is_suspected:
            memory.reported.add(window)
        others = [c for c, _ in found if c is not chosen[0]]
        return _finding(observation, *chosen, others,
                        fails=is_suspected or (chosen[1] == "lost" and not took_nothing))  # fmt: skip

    def _took_nothing(self, after: Snapshot) -> bool:
        """Whether a field that was empty has gone: what was entered there may be what a button shows now."""
        asked = frozenset().union(*self.memory.empty)
        self.memory.empty.append(frozenset(c.ref for c in after.controls if c.control_type == "Edit" and c.value == ""))
        return bool(asked - {c.ref for c in after.controls})

    def _gets_a_name(self, control: Control, reason: Reason, observation: Observation) -> bool:
        """Whether a control without a name has one a moment later, or had one late each time."""
        if reason == "unlabelled" or observation.second_look is None:
            return False
        memory = self.memory
        memory.looks[_key(control)] += 1
        if memory.looks[_key(control)] > MOST_LOOKS:
            return True
        later = observation.second_look.again(self.settings.settle_ms / 1000)
        suspects = _suspects(later, memory.named, set()) if later is not None else ()
        return later is None or not any(later.controls[i].ref == control.ref for i, _ in suspects)


def _learn(snapshot: Snapshot, named: set[str]) -> None:
    """Remember the controls with a caption, by ref and by AutomationId: a page that is built anew has other refs."""
    for control in [c for c in snapshot.controls if c.control_type in CAPTIONED]:
        if control.name and control.ref not in named:
            named.add(control.ref)
            if control.automation_id:
                named.add(_key(control))


def _suspects(snapshot: Snapshot, named: set[str], judged: set[str]) -> Iterator[tuple[int, Reason]]:
    controls = snapshot.controls
    unnamed = [i for i, c in enumerate(controls) if not c.name and c.control_type in JUDGED]
    # what stands in a file dialog is not the program's making
    if unnamed and (system := {w.hwnd for w in snapshot.windows if w.is_system_dialog}):
        unnamed = [i for i in unnamed if controls[i].hwnd not in system]
    peers: set[tuple[int, str]] | None = None
    for index in unnamed:
        control = controls[index]
        if control.ref in judged or _key(control) in judged or not _is_usable(control) or _says(snapshot, index):
            continue
        if _is_part(snapshot, index) or (control.control_type in LABELLED and _is_labelled(snapshot, control)):
            judged.add(control.ref)
        elif control.control_type in LABELLED:
            yield index, "unlabelled"
        elif control.ref in named or (control.automation_id and _key(control) in named):
            yield index, "lost"
        elif not control.help_text:
            if peers is None:
                peers = {
                    (c.hwnd, c.control_type)
                    for i, c in enumerate(controls)
                    if c.name and c.control_type in CAPTIONED and not _is_part(snapshot, i)
                }
            if (control.hwnd, control.control_type) in peers:
                yield index, "empty"


def _key(control: Control) -> str:
    return f"{control.control_type} {control.automation_id or control.ref}"


def _is_usable(control: Control) -> bool:
    rect = control.bounding_rect
    if not (control.enabled and control.visible and control.can(*ACTING)) or control.read_only:
        return False
    return rect is not None and rect.width >= SMALLEST and rect.height >= SMALLEST


def _says(snapshot: Snapshot, index: int) -> bool:
    """Whether something in it says what it is: a text, or a picture (whose name may only be missing)."""
    for control in snapshot.subtree(index)[1:]:
        if control.name.strip() or control.help_text or control.control_type == "Image":
            return True
    return False


def _is_part(snapshot: Snapshot, index: int) -> bool:
    control = snapshot.controls[index]
    if control.class_name == "RepeatButton" or control.automation_id.startswith(PART_IDS):
        return True
    parent = next(snapshot.ancestors(index), None)
    if parent is None:
        return True
    if parent.control_type in PART_OF and control.control_type != parent.control_type:
        return True
    if parent.can("GridItem", "TableItem"):
        return True  # the header of its column says what it is for
    return parent.control_type not in HOLDERS and parent.can(*PART_PATTERNS)


def _is_labelled(snapshot: Snapshot, control: Control) -> bool:
    """Whether it says what it is in another way, or a text stands beside, above or in it."""
    if control.help_text or control.value:
        return True
    rect = control.bounding_rect
    texts = [c for c in snapshot.controls if c.control_type in ("Text", "CheckBox", "RadioButton") and c.name]
    return rect is None or any(
        c.hwnd == control.hwnd and c.bounding_rect is not None and _is_near(rect, c.bounding_rect) for c in texts
    )


def _is_near(rect: Rect, label: Rect) -> bool:
    in_line = min(rect.bottom, label.bottom) > max(rect.y, label.y)
    above = 0 <= rect.y - label.y <= 3 * max(label.height, 12) and label.x < rect.right and rect.x < label.right
    return in_line or above


def _about(control: Control) -> str:
    """What stays the same of it in each run."""
    return f"{control.control_type} {stable_id(control.automation_id) or control.control_type}"


def _finding(
    observation: Observation, control: Control, reason: Reason, others: list[Control], *, fails: bool
) -> Finding:
    what = {
        "lost": f"has lost its name after {observation.subject}",
        "empty": "has no name",
        "unlabelled": "has no name and no label",
    }[reason]
    suspect = {"about": _about(control)}
    if reason == "lost" and control.automation_id:
        suspect["control"] = _key(control)
    rect = control.bounding_rect
    place = f" at ({rect.x}, {rect.y}), {rect.width} x {rect.height}" if rect else ""
    why = {
        "lost": f"It had a name before; now it has none{', only its help text' if control.help_text else ''}.",
        "empty": f"It has no name, no help text and no content; others of the kind {control.control_type} are named.",
        "unlabelled": "It has no name and no help text, and no text stands beside or above it.",
    }[reason]
    more = f" The same holds for {len(others)} more of its window." if others else ""
    return Finding(
        "nameless_control",
        f"The {_about(control)} {what}",
        f"{control.describe()}{place} cannot be told from others. {why}{more}",
        f"A name that says what the {control.control_type} is for.",
        key=_key(control),
        details={
            "element": control.describe(),
            "others": [c.describe() for c in others],
            "reason": reason,
            "about": _about(control),
            "suspect": suspect,
        },
        severity="failure" if fails else "warning",
        of_last_action=False,
    )
