"""The person at the same PC, on real windows: another process's input stops and pauses ours; ours does not."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from product import Driven, Stage

from wpfagent.core.keys import STOP_KEY
from wpfagent.desktops.person import QUIET_S, Stop

LATE_S = 0.3
PERSON = """
import ctypes, sys, time
from ctypes import wintypes
class Mouse(ctypes.Structure):
    _fields_ = [("dx", wintypes.LONG), ("dy", wintypes.LONG), ("data", wintypes.DWORD), ("flags", wintypes.DWORD),
                ("time", wintypes.DWORD), ("extra", ctypes.c_size_t)]
class Key(ctypes.Structure):
    _fields_ = [("code", wintypes.WORD), ("scan", wintypes.WORD), ("flags", wintypes.DWORD), ("time", wintypes.DWORD),
                ("extra", ctypes.c_size_t)]
class Either(ctypes.Union):
    _fields_ = [("mouse", Mouse), ("key", Key)]
class Input(ctypes.Structure):
    _fields_ = [("type", wintypes.DWORD), ("of", Either)]
def send(made):
    assert ctypes.WinDLL("user32").SendInput(1, ctypes.byref(made), ctypes.sizeof(made)) == 1
def key(code, flags):
    made = Input(type=1)
    made.of.key.code, made.of.key.flags = code, flags
    send(made)
def move(dx, dy):
    made = Input(type=0)
    made.of.mouse.dx, made.of.mouse.dy, made.of.mouse.flags = dx, dy, 1
    send(made)
print("ready", flush=True)
for line in sys.stdin:
    what, wait_s, *numbers = line.split()
    time.sleep(float(wait_s))
    numbers = [int(n) for n in numbers]
    if what == "chord":
        for code in numbers:
            key(code, 0)
        print(time.time(), flush=True)
        for code in reversed(numbers):
            key(code, 2)
    else:
        move(*numbers)
        print(time.time(), flush=True)
"""
STOP_CODES = "17 16 122"
"""Ctrl, Shift and F11."""


class SomebodyElse:
    """Another process that uses mouse and keyboard as a person does, when it is told to."""

    def __init__(self, script: Path) -> None:
        script.write_text(PERSON, encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._read() == "ready"

    def does(self, what: str, wait_s: float, numbers: str) -> None:
        """Let it do something in so many seconds."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what} {wait_s} {numbers}\n")
        self._process.stdin.flush()

    def when(self) -> float:
        """Return when it did the next thing, as Unix time."""
        return float(self._read())

    def close(self) -> None:
        """End it."""
        with self._process:
            self._process.kill()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("zoo", "--pos", "40,20", "--title", "Person", folder=tmp_path_factory.mktemp("person")) as stage:
        yield stage


@pytest.fixture
def zoo(stage: Stage) -> Iterator[Driven]:
    driven = stage.driven()
    driven.tab("ButtonsTab")
    yield driven
    go_on(driven)


@pytest.fixture
def somebody(tmp_path: Path) -> Iterator[SomebodyElse]:
    made = SomebodyElse(tmp_path / "person.py")
    yield made
    made.close()


def is_down(code: int) -> bool:
    return bool(ctypes.WinDLL("user32").GetAsyncKeyState(code) & 0x8000)


def test_our_own_input_is_no_person(zoo: Driven) -> None:
    person = zoo.app.gate.desktop.person
    settle(zoo)
    for _ in range(3):
        reply = zoo.app.do("click", {"automation_id": "PlainButton"}, {"input": True}).to_dict()
        assert "paused_ms" not in reply
    zoo.app.send_keys("Ctrl+Shift+F11", automation_id="PlainButton")
    assert not person.is_stopped
    assert not person.is_using


def test_the_stop_key_of_another_process_ends_a_wait_in_time(zoo: Driven, somebody: SomebodyElse) -> None:
    late = []
    for _ in range(3):  # a busy machine may be late; the shortest tells what we add
        settle(zoo)
        zoo.app.select_item(automation_id="ButtonsTab")
        somebody.does("chord", 0.5, STOP_CODES)
        with pytest.raises(Stop):
            zoo.app.wait_for(until={"text_equals": "never"}, automation_id="Status", timeout_ms=30_000)
        late.append(time.time() - somebody.when())
        with pytest.raises(Stop):
            zoo.app.click(automation_id="PlainButton")
        go_on(zoo)
    assert min(late) <= LATE_S, late


def test_what_is_pressed_is_released(zoo: Driven, somebody: SomebodyElse) -> None:
    settle(zoo)
    somebody.does("chord", 1.0, STOP_CODES)
    stops = [(step % 2 * 20 + 5, 3) for step in range(100)]
    with pytest.raises(Stop):
        zoo.app.do("drag", {"automation_id": "DeadButton"}, {"by": (30, 0), "via": stops})
    late_s = time.time() - somebody.when()
    assert late_s <= 2.0  # all stops would take 12 s
    assert not any(is_down(code) for code in (0x1, 0x2, 0x10, 0x11, 0x12))


def test_input_gives_way_to_another_processs_mouse(zoo: Driven, somebody: SomebodyElse) -> None:
    settle(zoo)
    zoo.app.select_item(automation_id="ButtonsTab")
    for _ in range(10):
        somebody.does("move", 0.1, "25 0")
    moved = [somebody.when() for _ in range(2)]
    after = zoo.truth.seq()
    reply = zoo.app.do("click", {"automation_id": "PlainButton"}, {"input": True}).to_dict()
    moved += [somebody.when() for _ in range(8)]
    assert reply["paused_ms"] >= QUIET_S * 1000 * 0.9
    assert time.time() - moved[-1] >= QUIET_S
    zoo.truth.wait_event("click", after=after, timeout_s=5)


def test_a_few_pixels_of_another_mouse_do_not_count(zoo: Driven, somebody: SomebodyElse) -> None:
    settle(zoo)
    for step in range(6):
        somebody.does("move", 0.05, f"{2 if step % 2 else -2} 0")
    for _ in range(6):
        somebody.when()
    assert "paused_ms" not in zoo.app.do("click", {"automation_id": "PlainButton"}, {"input": True}).to_dict()


def go_on(zoo: Driven) -> None:
    """Press the stop key once more, when its keys have come up."""
    person = zoo.app.gate.desktop.person
    while person.is_stopped:
        person.press(STOP_KEY)
        time.sleep(0.05)


def settle(zoo: Driven) -> None:
    """Wait until nobody has used mouse or keyboard for a while."""
    desktop = zoo.app.gate.desktop
    desktop.person.watch()
    desktop.person.give_way(desktop.clock, 30.0)
