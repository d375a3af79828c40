"""What befalls an application, a call or the wire does not end the server."""

from __future__ import annotations

import threading

import anyio
import pytest
from mcp_driving import DESK, error_of, text_of

from wpfagent.core.errors import AccessDeniedElevated, Unsupported
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request

pytestmark = pytest.mark.anyio


async def works(served) -> None:
    """The server still does what it is for, on a fresh application."""
    pid = served.desktop.launch(str(DESK)).pid
    found = await served.call("resolve_target", target_spec={"pid": pid})
    target = found.structured_content["target_id"]
    acted = await served.call("click", target_id=target, selector={"automation_id": "SaveButton"})
    assert acted.structured_content["effect"] == "confirmed"


async def test_a_hung_application_is_told_and_others_are_reached(served):
    served.desktop.faults(served.pid).freeze()
    error = await served.fails("click", "SaveButton", timeout_ms=1_000)
    assert error["code"] == "app_not_responding"
    await works(served)


async def test_a_crash_is_told_with_its_exit_code(served):
    error = await served.fails("click", "CrashButton")
    assert error["code"] == "app_exited"
    assert error["details"]["exit_code"] == 0xE0434352
    assert len(list((served.artifacts / "tickets").glob("*/TICKET-*"))) == 1
    assert (await served.fails("get_state", "SaveButton"))["code"] == "app_exited"
    await works(served)


async def test_an_application_that_vanished_is_told(served):
    served.desktop.terminate(served.pid)
    assert (await served.fails("list_controls"))["code"] == "app_exited"
    error = error_of(await served.call("read_text", window_query="Desk", selector={"automation_id": "Log"}))
    assert error["code"] == "target_not_found"
    await works(served)


async def test_an_elevated_application_is_told_with_what_to_do(served, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AccessDeniedElevated("desk runs as administrator, wpf-agent does not.")

    monkeypatch.setattr("wpfagent.desktops.target.resolve", refuse)
    error = error_of(await served.call("resolve_target", target_spec={"pid": served.pid}))
    assert error["code"] == "access_denied_elevated"
    assert "administrator" in error["hint"]
    monkeypatch.undo()
    await works(served)


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"selector": None},
        {"selector": "SaveButton"},
        {"selector": {}},
        {"selector": {"automation_id": 5}},
        {"selector": {"automation_id": "SaveButton"}, "button": "left-most"},
        {"selector": {"automation_id": "SaveButton"}, "timeout_ms": -1},
        {"selector": {"automation_id": "SaveButton"}, "timeout_ms": "soon"},
        {"selector": {"name_re": "("}},
        {"selector": {"within": {"within": {"within": {"x": 1}}}}},
        {"target_id": 7, "selector": {"automation_id": "SaveButton"}},
        {"target_spec": {"pid": "x"}, "selector": {"automation_id": "SaveButton"}},
        {"target_id": "t1", "window_query": "Desk", "selector": {"automation_id": "SaveButton"}},
        {"confirm_token": ["x"], "selector": {"automation_id": "SaveButton"}},
        {"selector": {"automation_id": "\ud83d"}},
    ],
    ids=repr,
)
async def test_a_wrong_argument_is_told_and_nothing_is_done(served, args):
    given = args if "target_id" in args or "target_spec" in args else {"target_id": served.target, **args}
    error = error_of(await served.call("click", **given))
    assert error["code"] in ("invalid_argument", "element_not_found"), error
    assert await served.log() == ""


async def test_200_parallel_calls_are_all_answered(served):
    answers = []

    async def call(number: int) -> None:
        tool = ("get_state", "read_text", "list_windows")[number % 3]
        args = {} if tool == "list_windows" else {"selector": {"automation_id": "SaveButton"}}
        answers.append(await served.client.call_tool(tool, {"target_id": served.target, **args}))

    async with anyio.create_task_group() as tasks:
        for number in range(200):
            tasks.start_soon(call, number)
    assert len(answers) == 200
    assert not [text_of(a) for a in answers if a.is_error]
    assert len(served.steps()) == 201
    assert [s["n"] for s in served.steps()] == list(range(1, 202))


async def test_a_cancelled_call_frees_the_client_and_the_next_call_is_answered(served, monkeypatch):
    execute = Gate.execute
    finish = threading.Event()

    def slow(self, request: Request):
        if request.action == "read_text" and not finish.is_set():
            finish.wait(5)
        return execute(self, request)

    monkeypatch.setattr(Gate, "execute", slow)
    with anyio.move_on_after(0.2) as scope:
        await served.on_target("read_text", "Log")
    assert scope.cancelled_caught
    finish.set()
    await works(served)


async def test_a_fault_of_the_server_itself_is_a_result_and_it_lives_on(served, monkeypatch):
    def broken(*_args, **_kwargs):
        raise RuntimeError("a bug")

    monkeypatch.setattr("wpfagent.entries.mcp.families.actions.answer_of", broken)
    error = await served.fails("read_text", "Log")
    assert error["code"] == "unexpected"
    assert "a bug" in error["message"]
    monkeypatch.undo()
    await works(served)


async def test_a_desktop_that_cannot_do_it_says_so(served, monkeypatch):
    def unsupported(*_args, **_kwargs):
        raise Unsupported("No pictures here.")

    monkeypatch.setattr(served.desktop, "capture", unsupported)
    assert (await served.fails("screenshot"))["code"] == "unsupported"


async def test_half_a_character_in_a_name_is_shown_as_a_mark(serve, tmp_path):
    code = "class CodeBehind:\n    def __init__(self, view):\n        view['Log'].text = 'cut \\ud83d here'\n"
    path = tmp_path / "cut.xaml"
    path.write_text(DESK.read_text(encoding="utf-8").replace('Click="', 'Tag="'), encoding="utf-8")
    path.with_suffix(".py").write_text(
        f"{code}\n    def __getattr__(self, name):\n        return lambda view, sender: None\n", encoding="utf-8"
    )
    async with serve(app=path) as served:
        assert await served.log() == "cut \ufffd here"
