"""The oracle `exception_text`: the program shows an exception where it should say something to its user."""

from __future__ import annotations

from collections.abc import Iterable

from wpfagent.core.model import Control
from wpfagent.testing.observing.shown import Shown
from wpfagent.testing.oracles.base import ExceptionFacts, Finding, Observation, Oracle
from wpfagent.testing.oracles.error_dialog import content_of, is_dialog
from wpfagent.testing.oracles.parts.error_words import is_error_title
from wpfagent.testing.oracles.parts.looking import SeenTexts, is_typed_in
from wpfagent.testing.oracles.parts.settings import PatternSettings
from wpfagent.testing.oracles.parts.shown_exceptions import exception_in
from wpfagent.testing.oracles.parts.signature import stable_id
from wpfagent.testing.oracles.parts.thrown import printed_code_of

LISTS = frozenset({"DataGrid", "List", "Table", "Tree", "Menu", "MenuBar"})
"""What stands in these are records: a log, results of a build, a choice."""
NOT_SHOWN = frozenset({"Thumb", "ScrollBar", "TitleBar", "Separator"})


class ExceptionText(Oracle[PatternSettings, SeenTexts]):
    """A label, a status bar or a field shows an exception: its type with a message, or a stack.

    `System.NullReferenceException: Object reference not set …`, `at Desk.Orders.Save()`, a Python traceback. None is
    what was typed, what stands in lists, logs (many exceptions, lines with times) and in dialogs, which `error_dialog`
    judges. Sentences about errors, and bare names of types, are for `error_text`.
    """

    rank = 180
    cause = "A handler may catch an exception and show its text in {about} instead of a message."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        typed = self.memory.note_typed(observation)
        found = self.memory.new_in(observation)
        if found is None:
            return None
        shown, new = found
        raised = {t: facts for t in new if len(t) > 10 and (facts := exception_in(t)) is not None}
        raised = {
            t: facts for t, facts in raised.items() if not self.settings.ignores(t) and not _is_echo(t, facts, typed)
        }
        if not raised:
            return None
        for index, control, text in shown.holders(raised):
            if not control.visible or control.control_type in NOT_SHOWN or is_written_in(control, text):
                continue
            if any(a.control_type in LISTS for a in shown.snapshot.ancestors(index)):
                continue
            if _is_for_the_dialog(observation, shown, control):
                continue
            where = stable_id(control.automation_id) or control.control_type
            key = f"{where} {raised[text].type}"
            if key in self.memory.reported:
                continue
            self.memory.reported.add(key)
            return _finding(observation, control, text, raised[text], where, key)
        return None


def is_written_in(control: Control, text: str) -> bool:
    """Return whether a text stands in a field that people write in."""
    return is_typed_in(control) and control.value == text and control.read_only is False


def _is_echo(text: str, facts: ExceptionFacts, typed: Iterable[str]) -> bool:
    """Whether somebody typed it: a text with this exception in it, cut off or not."""
    return any(exception_in(t) is not None and (t in text or facts.type in t) for t in typed if len(t) > 10)


def _is_for_the_dialog(observation: Observation, shown: Shown, control: Control) -> bool:
    """Whether it stands in a message that has just opened."""
    before = observation.before
    if before is not None and any(w.hwnd == control.hwnd for w in before.windows):
        return False
    for window in observation.windows:
        if window.hwnd == control.hwnd and is_dialog(window, observation.windows):
            return is_error_title(window.title) or content_of(window, shown.snapshot).is_message
    return False


def _finding(
    observation: Observation, control: Control, text: str, facts: ExceptionFacts, where: str, key: str
) -> Finding:
    what = facts.type or "a stack trace"
    return Finding(
        "exception_text",
        f"{where} shows {what} after {observation.subject}",
        f"{control.describe()} shows: {text[:300]}",
        "Words for the user, or nothing: an exception is for a log.",
        key=key,
        details={"element": control.describe(), "text": text[:2_000], "about": where, **printed_code_of(facts)},
        exception=facts if facts.type else None,
    )
