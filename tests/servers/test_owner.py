"""The owner of the servers' processes: statuses, diagnostics, logs, calls, and that nothing is left running."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.servers.conftest import SERVERS, approved, desk, odd, until
from wpfagent.core.errors import ConfirmationRequired
from wpfagent.runs.servers.calls import read_calls
from wpfagent.runs.servers.connection import ServerFailed, ServerNotConnected
from wpfagent.runs.servers.logs import LARGEST, Log, Stderr, log_path, read_log
from wpfagent.runs.servers.owner import Owner, lines_of
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.store import Store
from wpfagent.safety.masking import Masks

KEY = "sk-live-4f9a8b7c6d5e4f3a2b1c0d9e"


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def text_of(store: Store, server: Server) -> str:
    return "\n".join(line.to_text() for line in lines_of(store, server))


def test_a_server_goes_from_stopped_over_starting_to_connected_and_back(owner: Owner, store: Store):
    server, seen = store.add(desk()), []
    owner.listen(lambda what, _name: seen.append(owner.state(server).title) if what == "status" else None)
    assert owner.state(server).title == "Stopped"
    state = owner.start(server)
    assert (state.title, state.tools, state.version) == ("Connected", 8, "desk 1.2.3")
    assert [(s.name, s.ok) for s in state.steps] == [(n, True) for n in ("command", "start", "handshake", "tools")]
    pid = state.pid
    assert pid
    assert lives(pid)
    state = owner.stop(server)
    assert (state.title, state.error, state.pid) == ("Stopped", "", None)
    assert not lives(pid)
    assert "by force" not in text_of(store, server), "its stdin was closed, and that was enough"
    assert list(dict.fromkeys(seen)) == ["Starting", "Connected", "Stopping", "Stopped"]
    assert owner.start(server).title == "Connected"


def test_tools_resources_calls_and_results(owner: Owner, store: Store):
    server = store.add(desk())
    owner.start(server)
    tools = {t.name: t for t in owner.tools(server)}
    assert tools["add"].description == "Add two numbers."
    assert set(tools["add"].schema["properties"]) == {"a", "b"}
    resources = {r.uri: r for r in owner.resources(server)}
    assert (resources["desk://readme"].name, resources["desk://readme"].mime_type) == ("readme", "text/markdown")
    assert owner.read(server, "desk://readme").text == "# Desk"
    assert owner.call(server, "add", {"a": 2, "b": 3}).text == "5"
    failed = owner.call(server, "fail", {"why": "the disk is full"})
    assert not failed.ok
    assert "the disk is full" in failed.text
    with pytest.raises(ServerFailed, match="nothing"):
        owner.read(server, "desk://nothing")


def test_a_command_that_no_person_agreed_to_is_shown_in_full_and_not_started(owner: Owner, store: Store):
    server = store.add(replace(desk(), approved="", env={"MODE": "x"}))
    with pytest.raises(ConfirmationRequired) as caught:
        owner.start(server)
    assert caught.value.details["command_line"] == server.shown_command
    assert caught.value.details["env"] == {"MODE": "x"}
    assert not owner.start_all([server])
    assert owner.state(server).title == "Stopped"


@pytest.mark.parametrize(
    ("server", "step", "said"),
    [
        (approved(Server("gone", "/no/such/program", ("x",))), "command", "was not found"),
        (odd("dies"), "handshake", "exit code 7"),
        (odd("silent"), "handshake", "did not answer within 3 s"),
        (odd("talks"), "handshake", "did not answer within 3 s"),
        (approved(Server("port", url="http://127.0.0.1:9/mcp")), "handshake", "did not answer as"),
    ],
    ids=["no-command", "dies", "silent", "talks", "no-address"],
)
def test_a_start_that_fails_says_at_which_step_and_why(store: Store, server: Server, step: str, said: str):
    kept = store.add(server)
    with Owner(store, caller="cli", start_s=3.0) as owner:
        state = owner.start(kept)
        assert state.title == "Error"
        assert said in state.error
        assert [s.name for s in state.steps if s.ok is False] == [step]
        assert state.hint
    assert said in text_of(store, kept)


def test_stderr_and_the_exit_code_of_a_failed_start_are_told_and_logged_and_the_others_go_on(
    owner: Owner, store: Store
):
    good, bad = store.add(desk()), store.add(odd("dies"))
    states = owner.start_all([good, bad])
    assert [s.title for s in states] == ["Connected", "Error"]
    assert (states[1].exit_code, states[1].stderr[0]) == (7, "cannot open the database")
    log = text_of(store, bad)
    assert "cannot open the database" in log
    assert "exit code 7" in log
    assert owner.call(good, "add", {"a": 1, "b": 1}).ok


def test_a_server_that_dies_while_it_is_asked_is_an_error_of_its_own(owner: Owner, store: Store):
    server, other = store.add(desk()), store.add(desk("other"))
    owner.start_all([server, other])
    outcome = owner.call(server, "die", {"code": 5})
    assert not outcome.ok
    until(lambda: owner.state(server).title == "Error")
    assert owner.state(server).exit_code == 5
    assert "about to die" in owner.state(server).stderr
    with pytest.raises(ServerNotConnected, match="not connected"):
        owner.tools(server)
    assert owner.call(other, "add", {"a": 1, "b": 1}).ok
    assert owner.start(server).title == "Connected"


def test_a_call_that_is_not_answered_ends_in_time_and_others_need_not_wait_for_it(store: Store):
    server = store.add(desk())
    with Owner(store, caller="cli", call_s=1.5) as owner:
        owner.start(server)
        slow: list[object] = []
        waiting = threading.Thread(target=lambda: slow.append(owner.call(server, "wait", {"seconds": 30})))
        waiting.start()
        began = time.monotonic()
        assert owner.call(server, "add", {"a": 1, "b": 2}).text == "3"
        assert time.monotonic() - began < 1.4
        waiting.join()
        assert "did not answer within 1.5 s" in str(slow[0])


@pytest.mark.skipif(sys.platform == "win32", reason="looks at processes as POSIX has them")
def test_a_server_that_does_not_end_is_ended_by_force_with_what_it_started(owner: Owner, store: Store):
    server = store.add(odd("stays"))
    state = owner.start(server)
    until(lambda: "child" in text_of(store, server))
    child = int(re.search(r"child (\d+)", text_of(store, server))[1])  # type: ignore[index]
    pid = state.pid or 0
    assert lives(child)
    state = owner.stop(server)
    assert (state.title, "force" in state.error) == ("Stopped", True)
    until(lambda: not lives(pid) and not lives(child))
    assert "by force" in text_of(store, server)


OWNING = """
import sys, time
from wpfagent.runs.servers.owner import Owner
from wpfagent.runs.servers.store import Store
store = Store()
with Owner(store, caller="cli") as owner:
    print(*[s.pid for s in owner.start_all(store.servers().values())], flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="tests/windows does it with jobs")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "terminated"])
