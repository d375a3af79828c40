"""Forms that were refused: what a program says about it, and which fields that is about.

A command is refused where a complaint comes up that was not there before: on the page, in a message box, or as the
error of a field. The fields that it names get another value next time, all fields of the form in turn where it names
none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from wpfagent.runs.explore.hints import is_complaint
from wpfagent.runs.explore.screen import Screen
from wpfagent.runs.explore.seen import Known, plain

MOST_REFUSALS = 8
"""A form that was refused so often is left: every way to fill in a field is tried by then."""


@dataclass(slots=True)
class Refusals:
    """What was refused so far.

    Args:
        times: how often each command was refused since it was accepted last.
        doubts: how often each field was what the refusal was about, or may have been; its next value is another one.
        complaints: what was said when a command was refused.
    """

    times: Counter[str] = field(default_factory=Counter)
    doubts: Counter[str] = field(default_factory=Counter)
    complaints: dict[str, frozenset[str]] = field(default_factory=dict)

    def is_used_up(self, key: str) -> bool:
        """Return whether every way was tried."""
        return self.times[key] >= MOST_REFUSALS

    def note(self, key: str, before: Screen, after: Screen, form: Sequence[Known]) -> bool:
        """Take note of what was said after a command; return whether that was a refusal.

        Args:
            key: the command's.
            before: the screen on which it was run.
            after: the screen that followed.
            form: the fields that it takes.
        """
        said = _complaints(after) - (_complaints(before) - self.complaints.get(key, frozenset()))
        if not said:
            if before.state != after.state:
                self.times.pop(key, None)
            return False
        self.complaints[key] = frozenset(said)
        blamed = [k for k in form if _is_about(k, said, before, after)]
        if not blamed and form:
            blamed = [form[self.times[key] % len(form)]]
        self.times[key] += 1
        self.doubts.update(k.key for k in blamed)
        return True


def _complaints(screen: Screen) -> set[str]:
    """The texts of a screen that complain, the errors of fields among them."""
    texts = {t for p in screen.places for t in (p.control.help_text, p.control.text if not p.control.read_only else "")
             if p.control.control_type == "Text" or t == p.control.help_text}  # fmt: skip
    return {t for t in texts if t and is_complaint(t)}


def _is_about(known: Known, said: set[str], before: Screen, after: Screen) -> bool:
    """Whether a complaint names a field, or stands as the help of a field that had another one."""
    name = plain(known.name)
    if len(name) > 1 and any(name in t.casefold() for t in said):
        return True
    helps = [next((p.control.help_text for p in s.places if p.key == known.key), "") for s in (before, after)]
    return helps[1] in said and helps[0] != helps[1]
