"""The table of actions with those of other packages behind it.

A package adds one by an entry point of the group `wpfagent.actions` that leads to what `@action` made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from wpfagent.actions.base import Action
from wpfagent.core.errors import InvalidArgument

GROUP = "wpfagent.actions"


class Registered(Mapping[str, Action[Any]]):
    """Actions by name. Those of other packages are loaded when an action is first looked for.

    Args:
        own: the actions of this package; nobody else's may have one of their names.
    """

    def __init__(self, own: Mapping[str, Action[Any]]) -> None:
        self._own = own

    def __getitem__(self, name: str) -> Action[Any]:
        return self._own[name] if name in self._own else self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _all(self) -> dict[str, Action[Any]]:
        """All of them.

        Raises:
            InvalidArgument: an entry point leads to no action, or to one whose name is taken.
        """
        from importlib.metadata import entry_points

        found = dict(self._own)
        for point in sorted(entry_points(group=GROUP), key=lambda p: p.value):
            made = point.load()
            if not isinstance(made, Action):
                raise InvalidArgument(
                    f"The entry point {point.value} is no action.", hint="It leads to a function under `@action`."
                )
            if made.name in found:
                raise InvalidArgument(
                    f"The entry point {point.value} is a second action {made.name!r}.", hint="Rename one of them."
                )
            found[made.name] = made
        return found
