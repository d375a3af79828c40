"""Two Windows machines and a scheduler on Linux with certificates: the WPF demo, and everything that may fail.

Run by hand, some twenty minutes, with `-m slow -s`. `WINLAB` names the folder of winlab, `WINLAB_HOMES` two machines as
HOME1:HOME2, each with the extra `fleet` installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.processes import ROOT, Fleet, wait_for
from tests.fleet.test_programs import write_profiles
from tests.fleet.test_runs import check_nothing_is_lost_or_twice, done_lines, in_background, is_half, write_scenario
from wpfagent.runs.fleet.certificates import make_certificates
from wpfagent.testing.record.read import list_sessions
from wpfagent.testing.tickets.store import TicketStore

WINLAB = Path(os.environ.get("WINLAB", ROOT.parent / "shared" / "winlab")) / "winlab"
HOMES = [home for home in os.environ.get("WINLAB_HOMES", "").split(":") if home]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not WINLAB.is_file() or len(HOMES) < 2, reason="WINLAB_HOMES names two Windows test machines"),
]
ASKED = ("--max-steps", "10", "--no-pictures", "--no-minimize", "--wait", "300")
SEEDS, FEWER = 20, 12
ROWS = 6
LONG_S = 1500
WRONG = """\
id: wrong
profile: demo
data: [{name: Ann}, {name: Bo}, {name: Cy}]
steps:
  - action: click
    selector: {automation_id: OpenSettingsButton}
  - action: type_text
    selector: {automation_id: UserBox}
    args: {text: "${name}"}
    expected: {value_equals: nobody}
    timeout_ms: 500
"""
"""The same failure in three rows: one ticket."""
START = """\
import sys
sys.argv[0] = "wpf-agent"
import distributed.metrics
def resync(self):  # its own loop ends only where the clock stands still between two calls, as it does on Windows
    import time
    self.delta = self.base_timer() - time.perf_counter()
distributed.metrics._WindowsTime.resync = resync
from wpfagent.entries.cli import main
sys.exit(main())
"""
"""Starts wpf-agent there: before Python 3.13 distributed waits for a clock to stand still, and Wine's never does."""


class Machines(Fleet):
    """A fleet whose workers are Windows machines."""

    def machine(self, name: str, home: str, *options: str, env: dict[str, str] | None = None) -> None:
        words = ["worker", self.address, "--name", name, "--folder", windows(self.folder / name), *options]
        certs = ["--certs", windows(self.certificates)] if self.certificates else []
        given = {"PYTHONUTF8": "1", "PYTHONPATH": windows(ROOT), **(env or {})}
        start = self.folder / "start.py"
        start.write_text(START, encoding="utf-8")
        with open(self.folder / f"{name}.log", "w", encoding="utf-8") as log:
            self.processes[name] = subprocess.Popen(
                [str(WINLAB), "--home", home, "python", "--timeout", "3000",
                 *(part for key, value in given.items() for part in ("--env", f"{key}={value}")),
                 windows(start), "fleet", *words, *certs],
                cwd=self.folder, stdout=log, stderr=log, text=True,
            )  # fmt: skip
        wait_for(f"machine {name}", lambda: f"{name} works" in self.log(name), 120)

    def kill(self, name: str) -> None:
        process = self.processes.pop(name)
        process.terminate()  # the machine ends all that was started with it, without asking: like a power cut
        process.wait()


def windows(path: Path) -> str:
    return "Z:" + str(path).replace("/", "\\")


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    make_certificates(tmp_path / "certs")
    made = Machines(tmp_path, certificates=tmp_path / "certs")
    for home in HOMES[:2]:  # a program that a worker had started which was cut off runs on
        subprocess.run([str(WINLAB), "--home", home, "stop"], capture_output=True, check=False, timeout=100)
    made.scheduler()
    yield made
    made.close()


def run_words(machines: Machines, seeds: int) -> list[str]:
    right, wrong = write_scenario(machines.folder), machines.folder / "wrong.yaml"
    wrong.write_text(WRONG, encoding="utf-8")
    where = ["--artifacts", str(machines.folder / "art")]
    words = ["run", machines.address, str(right), str(wrong), "--profile", "demo", "--seeds", f"1-{seeds}"]
    return [*words, *ASKED, *where]


def tell(what: str, made: dict[str, Any]) -> None:
    each = ", ".join(f"{name}: {one['runs']} runs in {one['worked_s']} s" for name, one in made["machines"].items())
    print(
        f"\n{what}: {made['done']} of {made['planned']} in {made['seconds']} s, {made['waiting_share']:.0%} waiting; "
        f"{each}; {made['outcomes']}; {os.cpu_count()} cores; "
        f"tickets {[(t['seen_on'], t['title']) for t in made['tickets']]}"
    )


def check_one_ticket_a_bug(artifacts: Path) -> None:
    entries = TicketStore(artifacts).entries()
    assert len({e.signature for e in entries}) == len(entries)
    assert max(e.count for e in entries) >= 2, "rows that fail alike are one ticket"
    for entry in entries:
        assert sum(entry.machines.values()) == entry.count


