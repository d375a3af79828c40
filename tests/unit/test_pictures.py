"""Comparing pictures: tolerance, regions that do not count, and the picture of a difference."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from wpfagent.actions.evidence.pictures import Comparison, differing_share, draw_difference
from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.core.model import Rect


def png(*boxes: tuple[int, int, int, int], size: tuple[int, int] = (100, 50), colour: str = "black") -> bytes:
    image = Image.new("RGB", size, "white")
    for box in boxes:
        ImageDraw.Draw(image).rectangle((box[0], box[1], box[0] + box[2] - 1, box[1] + box[3] - 1), fill=colour)
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


@pytest.fixture
def white(tmp_path: Path) -> str:
    path = tmp_path / "white.png"
    path.write_bytes(png())
    return str(path)


def test_the_share_counts_the_pixels_that_differ(white: str) -> None:
    assert differing_share(png(), white, Comparison(white)) == 0
    assert differing_share(png((0, 0, 10, 10)), white, Comparison(white)) == pytest.approx(100 / 5000)


def test_an_ignored_region_counts_neither_as_different_nor_as_equal(white: str) -> None:
    ignoring = Comparison(white, ignore=(Rect(0, 0, 50, 50),))
    assert differing_share(png((0, 0, 50, 50)), white, ignoring) == 0
    assert differing_share(png((0, 0, 75, 50)), white, ignoring) == pytest.approx(0.5)


def test_the_channel_tolerance_says_from_when_on_a_pixel_differs(white: str) -> None:
    grey = png((0, 0, 100, 50), colour="#f0f0f0")
    assert differing_share(grey, white, Comparison(white)) == 0
    assert differing_share(grey, white, Comparison(white, channel_tolerance=5)) == 1


def test_pictures_of_different_sizes_differ_wholly(white: str) -> None:
    assert differing_share(png(size=(100, 51)), white, Comparison(white)) == 1


def test_the_picture_of_a_difference_shows_before_now_and_the_changes_marked(white: str) -> None:
    made = draw_difference(png((20, 10, 10, 10)), white, Comparison(white))
    with Image.open(io.BytesIO(made)) as sheet:
        assert sheet.height == 50
        assert sheet.getpixel((25, 15)) == (255, 255, 255)
        assert sheet.getpixel((108 + 25, 15)) == (0, 0, 0)
        assert sheet.getpixel((216 + 25, 15)) == (208, 0, 32)
        assert sheet.getpixel((216 + 90, 45)) == (255, 255, 255)


def test_a_difference_of_sizes_can_be_drawn(white: str) -> None:
    made = draw_difference(png(size=(120, 30)), white, Comparison(white))
    with Image.open(io.BytesIO(made)) as sheet:
        assert sheet.size == (3 * 120 + 16, 50)


def test_a_baseline_that_is_no_picture_is_named(tmp_path: Path) -> None:
    path = tmp_path / "no.png"
    path.write_text("no", encoding="utf-8")
    with pytest.raises(FileInvalid, match=r"no\.png"):
        differing_share(png(), str(path), Comparison(str(path)))


def test_a_comparison_names_the_nearest_key() -> None:
    assert Comparison.parse("a.png") == Comparison("a.png")
    with pytest.raises(InvalidArgument) as raised:
        Comparison.parse({"baseline": "a.png", "tolerence": 1})
    assert "tolerance" in raised.value.hint
