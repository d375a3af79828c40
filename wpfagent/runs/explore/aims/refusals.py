"""Forms that were refused: what a program says about it, and which fields that is about.

A command is refused where a complaint comes up that was not there before: on the page, in a message box, or as the
error of a field; or where it stays disabled though its form is filled in. The fields that are named get another value
next time. Where none is named one field after the other does, the others keeping their likeliest one: first those whose
label leaves most open. A form that held any other values when it was refused is first filled in as it may be accepted.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.screens.seen import Known, plain
from wpfagent.runs.explore.values.hints import is_complaint
from wpfagent.runs.explore.values.labels import CODES, is_repeated, kinds_by_label
from wpfagent.safety.captions import readings

LONG = 4
"""A word of an id that is so long names a field where nothing else does."""
ONE_WAY = frozenset({"CheckBox", "RadioButton", "List", "DataGrid"})
MOST_REFUSALS = 12
"""A form that was refused so often is left: every way to fill in a field is tried by then."""
AT_ONCE = 5
"""After so many times in a row other things have their turn first."""
SILENT = 3
"""So many refusals it counts for that a command stays disabled and nothing is said: it may need something else."""


@dataclass(slots=True)
class Refusals:
    """What was refused so far.

    Args:
        times: how often each command was refused since it was accepted last.
        turned: how often another one of its fields had its turn, since nothing was named.
        doubts: how often each field was what the refusal was about, or may have been; its next value is another one.
        complaints: what was said when a command was refused.
        latest: the command that was refused just now: its form is tried again at once.
    """

    times: Counter[str] = field(default_factory=Counter)
    turned: Counter[str] = field(default_factory=Counter)
    doubts: Counter[str] = field(default_factory=Counter)
    complaints: dict[str, frozenset[str]] = field(default_factory=dict)
    latest: str = ""

    def is_used_up(self, key: str) -> bool:
        """Return whether every way was tried."""
        return self.times[key] >= MOST_REFUSALS

    def note(self, key: str, before: Screen, after: Screen, form: Sequence[Known], entered: Mapping[str, bool]) -> bool:
        """Take note of what was said after a command; return whether that was a refusal.

        Args:
            key: the command's.
            before: the screen on which it was run.
            after: the screen that followed.
            form: the fields that it takes.
            entered: the fields that were given a value, and whether a form may accept it: what was empty, or held
                any value, still has all of its ways.
        """
        said = _complaints(after) - (_complaints(before) - self.complaints.get(key, frozenset()))
        if not said:
            if before.state != after.state:
                self.times.pop(key, None)
                self.turned.pop(key, None)
            return False
        self.complaints[key] = frozenset(said)
        self._refused(key, form, entered, _meant(form, said, before, after))
        return True

    def note_shut(self, key: str, screen: Screen, form: Sequence[Known], entered: Mapping[str, bool]) -> None:
        """Take note that a command is disabled though its form is filled in: what complains now is about that."""
        hints = {text for known in form for text in known.texts}  # they stood there before anything was entered
        blamed = _meant(form, _complaints(screen) - hints, None, screen)
        self._refused(key, form, entered, blamed, counts=1 if blamed else SILENT)

    def _refused(
        self, key: str, form: Sequence[Known], entered: Mapping[str, bool], blamed: Sequence[str], *, counts: int = 1
    ) -> None:
        """Give each field that is blamed its next value, or one field after the other where none is.

        What is asked for again is never to blame: it is what the field before holds.
        """
        form = [k for k in form if not is_repeated(k.label)]
        self.doubts.update(k.key for k in form if k.key in blamed and entered.get(k.key))
        if not blamed and entered and all(entered.values()) and (turns := _turns(form)):
            turn = turns[self.turned[key] % len(turns)]
            self.turned[key] += 1
            self.doubts.update({k.key: turn.get(k.key, 0) - self.doubts[k.key] for k in form})
        self.times[key] += counts
        self.latest = "" if self.is_used_up(key) or self.times[key] % AT_ONCE == 0 else key


def _turns(form: Sequence[Known]) -> list[dict[str, int]]:
    """Which fields get which of their ways: all that tell nothing their second, then one field at a time.

    All ways of a code come first, then each other field's next ones. What is ticked, or chosen by its group, has no
    other way.
    """
    form = [k for k in form if k.control_type not in ONE_WAY]
    first = {k.key: next(iter(kinds_by_label(k.label, Random(0))), ("", ""))[0] for k in form}
    open_ones = [k.key for k in form if k.control_type == "Edit" and first[k.key] in ("", "code")]
    untold = [key for key in open_ones if not first[key]]
    together = [dict.fromkeys(untold, 1)] if len(untold) > 1 else []
    turns = [{key: way} for key in open_ones for way in range(1, len(CODES) + 1)]
    return [*together, *turns, *({k.key: way} for way in (1, 2) for k in form if k.key not in open_ones)]


def _complaints(screen: Screen) -> set[str]:
    """The texts of a screen that complain, the errors of fields among them."""
    texts = {t for p in screen.places for t in (p.control.help_text, p.control.text if not p.control.read_only else "")
             if p.control.control_type == "Text" or t == p.control.help_text}  # fmt: skip
    return {t for t in texts if t and is_complaint(t)}


def _names(known: Known) -> set[str]:
    """What a complaint may call a field: its label, else the words of its id."""
    if known.label:
        return {plain(known.label)}
    return {w for w in readings(known.automation_id)[-1].split() if len(w) >= LONG}


def _meant(form: Sequence[Known], said: set[str], before: Screen | None, after: Screen) -> list[str]:
    """Return the fields of a form that complaints are about.

    They name a field, by what no other field is called, or stand right behind it, or as its help and did not before.
    """
    words = {k.key: _names(k) for k in form}
    shared = {w for w, times in Counter(w for names in words.values() for w in names).items() if times > 1}
    found = []
    for known in form:
        names = words[known.key] - shared
        is_named = any(len(name) > 1 and name in t.casefold() for t in said for name in names)
        was, now = _help_of(known, before), _help_of(known, after)
        if is_named or (now in said and was != now) or _behind(known, after) in said:
            found.append(known.key)
    return found


def _help_of(known: Known, screen: Screen | None) -> str:
    places = screen.places if screen is not None else ()
    return next((p.control.help_text for p in places if p.key == known.key), "")


def _behind(known: Known, screen: Screen) -> str:
    """The text that comes right behind a field: there its error stands."""
    places = itertools.dropwhile(lambda p: p.key != known.key, screen.places)
    following = next((p.control for p in itertools.islice(places, 1, None) if not p.part), None)
    return following.text if following is not None and following.control_type == "Text" else ""
