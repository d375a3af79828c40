"""The common file dialogs: the Vista one and the one before it."""

from __future__ import annotations

import glob
import ntpath
import os
from collections.abc import Sequence
from dataclasses import dataclass

from wpfagent.actions.base import Performed, action, arg
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.input import keyboard
from wpfagent.core.errors import ElementNotFound, InvalidArgument, Refused, TimedOut
from wpfagent.core.model import Control, WindowInfo
from wpfagent.desktops.base import Conditions
from wpfagent.safety.destructive import Reason
from wpfagent.safety.questions import OVERWRITE_QUESTION

FILE_NAME_IDS = ("1001", "1148", "FileNameControlHost", "FileNameControl", "1152")
"""AutomationIds of the file name field: save and open of the Vista dialog, and the older one's."""
SAVED_AS = FILE_NAME_IDS[0]
"""The field of a dialog that saves has it, whatever language that is in."""
ACCEPT_ID = "1"
"""IDOK: the Open or Save button of both dialogs."""


@dataclass(frozen=True, slots=True)
class FileDialogArgs:
    """Arguments of file_dialog."""

    path: str = arg("the file's full path")


@action(selector="none", args=FileDialogArgs)
def file_dialog(doing: Doing, args: FileDialogArgs) -> Performed:
    """Answer the open or save dialog that is shown, with a path. Overwriting an existing file is destructive."""
    path = os.path.normpath(args.path)  # the dialog itself knows only the system's own separator
    dialog = doing.retry(lambda: _dialog(doing))
    field, accept = _parts(doing, dialog)
    consenting.of_control(doing, accept)  # any dialog with a field and a button of these ids is taken for one
    if _is_save(doing, dialog) and _may_be_there(path):
        doing.permit(Reason("overwrite", f"the file {path}"), None)
    if not field.can("Value"):
        keyboard.ensure_focus(doing, field)
        doing.desktop.press_keys(("Ctrl", "A"))
        keyboard.type_in_front(doing, path)
    else:
        doing.focus(field)
        doing.verb(field, "set_value", path)
    method = "ValuePattern, InvokePattern" if field.can("Value") else "keyboard, InvokePattern"
    doing.verb(accept, "invoke")
    waited = doing.until(lambda: _gone_or_question(doing, dialog))
    question = waited.value
    if isinstance(question, WindowInfo):
        _answer(doing, question, path)
        answered = question.hwnd  # it may take its time to close
        waited = doing.until(lambda: _gone_or_question(doing, dialog, answered))
    if waited.value is not True:
        titles = [w.title for w in doing.windows() if not w.popup]
        raise TimedOut(
            f"The dialog {dialog.title!r} did not close on {path!r}.",
            hint=f"Windows now: {', '.join(map(repr, titles))}. Read what it says.",
        )
    return Performed(method, confirmed={"windows_closed": [dialog.title], "path": path})


def _dialog(doing: Doing) -> WindowInfo:
    for window in doing.windows():
        if window.is_system_dialog and window.enabled and _file_name(doing, window) is not None:
            return window
    titles = [w.title for w in doing.windows() if not w.popup]
    raise ElementNotFound(
        "No open or save dialog is shown.", hint=f"Windows now: {', '.join(map(repr, titles))}. Open it first."
    )


def _find(doing: Doing, window: WindowInfo, conditions: Conditions) -> Sequence[Control]:
    return doing.desktop.find(conditions, windows=(window,), limit=20, timeout_s=doing.left_s)


def _file_name(doing: Doing, window: WindowInfo) -> Control | None:
    for identifier in FILE_NAME_IDS:
        for found in _find(doing, window, Conditions(automation_id=identifier)):
            if found.control_type == "Edit":
                return found
            inner = doing.find_all(Conditions(control_type="Edit"), within=found, limit=2)
            if inner:
                return inner[0]
    return None


def _parts(doing: Doing, window: WindowInfo) -> tuple[Control, Control]:
    field = _file_name(doing, window)
    accept = Conditions(automation_id=ACCEPT_ID)
    buttons = [c for c in _find(doing, window, accept) if c.control_type in ("Button", "SplitButton")]
    if field is None or not buttons:
        raise ElementNotFound(f"The dialog {window.title!r} has no file name field or no button to accept.")
    return field, buttons[0]


def _is_save(doing: Doing, window: WindowInfo) -> bool:
    field, button = _parts(doing, window)
    label = f"{window.title} {button.name}".casefold()
    return field.automation_id == SAVED_AS or any(word in label for word in ("save", "export", "保存", "speichern"))


def _may_be_there(path: str) -> bool:
    """Whether a file is there that saving would replace: the dialog adds an extension, and drops dots that end a name.

    Raises:
        InvalidArgument: only the dialog knows which file is meant, and may replace it without a question.
    """
    if not (ntpath.isabs(path) or os.path.isabs(path)) or '"' in path:
        raise InvalidArgument(f"Where {path!r} is, only the dialog knows.", hint="Give the file's full path.")
    plain = os.path.expandvars(path).rstrip(". ")
    is_bare = not os.path.splitext(plain)[1]
    return os.path.exists(plain) or (is_bare and bool(glob.glob(f"{glob.escape(plain)}.*")))


def _gone_or_question(doing: Doing, dialog: WindowInfo, answered: int = 0) -> bool | WindowInfo:
    windows = doing.windows()
    if not any(w.hwnd == dialog.hwnd for w in windows):
        return True
    questions = (w for w in windows if w.owner == dialog.hwnd and w.is_system_dialog and w.hwnd != answered)
    return next(questions, False)


def _answer(doing: Doing, question: WindowInfo, path: str) -> None:
    """An overwrite question was consented to; any other is left to the caller."""
    texts = [question.title, *(c.text for c in _find(doing, question, Conditions(control_type="Text")))]
    if not any(OVERWRITE_QUESTION.search(t) for t in texts):
        raise TimedOut(f"The dialog asks: {' '.join(texts)}", hint="Answer it with click.")
    try:
        doing.permit(Reason("overwrite", f"the file {path}"), None)
    except Refused:
        _press(doing, question, ("7", "2"))
        raise
    _press(doing, question, ("6", "1"))


def _press(doing: Doing, window: WindowInfo, identifiers: Sequence[str]) -> None:
    """Press the first of these buttons (IDYES 6, IDNO 7, IDOK 1, IDCANCEL 2)."""
    for identifier in identifiers:
        wanted = {identifier, f"CommandButton_{identifier}"}
        for found in _find(doing, window, Conditions(control_type="Button")):
            if found.automation_id in wanted:
                doing.verb(found, "invoke")
                return
    raise ElementNotFound(f"The question {window.title!r} has none of the buttons {', '.join(identifiers)}.")
