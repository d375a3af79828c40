"""The oracle of controls without a name: lost and missing captions fail, parts of other controls and icons do not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from looked import Later
from observed import control, observed, window

from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.nameless_control import NamelessControl, NamelessSettings

PEER = control("Save", "Button", patterns=("Invoke",), bounding_rect=Rect(0, 0, 60, 20))
ROOT = control("Main", "Window", depth=0)


def button(name: str = "", kind: str = "Button", **more: Any) -> Control:
    given = {
        "ref": "b",
        "patterns": ("Invoke",),
        "bounding_rect": Rect(100, 100, 24, 24),
        "automation_id": "Go",
        **more,
    }
    return control(name, kind, **given)


def tree(*controls: Control) -> Snapshot:
    return Snapshot((ROOT, *controls), (window(),))


def judge(*controls: Control, oracle: NamelessControl | None = None, **more: Any) -> Finding | None:
    seen = observed(after=tree(*controls), **more)
    return (oracle or NamelessControl()).check(seen)


def test_a_button_that_appears_without_anything_beside_named_ones_is_found_once() -> None:
    oracle = NamelessControl()
    assert judge(PEER, oracle=oracle, is_exploring=True) is None
    found = judge(PEER, button(), oracle=oracle, is_exploring=True)
    assert found is not None
    assert (found.severity, found.details["reason"], found.details["about"]) == ("warning", "empty", "Button Go")
    assert judge(PEER, button(), oracle=oracle, is_exploring=True) is None


def test_all_that_never_had_a_name_in_one_window_are_reported_once() -> None:
    oracle, icons = NamelessControl(), [replace(button(), ref=f"i{n}", automation_id=f"Icon{n}") for n in range(9)]
    found = judge(PEER, *icons[:6], oracle=oracle)
    assert found is not None
    assert found.severity == "warning"
    assert len(found.details["others"]) == 5
    assert "5 more of its window" in found.actual
    assert judge(PEER, *icons, oracle=oracle) is None, "what appears later in that window is not reported again"


def test_what_was_never_named_fails_no_scenario_unless_it_is_looked_for() -> None:
    for suspect, severity in (({}, "warning"), ({"about": "Button Go"}, "failure")):
        oracle = NamelessControl(NamelessSettings(suspect=suspect))
        for shown in ((PEER,), (PEER, button())):
            seen = observed(after=tree(*shown), is_test=True)
            found = oracle.check(seen)
        assert found is not None
        assert found.severity == severity


def test_a_caption_that_is_gone_with_a_form_left_empty_is_what_was_entered() -> None:
    for value, severity in (("", "warning"), ("Rosa", "failure")):
        oracle, form = NamelessControl(), control("User", "Edit", value=value, ref="user")
        assert judge(PEER, button("Sign in"), form, oracle=oracle) is None
        assert judge(PEER, button("Sign in"), oracle=oracle) is None
        found = judge(PEER, button(), oracle=oracle)
        assert found is not None
        assert found.severity == severity
    oracle = NamelessControl()
    stays = control("Search", "Edit", value="", ref="search")
    assert judge(PEER, button("Go"), stays, oracle=oracle) is None
    found = judge(PEER, button(), stays, oracle=oracle)
    assert found is not None
    assert found.severity == "failure", "a field that is still there was not sent"


def test_what_shows_at_the_first_look_was_there_before() -> None:
    found = judge(PEER, button(), is_exploring=True)
    assert found is not None
    assert found.severity == "warning"


@pytest.mark.parametrize(
    "found",
    [button("Go"), button(help_text="Go on"), button(enabled=False), button(visible=False), button(patterns=()),
     button(bounding_rect=Rect(0, 0, 0, 0)), button(class_name="RepeatButton"), button(automation_id="PART_Button")],
)  # fmt: skip
def test_what_is_named_otherwise_or_cannot_be_used_is_none(found: Control) -> None:
    assert judge(PEER, found) is None


def test_the_content_of_an_expander_is_no_part_of_it() -> None:
    assert judge(PEER, control("More", "Group", patterns=("ExpandCollapse",)), button(depth=2)) is not None


def test_content_names_it_and_so_does_a_picture() -> None:
    for kind, name in (("Text", "Go"), ("Image", "")):
        assert judge(PEER, button(), control(name, kind, depth=2)) is None


def test_without_a_named_peer_it_is_none() -> None:
    assert judge(button()) is None


@pytest.mark.parametrize(
    "parent",
    [control("", "ScrollBar"), control("", "Slider"), control("", "TitleBar"), control("", "DataGrid"),
     control("", "Custom", patterns=("ExpandCollapse",)), control("", "Custom", patterns=("GridItem",))],
    ids=lambda p: p.control_type,
)  # fmt: skip
def test_parts_of_other_controls_are_none(parent: Control) -> None:
    assert judge(PEER, parent, button(depth=2)) is None


def test_a_replay_that_never_saw_the_name_is_told_what_to_look_for() -> None:
    lost = judge(button(help_text="Goes"), before=tree(button("Go on", help_text="Goes")))
    assert lost is not None
    seen = observed(after=tree(button(help_text="Goes")))
    assert NamelessControl().check(seen) is None
    assert NamelessControl(NamelessSettings(suspect=lost.details["suspect"])).check(seen) is not None


def test_what_had_no_name_from_the_beginning_only_warns() -> None:
    found = judge(PEER, button(), before=tree(PEER, button()))
    assert found is not None
    assert (found.severity, found.details["reason"]) == ("warning", "empty")


def test_a_name_that_was_lost_is_found_though_a_help_text_is_left_and_the_page_is_new() -> None:
    before = tree(PEER, button("Go on", help_text="Goes"))
    found = judge(PEER, button(help_text="Goes", ref="another"), before=before)
    assert found is not None
    assert found.details["reason"] == "lost"
    assert judge(PEER, button("Go on", help_text="Goes"), before=before) is None


def test_a_name_that_comes_a_moment_later_is_none() -> None:
    later = Later(tree(PEER, button("Go")))
    assert judge(PEER, button(), second_look=later) is None
    assert later.asked == [0.4]
    assert judge(PEER, button(), second_look=Later(tree(PEER, button()))) is not None


def test_a_field_without_any_label_only_warns_and_one_beside_a_text_is_none() -> None:
    field = button("", "Edit", patterns=("Value",))
    found = judge(PEER, field)
    assert found is not None
    assert found.severity == "warning"
    assert judge(PEER, field, control("Name", bounding_rect=Rect(40, 100, 50, 20))) is None


def test_what_stands_in_a_dialog_of_the_system_is_not_the_programs_making() -> None:
    for class_name, is_found in (("#32770", False), ("HwndWrapper[desk;;1]", True)):
        seen = Snapshot((ROOT, PEER, button(automation_id="201")), (window(class_name=class_name),))
        found = NamelessControl().check(observed(after=seen))
        assert (found is not None) == is_found
