"""What a thread does that does not answer, told by the framework's methods above its innermost user frame."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wpfagent.dotnet.model import Frame, Waits

_NAMES: tuple[tuple[Waits, str], ...] = (
    ("sleep", r"System\.Threading\.Thread\.(?:Sleep|SleepInternal|UninterruptibleSleep0)"),
    (
        "dispatcher",
        r"System\.Windows\.Threading\.(?:Dispatcher\.(?:Invoke|InvokeImpl|LegacyInvokeImpl)|DispatcherOperation\.Wait|"
        r"DispatcherSynchronizationContext\.Send)|"
        r"System\.Windows\.Forms\.(?:Control\.(?:Invoke|MarshaledInvoke|WaitForWaitHandle)|"
        r"WindowsFormsSynchronizationContext\.Send)",
    ),
    (
        "task",
        r"System\.Threading\.Tasks\.(?:Task|Task`1|ValueTask`?1?)\.(?:Wait|WaitAll|WaitAny|WaitAllCore|WaitAnyCore|"
        r"InternalWait|InternalWaitCore|SpinThenBlockingWait|get_Result|GetResultCore)|"
        r"System\.Runtime\.CompilerServices\.(?:Configured)?(?:Value)?TaskAwait(?:er|able)\S*\.(?:GetResult|HandleNonSuccess\w+)",
    ),
    (
        "lock",
        r"System\.Threading\.(?:Monitor\.(?:Enter|ReliableEnter|TryEnter|Enter_Slowpath|TryEnter_Slowpath)\w*|"
        r"Lock\.(?:Enter|EnterScope|EnterSlow|TryEnter|TryEnterSlow)\w*|SemaphoreSlim\.Wait\w*|SpinLock\.\w*Enter\w*|"
        r"ReaderWriterLock\w*\.\w*(?:Enter|Acquire)\w*)",
    ),
    (
        "handle",
        r"System\.Threading\.(?:WaitHandle\.(?:Wait|SignalAndWait)\w*|ManualResetEventSlim\.Wait|CountdownEvent\.Wait|"
        r"Barrier\.SignalAndWait|Monitor\.Wait|Thread\.Join\w*)|System\.Diagnostics\.Process\.WaitForExit\w*",
    ),
)
"""In the order in which a method is compared; the names are the framework's public ones and what they call."""
_KINDS = tuple((kind, re.compile(f"^(?:{names})$")) for kind, names in _NAMES)


def kind_of_wait(frames: Sequence[Frame], *, managed: bool) -> Waits | None:
    """Return what a thread does: the framework's method that its user code called decides.

    Args:
        frames: innermost first.
        managed: whether the thread runs managed code; one that waits is in native code.

    Returns:
        None where there is no user frame, and nothing that waits: as in the message loop.
    """
    inner = next((place for place, frame in enumerate(frames) if frame.user), None)
    above = frames[:inner] if inner is not None else frames
    for frame in reversed(above):
        for kind, names in _KINDS:
            if names.match(frame.name):
                return kind
    return "computing" if inner is not None and managed else None
