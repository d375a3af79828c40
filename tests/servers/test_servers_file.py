"""The file of servers: what an entry may be, who may read it, what another client's file brings."""

from __future__ import annotations

import json
import multiprocessing
import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.runs.servers.importing import import_text
from wpfagent.runs.servers.server import Server, merged, merged_args
from wpfagent.runs.servers.store import NameTaken, ServerNotFound, Store

KEY = "sk-live-4f9a8b7c6d5e4f3a2b1c0d9e"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "servers")


def files(name: str = "Filesystem Server") -> Server:
    return Server(name, "npx", ("-y", "@modelcontextprotocol/server-filesystem", "/tmp"))


def test_a_new_server_gets_a_uuid_and_the_times_and_is_enabled_without_resources(store: Store):
    made = store.add(files())
    assert len(made.id) == 36
    assert made.created == made.updated != ""
    assert (made.enabled, made.include_resources) == (True, False)
    entry = json.loads(store.path.read_text())["mcpServers"]["Filesystem Server"]
    assert entry["args"] == ["-y", "@modelcontextprotocol/server-filesystem", "/tmp"]
    assert {"command", "createdAt", "updatedAt", "id", "enabled", "includeResources"} <= set(entry)


def test_what_is_read_is_what_was_kept(store: Store):
    made = store.add(replace(files(), env={"A": "1"}, description="説明", cwd="/tmp", others={"autoApprove": ["x"]}))
    assert store.servers() == {made.name: made}


def test_an_edit_keeps_id_and_creation_and_moves_the_time_of_change(store: Store, monkeypatch: pytest.MonkeyPatch):
    made = store.add(files())
    monkeypatch.setattr("wpfagent.runs.servers.store.iso_time", lambda: "2030-01-01T00:00:00+00:00")
    edited = store.change(made.name, lambda s: replace(s, name="Files", id="other", created="never"))
    assert (edited.id, edited.created, edited.updated) == (made.id, made.created, "2030-01-01T00:00:00+00:00")
    assert list(store.servers()) == ["Files"]


@pytest.mark.parametrize("name", ["filesystem server", "Filesystem Server"])
def test_a_name_that_is_taken_is_refused_whatever_its_case(store: Store, name: str):
    store.add(files())
    with pytest.raises(NameTaken):
        store.add(files(name))
    store.add(files("other"))
    with pytest.raises(NameTaken):
        store.change("other", lambda s: replace(s, name=name))


@pytest.mark.parametrize(
    "server",
    [
        Server("", "x"), Server(" x", "x"), Server("a\nb", "x"), Server("n" * 101, "x"), Server("x"),
        Server("x", "c", url="https://a"), Server("x", url="ftp://a"), Server("x", "c", env={"A=B": "1"}),
        Server("x", "c", ("a\0",)),
    ],
)  # fmt: skip
def test_what_makes_no_server_is_refused_and_nothing_is_written(store: Store, server: Server):
    with pytest.raises(InvalidArgument):
        store.add(server)
    assert not store.path.exists()


def test_an_unknown_name_names_the_nearest(store: Store):
    store.add(files())
    with pytest.raises(ServerNotFound, match="Filesystem Server"):
        store.find("Filesystem Servr")


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX; tests/windows looks at the access list")
def test_only_the_user_may_read_it(store: Store):
    before = os.umask(0)
    try:
        store.add(files())
    finally:
        os.umask(before)
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("text", ["{", "[]", '{"mcpServers": []}', '{"mcpServers": {"a": 1}}',
                                  '{"mcpServers": {"a": {"command": 5}}}', '{"mcpServers": {"a": {}}}'])  # fmt: skip
def test_a_broken_file_is_said_and_left_as_it_is(store: Store, text: str):
    store.folder.mkdir(parents=True)
    store.path.write_text(text)
    with pytest.raises(FileInvalid, match=r"servers\.json"):
        store.servers()
    with pytest.raises(FileInvalid):
        store.add(files())
    assert store.path.read_text() == text


def _add(folder: str, number: int) -> None:
    Store(Path(folder)).add(Server(f"server {number}", "x"))


def test_two_programs_that_add_at_once_lose_nothing(store: Store):
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        pool.starmap(_add, [(str(store.folder), n) for n in range(12)])
    assert len(store.servers()) == 12


