"""Pictures show what there is: they change when a state does, also of a covered window."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from wpfagent.core.errors import TargetNotFound, Unsupported
from wpfagent.core.model import Rect


def image(picture):
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def pixels(desktop, app, rect):
    return image(desktop.capture(hwnd=app.windows[-1].hwnd, rect=rect)).tobytes()


def test_a_picture_has_the_size_of_its_window_and_many_colours(zoo, desktop):
    window = zoo.windows[0]
    picture = desktop.capture(hwnd=window.hwnd)
    assert picture.png.startswith(b"\x89PNG")
    assert (picture.width, picture.height, picture.rect) == (*window.rect[2:], window.rect)
    assert image(picture).size == window.rect[2:]
    assert len(image(picture).getcolors(100_000)) > 10


@pytest.mark.parametrize(
    ("name", "verb", "value"),
    [
        ("Check", "toggle", None),
        ("Bold", "toggle", None),
        ("Radio2", "select", None),
        ("NameBox", "set_value", "other"),
        ("Volume", "set_range", 45.0),
        ("NameBox", "focus", None),
    ],
)
def test_a_changed_state_changes_the_picture_where_the_control_is(zoo, desktop, name, verb, value):
    rect = zoo.find(name).bounding_rect
    before = pixels(desktop, zoo, rect)
    zoo.act(name, verb, value)
    assert pixels(desktop, zoo, rect) != before


def test_a_whole_window_is_drawn_anew_when_anything_changed_and_only_then(zoo, desktop):
    hwnd = zoo.windows[0].hwnd
    before = desktop.capture(hwnd=hwnd)
    assert desktop.capture(hwnd=hwnd) is before
    zoo.act("Check", "toggle")
    assert desktop.capture(hwnd=hwnd).digest != before.digest


def test_tabs_lists_and_grids_are_drawn(zoo, desktop):
    seen = set()
    for tab in ("BasicTab", "ListsTab", "GridTab"):
        zoo.act(tab, "select")
        seen.add(desktop.capture(hwnd=zoo.windows[0].hwnd).png)
    assert len(seen) == 3


def test_a_covered_window_is_drawn_alone(zoo, desktop):
    main = zoo.windows[0]
    zoo.act("ToolsButton", "invoke")
    tools = zoo.windows[0].rect
    alone = image(desktop.capture(hwnd=main.hwnd, rect=tools))
    together = image(desktop.capture(rect=tools))
    assert alone.size == together.size
    assert alone.tobytes() != together.tobytes()
    assert together.tobytes() == image(desktop.capture(hwnd=zoo.windows[0].hwnd)).tobytes()


def test_a_drop_down_is_a_window_with_a_picture(zoo, desktop):
    zoo.act("FileMenu", "expand")
    popup = zoo.windows[0]
    assert len(image(desktop.capture(hwnd=popup.hwnd)).getcolors(100_000)) > 3


def test_the_whole_screen_and_parts_of_it_are_pictures(zoo, desktop):
    assert image(desktop.capture()).size == desktop.screen_rect()[2:]
    part = desktop.capture(rect=Rect(10, 20, 30, 40))
    assert (part.width, part.height) == (30, 40)


def test_a_frozen_program_still_has_a_picture(zoo, desktop):
    hwnd = zoo.windows[0].hwnd
    desktop.faults(zoo.pid).freeze()
    assert desktop.capture(hwnd=hwnd).width == 900


def test_a_minimised_or_closed_window_has_none(zoo, desktop):
    hwnd = zoo.windows[0].hwnd
    zoo.act("MainWindow", "set_window_state", "minimized")
    with pytest.raises(Unsupported):
        desktop.capture(hwnd=hwnd)
    with pytest.raises(TargetNotFound):
        desktop.capture(hwnd=1)
