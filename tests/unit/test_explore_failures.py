"""A failure of an exploration that is one that is known already, seen by another sign."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from wpfagent.runs.explore.failures import Failures
from wpfagent.testing.oracles.base import ExceptionFacts, Finding

MESSAGE = "The column's order cannot be shown while it is not sorted."
THROWN = Finding(
    "unhandled_exception", "thrown", "", "", exception=ExceptionFacts("System.InvalidOperationException", MESSAGE)
)


def shown(text: str) -> Finding:
    return Finding("error_dialog", "shown", f"The dialog 'Cases' appeared: Unhandled exception.\n{text}...", "")


def noted(*findings: Finding) -> list[str]:
    failures = Failures(cast(Any, None), None)
    for step, finding in enumerate(findings):
        cause = SimpleNamespace(fields={}, subject=f"click Header {step}")
        failures.note(cast(Any, SimpleNamespace(finding=finding, cause=cause)), step=5 * step, run=1, run_step=5 * step)
    return [f"{one.finding.oracle} {one.times}" for one in failures.found]


@pytest.mark.parametrize("findings", [(THROWN, shown(MESSAGE)), (shown(MESSAGE), THROWN)])
def test_a_dialog_that_shows_a_known_exception_is_that_failure_once_more(findings: tuple[Finding, ...]) -> None:
    assert noted(*findings) == [f"{findings[0].oracle} 2"]


def test_a_dialog_that_says_something_else_is_another_failure() -> None:
    assert noted(THROWN, shown("The file is locked.")) == ["unhandled_exception 1", "error_dialog 1"]
