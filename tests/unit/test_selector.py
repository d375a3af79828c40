from __future__ import annotations

import pytest

from wpfagent.actions import ACTIONS
from wpfagent.actions.expect import Expectation
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control, Rect
from wpfagent.core.selector import (
    CONTROL_TYPES,
    KEYS,
    Selector,
    compile_re,
    durable,
    nearest,
    split_identifier,
    suggest,
)
from wpfagent.gate.schema import validate_request

EVERY_KEY = {
    "automation_id": "Save",
    "name": "保存",
    "control_type": "Button",
    "name_re": "^保",
    "class_name": "Button",
    "index": -1,
    "within": {"automation_id": "Page", "within": {"name": "Main"}},
    "label": "Name",
    "row": {"Number": "7"},
    "column": "City",
    "ref": "e7",
    "bounding_rect": [-5, 0, 10, 20],
    "checked": "mixed",
    "selected": False,
    "expanded": True,
}


def test_every_key_of_the_contract_is_parsed_and_written_back():
    assert set(EVERY_KEY) == set(KEYS)
    assert Selector.parse(EVERY_KEY).to_dict() == EVERY_KEY


def test_a_selector_is_parsed_as_itself():
    selector = Selector(name="x")
    assert Selector.parse(selector) is selector


@pytest.mark.parametrize("given", [{}, {"name": None}])
def test_an_empty_selector_is_an_error_that_names_the_keys(given):
    with pytest.raises(InvalidArgument, match="automation_id"):
        Selector.parse(given)


def test_an_unknown_key_is_an_error_that_names_the_nearest():
    with pytest.raises(InvalidArgument) as error:
        Selector.parse({"automationid": "x"})
    assert "automation_id" in error.value.hint


def test_an_unknown_control_type_is_an_error_that_names_the_nearest():
    with pytest.raises(InvalidArgument) as error:
        Selector.parse({"control_type": "button"})
    assert "Button" in error.value.hint


@pytest.mark.parametrize("kind", CONTROL_TYPES)
def test_every_control_type_is_accepted(kind):
    assert Selector(control_type=kind).control_type == kind


