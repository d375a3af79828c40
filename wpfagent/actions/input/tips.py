"""Tool tips: what UI Automation tells of them only while they show.

A command without words (a picture, a glyph) that tells no help text either may have one that the program makes, or
that its framework tells nobody: its first press is the mouse's, which rests there and is judged by the tip that comes.
"""

from __future__ import annotations

from wpfagent.actions.consent import saying
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence.shown_tips import TIP_S, shown
from wpfagent.core.captions import is_telling
from wpfagent.core.model import Control
from wpfagent.core.selector import split_identifier
from wpfagent.desktops.locating.locate import window_of
from wpfagent.safety import closing, destructive

ANONYMOUS = destructive.COMMAND_TYPES | {"CheckBox", "Image"}
REPEATED = "RepeatButton"
LATE_S = 0.3
"""So much later it may be read, once the program rests again."""


def come_back(doing: Doing, control: Control, point: tuple[int, int]) -> None:
    """Take the pointer away and back to where it rests already: its tip shows anew."""
    window = window_of(control, doing.windows())
    doing.desktop.mouse_move(*(window.rect[:2] if window is not None else (0, 0)))
    doing.desktop.wait_idle(doing.app.pid, TIP_S)
    doing.desktop.mouse_move(*point)


def is_unknown(doing: Doing, control: Control) -> bool:
    """Return whether nothing says what a command does, and its tool tip was not looked for yet.

    What goes on while it is held down, as the arrows at a number do, is no command.
    """
    if control.class_name == REPEATED:
        return False
    words = {w.casefold() for w in split_identifier(control.automation_id) if w.isalpha() and len(w) > 1}
    is_read = is_telling(control.name) or (control.name and control.name.isascii())
    is_told = is_read or control.help_text or control.beside or words - closing.CLOSING_NOISE
    is_silent = control.control_type in ANONYMOUS and not is_told and control.runtime_id not in doing.tips
    return is_silent and not saying.is_key(doing, control)


def learn(doing: Doing, control: Control, point: tuple[int, int], *, came: bool) -> None:
    """Wait for the tool tip of a command of which nothing else says what it does; the pointer rests on it."""
    if not is_unknown(doing, control):
        return
    if not came:
        come_back(doing, control, point)
    old = shown(doing)  # of what the pointer left; or its own already
    found = doing.until(lambda: [tip for tip in shown(doing) if tip not in old], TIP_S).value or shown(doing)
    if not found:  # the program gets hardly any processor time, or had others to show
        doing.desktop.wait_idle(doing.app.pid, TIP_S, hwnd=control.hwnd, thoroughly=True)
        found = doing.until(lambda: shown(doing), LATE_S).value or []
    doing.tips[control.runtime_id] = "\n".join(text for _, text in found)
