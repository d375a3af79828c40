"""A plain Win32 window: the common actions on native controls, held against the program's own log."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from product import Driven, Stage
from running_app import until

from wpfagent.core.errors import ElementNotFound, RefusedDestructive, Unsupported


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("plain_win32", "--pos", "80,80", "--title", "Native", folder=tmp_path_factory.mktemp("win32")) as stage:
        yield stage


@pytest.fixture
def plain(stage: Stage) -> Driven:
    return stage.driven()


def test_a_button_is_clicked_by_pattern_and_by_mouse(plain: Driven) -> None:
    plain.app.toggle(automation_id="105")
    assert (
        plain.confirms(lambda: plain.app.click(automation_id="101"), "click", control="101").method == "InvokePattern"
    )
    plain.app.toggle(automation_id="105")
    reply = plain.confirms(
        lambda: plain.app.click(name="Apply", control_type="Button", input=True), "click", control="101"
    )
    assert reply.method == "mouse"


@pytest.mark.parametrize("options", [{}, {"input": True}])
@pytest.mark.parametrize(("control", "text"), [("102", "größer 日本 😀"), ("103", "one\ntwo 二")])
def test_text_is_typed_and_committed(plain: Driven, control: str, text: str, options: dict[str, bool]) -> None:
    plain.app.type_text(automation_id=control, text="before")
    after = plain.truth.seq()
    reply = plain.app.do("type_text", {"automation_id": control}, {"text": text, **options})
    assert reply.effect == "confirmed", reply.evidence
    # a field of several lines is not left: a Tab would be text of it, and it notifies its program of each change
    event = "text_raw" if "\n" in text else "text_changed"
    plain.truth.wait_event(event, control=control, after=after, value=text.replace("\n", "\r\n"))


def test_a_password_is_typed_and_not_told(plain: Driven) -> None:
    after = plain.truth.seq()
    reply = plain.app.type_text(automation_id="104", text="geheim")
    assert reply.effect == "unverifiable"
    plain.truth.wait_event("text_changed", control="104", value="geheim", after=after)
    assert "geheim" not in str(reply.to_dict())
    assert plain.app.read_text(automation_id="104") == ""


@pytest.mark.parametrize("way", [{"name": "Street"}, {"name": "Street", "control_type": "Edit"}, {"label": "Street"}])
def test_a_field_is_called_by_the_label_that_stands_at_it_not_by_the_one_before_it(
    plain: Driven, way: dict[str, str]
) -> None:
    after = plain.truth.seq()
    reply = plain.app.do("type_text", way, {"text": str(way)})
    assert reply.effect == "confirmed"
    plain.truth.wait_event("text_changed", control="118", value=str(way), after=after)
    assert plain.app.find(automation_id="119").ref == plain.app.find(name="Town", control_type="Edit").ref


def test_a_text_is_typed_into_an_editor_that_its_program_draws_where_a_text_cursor_stands(plain: Driven) -> None:
    after = plain.truth.seq()
    assert plain.app.type_text(label="Script", text="a = 1").effect in ("confirmed", "unverifiable")
    plain.truth.wait_event("typed", control="130", value="a = 1", after=after)
    with pytest.raises(Unsupported, match="takes no text"):
        plain.app.type_text(automation_id="111", text="x")  # a list has none


def test_a_field_is_named_by_its_label(plain: Driven) -> None:
    assert plain.app.find(label="Notes").automation_id == "103"


def test_of_labels_that_stand_before_several_fields_each_names_the_one_beside_it(plain: Driven) -> None:
    for label, control in (("Until", "116"), ("From", "115")):
        act = partial(plain.app.type_text, label=label, text=label)
        plain.confirms(act, "text_changed", control=control, value=label)


def test_the_frame_of_a_group_box_lets_the_mouse_through(plain: Driven) -> None:
    plain.confirms(partial(plain.app.click, name="Tuesday", input=True), "selected", control="110", value="Tuesday")
    plain.confirms(partial(plain.app.click, name="Ben", input=True), "selected", control="111", value="Ben")


def test_check_boxes_reach_the_state_that_is_asked_for(plain: Driven) -> None:
    plain.app.toggle(automation_id="105", state="off")
    plain.confirms(lambda: plain.app.toggle(automation_id="105", state="on"), "toggled", control="105", value="on")
    plain.no_op(lambda: plain.app.toggle(automation_id="105", state="on"))
    for state in ("indeterminate", "off", "on"):
        plain.confirms(
            partial(plain.app.toggle, automation_id="106", state=state),
            "toggled", control="106", value=state,
        )  # fmt: skip


def test_radio_buttons_are_chosen(plain: Driven) -> None:
    for control in ("107", "108", "107"):
        plain.confirms(
            partial(plain.app.click, automation_id=control),
            "toggled",
            control=control,
            value="on",
        )
    plain.no_op(lambda: plain.app.select_item(automation_id="107"))


def test_a_combo_box_item_is_chosen(plain: Driven) -> None:
    for item in ("Cherry", "Banana"):
        plain.confirms(
            partial(plain.app.select_combo, automation_id="109", item_text=item),
            "selected", control="109", value=item,
        )  # fmt: skip
    plain.no_op(lambda: plain.app.select_combo(automation_id="109", item_text="Banana"))
    error = plain.refuses(ElementNotFound, lambda: plain.app.select_combo(automation_id="109", item_text="Banan"))
    assert "Banana" in error.hint


def test_a_list_item_is_selected(plain: Driven) -> None:
    plain.app.select_item(automation_id="110", item_text="Monday")
    plain.confirms(
        lambda: plain.app.select_item(automation_id="110", item_text="Wednesday"),
        "selected", control="110", value="Wednesday",
    )  # fmt: skip
    plain.no_op(lambda: plain.app.select_item(automation_id="110", item_text="Wednesday"))


def test_a_list_view_is_read_and_its_rows_selected(plain: Driven) -> None:
    table = plain.app.read_table(automation_id="111").result
    assert [row[0] for row in table["rows"]] == ["Anna", "Ben", "Chiyo"]
    plain.app.select_item(automation_id="111", item_text="Anna")
    plain.confirms(
        lambda: plain.app.select_item(automation_id="111", item_text="Ben"), "selected", control="111", value="Ben"
    )
    plain.confirms(lambda: plain.app.select_item(automation_id="111", row=2), "selected", control="111", value="Chiyo")


def test_a_trackbar_is_moved(plain: Driven) -> None:
    plain.app.set_value(automation_id="112", value=10)
    plain.confirms(lambda: plain.app.set_value(automation_id="112", value=70), "value_changed", control="112", value=70)
    plain.no_op(lambda: plain.app.set_value(automation_id="112", value=70))


def test_the_menu_is_followed(plain: Driven) -> None:
    for path, control in (("File > Apply", "201"), ("Edit > View > Word wrap", "203")):
        after = plain.truth.seq()
        reply = plain.app.menu(path)
        assert reply.effect in ("confirmed", "unverifiable")
        plain.truth.wait_event("click", control=control, after=after)
    error = plain.refuses(ElementNotFound, lambda: plain.app.menu("File > Aply"))
    assert "Apply" in error.hint
    until(lambda: not any(w.popup for w in plain.app.windows()), 3, "no open menu")


def test_the_message_box_is_answered(plain: Driven) -> None:
    for answer in ("No", "Yes"):
        plain.confirms(lambda: plain.app.click(automation_id="114"), "dialog_shown", control="MessageBox")
        assert any("Shall we go on?" in c["name"] for c in plain.app.list_controls().result["controls"])
        plain.confirms(
            partial(plain.app.click, name=answer, control_type="Button"),
            "dialog_closed",
            value=answer,
        )


def test_ending_the_program_is_refused(plain: Driven) -> None:
    plain.refuses(RefusedDestructive, lambda: plain.app.menu("File > Exit"))
    plain.refuses(RefusedDestructive, plain.app.close_window)
    plain.refuses(RefusedDestructive, lambda: plain.app.send_keys("Alt+F4"))
    assert plain.truth.is_running


def test_ending_the_program_with_consent_is_confirmed(plain: Driven) -> None:
    app = plain.again(allow_destructive=True)
    assert app.close_window(confirm=True).effect == "confirmed"
    assert plain.truth.wait_exit() == 0
