"""What is seen: controls, states, texts, tables, differences, pictures, and the keys that they come in."""

from __future__ import annotations

import io
import itertools
from typing import Any

import pytest
from PIL import Image

from wpfagent import Request
from wpfagent.core.errors import ElementNotFound, InvalidArgument
from wpfagent.desktops.base import Budget

CONTROL_KEYS = {
    "ref", "automation_id", "name", "control_type", "enabled", "visible", "bounding_rect", "value", "class_name",
    "patterns", "depth",
}  # fmt: skip
STATE_KEYS = {
    "exists", "enabled", "visible", "focused", "selected", "toggle_state", "expanded", "value", "text", "items",
    "read_only", "password", "minimum", "maximum", "step", "says", "window_state", "scrolled_percent",
}  # fmt: skip
AROUND = {"action", "target", "selector", "matched_by", "desktop", "elapsed_ms"}


def listed(driven, **args) -> list[dict[str, Any]]:
    return list(driven.app.list_controls(**args).result["controls"])


def test_list_controls_has_the_keys_of_the_contract(desk):
    result = desk.app.list_controls().result
    assert set(result) == {"controls", "count", "truncated", "next"}
    assert all(set(c) == CONTROL_KEYS | {"marks"} for c in result["controls"])
    assert result["count"] == len(result["controls"])
    assert (result["truncated"], result["next"]) == (False, None)


def test_a_first_look_that_its_time_cuts_short_goes_on(desk, monkeypatch):
    plain, looks = desk.desktop.snapshot, itertools.count()

    def slow_at_first(*args, budget, **named):
        return plain(*args, budget=Budget(elements=1) if next(looks) == 0 else budget, **named)

    monkeypatch.setattr(desk.desktop, "snapshot", slow_at_first)
    result = desk.app.list_controls().result
    assert (result["truncated"], result["next"]) == (False, None)
    assert result["count"] > 20
    assert desk.app.list_controls(limit=1).result["count"] == 1


def test_controls_come_in_document_order_and_depth_gives_the_tree(desk):
    controls = listed(desk)
    assert controls[0]["control_type"] == "Window"
    assert controls[0]["depth"] == 0
    assert all(b["depth"] <= a["depth"] + 1 for a, b in itertools.pairwise(controls))
    ids = [c["automation_id"] for c in controls if c["automation_id"]]
    assert ids.index("SaveButton") < ids.index("NameBox") < ids.index("ListsTab")


def test_depth_cuts_the_tree(desk):
    assert max(c["depth"] for c in listed(desk, depth=1)) == 1
    assert [c["automation_id"] for c in listed(desk, depth=0)] == ["MainWindow"]


@pytest.mark.parametrize("limit", [1, 7, 50])
def test_paging_covers_everything_once(desk, limit):
    whole = listed(desk, limit=10_000)
    pages, after = [], None
    while True:
        result = desk.app.list_controls(limit=limit, after=after).result
        assert len(result["controls"]) <= limit
        pages += result["controls"]
        assert result["truncated"] == (result["next"] is not None)
        if not result["truncated"]:
            break
        after = result["next"]
    assert [c["ref"] for c in pages] == [c["ref"] for c in whole]


@pytest.mark.parametrize("after", ["junk", "-5"])
def test_a_next_that_no_reply_gave_is_an_invalid_argument(desk, after):
    with pytest.raises(InvalidArgument):
        desk.app.list_controls(after=after)


@pytest.mark.parametrize("limit", [1, 5])
def test_a_filtered_listing_keeps_its_limit_and_its_pages_cover_everything_once(desk, limit):
    whole = listed(desk, limit=10_000, filter={"control_type": "Button"})
    pages, after = [], None
    for _ in range(200):
        result = desk.app.list_controls(limit=limit, after=after, filter={"control_type": "Button"}).result
        assert len(result["controls"]) <= limit
        pages += result["controls"]
        after = result["next"]
        if not result["truncated"]:
            break
    assert [c["ref"] for c in pages] == [c["ref"] for c in whole]


