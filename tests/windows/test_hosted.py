"""Two clients of one host on Windows: real programs, one mouse, a host that dies; the programs' logs count."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from running_app import RunningApp, start_program
from uvicorn.config import Config
from uvicorn.server import ServerState

from wpfagent.hosts.resident.running import SendsAtOnce

sys.path.insert(0, str(Path(__file__).parents[1] / "hosts"))
from host_driving import LEGACY, MODERN, Client, Home, until

pytestmark = pytest.mark.windows
CLICKS = 4
BUTTON = {"automation_id": "PlainButton"}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path)
    yield made
    made.close()


@pytest.fixture
def zoos(tmp_path: Path) -> Iterator[dict[str, RunningApp]]:
    """Two programs that log each click, side by side."""
    found = {}
    try:
        for name, place in (("Left", "10,10"), ("Right", "640,10")):
            (tmp_path / name).mkdir()
            found[name] = start_program("zoo", "--title", name, "--pos", place, folder=tmp_path / name, timeout_s=120)
        yield found
    finally:
        for app in found.values():
            app.__exit__(None, None, None)


def clicks(app: RunningApp) -> int:
    return len(app.events("click", control="PlainButton"))


def connect(home: Home, name: str, era: str) -> Client:
    made = Client(home, "--desktop", "uia", name=name, era=era)
    made.shake_hands()
    return made


def test_two_clients_use_one_mouse_in_turns_and_nothing_is_lost(home, zoos):
    clients = {name: connect(home, name, era) for name, era in (("Left", LEGACY), ("Right", MODERN))}
    said: dict[str, list[str]] = {name: [] for name in zoos}

    def act(name: str) -> None:
        one = clients[name]
        target = {"target_spec": {"pid": zoos[name].pid}}
        one.said("click", **target, selector={"automation_id": "ButtonsTab"})
        for _ in range(CLICKS):
            said[name].append(one.said("click", **target, selector=BUTTON, input=True))
            one.said("get_state", **target, selector=BUTTON)

    threads = [threading.Thread(target=act, args=(name,)) for name in zoos]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name, app in zoos.items():
        assert clicks(app) == CLICKS, said[name]
    assert len(home.status()["sessions"]) == 2
    for one in clients.values():
        one.close()


def test_what_is_answered_is_sent_at_once():
    async def option() -> int:
        loop = asyncio.get_running_loop()
        seen: asyncio.Future[int] = loop.create_future()

        class Watched(SendsAtOnce):
            def connection_made(self, transport):
                super().connection_made(transport)
                seen.set_result(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        config = Config(print, interface="asgi3", ws="none", log_config=None)
        state = ServerState()
        server = await loop.create_server(lambda: Watched(config, state, {}), "127.0.0.1", 0)
        async with server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            found = await asyncio.wait_for(seen, 10)
            writer.close()
            return found

    assert asyncio.run(option())


def test_programs_outlive_a_host_that_dies_and_are_found_again(home, zoos):
    one = connect(home, "Left", MODERN)
    target = {"target_spec": {"pid": zoos["Left"].pid}}
    one.said("click", **target, selector={"automation_id": "ButtonsTab"})
    one.said("click", **target, selector=BUTTON)
    first = home.host()
    os.kill(first.pid, signal.SIGTERM)  # ends it at once, as Windows knows no signals
    assert until(lambda: not first.is_alive)
    said = one.said("click", **target, selector=BUTTON)
    assert "click" in said
    assert "host_restarted" not in said, "nothing was under way"
    assert home.host().pid != first.pid
    assert until(lambda: clicks(zoos["Left"]) == 2)
    one.close()


def test_the_bridge_opens_from_its_record(home):
    first = connect(home, "first", LEGACY)
    first.request("tools/list")
    assert until(lambda: list((home.folder / "host").glob("opening-*.json")), 60)
    first.close()
    home.close()
    second = connect(home, "second", LEGACY)
    assert len(second.request("tools/list")["result"]["tools"]) > 20
    assert second.close() < 5
