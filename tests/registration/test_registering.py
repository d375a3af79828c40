"""Registering in the files of every client: what is written, what stays, what comes out again."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import json
import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from wpfagent.core.errors import Busy, FileInvalid, InvalidArgument, StorageFailed
from wpfagent.entries.registration import (
    CLIENTS,
    NAME,
    SCOPES,
    Client,
    Computer,
    Scope,
    ServerCommand,
    clients_in_use,
    config_file,
    find_client,
    find_stale,
    inspect,
    ledger,
    mend,
    register,
    unregister,
)
from wpfagent.entries.registration.config_file import ChangedMeanwhile
from wpfagent.entries.registration.ledger import Ledger

ALL = [pytest.param(c, s, id=f"{c.name}-{s}") for c in CLIENTS.values() for s in SCOPES]
CLAUDE, CODEX, VSCODE = CLIENTS["claude"], CLIENTS["codex"], CLIENTS["vscode"]
SEEDS = {
    "json": """{
    // the person's own
    "theme": "dark", /* é */
    "mcpServers": {"x": {"command": "y"}},
    "servers": {}
}
""",
    "toml": "# the person's own\nmodel = 'm' # é\n\n[mcp_servers.x]\ncommand = 'y'\n",
}


def entry_of(client: Client, path: Path) -> Any:
    text = path.read_text(encoding="utf-8-sig")
    return (tomllib.loads(text) if client.format == "toml" else json.loads(text))[client.section][NAME]


def seeded(client: Client, scope: Scope, computer: Computer, raw: bytes | None = None) -> Path:
    path = client.file(scope, computer)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(SEEDS[client.format].encode() if raw is None else raw)
    return path


def everything_below(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*"))


# -- in and out ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("client", "scope"), ALL)
def test_a_missing_file_is_created_and_taken_away_with_its_folders(
    client: Client, scope: Scope, computer: Computer, server: ServerCommand
) -> None:
    before = everything_below(computer.home) + everything_below(computer.folder)
    assert register(client, scope, computer, server).change == "added"
    path = client.file(scope, computer)
    assert entry_of(client, path)["command"] == server.command
    assert entry_of(client, path)["args"] == ["mcp", "serve"]
    if scope == "user" and os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert unregister(client, scope, computer, server).change == "removed"
    assert everything_below(computer.home) + everything_below(computer.folder) == before


@pytest.mark.parametrize(("client", "scope"), ALL)
@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw,
        lambda raw: raw.replace(b"\n", b"\r\n"),
        lambda raw: b"\xef\xbb\xbf" + raw,
        lambda raw: raw.rstrip(b"\n"),
        lambda _raw: b"",
        lambda _raw: b"\n \n",
    ],
    ids=["LF", "CRLF", "BOM", "no last line end", "empty", "blank"],
)
def test_a_file_is_byte_for_byte_as_before(
    client: Client, scope: Scope, change: Any, computer: Computer, server: ServerCommand
) -> None:
    raw = change(SEEDS[client.format].encode())
    path = seeded(client, scope, computer, raw)
    path.chmod(0o646)
    assert register(client, scope, computer, server).backup.read_bytes() == raw
    assert inspect(client, scope, computer, server).state == "current"
    assert path.read_bytes().startswith(b"\xef\xbb\xbf") == raw.startswith(b"\xef\xbb\xbf")
    assert unregister(client, scope, computer, server).change == "removed"
    assert path.read_bytes() == raw
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o646


@pytest.mark.parametrize(("client", "scope"), ALL)
def test_registering_twice_changes_nothing(
    client: Client, scope: Scope, computer: Computer, server: ServerCommand
) -> None:
    path = seeded(client, scope, computer)
    register(client, scope, computer, server)
    first, files = path.read_bytes(), everything_below(computer.home.parent)
    assert register(client, scope, computer, server).change == "unchanged"
    assert path.read_bytes() == first
    assert everything_below(computer.home.parent) == files


@pytest.mark.parametrize(("client", "scope"), ALL)
def test_a_program_that_moved_is_noticed_and_mended_and_still_comes_out_clean(
    client: Client, scope: Scope, computer: Computer, server: ServerCommand
) -> None:
    raw = seeded(client, scope, computer).read_bytes()
    gone = dataclasses.replace(server, command=str(computer.home / "old" / "wpf-agent.exe"))
    register(client, scope, computer, gone)
    held = inspect(client, scope, computer, server)
    assert (held.state, held.why) == ("stale", f"{gone.command} does not exist")
    assert [s.client for s in find_stale(computer, server)] == [client]
    assert register(client, scope, computer, server).change == "updated"
    assert inspect(client, scope, computer, server).state == "current"
    unregister(client, scope, computer, server)
    assert client.file(scope, computer).read_bytes() == raw


def test_what_others_wrote_in_between_stays(computer: Computer, server: ServerCommand) -> None:
    path = CLAUDE.file("user", computer)
    register(CLAUDE, "user", computer, server)
    held = json.loads(path.read_text(encoding="utf-8"))
    held["mcpServers"]["later"] = {"command": "z"}
    held["numStartups"] = 3
    path.write_text(json.dumps(held, indent=4), encoding="utf-8")
    unregister(CLAUDE, "user", computer, server)
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "mcpServers": {"later": {"command": "z"}}, "numStartups": 3
    }  # fmt: skip


def test_a_section_that_was_empty_before_stays_and_ours_goes(computer: Computer, server: ServerCommand) -> None:
    for raw in (b'{"mcpServers": {}}', b'{"a": 1}'):
        path = seeded(CLAUDE, "user", computer, raw)
        register(CLAUDE, "user", computer, server)
        unregister(CLAUDE, "user", computer, server)
        assert path.read_bytes() == raw


def test_a_section_of_ours_goes_also_after_the_client_took_our_entry_out_and_we_came_again(
    computer: Computer, server: ServerCommand
) -> None:
    path = seeded(CLAUDE, "user", computer, b'{"a": 1}')
    register(CLAUDE, "user", computer, server)
    path.write_bytes(b'{"a": 1, "mcpServers": {}}')
    register(CLAUDE, "user", computer, server)
    unregister(CLAUDE, "user", computer, server)
    assert path.read_bytes() == b'{"a": 1}'


def test_without_its_notes_unregistering_still_takes_the_entry_and_nothing_else(
    computer: Computer, server: ServerCommand
) -> None:
    path = seeded(CLAUDE, "user", computer, b'{"a": 1}')
    register(CLAUDE, "user", computer, server)
    (computer.data / "registrations.json").write_text("broken {", encoding="utf-8")
    unregister(CLAUDE, "user", computer, server)
    assert path.read_bytes() == b'{"a": 1, "mcpServers": {}}'


def test_unregistering_what_is_not_there_touches_nothing(computer: Computer, server: ServerCommand) -> None:
    for client in CLIENTS.values():
        assert unregister(client, "user", computer, server).change == "absent"
    assert everything_below(computer.home) == []


# -- entries of others, options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        '{"type": "http", "url": "https://example.org"}', '{"command": "node", "args": ["server.js"]}', '"text"',
        '{"command": "wpf-agent", "args": "mcp serve"}', '{"command": "other", "args": ["mcp", "serve"]}',
    ],
)  # fmt: skip
def test_an_entry_of_our_name_that_is_not_ours_is_left_alone(
    entry: str, computer: Computer, server: ServerCommand
) -> None:
    raw = f'{{"mcpServers": {{"wpf-agent": {entry}}}}}'.encode()
    path = seeded(CLAUDE, "user", computer, raw)
    for call in (register, unregister):
        with pytest.raises(InvalidArgument, match="belongs to an entry"):
            call(CLAUDE, "user", computer, server)
    assert path.read_bytes() == raw


def test_options_and_other_keys_of_an_entry_stay_unless_new_options_are_given(
    computer: Computer, server: ServerCommand
) -> None:
    entry = {
        "command": "/gone/wpf-agent",
        "args": ["mcp", "serve", "--profile", "P"],
        "env": {"A": "1"},
        "trust": False,
    }
    path = seeded(CLAUDE, "user", computer, json.dumps({"mcpServers": {NAME: entry}}).encode())
    register(CLAUDE, "user", computer, server)
    assert entry_of(CLAUDE, path) == {**entry, "command": server.command}
    allowing = dataclasses.replace(server, options=("--allow-launch",))
    assert register(CLAUDE, "user", computer, allowing, keep_options=False).change == "updated"
    assert entry_of(CLAUDE, path)["args"] == ["mcp", "serve", "--allow-launch"]
    assert register(CLAUDE, "user", computer, server).change == "unchanged"


def test_another_copy_that_works_is_told_from_a_stale_one(
    computer: Computer, server: ServerCommand, tmp_path: Path
) -> None:
    copy = tmp_path / "wpf-agent.exe"
    copy.write_bytes(b"")
    register(CLAUDE, "user", computer, dataclasses.replace(server, command=str(copy)))
    held = inspect(CLAUDE, "user", computer, server)
    assert held.state == "other"
    assert str(copy) in held.why
    assert find_stale(computer, server) == []


def test_a_bare_name_is_stale_when_it_is_not_on_the_path(computer: Computer, server: ServerCommand) -> None:
    seeded(
        CLAUDE, "user", computer, b'{"mcpServers": {"wpf-agent": {"command": "wpf-agent", "args": ["mcp", "serve"]}}}'
    )
    elsewhere = dataclasses.replace(computer, environ={**computer.environ, "PATH": ""})
    assert inspect(CLAUDE, "user", elsewhere, server).why == "wpf-agent is not on the PATH"


@pytest.mark.parametrize("python", ["/usr/bin/python3", "C:\\Python\\python.exe"])
def test_a_python_that_runs_the_package_is_ours(python: str) -> None:
    made = ServerCommand.of_entry({"command": python, "args": ["-m", "wpfagent", "mcp", "serve", "--mode", "safe"]})
    assert made == ServerCommand(python, ("-m", "wpfagent", "mcp", "serve"), ("--mode", "safe"))
    safe_path = {"command": python, "args": ["-P", "-m", "wpfagent", "mcp", "serve"]}
    assert ServerCommand.of_entry(safe_path) == ServerCommand(python, ("-P", "-m", "wpfagent", "mcp", "serve"))
    assert ServerCommand.of_entry({"command": python, "args": ["-m", "other", "mcp", "serve"]}) is None


def test_the_command_is_the_exe_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ServerCommand.here().words == (sys.executable, "-P", "-m", "wpfagent", "mcp", "serve")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert ServerCommand.here(["--mode", "safe"]).words == (sys.executable, "mcp", "serve", "--mode", "safe")


@pytest.mark.parametrize("found", [True, False])
def test_a_package_that_only_its_source_folder_has_is_told(
    found: bool, computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    source = tmp_path / "source"
    (source / "wpfagent").mkdir(parents=True)
    (source / "wpfagent" / "__init__.py").touch()
    monkeypatch.setattr(importlib.metadata, "distribution", nothing)
    monkeypatch.setattr(sys, "path", [str(source)])
    monkeypatch.setenv("PYTHONPATH", "" if found else str(source))
    notes = register(CLAUDE, "project", computer, ServerCommand.here()).notes
    assert any("not installed in this Python" in n for n in notes) is not found
    assert any("approval" in n for n in notes)


def test_stale_entries_of_other_projects_are_found_and_mended(
    computer: Computer, server: ServerCommand, tmp_path: Path
) -> None:
    gone = dataclasses.replace(server, command=str(tmp_path / "gone" / "wpf-agent.exe"))
    register(VSCODE, "project", computer, gone)
    elsewhere = dataclasses.replace(computer, folder=tmp_path)
    [stale] = find_stale(elsewhere, server)
    assert stale.path == computer.folder / ".vscode" / "mcp.json"
    assert mend(stale, elsewhere, server).change == "updated"
    assert find_stale(elsewhere, server) == []


def test_clients_in_use_are_those_that_are_installed_or_have_our_entry(
    computer: Computer, server: ServerCommand
) -> None:
    assert clients_in_use(computer, "user", server) == []
    (computer.home / ".codex").mkdir()
    register(VSCODE, "project", computer, server)
    assert [c.name for c in clients_in_use(computer, "user", server)] == ["codex"]
    assert [c.name for c in clients_in_use(computer, "project", server)] == ["codex", "vscode"]


# -- files that cannot be written ---------------------------------------------------------------------------------


@pytest.mark.parametrize("client", CLIENTS.values(), ids=lambda client: client.name)
@pytest.mark.parametrize(
    ("raw", "line"), [(b'{"a": 1,\n\n "b" }\n = x', 3), (b"a = 1\n\nb = \xff\n", 3)], ids=["syntax", "not UTF-8"]
)
def test_a_broken_file_is_named_with_its_line_and_never_overwritten(
    client: Client, raw: bytes, line: int, computer: Computer, server: ServerCommand
) -> None:
    if client.format == "toml" and b"\xff" not in raw:
        raw = b"a = 1\n\nb = \n"
    path = seeded(client, "user", computer, raw)
    for call in (register, unregister):
        with pytest.raises(FileInvalid, match=f"line {line}:") as error:
            call(client, "user", computer, server)
        assert str(path) in str(error.value)
    assert inspect(client, "user", computer, server).state == "broken"
    assert path.read_bytes() == raw
    assert [p.name for p in path.parent.iterdir() if p.is_file()] == [path.name]


@pytest.mark.parametrize(
    ("client", "raw"), [(CLAUDE, b'["x"]'), (CLAUDE, b'{"mcpServers": []}'), (CODEX, b"mcp_servers = 1")]
)
def test_a_root_or_section_of_another_kind_is_left_alone(
    client: Client, raw: bytes, computer: Computer, server: ServerCommand
) -> None:
    path = seeded(client, "user", computer, raw)
    with pytest.raises(FileInvalid, match="line 1:"):
        register(client, "user", computer, server)
    assert path.read_bytes() == raw


def test_a_read_only_file_is_not_replaced(computer: Computer, server: ServerCommand) -> None:
    path = seeded(CLAUDE, "user", computer)
    raw = path.read_bytes()
    path.chmod(0o444)
    with pytest.raises(StorageFailed, match="read-only"):
        register(CLAUDE, "user", computer, server)
    assert path.read_bytes() == raw
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    path.chmod(0o644)


def test_a_folder_in_the_place_of_the_file_is_an_error(computer: Computer, server: ServerCommand) -> None:
    CLAUDE.file("user", computer).mkdir()
    with pytest.raises(FileInvalid, match="cannot be read"):
        register(CLAUDE, "user", computer, server)


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_the_file_behind_a_link_is_edited_and_the_link_stays(
    computer: Computer, server: ServerCommand, tmp_path: Path
) -> None:
    real = tmp_path / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text('{"a": 1}', encoding="utf-8")
    link = CLAUDE.file("user", computer)
    link.symlink_to(real)
    register(CLAUDE, "user", computer, server)
    assert link.is_symlink()
    assert entry_of(CLAUDE, real)["command"] == server.command
    unregister(CLAUDE, "user", computer, server)
    assert link.is_symlink()
    assert real.read_bytes() == b'{"a": 1}'


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_links_that_lead_in_a_circle_are_an_error(computer: Computer, server: ServerCommand) -> None:
    CLAUDE.file("user", computer).symlink_to(computer.home / "b")
    (computer.home / "b").symlink_to(CLAUDE.file("user", computer))
    with pytest.raises(FileInvalid, match="cannot be read"):
        register(CLAUDE, "user", computer, server)


def test_only_the_last_copies_are_kept_and_leftovers_of_a_killed_run_go(
    computer: Computer, server: ServerCommand
) -> None:
    path = seeded(CLAUDE, "user", computer)
    left, fresh = (path.with_name(f".{path.name}.new-wpf-agent-{n}") for n in ("1", "2"))
    left.write_text("half", encoding="utf-8")
    fresh.write_text("half", encoding="utf-8")
    os.utime(left, (1, 1))
    for _ in range(4):
        register(CLAUDE, "user", computer, server)
        unregister(CLAUDE, "user", computer, server)
    copies = list(path.parent.glob(f"{path.name}.bak-wpf-agent-*"))
    assert len(copies) == config_file.BACKUPS_KEPT
    assert not left.exists()
    assert fresh.exists()


def test_a_file_that_changes_all_the_time_is_given_up_on_and_left(
    computer: Computer, server: ServerCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = seeded(CLAUDE, "user", computer, b"{}")
    real, count = config_file.read, iter(range(100))

    def read_and_then_somebody_writes(where: Path) -> config_file.ConfigFile:
        file = real(where)
        path.write_text(json.dumps({"n": next(count)}), encoding="utf-8")
        return file

    monkeypatch.setattr(config_file, "read", read_and_then_somebody_writes)
    with pytest.raises(Busy, match="again and again"):
        register(CLAUDE, "user", computer, server)
    assert "mcpServers" not in path.read_text(encoding="utf-8")
    assert not list(path.parent.glob(".*new-wpf-agent*"))


def test_a_change_after_the_reading_is_seen_before_the_writing(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"{}")
    file = config_file.read(path)
    path.write_bytes(b'{"theirs": 1}')
    for call in (lambda: config_file.write(file, "{ }", private=True), lambda: config_file.delete(file)):
        with pytest.raises(ChangedMeanwhile):
            call()
    assert path.read_bytes() == b'{"theirs": 1}'


def test_while_another_call_registers_nobody_else_does(
    computer: Computer, server: ServerCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "LOCK_TIMEOUT_S", 0.1)
    with Ledger(computer.data).locked(), pytest.raises(Busy, match="Another call"):
        register(CLAUDE, "user", computer, server)
    assert everything_below(computer.home) == []


def test_several_at_once_end_in_one_entry_and_whole_notes(computer: Computer, server: ServerCommand) -> None:
    path = seeded(CLAUDE, "user", computer)
    raw = path.read_bytes()
    code = (
        "import sys\nfrom pathlib import Path\nfrom wpfagent.entries.registration import *\n"
        "home, folder, data, exe = sys.argv[1:]\n"
        "there = Computer(Path(home), Path(folder), Path(data), {})\n"
        "for n in range(5):\n"
        "    for c in (CLIENTS['claude'], CLIENTS['codex']):\n"
        "        register(c, 'user', there, ServerCommand(exe, ('mcp', 'serve')))\n"
    )
    words = [sys.executable, "-c", code, computer.home, computer.folder, computer.data, server.command]
    root = Path(__file__).parents[2]
    running = [subprocess.Popen(words, cwd=root, stderr=subprocess.PIPE) for _ in range(3)]
    for process in running:
        assert process.communicate(timeout=120)[1] == b""
    assert path.read_text(encoding="utf-8").count(NAME) == 2, "the entry's key, and its program's name"
    assert len(Ledger(computer.data).all()) == 2
    for client in (CLAUDE, CODEX):
        unregister(client, "user", computer, server)
    assert path.read_bytes() == raw
    assert not CODEX.file("user", computer).exists()


# -- where the files are ------------------------------------------------------------------------------------------


def test_files_are_where_each_client_looks_for_them(computer: Computer, windows: Computer) -> None:
    home, project = computer.home, computer.folder
    linux = dataclasses.replace(computer, platform="linux")
    mac = dataclasses.replace(computer, platform="darwin")
    files = {c.name: (c.file("user", linux), c.file("project", linux)) for c in CLIENTS.values()}
    assert files == {
        "claude": (home / ".claude.json", project / ".mcp.json"),
        "codex": (home / ".codex/config.toml", project / ".codex/config.toml"),
        "gemini": (home / ".gemini/settings.json", project / ".gemini/settings.json"),
        "vscode": (home / ".config/Code/User/mcp.json", project / ".vscode/mcp.json"),
        "cursor": (home / ".cursor/mcp.json", project / ".cursor/mcp.json"),
    }
    assert VSCODE.file("user", mac) == home / "Library/Application Support/Code/User/mcp.json"
    assert VSCODE.file("user", windows) == home / "AppData/Roaming/Code/User/mcp.json"


@pytest.mark.parametrize(
    ("client", "variable", "file"),
    [
        ("claude", "CLAUDE_CONFIG_DIR", ".claude.json"),
        ("codex", "CODEX_HOME", "config.toml"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"),
        ("vscode", "VSCODE_PORTABLE", "user-data/User/mcp.json"),
    ],
)
def test_a_clients_own_variable_moves_its_file(
    client: str, variable: str, file: str, computer: Computer, tmp_path: Path
) -> None:
    there = dataclasses.replace(computer, environ={variable: str(tmp_path / "moved")})
    assert find_client(client).file("user", there) == tmp_path / "moved" / file


def test_an_unknown_client_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(InvalidArgument, match="claude, codex, gemini, vscode, cursor"):
        find_client("emacs")


def test_the_lines_for_the_clients_own_programs_hold_the_whole_command(windows: Computer) -> None:
    exe = ServerCommand("C:\\Program Files\\wpf-agent.exe", ("mcp", "serve"), ("--mode", "safe"))
    lines = {c.name: c.add_line(exe, "user", windows) for c in CLIENTS.values()}
    assert lines["codex"] == 'codex mcp add wpf-agent -- "C:\\Program Files\\wpf-agent.exe" mcp serve --mode safe'
    assert lines["gemini"] == (
        'gemini mcp add -s user wpf-agent "C:\\Program Files\\wpf-agent.exe" mcp serve --mode safe'
    )
    entry, pipe, rest = lines["claude"].partition(" | ")
    assert json.loads(entry.strip("'"))["args"] == ["mcp", "serve", "--mode", "safe"]
    assert (pipe, rest) == (" | ", "claude mcp add-json -s user wpf-agent -")
    assert "Program Files" in lines["vscode"]
    assert lines["cursor"].startswith("cursor://")


def test_the_line_for_claude_comes_through_the_ascii_pipe_of_powershell_5_1(windows: Computer) -> None:
    exe = ServerCommand("C:\\受け入れ テスト\\wpf-agent.exe", ("mcp", "serve"))
    line = CLIENTS["claude"].add_line(exe, "user", windows)
    assert line.isascii()
    assert json.loads(line.partition(" | ")[0].strip("'"))["command"] == "C:\\受け入れ テスト\\wpf-agent.exe"
