"""Exit codes in words."""

from __future__ import annotations

import pytest

from wpfagent.core.exit_codes import is_by_runtime, is_crash, name_of


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (0, "0"),
        (3, "3"),
        (0xC0000005, "0xC0000005 STATUS_ACCESS_VIOLATION"),
        (-1073741819, "0xC0000005 STATUS_ACCESS_VIOLATION"),
        (0xDEADBEEF, "0xDEADBEEF"),
    ],
)
def test_exit_codes_are_named_as_people_look_them_up(code, text):
    assert name_of(code) == text


@pytest.mark.parametrize(("code", "crashed"), [(0, False), (3, False), (0xC0000005, True), (0xE0434352, True)])
def test_only_codes_of_the_system_or_a_runtime_are_crashes(code, crashed):
    assert is_crash(code) is crashed


@pytest.mark.parametrize(
    ("code", "by_runtime"),
    [(3, False), (0xC0000005, False), (0xC0000374, False), (-532462766, True), (0xC0000409, True)],
)
def test_a_fault_of_native_code_is_told_from_what_an_exception_ends_with(code, by_runtime):
    assert is_by_runtime(code) is by_runtime
