"""The table of actions with those of other packages behind it.

A package adds one by an entry point of the group `wpfagent.actions` that leads to what `@action` made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, cast

from wpfagent.actions.base import Action, Performed
from wpfagent.actions.clicking import inside_target
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import SHOWING, Doing
from wpfagent.actions.input import keyboard
from wpfagent.core.errors import InvalidArgument, Unsupported, WpfAgentError
from wpfagent.core.keys import parse_chord
from wpfagent.core.model import Control
from wpfagent.desktops.base import Act, Desktop, Verb, VerbValue

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
    desktop, doing.desktop = doing.desktop, cast(Desktop, _Asking(own, doing, doing.desktop))
    try:
        performed = own.perform(doing, args)
    except WpfAgentError:
        raise
    except (Exception, SystemExit) as error:
        raise Unsupported(f"{own.name}, of another package, failed: {type(error).__name__}: {error}") from error
    finally:
        doing.desktop = desktop
    if not isinstance(performed, Performed):
        raise Unsupported(f"{own.name}, of another package, returned {type(performed).__name__}, no Performed.")
    return performed


class _Asking:
    """A desktop that asks before anything is done to a program: by a pattern, the mouse or a key."""

    def __init__(self, own: Action[Any], doing: Doing, desktop: Desktop) -> None:
        self._own, self._doing, self._desktop = own, doing, desktop

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desktop, name)

    def _check_acts(self) -> None:
        if self._own.reads:
            raise Unsupported(f"{self._own.name}, of another package, only looks by its risk, and would act.")
        self._doing.goes_out()

    def act(self, control: Control, verb: Verb, value: VerbValue = None) -> Act:
        """Ask, and use a pattern."""
        if verb not in SHOWING:
            self._check_acts()
            consenting.of_control(self._doing, control, self._doing.known)
        return self._desktop.act(control, verb, value)

    def mouse_click(self, x: int, y: int, **more: Any) -> None:
        """Ask by what lies there, and click."""
        self._of_point((x, y))
        self._desktop.mouse_click(x, y, **more)

    def mouse_drag(self, start: tuple[int, int], end: tuple[int, int], **more: Any) -> None:
        """Ask by what lies at both ends, and drag."""
        self._of_point(start)
        if (hit := inside_target(self._doing, end)) is not None:
            consenting.of_drop(self._doing, hit)
        self._desktop.mouse_drag(start, end, **more)

    def held(self, *, keys: Sequence[str] = (), at: tuple[int, int] | None = None) -> AbstractContextManager[None]:
        """Ask by what lies there, and keep the button down."""
        if at is not None:
            self._of_point(at)
        return self._desktop.held(keys=keys, at=at)

    def press_keys(self, keys: Sequence[str]) -> None:
        """Ask by what has the focus, and press a chord."""
        self._check_acts()
        keyboard.check_foreground(self._doing)
        consenting.of_chord(self._doing, None, parse_chord("+".join(keys)))
        self._desktop.press_keys(keys)

    def type_text(self, text: str) -> None:
        """Type characters as keys, where one may press something."""
        for part in re.split(r"([\r\n\t ])", text):
            if part.strip():
                self._check_acts()
                keyboard.check_foreground(self._doing)
                focused = self._desktop.focused(self._doing.app.pid, timeout_s=self._doing.left_s)
                if focused is None or focused.control_type not in keyboard.TEXT_TYPES:
                    for letter in filter(str.isalnum, part.upper()):
                        consenting.of_chord(self._doing, focused, (letter,))
                self._desktop.type_text(part)
            elif part:
                self.press_keys(("Space",) if part == " " else ("Tab",) if part == "\t" else ("Enter",))

    def _of_point(self, point: tuple[int, int]) -> None:
        self._check_acts()
        hit = inside_target(self._doing, point)
        if hit is not None:
            consenting.of_press(self._doing, hit, hit, ())
        consenting.of_point(self._doing, point)