@pytest.mark.parametrize(
    ("narrow", "ids"),
    [
        ({"automation_id_re": "^Radio"}, ["Radio1", "Radio2"]),
        ({"control_type": "CheckBox"}, ["Check", "Check3", "ModalCheck"]),
        ({"control_type": ["CheckBox", "RadioButton"], "name_re": "^(Three|Two)$"}, ["Check3", "Radio2"]),
        ({"enabled": False, "control_type": "Button"}, ["OffButton"]),
        ({"name_re": "^Save$", "control_type": "Button"}, ["SaveButton"]),
        ({"automation_id_re": "^Log$", "visible": False}, ["Log"]),
        ({"automation_id_re": "^Log$", "visible": True}, []),
    ],
    ids=str,
)
def test_filters_must_all_hold(desk, narrow, ids):
    assert [c["automation_id"] for c in listed(desk, filter=narrow)] == ids


def test_below_an_element(desk):
    below = listed(desk, automation_id="MainMenu")
    assert {c["control_type"] for c in below} - {"Menu"} == {"MenuItem", "Text"}


def test_pop_ups_and_dialogs_are_listed_too(desk):
    desk.app.expand(automation_id="Color")
    assert "green" in [c["name"] for c in listed(desk)]
    desk.app.collapse(automation_id="Color")
    desk.app.click(automation_id="DialogButton")
    windows = [c["name"] for c in listed(desk) if c["control_type"] == "Window"]
    assert windows == ["Details", "Desk"]


def test_ten_thousand_rows_are_listed_in_part(start):
    driven = start(
        '<DataGrid x:Name="G" Height="200"/>',
        "def start(self, view): view.rows('G', ['N'], [[n] for n in range(10_000)])",
    )
    assert len(listed(driven)) < 500


# -- states --


@pytest.mark.parametrize(
    ("automation_id", "wanted"),
    [
        ("SaveButton", {"enabled": True, "text": "Save"}),
        ("OffButton", {"enabled": False}),
        ("Check3", {"toggle_state": "indeterminate"}),
        ("Radio1", {"selected": True}),
        ("More", {"expanded": "collapsed"}),
        ("NameBox", {"value": "start", "text": "start", "read_only": False}),
        ("Volume", {"value": "10", "minimum": 0.0, "step": 1.0}),
        ("Color", {"text": "red", "expanded": "collapsed"}),
        ("Progress", {"value": "30"}),
    ],
)
def test_get_state_tells_what_applies(desk, automation_id, wanted):
    reply = desk.app.get_state(automation_id=automation_id)
    assert wanted.items() <= reply.result.items()
    assert set(reply.result) - {"ref"} <= STATE_KEYS
    assert set(reply.to_dict()) - AROUND - {"ref"} <= STATE_KEYS
    assert reply.result["exists"] is True


def test_what_does_not_apply_is_absent(desk):
    assert set(desk.app.get_state(automation_id="SaveButton").result) - {"ref"} == {
        "exists", "enabled", "visible", "focused", "text",
    }  # fmt: skip


def test_items_are_listed_up_to_their_limit(desk):
    desk.app.click(automation_id="ListsTab")
    assert [i["name"] for i in desk.app.get_state(automation_id="Fruit").result["items"]] == ["apple", "pear", "plum"]
    assert len(desk.app.get_state(automation_id="Many", items=3).result["items"]) == 3
    assert "items" not in desk.app.get_state(automation_id="Many", items=0).result


def test_a_password_shows_neither_value_nor_text(desk):
    desk.app.type_text(automation_id="Secret", text="hush")
    result = desk.app.get_state(automation_id="Secret").result
    assert "value" not in result
    assert "text" not in result
    assert "hush" not in str(listed(desk))


def test_a_read_of_what_is_not_there(desk):
    with pytest.raises(ElementNotFound):
        desk.app.get_state(automation_id="Nope", timeout_ms=0)
    with pytest.raises(ElementNotFound):
        desk.app.read_text(automation_id="Nope", timeout_ms=0)


# -- tables --


def test_read_table_gives_headers_rows_and_the_next_page(desk):
    desk.app.click(automation_id="GridTab")
    result = desk.app.read_table(automation_id="Orders", limit=3).result
    assert result["headers"] == ["Number", "City", "Customer"]
    assert [r[0] for r in result["rows"]] == ["0", "1", "2"]
    assert (result["count"], result["truncated"], result["next"]) == (1000, True, 3)
    end = desk.app.read_table(automation_id="Orders", start=998, limit=50).result
    assert [r[0] for r in end["rows"]] == ["998", "999"]
    assert (end["truncated"], end["next"]) == (False, None)


