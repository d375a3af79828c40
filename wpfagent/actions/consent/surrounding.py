"""What stands around a control: its window, and what is said there that an answer, or a command, is meant for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import layers
from wpfagent.core.model import ROW_TYPES, Control, Rect, Snapshot, WindowInfo
from wpfagent.desktops.base import Budget, Conditions
from wpfagent.desktops.locating.locate import window_of
from wpfagent.desktops.target import main_window
from wpfagent.safety import destructive, questions
from wpfagent.safety.closing import closes_window
from wpfagent.safety.destructive import Surroundings

QUESTION_ELEMENTS = 60
"""So much of a dialog is read for what it asks; one with more elements has other tasks besides."""
NEAR, MOST_BESIDE = 200, 10_000
"""So many elements around a control are read where the tree before an act was too large for it."""
FORM_TYPES = frozenset({"CheckBox", "ComboBox", "DataGrid", "Edit", "List", "RadioButton", "Slider", "Tab", "Tree"})
HEADINGS = frozenset({"Group", "Text", "Window"})
"""What stands over a list, and says what its entries are."""
CAPTIONED = destructive.COMMAND_TYPES | destructive.SET | {"TitleBar"}
"""Whose texts are said by these, not by the dialog."""


def around(doing: Doing, control: Control, known: Snapshot | None = None) -> Surroundings:
    """Return the window around a control and what is said there; as far as it goes, from `known`.

    In a dialog that is all of its texts; elsewhere those that an answer, or a button below a question, stands with.
    """
    windows = doing.windows() if known is None else known.windows
    window = window_of(control, windows)
    main = main_window(windows, doing.app.first)
    is_dialog = window is not None and not window.popup and (window.owner != 0 or window.is_system_dialog)
    below = next((w for w in windows if w.enabled and not w.popup), None)  # whose menu it is
    framed = below if window is not None and window.popup else window
    is_main = framed is not None and main is not None and framed.hwnd == main.hwnd
    if window is None:
        return Surroundings(window, is_main)
    if is_dialog or not (is_main or window.popup):
        texts, buttons, is_form = _question(doing, window, known, control)
        is_dialog = is_dialog or not is_form  # one without an owner asks as well
    if is_dialog:
        may_ask = not window.is_system_dialog and any(map(questions.asks, texts))  # the system's own close alike
        is_notice = buttons == 1 and not (is_form or may_ask)
        return Surroundings(window, is_main, True, (window.title, *texts), is_notice, is_form=is_form)
    known = doing.known if known is None else known
    if known is not None and (known.truncated or known.partial) and known.index_of(control.ref) is None:
        known = _near(doing, control, known)
    found = layers.beside(known, control) if known is not None else None
    if found is None and questions.is_answer(control):
        found = layers.beside(doing.snapshot(windows=(window,)), control)
    texts, asks = found or ([], False)
    if known is not None and questions.is_answer(control):
        texts = [
            *texts,
            *layers.chosen_around(known, control),
            *_asked_elsewhere(known, window),
            *_steps(known, window),
        ]
    title = "" if is_main else window.title
    said = (title, *texts) if title or texts else ()
    title_bar = _title_bar(doing, window, known) if is_main and closes_window(control, window) else None
    return Surroundings(window, is_main, control.ref in doing.over, said, title_bar=title_bar, is_form=not asks)


def _near(doing: Doing, control: Control, cut: Snapshot) -> Snapshot:
    """Return what stands around a control of which the tree does not tell that was read: it was too large.

    The largest area around it that can be read whole, up to the window; else what stands beside it below one parent.
    """
    found, above = cut, doing.desktop.parent(control, timeout_s=doing.left_s)
    if above is not None:
        alike = doing.desktop.children(above, limit=MOST_BESIDE, timeout_s=doing.left_s)
        at = next((n for n, c in enumerate(alike) if c.ref == control.ref), 0)
        found = replace(cut, controls=tuple(replace(c, depth=0) for c in alike[max(0, at - NEAR) : at + NEAR]))
    while above is not None and above.control_type != "Window":
        part = doing.snapshot(Budget(NEAR), within=above)
        if part.truncated or part.index_of(control.ref) is None:
            break
        found, above = replace(part, windows=cut.windows), doing.desktop.parent(above, timeout_s=doing.left_s)
    return found


def _asked_elsewhere(known: Snapshot, window: WindowInfo) -> list[str]:
    """Return the questions in other windows that have no answers themselves."""
    inside = ([c for c in known.controls if c.hwnd == w.hwnd] for w in known.windows if w.hwnd != window.hwnd)
    unanswered = (controls for controls in inside if not any(map(questions.is_answer, controls)))
    return [said for controls in unanswered for c in controls if questions.asks(said := layers.said_by(c))]


def _lists_steps(controls: Iterable[Control]) -> bool:
    return any(questions.lists_what_follows(c.name) for c in controls if c.control_type in HEADINGS)


def _steps(known: Snapshot, window: WindowInfo) -> list[str]:
    """Return the entries of the lists of a page that say what will be done, where they are commands."""
    here = [c for c in known.controls if c.hwnd == window.hwnd]
    rows = [c.name for c in here if c.control_type in ROW_TYPES] if _lists_steps(here) else []
    return [f"{name}!" for name in rows if questions.orders(name)]


def _title_bar(doing: Doing, window: WindowInfo, known: Snapshot | None) -> Rect | None:
    """Return where the title bar is that the system draws for a window; None where it draws none."""
    found = known.controls if known is not None else doing.find_all(Conditions(control_type="TitleBar"))
    bars = (c for c in found if c.control_type == "TitleBar" and c.hwnd == window.hwnd)
    return next((bar.bounding_rect for bar in bars), None)


def _question(doing: Doing, window: WindowInfo, known: Snapshot | None, button: Control) -> tuple[list[str], int, bool]:
    """Return what a dialog says beside a button, how many of these it has, and whether it has fields, too."""
    if known is None or known.truncated or known.partial:
        budget = Budget(QUESTION_ELEMENTS) if known is None else Budget()
        snapshot = doing.desktop.snapshot((window,), budget=budget, timeout_s=doing.left_s)
    else:
        snapshot = Snapshot(tuple(c for c in known.controls if c.hwnd == window.hwnd), (window,))
    is_form = len(snapshot) >= QUESTION_ELEMENTS or any(c.control_type in FORM_TYPES for c in snapshot)
    lists_steps = _lists_steps(snapshot.controls)
    found: list[str] = []
    buttons = 0
    for index, control in enumerate(snapshot.controls):
        above = {a.control_type for a in snapshot.ancestors(index)}
        if above & CAPTIONED or (above & ROW_TYPES and not (lists_steps or questions.asks(control.name))):
            continue
        buttons += control.control_type == "Button"
        found.append(layers.said_by(control))
    chosen = layers.chosen_in(snapshot.controls, button, window.title)
    return [*filter(None, found), *chosen], buttons, is_form