def test_twenty_seeds_and_three_rows_over_two_machines(machines: Machines) -> None:
    machines.machine("pc1", HOMES[0])
    machines.machine("pc2", HOMES[1])
    made = machines.call(*run_words(machines, SEEDS), code=None, timeout=LONG_S)
    tell("two machines", made)
    assert made["done"] == made["planned"] == SEEDS + ROWS
    assert set(made["machines"]) == {"pc1", "pc2"}
    assert set(made["outcomes"]) <= {"passed", "failed"}
    assert [w["outcome"] for w in made["work"][:6]] == ["passed"] * 3 + ["failed"] * 3
    check_nothing_is_lost_or_twice(machines.folder / "art", SEEDS + ROWS)
    check_one_ticket_a_bug(machines.folder / "art")


def test_one_machine_is_cut_off_in_the_middle(machines: Machines) -> None:
    machines.machine("pc1", HOMES[0])
    machines.machine("pc2", HOMES[1])
    caller = in_background(machines, *run_words(machines, FEWER))
    sessions = machines.folder / "art" / "sessions"
    wait_for("some are done", lambda: len(done_lines(machines.folder / "art")) >= 6)
    wait_for("pc2 in the middle", lambda: any(is_half(p, "pc2") for p in sessions.glob("*/session.json")))
    machines.kill("pc2")
    assert caller.wait(LONG_S) in (0, 1), machines.log("caller")
    print("\nkilled machine:", machines.log("caller")[-1500:])
    check_nothing_is_lost_or_twice(machines.folder / "art", FEWER + ROWS)
    check_one_ticket_a_bug(machines.folder / "art")
    lost = [s for s in list_sessions(machines.folder / "art") if s.facts.get("outcome") == "lost"]
    assert [s.facts["reason"].split(":")[0] for s in lost] == ["pc2"]


def test_the_scheduler_is_cut_off_and_the_run_gone_on_with(machines: Machines) -> None:
    machines.machine("pc1", HOMES[0])
    machines.machine("pc2", HOMES[1])
    caller = in_background(machines, *run_words(machines, FEWER))
    wait_for("some are done", lambda: len(done_lines(machines.folder / "art")) >= 6)
    machines.kill("scheduler")
    assert caller.wait(120) == 3, machines.log("caller")
    before = len(done_lines(machines.folder / "art"))
    assert 6 <= before < FEWER + ROWS
    machines.scheduler()
    wait_for("both are back", lambda: all(machines.log(n).count(f"{n} works") == 2 for n in ("pc1", "pc2")))
    where = ["--artifacts", str(machines.folder / "art")]
    made = machines.call(
        "run", machines.address, "--resume", "last", "--no-minimize", *where, code=None, timeout=LONG_S
    )
    tell(f"resumed after {before}", made)
    assert made["done"] == FEWER + ROWS
    check_nothing_is_lost_or_twice(machines.folder / "art", FEWER + ROWS)
    check_one_ticket_a_bug(machines.folder / "art")


def test_a_program_is_sent_to_each_machine_once(machines: Machines) -> None:
    built = machines.folder / "built"
    shutil.copytree(WINLAB.parent / "apps" / "orderdesk" / "bin", built)
    here = write_profiles(machines.folder, "here.json", built / "orderdesk.exe")
    there = windows(machines.folder / write_profiles(machines.folder, "there.json", Path("C:\\nowhere\\orderdesk.exe")))
    machines.machine("pc1", HOMES[0], "--profiles", there, "--allow-launch")
    machines.machine("pc2", HOMES[1], "--profiles", there, "--allow-launch")
    where = ["--profiles", here, "--artifacts", str(machines.folder / "art")]
    words = ["run", machines.address, "--profile", "own", "--send", "built", "--seeds", "1-4", *ASKED, *where]
    made = machines.call(*words, code=None, timeout=LONG_S)
    tell("a program that was sent", made)
    assert made["done"] == 4
    assert set(made["machines"]) == {"pc1", "pc2"}
    for name in made["machines"]:
        (sent,) = (machines.folder / name / "programs").iterdir()
        assert (sent / "orderdesk.exe").read_bytes() == (built / "orderdesk.exe").read_bytes()
    check_nothing_is_lost_or_twice(machines.folder / "art", 4)


def test_a_machine_of_another_version_takes_no_part(machines: Machines) -> None:
    other = machines.folder / "other"
    other.mkdir()
    (other / "sitecustomize.py").write_text("import wpfagent\nwpfagent.__version__ = '0.0.9'\n", encoding="utf-8")
    scenario = write_scenario(machines.folder)
    machines.machine("pc1", HOMES[0])
    machines.machine("old", HOMES[1], env={"PYTHONPATH": f"{windows(other)};{windows(ROOT)}"})
    where = ["--artifacts", str(machines.folder / "art")]
    made = machines.call("run", machines.address, str(scenario), "--profile", "demo", "--no-minimize", *where)
    tell("another version", made)
    assert set(made["machines"]) == {"pc1"}
    assert "0.0.9" in made["left_out"]["old"]
    assert made["done"] == 3
