"""How a selector finds its one control: each key, the ladder, narrowing, labels, rows, refs in place."""

from __future__ import annotations

import pytest

from wpfagent import Policy
from wpfagent.core.errors import ElementNotFound, InvalidArgument, RefusedMode, SelectorAmbiguous, TimedOut
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating.rows import find_cell

NOW = {"timeout_ms": 0}


def found(driven, **keys) -> str:
    return str(driven.app.find(keys, timeout_ms=0).automation_id)


@pytest.fixture
def page(start):
    """Two groups with equal names and ids, labels beside and above, and headings that repeat."""
    return start(
        """
        <GroupBox x:Name="Left" Header="Left"><StackPanel>
          <Button x:Name="LeftEdit" Content="Edit"/>
          <Button AutomationProperties.AutomationId="Same" Content="First"/>
        </StackPanel></GroupBox>
        <GroupBox x:Name="Right" Header="Right"><StackPanel>
          <Button x:Name="RightEdit" Content="Edit"/>
          <Button AutomationProperties.AutomationId="Same" Content="Second"/>
        </StackPanel></GroupBox>
        <CheckBox x:Name="EditCheck" Content="Edit"/>
        <StackPanel Orientation="Horizontal">
          <TextBlock Text="Street:" Width="80"/><TextBox x:Name="Street" Width="200"/></StackPanel>
        <TextBlock Text="City"/><TextBox x:Name="City"/>
        <Label Content="_Zip:" Target="{Binding ElementName=Zip}"/><TextBox x:Name="Zip"/>
        <TextBlock Text="Save"/><Button x:Name="SaveButton" Content="Save"/>
        """
    )


def test_by_automation_id(page):
    assert found(page, automation_id="Street") == "Street"
    assert page.app.get_state(automation_id="Street").matched_by == "automation_id"


def test_by_name_and_control_type(page):
    assert found(page, name="Edit", control_type="CheckBox") == "EditCheck"
    assert page.app.get_state(name="Edit", control_type="CheckBox").matched_by == "name+control_type"


def test_by_name_alone(page):
    assert found(page, name="Second") == "Same"
    assert page.app.get_state(name="Second").matched_by == "name"


def test_the_caption_inside_a_button_does_not_make_it_ambiguous(page):
    assert page.app.find(name="First", timeout_ms=0).control_type == "Button"
    assert page.app.find(name="Edit", control_type="CheckBox", timeout_ms=0).control_type == "CheckBox"


def test_a_text_beside_a_button_of_the_same_name_is_a_match_of_its_own(page):
    with pytest.raises(SelectorAmbiguous):
        page.app.find(name="Save", timeout_ms=0)


def test_by_name_re(page):
    assert found(page, name_re="^Sec") == "Same"
    assert page.app.get_state(name_re="^Sec", control_type="Button").matched_by == "name_re"


def test_by_control_type_alone_when_there_is_one(page):
    assert found(page, control_type="CheckBox") == "EditCheck"


def test_by_class_name(page):
    assert found(page, class_name="CheckBox") == "EditCheck"
    assert found(page, name="Edit", class_name="CheckBox") == "EditCheck"


def test_by_index_also_from_the_end(page):
    assert found(page, name="Edit", control_type="Button", index=0) == "LeftEdit"
    assert found(page, name="Edit", control_type="Button", index=1) == "RightEdit"
    assert found(page, name="Edit", control_type="Button", index=-1) == "RightEdit"


def test_an_index_past_the_matches_says_how_many_there_are(page):
    with pytest.raises(ElementNotFound, match="only 2 match"):
        found(page, name="Edit", control_type="Button", index=2)


def test_within_narrows_to_an_ancestor(page):
    assert found(page, name="Edit", within={"automation_id": "Right"}) == "RightEdit"
    assert page.app.find(automation_id="Same", within={"name": "Left", "control_type": "Group"}).name == "First"


