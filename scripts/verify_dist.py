"""`python scripts/verify_dist.py`: use the zip as a stranger would, on a clean Windows machine, and time it.

Builds the exe and the zip, unpacks it into a folder whose path has a space and Japanese in it, and runs there, with a
home of its own and no Python: `--version`, `init --yes`, `doctor`, `demo`, `scenario run`, `tickets`, `replay`,
`random run`, the MCP handshake, `init --uninstall`. Each is printed with its time; a step that fails, or an aim that is
missed by far, makes the exit code 1.

On Windows it runs by itself. Elsewhere `WINLAB` names the folder of a tool that builds Windows machines (by default
../shared/winlab) and `WINLAB_HOME` the machine. `--exe` takes an exe that was built before, with what lies beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WINLAB = Path(os.environ.get("WINLAB", ROOT.parent / "shared" / "winlab")).resolve()
PACKAGES = (".[demo]", "pyinstaller")
PLACE = Path("受け入れ テスト")
STRANGER = WINLAB / "apps" / "orderdesk" / "bin" / "orderdesk.exe"
"""A WPF program that is not ours; without it the demo application takes its part."""
EXE_MB, VERSION_S, MCP_S, INIT_S = 34.0, 2.0, 3.0, 600.0
"""The aims: the exe's size, `--version`, `initialize` answered when warm, `init` with its first test."""
FAR = 1.5
"""An aim that is missed by more than this factor fails: machines differ."""
SEED, STEPS = 12_345, 40
PROTOCOL = "2025-06-18"

PASSING = """\
id: stranger-search
title: The search box takes a text
target_spec: {{exe: '{exe}', args: [{args}]}}
steps:
  - action: type_text
    selector: {{automation_id: {box}}}
    args: {{text: 東京}}
    expected: {{value_equals: {expected}}}
"""


class Failed(Exception):
    """A step did not do what it should."""


@dataclass(slots=True)
class Machine:
    """Runs Windows programs: here, or on a machine that is built for it.

    Args:
        folder: everything that this run writes.
    """

    folder: Path
    is_windows: bool = sys.platform == "win32"
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        home = self.folder / "home"
        (home / ".claude").mkdir(parents=True)
        for name, place in (("USERPROFILE", home), ("APPDATA", home / "roaming"), ("LOCALAPPDATA", home / "local")):
            place.mkdir(exist_ok=True)
            self.environment[name] = self.path(place)
        self.environment["WIN_PD_OVERRIDE_LOCAL_APPDATA"] = self.environment["LOCALAPPDATA"]
        self.environment["CI"] = "1"

    def path(self, path: Path) -> str:
        """Return a path as Windows knows it."""
        return str(path) if self.is_windows else "Z:" + str(path).replace("/", "\\")

    def words(self, program: Path, *arguments: str, timeout_s: float) -> list[str]:
        """Return the command that runs a Windows program."""
        if self.is_windows:
            return [str(program), *arguments]
        given = [word for name, value in self.environment.items() for word in ("--env", f"{name}={value}")]
        return [str(WINLAB / "winlab"), "run", "--timeout", str(int(timeout_s)), *given, str(program), *arguments]

    def python(self, *arguments: str, timeout_s: float) -> None:
        """Run the Python that builds."""
        words = [sys.executable, *arguments]
        if not self.is_windows:
            words = [str(WINLAB / "winlab"), "python", "--timeout", str(int(timeout_s)), *arguments]
        done = subprocess.run(words, cwd=ROOT, check=False)
        if done.returncode != 0:
            raise Failed(f"{' '.join(arguments)} ended with {done.returncode}")

    def set_up(self) -> None:
        """Make the machine, and install what the build needs."""
        if self.is_windows:
            self.python("-m", "pip", "install", "--quiet", *PACKAGES, timeout_s=900)
            return
        for words in (("setup",), ("pip", "install", "--quiet", *PACKAGES)):
            done = subprocess.run([str(WINLAB / "winlab"), *words], cwd=ROOT, check=False)
            if done.returncode != 0:
                raise Failed(f"winlab {' '.join(words)} ended with {done.returncode}")

    def variables(self) -> dict[str, str]:
        """Return the environment of what runs here."""
        return {**os.environ, **(self.environment if self.is_windows else {})}


