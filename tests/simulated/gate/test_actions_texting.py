"""type_text, send_keys, set_value."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import ElementNotFound, InvalidArgument, SecretMissing, Unsupported


def text(desk, automation_id: str) -> str:
    return str(desk.app.read_text(automation_id=automation_id))


def test_type_text_replaces_or_appends(desk):
    desk.app.type_text(automation_id="NameBox", text="Ada")
    assert text(desk, "NameBox") == "Ada"
    desk.app.type_text(automation_id="NameBox", text=" Lovelace", append=True)
    assert text(desk, "NameBox") == "Ada Lovelace"


def test_type_text_by_keyboard_replaces_or_appends(desk):
    reply = desk.app.type_text(automation_id="NameBox", text="Ada", input=True)
    assert (reply.method, reply.effect) == ("keyboard", "confirmed")
    desk.app.type_text(automation_id="NameBox", text="!", input=True, append=True)
    assert text(desk, "NameBox") == "Ada!"
    assert [w for w in desk.log if w != "notes"] == ["name=Ada", "name=Ada!"]


def test_typing_what_is_there_is_a_no_op(desk):
    assert desk.app.type_text(automation_id="NameBox", text="start").effect == "no_op"


def test_an_empty_text_clears(desk):
    assert desk.app.type_text(automation_id="NameBox", text="").effect == "confirmed"
    assert text(desk, "NameBox") == ""
    assert desk.log == ["name="]


def test_several_lines(desk):
    assert desk.app.type_text(automation_id="Notes", text="a\nb\nc").effect == "confirmed"
    assert text(desk, "Notes") == "a\r\nb\r\nc"
    assert desk.app.type_text(automation_id="Notes", text="x\ny", input=True).effect == "confirmed"
    assert text(desk, "Notes") == "x\ny"


def test_a_rich_text_takes_lines_from_the_keyboard(desk):
    assert desk.app.type_text(automation_id="Rich", text="a\nb").effect == "confirmed"
    assert text(desk, "Rich") == "a\nb"


def test_a_password_arrives_although_it_cannot_be_read(start):
    driven = start(
        '<PasswordBox x:Name="P"/><Button x:Name="B" Content="B" Click="on_b"/>',
        "def on_b(self, view, sender): self.note(view['P'].text)",
    )
    driven.app.type_text(automation_id="P", text="hush")
    assert driven.app.read_text(automation_id="P") == ""
    driven.app.click(automation_id="B")
    assert driven.log == ["hush"]


def test_enter_is_pressed_in_a_password_and_where_the_text_stands_already(start):
    driven = start(
        '<TextBox x:Name="T"/><PasswordBox x:Name="P"/><Button x:Name="B" Content="B" IsDefault="True" Click="on_b"/>',
        "def on_b(self, view, sender): self.note(view['T'].text + view['P'].text)",
    )
    driven.app.type_text(automation_id="P", text="hush", enter=True)
    for _ in range(2):
        driven.app.type_text(automation_id="T", text="a", enter=True)
    assert driven.log == ["hush", "ahush", "ahush"]


def test_a_field_that_gives_its_text_away_at_enter_shows_it_by_being_empty(start):
    driven = start(
        '<TextBox x:Name="T"/><Button x:Name="B" Content="B" IsDefault="True" Click="on_b"/>',
        """
        def on_b(self, view, sender):
            if view["T"].text != "keep":
                view["T"].text = ""
        """,
    )
    for word in ("a", "b"):
        reply = driven.app.type_text(automation_id="T", text=word, enter=True)
        assert (reply.effect, reply.evidence) == ("confirmed", {"emptied": True})
    driven.app.type_text(automation_id="T", text="keep", enter=True)
    assert driven.app.type_text(automation_id="T", text="keep", enter=True).effect == "unverifiable"


def test_keys_after_a_text_go_where_it_was_typed_unless_something_else_was_meant_since(start):
    driven = start(
        '<TextBox x:Name="T"/><Button x:Name="Other" Content="Find" Click="on_find"/>'
        '<Button x:Name="Go" Content="Go" IsDefault="True" Click="on_go"/>',
        "def on_go(self, view, sender): self.note('Go' + view['T'].text)\n"
        "def on_find(self, view, sender): self.note('Find' + view['T'].text)",
    )
    driven.app.type_text(automation_id="T", text="a")
    driven.app.send_keys(keys="Enter")
    assert driven.log == ["Goa"]
    driven.app.type_text(automation_id="T", text="b")
    driven.app.click(automation_id="Other")
    driven.app.send_keys(keys="Enter")
    assert driven.log == ["Goa", "Findb", "Findb"]


def test_a_secret_comes_from_the_environment_or_is_named_as_missing(desk, monkeypatch):
    monkeypatch.delenv("WPF_AGENT_SECRET_KEY", raising=False)
    with pytest.raises(SecretMissing, match="WPF_AGENT_SECRET_KEY") as error:
        desk.app.type_text(automation_id="NameBox", secret="key")
    assert error.value.exit_code == 2
    monkeypatch.setenv("WPF_AGENT_SECRET_KEY", "hush")
    desk.app.type_text(automation_id="NameBox", secret="key")
    desk.app.expect(automation_id="NameBox", value_equals="hush")
    assert text(desk, "NameBox") == "${secret:key}"


def test_a_read_only_field_is_unsupported_and_keeps_its_text(desk):
    with pytest.raises(Unsupported, match="read-only"):
        desk.app.type_text(automation_id="Fixed", text="x")
    assert text(desk, "Fixed") == "fixed"


def test_an_editable_combo_box_takes_text(desk):
    assert desk.app.type_text(automation_id="Editable", text="own").effect == "confirmed"
    assert text(desk, "Editable") == "own"


def test_a_grid_cell_takes_text(desk):
    desk.app.click(automation_id="GridTab")
    desk.app.type_text(automation_id="Orders", row=2, column="City", text="Nara")
    assert desk.app.read_text(automation_id="Orders", row=2, column="City") == "Nara"


def test_send_keys_to_an_element_and_to_what_has_the_focus(desk):
    assert desk.app.send_keys("Ctrl+A Delete", {"automation_id": "NameBox"}).effect == "confirmed"
    assert text(desk, "NameBox") == ""
    desk.app.send_keys("A")
    assert text(desk, "NameBox").upper() == "A"
    desk.app.send_keys("Tab")
    assert not desk.control("NameBox").focused


def test_send_keys_of_an_access_key(desk):
    desk.app.send_keys("Alt+S")
    assert desk.log == ["save"]


def test_send_keys_of_nothing(desk):
    with pytest.raises(InvalidArgument):
        desk.app.send_keys(" ")
    with pytest.raises(ElementNotFound):
        desk.app.send_keys("A", {"automation_id": "Nope"}, timeout_ms=0)


def test_set_value_of_a_slider(desk):
    reply = desk.app.set_value(automation_id="Volume", value=25)
    assert (reply.method, reply.evidence["value"]) == ("RangeValuePattern", "25")
    assert desk.app.set_value(automation_id="Volume", value="30").effect == "confirmed"
    assert desk.log == ["volume", "volume"]


@pytest.mark.parametrize("value", [51, -1, "loud"])
def test_set_value_out_of_range_tells_the_range(desk, value):
    with pytest.raises(InvalidArgument, match=r"0 .*50"):
        desk.app.set_value(automation_id="Volume", value=value)
    assert desk.log == []


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400, "1\0"], ids=["nan", "inf", "huge", "NUL"])
def test_what_no_program_can_take_is_refused_before_anything_is_done(desk, value):
    with pytest.raises(InvalidArgument, match="set_value: value: "):
        desk.app.set_value(automation_id="Volume", value=value)
    with pytest.raises(InvalidArgument):
        desk.app.click(automation_id="Volume", timeout_ms=10**400)
    assert desk.log == []


def test_set_value_of_a_date(desk):
    assert desk.app.set_value(automation_id="Day", value="2026-11-21").effect == "confirmed"
    assert text(desk, "Day") == "2026-11-21"
