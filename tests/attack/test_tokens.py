"""A token is for the act as it was shown: to what was chosen then, as the answer to the question that was asked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, call, files
from tests.attack.program import NAME, Program
from wpfagent import App, Gate, Policy
from wpfagent.core.errors import RefusedSaving, TokenExpired
from wpfagent.profiles.store import open_profiles
from wpfagent.safety.policy import Guard
from wpfagent.testing.artifacts import State

ROWS = """<ListBox x:Name="Rows" SelectionMode="Extended"><ListBoxItem Content="Draft"/><ListBoxItem Content="Ledger"/>
</ListBox><CheckBox x:Name="All" Content="All of them"/><TextBox x:Name="Which" Text="draft"/>
<TextBlock x:Name="Clock" Text="12:00"/><Button x:Name="Look" Content="Look" Click="look"/>
<Button x:Name="Go" Content="Delete" Click="on_deleted"/>"""
QUESTION = """<TextBlock x:Name="Asked" Text="Delete 1 draft?"/><Button x:Name="Go" Content="Yes" Click="on_deleted"/>
<Button Content="No"/><Button x:Name="Look" Content="Help" Click="look"/>"""
LATER = """
def look(self, view, sender):
    view["{}"].text = "{}"
"""
TICKING, ASKING = LATER.format("Clock", "12:01"), LATER.format("Asked", "Delete all 5,000 customers?")
OPENS = """
def on_open(self, view, sender):
    self.note("opened")
    view.show_dialog("Ask", lambda result: None)
