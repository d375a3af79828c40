"""Destructive acts by whichever way they would come about: never without consent, and nothing is touched."""

from __future__ import annotations

import pytest

from wpfagent import Policy
from wpfagent.core.errors import ConfirmationRequired, RefusedDestructive, TokenExpired
from wpfagent.safety.policy import Guard

APP = """
<Menu><MenuItem x:Name="FileMenu" Header="_File"><MenuItem Header="_Open" Click="on_open"/>
  <MenuItem x:Name="QuitItem" Header="_Quit" Click="on_quit"/></MenuItem>
  <MenuItem x:Name="EditMenu" Header="_Edit"><MenuItem Header="_Rows">
    <MenuItem x:Name="DelRows" Header="_Delete" Click="on_delete_rows"/>
    <MenuItem Header="_Undelete" Click="on_undelete"/></MenuItem>
    <MenuItem x:Name="PurgeItem" Header="Tidy up" Click="on_tidy"/></MenuItem></Menu>
<StackPanel Orientation="Horizontal">
  <Button x:Name="Save" Content="_Save" Click="on_save"/>
  <Button x:Name="Del" Content="_Delete" Click="on_delete"/>
  <Button x:Name="btnDeleteAll" Content="Go" Click="on_go"/>
  <Button x:Name="Icon" AutomationProperties.HelpText="Delete the row" Click="on_icon"/>
  <ToggleButton x:Name="Wipe" Content="Wipe" Checked="on_wipe"/>
  <TextBlock x:Name="Link"><Hyperlink x:Name="SendLink" Click="on_send">Send report</Hyperlink></TextBlock>
</StackPanel>
<TextBox x:Name="Box" LostFocus="on_lost"/>
<RichTextBox x:Name="Rich" Height="40"/>
<ListBox x:Name="List"><ListBoxItem Content="one"/><ListBoxItem x:Name="TrashItem" Content="Trash"/></ListBox>
<Border x:Name="Framed" Height="30"><Border.ContextMenu><ContextMenu>
  <MenuItem Header="Copy" Click="on_copy"/><MenuItem Header="Remove" Click="on_remove"/>
  <MenuItem x:Name="DropTableItem" Header="Tidy" Click="on_tidy"/>
</ContextMenu></Border.ContextMenu><TextBlock x:Name="Spot" Text="spot"/></Border>
<TextBlock x:Name="TrashText" Text="Trash"/>
"""


@pytest.fixture
def app(start):
    return start(APP)


def refused(driven, act) -> None:
    before = driven.state()
    with pytest.raises(RefusedDestructive):
        act(driven.app)
    assert driven.state() == before
    assert driven.log == []


@pytest.mark.parametrize(
    "act",
    [
        lambda a: a.click(automation_id="Del"),
        lambda a: a.click(automation_id="Del", button="right"),
        lambda a: a.click(automation_id="Del", double=True),
        lambda a: a.click(automation_id="Del", input=True),
        lambda a: a.click(automation_id="btnDeleteAll"),
        lambda a: a.click(automation_id="Icon"),
        lambda a: a.click(automation_id="SendLink"),
        lambda a: a.toggle(automation_id="Wipe"),
        lambda a: a.toggle(automation_id="Wipe", state="on"),
        lambda a: a.send_keys("Enter", {"automation_id": "Del"}),
        lambda a: a.send_keys("Space", {"automation_id": "Del"}),
        lambda a: a.send_keys("Alt+D"),
        lambda a: a.send_keys("Alt+F4"),
        lambda a: a.send_keys("Ctrl+Q"),
        lambda a: a.send_keys("Tab Tab Alt+F4"),
        lambda a: a.send_keys("Delete", {"automation_id": "List", "row": 0}),
        lambda a: a.send_keys("Shift+Delete", {"automation_id": "List", "row": 0}),
        lambda a: a.menu("File > Quit"),
        lambda a: a.menu(["Edit", "Rows", "Delete"]),
        lambda a: a.menu(["Edit", "Rows", "DelRows"]),
        lambda a: a.menu(["Edit", "Tidy up"]),
        lambda a: a.context_menu("Remove", {"automation_id": "Spot"}),
        lambda a: a.close_window(),
        lambda a: a.close_window(title="Small"),
        lambda a: a.close_window(automation_id="Box"),
        lambda a: a.drag(automation_id="Box", to={"automation_id": "Del"}),
        lambda a: a.drag(automation_id="Box", to={"automation_id": "TrashText"}),
        lambda a: a.drag({"automation_id": "List", "row": 0}, to={"automation_id": "TrashItem"}),
    ],
    ids=[
        "click", "right click", "double click", "mouse", "by id", "by help text", "link", "toggle", "toggle to",
        "enter", "space", "access key", "alt f4", "ctrl q", "after other keys", "delete key", "shift delete",
        "menu", "submenu", "menu by id", "menu item by its id", "context menu", "close", "close by title",
        "close by element", "drag on a button", "drag on a text", "drag on an item",
    ],
)  # fmt: skip
def test_each_way_is_refused_and_touches_nothing(app, act):
    refused(app, act)


