"""What changes by itself: clocks, counters, progress, tickers, lists that grow. Its changes are no evidence of an act.

It is learned wherever an application is read while nobody acts on it: between two actions, and at the second look that
an effect gets when nothing else speaks for it. What is known is known by its place, so that a page that is built anew
does not have to be learned again.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from wpfagent.actions.evidence import layers
from wpfagent.core.diff import IN_FRONT, TITLES, Change, Difference, diff, shape
from wpfagent.core.model import ROW_TYPES, Control, Snapshot

KNOWN_TIMES = 2
"""An element that changed so often while nothing was done changes by itself."""
MOST_UNREAD = 12
"""Looks between actions are read anew ever more seldom while nothing changes by itself, at least once in so many."""
NEW_PAGE = 10
"""So many new elements are a page of its own: looks between actions are read anew as often as at first."""
STEADY_S = 1.2
"""What kept its text for so long is no clock that ticks each second, and no faster one."""
LONG_STEADY_S = 5.0
"""What changes only a while after an act is believed to be its effect where it had kept its text for so long."""
MARK_EVERY_S, MARKS = 0.3, 8
"""Of what was read, a look is kept for comparison when the one before is so old, and so many."""
CONTAINERS = frozenset({"List", "DataGrid", "Table", "Tree", "ComboBox", "Tab"})


@dataclass(slots=True)
class SelfChanging:
    """What is known of one application.

    Args:
        seen: how often what changed while nothing was done, by place.
        last: how the action before left the application; None when something was read in between.
        over: the refs of what an action brought up over the rest of its window.
        by_pointer: whether it shows elements only while the pointer is over a row.
        tips: the tool tips of commands that say nothing else.
        hints: what fields told as their help before anything was entered into them.
        menus: the items of menus that were opened to look.
        handed: the field out of which the last action took the focus, and what has got it.
        began: when the effect of the last action began, on the desktop's clock; None where there was none.

    What an action changed that had been at rest before (`_worked_on`) may be changed by its work for a while. Where it
    is seen to be (`_going_on`), that is no change of its own, and no evidence of another action until it rests.
    """

    seen: Counter[str] = field(default_factory=Counter)
    last: Snapshot | None = None
    over: frozenset[str] = frozenset()
    by_pointer: bool = False
    tips: dict[tuple[int, ...], str] = field(default_factory=dict)
    hints: dict[tuple[int, ...], str] = field(default_factory=dict)
    menus: dict[tuple[str, str], list[Control]] = field(default_factory=dict)
    handed: list[Control] = field(default_factory=list)
    began: float | None = None
    _unsettled: frozenset[str] = frozenset()
    _emptied: set[str] = field(default_factory=set)
    _refs: set[str] = field(default_factory=set)
    _shapes: set[str] = field(default_factory=set)
    _proven: set[str] = field(default_factory=set)
    _reported: set[str] = field(default_factory=set)
    _worked_on: frozenset[str] = frozenset()
    _going_on: set[str] = field(default_factory=set)
    _marks: deque[tuple[float, Snapshot]] = field(default_factory=lambda: deque(maxlen=MARKS))
    _interval: int = 1
    _left: int = 1
    _unread: Snapshot | None = None

    def wants_look(self) -> bool:
        """Count a look between two actions; return whether it is to be read anew, that something may be learned."""
        if self.last is None:
            return False
        self._left -= 1
        return self._left <= 0

    def leave(self, before: Snapshot, after: Snapshot | None) -> None:
        """Note how an action left the application.

        What it made, and a list whose rows it made come or go, may still be being built or tidied up after it: what
        changes there until the next action is no change of its own.
        """
        self.last, self._unsettled = after, frozenset()
        self._unread = before if after is None else None
        if after is not None:
            known = {c.ref for c in before.controls}
            self.over = layers.brought_over(before, after, self.over)
            change = diff(before, after)
            inside = {**containers(before), **containers(after)}
            grown = {inside[c.ref] for c in (*change.appeared, *change.vanished) if c.ref in inside}
            changed = {c.control.ref for c in change.changed if c.key in ("name", "value")}
            rested = {ref for ref in changed if self.held_s(ref, before, self.began or 0.0) >= STEADY_S}
            self._worked_on = frozenset(rested | (changed & self._worked_on))
            made = {c.ref for c in after.controls if c.ref not in known}
            self._unsettled = frozenset(grown | made)
            if len(made) >= NEW_PAGE:  # of what is on it nothing is known yet
                self._interval = self._left = 1

    def disturb(self) -> None:
        """Learn nothing of what differs before the next action: what it is for is looked for in lists and groups."""
        self.last = None

    def rest(self, before: Snapshot) -> frozenset[str]:
        """Compare how things were left with how they are found before the next action; return what lies over the rest.

        An act that is told by its element's state, as a toggle button is, is not followed by a look at the tree.
        """
        if self._unread is not None:
            self.over, self._unread = layers.brought_over(self._unread, before, self.over), None
        if self.last is not None and self.last is not before:
            change = diff(self.last, before)
            self._going_on |= change.movers() & self._worked_on
            self.learn(self.last, before, change, but=self._unsettled)
            self._interval = 1 if change.movers() else min(2 * self._interval, MOST_UNREAD)
            self._left = self._interval
        self.last = None
        known = {key for key, times in self.seen.items() if times >= KNOWN_TIMES}
        if known:
            self._refs.update(c.ref for c in before.controls if place(c) in known)
        return self.over

    def begin(self, before: Snapshot, at: float) -> None:
        """Note when an action begins; the work of an earlier one that has come to rest is over."""
        self.began = at
        self.observe(before, at)
        self._going_on = {ref for ref in self._going_on if self.held_s(ref, before, at) < STEADY_S}

    def refs(self) -> frozenset[str]:
        """Return the refs (and `diff.TITLES`) of what changes by itself."""
        return frozenset(self._refs)

    def is_known(self, control: Control) -> bool:
        """Return whether an element is known to change by itself, or says in other numbers what such a one says."""
        return control.ref in self._refs or not self._shapes.isdisjoint(_ticking(control))

    def learn(
        self,
        before: Snapshot,
        after: Snapshot,
        change: Difference,
        ticks: int = 1,
        *,
        but: frozenset[str] = frozenset(),
    ) -> None:
        """Note what changed while nothing was done (`but` these); a number or a list's row counts `ticks` times."""
        self._emptied.update(self._place(ref, before) for ref in emptied(before, after))
        moved = {c.control.ref: ticks if c.is_tick else 1 for c in change.changed if c.key != IN_FRONT}
        if change.appeared or change.vanished:
            inside = {**containers(before), **containers(after)}
            moved.update({inside[c.ref]: ticks for c in (*change.appeared, *change.vanished) if c.ref in inside})
        if change.retitled:
            moved[TITLES] = ticks
        for ref, times in moved.items():
            if ref not in but and ref not in self._worked_on:
                self._count(ref, after, times)

    def learn_late(self, refs: frozenset[str], snapshot: Snapshot) -> None:
        """Note that these changed a while after an act that shows nothing else."""
        for ref in refs - self._worked_on:
            self._count(ref, snapshot, 1)

    def note(self, refs: Iterable[str], snapshot: Snapshot) -> None:
        """Note that these are known to change by themselves."""
        for ref in refs:
            self._count(ref, snapshot, KNOWN_TIMES)

    def _count(self, ref: str, snapshot: Snapshot, times: int) -> None:
        key = self._place(ref, snapshot)
        self.seen[key] += times
        if self.seen[key] >= KNOWN_TIMES:
            self._refs.add(ref)
            self._shapes |= _ticking(_of(snapshot, ref))

    def observe(self, snapshot: Snapshot, at: float) -> None:
        """Keep what was read, to tell later what has kept its text since."""
        if not self._marks or at - self._marks[-1][0] >= MARK_EVERY_S:
            self._marks.append((at, snapshot))

    def is_proven(self, ref: str, before: Snapshot, began: float, rest_s: float) -> bool:
        """Return whether an element that changed when an action did is known not to change by itself.

        Args:
            ref: the element's.
            before: the tree that was read before the action.
            began: when it had been read.
            rest_s: how long it must have kept its text by then.
        """
        key = self._place(ref, before)
        if self.has_moved(ref, before):
            return False
        if key not in self._proven and self.held_s(ref, before, began) >= rest_s:
            self._proven.add(key)
        return key in self._proven

    def has_moved(self, ref: str, snapshot: Snapshot) -> bool:
        """Return whether an element was ever seen changing while nothing was done."""
        return self.seen[self._place(ref, snapshot)] > 0

    def prove(self, ref: str, before: Snapshot) -> None:
        """Note that an element kept what an action had made of it."""
        self._proven.add(self._place(ref, before))

    def held_s(self, ref: str, before: Snapshot, began: float) -> float:
        """Return how long an element (of a list: its rows) had been the same when an action began, in seconds.

        It is 0 for what was seen changing by itself.
        """
        if self.has_moved(ref, before):
            return 0.0
        now, since = _texts(before, ref), began
        for when, snapshot in reversed(self._marks):
            if _texts(snapshot, ref) != now:
                break
            since = min(since, when)
        return began - since

    def _place(self, ref: str, snapshot: Snapshot) -> str:
        return TITLES if ref == TITLES else place(_of(snapshot, ref))

    def without(self, change: Difference, before: Snapshot, after: Snapshot) -> Difference:
        """Return a difference without what changes by itself, and what repeats its words, as a bar named by it does."""
        if not change or not (self._refs or self._going_on):
            return change
        same = {c.control.ref for c in change.changed if c.is_tick and shape(c.new) in self._shapes}
        restless = (self._refs | self._going_on | same) - self.cleared(before, after)
        return change.without_of(restless, {**containers(before), **containers(after)})

    def cleared(self, before: Snapshot, after: Snapshot) -> frozenset[str]:
        """Return the lists that lost all of their rows, and never did so by themselves: what grows was cleared."""
        return frozenset(r for r in emptied(before, after) if self._place(r, before) not in self._emptied)

    def report(self, snapshot: Snapshot) -> list[str]:
        """Return what is known to change by itself and was not said before, in words."""
        fresh = [c for c in snapshot.controls if c.ref in self._refs and place(c) not in self._reported]
        self._reported.update(place(c) for c in fresh)
        return [c.describe() for c in fresh]


