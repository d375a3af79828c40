"""Fields behind ticks, names by the tab order, first columns and explained commands: by the program's own log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotEnabled, RefusedDestructive, Unsupported


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_vault", "--pos", "40,20", folder=tmp_path_factory.mktemp("vault")) as stage:
        yield stage


@pytest.fixture
def vault(stage: Stage) -> Driven:
    return stage.driven()


def test_the_field_that_a_tick_stands_before_is_named_by_the_tick(vault: Driven) -> None:
    app = vault.app
    vault.confirms(lambda: app.set_value(label="Limit size (MB)", value=8), "number", value="8")
    vault.confirms(lambda: app.type_text(label="Limit size (MB)", text="9"), "number", value="9")
    vault.confirms(lambda: app.toggle(label="Limit size (MB)"), "ticked", control="Limit size (MB):")


def test_the_field_below_a_choice_is_named_by_the_choice(vault: Driven) -> None:
    vault.confirms(lambda: vault.app.type_text(label="Use pattern", text="d-d"), "text", control="pattern", value="d-d")


def test_a_choice_behind_a_tick_is_said_to_be_disabled(vault: Driven) -> None:
    act = lambda: vault.app.select_combo(label="Copy to", item_text="Disk")  # noqa: E731
    assert "is disabled" in str(vault.refuses(ElementNotEnabled, act))


def test_a_field_behind_other_words_is_no_ticks(vault: Driven) -> None:
    vault.refuses(Unsupported, lambda: vault.app.type_text(label="Compress", text="x"))
    vault.confirms(lambda: vault.app.type_text(label="Owner", text="eve"), "text", control="owner", value="eve")


def test_a_date_with_its_time_is_chosen_as_asked(vault: Driven) -> None:
    for day in ("2027-03-05", "2026-12-20"):
        after = vault.truth.seq()
        vault.confirms(lambda day=day: vault.app.set_value(label="Expires", value=day), "date", value=day)
        assert vault.truth.events("date", after=after)[-1]["value"] == day


def test_of_fields_named_by_one_label_the_one_beside_it_is_meant(vault: Driven) -> None:
    vault.confirms(lambda: vault.app.type_text(label="Title", text="Bank"), "text", control="title", value="Bank")
    vault.confirms(lambda: vault.app.type_text(label="Notes", text="old"), "text", control="notes", value="old")


def test_a_row_is_pressed_in_its_first_column_and_a_cell_in_its_own(vault: Driven) -> None:
    app = vault.app
    vault.happens(lambda: app.click(name="Mail", double=True), "double", control="Mail", value=0)
    for column, place in (("Secret", 2), ("Entry", 0)):
        row = {"Entry": "Bank"}
        act = lambda row=row, column=column: app.click(row=row, column=column, double=True)  # noqa: E731
        vault.happens(act, "double", control="Bank", value=place)


def test_a_page_called_as_a_place_to_throw_things_into_is_opened(vault: Driven) -> None:
    vault.confirms(lambda: vault.app.select_item(name="Recycle Bin"), "tab", value="Recycle Bin")
    vault.app.select_item(name="General")


def test_a_command_is_named_by_its_first_line_and_not_as_what_its_dialog_blocks(vault: Driven) -> None:
    for answer in ("Cancel", "Save"):
        vault.happens(lambda: vault.app.click(name="Lock"), "asked")
        vault.refuses(RefusedDestructive, lambda: vault.app.click(name="Discard changes"))
        act = lambda answer=answer: vault.app.click(name=answer)  # noqa: E731
        vault.happens(act, "command", control="dialog", value=answer)
