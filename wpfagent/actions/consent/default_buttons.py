"""Which buttons Enter and Esc may press from elsewhere in the window: UI Automation does not tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from wpfagent.actions.consent import keys_to, saying, surrounding
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.core.captions import is_telling, own_name
from wpfagent.core.model import Control, WindowInfo
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating.items import field_around, row_around
from wpfagent.desktops.locating.locate import window_of
from wpfagent.dotnet.default_buttons import may_be_pressed
from wpfagent.safety import closing, questions
from wpfagent.safety.destructive import Reason

WIN32_CANCEL = "2"  # the id of the button that Esc presses in a dialog of Windows
WITH_DEFAULTS_IN_FILES = ("WPF", "WinForm")  # whose programs say there which buttons are the default ones


def pressed_by(doing: Doing, key: str, focused: Control | None) -> Iterator[tuple[Control, Reason]]:
    """Yield the destructive buttons that Enter or Esc may press, and why they are."""
    found = dict(_destructive(doing, focused))
    for button, reason in found.items():
        is_lone = key == "Esc" or not _is_of_each_row(doing, button, [*found])
        if is_lone and _may_be_pressed(doing, key, button, focused):
            yield button, reason


def _destructive(doing: Doing, focused: Control | None) -> list[tuple[Control, Reason]]:
    """The enabled buttons of the focused window that are destructive, also hidden ones; a part of a field is none."""
    windows = doing.windows()
    window = (window_of(focused, windows) if focused else None) or next((w for w in windows if w.is_usable), None)
    if window is None:
        return []
    # In all windows: that of an owned one is in its owner's tree as well, and counts where it is found first.
    buttons = doing.find_all(Conditions(control_type="Button"), limit=saying.EVERY)
    able = [b for b in buttons if b.enabled and b.hwnd == window.hwnd and not b.can("GridItem")]
    able = [b for b in able if not _is_of_title_bar(b, window)]
    is_asked = window.owner or window.is_system_dialog or any(map(questions.is_answer, able))
    known = replace(doing.snapshot(windows=(window,)), windows=tuple(windows)) if is_asked else doing.known
    judged = ((b, doing.policy.against(b, surrounding.around(doing, b, known))) for b in able)
    found = [(button, reason) for button, reason in judged if reason is not None]
    return [told for told in found if field_around(doing.desktop, told[0], doing.left_s, ("Edit",)) is None]


def _is_of_title_bar(button: Control, window: WindowInfo) -> bool:
    """Whether this is one of the frame's own buttons, or a cross that the window draws: Enter and Esc press neither."""
    is_of_frame = not button.focusable and button.automation_id in ("Close", "Minimize", "Maximize", "Restore")
    return is_of_frame or (not is_telling(own_name(button)) and closing.closes_window(button, window))


def _may_be_pressed(doing: Doing, key: str, button: Control, focused: Control | None) -> bool:
    """Whether a key may press a button from elsewhere, which UIA does not tell, but the files of .NET programs may."""
    framework = doing.framework(focused or button)
    if framework_of(framework).defaults_have_windows and not button.class_name:
        return False
    if framework == "Win32":
        return keys_to.press_native(doing, button) if key == "Enter" else button.automation_id == WIN32_CANCEL
    if framework not in WITH_DEFAULTS_IN_FILES:
        return True
    captions = {button.name, button.own_name or ""}
    return any(may_be_pressed(key, Path(doing.app.exe), button.automation_id, caption) for caption in captions)


def _is_of_each_row(doing: Doing, button: Control, others: Sequence[Control]) -> bool:
    """Whether several rows of a list have a button of this caption: a window has one default button, not one a row."""
    alike = [b for b in others if (b.name, b.hwnd) == (button.name, button.hwnd)]
    rows = {row_around(doing.desktop, b, doing.left_s) for b in alike} if len(alike) > 1 else {""}
    return len(rows) > 1 and "" not in rows
