"""There is one host, found by its state file, which counts only while its process runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading

from host_driving import MODERN, Client, Home, until

from wpfagent.core.environ import environment_of
from wpfagent.hosts import processes, state
from wpfagent.hosts.bridge import wire
from wpfagent.hosts.bridge.opening import CAPABILITIES_KEY, VERSION_KEY


def test_bridges_that_start_at_once_get_one_host(client, home):
    clients = [client(opened=False) for _ in range(4)]
    threads = [
        threading.Thread(target=lambda one=one: (one.shake_hands(), one.said("list_windows"))) for one in clients
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(home.status()["sessions"]) == 4
    assert hosts(home) == [home.host().pid]


def test_a_second_host_leaves_the_first_alone(client, home):
    client().said("list_windows")
    before = home.host()
    said = home.run("host")
    assert said.returncode == 0
    assert "There is a host already" in said.stderr
    assert home.host() == before


def test_a_dead_hosts_state_is_replaced(client, home):
    client().said("list_windows")
    dead = home.host()
    os.kill(dead.pid, signal.SIGKILL)
    assert until(lambda: not dead.is_alive)
    assert json.loads(path(home).read_text(encoding="utf-8"))["pid"] == dead.pid
    assert home.host() is None
    client().said("list_windows")
    assert home.host().pid != dead.pid


def test_another_process_with_the_same_number_is_no_host(home):
    folder = home.folder / "host"
    folder.mkdir()
    own = {"pid": os.getpid(), "port": 1, "token": "x", "version": "0"}
    for started, counts in ((processes.started(os.getpid()), True), (1.0, False)):
        path(home).write_text(json.dumps({**own, "started": started}), encoding="utf-8")
        assert (home.host() is not None) is counts


def test_a_broken_state_file_is_none(client, home):
    folder = home.folder / "host"
    folder.mkdir()
    for text in ("", "[]", "{", '{"pid": "x"}', "\0" * 100):
        path(home).write_text(text, encoding="utf-8")
        assert home.host() is None
    client().said("list_windows")
    assert home.host() is not None


def test_only_the_user_can_read_the_state(client, home):
    client().said("list_windows")
    if sys.platform != "win32":
        assert path(home).stat().st_mode & 0o077 == 0
        assert path(home).parent.stat().st_mode & 0o077 == 0


def test_it_ends_by_itself_some_time_after_the_last_bridge(tmp_path):
    home = Home(tmp_path, WPF_AGENT_HOST_IDLE="1.5")
    try:
        one = Client(home)
        one.shake_hands()
        one.said("list_windows")
        host = home.host()
        assert not until(lambda: not host.is_alive, 3), "it stays while there is a bridge"
        one.close()
        assert until(lambda: not host.is_alive, 10)
        assert not path(home).exists()
    finally:
        home.close()


def test_status_and_stop(client, home):
    assert "no host" in home.run("host", "status").stdout
    assert json.loads(home.run("host", "status", "--json").stdout) == {"host": None}
    one = client(name="Some Client")
    one.said("list_windows")
    said = home.run("host", "status").stdout
    assert str(home.host().pid) in said
    assert "Some Client" in said
    pid = home.host().pid
    assert str(pid) in home.run("host", "stop").stdout
    assert home.host() is None
    assert not path(home).exists()
    assert "There was no host" in home.run("host", "stop").stdout
    assert "Recorded" in one.said("list_windows")  # the next call starts another


def test_a_start_time_tells_processes_apart():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        assert processes.started(process.pid) is not None
        process.kill()
        process.wait()
    assert processes.started(process.pid) is None
    assert processes.started(os.getpid()) == processes.started(os.getpid())


def path(home: Home):
    with environment_of(home.variables):
        return state.path()


def hosts(home: Home) -> list[int]:
    """The processes that are hosts of this home."""
    found = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                with open(f"/proc/{entry.name}/environ", "rb") as file:
                    variables = file.read()
                with open(f"/proc/{entry.name}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if b"host" in words and str(home.folder).encode() in variables:
                found.append(int(entry.name))
    return found


def test_mcp_status_shows_the_host_its_bridges_and_sessions(client, home):
    assert "There is no host" in home.run("mcp", "status", "--no-check").stdout
    one = client(name="Some Client")
    one.said("launch_application", profile="demo")
    said = home.run("mcp", "status", "--no-check").stdout
    assert f"bridge pid {one.process.pid}" in said
    assert "Some Client" in said
    assert "application.xaml" in said
    facts = json.loads(home.run("mcp", "status", "--no-check", "--json").stdout)["host"]
    assert facts["pid"] == home.host().pid
    assert [s["client"]["name"] for s in facts["sessions"]] == ["Some Client"]


def test_versions_that_differ_are_said_once(client, home):
    client().said("list_windows")
    own = wire.Wire(home.host())
    leash = own.connected()
    own.send(leash, "/bridges", {"argv": ["mcp", "serve", "--desktop", "simulated"], "cwd": str(home.folder),
                                 "variables": home.variables, "pid": os.getpid(), "version": "0.0.1"})  # fmt: skip
    session = json.loads(leash.getresponse().readline())["session"]
    said = []
    for number in (1, 2):
        meta = {VERSION_KEY: MODERN, CAPABILITIES_KEY: {}}
        params = {"name": "list_windows", "arguments": {}, "_meta": meta}
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        connection = own.connected()
        own.send(connection, f"/sessions/{session}/mcp", message, wire.headers_of(message, MODERN, ""))
        said.append(connection.getresponse().read().decode())
        connection.close()
    leash.close()
    assert "bridge is wpf-agent 0.0.1, the host" in said[0]
    assert "host stop" in said[0]
    assert "bridge is" not in said[1]