def test_a_context_menu_item_that_its_id_tells_is_refused_and_the_menu_is_closed_again(app):
    before = [w.hwnd for w in app.app.windows()]
    with pytest.raises(RefusedDestructive):
        app.app.context_menu("Tidy", {"automation_id": "Spot"})
    assert [w.hwnd for w in app.app.windows()] == before
    assert app.log == []


def test_the_caption_inside_a_destructive_button_is_that_button(app):
    """`Go` is harmless, the button around it is `btnDeleteAll`."""
    refused(app, lambda a: a.click(name="Go", control_type="Text"))


def test_keys_that_move_to_a_destructive_button_and_press_it_are_refused(app):
    app.app.send_keys("Tab", {"automation_id": "Save"})
    app.app.send_keys("Shift+Tab")
    with pytest.raises(RefusedDestructive):
        app.app.send_keys("Tab Space", {"automation_id": "Save"})
    assert app.log == []


def test_keys_that_open_a_menu_and_choose_in_it_are_refused(app):
    with pytest.raises(RefusedDestructive):
        app.app.send_keys("Alt+F Q")
    assert app.log == []


DEFAULT = """<TextBox x:Name="Box"/><CheckBox x:Name="Check" Content="Check"/><RichTextBox x:Name="Rich" Height="40"/>
<Button x:Name="Go" Content="Delete" IsDefault="True" Click="on_go"/>"""


@pytest.mark.parametrize(
    "act",
    [
        lambda a: a.send_keys("Enter", {"automation_id": "Box"}),
        lambda a: a.send_keys("Ctrl+A Enter", {"automation_id": "Box"}),
        lambda a: a.send_keys("Enter", {"automation_id": "Check"}),
        lambda a: a.send_keys("Enter"),
        lambda a: a.type_text(automation_id="Box", text="x\n", input=True),
    ],
    ids=["enter", "after others", "in a check box", "anywhere", "newline"],
)
def test_enter_that_would_press_a_destructive_default_button_is_refused(start, act):
    refused(start(DEFAULT), act)


def test_a_newline_set_as_a_value_presses_nothing(start):
    driven = start(DEFAULT)
    driven.app.type_text(automation_id="Box", text="a\nb")
    assert driven.log == []


def test_a_newline_in_a_document_presses_nothing(start):
    driven = start(DEFAULT)
    driven.app.type_text(automation_id="Rich", text="a\nb")
    assert driven.app.read_text(automation_id="Rich") == "a\nb"
    assert driven.log == []


def test_harmless_keys_are_allowed_beside_destructive_buttons(app):
    app.app.send_keys("Delete", {"automation_id": "Box"})
    app.app.send_keys("Alt+S")
    assert app.log[-1] == "save"
    assert "delete" not in app.log


def test_the_delete_key_edits_a_field_whatever_the_window_says_of_it(start):
    driven = start('<TextBlock Text="Press Delete to delete the row"/><TextBox x:Name="Box" Text="a"/>')
    driven.app.type_text(automation_id="Box", text="b", input=True)
    assert driven.app.read_text(automation_id="Box") == "b"


@pytest.mark.parametrize("label", ["Undelete", "Recipient", "Sender", "Postal code", "Formatting", "送信者", "保存"])
def test_look_alikes_are_clicked(start, label):
    driven = start(f'<Button x:Name="B" Content="{label}" Click="on_b"/>')
    assert driven.app.click(automation_id="B").effect == "confirmed"


def test_a_menu_of_look_alikes_is_chosen(app):
    app.app.menu("Edit > Rows > Undelete")
    assert app.log == ["undelete"]


# -- dialogs --


def message(start, text: str, buttons: str = '"Yes", "No"', title: str = "Question", **gate):
    driven = start(
        '<Button x:Name="Ask" Content="Ask" Click="on_ask"/>',
        f"def on_ask(self, view, sender): view.message({text!r}, {title!r}, ({buttons},), "
        "lambda answer: self.note('answer=' + answer))",
        **gate,
    )
    driven.app.click(automation_id="Ask")
    return driven


@pytest.mark.parametrize(
    ("text", "refused_answer", "free_answer"),
    [
        ("Delete 3 rows?", "Yes", "No"),
        ("Do you want to save your changes?", "No", "Yes"),
        ("a.csv already exists. Replace it?", "Yes", "No"),
        ("3件を削除しますか？", "Yes", "No"),
        ("変更を保存しますか？", "No", "Yes"),
    ],
)
def test_answers_of_a_destructive_question(start, text, refused_answer, free_answer):
    driven = message(start, text)
    before = driven.state()
    with pytest.raises(RefusedDestructive):
        driven.app.click(name=refused_answer)
    assert driven.state() == before
    driven.app.click(name=free_answer)
    assert driven.log == [f"answer={free_answer}"]


