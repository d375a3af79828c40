"""What a reply says of an act: confirmed, no_op, unverifiable, each with its evidence."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import AppExited, AppNotResponding


def test_a_change_in_the_tree_confirms_with_the_change(desk):
    reply = desk.app.click(automation_id="SaveButton")
    assert (reply.method, reply.effect) == ("InvokePattern", "confirmed")
    assert reply.evidence["changed"][0]["name"] == ["", "save"]


def test_a_window_that_opens_or_closes_confirms(desk):
    assert desk.app.click(automation_id="DialogButton").evidence["windows_opened"] == ["Details"]
    assert desk.app.click(automation_id="CancelButton").evidence["windows_closed"] == ["Details"]


def test_a_title_that_changes_confirms(desk):
    assert desk.app.click(automation_id="RenameButton").evidence["titles"] == [["Desk", "Desk - renamed"]]


def test_a_command_without_a_visible_change_is_not_confirmed(desk):
    reply = desk.app.click(automation_id="IdleButton")
    assert reply.effect in ("unverifiable", "no_op")
    assert reply.evidence["settled_ms"] == 1_200
    assert 1_190 <= reply.elapsed_ms <= 1_400


def test_a_command_that_only_copies_is_confirmed_by_the_clipboard_of_its_program(start):
    driven = start('<Button x:Name="B" Content="Copy link" Click="on_b"/>', "def on_b(self, view, sender): view.copy()")
    reply = driven.app.click(automation_id="B")
    assert (reply.effect, reply.evidence["clipboard"]) == ("confirmed", {"changed": True})


def test_what_another_program_copies_meanwhile_confirms_nothing(start):
    driven = start(
        '<Button x:Name="B" Content="Idle" Click="on_b"/>',
        "def on_b(self, view, sender): self.screen = view._window.application.screen; self.screen.clipboard = (9, 1)",
    )
    reply = driven.app.click(automation_id="B")
    assert reply.effect == "unverifiable"
    assert "clipboard" not in reply.evidence


def test_an_effect_within_the_settle_time_is_seen(start):
    driven = start(
        '<Button x:Name="B" Content="B" Click="on_b"/>',
        "def on_b(self, view, sender): view.later(200, lambda: self.note('late'))",
    )
    assert driven.app.click(automation_id="B").effect == "confirmed"


def test_an_effect_of_a_slow_handler_is_waited_for(desk):
    desk.faults.slow(3000)
    reply = desk.app.click(automation_id="SaveButton")
    assert reply.effect == "confirmed"
    assert 2_900 <= reply.elapsed_ms <= 3_500


@pytest.mark.parametrize(
    ("act", "already"),
    [
        (lambda a: a.toggle(automation_id="Check", state="off"), {"toggle_state": "off"}),
        (lambda a: a.set_value(automation_id="Volume", value=10), {"value": "10"}),
        (lambda a: a.collapse(automation_id="More"), {"expanded": "collapsed"}),
        (lambda a: a.select_item(automation_id="Radio1"), {"selected": True, "item": "One"}),
        (lambda a: a.type_text(automation_id="NameBox", text="start"), {"value": "start"}),
        (lambda a: a.select_combo(automation_id="Color", item_text="red"), {"selected": "red"}),
        (lambda a: a.focus_window("Desk"), {"foreground": "Desk"}),
    ],
    ids=["toggle", "set_value", "collapse", "select_item", "type_text", "select_combo", "focus_window"],
)
def test_what_is_so_already_is_a_no_op_with_what_was_there(desk, act, already):
    before = desk.state()
    reply = act(desk.app)
    assert (reply.effect, reply.evidence) == ("no_op", {"already": already})
    assert desk.state() == before


def test_a_state_that_is_read_back_confirms(desk):
    assert desk.app.toggle(automation_id="Check").evidence == {"toggle_state": ["off", "on"]}
    assert desk.app.select_combo(automation_id="Color", item_text="blue").evidence == {"selected": "blue"}
    assert desk.app.expand(automation_id="More").evidence["expanded"] == "expanded"


def test_a_handler_that_takes_the_state_back_is_not_confirmed_as_reached(start):
    driven = start(
        '<CheckBox x:Name="C" Content="C" Checked="on_c"/>',
        "def on_c(self, view, sender): sender.checked = False",
    )
    assert driven.app.toggle(automation_id="C", state="on").effect in ("no_op", "unverifiable")


def test_typed_text_is_committed_and_confirmed(desk):
    reply = desk.app.type_text(automation_id="NameBox", text="Ada")
    assert (reply.method, reply.effect) == ("ValuePattern", "confirmed")
    assert reply.evidence["value"] == "Ada"
    assert desk.log == ["name=Ada"]


def test_text_that_is_not_committed_is_unverifiable(desk):
    reply = desk.app.type_text(automation_id="NameBox", text="Ada", commit=False)
    assert desk.log == []
    assert reply.effect == "unverifiable"
    assert "committed" in reply.evidence["reason"]


def test_text_that_was_left_uncommitted_is_committed_by_typing_it_again(desk):
    desk.app.type_text(automation_id="NameBox", text="Ada", commit=False)
    desk.app.type_text(automation_id="NameBox", text="Ada")
    assert desk.log == ["name=Ada"]


def test_a_password_is_unverifiable(desk):
    reply = desk.app.type_text(automation_id="Secret", text="hush")
    assert reply.effect == "unverifiable"
    assert "hush" not in str(reply.to_dict())


def test_a_secret_is_not_in_the_reply(desk, monkeypatch):
    monkeypatch.setenv("WPF_AGENT_SECRET_KEY", "hush-hush")
    reply = desk.app.type_text(automation_id="NameBox", secret="KEY")
    assert reply.effect == "confirmed"
    assert reply.evidence["value"] == "${secret:KEY}"
    assert "hush" not in str(reply.to_dict())


def test_a_secret_that_was_not_committed_is_not_in_the_reply(desk, monkeypatch):
    monkeypatch.setenv("WPF_AGENT_SECRET_KEY", "hush-hush")
    reply = desk.app.type_text(automation_id="NameBox", secret="KEY", commit=False)
    assert "hush" not in str(reply.to_dict())


def test_a_secret_that_the_program_shows_elsewhere_is_not_in_the_reply(start, monkeypatch):
    monkeypatch.setenv("WPF_AGENT_SECRET_KEY", "hush-hush")
    driven = start(
        '<TextBox x:Name="T" TextChanged="on_t"/><TextBlock x:Name="Echo"/>',
        "def on_t(self, view, sender):\n    view['Echo'].text = sender.text\n    sender.text = sender.text.upper()",
    )
    reply = driven.app.type_text(automation_id="T", secret="KEY")
    assert "hush" not in str(reply.to_dict()).lower()


def test_a_pattern_call_that_opens_something_modal_says_so_and_returns(desk):
    reply = desk.app.expand(automation_id="ModalExpander")
    assert reply.evidence["pending"] == "modal"
    assert desk.app.windows()[0].title == "Details"
    desk.app.click(automation_id="OkButton")
    assert "dialog=True" in desk.log


def test_an_act_that_ends_the_program_with_0_is_confirmed(desk):
    reply = desk.app.click(automation_id="LeaveButton")
    assert (reply.effect, reply.evidence) == ("confirmed", {"exited": 0})


def test_an_act_that_crashes_the_program_is_app_exited(desk):
    with pytest.raises(AppExited) as error:
        desk.app.click(automation_id="CrashButton")
    assert error.value.details["exit_code"] == 0xE0434352


def test_hovering_is_unverifiable_when_nothing_shows(desk):
    reply = desk.app.hover(automation_id="SaveButton")
    assert (reply.method, reply.effect) == ("mouse", "unverifiable")


def test_a_pop_up_alone_is_no_window_that_opened(desk):
    assert "windows_opened" not in desk.app.expand(automation_id="Color").evidence


def test_a_reply_has_the_keys_of_the_contract(desk):
    made = desk.app.click(automation_id="SaveButton").to_dict()
    assert set(made) == {
        "action", "target", "selector", "matched_by", "method", "effect", "evidence", "desktop", "elapsed_ms",
    }  # fmt: skip
    assert made["desktop"] == "simulated"
    assert made["target"] == desk.app.target.target_id


def test_a_value_that_the_program_takes_back_is_told_with_what_it_is_now(start):
    driven = start(
        '<TextBox x:Name="T" Text="old" LostFocus="on_left"/><Button x:Name="B" Content="B"/>',
        "def on_left(self, view, sender): sender.text = 'old'",
    )
    reply = driven.app.type_text(automation_id="T", text="new")
    assert reply.effect != "confirmed"
    assert reply.evidence["value_now"] == "old"


def test_an_error_text_that_comes_up_on_the_field_is_the_reason(start):
    driven = start(
        '<TextBox x:Name="T" LostFocus="on_left"/><Button x:Name="B" Content="B"/>',
        "def on_left(self, view, sender): sender._element.help_text = 'An e-mail address needs an @.'",
    )
    reply = driven.app.type_text(automation_id="T", text="nobody")
    assert reply.effect == "unverifiable"
    assert reply.evidence["reason"] == "the field says: An e-mail address needs an @."


def test_an_error_text_that_comes_up_on_a_combo_box_is_the_reason_why_a_choice_is_not_taken(start):
    driven = start(
        '<ComboBox x:Name="C" SelectionChanged="on_chosen"><ComboBoxItem Content="a"/><ComboBoxItem Content="b"/>'
        "</ComboBox>",
        "def on_chosen(self, view, sender): sender._element.help_text = 'b is sold out.'",
    )
    reply = driven.app.select_combo(automation_id="C", item_text="b")
    assert (reply.effect, reply.evidence["reason"]) == ("unverifiable", "the field says: b is sold out.")


def test_an_entry_on_which_a_window_opens_is_not_confirmed_as_taken(start):
    driven = start(
        '<TextBox x:Name="T" Text="old" LostFocus="on_left"/><Button x:Name="B" Content="B"/>',
        "def on_left(self, view, sender): view.message('Only names of twelve letters.', 'Wrong name')",
    )
    reply = driven.app.type_text(automation_id="T", text="new")
    assert (reply.effect, reply.evidence["value"]) == ("unverifiable", "new")
    assert reply.evidence["windows_opened"] == ["Wrong name"]
    assert "window opened" in reply.evidence["reason"]


def test_an_entry_that_a_window_answers_and_the_program_takes_back_is_not_confirmed(start):
    driven = start(
        '<TextBox x:Name="T" Text="old" LostFocus="on_left"/><Button x:Name="B" Content="B"/>',
        """
        def on_left(self, view, sender):
            sender.text = "old"
            view.message("Only names of twelve letters.", "Wrong name")
        """,
    )
    reply = driven.app.type_text(automation_id="T", text="new")
    assert (reply.effect, reply.evidence["value_now"]) == ("unverifiable", "old")
    assert reply.evidence["windows_opened"] == ["Wrong name"]


@pytest.mark.parametrize(("kept", "effect"), [(40, "unverifiable"), (79, "confirmed"), (80, "confirmed")])
def test_a_slider_that_the_program_holds_back_has_not_reached_what_was_asked_for(start, kept, effect):
    driven = start(
        '<Slider x:Name="S" Minimum="0" Maximum="100" Value="10" ValueChanged="on_moved"/>',
        f"def on_moved(self, view, sender): sender.value = {kept}",
    )
    reply = driven.app.set_value(automation_id="S", value=80)
    assert reply.effect == effect


def test_scrolling_to_an_element_is_not_the_effect_of_acting_on_it(start):
    rows = "".join(f'<Button x:Name="B{n}" Content="B{n}" Height="60" Click="on_none"/>' for n in range(30))
    driven = start(
        f'<ScrollViewer x:Name="S" Height="200"><StackPanel>{rows}</StackPanel></ScrollViewer>',
        "def on_none(self, view, sender): pass",
    )
    assert driven.app.click(automation_id="B29").effect == "unverifiable"


def test_an_action_whose_own_time_is_short_is_no_hang(desk):
    desk.faults.slow(1_500)
    assert desk.app.click(automation_id="SaveButton", timeout_ms=500).effect == "confirmed"


def test_an_action_that_keeps_the_program_busy_is_told_to_be_done(desk):
    desk.faults.slow(30_000)
    with pytest.raises(AppNotResponding, match="was done") as error:
        desk.app.click(automation_id="SaveButton", timeout_ms=3_000)
    assert error.value.details["done"] is True
    assert "Do not repeat" in error.value.hint


def test_letters_that_a_field_refuses_are_not_waited_for_once_the_program_rests(start):
    driven = start(
        '<TextBox x:Name="Pieces" TextChanged="on_t"/><TextBlock x:Name="Echo"/>',
        "def on_t(self, view, sender):\n    sender.text = ''.join(c for c in sender.text if c.isdigit())",
    )
    clock = driven.app.gate.desktop.clock
    begun = clock.now()
    reply = driven.app.type_text(automation_id="Pieces", text="many", input=True)
    assert reply.effect != "confirmed"
    assert clock.now() - begun < 1.4
