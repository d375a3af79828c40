"""The methods of assemblies, read from their metadata (`dnfile`, extra `dotnet`)."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from wpfagent.core import extras
from wpfagent.dotnet import il
from wpfagent.dotnet.model import Method
from wpfagent.dotnet.naming import is_made, to_written

METHOD, MEMBER, FIELD, SPEC, STRING = 0x06, 0x0A, 0x04, 0x2B, 0x70
LARGEST_BODY = 1 << 20
_GENERATED = frozenset(("CompilerGeneratedAttribute", "GeneratedCodeAttribute"))
ACCESSORS = ("get_", "set_", "add_", "remove_", "init_")
_TOP = "<Main>$"


class Body(NamedTuple):
    """A method with a body: its type and name as the compiler wrote them, its token, its instructions' bytes."""

    type: str
    name: str
    token: int
    code: bytes


class Attribute(NamedTuple):
    """A custom attribute: what it stands at (table and row), its type's name, its positional arguments."""

    table: str
    row: int
    name: str
    arguments: tuple[str | float, ...]


class Assembly:
    """One assembly's metadata.

    Raises:
        ExtraMissing: `dnfile` is not installed.
        ValueError: the file is no .NET assembly.
    """

    def __init__(self, path: Path) -> None:
        extras.require("dnfile")
        import dnfile

        self.path = path
        try:
            self._pe: Any = dnfile.dnPE(str(path))  # type: ignore[no-untyped-call]
        except Exception as error:  # pefile and dnfile raise what they like over a broken file
            raise ValueError(f"{path.name} is no .NET assembly") from error
        if self._pe.net is None or self._pe.net.mdtables is None:
            raise ValueError(f"{path.name} is no .NET assembly")
        self._tables = self._pe.net.mdtables

    def rows(self, table: str) -> Sequence[Any]:
        """Return a table's rows, () where the assembly has none."""
        found = getattr(self._tables, table, None)
        return found.rows if found is not None else ()

    @cached_property
    def type_names(self) -> tuple[str, ...]:
        """The full names of the types, by row; nested ones as "Outer+Inner"."""
        outer = {row.NestedClass.row_index: row.EnclosingClass.row_index for row in self.rows("NestedClass")}
        plain = [
            f"{row.TypeNamespace}.{row.TypeName}" if str(row.TypeNamespace or "") else str(row.TypeName)
            for row in self.rows("TypeDef")
        ]

        def full(number: int) -> str:
            name, deep = plain[number - 1], 0
            while number in outer and deep < len(plain):
                number, deep = outer[number], deep + 1
                name = f"{plain[number - 1]}+{name}"
            return name

        return tuple(full(number) for number in range(1, len(plain) + 1))

    def bodies(self) -> Iterator[Body]:
        """Give the methods that have a body."""
        for type_name, row in zip(self.type_names, self.rows("TypeDef"), strict=True):
            for index in row.MethodList:
                method = index.row
                if method is not None and method.Rva:
                    token = METHOD << 24 | index.row_index
                    yield Body(type_name, str(method.Name), token, self._code(method.Rva))

    def body(self, token: int) -> bytes:
        """Return a method's instructions; b"" where there are none."""
        rows, number = self.rows("MethodDef"), token & 0xFFFFFF
        if token >> 24 != METHOD or not 0 < number <= len(rows) or not rows[number - 1].Rva:
            return b""
        return self._code(rows[number - 1].Rva)

    def member(self, token: int) -> tuple[str, str]:
        """Return the type (without namespace) and name of the method or field that a token names; "" where unknown."""
        table, number = token >> 24, token & 0xFFFFFF
        name = {METHOD: "MethodDef", MEMBER: "MemberRef", FIELD: "Field", SPEC: "MethodSpec"}.get(table, "")
        rows = self.rows(name) if name else ()
        if not 0 < number <= len(rows):
            return "", ""
        row = rows[number - 1]
        if table == SPEC:
            row = row.Method.row
        owner = getattr(getattr(row, "Class", None), "row", None)
        return str(getattr(owner, "TypeName", "") or ""), str(getattr(row, "Name", "") or "")

    def string(self, token: int) -> str:
        """Return a string literal; "" where there is none."""
        found = self._pe.net.user_strings.get(token & 0xFFFFFF) if self._pe.net.user_strings else None
        return str(found.value) if found is not None and found.value else ""

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:
        """The custom attributes."""
        found = []
        for row in self.rows("CustomAttribute"):
            maker = row.Type.row
            owner = getattr(getattr(maker, "Class", None), "row", None)
            if maker is None or row.Parent.table is None:
                continue
            arguments = _arguments(bytes(maker.Signature.value), bytes(row.Value.value) if row.Value else b"")
            name = str(getattr(owner, "TypeName", "") or "")
            found.append(Attribute(row.Parent.table.name, row.Parent.row_index, name, arguments))
        return tuple(found)

    def is_generated(self, body: Body) -> bool:
        """Return whether a method was written by the compiler or a tool: records' members, `InitializeComponent`.

        Lambdas and local functions, though they have names of the compiler's, were written by a person.
        """
        tools, made = self._generated
        if body.type.startswith("<"):
            return True
        if any(body.type == name or body.type.startswith(name + "+") for name in tools):
            return True
        return not body.name.startswith("<") and body.token & 0xFFFFFF in made

    @cached_property
    def _generated(self) -> tuple[frozenset[str], frozenset[int]]:
        """The types of tools, and the rows of methods that were generated."""
        marks = [item for item in self.attributes if item.name in _GENERATED]
        tools = {item.row for item in marks if item.table == "TypeDef" and item.name == "GeneratedCodeAttribute"}
        return (
            frozenset(self.type_names[row - 1] for row in tools),
            frozenset(item.row for item in marks if item.table == "MethodDef"),
        )

    def resources(self) -> Iterator[tuple[str, Any]]:
        """Give the entries of the embedded resource sets: name and value."""
        for resource in self._pe.net.resources or ():
            for entry in getattr(resource.data, "entries", None) or ():
                yield str(entry.name), entry.value

    def _code(self, rva: int) -> bytes:
        try:
            return il.body(self._pe.get_data(rva, LARGEST_BODY))
        except Exception:  # noqa: BLE001 - pefile raises its own over an address outside of the file
            return b""


