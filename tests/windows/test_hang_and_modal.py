"""Programs that hang, crash or show something modal: the product answers in time and stays usable.

All of it holds with and without UIA_TIMES=windows in the environment: then winlab's UI Automation waits as that of
Windows does, where a call to a hung program, or one whose handler shows a dialog, does not return by itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from product import Driven, Stage
from running_app import UNHANDLED_EXCEPTION, RunningApp, until

from wpfagent.core.errors import AppExited, AppNotResponding, ElementNotEnabled, TimedOut

Start = Callable[..., RunningApp]
GRACE_S = 2.5
"""How much later than its timeout a busy machine may answer."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("zoo", "--pos", "40,20", "--title", "Modal", folder=tmp_path_factory.mktemp("modal")) as stage:
        yield stage


@pytest.fixture
def modal(stage: Stage) -> Driven:
    """A program for tests that leave it as it was."""
    driven = stage.driven()
    driven.tab("WindowsTab")
    return driven


@pytest.fixture
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    """Another program, that answers."""
    with Stage("plain_win32", "--pos", "660,600", folder=tmp_path_factory.mktemp("plain")) as stage:
        yield stage.driven()


def freeze_for_ever(zoo: Driven) -> None:
    with pytest.raises(AppNotResponding) as caught:
        zoo.app.click(automation_id="FreezeForever", timeout_ms=1_000)
    assert caught.value.details["pid"] == zoo.truth.pid
    zoo.truth.wait_event("freeze", control="FreezeForever")


def clicked(plain: Driven) -> float:
    """How long a click took that the program's log has, in seconds."""
    begun = time.monotonic()
    after = plain.truth.seq()
    plain.app.click(automation_id="101")
    taken = time.monotonic() - begun
    plain.truth.wait_event("click", control="101", after=after)
    return taken


# -- hangs --------------------------------------------------------------------------------------------------------


def test_a_hung_program_is_told_within_the_timeout_by_every_kind_of_action(zoo: Start, plain: Driven) -> None:
    hung = Driven(zoo("--start", "Faults", "--pos", "40,20"))
    hung.tab("FaultsTab")
    freeze_for_ever(hung)
    app = hung.app
    acts: dict[str, Callable[[], Any]] = {
        "click": lambda: app.click(automation_id="CrashExit", timeout_ms=1_000),
        "click by mouse": lambda: app.click(automation_id="CrashExit", input=True, timeout_ms=1_000),
        "type_text": lambda: app.type_text(automation_id="CrashCode", text="1", timeout_ms=1_000),
        "get_state": lambda: app.get_state(automation_id="CrashCode", timeout_ms=1_000),
        "list_controls": lambda: app.list_controls(timeout_ms=1_000),
        "expect": lambda: app.expect(automation_id="Status", text_equals="x", timeout_ms=1_000),
        "menu": lambda: app.menu("File > New", timeout_ms=1_000),
    }
    for name, act in acts.items():
        begun = time.monotonic()
        with pytest.raises(AppNotResponding):
            act()
        assert time.monotonic() - begun < 1 + GRACE_S, name
        begun = time.monotonic()
        plain.app.get_state(automation_id="101")
        assert time.monotonic() - begun < 1, f"another program after {name}"
    assert not hung.truth.events("crash")
    assert not app.liveness().responding


def test_a_hung_program_delays_no_work_on_another(zoo: Start, plain: Driven) -> None:
    hung = Driven(zoo("--start", "Faults", "--pos", "40,20"))
    alone = max(clicked(plain) for _ in range(3))
    freeze_for_ever(hung)
    ended: list[float] = []

    def wait_for_the_hung_one() -> None:
        with pytest.raises(AppNotResponding):
            hung.app.get_state(automation_id="CrashCode", timeout_ms=4_000)
        ended.append(time.monotonic())

    thread = threading.Thread(target=wait_for_the_hung_one, daemon=True)
    thread.start()
    for _ in range(3):
        assert clicked(plain) < alone + 2
    assert thread.is_alive() or ended
    thread.join(10)
    assert ended


