"""Windows: main, owned, modal, message boxes; who is in front, who is blocked, what closing does."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import AppExited, AppNotFound, ForegroundDenied, NotRunning, StaleRef
from wpfagent.core.model import Liveness


def titles(app):
    return [w.title for w in app.windows]


def test_a_launched_application_is_a_process_with_a_usable_window_in_front(zoo, desktop, apps):
    (process,) = desktop.processes()
    assert (process.name, process.exe) == ("zoo.xaml", str(apps / "zoo.xaml"))
    (window,) = zoo.windows
    assert window.is_usable
    assert window.foreground
    assert desktop.foreground() == window.hwnd
    assert window.class_name.startswith("HwndWrapper[")


@pytest.mark.parametrize("exe", ["notepad.exe", "none.xaml"])
def test_only_xaml_files_that_exist_are_applications(desktop, exe):
    with pytest.raises(AppNotFound) as raised:
        desktop.launch(exe, [])
    assert ".xaml" in raised.value.hint


def test_a_modal_dialog_blocks_its_owner_and_gives_its_result(zoo, desktop):
    assert zoo.act("DialogButton", "invoke").done()
    dialog, main = zoo.windows
    assert (dialog.title, dialog.owner, dialog.foreground) == ("Dialog", main.hwnd, True)
    assert (dialog.enabled, main.enabled) == (True, False)
    assert zoo.status == "dialog open"
    with pytest.raises(ForegroundDenied):
        desktop.set_foreground(main.hwnd)
    zoo.act("Answer", "set_value", "from the dialog")
    zoo.act("OkButton", "invoke")
    assert titles(zoo) == ["Zoo"]
    assert zoo.windows[0].enabled
    assert zoo.status == "dialog True"
    assert zoo.find("NameBox").value == "from the dialog"


def test_a_call_whose_handler_opens_a_dialog_returns_when_it_is_closed(zoo):
    act = zoo.act("ModalCheck", "toggle")
    assert not act.done()
    zoo.act("CancelButton", "invoke")
    assert act.done()
    assert act.error() is None
    assert zoo.status == "dialog False"


def test_a_message_box_is_a_dialog_of_the_system(zoo, desktop):
    zoo.act("AskButton", "invoke")
    box = zoo.windows[0]
    assert (box.class_name, box.title) == ("#32770", "Question")
    names = [(c.control_type, c.name, c.automation_id) for c in desktop.snapshot([box])]
    assert names[0][:2] == ("Window", "Question")
    assert ("Text", "Really?", "65535") in names
    assert ("Button", "Yes", "6") in names
    assert ("Button", "No", "7") in names
    desktop.act(zoo.all(name="No", control_type="Button")[0], "invoke")
    assert (titles(zoo), zoo.status) == (["Zoo"], "answer No")


def test_a_modeless_window_leaves_its_owner_usable(zoo):
    zoo.act("ToolsButton", "invoke")
    tools, main = zoo.windows
    assert (tools.title, tools.owner) == ("Tools", main.hwnd)
    assert main.enabled
    zoo.act("SaveButton", "invoke")
    assert zoo.status == "saved"


def test_bringing_the_owner_to_the_front_keeps_what_it_owns_above_it(zoo, desktop):
    zoo.act("ToolsButton", "invoke")
    main = zoo.windows[1]
    desktop.set_foreground(main.hwnd)
    assert desktop.foreground() == main.hwnd
    assert titles(zoo) == ["Tools", "Zoo"]


def test_a_closing_handler_can_keep_the_window_open(zoo):
    zoo.act("FileMenu", "expand")
    zoo.act("WrapItem", "toggle")
    zoo.act("MainWindow", "close")
    assert "Zoo" in titles(zoo)
    zoo.act("WrapItem", "toggle")
    zoo.act("MainWindow", "close")
    assert titles(zoo) == []


def test_closing_the_main_window_ends_the_application_with_0(zoo, desktop):
    button = zoo.find("SaveButton")
    zoo.act("ToolsButton", "invoke")
    zoo.act("MainWindow", "close")
    assert zoo.windows == []
    assert desktop.processes() == []
    assert desktop.liveness(zoo.pid) == Liveness(running=False, responding=False, exit_code=0)
    with pytest.raises(AppExited) as raised:
        desktop.read(button)
    assert raised.value.details["exit_code"] == 0


def test_closing_a_dialog_makes_its_elements_stale(zoo, desktop):
    zoo.act("DialogButton", "invoke")
    ok = zoo.find("OkButton")
    desktop.act(desktop.snapshot([zoo.windows[0]]).controls[0], "close")
    with pytest.raises(StaleRef):
        desktop.read(ok)


def test_two_applications_are_apart(zoo, desktop, apps):
    other = desktop.launch(str(apps / "zoo.xaml"), [])
    assert desktop.foreground() == desktop.windows(other.pid)[0].hwnd
    zoo.act("SaveButton", "invoke")
    assert zoo.status == "saved"
    desktop.terminate(other.pid)
    assert desktop.liveness(other.pid).exit_code == 1
    assert desktop.foreground() == zoo.windows[0].hwnd


def test_windows_can_be_maximised_minimised_and_restored(zoo, desktop):
    before = zoo.windows[0].rect
    zoo.act("MainWindow", "set_window_state", "maximized")
    assert zoo.windows[0].rect == desktop.screen_rect()
    zoo.act("MainWindow", "set_window_state", "minimized")
    assert zoo.windows[0].minimized
    assert not zoo.find("SaveButton").visible
    zoo.act("MainWindow", "set_window_state", "normal")
    assert zoo.windows[0].rect == before
    desktop.set_foreground(zoo.windows[0].hwnd)
    assert zoo.find("SaveButton").visible


def test_an_unknown_pid_does_not_run(desktop):
    assert not desktop.liveness(1).running
    with pytest.raises(NotRunning):
        desktop.terminate(1)
