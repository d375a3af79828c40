"""Child windows of a Windows Forms window (MDI): the one that is acted on comes in front of those that cover it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound, TargetNotFound


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_sheets", folder=tmp_path_factory.mktemp("sheets")) as stage:
        yield stage


@pytest.fixture
def sheets(stage: Stage) -> Driven:
    return stage.driven()


def in_front(driven: Driven) -> str:
    return str(driven.truth.events("in_front")[-1]["value"])


@pytest.mark.parametrize("by_mouse", [False, True], ids=["pattern", "mouse"])
@pytest.mark.parametrize("sheet", ["First", "Second"])
def test_a_button_of_a_covered_sheet_is_pressed_in_front(sheets: Driven, sheet: str, by_mouse: bool) -> None:
    sheets.app.click(name="Third save")
    assert in_front(sheets) == "Third"
    after = sheets.truth.seq()
    reply = sheets.app.click(name=f"{sheet} save", input=by_mouse)
    pressed = sheets.truth.wait_event("pressed", after=after, control=sheet)
    assert pressed["value"] == f"save {sheet}"  # the program acts on the sheet that is in front
    assert reply.effect == "unverifiable", reply.evidence  # that it came up is no effect of the press


def test_a_text_of_a_covered_sheet_is_clicked(sheets: Driven) -> None:
    sheets.app.click(name="Third save")
    after = sheets.truth.seq()
    sheets.app.click(name="First plate", control_type="Text")
    sheets.truth.wait_event("pressed", after=after, control="First", value="plate")


def test_fields_and_ticks_of_covered_sheets_are_set(sheets: Driven) -> None:
    for sheet in ("First", "Second", "Third"):
        field = {"name": f"{sheet} field", "control_type": "Edit"}
        sheets.confirms(lambda f=field: sheets.app.type_text(**f, text="abc"), "typed", control=sheet, value="abc")
        assert in_front(sheets) == sheet
        sheets.confirms(
            lambda s=sheet: sheets.app.toggle(name=f"{s} tick", state="on"), "ticked", control=sheet, value=True
        )


def test_the_menus_are_those_of_the_window_and_of_the_sheet_in_front(sheets: Driven) -> None:
    for sheet in ("Third", "First"):
        sheets.app.click(name=f"{sheet} save")
        for path, item in (("File > Archive", "Archive"), (f"{sheet} menu > {sheet} total", f"{sheet} total")):
            after = sheets.truth.seq()
            sheets.app.menu(path)
            sheets.truth.wait_event("menu", after=after, value=item)
    error = sheets.refuses(ElementNotFound, lambda: sheets.app.menu("Third menu > Third total"))
    assert "First menu" in error.hint


def test_a_sheet_is_brought_in_front_by_its_title(sheets: Driven) -> None:
    sheets.app.click(name="Third save")
    sheets.confirms(lambda: sheets.app.focus_window(title="First"), "in_front", value="First")
    sheets.no_op(lambda: sheets.app.focus_window(title="First"))
    with pytest.raises(TargetNotFound):
        sheets.app.focus_window(title="Fourth")


def test_windows_that_a_menu_moves_or_brings_in_front_are_seen(sheets: Driven) -> None:
    sheets.app.click(name="Third save")
    sheets.confirms(lambda: sheets.app.menu("Window > Shift"), "menu", value="Shift")
    sheets.confirms(lambda: sheets.app.menu("Window > 1 First"), "in_front", value="First")


def test_a_sheet_is_closed_by_its_name_or_title_and_not_the_window_that_holds_it(sheets: Driven) -> None:
    assert sheets.app.close_window(title="Second").effect == "confirmed"
    assert sheets.app.close_window(name="First save").effect == "confirmed"
    names = [c["name"] for c in sheets.app.list_controls().result["controls"] if c["control_type"] == "Button"]
    assert "Third save" in names
    assert not {"First save", "Second save"} & set(names)
    assert sheets.truth.is_running
