"""The instructions of a method's body, one after the other.

Source: ECMA-335, III (opcodes and their operands) and II.25.4 (method bodies).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

THROW, RETHROW, RET = 0x7A, 0xFE1A, 0x2A
LDSTR, CALL, CALLVIRT, NEWOBJ, LDFLD, STFLD = 0x72, 0x28, 0x6F, 0x73, 0x7B, 0x7D
_SWITCH, _PREFIX = 0x45, 0xFE
_SIZES = {
    **dict.fromkeys((0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x1F, *range(0x2B, 0x38), 0xDE, 0xFE12, 0xFE19), 1),
    **dict.fromkeys(range(0xFE09, 0xFE0F), 2),
    **dict.fromkeys((0x20, 0x22, 0x27, 0x28, 0x29, *range(0x38, 0x45), 0x6F, *range(0x70, 0x76), 0x79), 4),
    **dict.fromkeys((0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x8C, 0x8D, 0x8F, 0xA3, 0xA4, 0xA5, 0xC2, 0xC6), 4),
    **dict.fromkeys((0xD0, 0xDD, 0xFE06, 0xFE07, 0xFE15, 0xFE16, 0xFE1C), 4),
    0x21: 8,
    0x23: 8,
}
"""By opcode: how many bytes its operand has; the others have none."""


class Instruction(NamedTuple):
    """One instruction: its offset in the body, its opcode (two-byte ones as 0xFE..), its operand's bytes."""

    offset: int
    opcode: int
    operand: bytes

    @property
    def token(self) -> int:
        """The metadata token that is its operand."""
        return int.from_bytes(self.operand, "little")


def body(data: bytes) -> bytes:
    """Return the instructions' bytes of the method body at the beginning of `data`; b"" where it is none."""
    if not data:
        return b""
    if data[0] & 3 == 2:
        return data[1 : 1 + (data[0] >> 2)]
    if data[0] & 3 != 3 or len(data) < 12:
        return b""
    header = (data[1] >> 4) * 4
    (size,) = struct.unpack_from("<I", data, 4)
    return data[header : header + size]


def instructions(code: bytes) -> Iterator[Instruction]:
    """Give the instructions; stops where the code is cut off."""
    at = 0
    while at < len(code):
        offset, opcode = at, code[at]
        at += 1
        if opcode == _PREFIX and at < len(code):
            opcode = _PREFIX << 8 | code[at]
            at += 1
        size = _SIZES.get(opcode, 0)
        if opcode == _SWITCH:
            size = 4 + 4 * int.from_bytes(code[at : at + 4], "little")
        yield Instruction(offset, opcode, code[at : at + size])
        at += size


def number(instruction: Instruction) -> int | float | None:
    """Return the number that an instruction loads; None where it loads none."""
    opcode, operand = instruction.opcode, instruction.operand
    if 0x15 <= opcode <= 0x1E:
        return opcode - 0x16
    pattern = {0x1F: "<b", 0x20: "<i", 0x21: "<q", 0x22: "<f", 0x23: "<d"}.get(opcode)
    if pattern is None or len(operand) != struct.calcsize(pattern):
        return None
    value: int | float = struct.unpack(pattern, operand)[0]
    return value