@pytest.mark.parametrize("keys", ["Enter", "Space"])
def test_a_key_that_answers_a_destructive_question_is_refused(start, keys):
    driven = message(start, "Delete 3 rows?")
    before = driven.state()
    with pytest.raises(RefusedDestructive):
        driven.app.send_keys(keys)
    assert driven.state() == before


def test_a_harmless_question_may_be_answered(start):
    for answer in ("Yes", "No"):
        driven = message(start, "Really go on?")
        driven.app.click(name=answer)
        assert driven.log == [f"answer={answer}"]


@pytest.mark.parametrize("text", ["The file could not be deleted: delete failed.", "Could not send the message."])
def test_the_only_button_of_a_message_just_closes_it(start, text):
    driven = message(start, text, '"OK"', "Error")
    driven.app.click(name="OK")
    assert driven.log == ["answer=OK"]


def test_closing_a_message_box_and_a_dialog_is_not_destructive(desk):
    desk.app.click(automation_id="DialogButton")
    assert desk.app.close_window().evidence["windows_closed"] == ["Details"]
    desk.app.click(automation_id="ToolsButton")
    assert desk.app.close_window(title="Tools").effect == "confirmed"


def test_closing_the_main_window_with_consent_ends_the_program(start):
    driven = start(APP, policy=Policy(flag_destructive=True))
    reply = driven.app.close_window(confirm=True)
    assert (reply.effect, reply.evidence) == ("confirmed", {"exited": 0})


def test_saving_is_not_destructive(start):
    driven = start(
        '<Button x:Name="B" Content="Save" Click="on_b"/><Button x:Name="C" Content="上書き保存" Click="on_c"/>'
    )
    driven.app.click(automation_id="B")
    driven.app.click(automation_id="C")
    assert driven.log == ["b", "c"]


def test_the_profiles_patterns_count(start):
    from wpfagent import Profile
    from wpfagent.profiles.profile import ProfileSafety

    profile = Profile("P", safety=ProfileSafety(destructive_patterns=("(?i)archiv",)))
    driven = start('<Button x:Name="B" Content="Archivieren" Click="on_b"/>', profile=profile)
    refused(driven, lambda a: a.click(automation_id="B"))


# -- two steps --


class Wall:
    def __init__(self) -> None:
        self.time = 1_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def careful(start, wall):
    return start(APP, policy=Policy(flag_destructive=True), guard=Guard(wall=wall))


def token_for(driven, automation_id: str = "Del", **args) -> str:
    with pytest.raises(ConfirmationRequired) as error:
        driven.app.click(automation_id=automation_id, **args)
    assert driven.log == []
    return str(error.value.details["confirm_token"])


def test_the_second_step_brings_the_token(careful):
    token = token_for(careful)
    assert careful.app.click(automation_id="Del", confirm_token=token).effect == "confirmed"
    assert careful.log == ["delete"]


def test_a_token_works_once_only(careful):
    token = token_for(careful)
    careful.app.click(automation_id="Del", confirm_token=token)
    with pytest.raises(TokenExpired):
        careful.app.click(automation_id="Del", confirm_token=token)
    assert careful.log == ["delete"]


@pytest.mark.parametrize("seconds", [119, 121])
def test_a_token_lives_for_two_minutes(careful, wall, seconds):
    token = token_for(careful)
    wall.time += seconds
    if seconds < 120:
        careful.app.click(automation_id="Del", confirm_token=token)
    else:
        with pytest.raises(TokenExpired):
            careful.app.click(automation_id="Del", confirm_token=token)


def spend(driven, token: str, **args) -> None:
    before = driven.state()
    with pytest.raises(TokenExpired):
        driven.app.click(confirm_token=token, **{"automation_id": "Del", **args})
    assert driven.state() == before


def test_a_token_is_not_good_for_another_element(careful):
    spend(careful, token_for(careful), automation_id="btnDeleteAll")


def test_a_token_is_not_good_for_other_arguments(careful):
    spend(careful, token_for(careful), double=True)


def test_a_token_is_not_good_for_another_action(careful):
    token = token_for(careful)
    with pytest.raises(TokenExpired):
        careful.app.send_keys("Enter", {"automation_id": "Del"}, confirm_token=token)


def test_a_token_is_not_good_after_another_window_opened(start):
    driven = start(
        APP + '<Button x:Name="Open" Content="Open" Click="on_show"/>',
        "def on_show(self, view, sender): view.show('Tools')",
        windows='<Window x:Key="Tools" Title="Tools"><TextBlock Text="t"/></Window>',
        policy=Policy(flag_destructive=True),
    )
    token = token_for(driven)
    driven.app.click(automation_id="Open")
    spend(driven, token)