def test_secrets_are_in_no_listing_and_survive_an_edit_of_what_is_shown():
    args = ("--api-key", "abc", f"--token={KEY}", KEY, "plain")
    env, headers = {"API_KEY": "abc", "MODE": "fast"}, {"Authorization": "Bearer zzz"}
    server = Server("x", "node", args, env, headers=headers)
    shown = json.dumps(server.to_dict())
    assert not any(secret in shown for secret in (KEY, '"abc"', "zzz"))
    assert server.to_dict()["env"] == {"API_KEY": "${secret:API_KEY}", "MODE": "fast"}
    assert merged({**server.shown_env, "MODE": "slow"}, server.env) == {"API_KEY": "abc", "MODE": "slow"}
    assert merged_args(tuple(server.to_dict()["args"]), server.args) == server.args
    url = Server("y", url=f"https://u:pw@example.org/mcp?token={KEY}&x=1")
    assert url.shown_command == "https://example.org/mcp?token=${secret:token}&x=1"
    assert "plain text" in " ".join(server.warnings())


def test_a_command_that_is_not_there_is_warned_of():
    assert "was not found" in Server("x", "no-such-program-here").warnings()[0]
    assert not Server("x", sys.executable, ("a",)).warnings()
    assert "larger" in Server("x", sys.executable, include_resources=True).warnings()[0]


def test_consent_is_bound_to_everything_that_is_run():
    server = replace(files(), env={"A": "1"})
    agreed = replace(server, approved=server.fingerprint)
    assert agreed.is_approved
    for changed in (replace(agreed, args=("x",)), replace(agreed, command="y"), replace(agreed, env={"A": "2"}),
                    replace(agreed, cwd="/")):  # fmt: skip
        assert not changed.is_approved
    assert replace(agreed, description="other", name="other").is_approved


CLAUDE = """{"numStartups": 3, "projects": {"/x": {"mcpServers": {"no": {"command": "no"}}}},
 "mcpServers": {"files": {"type": "stdio", "command": "npx", "args": ["-y", "a"], "env": {"API_KEY": "k"}},
                "remote": {"type": "http", "url": "https://example.org/mcp", "headers": {"X": "1"}},
                "old": {"type": "sse", "url": "https://example.org/sse"}}}"""
VSCODE = """{ // comment
  "inputs": [], "servers": {"files": {"type": "stdio", "command": "npx", "args": ["${input:x}"],}, } }"""
CODEX = """[mcp_servers.files]
command = "npx"
args = ["-y", "a"]
startup_timeout_sec = 30
[mcp_servers.files.env]
A = "1"
[mcp_servers.far]
url = "https://example.org/mcp"
http_headers = {X = "1"}
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (CLAUDE, ["files", "remote"]), (VSCODE, ["files"]), (CODEX, ["files", "far"]),
        ('{"a": {"command": "x"}, "b": {"url": "http://localhost/mcp"}}', ["a", "b"]),
        ('{"mcp": {"servers": {"a": {"command": "x"}}}}', ["a"]),
    ],
    ids=["claude", "vscode", "codex", "bare", "vscode-settings"],
)  # fmt: skip
def test_what_another_client_has_comes_in_disabled_and_without_consent(store: Store, text: str, names: list[str]):
    made = import_text(store, text, what="the text")
    assert [s.name for s in made.servers] == names
    assert all(not s.enabled and not s.is_approved for s in store.servers().values())


def test_an_import_says_what_it_left_out_and_what_needs_a_look(store: Store):
    made = import_text(store, CLAUDE, what="the text")
    assert any("old" in note and "SSE" in note for note in made.notes)
    assert any("is not filled in" in note for note in import_text(store, VSCODE, what="the text").notes)
    assert list(store.servers()) == ["files", "remote", "files 2"]
    again = import_text(store, CLAUDE, what="the text")
    assert not again.servers
    assert sum("there already" in note for note in again.notes) == 2


def test_consent_and_enabled_of_a_pasted_text_count_for_nothing(store: Store):
    server = Server("x", "npx", ("a",))
    entry = {"command": "npx", "args": ["a"], "enabled": True, "approved": server.fingerprint,
             "approvedTools": {"t": "h"}, "id": "mine"}  # fmt: skip
    (made,) = import_text(store, json.dumps({"mcpServers": {"x": entry}}), what="the text").servers
    assert (made.enabled, made.is_approved, dict(made.approved_tools), made.id == "mine") == (False, False, {}, False)


@pytest.mark.parametrize("text", ["", "hello", "{", "[]", '{"x": 1}', "a = 1", "{" * 5000, "\0"])
def test_a_text_without_servers_is_said(store: Store, text: str):
    with pytest.raises(FileInvalid):
        import_text(store, text, what="the text")
    assert not store.path.exists()