def test_within_may_be_nested_and_may_be_a_window(page):
    assert found(page, name="Edit", within={"automation_id": "Left", "within": {"automation_id": "MainWindow"}})


def test_within_excludes_the_ancestor_itself(page):
    with pytest.raises(ElementNotFound):
        found(page, automation_id="Right", within={"automation_id": "Right"})


def test_a_lower_rung_is_used_only_when_the_one_above_matches_nothing(page):
    assert found(page, automation_id="Street", name="Edit") == "Street"
    assert page.app.find(automation_id="Gone", name="Second", timeout_ms=0).name == "Second"
    assert page.app.get_state(automation_id="Gone", name="Second").matched_by == "name"


def test_keys_below_narrow_several_matches_of_a_rung(page):
    assert page.app.find(automation_id="Same", name="Second", timeout_ms=0).name == "Second"
    assert page.app.get_state(automation_id="Same", name="Second").matched_by == "automation_id"


def test_a_control_type_always_narrows_so_that_a_wrong_one_finds_nothing(page):
    with pytest.raises(ElementNotFound):
        found(page, automation_id="Street", control_type="Button")


def test_a_name_re_always_narrows(page):
    assert page.app.find(automation_id="Same", name_re="^F", timeout_ms=0).name == "First"
    with pytest.raises(ElementNotFound):
        found(page, automation_id="SaveButton", name_re="^Load")


def test_several_matches_are_listed_with_their_refs(page):
    with pytest.raises(SelectorAmbiguous) as error:
        page.app.find(automation_id="Same", timeout_ms=0)
    assert [m["name"] for m in error.value.details["matches"]] == ["First", "Second"]
    assert "First" in error.value.message
    assert "Second" in error.value.message


def test_a_ref_of_the_list_of_an_ambiguity_can_be_used(page):
    with pytest.raises(SelectorAmbiguous) as error:
        page.app.find(automation_id="Same", timeout_ms=0)
    ref = error.value.details["matches"][1]["ref"]
    assert page.app.find(ref=ref, timeout_ms=0).name == "Second"


def test_an_ambiguity_is_no_reason_to_wait(page):
    before = page.now
    with pytest.raises(SelectorAmbiguous):
        page.app.click(automation_id="Same")
    assert page.now - before < 1


def test_none_names_the_nearest_ids_and_names(page):
    with pytest.raises(ElementNotFound) as error:
        found(page, automation_id="SaveButon")
    assert error.value.details["nearest"]["automation_ids"][0] == "SaveButton"
    assert "SaveButton" in error.value.hint
    with pytest.raises(ElementNotFound) as error:
        found(page, name="Secnd")
    assert error.value.details["nearest"]["names"][0] == "Second"


def test_a_label_beside_or_above_names_a_field(page):
    assert found(page, label="Street") == "Street"
    assert found(page, label="street:") == "Street"
    assert found(page, label="City") == "City"
    assert found(page, label="Zip") == "Zip"
    assert page.app.get_state(label="City").matched_by == "label"


def test_a_label_is_narrowed_by_the_other_keys(page):
    assert found(page, label="Save", control_type="Button") == "SaveButton"


def test_within_looks_in_what_a_label_names_where_both_are_called_alike(start):
    driven = start(
        """
        <TextBlock Text="Fruits"/>
        <ListBox AutomationProperties.Name="Fruits"><ListBoxItem x:Name="Fruit" Content="Plum"/></ListBox>
        <TextBlock Text="Trees"/>
        <ListBox AutomationProperties.Name="Trees"><ListBoxItem x:Name="Tree" Content="Plum"/></ListBox>
        """
    )
    assert found(driven, name="Plum", control_type="ListItem", within={"name": "Fruits"}) == "Fruit"
    assert found(driven, name="Plum", control_type="ListItem", within={"name": "Trees"}) == "Tree"


