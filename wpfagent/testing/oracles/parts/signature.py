"""What makes two failures the same failure: a signature without localised text, numbers and pids.

*Strong* when an exception with its stack is known: oracle family, exit code, exception type and the frame to blame, the
innermost one of the user's own code that is a method of its own. *Weak* otherwise: oracle, and window, element and
action of the last step that had an effect; two weak ones are the same only where all of that is.

A stack is not the same in each run of one fault: .NET compiles a method that is often called a second time and then
takes small callees into their callers, so that their frames are missing; a debug build never does. Outer frames tell
which way led to the faulty method, which makes no other fault of it. So one frame counts, and not one of those that
are missing first: an accessor, an operator, a guard that only throws. Where even the frame to blame is missing, its
caller stands in its place: `Signature.accepts` takes a stack that shows more than the one that was recorded, as a
program that has just been started does.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from wpfagent.core.exit_codes import unsigned
from wpfagent.testing.oracles.base import ExceptionFacts, Finding
from wpfagent.testing.oracles.parts.exceptions import is_own, user_frames

Strength = Literal["strong", "weak"]
_PLUMBING = re.compile(
    r"System\.(?:Windows\.Threading|Threading|Reflection|Runtime|RuntimeMethodHandle|Delegate|ThrowHelper|Environment)\b.*"
    r"|MS\.(?:Internal|Win32)\..*|System\.\w*Exception\..*|.*\.Throw\w*"
)
"""Frames of the framework that carry calls and throw for others: they say nothing of what went wrong."""
_VARYING = re.compile(
    r"\"[^\"]*\"|'[^']*'|“[^”]*”|「[^」]*」|(?:[A-Za-z]:|\\\\|/)[\\/\w.\- ]*[\\/][\w.\- ]+|[-+]?\d[\d.,:]*"
)
"""What differs in a message from time to time: quoted parts, paths, numbers."""
CALLERS = 4
"""So many callers of the frame to blame may stand in its place."""
_SMALL = re.compile(r"(?:get|set|add|remove|op)_\w+")
"""Accessors and operators: the first that are taken into their callers."""
_GUARD = re.compile(r"(?:.*\.)?(?:Throw\w*|Guard|Ensure|Requires?|Contract|Argument|Assert\w*|Check)\.\w+|.*\.Throw\w*")
"""Methods that check for others and throw in their name: the caller is at fault."""
_FAMILIES = {"unhandled_exception": "crash", "process_exited": "crash"}
_KEPT = dict.fromkeys(("memory_growth", "handle_growth", "window_growth"), "growth")
"""What a control's uses keep is one fault, whether it is seen by memory, handles or windows."""
_SHOWN = {"exception_text": "error_dialog"}
"""An exception that the program shows is one fault, whichever was seen first: the text or the box around it."""
_HELD_UP = {"slow_response": "not_responding"}
"""The method that holds up the UI thread is one fault, whether it takes 4 seconds or 6."""
NEVER = {"ends": "never"}
"""What still held it up when it was given up is another one: many ways may lead through that method."""
_HANDLE = re.compile(r"\d{5,}")
"""An AutomationId that is only a long number is a window handle: another one in each run."""


