"""The console's paths: who is answered, what is refused, and what the page can do."""

from __future__ import annotations

import http.client
import json
import random
import socket
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.servers.conftest import SERVERS, desk, until
from wpfagent.core.errors import FileInvalid
from wpfagent.entries.console.serving import console
from wpfagent.runs.servers.store import Store


@dataclass
class Page:
    """What the page is to the server."""

    port: int
    token: str

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"} | {
            k.replace("_", "-"): v for k, v in headers.items()
        }
        raw = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        try:
            asking.request(method, path, raw, {k: v for k, v in given.items() if v})
            reply = asking.getresponse()
            data = reply.read()
        finally:
            asking.close()
        return reply.status, json.loads(data) if reply.getheader("content-type") == "application/json" else data

    def state(self, name: str) -> dict[str, Any]:
        (found,) = [s for s in self.ask("GET", "/api/servers")[1]["servers"] if s["name"] == name]
        return dict(found)

    def save(self, form: dict[str, Any], server_id: str = "") -> tuple[int, Any]:
        """Save as the page does: what the check showed in full is what the person agrees to."""
        agreed = self.ask("POST", f"/api/check?id={server_id}", form)[1]["fingerprint"]
        path, method = (f"/api/servers/{server_id}", "PUT") if server_id else ("/api/servers", "POST")
        return self.ask(method, path, {**form, "agreed": agreed})


def form(name: str = "desk", **facts: Any) -> dict[str, Any]:
    return {"name": name, "command": sys.executable, "args": str(SERVERS / "desk.py"), **facts}


def no_client(_name: str) -> tuple[str, str]:
    raise FileInvalid("no such file")


@pytest.fixture
def page(store: Store) -> Iterator[Page]:
    with console(store, no_client, start_s=15.0) as address:
        start, _, token = address.rpartition("#")
        yield Page(int(start.rstrip("/").rpartition(":")[2]), token)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401), ({"Authorization": "Bearer x"}, 401), ({"Authorization": "Basic x"}, 401),
        ({"Host": "example.org"}, 403), ({"Host": "127.0.0.1"}, 403), ({"Host": "127.0.0.1.example.org:80"}, 403),
        ({"Origin": "https://example.org"}, 403), ({"Origin": "null"}, 403), ({"Origin": "http://127.0.0.1"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403), ({"Sec_Fetch_Site": "same-site"}, 403),
    ],
)  # fmt: skip
@pytest.mark.parametrize("call", [("GET", "/api/servers"), ("POST", "/api/servers"), ("GET", "/api/events"),
                                  ("POST", "/api/servers/x/call")])  # fmt: skip
def test_whoever_is_not_the_page_is_refused(
    page: Page, store: Store, headers: dict[str, str], status: int, call: tuple[str, str]
):
    method, path = call
    assert page.ask(method, path, {} if method == "POST" else None, **headers)[0] == status
    assert not store.path.exists()


def test_the_page_itself_holds_no_secret_and_a_strict_policy(page: Page):
    asking = http.client.HTTPConnection("127.0.0.1", page.port)
    for path in ("/", "/console.js", "/console.css", "/texts.json"):
        asking.request("GET", path)
        reply = asking.getresponse()
        text = reply.read().decode()
        assert reply.status == 200
        assert page.token not in text
        policy = reply.getheader("content-security-policy") or ""
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http://" not in text.replace("http://127.0.0.1", "")
        assert "https://" not in text
    asking.request("GET", "/../serving.py")
    assert asking.getresponse().status == 404
    asking.close()


def test_what_is_oversized_is_refused_whether_it_says_so_or_not(page: Page, store: Store):
    assert page.ask("POST", "/api/import", {"text": "x" * 300_000})[0] == 413
    with socket.create_connection(("127.0.0.1", page.port)) as raw:
        head = (f"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nAuthorization: Bearer {page.token}\r\n"
                "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")  # fmt: skip
        raw.sendall(head.encode())
        block = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        try:
            for _ in range(8):
                raw.sendall(block)
            assert b" 413 " in raw.recv(200)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it does not read to the end what it refuses
    assert page.ask("GET", "/api/servers")[0] == 200
    assert page.ask("POST", "/api/check", {}, Content_Type="text/plain")[0] == 415


def test_nonsense_is_an_error_and_never_a_crash(page: Page):
    chance = random.Random(7)
    bodies: list[Any] = [b"", b"{", b"\xff\xfe", b"[]", b"null", b"1", b'"x"', b"[" * 5000, {"name": 5},
                         {"name": "x" * 999}, {"name": "a\0", "command": "x"},
                         {"env": [["a"]]}, {"env": [["a", "b", "c"]], "name": "x"},
                         {"unknown": 1}, form(env=[["A=B", "1"]]), {"tool": 1, "arguments": []}]  # fmt: skip
    paths = ["/api/servers", "/api/check", "/api/import", "/api/servers/x/call", "/api/servers/x/enable",
             "/api/servers/x/read", "/api/servers/x/allow", "/api/servers/%00/disable", "/api/check?id=x"]  # fmt: skip
    for _ in range(120):
        method, path = chance.choice(["POST", "PUT", "DELETE"]), chance.choice(paths)
        status, said = page.ask(method, path, chance.choice(bodies))
        assert status in (200, 400, 404, 405, 409, 413), (method, path, status, said)
    assert page.ask("GET", "/api/servers")[1] == {"servers": []}


