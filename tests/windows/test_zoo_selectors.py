"""Naming controls of a real WPF window: several of one name, labels, groups, rows, refs, near misses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound, SelectorAmbiguous, StaleRef


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("zoo", "--pos", "40,20", "--title", "Selectors", folder=tmp_path_factory.mktemp("selectors")) as stage:
        yield stage


@pytest.fixture
def zoo(stage: Stage) -> Driven:
    return stage.driven()


def test_two_elements_of_one_id_are_ambiguous_and_listed(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    error = zoo.refuses(SelectorAmbiguous, lambda: zoo.app.click(automation_id="Duplicate"))
    assert {m["name"] for m in error.details["matches"]} == {"First", "Second"}
    refs = {m["name"]: m["ref"] for m in error.details["matches"]}
    after = zoo.truth.seq()
    zoo.app.click(automation_id="Duplicate", name="Second")
    zoo.truth.wait_event("click", element="DuplicateSecond", after=after)
    after = zoo.truth.seq()
    zoo.app.click(automation_id="Duplicate", index=0)
    zoo.truth.wait_event("click", element="DuplicateFirst", after=after)
    assert set(refs) == {"First", "Second"}


def test_ambiguity_is_said_at_once_not_after_the_timeout(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    with pytest.raises(SelectorAmbiguous) as caught:
        zoo.app.click(name="Apply", timeout_ms=60_000)
    assert "waited_ms" not in caught.value.details


@pytest.mark.parametrize(
    ("group", "field", "button"), [("HomeGroup", "HomeCity", "HomeApply"), ("WorkGroup", "WorkCity", "WorkApply")]
)
def test_a_group_tells_equal_names_apart(zoo: Driven, group: str, field: str, button: str) -> None:
    zoo.tab("ButtonsTab")
    within = {"automation_id": group}
    zoo.confirms(
        lambda: zoo.app.type_text(name="City", within=within, text=f"in {group}"),
        "text_changed", control=field, value=f"in {group}",
    )  # fmt: skip
    after = zoo.truth.seq()
    zoo.app.click(name="Apply", control_type="Button", within=within)
    zoo.truth.wait_event("click", control=button, after=after)


def test_a_group_is_named_by_its_caption_too(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    after = zoo.truth.seq()
    zoo.app.click(name="Apply", within={"name": "Work address", "control_type": "Group"})
    zoo.truth.wait_event("click", control="WorkApply", after=after)


@pytest.mark.parametrize(
    ("label", "control"),
    [("Line", "LineBox"), ("Notes", "NotesBox"), ("Rich text", "RichBox"), ("Max. 10", "ShortBox")],
)
def test_a_field_is_named_by_the_text_beside_it(zoo: Driven, label: str, control: str) -> None:
    zoo.tab("TextTab")
    assert zoo.app.find(label=label).automation_id == control


def test_a_field_is_named_by_the_text_above_it(zoo: Driven) -> None:
    zoo.tab("FaultsTab")
    assert zoo.app.find(label="Seconds").automation_id == "FreezeSeconds"


@pytest.mark.parametrize(
    ("selector", "found", "by"),
    [
        ({"automation_id": "PlainButton"}, "PlainButton", "automation_id"),
        ({"name": "Plain", "control_type": "Button"}, "PlainButton", "name+control_type"),
        ({"name": "Plain"}, "PlainButton", "name"),
        ({"automation_id": "Gone", "name": "Plain", "control_type": "Button"}, "PlainButton", "name+control_type"),
        ({"name_re": "^Three", "control_type": "CheckBox"}, "CheckThree", "name_re"),
        ({"control_type": "CheckBox", "index": 1}, "CheckThree", "control_type+index"),
        ({"control_type": "RadioButton", "index": -1}, "RadioBlue", "control_type+index"),
        ({"class_name": "Expander"}, "Details", "control_type"),
    ],
)
def test_the_reply_says_by_which_rung_it_found_the_element(
    zoo: Driven, selector: dict[str, Any], found: str, by: str
) -> None:
    zoo.tab("ButtonsTab")
    reply = zoo.app.get_state(selector)
    assert reply.control is not None
    assert (reply.control.automation_id, reply.matched_by) == (found, by)


@pytest.mark.parametrize(
    ("selector", "hint"),
    [
        ({"automation_id": "PlainButon"}, "PlainButton"),
        ({"name": "Delete al", "control_type": "Button"}, "Delete all"),
        ({"automation_id": "RadioGren"}, "RadioGreen"),
        ({"control_type": "RadioButton", "index": 7}, "only 3"),
    ],
)
def test_a_near_miss_names_the_nearest(zoo: Driven, selector: dict[str, Any], hint: str) -> None:
    zoo.tab("ButtonsTab")
    error = zoo.refuses(ElementNotFound, lambda: zoo.app.click(selector, timeout_ms=300))
    assert hint in str(error)


@pytest.mark.parametrize(
    ("row", "column", "text"),
    [
        (2, "City", "京都"),
        (2, 1, "京都"),
        ({"City": "Wien"}, "Name", "Dora Klein"),
        ({"City": "Wien", "Age": "45"}, 0, "Dora Klein"),
        ({"name": "Anna Berg"}, "age", "34"),
        (-1, -1, "5"),
    ],
)
def test_a_cell_is_named_by_row_and_column(zoo: Driven, row: Any, column: Any, text: str) -> None:
    zoo.tab("GridTab")
    assert zoo.app.find(automation_id="PeopleGrid", row=row, column=column).text == text
    assert zoo.app.find(row=row, column=column).text == text


def test_a_ref_names_its_element_and_says_when_it_is_gone(zoo: Driven) -> None:
    zoo.tab("TimingTab")
    zoo.app.click(automation_id="Recreate")
    listed = zoo.app.list_controls(filter={"automation_id_re": "^RemoveMe$"}).result["controls"]
    ref = listed[0]["ref"]
    reply = zoo.app.get_state(ref=ref)
    assert (reply.matched_by, reply.healed) == ("ref", False)
    with_consent = {"automation_id": "RemoveMe"}  # "Remove me" counts as destructive
    app = zoo.again(allow_destructive=True)
    zoo.confirms(lambda: app.click(with_consent, confirm=True), "vanished", control="RemoveMe")
    zoo.refuses(StaleRef, lambda: zoo.app.get_state(ref=ref, timeout_ms=300))
    zoo.refuses(StaleRef, lambda: zoo.app.click(ref=ref, timeout_ms=300))
    zoo.app.click(automation_id="Recreate")
    reply = zoo.app.get_state(ref=ref)
    assert (reply.healed, reply.control is not None and reply.control.automation_id) == (True, "RemoveMe")


def test_the_ref_of_an_item_is_not_healed_into_another_item(zoo: Driven) -> None:
    zoo.tab("ListsTab")
    item = zoo.app.list_controls(
        automation_id="ListSingle", filter={"name_re": "^Tuesday$", "control_type": "ListItem"}
    )
    ref = item.result["controls"][0]["ref"]
    zoo.tab("TextTab")
    try:
        assert zoo.app.get_state(ref=ref, timeout_ms=300).result["text"] == "Tuesday"
    except StaleRef:
        pass  # WPF may have dropped the item with its page


def test_an_unknown_ref_is_stale(zoo: Driven) -> None:
    with pytest.raises(StaleRef, match="unknown"):
        zoo.app.click(ref="e99999999")
