"""The program's own words and numbers, read from its assemblies (`dnfile`, extra `dotnet`); secrets are left out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from wpfagent.dotnet import il
from wpfagent.dotnet.metadata import Assembly, Body
from wpfagent.dotnet.model import Literals
from wpfagent.dotnet.secrets import is_secret, is_secret_name

T = TypeVar("T")
LONGEST = 200
"""Longer literals are texts for people, scripts or data, not values to be typed."""
MOST = 5_000
AHEAD, BEHIND = 4, 2
"""So many instructions away may the call lie that a literal goes into, and what it is compared with."""
_COMPARES = frozenset(
    ("op_Equality", "op_Inequality", "Equals", "StartsWith", "EndsWith", "Contains", "IndexOf", "Compare", "CompareTo",
     "CompareOrdinal", "TryGetValue", "ContainsKey", "Parse", "TryParse", "ParseExact", "TryParseExact")
)  # fmt: skip
_HASHES = "ComputeStringHash"
_TINY = frozenset((-1, 0, 1))
_STRING_CONSTANT = 0x0E
_BRANCHES = frozenset((*range(0x2B, 0x46), il.RET, il.THROW))
_NUMBER_COMPARES = frozenset((*range(0x2E, 0x38), *range(0x3B, 0x45), 0xFE01, 0xFE02, 0xFE03, 0xFE04, 0xFE05))


class _Found:
    """What was found, those of the first kind before the others."""

    def __init__(self) -> None:
        self.strings: dict[str, bool] = {}
        self.numbers: dict[float, bool] = {}
        self.patterns: dict[str, None] = {}
        self.secrets: set[str] = set()

    def string(self, text: str, first: bool) -> None:
        if text.strip() and len(text) <= LONGEST:
            self.strings[text] = self.strings.get(text, False) or first

    def number(self, value: float, first: bool) -> None:
        if value not in _TINY and math.isfinite(value):
            self.numbers[value] = self.numbers.get(value, False) or first


def literals(assemblies: Sequence[Path]) -> Literals:
    """Return strings, numbers, enum names, regular expressions and resource strings.

    Raises:
        ExtraMissing: `dnfile` is not installed.
    """
    found, resources = _Found(), dict[str, None]()
    enums: dict[str, tuple[str, ...]] = {}
    for path in assemblies:
        try:
            assembly = Assembly(path)
        except ValueError:
            continue
        _constants(assembly, found)
        _annotations(assembly, found)
        for body in assembly.bodies():
            if not assembly.is_generated(body):
                _walk(assembly, body, found)
        enums.update(_enums(assembly))
        for name, value in assembly.resources():
            if isinstance(value, str) and value.strip() and len(value) <= LONGEST and not is_secret_name(name):
                resources[value] = None
    kept = {text: first for text, first in found.strings.items() if text not in found.secrets and not is_secret(text)}
    return Literals(
        strings=_ranked(kept),
        numbers=_ranked(found.numbers),
        enums=enums,
        patterns=tuple(text for text in found.patterns if text not in found.secrets),
        resources=tuple(islice((text for text in resources if not is_secret(text)), MOST)),
    )


def _ranked(found: dict[T, bool]) -> tuple[T, ...]:
    return tuple(sorted(found, key=lambda value: not found[value])[:MOST])


def _walk(assembly: Assembly, body: Body, found: _Found) -> None:
    """Take in the literals of one method, with what is done to them."""
    code = tuple(il.instructions(body.code))
    hashes = any(one.opcode == il.CALL and assembly.member(one.token)[1] == _HASHES for one in code)
    for place, one in enumerate(code):
        if one.opcode == il.LDSTR:
            text = assembly.string(one.token)
            called = list(_calls(assembly, code[place + 1 : place + 1 + AHEAD]))
            if any(map(is_secret_name, _names(assembly, body, code[max(0, place - BEHIND) : place]))) or any(
                is_secret_name(name) for _, name in called
            ):
                found.secrets.add(text)
            elif any(owner == "Regex" for owner, _ in called):
                found.patterns[text] = None
            else:
                found.string(text, any(name in _COMPARES for _, name in called))
        elif one.opcode == il.NEWOBJ and assembly.member(one.token) == ("Decimal", ".ctor"):
            _decimal(code[max(0, place - 5) : place], found)
        elif (value := il.number(one)) is not None and not (hashes and abs(value) > 1 << 20):
            after = code[place + 1 : place + 2]
            found.number(value, bool(after) and after[0].opcode in _NUMBER_COMPARES)


def _calls(assembly: Assembly, code: Sequence[il.Instruction]) -> Iterator[tuple[str, str]]:
    """Give the calls, and the fields that are written, up to the first branch: type and name of each."""
    for one in code:
        if one.opcode in _BRANCHES or one.opcode == il.LDSTR:
            return
        if one.opcode in (il.CALL, il.CALLVIRT, il.NEWOBJ):
            yield assembly.member(one.token)
            return
        if one.opcode in (0x7D, 0x80):
            yield assembly.member(one.token)
            return


def _names(assembly: Assembly, body: Body, code: Sequence[il.Instruction]) -> Iterator[str]:
    """Give the names of what was loaded: fields, properties, arguments."""
    row = assembly.rows("MethodDef")[(body.token & 0xFFFFFF) - 1]
    static = 0 if getattr(row.Flags, "mdStatic", False) else 1
    parameters = {index.row.Sequence: str(index.row.Name) for index in row.ParamList if index.row is not None}
    for one in code:
        if one.opcode in (il.CALL, il.CALLVIRT, 0x7B, 0x7E):
            yield assembly.member(one.token)[1].removeprefix("get_")
        elif 0x02 <= one.opcode <= 0x05:
            yield parameters.get(one.opcode - 0x02 + 1 - static, "")
        elif one.opcode == 0x0E:
            yield parameters.get(one.operand[0] + 1 - static if one.operand else 0, "")


def _decimal(code: Sequence[il.Instruction], found: _Found) -> None:
    """Take in a decimal constant: low, middle and high part, sign, scale."""
    values = [il.number(one) for one in code]
    if len(values) == 5 and None not in values:
        low, middle, high, negative, scale = (int(value or 0) for value in values)
        if middle == high == 0 and 0 <= scale <= 28:
            found.number((-1 if negative else 1) * (low & 0xFFFFFFFF) / 10**scale, True)


def _constants(assembly: Assembly, found: _Found) -> None:
    """Take in which constants are secrets by the name of their field: the compiler writes them everywhere anew."""
    for row in assembly.rows("Constant"):
        if row.Type == _STRING_CONSTANT and row.Value and is_secret_name(str(getattr(row.Parent.row, "Name", ""))):
            found.secrets.add(bytes(row.Value.value).decode("utf-16-le", "replace"))


def _annotations(assembly: Assembly, found: _Found) -> None:
    """Take in what attributes say of values: patterns, ranges and lengths."""
    for item in assembly.attributes:
        texts = [value for value in item.arguments if isinstance(value, str)]
        if item.name in ("RegularExpressionAttribute", "GeneratedRegexAttribute") and texts:
            found.patterns[texts[0]] = None
        elif item.name in ("RangeAttribute", "StringLengthAttribute", "MaxLengthAttribute", "MinLengthAttribute"):
            for value in item.arguments:
                if isinstance(value, (int, float)) and not isinstance(value, bool):
                    found.number(value, True)


def _enums(assembly: Assembly) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, row in zip(assembly.type_names, assembly.rows("TypeDef"), strict=True):
        base = getattr(getattr(row, "Extends", None), "row", None)
        if str(getattr(base, "TypeName", "")) == "Enum" and str(getattr(base, "TypeNamespace", "")) == "System":
            members = (str(index.row.Name) for index in row.FieldList if index.row is not None)
            yield name, tuple(member for member in members if member != "value__")
