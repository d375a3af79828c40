"""Notepad, the program that everybody has. A smoke test only: each version of Windows has another one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import wpfagent
from wpfagent.core.errors import WpfAgentError


@pytest.fixture
def notepad() -> Iterator[wpfagent.App]:
    with wpfagent.launch("notepad.exe", startup_ms=30_000) as app:
        yield app


def test_text_is_typed_into_notepad(notepad: wpfagent.App) -> None:
    field = next(
        c
        for c in notepad.list_controls(filter={"control_type": ["Edit", "Document"]}).result["controls"]
        if c["visible"] and c["enabled"]
    )
    notepad.type_text(ref=field["ref"], text="Grüße aus 東京", commit=False)
    assert "東京" in notepad.read_text(ref=field["ref"])
    reply = notepad.screenshot()
    assert reply.picture is not None
    assert reply.result["width"] > 50


def test_notepad_says_what_it_has_not(notepad: wpfagent.App) -> None:
    with pytest.raises(WpfAgentError, match="NoSuchThing"):
        notepad.click(automation_id="NoSuchThing", timeout_ms=300)
