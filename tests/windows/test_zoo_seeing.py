"""Seeing real WPF windows: lists of controls, virtualised grids, states, differences, pictures."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image, ImageChops
from product import Driven, Stage, window_rect
from running_app import start_program, until

from wpfagent.core.errors import ElementNotFound, InvalidArgument, TimedOut

WIDE = 4975  # two elements each and 50 around them: 10 000


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("seeing")
    with Stage("zoo", "--pos", "40,20", "--title", "Seeing", "--wide", WIDE, folder=folder) as stage:
        yield stage


@pytest.fixture
def zoo(stage: Stage) -> Driven:
    return stage.driven()


def listed(zoo: Driven, **options: Any) -> list[dict[str, Any]]:
    controls: list[dict[str, Any]] = zoo.app.list_controls(**options).result["controls"]
    return controls


# -- lists of controls --------------------------------------------------------------------------------------------


def test_list_controls_tells_the_fields_of_each_control(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    found = {c["automation_id"]: c for c in listed(zoo)}
    plain = found["PlainButton"]
    assert (plain["name"], plain["control_type"], plain["class_name"]) == ("Plain", "Button", "Button")
    assert (plain["enabled"], plain["visible"], found["DisabledButton"]["enabled"]) == (True, True, False)
    assert "Invoke" in plain["patterns"]
    assert zoo.app.find(ref=plain["ref"]).automation_id == "PlainButton"
    x, y, width, height = plain["bounding_rect"]
    left, top, across, down = window_rect(zoo.truth.hwnd)
    assert left <= x < x + width <= left + across
    assert top <= y < y + height <= top + down


def test_depth_tells_the_tree(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    whole = listed(zoo, limit=2000)
    flat = listed(zoo, depth=1, limit=2000)
    assert [c["control_type"] for c in listed(zoo, depth=0)] == ["Window"]
    assert {c["depth"] for c in flat} == {0, 1}
    assert [c["ref"] for c in flat] == [c["ref"] for c in whole if c["depth"] <= 1]
    below = listed(zoo, automation_id="HomeGroup")
    assert below[0]["automation_id"] == "HomeGroup"
    assert {c["name"] for c in below} >= {"Home address", "City", "Apply"}


@pytest.mark.parametrize(
    ("narrow", "holds"),
    [
        ({"control_type": "CheckBox"}, lambda c: c["control_type"] == "CheckBox"),
        ({"control_type": ["CheckBox", "RadioButton"]}, lambda c: c["control_type"] in ("CheckBox", "RadioButton")),
        ({"name_re": "^(Red|Blue)$"}, lambda c: c["name"] in ("Red", "Blue")),
        ({"automation_id_re": "^Radio"}, lambda c: c["automation_id"].startswith("Radio")),
        ({"enabled": False}, lambda c: not c["enabled"]),
        ({"control_type": "Button", "visible": True}, lambda c: c["control_type"] == "Button" and c["visible"]),
    ],
)
def test_filters_keep_what_fits_and_nothing_else(zoo: Driven, narrow: dict[str, Any], holds: Any) -> None:
    zoo.tab("ButtonsTab")
    wanted = [c["ref"] for c in listed(zoo, limit=2000) if holds(c)]
    assert wanted
    assert [c["ref"] for c in listed(zoo, filter=narrow, limit=2000)] == wanted


def test_a_wrong_filter_names_the_nearest(zoo: Driven) -> None:
    with pytest.raises(InvalidArgument, match="control_type"):
        zoo.app.list_controls(filter={"controltype": "Button"})
    with pytest.raises(InvalidArgument, match="Button"):
        zoo.app.list_controls(filter={"control_type": "Buton"})


def test_a_wide_window_is_told_in_pages_and_completely(zoo: Driven) -> None:
    zoo.tab("WideTab")
    zoo.settle()
    begun = time.monotonic()
    first = zoo.app.list_controls()
    assert time.monotonic() - begun < 5  # one second on a quiet machine
    assert 0 < first.result["count"] <= 500  # a page ends with its elements or its time
    assert first.result["truncated"]
    assert first.result["next"]
    found, after = list(first.result["controls"]), first.result["next"]
    while after:
        page = zoo.app.list_controls(limit=3000, after=after).result
        assert page["count"] > 0
        found += page["controls"]
        after = page["next"]
    assert not page["truncated"]
    assert len({c["ref"] for c in found}) == len(found) >= 9_900
    ids = [c["automation_id"] for c in found if c["automation_id"].startswith(("WideButton", "WideLabel"))]
    assert sorted(ids) == sorted(f"Wide{'Label' if n % 2 else 'Button'}{n}" for n in range(WIDE))


def test_an_element_of_a_wide_window_is_found_and_clicked(zoo: Driven) -> None:
    zoo.tab("WideTab")
    control = f"WideButton{WIDE - 1 if WIDE % 2 else WIDE - 2}"
    after = zoo.truth.seq()
    reply = zoo.app.click(automation_id=control)
    assert reply.method == "InvokePattern"
    zoo.truth.wait_event("click", control=control, after=after)


def test_popups_are_part_of_the_tree(zoo: Driven) -> None:
    zoo.tab("ListsTab")
    zoo.app.expand(automation_id="Combo")
    names = {c["name"] for c in listed(zoo, filter={"control_type": "ListItem"}, limit=300)}
    assert names >= {"Apple", "Banana", "Cherry"}
    zoo.app.collapse(automation_id="Combo")
    zoo.tab("WindowsTab")
    zoo.app.click(automation_id="OpenPopup")
    assert "PopupButton" in {c["automation_id"] for c in listed(zoo, limit=300)}
    zoo.app.click(automation_id="PopupButton")
    assert "PopupButton" not in {c["automation_id"] for c in listed(zoo, limit=300) if c["visible"]}


# -- virtualised rows ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "number"),
    [(9_000, 9_000), (-1, 9_999), ({"Number": "8765"}, 8_765), ({"Customer": "Bruno 00120"}, 120)],
)
def test_a_row_of_ten_thousand_is_realised_not_enumerated(zoo: Driven, row: Any, number: int) -> None:
    zoo.tab("BigGridTab")
    zoo.confirms(
        lambda: zoo.app.select_item(automation_id="BigGrid", row=row), "selected", control="BigGrid", value=str(number)
    )
    cell = zoo.app.find(automation_id="BigGrid", row=row, column="Total")
    assert cell.text == f"{number * 7 % 1000}.{number % 100:02d}"


def test_a_row_that_would_take_too_long_ends_in_time(zoo: Driven) -> None:
    zoo.tab("BigGridTab")
    begun = time.monotonic()
    with pytest.raises((TimedOut, ElementNotFound)):
        zoo.app.find(automation_id="BigGrid", row={"Customer": "Nobody"}, column=0, timeout_ms=1500)
    assert time.monotonic() - begun < 5


def test_a_row_that_is_not_there_is_not_found(zoo: Driven) -> None:
    zoo.tab("BigGridTab")
    with pytest.raises(ElementNotFound):
        zoo.app.find(automation_id="BigGrid", row=10_000, timeout_ms=500)
    with pytest.raises(InvalidArgument, match="Customer"):
        zoo.app.find(automation_id="BigGrid", row=1, column="Custmer", timeout_ms=500)


def test_read_table_reads_rows_and_headers(zoo: Driven) -> None:
    zoo.tab("GridTab")
    table = zoo.app.read_table(automation_id="PeopleGrid").result
    assert table["headers"] == ["Name", "City", "Age", "Active", "Id"]
    assert table["rows"][0] == ["Anna Berg", "Oslo", "34", "True", "1"]
    assert (len(table["rows"]), table["count"], table["truncated"], table["next"]) == (5, 5, False, None)
    zoo.tab("ListsTab")
    view = zoo.app.read_table(automation_id="PeopleView", start=1, limit=2).result
    assert view["headers"] == ["Name", "City", "Age"]
    assert view["rows"] == [["Ben Ortiz", "Lima", "51"], ["Chiyo Mori", "京都", "28"]]
    assert view["next"] == 3


def test_read_table_reads_rows_that_are_not_realised(zoo: Driven) -> None:
    zoo.tab("BigGridTab")
    table = zoo.app.read_table(automation_id="BigGrid", start=5000, limit=3).result
    assert (table["count"], table["next"]) == (10_000, 5003)
    assert [row[0] for row in table["rows"]] == ["5000", "5001", "5002"]


def test_list_controls_of_a_virtualised_grid_stays_small(zoo: Driven) -> None:
    zoo.tab("BigGridTab")
    assert zoo.app.list_controls(automation_id="BigGrid", limit=5000).result["count"] < 1_000


# -- states -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tab", "control", "expected"),
    [
        ("ButtonsTab", "PlainButton", {"exists": True, "enabled": True, "visible": True, "text": "Plain"}),
        ("ButtonsTab", "DisabledButton", {"enabled": False}),
        ("ButtonsTab", "CheckThree", {"toggle_state": "off"}),
        ("ButtonsTab", "RadioRed", {"selected": False}),
        ("ButtonsTab", "Details", {"expanded": "collapsed"}),
        ("TextTab", "ReadOnlyBox", {"value": "cannot be changed", "text": "cannot be changed"}),
        ("ValuesTab", "Volume", {"value": "20"}),
        (
            "ListsTab",
            "ListSingle",
            {"items": [{"name": d, "selected": False} for d in ("Monday", "Tuesday", "Wednesday")]},
        ),
    ],
)
def test_get_state_tells_what_applies(zoo: Driven, tab: str, control: str, expected: dict[str, Any]) -> None:
    zoo.tab(tab)
    state = zoo.app.get_state(automation_id=control).result
    assert {k: state.get(k) for k in expected} == expected
    if control == "PlainButton":
        assert not state.keys() & {"selected", "toggle_state", "expanded", "value", "items"}


def test_ui_diff_tells_what_changed_since_the_mark(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    zoo.app.toggle(automation_id="Check", state="off")
    zoo.app.ui_diff("here")
    assert zoo.app.ui_diff("here").result["difference"] in ({}, {"changed": []})
    zoo.app.toggle(automation_id="Check", state="on")
    zoo.app.expand(automation_id="Details")
    difference = str(zoo.app.ui_diff("here").result["difference"])
    assert "Check" in difference
    assert "DetailsButton" in difference
    zoo.app.collapse(automation_id="Details")


# -- pictures -----------------------------------------------------------------------------------------------------


def picture(reply: Any) -> Image.Image:
    assert reply.picture is not None
    image = Image.open(io.BytesIO(reply.picture.png)).convert("RGB")
    assert image.size == (reply.result["width"], reply.result["height"])
    assert len(image.getcolors(1 << 24) or ()) > 1, f"one flat colour by {reply.method}"
    return image


def test_a_picture_of_the_window_is_as_large_as_the_window(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    reply = zoo.app.screenshot()
    x, y, width, height = window_rect(zoo.truth.hwnd)
    assert reply.result["rect"] == [x, y, width, height]
    assert picture(reply).size == (width, height)


def test_a_picture_of_a_control_or_a_region_is_cut_out(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    whole = picture(zoo.app.screenshot())
    left, top, _, _ = window_rect(zoo.truth.hwnd)
    rect = zoo.app.find(automation_id="Picture").bounding_rect
    assert rect is not None
    part = zoo.app.screenshot(automation_id="Picture")
    assert part.result["rect"] == list(rect)
    assert set(dict(picture(part).getcolors(10_000) or ()).values()) >= {(255, 215, 0), (220, 20, 60)}
    box = (rect.x - left, rect.y - top, rect.right - left, rect.bottom - top)
    assert not ImageChops.difference(picture(part), whole.crop(box)).getbbox()
    region = zoo.app.screenshot(region=[box[0], box[1], rect.width, rect.height])
    assert region.result["rect"] == list(rect)
    assert not ImageChops.difference(picture(region), picture(part)).getbbox()


def test_a_covered_window_is_pictured_all_the_same(zoo: Driven, tmp_path_factory: pytest.TempPathFactory) -> None:
    zoo.tab("ButtonsTab")
    zoo.app.focus_window()
    open_view = picture(zoo.app.screenshot())
    folder = tmp_path_factory.mktemp("cover")
    with start_program("plain_win32", "--pos", "60,120", "--title", "Cover", folder=folder) as cover:
        Driven(cover).app.focus_window()
        until(lambda: Image.open(io.BytesIO(cover_shot(zoo))).size, 2, "the desktop")
        covered = picture(zoo.app.screenshot())
    changed = ImageChops.difference(open_view, covered).convert("L").point(lambda p: 255 if p > 40 else 0)
    share = changed.histogram()[255] / (changed.width * changed.height)
    assert share < 0.05, "the picture shows the window on top"


def cover_shot(zoo: Driven) -> bytes:
    return zoo.app.gate.desktop.capture().png


def test_a_control_that_was_scrolled_away_is_shown_for_its_picture(zoo: Driven) -> None:
    zoo.tab("ValuesTab")
    zoo.app.scroll(automation_id="FarScroll", direction="top")
    reply = zoo.app.screenshot(automation_id="FarButton")
    assert picture(reply).size[0] > 20
