"""The person's PATH: a folder is put into it and taken out of it, and nothing else in it changes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wpfagent.entries.setup import search_path

pytestmark = pytest.mark.windows
KEY = r"Software\wpf-agent tests\Environment"
FOLDER = Path(r"C:\Users\x\AppData\Local\wpf-agent\program")

if sys.platform == "win32":
    import winreg


@pytest.fixture
def held() -> Iterator[Callable[[], tuple[str, int]]]:
    """`held()` is what stands in the registry: text and kind. The tests have a key of their own."""
    yield lambda: search_path._read(KEY)
    winreg.DeleteKey(winreg.HKEY_CURRENT_USER, KEY)


def put(text: str, kind: int) -> None:
    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, KEY) as key:
        winreg.SetValueEx(key, "Path", 0, kind, text)


def test_it_is_put_at_the_end_once_and_taken_out_again(held):
    before = r"%USERPROFILE%\bin;C:\Tools (x86)\a b", winreg.REG_EXPAND_SZ
    put(*before)
    assert search_path.add(FOLDER, KEY)
    assert not search_path.add(FOLDER, KEY)
    assert held() == (rf"{before[0]};{FOLDER}", winreg.REG_EXPAND_SZ)
    assert search_path.remove(FOLDER, KEY)
    assert not search_path.remove(FOLDER, KEY)
    assert held() == before


def test_where_there_was_none_it_is_the_only_one_and_goes_without_trace(held):
    assert search_path.add(FOLDER, KEY)
    assert held()[0] == str(FOLDER)
    assert search_path.remove(FOLDER, KEY)
    assert held()[0] == ""


@pytest.mark.parametrize("entry", [rf'"{FOLDER}"', rf"{FOLDER}\ ".strip(), str(FOLDER).upper(), "%OURS%"])
def test_an_entry_in_another_spelling_is_the_same(held, monkeypatch, entry):
    monkeypatch.setenv("OURS", str(FOLDER))
    put(rf"C:\other;{entry}", winreg.REG_SZ)
    assert not search_path.add(FOLDER, KEY)
    assert search_path.remove(FOLDER, KEY)
    assert held() == (r"C:\other", winreg.REG_SZ)
