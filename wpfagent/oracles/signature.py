"""What makes two failures the same failure: a signature without localised text, numbers and pids.

*Strong* when an exception with its stack is known: oracle family, exit code, exception type and the innermost frames
of the user's own code. *Weak* otherwise: oracle, and window, element and action of the last step that had an effect;
two weak ones are the same only where all of that is.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent.exit_codes import unsigned
from wpfagent.oracles.base import Finding
from wpfagent.oracles.exceptions import user_frames

Strength = Literal["strong", "weak"]
FRAMES = 3
"""So many frames count: which button led to a faulty method makes no other fault of it."""
_FAMILIES = {"unhandled_exception": "crash", "process_exited": "crash"}
_HANDLE = re.compile(r"\d{5,}")
"""An AutomationId that is only a long number is a window handle: another one in each run."""


@dataclass(frozen=True, slots=True)
class Signature:
    """Tells one fault from another. `id` is the same wherever its facts are."""

    oracle: str
    strength: Strength
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits made from strength and facts."""
        text = json.dumps([self.strength, dict(self.facts)], sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:12]

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
    facts: dict[str, Any] = {"oracle": _FAMILIES.get(finding.oracle, finding.oracle)}
    if finding.exit_code is not None:
        facts["exit_code"] = f"0x{unsigned(finding.exit_code):08X}"
    exception = finding.exception
    if exception is not None and exception.frames:
        own = user_frames(exception) or exception.frames
        return Signature(finding.oracle, "strong", {**facts, "exception": exception.type, "frames": list(own[:FRAMES])})
    if exception is not None:
        facts["exception"] = exception.type
    facts |= {key: stable_id(str(cause_facts[key])) for key in ("window", "element", "action") if cause_facts.get(key)}
    if about := finding.details.get("about"):
        facts["about"] = stable_id(str(about))
    return Signature(finding.oracle, "weak", facts)


def stable_id(name: str) -> str:
    """Return an AutomationId or a class name without what differs in each run; '' when nothing is left.

    `HwndWrapper[App;;6f0c…]` is `HwndWrapper`, `WindowsForms10.Window.8.app.0.141b42a_r9_ad1` is `WindowsForms10`.
    """
    if _HANDLE.fullmatch(name):
        return ""
    if name.startswith("WindowsForms10."):
        return "WindowsForms10"
    return name.split("[", 1)[0] if name.startswith("HwndWrapper[") else name
