"""A tree goes into the record and comes back."""

from __future__ import annotations

import json
from dataclasses import replace

from wpfagent.core.diff import diff
from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo
from wpfagent.safety.masking import REDACTED, Masks
from wpfagent.testing.record.tree import TreeTexts, snapshot_of, text_of, tree_of

WINDOW = WindowInfo(7, 4711, "a.exe", "Orders", "Window", Rect(-5, 0, 300, 200), owner=3, foreground=True, popup=True)
CONTROLS = (
    Control("e1", "Main", "Orders", "Window", bounding_rect=Rect(-5, 0, 300, 200), hwnd=7, pid=4711),
    Control(
        "e2", "Note", "Note", "Edit", value="至急", patterns=("Value",), depth=1, help_text="why", read_only=False,
        focused=True, runtime_id=(42, 7), toggle_state="on", selected=False, expanded="leaf", minimum=0.0, maximum=9.5,
        access_key="Alt+N", enabled=False, visible=False, hwnd=7, pid=4711,
    ),
    Control("e3", "Pass", is_password=True, depth=1, hwnd=7, pid=4711),
)  # fmt: skip
SNAPSHOT = Snapshot(CONTROLS, (WINDOW,), truncated=True, partial=True)


def test_a_tree_comes_back_but_for_the_process_id():
    back = snapshot_of(json.loads(text_of(tree_of(SNAPSHOT))))
    assert (back.truncated, back.partial) == (True, True)
    assert "4711" not in text_of(tree_of(SNAPSHOT))
    assert not diff(SNAPSHOT, back)
    for was, now in zip(CONTROLS, back.controls, strict=True):
        for key in ("ref", "automation_id", "name", "value", "patterns", "depth", "help_text", "read_only", "focused",
                    "runtime_id", "toggle_state", "selected", "expanded", "minimum", "maximum", "access_key", "enabled",
                    "visible", "hwnd", "is_password", "bounding_rect", "class_name", "control_type"):  # fmt: skip
            assert getattr(now, key) == getattr(was, key), key
    window = back.windows[0]
    assert (window.hwnd, window.title, window.rect, window.owner) == (7, "Orders", WINDOW.rect, 3)
    assert window.foreground
    assert window.popup


def test_the_text_has_one_element_a_line():
    lines = text_of(tree_of(SNAPSHOT)).splitlines()
    assert sum('"ref"' in line for line in lines) == len(lines) - 2 == 3


def test_an_empty_tree_is_json_too():
    assert snapshot_of(json.loads(text_of(tree_of(Snapshot())))) == Snapshot()


def test_texts_made_one_after_another_say_what_each_tree_is_then():
    masks = Masks()
    texts = TreeTexts(masks)
    edited = replace(SNAPSHOT, controls=(CONTROLS[0], replace(CONTROLS[1], value="done"), CONTROLS[2]))
    for snapshot in (SNAPSHOT, edited, replace(SNAPSHOT, windows=()), SNAPSHOT, Snapshot()):
        assert texts.text_of(snapshot) == text_of(tree_of(snapshot, masks))
    masks.add("Orders", "SHOP")
    assert "Orders" not in texts.text_of(SNAPSHOT)
    assert texts.text_of(SNAPSHOT) == text_of(tree_of(SNAPSHOT, masks))


def test_texts_are_masked_and_ids_are_not():
    masks = Masks(["id=^Note$"])
    masks.add("Orders", "SHOP")
    tree = tree_of(SNAPSHOT, masks)
    assert tree["windows"][0]["title"] == tree["controls"][0]["name"] == "${secret:SHOP}"
    note = tree["controls"][1]
    assert (note["automation_id"], note["name"], note["value"], note["help_text"]) == ("Note", *[REDACTED] * 3)


def test_a_tree_from_elsewhere_needs_only_what_it_has():
    back = snapshot_of({"controls": [{"automation_id": "A", "control_type": "Button", "unknown": 1}]})
    assert back.controls == (Control("", "A", control_type="Button"),)
