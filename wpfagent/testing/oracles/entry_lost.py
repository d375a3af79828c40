"""The oracle `entry_lost`: what was entered and saved is gone when its page is opened again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wpfagent.core.model import ROW_TYPES, Control, Snapshot
from wpfagent.testing.oracles.base import Finding, LastingOracle, Observation, Severity
from wpfagent.testing.oracles.parts.commanding import dismisses, promises_to_keep, saves, takes_back
from wpfagent.testing.oracles.parts.fields import alike, is_empty, shown_in
from wpfagent.testing.oracles.parts.uses import (
    ENTERING,
    PRESSED_TYPES,
    Identity,
    Suspect,
    by_ref,
    described,
    identity_of,
    is_whole,
    pressed,
)

FIELDS = frozenset({"Edit", "Document", "ComboBox", "CheckBox", "RadioButton", "Slider", "Spinner", "Custom", "Button"})
AT_MOST = 20
"""So many entries are followed at a time, the newest ones."""
CONFIRMED_WITHIN, CONFIRMED_WITHIN_S = 8, 5.0
"""So many actions and seconds after saving the program may still say that it has saved, or that it has not."""
_SAVED = re.compile(
    r"\b(?:saved|stored|applied|kept|updated)\b|保存しました|保存済|適用しました|登録しました|更新しました",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\b(?:must|invalid|(?:not|no|a) valid|required|cannot|can['’]t|could not|not saved|incorrect|missing|fail\w*"
    r"|errors?|should|please|wrong|too (?:long|short|large|small|many|few)|unknown|expected|allowed"
    r"|at (?:least|most))\b"
    r"|不正|無効|必須|入力して|できません|ませんでした|エラー|失敗|誤り|正しく|以上|以下|超え",
    re.IGNORECASE,
)
_SEARCH = re.compile(r"search|filter|find|query|look ?up|検索|絞|フィルタ", re.IGNORECASE)
_KEYS_THAT_STAY = frozenset({"Tab", "Shift", "Left", "Right", "Up", "Down", "Home", "End"})


@dataclass(slots=True)
class _Entry:
    """What was entered into one field.

    Args:
        described: the field in words.
        hwnd: the window that it was in.
        old: what it showed before.
        value: what it showed afterwards.
        saved_by: the command that saved it, in words; '' before that.
        saving: that command.
        promised: whether the command's help promises to keep it.
        said: whether the program said that it has saved.
        context: what was selected when it was saved.
        left: whether its page was left since.
        missed: whether it was seen without the entry once.
        asked: the dialog that was opened by a command which may change entries; 0 without one.
    """

    described: str
    hwnd: int
    old: str
    value: str
    saved_by: str = ""
    saving: Identity | None = None
    promised: bool = False
    said: bool = False
    context: frozenset[tuple[str, str]] = frozenset()
    left: bool = False
    missed: bool = False
    asked: int = 0


@dataclass(slots=True)
class _Saving:
    """What is watched for after a save: by what, the texts that were there before, until when, for how many actions."""

    by: Identity
    texts: frozenset[str]
    until_s: float
    left: int = CONFIRMED_WITHIN


@dataclass(slots=True)
class _Memory:
    """What is followed in one run of a program.

    Args:
        entries: what was entered, by its field.
        saving: what the last save is watched for.
        answers: by which texts the program said that it has saved, in any of its runs.
        lost: what was lost while the program may still say that it has saved, and what was shown instead.
    """

    entries: dict[Identity, _Entry] = field(default_factory=dict)
    saving: _Saving | None = None
    answers: set[str] = field(default_factory=set)
    lost: dict[Identity, tuple[_Entry, str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Answers:
    """By which texts the program said that it has saved, in any of its runs."""

    texts: set[str] = field(default_factory=set)


class EntryLost(LastingOracle[Suspect, _Memory, _Answers]):
    """What was entered in a field and saved is gone when the field's page is opened again.

    Judged is a field whose entry showed, then a command of the same page that says that it saves (Save, Apply, Keep, or
    by its help), then leaving the page, then opening it again with the same records selected: where the field is then
    empty, or shows what it showed before the entry, twice in a row, it is a failure if the command's help promised to
    keep it or the program said that it has saved, otherwise a warning. Not judged: search fields, a save that was
    refused or closed its own page, a field of another window instance unless its keeping was promised, and all after
    a command that may take back or change what was entered (Cancel, Reset, New, Open, Refresh). What the program has
    promised to keep is followed on where that command asks something first, cancels another window, or leaves the page.
    """

    rank = 110
    cause = (
        "The value {entered} may not have been taken over from {what}: a binding may not update its source, or saving"
        " may leave this value out."
    )

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        memory = self.memory
        found = None
        if not observation.liveness.running or observation.check:
            return None
        memory.answers = self.history.texts
        if observation.before is not None:
            _heed_answer(memory, observation.before, observation.time_s)
            found = _missed_again(memory, observation.before, self.settings) or _answered(memory)
        if observation.after is None:
            return found
        if observation.effect is not None and _forgets(observation):
            memory.entries = {
                who: entry for who, entry in memory.entries.items() if _stays_kept(who, entry, observation)
            }
        memory.entries = {who: entry for who, entry in memory.entries.items() if not _is_answered(entry, observation)}
        _note_save(memory, observation, suspecting=bool(self.settings.suspect))
        _follow(memory, observation)
        _note_entry(memory, observation)
        if observation.action == "glance" and self.settings.suspect:
            found = _missed_again(memory, observation.after, self.settings) or found
        return found


# -- entering and saving ----------------------------------------------------------------------------------------------


def _note_entry(memory: _Memory, observation: Observation) -> None:
    control = observation.control
    if observation.action not in ENTERING or control is None or control.control_type not in FIELDS:
        return
    if observation.effect != "confirmed" or observation.before is None or control.is_password:
        return
    if _SEARCH.search(f"{control.name} {control.automation_id} {control.help_text}"):
        return
    who = identity_of(control, observation.before)
    was, now = by_ref(observation.before, control.ref), by_ref(observation.after, control.ref)
    old, value = shown_in(was or control), shown_in(now) if now is not None else None
    memory.entries.pop(who, None)
    if old is None or value is None or alike(old, value):
        return
    memory.entries[who] = _Entry(described(control), control.hwnd, old, value)
    while len(memory.entries) > AT_MOST:
        del memory.entries[next(iter(memory.entries))]


def _note_save(memory: _Memory, observation: Observation, *, suspecting: bool) -> None:
    control, before, after = observation.control, observation.before, observation.after
    who = pressed(observation)
    if who is None or control is None or before is None or after is None or not saves(control):
        return
    known = {w.hwnd for w in before.windows}
    saved = observation.effect == "confirmed"
    saved = saved or (observation.effect == "unverifiable" and (suspecting or promises_to_keep(control)))
    if not saved or any(w.hwnd not in known and not w.popup for w in after.windows):
        memory.entries.clear()  # it asks or says something: nobody knows whether it has saved
        return
    context = _context(before)
    elsewhere = _outside_of_group(memory.entries, control, before)
    for entry in (entry for who, entry in memory.entries.items() if who not in elsewhere):
        kept = entry.promised and not promises_to_keep(control)  # another save takes nothing of a promise back
        if entry.hwnd == control.hwnd and not entry.left and not kept:
            entry.saved_by, entry.saving = observation.subject, who
            entry.promised, entry.said, entry.context = promises_to_keep(control), False, context
    memory.saving = _Saving(who, frozenset(c.name for c in before.controls), observation.time_s + CONFIRMED_WITHIN_S)
    _heed_answer(memory, after, observation.time_s)


def _outside_of_group(entries: Mapping[Identity, _Entry], control: Control, shown: Snapshot) -> set[Identity]:
    """Which entries stand outside of the group that a command stands in, and is meant for, promises aside."""
    refs = [c.ref for c in shown.controls]
    if control.ref not in refs or promises_to_keep(control):
        return set()

    def around(ref: str) -> set[str]:
        return {c.ref for c in shown.ancestors(refs.index(ref)) if c.control_type == "Group"}

    groups = around(control.ref)
    return {who for who, field in _found(entries, shown).items() if not groups <= around(field.ref)}


def _heed_answer(memory: _Memory, snapshot: Snapshot, now_s: float) -> None:
    """Look for what the program says of a save: that it has saved, or what was wrong."""
    saving = memory.saving
    if saving is None:
        return
    shown = {c.name for c in snapshot.controls}
    new = shown - saving.texts
    if any(_REFUSED.search(text) for text in new):
        memory.entries = {i: e for i, e in memory.entries.items() if not e.saved_by or e.left
                          or e.saving != saving.by}  # fmt: skip
        memory.lost.clear()
        memory.saving = None
        return
    memory.answers.update(text for text in new if _SAVED.search(text))
    if memory.answers & shown:  # it may still stand there from the last time
        for entry in (*memory.entries.values(), *(lost for lost, _ in memory.lost.values())):
            entry.said = entry.said or bool(entry.saved_by)
    saving.left -= 1
    if saving.left <= 0 and now_s >= saving.until_s:
        memory.saving = None


def _forgets(observation: Observation) -> bool:
    """Whether an action may have taken back or changed what was entered elsewhere."""
    control = observation.control
    if observation.action in ("press_keys", "send_keys"):
        keys = re.split(r"[+\s,]+", str(observation.args.get("keys") or ""))
        return not set(filter(None, keys)) <= _KEYS_THAT_STAY
    if observation.action == "menu":
        return takes_back(Control("", name=str(observation.args.get("path") or "")))
    return (
        control is not None
        and control.control_type not in (*FIELDS - {"Button"}, *ROW_TYPES, "TabItem")
        and takes_back(control)
    )


def _stays_kept(who: Identity, entry: _Entry, observation: Observation) -> bool:
    """Whether the program has promised to keep an entry, and a command that may change entries leaves this one alone.

    A command that asks something first has done nothing yet; cancelling another window leaves the entry; another page
    that is shown is no change.
    """
    control, before, after = observation.control, observation.before, observation.after
    if not entry.promised or control is None or before is None or after is None:
        return False
    if control.control_type not in PRESSED_TYPES:
        return False
    if dismisses(control):
        return control.hwnd != entry.hwnd
    known = {w.hwnd for w in before.windows}
    entry.asked = next((w.hwnd for w in after.windows if w.hwnd not in known and not w.popup), 0)
    return bool(entry.asked) or entry.left or not _found({who: entry}, after)


def _is_answered(entry: _Entry, observation: Observation) -> bool:
    """Whether this closed, and not by Cancel, the dialog in which a command that may change entries has asked."""
    control, after = observation.control, observation.after
    if not entry.asked or control is None or after is None or control.hwnd != entry.asked:
        return False
    closed = entry.asked not in {w.hwnd for w in after.windows}
    return closed and control.control_type in PRESSED_TYPES and not dismisses(control)


# -- leaving and coming back ------------------------------------------------------------------------------------------


def _follow(memory: _Memory, observation: Observation) -> None:
    """Look where the followed fields are now."""
    after = observation.after
    if not memory.entries or after is None or not is_whole(after):
        return
    there = _found(memory.entries, after)
    own = observation.control.ref if observation.control is not None else ""
    for who in list(memory.entries):
        entry, control = memory.entries[who], there.get(who)
        if control is None:
            _note_leaving(memory, who, after, observation)
        elif entry.left:
            _note_return(memory, who, control, after)
        elif control.ref != own and not alike(shown_in(control) or "", entry.value):
            del memory.entries[who]  # something else changed it: a form that was emptied, another record


def _note_leaving(memory: _Memory, who: Identity, after: Snapshot, observation: Observation) -> None:
    entry = memory.entries[who]
    if entry.left:
        return
    closed_by_saving = entry.saved_by == observation.subject
    stays = entry.saving is not None and entry.saving.find(after) is not None and not entry.promised
    if not entry.saved_by or closed_by_saving or stays:
        del memory.entries[who]  # a command that stays when the page goes may have saved something else
    else:
        entry.left = True


def _note_return(memory: _Memory, who: Identity, control: Control, snapshot: Snapshot) -> None:
    entry, now = memory.entries[who], shown_in(control)
    if now is None or (control.hwnd != entry.hwnd and not entry.promised) or _context(snapshot) != entry.context:
        del memory.entries[who]
    elif alike(now, entry.value):
        entry.left = entry.missed = False
    elif is_empty(now) or alike(now, entry.old):
        entry.missed = True
    else:
        del memory.entries[who]


def _missed_again(memory: _Memory, snapshot: Snapshot, settings: Suspect) -> Finding | None:
    """A field that was seen without its entry, and still is: a page may show its values a moment late."""
    missed = {who: entry for who, entry in memory.entries.items() if entry.missed}
    if not missed:
        return None
    for who, control in _found(missed, snapshot).items():
        entry, now = missed[who], shown_in(control)
        suspected = settings.suspect.get("field") == who.to_dict()
        del memory.entries[who]
        if now is None or not (is_empty(now) or alike(now, entry.old)) or alike(now, entry.value):
            continue
        if suspected or entry.promised or entry.said or memory.saving is None:
            return _finding(who, entry, now, suspected=suspected)
        memory.lost[who] = entry, now
    return None


def _answered(memory: _Memory) -> Finding | None:
    """What was lost, once the program has said that it has saved, or has had the time for it."""
    for who, (entry, now) in memory.lost.items():
        if entry.said or memory.saving is None:
            del memory.lost[who]
            return _finding(who, entry, now, suspected=False)
    return None


def _finding(who: Identity, entry: _Entry, now: str, *, suspected: bool) -> Finding:
    details: Mapping[str, Any] = {
        "about": who.about,
        "entered": entry.value,
        "shown": now,
        "saved_by": entry.saved_by,
        "promised": entry.promised,
        "said": entry.said,
        "suspect": {"field": who.to_dict()} | ({"saved": entry.saving.to_dict()} if entry.saving is not None else {}),
    }
    severity: Severity = "failure" if suspected or entry.promised or entry.said else "warning"
    return Finding(
        "entry_lost",
        f"{entry.described} has lost what was saved in it",
        f"{entry.described} showed {entry.value!r} when {entry.saved_by} saved it, and shows {now!r} after its page "
        "was left and opened again.",
        f"{entry.described} shows {entry.value!r} when its page is opened again.",
        key=f"{who.about} {severity}",  # what is only a warning now may be sure another time
        details=details,
        severity=severity,
        of_last_action=False,
    )


# -- fields -----------------------------------------------------------------------------------------------------------


def _found(wanted: Mapping[Identity, _Entry], snapshot: Snapshot) -> dict[Identity, Control]:
    """The wanted fields that a tree shows, in one walk."""
    wanted_types = {who.kind for who in wanted}
    names = {who.name for who in wanted}
    found: dict[Identity, Control] = {}
    for at, control in enumerate(snapshot.controls):
        if control.control_type not in wanted_types or not control.visible:
            continue
        if not names & {control.automation_id, control.name, control.help_text}:
            continue
        who = identity_of(control, snapshot, at=at)
        if who in wanted:
            found[who] = control
    return found


def _context(snapshot: Snapshot) -> frozenset[tuple[str, str]]:
    """What is selected: in another record's page a field shows another record's value."""
    return frozenset((c.control_type, c.automation_id or c.name) for c in snapshot.controls
                     if c.selected and c.control_type in ROW_TYPES)  # fmt: skip
