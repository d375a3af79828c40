"""`python scripts/verify_dist.py`: use the zip as a stranger would, on a Windows machine, and time it.

Builds the exe and the zip, unpacks it into a folder whose path has a space and Japanese in it, and runs there, for a
person with an empty home: `--version`, `doctor`, `setup.ps1` where there is a PowerShell, `init`, `demo` and the
commands that it names, `scenario run`, `replay`, `random run`, the MCP handshake, `init --uninstall`. A line is printed
after each step, at the end a table with the aims. The exit code is 1 if a step failed or something is too large.

On Windows it runs by itself. Elsewhere `WINLAB` names the folder of a tool that builds Windows machines (by default
../shared/winlab) and `WINLAB_HOME` the machine.

    --ready           the machine is there and has what the build needs
    --exe FILE        an exe that was built before, with what lies beside it
    --one-folder      build and try the one-folder variant too (with --exe: the one beside it)
    --keep            leave the unpacked folder
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dist_machine import ROOT, WINLAB, Failed, Machine, shake_hands

PLACE = Path("受け入れ テスト")
STRANGER = WINLAB / "apps" / "orderdesk" / "bin" / "orderdesk.exe"
"""A WPF program that is not ours; without it the demo application takes its part."""
SHELLS = ("powershell", "pwsh")
SEED, STEPS = 12_345, 40
HOST_ENDS_WITHIN_S = 30.0
"""The resident host ends a while after its last client (`WPF_AGENT_HOST_IDLE`), and then deletes its folder."""
NAMED = re.compile(r"^  see it fail again +(\S.*)$", re.MULTILINE)
"""The command that the tour names."""
PASSING = """\
id: stranger-search
title: The search box takes a text
target_spec: {target}
steps:
  - action: type_text
    selector: {{automation_id: SearchBox}}
    args: {{text: 東京}}
    expected: {{value_equals: {expected}}}
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, beside its aim.

    Args:
        what: what it is.
        value: the figure.
        aim: what it shall be at most; None where it is only told.
        unit: MB or s.
    """

    what: str
    value: float
    aim: float | None
    unit: str = "s"

    @property
    def verdict(self) -> str:
        """`ok`, `FAILED` for a size above its aim, `missed` for a time: how fast a machine is proves nothing."""
        if self.aim is None or self.value <= self.aim:
            return "ok"
        return "missed" if self.unit == "s" else "FAILED"

    @property
    def line(self) -> str:
        """Its row of the table."""
        aim = f"{self.aim:6g} {self.unit}" if self.aim is not None else ""
        return f"{self.what:<36} {self.value:7.1f} {self.unit:<2}  {aim:>9}  {self.verdict}".rstrip()


class Verification:
    """One run through the zip.

    Args:
        machine: where it runs.
        exe: the exe that goes into the zip.
        one_folder: whether the variant beside it is tried too.
    """

    def __init__(self, machine: Machine, exe: Path, *, one_folder: bool = False) -> None:
        self.machine = machine
        self.built = exe
        self.one_folder = one_folder
        self.home = machine.folder / PLACE / "wpf-ui-agent"
        self.exe = self.home / "wpf-agent.exe"
        self.failed: list[str] = []
        self.figures: list[Figure] = []

    def steps(self) -> list[tuple[str, Callable[[], str]]]:
        """Return what is done, in order."""
        return [
            ("size", self.size),
            ("zip, unpacked", self.unpack),
            ("--version", self.version),
            ("doctor", self.doctor),
            *((f"setup.ps1 in {shell}", lambda shell=shell: self.setup_script(shell)) for shell in SHELLS),
            ("init --what-if", self.what_if),
            ("init --yes", self.init),
            ("init --yes again", self.init_again),
            ("demo", self.demo),
            ("scenario run", self.scenario),
            ("scenario run, failing", self.failing),
            ("replay", self.replay),
            ("random run", self.random),
            ("mcp serve", self.mcp),
            ("init --uninstall", self.uninstall),
            *([("one folder", self.folder)] if self.one_folder else []),
            ("nothing is left behind", self.leftovers),
        ]

    def run(self) -> int:
        """Do all, print each with its time, then the table, and return the exit code."""
        begun = time.monotonic()
        for name, step in self.steps():
            start = time.monotonic()
            try:
                said, verdict = step(), "ok"
            except Failed as error:
                said, verdict = str(error), "FAILED"
            except (OSError, ValueError, KeyError, IndexError, subprocess.SubprocessError) as error:
                said, verdict = f"{type(error).__name__}: {error}", "FAILED"
            if verdict != "ok":
                self.failed.append(name)
            print(f"{verdict:<7} {time.monotonic() - start:6.1f} s  {name:<24} {said}", flush=True)
        self.measured("all steps", time.monotonic() - begun, None)
        return self.sum_up()

    def sum_up(self) -> int:
        """Print the table, and return the exit code."""
        if sys.platform != "win32":
            print(f"\nLoad of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")
        print(f"\n{'':<36} {'measured':>10}  {'at most':>9}")
        for figure in self.figures:
            print(figure.line)
        self.failed += [figure.what for figure in self.figures if figure.verdict == "FAILED"]
        print("\nFailed: " + ", ".join(self.failed) if self.failed else "\nThe zip does what it promises.")
        return 1 if self.failed else 0

    def measured(self, what: str, value: float, aim: float | None, unit: str = "s") -> str:
        """Keep a figure, and return it as a text."""
        self.figures.append(Figure(what, value, aim, unit))
        return f"{value:.1f} {unit}"

    # -- the zip ------------------------------------------------------------------------------------------------------

    def size(self) -> str:
        """The exe is small enough."""
        return self.measured("wpf-agent.exe", self.built.stat().st_size / 1e6, 45.0, "MB")

    def unpack(self) -> str:
        """The zip is made, and unpacked where people unpack things."""
        out = self.machine.folder / "wpf-ui-agent.zip"
        made = [sys.executable, str(ROOT / "scripts" / "make_zip.py"), "--exe", str(self.built), "--out", str(out)]
        subprocess.run(made, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        with zipfile.ZipFile(out) as archive:
            archive.extractall(self.machine.folder / PLACE)
        names = sorted(path.name for path in self.home.iterdir())
        for name in ("wpf-agent.exe", "setup.ps1", "profiles.json", "README.md", "SHA256SUMS.txt"):
            if name not in names:
                raise Failed(f"{name} is not in the zip")
        return f"{self.measured('the zip', out.stat().st_size / 1e6, None, 'MB')}: {', '.join(names)}"

    def version(self) -> str:
        """It starts."""
        took, said = self.best_of_three(lambda: self.call("--version").strip())
        return f"{said}; {self.measured('--version', took, 2.0)}"

    def doctor(self) -> str:
        """It finds nothing wrong, and the .NET that the demo needs."""
        return self.findings(self.exe)

    def setup_script(self, shell: str) -> str:
        """The script sets up and takes it all back; told to change nothing it changes nothing."""
        program = shutil.which(shell) if self.machine.is_windows else None
        if program is None:
            return "skipped: it is not on this machine"
        before = self.everything()
        self.script(program, "-WhatIf", "-Yes")
        if self.everything() != before:
            raise Failed(f"-WhatIf changed {sorted(self.everything() ^ before)}")
        start = time.monotonic()
        self.script(program, "-Yes", timeout_s=600)
        took = time.monotonic() - start
        if not self.is_registered():
            raise Failed("-Yes registered nothing")
        self.script(program, "-Yes", "-NoSmoke")
        self.script(program, "-Uninstall", "-Purge")
        if self.is_registered():
            raise Failed("-Uninstall left the entry")
        return f"set up, with its first test, in {self.measured(f'setup.ps1 -Yes in {shell}', took, 600.0)}; taken back"

    # -- setting up ---------------------------------------------------------------------------------------------------

    def what_if(self) -> str:
        """It says what it would do and does nothing."""
        before = self.everything()
        made = self.json("init", "--yes", "--what-if", timeout_s=60)
        if self.everything() != before:
            raise Failed(f"it changed {sorted(self.everything() ^ before)}")
        return ", ".join(f"{s['what']}: {s['change']}" for s in made["clients"])

    def init(self) -> str:
        """It registers, keeps the zip's profiles.json, and scenario A passes on a real WPF program."""
        start = time.monotonic()
        made = self.json("init", "--yes", timeout_s=600)
        took = time.monotonic() - start
        entry = json.loads((self.machine.home / ".claude.json").read_text(encoding="utf-8"))
        command = entry["mcpServers"]["wpf-agent"]["command"]
        if Path(command.replace("\\", "/")).name != "wpf-agent.exe" or made["smoke"].get("real") != "passed":
            raise Failed(f"registered {command}; first test: {made['smoke']}")
        return f"first test {made['smoke']}; {self.measured('init, with its first test', took, 600.0)}"

    def init_again(self) -> str:
        """What is there stays as it is."""
        made = self.json("init", "--yes", "--no-smoke", timeout_s=60)
        changes = {s["change"] for s in (*made["clients"], *made["profiles"]["steps"])}
        if changes != {"kept"}:
            raise Failed(f"the second call did {changes}")
        return "everything kept"

    def uninstall(self) -> str:
        """The entry is gone; profiles and records are there."""
        self.json("init", "--uninstall", timeout_s=60)
        if self.is_registered():
            raise Failed("the entry is still there")
        if not (self.home / "profiles.json").exists() or not (self.home / "artifacts").exists():
            raise Failed("profiles.json or artifacts are gone")
        return "unregistered; profiles.json and artifacts kept"

    # -- working with it ----------------------------------------------------------------------------------------------

    def demo(self) -> str:
        """The tour ends well, and what it names is there: files, and a command that shows the failure again."""
        start = time.monotonic()
        said = self.call("demo", timeout_s=600)
        took = self.measured("demo", time.monotonic() - start, 180.0)
        files = re.findall(r"[A-Z]:\\[^\n]*?\.(?:yaml|html|md|json)$", said, re.MULTILINE)
        missing = [name for name in files if not self.local(name).is_file()]
        if missing or len(files) < len(("report", "ticket", "replay", "A", "B", "exploration")):
            raise Failed(f"it names {files}, of which {missing} are not there")
        named = NAMED.search(said)
        if named is None:
            raise Failed(f"it names no command:\n{said[-1_500:]}")
        program, *words = named[1].split()
        if program != ".\\wpf-agent":
            raise Failed(f"the command that it names starts with {program}")
        self.call(*words, "--times=1", expected=(1,), timeout_s=120)
        return f"{took}; {len(files)} files are there; `{named[1]}` showed the failure"

    def scenario(self) -> str:
        """A scenario passes on a program that is not ours."""
        made = self.json("scenario", "run", self.write_scenario("passing.yaml", "東京"), timeout_s=120)
        return f"{made['scenarios'][0]['outcome']}, on {self.stranger()}"

    def failing(self) -> str:
        """One that expects something else fails, and leaves a ticket."""
        path = self.write_scenario("failing.yaml", "京都")
        made = self.json("scenario", "run", path, expected=(1,), timeout_s=120)
        tickets = self.json("tickets", "list")["tickets"]
        if not tickets:
            raise Failed(f"no ticket: {made['scenarios'][0]['outcome']}")
        return f"{made['scenarios'][0]['outcome']}, {len(tickets)} tickets in all"

    def replay(self) -> str:
        """The ticket's actions bring the failure back."""
        repro = max((self.home / "artifacts" / "tickets").rglob("repro.actions.json"), key=os.path.getmtime)
        self.call("replay", "--file", self.machine.path(repro), "--json", expected=(1,), timeout_s=120)
        return "the failure came back"

    def random(self) -> str:
        """Exploration does its steps, and what it finds becomes tickets."""
        words = ("--profile", "demo", "--seed", str(SEED), "--max-steps", str(STEPS), "--no-minimize")
        made = self.json("random", "run", *words, expected=(0, 1), timeout_s=300)["results"][0]
        if made["steps"] != STEPS and not made["found"]:
            raise Failed(f"{made['steps']} steps instead of {STEPS}: {made['ended']}")
        return f"{made['steps']} steps, {made['states']} states, {len(made['found'])} failures"

    def mcp(self) -> str:
        """The server shakes hands and sees real windows."""
        return self.handshakes(self.exe, "mcp serve, until it is ready")

    # -- the one-folder variant, and what is left ---------------------------------------------------------------------

    def folder(self) -> str:
        """The one-folder variant starts, finds nothing wrong and shakes hands."""
        place = self.machine.folder / PLACE / "one folder"
        shutil.copytree(self.built.parent / "wpf-agent", place)
        exe = place / "wpf-agent.exe"
        self.measured("one folder", sum(p.stat().st_size for p in place.rglob("*") if p.is_file()) / 1e6, None, "MB")
        took, said = self.best_of_three(lambda: self.machine.call(exe, "--version", cwd=place).strip())
        self.measured("one folder: --version", took, 2.0)
        self.findings(exe)
        return f"{said}; {self.handshakes(exe, 'one folder: mcp serve')}"

    def leftovers(self) -> str:
        """What it unpacked to start is gone, once the resident host, which outlives its last client, has ended too."""
        start = time.monotonic()
        while left := sorted(path.name for path in self.machine.temporary.glob("_MEI*")):
            if time.monotonic() - start > HOST_ENDS_WITHIN_S:
                raise Failed(f"in {self.machine.temporary}: {', '.join(left)}")
            time.sleep(0.2)
        return "no temporary folder of the exe"

    # -- how ----------------------------------------------------------------------------------------------------------

    def call(self, *arguments: str, expected: Sequence[int] = (0,), timeout_s: float = 60) -> str:
        """Run the exe in its folder and return what it printed."""
        return self.machine.call(self.exe, *arguments, cwd=self.home, expected=expected, timeout_s=timeout_s)

    def json(self, *arguments: str, expected: Sequence[int] = (0,), timeout_s: float = 60) -> Any:
        """Run the exe with --json and return what it said."""
        return json.loads(self.call(*arguments, "--json", expected=expected, timeout_s=timeout_s))

    def script(self, shell: str, *switches: str, timeout_s: float = 120) -> str:
        """Run setup.ps1."""
        words = ("-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", str(self.home / "setup.ps1"))
        return self.machine.call(Path(shell), *words, *switches, cwd=self.home, timeout_s=timeout_s)

    def findings(self, exe: Path) -> str:
        """Run the doctor of an exe and return what it found."""
        found = json.loads(self.machine.call(exe, "doctor", "--json", cwd=exe.parent))["findings"]
        problems = [f["said"] for f in found if f["verdict"] == "problem"]
        if problems:
            raise Failed("; ".join(problems))
        return "; ".join(f"{f['name']}: {f['verdict']}" for f in found)

    def handshakes(self, exe: Path, what: str) -> str:
        """Shake hands with the server of an exe, keep the shortest time and return what was seen."""
        times, said = [], ""
        for _ in range(3):
            took, said = shake_hands(self.machine, exe, exe.parent)
            times.append(took)
        return f"{said}; ready after {self.measured(what, min(times), 3.0)}"

    def best_of_three(self, work: Callable[[], str]) -> tuple[float, str]:
        """Do something three times and return the shortest time, and what it returned."""
        times, said = [], ""
        for _ in range(3):
            start = time.monotonic()
            said = work()
            times.append(time.monotonic() - start)
        return min(times), said

    def everything(self) -> set[str]:
        """Return every file that there is, those apart that come and go with each start."""
        files = (path for path in self.machine.folder.rglob("*") if path.is_file())
        return {str(path) for path in files if not path.is_relative_to(self.machine.temporary)}

    def is_registered(self) -> bool:
        """Whether Claude Code's file names the program."""
        entry = self.machine.home / ".claude.json"
        return entry.exists() and "wpf-agent" in entry.read_text(encoding="utf-8")

    def local(self, path: str) -> Path:
        """Return a path of the Windows machine as it is here."""
        return Path(path) if self.machine.is_windows else Path(path.removeprefix("Z:").replace("\\", "/"))

    def stranger(self) -> str:
        """Return the name of the program that is tested."""
        return STRANGER.name if STRANGER.is_file() else "the demo"

    def write_scenario(self, name: str, expected: str) -> str:
        """Write a scenario for the stranger, or the demo, and return its path."""
        if STRANGER.is_file():
            exe, data = self.machine.path(STRANGER), self.machine.path(self.machine.folder / "data")
            target = f"{{exe: '{exe}', args: [--data, '{data}', --seed, '7']}}"
        else:
            target = "{profile: demo, mode: launch}"
        path = self.home / name
        path.write_text(PASSING.format(target=target, expected=expected), encoding="utf-8")
        return self.machine.path(path)


