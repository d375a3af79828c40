"""Targets on the simulated desktop: each way to name one, several windows, ends, titles that change."""

from __future__ import annotations

import pytest

import wpfagent
from wpfagent import Gate
from wpfagent.core.errors import AppExited, AppNotFound, FileInvalid, TargetAmbiguous, TargetNotFound


def test_each_way_to_name_the_application(start, desktop):
    driven = start(title="Orders - Kyoto")
    start(title="Editor")
    for spec in (
        {"pid": driven.app.pid},
        {"process": driven.xaml.name, "title_re": "Kyoto"},
        {"exe": str(driven.xaml)},
        {"title_re": "^Orders"},
        {"class_name": driven.app.windows()[0].class_name},
    ):
        assert wpfagent.connect(spec, desktop=desktop).pid == driven.app.pid, spec


def test_two_that_fit_are_ambiguous(start, desktop):
    start(title="Orders 1")
    start(title="Orders 2")
    with pytest.raises(TargetAmbiguous) as error:
        wpfagent.connect(title_re="Orders", desktop=desktop)
    assert {c["title"] for c in error.value.details["candidates"]} == {"Orders 1", "Orders 2"}


def test_windows_of_the_process_belong_to_the_target(desk):
    desk.app.click(automation_id="ToolsButton")
    desk.app.click(automation_id="AskButton")
    titles = [w.title for w in desk.app.windows()]
    assert titles[0] == "Question"
    assert set(titles) == {"Question", "Tools", "Desk"}


def test_a_pop_up_belongs_to_the_target(desk):
    desk.app.expand(automation_id="Color")
    assert any(w.popup for w in desk.app.windows())
    assert desk.app.find(name="green", control_type="ListItem", timeout_ms=0)


def test_a_title_that_changes_does_not_lose_the_target(desk):
    desk.app.click(automation_id="RenameButton")
    assert desk.app.windows()[0].title == "Desk - renamed"
    assert desk.app.click(automation_id="SaveButton").effect == "confirmed"


def test_the_gate_resolves_an_action_by_its_name(desk):
    reply = desk.app.gate.execute(wpfagent.Request("resolve_target", {"target_spec": {"title_re": "Desk"}}))
    assert set(reply.result) == {"target_id", "pid", "process", "exe", "title", "how"}
    assert reply.result["pid"] == desk.app.pid


def test_an_ended_target_is_app_exited_with_its_exit_code(desk):
    desk.faults.crash(3)
    for action in (desk.app.windows, lambda: desk.app.click(automation_id="SaveButton")):
        with pytest.raises(AppExited) as error:
            action()
        assert error.value.details["exit_code"] == 3


def test_an_ended_application_is_not_found_any_more(desk, desktop):
    desk.faults.crash(3)
    with pytest.raises((TargetNotFound, AppExited)):
        wpfagent.connect(pid=desk.app.pid, desktop=desktop)


def test_launching_returns_a_usable_application_and_leaving_ends_it(tmp_path, desk):
    with wpfagent.launch(str(desk.xaml), desktop="simulated") as app:
        assert app.target.how == "launched"
        assert app.windows()[0].title == "Desk"
    assert not app.liveness().running


def test_leaving_a_connected_application_does_not_end_it(desk, desktop):
    with wpfagent.connect(pid=desk.app.pid, desktop=desktop) as app:
        pass
    assert app.liveness().running


def test_a_file_that_is_not_there_is_app_not_found(tmp_path):
    with pytest.raises(AppNotFound):
        wpfagent.launch(str(tmp_path / "none.xaml"), desktop="simulated")


def test_xaml_that_does_not_parse_names_file_line_and_reason(tmp_path):
    (tmp_path / "bad.xaml").write_text("<Window>\n<Button>\n</Window>", encoding="utf-8")
    with pytest.raises(FileInvalid, match=r"bad\.xaml:3"):
        wpfagent.launch(str(tmp_path / "bad.xaml"), desktop="simulated")


def test_a_pid_that_happens_to_be_ours_cannot_be_a_simulated_application(desk):
    """Simulated pids lie beyond what a system gives out, or an application is taken for this very process."""
    assert desk.app.pid > 4_194_304


def test_a_window_query_finds_by_pattern_then_by_part(start, desktop):
    driven = start(title="Report (1)")
    gate = Gate(desktop)
    assert gate.targets.by_query("^Report").pid == gate.targets.by_query("report (").pid == driven.app.pid
