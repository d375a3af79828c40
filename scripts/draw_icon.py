"""`python scripts/draw_icon.py`: draw the icon of wpf-agent.exe, a window with a pointer on its button."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw

OUT = Path(__file__).resolve().parent.parent / "dist_config" / "wpf-agent.ico"
SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
FINE = 4
"""Everything is drawn this much larger and scaled down: smooth edges."""
FRAME, BAR, PAGE, BUTTON, POINTER = "#1f3a5f", "#2f6fb5", "#f4f7fb", "#2fa36b", "#ffffff"
SMALL = 24
"""Below it, details are left out."""


def draw(size: int) -> Image.Image:
    """Return the icon in this size, in pixels."""
    edge = size * FINE  # everything below is placed on a grid of 32
    image = Image.new("RGBA", (edge, edge))
    pen = ImageDraw.Draw(image)
    unit = edge / 32

    def at(*numbers: float) -> tuple[int, ...]:
        return tuple(round(n * unit) for n in numbers)

    pen.rounded_rectangle(at(2, 4, 30, 28), radius=3 * unit, fill=PAGE, outline=FRAME, width=max(1, round(1.5 * unit)))
    pen.rounded_rectangle(at(2, 4, 30, 11), radius=3 * unit, fill=BAR, outline=FRAME, width=max(1, round(1.5 * unit)))
    if size >= SMALL:
        for x in (20.5, 23.5, 26.5):
            pen.ellipse(at(x - 1, 6.5, x + 1, 8.5), fill=PAGE)
        pen.rectangle(at(6, 14, 20, 15.5), fill="#b9c7d8")
    pen.rounded_rectangle(at(6, 18, 20, 24.5), radius=1.5 * unit, fill=BUTTON)
    pointer = [(15, 16.5), (15, 29), (18, 26.3), (20.2, 31), (22.5, 29.9), (20.4, 25.4), (24.3, 25.2)]
    pen.polygon([at(x, y) for x, y in pointer], fill=POINTER, outline=FRAME, width=max(1, round(1.2 * unit)))
    return image.resize((size, size), Image.Resampling.LANCZOS)


def main() -> int:
    """Write the icon with all its sizes."""
    pictures = [draw(size) for size in SIZES]
    pictures[-1].save(OUT, format="ICO", sizes=[(s, s) for s in SIZES], append_images=pictures[:-1])
    print(OUT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
