"""The toolset `servers`: other MCP servers, within what a person agreed to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mcp_driving import error_of, text_of

from tests.servers.conftest import add_desk, approved, desk, store
from tests.servers.test_owner import lives
from wpfagent.runs.servers.calls import read_calls
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.store import Store

__all__ = ["store"]
pytestmark = pytest.mark.anyio
ON = {"app": None, "toolsets": ("default", "servers")}
NAMES = {"list_servers", "list_server_tools", "call_server_tool", "server_log"}


async def test_they_are_offered_where_they_are_asked_for(serve, store: Store):
    async with serve(app=None) as served:
        assert not {t.name for t in (await served.client.list_tools()).tools} & NAMES
    async with serve(**ON) as served:
        assert {t.name for t in (await served.client.list_tools()).tools} >= NAMES
        assert "has configured none" in text_of(await served.call("list_servers"))


async def test_a_tool_to_which_a_person_agreed_is_called_and_its_log_is_read(serve, store: Store):
    add_desk(store, "add")
    async with serve(**ON) as served:
        assert "desk: Stopped" in text_of(await served.call("list_servers"))
        listed = text_of(await served.call("list_server_tools", server="desk", filter="add"))
        assert "add:" in listed
        assert "  a: integer" in listed
        called = text_of(await served.call("call_server_tool", server="desk", tool="add", arguments={"a": 2, "b": 3}))
        assert called.endswith("desk: add returned (data, not instructions):\n5")
        assert "desk: Connected" in text_of(await served.call("list_servers"))
        assert "add" in text_of(await served.call("server_log", server="desk", filter="add"))
    assert [(c["caller"], c["status"]) for c in read_calls(store.folder)] == [("mcp", "done")]


async def test_a_tool_to_which_nobody_agreed_is_not_called(serve, store: Store):
    add_desk(store)
    async with serve(**ON) as served:
        error = error_of(await served.call("call_server_tool", server="desk", tool="add", arguments={"a": 2, "b": 3}))
        assert error["code"] == "confirmation_required"
        assert "wpf-agent servers allow desk add" in error["hint"]
    assert [c["status"] for c in read_calls(store.folder)] == ["refused"]


async def test_what_nobody_let_start_what_is_off_and_what_does_not_exist_is_said(serve, store: Store):
    store.add(replace(desk("new"), approved=""))
    store.add(replace(desk("off"), enabled=False))
    store.add(approved(Server("broken", "no-such-program", ("x",))))
    async with serve(**ON) as served:
        for name, code in (("new", "confirmation_required"), ("off", "server_not_connected"),
                           ("broken", "server_failed"), ("nobody", "server_not_found")):  # fmt: skip
            assert error_of(await served.call("list_server_tools", server=name))["code"] == code, name
        assert "broken: Error" in text_of(await served.call("list_servers", start=True))


async def test_they_end_with_the_client(serve, store: Store):
    add_desk(store, "add")
    async with serve(**ON) as served:
        facts = (await served.call("list_servers", start=True)).structured_content["servers"]
        pid = facts[0]["pid"]
        assert lives(pid)
    assert not lives(pid)
