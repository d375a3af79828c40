"""The door: what the gate emits, what it takes evidence from, and where it may keep a picture.

Everything above the library (the record, the oracles, tickets) subscribes here; the library works without any of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import effect
from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.target import Target
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Remark
from wpfagent.profiles.profile import Profile


@dataclass(frozen=True, slots=True)
class Call:
    """Something beside the table of actions that was asked of an application: to start, or to end.

    Args:
        action: `launch_application` or `quit_application`.
        target: the application, once it is known.
        came: method, effect and evidence; empty when it failed.
    """

    action: str
    args: Mapping[str, Any]
    target: Target | None
    elapsed_ms: int
    came: Mapping[str, Any] = field(default_factory=dict)
    error: WpfAgentError | None = None


class Subscriber:
    """Is notified of everything that passes the gate; override what matters.

    What a method returns stands in the reply as `findings`. A method may raise StorageFailed, nothing else.
    """

    def attached(self, app: Target, profile: Profile | None) -> None:
        """Called when an application is about to be looked at or acted on, each time."""

    def called(self, call: Call) -> None:
        """Called when an application was started or asked to end, or could not be."""

    def before(self, passage: Passage) -> None:
        """Called right before an act; `passage.before` is the tree as it is."""

    def after(self, passage: Passage) -> Sequence[Remark]:
        """Called when an act or a check has ended."""
        return ()

    def failed(self, passage: Passage) -> Sequence[Remark]:
        """Called when one could not be done, or the program failed meanwhile; `passage.error` says why."""
        return ()

    def close(self) -> None:
        """Called when nothing will follow."""

    def refused(self, passage: Passage) -> Sequence[Remark]:
        """Called when the policy, or a missing consent, did not let it through: nothing was done."""
        return ()


class Source(Protocol):
    """A source of evidence beside what the desktop shows, such as the program's own runtime."""

    name: str
    """Under which its facts stand in a reply's evidence."""

    def before(self, doing: Doing) -> None:
        """Called right before an act."""
        ...

    def after(self, doing: Doing, performed: Performed) -> effect.Seen | None:
        """Return what this source saw of the act; None when it saw nothing."""
        ...


class Store(Protocol):
    """Where the gate may keep what an action hands out as a file; a session of the record is one."""

    @property
    def folder(self) -> str:
        """Its folder, absolute."""
        ...

    @property
    def session_id(self) -> str:
        """The session's id, the first part of a screenshot's."""
        ...

    @property
    def next_number(self) -> int:
        """The number of the step that is recorded next."""
        ...

    def picture(self, name: str, png: bytes) -> str:
        """Write a PNG and return its absolute path. Raises StorageFailed."""
        ...


def combined(seen: effect.Seen, others: Mapping[str, effect.Seen]) -> effect.Seen:
    """Return what the desktop showed with what other sources saw; each of them may confirm the act."""
    if not others:
        return seen
    confirmed = any(other.effect == "confirmed" for other in others.values())
    evidence = {**seen.evidence, **{name: dict(other.evidence) for name, other in others.items()}}
    return effect.Seen("confirmed" if confirmed else seen.effect, evidence, seen.after, seen.windows)