"""
DELETE = Ask("click", {"automation_id": "Go"})
LOOK = Ask("click", {"automation_id": "Look"})


ITEMS = """<ListBox><ListBox.ContextMenu><ContextMenu><MenuItem Header="Delete" Click="on_deleted"/></ContextMenu>
</ListBox.ContextMenu><ListBoxItem x:Name="A" Content="Draft"/><ListBoxItem x:Name="B" Content="Ledger"/></ListBox>
<GroupBox x:Name="Bin" Header="Recycle bin"/>"""
FIELDS = """<TextBox x:Name="A"/><TextBox x:Name="B"/>
<Button Content="Delete" IsDefault="True" Click="on_deleted"/>"""
AROUND = """<UserControl x:Name="Go"><Button x:Name="Asked" Content="Delete draft" Height="60" Click="on_deleted"/>
</UserControl><Button x:Name="Look" Content="Look" Click="look"/>"""
FILLED = """<ListBox><ListBoxItem><StackPanel Orientation="Horizontal"><TextBlock x:Name="Asked" Text="Draft"/>
<Button x:Name="Go" Content="Delete" Click="on_deleted"/></StackPanel></ListBoxItem></ListBox>
<Button x:Name="Look" Content="Look" Click="look"/>"""


def fired(made: Program, between: Sequence[Ask], first: Ask = DELETE, then: Ask | None = None) -> bool:
    """Ask for a token, do something else, and come back with the token; return whether it was done then."""

    def do(ask: Ask, *more: str) -> str:
        given = ["do", ask.action, "--profile", NAME, "--args", json.dumps(ask.written), *files(made), "--json"]
        return call(made, [*given, *more])

    call(made, ["launch", "--profile", NAME, *files(made)])
    token = json.loads(do(first))["error"]["details"]["confirm_token"]
    for ask in between:
        assert '"error"' not in do(ask)
    said = do(then or first, "--confirm", token)
    assert ("token_expired" in said) == (made.fired == []), said
    return bool(made.fired)


@pytest.mark.parametrize(
    "between",
    [
        Ask("select_item", {"automation_id": "Rows"}, {"item_text": "Ledger"}),
        Ask("toggle", {"automation_id": "All"}),
        Ask("type_text", {"automation_id": "Which"}, {"text": "ledger"}),
    ],
    ids=["selection", "tick", "field"],
)
def test_a_token_never_covers_what_was_chosen_after_it(program: Make, between: Ask) -> None:
    assert not fired(program(ROWS, code=TICKING, consents=True), [between])


@pytest.mark.parametrize(
    ("content", "action", "args"),
    [
        (ITEMS, "context_menu", {"path": ["Delete"]}),
        (ITEMS, "drag", {"to": {"automation_id": "Bin"}}),
        (FIELDS, "send_keys", {"keys": "Enter"}),
    ],
)
def test_a_token_never_covers_another_element(program: Make, content: str, action: str, args: dict[str, Any]) -> None:
    """What is asked about may be something else than what is named: an item of its menu, a place to drop on."""
    one, other = (Ask(action, {"automation_id": name}, args) for name in "AB")
    assert not fired(program(content, consents=True), [], one, other)


@pytest.mark.parametrize(
    ("content", "click"),
    [(AROUND, Ask("click", {"automation_id": "Go"}, {"input": True})), (FILLED, DELETE)],
    ids=["inside", "row"],
)
def test_a_token_never_covers_what_came_in_its_place(program: Make, content: str, click: Ask) -> None:
    """In what is clicked, or in the row that it stands in: nothing of what was named says anything else then."""
    assert not fired(program(content, code=LATER.format("Asked", "Erase the disk"), consents=True), [LOOK], click)
    assert fired(program(content, code=LATER.format("Asked", "Erase the disk"), consents=True), [], click)


def test_a_token_never_answers_another_question(program: Make) -> None:
    assert not fired(program(QUESTION, code=ASKING, consents=True), [LOOK])


def test_a_token_for_the_first_key_is_none_for_what_that_key_brought_up(program: Make) -> None:
    made = program(
        '<Button x:Name="Go" Content="Remove draft" Click="on_open"/>', consents=True,
        code=OPENS,
        windows='''<Window x:Key="Ask" x:Name="Ask" Title="Settings" Width="300" Height="200"><StackPanel>
<TextBlock Text="All 5,000 customers will be erased."/><Button Content="_Yes" IsDefault="True" Click="on_deleted"/>
<Button Content="No"/></StackPanel></Window>''',
    )  # fmt: skip
    keys = Ask("send_keys", {"automation_id": "Go"}, {"keys": "Space Enter"})
    call(made, ["launch", "--profile", NAME, *files(made)])
    given = ["do", keys.action, "--profile", NAME, "--args", json.dumps(keys.written), *files(made), "--json"]
    token = json.loads(call(made, given))["error"]["details"]["confirm_token"]
    assert "refused_destructive" in call(made, [*given, "--confirm", token])
    assert made.fired == ["opened"]


@pytest.mark.parametrize("between", [[], [LOOK], [Ask("read_text", {"automation_id": "Clock"})]])
def test_a_token_holds_while_only_what_is_shown_changes(program: Make, between: Sequence[Ask]) -> None:
    assert fired(program(ROWS, code=TICKING, consents=True), between)


def test_a_token_covers_the_item_of_a_context_menu_that_its_question_named(program: Make) -> None:
    """It was asked about by its caption, before its menu was there."""
    delete = Ask("context_menu", {"name": "Draft"}, {"path": ["Delete"]})
    assert fired(program(ITEMS, consents=True), [], first=delete)


def test_a_consent_to_delete_is_none_to_save(program: Make) -> None:
    """Keys and a second reason are judged as the first one is."""
    saving = Ask("send_keys", {"automation_id": "T"}, {"keys": "Ctrl+S"})
    made = program('<TextBox x:Name="T"/>', consents=True)
    profiles = open_profiles(made.profiles, desktop_name="simulated").profiles
    gate = Gate(made.desktop, policy=Policy("random", flag_destructive=True, leaves_saving=True), profiles=profiles)
    app = App(gate, gate.targets.open({"profile": NAME}))
    with pytest.raises(RefusedSaving):
        app.do(saving.action, saving.selector, saving.args)
    with pytest.raises(RefusedSaving):
        app.do("send_keys", saving.selector, {"keys": "Ctrl+Q Ctrl+S"})


def held_by_two(state: State) -> tuple[str, Guard, Guard]:
    """Return a token that was kept, and the guards of two calls of the command line that both read it."""
    first = state.load_guard()
    token = first._issue("this act")
    state.save_guard(frozenset(), first)
    return token, state.load_guard(), state.load_guard()


def test_a_token_that_two_calls_of_the_command_line_use_at_once_is_good_for_one(tmp_path: Path) -> None:
    token, one, other = held_by_two(State(tmp_path))
    one._redeem(token, "this act")
    with pytest.raises(TokenExpired):
        other._redeem(token, "this act")


def test_a_token_that_was_used_does_not_come_back_with_what_another_call_keeps(tmp_path: Path) -> None:
    state = State(tmp_path)
    token, one, other = held_by_two(state)
    one._redeem(token, "this act")  # and is killed before it has ended
    other._issue("another act")
    state.save_guard(frozenset([token]), other)
    assert token not in state.load_guard().tokens
