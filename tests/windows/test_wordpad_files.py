"""WordPad: what is written into a rich text, replaced, saved and opened again is in the file; a text byte by byte."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from running_app import until

import wpfagent

PROGRAM = Path(os.environ.get("PROGRAMFILES", ""), "Windows NT", "Accessories", "wordpad.exe")
WRITTEN_S = 5.0
TEXT = "alpha beta\nbeta gamma\n"


@pytest.fixture
def wordpad() -> Iterator[wpfagent.App]:
    if not PROGRAM.is_file():
        pytest.skip("this Windows has no WordPad any more")
    with wpfagent.launch(str(PROGRAM), startup_ms=30_000, allow_destructive=True) as app:
        yield app


def _text(wordpad: wpfagent.App) -> str:
    return wordpad.read_text(control_type="Document").replace("\r\n", "\n").rstrip("\n")


def _replace(wordpad: wpfagent.App, old: str, new: str) -> None:
    wordpad.send_keys("Ctrl+H")
    wordpad.type_text(label="Find what:", control_type="Edit", text=old)
    wordpad.type_text(label="Replace with:", control_type="Edit", text=new)
    wordpad.click(name="Replace All", control_type="Button")
    assert wordpad.click(name="OK", control_type="Button").effect == "confirmed"
    assert wordpad.click(name="Cancel", control_type="Button").effect == "confirmed"


def _open(wordpad: wpfagent.App, path: Path) -> None:
    wordpad.send_keys("Ctrl+O")
    assert wordpad.file_dialog(path=str(path)).effect == "confirmed"
    until(lambda: path.stem in wordpad.windows()[0].title, WRITTEN_S, "the document")


def test_a_document_is_written_saved_and_opened_again(wordpad: wpfagent.App, tmp_path: Path) -> None:
    path, other = tmp_path / "plan.rtf", tmp_path / "note.txt"
    other.write_bytes(b"something else\r\n")
    assert wordpad.type_text(control_type="Document", text=TEXT).effect == "confirmed"
    _replace(wordpad, "beta", "delta")
    wanted = TEXT.replace("beta", "delta").rstrip("\n")
    assert _text(wordpad) == wanted

    wordpad.send_keys("Ctrl+S")
    assert wordpad.file_dialog(path=str(path)).effect == "confirmed"
    until(path.exists, WRITTEN_S, "the file")
    assert path.read_bytes().startswith(rb"{\rtf1")
    assert b"alpha delta" in path.read_bytes()
    _open(wordpad, other)
    assert _text(wordpad) == "something else"
    _open(wordpad, path)
    assert _text(wordpad) == wanted


def test_a_text_stays_the_same_byte_by_byte_but_for_what_was_replaced(wordpad: wpfagent.App, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    before = b"alpha beta\r\n\tbeta gamma\r\n"
    path.write_bytes(before)
    _open(wordpad, path)
    _replace(wordpad, "beta", "delta")
    wordpad.send_keys("Ctrl+S")
    if len(wordpad.windows()) > 1:  # that a text keeps no formats
        wordpad.click(name="Yes", control_type="Button")
    until(lambda: path.read_bytes() != before, WRITTEN_S, "the file")
    assert path.read_bytes() == before.replace(b"beta", b"delta")
