from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from wpfagent.core.errors import (
    ConfirmationRequired,
    LaunchNotAllowed,
    RefusedDestructive,
    RefusedMode,
    RefusedOutsideTarget,
    RefusedRepeated,
    TokenExpired,
)
from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.core.selector import Selector
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.safety.destructive import Reason
from wpfagent.safety.policy import TOKEN_LIFE_S, Consent, Guard, Policy, element_key, fingerprint

CALLERS = ("mcp", "cli", "library", "scenario", "replay", "random")
REASON = Reason("delete", "Button 'Delete'")
TARGET = Target(7, "a.exe", "/a.exe", "A", "attached", TargetSpec(pid=7), started=5.0)
WINDOW = WindowInfo(1, 7, "a.exe", "A", "C", Rect(0, 0, 9, 9))
CONTROL = Control("e1", automation_id="Del", name="Delete", control_type="Button", runtime_id=(1, 2))


class Wall:
    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def guard(wall: Wall) -> Guard:
    return Guard(wall=wall)


def outcome(guard: Guard, policy: Policy, *, confirm: bool, token: str | None = None) -> str:
    try:
        guard.check_consent(policy, REASON, Consent(confirm, token), lambda: "bound")
    except (RefusedDestructive, ConfirmationRequired, TokenExpired) as error:
        return error.code
    return "done"


def expected(caller: str, profile: bool, flag: bool, confirm: bool) -> str:
    """The table of the policy, written out once more and independently."""
    if caller == "mcp":
        return "confirmation_required" if profile else "refused_destructive"
    if caller in ("cli", "library"):
        if not (profile or flag):
            return "refused_destructive"
        return "done" if confirm else "confirmation_required"
    if caller in ("scenario", "replay"):
        return "done" if (profile or flag) and confirm else "refused_destructive"
    return "done" if profile and flag else "refused_destructive"


TABLE = list(itertools.product(CALLERS, (False, True), (False, True), (False, True)))


@pytest.mark.parametrize(("caller", "profile", "flag", "confirm"), TABLE)
def test_consent_for_destructive_actions_is_the_table(guard, caller, profile, flag, confirm):
    policy = Policy(caller, allow_destructive=profile, flag_destructive=flag)
    assert outcome(guard, policy, confirm=confirm) == expected(caller, profile, flag, confirm)


@pytest.mark.parametrize(("caller", "profile", "flag", "confirm"), TABLE)
def test_a_token_of_the_first_step_is_worth_a_confirmation_and_no_more(guard, caller, profile, flag, confirm):
    policy = Policy(caller, allow_destructive=profile, flag_destructive=flag)
    token = issue(guard, "bound")
    wanted = expected(caller, profile, flag, confirm)
    if wanted == "confirmation_required":
        wanted = "done"
    assert outcome(guard, policy, confirm=confirm, token=token) == wanted


def issue(guard: Guard, bound: str) -> str:
    with pytest.raises(ConfirmationRequired) as error:
        guard.check_consent(Policy("mcp", allow_destructive=True), REASON, Consent(), lambda: bound)
    assert error.value.details["expires_s"] == TOKEN_LIFE_S == 120
    assert error.value.details["confirm_token"] in error.value.hint
    return str(error.value.details["confirm_token"])


def redeem(guard: Guard, token: str, bound: str = "bound") -> None:
    guard.check_consent(Policy("mcp", allow_destructive=True), REASON, Consent(token=token), lambda: bound)


def test_a_token_works_once(guard):
    token = issue(guard, "bound")
    redeem(guard, token)
    with pytest.raises(TokenExpired):
        redeem(guard, token)


@pytest.mark.parametrize(("seconds", "works"), [(0, True), (119.9, True), (120, True), (120.1, False), (9_999, False)])
def test_a_token_lives_for_120_seconds(guard, wall, seconds, works):
    token = issue(guard, "bound")
    wall.time += seconds
    if works:
        redeem(guard, token)
    else:
        with pytest.raises(TokenExpired, match="older"):
            redeem(guard, token)


def test_a_token_is_bound_to_what_it_was_given_for(guard):
    token = issue(guard, "bound")
    with pytest.raises(TokenExpired, match="another"):
        redeem(guard, token, "something else")
    with pytest.raises(TokenExpired):
        redeem(guard, token)


def test_an_unknown_token_is_refused(guard):
    with pytest.raises(TokenExpired):
        redeem(guard, "deadbeef")


def test_tokens_cannot_be_guessed_from_one_another(guard):
    tokens = [issue(guard, "bound") for _ in range(50)]
    assert len(set(tokens)) == 50
    for token in tokens:
        redeem(guard, token)


def test_old_tokens_are_forgotten(guard, wall):
    issue(guard, "bound")
    wall.time += 500
    issue(guard, "bound")
    assert len(guard.tokens) == 1


BOUND = fingerprint("click", {"button": "left"}, TARGET, [WINDOW], [CONTROL])


@pytest.mark.parametrize(
    "change",
    [
        {"action": "toggle"},
        {"args": {"button": "right"}},
        {"target": replace(TARGET, pid=8)},
        {"target": replace(TARGET, started=6.0)},
        {"windows": [WINDOW, replace(WINDOW, hwnd=2)]},
        {"windows": [replace(WINDOW, hwnd=2)]},
        {"windows": []},
        {"controls": [replace(CONTROL, runtime_id=(1, 3))]},
        {"controls": [replace(CONTROL, name="Delete all")]},
        {"controls": [replace(CONTROL, automation_id="Other")]},
        {"controls": [replace(CONTROL, enabled=False)]},
        {"controls": []},
    ],
    ids=str,
)
def test_a_fingerprint_changes_with(change):
    given: dict[str, Any] = {
        "action": "click",
        "args": {"button": "left"},
        "target": TARGET,
        "windows": [WINDOW],
        "controls": [CONTROL],
    }
    assert fingerprint(**given) == BOUND
    assert fingerprint(**{**given, **change}) != BOUND


