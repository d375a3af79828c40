"""What a script may write short, and what it is told when it writes it wrong."""

from __future__ import annotations

import json

import pytest

import wpfagent
from wpfagent.core.errors import InvalidArgument, ProfileNotFound

SAYS = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Title="Small" Width="300" Height="200"><StackPanel>
 <CheckBox Content="Urgent"/><ListBox x:Name="Days"><ListBoxItem>Monday</ListBoxItem><ListBoxItem>Friday</ListBoxItem>
 </ListBox></StackPanel></Window>"""


@pytest.fixture
def app(tmp_path):
    (tmp_path / "small.xaml").write_text(SAYS, encoding="utf-8")
    with wpfagent.launch(str(tmp_path / "small.xaml"), desktop="simulated") as app:
        yield app


def test_a_bare_text_is_a_name(app):
    assert app.toggle("Urgent", state="on").effect == "confirmed"
    assert app.find("Urgent", checked=True).control_type == "CheckBox"
    app.expect("Urgent", enabled=True)


def test_a_key_that_an_action_does_not_know_is_answered_with_its_own(app):
    with pytest.raises(InvalidArgument, match=r"select_item: Unknown key 'item'\. Nearest: item_text"):
        app.select_item(automation_id="Days", item="Friday")
    with pytest.raises(InvalidArgument, match=r"click: Unknown key 'automationid'\. Nearest: .*automation_id"):
        app.click(automationid="Days")


def test_a_script_finds_the_profile_that_the_command_line_finds(app, tmp_path, monkeypatch):
    profiles = [{"name": "Small", "match": {"title_re": "Small"}, "safety": {"input": "never"}}]
    (tmp_path / "profiles.json").write_text(json.dumps({"version": 1, "profiles": profiles}), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WPF_AGENT_PROFILES", raising=False)
    found = wpfagent.connect(profile="Small", desktop=app.gate.desktop)
    assert found.pid == app.pid
    assert found.gate.targets.profile("Small").safety.input == "never"
    with pytest.raises(ProfileNotFound, match="Small"):
        wpfagent.connect(profile="Smal", desktop=app.gate.desktop)


@pytest.mark.parametrize(
    ("said", "near"), [("click_menu", "click, menu"), ("typetext", "type_text"), ("foo", "app.do")]
)
def test_a_method_that_an_app_does_not_have_is_answered_with_those_that_are_near(app, said, near):
    with pytest.raises(AttributeError, match=rf"no '{said}'\. .*{near}"):
        getattr(app, said)