def place(control: Control) -> str:
    """Return what an element is known by when its page is built anew; its ref where nothing else tells it apart."""
    if control.automation_id:
        return f"{control.control_type} {control.automation_id}"
    words = shape(control.name)
    if words != control.name and any(c.isalpha() for c in words):
        return f"{control.control_type} {control.class_name} {words}"
    return control.ref


def containers(snapshot: Snapshot) -> dict[str, str]:
    """Return, for each element inside a list or table, the ref of the list or table."""
    found: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for control in snapshot.controls:
        while above and above[-1][0] >= control.depth:
            above.pop()
        if above:
            found[control.ref] = above[-1][1]
        if control.control_type in CONTAINERS:
            above.append((control.depth, control.ref))
    return found


def emptied(before: Snapshot, after: Snapshot) -> frozenset[str]:
    """Return the refs of the lists and tables that had rows, have none of them any more, and far fewer.

    One that grows and scrolls along may show other rows only, though as many.
    """
    rows, left = _rows(before), _rows(after)
    there = {c.ref for c in after.controls}

    def is_emptied(ref: str, own: set[str]) -> bool:
        now = left.get(ref, set())
        return ref in there and not own & now and 2 * len(now) <= len(own)

    return frozenset(ref for ref, own in rows.items() if is_emptied(ref, own))


