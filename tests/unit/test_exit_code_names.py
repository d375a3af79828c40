"""Exit codes in words."""

from __future__ import annotations

import pytest

from wpfagent.core.exit_codes import is_crash, name_of


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
