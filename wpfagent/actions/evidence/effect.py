"""Watching what an action did: `confirmed` with its evidence, `no_op`, or `unverifiable`.

`confirmed` is said only of what was seen in the program. `no_op` is said of a state that held already, or that did not
change for `wait.SETTLE_S` of an idle UI thread. A command (a button, a key) after which nothing shows is
`unverifiable`: the program took it, and may have done something that cannot be seen. An action with a `check` is judged
by its element's state; others by windows that opened, closed or changed their title, and by the difference of the tree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from wpfagent.actions.base import Check, Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import layers, self_changing
from wpfagent.actions.evidence.clocks import is_clock
from wpfagent.actions.evidence.differences import is_item_gone, is_item_run, missed, scrolled, slid_in, telling
from wpfagent.actions.evidence.own_row import in_rows
from wpfagent.actions.evidence.refusal import is_entry, refusal
from wpfagent.actions.evidence.self_changing import KNOWN_TIMES, LONG_STEADY_S, STEADY_S, SelfChanging
from wpfagent.actions.evidence.sight import SLID_S, arrived, going_on, look
from wpfagent.actions.evidence.stirring import stir
from wpfagent.core import wait
from wpfagent.core.diff import Difference, diff, diff_windows
from wpfagent.core.errors import AppExited, AppNotResponding, StaleRef, TimedOut
from wpfagent.core.model import Control, Snapshot, WindowInfo

Effect = Literal["confirmed", "no_op", "unverifiable"]
LATE_S = (0.6, 1.2)
"""Where nothing was seen after `wait.SETTLE_S`, it is looked again so long after the UI thread came to rest: tool tips
and dialogs come late. Who tries hundreds of actions does not wait for it."""
HURRIED = frozenset({"random", "replay"})
"""The callers that do not wait for late effects: what they do next is read before anyway."""
NOTHING_VISIBLE = "nothing visible changed"  # why a command that the program took is `unverifiable`
LEAST_S = 2.0
"""A program may be busy for so long with what it was made to do, whatever time the action had: that is no hang."""
TIME_RAN_OUT = "the action's time ran out before what it came to was read; the program answers"
SET_BY_PATTERN = "the pattern set the state by itself, without input; the program's handlers may not have run"
ASKED_BACK = "a window opened on it: what it says may be that the value is not taken"
TIMES_STEADY = 4
"""What kept its text for so many times as long as an act took is believed to have been changed by it."""
PROBED = 3
"""So many elements are read again and again at a second look; the others at its end."""


@dataclass(frozen=True, slots=True)
class Seen:
    """An effect and its evidence; `after` is the tree where it was read, `windows` those listed once it was seen."""

    effect: Effect
    evidence: Mapping[str, Any]
    after: Snapshot | None = None
    windows: tuple[WindowInfo, ...] = ()


def watch(
    doing: Doing, before: Snapshot, performed: Performed, known: SelfChanging | frozenset[str] = frozenset()
) -> Seen:
    """Return what an action that was performed came to.

    Args:
        doing: the action.
        before: the tree that was read before it.
        performed: what was done.
        known: what is known to change by itself; such changes prove nothing. More of it is learned.

    Raises:
        AppExited: the process ended with a code other than 0.
        AppNotResponding: the UI thread did not come to rest before the deadline.
    """
    if performed.unneeded is not None:
        return Seen("no_op", {"already": dict(performed.unneeded)})
    stir(doing, performed)
    changing = known if isinstance(known, SelfChanging) else SelfChanging()
    changing.by_pointer = doing.by_pointer
    watching = _Watching(doing, before, performed, changing)
    try:
        seen = watching.run()
    except AppExited as error:
        if error.details.get("exit_code") not in (0, None):
            raise
        return Seen("confirmed", {"exited": error.details.get("exit_code")})
    except (AppNotResponding, TimedOut) as error:
        if "timeout_s" in error.details and doing.desktop.wait_idle(doing.app.pid, LEAST_S):
            return Seen("unverifiable", {"reason": TIME_RAN_OUT})
        error.message = f"The action was done ({performed.method}). {error.message}"
        error.details = {**error.details, "done": True}
        error.hint = "Do not repeat it: wait_for until=idle waits until the program answers again."
        raise
    if doing.pending is not None and not doing.pending.done():
        return replace(seen, evidence={**seen.evidence, "pending": "modal"})
    return seen


class _Watching:
    """The watch over one action's effect."""

    def __init__(self, doing: Doing, before: Snapshot, performed: Performed, known: SelfChanging) -> None:
        self.doing, self.before, self.performed, self.known = doing, before, performed, known
        self.began = doing.desktop.clock.now()
        self.subject = performed.subject or doing.control
        self.unlikely: frozenset[str] = frozenset()
        self.set_by_pattern: frozenset[str] = frozenset()
        known.begin(before, self.began)

    def run(self) -> Seen:
        """Watch, by what shows the effect of this action."""
        performed = self.performed
        if performed.confirmed is not None:
            return self._of_windows({**performed.confirmed})
        if performed.check is not None and self.subject is not None:
            return self._state(performed.check, self.subject)
        seen = self._tree()
        return self._with_state(seen, self.subject) if performed.unverifiable and self.subject is not None else seen

    def _of_windows(self, evidence: dict[str, Any]) -> Seen:
        """An effect that was seen already, with the windows that opened or closed by it."""
        shown = self.doing.windows()
        evidence |= self._framed(diff_windows(self.before.windows, shown)).to_dict()
        return Seen("confirmed", evidence, windows=shown)

    def _state(self, check: Check, subject: Control) -> Seen:
        gone = False

        def probe() -> dict[str, Any] | None:
            nonlocal gone
            try:
                return check(self.doing.read(subject))
            except StaleRef:
                gone = True
                return {}

        found = probe()
        if not found and not gone:
            rest(self.doing)
            found = self.doing.until(probe, wait.SETTLE_S).value
        if found and self.performed.sets_own_state:
            return self._beside(subject, found)
        if found and not gone and (self._is_entered(subject) or self._is_chosen(subject)):
            rest(self.doing)  # the program may refuse it or take it back only now
            try:
                if why := refusal(self.doing, self._as_it_was(subject), self.doing.read(subject)):
                    return Seen("unverifiable", {"reason": why, **found}, windows=self.doing.windows())
            except StaleRef:  # it went with the list or the page that it filled
                return self._of_cell(self._tree())
            found = probe()
            if found and self._is_entered(subject):
                return self._unless_asked(found)
        if found:
            return self._of_windows(found)
        windows = self._differing(self.doing.windows())
        entered = self._is_entered(subject)
        seen = self._tree()
        if gone:
            return self._of_cell(seen)
        is_told = self.performed.may_only_draw or (not entered and (windows or self._went_in_its_list(subject, seen)))
        if seen.effect == "confirmed" and not is_told:
            reason = "the element did not reach the state; other things changed"
            seen = replace(seen, effect="unverifiable", evidence={"reason": reason, **seen.evidence})
        return self._with_state(seen, subject)

    def _went_in_its_list(self, subject: Control, seen: Seen) -> bool:
        if (after := seen.after) is None:
            return False
        change = self.known.without(diff(self.before, after), self.before, after)
        return is_item_gone(subject, change, self.before, after) or is_item_run(subject, change, after)

    def _unless_asked(self, found: dict[str, Any]) -> Seen:
        """An entry that its field shows; a window that opened by it may say that it is refused, and asks first."""
        seen = self._of_windows(found)
        if not self._differing(seen.windows).opened:
            return seen
        return replace(seen, effect="unverifiable", evidence={"reason": ASKED_BACK, **seen.evidence})

    def _of_cell(self, seen: Seen) -> Seen:
        """An effect whose field is gone; what was entered into a cell may still be refused by its row."""
        cell = self.doing.control
        if cell is None or not self._is_entered(cell):
            return seen
        try:
            why = refusal(self.doing, self._as_it_was(cell), self.doing.read(cell))
        except StaleRef:
            return seen
        return replace(seen, effect="unverifiable", evidence={"reason": why, **seen.evidence}) if why else seen

    def _is_entered(self, subject: Control) -> bool:
        return is_entry(self.performed, subject)

    def _is_chosen(self, subject: Control) -> bool:
        return subject.control_type == "ComboBox" and self.performed.method.startswith("SelectionItemPattern")

    def _as_it_was(self, subject: Control) -> Control | None:
        return next((c for c in self.before.controls if c.ref == subject.ref), None)

    def _with_state(self, seen: Seen, subject: Control) -> Seen:
        """An effect that is not confirmed, with what a field holds instead of what was entered, and why."""
        if seen.effect == "confirmed" or not self._is_entered(subject):
            return seen
        try:
            now = self.doing.read(subject)
        except StaleRef:
            return seen
        why = refusal(self.doing, self._as_it_was(subject), now)
        stands = {"value_now": now.value} if now.value is not None else {}
        return replace(seen, evidence={**seen.evidence, **({"reason": why} if why else {}), **stands})

    def _beside(self, subject: Control, found: dict[str, Any]) -> Seen:
        """The verdict where the pattern itself set the state that was found: only what else changed confirms."""
        at = self.before.index_of(subject.ref) if subject.can("RangeValue") else None
        parts = self.before.subtree(at) if at is not None else ()  # where its thumb is says no more than its number
        self.set_by_pattern = frozenset({subject.ref, *(c.ref for c in parts)})
        seen = self._tree()
        if seen.effect == "confirmed":
            return replace(seen, evidence={**found, **seen.evidence})
        return Seen("unverifiable", {"reason": SET_BY_PATTERN, **found}, seen.after, seen.windows)

    # -- the tree -----------------------------------------------------------------------------------------------------

    def _tree(self) -> Seen:
        doing = self.doing
        rest(doing)  # what has changed by then may be another's doing, and its own effect still to come
        rested_at = doing.desktop.clock.now()
        for number, after_s in enumerate(self._looks()):
            if number:  # reading keeps a program from what it has queued: meanwhile only its windows are looked at
                left_s = rested_at + after_s - doing.read_s - doing.desktop.clock.now()
                doing.until(lambda: self._differing(doing.windows()), max(0.0, left_s))
                rest(doing)
            change, after = self._change()
            if change:
                change, after = self._proven(change, after, late_s=after_s)
            if change:
                why = {"reason": reason} if (reason := self._doubt(change)) else {}
                return self._seen("unverifiable" if why else "confirmed", {**why, **change.to_dict()}, after)
            trace = self.performed.trace(after) if self.performed.trace is not None else None
            if left := trace or in_rows(self.subject, self.before, after, late=after_s > wait.SETTLE_S):
                return self._seen("confirmed", {**left}, after)
        return self._nothing(after, after_s)

    def _doubt(self, change: Difference) -> str | None:
        """Why a change does not tell that the act was received: the field itself shows it, or a layer over it went."""
        if self.performed.unverifiable and not (change.opened or change.closed or change.retitled):
            return self.performed.unverifiable
        is_click = self.performed.method == "mouse"
        return missed(change, self.subject, self.doing.over, self.before) if is_click else None

    def _looks(self) -> tuple[float, ...]:
        """When the tree is looked at, in seconds since the UI thread came to rest."""
        performed = self.performed
        patient = performed.tips or (performed.is_command and self.doing.policy.caller not in HURRIED)
        return (0.0, wait.SETTLE_S, *(LATE_S if patient else ()))

    def _nothing(self, after: Snapshot, settled_s: float) -> Seen:
        if self.performed.unverifiable:
            return self._seen("unverifiable", {"reason": self.performed.unverifiable}, after)
        if after.truncated or after.partial or self.before.truncated or self.before.partial:
            reason = "nothing changed in the part of the tree that was read"
            return self._seen("unverifiable", {"reason": reason}, after)
        settled: dict[str, Any] = {"settled_ms": round(settled_s * 1000), "elements": len(after)}
        if self.performed.check is None or self.performed.may_only_draw:
            # The program took the command; that nothing shows does not prove that it did nothing.
            settled |= layers.doubt(self.before, self.doing.control, self.performed.method, self.doing.over)
            return self._seen("unverifiable", {"reason": NOTHING_VISIBLE, **settled}, after)
        return self._seen("no_op", settled, after)

    def _seen(self, effect: Effect, evidence: dict[str, Any], after: Snapshot) -> Seen:
        if reported := self.known.report(after):
            evidence["changes_by_itself"] = reported
        return Seen(effect, evidence, after, after.windows)

    # -- differences --------------------------------------------------------------------------------------------------

    def _change(self) -> tuple[Difference, Snapshot]:
        shown = self.doing.windows()
        after = look(self.doing, shown)
        self.known.observe(after, self.doing.desktop.clock.now())
        change = diff(self.before, after)
        if not self.performed.tips:
            change = telling(change, self.before, after)
        if self.doing.scrolled:
            change = scrolled(change)
        if beside := self.performed.beside:
            change = replace(change, changed=tuple(c for c in change.changed if c.key not in beside))
        change = self._framed(change).without(self.set_by_pattern)
        return self.known.without(change, self.before, after), after

    def _differing(self, shown: tuple[WindowInfo, ...]) -> Difference:
        return self._framed(diff_windows(self.before.windows, shown)).without(self.known.refs())

    def _framed(self, change: Difference) -> Difference:
        """Windows with a frame: a tool tip that shows up is no effect, and a menu's pop-up stands in the tree."""

        def framed(windows: tuple[WindowInfo, ...]) -> tuple[WindowInfo, ...]:
            return tuple(w for w in windows if not w.popup)

        return replace(change, opened=framed(change.opened), closed=framed(change.closed), placed=framed(change.placed))

    def _proven(self, change: Difference, after: Snapshot, *, late_s: float) -> tuple[Difference, Snapshot]:
        """Return what of a difference is no change of its own: where all of it may be, it is looked at once more.

        What goes on changing while nothing is done is noise; what had kept its text for long before is not. A change
        that comes late is believed of what had kept its text for very long, or was never seen changing by itself and
        comes within the time to settle; of a number alone it never is.
        """
        if not late_s and self.known.cleared(self.before, after):
            return change, after
        if clocks := [c.control.ref for c in change.changed if is_clock(c, self._span_s())]:
            self.known.note(clocks, self.before)
            if not (change := self.known.without(change, self.before, after)):
                return change, after
        inside = {**self_changing.containers(self.before), **self_changing.containers(after)}
        doubtful = self_changing.doubts(change, self._kin(after), inside, self.known.seen, late=late_s > 0)
        if not doubtful:
            return change, after
        if late_s:
            ticks = {c.control.ref for c in change.changed if c.is_tick}
            unlikely = frozenset(r for r in doubtful if r in ticks or not self._may_be_late(r, late_s))
            self.known.learn_late(unlikely - self.unlikely, self.before)
            self.unlikely |= unlikely
            change = self.known.without(change, self.before, after).without_of(self.unlikely, inside)
            if not change:
                return change, after
        elif all(self.known.is_proven(r, self.before, self.began, self._rest_s()) for r in doubtful):
            return change, after
        return self._second_look(change, after, doubtful)

    def _span_s(self) -> float:
        """How long it is since the tree was read before the action: so long anything had time to change by itself."""
        return self.doing.desktop.clock.now() - self.began

    def _rest_s(self) -> float:
        """How long something must have kept its text, so that a change in the short time of an act is no chance."""
        return max(STEADY_S, TIMES_STEADY * self._span_s())

    def _may_be_late(self, ref: str, late_s: float) -> bool:
        """Whether an element that changed so long after an act may have done so by it."""
        held_s = self.known.held_s(ref, self.before, self.began)
        return held_s >= max(LONG_STEADY_S, self._rest_s()) or (
            late_s <= wait.SETTLE_S and not self.known.has_moved(ref, self.before)
        )

    def _second_look(
        self, change: Difference, after: Snapshot, doubtful: frozenset[str]
    ) -> tuple[Difference, Snapshot]:
        """Look again after a rest; return what has not gone on changing."""
        span_s, start = max(STEADY_S, self._span_s()), self.doing.desktop.clock.now()
        slid, stays, slides = slid_in(change), True, False
        if slid:  # what slides to where it stays does not go on changing
            after, stays, slides = arrived(self.doing, list(slid.values())[:PROBED], STEADY_S)
        seen_s = self.doing.desktop.clock.now() - start if doubtful <= slid.keys() else 0.0
        span_s = min(span_s, seen_s + SLID_S) if seen_s and stays and slides else span_s
        probed = [c.control for c in change.changed if c.control.ref in doubtful]
        only_texts = bool(probed) and len({c.ref for c in probed}) == len(doubtful) <= PROBED
        goes_on = going_on(self.doing, probed)
        watch_s = 2 * span_s if span_s > STEADY_S else span_s
        waited = self.doing.until(lambda: only_texts and goes_on(), watch_s - seen_s)
        was_short = not waited.ok and waited.elapsed_s < span_s - seen_s - wait.FRAME_S  # too short to tell
        again = self._framed(diff(after, again_after := look(self.doing, self.doing.windows())))
        made = frozenset(c.ref for c in after.controls) - {c.ref for c in self.before.controls}
        self.known.learn(after, again_after, again, KNOWN_TIMES, but=made)
        inside = {**self_changing.containers(after), **self_changing.containers(again_after)}
        moved = again.movers() | {inside.get(c.ref, "") for c in (*again.appeared, *again.vanished)}
        moved = moved | doubtful if was_short else moved
        for ref in doubtful - moved:
            self.known.prove(ref, after)
        change, found = self._change()
        sliding = frozenset[str]() if stays else frozenset(slid_in(change))
        return change.without_of((moved & doubtful) | sliding, inside), found

    def _kin(self, after: Snapshot) -> frozenset[str]:
        """The refs of what was acted on: the element, what is in it and around it, and what has the focus."""
        found = {c.ref for c in after.controls if c.focused}
        for snapshot in (self.before, after):
            for index, control in enumerate(snapshot.controls):
                if self.subject is None or control.ref != self.subject.ref:
                    continue
                found.update(c.ref for c in snapshot.subtree(index))
                found.update(c.ref for c in snapshot.ancestors(index) if c.control_type != "Window")
        return frozenset(found)


def rest(doing: Doing) -> None:
    """Wait until the UI thread is idle; a slow handler may take until the deadline, and `LEAST_S` at least.

    Raises:
        AppExited: the process has ended.
        AppNotResponding: it did not come to rest before the deadline.
    """
    hwnd = doing.control.hwnd if doing.control is not None else 0
    start = doing.desktop.clock.now()
    idle = doing.desktop.wait_idle(doing.app.pid, max(doing.left_s, LEAST_S), hwnd=hwnd)
    now = doing.desktop.clock.now()
    doing.busy_s = max(doing.busy_s, now - start)
    if idle:
        doing.idle_at = now if doing.idle_at is None else doing.idle_at
        return
    doing.check_alive()
    message = f"{doing.app.process} has been busy for {now - start:.1f} s and has not answered since."
    raise AppNotResponding(message, details={"pid": doing.app.pid})
