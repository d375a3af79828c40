"""From an address to the method that a person wrote, its file and line."""

from __future__ import annotations

import struct
import threading
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wpfagent.core.errors import ExtraMissing
from wpfagent.dotnet import il
from wpfagent.dotnet.assemblies import file_name, is_framework_file, is_framework_type
from wpfagent.dotnet.model import FirstCall, Frame
from wpfagent.dotnet.naming import is_made, to_written
from wpfagent.dotnet.portable_pdb import PortablePdb
from wpfagent.dotnet.runtime_events import Fact, Loaded, Mapped, Module

if TYPE_CHECKING:
    from wpfagent.dotnet.metadata import Assembly

_THROWS = (il.THROW, il.RETHROW)
LARGEST_METHOD = 1 << 12
"""So far from its beginning may an address lie in a method whose size the runtime did not say."""
PROLOGUE = -2
UNKNOWN = Frame("", "?")
STACKS_KEPT = 4_000
"""So many stacks keep their names; a program that is asked by UI Automation throws the same exceptions all the time."""


class Symbols:
    """What is known of the code of one process; it grows as the runtime tells of methods.

    Args:
        own: file names of the program's own assemblies, lower case; None: whatever is not the framework's.
        own_types: the types of those that were compiled when they were published, because the runtime names no module
            with their first calls; None: whatever is not the framework's.
        source: the folder of the user's sources; names the file where there is no PDB.
    """

    def __init__(
        self,
        *,
        own: frozenset[str] | None = None,
        own_types: frozenset[str] | None = None,
        source: Path | None = None,
    ) -> None:
        self.own = own
        self.own_types = own_types
        self.source = source
        self._lock = threading.Lock()
        self._codes: dict[int, Loaded] = {}
        self._starts: list[int] | None = []
        self._by_id: dict[int, Loaded] = {}
        self._maps: dict[int, tuple[tuple[int, int], ...]] = {}
        self._modules: dict[int, str] = {}
        self._assemblies: dict[str, Assembly | None] = {}
        self._pdbs: dict[str, PortablePdb | None] = {}
        self._frames: dict[int, Frame] = {}
        self._stacks: dict[tuple[bytes, int, bool], tuple[Frame, ...]] = {}

    def learn(self, fact: Fact | None) -> None:
        """Take in what an event says of methods, maps and modules; anything else is left alone."""
        with self._lock:
            if isinstance(fact, Loaded):
                known = self._codes.get(fact.start)
                if known is None or known.id != fact.id or not known.size:
                    self._codes[fact.start] = fact
                    self._starts = None
                    self._frames.clear()
                    self._stacks.clear()
                if fact.module or fact.id not in self._by_id:
                    self._by_id[fact.id] = fact
            elif isinstance(fact, Mapped):
                if not self._is_framework_code(fact.id):
                    self._maps[fact.id] = fact.pairs
            elif isinstance(fact, Module):
                self._modules[fact.id] = fact.path

    def frames(self, stack: bytes, pointer_size: int = 8, *, exact: bool = False) -> tuple[Frame, ...]:
        """Return a stack's frames, innermost first.

        Args:
            stack: the addresses as an event has them.
            pointer_size: of the program, in bytes.
            exact: whether the first address is where the thread stands, not where it will return to.
        """
        known = stack, pointer_size, exact
        with self._lock:
            if (found := self._stacks.get(known)) is not None:
                return found
            if len(self._stacks) >= STACKS_KEPT:
                self._stacks.clear()
            addresses = struct.iter_unpack(
                "<Q" if pointer_size == 8 else "<I", stack[: len(stack) // pointer_size * pointer_size]
            )
            found = tuple(self._frame(at, innermost=exact and not place) for place, (at,) in enumerate(addresses))
            self._stacks[known] = found
            return found

    def call(self, code: Loaded, at: float) -> FirstCall | None:
        """Return the first call of a method; None where it is not of the program, or nobody wrote it."""
        with self._lock:
            module = self._module_of(code)
            if not self._is_user(code, module) or is_made(code.type, code.name):
                return None
        return FirstCall(at, *to_written(code.type, code.name), module, code.signature)

    def calls(self) -> Iterator[FirstCall]:
        """Give the program's own methods that are known to have code."""
        with self._lock:
            codes = tuple(self._codes.values())
        yield from (call for code in codes if (call := self.call(code, 0.0)))

    def method(self, identity: int, address: int = 0) -> Frame | None:
        """Return the method with the runtime's id, at an address in it; None where it is not known."""
        with self._lock:
            code = self._by_id.get(identity)
            return self._frame_of(code, address or code.start) if code else None

    def is_written_at(self, address: int) -> bool | None:
        """Return whether a person's statement begins at an address; None where no PDB says so."""
        with self._lock:
            code = self._code_at(address)
            pdb = self._pdb(self._modules.get(code.module, "")) if code else None
            offset = self._il_offset(code, address) if code else None
            if code is None or pdb is None or offset is None:
                return None
            return any(point.offset == offset for point in pdb.points(code.token))

    def in_handler(self, frames: tuple[Frame, ...], identity: int, address: int) -> tuple[Frame, ...]:
        """Return a stack with the line of the `throw` in the handler that begins at an address.

        The runtime's stacks leave handlers out: the frame of their method stands at what was called in the `try`.
        """
        place = next((place for place, frame in enumerate(frames) if frame.user), None)
        with self._lock:
            code = self._by_id.get(identity)
            if (
                place is None
                or code is None
                or to_written(code.type, code.name)
                != (
                    frames[place].type,
                    frames[place].method,
                )
            ):
                return frames
            line = self._throw_line(code, self._module_of(code), address)
        if line is None:
            return frames
        return (*frames[:place], replace(frames[place], line=line), *frames[place + 1 :])

    # -- with the lock held

    def _frame(self, address: int, *, innermost: bool) -> Frame:
        """Return what stands at an address; of all but the innermost frame it is a return address."""
        at = address if innermost else address - 1
        found = self._frames.get(at)
        if found is None:
            found = self._frames[at] = self._name(at)
        return found

    def _throw_line(self, code: Loaded, module: str, address: int) -> int | None:
        """Return the line of the first `throw` at or after an address; None without PDB or metadata."""
        pdb, offset = self._pdb(module), self._il_offset(code, address)
        if pdb is None or offset is None:
            return None
        body = self._body(module, code.token)
        found = next(
            (one.offset for one in il.instructions(body) if one.offset >= offset and one.opcode in _THROWS), None
        )
        place = pdb.place(code.token, found) if found is not None else None
        return place[1] if place else None

    def _body(self, module: str, token: int) -> bytes:
        if module not in self._assemblies:
            from wpfagent.dotnet.metadata import Assembly

            try:
                self._assemblies[module] = Assembly(Path(module))
            except (ExtraMissing, ValueError):
                self._assemblies[module] = None
        assembly = self._assemblies[module]
        return assembly.body(token) if assembly else b""

    def _name(self, address: int) -> Frame:
        code = self._code_at(address)
        return self._frame_of(code, address) if code else UNKNOWN

    def _frame_of(self, code: Loaded, address: int) -> Frame:
        known, module = self._by_id.get(code.id, code), self._module_of(code)
        frame = Frame(*to_written(code.type, code.name), module, user=self._is_user(code, module))
        if not frame.user:
            return frame
        pdb = self._pdb(module)
        offset = self._il_offset(code, address)
        place = pdb.place(code.token or known.token, offset if offset is not None else 0) if pdb else None
        if place:
            frame = replace(frame, file=place[0], line=place[1] if offset is not None else None)
        if self.source is None:
            return frame
        from wpfagent.dotnet.sources import locate

        found = locate(frame, self.source)
        return replace(frame, file=found.file, line=found.line if frame.line else None) if found else frame

    def _code_at(self, address: int) -> Loaded | None:
        if self._starts is None:
            self._starts = sorted(self._codes)
        at = bisect_right(self._starts, address) - 1
        if at < 0:
            return None
        code = self._codes[self._starts[at]]
        return code if address - code.start < (code.size or LARGEST_METHOD) else None

    def _il_offset(self, code: Loaded, address: int) -> int | None:
        """Return the IL offset at an address: of the last statement before it; in a prologue, of the next one."""
        found, prologue = None, False
        for native, offset in self._maps.get(code.id, ()):
            if native > address - code.start and found is not None and not prologue:
                break
            if offset >= 0:
                found, prologue = offset, False
            elif offset == PROLOGUE:
                prologue = True
        return found

    def _pdb(self, module: str) -> PortablePdb | None:
        if module not in self._pdbs:
            self._pdbs[module] = PortablePdb.of(Path(module)) if module else None
        return self._pdbs[module]

    def _is_framework_code(self, identity: int) -> bool:
        code = self._by_id.get(identity)
        return code is not None and not self._is_user(code, self._module_of(code))

    def _module_of(self, code: Loaded) -> str:
        return self._modules.get(code.module or self._by_id.get(code.id, code).module, "")

    def _is_user(self, code: Loaded, module: str) -> bool:
        if module and self.own is not None:
            return file_name(module) in self.own
        type_name = to_written(code.type, code.name)[0]
        if not code.module and self.own_types is not None:
            return type_name in self.own_types
        return bool(type_name) and not is_framework_type(type_name) and not is_framework_file(module)
