"""Runs over several simulated desktops: what comes back, what may fail, and that nothing is lost or counted twice."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.normal import normal
from tests.fleet.processes import ROOT, STEPS, Fleet, wait_for
from wpfagent.testing.record.read import list_sessions, read_session
from wpfagent.testing.tickets.store import TicketStore

ROWS = """\
id: names
title: A name can be entered
profile: demo
data: [{name: Ann}, {name: 太郎}, {name: O'Neil}]
steps:
  - action: click
    selector: {automation_id: OpenSettingsButton}
  - include: parts/enter.yaml
"""
ENTER = """\
- action: type_text
  selector: {automation_id: UserBox}
  args: {text: "${name}"}
  expected: {value_equals: "${name}"}
"""


def write_scenario(folder: Path) -> Path:
    (folder / "parts").mkdir()
    (folder / "parts" / "enter.yaml").write_text(ENTER, encoding="utf-8")
    (folder / "names.yaml").write_text(ROWS, encoding="utf-8")
    return folder / "names.yaml"


def words(fleet: Fleet, artifacts: str, *more: str) -> list[str]:
    where = ["--artifacts", str(fleet.folder / artifacts)]
    return ["run", fleet.address, "--profile", "demo", "--wait", "60", *where, *more]


def test_what_comes_back_is_the_same_from_two_desktops_as_from_one(fleet: Fleet, seeds: tuple[str, ...]) -> None:
    scenario = str(write_scenario(fleet.folder))
    fleet.scheduler()
    fleet.worker("pc1")
    asked = [scenario, *seeds, "--no-minimize"]
    one = fleet.call(*words(fleet, "one", *asked), code=1)
    fleet.worker("pc2")
    two = fleet.call(*words(fleet, "two", *asked), code=1)
    assert set(one["machines"]) == {"pc1"}
    assert set(two["machines"]) == {"pc1", "pc2"}
    assert one["outcomes"] == two["outcomes"]
    assert one["done"] == two["done"] == 8
    alone, together = (normal(fleet.folder / n, ("pc1", "pc2")) for n in ("one", "two"))
    assert alone.keys() == together.keys()
    for name, content in alone.items():
        assert together[name] == content, name


def test_a_signature_is_one_ticket_with_its_count_and_its_machines(fleet: Fleet, seeds: tuple[str, ...]) -> None:
    fleet.scheduler()
    fleet.worker("pc1")
    fleet.worker("pc2")
    made = fleet.call(*words(fleet, "art", *seeds, "--no-minimize"), code=1)
    store = TicketStore(fleet.folder / "art")
    entries = store.entries()
    assert len({e.signature for e in entries}) == len(entries)
    assert any(len(e.sessions) > 1 for e in entries), "the seeds are to find something twice"
    for entry in entries:
        assert sum(entry.machines.values()) == entry.count
        told = next(t for t in made["tickets"] if t["id"] == entry.id)
        assert set(told["seen_on"]) == set(entry.machines)
        assert set(told["seen_on"]) | set(told["not_seen_on"]) == {"pc1", "pc2"}
        ticket = store.ticket(entry)
        assert (ticket.count, dict(ticket.machines or {})) == (entry.count, dict(entry.machines))
        for session in entry.sessions:
            facts = read_session(fleet.folder / "art" / "sessions" / session).facts
            assert str(entry.folder) in [t["folder"] for t in facts["tickets"]]
    assert (fleet.folder / "art" / "fleet" / made["run"] / "report.html").is_file()


@pytest.mark.slow
def test_new_tickets_are_minimised_as_on_one_desktop(fleet: Fleet, seeds: tuple[str, ...]) -> None:
    fleet.scheduler()
    fleet.worker("pc1")
    asked = ("--seeds", seeds[1].split(",")[0], *STEPS)
    alone = fleet.call(*words(fleet, "one", *asked), code=1)
    fleet.worker("pc2")
    together = fleet.call(*words(fleet, "two", *asked), code=1)
    (one,), (two,) = (TicketStore(fleet.folder / n).entries() for n in ("one", "two"))
    tickets = [TicketStore(fleet.folder / n).ticket(e) for n, e in (("one", one), ("two", two))]
    assert tickets[0].minimised is not None
    assert tickets[0].minimised["to"] < tickets[0].minimised["from"]
    assert tickets[0].minimised == tickets[1].minimised
    assert [s.text for s in tickets[0].steps] == [s.text for s in tickets[1].steps]
    steps = [json.loads((e.folder / "repro.actions.json").read_bytes())["actions"] for e in (one, two)]
    assert [(a["tool"], a["args"]) for a in steps[0]] == [(a["tool"], a["args"]) for a in steps[1]]
    helped = [next(w for w in made["work"] if w["kind"] == "minimizing")["speculation"] for made in (alone, together)]
    assert helped[0]["begun"] == 0
    assert helped[1]["begun"] > 0


def test_a_machine_of_another_version_or_program_is_left_out_and_said(fleet: Fleet) -> None:
    other = fleet.folder / "other"
    other.mkdir()
    (other / "sitecustomize.py").write_text("import wpfagent\nwpfagent.__version__ = '0.0.9'\n", encoding="utf-8")
    profile = {"name": "own", "launch": {"exe": str(ROOT / "wpfagent" / "demo" / "application.xaml")}}
    (fleet.folder / "same.json").write_text(json.dumps({"version": 1, "profiles": [profile]}), encoding="utf-8")
    strange = {**profile, "safety": {"allow_destructive": True}}
    (fleet.folder / "strange.json").write_text(json.dumps({"version": 1, "profiles": [strange]}), encoding="utf-8")
    fleet.scheduler()
    fleet.worker("pc1", "--profiles", "same.json")
    fleet.worker("old", "--profiles", "same.json", env={"PYTHONPATH": f"{other}{os.pathsep}{ROOT}"})
    fleet.worker("strange", "--profiles", "strange.json")
    fleet.worker("bare")
    made = fleet.call(
        "run", fleet.address, "--profile", "own", "--seeds", "1-2", "--max-steps", "5", "--profiles", "same.json",
        "--artifacts", str(fleet.folder / "art"), "--no-pictures", code=0,
    )  # fmt: skip
    assert set(made["machines"]) == {"pc1"}
    assert "0.0.9" in made["left_out"]["old"]
    assert "says something else" in made["left_out"]["strange"]
    assert "no profile own" in made["left_out"]["bare"]


def is_half(path: Path, machine: str) -> bool:
    text = path.read_text(encoding="utf-8")
    steps = path.with_name("steps.jsonl")
    return f'"machine": "{machine}"' in text and '"ended"' not in text and steps.is_file() and steps.stat().st_size > 0


def in_background(fleet: Fleet, *command: str) -> subprocess.Popen[str]:
    return fleet.start("caller", *command)


def done_lines(folder: Path) -> list[dict[str, Any]]:
    found = list(folder.glob("fleet/*/done.jsonl"))
    return [json.loads(line) for line in found[0].read_text(encoding="utf-8").splitlines()] if found else []


def check_nothing_is_lost_or_twice(artifacts: Path, count: int) -> None:
    lines = done_lines(artifacts)
    assert len(lines) == count
    assert len({line["work"] for line in lines}) == count
    sessions = Counter(str(line["session"]) for line in lines)
    assert max(sessions.values()) == 1
    whole = [s for s in list_sessions(artifacts) if s.facts.get("outcome") in ("passed", "failed")]
    assert {s.session_id for s in whole} == set(sessions)
    for entry in TicketStore(artifacts).entries():
        assert set(entry.sessions) <= set(sessions)
        assert entry.count == sum(sightings(line, entry.signature) for line in lines)


def sightings(line: dict[str, Any], signature: str) -> int:
    """Return how often a piece of work saw a failure: an exploration says it of each, a scenario's ticket counts it."""
    found = [f for f in line["result"].get("found", ()) if f.get("ticket", {}).get("signature") == signature]
    counts = {t["id"]: t["count"] for t in line["tickets"] if t["signature"] == signature}
    return sum(f["times"] for f in found) or sum(counts.values())


def test_a_killed_worker_loses_nothing_and_its_half_record_is_marked(fleet: Fleet, seeds: tuple[str, ...]) -> None:
    fleet.scheduler()
    fleet.heavy_worker("pc1")
    fleet.heavy_worker("pc2")
    caller = in_background(fleet, *words(fleet, "art", *seeds, "--no-minimize"))
    halves = fleet.folder / "art" / "sessions"
    wait_for("pc2 in the middle", lambda: any(is_half(p, "pc2") for p in halves.glob("*/session.json")))
    fleet.kill("pc2")
    assert caller.wait(400) == 1, fleet.log("caller")
    check_nothing_is_lost_or_twice(fleet.folder / "art", 5)
    lost = [s for s in list_sessions(fleet.folder / "art") if s.facts.get("outcome") == "lost"]
    assert len(lost) == 1
    assert "pc2" in lost[0].facts["reason"]
    assert lost[0].step_count > 0
    assert "pc2: has gone away" in fleet.log("caller")


def test_a_scheduler_that_is_killed_is_gone_on_from_where_it_was(fleet: Fleet, seeds: tuple[str, ...]) -> None:
    fleet.scheduler()
    fleet.heavy_worker("pc1")
    fleet.heavy_worker("pc2")
    caller = in_background(fleet, *words(fleet, "art", *seeds, "--no-minimize"))
    wait_for("two done", lambda: len(done_lines(fleet.folder / "art")) >= 2)
    fleet.kill("scheduler")
    assert caller.wait(300) == 3, fleet.log("caller")
    assert "--resume" in fleet.log("caller")
    before = len(done_lines(fleet.folder / "art"))
    assert before < 5
    fleet.scheduler()
    wait_for("both are back", lambda: all(fleet.log(n).count(f"{n} works") == 2 for n in ("pc1", "pc2")))
    made = fleet.call(
        "run", fleet.address, "--resume", "last", "--no-minimize", "--artifacts", str(fleet.folder / "art"), code=1
    )
    assert made["done"] == 5
    check_nothing_is_lost_or_twice(fleet.folder / "art", 5)


def test_a_caller_that_is_killed_takes_in_later_what_was_done_meanwhile(fleet: Fleet, seeds: tuple[str, ...]) -> None:
    fleet.scheduler()
    fleet.heavy_worker("pc1")
    in_background(fleet, *words(fleet, "art", *seeds, "--no-minimize"))
    wait_for("one done", lambda: len(done_lines(fleet.folder / "art")) >= 1)
    wait_for("the next has begun", lambda: len(list((fleet.folder / "art" / "sessions").glob("*"))) >= 2)
    fleet.kill("caller")
    before = {line["work"] for line in done_lines(fleet.folder / "art")}
    kept = fleet.folder / "pc1" / "kept"
    wait_for("what had begun ends", lambda: len(list(kept.glob("*/*.zip"))) > len(before))
    made = fleet.call(
        "run", fleet.address, "--resume", "last", "--no-minimize", "--artifacts", str(fleet.folder / "art"), code=None
    )
    assert made["done"] == 5
    check_nothing_is_lost_or_twice(fleet.folder / "art", 5)
    assert not list(kept.glob("*/*.zip")), "the worker keeps nothing that the caller has"


def test_a_run_that_nobody_can_do_says_so(fleet: Fleet) -> None:
    fleet.scheduler()
    made = fleet.call(
        "run", fleet.address, "--profile", "demo", "--seeds", "1", "--wait", "2", "--artifacts", "art", code=3
    )
    assert made["error"]["code"] == "fleet_empty"
    assert (made["error"]["details"]["so_far"]["planned"], made["error"]["details"]["so_far"]["done"]) == (1, 0)
    wrong = fleet.call("run", fleet.address, "--resume", "nothing", "--artifacts", "art", code=2)
    assert wrong["error"]["code"] == "invalid_argument"


@pytest.mark.parametrize("text", ["id: x\ntarget_spec: {exe: x.exe}\nsteps:\n  - action: click\n"])
def test_an_application_that_no_profile_names_is_refused_before_anything_goes_out(fleet: Fleet, text: str) -> None:
    (fleet.folder / "x.yaml").write_text(text + "    selector: {name: a}\n", encoding="utf-8")
    made = fleet.call("run", fleet.address, "x.yaml", "--artifacts", "art", code=2)
    assert "profile" in made["error"]["hint"]


def test_a_desktop_that_is_locked_says_so_and_takes_nothing_more_until_it_can(
    fleet: Fleet, seeds: tuple[str, ...]
) -> None:
    fleet.scheduler()
    fleet.heavy_worker("pc1")
    locked = fleet.heavy_worker("pc2")
    caller = in_background(fleet, *words(fleet, "art", *seeds, "--no-minimize"))
    halves = fleet.folder / "art" / "sessions"
    wait_for("pc2 in the middle", lambda: any(is_half(p, "pc2") for p in halves.glob("*/session.json")))
    locked.touch()
    wait_for("pc2 to say so", lambda: "pc2 takes nothing more: The session is locked." in fleet.log("pc2"))
    (told,) = [m for m in fleet.call("status", fleet.address)["machines"] if m["machine"] == "pc2"]
    assert (told["usable"], told["why"]) == (False, "The session is locked.")
    at_pc2 = len([line for line in done_lines(fleet.folder / "art") if line["machine"] == "pc2"])
    assert caller.wait(400) == 1, fleet.log("caller")
    assert "pc2: takes nothing more: The session is locked." in fleet.log("caller")
    check_nothing_is_lost_or_twice(fleet.folder / "art", 5)
    after = len([line for line in done_lines(fleet.folder / "art") if line["machine"] == "pc2"])
    assert after <= at_pc2 + 1, "what it had begun may end there"
    locked.unlink()
    wait_for("pc2 to be there again", lambda: "pc2 can be used again" in fleet.log("pc2"))
