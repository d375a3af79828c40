"""What a failure came after, in names that stay the same from run to run: window, element, action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions.menus import BARS, SYSTEM_BAR
from wpfagent.core.model import Control, Snapshot
from wpfagent.testing.record.trail import Entry, FailureEvent


def cause_facts(failure: FailureEvent) -> dict[str, str]:
    """Return `window`, `element` and `action` of the last action that may have changed the program.

    The window is its AutomationId, else its class, never its title; the element its AutomationId, else the path of
    control types that leads to it. Empty when nothing was done.
    """
    return facts_of(failure.cause) if "action" in failure.cause.fields else {}


def facts_of(entry: Entry) -> dict[str, str]:
    """Return `window`, `element` and `action` of one action; what is not known is absent."""
    snapshot = entry.before.snapshot if entry.before is not None else None
    made = {
        "window": _window(entry.control, snapshot, by_menu=entry.fields["action"] == "menu"),
        "element": _element(entry.control, snapshot, entry.fields.get("selector") or {}),
        "action": str(entry.fields["action"]),
    }
    return {k: v for k, v in made.items() if v}


def _window(control: Control | None, snapshot: Snapshot | None, *, by_menu: bool = False) -> str:
    if snapshot is None or not snapshot.windows:
        return ""
    known = {w.hwnd: w for w in snapshot.windows}
    framed = [w for w in snapshot.windows if not w.popup]
    hwnd = control.hwnd if control is not None and control.hwnd in known else 0
    while hwnd and known[hwnd].popup and known[hwnd].owner in known:
        hwnd = known[hwnd].owner  # a menu or drop-down belongs to the window below it
    if by_menu and not hwnd:  # it is the topmost one that has a menu bar: others may lie over it
        barred = {
            c.hwnd for c in snapshot.controls if c.control_type in BARS.control_types and c.automation_id != SYSTEM_BAR
        }
        hwnd = next((w.hwnd for w in framed if w.enabled and w.hwnd in barred), 0)
    window = known.get(hwnd) or next((w for w in framed if w.enabled), snapshot.windows[0])
    root = next((c for c in snapshot.controls if c.hwnd == window.hwnd and c.depth == 0), None)
    return (root.automation_id or root.class_name if root is not None else "") or window.class_name


def _element(control: Control | None, snapshot: Snapshot | None, selector: Mapping[str, Any]) -> str:
    if control is None:
        return str(selector.get("automation_id") or selector.get("control_type") or "")
    if control.automation_id:
        return control.automation_id
    at = snapshot.index_of(control.ref) if snapshot else None
    if snapshot is None or at is None:
        return control.control_type
    above = [c.automation_id or c.control_type for c in snapshot.ancestors(at) if c.depth]
    return "/".join([*reversed(above), control.control_type])
