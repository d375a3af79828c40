"""Each action of the table as a method of an App; `methods.pyi` beside it says their types to editors and checkers."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator, Mapping
from inspect import Parameter
from typing import Any, Literal, Unpack

from wpfagent.actions import OWN
from wpfagent.actions.base import Action
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.nearest import nearest
from wpfagent.core.selector import Selector, SelectorKeys
from wpfagent.gate.request import Reply

SelectorLike = Selector | Mapping[str, Any] | str | None
BY_HAND = ("resolve_target", "read_text")
"""`connect` is the one; `App.read_text` returns the text itself."""
PATH_FIRST = ("context_menu",)
"""Its path comes before the selector, as that of `menu` does."""


class Methods:
    """The actions of the table as methods with the same names and arguments.

    A selector is given as an object, a mapping, a bare name, or keyword arguments. `timeout_ms` is how long to wait for
    the element and the effect, `confirm` the consent to something destructive, `confirm_token` the second step of a
    `ConfirmationRequired`.
    """

    def _do(self, action: str, selector: SelectorLike, keys: Mapping[str, Any], /, **args: Any) -> Reply:
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        public = [known for known in dir(self) if not known.startswith("_")]
        alike = (known for known in public if set(known.split("_")) & set(name.split("_")))
        near = ", ".join(dict.fromkeys([*nearest(name, public), *alike]))
        told = f"Nearest: {near}." if near else "`dir(app)` lists all; `app.do(name)` does those of other packages."
        raise AttributeError(f"An App has no {name!r}. {told}", name=name, obj=self)


def _method(action: Action[Any]) -> Any:
    signature = inspect.Signature(list(_parameters(action)), return_annotation=Reply)
    own = [name for name in signature.parameters if name not in ("self", "selector_keys")]
    known = (*own, *SelectorKeys.__annotations__) if "selector_keys" in signature.parameters else ()

    def perform(self: Methods, *given: Any, **named: Any) -> Reply:
        for name in named if known else ():
            if name not in known:
                near = ", ".join(nearest(name, known) or own)
                raise InvalidArgument(f"{action.name}: Unknown key {name!r}.", hint=f"Nearest: {near}.")
        args = signature.bind(self, *given, **named).arguments
        selector, keys = args.pop("selector", None), args.pop("selector_keys", {})
        del args["self"]
        return self._do(action.name, selector, keys, **args)

    perform.__name__, perform.__qualname__ = action.name, f"App.{action.name}"
    perform.__doc__ = action.doc
    perform.__signature__ = signature  # type: ignore[attr-defined] - what `inspect` and `help` read
    return perform


def _parameters(action: Action[Any]) -> Iterator[Parameter]:
    """What leads, the selector, all else by name."""
    hints, fields = action.hints(), action.fields()
    required = [f.name for f in fields if f.default is dataclasses.MISSING]
    takes_selector = action.selector != "none"
    leading = [] if action.selector == "required" and action.name not in PATH_FIRST else required
    if not takes_selector:
        leading = leading or [f.name for f in fields[:1]]
    only_by_place = takes_selector and not leading
    place = Parameter.POSITIONAL_ONLY if only_by_place else Parameter.POSITIONAL_OR_KEYWORD
    own = {}
    for f in fields:
        choices = f.metadata.get("choices")
        hint = Literal[tuple(choices)] if choices and hints[f.name] is str else hints[f.name]
        hint = SelectorLike if f.name in action.selectors else hint
        default = Parameter.empty if f.name in required else f.default
        kind = place if f.name in leading else Parameter.KEYWORD_ONLY
        own[f.name] = Parameter(f.name, kind, default=default, annotation=hint)
    yield Parameter("self", place)
    yield from (own.pop(name) for name in leading)
    if takes_selector:
        yield Parameter("selector", place, default=None, annotation=SelectorLike)
    yield from own.values()
    yield Parameter("timeout_ms", Parameter.KEYWORD_ONLY, default=None, annotation=int | None)
    if not action.reads:
        yield Parameter("confirm", Parameter.KEYWORD_ONLY, default=False, annotation=bool)
        yield Parameter("confirm_token", Parameter.KEYWORD_ONLY, default=None, annotation=str | None)
    if takes_selector:
        yield Parameter("selector_keys", Parameter.VAR_KEYWORD, annotation=Unpack[SelectorKeys])


for _action in OWN.values():
    if _action.name not in BY_HAND:
        setattr(Methods, _action.name, _method(_action))
