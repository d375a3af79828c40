from __future__ import annotations

from dataclasses import replace

import pytest

from wpfagent.core.captions import NEW_ITEM, Known, captioned, is_called, is_symbol, is_type_name, wants_texts
from wpfagent.core.model import Control, Rect

ROW = Rect(0, 0, 200, 20)


def tree(*parts: tuple[int, str, str] | tuple[int, str, str, dict[str, object]]) -> list[Control]:
    """Return controls from (depth, control type, name[, further facts])."""
    made = []
    for number, (depth, kind, name, *more) in enumerate(parts):
        facts = dict(more[0]) if more else {}
        made.append(Control(f"e{number}", name=name, control_type=kind, depth=depth, **facts))  # type: ignore[arg-type]
    return made


def names(controls: list[Control], known: Known | None = None) -> list[str]:
    return [c.name for c in captioned(controls, known)]


@pytest.mark.parametrize(
    "name",
    [
        "Shop.Pages.Person",
        "System.Data.DataRowView",
        "System.Windows.Controls.TabItem Header: Content:",
        "System.Windows.Controls.ListBoxItem: Apples",
        "AvalonDock.Layout.LayoutDocument",
        "Shop.Outer+Inner",
        "System.Collections.Generic.List`1[System.String]",
        "Person { Name = Ann, Age = 3 }",
        "{ Name = Ann }",
    ],
)
def test_what_an_objects_to_string_gives_is_a_type_name(name):
    assert is_type_name(name)


@pytest.mark.parametrize(
    "name", ["Save", "Save as ...", "3.5", "e.g. this", "Dr. No", "a.b c", "C:\\x.txt", "", "Ann Lee"]
)
def test_words_are_no_type_name(name):
    assert not is_type_name(name)


@pytest.mark.parametrize(("text", "is_one"), [("\ue711", True), ("▾", True), ("+", True), ("A", False), ("", False)])
def test_a_glyph_or_a_single_sign_says_nothing(text, is_one):
    assert is_symbol(text) is is_one


def test_an_item_is_called_by_the_text_in_it_when_its_name_is_a_type():
    controls = captioned(
        tree((0, "List", "People"), (1, "ListItem", "Shop.Person"), (2, "Text", "Ann"), (2, "Text", "Rome"))
    )
    assert (controls[1].name, controls[1].own_name) == ("Ann", "Shop.Person")


def test_a_file_name_that_shows_is_no_type_name():
    parts = (0, "List", ""), (1, "ListItem", "plan.txt"), (2, "Text", "12"), (2, "Text", "plan.txt")
    assert names(tree(*parts))[1] == "plan.txt"


def test_the_text_that_is_read_first_names_an_item_whatever_the_template_holds_first():
    parts = (
        (0, "List", ""),
        (1, "ListItem", "Shop.Item", {"bounding_rect": ROW}),
        (2, "Text", "37 pcs", {"bounding_rect": Rect(150, 2, 40, 15)}),
        (2, "Text", "Item 1", {"bounding_rect": Rect(2, 2, 40, 15)}),
    )
    assert names(tree(*parts))[1] == "Item 1"


def test_a_name_that_siblings_share_gives_way_to_their_texts():
    known = Known()
    parts = (
        (0, "List", ""),
        (1, "ListItem", "Person"),
        (2, "Text", "Ann"),
        (1, "ListItem", "Person"),
        (2, "Text", "Bob"),
    )
    assert names(tree(*parts), known) == ["", "Ann", "Ann", "Bob", "Bob"]
    alone = tree((0, "ListItem", "Person"), (1, "Text", "Cid"))
    assert wants_texts(alone[0], known)
    assert names(alone, known)[0] == "Cid"


def test_a_name_that_siblings_share_and_show_stays():
    parts = (0, "List", ""), (1, "ListItem", "Ann"), (2, "Text", "Ann"), (1, "ListItem", "Ann"), (2, "Text", "Ann")
    assert [c.own_name for c in captioned(tree(*parts))] == [None] * 5


