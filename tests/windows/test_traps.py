"""What deletes in ways that no caption of the pressed control tells is refused, its neighbours are not: real WPF."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import Refused, WpfAgentError


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    # On Wine the screen's own pointer stays in the middle of the screen: were that outside of the window, no tip stays.
    with Stage("traps", "--pos", "340,20", folder=tmp_path_factory.mktemp("traps")) as stage:
        yield stage


@pytest.fixture
def traps(stage: Stage) -> Driven:
    return stage.driven()


def test_escape_presses_no_cancel_button_that_ends_the_program(traps: Driven) -> None:
    traps.refuses(Refused, lambda: traps.app.send_keys("Esc", automation_id="Words"))
    traps.app.hover(name="North")  # a tool tip that shows is no menu that Esc would close
    traps.app.wait_for(name="Double-click to delete", control_type="ToolTip")
    traps.refuses(Refused, lambda: traps.app.send_keys("Esc", automation_id="Words"))


@pytest.mark.parametrize("keys", ["Ctrl+D", "F7"])
def test_a_key_that_a_closed_menu_names_is_judged_as_its_item(traps: Driven, keys: str) -> None:
    traps.refuses(Refused, lambda: traps.app.send_keys(keys, automation_id="Words"))


def test_another_key_that_a_closed_menu_names_goes_where_it_should(traps: Driven) -> None:
    traps.happens(lambda: traps.app.send_keys("Ctrl+K", automation_id="Words"), "clicked", control="Control+K")


@pytest.mark.parametrize("control", ["Arrow", "Proceed"])
def test_what_says_only_to_go_on_does_what_the_heading_says(traps: Driven, control: str) -> None:
    traps.refuses(Refused, lambda: traps.app.click(automation_id=control))
    traps.refuses(Refused, lambda: traps.app.click(automation_id=control, input=True))


def test_a_thumb_is_slid_only_where_the_text_in_its_track_does_no_harm(traps: Driven) -> None:
    traps.refuses(Refused, lambda: traps.app.drag(automation_id="Grip", by=(180, 0)))


def test_a_double_click_does_what_the_tool_tip_of_the_list_says(traps: Driven) -> None:
    traps.refuses(Refused, lambda: traps.app.click(name="South", double=True))
    traps.app.click(name="South")


def test_a_section_that_deletes_when_it_opens_is_not_opened(traps: Driven) -> None:
    traps.refuses(Refused, lambda: traps.app.expand(automation_id="Danger"))
    traps.refuses(Refused, lambda: traps.app.click(automation_id="Danger"))
    traps.happens(lambda: traps.app.expand(automation_id="More"), "clicked", control="More")


def test_a_caption_that_changes_when_the_pointer_comes_is_read_then(traps: Driven) -> None:
    traps.refuses(WpfAgentError, lambda: traps.app.click(automation_id="Swap", input=True, timeout_ms=3_000))


@pytest.mark.parametrize("control", ["button1", "button2"])
def test_the_tool_tip_of_what_is_in_or_around_a_wordless_button_counts(traps: Driven, control: str) -> None:
    traps.refuses(Refused, lambda: traps.app.click(automation_id=control))


def test_what_only_names_something_is_turned_to_chosen_and_ticked(traps: Driven) -> None:
    for control in ("Page", "Todo", "Folder", "Option", "Choice"):
        traps.happens(lambda at=control: traps.app.click(automation_id=at), "clicked", control=control)
