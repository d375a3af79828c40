"""What an action is: one record with its name, typed arguments, risk and performing function.

The `@action` decorator turns a function into that record; its arguments are the fields of a frozen dataclass, each with
a doc. MCP tools, scenario steps, replay files, the random tester, `do` and the JSON Schemas are made from these.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control, Picture
from wpfagent.core.selector import nearest
from wpfagent.safety.policy import Risk

if TYPE_CHECKING:
    from wpfagent.actions.doing import Doing

A = TypeVar("A")
Takes = Literal["none", "optional", "required"]
Check = Callable[[Control], dict[str, Any] | None]
"""Given the element as it is now: the evidence that the action had its effect; None while it has not."""


def arg(doc: str, default: Any = MISSING, *, choices: tuple[str, ...] | None = None) -> Any:
    """Return a dataclass field that is an action's argument: its doc, its default (none: required), its choices."""
    metadata: dict[str, Any] = {"doc": doc}
    if choices:
        metadata["choices"] = choices
    if default is MISSING:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)


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
        sets_own_state: the bare pattern was used, as input is not allowed: the state that it set is no proof that the
            program's handlers ran.
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
    sets_own_state: bool = False


@dataclass(frozen=True, slots=True)
class NoArgs:
    """An action without arguments of its own."""


@dataclass(frozen=True)
class Action(Generic[A]):
    """One action of the table.

    `risk` is the least that it needs; `selector` whether it takes one; `activates` whether using it runs a command of
    the program, so that the label of its element can make it destructive; `target` whether it needs an application;
    `resolves` whether the gate finds its element first (waiting for an element's absence cannot).
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

    def make_args(self, given: Mapping[str, Any]) -> A:
        """Return the arguments made from a mapping; None counts as not given.

        Raises:
            InvalidArgument: an unknown or missing argument, or one that is none of its choices.
        """
        names = [f.name for f in self.fields()]
        for key in given:
            if key not in names:
                near = nearest(key, names) or names
                raise InvalidArgument(
                    f"{self.name} has no argument {key!r}.",
                    hint=f"Nearest: {', '.join(near)}." if near else "It takes no arguments of its own.",
                )
        values = {k: v for k, v in given.items() if v is not None}
        for f in self.fields():
            if f.name not in values and f.default is MISSING and f.default_factory is MISSING:
                raise InvalidArgument(f"{self.name} needs {f.name}.", hint=f"{f.name}: {f.metadata['doc']}")
            choices = f.metadata.get("choices")
            if choices and f.name in values and values[f.name] not in choices:
                raise InvalidArgument(
                    f"{self.name}: {f.name} cannot be {values[f.name]!r}.", hint=f"One of: {', '.join(choices)}."
                )
            if f.name in values and not fits(values[f.name], self.hints()[f.name]):
                raise InvalidArgument(f"{self.name}: {f.name} cannot be {values[f.name]!r}.", hint=f.metadata["doc"])
        return self.args(**values)


def fits(value: Any, hint: Any) -> bool:
    """Return whether a value is of an argument's type; a number is no bool, and a text is no sequence."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, h) for h in typing.get_args(hint))
    if origin is Literal:
        return value in typing.get_args(hint)
    kind = origin or hint
    if kind in (int, float):
        return isinstance(value, int if kind is int else int | float) and not isinstance(value, bool)
    if kind in (tuple, Sequence):
        return isinstance(value, list | tuple) and all(fits(v, typing.get_args(hint)[0]) for v in value)
    return isinstance(value, kind) if isinstance(kind, type) else True


def action(
    *,
    risk: Risk = "act",
    selector: Takes = "required",
    args: type[A] = NoArgs,  # type: ignore[assignment]
    activates: bool = False,
    target: Takes = "required",
    resolves: bool = True,
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
        )

    return make
