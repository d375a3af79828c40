"""A bridge: opens at once, hands on the rest, and knows when its host has gone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from host_driving import LEGACY, MODERN, ROOT, Client, text_of, until

from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.hosts.bridge import opening
from wpfagent.hosts.bridge.serving import LEAVE_S
from wpfagent.hosts.resident.recording import opening_of

DESK = ROOT / "tests" / "simulated" / "gate" / "apps" / "desk.xaml"
LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")


@pytest.mark.parametrize("era", [LEGACY, MODERN])
def test_a_client_works_through_a_host(client, home, era):
    one = client(era=era)
    assert {t["name"] for t in one.request("tools/list")["result"]["tools"]} >= {"click", "launch_application"}
    assert "was launched" in one.said("launch_application", profile="demo")
    assert "confirmed" in one.said("click", window_query="Order Desk", selector={"automation_id": "OpenSettingsButton"})
    (session,) = home.status()["sessions"]
    assert session["bridge"]["pid"] == one.process.pid
    assert session["client"]["name"] == "raw"
    assert session["last"] == "click"


@pytest.mark.parametrize("era", [LEGACY, "2024-11-05", "1999-01-01", MODERN])
def test_what_a_bridge_answers_by_itself_is_what_the_host_says(client, home, era):
    """The first client has no record and is answered by the host; the second by what the host recorded."""
    asked = ("initialize", *LISTS) if era != MODERN else ("server/discover", *LISTS, "subscriptions/listen")

    def answers(one: Client) -> list[object]:
        said = [one.shake_hands()]
        more = {"notifications": {}} if era == MODERN else {}
        return said + [
            {k: v for k, v in one.request(m, more if m == "subscriptions/listen" else {}).items() if k != "id"}
            for m in asked[1:]
        ]

    first = client(era=era, opened=False)
    from_host = answers(first)
    assert until(lambda: list((home.folder / "host").glob("opening-*.json")))
    home_before = home.host()
    first.close()
    home.close()
    second = client(era=era, opened=False)
    assert answers(second) == from_host
    assert home_before != home.host(), "the second was not answered by the host that the first had"


def test_opening_messages_need_no_host_and_load_little(client, home):
    client().request("tools/list")
    assert until(lambda: list((home.folder / "host").glob("opening-*.json")))
    home.close()
    opens = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opens}
    code = (
        "import sys\n"
        "from wpfagent.hosts.bridge import serving\n"
        "sys.argv = ['x']\n"
        "class Out:\n"
        "    def write(self, data): self.last = data\n"
        "    def flush(self): pass\n"
        "out = Out()\n"
        "made = serving.Bridge(['mcp', 'serve'], [], out)\n"
        "assert made._opening is not None, 'nothing was recorded'\n"
        f"made._take({json.dumps(hello)!r})\n"
        "assert b'instructions' in out.last\n"
        "print(' '.join(sorted(sys.modules)))\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], env=home.variables, capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()
    heavy = {"mcp", "pydantic", "anyio", "asyncio", "starlette", "comtypes", "uiautomation", "PIL", "yaml", "docopt",
             "http.client", "wpfagent.gate", "wpfagent.actions", "wpfagent.desktops", "wpfagent.safety"}  # fmt: skip
    assert heavy.isdisjoint(said), heavy & set(said)


def test_a_change_of_options_language_or_packages_is_another_record(tmp_path, monkeypatch):
    keys = {opening.key_of(["mcp", "serve"], "en"), opening.key_of(["mcp", "serve"], "ja")}
    keys.add(opening.key_of(["mcp", "serve", "--structured"], "en"))
    keys.add(opening.key_of(["mcp", "serve", "--tools", "tests"], "en"))
    (tmp_path / "shouting-1.dist-info").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    keys.add(opening.key_of(["mcp", "serve"], "en"))
    assert len(keys) == 5
    same = opening.key_of(["mcp", "serve"], "en")
    assert same == opening.key_of(["mcp", "serve", "--profile", "A", "--profile=B", "--artifacts", "x"], "en")


def test_a_record_that_is_not_true_any_more_is_replaced(client, home):
    client().request("tools/list")
    files = home.folder / "host"
    assert until(lambda: list(files.glob("opening-*.json")))
    (path,) = files.glob("opening-*.json")
    true = path.read_text(encoding="utf-8")
    path.write_text(true.replace("Click an element as a user does.", "An older sentence."), encoding="utf-8")
    old = client()
    assert "An older sentence." in str(old.request("tools/list"))
    old.said("list_windows")
    assert until(lambda: path.read_text(encoding="utf-8") == true)
    assert until(lambda: "restart the client" in old.stderr)


def test_the_record_is_made_of_the_server_itself():
    plain, structured = opening_of(ServeOptions()), opening_of(ServeOptions(structured=True))
    assert plain == opening_of(ServeOptions())
    assert plain["digest"] != structured["digest"]
    assert plain["answers"][""]["initialize"]["result"]["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize("era", [LEGACY, MODERN])
def test_a_call_under_way_when_the_host_dies_fails_and_is_not_repeated(client, home, era, tmp_path):
    log = tmp_path / "log.txt"
    app = slow_app(tmp_path, log)
    one = client("--allow-launch", era=era)
    one.said("launch_application", exe=str(app))
    under_way = one.ask_tool("click", window_query="Desk", selector={"automation_id": "SaveButton"})
    assert until(lambda: log.exists() and log.read_text(encoding="utf-8").count("clicked") == 1)
    os.kill(home.host().pid, signal.SIGKILL)
    failed = one.answer(under_way)["result"]
    assert failed["isError"]
    assert "host_restarted" in text_of(failed)
    assert "No windows" in one.said("list_windows")  # a new host, and its desktop
    assert log.read_text(encoding="utf-8").count("clicked") == 1


def test_the_next_call_starts_a_host_again(client, home):
    one = client()
    one.said("list_windows")
    first = home.host()
    os.kill(first.pid, signal.SIGKILL)
    assert until(lambda: not first.is_alive)
    assert "Recorded as session" in one.said("list_windows")
    assert home.host().pid != first.pid


def test_calls_are_done_in_the_order_in_which_they_were_sent(client):
    one = client("--allow-launch")
    one.said("launch_application", exe=str(DESK))
    numbers = [
        one.ask_tool("type_text", window_query="Desk", selector={"automation_id": "Notes"}, text=str(n), append=True)
        for n in range(8)
    ]
    for number in numbers:
        one.answer(number)
    assert "01234567" in one.said("get_state", window_query="Desk", selector={"automation_id": "Notes"})


def test_the_bridge_ends_at_once_though_a_call_is_under_way(client, home, tmp_path):
    one = client("--allow-launch")
    one.said("launch_application", exe=str(slow_app(tmp_path, tmp_path / "log.txt")))
    one.ask_tool("click", window_query="Desk", selector={"automation_id": "SaveButton"})
    assert until((tmp_path / "log.txt").exists)
    assert one.close() < 3
    assert until(lambda: home.status() is not None and not home.status()["sessions"])


def test_a_crash_of_the_bridge_ends_its_session(client, home):
    one = client()
    one.said("list_windows")
    one.kill()
    assert until(lambda: not home.status()["sessions"])
    (record,) = (home.folder / "artifacts" / "sessions").iterdir()
    assert until(lambda: '"outcome": "ended"' in (record / "session.json").read_text(encoding="utf-8"))


def test_lines_that_cannot_be_read_are_answered(client):
    one = client()
    for number, line in enumerate(
        (b'{"jsonrpc": "2.0", "id": 90, "method": 5}', b'{"id": 91, "method": "tools/call", "params": [[' + b"[" * 500,
         b'{"jsonrpc": "2.0", "id": 92, "method": "tools/call", "params": {"name": "list_windows", "arguments": '
         b'{"target_id": "\\ud83d"}}}', b'{"jsonrpc": "2.0", "id": 93, "method": "no/such"}'), 90
    ):  # fmt: skip
        one.write(line + b"\n")
        said = one.answer(number)
        assert said.get("error", {}).get("message") or said["result"]["content"][0]["text"]
    assert "windows" in one.said("list_windows")


def slow_app(folder: Path, log: Path) -> Path:
    """The desk with a button that notes its click, and then takes long."""
    xaml = folder / "slow.xaml"
    xaml.write_text(DESK.read_text(encoding="utf-8"), encoding="utf-8")
    code = DESK.with_suffix(".py").read_text(encoding="utf-8")
    xaml.with_suffix(".py").write_text(code + SLOW.format(log=str(log)), encoding="utf-8")
    return xaml


SLOW = """

class Slow(CodeBehind):
    def __init__(self, view):
        super().__init__(view)

    def on_save(self, *args):
        import time
        with open({log!r}, "a", encoding="utf-8") as file:
            file.write("clicked\\n")
        time.sleep(30)


CodeBehind = Slow
"""


def test_the_bridges_own_files_are_small():
    files = [p for p in Path(opening.__file__).parent.iterdir() if p.suffix in (".py", ".json")]
    assert sum(p.stat().st_size for p in files) < 5_000_000


def test_the_record_is_complete_when_the_bridge_ends_though_the_host_ends_with_it(client, home):
    one = client()
    assert "was launched" in one.said("launch_application", profile="demo")
    one.said("click", window_query="Order Desk", selector={"automation_id": "SettingsTab"})
    assert one.close() < LEAVE_S + 1
    os.kill(home.host().pid, signal.SIGKILL)  # as a client's job does
    (record,) = (home.folder / "artifacts" / "sessions").iterdir()
    facts = json.loads((record / "session.json").read_text(encoding="utf-8"))
    lines = (record / "steps.jsonl").read_text(encoding="utf-8").splitlines()
    assert facts["steps"] == len(lines) == 2
    assert facts["ended"]