def test_a_token_is_not_good_after_the_element_was_renamed(start):
    driven = start(
        '<Button x:Name="Del" Content="Delete" Click="on_del"/><Button x:Name="Re" Content="Re" Click="on_re"/>',
        "def on_re(self, view, sender): view['Del'].text = 'Delete all'",
        policy=Policy(flag_destructive=True),
    )
    token = token_for(driven)
    driven.app.click(automation_id="Re")
    spend(driven, token)


def test_a_token_stays_good_while_a_clock_ticks(start):
    driven = start(
        '<Button x:Name="Del" Content="Delete" Click="on_del"/><TextBlock x:Name="Clock" Text="0"/>',
        "def start(self, view): view.later(1000, lambda: setattr(view['Clock'], 'text', '1'))",
        policy=Policy(flag_destructive=True),
    )
    token = token_for(driven)
    driven.desktop.clock.sleep(2)
    assert driven.app.click(automation_id="Del", confirm_token=token).effect == "confirmed"


def test_a_menu_path_takes_a_token_too(careful):
    with pytest.raises(ConfirmationRequired) as error:
        careful.app.menu("File > Quit")
    careful.app.menu("File > Quit", confirm_token=error.value.details["confirm_token"])
    assert careful.log == ["quit"]


def test_a_confirm_of_the_library_is_enough_with_the_flag(careful):
    careful.app.click(automation_id="Del", confirm=True)
    assert careful.log == ["delete"]


def test_a_refused_act_is_no_act_for_the_repeat_rule(start):
    from wpfagent import Profile
    from wpfagent.profiles.profile import ProfileSafety

    driven = start(APP, policy=Policy("mcp"), profile=Profile("P", safety=ProfileSafety(allow_destructive=True)))
    token = token_for(driven)
    assert driven.app.click(automation_id="Del", confirm_token=token).effect == "confirmed"


def test_a_menu_path_is_destructive_by_the_menus_on_its_way(app):
    """`Delete > All rows` deletes, whatever the last caption says; `Send to > Phone` sends, `Format > Font` not."""
    from wpfagent.actions.consent import consenting
    from wpfagent.core.errors import Refused

    asked = []
    doing = app.app.gate.reading(app.app.target)
    doing.permit = lambda reason, _control: asked.append(reason.what)
    consenting.of_path(doing, ["Delete", "All rows"])
    consenting.of_path(doing, ["Share", "Send to", "Phone"])
    consenting.of_path(doing, ["Format", "Font"])
    consenting.of_path(doing, ["Go to", "Line"])
    assert asked == ["delete", "send"]
    with pytest.raises(Refused):
        app.app.menu(["Delete", "All rows"])


def test_the_system_menu_by_keys_is_refused_because_it_closes_the_window(app):
    refused(app, lambda a: a.send_keys("Alt+Space C"))


def test_a_question_that_came_up_inside_of_its_window_counts_as_a_dialog(start):
    driven = start(
        '<Button x:Name="Off" Content="Take off" Click="on_off"/><StackPanel x:Name="Layer" Visibility="Collapsed">'
        '<TextBlock Text="The card cannot be brought back."/><Button x:Name="Go" Content="Go ahead" Click="on_go"/>'
        '<Button x:Name="Keep" Content="Keep it" Click="on_keep"/></StackPanel>',
        "def on_off(self, view, sender): view['Layer'].visible = True",
    )
    driven.app.click(automation_id="Off")
    with pytest.raises(RefusedDestructive, match="brought back"):
        driven.app.click(automation_id="Go")
    driven.app.click(automation_id="Keep")
    assert driven.log == ["keep"]


KEYPAD = "".join(f'<Button Content="{sign}" Click="on_key"/>' for sign in "1234567890")


def test_what_erases_a_sign_on_a_keypad_deletes_nothing(start):
    erase = '<Button x:Name="K11" Content="⌫" Click="on_erase"/>'
    driven = start(f"<StackPanel>{KEYPAD}{erase}</StackPanel>")
    driven.app.click(automation_id="K11")
    assert driven.log == ["erase"]


@pytest.mark.parametrize(
    ("keys", "sign"), [("", "⌫"), (KEYPAD, "\N{WASTEBASKET}"), (KEYPAD.replace('"5"', '"x"'), "⌫"), (KEYPAD, "Delete")]
)
def test_a_sign_that_deletes_is_asked_for_where_it_is_no_key(start, keys, sign):
    driven = start(f'<StackPanel>{keys}<Button x:Name="Bin" Content="{sign}" Click="on_bin"/></StackPanel>')
    with pytest.raises(RefusedDestructive):
        driven.app.click(automation_id="Bin")
    assert driven.log == []
