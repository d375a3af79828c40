"""The oracles of tests: a missing element, an impossible action, an expectation, an invariant."""

from __future__ import annotations

import pytest
from observed import observed

from wpfagent.actions.expect import Verdict
from wpfagent.core.errors import (
    ElementNotEnabled,
    ElementNotFound,
    ElementObscured,
    ForegroundDenied,
    NoInteractiveDesktop,
    RefusedDestructive,
    SelectorAmbiguous,
    TimedOut,
    WpfAgentError,
)
from wpfagent.core.selector import Selector
from wpfagent.testing.oracles.action_failed import ActionFailed
from wpfagent.testing.oracles.base import Observation
from wpfagent.testing.oracles.element_missing import ElementMissing
from wpfagent.testing.oracles.expectation_not_met import ExpectationNotMet
from wpfagent.testing.oracles.invariant_violated import InvariantViolated

MISSING = ElementNotFound("No element matches.", details={"nearest": ["SaveButton2"]})


def names(seen: Observation) -> list[str]:
    oracles = (ElementMissing, ActionFailed, InvariantViolated, ExpectationNotMet)
    return [o.name for o in oracles if o().check(seen) is not None]


def test_an_element_that_a_test_needs_is_missing() -> None:
    seen = observed(is_test=True, error=MISSING, selector=Selector("SaveButton"))
    assert names(seen) == ["element_missing"]
    found = ElementMissing().check(seen)
    assert found is not None
    assert found.details == {"nearest": ["SaveButton2"], "about": "SaveButton"}
    assert "SaveButton" in found.title


@pytest.mark.parametrize("kind", [ElementNotEnabled, ElementObscured, SelectorAmbiguous, TimedOut])
def test_an_action_of_a_test_that_is_not_possible_has_failed(kind: type[WpfAgentError]) -> None:
    seen = observed(is_test=True, error=kind("It is disabled."), selector=Selector("SaveButton"))
    assert names(seen) == ["action_failed"]
    found = ActionFailed().check(seen)
    assert found is not None
    assert found.details["about"] == f"{kind.code} SaveButton"


@pytest.mark.parametrize("error", [MISSING, ElementNotEnabled("It is disabled."), TimedOut("Never came.")])
def test_outside_of_a_test_nobody_promised_that_it_is_possible(error: WpfAgentError) -> None:
    assert names(observed(error=error)) == []


@pytest.mark.parametrize("kind", [NoInteractiveDesktop, ForegroundDenied, RefusedDestructive])
def test_the_machine_and_the_policy_are_not_the_program(kind: type[WpfAgentError]) -> None:
    assert names(observed(is_test=True, error=kind("No."))) == []


@pytest.mark.parametrize(
    ("check", "name"),
    [("expected", "expectation_not_met"), ("success", "expectation_not_met"), ("failure", "expectation_not_met"),
     ("invariant", "invariant_violated")],
)  # fmt: skip
def test_a_check_that_did_not_hold_has_its_oracle(check: str, name: str) -> None:
    wrong = Verdict(False, "text 'Saved'", "text 'Ready'", 3_000)
    seen = observed(action="expect", subject="text_equals 'Saved' on Status", check=check, verdict=wrong, is_test=True)
    assert names(seen) == [name]
    right = observed(action="expect", check=check, verdict=Verdict(True, "a", "a"), is_test=True)
    assert names(right) == []


def test_a_finding_says_what_was_expected_and_seen_and_the_same_check_has_the_same_key() -> None:
    def find(actual: str) -> tuple[str, str, str]:
        verdict = Verdict(False, "text 'Saved'", actual, 3_000)
        made = ExpectationNotMet().check(observed(action="expect", check="expected", subject="Status", verdict=verdict))
        assert made is not None
        return made.expected, made.actual, made.key

    assert find("text 'Ready'")[:2] == ("text 'Saved'", "text 'Ready'")
    assert find("text 'Ready'")[2] == find("text 'Busy'")[2]
