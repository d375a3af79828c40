"""Names as a person wrote them: what the compiler made of `async`, lambdas and local functions is mapped back."""

from __future__ import annotations

import re
from functools import lru_cache

_ARGUMENTS = re.compile(r"\[.*\]$")
"""A generic type's arguments as the runtime writes them: `List`1[System.__Canon]`."""
_STATE_MACHINE = re.compile(r"^<(?P<method>.+)>d(?:__\d+)?(?:`\d+)?$|^VB\$StateMachine_\d+_(?P<basic>\w+)$")
_FSHARP = re.compile(r"^(?P<method>\w+)@\d+(?:-\d+)?$")
_CLOSURE = re.compile(r"^<>c(?:__DisplayClass\w+)?(?:`\d+)?$|^_Closure\$__")
_INSIDE = re.compile(r"^<(?P<method>.+)>[bg]__.+$")
_TOP = "<Main>$"
"""What the compiler calls statements that stand in no method."""
_DYNAMIC = "dynamicClass"
"""The type of methods that are made while the program runs."""
_NESTED = re.compile(r"[+/]")


@lru_cache(maxsize=1 << 16)
def to_written(type_name: str, method: str) -> tuple[str, str]:
    """Return type and method as they were written: ("Shop.Page+<Load>d__3", "MoveNext") is ("Shop.Page", "Load").

    Lambdas and local functions count as the method in which they stand.
    """
    parts = _NESTED.split(_ARGUMENTS.sub("", type_name))
    while len(parts) > 1:
        made = _STATE_MACHINE.match(parts[-1])
        closure = _FSHARP.match(parts[-1]) if method in ("Invoke", "MoveNext") else None
        if made and method == "MoveNext":
            method = (made["method"] or made["basic"]).replace("-", ".")  # a type's name takes no dot
        elif closure:
            method = closure["method"]
        elif not _CLOSURE.match(parts[-1]):
            break
        parts.pop()
    while inside := _INSIDE.match(method):
        method = inside["method"]
    return "+".join(parts), "Main" if method == _TOP else method


def is_made(type_name: str, method: str) -> bool:
    """Return whether the compiler made a method by itself, so that nobody wrote one of this name."""
    if type_name == _DYNAMIC:
        return True
    written = to_written(type_name, method)
    return any("<" in part for part in written) or type_name.startswith("XamlGeneratedNamespace.")