def test_read_table_of_a_list(desk):
    desk.app.click(automation_id="ListsTab")
    result = desk.app.read_table(automation_id="Fruit").result
    assert [r for row in result["rows"] for r in row] == ["apple", "pear", "plum"]


# -- differences --


def test_ui_diff_tells_what_changed_since_the_mark(desk):
    assert desk.app.ui_diff().result["set"] is True
    assert desk.app.ui_diff().result["difference"] == {}
    desk.app.toggle(automation_id="Check")
    change = desk.app.ui_diff().result["difference"]
    assert ["off", "on"] in [c.get("toggle_state") for c in change["changed"]]
    assert desk.app.ui_diff().result["difference"] == {}, "the mark was set anew"


def test_ui_diff_keeps_named_marks_and_can_leave_them(desk):
    desk.app.ui_diff("a")
    desk.app.click(automation_id="ToolsButton")
    for _ in range(2):
        change = desk.app.ui_diff("a", reset=False).result["difference"]
        assert change["windows_opened"] == ["Tools"]
    assert desk.app.ui_diff("b").result["difference"] == {}


def test_ui_diff_reads_a_large_program_to_its_end(start):
    rows = "".join(f'<TextBlock Text="row {n}"/>' for n in range(6_000))
    driven = start(f'<StackPanel>{rows}</StackPanel><Button x:Name="Go" Content="Go" Click="on_went"/>')
    marked = driven.app.ui_diff().result
    assert marked["count"] > 6_000
    driven.app.click(automation_id="Go")
    found = driven.app.ui_diff().result
    assert not found["truncated"]
    assert ["", "went"] in [c.get("name") for c in found["difference"]["changed"]]


def test_ui_diff_names_at_most_so_many_and_counts_all(desk):
    desk.app.ui_diff()
    desk.app.click(automation_id="GridTab")
    change = desk.app.ui_diff(limit=2).result["difference"]
    assert len(change["appeared"]) == 2
    assert change["appeared_count"] > 2
    with pytest.raises(InvalidArgument, match="limit cannot be 0"):
        desk.app.ui_diff(limit=0)


# -- pictures --


def size_of(reply) -> tuple[int, int]:
    with Image.open(io.BytesIO(reply.picture.png)) as image:
        return image.size


def test_a_picture_of_the_window_has_its_size_and_place(desk):
    reply = desk.app.screenshot()
    assert size_of(reply) == (1000, 900) == (reply.result["width"], reply.result["height"])
    assert reply.result["rect"] == list(desk.app.windows()[0].rect)


def test_a_picture_of_a_control_and_of_a_region(desk):
    rect = desk.control("SaveButton").bounding_rect
    reply = desk.app.screenshot(automation_id="SaveButton")
    assert reply.result["rect"] == list(rect)
    assert size_of(reply) == (rect.width, rect.height)
    region = desk.app.screenshot(region=[10, 20, 30, 40])
    window = desk.app.windows()[0].rect
    assert region.result["rect"] == [window.x + 10, window.y + 20, 30, 40]


def test_a_region_of_a_control_is_counted_from_the_controls_corner(desk):
    rect = desk.control("Notes").bounding_rect
    reply = desk.app.screenshot(automation_id="Notes", region=[5, 6, 20, 10])
    assert reply.result["rect"] == [rect.x + 5, rect.y + 6, 20, 10]


def test_a_region_outside_the_picture(desk):
    with pytest.raises(InvalidArgument, match="outside"):
        desk.app.screenshot(region=[5000, 0, 10, 10])


def test_a_picture_of_a_covered_window_and_of_the_whole_desktop(desk, start):
    start(title="Above")
    assert size_of(desk.app.screenshot()) == (1000, 900)
    assert size_of(desk.app.gate.execute(Request("screenshot"))) == (1600, 1000)


def test_the_dialog_on_top_is_the_picture(desk):
    desk.app.click(automation_id="DialogButton")
    assert size_of(desk.app.screenshot()) == (300, 200)


def test_a_picture_in_a_session_is_written_and_named(start, session):
    result = start(session=session).app.screenshot().result
    assert set(result) == {"screenshot_id", "path", "width", "height", "rect"}
    with Image.open(result["path"]) as image:
        assert image.size == (800, 600)
