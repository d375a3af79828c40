"""The oracle `error_text`: a text that tells of an error has appeared on the screen."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from wpfagent.core.model import Control, Snapshot
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.error_words import error_sentence, may_tell
from wpfagent.testing.oracles.parts.exceptions import parse_exception
from wpfagent.testing.oracles.parts.looking import SeenTexts
from wpfagent.testing.oracles.parts.settings import PatternSettings
from wpfagent.testing.oracles.parts.shown_exceptions import exception_in
from wpfagent.testing.oracles.parts.signature import stable_id

SAYING = frozenset(
    {"Text", "StatusBar", "Document", "Edit", "Pane", "Group", "Custom", "ToolTip", "Image", "Hyperlink"}
)
"""Control types that say something; a button named `Report error` offers something."""
COLLECTIONS = frozenset({"DataGrid", "List", "Table", "Tree", "ComboBox", "Menu", "MenuBar", "Header", "Calendar"})
"""What stands in these is the user's data, or a choice."""
_EXCEPTION = re.compile("Exception|Error|Traceback")
_NUMBERS = re.compile(r"\d+")


class ErrorText(Oracle[PatternSettings, SeenTexts]):
    """A text that tells of an error has appeared on the screen.

    Sentences (`Saving failed`, `保存に失敗しました`) and bare names of exceptions in labels and status bars, and what
    `pattern` matches; labels that merely contain such a word are none. An exception with its message or stack is for
    `exception_text`.
    """

    rank = 240
    level = "warn"

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        before, after = observation.before, observation.after
        if before is None or after is None:
            return None
        appeared = self.memory.new_in(observation)
        if self.settings.pattern is None and (appeared is None or not may_tell("\n".join(appeared[1]))):
            return None
        known: set[str] | None = None
        new = list(new_sayings(before, after))
        for control, text in new:
            said = _error_in(text, self.settings)
            if said is None:
                continue
            if known is None:
                known = {t for c in before.controls for t in (c.name, c.value) if t}
            key = f"{control.automation_id} {_NUMBERS.sub('#', said)}"
            if text in known or key in self.memory.reported:
                continue  # an element that was built anew says what it said before
            self.memory.reported.add(key)
            return _finding(observation, control, text, said, key)
        return None


def new_sayings(before: Snapshot, after: Snapshot) -> Iterator[tuple[Control, str]]:
    """Yield what elements say that they did not say before; text that the user types, and data, say nothing."""
    old = {c.ref: c for c in before.controls}
    cut = before.truncated or before.partial  # an element that is not in there may have been there all the same
    hidden_below = sys.maxsize
    for control in after.controls:
        if control.depth > hidden_below:
            continue
        kind = control.control_type
        hidden_below = control.depth if kind in COLLECTIONS else sys.maxsize
        was = old.get(control.ref)
        if was is not None and was.name == control.name and was.value == control.value:
            continue
        if kind not in SAYING or not control.visible or (was is None and cut):
            continue
        if control.value and (was is None or was.value != control.value) and control.read_only is not False:
            yield control, control.value
        if control.name and kind != "Edit" and (was is None or was.name != control.name):
            yield control, control.name


def _error_in(text: str, settings: PatternSettings) -> str | None:
    if settings.ignores(text):
        return None
    if settings.matches(text):
        return text
    if exception_in(text) is not None:
        return None
    if _EXCEPTION.search(text):
        found = parse_exception(text, "screen")
        if found is not None and (found.frames or "." in found.type):
            return found.type
    return error_sentence(text)


def _finding(observation: Observation, control: Control, text: str, said: str, key: str) -> Finding:
    where = stable_id(control.automation_id) or control.control_type
    exception = parse_exception(text, "screen") if _EXCEPTION.search(text) else None
    return Finding(
        "error_text",
        f"{where} tells of {exception.type if exception else 'an error'} after {observation.subject}",
        f"{where} says: {text[:300]}",
        f"No error text after {observation.subject}.",
        key=key,
        details={"element": control.describe(), "text": text[:2_000], "sentence": said[:300], "about": where},
        exception=exception,
    )
