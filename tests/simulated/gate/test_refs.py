"""Refs: identity, healing and its refusals, and that nothing recorded holds one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wpfagent import SessionWriter
from wpfagent.core.errors import ElementNotEnabled, ElementNotFound, StaleRef, TimedOut

TABS = """<TabControl x:Name="Tabs">
  <TabItem x:Name="One" Header="One"><StackPanel>
    <TextBox x:Name="Note"/><Button x:Name="Go" Content="Go" Click="on_go"/>
    <Button x:Name="DeleteButton" Content="Delete"/>
    <ListBox x:Name="Names"/></StackPanel></TabItem>
  <TabItem x:Name="Two" Header="Two"><TextBlock Text="two"/></TabItem>
</TabControl><Button x:Name="Refill" Content="Refill" Click="on_refill"/>"""
CODE = """
def start(self, view):
    view["Names"].items = ["ada", "bob", "cyd"]

def on_refill(self, view, sender):
    view["Names"].items = ["bob", "cyd", "dan"]
"""


@pytest.fixture
def tabs(start):
    return start(TABS, CODE)


def ref_of(driven, name: str = "", automation_id: str = "") -> str:
    for control in driven.app.list_controls(limit=5_000).result["controls"]:
        if (name and control["name"] == name and control["control_type"] != "Text") or (
            automation_id and control["automation_id"] == automation_id
        ):
            return str(control["ref"])
    raise AssertionError(name or automation_id)


def rebuild(driven, automation_id: str) -> None:
    """Replace an element by a new one with the same properties, as a program does that rebuilds a page."""
    from wpfagent.desktops.simulated.elements import Element

    application = driven.desktop._applications[driven.app.pid]
    window = application.main
    old = next(e for e in window.root.all_below() if e.automation_id == automation_id)
    new = Element(old.kind, window, old.parent)
    new.automation_id, new.x_name, new.handlers = old.automation_id, old.x_name, old.handlers
    new.text = old.text
    old.parent.children[old.parent.children.index(old)] = new
    window.changed()


def test_a_ref_of_a_listing_names_its_element(tabs):
    reply = tabs.app.click(ref=ref_of(tabs, automation_id="Go"))
    assert (reply.effect, reply.matched_by, reply.healed) == ("confirmed", "ref", False)
    assert tabs.log == ["go"]


def test_listing_twice_gives_the_same_refs(tabs):
    assert ref_of(tabs, automation_id="Go") == ref_of(tabs, automation_id="Go")


def test_an_unknown_ref_is_stale(tabs):
    with pytest.raises(StaleRef, match="unknown"):
        tabs.app.find(ref="nope", timeout_ms=0)


def test_a_lost_element_gives_stale_ref_at_once_and_tells_what_it_was(tabs):
    ref = ref_of(tabs, automation_id="Go")
    tabs.faults.lose("Go")
    before = tabs.now
    with pytest.raises(StaleRef, match="Button 'Go'"):
        tabs.app.find(ref=ref)
    assert tabs.now - before < 1


def test_an_element_that_was_rebuilt_is_healed_by_its_automation_id_for_reads(tabs):
    ref = ref_of(tabs, automation_id="Note")
    rebuild(tabs, "Note")
    reply = tabs.app.get_state(ref=ref)
    assert reply.healed
    assert reply.to_dict()["healed"] is True


def test_an_element_that_was_rebuilt_is_healed_for_acts_that_cannot_be_destructive(tabs):
    ref = ref_of(tabs, automation_id="Note")
    rebuild(tabs, "Note")
    assert tabs.app.type_text(ref=ref, text="x").healed


def test_a_click_that_is_not_destructive_heals_too(tabs):
    ref = ref_of(tabs, automation_id="Go")
    rebuild(tabs, "Go")
    reply = tabs.app.click(ref=ref)
    assert reply.healed
    assert tabs.log == ["go"]


def test_a_destructive_action_never_heals_and_names_the_candidate(tabs):
    ref = ref_of(tabs, automation_id="DeleteButton")
    rebuild(tabs, "DeleteButton")
    with pytest.raises(StaleRef) as error:
        tabs.app.click(ref=ref)
    assert error.value.details["candidates"][0]["automation_id"] == "DeleteButton"


def test_an_element_without_an_id_is_not_healed(tabs):
    ref = ref_of(tabs, name="bob")
    tabs.app.click(automation_id="Refill")
    with pytest.raises(StaleRef):
        tabs.app.get_state(ref=ref)


def test_an_item_with_an_id_is_healed_only_with_the_same_text(start):
    driven = start(
        '<ListBox x:Name="L"><ListBoxItem x:Name="I1" Content="ada"/></ListBox>'
        '<ListBox x:Name="M"><ListBoxItem x:Name="I2" Content="bob"/></ListBox>'
    )
    same, other = ref_of(driven, automation_id="I1"), ref_of(driven, automation_id="I2")
    rebuild(driven, "I1")
    rebuild(driven, "I2")
    application = driven.desktop._applications[driven.app.pid]
    next(e for e in application.main.root.all_below() if e.automation_id == "I2").text = "eve"
    assert driven.app.get_state(ref=same).healed
    with pytest.raises(StaleRef):
        driven.app.get_state(ref=other)


def test_a_ref_survives_its_page_being_hidden_and_shown(tabs):
    ref = ref_of(tabs, automation_id="Go")
    tabs.app.click(automation_id="Two")
    with pytest.raises((StaleRef, ElementNotFound)):
        tabs.app.click(ref=ref, timeout_ms=200)
    tabs.app.click(automation_id="One")
    assert tabs.app.click(ref=ref).effect == "confirmed"


def test_a_ref_may_be_expected_to_exist_and_to_be_gone(tabs):
    ref = ref_of(tabs, automation_id="Go")
    assert tabs.app.expect(ref=ref, exists=True, timeout_ms=0).ok
    with pytest.raises(TimedOut):
        tabs.app.wait_for(ref=ref, until="gone", timeout_ms=300)
    tabs.faults.lose("Go")
    assert tabs.app.wait_for(ref=ref, until="gone", timeout_ms=300)


def test_a_ref_with_further_keys_is_narrowed_by_them(tabs):
    with pytest.raises((StaleRef, ElementNotFound)):
        tabs.app.find(ref=ref_of(tabs, automation_id="Go"), control_type="Edit", timeout_ms=0)


# -- what is recorded --


def recorded(session: SessionWriter) -> list[dict[str, Any]]:
    with open(f"{session.folder}/steps.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def refs_in(value: object) -> list[object]:
    if isinstance(value, dict):
        return [v for k, v in value.items() if k in ("ref", "target_id", "pid")] + [
            r for v in value.values() for r in refs_in(v)
        ]
    return [r for v in value for r in refs_in(v)] if isinstance(value, list) else []


@pytest.fixture
def kept(start, session):
    return start(TABS, CODE, session=session), session


def test_an_act_by_ref_is_recorded_by_its_durable_selector(kept):
    driven, session = kept
    driven.app.click(ref=ref_of(driven, automation_id="Go"))
    assert recorded(session)[-1]["selector"] == {"automation_id": "Go", "name": "Go", "control_type": "Button"}


def test_a_ref_inside_within_is_recorded_durably_too(kept):
    driven, session = kept
    driven.app.click(name="Go", control_type="Button", within={"ref": ref_of(driven, automation_id="Tabs")})
    assert refs_in(recorded(session)[-1]["selector"]) == []


def test_a_ref_of_a_drag_target_is_recorded_durably_too(kept):
    driven, session = kept
    driven.app.drag(automation_id="Note", to={"ref": ref_of(driven, automation_id="Go")})
    assert refs_in(recorded(session)[-1]["args"]) == []


def test_a_failed_act_by_ref_is_recorded_durably_too(start, session):
    driven = start('<Button x:Name="Off" Content="Off" IsEnabled="False"/>', session=session)
    with pytest.raises(ElementNotEnabled):
        driven.app.click(ref=ref_of(driven, automation_id="Off"), timeout_ms=0)
    assert refs_in(recorded(session)[-1]["selector"]) == []


def test_a_recorded_selector_finds_the_same_control_among_equals(start):
    driven = start(
        '<GroupBox x:Name="A" Header="A"><Button AutomationProperties.AutomationId="Row" Content="Edit"/></GroupBox>'
        '<GroupBox x:Name="B" Header="B"><Button AutomationProperties.AutomationId="Row" Content="Edit"/></GroupBox>'
    )
    rows = [c for c in driven.app.list_controls().result["controls"] if c["automation_id"] == "Row"]
    reply = driven.app.get_state(ref=rows[1]["ref"])
    assert driven.app.find(reply.selector, timeout_ms=0).ref == rows[1]["ref"]


def test_a_field_without_a_name_is_recorded_so_that_it_is_found_wherever_its_window_lies(start):
    driven = start("<TextBox/><TextBox/>")
    fields = [c for c in driven.app.list_controls().result["controls"] if c["control_type"] == "Edit"]
    reply = driven.app.get_state(ref=fields[1]["ref"])
    assert reply.selector.bounding_rect is None
    assert driven.app.find(reply.selector, timeout_ms=0).ref == fields[1]["ref"]
