"""A script that names an artifacts folder gets a record, the oracles and tickets."""

from __future__ import annotations

import json

import pytest

import wpfagent
from wpfagent.core.errors import AppExited
from wpfagent.testing.tickets.complete import missing_parts

SAYS = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Title="Small" Width="300" Height="200"><StackPanel>
 <Button x:Name="FaultyButton" Content="Count" Click="on_fault"/><TextBlock x:Name="StatusText" Text="ready"/>
 </StackPanel></Window>"""
CODE = """class CodeBehind:
    def __init__(self, view):
        pass

    def on_fault(self, view, sender):
        raise ValueError("nothing to count")
"""


@pytest.fixture
def small(tmp_path):
    (tmp_path / "small.xaml").write_text(SAYS, encoding="utf-8")
    (tmp_path / "small.py").write_text(CODE, encoding="utf-8")
    return lambda: wpfagent.launch(
        str(tmp_path / "small.xaml"), desktop="simulated", artifacts=str(tmp_path / "artifacts")
    )


def test_an_expectation_that_does_not_hold_gives_a_ticket(small):
    with small() as app:
        with pytest.raises(AssertionError, match="done"):
            app.expect(automation_id="StatusText", text_equals="done", timeout_ms=0)
        (ticket,) = app.tickets
        assert app.findings[0].oracle == "expectation_not_met"
    assert missing_parts(ticket.folder) == []
    assert json.loads((ticket.folder / "ticket.json").read_text("utf-8"))["mode"] == "interactive"


def test_a_crash_gives_a_ticket_and_the_error_goes_on(small):
    with small() as app:
        with pytest.raises(AppExited):
            app.click(automation_id="FaultyButton")
        (ticket,) = app.tickets
    assert "on_fault" in (ticket.folder / "ticket.md").read_text("utf-8")


def test_without_a_folder_nothing_is_recorded_or_judged(small, tmp_path):
    (tmp_path / "small.xaml").touch()
    with wpfagent.launch(str(tmp_path / "small.xaml"), desktop="simulated") as app:
        with pytest.raises(AssertionError):
            app.expect(automation_id="StatusText", text_equals="done", timeout_ms=0)
        assert (app.findings, app.tickets) == ((), ())
    assert not (tmp_path / "artifacts").exists()
