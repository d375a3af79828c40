"""Key bars, units, wide and narrow letters, drawn signs, a tool window beside, keys meant for an item."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import RefusedDestructive, SelectorAmbiguous


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("frontdesk", "--pos", "40,20", folder=tmp_path_factory.mktemp("frontdesk")) as stage:
        yield stage


@pytest.fixture
def desk(stage: Stage) -> Driven:
    return stage.driven()


def test_a_key_of_a_bar_does_what_stands_under_it(desk: Driven) -> None:
    for words in ("F12", "終了", "F12 終了"):
        desk.refuses(RefusedDestructive, lambda words=words: desk.app.click(name=words))  # type: ignore[misc]
    desk.refuses(RefusedDestructive, lambda: desk.app.send_keys("F12"))
    desk.app.focus_window(title="フロント")  # which of the two is in front after the start, the system decides
    desk.happens(lambda: desk.app.send_keys("F1"), "key", control="F1")
    desk.happens(lambda: desk.app.click(name="F3 検索"), "clicked", control="F3")


def test_a_button_called_so_is_meant_rather_than_a_part_of_another(desk: Driven) -> None:
    desk.confirms(lambda: desk.app.click(name="確定"), "clicked", control="Ok")
    desk.happens(lambda: desk.app.click(name="はい"), "clicked", control="Yes")


def test_what_was_entered_is_given_up_with_consent_only(desk: Driven) -> None:
    desk.app.click(name="取消")
    desk.refuses(RefusedDestructive, lambda: desk.app.click(name="はい"))
    desk.happens(lambda: desk.app.click(name="いいえ"), "clicked", control="No")


@pytest.mark.parametrize(
    ("label", "control"),
    [("氏名", "Person"), ("TEL", "Phone"), ("備考", "Remark"), ("年", "Year"), ("月", "Month"), ("日", "Day")],
)
def test_a_label_is_read_as_people_read_it(desk: Driven, label: str, control: str) -> None:
    text = f"7{label}"
    desk.confirms(lambda: desk.app.type_text(label=label, text=text), "entered", control=control, value=text)


def test_a_cell_is_edited_without_keys_that_the_program_uses(desk: Driven) -> None:
    after = desk.truth.seq()
    cell = {"control_type": "DataGrid", "row": {"商品コード": "A-1"}, "column": "数量"}
    desk.confirms(lambda: desk.app.type_text(cell, text="25"), "cell", control="A-1", value="25")
    assert not [e for e in desk.truth.events(after=after) if e["event"] == "key"]


def test_signs_that_are_drawn_behind_a_label_are_what_it_names(desk: Driven) -> None:
    desk.happens(lambda: desk.app.click(label="評価", index=2), "rated", value=3)
    desk.refuses(SelectorAmbiguous, lambda: desk.app.set_value(label="評価", value=4))


def test_the_field_behind_what_was_entered_is_typed_into(desk: Driven) -> None:
    desk.app.toggle(name="作業中", state="on")  # a button that ends the program may be what Enter presses
    for tag in ("常連", "禁煙"):
        act = lambda tag=tag: desk.app.type_text(label="タグ", text=tag, enter=True)  # noqa: E731
        desk.happens(act, "tagged", value=tag)
    desk.app.toggle(name="作業中", state="off")


def test_keys_for_an_item_are_for_what_is_chosen(desk: Driven) -> None:
    desk.app.select_item(name="松の間")
    desk.happens(lambda: desk.app.send_keys("F5", name="竹の間"), "room", control="F5", value="竹の間")


def test_keys_go_to_the_window_in_front_where_a_tool_window_lies_over_it(desk: Driven) -> None:
    desk.app.focus_window(title="フロント")
    desk.happens(lambda: desk.app.send_keys("F3"), "key", control="F3")


def test_an_item_is_chosen_by_its_second_text(desk: Driven) -> None:
    desk.confirms(lambda: desk.app.select_combo(label="宿泊者", item_text="佐藤"), "chosen", value="佐藤")
