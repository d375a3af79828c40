"""Many acts of several clients at once, and ends at any moment: the programs' own logs say what was truly done."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from host_driving import LEGACY, MODERN, ROOT, Client, Home, text_of, until

from wpfagent.hosts import places

DESK = ROOT / "tests" / "simulated" / "gate" / "apps" / "desk.xaml"
LOGGING = """

class Logging(CodeBehind):
    def on_notes(self, view, sender):
        with open({log!r}, "a", encoding="utf-8") as file:
            file.write(sender.text + "\\n")


CodeBehind = Logging
"""


def program(folder: Path, name: str) -> tuple[Path, Path]:
    """A desk that writes what is typed into it into a log of its own; its path and its log's."""
    log, xaml = folder / f"{name}.log", folder / f"{name}.xaml"
    xaml.write_text(DESK.read_text(encoding="utf-8").replace('Title="Desk"', f'Title="{name}"'), encoding="utf-8")
    code = DESK.with_suffix(".py").read_text(encoding="utf-8")
    xaml.with_suffix(".py").write_text(code + LOGGING.format(log=str(log)), encoding="utf-8")
    return xaml, log


def typing(name: str, text: str) -> dict[str, object]:
    return {"window_query": name, "selector": {"automation_id": "Notes"}, "text": text}


@pytest.mark.parametrize("count", [25, pytest.param(200, marks=pytest.mark.slow)])
def test_acts_of_two_clients_on_two_programs_are_neither_lost_nor_crossed(client, home, tmp_path, count):
    logs, clients = {}, {}
    for name, era in (("Left", LEGACY), ("Right", MODERN)):
        xaml, logs[name] = program(tmp_path, name)
        clients[name] = client("--allow-launch", name=name, era=era)
        clients[name].said("launch_application", exe=str(xaml))
    said: dict[str, list[str]] = {name: [] for name in clients}

    def act(name: str) -> None:
        for number in range(count):
            said[name].append(clients[name].said("type_text", **typing(name, f"{name} {number}")))

    threads = [threading.Thread(target=act, args=(name,)) for name in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name, log in logs.items():
        assert all("confirmed" in line for line in said[name]), said[name]
        assert log.read_text(encoding="utf-8").splitlines() == [f"{name} {n}" for n in range(count)]
    assert len(home.status()["sessions"]) == 2


@pytest.mark.parametrize("rounds", [6, pytest.param(100, marks=pytest.mark.slow)])
def test_no_act_is_done_twice_whatever_ends_when(tmp_path, rounds):
    seed = int(os.environ.get("WPF_AGENT_TEST_SEED", "7"))
    dice = random.Random(seed)
    home = Home(tmp_path, WPF_AGENT_HOST_IDLE="3")
    xaml, log = program(tmp_path, "Left")
    confirmed: set[str] = set()
    number = 0
    try:
        for round_ in range(rounds):
            one = Client(home, "--allow-launch", era=dice.choice([LEGACY, MODERN]))
            one.shake_hands()
            one.said("launch_application", exe=str(xaml))
            what = ("host", "bridge", "client", "program")[round_ % 4]
            until_then = time.monotonic() + dice.uniform(0.05, 0.6)
            is_ended = False
            for _ in range(6):
                number += 1
                asked = one.ask_tool("type_text", **typing("Left", str(number)))
                if not is_ended and time.monotonic() >= until_then - 0.1:
                    is_ended = True
                    time.sleep(max(0.0, min(dice.uniform(0, 0.1), until_then - time.monotonic())))
                    end(what, one, home)
                    if what in ("bridge", "client"):
                        break
                said = text_of(one.answer(asked)["result"])
                if "confirmed" in said:
                    confirmed.add(str(number))
            if one.process.poll() is None:
                one.close()
            else:
                one.process.stdout.close()
                one.process.stdin.close()
        assert until(lambda: not running_in(home), 20), f"still running: {running_in(home)}"
        left = {path.name for path in (home.folder / "host").glob("*.json*") if not path.name.startswith("opening-")}
        assert not left, "no file says of a host that has ended where it is"
    finally:
        home.close()
    done = Counter(log.read_text(encoding="utf-8").splitlines())
    assert not [text for text, times in done.items() if times > 1], f"seed {seed}"
    assert confirmed <= set(done)


def running_in(home: Home) -> list[str]:
    """The processes that were started in this home."""
    mark = f"{places.FOLDER}={home.variables[places.FOLDER]}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


def end(what: str, one: Client, home: Home) -> None:
    """End something at this moment."""
    if what == "host":
        found = home.host()
        if found is not None:
            os.kill(found.pid, signal.SIGKILL)
    elif what == "bridge":
        one.kill()
    elif what == "client":
        one.process.stdin.close()
        one.process.wait(timeout=20)
    else:
        one.ask_tool("click", window_query="Left", selector={"automation_id": "CrashButton"})
