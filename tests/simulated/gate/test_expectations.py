"""The table of expectations: each holds and fails, retries until the timeout, and says what was seen."""

from __future__ import annotations

import pytest

from wpfagent import Expected
from wpfagent.actions.expect import EXPECTATIONS, Expectation
from wpfagent.core.errors import InvalidArgument, TimedOut

NOW = 0
HOLDS: list[tuple[str | None, dict[str, object]]] = [
    ("SaveButton", {"exists": True}), ("Nope", {"exists": False}), ("NameBox", {"text_equals": "start"}),
    ("SaveButton", {"enabled": True}), ("OffButton", {"enabled": False}), ("Radio1", {"selected": True}),
    ("Radio2", {"selected": False}), ("Check", {"selected": False}), ("Color", {"selected": "red"}),
    ("Tabs", {"selected": "Form"}), ("NameBox", {"text_contains": "tar"}), ("NameBox", {"value_equals": "start"}),
    ("Volume", {"value_equals": 10}), ("Volume", {"value_equals": 10.0}), ("Volume", {"value_equals": "10"}),
    ("NameBox", {"regex": "^st.rt$"}), ("SaveButton", {"count_greater_equal": 1}), ("Nope", {"count_greater_equal": 0}),
    ("SaveButton", {"visible": True}), ("Nope", {"visible": False}), (None, {"window_exists": "Desk"}),
    (None, {"window_exists": "^D.sk$"}), (None, {"window_exists": True}),
]  # fmt: skip
FAILS: list[tuple[str | None, dict[str, object]]] = [
    ("Nope", {"exists": True}), ("SaveButton", {"exists": False}), ("NameBox", {"text_equals": "star"}),
    ("OffButton", {"enabled": True}), ("Nope", {"enabled": False}), ("Radio2", {"selected": True}),
    ("SaveButton", {"selected": False}), ("Color", {"selected": "blue"}), ("NameBox", {"text_contains": "x"}),
    ("NameBox", {"value_equals": "Start"}), ("Volume", {"value_equals": 11}), ("NameBox", {"value_equals": 3}),
    ("NameBox", {"regex": "^x"}), ("SaveButton", {"count_greater_equal": 2}), ("Log", {"visible": True}),
    (None, {"window_exists": "Tools"}), (None, {"window_exists": False}),
]  # fmt: skip


def selector(automation_id: str | None) -> dict[str, str] | None:
    return {"automation_id": automation_id} if automation_id else None


@pytest.mark.parametrize(("automation_id", "checks"), HOLDS, ids=str)
def test_it_holds(desk, automation_id, checks):
    assert desk.app.expect(selector(automation_id), checks=checks, timeout_ms=NOW).ok


@pytest.mark.parametrize(("automation_id", "checks"), FAILS, ids=str)
def test_it_fails_with_what_was_expected_and_seen(desk, automation_id, checks):
    with pytest.raises(Expected) as error:
        desk.app.expect(selector(automation_id), checks=checks, timeout_ms=NOW)
    assert error.value.verdict.expected
    assert error.value.verdict.actual
    assert set(error.value.verdict.to_dict()) == {"ok", "expected", "actual", "elapsed_ms"}


def test_every_expectation_of_the_contract_is_tried_here():
    contract = {
        "exists", "text_equals", "enabled", "selected", "text_contains", "value_equals", "regex",
        "count_greater_equal", "visible", "window_exists", "screenshot_diff",
    }  # fmt: skip
    assert set(EXPECTATIONS) == contract
    assert {k for _, checks in HOLDS for k in checks} == contract - {"screenshot_diff"}
    assert {k for _, checks in FAILS for k in checks} == contract - {"screenshot_diff"}


def test_it_is_tried_again_until_it_holds(desk):
    desk.app.click(automation_id="LaterButton")
    assert desk.app.expect(automation_id="OffButton", enabled=True).elapsed_ms >= 500


def test_it_ends_at_the_timeout(desk):
    before = desk.now
    with pytest.raises(Expected) as error:
        desk.app.expect(automation_id="OffButton", enabled=True, timeout_ms=700)
    assert desk.now - before == pytest.approx(0.7, abs=0.1)
    assert 600 <= error.value.verdict.elapsed_ms <= 800


def test_all_checks_must_hold(desk):
    assert desk.app.expect(automation_id="NameBox", exists=True, text_contains="st", enabled=True).ok
    with pytest.raises(Expected, match="'zz'"):
        desk.app.expect(automation_id="NameBox", exists=True, text_contains="zz", timeout_ms=0)


