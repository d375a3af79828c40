"""read_tooltip: what a tool tip says that shows when the pointer rests there; else the help text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wpfagent import Policy
from wpfagent.core.errors import ElementNotFound, InvalidArgument
from wpfagent.core.model import Control

BUTTONS = """<Button x:Name="Both" Content="Save" ToolTip="Writes the order" AutomationProperties.HelpText="Ctrl+S"/>
<Button x:Name="Other" Content="Open" ToolTip="Reads an order" AutomationProperties.HelpText="Ctrl+O"/>
<Button x:Name="Help" Content="Print" AutomationProperties.HelpText="To the default printer"/>
<Button x:Name="Bare" Content="Close" Click="on_close"/>"""


def read(driven, automation_id, **args):
    reply = driven.app.read_tooltip(automation_id=automation_id, **args)
    return reply.method, reply.result["source"], reply.result["text"]


def test_it_rests_the_pointer_there_and_reads_the_tip_that_comes(start, desktop):
    driven = start(BUTTONS)
    began = driven.now
    assert read(driven, "Both") == ("mouse", "tool_tip", "Writes the order")
    assert 1.0 <= driven.now - began < 2.0
    assert driven.control("Both").bounding_rect.contains(*desktop.pointer())


def test_a_tip_that_another_element_still_shows_is_not_taken_for_its_own(start, desktop, monkeypatch):
    driven, find = start(BUTTONS), desktop.find
    fading = Control("fading", name="Reads an order", control_type="ToolTip")
    shown = [fading]
    monkeypatch.setattr(desktop, "find", lambda wanted, **more: [
        *(shown if wanted.control_type == "ToolTip" else ()), *find(wanted, **more)
    ])  # fmt: skip
    assert read(driven, "Help")[1:] == ("help_text", "To the default printer")
    assert read(driven, "Both")[2] == "Writes the order"
    driven.later(
        0.5, lambda: shown.__setitem__(0, replace(fading, name="Prints it"))
    )  # a native one shows another text
    assert read(driven, "Help")[1:] == ("tool_tip", "Prints it")


def test_one_that_shows_already_is_read_at_once(start):
    driven = start(BUTTONS)
    read(driven, "Both")
    began = driven.now
    assert read(driven, "Both")[1:] == ("tool_tip", "Writes the order")
    assert driven.now - began < 0.5


def test_one_that_came_and_went_is_called_again(start, desktop):
    driven = start(BUTTONS)
    driven.app.click(automation_id="Both", input=True)
    desktop.clock.sleep(3)
    assert driven.control("Both").bounding_rect.contains(*desktop.pointer())
    assert read(driven, "Both")[1:] == ("tool_tip", "Writes the order")


def test_where_none_comes_in_time_the_help_text_is_read(start):
    driven = start(BUTTONS)
    assert read(driven, "Both", wait_ms=300)[1:] == ("help_text", "Ctrl+S")
    assert read(driven, "Help")[1:] == ("help_text", "To the default printer")


def test_without_input_the_pointer_stays_and_the_help_text_is_read(start, desktop):
    driven = start(BUTTONS, policy=Policy(input="never"))
    before, pointer = driven.state(), desktop.pointer()
    assert read(driven, "Both") == ("none", "help_text", "Ctrl+S")
    with pytest.raises(ElementNotFound, match=r"Close.*no help text.*input: never") as error:
        read(driven, "Bare")
    assert "safety.input" in error.value.hint
    assert (driven.state(), desktop.pointer()) == (before, pointer)


def test_an_element_without_either_is_an_error_that_says_what_was_looked_for(start):
    driven = start(BUTTONS)
    with pytest.raises(ElementNotFound, match=r"Close.*no tool tip within 1500 ms, and has no help text"):
        read(driven, "Bare", wait_ms=1500)
    assert driven.log == []
    with pytest.raises(InvalidArgument, match="wait_ms"):
        read(driven, "Bare", wait_ms=-1)


def test_a_tip_without_a_name_says_the_texts_in_it(start, desktop, monkeypatch):
    driven = start(BUTTONS)
    find, snapshot = desktop.find, desktop.snapshot

    def nameless(conditions, **more):
        found = find(conditions, **more)
        return [replace(c, name="") if c.control_type == "ToolTip" else c for c in found]

    def with_texts(windows, *, within=None, **more):
        seen = snapshot(windows, within=within, **more)
        if within is None or within.control_type != "ToolTip":
            return seen
        lines = (Control(f"line{n}", name=line, control_type="Text", depth=1) for n, line in enumerate(("Ctrl", "S")))
        return replace(seen, controls=(within, *lines))

    monkeypatch.setattr(desktop, "find", nameless)
    monkeypatch.setattr(desktop, "snapshot", with_texts)
    assert read(driven, "Both")[1:] == ("tool_tip", "Ctrl\nS")
