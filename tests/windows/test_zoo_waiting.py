"""Auto-wait and actionability on a real WPF window: what comes late is waited for, what is in the way is named."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotEnabled, ElementNotFound, ElementObscured, TimedOut


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("zoo", "--pos", "40,20", "--title", "Waiting", folder=tmp_path_factory.mktemp("waiting")) as stage:
        yield stage


@pytest.fixture
def zoo(stage: Stage) -> Driven:
    driven = stage.driven()
    driven.tab("TimingTab")
    return driven


def test_a_disabled_control_is_waited_for(zoo: Driven) -> None:
    error = zoo.refuses(ElementNotEnabled, lambda: zoo.app.click(automation_id="LateEnabled", timeout_ms=200))
    assert error.details["waited_ms"] >= 100
    zoo.app.click(automation_id="StartEnable")
    after = zoo.truth.seq()
    zoo.app.click(automation_id="LateEnabled")
    enabled = zoo.truth.wait_event("enabled", control="LateEnabled", after=after)
    zoo.truth.wait_event("click", control="LateEnabled", after=enabled["seq"])


def test_a_control_that_appears_later_is_waited_for(zoo: Driven) -> None:
    zoo.refuses(ElementNotFound, lambda: zoo.app.click(automation_id="LateAppearing", timeout_ms=200))
    zoo.app.click(automation_id="StartAppear")
    after = zoo.truth.seq()
    zoo.app.click(automation_id="LateAppearing")
    appeared = zoo.truth.wait_event("appeared", control="LateAppearing", after=after)
    zoo.truth.wait_event("click", control="LateAppearing", after=appeared["seq"])


def test_a_moving_button_is_clicked_where_it_ends(zoo: Driven) -> None:
    zoo.app.click(automation_id="StartMove")
    after = zoo.truth.seq()
    assert zoo.app.click(automation_id="MovingButton", input=True).method == "mouse"
    zoo.truth.wait_event("click", control="MovingButton", after=after)


def test_a_covered_button_is_not_hit_by_the_mouse_but_by_its_pattern(zoo: Driven) -> None:
    zoo.app.click(automation_id="CoverBriefly")
    error = zoo.refuses(
        ElementObscured, lambda: zoo.app.click(automation_id="CoveredButton", input=True, timeout_ms=400)
    )
    assert "Please wait" in str(error) or "Cover" in str(error)
    zoo.app.click(automation_id="CoverBriefly")
    after = zoo.truth.seq()
    assert zoo.app.click(automation_id="CoveredButton").method == "InvokePattern"
    zoo.truth.wait_event("click", control="CoveredButton", after=after)
    assert not zoo.truth.events("click", control="Cover")


def test_a_cover_that_goes_away_is_waited_for(zoo: Driven) -> None:
    zoo.app.click(automation_id="CoverBriefly")
    after = zoo.truth.seq()
    zoo.app.click(automation_id="CoveredButton", input=True)
    zoo.truth.wait_event("click", control="CoveredButton", after=after)
    assert not zoo.truth.events("click", control="Cover")


def test_a_window_behind_a_modal_dialog_takes_nothing(zoo: Driven) -> None:
    zoo.tab("WindowsTab")
    zoo.confirms(lambda: zoo.app.click(automation_id="ModalButton"), "dialog_shown", control="ModalDialog")
    for act in (
        lambda: zoo.app.click(automation_id="MessageOk", timeout_ms=300),
        lambda: zoo.app.click(automation_id="MessageOk", input=True, timeout_ms=300),
        lambda: zoo.app.toggle(automation_id="TickTitle", timeout_ms=300),
    ):
        error = zoo.refuses(ElementNotEnabled, act)
        assert error.details["modal"] == "Modal dialog"
    assert zoo.app.get_state(automation_id="AnswerText").result["exists"]
    zoo.confirms(lambda: zoo.app.click(automation_id="ModalOk"), "dialog_closed", control="ModalDialog", value="OK")


def test_a_moving_window_is_clicked_into(zoo: Driven) -> None:
    zoo.tab("WindowsTab")
    zoo.app.click(automation_id="MoveWindow")
    after = zoo.truth.seq()
    zoo.app.click(automation_id="TickTitle", input=True)
    zoo.truth.wait_event("toggled", control="TickTitle", value="on", after=after)
    zoo.app.toggle(automation_id="TickTitle", state="off")


def test_wait_for_each_state(zoo: Driven) -> None:
    app = zoo.again(allow_destructive=True)
    app.click(automation_id="Recreate")
    app.wait_for(automation_id="RemoveMe", until="exists")
    app.wait_for(automation_id="RemoveMe", until="visible")
    app.wait_for(automation_id="RemoveMe", until="enabled")
    app.click(automation_id="RemoveMe", confirm=True)
    app.wait_for(automation_id="RemoveMe", until="gone")
    app.wait_for(automation_id="SlowButton", until={"enabled": True})
    app.wait_for(until="idle")
    with pytest.raises(TimedOut):
        app.wait_for(automation_id="SlowButton", until="gone", timeout_ms=200)
    zoo.tab("TextTab")
    app.wait_for(automation_id="LineBox", until="exists")
    zoo.tab("ButtonsTab")
    app.wait_for(automation_id="DisabledButton", until="disabled")


def test_an_effect_that_comes_late_is_waited_for_by_its_expectation(zoo: Driven) -> None:
    after = zoo.truth.seq()
    begun = time.monotonic()
    zoo.app.click(automation_id="SlowButton")
    zoo.app.wait_for(automation_id="SlowText", until={"text_equals": "answered"})
    assert time.monotonic() - begun > 0.5
    zoo.truth.wait_event("answered", control="SlowButton", after=after)
