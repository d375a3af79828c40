"""`python scripts/check_package.py [--out DIR]`: build the wheel and the sdist, and use both as a stranger would.

Checks what is in them and what their metadata say, then installs the wheel, and after it the sdist, into an empty
virtual environment and calls there: `import wpfagent`, `wpf-agent --version`, `python -m wpfagent`; `do`, `run` and a
scenario that passes and one that fails on the simulated desktop, what is said where an extra is missing; and with the
extras the tour, which off Windows is the simulated one. It needs the packages `build` and `twine` (extra `dev`).

    --version     only print the package's version
"""

from __future__ import annotations

import argparse
import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import zipfile
from collections.abc import Callable, Sequence
from email.message import Message
from pathlib import Path

from environment import ROOT, python_of

IN_THE_SDIST = (
    "README.md", "README.ja.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "profiles.json", "setup.ps1",
    "pyproject.toml", "docs/architecture.md", "tests/conftest.py", "scripts/test.py", "dist_config/wpf-agent.spec",
    ".github/workflows/tests.yml",
)  # fmt: skip
IN_THE_WHEEL = (
    "wpfagent/py.typed", "wpfagent/core/languages/ja.json", "wpfagent/demo/application.xaml",
    "wpfagent/demo/scenarios/a-settings.yaml", "wpfagent/core/schemas/scenario.schema.json",
    "wpfagent/testing/report/templates/base.html",
)  # fmt: skip
NOT_INSIDE = ("artifacts/", ".venv", ".clients", "__pycache__", "dist/", "build/", ".hypothesis")

HEAVY = frozenset({"jinja2", "mcp", "pydantic", "pythonnet", "rich", "tomlkit"})
"""What only extras bring."""
SCENARIO = """\
id: {outcome}
profile: demo
steps:
  - action: get_state
    selector: {{control_type: Button, index: 0}}
    expected: {{{check}}}
    timeout_ms: 2000
"""
INITIALIZE = '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}\n'


class Failed(Exception):
    """The package is not as it should be."""