def own_methods(assemblies: Sequence[Path]) -> tuple[Method, ...]:
    """Return the methods that have a body and that a person wrote, named as `FirstCall` names them.

    Accessors, and what the compiler made, are left out. Overloads count as one: first calls do not tell them apart.

    Raises:
        ExtraMissing: `dnfile` is not installed.
    """
    found: dict[tuple[str, str], Method] = {}
    for path in assemblies:
        try:
            assembly = Assembly(path)
        except ValueError:
            continue
        for body in assembly.bodies():
            if body.name == _TOP:
                found.setdefault((body.type, "Main"), Method(body.type, "Main", str(path), body.token))
                continue
            if assembly.is_generated(body) or body.name.startswith(ACCESSORS) or _is_closure(body):
                continue
            found.setdefault((body.type, body.name), Method(body.type, body.name, str(path), body.token))
    return tuple(found.values())


def _is_closure(body: Body) -> bool:
    return is_made(body.type, body.name) or to_written(body.type, body.name) != (body.type, body.name)


def _arguments(signature: bytes, value: bytes) -> tuple[str | float, ...]:
    """Return an attribute's positional arguments, up to the first one that is neither text nor a number."""
    plain = {0x02: "<?", 0x08: "<i", 0x09: "<I", 0x0A: "<q", 0x0C: "<f", 0x0D: "<d"}
    found: list[str | float] = []
    at = 2
    for kind in signature[3:]:
        if kind == 0x0E and at < len(value) and value[at] != 0xFF:
            size, start = (value[at], at + 1) if value[at] < 0x80 else ((value[at] & 0x3F) << 8 | value[at + 1], at + 2)
            found.append(value[start : start + size].decode("utf-8", "replace"))
            at = start + size
        elif kind in plain and at + struct.calcsize(plain[kind]) <= len(value):
            found.append(struct.unpack_from(plain[kind], value, at)[0])
            at += struct.calcsize(plain[kind])
        else:
            break
    return tuple(found)