def test_a_handler_that_takes_long_is_waited_for(modal: Driven) -> None:
    modal.tab("FaultsTab")
    modal.app.type_text(automation_id="FreezeSeconds", text="1.5")
    begun = time.monotonic()
    reply = modal.app.click(automation_id="Freeze", timeout_ms=15_000)
    assert time.monotonic() - begun > 1
    assert reply.effect == "confirmed"  # the status bar tells of the click
    assert modal.truth.events("thawed", control="Freeze")


def test_a_program_that_thaws_is_usable_again(modal: Driven) -> None:
    modal.tab("FaultsTab")
    modal.app.type_text(automation_id="FreezeSeconds", text="3")
    modal.app.toggle(automation_id="FreezeCheck", state="off")
    begun = time.monotonic()
    with pytest.raises(AppNotResponding):
        modal.app.toggle(automation_id="FreezeCheck", state="on", timeout_ms=700)
    assert time.monotonic() - begun < 0.7 + GRACE_S
    modal.truth.wait_event("thawed", control="FreezeCheck", timeout_s=10)
    assert modal.app.get_state(automation_id="FreezeCheck").result["toggle_state"] == "on"
    modal.app.toggle(automation_id="FreezeCheck", state="off")


def test_a_window_on_its_own_thread_is_usable_while_the_first_hangs(zoo: Start) -> None:
    both = Driven(zoo("--start", "Windows", "--pos", "40,20"))
    both.confirms(lambda: both.app.click(automation_id="OpenSecond"), "window_opened", control="SecondWindow")
    both.confirms(lambda: both.app.click(automation_id="SecondButton"), "click", control="SecondButton")
    both.tab("FaultsTab")
    freeze_for_ever(both)
    after = both.truth.seq()
    both.app.click(automation_id="SecondButton", timeout_ms=6_000)
    both.truth.wait_event("click", control="SecondButton", after=after)


def test_a_look_that_was_begun_has_a_second_and_that_our_time_ran_out_is_no_hang(plain: Driven) -> None:
    from wpfagent.desktops.uia.desktop import UiaDesktop  # needs Windows

    pid, desktop = plain.truth.pid, plain.app.gate.desktop
    assert isinstance(desktop, UiaDesktop)
    assert desktop.asking.ask(pid, lambda _: [time.sleep(0.3)], 0.05, "Looking") == [None]
    with pytest.raises(TimedOut, match=r"Looking had not ended.*The program answers"):
        desktop.asking.ask(pid, lambda _: time.sleep(2), 0.05, "Looking")


# -- ends ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "code", "said"),
    [("CrashExit", 7, "exit code 7"), ("CrashUnhandled", UNHANDLED_EXCEPTION, "0xE0434352 .NET unhandled exception")],
)
def test_a_crash_is_told_by_its_exit_code(zoo: Start, button: str, code: int, said: str) -> None:
    dying = Driven(zoo("--start", "Faults", "--pos", "40,20"), allow_destructive=True)  # the id says "Exit"
    with pytest.raises(AppExited, match=r"has ended|ended with") as caught:
        dying.app.click(automation_id=button, confirm=True)
    assert caught.value.details["exit_code"] & 0xFFFFFFFF == code
    assert dying.truth.wait_exit() & 0xFFFFFFFF == code
    with pytest.raises(AppExited) as later:
        dying.app.list_controls()
    assert said in str(later.value)
    assert (dying.app.liveness().exit_code or 0) & 0xFFFFFFFF == code


def test_a_crash_on_another_thread_is_told_by_the_next_action(zoo: Start) -> None:
    dying = Driven(zoo("--start", "Faults", "--pos", "40,20"))

    def use() -> None:
        dying.app.click(automation_id="CrashBackground")
        dying.truth.wait_exit()
        dying.app.get_state(automation_id="CrashCode")

    with pytest.raises(AppExited) as caught:
        use()
    assert caught.value.details["exit_code"] & 0xFFFFFFFF == UNHANDLED_EXCEPTION


def test_a_program_that_ends_while_it_is_waited_for_is_told(zoo: Start) -> None:
    dying = Driven(zoo("--start", "Faults", "--pos", "40,20"))
    threading.Timer(1.0, dying.truth.process.kill).start()
    begun = time.monotonic()
    with pytest.raises(AppExited):
        dying.app.wait_for(automation_id="NeverThere", until="exists", timeout_ms=30_000)
    assert time.monotonic() - begun < 10


