"""Writes wpfagent/app/methods.pyi, the typed method of each action, from the table of actions.

python scripts/make_methods.py             writes it
python scripts/make_methods.py --check     exit code 1 when it is not as the table is
"""

from __future__ import annotations

import inspect
import sys
import textwrap
import types
import typing
from collections.abc import Callable
from inspect import Parameter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from wpfagent.actions import OWN  # noqa: E402 - the checkout's own package
from wpfagent.actions.base import Action  # noqa: E402
from wpfagent.app.methods import Methods, SelectorLike  # noqa: E402

PATH = ROOT / "wpfagent" / "app" / "methods.pyi"
HEAD = """\
# Made by scripts/make_methods.py from the table of actions: do not edit it by hand.
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Unpack

from wpfagent.core.selector import Selector, SelectorKeys
from wpfagent.gate.request import Reply

SelectorLike = Selector | Mapping[str, Any] | str | None

class Methods:
    def _do(self, action: str, selector: SelectorLike, keys: Mapping[str, Any], /, **args: Any) -> Reply: ...
"""
WIDTH = 120


def source() -> str:
    """Return the whole stub."""
    methods = (vars(Methods)[name] for name in OWN if name in vars(Methods))
    return HEAD + "\n".join(map(_stub, methods))


def _stub(method: Callable[..., Any]) -> str:
    lines, before = [], None
    for parameter in inspect.signature(method).parameters.values():
        if before is Parameter.POSITIONAL_ONLY is not parameter.kind:
            lines.append("/")
        if before is not Parameter.KEYWORD_ONLY is parameter.kind:
            lines.append("*")
        lines.append(_parameter(parameter))
        before = parameter.kind
    given = "".join(f"        {line},\n" for line in lines)
    return f"    def {method.__name__}(\n{given}    ) -> Reply:\n{_docstring(OWN[method.__name__])}"


def _parameter(given: Parameter) -> str:
    if given.annotation is Parameter.empty:
        return given.name
    stars = "**" if given.kind is Parameter.VAR_KEYWORD else ""
    default = "" if given.default is Parameter.empty else f" = {_value(given.default)}"
    return f"{stars}{given.name}: {_type(given.annotation)}{default}"


def _value(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _type(hint: Any) -> str:
    """A type as a caller may give it: any sequence where a tuple is made of it."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint == SelectorLike:
        return "SelectorLike"
    if origin is typing.Literal:
        return f"Literal[{', '.join(_value(choice) for choice in inner)}]"
    if origin in (typing.Union, types.UnionType):
        return " | ".join("None" if one is type(None) else _type(one) for one in inner)
    if origin is tuple:
        return f"Sequence[{_type(inner[0])}]"
    if origin is not None:
        return f"{origin.__name__}[{', '.join(_type(one) for one in inner)}]"
    return "Any" if hint is Any else str(hint.__name__)


def _docstring(action: Action[Any]) -> str:
    """The action's doc, and below it what its own arguments mean."""
    lines = textwrap.wrap(" ".join(inspect.cleandoc(action.doc).split()), WIDTH - 11)
    if action.fields():
        lines += ["", "Args:"]
    for field in action.fields():
        text = f"{field.name}: {field.metadata['doc'].rstrip('.')}."
        lines += textwrap.wrap(text, WIDTH - 8, initial_indent="    ", subsequent_indent="        ")
    lines[0] = f'"""{lines[0]}'
    lines = [f"{lines[0]}" + '"""'] if len(lines) == 1 else [*lines, '"""']
    return "".join(f"        {line}".rstrip() + "\n" for line in lines)


def main(argv: list[str]) -> int:
    """Write the module, or say whether it is fresh."""
    if argv not in ([], ["--check"]):
        print(__doc__)
        return 2
    if not argv:
        PATH.write_text(source(), encoding="utf-8", newline="\n")
        print(PATH)
        return 0
    if PATH.is_file() and PATH.read_text(encoding="utf-8") == source():
        return 0
    print(f"{PATH.name} is not as the table of actions is: python scripts/generate.py")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
