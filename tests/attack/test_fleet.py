"""A machine of the fleet does nothing on another one but its work: no other file is written, replaced or deleted."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import anyio
import pytest

from tests.attack.conftest import Make
from tests.attack.program import NAME
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.files import Marker, inner_path
from wpfagent.profiles.store import open_profiles
from wpfagent.runs.fleet.halves import Halves
from wpfagent.runs.fleet.ledger import Ledger
from wpfagent.runs.fleet.orders import DESKTOP, Kind, Order
from wpfagent.runs.fleet.performing import Bench, do_work
from wpfagent.runs.fleet.planning import Planned
from wpfagent.runs.fleet.running import Listener, Run
from wpfagent.runs.fleet.seat import Seat
from wpfagent.runs.fleet.taking_in import take_in, tell_minimised, tell_tickets

OUTSIDE = ["../x", "/etc/x", "a/../../x", "C:/x", "a\\..\\x", "a:b.txt", "CON", "sub/nul", "aux.txt", "com1.log", "x.",
           "x ", "..", ".. /x", "", "a//b", "a\0b", "//host/share/x", "lpt¹", "a?b"]  # fmt: skip
OWN = "20260101-000000-aaaa"
"""A session that the caller has."""
TICKET = {
    "id": "TICKET-1", "created": "2026-01-01T00:00:00Z", "title": "t", "summary": "s", "mode": "random",
    "oracle": "o", "signature": {"id": "s1", "strength": "weak", "facts": {}}, "actual": "a", "expected": "e",
    "session": "new",
    "environment": {**dict.fromkeys(("os", "os_build", "language", "desktop", "tool_version", "python"), ""),
                    "target": {"pid": 1, "process": "a.exe"}},
}  # fmt: skip
"""What is needed of a ticket."""


class Silent(Listener):
    """Nobody listens."""


def parcel(outcome: dict[str, Any], files: dict[str, str] | None = None) -> bytes:
    """What a hostile worker sends."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as opened:
        given = {"roots": {"artifacts": "/w/a", "files": "/w/f"}, "outcome": "passed", "machine": "pc1", **outcome}
        opened.writestr("outcome.json", json.dumps(given))
        for name, text in (files or {}).items():
            opened.writestr(name, text)
    return made.getvalue()


@pytest.fixture(autouse=True)
def only_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing outside of the test's own folder is deleted, however broken the code is."""
    delete = shutil.rmtree

    def checked(path: Any, *args: Any, **named: Any) -> None:
        assert Path(os.path.realpath(path)).is_relative_to(os.path.realpath(tmp_path)), f"it deletes {path}"
        delete(path, *args, **named)

    monkeypatch.setattr(shutil, "rmtree", checked)


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """A run of one piece of work, among records that are none of its business."""
    artifacts = tmp_path / "artifacts"
    for folder in (artifacts / "sessions" / OWN, tmp_path / "private" / "x"):
        folder.mkdir(parents=True)
        (folder / "ticket.json").write_text("{}")
        (folder / "session.json").write_text(json.dumps({"session_id": OWN, "ended": "2026"}))
    return Ledger.begin(artifacts, "run", [Planned(Order("run", "w1", "scenario"), str(tmp_path / "files"))])


def everything(folder: Path) -> dict[str, bytes]:
    """All files below a folder that are not the fleet's."""
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file() and "fleet" not in p.parts}


