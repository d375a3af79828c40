"""Servers as tests have them: small Python programs, let start by a person, kept in a folder of their own."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from wpfagent.runs.servers.owner import Owner
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.store import Store
from wpfagent.runs.servers.toolbox import allow

SERVERS = Path(__file__).parents[1] / "data" / "servers"


def desk(name: str = "desk", **facts: object) -> Server:
    return approved(replace(Server(name, sys.executable, (str(SERVERS / "desk.py"),)), **facts))


def add_desk(store: Store, *allowed: str) -> Server:
    """Add the desk, with those of its tools that a person let models call."""
    server = store.add(desk())
    with Owner(store, caller="cli") as owner:
        owner.start(server)
        for tool in owner.tools(server):
            if tool.name in allowed:
                allow(store, server, tool)
    return server


def odd(how: str) -> Server:
    return approved(Server(how, sys.executable, (str(SERVERS / "odd.py"), how)))


def approved(server: Server) -> Server:
    return replace(server, approved=server.fingerprint)


def until(holds: Callable[[], object], what: str = "", timeout_s: float = 20.0) -> None:
    end = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < end, f"not in {timeout_s} s: {what}"
        time.sleep(0.02)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("WPF_AGENT_SERVERS", str(tmp_path / "servers"))
    return Store()


@pytest.fixture
def owner(store: Store) -> Iterator[Owner]:
    with Owner(store, caller="cli", start_s=20.0, call_s=5.0) as made:
        yield made