def test_within_a_frame_that_is_named_as_a_label_is_all_that_stands_in_it(start):
    box = """<GroupBox Header="{0}"><StackPanel>
        <TextBlock Text="Street"/><TextBox x:Name="{0}Street"/><TextBlock Text="Town"/><TextBox x:Name="{0}Town"/>
        </StackPanel></GroupBox>"""
    driven = start(box.format("Sender") + box.format("Receiver"))
    assert found(driven, label="Town", within={"label": "Receiver"}) == "ReceiverTown"
    assert found(driven, label="Street", within={"label": "Sender"}) == "SenderStreet"


def test_within_a_heading_is_what_stands_below_it(start):
    driven = start(
        """
        <TextBlock Text="Delivery"/><Button x:Name="One" Content="Change"/>
        <TextBlock Text="Billing"/><Button x:Name="Two" Content="Change"/>
        """
    )
    assert found(driven, name="Change", within={"name": "Delivery"}) == "One"
    assert found(driven, name="Change", within={"name": "Billing"}) == "Two"
    with pytest.raises(ElementNotFound):
        found(driven, name="Chance", within={"name": "Billing"})


def test_a_name_with_a_heading_for_a_label_is_what_stands_below_it(start):
    options = '<CheckBox x:Name="{0}All" Content="All"/><CheckBox x:Name="{0}Some" Content="Some"/>'
    driven = start(
        f'<TextBlock Text="To send"/>{options.format("Send")}<TextBlock Text="To keep"/>{options.format("Keep")}'
    )
    assert found(driven, name="Some", label="To send") == "SendSome"
    assert found(driven, name="Some", label="To keep") == "KeepSome"
    with pytest.raises(ElementNotFound):
        found(driven, name="None", label="To keep")


def test_who_presses_a_word_means_the_button_with_it_not_a_heading(start):
    driven = start(
        """
        <Button AutomationProperties.Name="Tell about the program" Click="on_about"><StackPanel>
          <TextBlock Text="i"/><TextBlock Text="About"/></StackPanel></Button>
        <TextBlock Text="About"/>
        """
    )
    driven.app.click(name="About")
    assert driven.log == ["about"]


def test_an_unknown_label_names_the_nearest(page):
    with pytest.raises(ElementNotFound) as error:
        found(page, label="Steet")
    assert "Street:" in error.value.details["nearest"]["names"]


def test_an_element_that_appears_later_is_waited_for(start):
    driven = start(
        '<Button x:Name="B" Content="Late" Visibility="Collapsed" Click="on_b"/>',
        "def start(self, view): view.later(3000, lambda: setattr(view['B'], 'visible', True))",
    )
    assert driven.app.click(name="Late").effect == "confirmed"
    assert 3 <= driven.now < 4


@pytest.mark.parametrize("count", [55, 120])
def test_more_equal_elements_than_a_page_can_be_told_apart(start, count):
    buttons = "".join(f'<Button AutomationProperties.AutomationId="Row" Content="b{n}"/>' for n in range(count))
    driven = start(f"<ScrollViewer Height='300'><StackPanel>{buttons}</StackPanel></ScrollViewer>")
    assert driven.app.find(automation_id="Row", index=count - 1, timeout_ms=0).name == f"b{count - 1}"
    assert driven.app.find(automation_id="Row", index=-1, timeout_ms=0).name == f"b{count - 1}"
    assert driven.app.find(automation_id="Row", name_re=f"^b{count - 1}$", timeout_ms=0).name == f"b{count - 1}"


# -- bounding_rect --


def test_a_bounding_rect_is_refused_in_safe_mode(page):
    rect = list(page.control("Street").bounding_rect)
    with pytest.raises(RefusedMode):
        page.app.click({"bounding_rect": rect})


