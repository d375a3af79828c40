"""Win32's common controls and common dialogs, used by the words that are seen, held against the program's own log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from product import Driven, Stage

import wpfagent
from wpfagent.core.errors import Unsupported


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("native_parts", folder=tmp_path_factory.mktemp("parts")) as stage:
        yield stage


@pytest.fixture
def parts(stage: Stage) -> Driven:
    return stage.driven()


USED: dict[str, tuple[Callable[[wpfagent.App], wpfagent.Reply], str, dict[str, Any]]] = {
    "a branch is opened": (lambda a: a.expand(name="Mammals"), "expanded", {"value": "Mammals"}),
    "an item of a tree is chosen": (lambda a: a.select_item(name="Cat"), "selected", {"value": "Cat"}),
    "an item of a tree is chosen by its way": (
        lambda a: a.select_item(label="Animals", path=["Birds", "Finch"]), "selected", {"value": "Finch"},
    ),
    "a tab is chosen": (lambda a: a.select_item(name="Week"), "selected", {"value": "Week"}),
    "a tab is clicked": (lambda a: a.click(name="Month"), "selected", {"value": "Month"}),
    "a number is entered": (lambda a: a.set_value(label="Copies", value="7"), "number", {"value": "7"}),
    "a number is turned to": (lambda a: a.set_value(control_type="Spinner", value="9"), "turned", {"value": 9}),
    "a field is clicked through the tab control over it": (
        lambda a: [a.click(label="Letter"), a.send_keys(keys="H", label="Letter")][1], "text_raw", {"value": "h"},
    ),
    "a date is typed part by part": (
        lambda a: a.set_value(label="Due", value="2027-11-30"), "dated", {"value": "2027-11-30"},
    ),
    "a shortcut is pressed in its field": (
        lambda a: a.send_keys(label="Shortcut", keys="Ctrl+Alt+K"), "hot_key", {"value": 0x64B},
    ),
    "a text is typed into a rich edit": (
        lambda a: a.type_text(label="Letter", text="Dear all"), "text_raw", {"value": "Dear all"},
    ),
    "a button of a tool bar is clicked": (lambda a: a.click(name="Paste"), "clicked", {"control": "Paste"}),
}  # fmt: skip


@pytest.mark.parametrize("what", USED)
def test_it_is_used_by_the_words_that_are_seen(parts: Driven, what: str) -> None:
    act, event, match = USED[what]
    parts.confirms(lambda: act(parts.app), event, **match)


def test_a_date_that_may_be_left_out_is_set_whether_there_is_one_or_none(parts: Driven) -> None:
    for day, box in (("2028-02-29", {}), ("2029-01-31", {"dx": 5, "dy": 12}), ("2030-07-15", {})):
        if box:
            parts.happens(lambda box=box: parts.app.click(label="Due", at=box), "dated", value="none")  # type: ignore[misc]
        parts.confirms(lambda day=day: parts.app.set_value(label="Due", value=day), "dated", value=day)  # type: ignore[misc]


def test_an_item_of_a_tree_is_renamed_in_the_field_that_one_more_click_opens_and_no_double_click(parts: Driven) -> None:
    parts.app.select_item(label="Animals", path=["Mammals", "Dog"])
    error = parts.refuses(Unsupported, lambda: parts.app.set_value(name="Dog", value="Wolf"))
    assert "one more click" in error.hint
    parts.app.click(name="Dog")
    within = {"control_type": "Tree"}
    parts.confirms(
        lambda: parts.app.type_text(control_type="Edit", within=within, text="Wolf", enter=True),
        "renamed", value="Wolf",
    )  # fmt: skip


def test_a_branch_is_closed_and_opened_again_so_that_its_program_is_told(parts: Driven) -> None:
    parts.app.select_item(label="Animals", path=["Birds", "Finch"])
    parts.confirms(lambda: parts.app.collapse(name="Birds"), "collapsed", value="Birds")
    parts.confirms(lambda: parts.app.expand(name="Birds"), "expanded", value="Birds")
    parts.confirms(lambda: parts.app.collapse(name="Birds"), "collapsed", value="Birds")
    way = ["Birds", "Finch"]
    parts.confirms(lambda: parts.app.select_item(label="Animals", path=way), "expanded", value="Birds")


def test_keys_go_to_a_chosen_item_without_a_click_which_would_edit_its_label(parts: Driven) -> None:
    parts.app.select_item(label="Animals", path=["Mammals", "Cat"])
    parts.confirms(lambda: parts.app.send_keys(name="Cat", keys="Home"), "selected", value="Mammals")


def test_a_face_is_chosen_in_the_font_dialog(parts: Driven) -> None:
    parts.app.click(name="Font")
    parts.app.select_item(label="Font:", item_text="Times New Roman")
    parts.confirms(lambda: parts.app.click(name="OK"), "chosen", control="Font", value="Times New Roman")


def test_a_colour_is_mixed_in_the_colour_dialog(parts: Driven) -> None:
    parts.app.click(name="Colour")
    for label, value in (("Red:", "10"), ("Green:", "200"), ("Blue:", "30")):
        parts.app.type_text(label=label, text=value)
    parts.confirms(lambda: parts.app.click(name="OK"), "chosen", control="Colour", value="10,200,30")


def test_the_find_dialog_stays_open_and_is_used_beside_its_window(parts: Driven) -> None:
    parts.app.click(name="Find", control_type="Button")
    parts.app.type_text(label="Find what:", text="word")
    parts.confirms(lambda: parts.app.click(name="Find Next"), "find", value="word")
    parts.confirms(lambda: parts.app.click(name="Cancel"), "cancelled", control="Find")


def test_a_folder_is_chosen_in_the_folder_dialog(parts: Driven) -> None:
    parts.app.click(name="Folder")
    parts.app.select_item(name="Documents", control_type="TreeItem")
    parts.confirms(lambda: parts.app.click(name="OK"), "chosen", control="Folder")


def test_pages_of_a_property_sheet_are_filled_in(parts: Driven) -> None:
    parts.app.click(name="Options")
    parts.app.toggle(name="Start with Windows", state="on")
    parts.app.select_item(name="Sounds")
    parts.app.toggle(name="Play a sound", state="on")
    parts.confirms(lambda: parts.app.click(name="OK"), "applied", value="General=1,Sounds=1")
