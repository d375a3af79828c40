"""The oracle `error_dialog`: a dialog that tells of an exception or an error has appeared."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.testing.oracles.base import ExceptionFacts, Finding, Observation, Oracle
from wpfagent.testing.oracles.error_text import COLLECTIONS
from wpfagent.testing.oracles.parts.error_words import fatal_phrase, is_error_title
from wpfagent.testing.oracles.parts.exceptions import parse_exception
from wpfagent.testing.oracles.parts.settings import PatternSettings
from wpfagent.testing.oracles.parts.thrown import printed_code_of

MOST_BUTTONS = 5
MOST_INPUTS = 1
"""A crash reporter asks at most what the user was doing; more fields make it a form."""
INPUTS = frozenset({"ComboBox", "RadioButton", "Slider", "Spinner", "Calendar"})


@dataclass(frozen=True, slots=True)
class Content:
    """What a dialog shows: its texts, its buttons, how many fields it has, whether it lists data."""

    texts: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    inputs: int = 0
    lists: bool = False

    @property
    def text(self) -> str:
        """Its texts, a line each."""
        return "\n".join(self.texts)

    @property
    def is_message(self) -> bool:
        """Whether it only tells something: texts and a few buttons."""
        return not self.lists and self.inputs <= MOST_INPUTS and 1 <= len(self.buttons) <= MOST_BUTTONS


@dataclass(slots=True)
class Windows:
    """The handles of the windows that were judged; None before the first action."""

    judged: set[int] | None = None


class ErrorDialog(Oracle[PatternSettings, Windows]):
    """A dialog that tells of an exception or an error has appeared.

    Judged are message boxes and owned or modal windows of the program: by exceptions in their texts, by a title that
    says error, and by the phrases with which Windows, .NET and the C runtime report a crash. Questions, notices,
    messages about wrong input and forms are none.
    """

    rank = 60

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        if self.memory.judged is None:
            self.memory.judged = set(self.baseline.windows)
        judged = self.memory.judged
        looked = [(w, observation.windows, observation.after) for w in observation.windows]
        now, before = {w.hwnd for w in observation.windows}, observation.before
        if before is not None:  # what came late, and went with this action, was there only then
            looked += [(w, before.windows, before) for w in before.windows if w.hwnd not in now | judged]
        judged &= now
        for window, windows, snapshot in looked:
            if window.hwnd in judged:
                continue
            if not is_dialog(window, windows):
                judged.add(window.hwnd)
                continue
            content = content_of(window, snapshot)
            if content.texts and content.buttons:
                judged.add(window.hwnd)  # otherwise it may not be built yet, and is looked at again
            exception = parse_exception(f"{window.title}\n{content.text}", "dialog")
            if reason := _reason(window, content, exception, self.settings):
                judged.add(window.hwnd)
                return _finding(observation, window, content, exception, reason)
        return None


def is_dialog(window: WindowInfo, windows: Sequence[WindowInfo]) -> bool:
    """Return whether a window is a dialog: a message box, an owned window, or one that blocks another."""
    if window.popup:
        return False
    others = [w for w in windows if w.hwnd != window.hwnd and not w.popup]
    return window.is_system_dialog or window.owner != 0 or any(not w.enabled for w in others)


def content_of(window: WindowInfo, snapshot: Snapshot | None) -> Content:
    """Return what a dialog shows, as far as its tree was read."""
    if snapshot is None:
        return Content()
    own = [c for c in snapshot.controls if c.hwnd == window.hwnd]
    texts: list[str] = []
    buttons: list[str] = []
    inputs, lists, hidden_below = 0, False, sys.maxsize
    for control in own:
        if control.depth > hidden_below:
            continue
        kind = control.control_type
        hidden_below = control.depth if kind in COLLECTIONS or kind in ("TitleBar", "Button") else sys.maxsize
        if kind == "Button":
            buttons.append(control.label)
        elif kind in INPUTS or (kind == "Edit" and control.read_only is not True and not _is_stack(control)):
            inputs += 1
        elif kind in COLLECTIONS:
            lists = lists or kind not in ("Menu", "MenuBar")
        elif kind in ("Text", "Edit", "Document", "Pane", "Custom") and control.text and control.text not in texts:
            texts.append(control.text)
    return Content(tuple(texts), tuple(buttons), inputs, lists)


def _is_stack(control: Control) -> bool:
    """A field with a stack trace is there to be copied, whether it can be written in or not."""
    return parse_exception(control.text) is not None


def _reason(
    window: WindowInfo, content: Content, exception: ExceptionFacts | None, settings: PatternSettings
) -> str | None:
    both = f"{window.title}\n{content.text}"
    if settings.ignores(both):
        return None
    if settings.matches(both):
        return "the pattern of the settings"
    titled = is_error_title(window.title)
    if exception is not None and (titled or content.is_message):
        return "an exception in its text"
    if titled and (content.is_message or not content.buttons):
        return "its title"
    phrase = fatal_phrase(both) if content.is_message else None
    return f"the words {phrase!r}" if phrase else None


def _finding(
    observation: Observation,
    window: WindowInfo,
    content: Content,
    exception: ExceptionFacts | None,
    reason: str,
) -> Finding:
    title = window.title or "without a title"
    early = observation.before is not None and _has(observation.before.windows, window.hwnd)
    when = f"before {observation.subject}" if early else f"after {observation.subject}"
    what = f"{exception.type} in the dialog {title!r}" if exception else f"The error dialog {title!r} appeared"
    return Finding(
        "error_dialog",
        f"{what} {when}",
        f"The dialog {title!r} appeared" + (f": {_first_lines(content)}" if content.texts else "."),
        f"No error dialog {when}.",
        key=f"{window.hwnd} {window.title}",
        details={
            "window": window.title,
            "class_name": window.class_name,
            "buttons": list(content.buttons),
            "text": content.text[:4_000],
            "recognised_by": reason,
            **(printed_code_of(exception) if exception is not None else {}),
        },
        exception=exception,
    )


def _has(windows: Iterable[WindowInfo], hwnd: int) -> bool:
    return any(w.hwnd == hwnd for w in windows)


def _first_lines(content: Content) -> str:
    text = " ".join(content.text.split())
    return text if len(text) <= 300 else text[:297] + "..."
