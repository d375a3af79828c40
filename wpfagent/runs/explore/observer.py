"""Looking at an application between two actions: what is shown, and what could be done now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from wpfagent.actions.consent import surrounding
from wpfagent.core import wait
from wpfagent.desktops.target import Target
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.runs.explore.known.covers import Covers
from wpfagent.runs.explore.model import Exploration, Rule
from wpfagent.runs.explore.screens.candidates import candidates_of
from wpfagent.runs.explore.screens.offer import Candidate, MenuEntry, Offered, Shown
from wpfagent.runs.explore.screens.screen import Screen, read_screen

LOOK_MS = 3_000
STUCK_S = 3.0
"""How long something to do is waited for."""
LATE_S = 0.5
"""How long a screen that was never seen is watched for what comes late, from when its tree was read."""
PROMPT_SCREENS, PROMPT_LATE_S = 3, 0.1
"""Where nothing came late on so many new screens in a row, the next are watched no longer than this."""
IDLE_S, MOST_LOOKS = 0.5, 3
"""How long a program may take to do what it has put off, and how often a state is looked at that does not stay."""
NEW_SHARE = 0.3
"""A screen of which so many elements were never seen is new; a state that differs in what is enabled or open is not."""
ITEMS_KEPT = 60
"""So many items of a combo box are remembered."""
Seen = tuple[Screen, Offered]


@dataclass(slots=True)
class Observer:
    """Looks at what one exploration explores.

    Args:
        gate: what reads, and whose policy counts.
        exploration: its rules.
        items: the items that combo boxes have shown so far, by the box's key.
        menu: the commands that menus have shown so far, by their keys.
        refused: what the gate refused: (state, key) pairs that are not offered again.
        met: the keys of all elements that were seen in states that were new.
        unchanged: on so many new screens in a row nothing came late.
        covers: what was found to lie over other elements.
        late: whether something comes late to a state, of those that were watched for it.
        lasting: the windows of pop-ups that stayed open on Esc.
        steady: the states that were seen twice in a row: no page on its way.
        proven: the keys of what mouse and keyboard alone do, and had an effect.
    """

    gate: Gate
    exploration: Exploration
    items: dict[str, tuple[str, ...]] = field(default_factory=dict)
    menu: dict[str, MenuEntry] = field(default_factory=dict)
    refused: set[tuple[str, str]] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    unchanged: int = 0
    covers: Covers = field(default_factory=Covers)
    late: dict[str, bool] = field(default_factory=dict)
    lasting: set[int] = field(default_factory=set)
    steady: set[str] = field(default_factory=set)
    proven: set[str] = field(default_factory=set)
    _escaped: set[int] = field(default_factory=set)

    def escaped(self, screen: Screen) -> None:
        """Take note that Esc was sent to what is shown: a pop-up that is there afterwards stays open on it."""
        self._escaped = {w.hwnd for w in screen.snapshot.windows if w.popup}

    def something_to_do(self, target: Target) -> Seen | None:
        """Look until there is something to do; None when nothing comes in time. Raises AppFailed.

        What the last action minimised is restored first: a person clicks it in the task bar, and goes on.
        """
        frames = [w for w in self.gate.desktop.windows(target.pid) if not w.popup]
        if frames and all(w.minimized for w in frames):
            self.gate.execute(Request("focus_window", {}, None, target, LOOK_MS))
        seen = self._look_until(target, lambda seen: bool(seen[1].candidates))
        return self._steady(target, seen) if seen is not None else None

    def _steady(self, target: Target, seen: Seen) -> Seen:
        """Look once more where a state was never seen twice in a row: a page may be on its way.

        What an action showed first is all that is known right after it.
        """
        for _ in range(MOST_LOOKS):
            if seen[0].state in self.steady:
                break
            self.gate.desktop.wait_idle(target.pid, IDLE_S, thoroughly=True)
            again = self.look(target)
            if again[0].state == seen[0].state:
                self.steady.add(seen[0].state)
            seen = again if again[1].candidates else seen
        return seen

    def something_told(self, target: Target) -> Seen | None:
        """Look until the program tells of something that it shows; None when it does not. Raises AppFailed."""
        return self._look_until(target, lambda seen: not seen[0].is_bare)

    def _look_until(self, target: Target, is_enough: Callable[[Seen], bool]) -> Seen | None:
        found: list[Seen] = []

        def looked() -> bool:
            found[:] = [self.look(target)]
            return is_enough(found[0])

        return found[0] if wait.until(looked, self.gate.desktop.clock, timeout_s=STUCK_S).ok else None

    def what_comes_late(self, target: Target, screen: Screen, *, suspected: bool = False) -> Seen | None:
        """Give a screen that is new, or suspected, the time in which controls come late.

        Returns:
            What is shown then, where that is another state.

        Raises:
            AppFailed: the application ended or hung.
        """
        keys = {place.key for place in screen.places if place.key}
        new = len(keys - self.met)
        self.met |= keys
        if new <= NEW_SHARE * len(keys) and not suspected:
            return None
        desktop, known = self.gate.desktop, {w.hwnd for w in screen.snapshot.windows}

        def other_windows() -> bool:
            return {w.hwnd for w in desktop.windows(target.pid)} != known

        late_s = LATE_S if suspected or self.unchanged < PROMPT_SCREENS else PROMPT_LATE_S
        left_s = self.gate.last_seen.seen_at(target) + late_s - desktop.clock.now()
        wait.until(other_windows, desktop.clock, timeout_s=max(0.0, left_s))  # the tree is read once, at the end
        now = self.screen(target)
        if now.state == screen.state:
            self.unchanged += 1
            if suspected:
                self.late.setdefault(screen.state, False)
            return None
        self.unchanged = 0
        self.late[screen.state] = True
        offered = self.offered(target, now)
        return (now, offered) if offered.candidates else None

    def look(self, target: Target) -> Seen:
        """Return what is shown now and what could be done. Raises AppFailed."""
        screen = self.screen(target)
        return screen, self.offered(target, screen)

    def screen(self, target: Target) -> Screen:
        """Return what is shown now; the items of a combo box that is open are remembered."""
        snapshot = self.gate.look(target, LOOK_MS)
        popups = {w.hwnd for w in snapshot.windows if w.popup}
        self.lasting |= self._escaped & popups
        self._escaped = set()
        screen = read_screen(snapshot, self.gate.last_seen.self_changing(target).refs(), self.lasting)
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
        policy, reading = self.gate.targets.policy_for(target), self.gate.reading(target, LOOK_MS)
        offered = candidates_of(
            screen,
            policy,
            around=lambda control: surrounding.around(reading, control, screen.snapshot),
            rules=self._rules(target),
            known=Shown(self.items, self.menu),
            allow_destructive=policy.allow_destructive and policy.flag_destructive,
        )
        if path := screen.menu_path:
            self._learn_menu(screen, offered, path)
        hidden = self.covers.hidden(screen)
        offered = offered.with_proven(self.proven)
        if not self.refused and not hidden:
            return offered

        def left(found: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
            return tuple(
                c for c in found
                if (screen.state, c.key) not in self.refused and (c.place is None or c.place.key not in hidden)
            )  # fmt: skip

        return Offered(left(offered.candidates), offered.left_out, left(offered.by_hand))

    def _learn_menu(self, screen: Screen, offered: Offered, path: tuple[str, ...]) -> None:
        """Remember the commands of an open menu; those that are left alone for safety are not among them."""
        bar = screen.places[screen.opened[0]].key
        for candidate in offered.candidates:
            place = candidate.place
            if place is not None and candidate.action == "click" and place.control.control_type == "MenuItem":
                self.menu[place.key] = MenuEntry(bar, (*path, place.control.name), place)

    def _rules(self, target: Target) -> tuple[Rule, ...]:
        """The rules; one whose precondition does not hold keeps what it fits from being done."""
        return tuple(
            r if r.when is None or self.gate.is_true_now(r.when, target).ok else replace(r, weight=0.0)
            for r in self.exploration.action_space
        )
