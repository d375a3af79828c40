"""Where a replay left the recorded path: the first action that went differently, and how.

What the recorded failure itself changes is no divergence: after the action that caused it only what could not be done
counts, so that a program that was mended is said to be mended.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from wpfagent.actions.expect import Verdict
from wpfagent.core.errors import AppFailed, WpfAgentError
from wpfagent.gate.request import Reply
from wpfagent.runs.replay_file import Act, Recording

CLEAR = ("confirmed", "no_op")
"""Effects that contradict each other; `unverifiable` contradicts nothing."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """One action that went differently.

    Args:
        index: its number in the file, from 1.
        what: the action in words.
        recorded: what it came to then.
        seen: what it came to now.
        detail: what the error or check said.
        ends: whether nothing after it can mean anything.
    """

    index: int
    what: str
    recorded: str
    seen: str
    detail: str = ""
    ends: bool = False

    def __str__(self) -> str:
        said = f" ({self.detail})" if self.detail else ""
        return f"step {self.index} ({self.what}): recorded {self.recorded}, now {self.seen}{said}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made = {"index": self.index, "what": self.what, "recorded": self.recorded, "seen": self.seen}
        return {**made, **({"detail": self.detail} if self.detail else {}), "text": str(self)}


@dataclass(frozen=True, slots=True)
class Came:
    """What an action or a check came to now; one of the three is given."""

    reply: Reply | None = None
    verdict: Verdict | None = None
    error: WpfAgentError | None = None

    def describe(self) -> str:
        """Return it in a word."""
        if self.error is not None:
            return self.error.code
        if self.verdict is not None:
            return "held" if self.verdict.ok else "not met"
        return (self.reply.effect if self.reply is not None else None) or "done"


def compare(act: Act, came: Came, recording: Recording) -> Divergence | None:
    """Return how an action went differently from the recorded run; None where it did not."""
    recorded, after_cause = act.recorded, act.number >= recording.cause
    seen = came.describe()

    def differs(was: str, now: str, detail: str = "", *, ends: bool = False) -> Divergence:
        return Divergence(act.number, act.describe(), was, now, detail, ends)

    if came.error is not None:
        if came.error.code == recorded.error:
            return None
        ended = isinstance(came.error, AppFailed)
        was = recorded.describe() if recorded.known else "possible"
        return differs(was, seen, came.error.message, ends=ended or not recorded.error)
    if not recorded.known:
        return None
    if came.verdict is not None:
        if recorded.ok and not recorded.error and not came.verdict.ok:
            return differs("held", "not met", f"expected {came.verdict.expected}; seen {came.verdict.actual}")
        return None
    assert came.reply is not None
    if (other := _other_element(act, came.reply)) is not None:
        return differs(*other)
    if after_cause:
        return None
    if recorded.error:
        return differs(recorded.error, seen)
    if recorded.effect in CLEAR and seen in CLEAR and recorded.effect != seen:
        return differs(recorded.effect, seen)
    if new := _new_windows(came.reply, recording):
        return differs(_opened(recorded.windows_opened), _opened(new))
    return None


def _other_element(act: Act, reply: Reply) -> tuple[str, str] | None:
    """What was acted on then and now, where that is not the same; names change with data and language."""
    was, now = act.recorded.element, reply.control
    if not was or now is None:
        return None
    same_id = not was.get("automation_id") or was["automation_id"] == now.automation_id
    same_type = not was.get("control_type") or was["control_type"] == now.control_type
    if same_id and same_type:
        return None
    named = f"{was.get('control_type', 'element')} {was.get('automation_id') or was.get('name') or ''}".rstrip()
    return f"on {named}", f"on {now.control_type} {now.automation_id or now.name}".rstrip()


def _new_windows(reply: Reply, recording: Recording) -> list[str]:
    """The windows that opened now and in no action of the recorded run; numbers in titles don't count."""
    opened: Collection[str] = reply.evidence.get("windows_opened", ())
    known = {numberless(t) for act in recording.acts for t in act.recorded.windows_opened}
    return [t for t in opened if numberless(t) not in known]


def _opened(titles: Collection[str]) -> str:
    return f"opened {', '.join(map(repr, titles))}" if titles else "opened no window"


def numberless(title: str) -> str:
    """Return a title with every number in it made equal."""
    return re.sub(r"\d+", "0", title).strip("* ")