def test_a_bounding_rect_is_the_last_rung_in_extended_mode(start):
    driven = start('<TextBox x:Name="T" Height="40"/>', policy=Policy(mode="extended"))
    rect = list(driven.control("T").bounding_rect)
    reply = driven.app.get_state({"bounding_rect": rect})
    assert (reply.control.automation_id, reply.matched_by) == ("T", "bounding_rect")
    assert driven.app.get_state(automation_id="Gone", bounding_rect=rect).matched_by == "bounding_rect"
    assert driven.app.get_state(automation_id="Log", bounding_rect=rect).control.automation_id == "Log"


def test_a_bounding_rect_means_the_control_and_not_the_caption_inside_it(start):
    driven = start('<Button x:Name="Go" Content="Go"/>', policy=Policy(mode="extended"))
    rect = list(driven.control("Go").bounding_rect)
    assert driven.app.get_state({"bounding_rect": rect}).control.automation_id == "Go"


# -- rows and cells --


@pytest.fixture
def grid(desk):
    desk.app.click(automation_id="GridTab")
    return desk


def city(driven, **keys):
    return driven.app.read_text({"automation_id": "Orders", "column": "City", **keys}, timeout_ms=30_000)


@pytest.mark.parametrize(("row", "wanted"), [(0, "Kyoto"), (3, "Ōsaka"), (999, "Sapporo"), (-1, "Sapporo")])
def test_a_row_by_its_number_also_one_out_of_view(grid, row, wanted):
    assert city(grid, row=row) == wanted


def test_a_cell_stands_for_its_row_in_a_grid_whose_rows_are_no_elements(grid, monkeypatch):
    """Qt's tables hold their cells themselves."""
    desktop = grid.desktop
    (orders,) = desktop.find(Conditions(automation_id="Orders"), windows=desktop.windows(grid.app.target.pid))
    first = desktop.grid_cell(orders, 3, 0)
    monkeypatch.setattr(desktop, "children", lambda _, **__: [])
    assert find_cell(desktop, orders, first, "City", 1.0).text == "Ōsaka"


@pytest.mark.parametrize("row", [1000, -1001])
def test_a_row_number_outside_the_grid_is_not_found(grid, row):
    with pytest.raises(ElementNotFound):
        grid.app.find(automation_id="Orders", row=row, timeout_ms=0)


def test_a_row_by_a_header_and_its_text(grid):
    assert city(grid, row={"Number": "3"}) == "Ōsaka"
    assert city(grid, row={"number ": "998"}) == "Ōsaka", "headers are compared without case and blanks"


def test_a_row_by_a_text_of_an_unordered_column(grid):
    found = grid.app.read_text({"automation_id": "Orders", "row": {"Customer": "customer 963"}, "column": "Number"})
    assert int(found) * 37 % 1000 == 963


def test_a_row_by_several_texts(grid):
    cell = {"automation_id": "Orders", "row": {"City": "Sapporo", "Customer": "customer 963"}, "column": 0}
    number = grid.app.read_text(cell, timeout_ms=30_000)
    assert int(number) * 37 % 1000 == 963


def test_several_rows_with_the_text_are_ambiguous(grid):
    with pytest.raises(SelectorAmbiguous):
        grid.app.find(automation_id="Orders", row={"City": "Kyoto"}, timeout_ms=0)


def test_a_row_that_no_text_fits_is_not_found(grid):
    with pytest.raises((ElementNotFound, TimedOut)):
        grid.app.find(automation_id="Orders", row={"Number": "5000"}, timeout_ms=100)


@pytest.mark.parametrize(
    ("column", "wanted"), [("Number", "3"), (0, "3"), (-1, "customer 111"), ("customer", "customer 111")]
)
def test_a_column_by_header_or_number(grid, column, wanted):
    assert grid.app.read_text(automation_id="Orders", row=3, column=column) == wanted


def test_an_unknown_column_names_the_columns(grid):
    with pytest.raises(InvalidArgument, match="City"):
        grid.app.find(automation_id="Orders", row=0, column="Citty", timeout_ms=0)


def test_a_column_number_outside_the_row_is_not_found(grid):
    with pytest.raises(ElementNotFound):
        grid.app.find(automation_id="Orders", row=0, column=3, timeout_ms=0)


