"""The oracle of exceptions on the screen, and its border to `error_text` and `error_dialog`."""

from __future__ import annotations

from typing import Any

import pytest
from observed import MAIN, STACK, STACK_JA, control, message_box, observed, window

from wpfagent.core.model import Control, Snapshot
from wpfagent.testing.oracles.base import Finding, Oracle
from wpfagent.testing.oracles.error_dialog import ErrorDialog
from wpfagent.testing.oracles.error_text import ErrorText
from wpfagent.testing.oracles.exception_text import ExceptionText

BROKEN = "System.NullReferenceException: Object reference not set to an instance of an object."
TRACEBACK = 'Traceback (most recent call last):\n  File "a.py", line 3, in save\nValueError: bad'


def judge(*controls: Control, oracle: Oracle[Any, Any] | None = None, **more: Any) -> Finding | None:
    seen = observed(after=Snapshot(controls, (window(),)), **more)
    return (oracle or ExceptionText()).check(seen)


@pytest.mark.parametrize(
    ("text", "kind"),
    [(BROKEN, "System.NullReferenceException"), (f"Status: {BROKEN}", "System.NullReferenceException"),
     (STACK, "System.FormatException"), (STACK_JA, "System.FormatException"), (TRACEBACK, "ValueError"),
     ("java.lang.IllegalStateException: closed", "java.lang.IllegalStateException"),
     ("   at Desk.Orders.Save(String s) in C:\\a.cs:line 3", None)],
)  # fmt: skip
def test_an_exception_is_found_once_and_not_by_error_text_too(text: str, kind: str | None) -> None:
    oracle = ExceptionText()
    label = control(text, automation_id="Status")
    found = judge(label, oracle=oracle)
    assert found is not None
    assert (found.exception.type if found.exception else None) == kind
    assert found.details["about"] == "Status"
    assert judge(label, control("more"), oracle=oracle) is None
    assert judge(label, oracle=ErrorText()) is None


@pytest.mark.parametrize(
    "text",
    ["NullReferenceException", "System.IO.IOException", "Saving failed", "Exceptions: 0", "Error: no connection",
     "ready",
     "10:01 start\n10:02 System.IO.IOException: a\n10:03 end"],
)  # fmt: skip
def test_less_than_that_and_logs_are_left_to_others(text: str) -> None:
    assert judge(control(text)) is None


def test_what_was_typed_shown_before_or_stands_in_a_list_is_none() -> None:
    assert judge(control(f"Saved {BROKEN}"), args={"text": BROKEN}) is None
    assert judge(control("Note", "Edit", value=BROKEN, read_only=False)) is None
    assert judge(control(BROKEN), before=Snapshot((control(BROKEN),), (window(),))) is None
    assert judge(control("Log", "List"), control(BROKEN, depth=2)) is None


def test_a_message_that_has_just_opened_is_for_error_dialog() -> None:
    windows, after = message_box("Error", STACK)
    seen = observed(windows=windows, after=after, before=Snapshot((), (window(),)))
    assert ExceptionText().check(seen) is None
    assert ErrorDialog().check(seen) is not None
    assert after.controls[0].hwnd != MAIN