@pytest.mark.parametrize(
    "change",
    [
        {"windows": [replace(WINDOW, title="12:00:01")]},
        {"windows": [WINDOW, replace(WINDOW, hwnd=5, popup=True)]},
        {"controls": [replace(CONTROL, bounding_rect=Rect(1, 1, 1, 1), focused=True)]},
        {"target": replace(TARGET, target_id="t999", title="other")},
    ],
    ids=str,
)
def test_a_fingerprint_does_not_change_with_what_comes_and_goes(change):
    given: dict[str, Any] = {
        "action": "click",
        "args": {"button": "left"},
        "target": TARGET,
        "windows": [WINDOW],
        "controls": [CONTROL],
    }
    assert fingerprint(**{**given, **change}) == BOUND


# -- repeat rule --


@pytest.mark.parametrize("caller", CALLERS)
def test_only_the_server_has_the_repeat_rule(guard, caller):
    guard.note_act("click", {}, TARGET, "e1", confirmed=False)
    if caller == "mcp":
        with pytest.raises(RefusedRepeated):
            guard.check_repeat(Policy(caller), "click", {}, TARGET, "e1")
    else:
        guard.check_repeat(Policy(caller), "click", {}, TARGET, "e1")


@pytest.mark.parametrize(
    ("action", "args", "target", "element"),
    [
        ("toggle", {}, TARGET, "e1"),
        ("click", {"button": "right"}, TARGET, "e1"),
        ("click", {}, replace(TARGET, pid=8), "e1"),
        ("click", {}, TARGET, "e2"),
    ],
)
def test_another_action_element_or_target_is_no_repeat(guard, action, args, target, element):
    guard.note_act("click", {}, TARGET, "e1", confirmed=False)
    guard.check_repeat(Policy("mcp"), action, args, target, element)


def test_reading_in_between_allows_a_repeat(guard):
    guard.note_act("click", {}, TARGET, "e1", confirmed=False)
    guard.note_read()
    guard.check_repeat(Policy("mcp"), "click", {}, TARGET, "e1")


def test_a_confirmed_effect_counts_as_read(guard):
    guard.note_act("click", {}, TARGET, "e1", confirmed=True)
    guard.check_repeat(Policy("mcp"), "click", {}, TARGET, "e1")


def test_another_act_in_between_is_no_repeat(guard):
    guard.note_act("click", {}, TARGET, "e1", confirmed=False)
    guard.note_act("click", {}, TARGET, "e2", confirmed=False)
    guard.check_repeat(Policy("mcp"), "click", {}, TARGET, "e1")


def test_an_element_is_known_by_its_runtime_id_across_refs():
    assert element_key(CONTROL, None) == element_key(replace(CONTROL, ref="e9"), None)
    assert element_key(None, Selector(name="x")) != element_key(None, Selector(name="y"))


# -- modes --


@pytest.mark.parametrize(
    ("mode", "risk", "input", "allowed"),
    [
        ("safe", "read", "allowed", True), ("safe", "act", "allowed", True), ("safe", "input", "allowed", True),
        ("safe", "coordinates", "allowed", False),
        ("extended", "read", "allowed", True), ("extended", "act", "allowed", True),
        ("extended", "input", "allowed", True), ("extended", "coordinates", "allowed", True),
        ("safe", "read", "never", True), ("safe", "act", "never", True), ("safe", "input", "never", False),
        ("extended", "input", "never", False), ("extended", "coordinates", "never", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("caller", CALLERS)
def test_modes_allow_what_the_table_says(caller, mode, risk, input, allowed):
    policy = Policy(caller, mode, input=input)
    if allowed:
        policy.check_mode("click", risk)
    else:
        with pytest.raises(RefusedMode):
            policy.check_mode("click", risk)


# -- launch and fence --


@pytest.mark.parametrize(("caller", "allow", "profile"), list(itertools.product(CALLERS, (False, True), (False, True))))
def test_launching_is_the_table(caller, allow, profile):
    policy = Policy(caller, allow_launch=allow)
    if caller == "mcp" and not allow and not profile:
        with pytest.raises(LaunchNotAllowed):
            policy.check_launch("a.exe", "P" if profile else None)
    else:
        policy.check_launch("a.exe", "P" if profile else None)


def test_a_fence_keeps_unnamed_programs_from_being_launched_even_with_allow_launch():
    with pytest.raises(LaunchNotAllowed):
        Policy("mcp", allow_launch=True, fence=frozenset({"P"})).check_launch("a.exe", None)


@pytest.mark.parametrize(("profile", "inside"), [("P", True), ("Q", False), (None, False)])
def test_a_fence_holds_targets_by_their_profile(profile, inside):
    target = replace(TARGET, spec=TargetSpec(pid=7, profile=profile))
    Policy("mcp").check_fence(target)
    if inside:
        Policy("mcp", fence=frozenset({"P"})).check_fence(target)
    else:
        with pytest.raises(RefusedOutsideTarget):
            Policy("mcp", fence=frozenset({"P"})).check_fence(target)
