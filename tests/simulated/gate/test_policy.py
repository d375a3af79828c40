"""The policy on every path: what is refused leaves the application untouched."""

from __future__ import annotations

import itertools

import pytest

from wpfagent import Consent, Policy, Profile, Request
from wpfagent.core.errors import (
    ConfirmationRequired,
    Refused,
    RefusedCoordinates,
    RefusedDestructive,
    RefusedMode,
    RefusedOutsideTarget,
    RefusedRepeated,
    ToolDisabled,
)
from wpfagent.desktops.base import Budget
from wpfagent.profiles.profile import ProfileSafety

CALLERS = ("mcp", "cli", "library", "scenario", "replay", "random")
BUTTONS = '<Button x:Name="DeleteButton" Content="Delete" Click="on_delete"/><Button x:Name="Idle" Content="Idle"/>'


def do(driven, action: str, selector=None, *, confirm: bool = False, token: str | None = None, **args):
    return driven.app.gate.execute(Request(action, args, selector, driven.app.target, 500, Consent(confirm, token)))


@pytest.mark.parametrize(
    ("caller", "profile", "flag", "confirm"),
    list(itertools.product(CALLERS, (False, True), (False, True), (False, True))),
)
def test_a_destructive_click_on_every_path(start, caller, profile, flag, confirm):
    driven = start(
        BUTTONS,
        policy=Policy(caller, flag_destructive=flag),
        profile=Profile("P", safety=ProfileSafety(allow_destructive=profile)),
    )
    before = driven.state()

    def click(token: str | None = None):
        return do(driven, "click", {"automation_id": "DeleteButton"}, confirm=confirm, token=token)

    if caller == "random":
        done = profile and flag
    elif caller in ("scenario", "replay"):
        done = (profile or flag) and confirm
    elif caller == "mcp":
        done = False
    else:
        done = (profile or flag) and confirm
    if done:
        assert click().effect == "confirmed"
        assert driven.log == ["delete"]
        return
    with pytest.raises(Refused) as error:
        click()
    assert error.value.exit_code == 4
    assert driven.state() == before
    assert driven.log == []
    second_step = profile if caller == "mcp" else caller in ("cli", "library") and (profile or flag)
    assert isinstance(error.value, ConfirmationRequired) == second_step
    if second_step:
        assert click(error.value.details["confirm_token"]).effect == "confirmed"
        assert driven.log == ["delete"]


@pytest.mark.parametrize("caller", CALLERS)
def test_a_harmless_click_needs_no_consent_on_any_path(start, caller):
    driven = start('<Button x:Name="B" Content="Save" Click="on_b"/>', policy=Policy(caller))
    assert do(driven, "click", {"automation_id": "B"}).effect == "confirmed"


# -- modes --


@pytest.mark.parametrize("caller", CALLERS)
def test_coordinates_need_the_extended_mode(start, caller):
    driven = start('<TextBlock x:Name="T" Text="text"/>', policy=Policy(caller))
    before = driven.state()
    with pytest.raises(RefusedMode):
        do(driven, "click_xy", x=300, y=300)
    assert driven.state() == before


def test_a_profile_may_bring_the_extended_mode(start):
    driven = start('<TextBlock x:Name="T" Text="text"/>', profile=Profile("P", safety=ProfileSafety(mode="extended")))
    point = driven.control("T").bounding_rect.center
    assert do(driven, "click_xy", x=point[0], y=point[1])


INPUT_ACTIONS = [
    ("hover", {"automation_id": "Idle"}, {}),
    ("send_keys", None, {"keys": "Tab"}),
    ("send_keys", {"automation_id": "Box"}, {"keys": "A"}),
    ("drag", {"automation_id": "Idle"}, {"by": (5, 5)}),
    ("context_menu", {"automation_id": "Idle"}, {"path": "Copy"}),
    ("click", {"automation_id": "Idle"}, {"input": True}),
    ("click", {"automation_id": "Idle"}, {"button": "right"}),
    ("click", {"automation_id": "Idle"}, {"double": True}),
    ("type_text", {"automation_id": "Box"}, {"text": "x", "input": True}),
]


@pytest.mark.parametrize(("action", "selector", "args"), INPUT_ACTIONS, ids=str)
def test_input_never_refuses_keyboard_and_mouse_and_touches_nothing(start, action, selector, args):
    driven = start(
        BUTTONS + '<TextBox x:Name="Box"/><PasswordBox x:Name="Secret"/>',
        profile=Profile("P", safety=ProfileSafety(input="never")),
    )
    before = driven.state()
    with pytest.raises(RefusedMode):
        do(driven, action, selector, **args)
    assert driven.state() == before


def test_input_never_leaves_the_patterns(start):
    driven = start(
        '<Button x:Name="B" Content="Save" Click="on_b"/><TextBox x:Name="T" LostFocus="on_lost"/>',
        policy=Policy(input="never"),
    )
    assert do(driven, "click", {"automation_id": "B"}).method == "InvokePattern"
    assert do(driven, "type_text", {"automation_id": "T"}, text="x").method == "ValuePattern"
    assert driven.log == ["b", "lost"]


# -- coordinates --


@pytest.fixture
def extended(start):
    return start(
        '<Button x:Name="Go" Content="Go" Width="200" Height="60" Click="on_go"/>'
        '<Button x:Name="DeleteAllButton" Content="Go on" Width="200" Height="60" Click="on_delete_all"/>'
        '<Border x:Name="Empty" Height="80"/>',
        policy=Policy(mode="extended"),
    )


