"""The system's own dialogs, opened from a menu bar and used by the words that are seen, against the program's log."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from ctypes import wintypes
from pathlib import Path

import pytest
from product import Driven, Stage


def _has_printer() -> bool:
    name, size = ctypes.create_unicode_buffer(260), wintypes.DWORD(260)
    return bool(ctypes.WinDLL("winspool.drv").GetDefaultPrinterW(name, ctypes.byref(size)))


needs_printer = pytest.mark.skipif(
    sys.platform != "win32" or not _has_printer(), reason="without a printer the system shows a message instead"
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("native_dialogs", folder=tmp_path_factory.mktemp("dialogs")) as stage:
        yield stage


@pytest.fixture
def asking(stage: Stage) -> Driven:
    return stage.driven()


def test_a_file_is_opened_and_saved_by_the_file_dialogs(asking: Driven, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("x", encoding="utf-8")
    asking.app.menu(path=["File", "Open..."])
    asking.confirms(lambda: asking.app.file_dialog(path=str(note)), "chosen", control="Open", value="note.txt")
    asking.app.menu(path=["File", "Save..."])
    other = str(tmp_path / "other.txt")
    asking.confirms(lambda: asking.app.file_dialog(path=other), "chosen", control="Save", value="other.txt")


def test_the_replace_dialog_stays_open_and_is_used_beside_its_window(asking: Driven) -> None:
    asking.app.menu(path=["Edit", "Replace..."])
    asking.app.type_text(label="Find what:", text="colour")
    asking.app.type_text(label="Replace with:", text="color")
    asking.confirms(lambda: asking.app.click(name="Find Next"), "found", value="colour")
    asking.confirms(lambda: asking.app.click(name="Replace"), "replaced", value="colour>color")
    asking.confirms(lambda: asking.app.click(name="Cancel"), "cancelled", control="Replace")


def test_a_task_dialog_is_answered_by_its_choices_its_tick_and_a_link(asking: Driven) -> None:
    asking.app.menu(path=["Ask", "Task..."])
    asking.app.click(name="For all files")
    asking.app.toggle(name="Do not ask again", state="on")
    asking.confirms(
        lambda: asking.app.click(name="Keep both files"), "answered", value="Keep both files,For all files,1"
    )


def test_a_message_box_is_answered_by_one_of_its_buttons(asking: Driven) -> None:
    asking.app.menu(path=["Ask", "Retry..."])
    asking.confirms(lambda: asking.app.click(name="Ignore"), "answered", control="Retry", value="Ignore")


@needs_printer
def test_a_margin_is_set_in_the_page_setup(asking: Driven) -> None:
    asking.app.menu(path=["File", "Page..."])
    asking.app.type_text(label="Left:", text="35")
    asking.confirms(lambda: asking.app.click(name="OK"), "chosen", control="Page", value=35)


@needs_printer
def test_copies_are_entered_in_the_print_dialog(asking: Driven) -> None:
    asking.app.menu(path=["File", "Print..."])
    asking.app.type_text(label="Number of copies:", text="3")
    asking.confirms(lambda: asking.app.click(name="OK"), "chosen", control="Print", value=3)


def test_a_field_is_called_by_the_words_in_it_while_it_is_empty_and_once_it_is_filled_in(asking: Driven) -> None:
    for text in ("report", "notes"):
        for words in ("Find a file", "Owner's name"):
            asking.confirms(
                lambda w=words, t=text: asking.app.type_text(label=w, text=t), "typed", control=words, value=text
            )
    assert asking.app.read_text(label="Owner's name") == "notes"
