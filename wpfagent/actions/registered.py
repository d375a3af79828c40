"""The table of actions with those of other packages behind it.

A package adds one by an entry point of the group `wpfagent.actions` that leads to what `@action` made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from wpfagent.actions import consenting
from wpfagent.actions.base import Action, Performed
from wpfagent.actions.doing import Doing
from wpfagent.core.errors import InvalidArgument, Unsupported, WpfAgentError
from wpfagent.core.model import Control

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
            found[made.name] = replace(made, perform=partial(_perform, made))
        return found


def _perform(own: Action[Any], doing: Doing, args: Any) -> Performed:
    """Perform an action of another package, which asks before each thing that it does to the program.

    Raises:
        Unsupported: it failed, or acts though it says that it only looks.
    """
    doing.judge = partial(_judge, own, doing)
    try:
        performed = own.perform(doing, args)
    except WpfAgentError:
        raise
    except (Exception, SystemExit) as error:
        raise Unsupported(f"{own.name}, of another package, failed: {type(error).__name__}: {error}") from error
    if not isinstance(performed, Performed):
        raise Unsupported(f"{own.name}, of another package, returned {type(performed).__name__}, no Performed.")
    return performed


def _judge(own: Action[Any], doing: Doing, control: Control) -> None:
    """Ask before something is done to an element."""
    if own.reads:
        raise Unsupported(f"{own.name}, of another package, only looks by its risk, and would act on an element.")
    consenting.of_control(doing, control, doing.before)
