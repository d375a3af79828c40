"""The toolset `search`: finding again what was recorded, over MCP."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from mcp_driving import error_of, profile, text_of

from tests.unit.search_records import file_ticket, record
from wpfagent.entries.mcp.families import all_tools
from wpfagent.entries.mcp.families.search import TOOLS
from wpfagent.entries.mcp.replies import BUDGET, size_of

pytestmark = pytest.mark.anyio
NAMES = ("search", "get_metadata", "search_by_kind", "recent_files")
ON = {"app": None, "toolsets": ("default", "search")}


async def test_the_four_tools_are_read_only_and_offered_where_they_are_asked_for(serve):
    assert tuple(t.name for t in TOOLS) == NAMES
    async with serve(**ON) as served:
        offered = {t.name: t for t in (await served.client.list_tools()).tools}
        for name in NAMES:
            hints = offered[name].annotations
            assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint) == (True, False, True)
        for name in ("search", "search_by_kind", "recent_files"):
            assert "scope" in offered[name].input_schema["required"]
    async with serve(app=None) as served:
        assert not {t.name for t in (await served.client.list_tools()).tools} & set(NAMES)
        error = error_of(await served.call("search", query="x", scope="/"))
        assert error["code"] == "tool_disabled"


async def test_what_is_found_is_said_alike_to_a_model_and_to_a_program(serve, home):
    folder = record(home / "artifacts", ["在庫を保存"], shown=["Order saved"])
    async with serve(**ON) as served:
        scope = str(home / "artifacts")
        for query, kind in (("在庫", "steps"), ("order saved", "picture")):
            result = await served.call("search", query=query, scope=scope)
            (hit,) = result.structured_content["hits"]
            assert hit["kind"] == kind
            assert Path(hit["path"]).is_relative_to(folder)
            for said in hit.values():
                assert str(said) in text_of(result), said
        listed = await served.call("search_by_kind", kind="picture", scope=scope)
        assert [h["path"] for h in listed.structured_content["hits"]] == [str(folder / "screens" / "0001-after.png")]
        recent = await served.call("recent_files", scope=scope)
        assert str(folder / "steps.jsonl") in text_of(recent)
        told = await served.call("get_metadata", path=str(folder / "steps.jsonl"))
        assert told.structured_content["metadata"]["session"]["outcome"] == "passed"
        assert "session.outcome: passed" in text_of(told)


async def test_as_many_hits_as_fit_are_given_and_the_pages_hold_them_all(serve, home):
    record(home / "artifacts", [f"step {n} {'在庫' * 60}" for n in range(150)])
    async with serve(**ON) as served:
        seen, after = [], None
        while True:
            result = await served.call("search", query="在庫", scope=str(home / "artifacts"), limit=1000, after=after)
            facts = result.structured_content
            assert size_of(facts) <= BUDGET
            assert len(text_of(result).encode()) <= BUDGET + 200
            assert "file" not in facts
            seen += [h["line"] for h in facts["hits"]]
            after = facts.get("next")
            if after is None:
                break
            assert after in text_of(result)
            assert len(facts["hits"]) > 10
        assert sorted(seen) == list(range(1, 151))


async def test_a_client_behind_a_fence_finds_only_its_own_records(serve, home):
    mine = record(home / "artifacts", ["shared words"], shown=["shared words"], profile="Desk")
    other = record(home / "artifacts", ["shared words"], shown=["shared words"], profile="Other")
    nobody = record(home / "artifacts", ["shared words"])
    ticket = file_ticket(home / "artifacts", other.name, "shared words")
    profiles = [profile(), profile("Other")]
    scope = str(home / "artifacts")
    async with serve(profiles=profiles, fence=("Desk",), **ON) as served:
        for name, args in (
            ("search", {"query": "shared words"}), ("search", {"query": "sh"}), ("search_by_kind", {"kind": "steps"}),
            ("search_by_kind", {"kind": "picture"}), ("search_by_kind", {"kind": "ticket"}), ("recent_files", {}),
        ):  # fmt: skip
            result = await served.call(name, scope=scope, **args)
            sessions = {h["session"] for h in result.structured_content["hits"]}
            assert (mine.name in sessions) == (args != {"kind": "ticket"}), name
            assert not sessions & {other.name, nobody.name}, name  # the server's own record may be there
            assert other.name not in text_of(result)
        for path in (other / "steps.jsonl", nobody / "session.json", ticket / "ticket.json"):
            assert error_of(await served.call("get_metadata", path=str(path)))["code"] == "path_outside_scope"
        assert not (await served.call("get_metadata", path=str(mine / "steps.jsonl"))).is_error
        in_other = await served.call("search", query="shared", scope=str(other))
        assert in_other.structured_content["hits"] == []
        # a record that changes hands after it was indexed is no longer seen
        facts = json.loads((mine / "session.json").read_text(encoding="utf-8"))
        (mine / "session.json").write_text(json.dumps({**facts, "profile": "Other"}), encoding="utf-8")
        gone = await served.call("search", query="shared words", scope=scope)
        assert gone.structured_content["hits"] == []


@pytest.mark.parametrize(
    ("tool", "args", "code"),
    [
        ("search", {"query": "x"}, "invalid_argument"),
        ("search", {"query": "", "scope": "{artifacts}"}, "invalid_argument"),
        ("search", {"query": "x", "scope": "artifacts"}, "invalid_argument"),
        ("search", {"query": "x", "scope": "{artifacts}/nowhere"}, "file_not_found"),
        ("search", {"query": "x", "scope": "{file}"}, "invalid_argument"),
        ("search", {"query": "x", "scope": "{artifacts}/../other"}, "path_outside_scope"),
        ("search_by_kind", {"kind": "video", "scope": "{artifacts}"}, "invalid_argument"),
        ("recent_files", {"scope": "{artifacts}", "since": "last week"}, "invalid_argument"),
        ("get_metadata", {"path": "steps.jsonl"}, "invalid_argument"),
        ("get_metadata", {"path": "{artifacts}/sessions/x.json"}, "file_not_found"),
    ],
)
async def test_wrong_calls_are_refused_by_their_kind(serve, home, caplog, tool, args, code):
    folder = record(home / "artifacts", ["x"])
    (home / "other").mkdir()
    places = {"artifacts": home / "artifacts", "file": folder / "steps.jsonl"}
    async with serve(**ON) as served:
        with caplog.at_level(logging.DEBUG, logger="wpfagent"):
            error = error_of(await served.call(tool, **{k: v.format(**places) for k, v in args.items()}))
    assert error["code"] == code
    if "video" in args.values():
        assert "session, steps, ticket, picture, snapshot, log, scenario" in error["hint"]
    if len(args) > 1 or tool == "get_metadata":
        assert [r.levelname for r in caplog.records if r.name.endswith("families.search")] == ["DEBUG", "WARNING"]


async def test_logs_tell_the_call_and_never_what_was_asked_or_found(serve, home, caplog):
    record(home / "artifacts", ["confidential words"])
    async with serve(**ON) as served:
        with caplog.at_level(logging.DEBUG):
            found = await served.call("search", query="confidential", scope=str(home / "artifacts"))
            await served.call("search", query="confidential", scope=str(home / "artifacts" / "none"))
    assert len(found.structured_content["hits"]) == 1
    said = [(r.levelname, r.getMessage()) for r in caplog.records if r.name.startswith("wpfagent")]
    assert ("DEBUG", "search was called") in said
    assert ("WARNING", "search: file_not_found") in said
    assert not [m for _, m in said if "confidential" in m or "steps.jsonl" in m]


def test_no_other_tool_has_one_of_these_names():
    names = [t.name for t in all_tools()]
    assert len(names) == len(set(names))