def _rows(snapshot: Snapshot) -> dict[str, set[str]]:
    inside = containers(snapshot)
    found: dict[str, set[str]] = {}
    for control in snapshot.controls:
        if control.control_type in ROW_TYPES and control.ref in inside:
            found.setdefault(inside[control.ref], set()).add(control.ref)
    return found


def doubts(
    change: Difference, kin: frozenset[str], inside: Mapping[str, str], seen: Mapping[str, int], *, late: bool
) -> frozenset[str] | None:
    """Return the refs of what an effect rests on when all of it may have changed by itself; None when some may not.

    Args:
        change: what differs.
        kin: the refs of what the act was done to, with what is in and around it.
        inside: the list or table that an element is in.
        seen: how often what changed while nothing was done, by place.
        late: whether it was not there yet when the program had handled the act.
    """
    if change.opened or change.closed or change.placed:
        return None
    found: set[str] = set()
    for old, new in change.retitled:
        if shape(old) != shape(new) and not late:
            return None
        found.add(TITLES)
    grown = {inside.get(c.ref, "") for c in (*change.appeared, *change.vanished)}
    for moved in change.changed:
        of_list = inside.get(moved.control.ref, "")
        suspected = late or bool(seen.get(place(moved.control)))
        if moved.control.ref in kin or not _may_tick(moved, grown, of_list, suspected=suspected):
            return None
        found.add(of_list if of_list in grown else moved.control.ref)
    for control in (*change.appeared, *change.vanished):
        of_list = inside.get(control.ref, "")
        if not of_list or of_list in kin:
            return None
        found.add(of_list)
    return frozenset(found)


def _may_tick(change: Change, grown: set[str], of_list: str, *, suspected: bool) -> bool:
    if of_list and of_list in grown and (change.key == "bounding_rect" or change.control.control_type in ROW_TYPES):
        return True
    if change.key == "bounding_rect" and change.control.control_type not in ROW_TYPES:
        return True  # what slid may be an animation
    return change.key in ("name", "value") and (suspected or change.is_tick)


def _ticking(control: Control) -> set[str]:
    """Return the shapes of what an element says in words and numbers."""
    said = ((text, shape(text)) for text in (control.name, control.value or ""))
    return {words for text, words in said if words != text and any(c.isalpha() for c in words)}


def _of(snapshot: Snapshot, ref: str) -> Control:
    return next((c for c in snapshot.controls if c.ref == ref), Control(ref))


def _texts(snapshot: Snapshot, ref: str) -> tuple[object, ...] | None:
    """What an element shows: its text, of a list or table its rows; None where it is not there."""
    if ref == TITLES:
        return tuple(w.title for w in snapshot.windows)
    at = snapshot.index_of(ref)
    if at is None:
        return None
    control = snapshot.controls[at]
    if control.control_type in CONTAINERS:
        return tuple(c.ref for c in snapshot.subtree(at))
    return (control.name, control.value)
