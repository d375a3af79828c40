"""What an action is: one record with its name, typed arguments, risk and performing function.

The `@action` decorator turns a function into that record; its arguments are the fields of a frozen dataclass, each with
a doc. MCP tools, scenario steps, replay files, the random tester, `do` and the JSON Schemas are made from these.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control, Picture, Snapshot
from wpfagent.core.selector import Selector
from wpfagent.safety.policy import Risk

if TYPE_CHECKING:
    from wpfagent.actions.doing import Doing

A = TypeVar("A")
Takes = Literal["none", "optional", "required"]
Returns = Mapping[str, Mapping[str, Any]]
TEXT: Mapping[str, Any] = {"type": "string"}
WHOLE: Mapping[str, Any] = {"type": "integer"}
FLAG: Mapping[str, Any] = {"type": "boolean"}
OBJECT: Mapping[str, Any] = {"type": "object"}
OBJECTS: Mapping[str, Any] = {"type": "array", "items": OBJECT}
PRESSABLE = ("ExpandCollapse", "Invoke", "Selection", "SelectionItem", "Toggle")
"""What is meant by the pointer, where a heading is called the same."""
PAGED: Returns = {"count": WHOLE, "truncated": FLAG}
Check = Callable[[Control], dict[str, Any] | None]
"""Given the element as it is now: the evidence that the action had its effect; None while it has not."""


def arg(
    doc: str,
    default: Any = MISSING,
    *,
    choices: tuple[str, ...] | None = None,
    least: float | None = None,
    most: float | None = None,
) -> Any:
    """Return a dataclass field that is an action's argument.

    Args:
        doc: what it means.
        default: what holds without it; none: it is required.
        choices: the texts that are accepted.
        least: the smallest number that is accepted.
        most: the largest number that is accepted.
    """
    given = {"doc": doc, "choices": choices, "least": least, "most": most}
    return shapes.key(default, **{k: v for k, v in given.items() if v is not None})


@dataclass(frozen=True, slots=True)
class Performed:
    """What performing came to, before its effect is watched.

    Args:
        method: how it was done: `InvokePattern`, `ValuePattern`, `keyboard`, `mouse`, `none`.
        check: what shows the effect; None = any change of windows or tree counts.
        result: facts for the reply of a read.
        picture: a picture for the reply.
        unneeded: evidence that the wanted state held already; nothing was done, the effect is `no_op`.
        unverifiable: why the effect cannot be seen in the program, where that is so.
        confirmed: evidence that was already seen while performing.
        subject: the control whose state is watched, where it is not the one that the selector named.
        item: the menu item that a path led to.
        tips: whether a tool tip that shows up is its effect.
        beside: properties that the pressing alone changes, such as the selection by a drag: no effect of the act.
        may_only_draw: what it comes to may be painted only: that nothing shows is no proof that nothing was done.
        sets_own_state: the bare pattern was used, as input is not allowed: the state that it set is no proof that the
            program's handlers ran.
        trace: what the tree as it is then tells of the effect, where it is as it was before.
    """

    method: str = "none"
    check: Check | None = None
    result: Mapping[str, Any] = field(default_factory=dict)
    picture: Picture | None = None
    unneeded: Mapping[str, Any] | None = None
    unverifiable: str | None = None
    confirmed: Mapping[str, Any] | None = None
    subject: Control | None = None
    item: Control | None = None
    tips: bool = False
    beside: frozenset[str] = frozenset()
    may_only_draw: bool = False
    sets_own_state: bool = False
    trace: Callable[[Snapshot], Mapping[str, Any] | None] | None = None

    @property
    def is_command(self) -> bool:
        """Whether no state of the control tells its effect: whatever it does shows elsewhere."""
        return self.check is None and self.unverifiable is None and self.unneeded is None


@dataclass(frozen=True, slots=True)
class NoArgs:
    """An action without arguments of its own."""


@dataclass(frozen=True)
class Action(Generic[A]):
    """One action of the table.

    `risk` is the least that it needs; `selector` whether it takes one; `activates` whether using it runs a command of
    the program, so that the label of its element can make it destructive; `target` whether it needs an application;
    `resolves` whether the gate finds its element first (waiting for an element's absence cannot); `returns` what
    a read brings, as JSON Schemas by key; `extended` whether it needs the extended mode though it only reads; `able`
    the patterns that it is done by: among several elements that its selector fits, those with one of them are meant;
    `rare` whether it is seldom needed: an MCP client gets it with the toolset `more`.
    """

    name: str
    perform: Callable[[Doing, A], Performed]
    args: type[A]
    risk: Risk
    selector: Takes
    activates: bool
    target: Takes
    resolves: bool
    doc: str
    returns: Returns = field(default_factory=dict)
    extended: bool = False
    able: tuple[str, ...] = ()
    rare: bool = False

    @property
    def summary(self) -> str:
        """The first sentence of its doc."""
        return self.doc.strip().split("\n", 1)[0]

    @property
    def reads(self) -> bool:
        """Whether it only looks."""
        return self.risk == "read"

    def fields(self) -> tuple[dataclasses.Field[Any], ...]:
        """Return its arguments."""
        return dataclasses.fields(self.args)  # type: ignore[arg-type]

    def hints(self) -> dict[str, Any]:
        """Return its arguments' types."""
        return typing.get_type_hints(self.args)

    @property
    def selectors(self) -> tuple[str, ...]:
        """The names of its arguments that name another element."""
        return tuple(name for name, hint in self.hints().items() if Selector in shapes.members(hint))

    def make_args(self, given: Mapping[str, Any]) -> A:
        """Return the arguments made from a mapping; None counts as not given.

        Raises:
            InvalidArgument: an unknown, missing or unfit argument, with the path to it.
        """
        values = {k: v for k, v in given.items() if v is not None} if isinstance(given, Mapping) else given
        return shapes.read(self.args, values, what=self.name, error=InvalidArgument)


def action(
    *,
    risk: Risk = "act",
    selector: Takes = "required",
    args: type[A] = NoArgs,  # type: ignore[assignment]
    activates: bool = False,
    target: Takes = "required",
    resolves: bool = True,
    returns: Returns | None = None,
    extended: bool = False,
    able: tuple[str, ...] = (),
    rare: bool = False,
) -> Callable[[Callable[[Doing, A], Performed]], Action[A]]:
    """Turn a function `(doing, args) -> Performed` into the action of its name; its docstring is the action's doc."""

    def make(perform: Callable[[Doing, A], Performed]) -> Action[A]:
        return Action(
            perform.__name__,
            perform,
            args,
            risk,
            selector,
            activates,
            target,
            resolves,
            (perform.__doc__ or "").strip(),
            returns or {},
            extended,
            able,
            rare,
        )

    return make