class Verification:
    """One run through the zip.

    Args:
        machine: where it runs.
        exe: the exe that goes into the zip.
    """

    def __init__(self, machine: Machine, exe: Path) -> None:
        self.machine = machine
        self.built = exe
        self.home = machine.folder / PLACE / "wpf-ui-agent"
        self.exe = self.home / "wpf-agent.exe"
        self.failed: list[str] = []

    def steps(self) -> list[tuple[str, Callable[[], str]]]:
        """Return what is done, in order."""
        return [
            ("the exe's size", self.size),
            ("zip, unpacked", self.unpack),
            ("--version", self.version),
            ("doctor", self.doctor),
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
        ]

    def run(self) -> int:
        """Do all, print each with its time, and return the exit code."""
        for name, step in self.steps():
            start = time.monotonic()
            try:
                said, verdict = step(), "ok"
            except (Failed, OSError, ValueError, KeyError, IndexError, subprocess.SubprocessError) as error:
                said, verdict = (
                    f"{type(error).__name__}: {error}" if not isinstance(error, Failed) else str(error),
                    "FAILED",
                )
                self.failed.append(name)
            print(f"{verdict:<7} {time.monotonic() - start:6.1f} s  {name:<24} {said}", flush=True)
        print("Failed: " + ", ".join(self.failed) if self.failed else "The zip does what it promises.")
        return 1 if self.failed else 0

    # -- the steps ----------------------------------------------------------------------------------------------------

    def size(self) -> str:
        """The exe is small enough."""
        size = self.built.stat().st_size / 1e6
        return within(size, EXE_MB, "MB", far=1.0)

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
        return f"{out.stat().st_size / 1e6:.1f} MB: {', '.join(names)}"

    def version(self) -> str:
        """It starts."""
        times = []
        for _ in range(3):
            start = time.monotonic()
            said = self.call("--version").strip()
            times.append(time.monotonic() - start)
        return f"{said}; {within(min(times), VERSION_S, 's')}"

    def doctor(self) -> str:
        """It finds nothing wrong, and the .NET that the demo needs."""
        found = self.json("doctor")["findings"]
        problems = [f["said"] for f in found if f["verdict"] == "problem"]
        if problems:
            raise Failed("; ".join(problems))
        return "; ".join(f"{f['name']}: {f['verdict']}" for f in found)

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
        made = self.json("init", "--yes", timeout_s=INIT_S)
        took = time.monotonic() - start
        entry = json.loads((self.machine.folder / "home" / ".claude.json").read_text(encoding="utf-8"))
        command = entry["mcpServers"]["wpf-agent"]["command"]
        if Path(command.replace("\\", "/")).name != "wpf-agent.exe" or made["smoke"].get("real") != "passed":
            raise Failed(f"registered {command}; first test: {made['smoke']}")
        return f"first test {made['smoke']}; {within(took, INIT_S, 's')}"

    def init_again(self) -> str:
        """What is there stays as it is."""
        made = self.json("init", "--yes", "--no-smoke", timeout_s=60)
        changes = {s["change"] for s in (*made["clients"], *made["profiles"]["steps"])}
        if changes != {"kept"}:
            raise Failed(f"the second call did {changes}")
        return "everything kept"

    def demo(self) -> str:
        """The tour ends well."""
        said = self.call("demo", timeout_s=600)
        return " ".join(said.strip().splitlines()[-1:])

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
        return f"{made['scenarios'][0]['outcome']}, {len(tickets)} ticket"

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
        times, said = [], ""
        for _ in range(3):
            took, said = self.shake_hands()
            times.append(took)
        return f"{said}; {within(min(times), MCP_S, 's')}"

    def uninstall(self) -> str:
        """The entry is gone; profiles and records are there."""
        self.json("init", "--uninstall", timeout_s=60)
        entry = self.machine.folder / "home" / ".claude.json"
        if entry.exists() and "wpf-agent" in entry.read_text(encoding="utf-8"):
            raise Failed(f"{entry} still names wpf-agent")
        if not (self.home / "profiles.json").exists() or not (self.home / "artifacts").exists():
            raise Failed("profiles.json or artifacts are gone")
        return "unregistered; profiles.json and artifacts kept"

    # -- how ----------------------------------------------------------------------------------------------------------

    def call(self, *arguments: str, expected: Sequence[int] = (0,), timeout_s: float = 60) -> str:
        """Run the exe in its folder and return what it printed."""
        words = self.machine.words(self.exe, *arguments, timeout_s=timeout_s)
        done = subprocess.run(
            words, cwd=self.home, env=self.machine.variables(), capture_output=True, timeout=timeout_s + 30, check=False
        )
        said = done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
        if done.returncode not in expected:
            tail = (said + done.stderr.decode("utf-8", "replace"))[-1_500:]
            raise Failed(f"{' '.join(arguments)} ended with {done.returncode}:\n{tail}")
        return said

    def json(self, *arguments: str, expected: Sequence[int] = (0,), timeout_s: float = 60) -> Any:
        """Run the exe with --json and return what it said."""
        return json.loads(self.call(*arguments, "--json", expected=expected, timeout_s=timeout_s))

    def everything(self) -> set[str]:
        """Return every file there is."""
        return {str(path) for path in self.machine.folder.rglob("*") if path.is_file()}

    def stranger(self) -> str:
        """Return the name of the program that is tested."""
        return STRANGER.name if STRANGER.is_file() else "the demo"

    def write_scenario(self, name: str, expected: str) -> str:
        """Write a scenario for the stranger, or the demo, and return its path."""
        if STRANGER.is_file():
            data = self.machine.path(self.machine.folder / "data")
            values = {"exe": self.machine.path(STRANGER), "args": f"--data, '{data}', --seed, '7'", "box": "SearchBox"}
        else:
            values = {"exe": str(self.exe), "args": "demo, --app", "box": "ServerBox"}
        path = self.home / name
        path.write_text(PASSING.format(**values, expected=expected), encoding="utf-8")
        return self.machine.path(path)

    def shake_hands(self) -> tuple[float, str]:
        """Start the server, and return how long `initialize` took and what a call told."""
        words = self.machine.words(self.exe, "mcp", "serve", timeout_s=60)
        start = time.monotonic()
        with subprocess.Popen(
            words, cwd=self.home, env=self.machine.variables(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as server:
            client = {"name": "verify", "version": "1"}
            opening = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client}
            name = ask(server, 1, "initialize", opening)["serverInfo"]["name"]
            took = time.monotonic() - start
            tell(server, {"method": "notifications/initialized"})
            tools = ask(server, 2, "tools/list", {})["tools"]
            seen = ask(server, 3, "tools/call", {"name": "list_windows", "arguments": {}})
            if seen.get("isError"):
                raise Failed(str(seen)[:500])
        if server.returncode != 0:
            raise Failed(f"the server ended with {server.returncode}")
        return took, f"{name}, {len(tools)} tools, list_windows answered"


def tell(server: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    """Send a message."""
    assert server.stdin is not None
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    server.stdin.flush()


def ask(server: subprocess.Popen[bytes], number: int, method: str, params: dict[str, Any]) -> Any:
    """Send a request and return its result."""
    tell(server, {"id": number, "method": method, "params": params})
    assert server.stdout is not None
    for line in server.stdout:
        answer = json.loads(line)
        if answer.get("id") == number:
            if "error" in answer:
                raise Failed(str(answer["error"]))
            return answer["result"]
    raise Failed(f"the server ended without an answer to {method}")


def within(value: float, aim: float, unit: str, *, far: float = FAR) -> str:
    """Return a figure beside its aim.

    Raises:
        Failed: it misses the aim by far, on a machine that has nothing else to do.
    """
    said = f"{value:.1f} {unit} (aim: {aim:g} {unit})"
    if value <= aim:
        return said
    if value > aim * far and not (unit == "s" and is_busy()):
        raise Failed(said)
    return f"{said}, MISSED" + (" on a busy machine" if unit == "s" and is_busy() else "")


def is_busy() -> bool:
    """Whether other work keeps this machine from showing how fast it is."""
    return sys.platform != "win32" and os.getloadavg()[0] > 1.5 * (os.cpu_count() or 1)


def main() -> int:
    """Build, unpack, run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exe", default="", help="an exe that was built before")
    parser.add_argument("--keep", action="store_true", help="leave the unpacked folder")
    arguments = parser.parse_args()
    if sys.platform != "win32" and not (WINLAB / "winlab").is_file():
        sys.exit(f"There is no {WINLAB / 'winlab'}: name its folder with WINLAB, or run this on Windows.")
    folder = Path(tempfile.mkdtemp(prefix="wpf-agent-dist-"))
    machine = Machine(folder)
    exe = Path(arguments.exe).absolute() if arguments.exe else ROOT / "dist" / "wpf-agent.exe"
    try:
        if not arguments.exe:
            machine.set_up()
            machine.python("scripts/build_exe.py", timeout_s=1_200)
        return Verification(machine, exe).run()
    except Failed as error:
        print(f"FAILED {error}")
        return 1
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
