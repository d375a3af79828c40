"""Application control: launch, quit, list, over MCP and by the core."""

from __future__ import annotations

import pytest
from mcp_driving import DESK, error_of, profile, text_of

from wpfagent import Gate, Policy
from wpfagent.core.errors import AppNotResponding, InvalidArgument, NotRunning
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.gate.applications import Applications

ASKING = """
class CodeBehind:
    def __init__(self, view):
        self.view = view

    def on_closing(self, view, sender):
        view.message("Save changes to note.txt?", "Editor", ("Yes", "No", "Cancel"), self.on_answer)
        return False

    def on_answer(self, answer):
        if answer == "No":
            self.view.exit(7)
"""
EDITOR = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Editor" Title="Editor" Closing="on_closing">
  <StackPanel><TextBox x:Name="Text"/></StackPanel></Window>"""


@pytest.fixture
def editor(tmp_path):
    """An application that asks before it closes."""
    path = tmp_path / "editor.xaml"
    path.write_text(EDITOR, encoding="utf-8")
    path.with_suffix(".py").write_text(ASKING, encoding="utf-8")
    return path


# -- the core ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def applications():
    return Applications(Gate(SimulatedDesktop(), policy=Policy("library", allow_destructive=True)))


def test_launching_twice_gives_the_same_application_brought_to_the_front(applications):
    first = applications.launch(exe=str(DESK))
    assert (first.was_already_running, first.target.title) == (False, "Desk")
    again = applications.launch(exe=str(DESK))
    assert (again.was_already_running, again.in_front) == (True, True)
    assert again.target.target_id == first.target.target_id
    assert len(applications.running()) == 1


def test_quitting_asks_nicely_and_tells_the_exit_code(applications):
    target = applications.launch(exe=str(DESK)).target
    made = applications.quit(target)
    assert made.to_dict() == {"exited": True, "exit_code": 0, "dialog": None}
    with pytest.raises(NotRunning):
        applications.quit(target)


def test_a_question_is_reported_and_not_answered(applications, editor):
    target = applications.launch(exe=str(editor)).target
    for _ in range(2):  # the second time it stands in the way already
        made = applications.quit(target)
        assert not made.exited
        assert made.dialog["title"] == "Editor"
        assert "Save changes to note.txt?" in made.dialog["text"]
        assert made.dialog["buttons"] == ["Yes", "No", "Cancel"]
    assert applications.gate.desktop.liveness(target.pid).running


def test_a_hung_application_is_not_waited_for_and_can_be_forced_with_consent(applications):
    from wpfagent.safety.policy import Consent

    target = applications.launch(exe=str(DESK)).target
    applications.gate.desktop.faults(target.pid).freeze()
    with pytest.raises(AppNotResponding):
        applications.quit(target, timeout_ms=1_000)
    made = applications.quit(target, force=True, consent=Consent(confirm=True))
    assert made.exited
    assert not applications.gate.desktop.liveness(target.pid).running


def test_an_application_that_does_not_run_is_not_running(applications):
    for named in ({"name": "nobody.exe"}, {"pid": 4}):
        with pytest.raises(NotRunning):
            applications.find(**named)


@pytest.mark.parametrize("given", [{}, {"exe": "a", "profile": "b"}, {"profile": "b", "args": ["x"]}])
def test_a_launch_names_one_program(applications, given):
    with pytest.raises(InvalidArgument):
        applications.launch(**given)


# -- over MCP ---------------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.anyio


async def test_what_this_session_launched_may_be_quit_without_consent(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        launched = await served.call("launch_application", profile="Desk")
        target = launched.structured_content["target_id"]
        again = await served.call("launch_application", profile="Desk")
        assert again.structured_content["was_already_running"] is True
        assert again.structured_content["target_id"] == target
        quit_ = await served.call("quit_application", target_id=target)
        assert quit_.structured_content["exited"] is True
        assert "exit code 0" in text_of(quit_)
        assert error_of(await served.call("quit_application", target_id=target))["code"] == "not_running"


async def test_what_ran_before_is_quit_only_with_consent(serve):
    async with serve(profiles=[profile(safety={"allow_destructive": True})]) as served:
        error = await served.fails("quit_application")
        assert error["code"] == "confirmation_required"
        assert served.desktop.liveness(served.pid).running
        token = error["details"]["confirm_token"]
        assert token not in (served.session / "steps.jsonl").read_text("utf-8"), "who reads the record cannot consent"
        done = await served.do("quit_application", confirm_token=token)
        assert done["exited"] is True


async def test_the_person_is_asked_before_an_application_is_ended(serve):
    async with serve(profiles=[profile(safety={"allow_destructive": True})], answer=True) as served:
        assert (await served.do("quit_application", force=True))["exited"] is True
        assert "end the program" in served.asked[0]
    async with serve() as served:
        assert (await served.fails("quit_application", force=True))["code"] == "refused_destructive"


async def test_force_is_destructive_for_what_was_launched_here_too(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        launched = await served.call("launch_application", profile="Desk")
        target = launched.structured_content["target_id"]
        error = error_of(await served.call("quit_application", target_id=target, force=True))
        assert error["code"] == "refused_destructive"


async def test_a_question_is_told_to_the_model(serve, editor):
    async with serve(app=None, allow_launch=True) as served:
        launched = await served.call("launch_application", exe=str(editor))
        asked = await served.call("quit_application", pid=launched.structured_content["pid"])
        assert asked.structured_content["exited"] is False
        assert "Save changes to note.txt?" in text_of(asked)
        assert "Answer with click" in text_of(asked)


@pytest.mark.parametrize(
    ("tool", "args", "code"),
    [
        ("quit_application", {"name": "nobody.exe"}, "not_running"),
        ("quit_application", {}, "invalid_argument"),
        ("quit_application", {"pid": "x"}, "invalid_argument"),
        ("quit_application", {"name": "a", "pid": 1}, "invalid_argument"),
        ("launch_application", {"exe": "Z:/no/such.exe"}, "app_not_found"),
        ("launch_application", {"exe": "Z:/no/such.exe", "args": "x"}, "invalid_argument"),
        ("launch_application", {"profile": "Nobody"}, "profile_not_found"),
        ("list_applications", {"all": True}, "invalid_argument"),
    ],
)
async def test_its_error_cases_are_results_that_the_model_reads(serve, tool, args, code):
    async with serve(app=None, allow_launch=True) as served:
        assert error_of(await served.call(tool, **args))["code"] == code


async def test_control_is_recorded_like_any_action(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        launched = await served.call("launch_application", profile="Desk")
        await served.call("quit_application", target_id=launched.structured_content["target_id"])
        await served.call("launch_application", exe="C:/x.exe")
        steps = served.steps()
    assert [s["action"] for s in steps] == ["launch_application", "quit_application", "launch_application"]
    assert steps[0]["effect"] == "confirmed"
    assert steps[2]["effect"] == "refused"
    assert steps[2]["error"]["code"] == "launch_not_allowed"
