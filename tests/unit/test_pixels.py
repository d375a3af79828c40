"""Pixels: a PNG that any program reads, bands that are used again, boxes painted over."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from wpfagent.core.model import Picture, Rect
from wpfagent.core.pixels import BAND_ROWS, Encoder, Layout, Pixels, pixels_of


def window(width: int = 90, height: int = 130, mark: tuple[int, int] = (5, 5)) -> Image.Image:
    image = Image.new("RGB", (width, height), "#f3f3f3")
    draw = ImageDraw.Draw(image)
    draw.text((10, 10), "Save", fill="black")
    draw.rectangle((*mark, mark[0] + 3, mark[1] + 3), fill="red")
    return image


def decoded(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        image.verify()
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB")


def as_bgrx(image: Image.Image) -> Pixels:
    return Pixels(image.tobytes("raw", "BGRX"), image.size, "BGRX")


@pytest.mark.parametrize("size", [(1, 1), (7, BAND_ROWS), (90, BAND_ROWS + 1), (90, 130)])
def test_a_png_shows_the_same_pixels_whatever_the_layout(size: tuple[int, int]) -> None:
    image = window(*size)
    assert decoded(Pixels.of(image).png()).tobytes() == image.tobytes()
    assert decoded(as_bgrx(image).png()).tobytes() == image.tobytes()


@given(st.lists(st.tuples(st.integers(0, 80), st.integers(0, 120), st.sampled_from([90, 60])), max_size=6))
def test_pictures_one_after_another_never_show_what_the_one_before_showed(
    marks: list[tuple[int, int, int]],
) -> None:
    encoder = Encoder()
    for x, y, width in marks:
        image = window(width, mark=(x, y))
        assert decoded(encoder.png(as_bgrx(image))).tobytes() == image.tobytes()


def test_a_layout_of_the_same_size_is_not_taken_for_the_other() -> None:
    encoder = Encoder()
    image = Image.new("RGB", (4, 3), (1, 2, 3))
    encoder.png(Pixels.of(image))
    assert decoded(encoder.png(as_bgrx(image))).tobytes() == image.tobytes()


@pytest.mark.parametrize("layout", ["RGB", "BGRX"])
def test_painting_fills_the_box_and_nothing_else(layout: Layout) -> None:
    image = window()
    pixels = Pixels(image.tobytes("raw", layout), image.size, layout)
    ImageDraw.Draw(image).rectangle((80, 100, 89, 119), fill=(96, 50, 7))
    painted = pixels.painted([Rect(80, 100, 40, 20)], (96, 50, 7))
    assert painted.image().tobytes() == image.tobytes()


@pytest.mark.parametrize("make", [Pixels.of, as_bgrx])
def test_straight_edges_are_bare_and_a_single_dot_is_not(make) -> None:
    edge, across = Image.new("RGB", (9, 6), "white"), Image.new("RGB", (9, 6), "white")
    edge.paste("blue", (0, 0, 9, 2))
    across.paste("blue", (4, 0, 5, 6))
    assert make(edge).is_bare()
    assert make(across).is_bare()
    edge.putpixel((4, 4), (0, 0, 0))
    assert not make(edge).is_bare()


@pytest.mark.parametrize("make", [Pixels.of, as_bgrx])
def test_only_one_colour_everywhere_is_flat(make) -> None:
    flat = Image.new("RGB", (30, 20), (0, 0, 9))
    assert make(flat).is_flat()
    flat.putpixel((29, 19), (0, 0, 8))
    assert not make(flat).is_flat()


def test_what_lies_in_the_unused_byte_is_no_colour() -> None:
    assert Pixels(bytes([9, 9, 9, 0, 9, 9, 9, 255]), (2, 1), "BGRX").is_flat()


def test_a_picture_made_from_a_png_has_its_pixels() -> None:
    image = window()
    made = io.BytesIO()
    image.save(made, "PNG")
    picture = Picture(made.getvalue(), 90, 130, Rect(0, 0, 90, 130), "test")
    assert pixels_of(picture).image().tobytes() == image.tobytes()
