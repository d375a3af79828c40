"""The layout properties of an element, parsed once: margin, padding, size, alignment."""

from __future__ import annotations

from dataclasses import dataclass

from wpfagent.desktops.simulated.elements import Element


@dataclass(frozen=True, slots=True)
class Box:
    """The layout properties of an element, parsed once."""

    margin: tuple[int, int, int, int]
    padding: tuple[int, int, int, int] | None
    width: int
    height: int
    limits: tuple[int, int, int, int]
    horizontal: str
    vertical: str


def box_of(element: Element) -> Box:
    """Return the parsed layout properties."""
    if element.box is None:
        own = element.attributes
        element.box = Box(
            margin=thickness(own.get("Margin", "")) or (0, 0, 0, 0),
            padding=thickness(own.get("Padding", "")) or thickness(own.get("BorderThickness", "")),
            width=pixels(own.get("Width", ""), -1),
            height=pixels(own.get("Height", ""), -1),
            limits=(
                pixels(own.get("MinWidth", ""), 0), pixels(own.get("MinHeight", ""), 0),
                pixels(own.get("MaxWidth", ""), 100_000), pixels(own.get("MaxHeight", ""), 100_000),
            ),
            horizontal=own.get("HorizontalAlignment", "Stretch"),
            vertical=own.get("VerticalAlignment", "Stretch"),
        )  # fmt: skip
    box: Box = element.box
    return box


def pixels(value: str, default: int) -> int:
    """Return a length in pixels; the default for `Auto`, stars and nonsense."""
    try:
        return round(float(value.removesuffix("px")))
    except ValueError:
        return default


def thickness(value: str) -> tuple[int, int, int, int] | None:
    """Return (left, top, right, bottom); None when it is none."""
    parts = [pixels(p, 0) for p in value.replace(",", " ").split()]
    if len(parts) == 1:
        return parts[0], parts[0], parts[0], parts[0]
    if len(parts) == 2:
        return parts[0], parts[1], parts[0], parts[1]
    return (parts[0], parts[1], parts[2], parts[3]) if len(parts) == 4 else None
