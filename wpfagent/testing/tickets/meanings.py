"""What exit codes and the reasons of impossible steps usually mean, as clauses of a hypothesis."""

from __future__ import annotations

from collections.abc import Mapping

MEANINGS: Mapping[int, str] = {
    0x0: "the program may have ended itself in order: a handler may close the main window",
    0x1: "the program may have ended itself with an error, or may have been ended from outside",
    0xC0000005: "native code may have used memory that is not its own (a null pointer, a freed object)",
    0xC00000FD: "a method may call itself without end",
    0xC0000374: "native code may have written over the heap's own data earlier",
    0xC0000409: "the program or the runtime may have given up on purpose (fail-fast), or a buffer may have overrun",
    0x80131623: "the program may have called Environment.FailFast",
    0xC000013A: "the program may have been ended by Ctrl+C or by its console closing",
    0xC0000135: "a DLL that the program needs may be missing",
    0xE0434352: "an exception of .NET may have left every handler",
    0xE06D7363: "a C++ exception may have left every handler",
}


OWN_CODE = "the program may have chosen this exit code itself, to say that something went wrong"
LARGEST_OWN_CODE = 0xFFFF
"""Codes up to it are the programs' own; Windows and the runtimes use larger ones."""
NOT_POSSIBLE: Mapping[str, str] = {
    "timeout": "What was waited for may come later than this step waits, or may not come at all",
    "element_not_enabled": "A condition for enabling {what} may not be met",
    "element_not_visible": "{What} may be on another page, or outside the screen",
    "element_obscured": "Something may lie over {what}",
    "element_moving": "{What} may still have been moving or loading",
    "selector_ambiguous": "Several elements may have got the same AutomationId or name",
    "stale_ref": "{What} may have been built anew, as another element",
}
