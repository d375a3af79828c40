"""An item deep in a tree by the texts on the way to it: each branch is opened before the next one is looked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wpfagent.actions.doing import Doing
from wpfagent.core import wait
from wpfagent.core.errors import ElementNotFound, Unsupported
from wpfagent.core.model import Control, Snapshot
from wpfagent.core.selector import nearest
from wpfagent.desktops.base import Budget
from wpfagent.desktops.items import READ

LOADED_S = 3.0
"""How long a branch may take to load what is in it."""


def in_branches(
    doing: Doing, tree: Control, path: Sequence[str], expand: Callable[[Doing, Control], object]
) -> Control:
    """Return the item at the end of a path from the top of a tree.

    Args:
        doing: the action's context.
        tree: the tree, or a branch of it.
        path: the items' texts.
        expand: opens a branch.

    Raises:
        ElementNotFound: a branch has no such item; its items are named.
    """
    item = tree
    for depth, text in enumerate(path):
        if depth and item.expanded in ("collapsed", "partially_expanded"):
            expand(doing, item)
        item = doing.show(_child(doing, item, text, " > ".join(path[:depth])))
    return item


def _child(doing: Doing, above: Control, text: str, way: str) -> Control:
    def probe() -> Control | None:
        return next((c for c in _children(doing, above) if c.text == text), None)

    found = probe() or doing.until(probe, LOADED_S if above.control_type == "TreeItem" else wait.SETTLE_S).value
    if found is not None:
        return found
    seen = [c.text for c in _children(doing, above) if c.text]
    near = nearest(text, seen) or seen[:10]
    raise ElementNotFound(
        f"{above.describe()} has no item {text!r}" + (f" below {way}." if way else "."),
        hint=f"Nearest: {', '.join(map(repr, near))}." if near else "It shows no items.",
        details={"nearest": {"items": near}, "items": seen[:50]},
    )


def _children(doing: Doing, above: Control) -> list[Control]:
    """Return the items right below a tree or a branch, under their captions."""
    if not above.can("ItemContainer", "Selection", "ExpandCollapse"):
        raise Unsupported(f"{above.describe()} has no branches.", hint="Name the tree, or an item of it.")
    budget = Budget(READ, doing.left_s)
    shown = doing.desktop.snapshot((), within=above, budget=budget, timeout_s=doing.left_s)
    return _topmost(shown)


def _topmost(shown: Snapshot) -> list[Control]:
    """Return the tree items that lie in no other item but the first element."""
    found: list[Control] = []
    index = 1
    while index < len(shown.controls):
        control = shown.controls[index]
        is_item = control.control_type in ("TreeItem", "ListItem", "DataItem")
        if is_item:
            found.append(control)
        index += len(shown.subtree(index)) if is_item else 1
    return found