def main() -> int:
    """Build and check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="", help="the folder for the wheel and the sdist; else they are thrown away")
    parser.add_argument("--version", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.version:
        print(version())
        return 0
    with tempfile.TemporaryDirectory(prefix="wpf-agent-package-") as folder:
        made = Path(folder, "dist")
        steps: list[tuple[str, Callable[[], str]]] = [
            ("built", lambda: build(made)),
            ("twine check", lambda: run(sys.executable, "-m", "twine", "check", "--strict", *map(str, files(made)))),
            ("what is in the wheel", lambda: check_wheel(one(made, "*.whl"))),
            ("what is in the sdist", lambda: check_sdist(one(made, "*.tar.gz"))),
            ("the wheel, installed", lambda: use(Path(folder), one(made, "*.whl"))),
            ("the wheel alone", lambda: drive(Path(folder))),
            ("the wheel with extras", lambda: tour(Path(folder), one(made, "*.whl"))),
            ("the sdist, installed", lambda: use(Path(folder), one(made, "*.tar.gz"), again=True)),
        ]
        for name, step in steps:
            start = time.monotonic()
            try:
                said = step().strip().rpartition("\n")[2]
            except Failed as error:
                print(f"FAILED  {name}: {error}")
                return 1
            print(f"ok {time.monotonic() - start:6.1f} s  {name:<22} {said}", flush=True)
        if arguments.out:
            shutil.copytree(made, arguments.out, dirs_exist_ok=True)
    return 0


def version() -> str:
    """Return the version in the package's source."""
    source = (ROOT / "wpfagent" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    if found is None:
        raise Failed("wpfagent/__init__.py names no version")
    return found[1]


def build(out: Path) -> str:
    """Build both into a folder."""
    run(sys.executable, "-m", "build", "--outdir", str(out), str(ROOT))
    return ", ".join(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in files(out))


def check_wheel(wheel: Path) -> str:
    """The package and its files are inside, nothing else, and the metadata name what people look for."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = email.message_from_bytes(archive.read(next(n for n in names if n.endswith(".dist-info/METADATA"))))
    check_names(names, IN_THE_WHEEL)
    strangers = [n for n in names if not n.startswith(("wpfagent/", "wpfagent-"))]
    if strangers:
        raise Failed(f"{strangers[:5]} do not belong in a wheel")
    check_metadata(metadata)
    return f"{len(names)} files"


def check_metadata(metadata: Message) -> None:
    """Name, version, Python, licence, extras, classifiers and the description are there."""
    wanted = {"Name": "wpfagent", "Version": version(), "Requires-Python": ">=3.11", "License-Expression": "MIT"}
    for key, value in wanted.items():
        if metadata[key] != value:
            raise Failed(f"{key} is {metadata[key]!r}, not {value!r}")
    extras = set(metadata.get_all("Provides-Extra", []))
    if not {"all", "demo", "dev", "exe", "mcp", "report", "setup", "terminal"} <= extras:
        raise Failed(f"the extras are {sorted(extras)}")
    if len(metadata.get_all("Classifier", [])) < 6 or not metadata.get_payload():
        raise Failed("classifiers or the description are missing")


def check_sdist(sdist: Path) -> str:
    """What a distributor needs is inside: sources, tests, documents; nothing that a run left."""
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    check_names(names, IN_THE_SDIST)
    return f"{len(names)} files"


def check_names(names: Sequence[str], wanted: Sequence[str]) -> None:
    """Raise Failed for what is missing, and for what a run left behind."""
    missing = set(wanted) - set(names)
    left = [name for name in names if name.startswith(NOT_INSIDE) or "/__pycache__/" in name]
    if missing or left:
        raise Failed(f"missing {sorted(missing)}, too much {left[:5]}")


def use(folder: Path, package: Path, *, again: bool = False) -> str:
    """Install a package into the folder's own environment and call it."""
    if not (folder / "venv").exists():
        venv.create(folder / "venv", with_pip=True)
    python, program = calls(folder)
    install(python, *(("--force-reinstall", "--no-deps") if again else ()), str(package))
    where = run(python, "-c", "import wpfagent; print(wpfagent.__file__)", cwd=folder)
    if not Path(where.strip()).is_relative_to(folder / "venv"):
        raise Failed(f"imported from {where}")
    said = {
        run(*words, cwd=folder).strip() for words in ((program, "--version"), (python, "-m", "wpfagent", "--version"))
    }
    if said != {f"wpf-agent {version()}"}:
        raise Failed(f"--version says {said}")
    return said.pop()


def drive(folder: Path) -> str:
    """What the package brings alone is enough to act, to run a scenario, and to write the ticket of one that fails."""
    python, program = calls(folder)
    listed = {line.split()[0].lower() for line in run(python, "-m", "pip", "list", "--format=freeze").splitlines()}
    if heavy := sorted(name for name in listed if name.partition("==")[0] in HEAVY):
        raise Failed(f"a bare install brings {heavy}")
    common = ("--desktop", "simulated", "--artifacts", str(folder / "bare"))
    for check, outcome, code in (("exists: true", "passed", 0), ("exists: false", "failed", 1)):
        path = folder / f"{outcome}.yaml"
        path.write_text(SCENARIO.format(outcome=outcome, check=check), encoding="utf-8")
        run(program, "scenario", "run", "--file", str(path), *common, cwd=folder, code=code)
    tickets = list((folder / "bare").rglob("ticket.md"))
    if len(tickets) != 1 or len(list((folder / "bare").rglob("ticket.json"))) != 1:
        raise Failed(f"the scenario that failed has {len(tickets)} tickets")
    run(program, "do", "list_windows", *common, cwd=folder)
    run(program, "run", "--profile", "demo", *common, cwd=folder, given="list_controls\n")
    said = run(program, "mcp", "serve", cwd=folder, code=2, given=INITIALIZE)
    answer = json.loads(said)
    if answer["id"] != 1 or 'pip install "wpfagent[mcp]"' not in answer["error"]["message"]:
        raise Failed(f"without its extra `mcp serve` answers {said}")
    return f"{len(listed)} packages: do, run, scenario, {tickets[0].name}"


def tour(folder: Path, wheel: Path) -> str:
    """The tour runs with the extras."""
    python, program = calls(folder)
    install(python, f"{wheel}[all]")
    words = (program, "demo", "--desktop", "simulated", "--artifacts", str(folder / "artifacts"), "--no-open")
    if "5/5" not in run(*words, cwd=folder):
        raise Failed("the tour did not prove its bug")
    return "and its tour"


def calls(folder: Path) -> tuple[str, str]:
    """Return the environment's Python and its `wpf-agent`."""
    python = python_of(folder / "venv")
    return str(python), str(python.with_name("wpf-agent.exe" if os.name == "nt" else "wpf-agent"))


def install(python: str, *what: str) -> None:
    """Install into an environment."""
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what)


def run(*words: str, cwd: Path = ROOT, code: int = 0, given: str = "") -> str:
    """Run a command and return what it printed.

    Args:
        words: the command.
        cwd: the folder to run it in.
        code: what it has to end with.
        given: what it reads.

    Raises:
        Failed: it ended with another code.
    """
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(words, cwd=cwd, env=env, input=given, capture_output=True, text=True, encoding="utf-8",
                          check=False)  # fmt: skip
    if done.returncode != code:
        raise Failed(f"{' '.join(words)} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-2_000:]}")
    return done.stdout


def files(folder: Path) -> list[Path]:
    """Return what was built."""
    return sorted(folder.iterdir())


def one(folder: Path, pattern: str) -> Path:
    """Return the one file of a form."""
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise Failed(f"{len(found)} files {pattern}")
    return found[0]


if __name__ == "__main__":
    sys.exit(main())
