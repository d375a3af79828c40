"""Scripted models: what they do is chosen from what the last request shows, by captions and refs alone."""

from __future__ import annotations

from typing import Any

from tests.goal.model_server import Answer, Seen


def act(*actions: tuple[str, dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    return "act", {"actions": [{"tool": name, "args": args} for name, args in actions]}


def orders(seen: Seen) -> Answer:
    """Take an order for three pieces, by captions and refs alone; then name the total as proof."""
    if (box := seen.ref("ComboBox", "Customer")) is not None:
        quantity = seen.ref("Edit", "Quantity")
        if '= "3"' not in seen.text:
            return "", [act(("select_combo", {"selector": {"ref": box}, "item_text": "Miradouro"}),
                            ("type_text", {"selector": {"ref": quantity}, "text": "3"}))]  # fmt: skip
        return "", [("done", {"why": "three pieces", "expectation": {
            "selector": {"control_type": "Edit", "name": "Quantity"}, "value_equals": "3"}})]  # fmt: skip
    if (new := seen.ref("Button", "New order")) is not None:
        return "The dialog first.", [act(("click", {"selector": {"ref": new}}))]
    return "", [act(("click", {"selector": {"ref": seen.ref("TabItem", "Orders")}}))]
