"""The oracle `stuck_disabled`: a control is disabled after its own use and is not enabled again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wpfagent.core.model import ROW_TYPES, Control, Snapshot
from wpfagent.testing.oracles.base import Finding, LastingOracle, Observation
from wpfagent.testing.oracles.parts.commanding import follows_state, is_done_once
from wpfagent.testing.oracles.parts.looking import is_typed_in
from wpfagent.testing.oracles.parts.uses import (
    ENTERING,
    Identity,
    Suspect,
    by_ref,
    described,
    identity_of,
    is_whole,
    pressed,
)

PEERS = 3
STAYING_SHARE = 0.8
MANY, MANY_SHARE = 10, 0.9
"""Where a window has too few other buttons, so many of the whole program, and this share of them, tell its habit."""


@dataclass(frozen=True, slots=True)
class StuckDisabledSettings(Suspect):
    """How long is not again."""

    actions: int = field(
        default=12, metadata={"doc": "effective actions after which it is still seen disabled that make a finding"}
    )
    returns: int = field(
        default=2, metadata={"doc": "the same: how often its page or window was left and opened again"}
    )
    work_ms: int = field(
        default=5_000, metadata={"doc": "milliseconds that the work which it started may take at least"}
    )


@dataclass(slots=True)
class _Watched:
    """A control that its own use left disabled.

    Args:
        described: it in words.
        subject: its use in words.
        used_s: when that was.
        seen: effective actions after which it was seen disabled.
        entered: how many of them entered or chose something in its window.
        returned: how often its page was left and opened again meanwhile.
        there: whether it was seen last.
        once: whether its name says that it is needed once.
    """

    described: str
    subject: str
    used_s: float
    seen: int = 0
    entered: int = 0
    returned: int = 0
    there: bool = True
    once: bool = False


@dataclass(slots=True)
class _Known:
    """What is known of a program over its runs.

    Args:
        healthy: controls that stayed enabled after a use, or were enabled again by themselves.
        once: those of them whose name says that they are needed once.
        disabled: controls that were not.
        reported: what was reported, and whether as sure.
    """

    healthy: set[Identity] = field(default_factory=set)
    once: set[Identity] = field(default_factory=set)
    disabled: set[Identity] = field(default_factory=set)
    reported: set[tuple[Identity, bool]] = field(default_factory=set)


@dataclass(slots=True)
class _Memory:
    """The controls that their own use left disabled in this run of the program."""

    watched: dict[Identity, _Watched] = field(default_factory=dict)


class StuckDisabled(LastingOracle[StuckDisabledSettings, _Memory, _Known]):
    """A button was disabled by its own use, and still is 5 s and 12 effective actions, or two visits, later.

    A command may rightly stay disabled until something else happens. So one that says so (Undo, Next, Save, Stop,
    Delete) is not judged, nor one whose use enabled or disabled another control, emptied or filled a field, showed
    other fields, emptied a list or took a selected item away. It is a failure where the same control stayed
    enabled, or was enabled again by itself, after another use; or where something was entered or chosen in its
    window since, or its page was opened again, and nearly all other buttons of the window (of the program, where a
    window has few) stay enabled after their use. Otherwise it is a warning, as for a command that is needed only
    once (Approve, Send), unless the program leaves other such commands enabled.
    """

    rank = 120
    cause = "The handler behind {what} may disable it and not enable it again."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        watched, known = self.memory.watched, self.history
        if not observation.liveness.running or not observation.liveness.responding:
            return None
        for identity in list(watched):
            _look_again(identity, observation.before, watched, known)
        who = pressed(observation)
        if who is not None:
            _note_use(who, observation, watched, known)
        found = None
        for identity in [i for i in watched if i != who]:
            found = _judge(identity, observation, watched, known, self.settings) or found
        return found


def _note_use(who: Identity, observation: Observation, watched: dict[Identity, _Watched], known: _Known) -> None:
    before, after, control = observation.before, observation.after, observation.control
    assert control is not None
    now = by_ref(after, control.ref)
    if now is None or before is None or after is None or not control.enabled:
        return
    if now.enabled:
        known.healthy.add(who)
        if is_done_once(control):
            known.once.add(who)
        watched.pop(who, None)
        return
    if follows_state(control) or _changed_with_it(control, before, after):
        return
    watched[who] = _Watched(described(control), observation.subject, observation.time_s, once=is_done_once(control))


def _look_again(who: Identity, before: Snapshot | None, watched: dict[Identity, _Watched], known: _Known) -> None:
    """A control whose work has ended is enabled again while nothing is done."""
    now = who.find(before) if before is not None and watched[who].there else None
    if now is not None and now.enabled:
        known.healthy.add(who)
        del watched[who]


def _judge(
    who: Identity,
    observation: Observation,
    watched: dict[Identity, _Watched],
    known: _Known,
    settings: StuckDisabledSettings,
) -> Finding | None:
    after, state = observation.after, watched[who]
    if after is None:
        return None
    now = who.find(after)
    if now is None:
        state.there = False
        return None
    if now.enabled:
        del watched[who]
        return None
    state.returned += not state.there
    state.there = True
    if observation.effect == "confirmed":
        state.seen += 1
        state.entered += _enters_beside(who, observation)
    suspected = settings.suspect.get("control") == who.to_dict()
    at_rest = observation.action == "glance"  # which gives the last action's effect its time
    long_ago = (observation.time_s - state.used_s) * 1000 >= settings.work_ms
    often = state.seen >= settings.actions or state.returned >= settings.returns
    if not (often and long_ago) and not (suspected and at_rest):
        return None
    known.disabled.add(who)
    sure = suspected or _is_sure(who, state, known, settings)
    if (who, sure) in known.reported and not suspected:
        return None
    known.reported.add((who, sure))
    return _finding(who, state, sure=sure)


def _is_sure(who: Identity, state: _Watched, known: _Known, settings: StuckDisabledSettings) -> bool:
    if who in known.healthy:
        return True
    if state.once and len(known.once) < PEERS:
        return False
    if not state.entered and state.returned < settings.returns:
        return False
    others = {i for i in known.healthy | known.disabled if i != who and i.kind == who.kind}
    beside = {i for i in others if i.window == who.window}
    peers, least, share = (beside, PEERS, STAYING_SHARE) if len(beside) >= PEERS else (others, MANY, MANY_SHARE)
    staying = peers & known.healthy
    return len(staying) >= least and len(staying) >= share * len(peers)


def _finding(who: Identity, state: _Watched, *, sure: bool) -> Finding:
    details: Mapping[str, Any] = {
        "about": who.about,
        "used_by": state.subject,
        "seen_disabled": state.seen,
        "entered_since": state.entered,
        "page_opened_again": state.returned,
        "suspect": {"control": who.to_dict()},
    }
    since = f" after {state.seen} further actions" if state.seen else ""
    return Finding(
        "stuck_disabled",
        f"{state.described} stays disabled after it was used",
        f"{state.described} was enabled, was disabled by {state.subject}, and still is{since}.",
        f"{state.described} is enabled again when what it started has ended.",
        key=f"{who.about} {'failure' if sure else 'warning'}",
        details=details,
        severity="failure" if sure else "warning",
        of_last_action=False,
    )


def _enters_beside(who: Identity, observation: Observation) -> bool:
    control = observation.control
    if observation.action not in ENTERING or control is None or observation.before is None:
        return False
    return identity_of(control, observation.before).window == who.window


def _changed_with_it(control: Control, before: Snapshot, after: Snapshot) -> bool:
    """Whether a state changed with its use: another control's, what stands in a field, a list's that is empty now.

    Or the page around it: other fields stand there (`Back` on the first page of an assistant, in any language).
    """
    if not is_whole(before) or not is_whole(after):
        return True  # nobody can tell
    windows = {c.hwnd for c in after.controls}
    if any(hwnd in windows for hwnd, *_ in _places_of_items(before) - _places_of_items(after)):
        return True
    fields, fields_now = (_fields_beside(control, shown) for shown in (before, after))
    if fields - fields_now and fields_now - fields:
        return True
    now = {c.ref: c for c in after.controls}
    for was in before.controls:
        if was.ref == control.ref:
            continue
        other = now.get(was.ref)
        if other is not None and other.enabled != was.enabled and other.control_type not in ("Text", "Image"):
            return True
        if other is not None and is_typed_in(was) and other.value != was.value:
            return True
        if was.selected and was.control_type != "TabItem" and (other is None or not other.selected):
            return True
    return False


def _fields_beside(control: Control, snapshot: Snapshot) -> set[tuple[str, str]]:
    """The fields of its window, by what they are called."""
    return {(c.automation_id, c.name) for c in snapshot.controls if c.hwnd == control.hwnd and is_typed_in(c)}


def _places_of_items(snapshot: Snapshot) -> set[tuple[int, int, str]]:
    """Where items stand: their window, how deep, and what they are."""
    return {(c.hwnd, c.depth, c.control_type) for c in snapshot.controls if c.control_type in ROW_TYPES}