@pytest.mark.parametrize(
    ("outcome", "files"),
    [
        ({"work": "../../../../private", "title": "x", "session": "new"}, {}),
        ({"session": "../../private/x"}, {}),
        ({"session": OWN}, {"tickets/s/t/ticket.json": "{}"}),
        ({"session": None}, {f"sessions/{OWN}/steps.jsonl": "{}"}),
        ({"ticket": "../../../../private/x"}, {}),
        ({"roots": {}}, {}),
        ({"roots": {"artifacts": "2026", "files": "0101"}, "session": "2026-new"}, {}),
        ({"roots": {"artifacts": 1, "files": 1}}, {}),
        ({"session": [OWN]}, {}),
        ({"result": "text"}, {}),
        ({"session": "new"}, {"tickets/s/t/ticket.json": json.dumps({**TICKET, "id": "../../../private/x"})}),
        ({}, {"tickets/s/t/ticket.json": json.dumps(TICKET)}),
        (
            {"session": "new"},
            {
                "tickets/s/t/ticket.json": json.dumps(
                    {**TICKET, "evidence": [{"file": "http://evil.invalid/x.png", "shows": "x"}]}
                )
            },
        ),
        ({"roots": {"artifacts": "", "files": ""}}, {"sessions/new/session.json": "{}"}),
        ({}, {"sessions/../../../private/x/ticket.json": "mine"}),
    ],
)
def test_what_a_worker_says_never_touches_anything_else(
    ledger: Ledger, tmp_path: Path, outcome: dict[str, Any], files: dict[str, str]
) -> None:
    before = everything(tmp_path)
    run = Run(cast(Any, None), ledger, {}, Silent())
    run._take(ledger.planned[0], parcel(outcome, files))
    tell_tickets(ledger, all_of_them=True)
    ledger.close()
    assert everything(tmp_path) == before
    assert {line["work"] for line in ledger.lines} == set(ledger.done) == {"w1"}
    assert ledger.done["w1"].get("session") in (None, "new")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK",
        parcel({})[:-30],
        parcel({"result": 1}),
        parcel({"elapsed_s": {}}),
        parcel({"outcome": None}),
        parcel({"machine": {}}),
    ],
)
def test_what_is_no_parcel_never_ends_a_run(ledger: Ledger, data: bytes) -> None:
    Run(cast(Any, None), ledger, {}, Silent())._take(ledger.planned[0], data)
    ledger.close()
    assert set(ledger.done) == {"w1"}
    assert ledger.done["w1"].get("session") in (None, "new")


@pytest.mark.parametrize("ended", [{"ended": "2026"}, {}], ids=["ended", "running or killed"])
@pytest.mark.parametrize("made_by", [{"run": "run", "work": "w2"}, {"run": "other", "work": "w1"}, {}, None, "w1"])
def test_a_worker_never_replaces_the_record_of_other_work(ledger: Ledger, made_by: Any, ended: dict[str, str]) -> None:
    place = ledger.artifacts / "sessions" / OWN / "session.json"
    place.write_text(json.dumps({"session_id": OWN, "fleet": made_by, **ended}))
    before = place.read_bytes()
    with pytest.raises(WpfAgentError):
        take_in(ledger, ledger.planned[0], parcel({}, {f"sessions/{OWN}/session.json": "{}"}))
    told = {"work": "w1", "machine": "pc1", "file": "session.json", "at": 0, "data": b"{}", "session": OWN}
    Halves(ledger.artifacts, ledger.run).hear((0.0, told))
    assert place.read_bytes() == before


def test_a_record_that_somebody_here_is_about_to_begin_is_left_to_him(ledger: Ledger) -> None:
    """It says nothing of itself yet."""
    folder = ledger.artifacts / "sessions" / "20260101-000000-bbbb"
    folder.mkdir()
    marker = Marker(str(folder))
    with pytest.raises(WpfAgentError):
        take_in(ledger, ledger.planned[0], parcel({}, {f"sessions/{folder.name}/session.json": "{}"}))
    marker.release()
    assert take_in(ledger, ledger.planned[0], parcel({}, {f"sessions/{folder.name}/session.json": "{}"}))


def test_a_record_that_comes_again_is_taken_in_again(ledger: Ledger) -> None:
    facts = json.dumps({"ended": "2026", "fleet": {"run": "run", "work": "w1"}})
    for _ in range(2):
        assert take_in(ledger, ledger.planned[0], parcel({"session": "new"}, {"sessions/new/session.json": facts}))
    assert json.loads((ledger.artifacts / "sessions" / "new" / "session.json").read_bytes())["ended"] == "2026"


def test_minimising_changes_no_ticket_but_the_one_that_was_given(ledger: Ledger) -> None:
    mine = ledger.artifacts / "tickets" / OWN / "TICKET-1"
    mine.mkdir(parents=True)
    (mine / "ticket.json").write_text(json.dumps({**TICKET, "session": OWN}))
    before = (mine / "ticket.json").read_bytes()
    planned = Planned(Order("run", "m-2", "minimizing", main=f"{OWN}/TICKET-2"), str(ledger.artifacts))
    told = {**TICKET, "minimised": {"from": 2, "to": 1}}
    files = {"tickets/s/TICKET-1/ticket.json": json.dumps(told), "tickets/s/TICKET-1/replay.json": "{}"}
    ledger.add(take_in(ledger, planned, parcel({"session": "new", "ticket": "TICKET-1"}, files)))
    ledger.close()
    tell_minimised(ledger, planned)
    assert (mine / "ticket.json").read_bytes() == before
    assert not (mine / "replay.json").exists()