@dataclass(frozen=True, slots=True)
class Signature:
    """Tells one fault from another. `id` is the same wherever its facts are."""

    oracle: str
    strength: Strength
    facts: Mapping[str, Any] = field(default_factory=dict)
    callers: tuple[str, ...] = ()
    """The callers of the frame to blame, up to the one that the framework called, which is never taken into another."""

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits made from strength and facts."""
        text = json.dumps([self.strength, dict(self.facts)], sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:12]

    def accepts(self, expected: str) -> bool:
        """Return whether this is the failure with that id, also where its stack shows more than the recorded one."""
        made = [dict(self.facts), *({**self.facts, "frames": [caller]} for caller in self.callers)]
        is_renamed = self.oracle in _SHOWN | _KEPT  # as it was kept before
        made += [{**facts, "oracle": self.oracle} for facts in made if is_renamed]
        made += [{k: v for k, v in facts.items() if k not in NEVER} for facts in made]  # as it was told before
        return any(replace(self, facts=facts).id == expected for facts in made)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"id": self.id, "strength": self.strength, "facts": dict(self.facts)}


def signature_of(finding: Finding, cause_facts: Mapping[str, Any]) -> Signature:
    """Return the signature of a finding.

    Args:
        finding: what is wrong.
        cause_facts: of the last step that had an effect: `window` (its AutomationId, else its class), `element` (its
            AutomationId, else the path of control types) and `action`; empty when there was none.
    """
    facts: dict[str, Any] = {"oracle": (_FAMILIES | _KEPT).get(finding.oracle, finding.oracle)}
    if finding.exit_code is not None:
        facts["exit_code"] = f"0x{unsigned(finding.exit_code):08X}"
    exception = finding.exception
    if exception is None and finding.frames:
        oracle = _HELD_UP.get(finding.oracle, finding.oracle)
        never = NEVER if finding.details.get("still_hung") else {}
        return Signature(finding.oracle, "strong", {"oracle": oracle, "frames": list(finding.frames), **never})
    if exception is not None and exception.frames and not user_frames(exception):
        known = {"exception": exception.type, "message": _template(exception.message), "frames": _telling(exception)}
        return Signature(finding.oracle, "weak", {**facts, **known})
    if exception is not None and exception.frames:
        blamed, callers = _blamed(exception)
        oracle = _SHOWN.get(finding.oracle, facts["oracle"])
        strong = {**facts, "oracle": oracle, "exception": exception.type, "frames": blamed}
        return Signature(finding.oracle, "strong", strong, callers)
    if exception is not None:
        facts["exception"] = exception.type
    if finding.of_last_action:
        keys = [key for key in ("window", "element", "action") if cause_facts.get(key)]
        facts |= {key: stable_id(str(cause_facts[key])) for key in keys}
    if about := finding.details.get("about"):
        facts["about"] = stable_id(str(about))
    return Signature(finding.oracle, "weak", facts)


def _blamed(exception: ExceptionFacts) -> tuple[list[str], tuple[str, ...]]:
    """The frames that count, and the callers that may stand in their place."""
    own = user_frames(exception)
    at = next((i for i, f in enumerate(own) if not _is_small(f)), 0)
    entered = _entered(exception.frames)
    callers: list[str] = []
    for frame, caller in itertools.pairwise(own[at : at + CALLERS + 1]):
        if frame in entered:
            break
        if not _is_small(caller):
            callers.append(caller)
    return [own[at]], tuple(callers)


def _telling(exception: ExceptionFacts) -> list[str]:
    """The innermost frame of the framework that is no plumbing."""
    return [f for f in exception.frames if not (_is_small(f) or _PLUMBING.fullmatch(f))][:1] or [exception.frames[0]]


def _template(message: str) -> str:
    """A message without what differs in it from time to time."""
    return " ".join(_VARYING.sub("…", message.partition("\n")[0]).split())


def _entered(frames: tuple[str, ...]) -> frozenset[str]:
    """The own frames that foreign code called: an event handler, a command, a callback."""
    return frozenset(f for f, caller in itertools.pairwise([*frames, ""]) if is_own(f) and not is_own(caller))


def _is_small(frame: str) -> bool:
    return _SMALL.fullmatch(frame.rpartition(".")[2]) is not None or _GUARD.fullmatch(frame) is not None


def stable_id(name: str) -> str:
    """Return an AutomationId or a class name without what differs in each run; '' when nothing is left.

    `HwndWrapper[App;;6f0c…]` is `HwndWrapper`, `WindowsForms10.Window.8.app.0.141b42a_r9_ad1` is `WindowsForms10`.
    """
    if _HANDLE.fullmatch(name):
        return ""
    if name.startswith("WindowsForms10."):
        return "WindowsForms10"
    return name.split("[", 1)[0] if name.startswith("HwndWrapper[") else name