# -- modal dialogs ------------------------------------------------------------------------------------------------

OPENERS: dict[str, Callable[[Driven], Any]] = {
    "ModalButton": lambda d: d.app.click(automation_id="ModalButton"),
    "ModalCheck": lambda d: d.app.toggle(automation_id="ModalCheck", state="on"),
    "ModalList": lambda d: d.app.select_item(automation_id="ModalList", item_text="From a list"),
    "ModalExpander": lambda d: d.app.expand(automation_id="ModalExpander"),
    "EditModal": lambda d: d.app.menu("Edit > Modal dialog..."),
    "by mouse": lambda d: d.app.click(automation_id="ModalButton", input=True),
}


@pytest.mark.parametrize("opener", OPENERS)
def test_an_act_that_opens_a_modal_dialog_returns_and_the_dialog_can_be_answered(modal: Driven, opener: str) -> None:
    _rest_modal_openers(modal)
    begun = time.monotonic()
    reply = modal.confirms(lambda: OPENERS[opener](modal), "dialog_shown", control="ModalDialog")
    assert time.monotonic() - begun < 6
    assert "Modal dialog" in str(reply.evidence), reply.evidence
    with pytest.raises(ElementNotEnabled):
        modal.app.click(automation_id="MessageOk", timeout_ms=200)
    modal.confirms(
        lambda: modal.app.type_text(automation_id="ModalText", text="noted"), "text_changed", control="ModalText"
    )
    modal.confirms(lambda: modal.app.click(automation_id="ModalOk"), "dialog_closed", control="ModalDialog", value="OK")
    modal.app.wait_window("Modal dialog", gone=True)


def _rest_modal_openers(modal: Driven) -> None:
    modal.app.toggle(automation_id="ModalCheck", state="off")
    modal.app.collapse(automation_id="ModalExpander")
    modal.app.select_item(automation_id="ModalList", item_text="Nothing")


def test_what_the_toggle_meant_comes_when_the_dialog_closes(modal: Driven) -> None:
    _rest_modal_openers(modal)
    after = modal.truth.seq()
    reply = modal.app.toggle(automation_id="ModalCheck", state="on")
    assert (
        reply.evidence.get("pending") == "modal"
        or "windows_opened" in reply.evidence
        or "opened" in str(reply.evidence)
    )
    assert not modal.truth.events("toggled", control="ModalCheck", after=after)
    modal.app.click(automation_id="ModalCancel")
    modal.truth.wait_event("toggled", control="ModalCheck", value="on", after=after)
    modal.app.toggle(automation_id="ModalCheck", state="off")


def test_nested_dialogs_are_answered_from_the_inside(modal: Driven) -> None:
    modal.app.click(automation_id="ModalButton")
    modal.confirms(lambda: modal.app.click(automation_id="ModalNested"), "dialog_shown", control="NestedDialog")
    with pytest.raises(ElementNotEnabled) as caught:
        modal.app.click(automation_id="ModalOk", timeout_ms=200)
    assert caught.value.details["modal"] == "Nested dialog"
    modal.confirms(
        lambda: modal.app.toggle(automation_id="NestedCheck", state="on"), "toggled", control="NestedCheck", value="on"
    )
    modal.confirms(lambda: modal.app.click(automation_id="NestedOk"), "dialog_closed", control="NestedDialog")
    modal.confirms(lambda: modal.app.click(automation_id="ModalOk"), "dialog_closed", control="ModalDialog")


def test_a_message_box_is_read_and_answered(modal: Driven) -> None:
    modal.confirms(lambda: modal.app.click(automation_id="MessageError"), "dialog_shown", control="MessageBox")
    texts = [c["name"] for c in modal.app.list_controls(filter={"control_type": "Text"}).result["controls"]]
    assert any("order 42 has no customer" in t for t in texts)
    modal.confirms(lambda: modal.app.click(name="OK", control_type="Button"), "dialog_closed", value="OK")


def test_a_dialog_is_closed_by_keys(modal: Driven) -> None:
    modal.app.click(automation_id="ModalButton")
    modal.confirms(lambda: modal.app.send_keys("Esc"), "dialog_closed", control="ModalDialog", value="Cancel")
    until(lambda: len(modal.app.windows()) == 1, 3, "the main window alone")