@pytest.mark.parametrize(
    "given",
    [
        {"name": 5}, {"automation_id": ["x"]}, {"index": "1"}, {"index": True}, {"index": 1.5}, {"row": True},
        {"row": "1"}, {"row": {}}, {"row": 1, "column": True}, {"column": 1}, {"bounding_rect": [1, 2, 3]},
        {"bounding_rect": "1234"}, {"bounding_rect": [1, 2, 3, "4"]}, {"within": 7}, {"within": ""}, {"within": {}},
        {"name_re": "["}, {"ref": 7}, {"label": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_value_is_an_error_and_no_crash(given):
    with pytest.raises(InvalidArgument):
        Selector.parse(given)


@pytest.mark.parametrize("given", [5, None, ["name"], ""])
def test_what_is_neither_an_object_nor_a_text_is_an_error(given):
    with pytest.raises(InvalidArgument):
        Selector.parse(given)


def test_row_texts_may_be_given_as_numbers():
    assert Selector.parse({"row": {"Number": 7}}).row == (("Number", "7"),)


def test_the_container_of_a_row_is_what_the_other_keys_name():
    assert Selector(automation_id="Orders", row=3, column=1).container == Selector(automation_id="Orders")
    assert Selector(row=3).container is None
    assert Selector(row=3, control_type="DataItem").container is None
    assert Selector(row=3, control_type="DataGrid").container == Selector(control_type="DataGrid")


def test_narrowing_keys_must_all_hold():
    button = Control("e1", name="Save all", control_type="Button", class_name="RibbonButton")
    assert Selector(control_type="Button", class_name="RibbonButton", name_re="^Save").narrows(button)
    assert not Selector(control_type="Edit").narrows(button)
    assert not Selector(class_name="Button").narrows(button)
    assert not Selector(name_re="^all").narrows(button)
    assert Selector(name_re="all").narrows(button), "the pattern is searched, not matched from the start"


def test_nearest_puts_the_best_first_and_ignores_case():
    assert nearest("savebutton", ["LoadButton", "SaveButton", "Other"])[0] == "SaveButton"
    assert nearest("Save", ["SaveAllButton", "Load"]) == ["SaveAllButton"]
    assert nearest("zzz", ["Save"]) == []
    assert len(nearest("Button", [f"Button{n}" for n in range(50)])) == 5


def test_suggestions_name_nearest_ids_and_names():
    seen = [Control("e1", automation_id="SaveButton", name="Save"), Control("e2", name="Saved at 12:00")]
    assert suggest(Selector(automation_id="SaveButon"), seen)["automation_ids"] == ["SaveButton"]
    assert suggest(Selector(name="Sav"), seen)["names"] == ["Save", "Saved at 12:00"]
    assert "Save" in suggest(Selector(automation_id="BtnSave"), seen)["names"]
    assert suggest(Selector(automation_id="qqqqqq"), seen) == {}


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("btnDeleteAll_2", ["btn", "Delete", "All", "2"]),
        ("PART_Close", ["PART", "Close"]),
        ("deleteHTMLPage", ["delete", "HTML", "Page"]),
        ("save-as", ["save", "as"]),
        ("削除Button", ["削除", "Button"]),
    ],
)
def test_an_identifier_is_split_into_its_words(identifier, words):
    assert split_identifier(identifier) == words


def test_a_durable_selector_has_all_known_rungs_and_no_ref():
    control = Control("e5", automation_id="Save", name="Save", control_type="Button", runtime_id=(1,))
    assert durable(control).to_dict() == {"automation_id": "Save", "name": "Save", "control_type": "Button"}


def test_a_durable_selector_of_a_field_does_not_use_its_content_as_name():
    assert durable(Control("e5", automation_id="Note", name="typed text", control_type="Edit")).name is None


def test_a_durable_selector_without_id_and_name_falls_back_to_class_and_rectangle():
    control = Control("e5", control_type="Custom", class_name="Gauge", bounding_rect=Rect(1, 2, 3, 4))
    assert durable(control).to_dict() == {
        "control_type": "Custom",
        "class_name": "Gauge",
        "bounding_rect": [1, 2, 3, 4],
    }


def test_a_pattern_that_does_not_compile_names_its_key():
    with pytest.raises(InvalidArgument, match="title_re"):
        compile_re("(", "title_re")


@pytest.mark.parametrize(
    "given", [{"automation_id": ""}, {"name": ""}, {"index": 0}, {"within": {"index": 1}}], ids=str
)
def test_what_names_nothing_is_no_selector(given):
    with pytest.raises(InvalidArgument, match="names nothing"):
        Selector.parse(given)


@pytest.mark.parametrize(
    ("text", "meant"), [("Save", {"name": "Save"}), ("e12", {"ref": "e12"}), ("[e12]", {"ref": "e12"})]
)
def test_a_text_is_a_caption_or_a_ref_wherever_a_selector_is_expected(text, meant):
    assert Selector.parse(text).to_dict() == meant
    assert Selector.parse({"name": "Open", "within": text}).to_dict() == {"name": "Open", "within": meant}
    within = Selector.parse({"name": "Open", "within": {"name": "Row", "within": text}}).within
    assert within is not None
    assert within.within == Selector.parse(text)


def test_an_element_to_drop_on_and_an_expectations_element_are_named_by_a_text_too():
    assert ACTIONS["drag"].make_args({"to": "Archive"}).to == Selector(name="Archive")
    assert validate_request({"tool": "click", "args": {"selector": "Save"}}).request.selector == Selector(name="Save")
    assert Expectation.parse({"selector": "State", "text_equals": "x"}).selector == Selector(name="State")
