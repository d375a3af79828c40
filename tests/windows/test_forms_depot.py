"""Calendars, long tool bars, split buttons, lists and dialogs of Windows Forms: by the program's own log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from product import Driven, Stage

import wpfagent
from wpfagent.core.errors import InvalidArgument, Unsupported


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_depot", folder=tmp_path_factory.mktemp("depot")) as stage:
        yield stage


@pytest.fixture
def depot(stage: Stage) -> Driven:
    return stage.driven()


def test_a_day_of_a_calendar_is_chosen_in_whatever_month_it_is(depot: Driven) -> None:
    depot.page("Entry")
    month = {"name": "Month", "control_type": "Calendar"}
    for day in ("2026-03-17", "2026-01-20", "2031-12-31"):
        after = depot.truth.seq()
        depot.confirms(lambda day=day: depot.app.set_value(**month, value=day), "day", value=day)
        assert [e["value"] for e in depot.truth.events("day_changed", after=after)] == [day]  # no other on the way
    depot.no_op(lambda: depot.app.type_text(**month, text="2031-12-31"))
    depot.refuses(InvalidArgument, lambda: depot.app.set_value(**month, value="1600-01-01"))


def test_a_date_that_is_left_out_and_shows_words_is_ticked_and_chosen(depot: Driven) -> None:
    depot.page("Entry")
    depot.refuses(InvalidArgument, lambda: depot.app.set_value(label="Long", value="1600-01-01"))
    depot.confirms(lambda: depot.app.set_value(label="Long", value="2027-02-03"), "long", value="2027-02-03")


def test_a_date_that_shows_its_month_as_a_word_is_chosen_in_its_calendar(depot: Driven) -> None:
    depot.page("Entry")
    for day in ("2026-04-20", "2029-12-31"):
        after = depot.truth.seq()
        depot.confirms(lambda day=day: depot.app.set_value(label="Long", value=day), "long", value=day)
        assert len(depot.truth.events("long", after=after)) == 1
    depot.no_op(lambda: depot.app.set_value(label="Long", value="2029-12-31"))


def test_what_an_error_sign_beside_a_field_says_is_told(depot: Driven) -> None:
    depot.page("Entry")
    mail = {"name": "Mail", "control_type": "Edit"}
    for text in ("ada", "ada lovelace"):
        reply = depot.happens(lambda text=text: depot.app.type_text(**mail, text=text), "refused", value=text)
        assert reply.effect == "unverifiable", reply.evidence
        assert reply.evidence["reason"] == "the field says: A mail address has an @."
    depot.confirms(lambda: depot.app.type_text(**mail, text="ada@example.org"), "accepted", value="ada@example.org")


def test_a_text_box_that_tells_no_type_is_a_text_box(depot: Driven) -> None:
    depot.page("Entry")
    named = {"name": "Site", "control_type": "Edit"}
    shown = depot.app.do("list_controls").result["controls"]
    assert [c["control_type"] for c in shown if c["name"] == "Site" and "Value" in c["patterns"]] == ["Edit"]
    depot.happens(lambda: depot.app.type_text(**named, text="example"), "site", value="example")
    depot.confirms(lambda: depot.app.type_text(**named, text="example.org"), "site", value="example.org")


def test_so_is_that_of_a_text_box_that_tells_no_type_and_takes_no_more_than_fits(depot: Driven) -> None:
    depot.page("Entry")
    reply = depot.happens(lambda: depot.app.type_text(label="Site", text="example"), "site", value="example")
    assert reply.evidence["reason"] == "the field says: A site has a dot."
    depot.refuses(InvalidArgument, lambda: depot.app.type_text(label="Site", text="www.example.org"))
    depot.confirms(lambda: depot.app.type_text(label="Site", text="example.org"), "site", value="example.org")


def test_no_key_goes_to_a_field_that_refuses_what_it_holds_instead_of_another(depot: Driven) -> None:
    depot.page("Entry")
    mail = {"name": "Mail", "control_type": "Edit"}
    depot.happens(lambda: depot.app.type_text(**mail, text="ada"), "refused", value="ada")
    error = depot.refuses(Unsupported, lambda: depot.app.type_text(label="Code", text="12AB"), but=("refused",))
    assert "Mail" in str(error)
    assert depot.app.get_state(**mail).result["value"] == "ada"
    depot.confirms(lambda: depot.app.type_text(**mail, text="ada@example.org"), "accepted", value="ada@example.org")


def test_a_text_reaches_the_program_when_its_box_is_left(depot: Driven) -> None:
    depot.page("Entry")
    depot.confirms(lambda: depot.app.type_text(label="Letter", text="Dear"), "letter", value="Dear")


@pytest.mark.parametrize(("name", "item"), [("Hall", "Hall Two"), ("Zoom", "Zoom Three")])
def test_a_choice_in_a_tool_bar_is_confirmed(depot: Driven, name: str, item: str) -> None:
    combo = {"name": name, "control_type": "ComboBox"}
    depot.confirms(lambda: depot.app.select_combo(**combo, item_text=item), "strip_chosen", control=name, value=item)


def test_a_button_that_a_tool_bar_has_no_room_for_is_pressed(depot: Driven) -> None:
    after = depot.truth.seq()
    depot.app.click(name="Action 12")
    depot.truth.wait_event("pressed", after=after, value="Action 12")
    names = {c["name"] for c in depot.app.list_controls().result["controls"]}
    assert "Action 11" not in names  # its overflow is closed again


def test_the_menu_of_a_split_button_is_used_without_a_press_of_the_button(depot: Driven) -> None:
    after = depot.truth.seq()
    depot.app.menu("By bike", name="Dispatch")
    depot.truth.wait_event("pressed", after=after, value="By bike")
    assert len(depot.truth.events("pressed", after=after)) == 1


def test_an_item_that_its_program_ticks_is_seen_to_be_ticked_and_not_ticked_any_more(depot: Driven) -> None:
    for states in (["off", "on"], ["on", "off"]):
        reply = depot.confirms(lambda: depot.app.menu("Depot > On top"), "menu", value="On top")
        assert reply.evidence == {"toggle_state": states}


USED: dict[str, tuple[str, Callable[[wpfagent.App], object], str, dict[str, Any]]] = {
    "a masked code": ("Entry", lambda a: a.type_text(label="Code", text="12AB"), "code", {"value": "12-AB"}),
    "a number": ("Entry", lambda a: a.set_value(label="Price", value=45), "price", {"value": "45.00"}),
    "a link": ("Entry", lambda a: a.click(name="More help"), "pressed", {"value": "More help"}),
    "a picture": ("Entry", lambda a: a.click(name="Ring the bell"), "pressed", {"value": "bell"}),
    "a panel": ("Entry", lambda a: a.click(name="Open gate"), "pressed", {"value": "gate"}),
    "a text, twice": ("Entry", lambda a: a.click(name="Twice to reset", double=True), "pressed", {"value": "twice"}),
    "an answer that comes late": ("Entry", lambda a: a.click(name="Fetch"), "fetched", {}),
    "a tick in a list": ("Entry", lambda a: a.toggle(name="Bravo", state="on"), "crew", {"control": "Bravo"}),
    "a menu in a menu": ("Entry", lambda a: a.menu("Depot > Send to > Front desk"), "menu", {"value": "Front desk"}),
    "a shortcut": ("Entry", lambda a: a.send_keys("Ctrl+K"), "shortcut", {}),
    "a menu of the status bar": ("Entry", lambda a: a.menu("Urgent", name="Priority"), "priority", {"value": "Urgent"}),
    "a tick in a tree": ("Lists", lambda a: a.toggle(name="East", state="on"), "ticked", {"control": "East"}),
    "an item of a group": ("Lists", lambda a: a.select_item(name="Oil"), "good_chosen", {"value": "Oil"}),
    "a tile": ("Lists", lambda a: a.select_item(name="Rice tile"), "good_chosen", {"value": "Rice tile"}),
    "a drawn item": ("Lists", lambda a: a.select_item(name="Coral"), "drawn", {"value": "Coral"}),
    "a drag": ("Lists", lambda a: a.drag(name="Lorry", to={"name": "Taken"}), "taken", {"value": "Lorry"}),
    "a card": ("Lists", lambda a: a.click(name="Book", label="Scale"), "booked", {"value": "Scale"}),
}  # fmt: skip


@pytest.mark.parametrize("what", USED)
def test_it_is_used_by_what_a_person_sees(depot: Driven, what: str) -> None:
    name, act, event, match = USED[what]
    depot.page(name)
    depot.happens(lambda: act(depot.app), event, **match)


def test_who_reads_a_number_by_its_label_reads_what_its_field_shows(depot: Driven) -> None:
    app = depot.page("Entry").app
    for value, shown in ((12, "12.00"), (250, "250.00")):
        depot.confirms(lambda v=value: app.set_value(label="Price", value=v), "price", value=shown)
        assert app.read_text(label="Price") == shown
        app.expect(label="Price", value_equals=shown, timeout_ms=2000)
        app.expect(label="Price", text_contains=shown, timeout_ms=2000)


ANSWERED: dict[str, tuple[tuple[Callable[[wpfagent.App], object], ...], Any]] = {
    "Question": ((lambda a: a.click(name="No"),), "No"),
    "Gate": ((lambda a: a.click(name="Not yet"),), "Not yet"),
    "Route": (
        (lambda a: a.click(name="Quickly"), lambda a: a.toggle(name="Always go this way", state="on"),
         lambda a: a.click(name="Through the tunnel")),
        "Through the tunnel, quick, True",
    ),
    "Name": ((lambda a: a.type_text(label="Crate", text="Box 7", enter=True),), "Box 7"),
    "Delivery": (
        (lambda a: a.type_text(label="Town", text="Ulm"), lambda a: a.click(name="Next >"),
         lambda a: a.click(name="Express"), lambda a: a.click(name="Next >"),
         lambda a: a.type_text(label="Crates", text="3"), lambda a: a.click(name="Finish")),
        "Ulm, express, 3",
    ),
    "Board": ((lambda a: a.click(name="Close board"),), "closed"),
    "Colour": ((lambda a: a.type_text(label="Red:", text="10"), lambda a: a.click(name="OK")), "10,0,0"),
}  # fmt: skip


@pytest.mark.parametrize("dialog", ANSWERED)
def test_a_dialog_is_answered(depot: Driven, dialog: str) -> None:
    depot.page("Dialogs")
    acts, value = ANSWERED[dialog]
    depot.app.click(name=dialog, control_type="Button")
    for act in acts[:-1]:
        act(depot.app)
    depot.confirms(lambda: acts[-1](depot.app), "answered", control=dialog, value=value)  # type: ignore[arg-type, return-value]
