"""A tree as the record keeps it, and back."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo
from wpfagent.safety.masking import REDACTED, Masks

_EXTRA = ("help_text", "access_key", "is_password", "read_only", "minimum", "maximum", "hwnd")
_encode = json.JSONEncoder(ensure_ascii=False).encode
_DEFAULTS = {f.name: f.default for f in dataclasses.fields(Control)}


def tree_of(snapshot: Snapshot, masks: Masks | None = None) -> dict[str, Any]:
    """Return a snapshot in the JSON form of `uia/*.json`; pids are left out, texts masked.

    Args:
        snapshot: the tree.
        masks: what must not be written down.
    """
    masks = masks or Masks()
    return {
        "windows": [_window_dict(w, masks) for w in snapshot.windows],
        "controls": [_control_dict(c, masks) for c in snapshot.controls],
        "truncated": snapshot.truncated,
        "partial": snapshot.partial,
    }


def text_of(tree: Mapping[str, Any]) -> str:
    """Return a tree as it stands in its file: one element a line."""
    return _text(tree, (_encode(c) for c in tree["controls"]))


class TreeTexts:
    """Makes the texts of one tree after another; what did not change from one to the next is not made again.

    Args:
        masks: what must not be written down.
    """

    def __init__(self, masks: Masks) -> None:
        self.masks = masks
        self._version = masks.version
        self._lines: dict[Control, str] = {}

    def text_of(self, snapshot: Snapshot) -> str:
        """Return a snapshot's tree as it stands in its file."""
        if self._version != self.masks.version:
            self._version, self._lines = self.masks.version, {}
        known = self._lines
        lines = {c: known.get(c) or _encode(_control_dict(c, self.masks)) for c in snapshot.controls}
        self._lines = lines
        head = tree_of(replace(snapshot, controls=()), self.masks)
        return _text(head, (lines[c] for c in snapshot.controls))


def _text(tree: Mapping[str, Any], lines: Iterable[str]) -> str:
    head = {k: v for k, v in tree.items() if k != "controls"}
    controls = ",\n".join(lines)
    return f'{_encode(head)[:-1]}, "controls": [\n{controls}\n]}}\n'


def snapshot_of(tree: Mapping[str, Any]) -> Snapshot:
    """Return the snapshot that a tree in JSON form describes; what the form does not hold has its default."""
    return Snapshot(
        tuple(_control(c) for c in tree.get("controls", ())),
        tuple(_window(w) for w in tree.get("windows", ())),
        truncated=bool(tree.get("truncated")),
        partial=bool(tree.get("partial")),
    )


def _window_dict(window: WindowInfo, masks: Masks) -> dict[str, Any]:
    return {
        "hwnd": window.hwnd,
        "title": masks.text(window.title),
        "class_name": masks.identifier(window.class_name),
        "rect": list(window.rect),
        "owner": window.owner,
        "enabled": window.enabled,
        "foreground": window.foreground,
        "popup": window.popup,
        "process": window.process,
    }


def _control_dict(control: Control, masks: Masks) -> dict[str, Any]:
    made = {**control.to_dict(), **control.states()}
    made |= {k: v for k in _EXTRA if (v := getattr(control, k)) != _DEFAULTS[k]}
    if control.runtime_id:
        made["runtime_id"] = list(control.runtime_id)
    hidden = masks.hides_id(control.automation_id)
    for key in ("name", "value", "help_text"):
        if text := made.get(key):
            made[key] = REDACTED if hidden else masks.text(text)
    made["automation_id"] = masks.identifier(control.automation_id)
    made["class_name"] = masks.identifier(control.class_name)
    return made


def _window(tree: Mapping[str, Any]) -> WindowInfo:
    return WindowInfo(
        tree["hwnd"],
        0,
        tree.get("process", ""),
        tree.get("title", ""),
        tree.get("class_name", ""),
        Rect(*tree["rect"]),
        owner=tree.get("owner", 0),
        enabled=tree.get("enabled", True),
        foreground=tree.get("foreground", False),
        popup=tree.get("popup", False),
    )


def _control(tree: Mapping[str, Any]) -> Control:
    facts: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in tree.items() if k in _DEFAULTS}
    if facts.get("bounding_rect") is not None:
        facts["bounding_rect"] = Rect(*facts["bounding_rect"])
    return Control(**{"ref": "", **facts})
