"""The oracle `entry_lost`: a saved entry that is gone on return, and the many that may rightly change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from history import History
from observed import control, window

from wpfagent.testing.oracles.entry_lost import EntryLost
from wpfagent.testing.oracles.parts.uses import Suspect

PAGE = ("Note:", "Urgent?", "Keep")


def program(
    help_text: str = "Keeps the entries; they are shown again when the page is opened the next time",
) -> History:
    history = History(EntryLost, (*PAGE, "Other"))
    history.change("Keep", name="Save entries", help_text=help_text)
    history.change("Other", control_type="TabItem")
    return history


def leave(history: History) -> dict[str, Any]:
    """Go to another page; return what was on this one."""
    page = {name.rstrip(":?"): history.controls[name.rstrip(":?")] for name in PAGE}
    history.do("click", "Other", says="other page", later=lambda: history.remove(*page))
    return page


def come_back(history: History, page: dict[str, Any], **values: Any) -> None:
    """Open the page again, its note with other values; then do something else."""

    def later() -> None:
        history.controls |= page
        history.change("Note", **values)

    history.do("click", "Other", says="first page", later=later)
    history.do("toggle", "Urgent", says="toggled", effect="confirmed")


def story(history: History, *between: Callable[[], object], **values: Any) -> None:
    history.type("Note", "remember me")
    history.press("Keep", says="Entries saved")
    for act in between:
        act()
    page = leave(history)
    come_back(history, page, **values)


def test_a_saved_entry_that_is_empty_on_return_is_lost() -> None:
    history = program()
    story(history, value="")
    (found,) = history.failures
    assert found.details["about"] == "MainWindow/Note"
    assert "'remember me'" in found.actual
    assert not found.of_last_action


def test_an_older_value_on_return_is_lost_too_and_a_tick() -> None:
    history = program()
    history.change("Note", value="old")
    story(history, value="old")
    assert len(history.failures) == 1
    ticked = program()
    ticked.do("toggle", "Urgent", later=lambda: ticked.change("Urgent", toggle_state="on"))
    ticked.press("Keep", says="Entries saved")
    page = leave(ticked)
    page["Urgent"] = control("Urgent", "CheckBox", ref="Urgent", automation_id="Urgent", toggle_state="off")
    come_back(ticked, page)
    assert len(ticked.failures) == 1


def test_a_word_that_comes_after_the_loss_makes_it_sure_and_a_refusal_excuses_it() -> None:
    for word, found in (("Entries saved", ["failure"]), ("Note is not valid", [])):
        history = program(help_text="")
        history.type("Note", "remember me")
        history.press("Keep", says="working")
        come_back(history, leave(history), value="")
        history.do("toggle", "Urgent", says=word)
        history.do("toggle", "Urgent", effect="confirmed")
        assert [f.severity for f in history.found] == found


def test_an_entry_that_is_there_is_fine_however_it_is_written() -> None:
    for typed, shown in (("remember me", "remember me"), ("5", "5.00"), ("1234,5", "1.234,50"), (" a b ", "a b")):
        history = program()
        history.type("Note", typed)
        history.press("Keep", says="Entries saved")
        come_back(history, leave(history), value=shown)
        assert history.found == [], (typed, shown)


def test_a_value_that_comes_a_moment_late_is_not_lost() -> None:
    history = program()
    history.type("Note", "remember me")
    history.press("Keep", says="Entries saved")
    page = leave(history)

    def later() -> None:
        history.controls |= page
        history.change("Note", value="")

    history.do("click", "Other", later=later)
    history.change("Note", value="remember me")
    history.do("toggle", "Urgent", effect="confirmed")
    assert history.found == []


def test_without_a_promise_and_without_a_word_of_the_program_it_only_warns() -> None:
    history = program(help_text="")
    history.type("Note", "remember me")
    history.press("Keep", says="ready for more")
    come_back(history, leave(history), value="")
    assert history.found == [], "it may still say that it has saved"
    for _ in range(8):
        history.do("toggle", "Urgent", effect="confirmed")
    assert [f.severity for f in history.found] == ["warning"]
    said = program(help_text="")
    story(said, value="")
    assert [f.severity for f in said.found] == ["failure"]


def test_an_entry_that_nobody_saved_may_go() -> None:
    history = program()
    history.type("Note", "remember me")
    come_back(history, leave(history), value="")
    assert history.found == []


@pytest.mark.parametrize(
    "answer",
    ["'Note' must have 5 letters", "Invalid value", "Please enter a date", "Could not save", "入力してください"],
)
def test_a_save_that_was_refused_keeps_nothing(answer: str) -> None:
    history = program()
    history.type("Note", "remember me")
    history.press("Keep", says=answer)
    come_back(history, leave(history), value="")
    assert history.found == []


@pytest.mark.parametrize("name", ["Reset", "Cancel", "New customer", "Undo", "Reload", "Open…", "キャンセル", "新規"])
def test_a_command_that_may_change_it_ends_the_judgement(name: str) -> None:
    history = program()
    history.controls["X"] = control(name, "Button", ref="X", automation_id="X")
    story(history, lambda: history.press("X", says="well"), value="")
    assert history.found == []


@pytest.mark.parametrize(("answer", "failures"), [("Cancel", 1), ("OK", 0)])
def test_a_dialog_that_is_cancelled_has_changed_nothing_of_what_was_promised(answer: str, failures: int) -> None:
    history = program()
    history.controls["New"] = control("New customer…", "Button", ref="New", automation_id="New")
    history.type("Note", "remember me")
    history.press("Keep", says="Entries saved")
    dialog = window(200, "New customer", owner=100)
    history.press("New", says="asking", later=lambda: setattr(history, "windows", (dialog, window())))
    history.controls["X"] = control(answer, "Button", ref="X", automation_id="X", hwnd=200)
    history.press("X", says="well", later=lambda: setattr(history, "windows", (window(),)))
    history.remove("X")
    come_back(history, leave(history), value="")
    assert len(history.failures) == failures


def test_another_save_takes_nothing_of_a_promise_back() -> None:
    history = program()
    history.controls["On"] = control("Save and go on", "Button", ref="On", automation_id="On")
    history.type("Note", "remember me")
    history.press("Keep", says="Entries saved")
    page = {name: history.controls[name] for name in ("Note", "Urgent", "Keep", "On")}
    history.press("On", says="Urgent must be checked")
    history.press("On", says="other page", later=lambda: history.remove(*page))
    come_back(history, page, value="")
    assert len(history.failures) == 1


def test_a_form_that_is_emptied_by_saving_is_for_the_next_entry() -> None:
    history = program()
    history.type("Note", "remember me")
    history.do("click", "Keep", says="Entries saved", later=lambda: history.change("Note", value=""))
    come_back(history, leave(history), value="")
    assert history.found == []


def test_a_form_that_closes_with_saving_is_a_records_own() -> None:
    history = program()
    history.type("Note", "remember me")
    page = {n: history.controls[n] for n in ("Note", "Urgent", "Keep")}
    history.do("click", "Keep", says="Entries saved", later=lambda: history.remove(*page))
    come_back(history, page, value="")
    assert history.found == []


def test_another_record_shows_another_value() -> None:
    history = program()
    for name in ("Anna", "Ben"):
        row = control(name, "DataItem", ref=name, depth=2, selected=name == "Anna")
        history.controls[name] = row

    def choose() -> None:
        history.change("Anna", selected=False)
        history.change("Ben", selected=True)

    history.type("Note", "remember me")
    history.press("Keep", says="Entries saved")
    page = leave(history)
    choose()
    come_back(history, page, value="")
    assert history.found == []


def test_a_save_that_stays_when_the_page_goes_may_have_saved_something_else() -> None:
    history = program(help_text="")
    history.type("Note", "remember me")
    history.press("Keep", says="Saved")
    note = history.controls["Note"]
    history.do("click", "Other", later=lambda: history.remove("Note"))

    def later() -> None:
        history.controls["Note"] = note
        history.change("Note", value="")

    history.do("click", "Other", later=later)
    history.do("toggle", "Urgent", effect="confirmed")
    assert history.found == []


def test_search_fields_and_passwords_are_left_alone() -> None:
    history = program()
    history.change("Note", name="Search")
    story(history, value="")
    secret = program()
    secret.change("Note", is_password=True)
    story(secret, value="")
    assert (history.found, secret.found) == ([], [])


def test_a_suspected_field_is_found_at_the_look_at_the_end() -> None:
    first = program()
    story(first, value="")
    history = program()
    history.oracle.settings = Suspect(first.failures[0].details["suspect"])
    history.type("Note", "remember me")
    history.press("Keep", says="Entries saved")
    page = leave(history)

    def later() -> None:
        history.controls |= page
        history.change("Note", value="")

    history.do("click", "Other", later=later)
    assert history.found == []
    found = history.glance()
    assert found is not None
    assert found.key == first.failures[0].key


def test_the_programs_answer_may_still_stand_there_from_the_save_before() -> None:
    history = program(help_text="")
    history.press("Keep", says="Entries saved")
    assert history.found == []
    history.do("type_text", "Note", says="", later=lambda: history.change("Note", value="remember me"))
    history.do("click", "Keep", says="", effect="confirmed")
    page = leave(history)
    come_back(history, page, value="")
    assert [f.severity for f in history.found] == ["failure"]


@pytest.mark.parametrize(("kind", "failures"), [("Group", 0), ("Pane", 1)])
def test_a_command_in_a_group_saves_nothing_outside_of_it(kind: str, failures: int) -> None:
    history = History(EntryLost, ("Note:", "Urgent?", "Basket", "Keep", "Other"))
    history.change("Basket", control_type=kind)
    history.change("Keep", name="Apply changes", depth=2)
    history.change("Other", control_type="TabItem")
    story(history, value="")
    assert len(history.failures) == failures