def main() -> int:
    """Build, unpack, run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ready", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--exe", default="", help=argparse.SUPPRESS)
    parser.add_argument("--one-folder", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--keep", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if sys.platform != "win32" and not (WINLAB / "winlab").is_file():
        sys.exit(f"There is no {WINLAB / 'winlab'}: name its folder with WINLAB, or run this on Windows.")
    if sys.platform == "win32":
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    folder = Path(tempfile.mkdtemp(prefix="wpf-agent-dist-")).resolve()
    machine = Machine(folder)
    exe = Path(arguments.exe).absolute() if arguments.exe else ROOT / "dist" / "wpf-agent.exe"
    verification = Verification(machine, exe, one_folder=arguments.one_folder)
    try:
        if not arguments.exe:
            build(verification, ready=arguments.ready)
        return verification.run()
    except Failed as error:
        print(f"FAILED {error}")
        return 1
    finally:
        if arguments.keep:
            print(f"It is all in {folder}.")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def build(verification: Verification, *, ready: bool) -> None:
    """Build the exe, and the one-folder variant if that is tried too.

    Raises:
        Failed: it could not be built.
    """
    if not ready:
        print("The machine, and what the build needs …", flush=True)
        verification.machine.set_up()
    print("Building …", flush=True)
    start = time.monotonic()
    layout = "both" if verification.one_folder else "onefile"
    verification.machine.python("scripts/build_exe.py", "--layout", layout, timeout_s=1_200)
    verification.measured("the build", time.monotonic() - start, None)


if __name__ == "__main__":
    sys.exit(main())
