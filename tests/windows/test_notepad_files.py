"""Notepad and the common dialogs: what is written, replaced, saved and opened again is in the file, byte by byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from running_app import until

import wpfagent

TEXT = "alpha beta\nbeta gamma\n"
MOST_TIMES = 5
WRITTEN_S = 3.0
"""The program writes its file once the dialog has closed."""


@pytest.fixture
def notepad() -> Iterator[wpfagent.App]:
    """The classic Notepad: its text is a native edit control, its dialogs are the system's."""
    with wpfagent.launch("notepad.exe", startup_ms=30_000, allow_destructive=True) as app:
        if app.windows()[0].class_name != "Notepad":
            pytest.skip("this Windows has another Notepad")
        yield app


def _text(notepad: wpfagent.App) -> str:
    return notepad.read_text(control_type="Document").replace("\r\n", "\n")


def test_what_is_written_replaced_and_saved_is_in_the_file(notepad: wpfagent.App, tmp_path: Path) -> None:
    path = tmp_path / "plan.txt"
    assert notepad.type_text(control_type="Document", text=TEXT).effect == "confirmed"
    notepad.send_keys("Ctrl+H")
    notepad.type_text(label="Find what:", control_type="Edit", text="beta")
    notepad.type_text(label="Replace with:", control_type="Edit", text="delta")
    for _ in range(MOST_TIMES):  # finds, replaces and finds the next, until there is none
        notepad.click(name="Replace", control_type="Button")
        if notepad.windows()[0].title == "Notepad":
            break
    assert notepad.click(name="OK", control_type="Button").effect == "confirmed"
    assert notepad.click(name="Cancel", control_type="Button").effect == "confirmed"
    wanted = TEXT.replace("beta", "delta")
    assert _text(notepad) == wanted

    notepad.send_keys("Ctrl+S")
    assert notepad.file_dialog(path=str(path)).effect == "confirmed"
    until(path.exists, WRITTEN_S, "the file")
    assert path.read_bytes() == wanted.replace("\n", "\r\n").encode()

    notepad.send_keys("Ctrl+N")
    assert _text(notepad) == ""
    notepad.send_keys("Ctrl+O")
    assert notepad.file_dialog(path=str(path)).effect == "confirmed"
    assert _text(notepad) == wanted


def test_typing_replaces_the_text_and_adds_nothing_to_it(notepad: wpfagent.App) -> None:
    for options in ({}, {"input": True}):
        for text in ("one", "two\nlines", "größer 日本", "\tindented\n\tagain", ""):
            notepad.do("type_text", {"control_type": "Document"}, {"text": text, **options})
            assert _text(notepad) == text
    notepad.type_text(control_type="Document", text="first")
    notepad.type_text(control_type="Document", text=" second", append=True)
    assert _text(notepad) == "first second"
