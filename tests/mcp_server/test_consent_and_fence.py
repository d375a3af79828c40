"""What is refused over MCP, who is asked, and what is never shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcp_driving import DESK, error_of, profile, text_of

from wpfagent.core.model import ProcessInfo
from wpfagent.entries.mcp.connection import own_programs

pytestmark = pytest.mark.anyio
DANGEROUS = [profile(safety={"allow_destructive": True})]
DELETE = {"path": "Edit > Delete"}


# -- destructive ------------------------------------------------------------------------------------------------------


async def test_nothing_destructive_is_done_where_no_profile_allows_it(serve):
    async with serve(answer=True) as served:
        assert (await served.fails("menu", **DELETE))["code"] == "refused_destructive"
        assert served.asked == []
        assert await served.log() == ""


async def test_a_client_that_cannot_ask_gets_a_token_for_the_second_step(serve):
    async with serve(profiles=DANGEROUS) as served:
        error = await served.fails("menu", **DELETE)
        assert error["code"] == "confirmation_required"
        assert await served.log() == ""
        token = error["details"]["confirm_token"]
        await served.do("menu", **DELETE, confirm_token=token)
        assert await served.log() == "delete"
        assert (await served.fails("menu", **DELETE, confirm_token=token))["code"] == "token_expired"


async def test_a_client_that_can_ask_asks_the_person_and_the_model_sees_no_token(serve):
    async with serve(profiles=DANGEROUS, answer=True) as served:
        done = await served.do("menu", **DELETE)
        assert done["effect"] in ("confirmed", "unverifiable")
        (question,) = served.asked
        assert "menu" in question
        assert "delete" in question
        assert await served.log() == "delete"
    assert "confirm_token" not in (served.session / "ai" / "calls.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("answer", [False, None])
async def test_nothing_is_done_when_the_person_says_no_or_nothing(serve, answer):
    async with serve(profiles=DANGEROUS, answer=answer) as served:
        error = await served.fails("menu", **DELETE)
        assert error["code"] == "refused_destructive"
        assert "token" not in json.dumps(error)
        assert len(served.asked) == 1
        assert await served.log() == ""
        await check_recorded_tokens_are_worthless(served)


async def test_a_batch_never_asks_and_never_shows_a_token_where_a_person_can_be_asked(serve):
    async with serve(profiles=DANGEROUS, answer=True) as served:
        actions = [{"tool": "menu", "args": {"target_id": served.target, **DELETE}}]
        result = await served.call("run_actions", actions=actions)
        assert result.structured_content["failed"]["code"] == "confirmation_required"
        assert "confirm_token" not in json.dumps(result.structured_content)
        assert "confirm_token" not in text_of(result)
        assert served.asked == []
        assert await served.log() == ""
        await check_recorded_tokens_are_worthless(served)


async def check_recorded_tokens_are_worthless(served):
    for step in served.steps():
        if token := step.get("error", {}).get("details", {}).get("confirm_token"):
            assert (await served.fails("menu", **DELETE, confirm_token=token))["code"] == "token_expired"
    assert await served.log() == ""


async def test_a_token_is_no_use_for_another_call(serve):
    async with serve(profiles=DANGEROUS) as served:
        token = (await served.fails("menu", **DELETE))["details"]["confirm_token"]
        error = await served.fails("menu", path="File > Exit", confirm_token=token)
        assert error["code"] == "token_expired"
        assert served.desktop.liveness(served.pid).running


# -- rules ------------------------------------------------------------------------------------------------------------


async def test_the_same_action_twice_is_refused_until_something_is_read(served):
    await served.do("click", "IdleButton")
    assert (await served.fails("click", "IdleButton"))["code"] == "refused_repeated"
    await served.do("get_state", "IdleButton")
    await served.do("click", "IdleButton")


async def test_coordinates_need_the_extended_mode(serve):
    async with serve() as served:
        assert (await served.fails("click_xy", x=1, y=1))["code"] == "tool_disabled"
        rect = {"bounding_rect": [1, 1, 10, 10]}
        assert (await served.fails("click", selector=rect))["code"] == "refused_mode"
    async with serve(mode="extended") as served:
        assert (await served.fails("click_xy", x=1, y=1))["code"] == "refused_outside_target"


async def test_only_what_a_profile_names_is_launched(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        refused = error_of(await served.call("launch_application", exe=str(DESK)))
        assert refused["code"] == "launch_not_allowed"
        assert served.desktop.windows() == []
        launched = await served.call("launch_application", profile="Desk")
        assert launched.structured_content["title"] == "Desk"


async def test_allow_launch_lets_any_program_be_launched_but_a_shell(serve):
    async with serve(app=None, allow_launch=True) as served:
        launched = await served.call("launch_application", exe=str(DESK))
        assert launched.structured_content["was_already_running"] is False
        error = error_of(await served.call("launch_application", exe="C:/Windows/System32/cmd.exe"))
        assert error["code"] == "refused_outside_target"


async def test_resolving_never_launches(serve):
    async with serve(app=None, profiles=[profile()], allow_launch=True) as served:
        for spec in ({"profile": "Desk"}, {"exe": str(DESK)}, {"exe": str(DESK), "mode": "launch"}):
            assert error_of(await served.call("resolve_target", target_spec=spec))["code"] == "target_not_found"
            by_spec = await served.call("read_text", target_spec=spec, selector={"automation_id": "Log"})
            assert error_of(by_spec)["code"] == "target_not_found"
        assert served.desktop.windows() == []


async def test_a_fence_lets_nothing_else_be_reached_or_seen(serve, tmp_path):
    other = Path(DESK).with_name("other.xaml")
    copy = tmp_path / other.name
    copy.write_text(DESK.read_text(encoding="utf-8").replace('Title="Desk"', 'Title="Other"'), encoding="utf-8")
    copy.with_suffix(".py").write_text(DESK.with_suffix(".py").read_text(encoding="utf-8"), encoding="utf-8")
    profiles = [profile(), profile("Other", launch={"exe": str(copy)})]
    async with serve(profiles=profiles, fence=("Desk",), allow_launch=True) as served:
        pid = served.desktop.launch(str(copy)).pid
        for spec in ({"pid": pid}, {"title_re": "Other"}, {"profile": "Other"}):
            refused = error_of(await served.call("resolve_target", target_spec=spec))
            assert refused["code"] == "refused_outside_target"
        by_title = await served.call("list_controls", window_query="Other")
        assert error_of(by_title)["code"] == "refused_outside_target"
        inside = await served.call("read_text", window_query="Desk", selector={"automation_id": "Log"})
        assert not inside.is_error, text_of(inside)
        by_pid = await served.call("resolve_target", target_spec={"pid": served.pid})
        assert by_pid.structured_content["target_id"] == served.target
        assert error_of(await served.call("list_windows"))["code"] == "refused_outside_target"
        assert error_of(await served.call("screenshot"))["code"] == "refused_outside_target"
        for named in ({"profile": "Other"}, {"exe": str(copy)}):
            refused = error_of(await served.call("launch_application", **named))
            assert refused["code"] in ("refused_outside_target", "launch_not_allowed")
        (found,) = (await served.call("list_applications")).structured_content["applications"]
        assert found["pid"] == served.pid
        listed = await served.client.read_resource("wpf-agent://profiles")
        assert [p["name"] for p in json.loads(listed.contents[0].text)["profiles"]] == ["Desk"]


async def test_a_fence_of_a_profile_that_does_not_exist_is_said_in_every_reply(serve):
    async with serve(app=None, fence=("Nobody",)) as served:
        for _ in range(2):
            assert error_of(await served.call("list_windows"))["code"] == "profile_not_found"


async def test_a_broken_profiles_file_is_said_in_the_reply_until_it_is_mended(serve, home):
    path = home / "mine.json"
    path.write_text("{", encoding="utf-8")
    async with serve(app=None, profiles_path=str(path)) as served:
        assert len((await served.client.list_tools()).tools) > 20
        assert error_of(await served.call("list_windows"))["code"] == "profile_invalid"
        path.write_text('{"version": 1, "profiles": []}', encoding="utf-8")
        assert not (await served.call("list_windows")).is_error


async def test_the_profiles_of_the_current_folder_are_nobodys(serve, home, monkeypatch):
    monkeypatch.chdir(home)
    (home / "profiles.json").write_text(json.dumps({"version": 1, "profiles": [profile("Foreign")]}), encoding="utf-8")
    async with serve(app=None) as served:
        listed = json.loads((await served.client.read_resource("wpf-agent://profiles")).contents[0].text)
        assert [p["name"] for p in listed["profiles"]] == ["demo"]


# -- the client's own programs ----------------------------------------------------------------------------------------


def test_what_started_the_server_is_its_own_and_what_took_the_number_of_a_dead_parent_is_not():
    processes = [
        ProcessInfo(1, "host.exe", parent=0, started=10.0),
        ProcessInfo(2, "client.exe", parent=1, started=20.0),
        ProcessInfo(3, "wpf-agent.exe", parent=2, started=30.0),
        ProcessInfo(4, "other.exe", parent=1, started=25.0),
    ]
    assert own_programs(processes, 3) == {"3@30.000", "2@20.000", "1@10.000"}
    processes[1] = ProcessInfo(2, "young.exe", parent=1, started=40.0)
    assert own_programs(processes, 3) == {"3@30.000"}
    assert own_programs([], 3) == frozenset()


async def test_the_clients_own_windows_are_refused_unless_a_profile_names_them(serve, monkeypatch):
    def everything(processes, _pid):
        return frozenset(f"{p.pid}@{p.started:.3f}" for p in processes)

    monkeypatch.setattr("wpfagent.entries.mcp.connection.own_programs", everything)
    async with serve(app=None, profiles=[profile()]) as served:
        pid = served.desktop.launch(str(DESK)).pid
        error = error_of(await served.call("resolve_target", target_spec={"pid": pid}))
        assert error["code"] == "refused_outside_target"
        by_title = await served.call("click", window_query="Desk", selector={"automation_id": "SaveButton"})
        assert error_of(by_title)["code"] == "refused_outside_target"
        assert not (await served.call("resolve_target", target_spec={"profile": "Desk"})).is_error


# -- secrets ----------------------------------------------------------------------------------------------------------


async def test_a_password_shows_in_no_reply_and_no_record(served):
    typed = await served.on_target("type_text", "Secret", text="hunter2-hunter2")
    assert not typed.is_error, text_of(typed)
    assert "hunter2" not in json.dumps(typed.structured_content) + text_of(typed)
    listed = await served.on_target("list_controls")
    assert "hunter2" not in json.dumps(listed.structured_content) + text_of(listed)
    files = [p for p in served.session.rglob("*") if p.is_file()]
    assert [p.name for p in files if b"hunter2" in p.read_bytes()] == []
    assert {"steps.jsonl", "calls.jsonl"} <= {p.name for p in files}
