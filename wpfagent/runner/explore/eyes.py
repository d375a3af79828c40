"""Looking at an application between two actions: what is shown, and what could be done now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from wpfagent import effect, wait
from wpfagent.execute import Gate
from wpfagent.runner.explore.candidates import Offered, candidates_of
from wpfagent.runner.explore.model import Exploration, Rule
from wpfagent.runner.explore.screen import Screen, read_screen
from wpfagent.target import Target

LOOK_MS = 3_000
STUCK_S = 3.0
"""How long something to do is waited for."""
LATE_S = 0.5
"""How long a state that was never seen is watched for what comes late."""
LATE_INTERVAL_S = 0.25
ITEMS_KEPT = 60
"""So many items of a combo box are remembered."""
Seen = tuple[Screen, Offered]


@dataclass(slots=True)
class Eyes:
    """Looks at what one exploration explores.

    Args:
        gate: what reads, and whose policy counts.
        exploration: its rules.
        items: the items that combo boxes have shown so far, by the box's key.
        refused: what the gate refused: (state, key) pairs that are not offered again.
    """

    gate: Gate
    exploration: Exploration
    items: dict[str, tuple[str, ...]] = field(default_factory=dict)
    refused: set[tuple[str, str]] = field(default_factory=set)

    def something_to_do(self, target: Target) -> Seen | None:
        """Look until there is something to do; None when nothing comes in time. Raises AppFailed."""
        found: list[Seen] = []

        def looked() -> bool:
            found[:] = [self.look(target)]
            return bool(found[0][1].candidates)

        return found[0] if wait.until(looked, self.gate.desktop.clock, timeout_s=STUCK_S).ok else None

    def what_comes_late(self, target: Target, state: str) -> Seen | None:
        """Give a new state the time in which controls come late; return what another state has come of it, if any."""

        def changed() -> Screen | None:
            now = self.screen(target)
            return now if now.state != state else None

        clock = self.gate.desktop.clock
        waited = wait.until(changed, clock, timeout_s=LATE_S, first_interval_s=LATE_INTERVAL_S,
                            last_interval_s=LATE_INTERVAL_S)  # fmt: skip
        if waited.value is None:
            return None
        offered = self.offered(target, waited.value)
        return (waited.value, offered) if offered.candidates else None

    def look(self, target: Target) -> Seen:
        """Return what is shown now and what could be done. Raises AppFailed."""
        screen = self.screen(target)
        return screen, self.offered(target, screen)

    def screen(self, target: Target) -> Screen:
        """Return what is shown now; the items of a combo box that is open are remembered."""
        restless = self.gate.restless.get(target.identity)
        snapshot = effect.look(self.gate.reading(target, LOOK_MS))
        screen = read_screen(snapshot, restless.refs() if restless is not None else ())
        for index in screen.opened:
            place = screen.places[index]
            if place.control.control_type == "ComboBox":
                usable = [screen.places[i].control for i in screen.usable]
                names = tuple(dict.fromkeys(c.name for c in usable if c.control_type == "ListItem" and c.name))
                if names:
                    self.items[place.key] = names[:ITEMS_KEPT]
        return screen

    def offered(self, target: Target, screen: Screen) -> Offered:
        """Return what could be done on a screen, without what the gate has refused there."""
        policy = self.gate.policy_for(target)
        offered = candidates_of(
            screen,
            policy,
            around=self.gate.reading(target, LOOK_MS).surroundings,
            rules=self._rules(target),
            known_items=self.items,
            allow_destructive=policy.allow_destructive and policy.flag_destructive,
        )
        if not self.refused:
            return offered
        left = tuple(c for c in offered.candidates if (screen.state, c.key) not in self.refused)
        return Offered(left, offered.left_out)

    def _rules(self, target: Target) -> tuple[Rule, ...]:
        """The rules; one whose precondition does not hold keeps what it fits from being done."""
        return tuple(
            r if r.when is None or self.gate.is_true_now(r.when, target).ok else replace(r, weight=0.0)
            for r in self.exploration.action_space
        )