def test_items_with_the_same_first_text_are_told_apart_by_the_next():
    parts = (
        (0, "List", ""),
        (1, "ListItem", "Shop.Message"), (2, "Text", "Meeting moved"), (2, "Text", "10:00"),
        (1, "ListItem", "Shop.Message"), (2, "Text", "Meeting moved"), (2, "Text", "14:20"),
        (1, "ListItem", "Shop.Message"), (2, "Text", "Lunch"), (2, "Text", "12:00"),
    )  # fmt: skip
    told_apart = ["Meeting moved, 10:00", "Meeting moved, 14:20", "Lunch"]
    assert [c.name for c in captioned(tree(*parts)) if c.control_type == "ListItem"] == told_apart
    before = (0, "List", ""), (1, "ListItem", "Shop.Message"), (2, "Text", "Meeting moved"), (2, "Text", "9:30")
    both = captioned(tree(*before, *parts))
    assert [c.name for c in both if c.control_type == "ListItem"] == ["Meeting moved, 9:30", *told_apart]


def test_an_item_that_shows_no_more_is_called_as_it_was():
    known, runtime = Known(), {"runtime_id": (7, 1)}
    captioned(tree((0, "ListItem", "Shop.Person", runtime), (1, "Text", "Ann")), known)
    assert names(tree((0, "ListItem", "Shop.Person", runtime)), known) == ["Ann"]
    assert names(tree((0, "ListItem", "Shop.Person", {"runtime_id": (7, 2)})), known) == ["Shop.Person"]


def test_a_button_without_a_name_is_called_by_its_text_then_by_its_tool_tip():
    parts = (0, "Pane", ""), (1, "Button", ""), (2, "Text", "Open"), (1, "Button", "", {"help_text": "Refresh prices"})
    assert names(tree(*parts)) == ["", "Open", "Open", "Refresh prices"]


def test_a_glyph_gives_way_to_the_tool_tip_and_an_icon_alone_is_nothing():
    parts = (
        (0, "Pane", ""),
        (1, "Button", "\ue711", {"help_text": "Close"}),
        (1, "Button", "\ue711"),
        (1, "Button", "+"),
    )
    assert names(tree(*parts)) == ["", "Close", "", "+"]


def test_a_tabs_page_does_not_name_the_tab():
    parts = (
        (0, "Tab", ""),
        (1, "TabItem", "Shop.Document", {"bounding_rect": Rect(0, 0, 60, 20)}),
        (2, "Text", "Dear Sir", {"bounding_rect": Rect(0, 40, 60, 15)}),
        (2, "Text", "Letter", {"bounding_rect": Rect(5, 2, 40, 15)}),
    )
    assert names(tree(*parts))[1] == "Letter"


def test_a_branchs_items_do_not_name_the_branch():
    parts = (
        (0, "Tree", ""), (1, "TreeItem", "Shop.Node"), (2, "Button", ""), (2, "TreeItem", "Shop.Node"),
        (3, "Text", "Tools"), (2, "Text", "Garden"),
    )  # fmt: skip
    assert [c.name for c in captioned(tree(*parts)) if c.control_type == "TreeItem"] == ["Garden", "Tools"]


def test_a_row_is_called_by_its_first_cell_and_a_templates_cell_by_its_text():
    cell = {"patterns": ("GridItem",)}
    parts = (
        (0, "DataGrid", ""),
        (1, "DataItem", "Shop.Order"),
        (2, "Custom", "Item: Shop.Order, Column Display Index: 0", cell), (3, "Text", "Nordwind"),
        (2, "Custom", "Item: Shop.Order, Column Display Index: 1", cell),
    )  # fmt: skip
    assert names(tree(*parts)) == ["", "Nordwind", "Nordwind", "Nordwind", ""]


def test_what_holds_cells_is_a_row_whatever_its_type():
    cell = {"patterns": ("GridItem",), "value": "Delta"}
    assert (
        names(tree((0, "DataGrid", ""), (1, "Custom", "Row 2"), (2, "DataItem", "Customer Row 2", cell)))[1] == "Delta"
    )


def test_the_row_for_a_new_item_keeps_its_name():
    assert names(tree((0, "DataGrid", ""), (1, "DataItem", NEW_ITEM), (2, "Text", "x")))[1] == NEW_ITEM


def test_the_mark_of_an_access_key_is_not_part_of_a_caption():
    assert names(tree((0, "Button", "Apply changes"), (1, "Text", "_Apply changes"))) == ["Apply changes"] * 2
    assert names(tree((0, "ListItem", "my_file"), (1, "Text", "my_file"))) == ["my_file"] * 2


def test_a_combo_box_shows_the_text_of_what_was_chosen():
    parts = (
        (0, "ComboBox", "", {"value": "Shop.City"}),
        (1, "Text", "Prague"),
        (1, "ListItem", "Shop.City"),
        (2, "Text", "Oslo"),
    )
    assert captioned(tree(*parts))[0].value == "Prague"


