"""What native windows are asked for by messages, where UI Automation does not tell it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from ctypes import wintypes

import pytest

pytestmark = pytest.mark.windows
DROP_DOWN_LIST, OWNER_DRAWN, HAS_STRINGS = 0x0003, 0x0010, 0x0200
CB_ADDSTRING = 0x0143


@pytest.fixture
def combo_box() -> Iterator[Callable[[int], int]]:
    """Make hidden combo boxes of two items, by their style."""
    user32 = ctypes.WinDLL("user32")
    user32.CreateWindowExW.restype = wintypes.HWND
    user32.SendMessageW.argtypes = (wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM)
    made: list[int] = []
    texts = [ctypes.create_unicode_buffer(text) for text in ("Red", "Green")]

    def make(style: int) -> int:
        hwnd = user32.CreateWindowExW(0, "ComboBox", None, DROP_DOWN_LIST | style, 0, 0, 90, 90, None, None, None, None)
        made.append(hwnd)
        for text in texts:
            user32.SendMessageW(hwnd, CB_ADDSTRING, 0, ctypes.addressof(text))
        return int(hwnd)

    yield make
    for hwnd in made:
        user32.DestroyWindow(wintypes.HWND(hwnd))


def listed(hwnd: int) -> list[str] | None:
    from wpfagent.desktops.uia import natives  # needs Windows

    return natives.listed_in(hwnd)


@pytest.mark.parametrize("style", [0, OWNER_DRAWN | HAS_STRINGS])
def test_the_items_of_a_closed_combo_box_are_listed(combo_box: Callable[[int], int], style: int) -> None:
    assert listed(combo_box(style)) == ["Red", "Green"]


def test_a_combo_box_that_draws_data_of_its_own_tells_no_texts(combo_box: Callable[[int], int]) -> None:
    assert listed(combo_box(OWNER_DRAWN)) is None
