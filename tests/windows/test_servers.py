"""MCP servers on Windows: who may read their file, and that a killed owner leaves none of them running."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

pytestmark = pytest.mark.windows
pytest.importorskip("mcp", reason="the extra mcp is not installed")

SERVERS = Path(__file__).parents[1] / "data" / "servers"
WAIT_S = 60.0
TOKEN_QUERY, READ = 0x0008, 0x1
OWNING = """
import time
from wpfagent.runs.servers.owner import Owner
from wpfagent.runs.servers.store import Store
store = Store()
with Owner(store, caller="cli", start_s=120) as owner:
    print(*[s.pid for s in owner.start_all(store.servers().values())], flush=True)
    time.sleep(600)
"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from wpfagent.runs.servers.store import Store

    monkeypatch.setenv("WPF_AGENT_SERVERS", str(tmp_path / "servers"))
    return Store()


def server(name: str, *words: str):
    from wpfagent.runs.servers.server import Server

    made = Server(name, sys.executable, words)
    return replace(made, approved=made.fingerprint)


def lives(pid: int) -> bool:
    import ctypes

    kernel = ctypes.windll.kernel32
    handle = kernel.OpenProcess(0x100000, False, pid)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == 0x102)
    finally:
        kernel.CloseHandle(handle)


def test_the_file_has_an_access_list_of_the_user_and_the_system_alone(store):
    import win32api
    import win32security as security

    store.add(server("desk", str(SERVERS / "desk.py")))
    found = security.GetFileSecurity(str(store.path), security.DACL_SECURITY_INFORMATION)
    allowed = found.GetSecurityDescriptorDacl()
    token = security.OpenProcessToken(win32api.GetCurrentProcess(), TOKEN_QUERY)
    user = security.GetTokenInformation(token, security.TokenUser)[0]
    system = security.CreateWellKnownSid(security.WinLocalSystemSid, None)
    entries = [allowed.GetAce(n) for n in range(allowed.GetAceCount())]
    readers = {str(sid) for (kind, _), mask, sid in entries if kind == security.ACCESS_ALLOWED_ACE_TYPE and mask & READ}
    assert str(user) in readers
    if hasattr(ctypes.windll.ntdll, "wine_get_version"):
        readers.discard("PySID:S-1-1-0")  # Wine 10's SetNamedSecurityInfo leaves what everybody may do as it was
    assert readers <= {str(user), str(system)}, [(kind, hex(mask), str(sid)) for (kind, _), mask, sid in entries]
    assert [s.name for s in store.servers().values()] == ["desk"]


def test_a_server_is_started_asked_and_stopped(store):
    from wpfagent.runs.servers.owner import Owner

    desk, dies = (
        store.add(server("desk", str(SERVERS / "desk.py"))),
        store.add(server("x", str(SERVERS / "odd.py"), "dies")),
    )
    with Owner(store, caller="cli", start_s=120) as owner:
        states = owner.start_all([desk, dies])
        assert [s.title for s in states] == ["Connected", "Error"], states
        assert (states[1].exit_code, states[1].stderr[0]) == (7, "cannot open the database")
        assert owner.call(desk, "add", {"a": 2, "b": 3}).text == "5"
        pid = states[0].pid
        assert pid
        assert lives(pid)
        assert owner.stop(desk).title == "Stopped"
        assert not lives(pid)


def test_a_killed_owner_leaves_no_server(store):
    store.add(server("desk", str(SERVERS / "desk.py")))
    store.add(server("stays", str(SERVERS / "odd.py"), "stays"))
    process = subprocess.Popen([sys.executable, "-c", OWNING], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    pids = [int(pid) for pid in process.stdout.readline().split()]
    assert len(pids) == 2
    assert all(map(lives, pids))
    process.kill()
    process.wait()
    process.stdout.close()
    end = time.monotonic() + WAIT_S
    while any(map(lives, pids)):
        assert time.monotonic() < end, "servers of a killed owner still run"
        time.sleep(0.1)
    assert set(store.servers()) == {"desk", "stays"}
