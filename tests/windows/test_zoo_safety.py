"""What would destroy something is refused and leaves no event; with consent it is done; look-alikes are allowed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ConfirmationRequired, RefusedDestructive, RefusedMode, TokenExpired


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("zoo", "--pos", "40,20", "--title", "Safety", folder=tmp_path_factory.mktemp("safety")) as stage:
        yield stage


@pytest.fixture
def zoo(stage: Stage) -> Driven:
    return stage.driven()


@pytest.mark.parametrize("control", ["DeleteAll", "ButtonSeven", "SendMail", "ExitButton"])
@pytest.mark.parametrize("options", [{}, {"input": True}, {"button": "right"}, {"double": True}])
def test_a_destructive_button_is_refused_however_it_is_clicked(
    zoo: Driven, control: str, options: dict[str, object]
) -> None:
    zoo.tab("ButtonsTab")
    zoo.refuses(RefusedDestructive, lambda: zoo.app.do("click", {"automation_id": control}, options))
    assert zoo.truth.is_running


@pytest.mark.parametrize("path", ["File > Exit", "FileMenu > FileExit", ["File", "E_xit"]])
def test_a_menu_command_that_ends_the_program_is_refused(zoo: Driven, path: str | list[str]) -> None:
    zoo.refuses(RefusedDestructive, lambda: zoo.app.menu(path), but=("expanded", "collapsed"))
    assert not any(w.popup for w in zoo.app.windows())


def test_a_context_menu_command_that_deletes_is_refused(zoo: Driven) -> None:
    zoo.tab("MouseTab")
    zoo.refuses(RefusedDestructive, lambda: zoo.app.context_menu("Delete", automation_id="ContextTarget"))


@pytest.mark.parametrize(
    ("tab", "keys", "control"),
    [
        ("ButtonsTab", "Alt+F4", None),
        ("ButtonsTab", "Alt+F4", "PlainButton"),
        ("ButtonsTab", "Space", "DeleteAll"),
        ("ButtonsTab", "Enter", "ButtonSeven"),
        ("GridTab", "Delete", "PeopleGrid"),
        ("ListsTab", "Delete", "ListSingle"),
    ],
)
def test_keys_that_would_destroy_are_refused(zoo: Driven, tab: str, keys: str, control: str | None) -> None:
    zoo.tab(tab)
    selector = {"automation_id": control} if control else None
    zoo.refuses(RefusedDestructive, lambda: zoo.app.send_keys(keys, selector))
    assert zoo.truth.is_running


def test_delete_in_a_text_field_deletes_a_character_and_is_allowed(zoo: Driven) -> None:
    zoo.tab("TextTab")
    zoo.app.type_text(automation_id="LineBox", text="ab")
    zoo.confirms(
        lambda: zoo.app.send_keys("Home Delete", automation_id="LineBox"), "text_raw", control="LineBox", value="b"
    )


@pytest.mark.parametrize("control", ["Undelete", "Recipient"])
def test_what_only_looks_destructive_is_allowed(zoo: Driven, control: str) -> None:
    zoo.tab("ButtonsTab")
    zoo.app.click(automation_id="PlainButton")
    zoo.confirms(lambda: zoo.app.click(automation_id=control), "click", control=control)


def test_yes_to_a_destructive_question_is_refused_and_no_is_allowed(zoo: Driven) -> None:
    zoo.tab("WindowsTab")
    opener = zoo.again(allow_destructive=True)  # the button's id says "Delete"
    zoo.confirms(
        lambda: opener.click(automation_id="MessageDelete", confirm=True), "dialog_shown", text="Delete customer?"
    )
    zoo.refuses(RefusedDestructive, lambda: zoo.app.click(name="Yes", control_type="Button"))
    zoo.refuses(RefusedDestructive, lambda: zoo.app.send_keys("Enter"))
    zoo.refuses(RefusedDestructive, lambda: zoo.app.send_keys("Alt+Y"))
    zoo.confirms(lambda: zoo.app.click(name="No", control_type="Button"), "dialog_closed", value="No")
    assert not zoo.truth.events("destructive", control="MessageDelete")


def test_yes_to_a_harmless_question_is_allowed(zoo: Driven) -> None:
    zoo.tab("WindowsTab")
    zoo.app.click(automation_id="MessageYesNo")
    zoo.confirms(lambda: zoo.app.click(name="Yes", control_type="Button"), "dialog_closed", value="Yes")


def test_closing_the_main_window_is_refused_and_others_are_not(zoo: Driven) -> None:
    zoo.refuses(RefusedDestructive, lambda: zoo.app.close_window(title="Safety"))
    zoo.tab("WindowsTab")
    zoo.app.click(automation_id="OpenTool")
    zoo.confirms(zoo.app.close_window, "window_closed", control="ToolWindow")
    zoo.app.click(automation_id="ModalButton")
    zoo.confirms(zoo.app.close_window, "dialog_closed", control="ModalDialog", value="Cancel")
    zoo.app.click(automation_id="OpenTool")
    zoo.confirms(lambda: zoo.app.click(automation_id="ToolClose"), "window_closed", control="ToolWindow")


def test_with_both_consents_it_is_done(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    app = zoo.again(allow_destructive=True)
    zoo.confirms(lambda: app.click(automation_id="DeleteAll", confirm=True), "destructive", control="DeleteAll")
    zoo.confirms(lambda: app.click(automation_id="ButtonSeven", confirm=True), "destructive", control="ButtonSeven")
    zoo.tab("MouseTab")
    zoo.confirms(
        lambda: app.context_menu("Delete", automation_id="ContextTarget", confirm=True),
        "destructive", control="ContextDelete",
    )  # fmt: skip


def test_confirm_alone_is_not_enough(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    zoo.refuses(RefusedDestructive, lambda: zoo.app.click(automation_id="DeleteAll", confirm=True))


def test_a_token_confirms_one_action_on_one_element_once(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    app = zoo.again(allow_destructive=True)
    first = zoo.refuses(ConfirmationRequired, lambda: app.click(automation_id="SendMail"))
    token = first.details["confirm_token"]
    zoo.refuses(TokenExpired, lambda: app.click(automation_id="DeleteAll", confirm_token=token))
    again = zoo.refuses(ConfirmationRequired, lambda: app.click(automation_id="SendMail"))
    token = again.details["confirm_token"]
    zoo.confirms(lambda: app.click(automation_id="SendMail", confirm_token=token), "destructive", control="SendMail")
    zoo.refuses(TokenExpired, lambda: app.click(automation_id="SendMail", confirm_token=token))


def test_a_token_is_void_when_another_window_opened(zoo: Driven) -> None:
    zoo.tab("WindowsTab")
    app = zoo.again(allow_destructive=True)
    token = zoo.refuses(ConfirmationRequired, lambda: app.close_window(title="Safety")).details["confirm_token"]
    zoo.app.click(automation_id="OpenTool")
    zoo.refuses(TokenExpired, lambda: app.close_window(title="Safety", confirm_token=token))
    zoo.app.close_window(title="Tools")


def test_the_safe_mode_refuses_coordinates(zoo: Driven) -> None:
    zoo.refuses(RefusedMode, lambda: zoo.app.click({"bounding_rect": [100, 100, 10, 10]}))


def test_ending_the_program_with_consent_is_confirmed_by_its_end(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    app = zoo.again(allow_destructive=True)
    reply = app.menu("File > Exit", confirm=True)
    assert reply.effect == "confirmed", reply.evidence
    assert zoo.truth.wait_exit() == 0
    assert zoo.truth.events("destructive", control="FileExit")
    assert app.liveness().exit_code == 0


@pytest.mark.parametrize("options", [{}, {"double": True}, {"hold_ms": 50}, {"modifiers": "Shift"}])
def test_the_frames_close_button_of_the_main_window_is_refused(zoo: Driven, options: dict[str, object]) -> None:
    corner = {"at": {"x": 0.99, "y": 0.01}, **options}
    zoo.refuses(RefusedDestructive, lambda: zoo.app.do("click", {"control_type": "Window"}, corner))
    assert zoo.truth.is_running


@pytest.mark.parametrize("way", ["right button", "Alt Space", "F10 Space"])
def test_the_frames_menu_never_closes_the_main_window(zoo: Driven, way: str) -> None:
    """It opens, unless the menu bar takes Alt for itself; what closes the window from there is refused."""
    if way == "right button":
        bar = {"button": "right", "at": {"x": 0.5, "y": 0.01}}
        zoo.app.do("click", {"control_type": "Window"}, bar)
    else:
        zoo.app.send_keys(way)
    assert [w.class_name for w in zoo.app.windows() if w.popup] == ["#32768"]
    for keys in ("C", "Up Enter", "Up Space"):
        with pytest.raises(RefusedDestructive):
            zoo.app.send_keys(keys)
    zoo.app.gate.desktop.press_keys(("Esc",))
    zoo.app.gate.desktop.press_keys(("Esc",))
    assert zoo.truth.is_running
