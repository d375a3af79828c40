"""`python scripts/build_exe.py [--layout onefile|onefolder|both]`: build wpf-agent.exe into dist/, on Windows.

It needs the package's own dependencies, the extra `demo`, and PyInstaller (the extra `exe` has both). The same sources
and packages give the same exe: the time stamp is that of the last commit (SOURCE_DATE_EPOCH, where it is set), and
hashes are not seeded at random.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "dist_config" / "wpf-agent.spec"
LAYOUTS = ("onefile", "onefolder", "both")
NO_COMMIT = 1_767_225_600
"""2026-01-01: the time stamp where there is no git to ask."""


def main() -> int:
    """Build the exe and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout", choices=LAYOUTS, default=LAYOUTS[0])
    parser.add_argument("--out", default=str(ROOT / "dist"), help="the folder for the result")
    parser.add_argument("--work", default=str(ROOT / "build" / "exe"), help="the folder for what lies in between")
    arguments = parser.parse_args()
    if sys.platform != "win32":
        sys.exit("The exe is built by a Windows Python.")
    start = time.monotonic()
    out, work = Path(arguments.out).absolute(), Path(arguments.work).absolute()
    shutil.rmtree(work, ignore_errors=True)
    words = ["-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR"]
    words += ["--distpath", str(out), "--workpath", str(work), str(SPEC)]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment(arguments.layout, work), check=False)
    if done.returncode != 0:
        sys.exit(f"PyInstaller ended with {done.returncode}.")
    print(f"Built in {time.monotonic() - start:.0f} s.")
    for exe in made_by(arguments.layout, out):
        size = exe.stat().st_size if exe.parent == out else size_of(exe.parent)
        print(f"{exe}: {size / 1e6:.1f} MB, sha256 {hashlib.sha256(exe.read_bytes()).hexdigest()}")
    return 0


def made_by(layout: str, out: Path) -> list[Path]:
    """Return the exe of each layout that is built."""
    places = {"onefile": out / "wpf-agent.exe", "onefolder": out / "wpf-agent" / "wpf-agent.exe"}
    return list(places.values()) if layout == "both" else [places[layout]]


def environment(layout: str, work: Path) -> dict[str, str]:
    """Return the environment in which a build comes out the same each time."""
    return {
        **os.environ,
        "WPF_AGENT_LAYOUT": layout,
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH") or str(commit_time()),
        "PYINSTALLER_CONFIG_DIR": str(work / "cache"),
    }


def commit_time() -> int:
    """Return when the last commit was made, in Unix seconds."""
    if shutil.which("git") is None:
        return NO_COMMIT
    asked = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(asked.stdout) if asked.stdout.strip().isdigit() else NO_COMMIT


def size_of(folder: Path) -> int:
    """Return how large all files of a folder are, in bytes."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    sys.exit(main())
