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

USE_CAUSES: Mapping[str, str] = {
    "stuck_disabled": "The handler behind {what} may disable it and not enable it again.",
    "dead_control": "No handler may be attached to {what}, or it may return before it does anything.",
    "entry_lost": "The value {entered} may not have been taken over from {what}: a binding may not update its "
    "source, or saving may leave this value out.",
    "memory_growth": "The handler behind {what} may keep what it makes: an event that is never unsubscribed, a "
    "list or cache that only grows, a window that is closed but still referenced.",
    "handle_growth": "The handler behind {what} may open something that it never closes or disposes: a file, a "
    "timer, a bitmap, a window that is only hidden.",
    "slow_response": "The handler behind {what} may do long work, or wait, on the UI thread.",
    "exit_code": "The program may pass a code other than 0 to its end: an unfinished clean-up, or a failure that "
    "only the code tells of.",
    "process_survives": "A foreground thread, a hidden window or a ShutdownMode may keep the process alive.",
}
"""What usually lies behind a finding about the uses of one control."""
SCREEN_CAUSES: Mapping[str, str] = {
    "garbled_text": "The text that {about} shows may be read in another encoding than it was written in.",
    "nameless_control": "The caption of {about} may come from a value, a binding or a resource that is empty here.",
    "exception_text": "A handler may catch an exception and show its text in {about} instead of a message.",
    "window_offscreen": "The place of the window {about} may be restored or computed without regard to the screens.",
    "duplicate_dialog": "The handler may be attached twice, or may open {about} without looking whether it is open.",
    "stated_sum": "{about} may be computed from other rows or values than those that are shown, or not computed anew.",
}
"""What usually lies behind what the oracles of the screen see."""