@pytest.mark.parametrize("field", ["name", "command", "args"])
def test_a_field_that_is_needed_is_said(page: Page, store: Store, field: str):
    given = form() | {field: "  "}
    status, said = page.save(given)
    assert (status, said["error"]["details"]["field"]) == (400, field)
    assert not store.servers()
    if field == "args":
        assert page.save({**given, "no_arguments": True, "enabled": False})[0] == 200


def test_saved_enabled_it_starts_at_once_and_saved_disabled_it_does_not(page: Page, store: Store):
    assert page.save(form("off", enabled=False))[0] == 200
    assert page.save(form("on", args=f"{SERVERS / 'desk.py'}\n\n"))[0] == 200
    until(lambda: page.state("on")["state"]["status"] == "Connected")
    assert store.find("on").args == (str(SERVERS / "desk.py"),)
    assert page.state("off")["state"]["status"] == "Stopped"


def test_a_command_that_the_person_was_not_shown_is_not_started(page: Page, store: Store):
    assert page.ask("POST", "/api/servers", form())[0] == 409
    assert not store.servers()
    kept = page.save(form(enabled=False) | {"agreed": ""})[1]
    store.change(kept["id"], lambda s: replace(s, approved=""))
    status, said = page.ask("POST", f"/api/servers/{kept['id']}/enable", {})
    assert (status, said["error"]["details"]["command_line"]) == (409, kept["command_line"])
    assert page.ask("POST", f"/api/servers/{kept['id']}/enable", {"agreed": kept["fingerprint"]})[0] == 200


def test_a_name_that_is_taken_is_warned_of_before_and_refused_after(page: Page):
    page.save(form(enabled=False))
    assert page.ask("POST", "/api/check", form("DESK"))[1]["problem"]["details"] == {"field": "name"}
    assert page.save(form("DESK", enabled=False))[0] == 400


def test_the_toggle_falls_back_where_a_server_does_not_start(page: Page, store: Store):
    page.save(form("dies", args=f"{SERVERS / 'odd.py'}\ndies"))
    until(lambda: page.state("dies")["state"]["status"] == "Error")
    until(lambda: not store.find("dies").enabled)
    state = page.state("dies")["state"]
    assert (state["exit_code"], state["stderr"][0]) == (7, "cannot open the database")


def test_a_secret_that_is_shown_masked_survives_an_edit(page: Page, store: Store):
    kept = page.save(form(enabled=False, env=[["API_KEY", "sesame"], ["MODE", "a"]]))[1]
    assert kept["env"] == {"API_KEY": "${secret:API_KEY}", "MODE": "a"}
    edited = form(enabled=False, env=[["API_KEY", "${secret:API_KEY}"], ["MODE", "b"]])
    assert page.save(edited, kept["id"])[0] == 200
    assert dict(store.find("desk").env) == {"API_KEY": "sesame", "MODE": "b"}


def test_changes_of_status_are_pushed(page: Page, store: Store):
    told: list[str] = []
    asking = http.client.HTTPConnection("127.0.0.1", page.port, timeout=60)
    asking.request("GET", "/api/events", headers={"Authorization": f"Bearer {page.token}"})
    reply = asking.getresponse()

    def read() -> None:
        while line := reply.readline():
            told.append(line.decode().strip())

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    page.save(form())
    until(lambda: "event: mcpServerStatusChanged" in told, "an event of the status")
    until(lambda: "event: log" in told, "an event of the log")
    count = len(told)
    store.add(replace(desk("from outside"), enabled=False))
    until(lambda: "event: servers" in told[count:], "an event of a change by another program")
    asking.sock.shutdown(socket.SHUT_RDWR)
    reading.join()
    asking.close()
    reply.close()


@pytest.fixture
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """The console looks seldom at the file, so that two changes come between two looks."""
    monkeypatch.setattr("wpfagent.entries.console.desk.POLL_S", 4.0)


def test_a_server_that_was_started_and_disabled_between_two_looks_is_stopped(seldom: None, page: Page, store: Store):
    page.save(form())
    until(lambda: page.state("desk")["state"]["status"] == "Connected")
    store.change("desk", lambda s: replace(s, enabled=False))
    until(lambda: page.state("desk")["state"]["status"] == "Stopped")


def test_a_file_that_nobody_can_read_stops_nothing(page: Page, store: Store):
    page.save(form())
    until(lambda: page.state("desk")["state"]["status"] == "Connected")
    whole = store.path.read_text(encoding="utf-8")
    store.path.write_text(whole[: len(whole) // 2], encoding="utf-8")
    time.sleep(1.2)  # two looks at the file
    store.path.write_text(whole, encoding="utf-8")
    held = page.state("desk")["state"]
    assert (held["status"], held.get("restarts", 0)) == ("Connected", 0)


def test_another_program_that_disables_a_server_stops_it_here(page: Page, store: Store):
    page.save(form())
    until(lambda: page.state("desk")["state"]["status"] == "Connected")
    store.change("desk", lambda s: replace(s, enabled=False))
    until(lambda: page.state("desk")["state"]["status"] == "Stopped")


def test_errors_are_said_in_the_persons_language(page: Page):
    status, said = page.ask("POST", "/api/servers", form("") | {"name": ""}, X_Language="ja")
    assert (status, said["error"]["message"]) == (400, "名前がありません。")


def test_a_port_that_is_taken_is_said(store: Store, tmp_path: Path):
    from wpfagent.core.errors import StorageFailed

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with (
            pytest.raises(StorageFailed, match="cannot be used"),
            console(store, no_client, port=taken.getsockname()[1]),
        ):
            pass
