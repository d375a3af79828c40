"""Pictures of windows and of the screen, in physical pixels.

PrintWindow draws covered windows on Windows; BitBlt from the window's own surface does where that stays black; the
screen shows what nothing covers. The first picture that is not one flat colour is taken, and says how it was made.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wpfagent.desktops.uia import windows
from wpfagent.desktops.uia.win32 import BitmapInfoHeader, gdi32, user32
from wpfagent.errors import TargetNotFound, Unsupported
from wpfagent.model import Picture, Rect

if TYPE_CHECKING:
    from PIL.Image import Image

PW_RENDERFULLCONTENT = 2
SRCCOPY, CAPTUREBLT = 0x00CC0020, 0x40000000
DIB_RGB_COLORS = 0


def capture_window(hwnd: int) -> Picture:
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
    taken: list[tuple[Image, str]] = []
    ways: list[tuple[str, Callable[[], Image]]] = [
        ("BitBlt", lambda: _from_surface(hwnd, full)),
        ("screen", lambda: _from_screen(full)),
    ]
    if not user32.IsHungAppWindow(hwnd):  # PrintWindow asks the program to draw itself
        ways.insert(0, ("PrintWindow", lambda: _printed(hwnd, full)))
    for method, take in ways:
        picture = take()
        taken.append((picture, method))
        if not _is_flat(picture):
            break
    else:
        taken = taken[-1:]
    picture, method = taken[-1]
    if rect != full:
        left, top = rect.x - full.x, rect.y - full.y
        picture = picture.crop((left, top, left + rect.width, top + rect.height))
    return _finished(picture, rect, method)


def capture_rect(rect: Rect | None) -> Picture:
    """Take a picture of a part of the screen, or of all of it.

    Raises:
        Unsupported: the rectangle lies outside of the screen.
    """
    screen = windows.screen_rect()
    part = screen.intersection(rect) if rect else screen
    if part.is_empty:
        raise Unsupported(f"{rect} lies outside of the screen {tuple(screen)}.")
    return _finished(_from_screen(part), part, "screen")


def _printed(hwnd: int, rect: Rect) -> Image:
    with _canvas(rect) as (canvas, image):
        user32.PrintWindow(hwnd, canvas, PW_RENDERFULLCONTENT)
        return image()


def _from_surface(hwnd: int, rect: Rect) -> Image:
    source = user32.GetWindowDC(hwnd)
    try:
        with _canvas(rect) as (canvas, image):
            gdi32.BitBlt(canvas, 0, 0, rect.width, rect.height, source, 0, 0, SRCCOPY)
            return image()
    finally:
        user32.ReleaseDC(hwnd, source)


def _from_screen(rect: Rect) -> Image:
    source = user32.GetDC(None)
    try:
        with _canvas(rect) as (canvas, image):
            gdi32.BitBlt(canvas, 0, 0, rect.width, rect.height, source, rect.x, rect.y, SRCCOPY | CAPTUREBLT)
            return image()
    finally:
        user32.ReleaseDC(None, source)


@contextmanager
def _canvas(rect: Rect) -> Iterator[tuple[int, Callable[[], Image]]]:
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


def _read(context: int, bitmap: int, width: int, height: int) -> Image:
    from PIL import Image

    header = BitmapInfoHeader(
        size=ctypes.sizeof(BitmapInfoHeader), width=width, height=-height, planes=1, bits=32
    )  # a negative height: the first row is the topmost
    pixels = ctypes.create_string_buffer(width * height * 4)
    gdi32.GetDIBits(context, bitmap, 0, height, pixels, ctypes.byref(header), DIB_RGB_COLORS)
    return Image.frombuffer("RGB", (width, height), pixels.raw, "raw", "BGRX", 0, 1)


def _is_flat(picture: Image) -> bool:
    extrema = picture.getextrema()
    return all(low == high for low, high in extrema)  # type: ignore[misc]


def _finished(picture: Image, rect: Rect, method: str) -> Picture:
    png = io.BytesIO()
    picture.save(png, "PNG", compress_level=3)
    return Picture(png=png.getvalue(), width=picture.width, height=picture.height, rect=rect, method=method)
