"""Pictures of windows and of the screen, in physical pixels.

PrintWindow draws covered windows on Windows; BitBlt from the window's own surface does where that stays black; the
screen shows what nothing covers. The first picture that is not one flat colour is taken, and says how it was made.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from wpfagent.core.errors import TargetNotFound, Unsupported
from wpfagent.core.model import Picture, Rect
from wpfagent.core.pixels import Pixels
from wpfagent.desktops.uia import windows
from wpfagent.desktops.uia.win32 import BitmapInfoHeader, gdi32, user32

PW_RENDERFULLCONTENT = 2
SRCCOPY, CAPTUREBLT = 0x00CC0020, 0x40000000
DIB_RGB_COLORS = 0
BLANK_TIMES = 3
"""PrintWindow gave one flat colour so often in a row, and the window's surface did not: it does not work there."""


class Camera:
    """Takes pictures of windows; knows of which of them PrintWindow gives nothing."""

    def __init__(self) -> None:
        self._blank: dict[int, tuple[Rect, int]] = {}

    def window(self, hwnd: int) -> Picture:
        """Take a picture of a window, also of a covered one.

        Raises:
            TargetNotFound: there is no such window.
            Unsupported: it is minimised or has no size.
        """
        if not user32.IsWindow(hwnd):
            raise TargetNotFound(f"There is no window {hwnd}.")
        rect, full = windows.rect_of(hwnd), windows.frame_of(hwnd)
        if user32.IsIconic(hwnd) or rect.is_empty:
            raise Unsupported("A minimised window has no picture.", hint="Bring it to the front first (focus_window).")
        pixels, method = self._taken(hwnd, full)
        return _finished(pixels, full, rect, method)

    def _taken(self, hwnd: int, full: Rect) -> tuple[Pixels, str]:
        before, times = self._blank.get(hwnd, (full, 0))
        if before != full:  # another size is another try
            times = 0
        is_asked = times < BLANK_TIMES and not windows.is_hung(hwnd)  # it asks the program to draw itself
        if is_asked and not (pixels := _printed(hwnd, full)).is_flat():
            self._blank.pop(hwnd, None)
            return pixels, "PrintWindow"
        pixels = _from_surface(hwnd, full)
        if pixels.is_flat():
            return _from_place(full), "screen"
        if is_asked:
            self._blank = {h: known for h, known in self._blank.items() if user32.IsWindow(h)}
            self._blank[hwnd] = full, times + 1
        return pixels, "BitBlt"


def capture_rect(rect: Rect | None) -> Picture:
    """Take a picture of a part of the screen, or of all of it.

    Raises:
        Unsupported: the rectangle lies outside of the screen.
    """
    screen = windows.screen_rect()
    part = screen.intersection(rect) if rect else screen
    if part.is_empty:
        raise Unsupported(f"{rect} lies outside of the screen {tuple(screen)}.")
    return _finished(_from_place(part), part, part, "screen")


def _printed(hwnd: int, rect: Rect) -> Pixels:
    with _canvas(rect) as (canvas, pixels):
        user32.PrintWindow(hwnd, canvas, PW_RENDERFULLCONTENT)
        return pixels()


def _from_surface(hwnd: int, rect: Rect) -> Pixels:
    source = user32.GetWindowDC(hwnd)
    try:
        with _canvas(rect) as (canvas, pixels):
            gdi32.BitBlt(canvas, 0, 0, rect.width, rect.height, source, 0, 0, SRCCOPY)
            return pixels()
    finally:
        user32.ReleaseDC(hwnd, source)


def _from_place(rect: Rect) -> Pixels:
    """What the screen shows there."""
    source = user32.GetDC(None)
    try:
        with _canvas(rect) as (canvas, pixels):
            gdi32.BitBlt(canvas, 0, 0, rect.width, rect.height, source, rect.x, rect.y, SRCCOPY | CAPTUREBLT)
            return pixels()
    finally:
        user32.ReleaseDC(None, source)


@contextmanager
def _canvas(rect: Rect) -> Iterator[tuple[int, Callable[[], Pixels]]]:
    """Give a device context to draw into, and a function that returns what was drawn."""
    screen = user32.GetDC(None)
    context = gdi32.CreateCompatibleDC(screen)
    bitmap = gdi32.CreateCompatibleBitmap(screen, rect.width, rect.height)
    before = gdi32.SelectObject(context, bitmap)
    try:
        yield context, lambda: _read(context, bitmap, rect.width, rect.height)
    finally:
        gdi32.SelectObject(context, before)
        gdi32.DeleteObject(bitmap)
        gdi32.DeleteDC(context)
        user32.ReleaseDC(None, screen)


def _read(context: int, bitmap: int, width: int, height: int) -> Pixels:
    header = BitmapInfoHeader(
        size=ctypes.sizeof(BitmapInfoHeader), width=width, height=-height, planes=1, bits=32
    )  # a negative height: the first row is the topmost
    data = bytearray(width * height * 4)
    into = (ctypes.c_char * len(data)).from_buffer(data)
    gdi32.GetDIBits(context, bitmap, 0, height, into, ctypes.byref(header), DIB_RGB_COLORS)
    return Pixels(data, (width, height), "BGRX")  # nobody changes it any more: a copy would take a third of the time


def _finished(pixels: Pixels, taken: Rect, rect: Rect, method: str) -> Picture:
    """Return the picture; of what was taken, only `rect` belongs to the window."""
    if rect != taken:
        left, top = rect.x - taken.x, rect.y - taken.y
        pixels = Pixels.of(pixels.image().crop((left, top, left + rect.width, top + rect.height)))
    return Picture(pixels, rect.width, rect.height, rect, method)
