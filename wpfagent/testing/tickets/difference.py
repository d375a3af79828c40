"""What the last action changed in the program: as JSON, and spelled out in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.core.diff import Change, diff
from wpfagent.core.model import Control, Snapshot, WindowInfo

SHOWN = 8
"""So many of a kind are spelled out; the file has all."""

FRAME_PARTS = frozenset({"TitleBar", "Minimize-Restore", "Maximize-Restore", "Close", "SystemMenuBar"})
"""AutomationIds of what Windows itself adds to a window."""


def difference_of(before: Snapshot | None, after: Snapshot | None, missing: str = "") -> dict[str, Any]:
    """Return `windows_opened`, `windows_closed`, `titles`, `lost`, `new`, `disabled` and `changed`.

    Args:
        before: the tree before the last action.
        after: the tree afterwards.
        missing: why one of them is missing. `note` says what could not be compared.
    """
    empty: dict[str, Any] = {
        key: [] for key in ("windows_opened", "windows_closed", "titles", "lost", "new", "disabled", "changed")
    }
    if before is None or after is None:
        which = "before" if before is None else "after"
        return {**empty, "note": f"There is no tree {which} the last action: {missing or 'it was not read'}."}
    found = diff(before, after)
    cut = before.truncated or after.truncated
    opened = {w.hwnd for w in found.opened}
    new = found.appeared if not cut else tuple(c for c in after if c.hwnd in opened)
    made = {
        **empty,
        "windows_opened": [_window(w) for w in found.opened],
        "windows_closed": [_window(w) for w in found.closed],
        "titles": [list(pair) for pair in found.retitled],
        "lost": [_element(c) for c in found.vanished],
        "new": [_element(c) for c in new],
        "disabled": [_element(c.control) for c in found.changed if _is_disabling(c)],
        "changed": [
            {**_element(c.control), "property": c.key, "old": c.old, "new": c.new}
            for c in found.changed
            if not _is_disabling(c)
        ],
    }
    if cut:
        made["note"] = "The trees were cut at their budget: not all lost and new elements are known."
    elif before.partial or after.partial:
        made["note"] = "A part of the trees could not be read while the program rebuilt it."
    return made


def sentences_of(difference: Mapping[str, Any]) -> list[str]:
    """Return the difference spelled out, the most telling first; one sentence says so when there is none."""
    said: list[str] = []
    for key, words in _WORDS:
        items = difference.get(key) or []
        moved = [i for i in items if isinstance(i, dict) and i.get("property") == "bounding_rect"]
        listed = _worth_saying([i for i in items if i not in moved])
        said += [words(item) for item in listed[:SHOWN]]
        if len(listed) > SHOWN:
            said.append(f"… and {len(listed) - SHOWN} more ({key.replace('_', ' ')}), see uia/difference.json.")
        if moved:
            more = f" and {len(moved) - 1} more" if len(moved) > 1 else ""
            said.append(f"Moved: {moved[0]['element']}{more}.")
    if not said and not difference.get("note"):
        said.append("Nothing changed in the windows of the program.")
    if note := difference.get("note"):
        said.append(str(note))
    return said


def _worth_saying(items: list[Any]) -> list[Any]:
    """The items that a reader can tell apart, those with an AutomationId first; captions stand for their elements."""
    items = [i for i in items if not isinstance(i, dict) or i["automation_id"] not in FRAME_PARTS] or items
    own = [i for i in items if isinstance(i, dict) and (i["automation_id"] or i["control_type"] != "Text")]
    named = {i["name"] for i in own}
    kept = [
        i
        for i in items
        if not isinstance(i, dict)
        or i["automation_id"]
        or (i["name"] and not (i["control_type"] == "Text" and i["name"] in named))
    ]
    return sorted(kept or items, key=lambda i: isinstance(i, dict) and not i["automation_id"])


def _is_disabling(change: Change) -> bool:
    return change.key == "enabled" and not change.new


def _element(control: Control) -> dict[str, Any]:
    return {
        "element": control.describe(),
        "automation_id": control.automation_id,
        "name": control.name,
        "control_type": control.control_type,
    }


def _window(window: WindowInfo) -> str:
    return window.title or window.class_name


def _shown(value: Any) -> str:
    return "nothing" if value is None else repr(value) if isinstance(value, str) else str(value)


def _changed(item: Mapping[str, Any]) -> str:
    return f"Changed: {item['property']} of {item['element']} from {_shown(item['old'])} to {_shown(item['new'])}."


_WORDS = (
    ("windows_closed", lambda title: f"Window closed: '{title}'."),
    ("windows_opened", lambda title: f"Window opened: '{title}'."),
    ("titles", lambda pair: f"Window title: '{pair[0]}' became '{pair[1]}'."),
    ("lost", lambda item: f"Lost: {item['element']}."),
    ("disabled", lambda item: f"Disabled: {item['element']}."),
    ("changed", _changed),
    ("new", lambda item: f"New: {item['element']}."),
)