def test_a_killed_owner_leaves_no_server_and_a_whole_configuration(store: Store, how: signal.Signals):
    for server in (desk(), odd("stays")):
        store.add(server)
    process = subprocess.Popen([sys.executable, "-c", OWNING], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    pids = [int(pid) for pid in process.stdout.readline().split()]
    assert len(pids) == 2
    assert all(map(lives, pids))
    child = int(re.search(r"child (\d+)", text_of(store, store.find("stays")))[1])  # type: ignore[index]
    process.send_signal(how)
    process.wait()
    process.stdout.close()
    until(lambda: not any(map(lives, [*pids, child])), "servers of a killed owner")
    assert set(store.servers()) == {"desk", "stays"}


def test_a_flood_of_stderr_is_bounded_and_the_server_answers_all_the_same(owner: Owner, store: Store):
    server = store.add(odd("floods"))
    assert owner.start(server).title == "Connected"
    for n in range(20):
        assert owner.call(server, "add", {"a": n, "b": 1}).text == str(n + 1)
    until(lambda: "lines of stderr were left out" in text_of(store, server))
    owner.stop(server)
    assert log_path(store.folder, server.id).stat().st_size < LARGEST + 10_000


@pytest.mark.slow
def test_thirty_servers_run_side_by_side(owner: Owner, store: Store):
    servers = [store.add(desk(f"server {n}")) for n in range(27)]
    bad = [store.add(odd(how)) for how in ("dies", "floods")]
    states = owner.start_all([*servers, *bad])
    assert [s.title for s in states] == ["Connected"] * 27 + ["Error", "Connected"]
    assert [owner.call(s, "add", {"a": n, "b": 1}).text for n, s in enumerate(servers)] == [
        str(n + 1) for n in range(27)
    ]


def test_secrets_of_the_environment_reach_the_server_and_no_log_and_no_card(owner: Owner, store: Store):
    server = store.add(approved(replace(desk(), env={"API_KEY": KEY})))
    owner.start(server)
    assert owner.call(server, "environment", {"name": "API_KEY"}).text == KEY
    until(lambda: "${secret:API_KEY}" in text_of(store, server))
    owner.stop(server)
    kept = [p for p in store.folder.rglob("*") if p.is_file() and KEY in p.read_text(errors="replace")]
    assert kept == [store.path]


def test_calls_are_logged_with_arguments_result_time_and_a_fixed_prefix(owner: Owner, store: Store):
    server = store.add(desk())
    owner.start(server)
    owner.call(server, "long", {"characters": 5000})
    owner.call(server, "fail", {"why": "no paper"})
    owner.stop(server)
    lines = lines_of(store, server)
    called = [line.text for line in lines if line.prefix == "TOOLS"]
    assert called[0] == 'call long {"characters": 5000}'
    assert re.fullmatch(r"long done in \d+ ms: x{200}", called[1])
    assert "no paper" in called[3]
    assert {line.prefix for line in lines} >= {"START", "MCP", "TOOLS"}
    assert [line.text for line in lines_of(store, server, level="error")] == [called[3]]
    assert [line.text for line in lines_of(store, server, search="NO PAPER")] == [called[2], called[3]]


def test_a_call_is_a_card_while_it_runs_and_when_it_ended(owner: Owner, store: Store):
    server = store.add(desk())
    owner.start(server)
    calling = threading.Thread(target=lambda: owner.call(server, "wait", {"seconds": 1.0}))
    calling.start()
    until(lambda: [c["status"] for c in read_calls(store.folder)] == ["running"])
    calling.join()
    owner.call(server, "fail", {"why": "x"})
    cards = read_calls(store.folder)
    assert [(c["tool"], c["status"], c["caller"]) for c in cards] == [
        ("wait", "done", "cli"),
        ("fail", "failed", "cli"),
    ]
    assert (cards[0]["arguments"], cards[0]["text"], cards[0]["ms"] >= 1000) == ({"seconds": 1.0}, "waited", True)


def test_an_address_works_as_a_command_does(owner: Owner, store: Store, tmp_path: Path):
    script = tmp_path / "http_server.py"
    script.write_text(
        "import sys\nsys.path.insert(0, sys.argv[1])\nfrom desk import server\n"
        "server.run(transport='streamable-http', port=int(sys.argv[2]))\n"
    )
    port = _free_port()
    command = [sys.executable, str(script), str(SERVERS), str(port)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        until(lambda: _answers(port), "the server's port")
        server = store.add(approved(Server("far", url=f"http://127.0.0.1:{port}/mcp", headers={"X-Test": "1"})))
        state = owner.start(server)
        assert (state.title, state.tools) == ("Connected", 8), state
        assert owner.call(server, "add", {"a": 4, "b": 4}).text == "8"
        assert owner.stop(server).title == "Stopped"
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _answers(port: int) -> bool:
    import socket

    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def test_a_log_is_bounded_and_its_lines_stay_whole(tmp_path: Path):
    log = Log(tmp_path / "a.log", Masks())
    for n in range(800):
        log.write("info", "MCP", f"{n} " + "y" * 1990)
    assert (tmp_path / "a.log").stat().st_size < LARGEST + 3_000
    lines = read_log(tmp_path / "a.log", last=10_000)
    assert lines[-1].text.startswith("799 ")
    assert all(re.fullmatch(r"\d+ y+", line.text) for line in lines)


def test_what_a_server_floods_is_counted(tmp_path: Path):
    log, clock = Log(tmp_path / "a.log", Masks()), [100.0]
    stderr = Stderr(log, now=lambda: clock[0])
    assert stderr._take([b"x"] * 100)
    assert not stderr._take([b"x"] * 40)
    clock[0] += 1.0
    assert stderr._take([b"new"])
    lines = [line.text for line in read_log(tmp_path / "a.log")]
    assert (len(lines), lines[100], lines[-1]) == (
        102,
        "40 lines of stderr were left out: more than 100 a second.",
        "new",
    )
