"""What a person can do on bazaar's WPF controls, done by its words; held against the program's log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from product import Driven

from wpfagent.core.errors import RefusedDestructive
from wpfagent.dotnet.watch import Watch

Open = Callable[..., Driven]


@pytest.fixture
def bazaar(stranger: Open) -> Open:
    """`bazaar(page, *args) -> Driven`: the program with a page shown."""
    return lambda page, *args: stranger("bazaar", "--page", page, *args)


def test_a_button_that_is_held_repeats_and_keys_held_with_it_are_judged(bazaar: Open) -> None:
    driven = bazaar("Choices")
    driven.confirms(lambda: driven.app.click(name="More", hold_ms=2000), "clicked", id="More", value=5)
    after = driven.truth.seq()
    with pytest.raises(RefusedDestructive):  # it unlocks "Empty basket", which Alt+E would press
        driven.app.click(name="Hold to unlock", hold_ms=800, keys="Alt+E")
    assert not [e for e in driven.truth.events(after=after) if e.get("id") == "EmptyButton"]


def test_items_that_are_not_real_yet_are_read_without_an_exception_inside_the_program(bazaar: Open) -> None:
    driven = bazaar("Items")
    desktop, stock = driven.app.gate.desktop, driven.app.find(within={"name": "Stock (500)"}, control_type="List")
    watch = Watch.start(driven.app.pid)
    try:
        mark = watch.mark()
        items, count = desktop.items(stock, start=0, limit=500, most=500)
        watch.settle(mark, quiet_s=0.5, timeout_s=3)
        assert count == len(items) == 500
        assert not watch.since(mark).thrown
    finally:
        watch.stop()


def test_the_wheel_turns_by_notches_and_with_ctrl_held(bazaar: Open) -> None:
    driven = bazaar("Motion")
    logbook = {"within": {"name": "Logbook (mouse wheel)"}, "control_type": "Custom"}
    driven.confirms(lambda: driven.app.scroll(**logbook, notches=10), "scrolled", value=31)
    zoom = lambda: driven.app.scroll(name="100 %", direction="up", notches=5, modifiers="Ctrl")  # noqa: E731
    driven.confirms(zoom, "zoomed", value=150)


def test_what_only_is_selected_by_a_drag_was_not_dropped(bazaar: Open) -> None:
    driven = bazaar("Motion")
    after = driven.truth.seq()
    reply = driven.app.drag(name="Honey", control_type="ListItem", to={"name": "Levels", "control_type": "Group"})
    assert reply.effect != "confirmed", reply.evidence
    assert not [e for e in driven.truth.events(after=after) if e["event"] == "dropped"]


def test_a_label_names_a_date_picker_and_a_hint_the_field_it_lies_in(bazaar: Open) -> None:
    driven = bazaar("Motion")
    driven.confirms(lambda: driven.app.set_value(label="Due", value="12/24/2026"), "changed", value="2026-12-24")
    text = bazaar("Text")
    greeting = {"label": "Write something nice", "control_type": "Edit"}
    text.confirms(lambda: text.app.type_text(**greeting, text="Good day"), "changed", id="Greeting", value="Good day")


def test_a_day_in_the_calendar_of_a_date_field_is_picked_by_a_click(bazaar: Open) -> None:
    driven = bazaar("Motion")
    driven.app.expand(label="Due")
    day = {"name_re": "August 20,", "control_type": "Button", "within": {"label": "Due"}}
    driven.confirms(lambda: driven.app.click(day), "changed", id="Due", value="2026-08-20")


def test_template_cells_are_toggled_and_edited_and_confirmed(bazaar: Open) -> None:
    driven = bazaar("Tables")
    orders = {"within": {"name": "Orders"}, "control_type": "DataGrid", "row": {"Customer": "Delta Foods"}}
    driven.confirms(lambda: driven.app.toggle(**orders, column="Paid", state="on"), "changed", id="Paid", value=True)
    staff = {"within": {"name": "Staff"}, "control_type": "DataGrid", "row": {"Name": "Dora Weiss"}, "column": "City"}
    driven.confirms(
        lambda: driven.app.type_text(**staff, text="Graz"), "row_committed", value="Dora Weiss", city="Graz"
    )


def test_a_minimised_window_in_the_foreground_is_restored(bazaar: Open) -> None:
    driven = bazaar("Windows")
    driven.app.click(name="Minimised window")
    driven.confirms(lambda: driven.app.focus_window(title="Print queue"), "window_state", value="Normal")


def test_what_an_editor_makes_of_typed_keys_is_confirmed_and_told(bazaar: Open) -> None:
    driven = bazaar("Text")
    pieces = {"label": "Pieces (digits only)", "control_type": "Edit"}
    reply = driven.confirms(lambda: driven.app.type_text(**pieces, text="1a2b", input=True), "changed", value="12")
    assert (reply.evidence["value"], reply.evidence["asked"]) == ("12", "1a2b")
    assert driven.app.type_text(label="Amount", control_type="Edit", text="many", input=True).effect != "confirmed"


def test_an_item_below_an_empty_transparent_list_is_clicked(bazaar: Open) -> None:
    driven = bazaar("Overlays")
    notice = {"name": "New price list", "control_type": "ListItem"}
    driven.confirms(lambda: driven.app.click(**notice, input=True), "selected", id="Notices")


def test_a_drawer_that_slides_in_and_out_is_seen(bazaar: Open) -> None:
    driven = bazaar("Overlays")
    driven.confirms(lambda: driven.app.click(name="☰ Menu"), "opened", id="Drawer")
    beside = {"name": "Questions", "control_type": "Group"}
    driven.confirms(lambda: driven.app.click(**beside, input=True), "closed", id="Drawer")


def test_a_row_is_added_by_typing_into_the_empty_last_one(bazaar: Open) -> None:
    driven = bazaar("Tables")
    staff = {"within": {"name": "Staff"}, "control_type": "DataGrid"}
    after = driven.truth.seq()
    driven.app.type_text(**staff, row=-1, column="Name", text="Nils Holm")
    driven.truth.wait_event("row_committed", after=after, timeout_s=3, value="Nils Holm")