def test_a_point_on_a_usable_element_is_refused_with_its_selector(extended):
    rect = extended.control("Go").bounding_rect
    with pytest.raises(RefusedCoordinates) as error:
        do(extended, "click_xy", x=rect.x + 3, y=rect.y + 3)
    assert error.value.details["selector"]["automation_id"] == "Go"
    assert extended.log == []


def test_a_point_on_the_caption_of_a_usable_element_is_refused_too(extended):
    x, y = extended.control("Go").bounding_rect.center
    with pytest.raises(RefusedCoordinates):
        do(extended, "click_xy", x=x, y=y)
    assert extended.log == []


def test_a_point_outside_the_target_is_refused(extended):
    with pytest.raises(RefusedOutsideTarget):
        do(extended, "click_xy", x=1599, y=999)


def test_a_point_where_nothing_is_usable_is_clicked(extended):
    rect = extended.control("Go").bounding_rect
    reply = do(extended, "click_xy", x=rect.x + 400, y=rect.y + 5)
    assert reply.method == "mouse"


# -- the repeat rule --


def test_the_same_act_twice_is_refused_for_the_server(start):
    driven = start(BUTTONS, policy=Policy("mcp"))
    assert do(driven, "click", {"automation_id": "Idle"}).effect == "unverifiable"
    before = driven.state()
    with pytest.raises(RefusedRepeated):
        do(driven, "click", {"automation_id": "Idle"})
    assert driven.state() == before
    do(driven, "click", {"automation_id": "Log"})
    with pytest.raises(RefusedRepeated):
        do(driven, "click", {"name": "Idle", "control_type": "Button"}) and do(
            driven, "click", {"automation_id": "Idle"}
        )


@pytest.mark.parametrize("caller", ["cli", "library", "scenario", "replay", "random"])
def test_the_same_act_twice_is_allowed_elsewhere(start, caller):
    driven = start(BUTTONS, policy=Policy(caller))
    for _ in range(3):
        assert do(driven, "click", {"automation_id": "Idle"}).effect == "unverifiable"


@pytest.mark.parametrize(
    ("action", "selector", "args"),
    [
        ("get_state", {"automation_id": "Idle"}, {}), ("list_controls", None, {}), ("screenshot", None, {}),
        ("read_text", {"automation_id": "Log"}, {}), ("wait_for", None, {"until": "idle"}), ("ui_diff", None, {}),
        ("list_windows", None, {}),
    ],
    ids=str,
)  # fmt: skip
def test_any_read_in_between_allows_a_repeat(start, action, selector, args):
    driven = start(BUTTONS, policy=Policy("mcp"))
    do(driven, "click", {"automation_id": "Idle"})
    do(driven, action, selector, **args)
    assert do(driven, "click", {"automation_id": "Idle"}).effect == "unverifiable"


def test_a_confirmed_act_counts_as_read(start):
    driven = start('<Button x:Name="More" Content="More" Click="on_more"/>', policy=Policy("mcp"))
    for _ in range(3):
        assert do(driven, "click", {"automation_id": "More"}).effect == "confirmed"


# -- disabled tools, the fence --


@pytest.mark.parametrize("action", ["click", "list_controls"])
def test_a_tool_that_is_switched_off_does_nothing(start, action):
    driven = start(BUTTONS, policy=Policy(disabled=frozenset({"click", "list_controls"})))
    before = driven.state()
    with pytest.raises(ToolDisabled):
        do(driven, action, {"automation_id": "Idle"} if action == "click" else None)
    assert driven.state() == before


def test_a_fenced_server_acts_and_reads_inside_only(start, desktop):
    profile = Profile("P")
    driven = start(BUTTONS, profile=profile)
    other = start(BUTTONS)
    driven.app.gate.policy = Policy("mcp", fence=frozenset({"P"}))
    assert do(driven, "click", {"automation_id": "Idle"}).effect == "unverifiable"
    before = other.state()
    for action, selector in (("click", {"automation_id": "Idle"}), ("list_controls", None), ("screenshot", None)):
        with pytest.raises(RefusedOutsideTarget):
            driven.app.gate.execute(Request(action, {}, selector, other.app.target))
    assert other.state() == before


@pytest.mark.parametrize("action", ["screenshot", "list_windows"])
def test_a_fenced_server_does_not_show_the_whole_desktop(start, action):
    inside, outside = start(profile=Profile("P"), title="Inside"), start(title="Outside secret")
    inside.app.gate.policy = Policy("mcp", fence=frozenset({"P"}))
    try:
        reply = inside.app.gate.execute(Request(action))
    except Refused:
        return
    assert reply.picture is None
    assert "Outside secret" not in str(reply.result)
    assert outside.app.liveness().running


def test_a_refusal_names_its_reason(start):
    driven = start(BUTTONS)
    with pytest.raises(RefusedDestructive, match="'delete' in Button 'Delete'") as error:
        do(driven, "click", {"automation_id": "DeleteButton"})
    assert "allow_destructive" in error.value.hint


def test_a_profile_named_again_by_pid_keeps_its_restrictions(start):
    driven = start(BUTTONS, profile=Profile("P", safety=ProfileSafety(input="never", destructive_patterns=("Idle",))))
    again = driven.app.gate.targets.resolve({"pid": driven.app.pid})
    with pytest.raises(RefusedMode):
        driven.app.gate.execute(Request("hover", {}, {"automation_id": "Idle"}, again, 500))


def test_the_whole_state_is_compared(start):
    """The comparison that `untouched` rests on sees a single character."""
    driven = start('<TextBox x:Name="T"/>')
    before = driven.state()
    assert driven.state() == before
    driven.desktop.act(driven.control("T"), "set_value", "x")
    assert driven.state() != before
    assert Budget().elements
