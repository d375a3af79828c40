"""What is entered is taken in by a program a while after the last key: what comes next meets it, as a person's does."""

from __future__ import annotations

import pytest

from wpfagent import Policy

FIELD = '<TextBox x:Name="Name" TextChanged="on_text"/><TextBox x:Name="Place"/><Button x:Name="Go" Click="on_go"/>'
CODE = """
def on_text(self, view, sender):
    view.later(300, lambda: self.note("taken"))

def on_go(self, view, sender):
    self.note("went")
"""


@pytest.mark.parametrize(("caller", "log"), [("mcp", ["taken", "went"]), ("random", ["went", "taken"])])
def test_a_command_meets_what_was_entered_but_of_who_tries_hundreds(start, caller, log):
    app = start(FIELD, CODE, policy=Policy(caller))
    app.app.type_text({"automation_id": "Name"}, text="Ada")
    app.app.click(automation_id="Go")
    app.app.wait_for(until="idle")
    app.desktop.clock.sleep(1)
    assert app.log == log


def test_one_field_after_the_other_is_filled_in_without_a_pause(start):
    app = start(FIELD, CODE)
    app.app.type_text({"automation_id": "Name"}, text="Ada")
    begun = app.desktop.clock.now()
    app.app.type_text({"automation_id": "Place"}, text="Turin")
    assert app.desktop.clock.now() - begun < 0.2
    assert app.log == []