def test_a_selector_inside_wins(desk):
    checks = {"selector": {"automation_id": "NameBox"}, "value_equals": "start"}
    assert desk.app.expect(automation_id="SaveButton", checks=checks, timeout_ms=0).ok


@pytest.mark.parametrize(("count", "ok"), [(60, True), (61, False)])
def test_many_elements_are_counted(start, count, ok):
    driven = start("".join('<Button AutomationProperties.AutomationId="Row" Content="x"/>' for _ in range(60)))
    if ok:
        assert driven.app.expect(automation_id="Row", count_greater_equal=count, timeout_ms=0).ok
    else:
        with pytest.raises(Expected):
            driven.app.expect(automation_id="Row", count_greater_equal=count, timeout_ms=0)


@pytest.mark.parametrize(("index", "exists"), [(0, True), (1, True), (2, False), (-1, True), (-2, True), (-3, False)])
def test_exists_with_an_index(start, index, exists):
    driven = start('<Button Content="Twin"/><Button Content="Twin"/>')
    assert driven.app.expect(name="Twin", control_type="Button", index=index, exists=exists, timeout_ms=0).ok


@pytest.mark.parametrize(
    "given",
    [{}, {"selector": {"name": "x"}}, {"exist": True}, {"exists": "yes"}, {"exists": 1}, {"text_equals": 5},
     {"count_greater_equal": True}, {"regex": "("}, {"screenshot_diff": {"tolerance": 0.1}}, "exists", None,
     {"selector": {"nmae": "x"}, "exists": True}, {"enabled": None}],
    ids=str,
)  # fmt: skip
def test_what_is_no_expectation_is_an_invalid_argument(given):
    with pytest.raises(InvalidArgument):
        Expectation.parse(given)


def test_an_unknown_expectation_names_the_nearest():
    with pytest.raises(InvalidArgument, match="text_equals"):
        Expectation.parse({"text_equal": "x"})


@pytest.mark.parametrize("key", ["exists", "enabled", "text_equals", "count_greater_equal"])
def test_what_needs_a_selector_says_so(desk, key):
    value = {"text_equals": "x", "count_greater_equal": 1}.get(key, True)
    with pytest.raises(InvalidArgument, match="selector"):
        desk.app.expect(checks={key: value}, timeout_ms=0)


def test_a_screenshot_is_compared_with_its_baseline(start, tmp_path):
    driven = start('<TextBox x:Name="T" Text="x" Height="100"/>', base_dir=str(tmp_path))
    with pytest.raises(Expected, match="no baseline"):
        driven.app.expect(checks={"screenshot_diff": "main.png"}, timeout_ms=0)
    driven.app.gate.update_baselines = True
    driven.app.expect(checks={"screenshot_diff": "main.png"}, timeout_ms=0)
    driven.app.gate.update_baselines = False
    assert driven.app.expect(checks={"screenshot_diff": "main.png"}, timeout_ms=0).ok
    driven.app.type_text(automation_id="T", text="a long text that fills a good part of the line")
    with pytest.raises(Expected, match="differ"):
        driven.app.expect(checks={"screenshot_diff": {"baseline": "main.png", "tolerance": 0}}, timeout_ms=0)
    assert driven.app.expect(checks={"screenshot_diff": {"baseline": "main.png", "tolerance": 0.5}}, timeout_ms=0).ok


def test_an_expectation_counts_as_read(start):
    from wpfagent import Policy

    driven = start('<Button x:Name="Idle" Content="Idle"/>', policy=Policy("mcp"))
    driven.app.click(automation_id="Idle")
    driven.app.expect(automation_id="Idle", exists=True)
    driven.app.click(automation_id="Idle")


def test_a_last_look_that_does_not_end_in_time_leaves_what_was_seen_before(desk, monkeypatch):
    """A look that begins at the deadline has but a second: in a large tree that is too little."""
    desktop = desk.app.gate.desktop
    seen = type(desktop).text

    def slow(self, control, *, timeout_s):
        if timeout_s < 0.5:
            raise TimedOut("Reading the controls had not ended.")
        return seen(self, control, timeout_s=timeout_s)

    monkeypatch.setattr(type(desktop), "text", slow)
    with pytest.raises(Expected, match="seen: text 'start'"):
        desk.app.expect(automation_id="NameBox", text_contains="x", timeout_ms=1_000)
    with pytest.raises(TimedOut, match="had not ended"):
        desk.app.expect(automation_id="NameBox", text_contains="x", timeout_ms=100)