def test_without_a_column_the_row_itself_is_meant(grid):
    reply = grid.app.get_state(automation_id="Orders", row=3)
    assert (reply.control.control_type, reply.matched_by) == ("DataItem", "row")
    assert grid.app.get_state(automation_id="Orders", row=3, column=0).matched_by == "row+column"


def test_the_only_grid_of_a_window_needs_no_name(grid):
    assert grid.app.read_text(row=3, column="City") == "Ōsaka"


def test_a_row_within_a_container_that_within_names(grid):
    assert grid.app.read_text(row=3, column="City", within={"automation_id": "Orders"}, timeout_ms=0) == "Ōsaka"
    assert grid.app.read_text(row=3, column="City", within={"automation_id": "GridTab"}, timeout_ms=0) == "Ōsaka"


def test_a_row_of_a_container_that_a_ref_names(grid):
    listed = grid.app.list_controls(filter={"control_type": "DataGrid"}).result["controls"]
    assert grid.app.read_text({"ref": listed[0]["ref"], "row": 3, "column": "City"}) == "Ōsaka"


def test_a_row_of_a_grid_that_shows_only_later_is_waited_for(start):
    driven = start(
        '<DataGrid x:Name="Grid" Visibility="Collapsed"/>',
        """
        def start(self, view):
            view.rows("Grid", ["Number", "Item"], [["SO-1", "Beans"]])
            view.later(2000, lambda: setattr(view["Grid"], "visible", True))
        """,
    )
    with pytest.raises(ElementNotFound, match="No grid or list"):
        driven.app.find(row=0, timeout_ms=0)
    assert driven.app.read_text(row=0, column="Item") == "Beans"


def test_which_list_is_asked_where_there_are_several(desk):
    desk.app.click(automation_id="ListsTab")
    with pytest.raises(SelectorAmbiguous, match="which grid or list"):
        desk.app.find(row=0, timeout_ms=0)


def test_of_several_lists_the_one_is_meant_in_which_a_row_of_this_caption_shows(desk):
    desk.app.click(automation_id="ListsTab")
    assert desk.app.find(row={"": "pear"}).name == "pear"
    with pytest.raises(SelectorAmbiguous, match="which grid or list"):
        desk.app.find(row={"": "no fruit"}, timeout_ms=0)


def test_a_list_item_by_its_text_or_number(desk):
    desk.app.click(automation_id="ListsTab")
    assert desk.app.find(automation_id="Fruit", row={"": "pear"}).name == "pear"
    assert desk.app.find(automation_id="Fruit", row=2).name == "plum"
    assert desk.app.find(automation_id="Many", row={"": "item 150"}).name == "item 150"


def test_a_row_of_a_list_view_by_its_header(desk):
    desk.app.click(automation_id="ListsTab")
    assert desk.app.read_text(automation_id="Pairs", row={"Key": "b"}, column="Value") == "2"


def test_a_root_of_the_target_is_where_searches_start(start):
    driven = start(
        '<GroupBox x:Name="A" Header="A"><Button Content="Go"/></GroupBox><Button x:Name="Out" Content="Go"/>'
    )
    target = driven.app.gate.targets.resolve({"pid": driven.app.pid, "root": {"automation_id": "A"}})
    driven.app.target = target
    assert driven.app.find(name="Go", timeout_ms=0).automation_id == ""
    with pytest.raises(ElementNotFound):
        driven.app.find(automation_id="Out", timeout_ms=0)


def test_what_is_written_into_an_empty_field_names_it(start):
    driven = start(
        '<Grid><TextBox x:Name="Greeting"/><TextBlock Text="Write something nice" Margin="7,0"/></Grid>'
        '<TextBox x:Name="Other"/>'
    )
    assert driven.app.find(label="Write something nice", control_type="Edit").automation_id == "Greeting"


