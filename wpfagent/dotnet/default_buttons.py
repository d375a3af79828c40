"""Which buttons a program makes the default and the cancel ones of its windows, which Enter and Esc press.

UI Automation does not tell, its files do: WPF's compiled pages say `IsDefault` and `IsCancel`, code calls
`set_IsDefault`, `set_AcceptButton` and their like. What cannot be read for certain is not known: any button may be it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wpfagent.core.errors import ExtraMissing
from wpfagent.dotnet import baml, il
from wpfagent.dotnet.assemblies import is_framework_file
from wpfagent.dotnet.executable import is_managed
from wpfagent.dotnet.metadata import Assembly


@dataclass(frozen=True, slots=True)
class _Role:
    """What makes a button be pressed by a key: WPF's property, and that of a form of Windows Forms."""

    attribute: str
    of_form: str
    said: re.Pattern[bytes]
    """What the names in an assembly say where it makes such buttons."""
    written: re.Pattern[bytes]
    """The same in its texts: it may read a page, or look the property up, while it runs."""

    @property
    def setters(self) -> dict[str, str]:
        """What makes a button such a one, by the type that declares it."""
        return {f"set_{self.attribute}": "Button", f"set_{self.of_form}": "Form"}


_WORD_ENDS = rb"(?![A-Za-z]\0)"  # `IsDefaultValue` and `IsCancellationRequested` say nothing of buttons
ROLES = {
    "Enter": _Role(
        "IsDefault", "AcceptButton", re.compile(rb"IsDefault(?!ed)|AcceptButton"),
        re.compile("IsDefault".encode("utf-16-le") + _WORD_ENDS + b"|" + "AcceptButton".encode("utf-16-le")),
    ),
    "Esc": _Role(
        "IsCancel", "CancelButton", re.compile(rb"IsCancel(?![le])|set_CancelButton"),
        re.compile("IsCancel".encode("utf-16-le") + _WORD_ENDS),
    ),
}  # fmt: skip
MOST_FILES = 500
LARGEST = 200 << 20
_CAPTIONS = ("set_Content", "set_Text")
_DUP, _FALSE, _NULL = 0x25, 0x16, 0x14
_LDLOC = {0x06: 0, 0x07: 1, 0x08: 2, 0x09: 3}
_STLOC = {0x0A: 0, 0x0B: 1, 0x0C: 2, 0x0D: 3}
_LONG = {0x11: _LDLOC, 0xFE0C: _LDLOC, 0x13: _STLOC, 0xFE0E: _STLOC}
Code = Sequence[il.Instruction]


@dataclass(frozen=True, slots=True)
class DefaultButton:
    """One default button: what it may have as its id, and what it shows."""

    ids: frozenset[str] = frozenset()
    captions: frozenset[str] = frozenset()

    def may_be(self, automation_id: str, caption: str) -> bool:
        """Return whether a button that is seen may be this one: it has an id or a caption of it."""
        return automation_id in self.ids or _plain(caption) in self.captions


class _Unknown(Exception):
    """What cannot be told from the files."""


def may_be_pressed(key: str, program: Path, automation_id: str, caption: str) -> bool:
    """Return whether Enter or Esc may press a button of its window; True where the program's files do not tell.

    Args:
        key: `Enter` or `Esc`.
        program: the running program's exe.
        automation_id: the button's.
        caption: what the button shows.
    """
    try:
        known = _buttons(program, program.stat().st_mtime_ns).get(key)
    except OSError:
        return True
    return known is None or any(one.may_be(automation_id, caption) for one in known)


@lru_cache(maxsize=16)
def _buttons(program: Path, _: int) -> Mapping[str, tuple[DefaultButton, ...]]:
    """Return the buttons of a program by the key that presses them, without the keys of which that cannot be told."""
    found: dict[str, list[DefaultButton]] = {key: [] for key in ROLES}
    opened = lru_cache(maxsize=1)(Assembly)  # for all keys
    try:
        for path in _files(program):
            data = path.read_bytes()
            for key in tuple(found):
                try:
                    if _says(data, ROLES[key]):
                        found[key] += _of_assembly(opened(path), ROLES[key])
                except (_Unknown, ValueError, ExtraMissing):
                    del found[key]
    except (_Unknown, OSError):
        return {}
    return {key: tuple(buttons) for key, buttons in found.items()}


def _files(program: Path) -> list[Path]:
    """Return the program's managed files but the framework's.

    Raises:
        _Unknown: they do not lie beside it (a host for many programs, one file for all), or are too many to read.
    """
    entry = program.with_suffix(".dll")
    if not entry.is_file():
        entry = program
        if not is_managed(program.read_bytes()):
            raise _Unknown
    files = {entry, *(path for path in program.parent.rglob("*.dll") if not is_framework_file(path.name))}
    if len(files) > MOST_FILES or sum(path.stat().st_size for path in files) > LARGEST:
        raise _Unknown
    return sorted(files)


