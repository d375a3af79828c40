"""Which control calls which method: handlers and commands, from the XAML of the sources and from the assemblies.

XAML, and compiled XAML, says which handler or command a control has. The assemblies' code says which method runs for a
command (the first delegate that is given to what is stored under its name), and which handlers are added in code.
"""

from __future__ import annotations

import re
import struct
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wpfagent.dotnet import baml, il
from wpfagent.dotnet.metadata import ACCESSORS, METHOD, Assembly, Body
from wpfagent.dotnet.model import Wire
from wpfagent.dotnet.naming import to_written
from wpfagent.dotnet.sources import calls_in_xaml

LDARG_2, STSFLD, LDFTN, LDVIRTFTN, SWITCH, SUB = 0x04, 0x80, 0xFE06, 0xFE07, 0x45, 0x59
BEQ, BNE = (0x2E, 0x3B), (0x33, 0x40)
_IDS, _CAPTIONS = ("AutomationId", "Name"), ("Content", "Header", "Text", "ToolTip")
"""What a control may be known by, the best first."""
_BACKING = re.compile(r"^<(\w+)>k__BackingField$")
_ACCESS_KEY = re.compile(r"_(?=\w)")
_VIEW = re.compile(r"(?:View|Window|Page|Control|Dialog)$")
Named = tuple[str, str]


def wires_of(assemblies: Sequence[Path], source: Path | None = None) -> tuple[Wire, ...]:
    """Return what calls handlers and commands; a method may be called by several controls.

    Args:
        assemblies: the program's own.
        source: the folder of its sources, whose XAML names the controls.

    Raises:
        ExtraMissing: `dnfile` is not installed.
    """
    code = _Code()
    for path in assemblies:
        try:
            code.read(Assembly(path))
        except ValueError:
            continue
    found = list(_of_xaml(source, code)) if source is not None else []
    known = {wire.method for wire in found}
    found += [wire for wire in code.handlers if wire.method not in known]
    for view, name, control in code.bound:
        if (method := _command(name, view, code)) is not None and method not in known:
            found.append(Wire(method, control, "Command", name))
    known |= {wire.method for wire in found}
    for (_, name), method in code.commands.items():
        if method not in known:
            found.append(Wire(method, command=name))
    return tuple(dict.fromkeys(found))


@dataclass(slots=True)
class _Code:
    """What the code of the assemblies says: handlers that are added, and the method of each command by its owner.

    Attributes:
        handlers: those that are added.
        commands: the method of each, by its owner and name.
        bound: the commands of controls, by compiled XAML: the view, the command's name, the control's.
    """

    handlers: list[Wire] = field(default_factory=list)
    commands: dict[Named, Named] = field(default_factory=dict)
    bound: list[tuple[str, str, str]] = field(default_factory=list)
    _connected: dict[str, dict[int, str]] = field(default_factory=dict)
    _bodies: dict[int, Body] = field(default_factory=dict)
    _machines: defaultdict[str, list[Body]] = field(default_factory=lambda: defaultdict(list))

    def read(self, assembly: Assembly) -> None:
        """Read one assembly; tokens are its own."""
        self._bodies = {body.token: body for body in assembly.bodies()}
        self._machines.clear()
        for body in self._bodies.values():
            if body.name == "MoveNext":
                self._machines[body.type.rpartition("+")[2]].append(body)
        self._pages(assembly)
        for body in self._bodies.values():
            self._read(assembly, body)

    def _pages(self, assembly: Assembly) -> None:
        """Read the pages of compiled XAML: what their controls are called, and which commands they have."""
        for name, value in assembly.resources():
            if not isinstance(value, bytes) or not name.endswith(".baml"):
                continue
            try:
                elements = list(baml.elements(value))
            except ValueError:
                continue
            view = elements[-1].type if elements else ""
            self._connected[view] = {one.connection: _label(one) for one in elements if one.connection}
            commands = ((one.bound.get("Command", ""), _label(one)) for one in elements)
            self.bound += [(view, path.rpartition(".")[2], label) for path, label in commands if path and label]

    def _read(self, assembly: Assembly, body: Body) -> None:
        owner, control, given = to_written(body.type, body.name)[0], "", list[Body]()
        code = tuple(il.instructions(body.code))
        connects = self._connected.get(body.type, {}) if body.name.endswith("Connect") else {}
        numbers = _cases(code) if connects else {}
        connected = ""  # compiled XAML connects by numbers what it has on its page
        for one in code:
            if one.offset in numbers:
                control = connected = connects.get(numbers[one.offset], "")
            if one.opcode == LDARG_2:
                control = connected
            elif one.opcode == il.LDFLD:
                control = connected or assembly.member(one.token)[1]
            elif one.opcode in (LDFTN, LDVIRTFTN):
                given += [self._bodies[one.token]] if one.token in self._bodies else []
            elif given and one.opcode in (il.STFLD, STSFLD, il.CALL, il.CALLVIRT):
                name = assembly.member(one.token)[1]
                method = self._method(given[0])
                if (name.startswith("<") and not _BACKING.match(name)) or name == "set_Item":
                    continue  # where a delegate is kept for the next time, or one of many
                if name.startswith("add_"):
                    if method is not None:
                        self.handlers.append(Wire(method, _plain(control), event=name.removeprefix("add_")))
                    given = []
                elif one.opcode in (il.STFLD, STSFLD) or name.startswith("set_"):
                    if method is not None:
                        self.commands.setdefault((owner, _plain(name.removeprefix("set_"))), method)
                    given = []
                elif one.opcode == il.CALLVIRT:
                    given = []  # it was given to something else

    def _method(self, body: Body) -> Named | None:
        """The method that a delegate runs: of a lambda the first of the program's own that it calls."""
        if not body.name.startswith("<"):
            return to_written(body.type, body.name)
        machine = f"<{body.name.replace('.', '-')}>d"
        for part in (body, *self._machines.get(machine, ())):
            for one in il.instructions(part.code):
                called = self._bodies.get(one.token) if one.opcode in (il.CALL, il.CALLVIRT) else None
                if called is not None and one.token >> 24 == METHOD and not _is_small(called):
                    return to_written(called.type, called.name)
        return None