def test_a_label_names_a_date_picker_rather_than_a_part_of_it(start):
    driven = start('<TextBlock Text="Due"/><DatePicker x:Name="Due1"/><TextBox x:Name="Other"/>')
    assert driven.app.find(label="Due").automation_id == "Due1"


def test_a_name_that_a_dialog_and_the_window_behind_it_have_means_the_dialogs(start):
    driven = start(
        '<StackPanel><Button x:Name="Open" Content="Open" Click="on_open"/><TextBlock Text="Quantity"/>'
        '<TextBox x:Name="Behind"/><Button x:Name="BehindNext" Content="Next"/></StackPanel>',
        """
        def on_open(self, sender, event):
            self.view.show_dialog("Ask", lambda result: None)
        """,
        windows='<Window x:Key="Ask" Title="Ask" Width="200" Height="100"><StackPanel><TextBlock Text="Quantity"/>'
        '<TextBox x:Name="Before"/><Button x:Name="BeforeNext" Content="Next"/></StackPanel></Window>',
    )
    app = driven.app
    assert app.find(label="Quantity").automation_id == "Behind"
    app.click(automation_id="Open")
    assert app.find(label="Quantity").automation_id == "Before"
    assert app.find(name="Next", control_type="Button").automation_id == "BeforeNext"


def test_a_cell_is_found_in_the_row_of_the_one_table_that_holds_it(start):
    driven = start(
        """<ListView x:Name="Recent"/><DataGrid x:Name="Orders"/>""",
        """
        def start(self, view):
            view.rows("Recent", ["Number"], [["SO-1"], ["SO-2"]])
            view.rows("Orders", ["Number", "Item"], [["SO-1", "Beans"], ["SO-2", "Beans"]])
        """,
    )
    cell = driven.app.find(name="Beans", control_type="Custom", within={"name": "SO-2", "control_type": "DataItem"})
    assert cell.class_name == "DataGridCell"


def test_of_a_page_and_the_grid_in_it_that_are_called_alike_the_one_that_holds_rows_is_meant(start):
    driven = start(
        """<TabControl><TabItem Header="Orders"><GroupBox Header="Orders">
        <DataGrid x:Name="Grid" AutomationProperties.Name="Orders"/></GroupBox></TabItem></TabControl>""",
        """
        def start(self, view):
            view.rows("Grid", ["Number", "Item"], [["SO-1", "Beans"], ["SO-2", "Rice"]])
        """,
    )
    assert driven.app.read_text(name="Orders", row={"Number": "SO-2"}, column="Item", timeout_ms=0) == "Rice"
    assert driven.app.read_table(name="Orders", timeout_ms=0).result["rows"][1] == ["SO-2", "Rice"]
    assert driven.app.find(name="Rice", control_type="Custom", within={"name": "Orders"}, timeout_ms=0)
    with pytest.raises(SelectorAmbiguous):
        driven.app.get_state(name="Orders", timeout_ms=0)


def test_what_is_called_so_and_is_of_another_kind_is_named(start):
    driven = start('<Button Content="Price"/><TextBlock Text="Prices"/>')
    with pytest.raises(ElementNotFound) as error:
        driven.app.click(name="price", control_type="HeaderItem")
    assert error.value.hint == "Of another kind there is: Button 'Price'."


def test_what_is_not_there_may_be_in_what_is_closed(start):
    small = start(
        """<Expander Header="Advanced"><CheckBox Content="Proxy"/></Expander>
        <TabControl><TabItem Header="General"/><TabItem Header="Network"><CheckBox Content="Roaming"/></TabItem>
        </TabControl><ComboBox x:Name="Size"><ComboBoxItem Content="Small"/></ComboBox>"""
    )
    with pytest.raises(ElementNotFound) as error:
        small.app.click("Proxy server", **NOW)
    assert error.value.hint.endswith("It may be in what is closed: Group 'Advanced', TabItem 'Network'.")
