"""Pictures lose what must not be seen, and only that."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from wpfagent.core.model import Control, Picture, Rect, Snapshot, WindowInfo
from wpfagent.safety.covering import COLOUR, cover, hidden_regions
from wpfagent.safety.masking import Masks

WHITE = (255, 255, 255)


def picture(rect: Rect, *, scale: float = 1.0) -> Picture:
    width, height = int(rect.width * scale), int(rect.height * scale)
    made = io.BytesIO()
    Image.new("RGB", (width, height), WHITE).save(made, "PNG")
    return Picture(made.getvalue(), width, height, rect, "test")


def pixels(covered: Picture) -> Image.Image:
    return Image.open(io.BytesIO(covered.png)).convert("RGB")


@pytest.fixture
def masks() -> Masks:
    made = Masks(["id=^Salary$"])
    made.add("hunter2", "PW")
    return made


def test_a_region_is_painted_where_it_lies_on_the_screen():
    image = pixels(cover(picture(Rect(-100, 50, 200, 100)), [Rect(-90, 60, 20, 10)]))
    assert [image.getpixel(p) for p in ((10, 10), (29, 19))] == [COLOUR, COLOUR]
    assert [image.getpixel(p) for p in ((9, 10), (30, 19), (29, 20), (10, 9))] == [WHITE] * 4


def test_a_region_is_scaled_with_the_picture():
    image = pixels(cover(picture(Rect(0, 0, 200, 100), scale=0.5), [Rect(100, 50, 20, 10)]))
    assert image.getpixel((50, 25)) == image.getpixel((59, 29)) == COLOUR
    assert image.getpixel((61, 25)) == WHITE


def test_a_picture_without_such_regions_is_the_same_object():
    given = picture(Rect(0, 0, 50, 50))
    assert cover(given, [Rect(60, 60, 5, 5)]) is given
    assert cover(given, []) is given


def test_password_fields_ruled_ids_and_secret_texts_are_hidden(masks):
    rects = [Rect(0, y, 10, 10) for y in range(0, 60, 10)]
    snapshot = Snapshot((
        Control("e1", is_password=True, bounding_rect=rects[0]),
        Control("e2", "Salary", bounding_rect=rects[1]),
        Control("e3", value="my hunter2", bounding_rect=rects[2]),
        Control("e4", name="Hunter2!", bounding_rect=rects[3]),
        Control("e5", name="plain", value="text", bounding_rect=rects[4]),
        Control("e6", is_password=True, bounding_rect=rects[5], visible=False),
        Control("e7", is_password=True),
    ))  # fmt: skip
    assert hidden_regions(snapshot, masks) == tuple(rects[:4])


def test_a_row_is_not_covered_when_its_secret_cell_is(masks):
    row, cell = Rect(0, 0, 100, 10), Rect(50, 0, 20, 10)
    controls = (
        Control("e1", name="hunter2", control_type="DataItem", bounding_rect=row, depth=1),
        Control("e2", name="plain", bounding_rect=Rect(0, 0, 50, 10), depth=2),
        Control("e3", name="hunter2", bounding_rect=cell, depth=2),
    )
    assert hidden_regions(Snapshot(controls), masks) == (cell,)
    assert hidden_regions(Snapshot(controls[:2]), masks) == (row,)


def test_a_window_with_a_secret_title_loses_its_caption_only(masks):
    rect = Rect(10, 10, 400, 300)
    window = WindowInfo(1, 1, "a.exe", "Order hunter2", "Window", rect)
    root = Control("e1", name="Order hunter2", control_type="Window", bounding_rect=rect)
    (region,) = hidden_regions(Snapshot((root,), (window,)), masks)
    assert (region.x, region.y, region.width) == (10, 10, 400)
    assert region.height < 60


def test_what_lies_below_a_dialog_of_its_own_window_takes_nothing_from_the_dialogs_picture(masks):
    main, dialog = Rect(0, 0, 800, 600), Rect(100, 100, 300, 200)
    field = Rect(50, 150, 400, 20)
    snapshot = Snapshot(
        (Control("e1", is_password=True, bounding_rect=field, hwnd=1),),
        (WindowInfo(2, 1, "a.exe", "Card", "Window", dialog, owner=1), WindowInfo(1, 1, "a.exe", "", "Window", main)),
    )
    image = pixels(cover(picture(main), hidden_regions(snapshot, masks)))
    assert image.getpixel((60, 160)) == image.getpixel((440, 160)) == COLOUR  # on both sides of the dialog
    assert image.getpixel((250, 160)) == WHITE


@pytest.mark.parametrize("facts", [{"owner": 0}, {"owner": 1, "popup": True}, {"owner": 1, "minimized": True}])
def test_a_window_that_may_let_it_be_seen_covers_no_secret(masks, facts):
    main, other, field = Rect(0, 0, 800, 600), Rect(100, 100, 300, 200), Rect(50, 150, 400, 20)
    windows = (WindowInfo(2, 1, "a.exe", "", "Window", other, **facts), WindowInfo(1, 1, "a.exe", "", "Window", main))
    snapshot = Snapshot((Control("e1", is_password=True, bounding_rect=field, hwnd=1),), windows)
    assert hidden_regions(snapshot, masks) == (field,)


def test_a_field_inside_the_dialog_itself_is_hidden(masks):
    main, dialog, field = Rect(0, 0, 800, 600), Rect(100, 100, 300, 200), Rect(150, 150, 100, 20)
    snapshot = Snapshot(
        (Control("e1", is_password=True, bounding_rect=field, hwnd=2),),
        (WindowInfo(2, 1, "a.exe", "", "Window", dialog, owner=1), WindowInfo(1, 1, "a.exe", "", "Window", main)),
    )
    assert hidden_regions(snapshot, masks) == (field,)