def test_a_bar_is_not_called_by_a_label_that_stands_elsewhere():
    winforms = {"class_name": "WindowsForms10.Window.8"}
    near, far = Rect(0, 0, 60, 15), Rect(0, 900, 60, 15)
    parts = (
        (0, "Window", "Desk"),
        (1, "Text", "Season:", {"bounding_rect": far}),
        (1, "ToolBar", "Season:", {**winforms, "bounding_rect": Rect(0, 0, 300, 20)}),
        (1, "Text", "Fruit", {"bounding_rect": near}),
        (1, "List", "Fruit", {**winforms, "bounding_rect": Rect(0, 20, 100, 60)}),
    )
    assert names(tree(*parts)) == ["Desk", "Season:", "", "Fruit", "Fruit"]


def test_deciding_twice_changes_nothing():
    once = captioned(tree((0, "List", ""), (1, "ListItem", "Shop.Person"), (2, "Text", "Ann")))
    assert captioned(once) == once


@pytest.mark.parametrize(
    ("control", "words", "is_it"),
    [
        (Control("e", name="保存(S)", control_type="Button"), "保存", True),
        (Control("e", name="開く(O)...", control_type="Button"), "開く...", True),
        (Control("e", name="Save (all)", control_type="Button"), "Save", False),
        (Control("e", name="(S)", control_type="Button"), "", False),
        (Control("e", name="B", help_text="Bold letters", control_type="Button"), "Bold letters", True),
        (Control("e", name="B", help_text="Required", control_type="Edit"), "Required", False),
        (Control("e", name="☆", help_text="4 stars", control_type="Text"), "4 stars", True),
        (Control("e", name="Name", help_text="As in your passport", control_type="Text"), "As in your passport", False),
    ],
)
def test_a_control_is_called_by_its_tool_tip_or_without_its_access_key(
    control: Control, words: str, is_it: bool
) -> None:
    assert is_called(control, words) is is_it


def test_a_field_keeps_the_hint_that_stood_in_it_while_it_was_empty():
    known = Known()
    empty = Control("e1", name="Sign in", control_type="Edit", help_text="User name", runtime_id=(1, 2), value="")
    filled = replace(empty, help_text="", value="ada")
    other = replace(filled, ref="e2", runtime_id=(1, 3))
    (before,) = captioned([empty], known)
    assert [is_called(c, "user name") for c in (before, empty)] == [True, False]
    assert [is_called(c, "User name") for c in captioned([filled, other], known)] == [True, False]
    (wrong,) = captioned([replace(filled, help_text="Too short")], known)
    assert (wrong.hint, wrong.help_text) == ("User name", "Too short")


def test_an_item_that_is_being_renamed_is_called_by_what_stands_in_its_field() -> None:
    item = (0, "ListItem", "System.Dynamic.ExpandoObject", {"bounding_rect": ROW})
    assert names(tree(item, (1, "Edit", "", {"value": "on hold", "bounding_rect": ROW})))[0] == "on hold"
    secret = {"value": "on hold", "is_password": True, "bounding_rect": ROW}
    assert names(tree(item, (1, "Edit", "", secret)))[0] == "System.Dynamic.ExpandoObject"


def test_a_button_keeps_the_other_texts_in_it() -> None:
    button = Control("e1", control_type="Button", bounding_rect=Rect(0, 0, 60, 40))
    parts = [Control(f"e{n}", name=t, control_type="Text", depth=1, bounding_rect=Rect(5, 18 * n - 16, 50, 16))
             for n, t in enumerate(("F12", "Exit"), start=1)]  # fmt: skip
    made = captioned([button, *parts])[0]
    assert (made.name, made.beside) == ("F12", ("Exit",))
    assert is_called(made, "F12 Exit")


@pytest.mark.parametrize(("name", "words"), [("は　い", "はい"), ("ＣＳＶ出力", "CSV出力"), ("ﾃﾞｰﾀ", "データ")])
def test_width_and_blanks_between_signs_make_no_other_caption(name: str, words: str) -> None:
    assert is_called(Control("e1", name=name, control_type="Button"), words)
    assert not is_called(Control("e1", name=name, control_type="Button"), words[:-1])


def test_a_command_with_words_that_explain_it_is_called_by_its_first_line() -> None:
    named = Control("e1", name="Save\nSave all changes, and lock.", control_type="Button")
    assert is_called(named, "Save")
    assert not is_called(named, "Save all changes, and lock.")
    assert is_called(named, named.name)
    assert not is_called(replace(named, control_type="Edit"), "Save")
