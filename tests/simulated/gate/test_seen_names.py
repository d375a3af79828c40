"""A control is found, chosen and shown by what a person sees in it."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import ElementNotFound


def person(name: str, town: str, kind: str = "ListBoxItem") -> str:
    return (
        f'<{kind} AutomationProperties.Name="Shop.Person"><StackPanel>'
        f'<TextBlock Text="{name}"/><TextBlock Text="{town}"/></StackPanel></{kind}>'
    )


@pytest.fixture
def shop(start):
    """Lists bound to objects: their items' UIA name is a type name, their texts are in the template."""
    people = [("Ann", "Rome"), ("Bob", "Oslo"), ("Cid", "Rome")]
    stock = "".join(f'<ListBoxItem AutomationProperties.Name="Shop.Item" Content="Item {n}"/>' for n in range(1, 301))
    return start(
        f"""
        <ListBox x:Name="People" Height="120">{"".join(person(*p) for p in people)}</ListBox>
        <ListBox x:Name="Stock" Height="80">{stock}</ListBox>
        <Button ToolTip="Refresh prices" AutomationProperties.HelpText="Refresh prices" Click="on_refreshed"/>
        <GroupBox Header="Left"><StackPanel>
          <TextBlock Text="City"/><ComboBox x:Name="LeftCity"><ComboBoxItem Content="Oslo"/></ComboBox>
        </StackPanel></GroupBox>
        <CheckBox x:Name="Gift" Content="Gift wrap" IsChecked="True"/>
        <CheckBox x:Name="Insured" Content="Insurance"/>
        """
    )


def test_an_item_is_named_by_the_text_in_it(shop):
    ann = shop.app.find(name="Ann", control_type="ListItem")
    assert (ann.name, ann.own_name) == ("Ann", "Shop.Person")
    assert shop.app.find(name="Ann", timeout_ms=0).ref == ann.ref
    assert shop.app.find(name_re="^An", control_type="ListItem", timeout_ms=0).ref == ann.ref


def test_an_item_is_still_named_by_its_own_name(shop):
    assert shop.app.find(name="Shop.Person", index=2, timeout_ms=0).name == "Cid"


def test_an_item_is_chosen_by_any_of_its_texts(shop):
    reply = shop.app.select_item(automation_id="People", item_text="Oslo")
    assert (reply.effect, reply.evidence["item"]) == ("confirmed", "Bob")
    assert shop.app.find(automation_id="People", control_type="List").name == ""
    assert shop.app.find(name="Bob", selected=True, control_type="ListItem").selected


def test_an_item_that_is_out_of_view_is_found_by_its_text(shop):
    reply = shop.app.select_item(automation_id="Stock", item_text="Item 288")
    assert (reply.effect, reply.evidence["item"]) == ("confirmed", "Item 288")


def test_an_item_that_is_not_there_leaves_the_list_scrolled_as_it_was(shop):
    stock = shop.control("Stock")
    shop.app.select_item(automation_id="Stock", item_text="Item 100")
    before = shop.desktop.scroll_position(stock)
    with pytest.raises(ElementNotFound, match="Item 9999"):
        shop.app.select_item(automation_id="Stock", item_text="Item 9999")
    assert shop.desktop.scroll_position(stock) == before != (None, 0.0)


def test_a_row_out_of_view_is_found_by_its_number(shop):
    assert shop.app.find(automation_id="Stock", row=249).name == "Item 250"
    assert shop.app.find(automation_id="Stock", row=-1).name == "Item 300"


def test_reading_a_list_tells_all_of_it_and_leaves_it_scrolled_as_it_was(shop):
    stock = shop.control("Stock")
    before = shop.desktop.scroll_position(stock)
    table = shop.app.read_table(automation_id="Stock", start=290, limit=20).result
    assert table["count"] == 300
    assert [row[0] for row in table["rows"]] == [f"Item {n}" for n in range(291, 301)]
    assert shop.desktop.scroll_position(stock) == before


def test_a_button_without_a_name_is_found_by_its_tool_tip(shop):
    shop.app.click(name="Refresh prices")
    assert shop.log == ["refreshed"]


def test_index_says_which_of_several_rows_that_fit(shop):
    assert shop.app.find(automation_id="People", row={"": "Rome"}, index=1).name == "Cid"


def test_a_label_names_what_stands_in_its_group(shop):
    assert shop.app.find(label="City").automation_id == "LeftCity"


def test_a_state_narrows(shop):
    assert shop.app.find(control_type="CheckBox", checked=True).automation_id == "Gift"
    assert shop.app.find(control_type="CheckBox", checked=False).automation_id == "Insured"


def test_a_wrong_name_is_given_up_when_the_program_rests(shop):
    before = shop.now
    with pytest.raises(ElementNotFound):
        shop.app.click(name="Refresh the prices")
    assert shop.now - before < 5


def test_a_wrong_name_is_waited_for_as_long_as_was_asked(shop):
    before = shop.now
    with pytest.raises(ElementNotFound):
        shop.app.click(name="Refresh the prices", timeout_ms=8_000)
    assert shop.now - before > 7.5