def _cases(code: Sequence[il.Instruction]) -> dict[int, int]:
    """Return which number each part of a method is for that tells its cases apart, by where the part begins."""
    found: dict[int, int] = {}
    for at, one in enumerate(code[1:-1], 1):
        value, after = il.number(code[at - 1]), code[at + 1].offset
        if one.opcode == SWITCH:
            first = int(il.number(code[at - 2]) or 0) if code[at - 1].opcode == SUB else 0
            jumps = one.operand[4 : len(one.operand) // 4 * 4]
            for case, (jump,) in enumerate(struct.iter_unpack("<i", jumps)):
                found[after + jump] = first + case
        elif value is not None and one.opcode in BEQ:
            found[after + int.from_bytes(one.operand, "little", signed=True)] = int(value)
        elif value is not None and one.opcode in BNE:
            found[after] = int(value)
    return found


def _label(element: baml.Element) -> str:
    """What UI Automation knows a control by, its id first; "" where only a running program knows."""
    ids, captions = ([element.attributes.get(name) for name in names] for names in (_IDS, _CAPTIONS))
    return next(filter(None, ids), "") or _ACCESS_KEY.sub("", next(filter(None, captions + element.texts), ""), count=1)


def _of_xaml(source: Path, code: _Code) -> Iterator[Wire]:
    for called in calls_in_xaml(source):
        if called.handler and called.type:
            yield Wire((called.type, called.handler), called.control, called.event, place=str(called.place))
        elif called.command and (method := _command(called.command, called.type, code)) is not None:
            yield Wire(method, called.control, called.event, called.command, str(called.place))


def _command(name: str, view: str, code: _Code) -> Named | None:
    """The method of a view's command: of the only type that has one of this name, or the one named like the view."""
    found = {owner: method for (owner, member), method in code.commands.items() if member == name}
    stem = _VIEW.sub("", view.rpartition(".")[2])
    like = [method for owner, method in found.items() if stem and owner.rpartition(".")[2].startswith(stem)]
    fitting = like if len(found) > 1 else [*found.values()]
    return fitting[0] if len(fitting) == 1 else None


def _plain(name: str) -> str:
    backing = _BACKING.match(name)
    return backing[1] if backing is not None else name.lstrip("_")


def _is_small(body: Body) -> bool:
    return body.name.startswith(("<", ".", *ACCESSORS)) or "<" in body.type
