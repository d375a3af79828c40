"""One act's or check's way through the gate: what subscribers are notified of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent.actions import ACTIONS
from wpfagent.actions.doing import Doing
from wpfagent.actions.expect import Verdict
from wpfagent.core.errors import AppFailed, WpfAgentError
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.core.selector import Selector
from wpfagent.gate.request import Reply, Request
from wpfagent.profiles.profile import Profile
from wpfagent.safety.policy import Caller

CheckKind = Literal["", "expected", "success", "failure", "invariant"]


@dataclass(slots=True)
class Passage:
    """One way through the gate, as far as it came.

    Args:
        started: on the desktop's clock.
        profile: of the target, where it has one.
        freeze_ms: from when on a UI thread that does not answer counts as frozen.
        check: which kind of check it is; '' for an action.
        expected: a check's expectation in JSON form.
        selector: which element, as it was given.
        doing, control: the context and the element, once they were there.
        item: the menu item that the action's path led to.
        acted: whether the program may have been changed.
        consented: whether something destructive was consented to.
        before: the tree before the act.
        after: the tree where the effect was read, or that was read when it had ended.
        read_at: when that was, on the desktop's clock.
        read_s: how long reading it took.
        windows: those that were there when the effect was seen, where they were listed after it.
        is_look: whether it only looks; then it is recorded only when something is found.
        kept: what each subscriber keeps with it from its begin to its end.
    """

    request: Request
    started: float
    caller: Caller = "library"
    profile: Profile | None = None
    freeze_ms: int = 5_000
    check: CheckKind = ""
    expected: Mapping[str, Any] = field(default_factory=dict)
    selector: Selector | None = None
    doing: Doing | None = None
    control: Control | None = None
    item: Control | None = None
    acted: bool = False
    consented: bool = False
    before: Snapshot | None = None
    after: Snapshot | None = None
    read_at: float = 0.0
    read_s: float = 0.0
    windows: tuple[WindowInfo, ...] = ()
    reply: Reply | None = None
    verdict: Verdict | None = None
    error: WpfAgentError | None = None
    is_look: bool = False
    kept: dict[object, Any] = field(default_factory=dict)

    @property
    def effect(self) -> str | None:
        """Its effect, where it acted."""
        return self.reply.effect if self.reply is not None else None

    @property
    def came_too_late(self) -> bool:
        """Whether the application had failed before an action began that might have changed it."""
        what = ACTIONS.get(self.request.action)
        return isinstance(self.error, AppFailed) and not self.acted and what is not None and not what.reads
