"""Exit codes as people look them up: NTSTATUS values and the codes of the .NET runtime have names.

Source: Microsoft's "NTSTATUS values" page ([MS-ERREF] 2.3.1) and .NET's corerror.xml.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NAMES: Mapping[int, str] = MappingProxyType(
    {
        0x40010004: "DBG_TERMINATE_PROCESS",
        0x80000003: "STATUS_BREAKPOINT",
        0x80000004: "STATUS_SINGLE_STEP",
        0x80131506: ".NET execution engine error",
        0x80131623: ".NET fail-fast",
        0xC0000005: "STATUS_ACCESS_VIOLATION",
        0xC0000006: "STATUS_IN_PAGE_ERROR",
        0xC0000008: "STATUS_INVALID_HANDLE",
        0xC0000017: "STATUS_NO_MEMORY",
        0xC000001D: "STATUS_ILLEGAL_INSTRUCTION",
        0xC0000025: "STATUS_NONCONTINUABLE_EXCEPTION",
        0xC000008C: "STATUS_ARRAY_BOUNDS_EXCEEDED",
        0xC000008E: "STATUS_FLOAT_DIVIDE_BY_ZERO",
        0xC0000094: "STATUS_INTEGER_DIVIDE_BY_ZERO",
        0xC0000095: "STATUS_INTEGER_OVERFLOW",
        0xC0000096: "STATUS_PRIVILEGED_INSTRUCTION",
        0xC00000FD: "STATUS_STACK_OVERFLOW",
        0xC000012D: "STATUS_COMMITMENT_LIMIT",
        0xC0000135: "STATUS_DLL_NOT_FOUND",
        0xC0000138: "STATUS_ORDINAL_NOT_FOUND",
        0xC0000139: "STATUS_ENTRYPOINT_NOT_FOUND",
        0xC000013A: "STATUS_CONTROL_C_EXIT",
        0xC0000142: "STATUS_DLL_INIT_FAILED",
        0xC0000374: "STATUS_HEAP_CORRUPTION",
        0xC0000409: "STATUS_STACK_BUFFER_OVERRUN (or fail-fast)",
        0xC0000417: "STATUS_INVALID_CRUNTIME_PARAMETER",
        0xC0000420: "STATUS_ASSERTION_FAILURE",
        0xC000041D: "STATUS_FATAL_USER_CALLBACK_EXCEPTION",
        0xC0000602: "STATUS_FAIL_FAST_EXCEPTION",
        0xE0434352: ".NET unhandled exception",
        0xE0434F4D: ".NET unhandled exception (before version 4)",
        0xE06D7363: "C++ unhandled exception",
        0xE0464645: ".NET fail-fast (ahead-of-time compiled)",
    }
)


BY_RUNTIME = frozenset({0x80131506, 0x80131623, 0xC0000409, 0xC000041D, 0xC0000602, 0xE0434352, 0xE0434F4D, 0xE0464645})
"""With these a .NET program may end because of an exception; the other statuses are faults of native code."""


def unsigned(code: int) -> int:
    """Return a code as Windows keeps it: 32 bits without a sign (-532462766 is 0xE0434352)."""
    return code & 0xFFFFFFFF


def is_crash(code: int) -> bool:
    """Return whether the system or a runtime ended the process with this code: an error status or an exception."""
    return unsigned(code) >= 0xC0000000 or unsigned(code) in NAMES


def is_by_runtime(code: int) -> bool:
    """Return whether an exception of .NET may have ended the process with this code."""
    return unsigned(code) in BY_RUNTIME


def name_of(code: int) -> str:
    """Return a code in words: `3`, `0xC0000005 STATUS_ACCESS_VIOLATION`, `0xE0434352 .NET unhandled exception`."""
    code = unsigned(code)
    if code in NAMES:
        return f"0x{code:08X} {NAMES[code]}"
    return str(code) if code < 0x8000_0000 else f"0x{code:08X}"
