"""Combo boxes, items, toggles, expanders: each once well and once not."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import ElementNotFound, InvalidArgument, Unsupported


def test_select_combo_chooses_by_text_and_closes_the_drop_down(desk):
    reply = desk.app.select_combo(automation_id="Color", item_text="blue")
    assert (reply.method, reply.effect) == ("SelectionItemPattern", "confirmed")
    assert desk.app.read_text(automation_id="Color") == "blue"
    assert not any(w.popup for w in desk.app.windows())
    assert desk.log == ["color"]


def test_select_combo_names_the_nearest_item_and_leaves_the_box_closed(desk):
    with pytest.raises(ElementNotFound) as error:
        desk.app.select_combo(automation_id="Color", item_text="gren", timeout_ms=500)
    assert error.value.details["nearest"]["items"][0] == "green"
    assert not any(w.popup for w in desk.app.windows())
    assert desk.app.read_text(automation_id="Color") == "red"
    assert desk.log == []


def test_select_combo_needs_a_combo_box(desk):
    with pytest.raises(Unsupported):
        desk.app.select_combo(automation_id="SaveButton", item_text="x")


def test_select_item_of_a_list_by_text_and_by_row(desk):
    desk.app.click(automation_id="ListsTab")
    reply = desk.app.select_item(automation_id="Fruit", item_text="pear")
    assert reply.evidence["selected"] is True
    assert desk.app.get_state(automation_id="Fruit", row=1).result["selected"] is True
    assert desk.app.select_item(automation_id="Fruit", row=2).effect == "confirmed"
    assert desk.app.get_state(automation_id="Fruit", row=1).result["selected"] is False


def test_select_item_of_a_virtualised_list(desk):
    desk.app.click(automation_id="ListsTab")
    assert desk.app.select_item(automation_id="Many", item_text="item 180").effect == "confirmed"
    assert desk.app.get_state(automation_id="Many", row={"": "item 180"}).result["selected"] is True


def test_select_item_adds_and_removes(desk):
    desk.app.click(automation_id="ListsTab")

    def chosen() -> list[str]:
        items = desk.app.get_state(automation_id="Many").result["items"]
        return [i["name"] for i in items if i["selected"]]

    desk.app.select_item(automation_id="Many", item_text="item 0")
    desk.app.select_item(automation_id="Many", item_text="item 2", mode="add")
    assert chosen() == ["item 0", "item 2"]
    desk.app.select_item(automation_id="Many", item_text="item 0", mode="remove")
    assert chosen() == ["item 2"]
    desk.app.select_item(automation_id="Many", item_text="item 4", mode="only")
    assert chosen() == ["item 4"]
    assert desk.app.select_item(automation_id="Many", item_text="item 9", mode="remove").effect == "no_op"


def test_only_of_several_selected_items_is_no_no_op(desk):
    desk.app.click(automation_id="ListsTab")
    desk.app.select_item(automation_id="Many", item_text="item 0")
    desk.app.select_item(automation_id="Many", item_text="item 2", mode="add")
    desk.app.select_item(automation_id="Many", item_text="item 2", mode="only")
    assert desk.app.get_state(automation_id="Many", row=0).result["selected"] is False


def test_select_item_adds_to_no_single_list(desk):
    desk.app.click(automation_id="ListsTab")
    desk.app.select_item(automation_id="Fruit", item_text="pear")
    with pytest.raises(Unsupported):
        desk.app.select_item(automation_id="Fruit", item_text="plum", mode="add")


def test_select_item_of_tab_tree_and_grid(desk):
    assert desk.app.select_item(automation_id="Tabs", item_text="Grid").effect == "confirmed"
    assert desk.app.select_item(automation_id="Orders", row=900).effect == "confirmed"
    assert desk.app.get_state(automation_id="Orders", row=900).result["selected"] is True
    assert desk.app.select_item(automation_id="Orders", row=3, column="City").effect == "confirmed"
    desk.app.click(automation_id="ListsTab")
    desk.app.expand(automation_id="Root")
    assert desk.app.select_item(automation_id="Leaf").effect == "confirmed"


def test_select_item_that_is_not_there_names_the_nearest(desk):
    desk.app.click(automation_id="ListsTab")
    with pytest.raises(ElementNotFound) as error:
        desk.app.select_item(automation_id="Fruit", item_text="peer", timeout_ms=0)
    assert error.value.details["nearest"]["items"] == ["pear"]


def test_select_item_of_what_is_no_item(desk):
    with pytest.raises(Unsupported):
        desk.app.select_item(automation_id="SaveButton")


@pytest.mark.parametrize("state", ["on", "off", "indeterminate"])
def test_toggle_reaches_each_state_of_three(desk, state):
    desk.app.toggle(automation_id="Check3", state=state)
    assert desk.app.get_state(automation_id="Check3").result["toggle_state"] == state


def test_toggle_without_a_state_goes_to_the_next(desk):
    assert desk.app.toggle(automation_id="Check").evidence == {"toggle_state": ["off", "on"]}
    assert desk.app.toggle(automation_id="Bold").evidence == {"toggle_state": ["off", "on"]}
    assert desk.log == ["checked", "bold"]


def test_toggle_to_a_state_that_two_states_do_not_have_changes_nothing(desk):
    try:
        effect = desk.app.toggle(automation_id="Check", state="indeterminate").effect
    except Unsupported:
        effect = "refused"
    assert effect != "confirmed"
    assert desk.app.get_state(automation_id="Check").result["toggle_state"] == "off"
    # UI Automation does not tell two states from three: only trying does, and the state is put back.


def test_toggle_of_a_radio_button_selects_it(desk):
    desk.app.toggle(automation_id="Radio2", state="on")
    assert desk.app.get_state(automation_id="Radio2").result["selected"] is True
    with pytest.raises(Unsupported):
        desk.app.toggle(automation_id="Radio2", state="off")


def test_toggle_of_what_has_no_state(desk):
    with pytest.raises(Unsupported):
        desk.app.toggle(automation_id="SaveButton")


def test_expand_and_collapse(desk):
    assert desk.app.expand(automation_id="More").effect == "confirmed"
    assert desk.app.find(automation_id="Hidden").visible
    assert desk.app.collapse(automation_id="More").effect == "confirmed"
    with pytest.raises(ElementNotFound):
        desk.app.find(automation_id="Hidden", timeout_ms=0)


def test_a_leaf_cannot_be_expanded(desk):
    desk.app.click(automation_id="ListsTab")
    desk.app.expand(automation_id="Root")
    with pytest.raises((InvalidArgument, Unsupported)):
        desk.app.expand(automation_id="Leaf")
    with pytest.raises(Unsupported):
        desk.app.expand(automation_id="Fruit")


def test_a_combo_box_without_a_label_is_called_by_what_it_shows(start):
    small = start(
        """<ComboBox x:Name="Speed"><ComboBoxItem Content="slow" IsSelected="True"/><ComboBoxItem Content="fast"/>
        </ComboBox><ComboBox x:Name="Sound"><ComboBoxItem Content="off" IsSelected="True"/></ComboBox>"""
    )
    assert small.app.select_combo("slow", item_text="fast").evidence["selected"] == "fast"
    assert small.app.find(automation_id="Speed").value == "fast"
