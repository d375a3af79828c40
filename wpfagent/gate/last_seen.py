"""What the caller and the last act saw of each application: taken as evidence again while it still holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from wpfagent.actions import actionability
from wpfagent.actions.base import Performed
from wpfagent.actions.doing import LISTED_S, Doing
from wpfagent.actions.evidence import sight
from wpfagent.actions.evidence.effect import HURRIED
from wpfagent.actions.evidence.refusal import is_entry
from wpfagent.actions.evidence.self_changing import SelfChanging
from wpfagent.core.errors import ElementNotEnabled
from wpfagent.core.model import Control, Snapshot
from wpfagent.core.selector import Selector
from wpfagent.desktops.locating.locate import Found
from wpfagent.desktops.target import Target

PUT_OFF_S = 0.35
"""So long after the last of many values programs take them in: they search, check or save once these have stopped."""
PLACING = ("RangeValuePattern", "SetWindowPos")
ENTERING = frozenset({"type_text", "set_value"})
"""What goes on entering: only what else is done is to meet what was entered."""


@dataclass(slots=True)
class LastSeen:
    """Remembers, by the target's identity, how each application was left and looked at last; `now` is the clock."""

    now: Callable[[], float]
    _changing: dict[str, SelfChanging] = field(default_factory=dict)
    _left: dict[str, sight.Look] = field(default_factory=dict)
    _looked: dict[str, sight.Look] = field(default_factory=dict)
    _entered: dict[str, float] = field(default_factory=dict)

    def entered(self, app: Target, performed: Performed, control: Control | None) -> None:
        """Note that something was entered, or a window placed: what the program does about it, it may put off."""
        if is_entry(performed, performed.subject or control) or performed.method in PLACING:
            self._entered[app.identity] = self.now()

    def let_take_in(self, doing: Doing, action: str) -> None:
        """Let a program take in what was entered a moment ago, before anything else is done, as a person's hand does.

        Who tries hundreds of actions does not wait for it.
        """
        if doing.target is None or action in ENTERING or doing.policy.caller in HURRIED:
            return
        entered_at = self._entered.pop(doing.target.identity, None)
        if entered_at is not None and (left_s := entered_at + PUT_OFF_S - self.now()) > 0:
            doing.until(lambda: False, left_s)

    def self_changing(self, app: Target) -> SelfChanging:
        """Return what is known to change by itself in an application."""
        return self._changing.setdefault(app.identity, SelfChanging())

    def leave(self, app: Target, snapshot: Snapshot, read_at: float, read_s: float) -> None:
        """Remember how an act left an application."""
        self._left[app.identity] = sight.Look(snapshot, read_at, read_s)

    def look(self, doing: Doing) -> Snapshot:
        """Return what an application shows to a caller who chooses the next action by it.

        Right after an action this may be how that action left it; an action that follows at once takes it as its
        evidence before. Either only while the windows are the same and little time has passed.
        """
        app = doing.app
        windows, listed_at = doing.windows(), self.now()
        left = self._left.pop(app.identity, None)
        if not self.self_changing(app).wants_look() and left is not None and left.holds(windows, listed_at):
            looked = left
        else:
            looked = sight.Look(sight.look(doing, windows), self.now(), doing.read_s)
        self._looked[app.identity] = replace(looked, listed_at=listed_at)
        return looked.snapshot

    def seen_at(self, app: Target) -> float:
        """Return when what `look` returned last had been read, on the desktop's clock."""
        looked = self._looked.get(app.identity)
        return looked.at if looked is not None else self.now()

    def before(self, doing: Doing) -> Snapshot:
        """Return how the application is now: as the caller has just seen it, or read again."""
        self._left.pop(doing.app.identity, None)
        changing = self.self_changing(doing.app)
        doing.by_pointer = changing.by_pointer
        doing.hints, doing.menus = changing.hints, changing.menus
        doing.handed, changing.handed = changing.handed, doing.handing
        looked = self._looked.pop(doing.app.identity, None)
        if doing.before is not None:
            return doing.before
        windows = doing.found_among()
        if looked is not None and looked.holds(windows, self.now()):
            return looked.snapshot
        return sight.look(doing, windows)

    def element(self, doing: Doing) -> Found | None:
        """Return the element behind a ref as the caller has just seen it, where it can be used as it stands there.

        What was seen is `doing.before` then. None: the element is to be found, and may be waited for; what is known
        to change by itself is nothing that is on its way.
        """
        if doing.target is not None:
            changing = self.self_changing(doing.target)
            doing.changing, doing.acted_at, doing.tips = changing.is_known, changing.began, changing.tips
            doing.disturbs = changing.disturb
        ref = doing.selector.ref if doing.selector is not None else None
        looked = self._looked.get(doing.target.identity) if doing.target is not None else None
        if looked is None or ref is None or doing.selector != Selector(ref=ref):
            return None
        seen, now = looked.snapshot, self.now()
        control = next((c for c in seen.controls if c.ref == ref), None)
        windows = seen.windows if now - looked.listed_at <= LISTED_S else doing.windows()
        if control is None or not looked.holds(windows, now):
            return None
        try:
            actionability.check_not_blocked(control, windows)
            actionability.check_enabled(control)
        except ElementNotEnabled:
            return None
        doing.before = seen
        return Found(control, "ref")
