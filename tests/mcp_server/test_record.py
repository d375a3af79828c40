"""The record of a connection, and the resources that show it."""

from __future__ import annotations

import json

import pytest
from mcp.shared.exceptions import MCPError
from mcp_driving import text_of

from wpfagent.core.errors import WpfAgentError
from wpfagent.entries.mcp import resources
from wpfagent.entries.mcp.options import ServeOptions

pytestmark = pytest.mark.anyio


async def test_listing_tools_alone_makes_no_session(serve):
    async with serve(app=None) as served:
        await served.client.list_tools()
        await served.client.read_resource("wpf-agent://sessions")
    assert not (served.artifacts / "sessions").exists()


async def test_a_session_holds_the_client_the_steps_and_the_raw_calls(served, era):
    await served.do("click", "SaveButton")
    await served.fails("click", "NoSuchButton", timeout_ms=50)
    await served.fails("click")
    facts = json.loads((served.session / "session.json").read_text(encoding="utf-8"))
    assert facts["caller"] == "mcp"
    assert facts["client"]["name"] == "mcp"
    assert facts["client"]["protocol"] == ("2025-11-25" if era == "legacy" else "2026-07-28")
    assert "not visible" in facts["note"]
    calls = served.calls()
    assert [c["tool"] for c in calls] == ["resolve_target", "click", "click", "click"]
    assert calls[1]["arguments"]["selector"] == {"automation_id": "SaveButton"}
    assert [c.get("error") for c in calls] == [None, None, "element_not_found", "invalid_argument"]
    actions = [s["action"] for s in served.steps()]
    assert actions == ["resolve_target", "click", "click"]


async def test_a_session_is_closed_with_the_connection(serve):
    async with serve() as served:
        await served.do("click", "SaveButton")
    facts = json.loads((served.session / "session.json").read_text(encoding="utf-8"))
    assert facts["outcome"] == "ended"
    assert facts["steps"] == 2


async def test_sessions_and_their_files_are_resources(served):
    await served.on_target("screenshot")
    session = served.session.name
    listed = json.loads(text(await served.client.read_resource("wpf-agent://sessions")))
    assert [s["session_id"] for s in listed["sessions"]] == [session]
    steps = text(await served.client.read_resource(f"wpf-agent://sessions/{session}/steps.jsonl"))
    assert json.loads(steps.splitlines()[0])["action"] == "resolve_target"
    folder = json.loads(text(await served.client.read_resource(f"wpf-agent://sessions/{session}")))
    assert {"screens/", "session.json", "steps.jsonl"} <= set(folder["files"])
    (picture,) = (served.session / "screens").iterdir()
    image = (await served.client.read_resource(f"wpf-agent://sessions/{session}/screens/{picture.name}")).contents[0]
    assert image.mime_type == "image/png"
    templates = (await served.client.list_resource_templates()).resource_templates
    assert {t.name for t in templates} == {"sessions", "tickets", "reports"}
    assert {r.name for r in (await served.client.list_resources()).resources} == {"profiles", "sessions", "tickets"}


async def test_a_ticket_is_a_resource(served):
    folder = served.artifacts / "tickets" / "20261121-090000-aaaa" / "TICKET-20261121-090001-bbbb"
    folder.mkdir(parents=True)
    (folder / "ticket.json").write_text('{"title": "It crashes", "oracle": "process_exited", "count": 2}')
    (folder / "ticket.md").write_text("# It crashes", encoding="utf-8")
    (ticket,) = json.loads(text(await served.client.read_resource("wpf-agent://tickets")))["tickets"]
    assert ticket["title"] == "It crashes"
    uri = f"wpf-agent://tickets/{ticket['session_id']}/{ticket['ticket_id']}/ticket.md"
    assert text(await served.client.read_resource(uri)) == "# It crashes"


@pytest.mark.parametrize(
    "path",
    [
        "sessions/../state/tokens.json",
        "sessions/%2e%2e/state/tokens.json",
        "sessions/..%2fstate%2ftokens.json",
        "sessions/..%5cstate%5ctokens.json",
        "sessions//etc/passwd",
        "sessions/%2Fetc/passwd",
        "sessions/C:/Windows/win.ini",
        "sessions/C%3A%5CWindows%5Cwin.ini",
        "sessions/s1/../../state/tokens.json",
        "sessions/s1/link/tokens.json",
        "sessions/s1/secret.txt",
        "sessions/s1/\\\\host/share",
        "sessions/s1/%00",
        "state/tokens.json",
        "reports/../../state/tokens.json",
        "nothing",
        "",
    ],
)
async def test_no_path_leads_out_of_the_records(serve, path):
    async with serve(app=None) as served:
        folder = served.artifacts / "sessions" / "s1"
        folder.mkdir(parents=True)
        (served.artifacts / "state").mkdir()
        (served.artifacts / "state" / "tokens.json").write_text("secret")
        (served.artifacts / "secret.txt").write_text("secret")
        (folder / "link").symlink_to(served.artifacts / "state")
        (folder / "secret.txt").symlink_to(served.artifacts / "secret.txt")
        with pytest.raises(MCPError) as error:
            await served.client.read_resource(f"wpf-agent://{path}")
        assert error.value.code == -32602
        with pytest.raises(WpfAgentError):
            resources.read(f"wpf-agent://{path}", ServeOptions(artifacts=str(served.artifacts), desktop="simulated"))


async def test_a_link_within_the_records_is_followed(serve):
    async with serve(app=None) as served:
        folder = served.artifacts / "sessions" / "s1"
        folder.mkdir(parents=True)
        (folder / "a.txt").write_text("here")
        (folder / "b.txt").symlink_to(folder / "a.txt")
        if not (folder / "b.txt").exists():
            pytest.skip("links cannot be followed on this machine")
        assert text(await served.client.read_resource("wpf-agent://sessions/s1/b.txt")) == "here"


async def test_behind_a_fence_other_records_are_not_shown(serve):
    async with serve(app=None, fence=("demo",)) as served:
        for name, profile in (("s1", "demo"), ("s2", "Other"), ("s3", None)):
            folder = served.artifacts / "sessions" / name
            folder.mkdir(parents=True)
            (folder / "session.json").write_text(json.dumps({"session_id": name, "profile": profile}))
        listed = json.loads(text(await served.client.read_resource("wpf-agent://sessions")))
        assert [s["session_id"] for s in listed["sessions"]] == ["s1"]
        for name in ("s2", "s3"):
            with pytest.raises(MCPError):
                await served.client.read_resource(f"wpf-agent://sessions/{name}/session.json")


async def test_a_profiles_environment_is_not_shown(serve):
    launch = {"exe": "a.exe", "env": {"API_KEY": "hunter2"}}
    async with serve(app=None, profiles=[{"name": "A", "launch": launch}]) as served:
        shown = text(await served.client.read_resource("wpf-agent://profiles"))
    assert "API_KEY" in shown
    assert "hunter2" not in shown


async def test_a_full_disk_is_told_and_the_server_lives_on(serve, home):
    (home / "artifacts").write_text("a file where the folder should be")
    async with serve(app=None) as served:
        result = await served.call("list_windows")
        assert result.is_error
        assert "storage_failed" in text_of(result)
        (home / "artifacts").unlink()
        assert not (await served.call("list_windows")).is_error


def text(result) -> str:
    return result.contents[0].text
