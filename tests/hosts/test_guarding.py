"""Who the host's HTTP refuses, and that it goes on."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator

import pytest
from host_driving import Home, until

from wpfagent.hosts.resident import guarding


@pytest.fixture
def listening(client, home) -> Iterator[Home]:
    """A host with a session."""
    client().said("list_windows")
    before = home.status()
    yield home
    assert home.status() == before, "the host goes on as it was"


def ask(home: Home, method: str = "GET", path: str = "/status", body: bytes | None = None, **headers: str) -> int:
    host = home.host()
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=20)
    given = {"authorization": f"Bearer {host.token}", **headers}
    connection.request(method, path, body, {k: v for k, v in given.items() if v})
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"authorization": ""}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": "Bearer "}, 401),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "http://127.0.0.1"}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/status", "/stop", "/bridges", "/sessions/1/mcp", "/nothing"])
def test_only_who_has_the_token_and_is_no_page_is_let_in(listening, path, headers, status):
    if status == 200:
        assert ask(listening) == 200
        return
    method = "GET" if path == "/status" else "POST"
    assert ask(listening, method, path, b"{}", **headers) == status


def test_what_is_not_there_and_what_is_no_bridge_is_refused(listening):
    assert ask(listening, "GET", "/nothing") == 404
    assert ask(listening, "POST", "/sessions/unknown/mcp", b"{}") == 404
    for body in (b"", b"[]", b"nonsense", b'{"argv": []}', b'{"variables": 1}' + b"{" * 5000):
        assert ask(listening, "POST", "/bridges", body) == 400


def test_a_body_that_is_too_large_is_refused(listening):
    host = listening.host()
    with socket.create_connection(("127.0.0.1", host.port), timeout=20) as wire:
        wire.sendall(head(host, f"content-length: {guarding.LARGEST + 1}"))
        assert b" 413 " in wire.recv(1000)
    with socket.create_connection(("127.0.0.1", host.port), timeout=20) as wire:
        wire.sendall(head(host, "transfer-encoding: chunked"))
        part = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        try:
            for _ in range(guarding.LARGEST // 0x10000 + 2):
                wire.sendall(part)
        except OSError:
            return  # it hung up in the middle
        assert b" 413 " in wire.recv(1000)


def test_a_body_that_comes_slowly_is_refused_and_delays_nobody(listening):
    host = listening.host()
    with socket.create_connection(("127.0.0.1", host.port), timeout=guarding.BODY_S + 20) as slow:
        slow.sendall(head(host, "content-length: 100") + b"{")
        begun = time.monotonic()
        assert ask(listening) == 200
        assert time.monotonic() - begun < guarding.BODY_S / 2
        assert b" 408 " in slow.recv(1000)


def test_half_of_a_request_and_no_http_at_all_end_nothing(listening):
    host = listening.host()
    for said in (b"GET /status HT", b"\x16\x03\x01\x02\x00" * 40, b"\n" * 5000, b"POST /mcp HTTP/1.1\r\n" * 3000):
        with socket.create_connection(("127.0.0.1", host.port), timeout=20) as wire:
            try:
                wire.sendall(said)
            except OSError:
                pass  # it hung up
    assert ask(listening) == 200


def test_a_token_is_not_told_to_anybody(client, home):
    one = client()
    one.said("list_windows")
    token = home.host().token
    assert len(token) > 30
    assert token not in json.dumps(home.status()) + home.log + one.stderr + json.dumps(one.seen)


def test_a_session_ends_with_the_connection_that_holds_it(listening):
    host = listening.host()
    hello = {"argv": ["mcp", "serve"], "cwd": "/", "variables": {}, "pid": 1, "version": "0"}
    body = json.dumps(hello).encode()
    with socket.create_connection(("127.0.0.1", host.port), timeout=20) as wire:
        wire.sendall(head(host, f"content-length: {len(body)}", "/bridges") + body)
        assert b"200 OK" in wire.recv(1000)
        assert until(lambda: len(listening.status()["sessions"]) == 2)
    assert until(lambda: len(listening.status()["sessions"]) == 1)


def head(host, length: str, path: str = "/bridges") -> bytes:
    lines = (f"POST {path} HTTP/1.1", f"host: 127.0.0.1:{host.port}", f"authorization: Bearer {host.token}", length)
    return "\r\n".join((*lines, "", "")).encode()