def _says(data: bytes, role: _Role) -> bool:
    """Return whether a file makes such buttons by its pages or its code. Raises _Unknown: it may while it runs."""
    if role.written.search(data):
        raise _Unknown
    return role.said.search(data) is not None


def _of_assembly(assembly: Assembly, role: _Role) -> Iterator[DefaultButton]:
    if any(str(row.Name) == f"{role.attribute}Property" for row in assembly.rows("MemberRef")):
        raise _Unknown
    for name, value in assembly.resources():
        if isinstance(value, bytes) and name.endswith(".baml"):
            yield from _of_page(value, role)
    codes = [tuple(il.instructions(body.code)) for body in assembly.bodies()]
    for code in codes:
        yield from _of_code(assembly, code, codes, role)


def _of_page(data: bytes, role: _Role) -> Iterator[DefaultButton]:
    for element in baml.elements(data):
        said = element.attributes.get(role.attribute, "false")
        if said is None:
            raise _Unknown
        if said.lower() != "false":
            ids = [element.attributes.get(name, "") for name in ("Name", "AutomationId")]
            yield _button(ids, element.texts)


def _button(ids: Sequence[str | None], captions: Sequence[str | None]) -> DefaultButton:
    """Return a default button; one of whose ids, or all of whose captions, are known only when it runs, has the others.

    Raises:
        _Unknown: nothing is certain to tell it from another button.
    """
    if not any(any(texts) and None not in texts for texts in (ids, captions)):
        raise _Unknown
    return DefaultButton(frozenset(filter(None, ids)), frozenset(_plain(text) for text in captions if text))


def _of_code(assembly: Assembly, code: Code, codes: Sequence[Code], role: _Role) -> Iterator[DefaultButton]:
    for at, one in enumerate(code):
        owner, name = _member(assembly, one)
        if role.setters.get(name) == owner:
            value = at - 1
            if owner == "Button":
                if code[value].opcode == _FALSE:
                    continue
                value -= 1
            held = code[value]
            if held.opcode == _NULL:  # a form that has none
                continue
            yield _described(assembly, code[:at], held, codes if held.opcode == il.LDFLD else [code])


def _described(assembly: Assembly, code: Code, held: il.Instruction, codes: Sequence[Code]) -> DefaultButton:
    """Return what code says of the button that an instruction loads.

    Args:
        assembly: whose code it is.
        code: what comes before the button is made the default one.
        held: the instruction.
        codes: where else the same local variable or field may be used.

    Raises:
        _Unknown: it is not made here by an initialiser of its own, nor given plain texts.
    """
    ids: list[str | None] = []
    captions: list[str | None] = []
    if held.opcode != _DUP:
        for other in codes:
            for before, text, called in zip(other, other[1:], other[2:], strict=False):
                if before[1:] == held[1:]:
                    _note(assembly, text, called, ids, captions)
    end = len(code) if held.opcode == _DUP else _stored(code, held)
    for text, called in _initialiser(assembly, code[:end]):
        _note(assembly, text, called, ids, captions)
    return _button(ids, captions)


def _note(
    assembly: Assembly, text: il.Instruction, called: il.Instruction, ids: list[str | None], captions: list[str | None]
) -> None:
    """Note a call that names the button or gives it its caption, with what was loaded before it."""
    name = _member(assembly, called)[1]
    given = assembly.string(text.token) if text.opcode == il.LDSTR else None
    if name == "set_Name":
        ids.append(given)
    elif name in _CAPTIONS:
        captions.append(given)


def _initialiser(assembly: Assembly, code: Code) -> Iterator[tuple[il.Instruction, il.Instruction]]:
    """Give the pairs of instructions after the button was made that the end of this code holds on its stack."""
    for at in range(len(code) - 1, -1, -1):
        if _number_of(code[at], _STLOC) is not None or code[at].opcode == il.STFLD:
            return
        if code[at].opcode == il.NEWOBJ and _member(assembly, code[at])[0].endswith("Button"):
            yield from zip(code[at:], code[at + 1 :], strict=False)
            return


def _stored(code: Code, held: il.Instruction) -> int:
    """Return where the local variable or field that an instruction loads was stored the last time; 0: nowhere here."""
    for at in range(len(code) - 1, -1, -1):
        same_local = (number := _number_of(held, _LDLOC)) is not None and _number_of(code[at], _STLOC) == number
        if same_local or (held.opcode == il.LDFLD and code[at].opcode == il.STFLD and code[at].token == held.token):
            return at
    return 0


def _number_of(one: il.Instruction, short: dict[int, int]) -> int | None:
    """Return the number of the local variable that an instruction loads or stores; None where it does not."""
    return one.token if _LONG.get(one.opcode) is short else short.get(one.opcode)


def _member(assembly: Assembly, one: il.Instruction) -> tuple[str, str]:
    return assembly.member(one.token) if one.opcode in (il.CALL, il.CALLVIRT, il.NEWOBJ) else ("", "")


def _plain(caption: str) -> str:
    """Return a caption as it is seen, for comparing: without the marks of access keys."""
    return re.sub("[_&]", "", caption).strip().casefold()