def test_what_a_worker_streams_never_changes_another_record(ledger: Ledger, tmp_path: Path) -> None:
    before = everything(tmp_path)
    hear = Halves(ledger.artifacts, ledger.run).hear
    told = {"work": "w1", "machine": "pc1", "file": "steps.jsonl", "at": 0, "data": b"x"}
    hear((0.0, {**told, "session": OWN}))
    hear((0.0, {**told, "session": "20260101-000000-bbbb", "at": 1 << 40}))
    assert everything(tmp_path) == before


def test_a_parcel_never_fills_the_disk_that_it_comes_to(ledger: Ledger, tmp_path: Path) -> None:
    before = everything(tmp_path)
    made = io.BytesIO(parcel({"session": "new"}))
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as opened:
        for number in range(6):
            opened.writestr(f"sessions/new/{number}.bin", b"\0" * 10_000_000)
    with pytest.raises(WpfAgentError, match="would become 600"):
        take_in(ledger, ledger.planned[0], made.getvalue())
    assert everything(tmp_path) == before


@pytest.mark.parametrize("run", [DESKTOP, "../x", "", "a b", 1])
def test_no_run_has_the_name_of_what_a_desktop_is_counted_by(run: Any) -> None:
    """Who could admit a run of that name would give a locked desktop away."""
    pytest.importorskip("distributed")
    from wpfagent.runs.fleet.desktop_worker import DesktopWorker

    with pytest.raises(WpfAgentError, match=re.escape(repr(run))):
        anyio.run(DesktopWorker.admit, cast(Any, SimpleNamespace(set_resources=None)), run)


@pytest.mark.parametrize("run", ["..", "../other", "", "a/b", "a\\b", ".", "ABSOLUTE"])
def test_what_a_caller_asks_never_reaches_outside_of_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: str
) -> None:
    """Nothing is deleted here, and no name leads out of the test's own folder, however broken the code is."""
    deleted: list[Path] = []
    monkeypatch.setattr("wpfagent.runs.fleet.seat.shutil.rmtree", lambda path, **_: deleted.append(path))
    run = str(tmp_path / "other") if run == "ABSOLUTE" else run
    seat = Seat("pc1", "simulated", tmp_path / "seat")
    seat.keep("good", "w1", b"kept")
    for ask in (lambda: seat.forget(run), lambda: seat.all_kept(run), lambda: seat.kept(run, "secret"),
                lambda: seat.kept("good", "../../secret"), lambda: seat.keep(run, "w", b"")):  # fmt: skip
        with pytest.raises(WpfAgentError):
            ask()
    assert deleted == []
    assert seat.kept("good", "w1") == b"kept"


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_name_means_another_place_on_any_system(name: str) -> None:
    with pytest.raises(WpfAgentError):
        inner_path(name)


@pytest.mark.parametrize(
    "name", ["a.txt", "a/b c/d-1.json", ".hidden/x", "console.log", "auxiliary/nullable.cs", "日本.txt"]
)
def test_names_that_are_only_names_stay(name: str) -> None:
    assert inner_path(name).as_posix() == name


@pytest.mark.parametrize("kind", ["scenario", "exploration"])
@pytest.mark.parametrize("allows", [False, True])
def test_what_a_caller_allows_is_done_only_where_the_worker_s_own_profile_does(
    program: Make, kind: Kind, allows: bool
) -> None:
    made = program('<Button x:Name="Del" Content="Delete" Click="on_deleted"/>', safety={"allow_destructive": allows})
    steps = [{"action": "click", "selector": {"automation_id": "Del"}, "confirm": True}]
    (made.folder / "main.json").write_text(json.dumps({"id": "s", "target_spec": {"profile": NAME}, "steps": steps}))
    main = "main.json" if kind == "scenario" else ""
    order = Order("run", "w1", kind, profile=NAME, main=main, changes={"max_steps": 10}, allow_destructive=True)
    profiles = open_profiles(made.profiles, desktop_name="simulated").profiles
    told = do_work(Bench(order, made.desktop, profiles, made.artifacts, made.folder, "pc1"), {})
    assert ("deleted" in made.fired) == allows, told
