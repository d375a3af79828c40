"""A program that hangs or dies: told within the timeout, and nothing of ours is blocked by it."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import AppExited, AppNotResponding, StaleRef, TimedOut

ACTS = [
    ("click", {"automation_id": "SaveButton"}, {}),
    ("click", {"automation_id": "SaveButton"}, {"input": True}),
    ("type_text", {"automation_id": "NameBox"}, {"text": "x"}),
    ("get_state", {"automation_id": "NameBox"}, {}),
    ("list_controls", None, {}),
    ("read_text", {"automation_id": "NameBox"}, {}),
    ("wait_for", {"automation_id": "SaveButton"}, {}),
    ("menu", None, {"path": "File > Open"}),
    ("close_window", None, {}),
    ("send_keys", None, {"keys": "Tab"}),
]


@pytest.mark.parametrize(("action", "selector", "args"), ACTS, ids=str)
def test_a_hung_program_is_not_responding_within_the_timeout(desk, action, selector, args):
    desk.faults.freeze()
    before = desk.now
    with pytest.raises(AppNotResponding) as error:
        desk.app.do(action, selector, args, timeout_ms=2_000)
    assert desk.now - before <= 2.5
    assert error.value.exit_code == 5


@pytest.mark.parametrize(("hangs", "error"), [(True, AppNotResponding), (False, StaleRef)])
def test_an_element_that_is_gone_after_an_act_is_told_of_a_program_that_answers(start, monkeypatch, hangs, error):
    """Of a window that hangs Windows says that its elements are not available."""
    driven = start('<CheckBox x:Name="C" Content="C"/>')

    def gone(*_: object, **__: object) -> object:
        if hangs:
            driven.faults.freeze()
        raise StaleRef("Reading a control: the element is gone.")

    monkeypatch.setattr(driven.desktop, "read", gone)
    with pytest.raises(error):
        driven.app.toggle(automation_id="C", timeout_ms=3_000)


@pytest.mark.parametrize("hangs", [True, False])
def test_time_that_runs_out_while_the_effect_is_read_is_no_hang_of_a_program_that_answers(start, monkeypatch, hangs):
    driven = start('<Button x:Name="B" Content="B" Click="on_b"/>')
    read, act, acted = driven.desktop.snapshot, driven.desktop.act, []

    def acting(*args: object) -> object:
        acted.append(args)
        return act(*args)

    def slow(*args: object, **options: object) -> object:
        if not acted:
            return read(*args, **options)
        if hangs:
            driven.faults.freeze()
        raise (AppNotResponding if hangs else TimedOut)("Reading did not end.", details={"timeout_s": 0.05})

    monkeypatch.setattr(driven.desktop, "act", acting)
    monkeypatch.setattr(driven.desktop, "snapshot", slow)
    if hangs:
        with pytest.raises(AppNotResponding):
            driven.app.click(automation_id="B", timeout_ms=3_000)
    else:
        assert driven.app.click(automation_id="B", timeout_ms=3_000).effect == "unverifiable"


def test_another_program_is_not_delayed_by_a_hung_one(desk, start):
    other = start('<Button x:Name="B" Content="B" Click="on_b"/>')
    desk.faults.freeze()
    with pytest.raises(AppNotResponding):
        desk.app.click(automation_id="SaveButton", timeout_ms=1_000)
    before = other.now
    assert other.app.click(automation_id="B").effect == "confirmed"
    assert other.now - before < 0.5


def test_a_program_that_answers_again_can_be_used_again(desk):
    desk.faults.freeze(3_000)
    with pytest.raises(AppNotResponding):
        desk.app.click(automation_id="SaveButton", timeout_ms=1_000)
    assert desk.app.click(automation_id="SaveButton").effect == "confirmed"


def test_a_short_freeze_is_waited_for(desk):
    desk.faults.freeze(3_000)
    assert desk.app.click(automation_id="SaveButton").effect == "confirmed"


def test_an_act_whose_handler_never_ends_is_not_responding(start):
    driven = start(
        '<Button x:Name="B" Content="B" Click="on_b"/><CheckBox x:Name="C" Content="C" Checked="on_b"/>',
        "def on_b(self, view, sender): view.block(3_600_000)",
    )
    before = driven.now
    with pytest.raises(AppNotResponding):
        driven.app.click(automation_id="B", timeout_ms=2_000)
    assert driven.now - before <= 2.5


def test_a_pattern_call_whose_handler_never_ends_is_not_responding(start):
    driven = start(
        '<CheckBox x:Name="C" Content="C" Checked="on_b"/>',
        "def on_b(self, view, sender): view.block(3_600_000)",
    )
    before = driven.now
    with pytest.raises(AppNotResponding):
        driven.app.toggle(automation_id="C", timeout_ms=2_000)
    assert driven.now - before <= 2.5


@pytest.mark.parametrize(("action", "selector", "args"), ACTS, ids=str)
@pytest.mark.parametrize("code", [0, 3, 0xE0434352])
def test_a_dead_program_is_app_exited_with_its_code(desk, action, selector, args, code):
    desk.faults.crash(code)
    before = desk.now
    with pytest.raises(AppExited) as error:
        desk.app.do(action, selector, args)
    assert error.value.details["exit_code"] == code
    assert desk.now == before, "at once"


def test_a_program_that_dies_while_it_is_waited_for(desk):
    desk.later(1, lambda: desk.faults.crash(7))
    with pytest.raises(AppExited) as error:
        desk.app.click(automation_id="Nope")
    assert error.value.details["exit_code"] == 7
    assert desk.now < 1.5


@pytest.mark.parametrize(
    "wait",
    [
        lambda a: a.wait_for(automation_id="Nope"),
        lambda a: a.wait_window("Nope"),
        lambda a: a.expect(automation_id="Nope", exists=True),
    ],
    ids=["wait_for", "wait_window", "expect"],
)
def test_a_wait_ends_when_the_program_dies(desk, wait):
    desk.later(1, lambda: desk.faults.crash(7))
    with pytest.raises(AppExited):
        wait(desk.app)
    assert desk.now < 1.5


def test_a_program_that_dies_soon_after_an_act_is_told_by_the_next_one(start):
    driven = start(
        '<Button x:Name="B" Content="B" Click="on_b"/>',
        "def on_b(self, view, sender): view.later(5000, lambda: 1 / 0)",
    )
    driven.app.click(automation_id="B")
    driven.desktop.clock.sleep(6)
    with pytest.raises(AppExited, match="unhandled"):
        driven.app.click(automation_id="B")


def test_an_exception_dialog_blocks_the_window_and_is_named(desk):
    desk.faults.raise_dialog("Unhandled exception", "Object reference not set")
    from wpfagent.core.errors import ElementNotEnabled

    with pytest.raises(ElementNotEnabled, match="Unhandled exception"):
        desk.app.click(automation_id="SaveButton", timeout_ms=300)


def test_an_element_that_is_lost_between_finding_and_acting_is_an_error_of_ours(desk, monkeypatch):
    from wpfagent.core.errors import WpfAgentError

    act = desk.desktop.act

    def lose_then_act(control, verb, value=None):
        desk.faults.lose("SaveButton")
        return act(control, verb, value)

    monkeypatch.setattr(desk.desktop, "act", lose_then_act)
    with pytest.raises(WpfAgentError):
        desk.app.click(automation_id="SaveButton", timeout_ms=300)
    assert desk.log == []
